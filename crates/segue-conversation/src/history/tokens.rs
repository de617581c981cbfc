//! About how many tokens a text is to a model, without any model's own table.

/// What an image costs, whatever its size: vendors scale large ones down.
pub(super) const IMAGE: u64 = 1_500;

/// An estimate for one text.
///
/// Words of European languages and code come to about four letters a token; digits and signs to
/// fewer; a character of Chinese, Japanese or Korean to about one.
pub fn estimate(text: &str) -> u64 {
    let (mut letters, mut signs, mut wide) = (0_u64, 0_u64, 0_u64);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b' ' => letters += 1,
            0..=0x7f => signs += 1,
            // The first byte of a character beyond ASCII: two bytes are letters with marks,
            // Cyrillic, Greek and the like; three or four are mostly one sign each.
            0xc0..=0xdf => signs += 1,
            0xe0..=0xff => wide += 1,
            0x80..=0xbf => {}
        }
    }
    letters.div_ceil(5) + signs.div_ceil(3) + wide
}
