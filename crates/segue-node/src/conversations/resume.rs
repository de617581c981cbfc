//! How to carry on with a session: the agent's own command, in the project's folder, with the agent's own
//! folder named when the person chose another one.

use std::path::{Path, PathBuf};

use segue_door::{CallerEnv, Code, Failure, ResumeCommand};
use segue_platform::{AgentEnv, Limits, Platform, Resume};

use super::{Conversations, failure};

/// A variable that an agent finds its folder by.
type Variable = (&'static str, PathBuf);

impl Conversations {
    /// Returns the command that continues a session of this agent.
    pub(super) fn resume(
        &self,
        platform: &dyn Platform,
        session: &str,
        project: &Path,
        place: &AgentEnv,
    ) -> ResumeCommand {
        let vars = self.agents.named(platform, place);
        let handle = project.is_dir().then(|| self.handles.of(project));
        ResumeCommand {
            handle: handle.flatten(),
            ..command(&platform.resume(session, project), &vars)
        }
    }

    /// Returns the command that continues a conversation of the list. Fails if its project folder
    /// is not known or not safe to paste.
    pub(super) fn resume_named(
        &self,
        name: &str,
        place: Option<CallerEnv>,
    ) -> Result<ResumeCommand, Failure> {
        let place = self.agents.place(place)?;
        let row = self.catalog.resolve(&place, name, false)?;
        let platform = self.catalog.platform(row.session.platform)?;
        let project = self.catalog.known(row.clone())?.project;
        let project = project.ok_or_else(|| none("It does not say which folder it belongs to."))?;
        if !can_be_pasted(&project) {
            return Err(none(
                "The name of its project folder is not safe to paste into a terminal.",
            ));
        }
        // A list may know only the beginning of an id.
        let reading = platform.open(&row.session, &Limits::default());
        let about = reading.map_err(failure::platform)?.about();
        let id = Some(about.session_id).filter(|id| !id.is_empty());
        let id = id.unwrap_or(row.session.id);
        Ok(self.resume(platform, &id, Path::new(&project), &place))
    }
}

fn none(why: &str) -> Failure {
    Failure::new(
        Code::NotFound,
        format!("There is no command to copy. {why}"),
    )
    .hint("Open the agent in the project's folder and look for it in the agent's own list.")
}

/// Checks whether a path stays one word in a shell, whatever it holds: pasted, a line break or an
/// escape acts at once, and the shells of Windows look into quotes.
fn can_be_pasted(path: &str) -> bool {
    let acts = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    let looked_into = |c: char| cfg!(windows) && "\"$%`!^".contains(c);
    Path::new(path).is_absolute() && !path.chars().any(|c| acts(c) || looked_into(c))
}

/// Builds the command, also as one line for a shell.
fn command(resume: &Resume, vars: &[Variable]) -> ResumeCommand {
    let folder = resume.folder.to_string_lossy().into_owned();
    let words: Vec<String> = resume.command.iter().map(|word| quoted(word)).collect();
    let named: String = vars
        .iter()
        .map(|(name, value)| variable(name, &value.to_string_lossy()))
        .collect();
    ResumeCommand {
        line: format!("cd {} && {named}{}", quoted(&folder), words.join(" ")),
        command: resume.command.clone(),
        folder,
        handle: None,
    }
}

fn variable(name: &str, value: &str) -> String {
    if cfg!(windows) {
        return format!("set \"{name}={value}\" && ");
    }
    format!("{name}={} ", quoted(value))
}

/// Quotes a word for a shell, if it needs that.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@,+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if cfg!(windows) {
        return format!("\"{}\"", word.replace('"', "\\\""));
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_would_act_when_pasted_is_not_named() {
        for odd in [
            "/a\nrm -rf ~",
            "/a\r",
            "/a\u{1b}[2K",
            "/a\u{85}b",
            "web",
            "~/web",
            "-",
            "",
        ] {
            assert!(!can_be_pasted(odd), "{odd:?}");
        }
        assert!(can_be_pasted("/it's $(here) ä"));
    }

    #[test]
    fn a_shell_reads_back_what_was_meant() {
        let resume = Resume {
            folder: "/home/me/it's here".into(),
            command: vec![
                "agent".to_owned(),
                "--resume".to_owned(),
                "a$(b)".to_owned(),
            ],
        };
        assert_eq!(
            command(&resume, &[]).line,
            r"cd '/home/me/it'\''s here' && agent --resume 'a$(b)'"
        );
        let vars = [("AGENT_HOME", PathBuf::from("/mnt/my agent"))];
        assert_eq!(
            command(&resume, &vars).line,
            r"cd '/home/me/it'\''s here' && AGENT_HOME='/mnt/my agent' agent --resume 'a$(b)'"
        );
    }
}
