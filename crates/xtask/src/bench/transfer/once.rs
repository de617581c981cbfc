//! One file moved once: both ends started, watched to the end, what arrived checked.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::files::Sample;
use super::hosts::LEFT;
use super::mover::{Mover, Tools};
use crate::bench::watch;

/// How often memory is looked at.
const LOOK: Duration = Duration::from_millis(5);
/// Longer than this nobody waits for a file.
const PATIENCE: Duration = Duration::from_secs(120);
/// Both ends and the machine are at rest for so long before the time starts.
const REST: Duration = Duration::from_millis(300);

/// What one end used.
#[derive(Clone, Copy, Debug, Default)]
pub struct Used {
    /// On the processor, from its start.
    pub cpu: Duration,
    /// The most memory it held, in bytes.
    pub peak: u64,
}

/// The cost of moving a file once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Once {
    /// From the start of the taking end to its end.
    pub wall: Duration,
    /// From the start of the giving end until it could be taken from; not part of `wall`.
    pub ready: Duration,
    /// What the giving end used.
    pub give: Used,
    /// What the taking end used.
    pub take: Used,
    /// Bytes on the wire towards the taking end.
    pub wire: u64,
}

/// Moves a file, in folders of its own that go afterwards.
pub fn once(
    tools: &Tools,
    mover: Mover,
    sample: &Sample,
    place: &Path,
    number: u32,
) -> Result<Once> {
    let (left, right) = (tempfile::tempdir_in(place)?, tempfile::tempdir_in(place)?);
    let name = sample
        .path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let began = Instant::now();
    let mut give = mover.give(tools, &sample.path, left.path(), number)?;
    let mut giver = Started::new(&mut give, left.path())?;
    let ticket = giver.until(|printed| mover.ticket(printed))?;
    let ready = began.elapsed();
    std::thread::sleep(REST);
    let before = LEFT.sent().unwrap_or_default();
    let mut take = mover.take(tools, &ticket, right.path(), &name)?;
    let mut taker = Started::new(&mut take, right.path())?;
    let ended = taker
        .end(&mut giver)
        .with_context(|| format!("the giving end: {}", giver.printed().trim()))?;
    let wire = LEFT.sent().unwrap_or_default().saturating_sub(before);
    sample.arrived(&mover.received(&taker.printed(), right.path(), &name))?;
    giver.look();
    Ok(Once {
        wall: ended.duration_since(taker.began),
        ready,
        give: giver.used,
        take: taker.used,
        wire,
    })
}

/// A program whose output is kept in a file; ended when dropped.
pub struct Started {
    child: Child,
    began: Instant,
    printed: PathBuf,
    used: Used,
}

impl Started {
    /// Starts it; what it prints is kept in this folder.
    pub fn new(command: &mut Command, folder: &Path) -> Result<Self> {
        let printed = folder.join(".printed");
        let file = std::fs::File::create(&printed)?;
        command.stdin(Stdio::piped());
        command.stdout(file.try_clone()?).stderr(file);
        let began = Instant::now();
        let child = command.spawn().context("nsenter could not be started")?;
        Ok(Self {
            child,
            began,
            printed,
            used: Used::default(),
        })
    }

    /// Returns everything it has printed so far.
    pub fn printed(&self) -> String {
        let bytes = std::fs::read(&self.printed).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Waits until it has printed what is looked for.
    pub fn until<T>(&mut self, find: impl Fn(&str) -> Option<T>) -> Result<T> {
        loop {
            if let Some(found) = find(&self.printed()) {
                return Ok(found);
            }
            if let Some(status) = self.child.try_wait()? {
                bail!("{status}: {}", self.printed().trim());
            }
            ensure!(
                self.began.elapsed() < PATIENCE,
                "it was not ready: {}",
                self.printed().trim()
            );
            self.look();
            std::thread::sleep(LOOK);
        }
    }

    /// Waits for its end while looking at both ends; gives the moment it ended.
    fn end(&mut self, other: &mut Self) -> Result<Instant> {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        let pid = pid.context("a process id")?;
        let (tell, told) = sync_channel(1);
        // It is not waited for yet: what ended but was not waited for still tells its times.
        std::thread::spawn(move || {
            let ended = waitid(
                WaitId::Pid(pid),
                WaitIdOptions::EXITED | WaitIdOptions::NOWAIT,
            );
            // Nobody listens any more when it took too long.
            tell.send((Instant::now(), ended)).ok();
        });
        let ended = loop {
            match told.recv_timeout(LOOK) {
                Ok((moment, ended)) => {
                    ended?;
                    break moment;
                }
                Err(RecvTimeoutError::Disconnected) => bail!("it could not be waited for"),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.look();
            other.look();
            if self.began.elapsed() > PATIENCE {
                self.child.kill()?;
                bail!(
                    "it took over {} seconds: {}",
                    PATIENCE.as_secs(),
                    self.printed().trim()
                );
            }
        };
        self.look();
        let status = self.child.wait()?;
        ensure!(status.success(), "{status}: {}", self.printed().trim());
        Ok(ended)
    }

    fn look(&mut self) {
        let pid = self.child.id();
        self.used.cpu = watch::cpu(pid).unwrap_or(self.used.cpu);
        self.used.peak = self.used.peak.max(watch::peak(pid).unwrap_or(0));
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // Already ended is as good as killed.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
