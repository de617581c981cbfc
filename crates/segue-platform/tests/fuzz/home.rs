//! A home in a folder of its own with something outside it, the scene as each agent stores it, and
//! the way through the real driver.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use segue_conversation::file::{Limits as FileLimits, Writer};
use segue_conversation::{FORMAT, Head, Source};
use segue_platform::{
    AgentEnv, ImportRequest, Limits, Outcome, Platform, PlatformError, Session, Target, by_id,
    import,
};
use segue_testkit::scene;
use serde_json::Value;
use tempfile::TempDir;

use super::store;

pub const PLATFORMS: [&str; 4] = ["claude-code", "codex", "gemini-cli", "opencode"];
const EXTENSION: &str = "urn:segue:ext:handoff:v1";

pub fn platform(id: &str) -> &'static dyn Platform {
    by_id(id).unwrap()
}

pub struct Home {
    pub root: TempDir,
    pub home: PathBuf,
    pub project: PathBuf,
    pub place: AgentEnv,
}

/// Every path below a folder and what it is.
pub type Tree = BTreeMap<PathBuf, String>;

impl Home {
    /// An empty home; OpenCode has been started once in it.
    pub fn new() -> Self {
        // In memory where there is such a place: thousands of cases make files last.
        let memory = Path::new("/dev/shm");
        let root = if memory.is_dir() {
            tempfile::tempdir_in(memory)
        } else {
            tempfile::tempdir()
        };
        let root = root.unwrap();
        let base = root.path().canonicalize().unwrap();
        let home = base.join("a/b/c/home");
        let project = home.join("work/app");
        std::fs::create_dir_all(&project).unwrap();
        std::fs::create_dir_all(base.join("outside")).unwrap();
        std::fs::write(base.join("outside/precious"), "precious").unwrap();
        store::make(&home);
        let place = AgentEnv::new(&home);
        Self {
            root,
            home,
            project,
            place,
        }
    }

    /// With the scene as this agent stores it.
    pub fn with_scene(id: &str, compacted: bool) -> Self {
        let this = Self::new();
        match id {
            "claude-code" => scene::claude(&this.home, &this.project, compacted),
            "codex" => scene::codex(&this.home, &this.project, compacted),
            "gemini-cli" => scene::gemini(&this.home, &this.project, compacted),
            _ => store::fill(&this.home, &scene::opencode(&this.project, compacted)),
        }
        this
    }

    pub fn session(&self, id: &str) -> Session {
        let mut all = platform(id).find(&self.place).unwrap();
        assert_eq!(all.len(), 1, "{id}: {all:?}");
        all.remove(0)
    }

    /// What is in the home: files by their hash, OpenCode's database by its rows.
    pub fn inside(&self) -> Tree {
        let mut tree = Tree::new();
        walk(&self.home, &mut tree);
        tree.retain(|path, _| !path.to_string_lossy().contains("opencode.db"));
        tree.insert("rows".into(), store::dump(&self.home).join("\n"));
        tree
    }

    /// What is outside of it.
    pub fn outside(&self) -> Tree {
        let mut tree = Tree::new();
        walk(&self.root.path().canonicalize().unwrap(), &mut tree);
        tree.retain(|path, _| !path.starts_with(&self.home));
        tree
    }

    pub fn target(&self) -> Target {
        Target {
            map_paths: true,
            ..Target::new(self.project.clone(), 1_794_800_000_000)
        }
    }

    pub fn import(&self, id: &str, file: &[u8]) -> Result<Outcome, PlatformError> {
        let open =
            || -> Result<Box<dyn Read>, PlatformError> { Ok(Box::new(Cursor::new(file.to_vec()))) };
        self.import_from(id, &open)
    }

    pub fn import_from(
        &self,
        id: &str,
        file: &dyn Fn() -> Result<Box<dyn Read>, PlatformError>,
    ) -> Result<Outcome, PlatformError> {
        import::import(ImportRequest {
            platform: platform(id),
            place: &self.place,
            target: self.target(),
            file,
            closing: None,
            skip: 0,
            file_limits: FileLimits::default(),
            limits: Limits::default(),
            progress: &|_| {},
            announce: &|_| Ok(()),
        })
    }
}

pub fn walk(folder: &Path, tree: &mut Tree) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let (path, kind) = (entry.path(), entry.file_type().unwrap());
        if kind.is_dir() {
            tree.insert(path.clone(), "folder".into());
            walk(&path, tree);
        } else if kind.is_symlink() {
            tree.insert(
                path.clone(),
                format!("link to {:?}", std::fs::read_link(&path)),
            );
        } else if kind.is_file() {
            let hash = blake3::hash(&std::fs::read(&path).unwrap_or_default());
            tree.insert(path, hash.to_hex().to_string());
        } else {
            tree.insert(path, "special".into());
        }
    }
}

/// Reads a session whole, as an export does; the file it becomes.
pub fn export(
    id: &str,
    session: &Session,
    limits: &Limits,
) -> Result<(Vec<u8>, u64), PlatformError> {
    let mut reading = platform(id).open(session, limits)?;
    let mut bytes = Vec::new();
    #[expect(clippy::disallowed_methods, reason = "a test sends nothing")]
    let mut writer = Writer::new(&mut bytes, "context-1");
    while let Some(artifact) = reading.artifact()? {
        writer.artifact(&artifact)?;
    }
    while let Some(message) = reading.message()? {
        writer.message(&message)?;
    }
    let count = writer.count();
    let about = reading.about();
    let head = Head {
        format: FORMAT.into(),
        export_id: "export-1".into(),
        source: Source {
            platform: id.into(),
            session_id: Some(about.session_id),
            version: about.version,
        },
        title: about.title,
        project: about.project,
        history: "full".into(),
        report: reading.report().clone(),
        native: about.native,
        ..Head::default()
    };
    writer.finish(head, None)?;
    Ok((bytes, count))
}

/// The scene as a file from this agent, without its hash, so that it can be changed.
pub fn file_of(id: &str, compacted: bool) -> Value {
    let home = Home::with_scene(id, compacted);
    let (bytes, _) = export(id, &home.session(id), &Limits::default()).unwrap();
    let mut json: Value = serde_json::from_slice(&bytes).unwrap();
    head(&mut json).remove("contentHash");
    json
}

/// The description in a file.
pub fn head(file: &mut Value) -> &mut serde_json::Map<String, Value> {
    file["metadata"][EXTENSION].as_object_mut().unwrap()
}
