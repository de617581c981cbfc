//! Changes of a project that travel with a conversation: one artifact with one patch.
//!
//! ```text
//! Changes ──artifact──▶ searched, cleared, in the file ──attached / diff_of──▶ facts and the patch
//! ```
//!
//! It belongs to no platform, so no import puts it anywhere.

use std::io::Read;
use std::path::Path;

use data_encoding::BASE64;
use segue_conversation::file::{Artifact, Item, Limits, Reader};
use segue_conversation::json::Tape;
use segue_conversation::{Body, Data, File, Json, Part};
use segue_door::{AttachedDiff, Failure};
use segue_platform::open::plain_file;
use segue_platform::project::Changes;
use serde_json::json;

use super::failure;

/// The artifact's id, its name and the type of its bytes.
pub(super) const ID: &str = "segue-diff";
const NAME: &str = "changes.patch";
const TYPE: &str = "text/x-diff";

/// Most bytes of a patch that leaves, and of one that is taken: placeholders make it longer.
pub(super) const MOST: u64 = 8 << 20;
const TAKEN: usize = 16 << 20;

/// Most characters of a remote, a branch, a commit.
const FACT: usize = 500;

/// Creates the artifact that carries uncommitted changes.
pub(super) fn artifact(changes: &Changes) -> Result<Artifact, serde_json::Error> {
    let native = json!({
        "kind": "diff",
        "remote": changes.remote,
        "branch": changes.branch,
        "commit": changes.commit,
        "files": changes.files.len(),
    });
    Ok(Artifact {
        id: ID.to_owned(),
        name: Some(NAME.to_owned()),
        parts: vec![Part::new(Body::File(File {
            media_type: Some(TYPE.to_owned()),
            name: Some(NAME.to_owned()),
            data: Data::Base64(BASE64.encode(&changes.patch)),
        }))],
        native: Some(Json::from_serde(&native)?),
    })
}

/// Returns the patch in an artifact and what is said about it. `None` if the artifact is no patch
/// of ours, or too large a one.
pub(super) fn attached(artifact: &Artifact) -> Option<(AttachedDiff, Vec<u8>)> {
    if artifact.id != ID {
        return None;
    }
    let mut tape = Tape::default();
    let native = artifact.native.as_ref()?.open(&mut tape).ok()?;
    let [part] = artifact.parts.as_slice() else {
        return None;
    };
    let Body::File(file) = &part.body else {
        return None;
    };
    let Data::Base64(data) = &file.data else {
        return None;
    };
    if native.str_of("kind").as_deref() != Some("diff") || data.len() / 4 * 3 > TAKEN {
        return None;
    }
    let patch = BASE64.decode(data.as_bytes()).ok()?;
    let fact = |name: &str| {
        let text = native.str_of(name)?;
        Some(segue_conversation::truncate(&text, FACT)).filter(|text| !text.is_empty())
    };
    let files = native.get("files").and_then(|files| files.integer());
    let about = AttachedDiff {
        bytes: patch.len() as u64,
        remote: fact("remote"),
        branch: fact("branch"),
        commit: fact("commit"),
        files: files.map_or(0, |files| u64::try_from(files).unwrap_or(0)),
    };
    Some((about, patch))
}

/// Finds the patch in a conversation file that was checked before, if there is one.
pub(crate) fn diff_of(file: &Path) -> Result<Option<(AttachedDiff, Vec<u8>)>, Failure> {
    let input = plain_file(file).map_err(|error| failure::io(file, &error))?;
    find(std::io::BufReader::new(input), Limits::default().artifacts)
}

/// Finds the patch as [`diff_of`] does, but in any reader, among the first `artifacts` artifacts.
pub(super) fn find(
    input: impl Read,
    artifacts: u64,
) -> Result<Option<(AttachedDiff, Vec<u8>)>, Failure> {
    let mut reader = Reader::again(input, Limits::default());
    let mut left = artifacts;
    while left > 0
        && let Some(item) = reader.item().map_err(|error| failure::file(&error))?
    {
        if let Item::Artifact(artifact) = item {
            left -= 1;
            if let Some(found) = attached(&artifact) {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes() -> Changes {
        Changes {
            patch: b"diff --git a/x b/x\n".to_vec(),
            files: vec!["x".to_owned()],
            left_out: Vec::new(),
            insertions: 1,
            deletions: 0,
            remote: Some("git@example.org:team/app.git".to_owned()),
            branch: Some("main".to_owned()),
            commit: None,
        }
    }

    #[test]
    fn what_was_attached_is_found_again() {
        let (about, patch) = attached(&artifact(&changes()).unwrap()).unwrap();
        assert_eq!(patch, changes().patch);
        assert_eq!((about.bytes, about.files), (19, 1));
        assert_eq!(about.branch.as_deref(), Some("main"));
        assert_eq!(about.commit, None);
    }

    #[test]
    fn only_what_is_one_is_taken_for_one() {
        let right = artifact(&changes()).unwrap();
        let mut other = right.clone();
        other.id = "notes".to_owned();
        let mut unsaid = right.clone();
        unsaid.native = None;
        let mut two = right.clone();
        two.parts.push(Part::text("more"));
        let mut elsewhere = right.clone();
        elsewhere.parts = vec![Part::new(Body::File(File {
            media_type: None,
            name: None,
            data: Data::Url("https://example.org".to_owned()),
        }))];
        let mut garbled = right;
        garbled.parts = vec![Part::new(Body::File(File {
            media_type: None,
            name: None,
            data: Data::Base64("no base64!".to_owned()),
        }))];
        for wrong in [other, unsaid, two, elsewhere, garbled] {
            assert_eq!(attached(&wrong), None, "{wrong:?}");
        }
    }
}
