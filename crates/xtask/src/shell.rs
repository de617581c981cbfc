//! Starting programs: always from the repository root, echoed, with their output forwarded.
//!
//! [`run`] is for steps whose output only a person reads; [`tee`] also returns what was printed,
//! for steps whose closing line is counted.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, bail};

/// Returns the repository root: two folders above this crate.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Returns the root with its `..` resolved, for printing and for passing to programs.
pub fn root_path() -> PathBuf {
    root()
        .canonicalize()
        .unwrap_or_else(|_| root().to_path_buf())
}

/// Creates a command that starts in the repository root.
///
/// Variables that cargo sets for `cargo xtask` itself are removed: they would make the builds
/// started here differ from a plain `cargo build` and so compile everything again.
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root_path());
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command
}

/// Creates a command for the cargo that started us.
pub fn cargo() -> Command {
    command(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()))
}

/// Runs a command with the terminal as its output and fails when it fails.
pub fn run(command: &mut Command) -> Result<()> {
    let line = describe(command);
    eprintln!("  $ {line}");
    let status = command
        .status()
        .with_context(|| format!("could not start: {line}"))?;
    if !status.success() {
        bail!("failed ({status}): {line}");
    }
    Ok(())
}

/// What a teed command ended with and everything it printed.
pub struct Printed {
    pub status: ExitStatus,
    /// Standard output and standard error, in the order the lines came.
    pub text: String,
}

/// Runs a command, forwards every line and keeps a copy.
pub fn tee(command: &mut Command) -> Result<Printed> {
    let line = describe(command);
    eprintln!("  $ {line}");
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("could not start: {line}"))?;
    let text = Arc::new(Mutex::new(String::new()));
    let stdout = child.stdout.take().context("no standard output")?;
    let stderr = child.stderr.take().context("no standard error")?;
    std::thread::scope(|scope| {
        scope.spawn(|| forward(stdout, &text));
        scope.spawn(|| forward(stderr, &text));
    });
    let status = child.wait()?;
    let text = text.lock().map(|text| text.clone()).unwrap_or_default();
    Ok(Printed { status, text })
}

/// Runs a command quietly and returns its standard output when it succeeds.
pub fn read(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Finds a program on the PATH.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .flat_map(|folder| [folder.join(program), folder.join(format!("{program}.exe"))])
        .find(|candidate| candidate.is_file())
}

fn forward(from: impl Read, copy: &Mutex<String>) {
    for line in BufReader::new(from).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line).into_owned();
        // A closed terminal is no reason to stop a test run.
        writeln!(std::io::stderr(), "{line}").ok();
        if let Ok(mut copy) = copy.lock() {
            copy.push_str(&line);
            copy.push('\n');
        }
    }
}

fn describe(command: &Command) -> String {
    let mut line = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}
