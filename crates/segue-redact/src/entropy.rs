//! Whether a text looks drawn at random, or written by a person.

/// Bits per character by the text's own frequencies.
pub(crate) fn bits(text: &[u8]) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in text {
        if let Some(count) = counts.get_mut(usize::from(*byte)) {
            *count += 1;
        }
    }
    let all = text.len() as f64;
    counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| {
            let share = f64::from(*count) / all;
            -share * share.log2()
        })
        .sum()
}

/// Which kinds of characters a text has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Kinds {
    pub(crate) lower: usize,
    pub(crate) upper: usize,
    pub(crate) digit: usize,
    pub(crate) other: usize,
}

impl Kinds {
    pub(crate) fn of(text: &[u8]) -> Self {
        let mut kinds = Self::default();
        for byte in text {
            match byte {
                b'a'..=b'z' => kinds.lower += 1,
                b'A'..=b'Z' => kinds.upper += 1,
                b'0'..=b'9' => kinds.digit += 1,
                _ => kinds.other += 1,
            }
        }
        kinds
    }

    pub(crate) fn letters(self) -> usize {
        self.lower + self.upper
    }
}

/// Whether a text has the look of a generated one: letters and digits mixed, no words.
pub(crate) fn is_random(text: &[u8]) -> bool {
    let kinds = Kinds::of(text);
    let length = text.len();
    if length < 8 {
        return false;
    }
    // What a text of this length drawn from 16 signs would nearly always reach.
    let floor = match length {
        8..=11 => 2.5,
        12..=15 => 2.8,
        16..=23 => 3.0,
        24..=31 => 3.2,
        _ => 3.4,
    };
    let mixed = kinds.digit > 0 && kinds.letters() > 0;
    let only_letters = kinds.digit == 0 && kinds.lower > 0 && kinds.upper > 0 && length >= 20;
    (mixed || only_letters) && bits(text) >= floor && changes(text) * 5 >= length
}

/// How often the kind of character changes from one to the next. Words and names in camel case
/// change rarely; drawn characters all the time.
fn changes(text: &[u8]) -> usize {
    let kind = |byte: u8| match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    text.windows(2)
        .filter(|pair| matches!(pair, [a, b] if kind(*a) != kind(*b)))
        .count()
}
