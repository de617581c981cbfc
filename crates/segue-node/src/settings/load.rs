//! Reading settings: defaults, then the person's lines one by one.

use std::collections::BTreeMap;
use std::path::Path;

use segue_door::settings::Settings;
use toml::{Table, Value};
use toml_edit::DocumentMut;

use super::DEFAULTS;

/// The largest settings file that is read, in bytes.
const MAX_BYTES: u64 = 256 * 1024;

/// How many problems are named; the rest are counted.
const MAX_PROBLEMS: usize = 20;

/// Settings as read from a text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Loaded {
    /// The settings that apply.
    pub values: Settings,
    /// Dotted names of what differs from the defaults.
    pub changed: Vec<String>,
    /// What was not understood.
    pub problems: Vec<String>,
    /// Whether a line was not understood that may keep something from leaving.
    pub unsure: bool,
    /// Whether a line was not understood that may keep others from seeing this computer.
    pub network_unsure: bool,
    /// Whether the file could not be read at all, so that these are the defaults.
    pub broken: bool,
}

/// Reads the person's file; a missing one counts as empty.
pub(crate) fn load(path: &Path) -> Loaded {
    match read(path) {
        Ok(text) => parse(&text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => parse(""),
        Err(error) => {
            let mut loaded = parse("");
            loaded.broken = true;
            loaded.unsure = true;
            loaded.network_unsure = true;
            loaded
                .problems
                .push(format!("The settings file can't be read: {error}."));
            loaded
        }
    }
}

/// Says in which line a part of a text is; empty when that is not known.
pub(crate) fn place(text: &str, span: Option<std::ops::Range<usize>>) -> String {
    span.and_then(|span| text.get(..span.start))
        .map(|before| format!(" (line {})", before.matches('\n').count() + 1))
        .unwrap_or_default()
}

/// Reads the text of a settings file. Fails for what is no file, or far too large for one, without
/// reading it.
pub(crate) fn read(path: &Path) -> std::io::Result<String> {
    let metadata = std::fs::metadata(path)?;
    let wrong = |why: &str| Err(std::io::Error::other(why.to_owned()));
    if !metadata.is_file() {
        return wrong("it is not a file");
    }
    if metadata.len() > MAX_BYTES {
        return wrong("it is larger than 256 kB");
    }
    std::fs::read_to_string(path)
}

/// Applies each line of `text` that makes sense on top of the defaults.
pub(crate) fn parse(text: &str) -> Loaded {
    let mut table = defaults();
    let mut loaded = Loaded {
        values: check(&table).expect("defaults are valid"),
        changed: Vec::new(),
        problems: Vec::new(),
        unsure: false,
        network_unsure: false,
        broken: false,
    };
    let user: Table = match text.parse() {
        Ok(user) => user,
        Err(error) => {
            let error: toml::de::Error = error;
            loaded.broken = true;
            loaded.unsure = true;
            loaded.network_unsure = true;
            loaded.problems.push(format!(
                "The settings file can't be read{}: {}. Until it is mended, none of it applies.",
                place(text, error.span()),
                error.message()
            ));
            return loaded;
        }
    };
    for (name, value) in flatten(&user) {
        let before = get(&table, &name).cloned();
        let Some(before) = before else {
            let name: String = name.chars().take(80).collect();
            loaded
                .problems
                .push(format!("There is no setting \"{name}\"."));
            continue;
        };
        put(&mut table, &name, value.clone());
        match check(&table) {
            Ok(values) => {
                loaded.values = values;
                if value != before {
                    loaded.changed.push(name);
                }
            }
            Err(why) => {
                put(&mut table, &name, before);
                let why = if why.starts_with("unknown variant") {
                    format!("there is no choice {value}")
                } else {
                    why
                };
                loaded
                    .problems
                    .push(format!("\"{name}\" is not understood: {why}."));
                // Without its line of the allow list more is taken out, never less.
                loaded.unsure |= name.starts_with("sending.") && name != "sending.allow";
                loaded.network_unsure |= name.starts_with("network.");
            }
        }
    }
    let more = loaded.problems.len().saturating_sub(MAX_PROBLEMS);
    if more > 0 {
        loaded.problems.truncate(MAX_PROBLEMS);
        loaded.problems.push(match more {
            1 => "And 1 more line is not understood.".to_owned(),
            _ => format!("And {more} more lines are not understood."),
        });
    }
    loaded
}

/// Returns one sentence on each setting: the comment above its line in the defaults.
pub(crate) fn about() -> BTreeMap<String, String> {
    let document: DocumentMut = DEFAULTS.parse().expect("defaults are valid");
    let mut about = BTreeMap::new();
    for (name, _) in flatten(&defaults()) {
        let (section, key) = name.rsplit_once('.').unwrap_or(("", &name));
        let table = match section {
            "" => Some(document.as_table()),
            section => document.get(section).and_then(toml_edit::Item::as_table),
        };
        let prefix = table
            .and_then(|table| table.key(key))
            .and_then(|key| key.leaf_decor().prefix())
            .and_then(|prefix| prefix.as_str())
            .unwrap_or_default();
        // A blank line ends what belongs to something else, such as the file's own heading.
        let own = prefix.trim_end().rsplit("\n\n").next().unwrap_or_default();
        let words: Vec<&str> = own
            .lines()
            .map(|line| line.trim_start_matches(['#', ' ']).trim())
            .collect();
        about.insert(name, words.join(" ").trim().to_owned());
    }
    about
}

/// Returns the settings that have changed, by dotted name, with their new value. Of a list only the
/// length is told.
pub(crate) fn differences(before: &Settings, after: &Settings) -> Vec<(String, String)> {
    let flat = |values: &Settings| flatten(&Table::try_from(values).unwrap_or_default());
    let (before, after) = (flat(before), flat(after));
    let changed = after.into_iter().filter(|pair| !before.contains(pair));
    // What is in a list may be a secret itself, and this goes into the journal.
    let words = |value: Value| match value {
        Value::Array(list) => crate::plural::counted(list.len() as u64, "entry", "entries"),
        value => value.to_string(),
    };
    changed.map(|(name, value)| (name, words(value))).collect()
}

/// Returns the defaults as a table.
pub(crate) fn defaults() -> Table {
    DEFAULTS.parse().expect("defaults are valid")
}

/// Lists the values of a table by dotted name.
pub(crate) fn flatten(table: &Table) -> Vec<(String, Value)> {
    let mut flat = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => {
                for (name, value) in flatten(inner) {
                    flat.push((format!("{key}.{name}"), value));
                }
            }
            value => flat.push((key.clone(), value.clone())),
        }
    }
    flat
}

