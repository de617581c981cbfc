//! The modules of a crate, found as the compiler finds them: from its first file along every `mod`.
//!
//! ```text
//! lib.rs ── mod door; ─▶ door.rs ── mod reply; ─▶ door/reply.rs     (and `#[path = "…"]`)
//! ```
//!
//! A file that no `mod` leads to is not part of the crate, and one that only tests reach says so.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, Result};

use super::source::{Declared, Source, Sources};
use super::workspace::Package;

/// A crate: what one library or program is compiled from.
pub struct Tree {
    /// Its modules; the first is the root, with no name.
    pub modules: Vec<Module>,
}

/// A module that has a file of its own.
pub struct Module {
    /// Its names from the root down; none for the root.
    pub path: Vec<String>,
    pub file: PathBuf,
    /// Whether only tests see it.
    pub for_tests: bool,
    /// What the file holds.
    pub source: Rc<Source>,
}

impl Tree {
    /// Follows the modules of a crate that begins with this file.
    pub fn grow(root: &Path, sources: &mut Sources) -> Result<Self> {
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        let mut tree = Self {
            modules: Vec::new(),
        };
        tree.add(Vec::new(), root, &folder, false, sources)?;
        Ok(tree)
    }

    /// Returns the modules that are compiled into what ships.
    pub fn shipped(&self) -> impl Iterator<Item = &Module> {
        self.modules.iter().filter(|module| !module.for_tests)
    }

    fn add(
        &mut self,
        path: Vec<String>,
        file: &Path,
        folder: &Path,
        for_tests: bool,
        sources: &mut Sources,
    ) -> Result<()> {
        let source = sources.read(file)?;
        self.modules.push(Module {
            path: path.clone(),
            file: file.to_owned(),
            for_tests,
            source: source.clone(),
        });
        for declared in source.modules.iter().filter(|found| found.body.is_none()) {
            let below = locate(declared, file, folder)
                .with_context(|| format!("{}: mod {}", file.display(), declared.path.join("::")))?;
            let names = [path.as_slice(), declared.path.as_slice()].concat();
            self.add(
                names,
                &below.file,
                &below.folder,
                for_tests || declared.for_tests,
                sources,
            )?;
        }
        Ok(())
    }
}

/// A module's file, and the folder that its children's files are in.
struct Located {
    file: PathBuf,
    folder: PathBuf,
}

fn locate(declared: &Declared, from: &Path, folder: &Path) -> Result<Located> {
    if let Some(elsewhere) = &declared.elsewhere {
        let file = from.parent().unwrap_or(Path::new("")).join(elsewhere);
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        return Ok(Located { file, folder });
    }
    let own: PathBuf = declared
        .path
        .iter()
        .fold(folder.to_owned(), |folder, name| folder.join(name));
    [own.with_extension("rs"), own.join("mod.rs")]
        .into_iter()
        .find(|file| file.is_file())
        .map(|file| Located { file, folder: own })
        .context("its file is missing")
}

/// A package with the crates it is made of.
pub struct Crates {
    pub package: String,
    /// Its library and its programs.
    pub trees: Vec<Tree>,
}

impl Crates {
    /// Reads the sources of a package.
    pub fn read(package: &Package, sources: &mut Sources) -> Result<Self> {
        Ok(Self {
            package: package.name.clone(),
            trees: package
                .roots
                .iter()
                .map(|root| Tree::grow(root, sources))
                .collect::<Result<_>>()
                .with_context(|| format!("the sources of {}", package.name))?,
        })
    }

    /// Returns the files that ship, each once, though two programs may share it.
    pub fn shipped(&self) -> Vec<&Module> {
        let mut seen = BTreeSet::new();
        self.trees
            .iter()
            .flat_map(Tree::shipped)
            .filter(|module| seen.insert(module.file.as_path()))
            .collect()
    }

    /// Returns the files that only tests reach.
    pub fn only_for_tests(&self) -> impl Iterator<Item = &Path> {
        self.trees
            .iter()
            .flat_map(|tree| &tree.modules)
            .filter(|module| module.for_tests)
            .map(|module| module.file.as_path())
    }

    /// Counts the lines that ship.
    pub fn lines(&self) -> usize {
        self.shipped()
            .iter()
            .map(|module| module.source.own_lines)
            .sum()
    }
}
