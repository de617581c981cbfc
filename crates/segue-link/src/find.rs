//! One node per profile: who hosts it, and how the others reach it.
//!
//! The process that holds an exclusive lock on `node.lock` hosts. The system lets go of the lock
//! when a process ends, however it ends, so a killed host needs no cleaning up: the next to get
//! the lock replaces the socket it left. Whoever does not get the lock attaches.
//!
//! ```text
//!  start ──▶ lock? ── yes ──▶ replace socket, host
//!              │ no
//!              ▼
//!           connect? ── yes ─▶ hello, welcome ─▶ attached
//!              │ no: the host is just starting or just ending
//!              └── wait a little, from the start
//! ```

use std::time::Duration;

use segue_clock::system as clock;
use segue_door::{Code, Failure, Retry, Surface};

use crate::attach::{Attached, ConnectError};
use crate::lock::{self, HostLock};
use crate::profile::Profile;

/// How long to look for a host, or to become it, before saying what is wrong.
const PATIENCE: Duration = Duration::from_secs(10);

/// What this process turned out to be.
pub(crate) enum Role {
    /// It hosts; the lock is held as long as this lives.
    Host(HostLock),
    /// It is attached to the host.
    Attached(Attached),
}

/// Becomes the host of the profile or attaches to it.
pub(crate) async fn find_or_become(profile: &Profile, surface: Surface) -> Result<Role, Failure> {
    let deadline = clock::monotonic() + PATIENCE;
    let mut pause = Duration::from_millis(5);
    loop {
        if let Some(lock) = HostLock::try_take(profile)? {
            return Ok(Role::Host(lock));
        }
        match Attached::connect(profile, surface).await {
            Ok(attached) => return Ok(Role::Attached(attached)),
            Err(ConnectError::Refused(failure)) => return Err(failure),
            Err(ConnectError::NotThere(why)) => {
                if clock::monotonic() >= deadline {
                    return Err(unanswered(profile, &why));
                }
            }
        }
        clock::sleep(pause).await;
        pause = (pause * 2).min(Duration::from_millis(200));
    }
}

fn unanswered(profile: &Profile, why: &str) -> Failure {
    let holder = lock::holder(profile).map_or_else(
        || "Another process".to_owned(),
        |pid| format!("Process {pid}"),
    );
    Failure::new(
        Code::HostLost,
        format!("{holder} hosts this profile but does not answer ({why})."),
    )
    .hint("If it hangs, end that process; the next Segue takes over.")
    .hint("Or use another profile with --profile.")
    .retry(Retry::Safe)
}
