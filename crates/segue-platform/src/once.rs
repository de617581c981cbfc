//! Each part of a conversation is counted once: as kept, unless it was counted as changed or left
//! out on its way.
//!
//! ```text
//! begin ──▶ the part is written, and what becomes of it is told ──▶ end: nothing told? then kept
//! ```

use segue_conversation::{Fate, Report};

/// A part on its way, to be counted once.
pub(crate) struct Once {
    kind: &'static str,
    lost: u64,
}

impl Once {
    /// Begins before anything is reported about a part of this kind.
    pub(crate) fn begin(report: &Report, kind: &'static str) -> Self {
        Self {
            kind,
            lost: lost(report, kind),
        }
    }

    /// Counts the part as kept if nothing else was reported about its kind in between.
    pub(crate) fn end(self, report: &mut Report) {
        if lost(report, self.kind) == self.lost {
            report.kept(self.kind);
        }
    }
}

fn lost(report: &Report, kind: &str) -> u64 {
    report.count_of(Fate::Changed, kind) + report.count_of(Fate::Dropped, kind)
}
