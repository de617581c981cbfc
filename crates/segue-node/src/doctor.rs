//! Measuring what can go wrong, as far as the node can know.
//!
//! Each check looks at the real thing now, and is told as soon as it is made. The report for
//! passing on is built from the checks with paths, names, ids and public addresses left out.
//!
//! ```text
//! Subject ─▶ computer (disk, key, socket; blocks) ─┐
//! Wiring ──▶ network (interfaces, ports, multicast)┼─▶ Check, one by one ─▶ Event::DoctorCheck
//!                                                  └─▶ report ─▶ DoctorReport
//! ```

mod computer;
mod network;
mod report;
mod wiring;

use segue_clock::Clock;
use segue_network::identity::{self, IdentityRecord, Unavailable};

pub(crate) use self::wiring::{Discovery, PeerReport, PersonAnswer, PersonOutcome, Wiring};
use segue_door::{Act, Check, Code, DoctorReport, Failure, Outcome, Status};
use segue_link::Profile;

use crate::node::SharedHomes;
use segue_store::Database;

/// What an examination looks at.
pub(crate) struct Subject {
    pub(crate) clock: Clock,
    pub profile: Profile,
    pub database: Database,
    pub status: Status,
    /// Where the key is kept, and where it could be.
    pub record: IdentityRecord,
    pub homes: SharedHomes,
    /// Whom the person asks about, in their own words.
    pub person: Option<String>,
}

impl Subject {
    fn key_trouble(&self) -> Option<Unavailable> {
        identity::check(&self.record, &self.homes).err()
    }
}

/// Examines everything, and reports each check as soon as it is made. `wiring` describes the
/// network, `None` when it can't be started; it is awaited after the computer was examined.
pub(crate) async fn examine(
    subject: Subject,
    wiring: Option<impl Future<Output = Wiring>>,
    tell: impl Fn(&Check) + Clone + Send + 'static,
) -> Result<DoctorReport, Failure> {
    let (told, has_network) = (tell.clone(), wiring.is_some());
    let on_disk = move || {
        let checks = computer::examine(&subject, has_network, told);
        (subject, checks)
    };
    let (subject, mut checks) = tokio::task::spawn_blocking(on_disk)
        .await
        .map_err(|_| Failure::new(Code::Internal, "The checks ended too early."))?;
    match wiring {
        Some(wiring) => {
            network::examine(&subject.clock, &wiring.await, |check| {
                tell(&check);
                checks.push(check);
            })
            .await;
        }
        None if subject.person.is_some() => {
            let check = network::nobody_can_be_asked();
            tell(&check);
            checks.push(check);
        }
        None => {}
    }
    let report = report::report(&checks, &subject);
    Ok(DoctorReport { checks, report })
}

fn check(id: &str, title: &str, outcome: Outcome, detail: impl Into<String>) -> Check {
    Check {
        id: id.to_owned(),
        title: title.to_owned(),
        outcome,
        detail: detail.into(),
        action: None,
        act: None,
    }
}

/// Adds to a check the one thing to do about it: where, and in words.
fn act(mut check: Check, act: Act, words: impl Into<String>) -> Check {
    check.act = Some(act);
    check.action = Some(words.into());
    check
}
