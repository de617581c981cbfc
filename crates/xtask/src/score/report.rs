//! The figures as tables for people, and as JSON.

use segue_testkit::planted::Secret;
use serde_json::{Value, json};

use super::corpus::Corpus;
use super::scanner::Flag;
use super::tally::{Column, Found, Tally};

/// Prints everything.
pub fn print(corpus: &Corpus, tally: &Tally) {
    for column in &tally.columns {
        if let Err(error) = &column.found {
            println!("  {} NOT COMPARED: {error:#}", column.name);
        }
    }
    table("Recall by kind", corpus, tally, |secret| {
        secret.kind.to_owned()
    });
    table("Recall by category", corpus, tally, |secret| {
        format!("{:?}", secret.category)
    });
    table("Recall by form", corpus, tally, |secret| {
        secret.form.name().to_owned()
    });
    totals(corpus, tally);
    for (column, found) in tally.found().filter(|(column, _)| column.ours) {
        details(corpus, column, found);
    }
}

/// One row for each group of secrets.
pub fn table(title: &str, corpus: &Corpus, tally: &Tally, key: impl Fn(&Secret) -> String) {
    let names: String = tally
        .found()
        .map(|(column, _)| format!("{:>24}", column.name))
        .collect();
    println!("\n{title:<36} planted{names}");
    for (group, (planted, found)) in tally.groups(corpus, key) {
        let counts: String = found
            .iter()
            .map(|count| format!("{count:>18} {}", share(*count, planted)))
            .collect();
        println!("  {group:<34} {planted:>7}{counts}");
    }
}

fn totals(corpus: &Corpus, tally: &Tally) {
    println!("\nIn all");
    for (column, found) in tally.found() {
        let all = corpus.planted.secrets.len();
        let (right, flagged) = found.precision(corpus);
        let near = corpus
            .planted
            .near_misses
            .iter()
            .filter(|near| !found.alarms(near).is_empty());
        println!(
            "  {:<24} recall {right:>4}/{all} {}   precision {right:>4}/{flagged:<4} {}   false alarms: {} near-misses of {}, {} ordinary lines   {:.1} s",
            column.name,
            share(right, all),
            share(right, flagged),
            near.count(),
            corpus.planted.near_misses.len(),
            found.ordinary(corpus).len(),
            column.taken.as_secs_f64(),
        );
        if let Some(left) = &found.left {
            let gone = all - left.len();
            println!(
                "  {:<24} gone from what leaves {gone:>4}/{all} {}",
                "",
                share(gone, all)
            );
        }
    }
}

/// Every miss and every false alarm of one scanner.
fn details(corpus: &Corpus, column: &Column, found: &Found) {
    println!("\nMisses of {}", column.name);
    for (at, secret) in corpus.planted.secrets.iter().enumerate() {
        let left = found.left.as_ref().is_some_and(|left| left.contains(&at));
        let what = match (found.has(secret), left) {
            (true, false) => continue,
            (true, true) => "found, but LEAVES",
            (false, true) => "missed and LEAVES",
            (false, false) => "missed",
        };
        println!(
            "  {what:<18} {:<30} {:<26} {} {}",
            secret.kind,
            secret.form.name(),
            place(&secret.session, secret.line),
            secret.masked()
        );
    }
    println!("\nFalse alarms of {}", column.name);
    for near in &corpus.planted.near_misses {
        for flag in found.alarms(near).iter().take(1) {
            println!(
                "  {:<30} {} by {}: {}",
                near.kind,
                place(&near.session, near.line),
                flag.rule,
                sample(flag, &near.text)
            );
        }
    }
    for flag in found.ordinary(corpus) {
        println!(
            "  {:<30} {} by {}: {}",
            "an ordinary line",
            place(&flag.session, flag.line),
            flag.rule,
            sample(flag, "")
        );
    }
}

fn place(session: &str, line: usize) -> String {
    format!("{}:{line}", session.get(..8).unwrap_or(session))
}

fn sample(flag: &Flag, text: &str) -> String {
    let text = flag.text.as_deref().unwrap_or(text).replace('\n', "⏎");
    text.chars().take(70).collect()
}

fn share(count: usize, of: usize) -> String {
    if of == 0 {
        return "    –".to_owned();
    }
    format!("{:>4.0}%", 100.0 * count as f64 / of as f64)
}

/// All of it for programs.
pub fn json(corpus: &Corpus, tally: &Tally) -> Value {
    let scanners: Vec<Value> = tally
        .found()
        .map(|(column, found)| scanner(corpus, column, found))
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

fn scanner(corpus: &Corpus, column: &Column, found: &Found) -> Value {
    let (right, flagged) = found.precision(corpus);
    let outcome = |(at, secret): (usize, &Secret)| {
        json!({
            "kind": secret.kind, "category": format!("{:?}", secret.category), "form": secret.form.name(),
            "held_out": secret.held_out, "session": secret.session, "line": secret.line, "found": found.has(secret),
            "left": found.left.as_ref().map(|left| left.contains(&at)),
        })
    };
    let near = corpus
        .planted
        .near_misses
        .iter()
        .filter(|near| !found.alarms(near).is_empty());
    let alarm = |near: &segue_testkit::planted::NearMiss| {
        let rules: Vec<&str> = found
            .alarms(near)
            .iter()
            .map(|flag| flag.rule.as_str())
            .collect();
        json!({"kind": near.kind, "session": near.session, "line": near.line, "rules": rules})
    };
    json!({
        "name": column.name, "recall": [right, corpus.planted.secrets.len()], "precision": [right, flagged],
        "ordinary_lines_flagged": found.ordinary(corpus).len(), "seconds": column.taken.as_secs_f64(),
        "gone": found.left.as_ref().map(|left| corpus.planted.secrets.len() - left.len()),
        "secrets": corpus.planted.secrets.iter().enumerate().map(outcome).collect::<Vec<_>>(),
        "false_alarms": near.map(alarm).collect::<Vec<_>>(),
    })
}
