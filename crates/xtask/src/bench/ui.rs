//! `cargo xtask bench ui`: how the real window feels, in figures. The released app runs under a
//! virtual display with 1,000 sessions on disk and one of 10,000 messages, driven by WebDriver; times
//! are taken by the page itself, from an action to the frame after what it should show.
//!
//! What the page does not have yet is said, and is no failure.

mod driver;
mod processes;

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use segue_testkit::samples::claude;
use segue_testkit::{Bus, Display, World, many};
use serde_json::{Value, json};

use super::{figure, goal};
use crate::{package, page, shell};
use driver::Driver;

const SESSIONS: u64 = 1_000;
const MESSAGES: u32 = 10_000;
const LONG: &str = "A conversation of ten thousand messages";
/// How long the index may take.
const PATIENCE: Duration = Duration::from_secs(120);
const IDLE: Duration = Duration::from_secs(10);

/// Measures and prints.
pub fn run() -> Result<()> {
    page::build()?;
    println!("\nthe page");
    goal(
        "first JavaScript, gzip",
        120.0,
        first_script()? / 1000.0,
        "kB",
    );
    let mut world = World::with_programs(&package::programs()?);
    many::sessions(world.home(), SESSIONS, 50_000_000)?;
    long_session(&world);
    world.segue(&["settings", "set", "window.welcomed", "true"]);
    let (_display, _bus) = (Display::start(&mut world), Bus::start(&mut world));
    println!("\nthe window, with {SESSIONS} sessions on disk");
    let app = Driver::open(&world)?;
    app.until("document.documentElement.dataset.ready", PATIENCE)?;
    start(&app)?;
    indexed(&world)?;
    idle(&app, "idle after the start")?;
    library(&app)?;
    idle(&app, "idle after use")
}

/// Returns the compressed size of all scripts that the page needs before it shows anything, as the
/// page's own script counts them: its last line begins with the figure.
fn first_script() -> Result<f64> {
    let mut size = Command::new("npm");
    size.args(["run", "--silent", "size"])
        .current_dir(shell::root_path().join("ui"));
    let printed = shell::read(&mut size).context("npm run size")?;
    let last = printed.lines().last().unwrap_or_default();
    let figure = last.split_whitespace().next().unwrap_or_default();
    figure.parse().context(last.to_owned())
}

fn long_session(world: &World) {
    let project = world.home().join("long");
    std::fs::create_dir_all(&project).ok();
    let mut session = claude::Session::new(claude::id(77), project.to_string_lossy()).title(LONG);
    for number in 0..MESSAGES / 2 {
        session = session
            .ask(&format!("Question {number}: what about the retry?"))
            .answer(&format!(
                "Answer {number}: it waits, then it tries again. `retry({number})`"
            ));
    }
    session.write(&world.home().join(".claude"), 1);
}

/// Measures the time from the start of the process until the page can be used.
fn start(app: &Driver) -> Result<()> {
    let pids = processes::below(app.pid());
    let own = pids
        .iter()
        .find(|pid| processes::name(**pid).starts_with("segue-desktop"));
    let began = processes::began(*own.context("the app has no process")?)?;
    let at = |entry: &str| -> Result<Option<f64>> {
        let script = format!(
            "(() => {{ const one = performance.getEntriesByName('{entry}')[0];
               return one ? performance.timeOrigin + one.startTime : null; }})()"
        );
        Ok(app.value(&script)?.as_f64())
    };
    for (what, entry) in [
        ("first paint of the navigation", "first-contentful-paint"),
        ("the window can be used", "segue-ready"),
    ] {
        match at(entry)? {
            Some(at) => goal(what, 1000.0, at - began, "ms"),
            None => println!("  {what:<46} NOT MEASURED: the page marks no {entry}"),
        }
    }
    Ok(())
}

/// Waits until everything can be searched.
fn indexed(world: &World) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let state = &world.ask(&["list"])["indexing"];
        let (done, all) = (&state["searchable"], &state["sessions"]);
        if done == all && all.as_u64() > Some(SESSIONS) {
            return Ok(());
        }
        ensure!(Instant::now() < deadline, "{done} of {all} are indexed");
        std::thread::sleep(Duration::from_millis(500));
    }
}

