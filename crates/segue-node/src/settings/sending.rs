//! The settings for sending, as the crates that carry them out take them.

use segue_conversation::history::{Choice, Strategy};
use segue_redact::{Custom, CustomRule, RuleError};

use segue_door::settings::Sending;

/// Checks the sending settings, and says what is wrong with them if something is.
pub(super) fn check(sending: &Sending) -> Result<(), String> {
    strategy(sending)?;
    own_rules(sending).map_err(|error| {
        let why = error.to_string();
        why.trim_end_matches('.').to_owned()
    })?;
    Ok(())
}

/// Returns what is sent unless somebody says otherwise.
pub(crate) fn usual_choice(sending: &Sending) -> Choice {
    Choice {
        strategy: strategy(sending).unwrap_or_default(),
        tool_output: sending.tool_output,
        reasoning: sending.reasoning,
    }
}

/// Compiles the person's own rules.
pub(crate) fn own_rules(sending: &Sending) -> Result<Custom, RuleError> {
    let rules: Vec<CustomRule> = sending
        .rules
        .iter()
        .map(|rule| CustomRule {
            name: rule.name.clone(),
            pattern: rule.pattern.clone(),
        })
        .collect();
    Custom::new(&rules, &sending.allow)
}

fn strategy(sending: &Sending) -> Result<Strategy, String> {
    sending
        .history
        .parse()
        .map_err(|error: segue_conversation::history::NoStrategy| error.to_string())
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
        assert!(super::own_rules(&loaded.values.sending).is_ok());
    }

    #[test]
    fn what_a_rule_looks_for_is_not_told_to_the_journal() {
        let before = load::parse("").values;
        let after = load::parse("[sending]\nallow = ['hunter2']\n").values;
        let told = load::differences(&before, &after);
        assert_eq!(told, [("sending.allow".to_owned(), "1 entry".to_owned())]);
    }
}
