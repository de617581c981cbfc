//! Every text that the app shows outside its page: the tray, notifications, dialogs. English and
//! German, as the page speaks.

use segue_door::settings::Language;

use crate::dialogs::Choice;

/// The texts in one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Words {
    En,
    De,
}

impl Words {
    /// Chooses the language of the settings; `System` is that of the desktop, or else English.
    pub fn of(language: Language) -> Self {
        match language {
            Language::En => Self::En,
            Language::De => Self::De,
            Language::System => Self::by_locale(|name| std::env::var(name).ok()),
        }
    }

    fn by_locale(variable: impl Fn(&str) -> Option<String>) -> Self {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let locale = names
            .iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()));
        match locale {
            Some(locale) if locale.starts_with("de") => Self::De,
            _ => Self::En,
        }
    }

    fn pick(self, en: &'static str, de: &'static str) -> &'static str {
        match self {
            Self::En => en,
            Self::De => de,
        }
    }

    /// Returns the title of a dialog.
    pub fn choose(self, choice: Choice) -> &'static str {
        match choice {
            Choice::File => self.pick("Open a conversation file", "Gesprächsdatei öffnen"),
            Choice::Package => self.pick("Choose a package of Segue", "Segue-Paket wählen"),
            Choice::Folder => self.pick("Choose a project folder", "Projektordner wählen"),
            Choice::SaveFolder => self.pick("Choose where to save", "Speicherort wählen"),
        }
    }

    /// Returns the name of the kind of file that a dialog lists.
    pub fn conversations(self) -> &'static str {
        self.pick("Conversations", "Gespräche")
    }

    /// Returns the label of the menu entry that opens the window.
    pub fn open(self) -> &'static str {
        self.pick("Open Segue", "Segue öffnen")
    }

    /// Returns the label of the menu entry that opens the inbox.
    pub fn inbox(self) -> &'static str {
        self.pick("Inbox", "Eingang")
    }

    /// Returns the label of the menu entry that ends the app.
    pub fn quit(self) -> &'static str {
        self.pick("Quit Segue", "Segue beenden")
    }

    /// Returns what the tray says while the window may be closed and things still arrive.
    pub fn receiving(self) -> &'static str {
        self.pick(
            "Receiving from verified people",
            "Empfängt von geprüften Personen",
        )
    }

    /// Returns what the tray says while closing the window ends the app.
    pub fn until_closed(self) -> &'static str {
        self.pick(
            "Receiving while the window is open",
            "Empfängt, solange das Fenster offen ist",
        )
    }

    /// Says how many handoffs wait.
    pub fn waiting(self, count: usize) -> String {
        match (self, count) {
            (Self::En, 0) => "Nothing waiting".to_owned(),
            (Self::De, 0) => "Nichts wartet".to_owned(),
            (Self::En, count) => format!("{count} waiting"),
            (Self::De, 1) => "1 wartet".to_owned(),
            (Self::De, count) => format!("{count} warten"),
        }
    }

    /// Returns the tooltip of the tray icon.
    pub fn tooltip(self, count: usize) -> String {
        if count == 0 {
            "Segue".to_owned()
        } else {
            format!("Segue – {}", self.waiting(count))
        }
    }

    /// Says that one conversation was handed over.
    pub fn handed(self, who: &str, title: Option<&str>) -> String {
        match (self, title) {
            (Self::En, Some(title)) => format!("{who} handed you “{title}”"),
            (Self::En, None) => format!("{who} handed you a conversation"),
            (Self::De, Some(title)) => format!("{who} übergibt „{title}“"),
            (Self::De, None) => format!("{who} übergibt ein Gespräch"),
        }
    }

    /// Says that several conversations were handed over: by one person, or by one and others.
    pub fn handed_several(self, who: &str, others: usize, count: usize) -> String {
        match (self, others) {
            (Self::En, 0) => format!("{who} handed you {count} conversations"),
            (Self::En, 1) => format!("{who} and 1 other handed you {count} conversations"),
            (Self::En, _) => format!("{who} and {others} others handed you {count} conversations"),
            (Self::De, 0) => format!("{who} übergibt {count} Gespräche"),
            (Self::De, 1) => format!("{who} und 1 weitere Person übergeben {count} Gespräche"),
            (Self::De, _) => {
                format!("{who} und {others} weitere Personen übergeben {count} Gespräche")
            }
        }
    }

    /// Says how many messages a conversation has.
    pub fn messages(self, count: u64) -> String {
        match (self, count) {
            (Self::En, 1) => "1 message".to_owned(),
            (Self::En, count) => format!("{count} messages"),
            (Self::De, 1) => "1 Nachricht".to_owned(),
            (Self::De, count) => format!("{count} Nachrichten"),
        }
    }

    /// Returns the label of a notification's button that shows the handoff.
    pub fn review(self) -> &'static str {
        self.pick("Review", "Ansehen")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_desktops_language_is_read_in_its_order() {
        let with = |pairs: &[(&str, &str)]| {
            Words::by_locale(|name| {
                let found = pairs.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(with(&[]), Words::En);
        assert_eq!(with(&[("LANG", "de_DE.UTF-8")]), Words::De);
        assert_eq!(with(&[("LANG", "de_DE"), ("LC_ALL", "C")]), Words::En);
        assert_eq!(with(&[("LC_ALL", ""), ("LANG", "de_AT")]), Words::De);
    }

    #[test]
    fn counts_have_their_noun() {
        assert_eq!(Words::En.waiting(2), "2 waiting");
        assert_eq!(Words::De.waiting(1), "1 wartet");
        assert_eq!(Words::En.messages(1), "1 message");
        assert_eq!(
            Words::En.handed_several("Sam", 2, 7),
            "Sam and 2 others handed you 7 conversations"
        );
        assert_eq!(Words::En.tooltip(0), "Segue");
    }
}
