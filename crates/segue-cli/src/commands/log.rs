//! `segue log`: what happened, and with `--follow` what happens.

use std::process::ExitCode;

use jiff::tz::TimeZone;
use segue_node::door::{Connection, JournalEntry};
use segue_node::{Event, Link, Reply, Request};

use super::{Ended, unexpected};
use crate::arguments::LogOptions;
use crate::say::{Say, line, printable};

/// Shows the last lines of the journal, oldest first, and then each new one.
pub async fn log(link: &Link, say: &Say, options: LogOptions) -> Ended {
    // Listen first, so that nothing falls between the page and the stream.
    let mut events = link.events();
    let request = Request::Journal {
        before: None,
        limit: options.lines,
    };
    let Reply::Journal(mut page) = link.call(request).await? else {
        return Err(unexpected());
    };
    page.entries.reverse();
    if !options.follow {
        say.reply(&page, |page| match page.entries.as_slice() {
            [] => "Nothing has happened yet.".to_owned(),
            entries => entries.iter().map(row).collect::<Vec<_>>().join("\n"),
        });
        return Ok(ExitCode::SUCCESS);
    }
    let mut last = page.entries.last().map_or(0, |entry| entry.id);
    for entry in page.entries {
        print(say, &Event::JournalAdded(entry));
    }
    print(say, &Event::Connection(link.connection()));
    loop {
        let event = tokio::select! {
            _ = tokio::signal::ctrl_c() => return Ok(ExitCode::SUCCESS),
            event = events.next() => event,
        };
        match event {
            None => return Ok(ExitCode::SUCCESS),
            Some(Event::JournalAdded(entry)) if entry.id <= last => {}
            Some(event) => {
                if let Event::JournalAdded(entry) = &event {
                    last = entry.id;
                }
                print(say, &event);
            }
        }
    }
}

fn print(say: &Say, event: &Event) {
    if say.json() {
        return say.record(event, |_| String::new());
    }
    match event {
        Event::JournalAdded(entry) => line(&row(entry)),
        Event::Connection(Connection::Hosting) => line("-- this process hosts the node"),
        Event::Connection(Connection::Attached) => line("-- attached to the node"),
        Event::Connection(Connection::Lost) => line("-- the host went away"),
        Event::Missed { count } => line(&format!("-- {count} events were missed")),
        Event::StatusChanged(_) | Event::SettingsChanged(_) | Event::RaiseWindow => {}
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
