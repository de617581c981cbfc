use std::collections::{BTreeMap, HashMap, HashSet};

use data_encoding::{BASE64, BASE64_NOPAD};

use super::encode::without_colours;
use super::letters::{check_letters, crc32};
use super::plan::{NEAR_MISSES, SECRETS};
use super::*;

fn all() -> Corpus {
    Corpus::new(7, Part::All)
}

#[test]
fn there_is_enough_of_everything_and_a_third_is_kept_back() {
    let corpus = all();
    let kinds = kinds::all();
    let kept = kinds.iter().filter(|kind| kind.held_out).count();
    assert!(kinds.len() >= 66 && SECRETS >= 5, "{} kinds", kinds.len());
    assert_eq!(corpus.secrets.len(), kinds.len() * SECRETS);
    assert!(corpus.secrets.len() >= 330);
    assert!(
        (kinds.len() as f64 / 3.0 - kept as f64).abs() <= 1.0,
        "{kept} of {}",
        kinds.len()
    );
    assert_eq!(corpus.near_misses.len(), near::all().len() * NEAR_MISSES);
    let open = corpus
        .near_misses
        .iter()
        .filter(|near| !near.held_out)
        .count();
    assert!(open >= 330, "{open} near-misses");
    let names: HashSet<_> = kinds.iter().map(|kind| kind.name).collect();
    assert_eq!(names.len(), kinds.len(), "each kind has a name of its own");
}

#[test]
fn kept_kinds_are_spread_over_the_categories_and_forms_are_balanced() {
    let mut categories = BTreeMap::<_, [usize; 2]>::new();
    for kind in kinds::all() {
        categories.entry(kind.category).or_default()[usize::from(kind.held_out)] += 1;
    }
    for (category, [open, kept]) in categories {
        let share = kept as f64 / (open + kept) as f64;
        assert!(
            (0.2..=0.5).contains(&share),
            "{category:?}: {kept} of {}",
            open + kept
        );
    }
    let corpus = all();
    for held_out in [false, true] {
        for form in Form::ALL {
            let of = corpus
                .secrets
                .iter()
                .filter(|s| s.form == form && s.held_out == held_out);
            assert!(of.count() >= 2, "{form:?} is rare among {held_out}");
        }
    }
}

#[test]
fn a_line_holds_one_planted_thing_and_is_json() {
    let corpus = all();
    let mut seen = HashSet::new();
    let secrets = corpus
        .secrets
        .iter()
        .map(|secret| (&secret.session, secret.line));
    let near = corpus
        .near_misses
        .iter()
        .map(|near| (&near.session, near.line));
    for place in secrets.chain(near) {
        assert!(seen.insert(place), "{place:?} twice");
    }
    for session in &corpus.sessions {
        for line in &session.lines {
            serde_json::from_str::<serde_json::Value>(line).unwrap();
            assert!(!line.contains([mark::OPEN, mark::CLOSE]) && !line.contains('\n'));
        }
    }
}

#[test]
fn no_value_stands_in_another_line() {
    let corpus = all();
    let values: HashSet<_> = corpus
        .secrets
        .iter()
        .flat_map(|secret| &secret.values)
        .collect();
    let count: usize = corpus
        .secrets
        .iter()
        .map(|secret| secret.values.len())
        .sum();
    assert_eq!(values.len(), count, "every value is planted once");
    // By their first letters, so that every line is looked at once.
    let mut starts = HashMap::<&[u8], Vec<(&Secret, &str)>>::new();
    for secret in &corpus.secrets {
        for hidden in secret.hidden.iter().filter(|hidden| hidden.len() >= 8) {
            starts
                .entry(&hidden.as_bytes()[..8])
                .or_default()
                .push((secret, hidden));
        }
    }
    for session in &corpus.sessions {
        for (at, line) in session.lines.iter().enumerate() {
            for window in line.as_bytes().windows(8) {
                for (secret, hidden) in starts.get(window).into_iter().flatten() {
                    let own = secret.session == session.name && secret.line == at + 1;
                    assert!(own || !line.contains(hidden), "{secret:?} also in {line}");
                }
            }
        }
    }
}