pub(crate) fn get<'a>(table: &'a Table, name: &str) -> Option<&'a Value> {
    match name.split_once('.') {
        Some((section, rest)) => get(table.get(section)?.as_table()?, rest),
        None => table.get(name).filter(|value| !value.is_table()),
    }
}

fn put(table: &mut Table, name: &str, value: Value) {
    match name.split_once('.') {
        Some((section, rest)) => {
            if let Some(Value::Table(inner)) = table.get_mut(section) {
                put(inner, rest, value);
            }
        }
        None => {
            table.insert(name.to_owned(), value);
        }
    }
}

/// Checks whether a whole table is a valid set of settings.
pub(crate) fn check(table: &Table) -> Result<Settings, String> {
    let values: Settings = table
        .clone()
        .try_into()
        .map_err(|error: toml::de::Error| error.message().trim_end_matches('.').to_owned())?;
    let length = values.name.chars().count();
    if length > 40 {
        return Err(format!(
            "a name has at most 40 characters, this one has {length}"
        ));
    }
    let turns = |c| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if values.name.chars().any(|c| c.is_control() || turns(c)) {
        return Err(
            "a name has no line breaks, control characters or marks that turn text".to_owned(),
        );
    }
    super::sending::check(&values.sending)?;
    super::networking::check(&values.network)?;
    Ok(values)
}

#[cfg(test)]
mod tests {
    use segue_door::settings::{Density, Theme};

    use super::*;

    #[test]
    fn nothing_changed_means_the_defaults() {
        let loaded = parse("");
        assert_eq!(loaded.values.appearance.theme, Theme::System);
        assert!(loaded.changed.is_empty() && loaded.problems.is_empty());
    }

    #[test]
    fn every_default_has_a_sentence() {
        for (name, sentence) in about() {
            assert!(sentence.ends_with('.'), "{name}: {sentence:?}");
            assert!(!sentence.contains('#'), "{name}: {sentence:?}");
        }
        assert_eq!(about().len(), flatten(&defaults()).len());
    }

    #[test]
    fn a_bad_line_is_named_and_the_rest_applies() {
        let loaded = parse(
            "nickname = 'x'\n[appearance]\ntheme = 'pink'\ndensity = 'compact'\n[log]\nlevel = 7",
        );
        assert_eq!(loaded.values.appearance.theme, Theme::System);
        assert_eq!(loaded.values.appearance.density, Density::Compact);
        assert_eq!(loaded.changed, ["appearance.density"]);
        assert_eq!(loaded.problems.len(), 3, "{:?}", loaded.problems);
        for name in ["nickname", "appearance.theme", "log.level"] {
            assert!(
                loaded.problems.iter().any(|problem| problem.contains(name)),
                "{name}"
            );
        }
    }

    #[test]
    fn a_file_that_is_not_toml_changes_nothing() {
        let loaded = parse("name = 'x'\ntheme = = dark");
        assert_eq!(loaded.values, parse("").values);
        assert_eq!(loaded.problems.len(), 1);
        assert!(
            loaded.problems[0].contains("line 2"),
            "{:?}",
            loaded.problems
        );
    }

    #[test]
    fn differences_name_the_setting_and_its_new_value() {
        let (before, after) = (parse("").values, parse("name = 'Sam'").values);
        assert_eq!(
            differences(&before, &after),
            [("name".to_owned(), "\"Sam\"".to_owned())]
        );
        assert!(differences(&after, &after).is_empty());
    }

    #[test]
    fn thousands_of_problems_are_counted_not_listed() {
        let text: String = (0..3000).map(|n| format!("unknown{n} = 1\n")).collect();
        let problems = parse(&text).problems;
        assert_eq!(problems.len(), MAX_PROBLEMS + 1);
        assert!(
            problems.last().unwrap().contains("2980 more"),
            "{problems:?}"
        );
    }

    #[test]
    fn a_section_in_place_of_a_value_is_a_problem_not_a_panic() {
        for text in [
            "[name]\nx = 1",
            "appearance = 3",
            "[appearance.theme]\na = 1",
            "[[log]]",
        ] {
            let loaded = parse(text);
            assert_eq!(loaded.values, parse("").values, "{text}");
            assert_eq!(loaded.problems.len(), 1, "{text}: {:?}", loaded.problems);
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_settings_file_is_said_and_never_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        std::fs::create_dir(&path).unwrap();
        assert!(load(&path).problems[0].contains("not a file"));
        std::fs::remove_dir(&path).unwrap();
        let made = std::process::Command::new("mkfifo")
            .arg(&path)
            .status()
            .unwrap();
        assert!(made.success());
        assert!(load(&path).problems[0].contains("not a file"));
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, "#".repeat(300_000)).unwrap();
        assert!(load(&path).problems[0].contains("larger"));
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(text in ".{0,200}") {
            parse(&text);
        }
    }
}
