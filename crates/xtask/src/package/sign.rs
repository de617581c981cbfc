//! The release key, and what it signs: the list of sums, in the form that `segue check-package`
//! reads (crates/segue-node/src/package.rs).

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use data_encoding::{BASE64, HEXLOWER};
use ed25519_dalek::{Signer, SigningKey};
use sha2::{Digest, Sha256};

/// What is signed in front of the bytes of the list.
const DOMAIN: &[u8] = b"segue-release-v1\0";

/// The key that signs a release.
pub struct Key(SigningKey);

impl Key {
    /// Returns the public half, as it is built into the programs.
    pub fn public(&self) -> String {
        HEXLOWER.encode(self.0.verifying_key().as_bytes())
    }
}

/// Reads the key in this file. Without a file, uses a throw-away key that is kept beside the
/// packages.
pub fn key(file: Option<&Path>, out: &Path) -> Result<Key> {
    if let Some(file) = file {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        return read(&text).with_context(|| file.display().to_string());
    }
    let file = out.join("throw-away.key");
    println!(
        "No --key: signing with a throw-away key ({}), which nobody should trust.",
        file.display()
    );
    // The same one as last time, so that nothing has to be compiled again.
    if let Ok(key) = std::fs::read_to_string(&file)
        .map_err(Into::into)
        .and_then(|text| read(&text))
    {
        return Ok(key);
    }
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(std::io::Error::other)?;
    private(&file, &HEXLOWER.encode(&seed))?;
    Ok(Key(SigningKey::from_bytes(&seed)))
}

fn read(text: &str) -> Result<Key> {
    let bytes = HEXLOWER.decode(text.trim().to_ascii_lowercase().as_bytes());
    match bytes.map(<[u8; 32]>::try_from) {
        Ok(Ok(seed)) => Ok(Key(SigningKey::from_bytes(&seed))),
        _ => bail!("a key is 32 bytes in hexadecimal"),
    }
}

/// Writes a file that only this person can read.
fn private(file: &Path, text: &str) -> Result<()> {
    use std::io::Write;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    Ok(options.open(file)?.write_all(text.as_bytes())?)
}

/// Writes `SHA256SUMS` of these packages and its signature.
pub fn write(out: &Path, packages: &[PathBuf], key: &Key) -> Result<()> {
    let mut list = String::new();
    for package in packages {
        let sum = HEXLOWER.encode(&Sha256::digest(std::fs::read(package)?));
        let name = package.file_name().context("a package has a name")?;
        list.push_str(&format!("{sum}  {}\n", name.to_string_lossy()));
    }
    let signature = key.0.sign(&[DOMAIN, list.as_bytes()].concat());
    std::fs::write(out.join("SHA256SUMS"), &list)?;
    let text = BASE64.encode(&signature.to_bytes()) + "\n";
    std::fs::write(out.join("SHA256SUMS.sig"), text)?;
    println!("signed by {}", key.public());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_strictly_and_a_throw_away_one_is_kept() {
        assert!(read("00").is_err() && read("").is_err() && read(&"zz".repeat(32)).is_err());
        let out = tempfile::tempdir().unwrap();
        let first = key(None, out.path()).unwrap().public();
        assert_eq!(key(None, out.path()).unwrap().public(), first);
        let file = out.path().join("throw-away.key");
        assert_eq!(key(Some(&file), out.path()).unwrap().public(), first);
        assert!(key(Some(&out.path().join("none")), out.path()).is_err());
    }
}
