//! The invite: a one-time signed ticket that finds the inviter and proves to be the invited.
//!
//! ```text
//! segue:invite/  base32( version · key · expiry · capability · addresses · signature )
//! ```
//!
//! Finding and trusting are separate: addresses may be stale or wrong without harm, since the key
//! in the ticket decides who answers. The capability is the consent: whoever shows it first is in.

use data_encoding::{BASE32_NOPAD, HEXLOWER};
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::address::Address;
use crate::device::DeviceId;
use crate::identity::IdentityKey;

/// The beginning of the text of every invite.
const PREFIX: &str = "segue:invite/";
const VERSION: u8 = 1;
/// What the signature is over, besides the bytes.
const DOMAIN: &[u8] = b"segue-invite-v1";
/// How many ways to the inviter fit.
const ADDRESSES: usize = 8;
const SIGNATURE: usize = 64;
/// Longer is no ticket.
const LONGEST: usize = 2048;

/// The right to join, once. It is never printed.
#[derive(Clone, PartialEq, Eq, Zeroize, ZeroizeOnDrop)]
pub struct Capability([u8; 16]);

impl Capability {
    /// Generates a new capability from the system's random source.
    ///
    /// # Errors
    /// When the system gives no random bytes.
    pub fn random() -> std::io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        Ok(Self(bytes))
    }

    /// Wraps these bytes.
    pub(crate) fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes, for the encrypted connection only.
    pub(crate) fn bytes(&self) -> [u8; 16] {
        self.0
    }

    /// Returns a hash that may be kept and compared: it reveals nothing about the capability
    /// itself.
    pub fn mark(&self) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("segue-invite-mark-v1");
        hasher.update(&self.0);
        HEXLOWER.encode(&hasher.finalize().as_bytes()[..16])
    }
}

impl std::fmt::Debug for Capability {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Capability(…)")
    }
}

/// An invite as it is passed on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ticket {
    pub inviter: DeviceId,
    /// Until when, in seconds since 1970.
    pub expires: u64,
    /// The right to join, once.
    pub capability: Capability,
    /// Where the inviter may be found.
    pub addresses: Vec<Address>,
    signature: Vec<u8>,
}

/// Why a text is no invite to follow.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TicketError {
    /// It is something else, or a part of it is missing.
    #[error("this is not a whole invite")]
    NotATicket,
    /// It is of a later version.
    #[error("this invite was made by a newer version of Segue")]
    Newer,
    /// Someone changed it on the way.
    #[error("this invite was changed after it was made")]
    Forged,
}

impl Ticket {
    /// Makes and signs an invite.
    pub fn new(
        key: &IdentityKey,
        expires: u64,
        capability: Capability,
        addresses: &[Address],
    ) -> Option<Self> {
        let mut ticket = Self {
            inviter: DeviceId::of(&key.public())?,
            expires,
            capability,
            addresses: addresses.iter().take(ADDRESSES).cloned().collect(),
            signature: Vec::new(),
        };
        ticket.signature = key.sign(&ticket.signed_bytes());
        Some(ticket)
    }

    /// Writes the text to pass on. It contains the capability.
    pub fn to_text(&self) -> zeroize::Zeroizing<String> {
        let mut bytes = self.body();
        bytes.extend_from_slice(&self.signature);
        let text = format!("{PREFIX}{}", BASE32_NOPAD.encode(&bytes).to_lowercase());
        bytes.zeroize();
        zeroize::Zeroizing::new(text)
    }

    /// Reads what someone pasted: spaces, line breaks and letter case do not matter.
    ///
    /// # Errors
    /// When it is not a whole invite that its inviter signed.
    pub fn parse(text: &str) -> Result<Self, TicketError> {
        if text.len() > LONGEST {
            return Err(TicketError::NotATicket);
        }
        let bare: String = text.split_whitespace().collect();
        let at = bare.to_ascii_lowercase().find(PREFIX);
        let at = at.ok_or(TicketError::NotATicket)? + PREFIX.len();
        let letters = bare[at..].trim_end_matches(['.', ',', '>', ')', '"', '\'']);
        let bytes = BASE32_NOPAD
            .decode(letters.to_ascii_uppercase().as_bytes())
            .map_err(|_| TicketError::NotATicket)?;
        let ticket = Self::read(&bytes)?;
        if ticket
            .inviter
            .signed(&ticket.signed_bytes(), &ticket.signature)
        {
            Ok(ticket)
        } else {
            Err(TicketError::Forged)
        }
    }

