//! Whether a package of Segue is the one that was released: its SHA-256 stands in `SHA256SUMS`, and
//! that file is signed by the key that was built into this program. Nothing is fetched.
//!
//! ```text
//! segue_0.1.0_amd64.deb ── SHA-256 ──▶ SHA256SUMS ── ed25519 ──▶ SHA256SUMS.sig ──▶ release key
//! ```

use std::io::Read;
use std::path::Path;

use data_encoding::{BASE64, HEXLOWER};
use ed25519_dalek::{Signature, VerifyingKey};
use segue_platform::open::plain_file;
use sha2::{Digest, Sha256};

use segue_door::{CheckedPackage, Code, Failure};

/// What is signed besides the bytes of the list.
const DOMAIN: &[u8] = b"segue-release-v1\0";
const LIST: &str = "SHA256SUMS";
const SIGNATURE: &str = "SHA256SUMS.sig";
/// The largest list or signature that is read, in bytes.
const LARGEST: u64 = 64 * 1024;

/// The public half of the release key, in hexadecimal, in a program that was built for release.
const KEY: Option<&str> = option_env!("SEGUE_RELEASE_KEY");

/// Returns the release key. A development build without one can be given it in `SEGUE_RELEASE_KEY`
/// when it starts.
fn release_key() -> Option<VerifyingKey> {
    let given = || std::env::var("SEGUE_RELEASE_KEY").ok();
    let given = if cfg!(debug_assertions) {
        given()
    } else {
        None
    };
    KEY.and_then(read_key).or_else(|| read_key(&given?))
}

/// Checks a package against the key in this program.
pub(crate) fn check(file: &Path) -> Result<CheckedPackage, Failure> {
    let key = release_key().ok_or_else(|| {
        Failure::new(
            Code::Refused,
            "This build of Segue has no release key, so it can't check packages.",
        )
        .hint("Use the Segue of a package that was released, or compare the SHA-256 yourself.")
    })?;
    check_by(file, &key)
}

fn read_key(text: &str) -> Option<VerifyingKey> {
    let bytes = HEXLOWER.decode(text.trim().as_bytes()).ok()?;
    VerifyingKey::from_bytes(&bytes.try_into().ok()?).ok()
}

fn check_by(file: &Path, key: &VerifyingKey) -> Result<CheckedPackage, Failure> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let folder = file.parent().unwrap_or(Path::new("."));
    let list = small(&folder.join(LIST))?;
    let signature = small(&folder.join(SIGNATURE))?;
    if !is_signed(&list, &signature, key) {
        return Err(refused(&format!(
            "{LIST} is not signed by the release key, so nothing in it can be trusted."
        )));
    }
    let (sha256, bytes) = hash(file)?;
    let listed = listed(&list, &name).ok_or_else(|| {
        refused(&format!(
            "{name} is not among the files that were released."
        ))
    })?;
    if listed != sha256 {
        return Err(refused(&format!(
            "{name} is not the file that was released: it was changed."
        )));
    }
    let key = HEXLOWER.encode(&key.as_bytes()[..8]);
    Ok(CheckedPackage {
        file: name.into_owned(),
        bytes,
        sha256,
        key,
    })
}

fn refused(words: &str) -> Failure {
    Failure::new(Code::Refused, words)
        .hint("Do not install it. Get the package anew from where Segue is released.")
}

fn is_signed(list: &[u8], signature: &[u8], key: &VerifyingKey) -> bool {
    let text = String::from_utf8_lossy(signature);
    let bytes = BASE64.decode(text.trim().as_bytes()).ok();
    let signature = bytes.and_then(|bytes| Signature::from_slice(&bytes).ok());
    signature.is_some_and(|signature| {
        key.verify_strict(&[DOMAIN, list].concat(), &signature)
            .is_ok()
    })
}

/// Returns the checksum of a name from lines of `sha256  name`; `None` when the name is not listed
/// exactly once.
fn listed(list: &[u8], name: &str) -> Option<String> {
    let text = std::str::from_utf8(list).ok()?;
    let mut found = text
        .lines()
        .filter_map(|line| line.split_once("  "))
        .filter(|(_, listed)| *listed == name);
    let (sum, _) = found.next()?;
    found.next().is_none().then(|| sum.to_owned())
}

