//! Lines a person types, without standing in the way of anything else.

use std::io::{BufRead, IsTerminal, Write};

use tokio::sync::mpsc;

/// The longest line that is read, in bytes.
const LINE: u64 = 4096;

/// Lines of standard input, read by a thread of their own.
pub struct Lines(Option<mpsc::Receiver<String>>);

impl Lines {
    /// Starts reading lines from the terminal. None ever come when there is no terminal, or when a
    /// program reads the output.
    pub fn of_terminal(json: bool) -> Self {
        if json || !std::io::stdin().is_terminal() {
            return Self(None);
        }
        let (line, lines) = mpsc::channel(1);
        // It may wait for a key for ever; it ends with the process.
        std::thread::spawn(move || {
            while let Some(text) = read() {
                if line.blocking_send(text).is_err() {
                    break;
                }
            }
        });
        Self(Some(lines))
    }

    /// Checks whether somebody can type.
    pub fn are_there(&self) -> bool {
        self.0.is_some()
    }

    /// Forgets what was typed before there was anything to answer.
    pub fn forget(&mut self) {
        if let Some(lines) = &mut self.0 {
            while lines.try_recv().is_ok() {}
        }
    }

    /// Waits for the next line. Never returns when nobody can type (any more).
    pub async fn next(&mut self) -> String {
        match self.next_or_end().await {
            Some(line) => line,
            None => std::future::pending().await,
        }
    }

    /// Waits for the next line; `None` when nobody can type (any more).
    pub async fn next_or_end(&mut self) -> Option<String> {
        let line = self.0.as_mut()?.recv().await;
        if line.is_none() {
            self.0 = None;
        }
        line
    }
}

fn read() -> Option<String> {
    use std::io::Read;
    let mut line = String::new();
    let mut input = std::io::stdin().lock().take(LINE);
    let count = input.read_line(&mut line).ok()?;
    (count > 0).then(|| line.trim().to_owned())
}

/// Prints a question to standard error: standard output is for what was found.
pub fn ask(prompt: &str) {
    let mut err = std::io::stderr();
    // A closed terminal is noticed when nothing can be read.
    write!(err, "{prompt}").and_then(|()| err.flush()).ok();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_word_before_there_was_a_question_is_none() {
        let (line, lines) = mpsc::channel(4);
        let mut lines = Lines(Some(lines));
        line.send("y".to_owned()).await.unwrap();
        lines.forget();
        line.send("n".to_owned()).await.unwrap();
        assert_eq!(lines.next().await, "n");
        drop(line);
        assert_eq!(lines.next_or_end().await, None, "Ctrl+D");
        assert!(!lines.are_there());
    }
}
