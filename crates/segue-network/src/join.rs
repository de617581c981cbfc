//! Joining by invite: the joiner shows the capability inside the encrypted connection to the key that
//! the ticket names; the inviter's application decides, once.

use std::sync::Arc;
use std::time::Duration;

use libp2p::Stream;
use serde::{Deserialize, Serialize};

use crate::about::About;
use crate::device::DeviceId;
use crate::limits::PAIR_BYTES;
use crate::network::{Answer, Event, JoinError, JoinVerdict, Nearby, Target, View};
use crate::shared::Shared;
use crate::trust::{Capability, Ticket};
use crate::wire::{self, JOIN};

/// How long the inviter's application may take to decide.
const DECIDE: Duration = Duration::from_secs(8);
/// How long the hello after joining may take.
const GREET: Duration = Duration::from_secs(10);

#[derive(Serialize, Deserialize)]
struct Show {
    capability: [u8; 16],
    about: About,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Welcome,
    Used,
    Expired,
    Unknown,
}

/// Joins: the invited one's part.
pub(crate) async fn join(shared: &Arc<Shared>, ticket: &Ticket) -> Result<Nearby, JoinError> {
    let target = Target::Device(ticket.inviter);
    let reached = shared.reach(target, ticket.addresses.clone()).await?;
    let verdict = show(shared, ticket).await?;
    match verdict {
        Verdict::Welcome => {}
        Verdict::Used => return Err(JoinError::Used),
        Verdict::Expired => return Err(JoinError::Expired),
        Verdict::Unknown => return Err(JoinError::Unknown),
    }
    // An inviter who hides says hello only now that we are known; one who said hello before says it
    // again, since then they did not know us yet.
    let line = shared.line(&ticket.inviter);
    let greeted = async {
        shared.connect(target).await.ok()?;
        let mut views = shared.view.subscribe();
        let knows = |view: &Arc<View>| {
            let here = view.find(&ticket.inviter);
            here.filter(|here| here.knows_you).cloned()
        };
        let view = views.wait_for(|view| knows(view).is_some()).await.ok()?;
        knows(&view)
    };
    let greeted = tokio::select! {
        greeted = shared.clock.timeout(GREET, greeted) => greeted.ok().flatten(),
        () = line.cancelled() => None,
    };
    let welcomed = || Nearby {
        device: ticket.inviter,
        about: About::default().cleaned(),
        knows_you: true,
        address: reached.address,
        round_trip: None,
    };
    Ok(greeted.or(reached.nearby).unwrap_or_else(welcomed))
}

async fn show(shared: &Shared, ticket: &Ticket) -> Result<Verdict, JoinError> {
    let mut stream = shared
        .open(ticket.inviter, JOIN)
        .await
        .map_err(|_| JoinError::Lost)?;
    let shown = Show {
        capability: ticket.capability.bytes(),
        about: shared.about.borrow().clone(),
    };
    let told = wire::send(&shared.clock, &mut stream, &shown).await;
    told.map_err(|_| JoinError::Lost)?;
    wire::answer(&shared.clock, &mut stream, PAIR_BYTES)
        .await
        .map_err(|_| JoinError::Lost)
}

/// Answers someone who shows the capability of an invite: the inviter's part.
pub(crate) async fn accept(shared: Arc<Shared>, device: DeviceId, mut stream: Stream) {
    let Ok(shown) = wire::answer::<_, Show>(&shared.clock, &mut stream, PAIR_BYTES).await else {
        return;
    };
    if !shared.known.borrow().knows(&device) && !shared.has_room() {
        // Too much waits already; they find out that nobody answered and may try again.
        return;
    }
    let (answer, decided) = Answer::new();
    shared
        .tell(Event::Join {
            device,
            about: shown.about.cleaned(),
            capability: Capability::from_bytes(shown.capability),
            answer,
        })
        .await;
    // Without an answer in time nothing is said: the application may pin them all the same, and they
    // find out when they ask again.
    let Ok(Ok(verdict)) = shared.clock.timeout(DECIDE, decided).await else {
        return;
    };
    let verdict = match verdict {
        JoinVerdict::Welcome => Verdict::Welcome,
        JoinVerdict::Used => Verdict::Used,
        JoinVerdict::Expired => Verdict::Expired,
        JoinVerdict::Unknown => Verdict::Unknown,
    };
    let line = shared.line(&device);
    tokio::select! {
        biased;
        () = line.cancelled() => {}
        said = wire::send_last(&shared.clock, &mut stream, &verdict) => if let Err(error) = said {
            // They may show it again.
            tracing::debug!(%error, "whoever joins may not have heard the answer");
        },
    }
}
