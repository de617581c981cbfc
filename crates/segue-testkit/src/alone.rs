//! A test alone on the network: it runs again, as a process of its own, in a namespace that has
//! only loopback. Nothing it starts can reach anything else.

use std::process::Command;
use std::time::Duration;

use crate::ended;
use crate::needs;

/// Set in the process that is alone.
const ALONE: &str = "SEGUE_ALONE";
/// How long a test may take alone.
const PATIENCE: Duration = Duration::from_secs(600);

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
    let program = std::env::current_exe().expect("a test knows its own path");
    let mut command = Command::new("unshare");
    if !rustix::process::geteuid().is_root() {
        command.args(["--user", "--map-root-user"]);
    }
    command
        .args(["--net", "--", "sh", "-c"])
        .arg("PATH=$PATH:/usr/sbin:/sbin; ip link set lo up && exec \"$0\" \"$@\"")
        .arg(program)
        .args([test, "--exact", "--nocapture", "--include-ignored"])
        .env(ALONE, "1");
    let outcome = ended::finish(&mut command, None, PATIENCE);
    assert!(
        outcome.status == Some(0) && outcome.stdout.contains("1 passed"),
        "{test} failed in a network namespace of its own (status {:?}; is `unshare --net` allowed \
         here, and is `ip` installed?)\n{}\n{}",
        outcome.status,
        outcome.stdout,
        outcome.stderr
    );
}

/// Fails when there is any network besides loopback.
///
/// # Panics
/// When there is, or when the system does not say.
pub fn assert_alone() {
    let devices = std::fs::read_to_string("/proc/net/dev").expect("/proc/net/dev");
    let others: Vec<&str> = others(&devices);
    assert!(
        others.is_empty(),
        "not alone on the network: {others:?}; run this inside segue_testkit::alone"
    );
}

/// Network devices other than loopback, in the words of `/proc/net/dev`.
fn others(devices: &str) -> Vec<&str> {
    devices
        .lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(name, _)| name.trim())
        .filter(|name| *name != "lo")
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_is_alone() {
        let header = "Inter-| Receive\n face |bytes\n";
        assert!(others(&format!("{header}    lo: 0 0\n")).is_empty());
        assert_eq!(others(&format!("{header}  lo: 0\n  eth0: 1\n")), ["eth0"]);
    }

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
