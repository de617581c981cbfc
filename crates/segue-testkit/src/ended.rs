//! Running a foreign program to its end: with a limit in time, and nothing of it left behind.
//!
//! The program leads a process group of its own. When it ends, or its time is over, the whole
//! group is ended, and only then is its id given back to the system: so the signal can't reach a
//! stranger. Output goes to files, so a grandchild that keeps a pipe open can't hold a test up.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How a foreign program ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub stdout: String,
    pub stderr: String,
    /// Its exit code; none when it was ended by a signal or ran out of time.
    pub status: Option<i32>,
}

/// How much of its output is kept.
const OUTPUT: u64 = 64 * 1024 * 1024;

/// Runs a command to its end, with this text as its standard input.
///
/// # Panics
/// When it can't be started at all.
pub fn finish(command: &mut Command, input: Option<&str>, patience: Duration) -> Outcome {
    let mut out = tempfile::tempfile().expect("a temporary file");
    let mut err = tempfile::tempfile().expect("a temporary file");
    command
        .stdin(input.map_or_else(Stdio::null, |text| Stdio::from(written(text))))
        .stdout(out.try_clone().expect("a second handle"))
        .stderr(err.try_clone().expect("a second handle"));
    let mut group = Group::start(command);
    let status = group.wait(patience);
    drop(group);
    let mut stderr = read(&mut err);
    if status.is_none() {
        stderr.push_str("\n(ended by a signal, or by the test kit when its time was over)");
    }
    Outcome {
        stdout: read(&mut out),
        stderr,
        status,
    }
}

fn written(text: &str) -> File {
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(text.as_bytes())
        .and_then(|()| file.seek(SeekFrom::Start(0)))
        .expect("the input can be written");
    file
}

fn read(file: &mut File) -> String {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))
        .and_then(|_| file.take(OUTPUT).read_to_end(&mut bytes))
        .expect("the output can be read");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A process and whatever it starts, ended together.
pub(crate) struct Group {
    pub(crate) child: Child,
}

impl Group {
    /// Starts a command as the leader of a process group.
    pub(crate) fn start(command: &mut Command) -> Self {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn().unwrap_or_else(|error| {
            panic!("{:?} can't be started: {error}", command.get_program())
        });
        Self { child }
    }

    /// Waits for the leader, without giving its id back yet where that is possible.
    #[cfg(unix)]
    fn wait(&mut self, patience: Duration) -> Option<i32> {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let deadline = Instant::now() + patience;
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        while Instant::now() < deadline {
            let ended = waitid(WaitId::Pid(self.pid()?), options).ok()?;
            if let Some(status) = ended {
                return status.exit_status();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }

    #[cfg(not(unix))]
    fn wait(&mut self, patience: Duration) -> Option<i32> {
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().ok()? {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }

    #[cfg(unix)]
    fn pid(&self) -> Option<rustix::process::Pid> {
        i32::try_from(self.child.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(pid) = self.pid() {
            // Its id is still ours: nobody has waited for it yet. Nobody left is as good.
            rustix::process::kill_process_group(pid, rustix::process::Signal::KILL).ok();
        }
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, input: Option<&str>, patience: Duration) -> Outcome {
        finish(Command::new("sh").args(["-c", script]), input, patience)
    }

    #[test]
    fn output_and_status_come_back() {
        let patience = Duration::from_secs(20);
        let outcome = shell("cat; echo oh >&2; exit 3", Some("hello"), patience);
        assert_eq!(outcome.stdout, "hello");
        assert_eq!(outcome.stderr, "oh\n");
        assert_eq!(outcome.status, Some(3));
    }

    #[test]
    fn a_program_that_does_not_end_is_ended_with_its_children() {
        let outcome = shell(
            "sleep 600 & echo $!; wait",
            None,
            Duration::from_millis(300),
        );
        assert_eq!(outcome.status, None);
        let child: i32 = outcome.stdout.trim().parse().unwrap();
        let child = rustix::process::Pid::from_raw(child).unwrap();
        let deadline = Instant::now() + Duration::from_secs(20);
        let gone = || {
            let state = std::fs::read_to_string(format!("/proc/{}/stat", child.as_raw_nonzero()));
            state.map_or(true, |state| state.contains(") Z "))
        };
        while !gone() {
            assert!(Instant::now() < deadline, "its child is still there");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
