//! `segue rules`: the person's own rules for secrets, and trying all of them.

use std::io::Read;
use std::process::ExitCode;

use segue_door::{Failure, FindingConfidence, SettingsView, TriedRules, ask};
use segue_link::Link;
use serde_json::{Value, json};

use super::Ended;
use crate::arguments::RulesChange;
use crate::readable::count;
use crate::say::{Say, printable};

/// The most bytes of a text to try the rules on.
const TRIED: u64 = 200_000;

/// Shows the rules, changes one, or tries them.
pub async fn rules(link: &Link, say: &Say, change: Option<RulesChange>) -> Ended {
    let view = link.call(ask::Settings {}).await?;
    let (name, value) = match change {
        None => {
            say.reply(&view.values.sending, |_| text(&view));
            return Ok(ExitCode::SUCCESS);
        }
        Some(RulesChange::Try { text, personal }) => {
            return try_out(link, say, text, personal).await;
        }
        Some(RulesChange::Add { name, pattern }) => {
            let mut rules = view.values.sending.rules.clone();
            rules.retain(|rule| rule.name != name);
            let mut list: Vec<Value> = rules.iter().map(|rule| json!(rule)).collect();
            list.push(json!({ "name": name, "pattern": pattern }));
            ("sending.rules", Value::from(list))
        }
        Some(RulesChange::Remove { name }) => {
            let rules = &view.values.sending.rules;
            let left: Vec<_> = rules.iter().filter(|rule| rule.name != name).collect();
            if left.len() == rules.len() {
                return Err(Failure::invalid(format!("There's no rule \"{name}\"."))
                    .hint("segue rules lists your rules. Built-in rules can't be removed."));
            }
            ("sending.rules", json!(left))
        }
        Some(RulesChange::Allow { pattern }) => {
            let mut allow = view.values.sending.allow.clone();
            allow.retain(|known| *known != pattern);
            allow.push(pattern);
            ("sending.allow", json!(allow))
        }
        Some(RulesChange::Disallow { pattern }) => {
            let allow = &view.values.sending.allow;
            let left: Vec<_> = allow.iter().filter(|known| **known != pattern).collect();
            if left.len() == allow.len() {
                return Err(
                    Failure::invalid(format!("There's no exception \"{pattern}\"."))
                        .hint("segue rules lists your exceptions."),
                );
            }
            ("sending.allow", json!(left))
        }
    };
    // What is wrong with a pattern is said about the pattern.
    let list = |which: &str, now: Value| if name == which { value.clone() } else { now };
    let sending = &view.values.sending;
    let rules = list("sending.rules", json!(sending.rules));
    let allow = list("sending.allow", json!(sending.allow));
    link.call(ask::TryRules {
        text: String::new(),
        rules: serde_json::from_value(rules).ok(),
        allow: serde_json::from_value(allow).ok(),
        personal: None,
    })
    .await?;
    let request = ask::ChangeSettings {
        changes: [(name.to_owned(), value)].into(),
    };
    let view = link.call(request).await?;
    say.reply(&view.values.sending, |_| text(&view));
    Ok(ExitCode::SUCCESS)
}

fn text(view: &SettingsView) -> String {
    let sending = &view.values.sending;
    let mut lines = Vec::new();
    if sending.rules.is_empty() {
        lines.push("No rules of your own. The built-in rules are always used.".to_owned());
    } else {
        lines.push("Your rules, in addition to the built-in ones:".to_owned());
    }
    for rule in &sending.rules {
        lines.push(format!(
            "  {}  {}",
            printable(&rule.name),
            printable(&rule.pattern)
        ));
    }
    if !sending.allow.is_empty() {
        lines.push("Exceptions, never treated as secrets:".to_owned());
    }
    for pattern in &sending.allow {
        lines.push(format!("  {}", printable(pattern)));
    }
    let ours = |problem: &&String| problem.contains("sending.");
    for problem in view.problems.iter().filter(ours) {
        lines.push(format!("! {}", printable(problem)));
    }
    lines.join("\n")
}

async fn try_out(link: &Link, say: &Say, text: Option<String>, personal: bool) -> Ended {
    let text = match text {
        Some(text) => text,
        None => input()?,
    };
    let request = ask::TryRules {
        text,
        rules: None,
        allow: None,
        personal: personal.then_some(true),
    };
    let tried = link.call(request).await?;
    say.reply(&tried, tried_text);
    Ok(ExitCode::SUCCESS)
}

fn input() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .take(TRIED + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::invalid(format!("Standard input can't be read: {error}.")))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn tried_text(tried: &TriedRules) -> String {
    if tried.hits.is_empty() {
        return "No secrets found.".to_owned();
    }
    let mut lines = vec![format!(
        "{} found:",
        count(
            tried.hits.len() as u64,
            "possible secret",
            "possible secrets"
        )
    )];
    for hit in &tried.hits {
        let sure = match hit.confidence {
            FindingConfidence::Certain => "certain",
            FindingConfidence::Likely => "likely",
            FindingConfidence::Possible => "possible",
        };
        let length = hit.end.saturating_sub(hit.start);
        lines.push(format!(
            "  {} ({}), {sure}, {} at position {}",
            printable(&hit.what),
            printable(&hit.rule),
            count(length, "character", "characters"),
            hit.start + 1
        ));
    }
    lines.push(String::new());
    lines.push("The text after removal:".to_owned());
    lines.extend(
        tried
            .text
            .lines()
            .map(|line| format!("  {}", printable(line))),
    );
    lines.join("\n")
}
