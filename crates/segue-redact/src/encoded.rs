//! Secrets in another spelling: base64 and `%xx`. A run is decoded and looked through like any
//! text; if a secret is in it, the whole run is taken out.

use crate::finding::{Confidence, Form, Hit};

/// Shorter runs hold no secret worth its name.
const SHORTEST: usize = 24;
/// Longer ones are files; their first part is looked through.
const LONGEST: usize = 4 << 20;

/// Adds what is found in the runs of a text.
pub(crate) fn find(text: &str, plain: impl Fn(&str) -> Vec<Hit>, hits: &mut Vec<Hit>) {
    base64_runs(text, &plain, hits);
    percent_runs(text, &plain, hits);
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}

fn base64_runs(text: &str, plain: &impl Fn(&str) -> Vec<Hit>, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        // A run this long has one of its signs at every SHORTEST-th byte.
        let probe = at + SHORTEST - 1;
        match bytes.get(probe) {
            None => break,
            Some(byte) if !is_base64(*byte) => {
                at = probe + 1;
                continue;
            }
            Some(_) => {}
        }
        let back = bytes.get(at..probe).unwrap_or_default();
        let start = probe
            - back
                .iter()
                .rev()
                .take_while(|byte| is_base64(**byte))
                .count();
        let rest = bytes.get(start..).unwrap_or_default();
        let length = rest.iter().take_while(|byte| is_base64(**byte)).count();
        if length >= SHORTEST {
            let run = bytes.get(start..start + length).unwrap_or_default();
            let padding = bytes
                .get(start + length..)
                .unwrap_or_default()
                .iter()
                .take(2)
                .take_while(|byte| **byte == b'=')
                .count();
            if let Some(found) = decoded(run).and_then(|text| worst(&plain(&text))) {
                hits.push(Hit {
                    span: start..start + length + padding,
                    form: Some(Form::Base64),
                    ..found
                });
            }
        }
        at = start + length + 1;
    }
}

/// The text a run stands for, if it is text.
fn decoded(run: &[u8]) -> Option<String> {
    let run = run.get(..run.len().min(LONGEST))?;
    let whole = run.len() - run.len() % 4;
    let decode = |run: &[u8]| -> Option<Vec<u8>> {
        let url = run.iter().any(|byte| matches!(byte, b'-' | b'_'));
        let length = run.len() - usize::from(run.len() % 4 == 1);
        let run = run.get(..length)?;
        if url {
            data_encoding::BASE64URL_NOPAD.decode(run).ok()
        } else {
            data_encoding::BASE64_NOPAD.decode(run).ok()
        }
    };
    // Most runs are words, paths and hashes: their first bytes are no text.
    let first = decode(run.get(..whole.min(24))?)?;
    if !is_text(&first) {
        return None;
    }
    let bytes = decode(run).or_else(|| decode(run.get(..whole)?))?;
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    Some(text)
}

fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| {
        (0x20..0x7f).contains(byte) || matches!(byte, b'\n' | b'\r' | b'\t') || *byte >= 0x80
    }) && bytes.iter().filter(|byte| **byte >= 0x80).count() * 4 <= bytes.len()
}

fn percent_runs(text: &str, plain: &impl Fn(&str) -> Vec<Hit>, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    let sign = |byte: u8| {
        !byte.is_ascii_whitespace()
            && byte >= 0x20
            && !matches!(byte, b'"' | b'\'' | b'<' | b'>' | b'`' | b'\\')
    };
    let mut from = 0;
    while let Some(found) = bytes
        .get(from..)
        .and_then(|rest| rest.iter().position(|byte| *byte == b'%'))
    {
        let at = from + found;
        from = at + 1;
        if !is_escape(bytes, at) {
            continue;
        }
        let start = at
            - bytes
                .get(..at)
                .unwrap_or_default()
                .iter()
                .rev()
                .take(2_000)
                .take_while(|byte| sign(**byte))
                .count();
        let length = bytes
            .get(start..)
            .unwrap_or_default()
            .iter()
            .take(8_000)
            .take_while(|byte| sign(**byte))
            .count();
        let run = bytes.get(start..start + length).unwrap_or_default();
        from = from.max(start + length);
        let (text, places) = unescaped(run);
        let Ok(text) = String::from_utf8(text) else {
            continue;
        };
        for hit in plain(&text) {
            let (Some(first), Some(end)) = (places.get(hit.span.start), places.get(hit.span.end))
            else {
                continue;
            };
            let span = start + first..start + end;
            // What the plain search has already is joined with it.
            hits.push(Hit {
                span,
                form: Some(Form::Percent),
                ..hit
            });
        }
    }
}

fn is_escape(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at..at + 3), Some([b'%', a, b]) if a.is_ascii_hexdigit() && b.is_ascii_hexdigit())
}

/// The run without its escapes, and where each byte of it stood.
fn unescaped(run: &[u8]) -> (Vec<u8>, Vec<usize>) {
    let (mut text, mut places) = (
        Vec::with_capacity(run.len()),
        Vec::with_capacity(run.len() + 1),
    );
    let mut at = 0;
    while let Some(byte) = run.get(at) {
        places.push(at);
        let digits = is_escape(run, at)
            .then(|| run.get(at + 1..at + 3))
            .flatten()
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match digits {
            Some(byte) => {
                text.push(byte);
                at += 3;
            }
            None => {
                text.push(*byte);
                at += 1;
            }
        }
    }
    places.push(run.len());
    (text, places)
}

/// The surest of them.
fn worst(hits: &[Hit]) -> Option<Hit> {
    let sure = hits
        .iter()
        .filter(|hit| hit.confidence >= Confidence::Likely);
    sure.max_by_key(|hit| hit.confidence).cloned()
}
