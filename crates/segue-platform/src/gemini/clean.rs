//! Whole records that travel as they are: without what must not.

use segue_conversation::json::{Copied, Object, Tape, Value};
use segue_conversation::{Fate, Json, Report};

use super::context;

/// Copies what a file says a record was, without signatures: a crafted one may have them anywhere.
pub(super) fn native(json: &Json, report: &mut Report) -> Json {
    let mut tape = Tape::default();
    match json.open(&mut tape) {
        Ok(value) => record(value, report),
        Err(_) => Json::empty_object(),
    }
}

/// Copies a record without signatures, at whatever depth, and without what the client tells the
/// model by itself.
pub(super) fn record(value: Value<'_>, report: &mut Report) -> Json {
    if value.raw().contains("_context>") && value.str_of("type").as_deref() == Some("user") {
        let json = said(value, report);
        let mut tape = Tape::default();
        return match json.open(&mut tape) {
            Ok(value) => unsigned(value, report),
            Err(_) => Json::null(),
        };
    }
    unsigned(value, report)
}

/// Copies a record with only what the person said in it.
fn said(value: Value<'_>, report: &mut Report) -> Json {
    let mut out = String::with_capacity(value.raw().len());
    let mut object = Object::begin(&mut out);
    for (name, member) in value.entries() {
        match name.as_ref() {
            "content" => {
                let count = context::without(member, object.key(&name));
                report.add(
                    Fate::Dropped,
                    "environment context",
                    Some(context::WHY),
                    count,
                );
            }
            "displayContent" => {
                context::without(member, object.key(&name));
            }
            _ => {
                object.raw(&name, member.raw());
            }
        }
    }
    object.end();
    Json::parse(&out).unwrap_or_else(|_| Json::null())
}

fn unsigned(value: Value<'_>, report: &mut Report) -> Json {
    if !value.raw().contains("ignature") {
        return Json::of(value);
    }
    let mut out = String::with_capacity(value.raw().len());
    value.copy(&mut out, &mut |name, _| match name {
        Some("thoughtSignature" | "thought_signature") => {
            report.dropped("signature", "it is only valid for the sender's account");
            Copied::Gone
        }
        _ => Copied::Inside,
    });
    Json::parse(&out).unwrap_or_else(|_| Json::null())
}
