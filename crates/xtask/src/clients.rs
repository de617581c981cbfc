//! `cargo xtask clients`: the real agent programs that tests hand conversations to, and an
//! independent judge of A2A files, installed once into the cache folder.
//!
//! The table of what and which version is the test kit's, which starts these programs. Each is
//! installed in `<name>.part` and renamed when it is whole, so a run that was stopped goes on where
//! it was, and a folder without the right stamp is replaced.
//!
//! ```text
//! installed::PACKAGES ── npm install ── <name>.part ── stamp ── rename ── <name>
//! installed::JUDGE ───── venv + pip ───┤
//! installed::PEERS ───── pip, cargo ───┤      (only for `cargo xtask bench convert --peers`)
//! installed::SCANNERS ── pip, cargo ───┤      (only for `cargo xtask score`)
//! installed::MOVERS ──── pip, cargo ───┘      (only for `cargo xtask bench transfer --peers`)
//! ```

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use segue_testkit::installed::{
    self, DETECT_SECRETS, JUDGE, MAILBOX, PACKAGES, PATH_CLI, Package, RIPSECRETS, SENDME,
    SESSION_MIGRATE, STAMP, WORMHOLE,
};

use crate::shell;

/// Installs whatever is missing or of another version.
pub fn install() -> Result<()> {
    let clients = installed::clients_folder().context("no home folder to keep clients in")?;
    std::fs::create_dir_all(&clients)
        .with_context(|| format!("can't make {}", clients.display()))?;
    for package in PACKAGES {
        one(package, &clients, npm)?;
    }
    one(&JUDGE, &clients, python)
}

/// Installs the converters that a benchmark compares with; one that fails does not stop the other.
pub fn install_peers() -> Result<()> {
    let clients = installed::clients_folder().context("no home folder to keep peers in")?;
    std::fs::create_dir_all(&clients)
        .with_context(|| format!("can't make {}", clients.display()))?;
    let first = one(&SESSION_MIGRATE, &clients, python);
    one(&PATH_CLI, &clients, crates)?;
    first
}

/// Installs the others that look for secrets; one that fails does not stop the other.
pub fn install_scanners() -> Result<()> {
    let clients = installed::clients_folder().context("no home folder to keep scanners in")?;
    std::fs::create_dir_all(&clients)
        .with_context(|| format!("can't make {}", clients.display()))?;
    let first = one(&DETECT_SECRETS, &clients, python);
    one(&RIPSECRETS, &clients, crates)?;
    first
}

/// Installs the others that move files; one that fails does not stop the others.
#[cfg(target_os = "linux")]
pub fn install_movers() -> Result<()> {
    let clients = installed::clients_folder().context("no home folder to keep peers in")?;
    std::fs::create_dir_all(&clients)
        .with_context(|| format!("can't make {}", clients.display()))?;
    let first = one(&WORMHOLE, &clients, python).and(one(&MAILBOX, &clients, python));
    one(&SENDME, &clients, crates)?;
    first
}

/// Returns the path of an installed package's program, or an error when the package is not
/// installed.
pub fn found(package: &Package) -> Result<PathBuf> {
    let clients = installed::clients_folder().context("no home folder")?;
    ensure!(
        package.is_installed(&clients),
        "{} is not installed",
        package.stamp()
    );
    Ok(package.folder(&clients).join(package.program))
}

fn one(
    package: &Package,
    clients: &Path,
    fill: impl Fn(&Package, &Path) -> Result<()>,
) -> Result<()> {
    if package.is_installed(clients) {
        return Ok(());
    }
    eprintln!("Installing {}", package.stamp());
    let part = clients.join(format!("{}.part", package.name));
    std::fs::create_dir_all(&part).with_context(|| format!("can't make {}", part.display()))?;
    fill(package, &part).with_context(|| {
        format!(
            "{} was not installed; `cargo xtask clients` goes on from {}",
            package.stamp(),
            part.display()
        )
    })?;
    if !part.join(package.program).is_file() {
        bail!(
            "{} came without {}; remove {} and try again",
            package.stamp(),
            package.program,
            part.display()
        );
    }
    std::fs::write(part.join(STAMP), package.stamp())?;
    put_in_place(&part, &package.folder(clients))
}

/// Replaces the old folder with the new one, which must be complete by now.
fn put_in_place(part: &Path, folder: &Path) -> Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)
            .with_context(|| format!("can't replace {}", folder.display()))?;
    }
    std::fs::rename(part, folder)
        .with_context(|| format!("can't rename {} to {}", part.display(), folder.display()))
}

fn npm(package: &Package, part: &Path) -> Result<()> {
    if shell::find("npm").is_none() && !cfg!(windows) {
        bail!("Node.js 20 or newer with npm is needed; install it and try again");
    }
    // Without one, npm would install into a folder above that has one.
    std::fs::write(part.join("package.json"), "{\"private\":true}\n")?;
    let mut command = shell::command(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command
        .current_dir(part)
        .args(["install", "--save-exact", "--no-audit", "--no-fund"])
        .arg("--loglevel=error")
        .arg(package.stamp());
    shell::run(&mut command)
}

fn python(package: &Package, part: &Path) -> Result<()> {
    let Some(python) = shell::find("python3") else {
        bail!("Python 3.10 or newer with venv is needed; install it and try again");
    };
    let mut make = shell::command(&python.to_string_lossy());
    make.args(["-m", "venv"]).arg(part);
    shell::run(&mut make).context("on Debian the package python3-venv is needed")?;
    let mut fill = shell::command(&part.join(package.program).to_string_lossy());
    fill.args(["-m", "pip", "install", "--quiet"])
        .arg(format!("{}=={}", package.package, package.version));
    shell::run(&mut fill)
}

fn crates(package: &Package, part: &Path) -> Result<()> {
    // Pickers for terminals are left out; they have no part in what is compared.
    let mut install = shell::cargo();
    install
        .args(["install", "--locked", "--no-default-features"])
        .args(["--version", package.version, package.package, "--root"])
        .arg(part)
        .env("CARGO_TARGET_DIR", part.join("build"));
    shell::run(&mut install)?;
    std::fs::remove_dir_all(part.join("build")).ok();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(package: &Package, part: &Path) -> Result<()> {
        let program = part.join(package.program);
        std::fs::create_dir_all(program.parent().context("a folder")?)?;
        std::fs::write(program, "")?;
        Ok(())
    }

    #[test]
    fn a_whole_package_is_installed_once_and_a_failed_one_is_tried_again() {
        let clients = tempfile::tempdir().unwrap();
        let package = &PACKAGES[0];
        let failed = one(package, clients.path(), |_, _| bail!("no network"));
        assert!(failed.is_err());
        assert!(!package.is_installed(clients.path()));
        let empty = one(package, clients.path(), |_, _| Ok(()));
        assert!(format!("{:?}", empty.unwrap_err()).contains("came without"));
        one(package, clients.path(), filled).unwrap();
        assert!(package.is_installed(clients.path()));
        one(package, clients.path(), |_, _| bail!("must not be asked")).unwrap();
    }

    #[test]
    fn another_version_is_replaced() {
        let clients = tempfile::tempdir().unwrap();
        let package = &PACKAGES[0];
        one(package, clients.path(), filled).unwrap();
        let stamp = package.folder(clients.path()).join(STAMP);
        std::fs::write(stamp, "node@1.0.0").unwrap();
        one(package, clients.path(), filled).unwrap();
        assert!(package.is_installed(clients.path()));
    }
}
