//! Changing settings: single lines of the person's file, their comments kept, all or nothing.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use segue_door::{Code, Failure, Retry};
use serde_json::Value;
use toml_edit::{DocumentMut, Item, Table};

use super::load::{self, Loaded};

const HEADING: &str = "\
# Your settings: only what differs from the defaults. Segue edits single lines and keeps your
# comments; you can edit this file too, and changes apply at once.

";

/// Writes the changes into the file and returns the settings that now apply.
pub(crate) fn change(path: &Path, changes: &BTreeMap<String, Value>) -> Result<Loaded, Failure> {
    // A link stays a link: what it leads to is changed.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let (heading, text) = match load::read(path) {
        Ok(text) => ("", text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => (HEADING, String::new()),
        Err(error) => return Err(database("read", &error)),
    };
    let after = format!("{heading}{}", apply(&text, changes)?);
    write(path, &after).map_err(|error| database("written", &error))?;
    Ok(load::parse(&after))
}

/// Applies the changes to the text of a settings file, or explains why they can't be made.
fn apply(text: &str, changes: &BTreeMap<String, Value>) -> Result<String, Failure> {
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
        let place = load::place(text, error.span());
        Failure::new(
            Code::Storage,
            format!("Your settings file has an error{place}, so it was left as it is."),
        )
        .hint("Open settings.toml in the profile folder and mend the line, or delete the file.")
    })?;
    let defaults = load::defaults();
    for (name, value) in changes {
        let default = load::get(&defaults, name).ok_or_else(|| {
            let name: String = name.chars().take(80).collect();
            let mut like = load::flatten(&defaults).into_iter().map(|(known, _)| known);
            let like = like.find(|known| known.ends_with(&format!(".{name}")));
            let hint = like.map(|known| format!("Did you mean \"{known}\"?"));
            Failure::invalid(format!("There is no setting \"{name}\"."))
                .hint(hint.unwrap_or("segue settings lists them all.".to_owned()))
        })?;
        match to_toml(name, value, default)?.filter(|value| !same(value, default)) {
            Some(value) => {
                let value = understood(name, value)?;
                put(&mut document, name, value);
            }
            None => remove(&mut document, name, default),
        }
    }
    Ok(document.to_string())
}

/// Converts a value to what the file takes; `None` for one that is to be reset. A text is read as
/// what the default is: yes or no, a number, text.
fn to_toml(
    name: &str,
    value: &Value,
    default: &toml::Value,
) -> Result<Option<toml_edit::Value>, Failure> {
    let wrong = || Failure::invalid(format!("\"{name}\" takes {}.", kind(default)));
    Ok(match (value, default) {
        (Value::Null, _) => None,
        (Value::Bool(value), _) => Some((*value).into()),
        (Value::Array(_), toml::Value::Array(_)) => Some(list(value).ok_or_else(wrong)?),
        (Value::String(text), toml::Value::Array(_)) => {
            let value = serde_json::from_str(text).map_err(|_| wrong())?;
            Some(list(&value).ok_or_else(wrong)?)
        }
        (Value::Number(number), _) => Some(number.as_i64().ok_or_else(wrong)?.into()),
        (Value::String(text), toml::Value::Boolean(_)) => match text.trim().to_lowercase().as_str()
        {
            "true" | "yes" | "on" => Some(true.into()),
            "false" | "no" | "off" => Some(false.into()),
            _ => return Err(wrong()),
        },
        (Value::String(text), toml::Value::Integer(_)) => {
            Some(text.trim().parse::<i64>().map_err(|_| wrong())?.into())
        }
        (Value::String(text), _) => Some(text.trim().into()),
        _ => return Err(wrong()),
    })
}

/// Converts a list of texts, or of small tables of texts; `None` for anything else.
fn list(value: &Value) -> Option<toml_edit::Value> {
    let mut list = toml_edit::Array::new();
    for item in value.as_array()? {
        match item {
            Value::String(text) => list.push(text.as_str()),
            Value::Object(members) => {
                let mut table = toml_edit::InlineTable::new();
                for (key, value) in members {
                    table.insert(key, value.as_str()?.into());
                }
                list.push(table);
            }
            _ => return None,
        }
    }
    Some(list.into())
}

