//! A person with an agent, a project and a node, who hands things over.

use std::path::{Path, PathBuf};
use std::time::Duration;

use segue_door::{
    CallerEnv, ComparedVersions, ConversationRef, Event, Failure, Handoff, HandoffDetail, Imported,
    Lineage, Method, PathRef, Prepared, SendingChoice, Sent, Surface, TicketText, ask,
};
use segue_link::{Events, Link, Profile};
use segue_node::Options;
use segue_testkit::samples::claude;
use serde_json::{Value, json};

/// A person.
pub struct TestPeer {
    folder: tempfile::TempDir,
    pub link: Link,
    pub name: String,
    address: String,
}

/// How something is prepared.
#[derive(Default)]
pub struct Draft {
    pub history: Option<String>,
    pub envelope: Option<Value>,
    pub note: Option<String>,
}

impl TestPeer {
    pub async fn new(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("home/.claude/projects")).unwrap();
        std::fs::create_dir_all(folder.path().join("work/shop")).unwrap();
        let link = open(folder.path(), None).await;
        let changes = [("name".to_owned(), json!(name))].into();
        link.call(ask::ChangeSettings { changes }).await.unwrap();
        let address = listening(&link).await;
        Self {
            folder,
            link,
            name: name.to_owned(),
            address,
        }
    }

    /// Two people who know each other.
    pub async fn pair(one: &str, other: &str) -> (Self, Self) {
        let (one, other) = (Self::new(one).await, Self::new(other).await);
        one.knows(&other).await;
        (one, other)
    }

    /// Both are verified and see each other from here on.
    pub async fn knows(&self, other: &Self) {
        let invite = self.link.call(ask::Invite { minutes: None }).await;
        let invited = invite.unwrap();
        let ticket = TicketText(invited.ticket.0.clone());
        other.link.call(ask::Join { ticket }).await.unwrap();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    pub fn project(&self) -> PathBuf {
        self.path("work/shop")
    }

    /// Ends the node; everything on disk stays.
    pub async fn leave(&self) {
        self.link.close().await;
    }

    /// Starts the node again where it was.
    pub async fn come_back(&mut self) {
        let address = self.address.clone();
        self.link = open(self.folder.path(), Some(&address)).await;
        listening(&self.link).await;
    }

    /// A session with so many exchanges; its name.
    pub fn session(&self, number: u32, exchanges: u32) -> String {
        let cwd = self.project().to_string_lossy().into_owned();
        let mut session = claude::Session::rich(number, &cwd);
        for at in 0..exchanges {
            session = session
                .ask(&format!(
                    "And what about case {at} of the shop, is it {}?",
                    noise(number, at)
                ))
                .answer(&format!("Case {at} is done: {}", noise(at, number)));
        }
        session.write(&self.path("home/.claude"), 60);
        format!("claude-code:{}", claude::id(number))
    }

    /// Prepares a conversation.
    pub async fn prepare(&self, name: &str, draft: Draft) -> Result<Prepared, Failure> {
        let request = ask::PrepareHandoff {
            conversation: ConversationRef::from(name),
            choice: SendingChoice {
                history: draft.history,
                ..SendingChoice::default()
            },
            decisions: Default::default(),
            task: Some("Write the missing tests of the login form".to_owned()),
            note: draft.note,
            envelope: draft.envelope,
            attach_diff: false,
        };
        self.link.call(request).await
    }

    /// Hands a prepared file over.
    pub async fn send_prepared(
        &self,
        hash: &str,
        full_copy: Option<&str>,
        to: &[&TestPeer],
    ) -> Result<Sent, Failure> {
        let request = ask::SendHandoff {
            hash: hash.to_owned(),
            full_copy: full_copy.map(str::to_owned),
            to: to.iter().map(|desk| desk.name.clone()).collect(),
            hours: None,
        };
        self.link.call(request).await
    }

    /// Hands a whole conversation to someone; its id.
    pub async fn send(&self, name: &str, to: &TestPeer) -> String {
        let prepared = self.prepare(name, Draft::default()).await.unwrap();
        let sent = self.send_prepared(&prepared.hash, None, &[to]).await;
        sent.unwrap().handoffs.remove(0).id
    }

    pub async fn call<M: Method>(&self, request: M) -> Result<M::Reply, Failure> {
        self.link.call(request).await
    }

    pub async fn shows(&self, id: &str) -> HandoffDetail {
        let request = ask::ShowHandoff {
            handoff: id.to_owned(),
        };
        self.call(request).await.unwrap()
    }

    pub async fn opens(&self, id: &str) -> HandoffDetail {
        let request = ask::OpenHandoff {
            handoff: id.to_owned(),
        };
        self.call(request).await.unwrap()
    }

    pub async fn inbox(&self, all: bool) -> Vec<Handoff> {
        self.call(ask::Inbox { all }).await.unwrap().handoffs
    }

    pub async fn outbox(&self, all: bool) -> Vec<Handoff> {
        self.call(ask::Outbox { all }).await.unwrap().handoffs
    }

    pub async fn import(&self, id: &str) -> Result<Imported, Failure> {
        let request = ask::ImportHandoff {
            handoff: id.to_owned(),
            to: "claude-code".to_owned(),
            project: Some(PathRef::from(self.project().as_path())),
            title: None,
            map_paths: false,
            dry_run: false,
            again: false,
        };
        self.call(request).await
    }

    pub async fn lineage(&self, conversation: Option<&str>) -> Lineage {
        let request = ask::Lineage {
            conversation: conversation.map(ConversationRef::from),
        };
        self.call(request).await.unwrap()
    }

    pub async fn compares(
        &self,
        conversation: &str,
        version: &str,
    ) -> Result<ComparedVersions, Failure> {
        let request = ask::CompareVersions {
            conversation: conversation.to_owned(),
            version: version.to_owned(),
        };
        self.call(request).await
    }

    /// Waits until a handoff is here and looks like this.
    pub async fn sees(&self, id: &str, what: &str, is_it: impl Fn(&Handoff) -> bool) -> Handoff {
        let mut events = self.link.events();
        let mut last = None;
        let search = async {
            loop {
                for handoff in self.everything().await {
                    if handoff.id == id {
                        if is_it(&handoff) {
                            return handoff;
                        }
                        last = Some(handoff);
                    }
                }
                next_change(&mut events).await;
            }
        };
        match tokio::time::timeout(Duration::from_secs(40), search).await {
            Ok(handoff) => handoff,
            Err(_) => panic!("{} waited in vain for {what}: {last:#?}", self.name),
        }
    }

    /// Waits until a handoff has this receipt.
    pub async fn receipt(&self, id: &str, receipt: &str) -> Handoff {
        self.sees(id, receipt, |handoff| handoff.receipt == receipt)
            .await
    }

    /// Waits until everything we said about a handoff was heard.
    pub async fn is_heard(&self, id: &str) {
        let mut events = self.link.events();
        let search = async {
            loop {
                let story = self.shows(id).await.story;
                if story.iter().all(|moment| moment.told) {
                    return;
                }
                next_change(&mut events).await;
            }
        };
        let found = tokio::time::timeout(Duration::from_secs(40), search).await;
        assert!(found.is_ok(), "{} is not heard", self.name);
    }

    async fn everything(&self) -> Vec<Handoff> {
        let mut all = self.inbox(true).await;
        all.extend(self.outbox(true).await);
        all
    }

    /// Every session of the agent.
    pub fn sessions(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![self.path("home/.claude/projects")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|kind| kind == "jsonl") {
                    found.push(path);
                }
            }
        }
        found.sort();
        found
    }

    /// Goes on with a session as its agent would.
    pub fn goes_on(&self, session: &str, words: &str) {
        let found = self.sessions();
        let file = found
            .iter()
            .find(|path| path.to_string_lossy().contains(session));
        let file = file.unwrap_or_else(|| panic!("{session} in {found:?}"));
        go_on(file, session, &self.project(), words);
    }

    /// The database, as a crash or time would change it.
    pub fn database(&self) -> segue_store::sql::Connection {
        let database = segue_store::sql::Connection::open(self.path("profile/segue.db")).unwrap();
        database.busy_timeout(Duration::from_secs(5)).unwrap();
        database
    }
}

