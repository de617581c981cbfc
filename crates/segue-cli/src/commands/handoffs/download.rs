//! `segue download`: the conversation file, or the attached changes and the command that applies
//! them. Nothing is run.

use std::process::ExitCode;

use segue_door::{AttachedDiff, DownloadWhat, Downloaded, HandoffDetail, ask};
use segue_link::Link;

use super::super::{Ended, path_ref};
use super::delivery;
use crate::arguments::DownloadOptions;
use crate::readable::{count, size};
use crate::say::{Say, printable};
use crate::waiting;

/// Writes a handoff, or what is attached to it, into a file.
pub async fn download(link: &Link, say: &Say, options: DownloadOptions) -> Ended {
    let handoff = options.handoff;
    let request = ask::DownloadHandoff {
        handoff: handoff.clone(),
        what: match options.diff {
            true => DownloadWhat::Diff,
            false => DownloadWhat::Conversation,
        },
        output: options.output.as_deref().map(path_ref).transpose()?,
        force: options.force,
    };
    let done = waiting::ask_for_handoff(link, say.json(), "Downloading", &handoff, request).await?;
    let attached = match options.diff && !say.json() {
        true => attached(link, &handoff).await,
        false => None,
    };
    say.reply(&done, |done| match options.diff {
        true => diff(done, attached.as_ref()),
        false => conversation(done),
    });
    delivery::told(link, &handoff, delivery::PATIENCE).await;
    Ok(ExitCode::SUCCESS)
}

/// Asks the node about the attached changes. `None` does not mean that the file is missing.
async fn attached(link: &Link, handoff: &str) -> Option<AttachedDiff> {
    let request = ask::ShowHandoff {
        handoff: handoff.to_owned(),
    };
    match link.call(request).await {
        Ok(detail) => of(detail),
        _ => None,
    }
}

fn of(detail: HandoffDetail) -> Option<AttachedDiff> {
    detail.file?.diff
}

fn conversation(done: &Downloaded) -> String {
    let mut lines = vec![format!(
        "Downloaded: {} ({})",
        printable(&done.file),
        size(done.bytes)
    )];
    lines.extend(notes(done));
    let file = quoted(&done.file);
    lines.push(format!("Inspect it: segue inspect {file}"));
    lines.push(format!("Import it: segue import {file} --to AGENT"));
    lines.join("\n")
}

fn diff(done: &Downloaded, attached: Option<&AttachedDiff>) -> String {
    let mut lines = vec![format!(
        "Downloaded the attached changes: {} ({})",
        printable(&done.file),
        size(done.bytes)
    )];
    if let Some(diff) = attached {
        let files = count(diff.files, "file", "files");
        lines.push(match &diff.commit {
            Some(commit) => format!("  {files}, based on commit {}", printable(commit)),
            None => format!("  {files}; their base commit isn't known"),
        });
        for (name, text) in [("repository", &diff.remote), ("branch", &diff.branch)] {
            if let Some(text) = text {
                lines.push(format!("  {name} {}", printable(text)));
            }
        }
    }
    lines.extend(notes(done));
    lines.push("Read them first. Then, in your copy of the project:".to_owned());
    lines.push(format!("  git apply --3way {}", quoted(&done.file)));
    lines.join("\n")
}

fn notes(done: &Downloaded) -> Vec<String> {
    let notes = done.notes.iter();
    notes.map(|note| format!("! {}", printable(note))).collect()
}

/// Quotes a path for a shell, without anything in it that a terminal would obey.
fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:@%,".contains(c);
    let path = printable(path);
    match !path.is_empty() && path.chars().all(plain) {
        true => path,
        false => format!("'{}'", path.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    fn written(file: &str) -> Downloaded {
        Downloaded {
            handoff: samples::received().id,
            file: file.to_owned(),
            handle: None,
            bytes: 1_200_000,
            notes: vec!["It still holds what looks like a secret.".to_owned()],
        }
    }

    #[test]
    fn where_it_is_and_what_follows() {
        insta::assert_snapshot!(conversation(&written("/home/me/fix-the-login.a2a.json")), @r"
        Downloaded: /home/me/fix-the-login.a2a.json (1.2 MB)
        ! It still holds what looks like a secret.
        Inspect it: segue inspect /home/me/fix-the-login.a2a.json
        Import it: segue import /home/me/fix-the-login.a2a.json --to AGENT
        ");
    }

    #[test]
    fn changes_are_applied_by_the_person() {
        let attached = samples::diff();
        let shown = [
            diff(&written("/home/me/it's here/a.diff"), Some(&attached)),
            diff(&written("/tmp/$(reboot)\u{1b}.diff"), None),
        ];
        insta::assert_snapshot!(shown.join("\n\n"), @r"
        Downloaded the attached changes: /home/me/it's here/a.diff (1.2 MB)
          3 files, based on commit 0123456789abcdef0123456789abcdef01234567
          repository git@example.org:app.git
          branch main
        ! It still holds what looks like a secret.
        Read them first. Then, in your copy of the project:
          git apply --3way '/home/me/it'\''s here/a.diff'

        Downloaded the attached changes: /tmp/$(reboot)[U+001B].diff (1.2 MB)
        ! It still holds what looks like a secret.
        Read them first. Then, in your copy of the project:
          git apply --3way '/tmp/$(reboot)[U+001B].diff'
        ");
    }
}
