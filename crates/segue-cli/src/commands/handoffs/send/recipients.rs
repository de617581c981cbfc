//! Whom a handoff is for, looked up before anything is prepared, so that a slip in a name costs
//! nothing. Who gets it in the end is the node's word.

use segue_door::{Code, Failure, Person, PersonStanding, ask};
use segue_link::Link;

use crate::say::printable;

/// A person whom a handoff is for.
#[derive(Debug, PartialEq, Eq)]
pub struct Recipient {
    /// What the node takes: the whole id of the person who is shown, or what was typed.
    pub id: String,
    /// What the person is shown.
    pub shown: String,
}

/// Finds everyone whose name was typed.
pub async fn find(link: &Link, typed: Vec<String>) -> Result<Vec<Recipient>, Failure> {
    let known = link.call(ask::People { nearby: false }).await?;
    typed
        .into_iter()
        .map(|text| found(text, &known.people))
        .collect()
}

fn found(text: String, people: &[Person]) -> Result<Recipient, Failure> {
    let meant: Vec<&Person> = people
        .iter()
        .filter(|person| means(text.trim().trim_start_matches('…'), person))
        .collect();
    match meant.as_slice() {
        [] => Err(nobody(&text, people)),
        [one] if one.standing == PersonStanding::Verified => Ok(Recipient {
            id: one.device_id.clone(),
            shown: format!("{} (…{})", printable(&one.name), printable(&one.short)),
        }),
        // Several, or one who is not verified: the node says what is wrong with that.
        _ => Ok(Recipient {
            shown: printable(&text),
            id: text,
        }),
    }
}

fn means(text: &str, person: &Person) -> bool {
    let names = [
        Some(&person.name),
        Some(&person.own_name),
        person.nickname.as_ref(),
    ];
    let named = |name: &String| !name.is_empty() && name.to_lowercase() == text.to_lowercase();
    names.into_iter().flatten().any(named)
        || person.short.eq_ignore_ascii_case(text)
        || (text.len() >= 12 && person.device_id.starts_with(text))
}

fn nobody(text: &str, people: &[Person]) -> Failure {
    let failure = Failure::new(
        Code::NotFound,
        format!("You don't know anyone called \"{text}\". Nothing was sent."),
    );
    let verified: Vec<&str> = people
        .iter()
        .filter(|person| person.standing == PersonStanding::Verified)
        .take(6)
        .map(|person| person.name.as_str())
        .collect();
    match verified.is_empty() {
        true => failure.hint("Invite someone first: segue invite"),
        false => failure.hint(format!(
            "Verified people: {}. segue people lists everyone.",
            verified.join(", ")
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str, short: &str, standing: PersonStanding) -> Person {
        let json = serde_json::json!({
            "name": name, "own_name": name, "nickname": null,
            "device_id": format!("12D3KooWabcdef{short}"), "short": short,
            "seed": "0123456789abcdef", "standing": standing, "how": null,
            "since": "2026-01-01T00:00:00Z", "platforms": [], "nearby": false,
            "last_seen": null, "round_trip_ms": null, "addresses": [], "knows_you": null,
            "warning": null,
        });
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn who_is_shown_is_who_gets_it() {
        let people = [
            person("Sam", "k3f9q2", PersonStanding::Verified),
            person("Mia", "aaaaaa", PersonStanding::Verified),
            person("mia", "bbbbbb", PersonStanding::Verified),
            person("Eve", "cccccc", PersonStanding::Stranger),
        ];
        for text in ["sam", "…K3F9Q2", "12D3KooWabcdefk3"] {
            let one = found(text.to_owned(), &people).unwrap();
            assert_eq!(one.id, "12D3KooWabcdefk3f9q2", "{text}");
            assert_eq!(one.shown, "Sam (…k3f9q2)");
        }
        for text in ["Mia", "Eve"] {
            let one = found(text.to_owned(), &people).unwrap();
            assert_eq!(one.id, text, "the node decides");
        }
        let none = found("Dana".to_owned(), &people).unwrap_err();
        assert_eq!(none.code, Code::NotFound);
        assert!(none.hints[0].contains("Sam, Mia, mia"), "{none:?}");
        let none = found("Sam".to_owned(), &[]).unwrap_err();
        assert!(none.hints[0].contains("segue invite"), "{none:?}");
    }
}
