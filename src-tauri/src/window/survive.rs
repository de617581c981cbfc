//! The process that shows the page is not ours, and it can crash: in the driver of a graphics card, for
//! want of memory. Nothing is lost by that, since all that counts is in the node; so the page is loaded
//! anew. When it crashes again and again it stays as it is, and the log says so.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use tauri::WebviewWindow;
use webkit2gtk::WebViewExt;

use segue_clock::system as clock;

/// The page is loaded again at most this often within this time.
const MOST: usize = 3;
const WITHIN: Duration = Duration::from_secs(60);

/// Loads the page again when the process that shows it ends.
pub fn watch(window: &WebviewWindow) -> tauri::Result<()> {
    window.with_webview(|webview| {
        let crashes = RefCell::new(Crashes::default());
        webview
            .inner()
            .connect_web_process_terminated(move |view, why| {
                if crashes.borrow_mut().is_bearable(clock::monotonic()) {
                    tracing::warn!(?why, "the page crashed and is loaded again");
                    view.reload();
                } else {
                    tracing::error!(?why, "the page crashes again and again");
                }
            });
    })
}

/// When the page crashed in the last minute.
#[derive(Default)]
struct Crashes(Vec<Instant>);

impl Crashes {
    /// Counts one more crash, and returns whether loading the page again is worth a try.
    fn is_bearable(&mut self, now: Instant) -> bool {
        self.0.retain(|then| now.duration_since(*then) < WITHIN);
        self.0.push(now);
        self.0.len() <= MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_in_a_minute_are_borne() {
        let (mut crashes, start) = (Crashes::default(), Instant::now());
        let after = |seconds| start + Duration::from_secs(seconds);
        for seconds in [0, 1, 2] {
            assert!(crashes.is_bearable(after(seconds)));
        }
        assert!(!crashes.is_bearable(after(3)));
        assert!(crashes.is_bearable(after(70)));
    }
}
