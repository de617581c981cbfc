//! How to carry on with a session: the agent's own command, in the project's folder, with the agent's own
//! folder named when the person chose another one.

use std::path::{Path, PathBuf};

use segue_platform::{Platform, Resume, Surroundings};

use super::Conversations;
use crate::door::{Code, Failure, Place, ResumeCommand};

/// A variable that an agent finds its folder by.
type Variable = (&'static str, PathBuf);

impl Conversations {
    /// The command that carries on with a session of this agent's.
    pub(super) fn resume(
        &self,
        platform: &dyn Platform,
        session: &str,
        project: &Path,
        place: &Surroundings,
    ) -> ResumeCommand {
        let vars = self.agents.named(platform, place);
        command(&platform.resume(session, project), &vars)
    }

    /// The command that carries on with a conversation of the list.
    pub(super) fn resume_named(
        &self,
        name: &str,
        place: Option<Place>,
    ) -> Result<ResumeCommand, Failure> {
        let place = self.agents.place(place)?;
        let row = self.catalog.resolve(&place, name, false)?;
        let platform = self.catalog.platform(row.session.platform)?;
        let known = self.catalog.known(row.clone())?;
        let project = known.project.ok_or_else(|| {
            Failure::new(
                Code::NotFound,
                format!("{} does not say which folder it belongs to.", known.name),
            )
            .hint("Open the agent in the project's folder and look for it in its own list.")
        })?;
        Ok(self.resume(platform, &row.session.id, Path::new(&project), &place))
    }
}

/// The command, also as one line for a shell.
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
    }
}

fn variable(name: &str, value: &str) -> String {
    if cfg!(windows) {
        return format!("set \"{name}={value}\" && ");
    }
    format!("{name}={} ", quoted(value))
}

/// A word as a shell takes it.
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
