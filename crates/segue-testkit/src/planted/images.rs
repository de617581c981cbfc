//! Pictures with words in them: a PNG with a text of its own, a JPEG with a comment.

use super::letters::crc32;
use crate::large::Dice;

/// A picture of the repository, of 32 by 32 points.
const ICON: &[u8] = include_bytes!("../../../../icons/32x32.png");
/// The signature and the first chunk of a PNG.
const PNG_HEAD: usize = 33;

/// Builds the picture with a text in it, marks and all: they go when it becomes base64.
pub fn png(text: &str) -> Vec<u8> {
    let (head, rest) = ICON.split_at(PNG_HEAD);
    let data = [b"Comment\0", text.as_bytes()].concat();
    let plain = [b"Comment\0", super::mark::plain(text).as_bytes()].concat();
    let check = crc32(&[b"tEXt", plain.as_slice()].concat());
    let length = (plain.len() as u32).to_be_bytes();
    [head, &length, b"tEXt", &data, &check.to_be_bytes(), rest].concat()
}

/// Builds a picture with a comment: the headers are right, the pixels random.
pub fn jpeg(dice: &mut Dice, text: &str) -> Vec<u8> {
    let plain = super::mark::plain(text).len() as u16;
    let mut out = vec![0xff, 0xd8, 0xff, 0xe0, 0, 16];
    out.extend(b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
    out.extend([0xff, 0xfe]);
    out.extend((plain + 2).to_be_bytes());
    out.extend(text.as_bytes());
    out.extend([0xff, 0xdb, 0, 67, 0]);
    out.extend((0..64).map(|_| 1 + dice.roll(60) as u8));
    out.extend([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]);
    out.extend((0..600).map(|_| dice.roll(255) as u8));
    out.extend([0xff, 0xd9]);
    out
}