/// What a reader who knows the form makes of the hidden text.
fn undone(form: Form, hidden: &str) -> String {
    // Lines of an edit are kept as a list.
    let hidden = hidden.replace("\",\"+", "\\n+");
    let text: String = serde_json::from_str(&format!("\"{hidden}\"")).unwrap();
    let lines = |cut: &dyn Fn(&str) -> String| text.lines().map(cut).collect::<Vec<_>>().join("\n");
    match form {
        Form::Nested => serde_json::from_str(&format!("\"{text}\"")).unwrap(),
        Form::NestedEscaped => serde_json::from_str(&format!("\"{text}\"")).unwrap(),
        Form::Base64File | Form::Base64Token | Form::PngText | Form::JpegComment => {
            let joined = text.replace('\n', "");
            let bytes = BASE64.decode(joined.as_bytes());
            let bytes = bytes
                .or_else(|_| BASE64_NOPAD.decode(joined.as_bytes()))
                .unwrap();
            String::from_utf8(bytes).unwrap().trim_end().to_owned()
        }
        Form::Ansi | Form::AnsiInside => without_colours(&text),
        Form::GitDiff | Form::AttachedDiff => {
            lines(&|line| line.trim_start_matches('+').to_owned())
        }
        Form::Numbered => lines(&|line| {
            let number = line.trim_start().split_once(['\t', '→']);
            number
                .filter(|(n, _)| n.parse::<u32>().is_ok())
                .map_or(line, |(_, rest)| rest)
                .to_owned()
        }),
        Form::Crlf => text.replace('\r', ""),
        Form::WrappedKey => {
            let text = text.replace("\\n", "\n");
            let cut = |line: &str| line.trim_start_matches(['>', ' ', '\t']).to_owned();
            text.lines().map(cut).collect::<Vec<_>>().join("\n")
        }
        Form::UrlEncoded => {
            let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
            while let Some((first, after)) = rest.split_first() {
                let code = after.get(..2).filter(|_| *first == b'%');
                let code = code
                    .and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
                bytes.push(code.unwrap_or(*first));
                rest = if code.is_some() { &after[2..] } else { after };
            }
            String::from_utf8(bytes).unwrap()
        }
        _ => text,
    }
}

#[test]
fn what_is_hidden_is_the_value() {
    for secret in all().secrets {
        assert!(!secret.hidden.is_empty(), "{secret:?}");
        for value in &secret.values {
            let is = |hidden: &String| {
                let undone = undone(secret.form, hidden);
                // Base64 leaves out what shares its letters with a neighbour.
                undone == *value || (value.contains(&undone) && undone.len() + 5 > value.len())
            };
            assert!(secret.hidden.iter().any(is), "{secret:#?}");
        }
    }
}

#[test]
fn a_secret_is_found_in_its_line_and_not_where_it_was_taken_out() {
    let corpus = all();
    for secret in &corpus.secrets {
        let session = corpus
            .sessions
            .iter()
            .find(|session| session.name == secret.session)
            .unwrap();
        let line = &session.lines[secret.line - 1];
        assert!(secret.is_in(line), "{secret:?}");
        let cut = secret
            .hidden
            .iter()
            .fold(line.clone(), |line, hidden| line.replace(hidden, "[gone]"));
        assert!(!secret.is_in(&cut), "{secret:?} in {cut}");
    }
}

#[test]
fn the_same_seed_gives_the_same_and_another_seed_another() {
    assert_eq!(Corpus::new(7, Part::Open), Corpus::new(7, Part::Open));
    assert_ne!(
        Corpus::new(7, Part::Open).secrets,
        Corpus::new(8, Part::Open).secrets
    );
    let whole = all().secrets.len();
    let parts =
        Corpus::new(7, Part::Open).secrets.len() + Corpus::new(7, Part::HeldOut).secrets.len();
    assert_eq!(whole, parts);
}

#[test]
fn checksums_are_those_that_are_documented() {
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    assert_eq!(check_letters("").len(), 6);
}

#[test]
fn sessions_are_written_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = Corpus::new(1, Part::HeldOut);
    corpus.write(folder.path()).unwrap();
    let first = &corpus.sessions[0];
    let text =
        std::fs::read_to_string(folder.path().join(format!("{}.jsonl", first.name))).unwrap();
    assert_eq!(text.lines().collect::<Vec<_>>(), first.lines);
}
