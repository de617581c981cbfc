//! What `segue serve` says about handoffs while it runs: what arrives, and what becomes of what was
//! sent. Each once; how far a file is, is nobody's news.

use std::collections::BTreeMap;

use segue_door::{Direction, Event, Handoff, ask};
use segue_link::Link;

use super::{id, name, one_line, says, title};
use crate::readable::count;

/// How many handoffs are remembered; of older ones something may be said twice.
const REMEMBERED: usize = 10_000;

/// What was said last about each handoff.
#[derive(Default)]
pub struct News {
    said: BTreeMap<String, (String, Option<String>)>,
}

/// Collects the present state of all handoffs, which is no news.
pub async fn news(link: &Link) -> News {
    let mut news = News::default();
    if let Ok(list) = link.call(ask::Outbox { all: true }).await {
        for handoff in &list.handoffs {
            news.note(handoff);
        }
    }
    if let Ok(list) = link.call(ask::Inbox { all: true }).await {
        for handoff in &list.handoffs {
            news.note(handoff);
        }
    }
    news
}

impl News {
    /// Returns the line about an event, if it is news.
    pub fn line(&mut self, event: &Event) -> Option<String> {
        match event {
            Event::HandoffArrived(now) => {
                self.note(now);
                Some(arrived(now))
            }
            Event::HandoffChanged(now) if self.note(now) => changed(now),
            _ => None,
        }
    }

    /// Remembers the state of a handoff, and returns whether it is new.
    fn note(&mut self, handoff: &Handoff) -> bool {
        if self.said.len() >= REMEMBERED && !self.said.contains_key(&handoff.id) {
            self.said.clear();
        }
        let now = (handoff.receipt.clone(), handoff.question.clone());
        let before = self.said.insert(handoff.id.clone(), now.clone());
        before.as_ref() != Some(&now)
    }
}

fn arrived(handoff: &Handoff) -> String {
    format!(
        "{} handed you \"{}\" ({}): segue review {}",
        name(handoff),
        title(handoff),
        count(handoff.messages, "message", "messages"),
        id(handoff)
    )
}

fn changed(handoff: &Handoff) -> Option<String> {
    let (name, title, id) = (name(handoff), title(handoff), id(handoff));
    let says = says(handoff);
    Some(match (handoff.direction, handoff.receipt.as_str()) {
        (Direction::Sent, "input-required") => {
            let question = handoff.question.as_deref().map(one_line);
            format!(
                "{name} asks about \"{title}\": {} Answer: segue answer {id} TEXT",
                question.unwrap_or_default()
            )
        }
        (
            Direction::Sent,
            "delivered" | "opened" | "downloaded" | "imported" | "import-undone" | "dismissed",
        )
        | (Direction::Sent, "failed" | "auth-required" | "reopened" | "answered")
        | (Direction::Received, "answered" | "withdrawn" | "failed" | "auth-required") => {
            format!("\"{title}\": {says} segue review {id}")
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use segue_door::HandoffProgress;

    use super::super::samples;
    use super::*;

    #[test]
    fn everything_is_news_once() {
        let mut news = News::default();
        let arrived = Event::HandoffArrived(Box::new(samples::received()));
        let mut lines = vec![news.line(&arrived)];
        let mut one = samples::sent();
        news.note(&one);
        let mut hear = |one: &Handoff| news.line(&Event::HandoffChanged(Box::new(one.clone())));
        one.progress = Some(HandoffProgress { done: 1, total: 2 });
        assert_eq!(hear(&one), None, "how far a file is");
        one.progress = None;
        for (receipt, says) in [
            ("offered", "Sam knows of it."),
            ("delivered", "Sam has it."),
            ("opened", "Sam looked at it."),
            ("imported", "Sam imported it to Codex."),
        ] {
            one.receipt = receipt.to_owned();
            one.says = says.to_owned();
            lines.push(hear(&one));
            assert_eq!(hear(&one), None, "{receipt} twice");
        }
        one.receipt = "input-required".to_owned();
        one.question = Some("Which\nbranch?".to_owned());
        lines.push(hear(&one));
        one.question = Some("And which commit?".to_owned());
        lines.push(hear(&one));
        let lines: Vec<String> = lines.into_iter().flatten().collect();
        insta::assert_snapshot!(lines.join("\n"), @r#"
        Sam handed you "Fix the login form" (84 messages): segue review 1a2b3c4d
        "Fix the login form": Sam has it. segue review 5e6f7a8b
        "Fix the login form": Sam looked at it. segue review 5e6f7a8b
        "Fix the login form": Sam imported it to Codex. segue review 5e6f7a8b
        Sam asks about "Fix the login form": Which branch? Answer: segue answer 5e6f7a8b TEXT
        Sam asks about "Fix the login form": And which commit? Answer: segue answer 5e6f7a8b TEXT
        "#);
    }
}
