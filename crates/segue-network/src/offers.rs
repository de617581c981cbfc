//! Offers: only verified people can make one, each once, at a bounded rate, for us alone.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use libp2p::{Stream, StreamProtocol};
use uuid::Uuid;

use crate::asking::{self, AskError, Message};
use crate::device::DeviceId;
use crate::limits::{LARGEST, OFFER_BYTES, OFFERS};
use crate::network::{Answer, Event};
use crate::shared::Shared;
use crate::transfer::{BODY, Offer, OfferAnswer, OfferError};
use crate::turns::{Rates, Turn};
use crate::wire::OFFER;

/// How many offers are remembered as seen; the application remembers for good.
const REMEMBERED: usize = 4096;

impl Message for Offer {
    type Answer = OfferAnswer;
    const PROTOCOL: StreamProtocol = OFFER;
    const TURN: Turn = Turn::Offer;
    const BODY: usize = BODY;
    const BYTES: usize = OFFER_BYTES;

    fn names(&self) -> (DeviceId, DeviceId) {
        (self.from, self.to)
    }

    fn body(&self) -> &str {
        &self.body
    }

    fn is_signed(&self) -> bool {
        Offer::is_signed(self)
    }

    fn event(self, answer: Answer<OfferAnswer>) -> Event {
        let offer = Box::new(self);
        Event::Offer { offer, answer }
    }

    fn refused(why: String) -> OfferAnswer {
        OfferAnswer::Refused(why)
    }

    fn later(seconds: u64) -> OfferAnswer {
        OfferAnswer::Later(seconds)
    }

    fn bounded(answer: OfferAnswer) -> OfferAnswer {
        match answer {
            OfferAnswer::Later(wait) => OfferAnswer::Later(asking::seconds(wait)),
            OfferAnswer::Refused(why) => OfferAnswer::Refused(asking::reason(&why)),
            OfferAnswer::Noted | OfferAnswer::Known => answer,
        }
    }
}

impl From<AskError> for OfferError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Connect(why) => Self::Connect(why),
            AskError::NotVerified => Self::NotVerified,
            AskError::Lost => Self::Lost,
            AskError::TooLong => Self::TooLong,
        }
    }
}

/// What was offered lately, and how fast.
pub(crate) struct Seen {
    ids: HashMap<(DeviceId, Uuid), [u8; 32]>,
    order: VecDeque<(DeviceId, Uuid)>,
    rates: Rates,
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            ids: HashMap::new(),
            order: VecDeque::new(),
            rates: Rates::new(OFFERS),
        }
    }
}

impl Seen {
    /// Checks whether this very offer was noted before: `None` if not, `Some(false)` if its id was
    /// used for a different offer, which is a fault.
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
    Ok(asking::ask(shared, offer).await?)
}

/// Answers someone who makes an offer.
pub(crate) async fn accept(shared: Arc<Shared>, device: DeviceId, stream: Stream) {
    let decide = |offer| decide(&shared, offer);
    asking::answer(&shared, device, stream, decide).await;
}

async fn decide(shared: &Shared, offer: Offer) -> OfferAnswer {
    if let Err(answer) = check(shared, &offer) {
        return answer;
    }
    let noted = offer.clone();
    let answer = asking::put(shared, offer).await;
    if answer == OfferAnswer::Noted {
        shared.offers().remember(&noted);
    }
    answer
}

/// Checks what must be true before the application hears of an offer: it has not expired, is not
/// too large, is new, and does not come too soon after others. Fails with the answer to send.
fn check(shared: &Shared, offer: &Offer) -> Result<(), OfferAnswer> {
    let refused = |why: &str| Err(OfferAnswer::Refused(why.to_owned()));
    let now = u64::try_from(shared.clock.now().as_millisecond()).unwrap_or_default();
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
    if let Some(wait) = seen.rates.too_fast(offer.from, shared.clock.monotonic()) {
        return Err(OfferAnswer::Later(wait.as_secs() + 1));
    }
    Ok(())
}
