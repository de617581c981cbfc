//! What came of one file on one link, a line for each program.

use std::time::Duration;

use super::mover::Mover;
use super::once::{Once, Used};

/// One program's rounds, or why there are none.
pub struct Row {
    pub mover: Mover,
    /// Every round, or the first thing that went wrong.
    pub rounds: Result<Vec<Once>, String>,
}

impl Row {
    /// Returns the median time in seconds; `None` when there are no rounds.
    pub fn seconds(&self) -> Option<f64> {
        let rounds = self.rounds.as_ref().ok()?;
        median(rounds.iter().map(|once| once.wall.as_secs_f64()))
    }
}

/// Returns the median time of one of the programs in seconds.
pub fn seconds(rows: &[Row], mover: Mover) -> Option<f64> {
    rows.iter().find(|row| row.mover == mover)?.seconds()
}

/// Returns the median; with an even number of values, the mean of the two in the middle.
pub fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let (low, high) = (values.len().checked_sub(1)? / 2, values.len() / 2);
    Some((values.get(low)? + values.get(high)?) / 2.0)
}

/// Prints them.
pub fn print(heading: &str, bytes: u64, rows: &[Row]) {
    println!("\n{heading}");
    println!(
        "  {:<24} {:>8} {:>13} {:>8} {:>7} {:>15} {:>15} {:>8} {:>7}",
        "",
        "seconds",
        "(from - to)",
        "MB/s",
        "of raw",
        "cpu s give/take",
        "peak MB g/t",
        "wire MB",
        "ready s"
    );
    let raw = seconds(rows, Mover::Raw);
    for row in rows {
        println!("  {:<24} {}", row.mover.name(), line(row, bytes, raw));
    }
}

fn line(row: &Row, bytes: u64, raw: Option<f64>) -> String {
    let rounds = match &row.rounds {
        Ok(rounds) => rounds,
        Err(why) => return format!("NOT COMPARED: {why}"),
    };
    let middle = |part: &dyn Fn(&Once) -> f64| median(rounds.iter().map(part)).unwrap_or_default();
    let walls = || rounds.iter().map(|once| once.wall);
    let seconds = middle(&|once| once.wall.as_secs_f64());
    let cpu = |end: fn(&Once) -> Used| middle(&|once| end(once).cpu.as_secs_f64());
    let peak = |end: fn(&Once) -> Used| {
        let most = rounds.iter().map(|once| end(once).peak).max();
        most.unwrap_or_default() as f64 / 1e6
    };
    let give = |once: &Once| once.give;
    let take = |once: &Once| once.take;
    format!(
        "{seconds:>8.3} {:>13} {:>8.1} {:>6.0}% {:>15} {:>15} {:>8.2} {:>7.2}",
        format!(
            "{:.3}-{:.3}",
            walls().min().unwrap_or(Duration::ZERO).as_secs_f64(),
            walls().max().unwrap_or(Duration::ZERO).as_secs_f64()
        ),
        bytes as f64 / 1e6 / seconds,
        raw.map_or(0.0, |raw| raw / seconds * 100.0),
        format!("{:.2} / {:.2}", cpu(give), cpu(take)),
        format!("{:.0} / {:.0}", peak(give), peak(take)),
        middle(&|once| once.wire as f64) / 1e6,
        middle(&|once| once.ready.as_secs_f64()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_not_the_mean() {
        assert_eq!(median([9.0, 1.0, 2.0].into_iter()), Some(2.0));
        assert_eq!(median([4.0, 1.0, 2.0, 90.0].into_iter()), Some(3.0));
        assert_eq!(median(std::iter::empty()), None);
    }

    #[test]
    fn half_the_time_of_raw_is_twice_its_speed() {
        let once = Once {
            wall: Duration::from_millis(500),
            wire: 3_000_000,
            ..Once::default()
        };
        let row = Row {
            mover: Mover::Sendme,
            rounds: Ok(vec![once; 3]),
        };
        let printed = line(&row, 10_000_000, Some(1.0));
        for figure in [" 0.500 ", " 20.0 ", " 200% ", " 3.00 "] {
            assert!(printed.contains(figure), "{figure} in {printed}");
        }
        let row = Row {
            mover: Mover::Sendme,
            rounds: Err("no network".to_owned()),
        };
        assert_eq!(line(&row, 1, None), "NOT COMPARED: no network");
    }
}
