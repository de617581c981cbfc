//! Offers: only verified people can make one, each once, at a bounded rate, for us alone.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::io::AsyncWriteExt;
use libp2p::Stream;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::about::clean_text;
use crate::device::DeviceId;
use crate::limits::{Bucket, LARGEST, OFFER_BYTES, OFFERS};
use crate::network::{Answer, Event, Target};
use crate::shared::Shared;
use crate::transfer::{Offer, OfferAnswer, OfferError};
use crate::wire::{self, OFFER, WireError};

/// How many offers are remembered as seen; the application remembers for good.
const REMEMBERED: usize = 4096;
/// How long they may make us wait, in seconds, and how much of their reason is shown.
const LONGEST: u64 = 86_400;
const REASON: usize = 200;
/// How long the application may take to note an offer.
const DECIDE: Duration = Duration::from_secs(8);

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Reply {
    Answer(OfferAnswer),
    /// You are not verified here.
    Stranger,
}

/// What was offered lately, and how fast.
#[derive(Default)]
pub(crate) struct Seen {
    ids: HashMap<(DeviceId, Uuid), [u8; 32]>,
    order: VecDeque<(DeviceId, Uuid)>,
    rates: HashMap<DeviceId, Bucket>,
}

impl Seen {
    /// How long this device must wait before its next offer; none when it need not.
    fn too_fast(&mut self, device: DeviceId, now: Instant) -> Option<Duration> {
        self.rates.retain(|_, bucket| !bucket.is_full(now));
        let bucket = self
            .rates
            .entry(device)
            .or_insert_with(|| Bucket::new(OFFERS, now));
        (!bucket.take(now)).then(|| bucket.wait(now))
    }

    /// Whether this very offer was noted before; a different one under its id is a fault.
    fn before(&self, offer: &Offer) -> Option<bool> {
        let known = self.ids.get(&(offer.from, offer.id))?;
        Some(*known == digest(offer))
    }

    fn remember(&mut self, offer: &Offer) {
        let key = (offer.from, offer.id);
        if self.ids.insert(key, digest(offer)).is_none() {
            self.order.push_back(key);
        }
        while self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.ids.remove(&oldest);
        }
    }
}

fn digest(offer: &Offer) -> [u8; 32] {
    *blake3::hash(&offer.signature).as_bytes()
}

/// Makes an offer and waits for its answer.
pub(crate) async fn make(shared: &Arc<Shared>, offer: &Offer) -> Result<OfferAnswer, OfferError> {
    // As it travels, where quotes and the like take more room than in the text.
    let travels = serde_json::to_vec(offer).map_or(usize::MAX, |json| json.len());
    if offer.body.len() > crate::transfer::BODY || travels > OFFER_BYTES {
        return Err(OfferError::TooLong);
    }
    let turns = shared.offers_to(offer.to);
    let _turn = turns.acquire().await.map_err(|_| OfferError::Lost)?;
    shared.connect(Target::Device(offer.to)).await?;
    let lost = |_: WireError| OfferError::Lost;
    let mut stream = shared.open(offer.to, OFFER).await.map_err(lost)?;
    wire::send(&mut stream, offer).await.map_err(lost)?;
    match wire::answer(&mut stream, OFFER_BYTES).await.map_err(lost)? {
        Reply::Answer(OfferAnswer::Later(wait)) => Ok(OfferAnswer::Later(wait.min(LONGEST))),
        Reply::Answer(OfferAnswer::Refused(why)) => {
            Ok(OfferAnswer::Refused(clean_text(&why, REASON)))
        }
        Reply::Answer(answer) => Ok(answer),
        Reply::Stranger => Err(OfferError::NotVerified),
    }
}

/// Someone makes an offer.
pub(crate) async fn accept(shared: Arc<Shared>, device: DeviceId, mut stream: Stream) {
    let reply = if shared.is_verified(&device) {
        let Ok(offer) = wire::answer::<_, Offer>(&mut stream, OFFER_BYTES).await else {
            return;
        };
        match check(&shared, device, &offer) {
            Ok(()) => Reply::Answer(decide(&shared, offer).await),
            Err(answer) => Reply::Answer(answer),
        }
    } else {
        // Not even read.
        Reply::Stranger
    };
    if wire::send(&mut stream, &reply).await.is_ok() {
        stream.close().await.ok();
    }
}

/// What must hold before anyone hears of an offer.
fn check(shared: &Shared, device: DeviceId, offer: &Offer) -> Result<(), OfferAnswer> {
    let refused = |why: &str| Err(OfferAnswer::Refused(why.to_owned()));
    if offer.from != device || offer.to != shared.me {
        tracing::warn!(?device, "an offer names someone else");
        return refused("it names someone else");
    }
    if !offer.is_signed() {
        tracing::warn!(?device, "an offer is not signed by its sender");
        return refused("it is not signed by you");
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |now| u64::try_from(now.as_millis()).unwrap_or(u64::MAX));
    if offer.expires <= now {
        return refused("it has expired");
    }
    if offer.bytes > LARGEST {
        return refused("it is too large");
    }
    let mut seen = shared.offers();
    match seen.before(offer) {
        Some(true) => return Err(OfferAnswer::Known),
        Some(false) => return refused("its id was used for another offer"),
        None => {}
    }
    if let Some(wait) = seen.too_fast(device, Instant::now()) {
        return Err(OfferAnswer::Later(wait.as_secs() + 1));
    }
    Ok(())
}

async fn decide(shared: &Shared, offer: Offer) -> OfferAnswer {
    let (answer, decided) = Answer::new();
    let noted = offer.clone();
    let offer = Box::new(offer);
    shared.tell(Event::Offer { offer, answer }).await;
    match tokio::time::timeout(DECIDE, decided).await {
        Ok(Ok(answer)) => {
            if answer == OfferAnswer::Noted {
                shared.offers().remember(&noted);
            }
            answer
        }
        // It may be noted all the same; asking again is safe.
        _ => OfferAnswer::Later(5),
    }
}
