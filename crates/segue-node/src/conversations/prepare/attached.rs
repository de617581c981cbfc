//! The changes of the project that a sender attaches, and what they should know about them.

use std::path::Path;

use segue_conversation::file::Artifact;
use segue_door::{AttachedDiff, Code, Failure, Retry};
use segue_platform::project::{self, Changes, ChangesError};

use super::super::{diff, work};
use crate::plural::counted;

/// The uncommitted changes that are attached.
pub(super) struct Attached {
    pub(super) artifact: Artifact,
    changes: Changes,
}

/// What a patch says before a file that is not text.
const BINARY: &[u8] = b"\nGIT binary patch\n";

/// Most names that a note lists.
const NAMES: usize = 5;

/// Reads what is not committed in the conversation's project. Fails if there is nothing to attach,
/// or more than fits.
pub(super) fn attached(folder: Option<&Path>) -> Result<Attached, Failure> {
    let Some(folder) = folder else {
        return Err(Failure::invalid(
            "There are no changes to attach: the project folder of this conversation is not on \
             this computer.",
        )
        .hint("Leave --attach-diff out, or send from the computer that has the project."));
    };
    let shown = folder.display();
    let changes = match project::uncommitted(folder, diff::MOST) {
        Ok(Some(changes)) if !changes.patch.is_empty() => changes,
        Ok(found) => {
            let mut failure = Failure::invalid(format!(
                "There are no changes to attach: nothing in {shown} is uncommitted."
            ))
            .hint("Leave --attach-diff out. What is committed reaches others by git.");
            if let Some(changes) = found {
                failure = failure.hint(left_out(&changes.left_out));
            }
            return Err(failure);
        }
        Err(error) => return Err(refused(folder, &error)),
    };
    let artifact = diff::artifact(&changes).map_err(|error| {
        tracing::error!(%error, "the changes could not be written");
        work::broken()
    })?;
    Ok(Attached { artifact, changes })
}

impl Attached {
    /// Lists what the person should know about the changes, once it is known what leaves.
    pub(super) fn notes(&self, left: Option<&(AttachedDiff, Vec<u8>)>) -> Vec<String> {
        let mut notes = Vec::new();
        if left.is_some_and(|(_, patch)| *patch != self.changes.patch) {
            notes.push(
                "Secrets were taken out of the attached changes, so they may not apply as they \
                 are."
                    .to_owned(),
            );
        }
        let binary = self.changes.patch.windows(BINARY.len());
        let binary = binary.filter(|bytes| *bytes == BINARY).count() as u64;
        if binary > 0 {
            notes.push(format!(
                "The attached changes have {} that {} no text. What is in {} is not looked \
                 through; look at {} yourself.",
                counted(binary, "file", "files"),
                if binary == 1 { "is" } else { "are" },
                if binary == 1 { "it" } else { "them" },
                if binary == 1 { "it" } else { "them" },
            ));
        }
        if !self.changes.left_out.is_empty() {
            notes.push(left_out(&self.changes.left_out));
        }
        notes
    }
}

/// Lists in a sentence what can't be in a patch.
fn left_out(names: &[String]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(NAMES)
        .map(|name| segue_conversation::truncate(name, 100))
        .collect();
    let more = names.len().saturating_sub(NAMES);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!(
        "Not among the attached changes, because a patch can't have them: {}{more}.",
        shown.join(", ")
    )
}

fn refused(folder: &Path, error: &ChangesError) -> Failure {
    let without = "Or leave --attach-diff out.";
    let shown = folder.display();
    match error {
        ChangesError::NotARepository => Failure::invalid(format!(
            "There are no changes to attach: {shown} is not in a git repository."
        ))
        .hint("Leave --attach-diff out."),
        ChangesError::NoGit => Failure::new(
            Code::NotFound,
            "The changes can't be told: there is no git here.",
        )
        .hint("Install git, then try again.")
        .hint(without),
        ChangesError::TooLarge { most, .. } => Failure::new(
            Code::Refused,
            format!(
                "The changes in {shown} are too large to attach: more than {} MB.",
                most >> 20
            ),
        )
        .hint("Commit them, or add what does not belong there to .gitignore.")
        .hint(without),
        ChangesError::TooSlow => Failure::new(Code::Busy, format!("git took too long in {shown}."))
            .hint("Try again.")
            .hint(without)
            .retry(Retry::Safe),
        ChangesError::Git(_) | ChangesError::Io(_) => Failure::new(
            Code::Unreadable,
            format!(
                "The changes in {shown} can't be told: {}.",
                segue_conversation::truncate(error.to_string().trim_end_matches('.'), 300)
            ),
        )
        .hint(without),
    }
}
