//! How far the clock is ahead of the system's, in development builds only.
//!
//! `SEGUE_CLOCK` names a file that holds it, as in `+180s`; without the file it is nothing. A thread
//! looks at the file every 20 ms, so a test puts the clock on by writing it, whenever it likes. The
//! clock is never put back: what is less than before, or not understood, changes nothing.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use tokio::sync::watch;

use super::Clock;

/// How often the file is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How far a clock is ahead; clones follow the same hand.
#[derive(Debug, Clone)]
pub(super) struct Ahead(pub(super) watch::Receiver<Duration>);

/// Puts a clock on, in tests.
#[derive(Debug)]
pub struct Hand(watch::Sender<Duration>);

impl Hand {
    /// Puts the clock on by so much; whoever waits for a time that has come by that is woken.
    pub fn advance(&self, time: Duration) {
        self.0
            .send_modify(|ahead| *ahead = ahead.saturating_add(time));
    }
}

impl Clock {
    /// Returns a clock and the hand that puts it on.
    pub fn by_hand() -> (Self, Hand) {
        let (hand, ahead) = watch::channel(Duration::ZERO);
        let ahead = Ahead(ahead);
        (Self { ahead }, Hand(hand))
    }

    pub(super) fn ahead(&self) -> Duration {
        *self.ahead.0.borrow()
    }

    /// Waits until the clock is put on; for ever when nobody can do that any more.
    pub(super) fn changes(&self) -> impl Future<Output = ()> + use<> {
        let mut ahead = self.ahead.0.clone();
        // What is seen from here on is a change, whatever other readers saw.
        ahead.mark_unchanged();
        async move {
            if ahead.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }
}

impl Ahead {
    /// Returns what the environment of this process says; all of its clocks follow one file.
    pub(super) fn by_environment() -> Self {
        static FILE: OnceLock<Ahead> = OnceLock::new();
        FILE.get_or_init(|| Self::following(std::env::var_os("SEGUE_CLOCK")))
            .clone()
    }

    /// Follows a file from now on, if one is named.
    pub(super) fn following(file: Option<OsString>) -> Self {
        let (hand, ahead) = watch::channel(Duration::ZERO);
        if let Some(file) = file.filter(|file| !file.is_empty()).map(PathBuf::from) {
            // A process begins with the time that the others have already.
            look(&file, &hand);
            let looking = move || {
                while !hand.is_closed() {
                    std::thread::sleep(LOOK);
                    look(&file, &hand);
                }
            };
            let thread = std::thread::Builder::new().name("segue-clock".to_owned());
            if let Err(error) = thread.spawn(looking) {
                tracing::error!(%error, "the clock can't be followed");
            }
        }
        Self(ahead)
    }
}

/// Takes over what the file says, if that is later.
fn look(file: &std::path::Path, hand: &watch::Sender<Duration>) {
    let Ok(text) = std::fs::read_to_string(file) else {
        return;
    };
    match parse(&text) {
        Some(ahead) => {
            hand.send_if_modified(|before| {
                let later = ahead > *before;
                if later {
                    *before = ahead;
                }
                later
            });
        }
        // It may be half written.
        None => tracing::debug!(text, "SEGUE_CLOCK: the file holds no time like +180s"),
    }
}

/// Reads `+180s`, alone on its line.
pub(super) fn parse(text: &str) -> Option<Duration> {
    let seconds = text.strip_suffix('\n').unwrap_or(text);
    let seconds = seconds.strip_prefix('+')?.strip_suffix('s')?;
    if seconds.is_empty() || !seconds.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // More than a century is a slip.
    let seconds: u32 = seconds.parse().ok()?;
    Some(Duration::from_secs(seconds.into()))
}
