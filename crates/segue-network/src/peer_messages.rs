//! Messages on the wire: only verified people can send one, at a bounded rate, to us alone.

use std::sync::Arc;

use libp2p::{Stream, StreamProtocol};

use crate::asking::{self, AskError, Message};
use crate::device::DeviceId;
use crate::limits::PEER_MESSAGE_BYTES;
use crate::network::{Answer, Event};
use crate::peer_message::{BODY, PeerMessage, PeerMessageAnswer, PeerMessageError};
use crate::shared::Shared;
use crate::turns::Turn;
use crate::wire::PEER_MESSAGE;

impl Message for PeerMessage {
    type Answer = PeerMessageAnswer;
    const PROTOCOL: StreamProtocol = PEER_MESSAGE;
    const TURN: Turn = Turn::PeerMessage;
    const BODY: usize = BODY;
    const BYTES: usize = PEER_MESSAGE_BYTES;

    fn names(&self) -> (DeviceId, DeviceId) {
        (self.from, self.to)
    }

    fn body(&self) -> &str {
        &self.body
    }

    fn is_signed(&self) -> bool {
        PeerMessage::is_signed(self)
    }

    fn event(self, answer: Answer<PeerMessageAnswer>) -> Event {
        let message = Box::new(self);
        Event::PeerMessage { message, answer }
    }

    fn refused(why: String) -> PeerMessageAnswer {
        PeerMessageAnswer::Refused(why)
    }

    fn later(seconds: u64) -> PeerMessageAnswer {
        PeerMessageAnswer::Later(seconds)
    }

    fn bounded(answer: PeerMessageAnswer) -> PeerMessageAnswer {
        match answer {
            PeerMessageAnswer::Kept => PeerMessageAnswer::Kept,
            PeerMessageAnswer::Later(wait) => PeerMessageAnswer::Later(asking::seconds(wait)),
            PeerMessageAnswer::Refused(why) => PeerMessageAnswer::Refused(asking::reason(&why)),
        }
    }
}

impl From<AskError> for PeerMessageError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Connect(why) => Self::Connect(why),
            AskError::NotVerified => Self::NotVerified,
            AskError::Lost => Self::Lost,
            AskError::TooLong => Self::TooLong,
        }
    }
}

/// Sends a message and waits for its answer.
pub(crate) async fn say(
    shared: &Arc<Shared>,
    message: &PeerMessage,
) -> Result<PeerMessageAnswer, PeerMessageError> {
    if !shared.is_verified(&message.to) {
        return Err(PeerMessageError::NotVerified);
    }
    Ok(asking::ask(shared, message).await?)
}

/// Answers someone who sends a message.
pub(crate) async fn accept(shared: Arc<Shared>, device: DeviceId, stream: Stream) {
    let decide = |message| decide(&shared, message);
    asking::answer(&shared, device, stream, decide).await;
}

async fn decide(shared: &Shared, message: PeerMessage) -> PeerMessageAnswer {
    let wait = shared
        .messages()
        .too_fast(message.from, shared.clock.monotonic());
    match wait {
        Some(wait) => PeerMessageAnswer::Later(wait.as_secs() + 1),
        None => asking::put(shared, message).await,
    }
}
