//! `cargo xtask package`: what people install. The programs are built once, optimised, with the page
//! inside; the Tauri CLI puts them into a package; the sums of all packages are signed.
//!
//! ```text
//! key ─▶ page ─▶ cargo build --release ─▶ licences ─▶ tauri bundle ─▶ SHA256SUMS ─▶ SHA256SUMS.sig
//!                                                                        └─ --check: install, try, remove
//! ```
//!
//! Segue never updates itself; `segue check-package` tells a released package from another.

#[cfg(target_os = "linux")]
mod check;
mod licences;
mod sign;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::machine::{self, Purpose};
use crate::{page, shell};

/// Options of `cargo xtask package`.
#[derive(Args)]
pub struct Options {
    /// A file with the release key: 32 bytes in hexadecimal. Without it a throw-away key is made.
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Also install the package on this computer, try it, and remove it; needs root.
    #[arg(long)]
    check: bool,
}

/// Builds, packs, signs; and tries it when asked to.
pub fn run(options: &Options) -> Result<()> {
    machine::prepare(Purpose::Build)?;
    let out = shell::root_path().join("target/package");
    std::fs::create_dir_all(&out)?;
    let key = sign::key(options.key.as_deref(), &out)?;
    page::build()?;
    build(&key)?;
    licences::write(&out.join("third-party.txt.gz"))?;
    let packages = bundle(&out)?;
    sign::write(&out, &packages, &key)?;
    for package in &packages {
        println!("{}", package.display());
    }
    if cfg!(target_os = "linux") {
        println!(
            "AppImage: skipped, its tools are fetched by the packager and nothing is fetched here"
        );
    }
    if !options.check {
        return Ok(());
    }
    #[cfg(target_os = "linux")]
    return check::run(&packages[0]);
    #[cfg(not(target_os = "linux"))]
    {
        println!("check: skipped, it installs a .deb and so runs on Linux only");
        Ok(())
    }
}

/// Builds the programs as a package has them, if need be, and returns their folder.
pub fn programs() -> Result<PathBuf> {
    let out = shell::root_path().join("target/package");
    std::fs::create_dir_all(&out)?;
    build(&sign::key(None, &out)?)?;
    Ok(shell::root_path().join("target/release"))
}

fn build(key: &sign::Key) -> Result<()> {
    let mut cargo = shell::cargo();
    cargo
        .args([
            "build",
            "--release",
            "--locked",
            "-p",
            "segue-desktop",
            "-p",
            "segue-cli",
        ])
        .args(["--features", "segue-desktop/packaged"])
        .env("SEGUE_RELEASE_KEY", key.public());
    shell::run(&mut cargo)?;
    let ending = std::env::consts::EXE_SUFFIX;
    for name in ["segue", "segue-desktop"] {
        let program = shell::root_path().join(format!("target/release/{name}{ending}"));
        without_test_tools(&program)?;
    }
    Ok(())
}

/// Fails on a program that follows what only development builds follow: a clock that others put on, an
/// end on purpose between two writes.
fn without_test_tools(program: &Path) -> Result<()> {
    let bytes = std::fs::read(program).with_context(|| program.display().to_string())?;
    let holds = |text: &str| {
        bytes
            .windows(text.len())
            .any(|part| part == text.as_bytes())
    };
    // One that every program holds shows that this search finds what is there.
    ensure!(
        holds("SEGUE_PROFILE"),
        "{} can't be searched",
        program.display()
    );
    for name in ["SEGUE_CLOCK", "SEGUE_CRASH_AT"] {
        ensure!(!holds(name), "{} follows {name}", program.display());
    }
    Ok(())
}

/// Lets the Tauri CLI pack what was built, and moves the packages to one place.
fn bundle(out: &Path) -> Result<Vec<PathBuf>> {
    let folder = shell::root_path().join("packaging");
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if !folder.join("node_modules/@tauri-apps/cli").is_dir() {
        let mut install = shell::command(npm);
        shell::run(
            install
                .current_dir(&folder)
                .args(["ci", "--no-audit", "--no-fund"]),
        )?;
    }
    let (kind, ending) = if cfg!(target_os = "macos") {
        ("dmg", "dmg")
    } else if cfg!(windows) {
        ("nsis", "exe")
    } else {
        ("deb", "deb")
    };
    let place = shell::root_path().join("target/release/bundle").join(kind);
    // What an earlier version left is not part of this one.
    std::fs::remove_dir_all(&place).ok();
    let mut tauri = shell::command("node");
    tauri.arg(folder.join("node_modules/@tauri-apps/cli/tauri.js"));
    tauri.args([
        "bundle",
        "--ci",
        "--features",
        "packaged",
        "--bundles",
        kind,
    ]);
    if cfg!(windows) {
        tauri.args(["--config", "packaging/windows.conf.json"]);
    }
    shell::run(&mut tauri)?;
    let mut packages = Vec::new();
    for entry in std::fs::read_dir(&place).with_context(|| place.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == ending) {
            let name = path
                .file_name()
                .context("a package has a name")?
                .to_ascii_lowercase();
            let to = out.join(name);
            std::fs::copy(&path, &to)?;
            packages.push(to);
        }
    }
    ensure!(!packages.is_empty(), "the Tauri CLI made no .{ending}");
    Ok(packages)
}
