//! Where an exported file goes, what it is called, and putting it there.

use std::path::{Path, PathBuf};

use super::export::Export;
use super::failure;
use crate::door::{Code, Conversation, Failure};

/// Where the file goes.
pub(super) fn choose(
    export: &Export,
    folder: Option<String>,
    conversation: &Conversation,
) -> Result<PathBuf, Failure> {
    let name = || {
        let slug = slug(conversation.title.as_deref().unwrap_or_default());
        let id = slug_of_id(&conversation.short);
        format!("{slug}-{id}.a2a.json")
    };
    let folder = folder.map(PathBuf::from);
    let path = match &export.output {
        Some(output) => {
            let path = folder.unwrap_or_default().join(output);
            if path.is_dir() {
                path.join(name())
            } else {
                path
            }
        }
        None => folder.unwrap_or_default().join(name()),
    };
    if !path.is_absolute() {
        return Err(Failure::invalid("Nobody said where the file should go.")
            .hint("Name a file or a folder by its whole path."));
    }
    Ok(path)
}

fn slug(title: &str) -> String {
    let mut slug = String::new();
    for c in title.chars() {
        if slug.len() >= 40 {
            break;
        }
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() {
        "conversation".to_owned()
    } else {
        slug.to_owned()
    }
}

fn slug_of_id(id: &str) -> String {
    id.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// The place is taken.
pub(super) fn taken(output: &Path) -> Failure {
    Failure::new(
        Code::Refused,
        format!(
            "{} is there already, and was left as it is.",
            output.display()
        ),
    )
    .hint("Name another file with -o, or replace it with --force.")
}

/// Gives the draft its name, over another file only if told to.
pub(super) fn place(
    draft: tempfile::NamedTempFile,
    output: &Path,
    force: bool,
) -> Result<(), Failure> {
    let placed = if force {
        draft.persist(output)
    } else {
        draft.persist_noclobber(output)
    };
    placed.map_err(|error| {
        if error.error.kind() == std::io::ErrorKind::AlreadyExists {
            taken(output)
        } else {
            failure::io(output, &error.error)
        }
    })?;
    if let Some(folder) = output.parent()
        && let Ok(folder) = std::fs::File::open(folder)
    {
        // Not every system lets a folder be synced; the file itself is.
        folder.sync_all().ok();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_becomes_a_file_name_that_every_system_takes() {
        for (title, expected) in [
            ("Fix the login form!", "fix-the-login-form"),
            ("../../etc/passwd", "etc-passwd"),
            ("日本", "conversation"),
            ("con: aux?", "con-aux"),
            ("", "conversation"),
        ] {
            assert_eq!(slug(title), expected);
        }
        assert!(slug(&"a".repeat(500)).len() <= 41);
    }
}
