//! `segue list`.

use std::process::ExitCode;
use std::time::Duration;

use segue_clock::system as clock;
use segue_door::{Conversation, ConversationState, Event, Failure, Handed, Indexing, Listing, ask};
use segue_link::{Link, StopSignal};

use super::{Ended, platforms, whole};
use crate::arguments::{HandedWay, ListOptions};
use crate::readable::{count, short_time};
use crate::say::{Say, printable};
use crate::table::{Side, fit, table, width};
use crate::waiting::{Bar, stopped};

/// How long the index may be silent before it is asked again.
const ASK_AGAIN: Duration = Duration::from_secs(2);

/// Lists conversations, newest first.
pub async fn list(link: &Link, say: &Say, options: ListOptions) -> Ended {
    let request = request(&options)?;
    let first = ready(link, say, &options, &request).await?;
    let listing = rest(link, &options, request, first).await?;
    let empty = match (listing.conversations.is_empty(), say.json()) {
        (true, false) if !listing.problems.is_empty() => {
            let problems: Vec<String> = listing.problems.iter().map(|it| printable(it)).collect();
            Some(problems.join("\n"))
        }
        (true, false) => Some(empty(link, &options).await?),
        _ => None,
    };
    say.reply(&listing, |listing| {
        empty.unwrap_or_else(|| text(listing, &options))
    });
    Ok(ExitCode::SUCCESS)
}

fn request(options: &ListOptions) -> Result<ask::ListConversations, Failure> {
    let project = match &options.project {
        // Agents write the real path of a folder.
        Some(folder) => Some(whole(
            &folder.canonicalize().unwrap_or_else(|_| folder.clone()),
        )?),
        None => None,
    };
    Ok(ask::ListConversations {
        platform: options.platform.clone(),
        project,
        search: options.search.clone(),
        since: options.since.clone(),
        handed: options.handed.map(|way| match way {
            HandedWay::Out => Handed::Out,
            HandedWay::In => Handed::In,
        }),
        limit: options.limit,
        after: None,
        offset: None,
    })
}

/// Waits until the index knows enough for the right first page, unless told not to wait, and
/// returns that page.
async fn ready(
    link: &Link,
    say: &Say,
    options: &ListOptions,
    request: &ask::ListConversations,
) -> Result<Listing, Failure> {
    let mut events = link.events();
    let mut stop = StopSignal::listen()?;
    let mut bar = Bar::new("Indexing conversations", say.json());
    loop {
        let listing = link.call(request.clone()).await?;
        let (done, total) = needed(options, &listing.indexing);
        if done >= total || options.no_wait {
            bar.done();
            return Ok(listing);
        }
        bar.at(done, total);
        // The index says so whenever it grew; another host has an index of its own.
        let grew = async {
            loop {
                match events.next().await {
                    Some(
                        Event::CatalogProgress { .. }
                        | Event::ConversationsChanged
                        | Event::Connection(_)
                        | Event::Missed { .. },
                    )
                    | None => return,
                    Some(_) => {}
                }
            }
        };
        tokio::select! {
            () = stop.wait() => return Err(stopped()),
            () = grew => {}
            // An index that could not be written has nothing to say; asking wakes it.
            () = clock::sleep(ASK_AGAIN) => {}
        }
    }
}

/// Returns how much of the index this list needs is done, and out of how much.
fn needed(options: &ListOptions, indexing: &Indexing) -> (u64, u64) {
    let done = if options.search.is_some() {
        indexing.searchable
    } else if options.project.is_some() {
        indexing.known
    } else {
        indexing.sessions
    };
    (done, indexing.sessions)
}

/// Adds further pages, until as many conversations are there as were asked for.
async fn rest(
    link: &Link,
    options: &ListOptions,
    mut request: ask::ListConversations,
    mut all: Listing,
) -> Result<Listing, Failure> {
    loop {
        let have = u32::try_from(all.conversations.len()).unwrap_or(u32::MAX);
        let missing = options.limit.saturating_sub(have);
        let Some(next) = all.next.clone().filter(|_| missing > 0) else {
            return Ok(all);
        };
        request.after = Some(next);
        request.limit = missing;
        let page = link.call(request.clone()).await?;
        all.conversations.extend(page.conversations);
        all.next = page.next;
    }
}

