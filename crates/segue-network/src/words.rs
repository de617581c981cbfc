//! Words on the wire: only verified people can say one, at a bounded rate, to us alone.

use std::sync::Arc;

use libp2p::{Stream, StreamProtocol};

use crate::asking::{self, AskError, Message};
use crate::device::DeviceId;
use crate::limits::WORD_BYTES;
use crate::network::{Answer, Event};
use crate::shared::Shared;
use crate::turns::Turn;
use crate::wire::WORD;
use crate::word::{BODY, Word, WordAnswer, WordError};

impl Message for Word {
    type Answer = WordAnswer;
    const PROTOCOL: StreamProtocol = WORD;
    const TURN: Turn = Turn::Word;
    const BODY: usize = BODY;
    const BYTES: usize = WORD_BYTES;

    fn names(&self) -> (DeviceId, DeviceId) {
        (self.from, self.to)
    }

    fn body(&self) -> &str {
        &self.body
    }

    fn is_signed(&self) -> bool {
        Word::is_signed(self)
    }

    fn event(self, answer: Answer<WordAnswer>) -> Event {
        let word = Box::new(self);
        Event::Word { word, answer }
    }

    fn refused(why: String) -> WordAnswer {
        WordAnswer::Refused(why)
    }

    fn later(seconds: u64) -> WordAnswer {
        WordAnswer::Later(seconds)
    }

    fn bounded(answer: WordAnswer) -> WordAnswer {
        match answer {
            WordAnswer::Kept => WordAnswer::Kept,
            WordAnswer::Later(wait) => WordAnswer::Later(asking::seconds(wait)),
            WordAnswer::Refused(why) => WordAnswer::Refused(asking::reason(&why)),
        }
    }
}

impl From<AskError> for WordError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Connect(why) => Self::Connect(why),
            AskError::NotVerified => Self::NotVerified,
            AskError::Lost => Self::Lost,
            AskError::TooLong => Self::TooLong,
        }
    }
}

/// Says a word and waits for its answer.
pub(crate) async fn say(shared: &Arc<Shared>, word: &Word) -> Result<WordAnswer, WordError> {
    if !shared.is_verified(&word.to) {
        return Err(WordError::NotVerified);
    }
    Ok(asking::ask(shared, word).await?)
}

/// Someone says a word.
pub(crate) async fn accept(shared: Arc<Shared>, device: DeviceId, stream: Stream) {
    let decide = |word| decide(&shared, word);
    asking::answer(&shared, device, stream, decide).await;
}

async fn decide(shared: &Shared, word: Word) -> WordAnswer {
    let wait = shared.words().too_fast(word.from, shared.clock.monotonic());
    match wait {
        Some(wait) => WordAnswer::Later(wait.as_secs() + 1),
        None => asking::put(shared, word).await,
    }
}
