//! What lets a page in: a token that works once, traded for a session that lives in one tab.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use segue_door::{Code, Failure};
use subtle::ConstantTimeEq;

/// How many unused tokens and how many sessions there may be; the oldest go first.
const KEEP: usize = 16;

/// Tokens not yet used and sessions in use.
#[derive(Default)]
pub struct Tickets {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    tokens: VecDeque<String>,
    sessions: VecDeque<String>,
}

impl Tickets {
    /// Creates a token that works once.
    pub fn new_token(&self) -> Result<String, Failure> {
        let token = random()?;
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        push(&mut inner.tokens, token.clone());
        Ok(token)
    }

    /// Checks whether a session was given out and still counts.
    pub fn is_session(&self, shown: &str) -> bool {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        position(&inner.sessions, shown).is_some()
    }

    /// Returns the session of a page that shows an unused token or the session it was given before.
    /// A token is used up by that.
    pub fn admit(&self, shown: &str) -> Result<String, Failure> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if position(&inner.sessions, shown).is_some() {
            return Ok(shown.to_owned());
        }
        let Some(at) = position(&inner.tokens, shown) else {
            return Err(Failure::new(
                Code::Refused,
                "This link was already used, or Segue was restarted since.",
            )
            .hint("Run segue serve again for a new link."));
        };
        inner.tokens.remove(at);
        let session = random()?;
        push(&mut inner.sessions, session.clone());
        Ok(session)
    }
}

fn push(queue: &mut VecDeque<String>, value: String) {
    if queue.len() == KEEP {
        queue.pop_front();
    }
    queue.push_back(value);
}

/// Finds a value in a queue, in a time that does not reveal how much of it was right.
fn position(queue: &VecDeque<String>, shown: &str) -> Option<usize> {
    queue
        .iter()
        .position(|value| bool::from(value.as_bytes().ct_eq(shown.as_bytes())))
}

/// Returns 128 bits from the system's random source, as hex digits.
fn random() -> Result<String, Failure> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        Failure::new(
            Code::Internal,
            format!("The system provides no random numbers: {error}."),
        )
    })?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_works_once_and_its_session_again_and_again() {
        let tickets = Tickets::default();
        let token = tickets.new_token().unwrap();
        let session = tickets.admit(&token).unwrap();
        assert_ne!(session, token);
        assert_eq!(tickets.admit(&token).unwrap_err().code, Code::Refused);
        assert_eq!(tickets.admit(&session).as_deref(), Ok(session.as_str()));
        assert!(tickets.is_session(&session) && !tickets.is_session(&token));
        for wrong in ["", "x", &session[1..], &format!("{session}0")] {
            assert!(tickets.admit(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_number_of_tokens_is_bounded() {
        let tickets = Tickets::default();
        let first = tickets.new_token().unwrap();
        for _ in 0..KEEP {
            tickets.new_token().unwrap();
        }
        assert!(tickets.admit(&first).is_err());
    }
}
