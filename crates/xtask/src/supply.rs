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

/// A package of a banned version must be refused by our own rules.
fn planted(deny: &Path) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let write = |file: &str, text: &str| -> Result<()> {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
        Ok(std::fs::write(path, text)?)
    };
    write(
        "Cargo.toml",
        "[package]\nname = \"planted\"\nversion = \"0.0.0\"\nedition = \"2024\"\nlicense = \"MIT\"\n\
         [dependencies]\nlibp2p-mdns = { path = \"bad\", version = \"0.48.0\" }\n",
    )?;
    write("src/lib.rs", "")?;
    write(
        "bad/Cargo.toml",
        "[package]\nname = \"libp2p-mdns\"\nversion = \"0.48.0\"\nedition = \"2024\"\nlicense = \"MIT\"\n",
    )?;
    write("bad/src/lib.rs", "")?;
    shell::run(
        shell::cargo()
            .current_dir(folder.path())
            .args(["generate-lockfile", "--offline"]),
    )?;
    let rules = shell::root_path().join("deny.toml");
    let output = Command::new(deny)
        .args(["--locked", "--offline", "--manifest-path"])
        .arg(folder.path().join("Cargo.toml"))
        .args(["check", "--config"])
        .arg(rules)
        .arg("bans")
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure!(
        !output.status.success(),
        "a planted bad version was not refused"
    );
    ensure!(
        said.contains("libp2p-mdns"),
        "refused, but not for the planted version:\n{said}"
    );
    eprintln!("A planted bad version was refused, as it should be.");
    Ok(())
}
