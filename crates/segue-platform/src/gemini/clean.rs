//! Whole records that travel as they are: without what must not.

use segue_conversation::json::{Kind, Object, Tape, Value};
use segue_conversation::{Json, Report};

/// What a file says a record was, without signatures: a crafted one may have them anywhere.
pub(super) fn native(json: &Json, report: &mut Report) -> Json {
    let mut tape = Tape::default();
    match json.open(&mut tape) {
        Ok(value) => record(value, report),
        Err(_) => Json::empty_object(),
    }
}

/// A record without signatures, at whatever depth they stand.
pub(super) fn record(value: Value<'_>, report: &mut Report) -> Json {
    if !value.raw().contains("ignature") {
        return Json::of(value);
    }
    let mut out = String::with_capacity(value.raw().len());
    rewrite(value, &mut out, report);
    Json::parse(&out).unwrap_or_else(|_| Json::null())
}

/// Depth is bounded: the value was read within limits.
fn rewrite(value: Value<'_>, out: &mut String, report: &mut Report) {
    match value.kind() {
        Kind::Object => {
            let mut object = Object::begin(out);
            for (name, member) in value.entries() {
                if matches!(name.as_ref(), "thoughtSignature" | "thought_signature") {
                    report.dropped("signature", "it is only valid for the sender's account");
                } else {
                    rewrite(member, object.key(&name), report);
                }
            }
            object.end();
        }
        Kind::Array => {
            out.push('[');
            for (index, item) in value.items().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                rewrite(item, out, report);
            }
            out.push(']');
        }
        _ => out.push_str(value.raw()),
    }
}
