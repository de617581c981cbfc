//! The settings for sending, as the crates that carry them out take them.

use segue_conversation::history::{Choice, Strategy};
use segue_redact::{Custom, CustomRule, RuleError};

use super::values::Sending;

impl Sending {
    /// What is wrong with them, if something is.
    pub(super) fn check(&self) -> Result<(), String> {
        self.strategy()?;
        self.custom().map_err(|error| {
            let why = error.to_string();
            why.trim_end_matches('.').to_owned()
        })?;
        Ok(())
    }

    /// What is sent unless somebody says otherwise.
    pub(crate) fn choice(&self) -> Choice {
        Choice {
            strategy: self.strategy().unwrap_or_default(),
            tool_output: self.tool_output,
            reasoning: self.reasoning,
        }
    }

    /// The person's own rules, ready to look with.
    pub(crate) fn custom(&self) -> Result<Custom, RuleError> {
        let rules: Vec<CustomRule> = self
            .rules
            .iter()
            .map(|rule| CustomRule {
                name: rule.name.clone(),
                pattern: rule.pattern.clone(),
            })
            .collect();
        Custom::new(&rules, &self.allow)
    }

    fn strategy(&self) -> Result<Strategy, String> {
        self.history
            .parse()
            .map_err(|error: segue_conversation::history::NoStrategy| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use crate::settings::load;

    #[test]
    fn a_rule_that_can_not_be_read_is_named_and_not_used() {
        let text = "[sending]\nhistory = 'some'\nallow = ['(']\n[[sending.rules]]\nname = 'our key'\npattern = 'x'\n";
        let loaded = load::parse(text);
        assert_eq!(loaded.problems.len(), 3, "{:?}", loaded.problems);
        assert!(loaded.unsure, "nothing leaves until it is mended");
        assert!(!load::parse("[sending]\nallow = ['(']\n").unsure);
        assert!(loaded.values.sending.rules.is_empty());
        let good = "[[sending.rules]]\nname = 'ours'\npattern = 'OURS-[0-9]{8}'\n";
        let loaded = load::parse(good);
        assert_eq!(loaded.changed, ["sending.rules"]);
        assert!(loaded.values.sending.custom().is_ok());
    }

    #[test]
    fn what_a_rule_looks_for_is_not_told_to_the_journal() {
        let before = load::parse("").values;
        let after = load::parse("[sending]\nallow = ['hunter2']\n").values;
        let told = load::differences(&before, &after);
        assert_eq!(told, [("sending.allow".to_owned(), "1 entry".to_owned())]);
    }
}
