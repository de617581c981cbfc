//! Whether a text looks like a content hash: hex digits, a named hash, or a content id.

/// The fewest hex digits that are still taken for a shortened hash.
const SHORTEST: usize = 8;
/// The most hex digits: those of SHA-512.
const LONGEST: usize = 128;
/// The fewest characters after the name of a hash, in hex or one of the base encodings.
const NAMED: usize = 16;

/// Checks whether a text looks like a content hash.
pub(super) fn like_a_hash(text: &str) -> bool {
    hex(text) || named(text) || content_id(text)
}

fn hex(text: &str) -> bool {
    (SHORTEST..=LONGEST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Checks for `sha256:…`, `blake3:…`, and `sha384-…` as web pages write it.
fn named(text: &str) -> bool {
    let Some((name, rest)) = text.split_once([':', '-']) else {
        return false;
    };
    let name_fits = (2..=16).contains(&name.len())
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    let digest = rest
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'_'));
    // A hash has digits somewhere; "urn:somethingelse" has not.
    let mixed = rest.bytes().any(|byte| byte.is_ascii_digit());
    name_fits && digest && mixed && (NAMED..=LONGEST + 48).contains(&rest.len())
}

/// Checks for `Qm…` in base 58, or `b…` in base 32.
fn content_id(text: &str) -> bool {
    let alphanumeric = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let first = text.len() == 46 && text.starts_with("Qm");
    let second = (50..=LONGEST).contains(&text.len()) && text.starts_with('b');
    alphanumeric && (first || second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_told_from_names() {
        for hash in [
            "deadbeef",
            "d41d8cd98f00b204e9800998ecf8427e",
            "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855",
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "blake3:0123456789abcdef0123456789abcdef",
            "sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC",
            "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG",
            "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi",
        ] {
            assert!(like_a_hash(hash), "{hash}");
        }
        for other in [
            "notes",
            "the auth decision",
            "abc123",
            "mem-42",
            "https://example.org/x",
            "conv-2026-01-15-001",
            "urn:somethingelseentirely",
            "zzzzzzzzzzzz",
            "sha256:",
            "sha256:not a hash at all 12",
        ] {
            assert!(!like_a_hash(other), "{other}");
        }
    }
}
