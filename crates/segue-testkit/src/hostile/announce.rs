//! Announcements of devices that do not exist, as multicast DNS carries them.

use std::net::Ipv4Addr;

use segue_network::DeviceId;
use segue_network::identity::IdentityKey;

/// The name that everyone asks for.
const SERVICE: &[u8] = b"\x04_p2p\x04_udp\x05local\x00";
/// What the device calls itself there.
const NAME: &[u8] = b"\x06forged\x00";
/// Kinds of DNS records.
const PTR: u16 = 12;
const TXT: u16 = 16;
/// The longest that a record can hold: over a century.
const FOR_EVER: u32 = u32::MAX;
/// Where the name of the service stands in a packet, for the records after the first.
const AGAIN: &[u8] = &[0xc0, 12];
/// How many ways a packet names: as many as fit into what a receiver reads at once.
pub const WAYS: u16 = 32;

/// Builds a packet that announces one more device that does not exist, at each of these addresses
/// in turn.
pub fn announcement(addresses: &[Ipv4Addr]) -> Vec<u8> {
    packet(addresses, WAYS, 1)
}

/// Builds a packet that names one device so often that each of its ways counts a hundred times.
pub fn echoing(addresses: &[Ipv4Addr]) -> Vec<u8> {
    packet(addresses, 16, 100)
}

fn packet(addresses: &[Ipv4Addr], ways: u16, times: u8) -> Vec<u8> {
    let device = DeviceId::of(&IdentityKey::generate().public()).expect("a key of ours");
    let mut texts = Vec::new();
    for (port, address) in (1024..1024 + ways).zip(addresses.iter().cycle()) {
        let text = format!("dnsaddr=/ip4/{address}/tcp/{port}/p2p/{device}");
        texts.push(u8::try_from(text.len()).expect("a short text"));
        texts.extend_from_slice(text.as_bytes());
    }
    // An answer, no question, pointers to the name, and the texts under that name.
    let mut packet = vec![0, 0, 0x84, 0, 0, 0, 0, times, 0, 0, 0, 1];
    record(&mut packet, SERVICE, PTR, NAME);
    for _ in 1..times {
        record(&mut packet, AGAIN, PTR, NAME);
    }
    record(&mut packet, NAME, TXT, &texts);
    packet
}

fn record(packet: &mut Vec<u8>, name: &[u8], kind: u16, data: &[u8]) {
    let length = u16::try_from(data.len()).expect("a short record");
    packet.extend_from_slice(name);
    packet.extend_from_slice(&kind.to_be_bytes());
    packet.extend_from_slice(&1_u16.to_be_bytes());
    packet.extend_from_slice(&FOR_EVER.to_be_bytes());
    packet.extend_from_slice(&length.to_be_bytes());
    packet.extend_from_slice(data);
}
