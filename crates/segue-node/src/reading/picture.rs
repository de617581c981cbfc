//! Which pictures may be shown: those that lie in the conversation itself, of four kinds that are
//! nothing but pictures, and really are what they say.

use data_encoding::BASE64;
use segue_conversation::part::is_base64;
use segue_conversation::{Data, File};

/// Most bytes of a picture that is given out, as base64.
pub(super) const MOST: usize = 16 << 20;

/// Returns the type of a picture that may be shown, judged by its first bytes, and its data as
/// base64. `None` for anything else.
pub(super) fn picture(file: &File) -> Option<(&'static str, &str)> {
    let Data::Base64(data) = &file.data else {
        return None;
    };
    let claimed = file.media_type.as_deref()?.to_ascii_lowercase();
    let kinds = [
        "image/png",
        "image/jpeg",
        "image/jpg",
        "image/gif",
        "image/webp",
    ];
    if !kinds.contains(&claimed.as_str()) || data.len() > MOST || !is_base64(data) {
        return None;
    }
    let first = BASE64.decode(data.get(..16)?.as_bytes()).ok()?;
    let kind = match first.as_slice() {
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => "image/png",
        [0xff, 0xd8, 0xff, ..] => "image/jpeg",
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => "image/gif",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P'] => "image/webp",
        _ => return None,
    };
    Some((kind, data))
}
