//! What travels beside the messages: attached files, subagent transcripts, large tool outputs.

use crate::json::Json;
use crate::part::Part;

/// One artifact of the Task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// Unique within the file.
    pub id: String,
    /// What a person calls it.
    pub name: Option<String>,
    pub parts: Vec<Part>,
    /// What its platform needs to put it back; an object.
    pub native: Option<Json>,
}
