//! Changing settings: single lines of the person's file, their comments kept, all or nothing.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use serde_json::Value;
use toml_edit::{DocumentMut, Item, Table};

use super::load::{self, Loaded};
use crate::door::{Code, Failure, Retry};

const HEADING: &str = "\
# Your settings: only what differs from the defaults. Segue edits single lines and keeps your
# comments; you can edit this file too, and changes apply at once.

";

/// Writes the changes into the file and returns the settings that now apply.
pub(crate) fn change(path: &Path, changes: &BTreeMap<String, Value>) -> Result<Loaded, Failure> {
    let text = match load::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => HEADING.to_owned(),
        Err(error) => return Err(storage(path, &error)),
    };
    let after = apply(&text, changes)?;
    write(path, &after).map_err(|error| storage(path, &error))?;
    Ok(load::parse(&after))
}

/// The text with the changes in it, or why they can't be made.
fn apply(text: &str, changes: &BTreeMap<String, Value>) -> Result<String, Failure> {
    let mut document: DocumentMut = text.parse().map_err(|_| {
        Failure::invalid("Your settings file has an error, so it was left as it is.")
            .hint("Open settings.toml in the profile folder and mend the line, or delete the file.")
    })?;
    let defaults = load::defaults();
    for (name, value) in changes {
        let default = load::get(&defaults, name)
            .ok_or_else(|| Failure::invalid(format!("There is no setting \"{name}\".")))?;
        let value = to_toml(name, value)?;
        match value.filter(|value| !same(value, default)) {
            Some(value) => {
                check_alone(name, &value)?;
                put(&mut document, name, value);
            }
            None => remove(&mut document, name),
        }
    }
    Ok(document.to_string())
}

fn to_toml(name: &str, value: &Value) -> Result<Option<toml_edit::Value>, Failure> {
    Ok(match value {
        Value::Null => None,
        Value::Bool(value) => Some((*value).into()),
        Value::String(value) => Some(value.trim().into()),
        Value::Number(number) if number.is_i64() => number.as_i64().map(Into::into),
        _ => {
            return Err(Failure::invalid(format!(
                "\"{name}\" takes a text, a number or yes/no."
            )));
        }
    })
}

fn same(value: &toml_edit::Value, default: &toml::Value) -> bool {
    match default {
        toml::Value::String(text) => value.as_str() == Some(text),
        toml::Value::Boolean(flag) => value.as_bool() == Some(*flag),
        toml::Value::Integer(number) => value.as_integer() == Some(*number),
        _ => false,
    }
}

/// Whether this one value is valid on top of the defaults.
fn check_alone(name: &str, value: &toml_edit::Value) -> Result<(), Failure> {
    let mut document = DocumentMut::new();
    put(&mut document, name, value.clone());
    match load::parse(&document.to_string())
        .problems
        .into_iter()
        .next()
    {
        None => Ok(()),
        Some(problem) => {
            let about = load::about().remove(name).unwrap_or_default();
            Err(Failure::invalid(problem).hint(about))
        }
    }
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

fn remove(document: &mut DocumentMut, name: &str) {
    let (section, key) = name.rsplit_once('.').unwrap_or(("", name));
    if section.is_empty() {
        document.remove(key);
    } else if let Some(table) = document.get_mut(section).and_then(Item::as_table_like_mut) {
        table.remove(key);
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

fn storage(path: &Path, error: &std::io::Error) -> Failure {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Failure::new(
        Code::Storage,
        format!("{name} can't be written: {error}. Nothing changed."),
    )
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
    fn one_bad_change_stops_them_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        for bad in [
            ("appearance.theme", json!("pink")),
            ("nickname", json!("x")),
            ("appearance", json!("x")),
            ("window.keep_running", json!("yes")),
            ("name", json!(["a"])),
            ("name", json!("x".repeat(41))),
            ("name", json!("a\nb")),
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
        let name = "Åsa \"the\" O'Neil \\ \u{202e}";
        let loaded = change(&path, &changes(&[("name", json!(name))])).unwrap();
        assert_eq!(loaded.values.name, name);
        assert_eq!(load::load(&path), loaded);
        assert_eq!(loaded.changed, ["name"]);
    }
}
