//! Running a program to its end while watching its memory and its processor time.
//!
//! A process that ended but was not yet waited for still tells its times, so they are whole; its
//! memory is only told while it runs, and the highest told is kept by the system itself.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// How often it is looked at.
const LOOK: Duration = Duration::from_millis(2);

/// Longer than this nobody waits for a converter.
const PATIENCE: Duration = Duration::from_secs(600);

/// What a process took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taken {
    /// From start to end.
    pub wall: Duration,
    /// On the processor, all threads, own and the system's for it.
    pub cpu: Duration,
    /// The most memory it held, in bytes.
    pub peak: u64,
}

impl Taken {
    /// Combines two runs, one after the other: times add up, the larger memory counts.
    pub fn then(self, next: Self) -> Self {
        Self {
            wall: self.wall + next.wall,
            cpu: self.cpu + next.cpu,
            peak: self.peak.max(next.peak),
        }
    }
}

/// Runs a command to its end; its output is its error message when it fails.
pub fn watch(command: &mut Command) -> Result<(Taken, String)> {
    let folder = tempfile::tempdir()?;
    let printed = folder.path().join("printed");
    let file = std::fs::File::create(&printed)?;
    command.stdin(Stdio::null());
    command.stdout(file.try_clone()?).stderr(file);
    let began = Instant::now();
    let mut child = command
        .spawn()
        .with_context(|| format!("could not start {:?}", command.get_program()))?;
    let mut taken = Taken::default();
    let status = loop {
        let ended = ended(child.id());
        taken.wall = began.elapsed();
        taken.cpu = cpu(child.id()).unwrap_or(taken.cpu);
        taken.peak = taken.peak.max(peak(child.id()).unwrap_or(0));
        if ended {
            break child.wait()?;
        }
        if taken.wall > PATIENCE {
            child.kill()?;
            child.wait()?;
            bail!("it took over {} seconds", PATIENCE.as_secs());
        }
        std::thread::sleep(LOOK);
    };
    let said = String::from_utf8_lossy(&std::fs::read(&printed)?).into_owned();
    if !status.success() {
        bail!("{status}: {}", said.trim());
    }
    Ok((taken, said))
}

/// Returns the processor time of a process so far, including that of the children it has waited
/// for.
pub fn cpu(pid: u32) -> Option<Duration> {
    let fields = stat(pid)?;
    let times = fields.split_whitespace().skip(11).take(4);
    let ticks: u64 = times.map_while(|ticks| ticks.parse::<u64>().ok()).sum();
    // Linux counts a hundred ticks a second for programs, whatever it uses itself.
    Some(Duration::from_millis(ticks * 10))
}

/// Returns the most memory that a process has ever held, in bytes.
pub fn peak(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

fn ended(pid: u32) -> bool {
    stat(pid).is_none_or(|fields| fields.starts_with('Z'))
}

/// Reads the fields of `/proc/PID/stat` after the name, which may contain anything.
fn stat(pid: u32) -> Option<String> {
    let line = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    Some(line.rsplit_once(") ")?.1.to_owned())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_busy_program_is_seen_working() {
        let busy = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; echo done";
        let (taken, said) = watch(Command::new("sh").args(["-c", busy])).unwrap();
        assert_eq!(said, "done\n");
        assert!(
            taken.cpu > Duration::ZERO && taken.cpu <= taken.wall * 2,
            "{taken:?}"
        );
        assert!(taken.peak > 100_000, "{taken:?}");
        let failed = watch(Command::new("sh").args(["-c", "echo no such thing >&2; exit 3"]));
        assert!(failed.unwrap_err().to_string().contains("no such thing"));
    }
}