fn kind(default: &toml::Value) -> &'static str {
    match default {
        toml::Value::Boolean(_) => "yes or no",
        toml::Value::Integer(_) => "a whole number",
        toml::Value::Array(_) => "a list, written as JSON",
        _ => "a text",
    }
}

fn same(value: &toml_edit::Value, default: &toml::Value) -> bool {
    match default {
        toml::Value::String(text) => value.as_str() == Some(text),
        toml::Value::Boolean(flag) => value.as_bool() == Some(*flag),
        toml::Value::Integer(number) => value.as_integer() == Some(*number),
        // No list has anything in it by default.
        toml::Value::Array(_) => value.as_array().is_some_and(toml_edit::Array::is_empty),
        _ => false,
    }
}

/// Returns the value as it is understood on top of the defaults; a choice may be written in
/// capitals. Fails when it is not understood.
fn understood(name: &str, value: toml_edit::Value) -> Result<toml_edit::Value, Failure> {
    let Some(problem) = problem(name, &value) else {
        return Ok(value);
    };
    let lower = value
        .as_str()
        .map(|text| toml_edit::Value::from(text.to_lowercase()));
    if let Some(lower) = lower.filter(|lower| self::problem(name, lower).is_none()) {
        return Ok(lower);
    }
    let about = load::about().remove(name).unwrap_or_default();
    Err(Failure::invalid(problem).hint(about))
}

/// Says what is wrong with this one value on top of the defaults; `None` when nothing is.
fn problem(name: &str, value: &toml_edit::Value) -> Option<String> {
    let mut document = DocumentMut::new();
    put(&mut document, name, value.clone());
    load::parse(&document.to_string())
        .problems
        .into_iter()
        .next()
}

fn put(document: &mut DocumentMut, name: &str, value: toml_edit::Value) {
    let (section, key) = name.rsplit_once('.').unwrap_or(("", name));
    let table = table_of(document, section);
    match table.get_mut(key).and_then(Item::as_value_mut) {
        // Keep what stands around the old value: a comment behind it is the person's.
        Some(old) => {
            let decor = old.decor().clone();
            *old = value;
            *old.decor_mut() = decor;
        }
        None => {
            table.insert(key, Item::Value(value));
        }
    }
}

/// Removes the line of a setting. One that carries the person's comments stays, with the default in
/// it.
fn remove(document: &mut DocumentMut, name: &str, default: &toml::Value) {
    let (section, key) = name.rsplit_once('.').unwrap_or(("", name));
    let there = section.is_empty() || document.get(section).is_some_and(Item::is_table_like);
    if !there {
        return;
    }
    let table = table_of(document, section);
    let before = table
        .key(key)
        .and_then(|key| key.leaf_decor().prefix()?.as_str());
    let behind = table
        .get(key)
        .and_then(|item| item.as_value()?.decor().suffix()?.as_str());
    let commented = [before, behind]
        .into_iter()
        .flatten()
        .any(|text| text.contains('#'));
    match (commented, default) {
        (false, _) => {
            table.remove(key);
        }
        (true, toml::Value::Boolean(value)) => put(document, name, (*value).into()),
        (true, toml::Value::Integer(value)) => put(document, name, (*value).into()),
        (true, toml::Value::Array(_)) => put(document, name, toml_edit::Array::new().into()),
        (true, value) => put(document, name, value.as_str().unwrap_or_default().into()),
    }
}

fn table_of<'a>(document: &'a mut DocumentMut, section: &str) -> &'a mut dyn toml_edit::TableLike {
    if section.is_empty() {
        return document.as_table_mut();
    }
    if document
        .get(section)
        .is_none_or(|item| !item.is_table_like())
    {
        document.insert(section, Item::Table(Table::new()));
    }
    document[section]
        .as_table_like_mut()
        .expect("it was made a table just above")
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".settings-")
        .tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

