//! Private keys as files hold them: a head, lines of base64, a foot.
//!
//! The bytes begin as the format says they do and go on by chance: no key can be used.

use data_encoding::BASE64;

use super::Category::Keys;
use super::kinds::{Kind, Sample};
use super::mark::hide;
use crate::large::Dice;

pub const KINDS: &[Kind] = &[
    Kind::new("OpenSSH private key", Keys, openssh),
    Kind::new("PKCS#8 private key", Keys, |d| {
        let body = pem_body(
            d,
            &[
                0x30, 0x82, 0x04, 0xbe, 0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48,
            ],
            1218,
        );
        pem("tls/server.key", "PRIVATE KEY", "", &body)
    }),
    Kind::new("PGP private key", Keys, |d| {
        let mut body = pem_body(d, &[0x95, 0x03, 0x98, 0x04, 0x65], 920);
        body.push_str(&format!("\n={}", d.base64_letters(4)));
        pem("release-signing.asc", "PGP PRIVATE KEY BLOCK", "\n", &body)
    }),
    Kind::new("PuTTY private key", Keys, putty),
    Kind::new("WireGuard private key", Keys, |d| {
        let (private, public) = (hide(d.base64(32)), d.base64(32));
        Sample::lines(
            "/etc/wireguard/wg0.conf",
            format!(
                "[Interface]\nAddress = 10.8.0.2/24\nPrivateKey = {private}\n\n[Peer]\nPublicKey = {public}\nAllowedIPs = 10.8.0.0/24"
            ),
        )
    }),
];

/// Encodes a beginning and random bytes after it, `bytes` in all, in base64 lines of 64 letters.
pub fn pem_body(dice: &mut Dice, begin: &[u8], bytes: usize) -> String {
    lines(dice, begin, bytes, 64)
}

fn lines(dice: &mut Dice, begin: &[u8], bytes: usize, width: usize) -> String {
    let rest = dice.bytes(bytes.saturating_sub(begin.len()));
    let letters = BASE64.encode(&[begin, &rest].concat());
    let mut lines = Vec::new();
    let mut rest = letters.as_str();
    while !rest.is_empty() {
        let (line, after) = rest.split_at(rest.len().min(width));
        lines.push(line);
        rest = after;
    }
    lines.join("\n")
}

/// Builds a file with a head and a foot.
pub fn pem(file: &'static str, what: &str, head: &str, body: &str) -> Sample {
    let body = hide(body);
    Sample::lines(
        file,
        format!("-----BEGIN {what}-----\n{head}{body}\n-----END {what}-----"),
    )
}

fn openssh(dice: &mut Dice) -> Sample {
    let mut begin = b"openssh-key-v1\0\0\0\0\x04none\0\0\0\x04none\0\0\0\0\0\0\0\x01\0\0\0\x33\0\0\0\x0bssh-ed25519\0\0\0 ".to_vec();
    begin.extend(dice.bytes(32));
    let body = lines(dice, &begin, 262, 70);
    pem("~/.ssh/id_ed25519", "OPENSSH PRIVATE KEY", "", &body)
}

fn putty(dice: &mut Dice) -> Sample {
    let public = lines(dice, b"\0\0\0\x0bssh-ed25519\0\0\0 ", 51, 64);
    let (private, mac) = (hide(lines(dice, &[0, 0, 0, 0x20], 36, 64)), dice.hex(64));
    Sample::lines(
        "deploy.ppk",
        format!(
            "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: deploy@build\nPublic-Lines: 2\n{public}\n\
             Private-Lines: 1\n{private}\nPrivate-MAC: {mac}"
        ),
    )
}
