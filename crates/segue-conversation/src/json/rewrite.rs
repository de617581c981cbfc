//! A copy of a value with a say about every piece of it.

use super::{Value, escape_into};

/// What becomes of a piece when its value is copied.
#[derive(Debug)]
pub enum Copied {
    /// It stays as it stands, with everything inside it.
    Whole,
    /// What is inside it is asked about in turn; a piece without an inside stays.
    Inside,
    /// It is left out, with its key.
    Gone,
    /// This text takes its place.
    Text(String),
}

/// An array or object that is being copied.
struct Frame {
    end: usize,
    object: bool,
    some: bool,
}

impl<'t> Value<'t> {
    /// Appends a copy of it. `settle` is asked about the value itself, then about each member with
    /// its key and each item of an array without one.
    pub fn copy(
        &self,
        out: &mut String,
        settle: &mut impl FnMut(Option<&str>, Value<'t>) -> Copied,
    ) {
        let after = self.after();
        let mut frames: Vec<Frame> = Vec::new();
        let mut at = *self;
        loop {
            while let Some(frame) = frames.pop_if(|frame| at.place() >= frame.end) {
                out.push(if frame.object { '}' } else { ']' });
            }
            if at.place() >= after {
                return;
            }
            let key = frames
                .last()
                .is_some_and(|frame| frame.object)
                .then_some(at);
            if key.is_some() {
                at = at.moved(at.after());
            }
            let name = key.and_then(|key| key.str());
            let settled = settle(name.as_deref(), at);
            if !matches!(settled, Copied::Gone) {
                if let Some(frame) = frames.last_mut()
                    && std::mem::replace(&mut frame.some, true)
                {
                    out.push(',');
                }
                if let Some(key) = key {
                    out.push_str(key.raw());
                    out.push(':');
                }
            }
            let next = at.after();
            match settled {
                Copied::Gone => {}
                Copied::Text(text) => escape_into(out, &text),
                Copied::Inside if at.is_object() || at.is_array() => {
                    out.push(if at.is_object() { '{' } else { '[' });
                    frames.push(Frame {
                        end: next,
                        object: at.is_object(),
                        some: false,
                    });
                    at = at.moved(at.place() + 1);
                    continue;
                }
                Copied::Whole | Copied::Inside => out.push_str(at.raw()),
            }
            at = at.moved(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;
    use proptest::prelude::*;

    fn copied(text: &str, mut settle: impl FnMut(Option<&str>, Value<'_>) -> Copied) -> String {
        let mut tape = Tape::default();
        let value = tape.parse(text.as_bytes(), &Default::default()).unwrap();
        let mut out = String::new();
        value.copy(&mut out, &mut settle);
        out
    }

    #[test]
    fn each_piece_becomes_what_is_said_about_it() {
        let text = r#"{"a":{"x":1,"gone":[1,2]},"gone":0,"whole":{"gone":1},"l":[[],{"gone":1},"t"],"t":"\n"}"#;
        let out = copied(text, |key, value| match key {
            Some("gone") => Copied::Gone,
            Some("whole") => Copied::Whole,
            _ if value.str().as_deref() == Some("t") => Copied::Text("\"new\"".into()),
            _ => Copied::Inside,
        });
        assert_eq!(
            out,
            r#"{"a":{"x":1},"whole":{"gone":1},"l":[[],{},"\"new\""],"t":"\n"}"#
        );
        assert_eq!(copied("7", |_, _| Copied::Inside), "7");
        assert_eq!(copied("[1]", |_, _| Copied::Whole), "[1]");
        assert_eq!(
            copied("[1,2]", |_, value| match value.raw() {
                "1" => Copied::Gone,
                _ => Copied::Inside,
            }),
            "[2]"
        );
    }

    #[test]
    fn a_value_is_copied_alone() {
        let text = r#"{"a":[1],"b":{"c":[2,3]},"d":4}"#;
        let mut tape = Tape::default();
        let value = tape.parse(text.as_bytes(), &Default::default()).unwrap();
        let mut out = String::new();
        value
            .get("b")
            .unwrap()
            .copy(&mut out, &mut |_, _| Copied::Inside);
        assert_eq!(out, r#"{"c":[2,3]}"#);
    }

    proptest! {
        #[test]
        fn a_copy_of_everything_is_the_same(pieces in proptest::collection::vec(
            prop_oneof![
                Just("[".to_owned()), Just("{\"k\":".to_owned()), Just("1".to_owned()),
                Just("]".to_owned()), Just("}".to_owned()), Just(",".to_owned()), Just("\"s\"".to_owned()),
            ], 0..12))
        {
            let text = pieces.concat();
            let mut tape = Tape::default();
            if tape.parse(text.as_bytes(), &Default::default()).is_ok() {
                prop_assert_eq!(copied(&text, |_, _| Copied::Inside), text);
            }
        }
    }
}