    fn read(bytes: &[u8]) -> Result<Self, TicketError> {
        const WHOLE: TicketError = TicketError::NotATicket;
        let (version, rest) = bytes.split_first().ok_or(WHOLE)?;
        if *version != VERSION {
            return Err(if *version > VERSION {
                TicketError::Newer
            } else {
                WHOLE
            });
        }
        let (public, rest) = rest.split_first_chunk::<32>().ok_or(WHOLE)?;
        let (expires, rest) = rest.split_first_chunk::<8>().ok_or(WHOLE)?;
        let (capability, rest) = rest.split_first_chunk::<16>().ok_or(WHOLE)?;
        let (count, mut rest) = rest.split_first().ok_or(WHOLE)?;
        if usize::from(*count) > ADDRESSES {
            return Err(WHOLE);
        }
        let mut addresses = Vec::new();
        for _ in 0..*count {
            let (length, tail) = rest.split_first().ok_or(WHOLE)?;
            let (address, tail) = tail.split_at_checked(usize::from(*length)).ok_or(WHOLE)?;
            // An address that can't be read is only one way less.
            addresses.extend(Address::from_bytes(address));
            rest = tail;
        }
        if rest.len() != SIGNATURE || addresses.len() != usize::from(*count) {
            return Err(WHOLE);
        }
        Ok(Self {
            inviter: DeviceId::of(public).ok_or(WHOLE)?,
            expires: u64::from_be_bytes(*expires),
            capability: Capability::from_bytes(*capability),
            addresses,
            signature: rest.to_vec(),
        })
    }

    fn body(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        bytes.extend_from_slice(&self.inviter.public());
        bytes.extend_from_slice(&self.expires.to_be_bytes());
        bytes.extend_from_slice(&self.capability.bytes());
        let addresses: Vec<Vec<u8>> = self
            .addresses
            .iter()
            .map(|address| address.to_bytes())
            .collect();
        let fits = |address: &&Vec<u8>| address.len() < 256;
        let count = addresses.iter().filter(fits).count();
        bytes.push(u8::try_from(count).unwrap_or(0));
        for address in addresses.iter().filter(fits) {
            bytes.push(u8::try_from(address.len()).unwrap_or(0));
            bytes.extend_from_slice(address);
        }
        bytes
    }

    fn signed_bytes(&self) -> Vec<u8> {
        [DOMAIN, &self.body()].concat()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ticket() -> Ticket {
        let addresses: Vec<Address> = ["10.77.0.1:47100", "[fd77::1]:47100"]
            .iter()
            .map(|text| Address::typed(text).unwrap())
            .collect();
        let capability = Capability::random().unwrap();
        Ticket::new(
            &IdentityKey::generate(),
            1_800_000_000,
            capability,
            &addresses,
        )
        .unwrap()
    }

    #[test]
    fn a_ticket_survives_being_pasted() {
        let ticket = ticket();
        let text = ticket.to_text();
        assert_eq!(Ticket::parse(&text), Ok(ticket.clone()));
        let wrapped = format!("<{}\n  {}>.", &text[..70], &text[70..].to_uppercase());
        assert_eq!(Ticket::parse(&wrapped), Ok(ticket));
    }

    #[test]
    fn no_letter_of_a_ticket_can_be_changed() {
        let text = ticket().to_text().to_string();
        for at in PREFIX.len()..text.len() {
            let mut other = text.clone().into_bytes();
            other[at] = if other[at] == b'a' { b'b' } else { b'a' };
            let other = String::from_utf8(other).unwrap();
            assert!(Ticket::parse(&other).is_err(), "letter {at}");
        }
        for cut in 0..text.len() {
            assert!(Ticket::parse(&text[..cut]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn the_capability_does_not_print_itself() {
        let ticket = ticket();
        let printed = format!("{ticket:?}");
        assert!(printed.contains("Capability(…)"), "{printed}");
        assert!(!ticket.capability.mark().is_empty());
        assert_ne!(
            ticket.capability.mark(),
            HEXLOWER.encode(&ticket.capability.bytes())
        );
    }

    proptest! {
        #[test]
        fn anything_can_be_pasted(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let text = format!("{PREFIX}{}", BASE32_NOPAD.encode(&bytes));
            prop_assert!(Ticket::parse(&text).is_err());
            prop_assert!(Ticket::parse(&String::from_utf8_lossy(&bytes)).is_err());
        }
    }
}
