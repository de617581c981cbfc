//! A person with an agent and a node, and what they do.

use std::path::{Path, PathBuf};

use segue_door::{
    CallerEnv, ConversationRef, Exported, Failure, FindingDecisions, Imported, Inspected, PathRef,
    Prepared, SendingChoice, Surface, ask,
};
use segue_link::{Link, Profile};
use segue_node::Options;

/// What is chosen and decided before something leaves.
pub struct SendOptions {
    pub choice: SendingChoice,
    pub decisions: FindingDecisions,
    pub task: Option<String>,
    pub note: Option<String>,
    pub envelope: Option<serde_json::Value>,
    pub attach_diff: bool,
}

impl Default for SendOptions {
    fn default() -> Self {
        Self {
            choice: SendingChoice::default(),
            decisions: FindingDecisions::default(),
            task: Some("Write the missing tests".to_owned()),
            note: None,
            envelope: None,
            attach_diff: false,
        }
    }
}

/// A person: a home with an agent in it, and a node.
pub struct Person {
    folder: tempfile::TempDir,
    pub link: Link,
}

impl Person {
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("home/.claude/projects")).unwrap();
        let profile = Profile::at(folder.path().join("profile")).unwrap();
        let link = Link::open(Options::without_keyring(profile, Surface::Cli))
            .await
            .unwrap();
        let text = |path: PathBuf| path.into_os_string().into_string().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let link = link.seeing(CallerEnv {
            home: text(root.join("home")),
            folder: Some(text(root)),
            ..CallerEnv::default()
        });
        Self { folder, link }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    pub fn root(&self) -> PathBuf {
        self.path("home/.claude")
    }

    pub fn project(&self, name: &str) -> PathBuf {
        let folder = self.path(name);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    pub async fn export(&self, name: &str, file: &str) -> Result<Exported, Failure> {
        let prepared = self.prepare(name, |_| {}).await?;
        self.export_prepared(&prepared.hash, file).await
    }

    pub async fn prepare(
        &self,
        name: &str,
        change: impl FnOnce(&mut SendOptions),
    ) -> Result<Prepared, Failure> {
        let mut wish = SendOptions::default();
        change(&mut wish);
        let request = ask::PrepareHandoff {
            conversation: named(name),
            choice: wish.choice,
            decisions: wish.decisions,
            task: wish.task,
            note: wish.note,
            envelope: wish.envelope,
            attach_diff: wish.attach_diff,
        };
        self.link.call(request).await
    }

    pub async fn export_prepared(&self, hash: &str, file: &str) -> Result<Exported, Failure> {
        let request = ask::ExportPrepared {
            hash: hash.to_owned(),
            output: Some(PathRef::Path(file.to_owned())),
            force: false,
        };
        self.link.call(request).await
    }

    pub async fn inspect(&self, file: &Path) -> Result<Inspected, Failure> {
        let path = PathRef::from(file);
        self.link.call(ask::InspectFile { path }).await
    }

    pub async fn import(
        &self,
        file: &Path,
        project: Option<&Path>,
        change: impl FnOnce(&mut ask::ImportFile),
    ) -> Result<Imported, Failure> {
        let mut request = ask::ImportFile {
            path: PathRef::from(file),
            to: "claude-code".to_owned(),
            project: project.map(PathRef::from),
            title: None,
            map_paths: false,
            dry_run: false,
            again: false,
        };
        change(&mut request);
        self.link.call(request).await
    }

    pub async fn undo(&self, import: &str) -> Result<(), Failure> {
        let request = ask::UndoImport {
            import: import.to_owned(),
        };
        self.link.call(request).await.map(drop)
    }

    /// Every file of the agent with its content.
    pub fn everything(&self) -> Vec<(PathBuf, Vec<u8>)> {
        fn walk(folder: &Path, found: &mut Vec<(PathBuf, Vec<u8>)>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    found.push((path.clone(), Vec::new()));
                    walk(&path, found);
                } else {
                    found.push((path.clone(), std::fs::read(&path).unwrap()));
                }
            }
        }
        let mut found = Vec::new();
        walk(&self.root(), &mut found);
        found.sort();
        found
    }
}

/// A conversation: a file by its whole path, or whatever else has that name.
pub fn named(name: &str) -> ConversationRef {
    match Path::new(name).is_absolute() {
        true => ConversationRef::File {
            file: PathRef::Path(name.to_owned()),
        },
        false => ConversationRef::from(name),
    }
}
