//! `segue settings`.

use std::collections::BTreeMap;
use std::process::ExitCode;

use segue_node::door::SettingsView;
use segue_node::{Link, Reply, Request};
use serde_json::Value;

use super::{Ended, unexpected};
use crate::arguments::SettingsChange;
use crate::say::{Say, printable};

/// Shows the settings, or changes them first.
pub async fn settings(link: &Link, say: &Say, change: Option<SettingsChange>) -> Ended {
    let request = match change {
        None => Request::Settings,
        Some(SettingsChange::Set { name, value }) => Request::ChangeSettings {
            changes: BTreeMap::from([(name, read(&value))]),
        },
        Some(SettingsChange::Reset { names }) => Request::ChangeSettings {
            changes: names.into_iter().map(|name| (name, Value::Null)).collect(),
        },
    };
    let (Reply::Settings(view) | Reply::ChangeSettings(view)) = link.call(request).await? else {
        return Err(unexpected());
    };
    say.reply(&*view, text);
    Ok(ExitCode::SUCCESS)
}

/// Yes/no words are what they say; everything else is text.
fn read(value: &str) -> Value {
    match value {
        "true" | "yes" | "on" => Value::Bool(true),
        "false" | "no" | "off" => Value::Bool(false),
        text => Value::String(text.to_owned()),
    }
}

fn text(view: &SettingsView) -> String {
    let values = serde_json::to_value(&view.values).unwrap_or_default();
    let mut lines = Vec::new();
    for (name, about) in &view.about {
        let value = name
            .split('.')
            .try_fold(&values, |value, key| value.get(key));
        let value = match value {
            Some(Value::String(text)) => format!("\"{}\"", printable(text)),
            Some(value) => value.to_string(),
            None => String::new(),
        };
        let mark = if view.changed.contains(name) {
            "*"
        } else {
            " "
        };
        lines.push(format!("{mark} {name} = {value}"));
        lines.push(format!("    {about}"));
    }
    for problem in &view.problems {
        lines.push(format!("! {}", printable(problem)));
    }
    lines.push(String::new());
    lines.push(format!(
        "* differs from the default. File: {}",
        printable(&view.file)
    ));
    lines.join("\n")
}
