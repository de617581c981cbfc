//! The brief as text.

use super::Brief;
use super::work::relative;

/// Words of a person that say little without what they answer.
const SHORT: usize = 120;

impl Brief {
    /// Writes the brief of a conversation that has `messages` messages.
    pub(in super::super) fn text(&self, messages: u64) -> String {
        let many = if messages == 1 { "" } else { "s" };
        let mut out = format!(
            "[Brief of a conversation of {messages} message{many}. Segue made it from the conversation \
             itself; no model wrote it. The messages stayed with the sender.]\n"
        );
        let goal = self.goals.first();
        section(&mut out, "Goal, in the person's words", goal);
        let asked = self.last.asked.as_deref();
        list(&mut out, "Then asked", &self.goals.later(asked));
        section(
            &mut out,
            "Summary by the sender's agent, up to its last compaction",
            self.summary.as_deref(),
        );
        section(&mut out, "Plan the person agreed to", self.work.plan());
        // What stands in the goal is not told twice.
        let told = goal.unwrap_or_default();
        list(&mut out, "Decided", &self.decided.lines(told));
        list(&mut out, "Rejected, and why", &self.rejected.lines(told));
        list(&mut out, "Things to do", &self.work.todos.lines());
        self.files(&mut out);
        list(&mut out, "Commands run", &self.work.commands.lines());
        let mut open = self.work.questions();
        open.extend(self.replies.open().iter().cloned());
        list(&mut out, "Open questions", &open);
        self.exchange(&mut out);
        out
    }

    fn files(&self, out: &mut String) {
        let folder = self.work.files.folder();
        let folder = folder.as_deref();
        let under = folder.map_or(String::new(), |folder| format!(", under {folder}"));
        let changed = self.work.files.changed(folder);
        list(out, &format!("Files changed{under}"), &changed);
        let unseen = self.work.unseen();
        let unseen: Vec<&str> = unseen.iter().map(|path| relative(path, folder)).collect();
        list(out, "Changes begun, outcome not seen", &unseen);
        let read = self.work.files.read(folder);
        let title = match changed.is_empty() {
            true => format!("Files read{under}"),
            false => "Files read".to_owned(),
        };
        list(out, &title, &read);
    }

    fn exchange(&self, out: &mut String) {
        let last = &self.last;
        let short = last.asked.as_ref().is_some_and(|asked| asked.len() < SHORT);
        if let Some(before) = last.before.as_deref().filter(|_| short) {
            section(out, "What the person's last words answer", Some(before));
        }
        let asked = match self.goals.first() {
            Some(goal) if last.asked.as_deref() == Some(goal) => Some("The goal above."),
            _ => last.asked.as_deref(),
        };
        section(out, "Last words of the person", asked);
        section(out, "Last answer of the agent", last.answered.as_deref());
        if last.interrupted {
            out.push_str("\n[The person stopped the agent here.]\n");
        } else if last.asked.is_some() && last.answered.is_none() {
            out.push_str("\n[The agent has not answered in words yet.]\n");
        }
    }
}

fn section(out: &mut String, title: &str, text: Option<&str>) {
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        out.push_str(&format!("\n## {title}\n{text}\n"));
    }
}

fn list<S: AsRef<str>>(out: &mut String, title: &str, lines: &[S]) {
    if lines.is_empty() {
        return;
    }
    out.push_str(&format!("\n## {title}\n"));
    for line in lines {
        out.push_str(&format!("- {}\n", line.as_ref()));
    }
}
