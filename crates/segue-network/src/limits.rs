//! Every bound in one place, and the bucket that counts against time.
//!
//! A stranger can make us do no more than these numbers allow; a verified person has room for work.

use std::time::{Duration, Instant};

/// Connections that have not proved who they are yet, by each transport. From where someone known was
/// there is always room.
pub(crate) const PENDING_IN: usize = 64;
/// The same from one IP address.
pub(crate) const PENDING_PER_IP: usize = 8;
/// Connections we try to make at once.
pub(crate) const PENDING_OUT: u32 = 64;
/// Established connections that others made. Verified people are not counted.
pub(crate) const ESTABLISHED_IN: u32 = 96;
/// Established connections that strangers at one IP address made.
pub(crate) const STRANGERS_PER_IP: usize = 24;
/// All established connections. Verified people are not counted.
pub(crate) const ESTABLISHED: u32 = 192;
/// Two at once only for the moment in which one of them is chosen.
pub(crate) const PER_PEER: u32 = 2;
/// New connections from one IP address: how many at once, and how many each second.
pub(crate) const CONNECTS: Rate = Rate {
    burst: 16,
    each: Duration::from_millis(500),
};
/// Dials to strangers that nobody asked for, at once.
pub(crate) const STRANGER_DIALS: usize = 16;
/// Memory of this process beyond which there is no room for strangers.
pub(crate) const MEMORY: u64 = 512 * 1024 * 1024;
/// How long a stranger may be connected without saying hello.
pub(crate) const HELLO_WITHIN: Duration = Duration::from_secs(20);
/// How much QUIC buffers before we read it: of one stream, and of one connection.
pub(crate) const QUIC_WINDOW: (u32, u32) = (2 * 1024 * 1024, 4 * 1024 * 1024);
/// Streams on one connection: more than both sides together have open when both keep to the rest.
pub(crate) const STREAMS: usize = 64;
/// Offers we make to one person at once; more of them wait.
pub(crate) const OFFERS_AT_ONCE: usize = 4;
/// How many messages we send to one person at once; more of them wait.
pub(crate) const WORDS_AT_ONCE: usize = 4;
/// How many sync sessions with one person may run at once that we began, and as many that they
/// began.
pub(crate) const TALKS_PER_PERSON: usize = 2;
/// How many sync sessions that others began may run at once.
pub(crate) const TALKS_IN: usize = 8;
/// Streams a stranger may have open here, and how fast new ones may come.
pub(crate) const STRANGER_STREAMS: usize = 4;
pub(crate) const STRANGER_STREAM_RATE: Rate = Rate {
    burst: 12,
    each: Duration::from_secs(2),
};
/// Streams a verified person may have open here.
pub(crate) const VERIFIED_STREAMS: usize = 24;
/// Streams of one side that need no turn: two hellos while connections cross, a pairing, a question
/// whether we answer, a reachability probe, and a few pulls that only say stop.
const OTHER_STREAMS: usize = 7;
const _: () = assert!(
    OFFERS_AT_ONCE + WORDS_AT_ONCE + TALKS_PER_PERSON + TAKES_PER_PERSON + OTHER_STREAMS
        <= VERIFIED_STREAMS,
    "whoever keeps to the rest is never turned away"
);
const _: () = assert!(
    2 * VERIFIED_STREAMS < STREAMS,
    "both sides fit, and so does what asks whether they are there"
);
/// How often a device may say something new about itself.
pub(crate) const HELLOS: Rate = Rate {
    burst: 10,
    each: Duration::from_secs(3),
};
/// Offers of one person.
pub(crate) const OFFERS: Rate = Rate {
    burst: 20,
    each: Duration::from_secs(3),
};
/// Messages from one person.
pub(crate) const PEER_MESSAGES: Rate = Rate {
    burst: 120,
    each: Duration::from_millis(500),
};
/// Sync sessions that one person begins.
pub(crate) const SYNCS: Rate = Rate {
    burst: 20,
    each: Duration::from_millis(500),
};
/// How often we try to reach one person because they ask for it.
pub(crate) const PROBES: Rate = Rate {
    burst: 1,
    each: Duration::from_secs(10),
};
/// How many frames, and how many bytes, each side may send in one sync session.
pub(crate) const SYNC_FRAMES: u32 = 256;
pub(crate) const SYNC_BYTES: u64 = 64 * 1024 * 1024;
/// How long a sync session may be silent while someone waits, and how long it may take altogether.
pub(crate) const SYNC_SILENCE: Duration = Duration::from_secs(10);
pub(crate) const SYNC_LASTS: Duration = Duration::from_secs(600);
/// Files of one person that come at once; the others wait their turn.
pub(crate) const TAKES_PER_PERSON: usize = 4;
/// Files that come at once.
pub(crate) const TAKES: usize = 8;
/// Files that go to one person at once.
pub(crate) const SERVES_PER_PERSON: usize = 4;
/// The largest file that is taken.
pub const LARGEST: u64 = 8 * 1024 * 1024 * 1024;
/// What one person's files may come to together, while they are on their way.
pub(crate) const ON_THE_WAY: u64 = 4 * LARGEST;
/// What stays free on a disk whatever comes.
pub(crate) const KEEP_FREE: u64 = 64 * 1024 * 1024;
/// Bytes of a hello.
pub(crate) const HELLO_BYTES: usize = 4096;
/// Bytes of any message of a pairing or a join.
pub(crate) const PAIR_BYTES: usize = 4096;
/// Bytes of an offer.
pub(crate) const OFFER_BYTES: usize = 64 * 1024;
/// The size of a message in bytes: quotes and line ends take twice their room on the wire.
pub(crate) const PEER_MESSAGE_BYTES: usize = 100 * 1024;
/// The size of the opening of a sync session in bytes.
pub(crate) const SYNC_OPENING: usize = 2048;
/// Bytes of a question how we see someone, and of its answer.
pub(crate) const PROBE_BYTES: usize = 1024;
/// A device that can't prove who it is within this time is dropped.
pub(crate) const HANDSHAKE: Duration = Duration::from_secs(5);
/// A transfer without any progress for so long is interrupted and tried again.
pub(crate) const NO_PROGRESS: Duration = Duration::from_secs(15);

