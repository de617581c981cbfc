//! All of one piece of a message, given out bit by bit: its text, or the picture it is.

use segue_conversation::{Body, Message};
use segue_door::{Code, Failure, PartText};

use super::message::{Piece, contents, pieces};
use super::picture::{MOST, picture};

/// Bytes of one bit, and as JSON, so that it fits a frame whatever is in it.
const BIT: usize = 256 << 10;
const BIT_JSON: usize = 800 << 10;

/// All of one piece of a message.
pub(crate) struct Whole {
    pub(crate) text: String,
    pub(crate) media_type: Option<&'static str>,
}

/// Returns all of the piece at this place in a message. Fails if there is none, if it is too large,
/// or if it is a file that can't be shown.
pub(crate) fn whole(message: &Message, part: u32) -> Result<Whole, Failure> {
    let place = usize::try_from(part).unwrap_or(usize::MAX);
    let piece = pieces(message)
        .nth(place)
        .ok_or_else(|| Failure::new(Code::NotFound, "The message has no such part."))?;
    let text = |text: &str| {
        if text.len() > MOST {
            return Err(Failure::new(
                Code::Refused,
                "This part is too large to be shown: it has more than 16 MiB.",
            )
            .hint("Export the conversation and read it from the file."));
        }
        Ok(Whole {
            text: text.to_owned(),
            media_type: None,
        })
    };
    let file = match piece {
        Piece::Picture(file, _) => file,
        Piece::Part(part) => match &part.body {
            Body::Text(words) | Body::Reasoning(words) => return text(words),
            Body::Call(call) => return text(call.input.text()),
            Body::Result(result) => return text(&contents(&result.content, usize::MAX).0),
            Body::Other(json) => return text(json.text()),
            Body::File(file) => file,
        },
    };
    let (media_type, data) = picture(file).ok_or_else(|| {
        Failure::new(
            Code::Refused,
            "This file can't be shown: only PNG, JPEG, GIF and WebP pictures that lie in the \
             conversation itself can, up to 16 MiB.",
        )
    })?;
    Ok(Whole {
        text: data.to_owned(),
        media_type: Some(media_type),
    })
}

impl Whole {
    /// Returns what begins at this byte, as much as fits a frame. Fails if no character begins
    /// there.
    pub(crate) fn bit(&self, from: u64) -> Result<PartText, Failure> {
        let text = &self.text;
        let begin = usize::try_from(from).unwrap_or(usize::MAX);
        let rest = text
            .get(begin..)
            .ok_or_else(|| Failure::invalid("No character of this part begins there."))?;
        let (mut end, mut json) = (0, 0);
        for c in rest.chars() {
            json += match c {
                '"' | '\\' | '\n' | '\r' | '\t' => 2,
                c if c.is_control() => 6,
                c => c.len_utf8(),
            };
            if end + c.len_utf8() > BIT || json > BIT_JSON {
                break;
            }
            end += c.len_utf8();
        }
        Ok(PartText {
            text: rest.get(..end).unwrap_or_default().to_owned(),
            next: (end < rest.len()).then_some((begin + end) as u64),
            media_type: self.media_type.map(str::to_owned),
        })
    }
}
