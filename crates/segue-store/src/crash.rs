//! Ending on purpose between two writes, so that tests can show that nothing is lost or done twice.
//!
//! `SEGUE_CRASH_AT=7` ends a development build without any goodbye at the seventh of these points. A
//! release has none of them.

/// Marks a point between two writes, and ends the process here if `SEGUE_CRASH_AT` asks for that.
#[cfg(debug_assertions)]
pub fn point(name: &'static str) {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};
    static AT: OnceLock<Option<u64>> = OnceLock::new();
    static PASSED: AtomicU64 = AtomicU64::new(0);
    let at = AT.get_or_init(|| std::env::var("SEGUE_CRASH_AT").ok()?.parse().ok());
    if let Some(at) = at {
        let passed = PASSED.fetch_add(1, Ordering::SeqCst) + 1;
        if passed == *at {
            eprintln!("crash point {passed}: {name}");
            std::process::abort();
        }
    }
}

/// Does nothing: a release has no such points.
#[cfg(not(debug_assertions))]
pub fn point(_name: &'static str) {}
