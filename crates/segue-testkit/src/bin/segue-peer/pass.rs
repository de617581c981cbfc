//! What the taker needs to know, as one word for a command line.

use segue_network::DeviceId;
use segue_network::address::Address;
use serde::{Deserialize, Serialize};

/// What the taker must know to reach the giver.
#[derive(Serialize, Deserialize)]
pub struct Pass {
    pub giver: DeviceId,
    /// The secret of the taker's key: made for this one run.
    pub taker: [u8; 32],
    pub addresses: Vec<Address>,
    pub hash: [u8; 32],
    pub bytes: u64,
}

impl Pass {
    /// Encodes it as one word for a command line.
    pub fn to_text(&self) -> String {
        let json = serde_json::to_vec(self).unwrap_or_default();
        data_encoding::BASE64URL_NOPAD.encode(&json)
    }

    /// Decodes what `to_text` encoded.
    pub fn parse(text: &str) -> Option<Self> {
        let json = data_encoding::BASE64URL_NOPAD
            .decode(text.as_bytes())
            .ok()?;
        serde_json::from_slice(&json).ok()
    }
}