/// Acts and waits in the page until a selector is there and drawn: milliseconds and how many.
/// The page's own rules let no text become a script, so the action is a part of this one.
const ACT: &str = "const [selector, done] = arguments;
    const began = performance.now();
    (() => { ACTION })();
    const look = () => {
        const found = document.querySelectorAll(selector).length;
        const took = performance.now() - began;
        if (found > 0) requestAnimationFrame(() => {
            const took = performance.now() - began;
            setTimeout(() => done([took, document.querySelectorAll(selector).length]), 1000);
        });
        else if (took > 20000) done(null);
        else requestAnimationFrame(look);
    };
    look();";

/// Measures how long an action takes until the page shows what the selector describes. Returns how
/// many elements match a second later; `None` when none appears.
fn act(app: &Driver, what: &str, most: f64, action: &str, selector: &str) -> Result<Option<f64>> {
    let took = app.wait(&ACT.replace("ACTION", action), &[json!(selector)])?;
    let Value::Array(took) = took else {
        println!("  {what:<46} NOT MEASURED: the page shows no {selector}");
        return Ok(None);
    };
    goal(what, most, took[0].as_f64().unwrap_or(f64::NAN), "ms");
    Ok(took[1].as_f64())
}

fn library(app: &Driver) -> Result<()> {
    let row = "[data-testid='library-row']";
    app.value("location.hash = '#/settings'")?;
    app.until(&format!("!document.querySelector(\"{row}\")"), PATIENCE)?;
    if let Some(rows) = act(
        app,
        "first rows of the library",
        500.0,
        "location.hash = '#/library'",
        row,
    )? {
        goal("  rows mounted", 100.0, rows, "");
    }
    let search = |words: &str| {
        format!(
            "const field = document.querySelector(\"[data-testid='library-search']\");
             field.focus(); field.value = '{words}'; field.dispatchEvent(new Event('input', {{ bubbles: true }}));"
        )
    };
    let hit = "[data-testid='library-snippet'] mark, [data-testid='library-snippet']";
    act(app, "search \"retry\"", 200.0, &search("retry"), hit)?;
    app.value(&format!("(() => {{ {} }})()", search("")))?;
    let id = format!("claude-code:{}", claude::id(77));
    let open = format!("location.hash = '#/library/{}'", id.replace(':', "%3A"));
    if let Some(mounted) = act(
        app,
        "a conversation of 10,000 messages",
        1000.0,
        &open,
        "[data-testid='reader-message']",
    )? {
        goal("  messages mounted", 200.0, mounted, "");
        figures(app)?;
    }
    Ok(())
}

/// Measures how long the figures of a handoff take to follow another amount.
fn figures(app: &Driver) -> Result<()> {
    let press = "document.querySelector(\"[data-testid='library-handoff']\").click()";
    act(
        app,
        "the sheet to hand it off",
        1000.0,
        press,
        "[data-testid='handoff-figures']:not(.asking)",
    )?;
    let change = "const said = document.querySelector(\"[data-testid='handoff-figures']\"); const before = said.textContent;
        document.querySelector(\"[data-testid='handoff-history-last']\").click();
        const look = () => { if (said.textContent !== before && !said.classList.contains('asking')) said.dataset.anew = 'yes'; else requestAnimationFrame(look); };
        look();";
    act(
        app,
        "figures for another amount",
        300.0,
        change,
        "[data-testid='handoff-figures'][data-anew]",
    )?;
    Ok(())
}

/// Measures processor time and memory while nobody does anything.
fn idle(app: &Driver, when: &str) -> Result<()> {
    app.value("location.hash = '#/inbox'")?;
    // Nobody types: a caret that blinks is painted anew.
    app.value("document.activeElement?.blur()")?;
    std::thread::sleep(Duration::from_secs(5));
    let pids = processes::below(app.pid());
    let before = processes::cpu(&pids);
    std::thread::sleep(IDLE);
    let used = processes::cpu(&pids).saturating_sub(before);
    println!("\n{when}, all processes of the app ({})", pids.len());
    goal(
        "processor over 10 s, of one core",
        1.0,
        used.as_secs_f64() / IDLE.as_secs_f64() * 100.0,
        "%",
    );
    figure("memory (PSS)", processes::memory(&pids) as f64 / 1e6, "MB");
    for pid in pids {
        figure(
            &format!("  {}", processes::name(pid)),
            processes::memory(&[pid]) as f64 / 1e6,
            "MB",
        );
    }
    Ok(())
}
