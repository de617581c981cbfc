//! One run of a program: bounded in what it says and how long it takes.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use crate::project::changes::ChangesError;

/// The pause between two checks of a child that closed its output and should be gone.
const LOOK: Duration = Duration::from_millis(2);
/// How many bytes of its complaints are kept.
const COMPLAINT: u64 = 4096;

/// The beginning of what came through a pipe, and how much it was.
type Kept = Receiver<io::Result<(Vec<u8>, u64)>>;

/// The outcome of one run of git, with its output.
pub(in crate::project) struct GitOutput {
    status: ExitStatus,
    out: Vec<u8>,
    /// The length of all it wrote, kept or not.
    bytes: u64,
    complaint: String,
}

/// Runs a program until then at most; keeps at most `most` bytes of its output and counts the rest.
pub(super) fn wait(
    command: &mut Command,
    input: &[u8],
    most: u64,
    until: Instant,
) -> Result<GitOutput, ChangesError> {
    let mut child = Running(
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?,
    );
    let out = child.0.stdout.take().map(|pipe| kept(pipe, most));
    let complaints = child.0.stderr.take().map(|pipe| kept(pipe, COMPLAINT));
    if let Some(mut pipe) = child.0.stdin.take() {
        let input = input.to_vec();
        // It may stop reading; what it says then is what counts.
        std::thread::spawn(move || drop(pipe.write_all(&input)));
    }
    let (out, bytes) = receive(out, until)?;
    let (complaint, _) = receive(complaints, until)?;
    let status = loop {
        match child.0.try_wait()? {
            Some(status) => break status,
            None if Instant::now() >= until => return Err(ChangesError::TooSlow),
            None => std::thread::sleep(LOOK),
        }
    };
    Ok(GitOutput {
        status,
        out,
        bytes,
        complaint: printable(&complaint),
    })
}

fn receive(pipe: Option<Kept>, until: Instant) -> Result<(Vec<u8>, u64), ChangesError> {
    let Some(pipe) = pipe else {
        return Ok((Vec::new(), 0));
    };
    match pipe.recv_timeout(until.saturating_duration_since(Instant::now())) {
        Ok(read) => Ok(read?),
        Err(RecvTimeoutError::Timeout) => Err(ChangesError::TooSlow),
        Err(RecvTimeoutError::Disconnected) => {
            Err(io::Error::other("git's output was lost").into())
        }
    }
}

impl GitOutput {
    /// Checks whether git succeeded.
    pub(in crate::project) fn well(&self) -> bool {
        self.status.success()
    }

    /// Returns why it failed, in git's words.
    pub(in crate::project) fn complaint(&self) -> &str {
        &self.complaint
    }

    /// Returns what was kept of its output, whether or not that is all.
    pub(in crate::project) fn begun(&self) -> &[u8] {
        &self.out
    }

    /// Returns all of its output. Fails if git failed or wrote more than was kept.
    pub(in crate::project) fn all(self) -> Result<Vec<u8>, ChangesError> {
        if !self.well() {
            return Err(ChangesError::Git(self.complaint));
        }
        let most = self.out.len() as u64;
        if self.bytes > most {
            let bytes = self.bytes;
            return Err(ChangesError::TooLarge { bytes, most });
        }
        Ok(self.out)
    }
}

/// A child that does not outlive its purpose, and neither do its own children.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(Some(_))) {
            return;
        }
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.0.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
            && let Err(error) =
                rustix::process::kill_process_group(group, rustix::process::Signal::KILL)
        {
            tracing::debug!(%error, "the group of a git that hangs is gone already");
        }
        if let Err(error) = self.0.kill().and_then(|()| self.0.wait()) {
            tracing::warn!(%error, "a git that hangs could not be stopped");
        }
    }
}

/// Reads all of a pipe on a thread of its own, keeps the beginning, and counts how much there was.
fn kept(mut pipe: impl Read + Send + 'static, most: u64) -> Kept {
    let (done, told) = sync_channel(1);
    std::thread::spawn(move || {
        let mut out = Vec::new();
        let read = pipe
            .by_ref()
            .take(most)
            .read_to_end(&mut out)
            .and_then(|kept| Ok(kept as u64 + io::copy(&mut pipe, &mut io::sink())?));
        // Nobody waits any more when it took too long.
        drop(done.send(read.map(|bytes| (out, bytes))));
    });
    told
}

/// Puts what git complains about on one line.
fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    lines.join("; ").chars().map(plain).collect()
}
