//! The words for a field that does not fit.

use serde_json::Value;

use crate::bounds;
use crate::diagnostic::{Code, Findings};

/// Reports a value of another type than it should be.
pub(super) fn wrong(path: &str, should: &str, is: &Value, findings: &mut Findings) {
    let is = match is {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    let message = if is == "a number" && should.contains("number") {
        format!("It should be {should} every reader keeps exactly.")
    } else {
        format!("It should be {should} and is {is}.")
    };
    findings.error(
        Code::WrongType,
        path,
        message,
        &format!("Make it {should}."),
    );
}

/// Reports a list with too many entries.
pub(super) fn too_many(path: &str, most: usize, findings: &mut Findings) {
    findings.error(
        Code::TooMany,
        path,
        format!("There are more than {most} entries; they are left out."),
        "Keep what the receiver needs, and put the rest into a file.",
    );
}

/// Reports a free-form object with too many bytes.
pub(super) fn too_large(path: &str, findings: &mut Findings) {
    findings.error(
        Code::TooLarge,
        path,
        format!("It has more than {} bytes and is left out.", bounds::FREE),
        "Put it into a file and name that as an artifact.",
    );
}

/// Reports a text with too many characters.
pub(super) fn too_long(path: &str, most: usize, findings: &mut Findings) {
    findings.error(
        Code::TooLong,
        path,
        format!("The text has more than {most} characters and is left out."),
        "Shorten it, or put it into a file and name that as an artifact.",
    );
}
