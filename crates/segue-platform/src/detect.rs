//! Whether an agent is installed, told by its files: nothing is run.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::open;
use crate::platform::Detected;
use crate::surroundings::AgentEnv;

/// Looks for a program on the PATH, and for its version in its npm package or its own folder.
pub fn program(place: &AgentEnv, name: &str, package: &str, folder: PathBuf) -> Detected {
    let program = place.program(name);
    let real = program.as_deref().and_then(|path| path.canonicalize().ok());
    Detected {
        version: real.as_deref().and_then(|path| version(path, package)),
        used: folder.is_dir(),
        program,
        folder,
    }
}

fn version(program: &Path, package: &str) -> Option<String> {
    program
        .ancestors()
        .skip(1)
        .take(5)
        .find_map(|folder| {
            package_version(&folder.join("package.json"), package)
                .or_else(|| package_version(&folder.join(package).join("package.json"), package))
        })
        .or_else(|| {
            program.components().rev().find_map(|piece| {
                let text = piece.as_os_str().to_str()?;
                is_version(text).then(|| text.to_owned())
            })
        })
}

fn package_version(file: &Path, package: &str) -> Option<String> {
    let mut text = String::new();
    open::plain_file(file)
        .ok()?
        .take(1 << 20)
        .read_to_string(&mut text)
        .ok()?;
    let json: serde_json::Value = serde_json::from_str(&text).ok()?;
    (json.get("name")?.as_str()? == package)
        .then(|| json.get("version")?.as_str().map(str::to_owned))?
}

/// Recognises `1.2.3`, perhaps with `v` before and `-alpha.1` or `_1` after it.
pub(crate) fn is_version(text: &str) -> bool {
    let core = text.strip_prefix('v').unwrap_or(text);
    let numbers = core.split(['-', '+', '_']).next().unwrap_or(core);
    text.len() <= 40
        && numbers.split('.').count() == 3
        && numbers
            .split('.')
            .all(|n| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_program_is_found_with_the_version_of_its_package() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let package = folder.path().join("lib/node_modules/@x/tool");
        std::fs::create_dir_all(package.join("bin")).unwrap();
        std::fs::create_dir_all(folder.path().join("bin")).unwrap();
        let program = package.join("bin/tool.js");
        std::fs::write(&program, "").unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        std::fs::write(
            package.join("package.json"),
            r#"{"name":"@x/tool","version":"3.2.1"}"#,
        )
        .unwrap();
        std::os::unix::fs::symlink(&program, folder.path().join("bin/tool")).unwrap();
        let mut place = AgentEnv::new(folder.path());
        place
            .vars
            .insert("PATH".into(), folder.path().join("bin").into_os_string());
        let found = super::program(&place, "tool", "@x/tool", folder.path().join("none"));
        assert_eq!(found.program, Some(folder.path().join("bin/tool")));
        assert_eq!(found.version.as_deref(), Some("3.2.1"));
        assert!(!found.used);
        assert_eq!(
            super::program(&place, "other", "@x/tool", folder.path().into()).program,
            None
        );
    }
}