fn small(file: &Path) -> Result<Vec<u8>, Failure> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let missing = |error: std::io::Error| {
        Failure::new(Code::NotFound, format!("{name} can't be read: {error}."))
            .hint("It belongs beside the package, as it was released.")
    };
    let mut bytes = Vec::new();
    let read = plain_file(file)
        .map_err(missing)?
        .take(LARGEST + 1)
        .read_to_end(&mut bytes);
    if read.map_err(missing)? as u64 > LARGEST {
        return Err(refused(&format!("{name} is larger than it can be.")));
    }
    Ok(bytes)
}

fn hash(file: &Path) -> Result<(String, u64), Failure> {
    let unreadable = |error: std::io::Error| {
        Failure::new(
            Code::NotFound,
            format!("The package can't be read: {error}."),
        )
    };
    let mut file = plain_file(file).map_err(unreadable)?;
    let (mut hasher, mut buffer, mut bytes) = (Sha256::new(), vec![0; 1 << 16], 0);
    loop {
        match file.read(&mut buffer).map_err(unreadable)? {
            0 => return Ok((HEXLOWER.encode(&hasher.finalize()), bytes)),
            read => {
                hasher.update(&buffer[..read]);
                bytes += read as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ed25519_dalek::{Signer, SigningKey};

    /// A released package as `cargo xtask package` makes it.
    fn released(key: &SigningKey) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("segue.deb");
        std::fs::write(&file, b"a package").unwrap();
        let list = format!("{}  segue.deb\n", hash(&file).unwrap().0);
        sign(folder.path(), &list, key);
        folder
    }

    fn sign(folder: &Path, list: &str, key: &SigningKey) {
        std::fs::write(folder.join(LIST), list).unwrap();
        let signature = key.sign(&[DOMAIN, list.as_bytes()].concat());
        let text = BASE64.encode(&signature.to_bytes());
        std::fs::write(folder.join(SIGNATURE), text + "\n").unwrap();
    }

    #[test]
    fn what_was_released_passes_and_everything_else_is_refused() {
        let (key, other) = (
            SigningKey::from_bytes(&[7; 32]),
            SigningKey::from_bytes(&[8; 32]),
        );
        let check = |folder: &tempfile::TempDir, name: &str| {
            check_by(&folder.path().join(name), &key.verifying_key())
        };
        let says = |result: Result<CheckedPackage, Failure>| result.unwrap_err().message;

        let fine = released(&key);
        let checked = check(&fine, "segue.deb").unwrap();
        assert_eq!((checked.bytes, checked.sha256.len()), (9, 64));

        let changed = released(&key);
        std::fs::write(changed.path().join("segue.deb"), b"A package").unwrap();
        assert!(says(check(&changed, "segue.deb")).contains("was changed"));

        let listed_anew = released(&key);
        std::fs::write(listed_anew.path().join("segue.deb"), b"evil").unwrap();
        let sum = hash(&listed_anew.path().join("segue.deb")).unwrap().0;
        std::fs::write(listed_anew.path().join(LIST), format!("{sum}  segue.deb\n")).unwrap();
        assert!(says(check(&listed_anew, "segue.deb")).contains("not signed"));

        assert!(says(check(&released(&other), "segue.deb")).contains("not signed"));

        let renamed = released(&key);
        std::fs::rename(
            renamed.path().join("segue.deb"),
            renamed.path().join("new.deb"),
        )
        .unwrap();
        assert!(says(check(&renamed, "new.deb")).contains("not among"));

        let twice = released(&key);
        sign(
            twice.path(),
            &format!(
                "{}  segue.deb\n{}  segue.deb\n",
                "0".repeat(64),
                "1".repeat(64)
            ),
            &key,
        );
        assert!(says(check(&twice, "segue.deb")).contains("not among"));

        let unsigned = released(&key);
        std::fs::remove_file(unsigned.path().join(SIGNATURE)).unwrap();
        assert!(says(check(&unsigned, "segue.deb")).contains(SIGNATURE));
    }
}
