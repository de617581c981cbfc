//! `cargo xtask test`: everything that must hold, in one order, with times and counts.

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::machine::{self, Purpose};
use crate::report::{Count, Report};
use crate::tools::NEXTEST;
use crate::{bindings, clients, demo, documents, layers, page, shell, supply};

/// Options of `cargo xtask test`.
#[derive(Args)]
pub struct Options {
    /// Leave out what needs a display, a keyring, a browser or network namespaces.
    #[arg(long)]
    quick: bool,
}

/// Why `--quick` leaves something out.
const QUICK: &str = "left out by --quick";

/// Tests of these names need a display, a private bus or a browser.
const REAL_MACHINE: &str = "binary(keyring) | binary(desktop)";
/// Tests of these names need the real agent programs, or a network namespace to put them in.
const CLIENTS: &str = "binary(clients) | binary(resume) | binary(survey) | test(measured_as_alone) | test(=doctor_on_a_computer_alone) | test(=alone::tests::a_test_runs_alone)";

/// Tests of these names are on a LAN made of network namespaces, or need one to be alone with a disk.
const LAN: &str = "binary(lan) | test(a_small_disk_is_not_filled)";
/// Those of them that look at what passes the switch.
const CAPTURE: &str = "test(capture)";

/// Runs every stage and ends with the count.
pub fn run(options: &Options) -> Result<()> {
    let mut report = Report::start();
    report.stage("machine", || {
        machine::prepare(if options.quick {
            Purpose::Build
        } else {
            Purpose::Test
        })?;
        page::install()?;
        Ok(Count::pass())
    });
    report.stage("format", || check(&["fmt", "--all", "--check"]));
    report.stage("layers", || layers::check().map(|()| Count::pass()));
    report.stage("documents", || documents::check().map(|()| Count::pass()));
    report.stage("page: build", || page::build().map(|()| Count::pass()));
    report.stage("page: types", || page::script("check"));
    report.stage("page: lint", || page::script("lint"));
    report.stage("page: size", || page::script("size"));
    report.stage("page: licences", || page::script("licences"));
    report.stage("page: unit tests", page::unit_tests);
    report.stage("clippy", || {
        check(&[
            "clippy",
            "--locked",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ])
    });
    report.stage("build", || check(&["build", "--locked", "--workspace"]));
    if !report.held("build") {
        return close(report);
    }
    report.stage("bindings", bindings::check);
    report.stage("rust tests", || {
        nextest(&format!("not ({REAL_MACHINE} | {CLIENTS} | {LAN})"))
    });
    report.stage("doc tests", doc_tests);
    report.stage("demo", || demo::run().map(|()| Count::pass()));
    if options.quick {
        for stage in [
            "supply chain",
            "keyring and desktop",
            "agent programs",
            "network namespaces",
            "browser",
        ] {
            report.stage(stage, || Ok(Count::skip(QUICK)));
        }
        return close(report);
    }
    report.stage("supply chain", supply::check);
    report.stage("keyring and desktop", || {
        if !cfg!(target_os = "linux") {
            return Ok(Count::skip(
                "written for Linux: Xvfb, WebKitWebDriver, gnome-keyring",
            ));
        }
        nextest(REAL_MACHINE)
    });
    report.stage("agent programs", || {
        if !cfg!(target_os = "linux") {
            return Ok(Count::skip("written for Linux: network namespaces"));
        }
        clients::install()?;
        nextest(CLIENTS)
    });
    report.stage("network namespaces", network_namespaces);
    report.stage("browser", || match machine::chromium() {
        Some(chromium) => page::browser_tests(&chromium),
        None => Ok(Count::skip(
            "no Chromium is installed and none can be installed here by apt",
        )),
    });
    close(report)
}

fn close(report: Report) -> Result<()> {
    if report.close() {
        return Ok(());
    }
    // The closing line is the last thing printed.
    std::process::exit(1);
}

fn check(arguments: &[&str]) -> Result<Count> {
    shell::run(shell::cargo().args(arguments))?;
    Ok(Count::pass())
}

/// Runs the tests on a LAN; what this system does not let them do is left out, with the reason.
fn network_namespaces() -> Result<Count> {
    if let Some(reason) = segue_testkit::lan_missing() {
        return Ok(Count::skip(reason));
    }
    let Some(reason) = segue_testkit::capture_missing() else {
        return nextest(LAN);
    };
    let mut count = nextest(&format!("({LAN}) - {CAPTURE}"))?;
    count.skipped.push(format!("captures: {reason}"));
    Ok(count)
}

fn nextest(filter: &str) -> Result<Count> {
    let mut command = shell::command(&NEXTEST.path()?.to_string_lossy());
    command
        .args([
            "nextest",
            "run",
            "--locked",
            "--workspace",
            "--no-fail-fast",
            "-E",
            filter,
        ])
        .env("NO_COLOR", "1");
    let printed = shell::tee(&mut command)?;
    let line = printed
        .text
        .lines()
        .rev()
        .find(|line| line.contains("tests run:") || line.contains("test run:"))
        .context("nextest printed no count")?;
    let count = Count {
        passed: page::number_before(line, "passed"),
        failed: page::number_before(line, "failed") + page::number_before(line, "timed"),
        skipped: Vec::new(),
    };
    if !printed.status.success() && count.failed == 0 {
        bail!("nextest ended with {}", printed.status);
    }
    Ok(count)
}

fn doc_tests() -> Result<Count> {
    let printed = shell::tee(shell::cargo().args(["test", "--locked", "--workspace", "--doc"]))?;
    let mut count = Count::default();
    for line in printed
        .text
        .lines()
        .filter(|line| line.starts_with("test result:"))
    {
        let line = line.replace('.', " ");
        count.passed += page::number_before(&line, "passed");
        count.failed += page::number_before(&line, "failed");
    }
    if !printed.status.success() && count.failed == 0 {
        bail!("doc tests ended with {}", printed.status);
    }
    Ok(count)
}
