//! A name for someone who has not set one: two words drawn from their key, always the same two.

const FIRST: [&str; 64] = [
    "Amber", "Able", "Agile", "Airy", "Ample", "Apt", "Bold", "Brave", "Bright", "Brisk", "Calm",
    "Candid", "Clear", "Clever", "Cosy", "Crisp", "Daring", "Deft", "Eager", "Early", "Easy",
    "Fair", "Fleet", "Fond", "Frank", "Fresh", "Gentle", "Glad", "Golden", "Good", "Grand",
    "Green", "Happy", "Hardy", "Honest", "Jolly", "Keen", "Kind", "Lively", "Loyal", "Lucky",
    "Lunar", "Mellow", "Merry", "Mild", "Modest", "Neat", "Nimble", "Noble", "Patient", "Polite",
    "Proud", "Quick", "Quiet", "Ready", "Royal", "Silver", "Sunny", "Swift", "Tidy", "True",
    "Warm", "Wise", "Witty",
];

const SECOND: [&str; 64] = [
    "Acorn", "Alder", "Anchor", "Apple", "Aspen", "Badger", "Banjo", "Beacon", "Birch", "Bison",
    "Brook", "Cedar", "Cherry", "Clover", "Comet", "Coral", "Crane", "Dahlia", "Dolphin", "Ember",
    "Falcon", "Fern", "Finch", "Fjord", "Garnet", "Ginger", "Harbor", "Hazel", "Heron", "Island",
    "Ivy", "Jasper", "Juniper", "Kestrel", "Lagoon", "Lantern", "Lark", "Linden", "Lotus",
    "Magnet", "Mango", "Maple", "Marten", "Meadow", "Nutmeg", "Olive", "Orchid", "Otter", "Panda",
    "Pebble", "Pepper", "Plum", "Poplar", "Puffin", "Quince", "Raven", "River", "Robin", "Saffron",
    "Sparrow", "Tulip", "Walnut", "Willow", "Wren",
];

/// Returns the two words that a public key gives as a name.
pub(crate) fn generated(public: &[u8]) -> String {
    let hash = blake3::hash(public);
    let bytes = hash.as_bytes();
    let pick = |words: &[&'static str; 64], byte: u8| words[usize::from(byte) % 64];
    format!("{} {}", pick(&FIRST, bytes[0]), pick(&SECOND, bytes[1]))
}

/// Returns sixteen hex digits for drawing a picture of this public key.
pub(crate) fn seed(public: &[u8]) -> String {
    blake3::hash(public).to_hex()[..16].to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn words_are_distinct_and_fit() {
        assert_eq!(FIRST.iter().collect::<HashSet<_>>().len(), 64);
        assert_eq!(SECOND.iter().collect::<HashSet<_>>().len(), 64);
        assert!(FIRST.iter().chain(&SECOND).all(|word| word.len() <= 9));
    }

    #[test]
    fn the_same_key_has_the_same_name() {
        assert_eq!(generated(&[1; 32]), generated(&[1; 32]));
        assert_ne!(seed(&[1; 32]), seed(&[2; 32]));
        assert_eq!(seed(&[1; 32]).len(), 16);
    }
}
