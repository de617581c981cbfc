//! An import back into the same agent counts every part once.

use std::collections::BTreeMap;

use segue_conversation::{Fate, Message};
use segue_platform::Limits;

use super::home::{Home, PLATFORMS, export, platform};

fn messages(id: &str, home: &Home) -> Vec<Message> {
    let session = home.session(id);
    let mut reading = platform(id).open(&session, &Limits::default()).unwrap();
    std::iter::from_fn(|| reading.message().unwrap()).collect()
}

#[test]
fn every_part_is_counted_once() {
    for id in PLATFORMS {
        for compacted in [false, true] {
            let home = Home::with_scene(id, compacted);
            let mut parts: BTreeMap<&str, u64> = BTreeMap::new();
            for message in messages(id, &home) {
                for part in &message.parts {
                    *parts.entry(part.body.kind()).or_default() += 1;
                }
            }
            let (file, _) = export(id, &home.session(id), &Limits::default()).unwrap();
            let report = home.import(id, &file).unwrap().written.report;
            for (kind, count) in &parts {
                let told = |fate| report.count_of(fate, kind);
                let lost = told(Fate::Changed) + told(Fate::Dropped);
                let line = format!("{id}: {kind}, compacted: {compacted}: {report:#?}");
                assert_eq!(told(Fate::Kept) + lost, *count, "{line}");
                // Thinking is the one thing no agent can be given again as it was.
                assert!(lost == 0 || *kind == "reasoning", "{line}");
            }
            for kind in ["text", "reasoning", "tool call", "tool result", "image"] {
                assert!(parts.contains_key(kind), "{id} has {kind}: {parts:?}");
            }
        }
    }
}
