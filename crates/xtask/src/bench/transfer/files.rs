//! The files that are moved: exports of sessions in three sizes, and bytes that nothing compresses.
//!
//! ```text
//! session ── temporary home ── segue export ── <size> export.a2a.json
//! dice ───────────────────────────────────────  <size> random.bin
//! ```

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use segue_testkit::World;

use super::session;
use super::texts::{Dice, Texts};

const SESSION: &str = "0b0b0b0b-0000-4000-8000-00000000000b";

/// The size of a piece that is compressed on its own when it is moved.
const CHUNK: u64 = 1 << 20;

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A conversation as people hand it over.
    Export,
    /// Bytes without any order.
    Random,
}

/// A file to move.
pub struct Sample {
    /// What is in it.
    pub kind: Kind,
    pub path: PathBuf,
    pub bytes: u64,
    /// Whether it is the large one of its kind, which goals are about.
    pub large: bool,
    hash: blake3::Hash,
}

/// Returns which files there should be, smallest first: kind and approximate size in bytes.
fn wanted(small: bool) -> [(Kind, u64); 4] {
    let large = if small { 20_000_000 } else { 200_000_000 };
    [
        (Kind::Export, 50_000),
        (Kind::Export, 5_000_000),
        (Kind::Export, large),
        (Kind::Random, large),
    ]
}

fn path(folder: &Path, kind: Kind, bytes: u64) -> PathBuf {
    folder.join(match kind {
        Kind::Export => format!("{bytes}.a2a.json"),
        Kind::Random => format!("{bytes}.bin"),
    })
}

/// Makes all files in a folder, and says how well they compress.
pub fn make(programs: &Path, folder: &Path, small: bool) -> Result<()> {
    let texts = Texts::find()?;
    println!("files: bytes, and how many times smaller zstd at level 3 makes them");
    for (kind, bytes) in wanted(small) {
        let path = path(folder, kind, bytes);
        match kind {
            Kind::Export => export(programs, &texts, &path, bytes)?,
            Kind::Random => random(&path, bytes)?,
        }
        let (whole, chunks) = (smaller(&path, u64::MAX)?, smaller(&path, CHUNK)?);
        println!(
            "  {:<9} {:>13} bytes   whole {whole:>5.2}   each MiB on its own {chunks:>5.2}",
            kind.name(),
            std::fs::metadata(&path)?.len()
        );
    }
    Ok(())
}

/// Returns the files that [`make`] made, with their sizes and hashes.
pub fn all(folder: &Path, small: bool) -> Result<Vec<Sample>> {
    let sample = |(kind, bytes)| {
        let path = path(folder, kind, bytes);
        Ok(Sample {
            kind,
            bytes: std::fs::metadata(&path)?.len(),
            hash: hash(&path)?,
            large: bytes > 5_000_000,
            path,
        })
    };
    wanted(small).into_iter().map(sample).collect()
}

impl Sample {
    /// Returns the name it has in headings.
    pub fn name(&self) -> String {
        let bytes = self.bytes as f64;
        if bytes < 1e6 {
            format!("{} of {:.0} KB", self.kind.name(), bytes / 1e3)
        } else {
            format!("{} of {:.1} MB", self.kind.name(), bytes / 1e6)
        }
    }

    /// Fails unless the file at this path has exactly the same content.
    pub fn arrived(&self, path: &Path) -> Result<()> {
        let about = std::fs::metadata(path)
            .with_context(|| format!("nothing arrived at {}", path.display()))?;
        ensure!(
            about.len() == self.bytes,
            "{} bytes arrived of {}",
            about.len(),
            self.bytes
        );
        ensure!(hash(path)? == self.hash, "other bytes arrived");
        Ok(())
    }
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Export => "export",
            Self::Random => "random",
        }
    }
}

fn hash(path: &Path) -> Result<blake3::Hash> {
    let mut hasher = blake3::Hasher::new();
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 20];
    loop {
        let read = file.read(&mut buffer)?;
        match buffer.get(..read) {
            None | Some([]) => return Ok(hasher.finalize()),
            Some(bytes) => hasher.update(bytes),
        };
    }
}

fn export(programs: &Path, texts: &Texts, out: &Path, bytes: u64) -> Result<()> {
    let world = World::with_programs(programs);
    let folder = world.home().join(".claude/projects/-work-their");
    std::fs::create_dir_all(&folder)?;
    let session = folder.join(format!("{SESSION}.jsonl"));
    session::write(&session, SESSION, "/work/their", texts, bytes as usize)?;
    let ended = world.segue(&["export", SESSION, "-o", &out.to_string_lossy()]);
    ensure!(ended.code == 0, "segue export: {ended:?}");
    Ok(())
}

fn random(path: &Path, bytes: u64) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let mut dice = Dice(1);
    for _ in 0..bytes / 8 {
        out.write_all(&dice.next().to_le_bytes())?;
    }
    Ok(out.flush()?)
}

/// Returns the factor by which a file shrinks when it is compressed in pieces of this size.
fn smaller(path: &Path, piece: u64) -> Result<f64> {
    let mut file = File::open(path)?;
    let (mut from, mut to) = (0, 0);
    loop {
        let mut packed = zstd::Encoder::new(Counted::default(), 3)?;
        let read = std::io::copy(&mut (&mut file).take(piece), &mut packed)?;
        if read == 0 {
            return Ok(from as f64 / to as f64);
        }
        from += read;
        to += packed.finish()?.0;
    }
}

/// Takes bytes, keeps only their number.
#[derive(Default)]
struct Counted(u64);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_bytes_do_not_get_smaller_and_equal_ones_do() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        random(&path, 300_000).unwrap();
        assert!((0.99..1.01).contains(&smaller(&path, u64::MAX).unwrap()));
        std::fs::write(&path, vec![7; 3 << 20]).unwrap();
        assert!(smaller(&path, u64::MAX).unwrap() > smaller(&path, CHUNK).unwrap());
        assert!(smaller(&path, CHUNK).unwrap() > 1000.0);
    }

    #[test]
    fn only_the_very_same_bytes_have_arrived() {
        let folder = tempfile::tempdir().unwrap();
        for (kind, bytes) in wanted(true) {
            std::fs::write(path(folder.path(), kind, bytes), "what was sent").unwrap();
        }
        let samples = all(folder.path(), true).unwrap();
        let there = folder.path().join("there");
        let verdict = |text: &str| {
            std::fs::write(&there, text).unwrap();
            samples[0]
                .arrived(&there)
                .map_err(|error| error.to_string())
        };
        assert_eq!(verdict("what was sent"), Ok(()));
        assert_eq!(
            verdict("what was bent"),
            Err("other bytes arrived".to_owned())
        );
        assert!(verdict("what was").unwrap_err().contains("8 bytes"));
    }
}
