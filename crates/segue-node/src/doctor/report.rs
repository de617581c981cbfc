//! What was measured, as text to pass on: no home path, no user, host or person's name, no full
//! device id, no public address, nothing made from a hardware address.

mod mask;

use segue_door::{Check, Outcome};

use super::Subject;

/// Formats the checks without anything that says whose computer this is.
pub(super) fn report(checks: &[Check], subject: &Subject) -> String {
    let status = &subject.status;
    let mut lines = vec![
        format!(
            "Segue {} on {} {}",
            status.version,
            std::env::consts::OS,
            std::env::consts::ARCH
        ),
        format!("Device …{}", tail(&status.you.device_id, 6)),
    ];
    for check in checks {
        let word = match check.outcome {
            Outcome::Pass => "pass",
            Outcome::Note => "note",
            Outcome::Warn => "warn",
            Outcome::Fail => "fail",
        };
        lines.push(format!("{word}  {}: {}", check.title, check.detail));
    }
    let text = private_words(subject).anonymous(&lines.join("\n"));
    mask::addresses(&mask::ids(&text))
}

/// What a report may not say, and what it says instead.
#[derive(Default)]
struct Private {
    /// Taken out wherever they occur.
    paths: Vec<(String, &'static str)>,
    /// Names of people, taken out wherever they are words of their own, however short they are.
    people: Vec<(String, &'static str)>,
    /// Names of accounts and computers, of more than two letters, as shorter ones occur in too many
    /// places that mean something else.
    names: Vec<(String, &'static str)>,
}

fn private_words(subject: &Subject) -> Private {
    let mut private = Private::default();
    let profile = subject.profile.root().to_string_lossy();
    private.paths.push((profile.into_owned(), "<profile>"));
    if let Some(home) = std::env::home_dir() {
        private
            .paths
            .push((home.to_string_lossy().into_owned(), "<home>"));
    }
    // People's names first: one of them may hold the user's.
    let person = subject.person.clone();
    private.people.extend(person.map(|name| (name, "<person>")));
    private
        .people
        .push((subject.status.you.name.clone(), "<you>"));
    for name in host_names() {
        private.names.push((name, "<host>"));
    }
    for name in ["USER", "LOGNAME", "USERNAME"] {
        private
            .names
            .extend(std::env::var(name).ok().map(|name| (name, "<user>")));
    }
    private
}

/// Returns the names of this computer, with and without the domain.
fn host_names() -> Vec<String> {
    #[cfg(unix)]
    let name = rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    let short = name.split('.').next().unwrap_or_default().to_owned();
    let mut names = vec![name, short];
    names.retain(|name| name != "localhost");
    names.dedup();
    names
}

fn tail(text: &str, count: usize) -> &str {
    let start = text
        .char_indices()
        .rev()
        .nth(count.saturating_sub(1))
        .map_or(0, |(at, _)| at);
    &text[start..]
}

impl Private {
    /// Replaces all of it in a text.
    fn anonymous(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (path, with) in self.paths.iter().filter(|(path, _)| path.len() > 1) {
            text = text.replace(path, with);
        }
        let long = self
            .names
            .iter()
            .filter(|(name, _)| name.chars().count() > 2);
        let people = self.people.iter().filter(|(name, _)| !name.is_empty());
        for (name, with) in people.chain(long) {
            text = whole_words(&text, name, with);
        }
        text
    }
}

/// Replaces `word` where it is a word of its own.
fn whole_words(text: &str, word: &str, with: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let before = rest[..at].chars().next_back();
        let after = rest[at + word.len()..].chars().next();
        let alone = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        out.push_str(&rest[..at]);
        out.push_str(if alone(before) && alone(after) {
            with
        } else {
            word
        });
        rest = &rest[at + word.len()..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use segue_door::{Client, Network, Status, Surface, You};
    use segue_link::Profile;
    use segue_network::identity::{self, Homes};

    use super::*;
    use crate::person;

    #[test]
    fn the_report_names_no_path_and_no_user() {
        let private = Private {
            paths: vec![
                ("/home/ann/segue".to_owned(), "<profile>"),
                ("/home/ann".to_owned(), "<home>"),
            ],
            people: vec![("Bo".to_owned(), "<person>"), (String::new(), "<you>")],
            names: vec![("ann".to_owned(), "<user>"), ("io".to_owned(), "<host>")],
        };
        assert_eq!(
            private
                .anonymous("Folder: /home/ann/segue/segue.db, /home/ann/x, Joanna, ann, io, Bo."),
            "Folder: <profile>/segue.db, <home>/x, Joanna, <user>, io, <person>."
        );
        assert_eq!(
            whole_words("ann and Joanna, ann.", "ann", "<user>"),
            "<user> and Joanna, <user>."
        );
    }

    #[test]
    fn nothing_planted_comes_through() {
        let folder = tempfile::tempdir().unwrap();
        let id = "12D3KooWPjceQrSwdWXPyLLeABRXmuqt69Rg3sBYbU1Nft9HyQ6X";
        let subject = planted(folder.path(), id);
        let host = host_names().into_iter().max_by_key(String::len);
        let host = host.filter(|name| name.chars().count() > 2);
        let planted = [
            subject.profile.root().to_string_lossy().into_owned(),
            id.to_owned(),
            "Mia Person".to_owned(),
            "Sam Self".to_owned(),
            "203.0.113.9".to_owned(),
            "2001:db8:7:8::9".to_owned(),
            "fe80::211:22ff:fe33:4455".to_owned(),
            "00:11:22:33:44:55".to_owned(),
            "enx001122334455".to_owned(),
        ];
        let words: Vec<String> = planted.iter().cloned().chain(host).collect();
        let detail = format!("{}, 192.168.1.5.", words.join(", "));
        let check = super::super::check("interfaces", "Networks", Outcome::Pass, detail);
        let text = report(&[check], &subject);
        for word in &words {
            assert!(!text.contains(word.as_str()), "{word} in {text}");
        }
        assert!(text.contains("192.168.1.5"), "{text}");
        assert!(
            text.contains("<profile>, …9HyQ6X, <person>, <you>, 203.0.x.x, 2001:db8::…"),
            "{text}"
        );
    }

    /// A subject with names that must not be told.
    fn planted(folder: &std::path::Path, id: &str) -> Subject {
        let profile = Profile::at(folder).unwrap();
        let homes = Homes::file_only(profile.root());
        let opened = identity::open(profile.root(), &homes, false).unwrap();
        Subject {
            clock: segue_clock::Clock::system(),
            database: segue_store::Database::open(&profile.database(), &[]).unwrap(),
            status: Status {
                version: "0".to_owned(),
                you: You {
                    name: "Sam Self".to_owned(),
                    name_is_generated: false,
                    seed: String::new(),
                    device_id: id.to_owned(),
                },
                identity: person::identity(&opened),
                network: Network::Starting,
                people: 0,
                host: Client {
                    surface: Surface::Cli,
                    pid: 1,
                    since: jiff::Timestamp::now(),
                },
                attached: Vec::new(),
                profile: String::new(),
                notices: Vec::new(),
            },
            record: opened.record,
            homes: Arc::new(homes),
            person: Some("Mia Person".to_owned()),
            profile,
        }
    }

    #[test]
    fn this_computer_has_a_name_to_take_out() {
        assert!(host_names().iter().all(|name| !name.is_empty()));
    }

    #[test]
    fn the_tail_of_an_id_is_counted_in_characters() {
        assert_eq!(tail("12D3KooWabcdef", 6), "abcdef");
        assert_eq!(tail("äö", 6), "äö");
    }
}
