//! Files on their way: how they are called, and what is left of them when whoever wrote them ended.

use std::ffi::OsStr;
use std::path::Path;
use std::time::SystemTime;

use uuid::Uuid;

const BEGIN: &str = ".segue-";
const END: &str = ".tmp";

/// A new name, which no agent takes for a session.
pub(crate) fn name() -> String {
    format!("{BEGIN}{}{END}", Uuid::new_v4())
}

/// Removes those in a folder that were last written by this moment.
pub(crate) fn remove(folder: &Path, until: SystemTime) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let about = entry.metadata();
        let is_file = about.as_ref().is_ok_and(std::fs::Metadata::is_file);
        let written = about.and_then(|about| about.modified());
        if is_name(&entry.file_name()) && is_file && written.is_ok_and(|written| written <= until) {
            // One that stays is in nobody's way.
            std::fs::remove_file(entry.path()).ok();
        }
    }
}

fn is_name(name: &OsStr) -> bool {
    let id = name.to_str().and_then(|name| name.strip_prefix(BEGIN));
    let id = id.and_then(|name| name.strip_suffix(END));
    id.is_some_and(|id| Uuid::parse_str(id).is_ok())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn only_what_is_ours_and_old_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let old = name();
        for name in [&old, ".segue-notes.tmp", "talk.tmp"] {
            std::fs::write(path(name), "x").unwrap();
        }
        std::fs::create_dir(path(&name())).unwrap();
        let now = SystemTime::now();
        remove(folder.path(), now - Duration::from_secs(60));
        assert!(path(&old).exists());
        remove(folder.path(), now + Duration::from_secs(60));
        assert!(!path(&old).exists());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
