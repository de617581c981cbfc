//! The one table of rules: a name, a stable code, and what it means.

use serde::{Deserialize, Serialize};

macro_rules! codes {
    ($($variant:ident = $code:literal, $meaning:literal;)+) => {
        /// Which rule a finding is about. The text is stable: scripts and pages may branch on it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Code {
            $(#[doc = $meaning] #[serde(rename = $code)] $variant,)+
        }

        impl Code {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Returns the stable text.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code,)+ }
            }

            /// Says in one line what the code means.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning,)+ }
            }
        }
    };
}

codes! {
    // the shape
    NotAnObject = "not-an-object", "What should be an envelope is no JSON object.";
    TooLarge = "too-large", "The envelope, or a free part of it, has more bytes than allowed.";
    TooDeep = "too-deep", "The envelope is nested more deeply than allowed.";
    TooLong = "too-long", "A text has more characters than its field allows.";
    TooMany = "too-many", "A list or an object has more entries than allowed.";
    WrongType = "wrong-type", "A field holds another kind of JSON value than it should.";
    UnknownValue = "unknown-value", "A field that allows a few words holds another one.";
    MissingField = "missing-field", "A field that is always needed is missing or empty.";
    NotKept = "not-kept", "A member inside a known object has no meaning here and is left out.";
    MoreFindings = "more-findings", "There is more to say than is reported.";
    // who, when, which
    HandoffIdNotUuid4 = "handoff-id-not-uuid4", "The handoff's id is no UUID of version 4.";
    AgentNameUnusable = "agent-name-unusable", "An agent's name has line breaks or other control characters.";
    AddressIgnored = "address-ignored", "An id or recipient stands where Segue sets them itself.";
    TimestampNotRfc3339 = "timestamp-not-rfc3339", "The timestamp is no RFC 3339 date and time with its offset.";
    ConversationIdMissing = "conversation-id-missing", "Nothing links the handoff to its conversation.";
    // what a status needs
    StatusUnknown = "status-unknown", "The status is none of success, partial, blocked, error.";
    SummaryMissing = "summary-missing", "A success or partial handoff does not say what was done.";
    BlockersMissing = "blockers-missing", "A partial, blocked or error handoff does not say what stands in the way.";
    BlockerWithoutOptions = "blocker-without-options", "A blocker names no way to resolve it: an error when blocked, else a warning.";
    BlockersOnSuccess = "blockers-on-success", "A success names blockers: a warning when read, an error when written.";
    ArtifactsMissing = "artifacts-missing", "A success names nothing that came out of it.";
    // what is said
    ObjectiveMissing = "objective-missing", "Nothing says what the work is for.";
    BlockedWithoutContext = "blocked-without-context", "Someone is to decide, without objective and constraints to decide by.";
    SummaryVague = "summary-vague", "The summary says that something was done, not what.";
    TaskGeneric = "task-generic", "The task could be anyone's, and neither instructions nor an expected output make it clear.";
    ArtifactMissing = "artifact-missing", "An artifact's path was looked up and nothing is there.";
    ArtifactUnchecked = "artifact-unchecked", "An artifact's path could not be looked up.";
    ArtifactPathUnsafe = "artifact-path-unsafe", "An artifact's path is absolute, leads outside the project, or is no path.";
    ChainStepBeyondTotal = "chain-step-beyond-total", "The position in the chain is beyond its end.";
    MemoryRefNotAHash = "memory-ref-not-a-hash", "A memory reference does not look like a content hash.";
}

impl std::fmt::Display for Code {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_kebab_case_and_different() {
        let mut seen = std::collections::BTreeSet::new();
        for code in Code::ALL {
            let text = code.as_str();
            assert!(seen.insert(text), "{text} is there twice");
            assert!(
                text.bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
            );
            assert!(code.meaning().ends_with('.') && !code.meaning().contains('\n'));
            let json = serde_json::to_value(code).unwrap();
            assert_eq!(json, text);
            assert_eq!(serde_json::from_value::<Code>(json).unwrap(), *code);
        }
    }
}
