//! The settings for the network, as the crate that carries them out takes them.

use std::net::SocketAddr;

use segue_door::settings::{Networking, Visibility};

/// The most addresses that may be named.
const MOST: usize = 16;

/// Checks the network settings, and says what is wrong with them if something is.
pub(super) fn check(networking: &Networking) -> Result<(), String> {
    addresses(&networking.listen).map(drop)
}

/// Reads addresses with commas between them; empty means none in particular.
pub(crate) fn addresses(text: &str) -> Result<Vec<SocketAddr>, String> {
    let parts = text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let mut found = Vec::new();
    for part in parts {
        let address = part.parse().map_err(|_| {
            let shown: String = part.chars().take(60).collect();
            format!("{shown:?} is not an address and a port, such as 192.168.1.5:47100 or [::1]:0")
        })?;
        found.push(address);
    }
    if found.len() > MOST {
        return Err(format!("at most {MOST} addresses can be listened at"));
    }
    Ok(found)
}

/// Returns who may see this computer, as the network takes it.
pub(crate) fn visibility(chosen: Visibility) -> segue_network::network::Visibility {
    use segue_network::network::Visibility as Network;
    match chosen {
        Visibility::Visible => Network::Visible,
        Visibility::Teammates => Network::Teammates,
        Visibility::Hidden => Network::Hidden,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::load;

    #[test]
    fn addresses_are_read_and_what_is_none_is_named() {
        assert_eq!(addresses("").unwrap(), []);
        let two = addresses(" 127.0.0.1:0, [::1]:5 ,").unwrap();
        assert_eq!(two.len(), 2);
        for wrong in ["127.0.0.1", "laptop:5", "47100", "::1:5x"] {
            assert!(addresses(wrong).unwrap_err().contains("such as"), "{wrong}");
        }
        assert!(addresses(&"127.0.0.1:1,".repeat(17)).is_err());
    }

    #[test]
    fn a_line_that_is_not_understood_leaves_the_default() {
        let loaded = load::parse("[network]\nlisten = 'here'\nport = 70000\nvisibility = 'some'\n");
        assert_eq!(loaded.problems.len(), 3, "{:?}", loaded.problems);
        assert!(
            loaded.network_unsure,
            "the network stays off until it is mended"
        );
        assert_eq!(loaded.values.network, load::parse("").values.network);
        assert!(!load::parse("[log]\nlevel = 'loud'\n").network_unsure);
    }
}
