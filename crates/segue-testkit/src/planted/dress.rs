//! The ways a token is written down: variables, settings, code, flags, headers.

use super::kinds::{Sample, Stands};
use crate::large::Dice;

/// Writes one line with a token in it, and its name where the token needs one.
pub fn token(dice: &mut Dice, sample: &Sample) -> String {
    let (name, value) = (sample.at, &sample.text);
    let (snake, camel, kebab) = (
        name.to_lowercase(),
        camel(name),
        name.to_lowercase().replace('_', "-"),
    );
    let ways = if sample.stands == Stands::Alone {
        20
    } else {
        14
    };
    match dice.roll(ways) {
        0 | 1 => format!("{name}={value}"),
        2 => format!("export {name}=\"{value}\""),
        3 => format!("  {snake}: {value}"),
        4 => format!("  \"{snake}\": \"{value}\","),
        5 => format!("{snake} = \"{value}\""),
        6 => format!("const {camel} = '{value}';"),
        7 => format!("kubectl create secret generic app --from-literal={kebab}={value}"),
        8 => format!("set {name}={value}"),
        9 => format!("os.environ[\"{name}\"] = \"{value}\""),
        10 => format!("      {name}: \"{value}\""),
        11 => format!("./bin/sync --{kebab}={value} --verbose"),
        12 => format!("$env:{name} = \"{value}\""),
        13 => format!("{camel}: `{value}`,"),
        14 => format!("Authorization: Bearer {value}"),
        15 => format!("curl -s -H \"Authorization: Bearer {value}\" https://api.example.com/v1/me"),
        16 => format!("client = Client(\"{value}\", timeout=30)"),
        17 => value.clone(),
        18 => format!("https://api.example.com/v1/export?format=csv&access_token={value}"),
        _ => format!("request failed for {value}: 403"),
    }
}

/// Writes what one person would say to another.
pub fn said(dice: &mut Dice, sample: &Sample) -> String {
    let (name, value) = (sample.at, &sample.text);
    let plain = name.to_lowercase().replace('_', " ");
    match dice.roll(5) {
        0 => format!("{name} is {value} for staging"),
        1 => format!("my {plain} is {value} by the way"),
        2 => format!("use {name}={value}"),
        3 => format!("here is the {plain}: {value}"),
        _ => format!("I set {name} to {value}"),
    }
}

fn camel(name: &str) -> String {
    let mut parts = name.split('_').map(str::to_lowercase);
    let first = parts.next().unwrap_or_default();
    parts.fold(first, |done, part| {
        let (head, tail) = part.split_at(part.len().min(1));
        format!("{done}{}{tail}", head.to_uppercase())
    })
}
