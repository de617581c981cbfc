//! `segue settings`.

use std::collections::BTreeMap;
use std::process::ExitCode;

use segue_door::{SettingsView, ask};
use segue_link::Link;
use serde_json::Value;

use super::Ended;
use crate::arguments::SettingsChange;
use crate::say::{Say, printable};

/// Shows the settings, or changes some and shows those.
pub async fn settings(link: &Link, say: &Say, change: Option<SettingsChange>) -> Ended {
    let changes: BTreeMap<String, Value> = match change {
        None => BTreeMap::new(),
        // The node knows what kind of value each setting takes.
        Some(SettingsChange::Set { name, value }) => BTreeMap::from([(name, Value::from(value))]),
        Some(SettingsChange::Reset { names }) => {
            names.into_iter().map(|name| (name, Value::Null)).collect()
        }
    };
    let names: Vec<String> = changes.keys().cloned().collect();
    let view = if changes.is_empty() {
        link.call(ask::Settings {}).await?
    } else {
        link.call(ask::ChangeSettings { changes }).await?
    };
    say.reply(&view, |view| {
        if names.is_empty() {
            text(view)
        } else {
            changed(view, &names)
        }
    });
    Ok(ExitCode::SUCCESS)
}

fn text(view: &SettingsView) -> String {
    let mut lines = Vec::new();
    for (name, about) in &view.about {
        let mark = if view.changed.contains(name) {
            "*"
        } else {
            " "
        };
        lines.push(format!("{mark} {name} = {}", value(view, name)));
        lines.push(format!("    {about}"));
    }
    for problem in &view.problems {
        lines.push(format!("! {}", printable(problem)));
    }
    lines.push(String::new());
    lines.push(format!(
        "* changed from the default. File: {}",
        printable(&view.file)
    ));
    lines.join("\n")
}

fn changed(view: &SettingsView, names: &[String]) -> String {
    let lines: Vec<String> = names
        .iter()
        .map(|name| {
            let default = if view.changed.contains(name) {
                ""
            } else {
                "  (default)"
            };
            format!("{} = {}{default}", printable(name), value(view, name))
        })
        .collect();
    lines.join("\n")
}

/// Returns the value of a setting by its dotted name, as it is written in the file; empty when
/// there is no such setting.
fn value(view: &SettingsView, name: &str) -> String {
    let values = serde_json::to_value(&view.values).unwrap_or_default();
    match name
        .split('.')
        .try_fold(&values, |value, key| value.get(key))
    {
        Some(Value::String(text)) => format!("\"{}\"", printable(text)),
        Some(value) => value.to_string(),
        None => String::new(),
    }
}
