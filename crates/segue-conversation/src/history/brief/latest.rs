//! The latest lines, each once, in the order they were said.

/// Who said a line, and whether the person then opposed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Person,
    Agent,
    /// The agent said it, and the next the person said was a "no".
    Opposed,
}

#[derive(Debug)]
struct Line {
    who: Who,
    text: String,
    /// The person has said nothing since.
    fresh: bool,
}

/// Older lines give way, the agent's before the person's.
#[derive(Debug, Default)]
pub(super) struct Latest {
    lines: Vec<Line>,
    /// How many gave way.
    gone: u64,
}

const OF_PERSON: usize = 16;
const OF_AGENT: usize = 10;

impl Latest {
    pub(super) fn add(&mut self, who: Who, text: String) {
        let same = |known: &Line| known.text.eq_ignore_ascii_case(&text);
        if let Some(at) = self.lines.iter().position(same) {
            // Said again it is as fresh as new; the person's word stays the person's.
            let known = self.lines.remove(at);
            let who = if known.who == Who::Person {
                Who::Person
            } else {
                who
            };
            let fresh = true;
            self.lines.push(Line { who, text, fresh });
            return;
        }
        let most = match who {
            Who::Person => OF_PERSON,
            Who::Agent | Who::Opposed => OF_AGENT,
        };
        let own = |line: &Line| line.who == who;
        if self.lines.iter().filter(|line| own(line)).count() >= most
            && let Some(at) = self.lines.iter().position(own)
        {
            self.lines.remove(at);
            self.gone += 1;
        }
        let fresh = true;
        self.lines.push(Line { who, text, fresh });
    }

    /// Notes that the person spoke: the agent's newest lines are now settled or, if `opposed`,
    /// taken out and returned.
    pub(super) fn answered(&mut self, opposed: bool) -> Vec<String> {
        let taken = |line: &mut Line| opposed && line.fresh && line.who == Who::Agent;
        let taken: Vec<Line> = self.lines.extract_if(.., taken).collect();
        for line in &mut self.lines {
            line.fresh = false;
        }
        taken.into_iter().map(|line| line.text).collect()
    }

    /// Drops the agent's lines, which a summary now covers; the person's words stay.
    pub(super) fn covered(&mut self) {
        self.lines.retain(|line| line.who != Who::Agent);
    }

    /// Returns the lines to show, without those whose text `told` already contains.
    pub(super) fn lines(&self, told: &str) -> Vec<String> {
        let fresh = |line: &&Line| !told.contains(&line.text);
        let mut lines: Vec<String> = self
            .lines
            .iter()
            .filter(fresh)
            .map(|line| match line.who {
                Who::Person => format!("Person: {}", line.text),
                Who::Agent => format!("Agent: {}", line.text),
                Who::Opposed => format!("Agent, just before the person said no: {}", line.text),
            })
            .collect();
        if self.gone > 0 && !lines.is_empty() {
            lines.insert(0, format!("[{} earlier ones are not told here]", self.gone));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_lines_stay_and_none_twice() {
        let mut latest = Latest::default();
        latest.add(Who::Person, "mine".to_owned());
        for number in 0..40 {
            latest.add(Who::Agent, format!("line {}", number % 20));
        }
        let lines = latest.lines("line 18");
        assert!(lines.iter().any(|line| line == "Person: mine"));
        assert!(!lines.iter().any(|line| line.contains("line 18")));
        assert_eq!(lines.last().map(String::as_str), Some("Agent: line 19"));
        assert!(lines.len() <= OF_AGENT + 2);
    }
}
