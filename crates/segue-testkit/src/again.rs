//! A test that runs again, as a process of its own, inside namespaces of its own.
//!
//! ```text
//! the test ──▶ setpriv (ends with the test) ──▶ unshare ──▶ a line of shell: prepares
//!                                                            └──▶ the test again: the body runs
//! ```

use std::process::Command;
use std::time::Duration;

use crate::ended;

/// How long a test may take in there.
const PATIENCE: Duration = Duration::from_secs(600);

/// Where the tools of a system's owner are, for people who do not have them in their path.
const PATHS: &str = "PATH=$PATH:/usr/sbin:/sbin";

/// Builds a shell command in fresh namespaces: `kinds` are options of `unshare`; `$0` and `$@` are
/// what the caller adds. Without root rights it also gets a user namespace.
pub(crate) fn isolated(kinds: &[&str], script: &str) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL", "unshare"]);
    if !rustix::process::geteuid().is_root() {
        command.args(["--user", "--map-root-user"]);
    }
    command
        .args(kinds)
        .args(["--", "sh", "-c"])
        .arg(format!("{PATHS}; {script}"));
    command
}

/// Runs the test of this name again behind `command`, which [`isolated`] made.
///
/// # Panics
/// When the namespaces can't be made, when no test of that name ran in them, or when it failed.
pub(crate) fn again(test: &str, mut command: Command) {
    let program = std::env::current_exe().expect("a test knows its own path");
    command
        .arg(program)
        .args([test, "--exact", "--nocapture", "--include-ignored"]);
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
