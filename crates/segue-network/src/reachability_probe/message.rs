//! What is asked and answered, as it travels, and made safe. Pure.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

/// How many ports are tried, at most.
pub const PORTS: usize = 4;

/// The longest that they may make us wait, in seconds.
const LONGEST: u64 = 60;

/// What became of trying a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tried {
    /// A connection was made.
    Opened,
    /// Nobody listens there, or something says so.
    Refused,
    /// No answer in time: something swallows the packets.
    Silent,
    /// It could not be tried, or something on the way said no.
    Failed,
}

/// Please try these ports of mine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Question {
    pub ports: Vec<u16>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reply {
    Answer(Answer),
    /// You are not verified here.
    Stranger,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Answer {
    /// When the question came, in milliseconds since 1970.
    pub time: u64,
    /// Where you are seen, if that can be tried.
    pub at: Option<IpAddr>,
    /// What became of each port.
    pub tried: Vec<(u16, Tried)>,
    /// Nothing was tried: ask again after this many seconds.
    pub wait: u64,
    /// The ports of mine.
    pub ports: Vec<u16>,
}

impl Answer {
    /// Drops everything that was not asked for and bounds every amount.
    pub fn bounded(self, asked: &[u16]) -> Self {
        let mut tried: Vec<(u16, Tried)> = Vec::new();
        for (port, how) in self.tried {
            if asked.contains(&port) && tried.iter().all(|(other, _)| *other != port) {
                tried.push((port, how));
            }
        }
        tried.truncate(PORTS);
        Self {
            time: self.time,
            at: self.at.map(|at| at.to_canonical()),
            tried,
            wait: self.wait.min(LONGEST),
            ports: named(self.ports),
        }
    }
}

/// Ports that can be tried, each once, and not more than are allowed.
pub(super) fn named(ports: Vec<u16>) -> Vec<u16> {
    let mut all: Vec<u16> = Vec::new();
    for port in ports {
        if port != 0 && !all.contains(&port) && all.len() < PORTS {
            all.push(port);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::limits::PROBE_BYTES;

    fn tried() -> impl Strategy<Value = Tried> {
        use Tried::{Failed, Opened, Refused, Silent};
        prop::sample::select(vec![Opened, Refused, Silent, Failed])
    }

    fn is_bounded(ports: &[u16]) -> bool {
        let mut once = ports.to_vec();
        once.sort_unstable();
        once.dedup();
        once.len() == ports.len() && ports.len() <= PORTS && !ports.contains(&0)
    }

    proptest! {
        #[test]
        fn whatever_is_named_is_bounded(ports in vec(any::<u16>(), 0..300)) {
            prop_assert!(is_bounded(&named(ports)));
        }

        #[test]
        fn whatever_is_answered_is_bounded_and_about_what_was_asked(
            time: u64,
            at: Option<IpAddr>,
            answered in vec((any::<u16>(), tried()), 0..50),
            mut asked in vec(1..=u16::MAX, 0..10),
            wait: u64,
            ports in vec(any::<u16>(), 0..50),
        ) {
            asked.extend(answered.first().map(|(port, _)| *port));
            let asked = named(asked);
            let answer = Answer { time, at, tried: answered, wait, ports };
            let bounded = answer.bounded(&asked);
            let about: Vec<u16> = bounded.tried.iter().map(|(port, _)| *port).collect();
            prop_assert!(is_bounded(&about) && about.iter().all(|port| asked.contains(port)));
            prop_assert!(is_bounded(&bounded.ports) && bounded.wait <= LONGEST);
            // Saying it again changes nothing, and it fits.
            prop_assert_eq!(bounded.clone().bounded(&asked), bounded.clone());
            let travels = serde_json::to_vec(&Reply::Answer(bounded)).unwrap();
            prop_assert!(travels.len() <= PROBE_BYTES, "{}", travels.len());
        }

        #[test]
        fn any_bytes_are_a_question_or_an_error(bytes in vec(any::<u8>(), 0..200)) {
            if let Ok(question) = serde_json::from_slice::<Question>(&bytes) {
                prop_assert!(is_bounded(&named(question.ports)));
            }
        }
    }
}
