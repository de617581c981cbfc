//! A test alone on the network: it runs again, as a process of its own, in a namespace that has
//! only loopback. Nothing it starts can reach anything else.

use crate::again::{again, isolated};
use crate::guard::devices;
use crate::needs;

/// Set in the process that is alone.
const ALONE: &str = "SEGUE_ALONE";

/// Runs the rest of a test in a network namespace with nothing but loopback.
///
/// `test` is the test's own full name, as `cargo test -- --list` prints it: the test binary is
/// started again for it alone, and `body` runs there.
///
/// ```no_run
/// #[test]
/// fn resumes() {
///     segue_testkit::alone("resumes", || assert_eq!(1 + 1, 2));
/// }
/// ```
///
/// # Panics
/// When the namespace can't be made, when no test of that name ran in it, or when `body` panicked.
pub fn alone(test: &str, body: impl FnOnce()) {
    if std::env::var_os(ALONE).is_some() {
        assert_alone();
        return body();
    }
    needs("unshare");
    let mut command = isolated(&["--net"], r#"ip link set lo up && exec "$0" "$@""#);
    command.env(ALONE, "1");
    again(test, command);
}

/// Fails when there is any network besides loopback.
///
/// # Panics
/// When there is, or when the system does not say.
pub fn assert_alone() {
    let listed = std::fs::read_to_string("/proc/net/dev").expect("/proc/net/dev");
    let others: Vec<&str> = devices(&listed);
    assert!(
        others.is_empty(),
        "not alone on the network: {others:?}; run this inside segue_testkit::alone"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_runs_alone() {
        alone("alone::tests::a_test_runs_alone", || {
            assert!(std::net::TcpListener::bind("127.0.0.1:0").is_ok());
            assert!(
                std::net::UdpSocket::bind("0.0.0.0:0")
                    .is_ok_and(|socket| { socket.connect("192.0.2.1:9").is_err() })
            );
        });
    }
}
