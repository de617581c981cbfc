//! `segue platforms`.

use std::process::ExitCode;

use segue_door::{Failure, PlatformInfo, PlatformList, ask};
use segue_link::{Link, caller_env};

use super::Ended;
use crate::readable::count;
use crate::say::{Say, printable};
use crate::table::{Side, fit_end, table, width};

/// Shows which agents are here.
pub async fn platforms(link: &Link, say: &Say) -> Ended {
    let found = ask(link).await?;
    say.reply(&found, text);
    Ok(ExitCode::SUCCESS)
}

/// Asks the node for the agents that it sees from this process's environment.
pub async fn ask(link: &Link) -> Result<PlatformList, Failure> {
    let request = ask::Platforms {};
    let found = link.call(request).await?;
    Ok(found)
}

fn text(found: &PlatformList) -> String {
    let headings = [
        ("AGENT", Side::Left),
        ("NAME", Side::Left),
        ("CONVERSATIONS", Side::Right),
        ("PROGRAM", Side::Left),
        ("FOLDER", Side::Left),
    ];
    let rows: Vec<Vec<String>> = found.platforms.iter().map(row).collect();
    let mut lines = table(&headings, &rows, width());
    for platform in &found.platforms {
        if let Some(problem) = &platform.problem {
            lines.push(format!("! {}", printable(problem)));
        }
        let name = printable(&platform.name);
        if platform.off {
            lines.push(format!(
                "{name} is off: nothing is listed from it or imported to it. Setting: platforms.off"
            ));
        } else if platform.read_only {
            lines.push(format!(
                "{name} is read only: nothing is imported to it. Setting: platforms.read_only"
            ));
        }
        if platform.custom_folder {
            lines.push(format!(
                "{name} uses a folder that you chose. Setting: platforms.folders"
            ));
        }
    }
    let here = found.platforms.iter().filter(|platform| platform.used);
    lines.push(String::new());
    lines.push(match here.count() {
        0 => "None of these agents has been used on this computer yet.".to_owned(),
        some => format!(
            "{} with conversations on this computer. List them: segue list",
            count(some as u64, "agent", "agents")
        ),
    });
    lines.join("\n")
}

fn row(platform: &PlatformInfo) -> Vec<String> {
    let program = match (&platform.program, &platform.version) {
        (Some(_), Some(version)) => printable(version),
        (Some(_), None) => "installed".to_owned(),
        (None, _) => "not found".to_owned(),
    };
    vec![
        printable(&platform.id),
        printable(&platform.name),
        if platform.used && !platform.off {
            platform.conversations.to_string()
        } else {
            "-".to_owned()
        },
        program,
        fit_end(&printable(&at_home(&platform.folder)), 40),
    ]
}

/// Shortens a path inside the home folder to one that begins with `~`.
fn at_home(path: &str) -> String {
    match path.strip_prefix(&caller_env().home) {
        Some(inside) if inside.starts_with(['/', '\\']) => format!("~{inside}"),
        _ => path.to_owned(),
    }
}