async fn empty(link: &Link, options: &ListOptions) -> Result<String, Failure> {
    if let Some(search) = &options.search {
        return Ok(format!(
            "No conversation has all of these words in one message: {}",
            printable(search)
        ));
    }
    match options.handed {
        Some(HandedWay::Out) => {
            return Ok(
                "You haven't handed off any matching conversations. All conversations: segue list"
                    .to_owned(),
            );
        }
        Some(HandedWay::In) => {
            return Ok(
                "You haven't imported any matching conversations from anyone. Your inbox: segue inbox"
                    .to_owned(),
            );
        }
        None => {}
    }
    if options.since.is_some() {
        return Ok(
            "No matching conversations have changed since then. All conversations: segue list"
                .to_owned(),
        );
    }
    if options.project.is_some() {
        return Ok("No conversations in this folder. All conversations: segue list".to_owned());
    }
    if options.platform.is_some() {
        return Ok("No conversations of this agent yet. All conversations: segue list".to_owned());
    }
    let names: Vec<String> = platforms::ask(link)
        .await?
        .platforms
        .iter()
        .map(|platform| printable(&platform.name))
        .collect();
    Ok(format!(
        "No conversations yet.\nConversations of {} appear here.\n\
         Or import one: segue import FILE --to AGENT",
        names.join(", ")
    ))
}

fn text(listing: &Listing, options: &ListOptions) -> String {
    let headings = [
        ("ID", Side::Left),
        ("AGENT", Side::Left),
        ("CHANGED", Side::Left),
        ("MESSAGES", Side::Right),
        ("PROJECT", Side::Left),
        ("TITLE", Side::Left),
    ];
    let width = width();
    let rows: Vec<Vec<String>> = listing.conversations.iter().map(row).collect();
    let mut table = table(&headings, &rows, width).into_iter();
    let mut lines: Vec<String> = table.by_ref().take(1).collect();
    for (line, conversation) in table.zip(&listing.conversations) {
        lines.push(line);
        if let Some(place) = conversation.snippets.first() {
            let text: String = place.pieces.iter().map(|piece| &*piece.text).collect();
            lines.push(fit(&format!("    {}", printable(&text)), width));
        }
    }
    for problem in &listing.problems {
        lines.push(format!("! {}", printable(problem)));
    }
    lines.push(String::new());
    lines.push(closing(listing));
    let (done, total) = needed(options, &listing.indexing);
    if done < total {
        lines.push(format!("Still indexing: {done} of {total}."));
    }
    lines.join("\n")
}

fn row(conversation: &Conversation) -> Vec<String> {
    let project = conversation.project.as_deref().unwrap_or_default();
    let folder = project.rsplit(['/', '\\']).next().unwrap_or_default();
    vec![
        printable(&conversation.short),
        printable(&conversation.platform),
        // What the list is sorted by.
        short_time(&conversation.modified),
        match (conversation.messages, &conversation.state) {
            (Some(count), _) => count.to_string(),
            (None, Some(ConversationState::Unreadable { .. })) => "-".to_owned(),
            (None, _) => "…".to_owned(),
        },
        fit(&printable(folder), 14),
        title(conversation),
    ]
}

/// Returns the title of a conversation, and what is wrong with it if anything is.
fn title(conversation: &Conversation) -> String {
    if let (Some(ConversationState::Unreadable { why }), None) =
        (&conversation.state, &conversation.title)
    {
        return format!("(can't be read: {})", printable(why));
    }
    let title = printable(conversation.title.as_deref().unwrap_or("Untitled"));
    match &conversation.state {
        Some(ConversationState::Live) => format!("(being written) {title}"),
        Some(ConversationState::Partly { .. }) => format!("(partly readable) {title}"),
        Some(ConversationState::Unreadable { .. }) => format!("(can't be read) {title}"),
        Some(ConversationState::Whole) | None => title,
    }
}

fn closing(listing: &Listing) -> String {
    let shown = listing.conversations.len() as u64;
    let all = count(listing.total, "conversation", "conversations");
    if listing.next.is_some() {
        format!(
            "{shown} of {all}. Show more: segue list --limit {}",
            shown * 2
        )
    } else {
        format!("{all}. Read one: segue show ID")
    }
}
