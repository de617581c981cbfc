//! Stages with their times, and the closing count.

use std::time::{Duration, Instant};

use anyhow::Result;

/// What a stage found.
#[derive(Default, Clone)]
pub struct Count {
    /// Checks or tests that held.
    pub passed: usize,
    /// Checks or tests that did not.
    pub failed: usize,
    /// Why each skipped one was skipped.
    pub skipped: Vec<String>,
}

impl Count {
    /// Creates the count of one check that passed.
    pub fn pass() -> Self {
        Self {
            passed: 1,
            ..Self::default()
        }
    }

    /// Creates the count of one check that was skipped for this reason.
    pub fn skip(reason: impl Into<String>) -> Self {
        Self {
            skipped: vec![reason.into()],
            ..Self::default()
        }
    }
}

/// All stages of a run.
pub struct Report {
    started: Instant,
    stages: Vec<(String, Duration, Count)>,
}

impl Report {
    /// Starts an empty report.
    pub fn start() -> Self {
        Self {
            started: Instant::now(),
            stages: Vec::new(),
        }
    }

    /// Runs a stage; an error is one failure, and the run goes on.
    pub fn stage(&mut self, name: &str, work: impl FnOnce() -> Result<Count>) {
        eprintln!("\n== {name}");
        let began = Instant::now();
        let count = work().unwrap_or_else(|error| {
            eprintln!("{name}: {error:#}");
            Count {
                failed: 1,
                ..Count::default()
            }
        });
        self.stages.push((name.to_owned(), began.elapsed(), count));
    }

    /// Checks whether a stage of this name ran without a failure.
    pub fn held(&self, name: &str) -> bool {
        self.stages
            .iter()
            .any(|(stage, _, count)| stage == name && count.failed == 0)
    }

    /// Prints the table and the closing line; `true` when nothing failed.
    pub fn close(self) -> bool {
        println!(
            "\n{:<28} {:>8} {:>7} {:>7} {:>8}",
            "stage", "seconds", "passed", "failed", "skipped"
        );
        let mut sum = Count::default();
        for (name, time, count) in &self.stages {
            println!(
                "{name:<28} {:>8.1} {:>7} {:>7} {:>8}",
                time.as_secs_f64(),
                count.passed,
                count.failed,
                count.skipped.len()
            );
            sum.passed += count.passed;
            sum.failed += count.failed;
            sum.skipped.extend(
                count
                    .skipped
                    .iter()
                    .map(|reason| format!("{name}: {reason}")),
            );
        }
        println!(
            "{:<28} {:>8.1}",
            "all",
            self.started.elapsed().as_secs_f64()
        );
        for reason in &sum.skipped {
            println!("skipped: {reason}");
        }
        println!(
            "\n{} passed, {} failed, {} skipped",
            sum.passed,
            sum.failed,
            sum.skipped.len()
        );
        sum.failed == 0
    }
}
