//! Every miss and every false alarm of one scanner, one by one.

use super::corpus::Corpus;
use super::scanner::Flag;
use super::shown::Shown;
use super::tally::{Column, Found};

/// Prints every miss and every false alarm of one scanner.
pub fn print(corpus: &Corpus, column: &Column, found: &Found, shown: Shown) {
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
            shown.kind(secret),
            secret.form.name(),
            place(&secret.session, secret.line),
            shown.sample(secret)
        );
    }
    println!("\nFalse alarms of {}", column.name);
    for near in &corpus.planted.near_misses {
        let (kind, text) = shown.near(near);
        for flag in found.alarms(near).iter().take(1) {
            println!(
                "  {:<30} {} by {}: {}",
                kind,
                place(&near.session, near.line),
                flag.rule,
                sample(flag, text)
            );
        }
    }
    for flag in found.ordinary(corpus) {
        println!(
            "  {:<30} {} by {}: {}",
            "an ordinary line",
            place(&flag.session, flag.line),
            flag.rule,
            sample(flag, "?")
        );
    }
}

fn place(session: &str, line: usize) -> String {
    format!("{}:{line}", session.get(..8).unwrap_or(session))
}

/// Returns the first 70 characters of what was flagged; of what is held out, only what may be
/// shown.
fn sample(flag: &Flag, text: &str) -> String {
    let text = flag
        .text
        .as_deref()
        .filter(|_| !text.is_empty())
        .unwrap_or(text)
        .replace('\n', "⏎");
    text.chars().take(70).collect()
}
