//! Cargo's own helpers, taken from the PATH or installed once into a cache folder.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::shell;

/// A program that `cargo install` can compile.
pub struct Tool {
    program: &'static str,
    version: &'static str,
}

/// Runs the Rust tests, one process each.
pub const NEXTEST: Tool = Tool {
    program: "cargo-nextest",
    version: "0.9.143",
};
/// Checks licences, banned versions, sources and advisories.
pub const DENY: Tool = Tool {
    program: "cargo-deny",
    version: "0.20.2",
};

impl Tool {
    /// Returns the path of the program, and compiles it first when it is not installed.
    pub fn path(&self) -> Result<PathBuf> {
        if let Some(found) = shell::find(self.program) {
            return Ok(found);
        }
        let cache = cache()?;
        let cached = cache.join("bin").join(self.program);
        if cached.is_file() {
            return Ok(cached);
        }
        eprintln!(
            "Compiling {} {} once; this takes some minutes.",
            self.program, self.version
        );
        let mut install = shell::cargo();
        install
            .args([
                "install",
                "--locked",
                "--version",
                self.version,
                self.program,
                "--root",
            ])
            .arg(&cache)
            // Its own folder, and light: it is used, not debugged.
            .env("CARGO_TARGET_DIR", cache.join("build"))
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
        shell::run(&mut install)?;
        std::fs::remove_dir_all(cache.join("build")).ok();
        Ok(cached)
    }
}

fn cache() -> Result<PathBuf> {
    segue_testkit::installed::cache_folder().context("no home folder to keep compiled tools in")
}
