//! Files on their way: what they are called, and what is left of them after a crash.
//!
//! Their name says whose they are. One owner makes one import at a time, so that whatever has the name of
//! an owner who begins another one is left over.

use std::path::Path;

use uuid::Uuid;

const BEGIN: &str = ".segue-";
const END: &str = ".tmp";

/// Makes a new name, which no agent takes for a session.
pub(crate) fn name(owner: &str) -> String {
    format!("{BEGIN}{owner}-{}{END}", Uuid::new_v4().simple())
}

/// Removes an owner's drafts from a folder.
pub(crate) fn remove(folder: &Path, owner: &str) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && is_of(&entry.file_name().to_string_lossy(), owner) {
            // One that stays is in nobody's way.
            std::fs::remove_file(entry.path()).ok();
        }
    }
}

fn is_of(name: &str, owner: &str) -> bool {
    let rest = name
        .strip_prefix(BEGIN)
        .and_then(|name| name.strip_suffix(END));
    let id = rest.and_then(|rest| rest.strip_prefix(owner)?.strip_prefix('-'));
    id.is_some_and(|id| Uuid::try_parse(id).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_theirs_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let (ours, theirs) = (name("us"), name("them"));
        for name in [&ours, &theirs, ".segue-us-notes.tmp", "talk.tmp"] {
            std::fs::write(path(name), "x").unwrap();
        }
        std::fs::create_dir(path(&name("us"))).unwrap();
        remove(folder.path(), "us");
        assert!(!path(&ours).exists() && path(&theirs).exists());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4);
    }
}
