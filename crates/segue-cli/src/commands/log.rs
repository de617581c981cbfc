//! `segue log`: what happened, and with `--follow` what happens.

use std::process::ExitCode;

use jiff::tz::TimeZone;
use segue_door::{Connection, Event, Failure, JournalEntry, JournalPage, ask};
use segue_link::{Link, StopSignal};

use super::Ended;
use crate::arguments::LogOptions;
use crate::readable;
use crate::say::{Say, is_gone, line, printable};

/// Shows the last lines of the journal, oldest first, and then each new one.
pub async fn log(link: &Link, say: &Say, options: LogOptions) -> Ended {
    // Listen first, so that nothing falls between the page and the stream.
    let mut events = link.events();
    let page = last_lines(link, options.lines, 0).await?;
    if !options.follow {
        say.reply(&page, |page| match (page.entries.as_slice(), page.total) {
            ([], 0) => "No activity yet.".to_owned(),
            (entries, _) => entries.iter().map(row).collect::<Vec<_>>().join("\n"),
        });
        return Ok(ExitCode::SUCCESS);
    }
    let mut stop = StopSignal::listen()?;
    let mut last = page.entries.last().map_or(0, |entry| entry.id);
    for entry in page.entries {
        print(say, &Event::JournalAdded(entry));
    }
    print(say, &Event::Connection(link.connection()));
    while !is_gone() {
        let event = tokio::select! {
            () = stop.wait() => break,
            event = events.next() => event,
        };
        let Some(event) = event else { break };
        // What happened between two hosts, or while we were slow, is in the journal.
        let gap = matches!(
            event,
            Event::Missed { .. } | Event::Connection(Connection::Hosting | Connection::Attached)
        );
        let missed = if gap {
            last_lines(link, 500, last).await?.entries
        } else {
            Vec::new()
        };
        for entry in missed {
            last = entry.id;
            print(say, &Event::JournalAdded(entry));
        }
        match &event {
            Event::JournalAdded(entry) if entry.id <= last => continue,
            Event::JournalAdded(entry) => last = entry.id,
            _ => {}
        }
        print(say, &event);
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads the last `count` lines after the one with the id `after`, oldest first.
async fn last_lines(link: &Link, count: u32, after: i64) -> Result<JournalPage, Failure> {
    let mut all = JournalPage {
        entries: Vec::new(),
        total: 0,
    };
    let mut before = None;
    loop {
        let missing = count.saturating_sub(u32::try_from(all.entries.len()).unwrap_or(u32::MAX));
        let request = ask::Journal {
            before,
            limit: missing,
        };
        let page = link.call(request).await?;
        all.total = page.total;
        before = page.entries.last().map(|entry| entry.id);
        let more = page.entries.len();
        all.entries
            .extend(page.entries.into_iter().filter(|entry| entry.id > after));
        let whole = u32::try_from(more).unwrap_or(u32::MAX) == missing;
        if more == 0 || whole || before.is_some_and(|id| id <= after) {
            all.entries.reverse();
            return Ok(all);
        }
    }
}

fn print(say: &Say, event: &Event) {
    if say.json() {
        return say.record(event, |_| String::new());
    }
    match event {
        Event::JournalAdded(entry) => line(&row(entry)),
        Event::Connection(Connection::Hosting) => line("-- this command runs the node"),
        Event::Connection(Connection::Attached) => line("-- attached to the node"),
        Event::Connection(Connection::Lost) => line("-- the connection to the node was lost"),
        Event::Missed { count } => {
            let missed = readable::count(*count, "event was missed", "events were missed");
            line(&format!("-- {missed}"));
        }
        Event::StatusChanged(_)
        | Event::HandoffArrived(_)
        | Event::HandoffChanged(_)
        | Event::HistoryChanged { .. }
        | Event::SettingsChanged(_)
        | Event::RaiseWindow
        | Event::FileOpened(_)
        | Event::OpenRequested
        | Event::CatalogProgress { .. }
        | Event::ConversationsChanged
        | Event::WorkProgress { .. }
        | Event::DoctorCheck(_)
        | Event::NetworkChanged(_)
        | Event::PersonNearby(_)
        | Event::PersonGone { .. }
        | Event::PairingChanged(_)
        | Event::PersonChanged(_)
        | Event::PersonJoined { .. } => {}
    }
}

fn row(entry: &JournalEntry) -> String {
    let at = entry
        .at
        .to_zoned(TimeZone::system())
        .strftime("%Y-%m-%d %H:%M:%S");
    match &entry.detail {
        Some(detail) => format!("{at}  {}. {}", printable(&entry.title), printable(detail)),
        None => format!("{at}  {}", printable(&entry.title)),
    }
}
