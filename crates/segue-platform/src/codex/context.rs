//! Texts that Codex itself puts into the conversation under the person's name.

use segue_conversation::json::Value;

/// What a text of the user role is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Voice {
    /// Typed by the person.
    Person,
    /// Put there by Codex, and part of what happened.
    Machinery,
    /// Put there by Codex, and about the sender's machine or settings.
    Private,
}

/// Openings of texts about the sender's machine, files, skills, plugins and settings.
const PRIVATE: &[&str] = &[
    "<environment_context>",
    "<environments_instructions>",
    "<user_instructions>",
    "# agents.md instructions",
    "<permissions",
    "<skills_instructions>",
    "<skill>",
    "<skill ",
    "<apps_instructions>",
    "<plugins_instructions>",
    "<recommended_plugins>",
    "<tools>",
    "<collaboration_mode>",
    "<multi_agent_mode>",
    "<multi_agent_role>",
    "<realtime_conversation>",
    "<startup_context>",
    "<context_window",
    "<token_budget>",
    "<rollout_budget>",
    "<git_attribution>",
    "<model_switch>",
    "<managed_developer_instructions>",
    "<personality_spec>",
    "<hook_prompt",
    "<hook_context",
    "<external_",
    "<codex_internal_context",
    "<goal_context>",
    "<current_time_reminder>",
    "<image_resize_notice>",
    "<guardian_",
];

/// Openings of texts that tell what happened in the conversation.
const HAPPENED: &[&str] = &[
    "<turn_aborted>",
    "<user_shell_command>",
    "<subagent_notification>",
];

/// How a summary left by an earlier compaction opens.
const SUMMARY: &str = "Another language model started to solve this problem";

/// Decides who speaks in a text of the user role.
pub(super) fn voice(text: &str) -> Voice {
    let text = text.trim_start();
    let opens = |list: &[&str]| {
        list.iter().any(|opening| {
            text.get(..opening.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(opening))
        })
    };
    if opens(PRIVATE) {
        Voice::Private
    } else if opens(HAPPENED) {
        Voice::Machinery
    } else {
        Voice::Person
    }
}

/// Checks whether a text is the summary of a compaction.
pub(super) fn is_summary(text: &str) -> bool {
    text.starts_with(SUMMARY)
}

/// What an item is to a rollback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// It begins a turn; these are counted.
    Begins,
    /// Codex put it there, usually before a turn.
    Context,
    /// Anything else in a turn.
    Within,
}

/// Decides what an item is to a rollback.
pub(super) fn place(item: Value<'_>) -> Place {
    match item.str_of("type").as_deref() {
        Some("agent_message") => Place::Begins,
        Some("message") => match item.str_of("role").as_deref() {
            Some("developer") => Place::Context,
            Some("user") => {
                let theirs = |piece: Value<'_>| {
                    let text = piece.str_of("text");
                    text.is_some_and(|text| voice(&text) != Voice::Person)
                };
                match item.get("content") {
                    Some(content) if content.items().any(theirs) => Place::Context,
                    _ => Place::Begins,
                }
            }
            _ => Place::Within,
        },
        _ => Place::Within,
    }
}

/// Marks text that would be taken for Codex's own, which keeps it the person's. `None` if it needs
/// no mark.
pub(super) fn as_text(text: &str) -> Option<String> {
    (voice(text) == Voice::Private).then(|| format!("[as text] {text}"))
}
