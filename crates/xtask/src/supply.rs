//! What we build from: licences, banned versions, sources and advisories, by `cargo deny`.
//!
//! The advisory data comes from outside; where it can't be had the check is skipped with that
//! reason. Versions we know to be bad are banned in `deny.toml`, and a planted one proves that the
//! ban works.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail, ensure};

use crate::report::Count;
use crate::shell;
use crate::tools::DENY;

/// Licences, bans and sources; then advisories.
pub fn check() -> Result<Count> {
    let deny = DENY.path()?;
    shell::run(root_deny(&deny).args([
        "check",
        "--hide-inclusion-graph",
        "bans",
        "licenses",
        "sources",
    ]))?;
    planted(&deny)?;
    let mut count = advisories(&deny)?;
    count.passed += 2;
    Ok(count)
}

fn root_deny(deny: &Path) -> Command {
    let mut command = shell::command(&deny.to_string_lossy());
    command.args(["--locked", "--workspace"]);
    command
}

fn advisories(deny: &Path) -> Result<Count> {
    let printed =
        shell::tee(root_deny(deny).args(["check", "--hide-inclusion-graph", "advisories"]))?;
    if printed.status.success() {
        return Ok(Count::pass());
    }
    let out_of_reach = printed.text.contains("failed to fetch")
        || printed.text.contains("failed to load advisory database")
        || printed.text.contains("failed to clone");
    if out_of_reach {
        return Ok(Count::skip("the advisory data can't be reached from here"));
    }
    bail!("an advisory applies to what we build from")
}

/// Checks that our rules refuse a package of a banned version and accept a good version of it,
/// which proves that the ban and nothing else refuses.
fn planted(deny: &Path) -> Result<()> {
    let (bad, said) = judged(deny, "0.48.0")?;
    ensure!(!bad, "a planted bad version was not refused");
    ensure!(
        said.contains("libp2p-mdns"),
        "refused, but not for the planted version:\n{said}"
    );
    let (good, said) = judged(deny, "0.49.0")?;
    ensure!(good, "a planted good version was refused:\n{said}");
    eprintln!("A planted bad version was refused, and a good one was not.");
    Ok(())
}

/// Judges a project that uses this version of a package with bad versions. Returns whether our
/// rules accept it, and what was printed.
fn judged(deny: &Path, version: &str) -> Result<(bool, String)> {
    let folder = tempfile::tempdir()?;
    let package = |name: &str, version: &str, rest: &str| {
        format!(
            "[package]\nname = \"{name}\"\nversion = \"{version}\"\nedition = \"2024\"\n\
             license = \"MIT\"\npublish = false\n{rest}"
        )
    };
    let uses =
        format!("[dependencies]\nlibp2p-mdns = {{ path = \"used\", version = \"{version}\" }}\n");
    for (file, text) in [
        ("Cargo.toml", package("planted", "0.0.0", &uses)),
        ("src/lib.rs", String::new()),
        ("used/Cargo.toml", package("libp2p-mdns", version, "")),
        ("used/src/lib.rs", String::new()),
    ] {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
        std::fs::write(path, text)?;
    }
    shell::run(
        shell::cargo()
            .current_dir(folder.path())
            .args(["generate-lockfile", "--offline"]),
    )?;
    let output = Command::new(deny)
        .args(["--locked", "--offline", "--manifest-path"])
        .arg(folder.path().join("Cargo.toml"))
        .arg("--config")
        .arg(shell::root_path().join("deny.toml"))
        .args(["check", "bans"])
        .output()?;
    Ok((
        output.status.success(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    ))
}
