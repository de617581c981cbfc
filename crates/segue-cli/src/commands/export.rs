//! `segue export`.

use std::process::ExitCode;

use segue_node::door::Exported;
use segue_node::{Link, Place, Reply, Request};

use super::{Ended, messages, unexpected, whole};
use crate::arguments::ExportOptions;
use crate::readable::{count, size};
use crate::say::{Say, printable};
use crate::table::fit;
use crate::waiting;

/// Writes a conversation into a file.
pub async fn export(link: &Link, say: &Say, options: ExportOptions) -> Ended {
    let request = Request::ExportConversation {
        conversation: options.conversation.clone(),
        output: options.output.as_deref().map(whole).transpose()?,
        task: options.task,
        note: options.note,
        force: options.force,
        place: Some(Place::here()),
    };
    let about = &options.conversation;
    let Reply::ExportConversation(done) =
        waiting::ask(link, say.json(), "Exporting", about, request).await?
    else {
        return Err(unexpected());
    };
    say.reply(&*done, text);
    Ok(ExitCode::SUCCESS)
}

fn text(done: &Exported) -> String {
    let title = fit(
        &printable(done.title.as_deref().unwrap_or("A conversation")),
        60,
    );
    let signed = if done.signed {
        "signed with your key"
    } else {
        "not signed"
    };
    let mut lines = vec![
        format!("Exported: {title}"),
        format!(
            "  {}, {}, {signed}",
            count(done.messages, "message", "messages"),
            size(done.bytes)
        ),
        format!("  {}", printable(&done.file)),
    ];
    lines.extend(messages::report(&done.report));
    for note in &done.notes {
        lines.push(format!("! {}", printable(note)));
    }
    lines.join("\n")
}