/// Adds an exchange to a session file.
fn go_on(file: &Path, session: &str, cwd: &Path, words: &str) {
    use std::io::Write;
    let text = std::fs::read_to_string(file).unwrap();
    let records = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let last = records
        .filter_map(|record| record["uuid"].as_str().map(str::to_owned))
        .next_back();
    let mut parent = json!(last);
    let mut out = std::fs::OpenOptions::new().append(true).open(file).unwrap();
    for (at, role) in ["user", "assistant"].into_iter().enumerate() {
        let uuid = uuid::Uuid::new_v4().to_string();
        let content = format!("{words} ({role})");
        let message = if role == "user" {
            json!({"role": "user", "content": content})
        } else {
            json!({"id": format!("msg_{uuid}"), "type": "message", "role": "assistant", "model": "m",
                   "content": [{"type": "text", "text": content}],
                   "stop_reason": "end_turn", "stop_sequence": null,
                   "usage": {"input_tokens": 1, "output_tokens": 1}})
        };
        let record = json!({"parentUuid": parent, "isSidechain": false, "userType": "external",
            "cwd": cwd, "sessionId": session, "version": "2.0.0", "type": role, "message": message,
            "uuid": uuid, "timestamp": format!("2026-11-17T09:00:0{at}.000Z")});
        writeln!(out, "{record}").unwrap();
        parent = json!(uuid);
    }
}

/// Text that does not repeat itself.
fn noise(one: u32, other: u32) -> String {
    let mut state = u64::from(one) * 7_919 + u64::from(other) * 104_729 + 1;
    let mut text = String::new();
    for _ in 0..12 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        text.push_str(&format!("{state:x} "));
    }
    text
}

async fn next_change(events: &mut Events) {
    // Presence is no event of a handoff, so now and then it is looked at all the same.
    let change = async {
        loop {
            match events.next().await {
                Some(
                    Event::HandoffChanged(_) | Event::HandoffArrived(_) | Event::JournalAdded(_),
                ) => {
                    return;
                }
                Some(_) => {}
                None => std::future::pending().await,
            }
        }
    };
    tokio::time::timeout(Duration::from_millis(500), change)
        .await
        .ok();
}

async fn open(folder: &Path, at: Option<&str>) -> Link {
    let profile = Profile::at(folder.join("profile")).unwrap();
    let options = Options::without_keyring(profile, Surface::Serve);
    let options = match at {
        Some(at) => options.listening(at),
        None => options,
    };
    let text = |path: PathBuf| path.into_os_string().into_string().unwrap();
    let root = folder.canonicalize().unwrap();
    Link::open(options).await.unwrap().seeing(CallerEnv {
        home: text(root.join("home")),
        folder: Some(text(root)),
        ..CallerEnv::default()
    })
}

async fn listening(link: &Link) -> String {
    for _ in 0..400 {
        if let Ok(status) = link.call(ask::Status {}).await
            && let segue_door::Network::On { listening, .. } = &status.network
            && let Some(at) = listening.iter().find(|at| !at.contains("QUIC"))
        {
            return at.clone();
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("it does not listen");
}
