//! Trying a package as a person gets it: checked, installed, opened through the desktop's own
//! handlers, and removed without a trace but the profile.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use segue_testkit::{Bus, Display, Running, World};
use serde_json::Value;

use crate::shell;

const NAME: &str = "segue";
const TYPE: &str = "application/vnd.segue.conversation+json";
const ENTRY: &str = "Segue.desktop";
const PATIENCE: Duration = Duration::from_secs(60);

/// Installs, tries and removes the package.
pub fn run(package: &Path) -> Result<()> {
    if shell::read(Command::new("id").arg("-u")).is_none_or(|id| id.trim() != "0") {
        println!("check: skipped, installing needs root");
        return Ok(());
    }
    let status = shell::read(Command::new("dpkg-query").args(["-W", "-f=${Status}", NAME]));
    ensure!(
        status.is_none_or(|status| !status.contains("install ok")),
        "the package {NAME} is installed on this computer already; remove it first"
    );
    released(package)?;
    shell::run(Command::new("dpkg").arg("-i").arg(package))?;
    let installed = installed();
    let tried = installed.as_ref().map_or(Ok(()), |files| tried(files));
    shell::run(Command::new("dpkg").args(["--purge", NAME]))?;
    let files = installed?;
    tried?;
    removed(&files)?;
    println!(
        "check: {} files installed, opened by type and by link, and removed",
        files.len()
    );
    Ok(())
}

/// Checks that the programs just packed accept this package as released, and refuse a changed one.
fn released(package: &Path) -> Result<()> {
    let world = World::with_programs(&shell::root_path().join("target/release"));
    let path = package.to_string_lossy();
    let checked = world.segue(&["check-package", &path]);
    ensure!(
        checked.code == 0,
        "the package is not taken for released: {checked:?}"
    );
    let folder = world.home().join("changed");
    std::fs::create_dir(&folder)?;
    let beside = package.parent().context("a package is in a folder")?;
    for name in ["SHA256SUMS", "SHA256SUMS.sig"] {
        std::fs::copy(beside.join(name), folder.join(name))?;
    }
    let changed = folder.join(package.file_name().context("a package has a name")?);
    let mut bytes = std::fs::read(package)?;
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&changed, bytes)?;
    let refused = world.segue(&["check-package", &changed.to_string_lossy()]);
    ensure!(
        refused.code == 3 && refused.err.contains("was changed"),
        "a changed package: {refused:?}"
    );
    Ok(())
}

/// Lists every file of the installed package, and checks that the important ones are there.
fn installed() -> Result<Vec<PathBuf>> {
    let list = shell::read(Command::new("dpkg").args(["-L", NAME])).context("dpkg -L")?;
    let files: Vec<PathBuf> = list
        .lines()
        .map(PathBuf::from)
        .filter(|path| path.is_file())
        .collect();
    for needed in [
        "/usr/bin/segue",
        "/usr/bin/segue-desktop",
        "/usr/share/doc/segue/copyright",
        "/usr/share/doc/segue/third-party.txt.gz",
        "/usr/share/mime/packages/dev.segue.desktop.xml",
    ] {
        ensure!(
            files.iter().any(|file| file == Path::new(needed)),
            "{needed} is not in the package"
        );
    }
    let icons = files
        .iter()
        .filter(|file| file.starts_with("/usr/share/icons/hicolor"));
    ensure!(icons.count() >= 3, "the icons are not in the package");
    Ok(files)
}

/// Opens a file and a link as a desktop does.
fn tried(files: &[PathBuf]) -> Result<()> {
    let entry = Path::new("/usr/share/applications").join(ENTRY);
    ensure!(
        files.contains(&entry),
        "{} is not in the package",
        entry.display()
    );
    shell::run(Command::new("desktop-file-validate").arg(&entry))?;
    let mut world = World::with_programs(Path::new("/usr/bin"));
    let (_display, _bus) = (Display::start(&mut world), Bus::start(&mut world));
    let talk = world.home().join("talk.a2a.json");
    std::fs::write(&talk, "{}")?;
    let asked = [
        "gio",
        "info",
        "-a",
        "standard::content-type",
        &talk.to_string_lossy(),
    ];
    let kind = said(&world, &asked)?;
    ensure!(kind.contains(TYPE), "the file is of another type: {kind:?}");
    for what in [TYPE, "x-scheme-handler/segue"] {
        let handler = said(&world, &["xdg-mime", "query", "default", what])?;
        ensure!(handler == ENTRY, "{what} is opened by {handler:?}");
        ensure!(
            said(&world, &["gio", "mime", what])?.contains(ENTRY),
            "gio knows no handler of {what}"
        );
    }
    // Someone who hears what the app tells the node.
    let mut listener = world.start(&["log", "--follow", "--json"]);
    listener.wait_for("it hosts", |line| line["data"] == "hosting");
    opened(&world, &talk.to_string_lossy())?;
    let shown = listener.wait_for("the file is shown", |line| line["event"] == "file_opened");
    ensure!(
        shown["data"]["name"] == "talk.a2a.json",
        "another file was opened: {shown}"
    );
    opened(&world, "segue://handoff/0b9f8a52")?;
    listener.wait_for("the link is shown", |line| {
        line["event"] == "open_requested"
    });
    quit(&world, listener)
}

/// Ends the app as a log-out does, then looks at the profile.
fn quit(world: &World, listener: Running) -> Result<()> {
    let status = world.ask(&["status"]);
    let attached = status["attached"].as_array().cloned().unwrap_or_default();
    let desktop = |one: &&Value| one["surface"] == "desktop";
    let app = attached
        .iter()
        .find(desktop)
        .context("the app is not attached")?;
    let pid = app["pid"].as_u64().context("the app has a process id")?;
    shell::run(Command::new("kill").arg(pid.to_string()))?;
    let deadline = Instant::now() + PATIENCE;
    while Path::new(&format!("/proc/{pid}/exe")).exists() {
        if Instant::now() > deadline {
            bail!("the app does not end");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(listener);
    ensure!(
        world.profile().join("segue.db").is_file(),
        "the profile is not kept"
    );
    Ok(())
}

/// Checks that nothing of the package is left and that nothing is opened with it any more.
fn removed(files: &[PathBuf]) -> Result<()> {
    let left: Vec<_> = files.iter().filter(|file| file.exists()).collect();
    ensure!(left.is_empty(), "left behind: {left:?}");
    let world = World::with_programs(Path::new("/usr/bin"));
    for what in [TYPE, "x-scheme-handler/segue"] {
        let handler = said(&world, &["xdg-mime", "query", "default", what])?;
        ensure!(handler.is_empty(), "{what} is still opened by {handler}");
    }
    Ok(())
}

/// Opens something as a double click does. The app lives on with what it was started with, so it is
/// given nothing that anyone would wait for.
fn opened(world: &World, what: &str) -> Result<()> {
    let mut command = world.dress(Command::new("gio"));
    let status = command
        .args(["open", what])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .context("gio")?;
    ensure!(status.success(), "gio does not open {what}");
    Ok(())
}

fn said(world: &World, words: &[&str]) -> Result<String> {
    let mut command = world.dress(Command::new(words[0]));
    let output = command
        .args(&words[1..])
        .output()
        .context(words[0].to_owned())?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
