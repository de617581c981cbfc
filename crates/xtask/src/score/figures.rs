//! The figures as JSON, for programs.

use std::collections::HashSet;

use segue_testkit::planted::{NearMiss, Secret};
use serde_json::{Value, json};

use super::corpus::{Corpus, Place};
use super::shown::Shown;
use super::tally::{Column, Found, Tally};

/// Collects all figures as JSON, for programs.
pub fn of(corpus: &Corpus, tally: &Tally, shown: Shown) -> Value {
    let scanners: Vec<Value> = tally
        .found()
        .map(|(column, found)| scanner(corpus, column, found, shown))
        .collect();
    let failed = tally
        .columns
        .iter()
        .filter(|column| column.found.is_err())
        .map(|column| column.name.clone());
    json!({
        "secrets": corpus.planted.secrets.len(), "near_misses": corpus.planted.near_misses.len(),
        "scanners": scanners, "not_compared": failed.collect::<Vec<_>>(),
    })
}

fn scanner(corpus: &Corpus, column: &Column, found: &Found, shown: Shown) -> Value {
    let (right, flagged) = found.precision(corpus);
    let outcome = |(at, secret): (usize, &Secret)| {
        json!({
            "kind": shown.kind(secret), "category": format!("{:?}", secret.category), "form": secret.form.name(),
            "held_out": secret.held_out, "session": secret.session, "line": secret.line, "found": found.has(secret),
            "left": found.left.as_ref().map(|left| left.contains(&at)),
        })
    };
    let near = corpus
        .planted
        .near_misses
        .iter()
        .filter(|near| !found.alarms(near).is_empty());
    let alarm = |near: &NearMiss| {
        let rules: Vec<&str> = found
            .alarms(near)
            .iter()
            .map(|flag| flag.rule.as_str())
            .collect();
        json!({"kind": shown.near(near).0, "session": near.session, "line": near.line, "rules": rules})
    };
    let secrets = corpus.secret_places();
    let look = |(name, places): &(&str, HashSet<Place>)| json!({"look": name, "right": secrets.intersection(places).count(), "flagged": places.len()});
    json!({
        "name": column.name, "looks": found.looks.iter().map(look).collect::<Vec<_>>(), "recall": [right, corpus.planted.secrets.len()], "precision": [right, flagged],
        "ordinary_lines_flagged": found.ordinary(corpus).len(), "seconds": column.taken.as_secs_f64(),
        "gone": found.left.as_ref().map(|left| corpus.planted.secrets.len() - left.len()),
        "secrets": corpus.planted.secrets.iter().enumerate().map(outcome).collect::<Vec<_>>(),
        "false_alarms": near.map(alarm).collect::<Vec<_>>(),
    })
}
