//! The code that two people compare: 44 bits as four words, and as the same bits in digits.

use bip39::Language;

use crate::device::DeviceId;

/// How many bits two people compare.
const BITS: u32 = 44;

/// What both screens show.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Code(u64);

impl Code {
    /// Computes the code of two devices and their nonces, the asker first.
    pub fn of(asker: (&DeviceId, &[u8; 32]), asked: (&DeviceId, &[u8; 32])) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("segue-sas-v1");
        for (device, nonce) in [asker, asked] {
            hasher.update(&device.public());
            hasher.update(nonce);
        }
        let mut first = [0; 8];
        hasher.finalize_xof().fill(&mut first);
        Self(u64::from_be_bytes(first) >> (64 - BITS))
    }

    /// Returns the code as four words out of 2048.
    pub fn words(&self) -> [&'static str; 4] {
        let list = Language::English.word_list();
        [33, 22, 11, 0].map(|shift| list[(self.0 >> shift) as usize & 0x7ff])
    }

    /// Returns the code as fourteen digits in groups of four, five and five.
    pub fn digits(&self) -> String {
        let all = format!("{:014}", self.0);
        format!("{} {} {}", &all[..4], &all[4..9], &all[9..])
    }

    /// Checks whether someone typed this code: the words or the digits, however they are spaced.
    pub fn is(&self, typed: &str) -> bool {
        let bare: String = typed
            .chars()
            .take(200)
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        bare == self.words().concat() || bare == format!("{:014}", self.0)
    }
}

/// A code is worth nothing once it was compared, but no log needs it.
impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Code(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn words_and_digits_say_the_same_bits(bits in 0_u64..1 << BITS) {
            let code = Code(bits);
            let list = Language::English.word_list();
            let back = code.words().iter().fold(0_u64, |sum, word| {
                let at = list.iter().position(|known| known == word).unwrap();
                sum << 11 | at as u64
            });
            prop_assert_eq!(back, bits);
            let digits: String = code.digits().split(' ').collect();
            prop_assert_eq!(digits.parse::<u64>().unwrap(), bits);
            prop_assert!(code.is(&code.words().join("-").to_uppercase()));
            prop_assert!(code.is(&code.digits()));
            prop_assert!(!Code(bits ^ 1).is(&code.digits()));
        }
    }

    #[test]
    fn the_list_has_words_for_every_bit() {
        assert_eq!(Language::English.word_list().len(), 2048);
    }
}