fn database(what: &str, error: &std::io::Error) -> Failure {
    let words = format!("settings.toml can't be {what}: {error}. Nothing changed.");
    Failure::new(Code::Storage, words)
        .hint("Look at the permissions of the profile folder and at the free space on its disk.")
        .retry(Retry::Safe)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn changes(pairs: &[(&str, Value)]) -> BTreeMap<String, Value> {
        pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect()
    }

    #[test]
    fn the_persons_comments_and_order_stay() {
        let text = "# mine\nname = \"Sam\" # short\n\n[log]\nlevel = \"debug\"\n";
        let after = apply(
            text,
            &changes(&[
                ("name", json!("Sam B")),
                ("appearance.theme", json!("dark")),
            ]),
        )
        .unwrap();
        assert_eq!(
            after,
            "# mine\nname = \"Sam B\" # short\n\n[log]\nlevel = \"debug\"\n\n\
             [appearance]\ntheme = \"dark\"\n"
        );
    }

    #[test]
    fn null_and_the_default_itself_take_the_line_away() {
        let text = "name = \"Sam\"\n[appearance]\ntheme = \"dark\"\n";
        let after = apply(
            text,
            &changes(&[("name", Value::Null), ("appearance.theme", json!("system"))]),
        )
        .unwrap();
        assert!(
            !after.contains("Sam") && !after.contains("theme"),
            "{after}"
        );
    }

    #[test]
    fn words_are_taken_as_what_the_setting_takes() {
        let no = changes(&[
            ("name", json!("no")),
            ("shortcuts.single_letters", json!("no")),
        ]);
        let values = load::parse(&apply("", &no).unwrap()).values;
        assert_eq!(
            (values.name.as_str(), values.shortcuts.single_letters),
            ("no", false)
        );
    }

    #[test]
    fn a_line_with_the_persons_comment_stays_when_it_is_reset() {
        let text = "# what they call me\nname = \"Sam\" # since school\n";
        let after = apply(text, &changes(&[("name", Value::Null)])).unwrap();
        assert_eq!(after, "# what they call me\nname = \"\" # since school\n");
        assert!(load::parse(&after).changed.is_empty());
    }

    #[test]
    fn a_new_file_starts_with_its_heading() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        change(&path, &changes(&[("name", json!("Sam"))])).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# Your settings"), "{text}");
        assert!(text.ends_with("name = \"Sam\"\n"), "{text}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (
            folder.path().join("dotfiles.toml"),
            folder.path().join("settings.toml"),
        );
        std::fs::write(&real, "").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        change(&link, &changes(&[("name", json!("Sam"))])).unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(std::fs::read_to_string(&real).unwrap().contains("Sam"));
    }

    #[test]
    fn one_bad_change_stops_them_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        for bad in [
            ("appearance.theme", json!("pink")),
            ("nickname", json!("x")),
            ("appearance", json!("x")),
            ("window.keep_running", json!("maybe")),
            ("name", json!(["a"])),
            ("name", json!("x".repeat(41))),
            ("name", json!("a\nb")),
            ("name", json!("a\u{202e}b")),
        ] {
            let failure = change(
                &path,
                &changes(&[("log.level", json!("debug")), bad.clone()]),
            );
            assert_eq!(failure.unwrap_err().code, Code::Invalid, "{bad:?}");
            assert!(!path.exists());
        }
    }

    #[test]
    fn a_file_with_an_error_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        std::fs::write(&path, "name = = 1").unwrap();
        assert!(change(&path, &changes(&[("name", json!("Sam"))])).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "name = = 1");
    }

    #[test]
    fn what_is_written_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        let name = "Åsa \"the\" O'Neil \\ 👩‍👧";
        let loaded = change(&path, &changes(&[("name", json!(name))])).unwrap();
        assert_eq!(loaded.values.name, name);
        assert_eq!(load::load(&path), loaded);
        assert_eq!(loaded.changed, ["name"]);
    }
}
