//! What is told, and how often.

use super::*;

fn arrival(who: &str, title: &str) -> Arrival {
    Arrival {
        id: "task-1".to_owned(),
        who: plain(who, NAME),
        title: Some(plain(title, TITLE)),
        messages: 84,
    }
}

#[test]
fn one_is_told_at_once_and_many_together_after_the_pause() {
    let start = Instant::now();
    let mut gather = Gather::default();
    assert_eq!(gather.due(start), None);
    gather.arrived(arrival("Sam", "Fix flaky login test"));
    let said = gather.take(start, Words::En).unwrap();
    assert_eq!(said.summary, "Sam handed you “Fix flaky login test”");
    assert_eq!(said.body, "84 messages");
    assert_eq!(said.handoff.as_deref(), Some("task-1"));
    for who in ["Sam", "Dana", "Sam", "Kim", "Sam", "Sam", "Sam"] {
        gather.arrived(arrival(who, "More"));
    }
    assert_eq!(gather.due(start), Some(start + PAUSE));
    assert_eq!(gather.take(start + PAUSE / 2, Words::En), None);
    let said = gather.take(start + PAUSE, Words::En).unwrap();
    assert_eq!(said.summary, "Sam and 2 others handed you 7 conversations");
    assert_eq!((said.body.as_str(), said.handoff), ("", None));
    assert_eq!(gather.take(start + PAUSE * 2, Words::En), None);
}

#[test]
fn a_thousand_in_ten_seconds_are_three_notifications() {
    let start = Instant::now();
    let mut gather = Gather::default();
    let mut told = 0;
    for step in 0..1000_u32 {
        let now = start + Duration::from_millis(10) * step;
        gather.arrived(arrival(&format!("Person {step}"), "Spam"));
        told += usize::from(gather.take(now, Words::En).is_some());
    }
    told += usize::from(gather.take(start + PAUSE * 3, Words::En).is_some());
    assert_eq!(told, 3);
    assert!(gather.names.len() <= NAMES);
}

#[test]
fn what_was_seen_in_the_window_is_not_told() {
    let now = Instant::now();
    let mut gather = Gather::default();
    gather.arrived(arrival("Sam", "Seen"));
    gather.forget();
    assert_eq!(gather.take(now, Words::En), None);
}

#[test]
fn foreign_text_is_one_short_line() {
    assert_eq!(
        plain("a\u{202e}b\u{200b}c\n\td  e\u{1b}[2J", 40),
        "abc d e[2J"
    );
    assert_eq!(plain(&"x".repeat(200), 10), format!("{}…", "x".repeat(9)));
    assert_eq!(plain(" \u{e0041}\u{feff} ", 10), "");
}