/// So many at once, then one each so often.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rate {
    pub burst: u32,
    pub each: Duration,
}

/// Counts against a [`Rate`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bucket {
    rate: Rate,
    left: f64,
    at: Instant,
}

impl Bucket {
    pub fn new(rate: Rate, now: Instant) -> Self {
        Self {
            rate,
            left: f64::from(rate.burst),
            at: now,
        }
    }

    /// Takes one, if there is one.
    pub fn take(&mut self, now: Instant) -> bool {
        self.fill(now);
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }

    /// Returns how long it takes until one is available.
    pub fn wait(&mut self, now: Instant) -> Duration {
        self.fill(now);
        self.rate.each.mul_f64((1.0 - self.left).clamp(0.0, 1.0))
    }

    /// Checks whether nothing was taken for so long that the bucket need not be kept.
    pub fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.left >= f64::from(self.rate.burst)
    }

    fn fill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        let more = passed / self.rate.each.as_secs_f64();
        self.left = (self.left + more).min(f64::from(self.rate.burst));
        self.at = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let rate = Rate {
            burst: 3,
            each: Duration::from_secs(2),
        };
        let start = Instant::now();
        let mut bucket = Bucket::new(rate, start);
        assert_eq!((0..10).filter(|_| bucket.take(start)).count(), 3);
        assert_eq!(bucket.wait(start), Duration::from_secs(2));
        let later = start + Duration::from_secs(4);
        assert_eq!((0..10).filter(|_| bucket.take(later)).count(), 2);
        assert!(!bucket.is_full(later));
        assert!(bucket.is_full(later + Duration::from_secs(60)));
    }
}
