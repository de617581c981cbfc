use segue_door::FullCopy;

use super::super::samples;
use super::*;

fn list(handoffs: Vec<Handoff>) -> HandoffList {
    HandoffList {
        handoffs,
        ended: 0,
        network: true,
    }
}

#[test]
fn nothing_yet() {
    let mut before = list(vec![]);
    let mut shown = vec![
        text(&before, Direction::Sent, false, 80),
        text(&before, Direction::Received, false, 80),
    ];
    before.ended = 3;
    shown.push(text(&before, Direction::Sent, false, 80));
    before.network = false;
    for hosts in [true, false] {
        shown.push(text(&before, Direction::Received, true, 80) + &network(&before, hosts));
    }
    insta::assert_snapshot!("boxes_empty", shown.join("\n\n"));
}

#[test]
fn what_was_sent_in_every_state() {
    let mut away = samples::sent();
    away.person.here = false;
    away.waits = Some("Sam is not here. It leaves when they appear.".to_owned());
    let mut asked = samples::sent();
    asked.state = "input-required".to_owned();
    asked.receipt = "input-required".to_owned();
    asked.says = "Sam needs your answer.".to_owned();
    asked.question = Some("Which branch?\nI see three of them.".to_owned());
    let mut trust = samples::sent();
    trust.state = "auth-required".to_owned();
    trust.says = "Sam's key has changed.".to_owned();
    let mut failed = samples::sent();
    failed.state = "failed".to_owned();
    failed.says = "It failed: the file is larger than Sam allows.".to_owned();
    failed.title = None;
    let mut long = samples::sent();
    long.person.name = "Maximiliane von Hohenstein-Weissenfels".to_owned();
    long.title = Some("שלום \u{202e}txt.exe\x1b[31m and a title that goes on and on".to_owned());
    let mut all = list(vec![away, asked, trust, failed, long]);
    all.ended = 12;
    insta::assert_snapshot!("outbox", text(&all, Direction::Sent, false, 80));
}

#[test]
fn what_came_in_every_state() {
    let new = samples::received();
    let mut blocked = samples::received();
    blocked.receipt = "opened".to_owned();
    blocked.says = "You looked at it.".to_owned();
    blocked.priority = Some("high".to_owned());
    blocked.options = vec!["SQLite".to_owned(), "Postgres\non the server".to_owned()];
    let mut asked = samples::received();
    asked.receipt = "input-required".to_owned();
    asked.says = "Waiting for Sam.".to_owned();
    asked.question = Some("Which branch?".to_owned());
    let mut pointer = samples::received();
    pointer.full_copy = Some(FullCopy {
        bytes: 3_400_000,
        messages: 84,
        state: RemoteCopy::Available,
    });
    let mut dismissed = samples::received();
    dismissed.state = "rejected".to_owned();
    dismissed.receipt = "dismissed".to_owned();
    dismissed.says = "You dismissed it. Sam does not know yet.".to_owned();
    dismissed.undo_until = Some("2020-11-01T10:00:10Z".to_owned());
    let all = list(vec![new, blocked, asked, pointer, dismissed]);
    insta::assert_snapshot!("inbox", text(&all, Direction::Received, true, 80));
}
