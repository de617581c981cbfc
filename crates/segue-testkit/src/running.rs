//! A process that was started and is ended with its handle.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running process and the lines it prints.
pub struct Running {
    child: Child,
    lines: Receiver<String>,
}

impl Running {
    /// Starts a command and reads along with its standard output.
    pub fn start(command: &mut Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{:?} can't be started: {error}", command.get_program())
            });
        let stdout = child.stdout.take().expect("standard output was piped");
        let (line, lines) = sync_channel(1024);
        std::thread::spawn(move || {
            for text in BufReader::new(stdout).lines().map_while(Result::ok) {
                if line.send(text).is_err() {
                    break;
                }
            }
        });
        Self { child, lines }
    }

    /// Returns its process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the next line it prints.
    pub fn line(&mut self) -> String {
        self.lines
            .recv_timeout(PATIENCE)
            .expect("the process should print a line")
    }

    /// Waits for the first line of JSON from now on that `is_it` accepts, and panics after
    /// `PATIENCE` or when the process ends.
    pub fn wait_for(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let deadline = Instant::now() + PATIENCE;
        let mut seen = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    let value: Value = serde_json::from_str(&line).unwrap_or_default();
                    if is_it(&value) {
                        return value;
                    }
                    seen.push(line);
                }
                Err(RecvTimeoutError::Timeout) => panic!("waited in vain until {what}: {seen:#?}"),
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("it ended before {what}: {seen:#?}")
                }
            }
        }
    }

    /// Ends it without a chance to clean up.
    pub fn kill(&mut self) {
        // Already ended is as good as killed.
        self.child.kill().ok();
        self.child.wait().ok();
    }

    /// Asks it to end, as a system does at shut-down, and returns its exit code.
    #[cfg(unix)]
    pub fn terminate(&mut self) -> Option<i32> {
        self.signal(rustix::process::Signal::TERM);
        self.ended()
    }

    /// Waits until it ends, and returns its exit code.
    pub fn ended(&mut self) -> Option<i32> {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the process does not end");
    }

    /// Freezes it: it is there and does not answer.
    #[cfg(unix)]
    pub fn freeze(&self) {
        self.signal(rustix::process::Signal::STOP);
    }

    /// Lets a frozen process go on.
    #[cfg(unix)]
    pub fn thaw(&self) {
        self.signal(rustix::process::Signal::CONT);
    }

    #[cfg(unix)]
    fn signal(&self, signal: rustix::process::Signal) {
        let pid = i32::try_from(self.pid())
            .ok()
            .and_then(rustix::process::Pid::from_raw);
        rustix::process::kill_process(pid.expect("a process id"), signal)
            .expect("the process is there to be signalled");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}
