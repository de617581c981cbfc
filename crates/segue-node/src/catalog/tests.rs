use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use segue_clock::Clock;
use segue_conversation::Head;
use segue_door::{Code, ConversationState, Event, Listing};
use segue_platform::{
    AgentEnv, Detected, Glance, ImportReceipt, Limits, Platform, PlatformError, Reading, Resume,
    Session, State, Target, Writing, by_id,
};
use segue_testkit::samples::claude::{self, Session as Sample};
use tokio::sync::broadcast;

use super::{Catalog, Query};

/// A real platform that counts how often its sessions are opened, and fails over one of them.
pub(crate) struct Watched {
    inner: &'static dyn Platform,
    glances: AtomicU64,
    counts: AtomicU64,
    opens: AtomicU64,
    looked: Mutex<BTreeSet<(&'static str, String)>>,
}

const POISON: u32 = 66_666;

impl Watched {
    pub(crate) fn new(inner: &'static dyn Platform) -> Self {
        Self {
            inner,
            glances: AtomicU64::new(0),
            counts: AtomicU64::new(0),
            opens: AtomicU64::new(0),
            looked: Mutex::default(),
        }
    }

    /// What was looked at since this was asked before. The page and the index may both look at a
    /// new session at the same time, so how often says nothing.
    fn looked(&self) -> BTreeSet<(&'static str, String)> {
        std::mem::take(&mut self.looked.lock().unwrap())
    }

    fn look(&self, how: &'static str, session: &Session) {
        self.looked
            .lock()
            .unwrap()
            .insert((how, session.id.clone()));
    }

    pub(crate) fn looks(&self) -> (u64, u64, u64) {
        let get = |number: &AtomicU64| number.load(Ordering::Relaxed);
        (get(&self.glances), get(&self.counts), get(&self.opens))
    }
}

impl Platform for Watched {
    fn id(&self) -> &'static str {
        self.inner.id()
    }
    fn name(&self) -> &'static str {
        self.inner.name()
    }
    fn detect(&self, place: &AgentEnv) -> Detected {
        self.inner.detect(place)
    }
    fn find(&self, place: &AgentEnv) -> Result<Vec<Session>, PlatformError> {
        self.inner.find(place)
    }
    fn glance(&self, session: &Session, limits: &Limits) -> Result<Glance, PlatformError> {
        self.glances.fetch_add(1, Ordering::Relaxed);
        self.look("glance", session);
        assert_ne!(session.id, claude::id(POISON), "a fault in an adapter");
        self.inner.glance(session, limits)
    }
    fn count(&self, session: &Session, limits: &Limits) -> Result<(u64, State), PlatformError> {
        self.counts.fetch_add(1, Ordering::Relaxed);
        self.look("count", session);
        self.inner.count(session, limits)
    }
    fn open(&self, session: &Session, limits: &Limits) -> Result<Box<dyn Reading>, PlatformError> {
        self.opens.fetch_add(1, Ordering::Relaxed);
        self.look("open", session);
        self.inner.open(session, limits)
    }
    fn write(
        &self,
        place: &AgentEnv,
        target: Target,
        head: &Head,
    ) -> Result<Box<dyn Writing>, PlatformError> {
        self.inner.write(place, target, head)
    }
    fn written(&self, place: &AgentEnv, receipt: &ImportReceipt) -> Result<Session, PlatformError> {
        self.inner.written(place, receipt)
    }
    fn resume(&self, session_id: &str, project: &Path) -> Resume {
        self.inner.resume(session_id, project)
    }
}

/// A home with sessions, and a catalog of it.
struct TestCatalog {
    folder: tempfile::TempDir,
    place: AgentEnv,
    watched: &'static Watched,
    catalog: Catalog,
    events: broadcast::Receiver<Event>,
}

impl TestCatalog {
    fn new() -> Self {
        let watched: &'static Watched =
            Box::leak(Box::new(Watched::new(by_id("claude-code").unwrap())));
        let platforms: &'static [&'static dyn Platform] = Box::leak(Box::new([watched as _]));
        let folder = tempfile::tempdir().unwrap();
        let (sender, events) = broadcast::channel(1024);
        let catalog = Catalog::open(
            &folder.path().join("index.db"),
            platforms,
            Clock::system(),
            sender,
        )
        .unwrap();
        let place = AgentEnv::new(folder.path().join("home"));
        std::fs::create_dir_all(&place.home).unwrap();
        Self {
            folder,
            place,
            watched,
            catalog,
            events,
        }
    }

    fn root(&self) -> PathBuf {
        self.place.home.join(".claude")
    }

    fn list(&self, query: Query) -> Listing {
        super::lock(&self.catalog.shared.work).fresh.clear();
        let query = Query {
            limit: query.limit.max(1),
            ..query
        };
        self.catalog.list(&self.place, &query).unwrap()
    }

    fn all(&self) -> Listing {
        self.list(Query {
            limit: 200,
            ..Query::default()
        })
    }

    /// The whole list once the index is complete.
    fn settled(&mut self) -> Listing {
        loop {
            let listing = self.all();
            if listing.indexing.searchable == listing.indexing.sessions {
                return listing;
            }
            loop {
                match self.events.blocking_recv() {
                    Ok(Event::ConversationsChanged) => break,
                    Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }

    fn search(&self, text: &str) -> Listing {
        self.list(Query {
            search: Some(text.to_owned()),
            limit: 50,
            ..Query::default()
        })
    }
}

impl Drop for TestCatalog {
    fn drop(&mut self) {
        self.catalog.stop();
    }
}

fn ids(listing: &Listing) -> Vec<String> {
    listing
        .conversations
        .iter()
        .map(|conversation| conversation.id.clone())
        .collect()
}

#[test]
fn an_empty_home_is_an_empty_list() {
    let mut test = TestCatalog::new();
    let listing = test.settled();
    assert!(listing.conversations.is_empty() && listing.problems.is_empty());
    assert_eq!((listing.total, listing.next), (0, None));
}

#[test]
fn unchanged_sessions_are_never_opened_again() {
    let mut test = TestCatalog::new();
    for number in 0..5 {
        Sample::tiny(number, "/work/app").write(&test.root(), u64::from(number));
    }
    let first = test.settled();
    let expected: Vec<_> = (0..5).rev().map(claude::id).collect();
    assert_eq!(ids(&first), expected, "newest first");
    assert_eq!(test.watched.looked().len(), 15, "each in three ways");
    assert_eq!(test.settled(), first);
    assert!(test.watched.looked().is_empty(), "nothing was opened");

    let longer = Sample::tiny(2, "/work/app").ask("One more question");
    longer.write(&test.root(), 100);
    let after = test.settled();
    let changed = ["glance", "count", "open"].map(|how| (how, claude::id(2)));
    assert_eq!(
        test.watched.looked(),
        changed.into(),
        "only the changed one"
    );
    assert_eq!(after.conversations[0].id, claude::id(2));
    assert_eq!(after.conversations[0].messages, Some(3));
    assert_eq!(ids(&test.search("one more")), [claude::id(2)]);
}

#[test]
fn what_is_known_survives_a_restart() {
    let mut test = TestCatalog::new();
    Sample::rich(1, "/work/app").write(&test.root(), 1);
    let first = test.settled();
    test.catalog.stop();
    let (sender, _) = broadcast::channel(16);
    let index = test.folder.path().join("index.db");
    test.catalog =
        Catalog::open(&index, test.catalog.platforms(), Clock::system(), sender).unwrap();
    test.watched.looked();
    assert_eq!(test.all(), first);
    assert!(test.watched.looked().is_empty());
}

#[test]
fn an_index_that_cannot_be_used_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    let (sender, _) = broadcast::channel(16);
    for content in ["not a database ".repeat(1000), String::new()] {
        std::fs::write(&path, content).unwrap();
        let catalog = Catalog::open(&path, &[], Clock::system(), sender.clone()).unwrap();
        catalog.stop();
    }
    let connection = segue_store::sql::Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    Catalog::open(&path, &[], Clock::system(), sender)
        .unwrap()
        .stop();
    let exposed = segue_private::exposed(&path).unwrap();
    assert_eq!(exposed, None, "for this user only");
}

#[test]
fn vanished_sessions_leave_list_and_search() {
    let mut test = TestCatalog::new();
    let gone = Sample::tiny(1, "/work/app").write(&test.root(), 1);
    Sample::tiny(2, "/work/app").write(&test.root(), 2);
    test.settled();
    assert_eq!(test.search("question").total, 2);
    std::fs::remove_file(gone).unwrap();
    assert_eq!(ids(&test.settled()), [claude::id(2)]);
    assert_eq!(ids(&test.search("question")), [claude::id(2)]);
}

#[test]
fn live_damaged_and_unreadable_sessions_say_so() {
    let mut test = TestCatalog::new();
    let root = test.root();
    let torn = Sample::tiny(1, "/work/app");
    let text = torn.text();
    torn.write_text(&root, 1, &text[..text.len() - 20]);
    let damaged = Sample::tiny(2, "/work/app");
    damaged.write_text(
        &root,
        2,
        &format!("{}{{\"type\": broken\n{}", damaged.text(), ""),
    );
    Sample::tiny(POISON, "/work/app").write(&root, 3);
    Sample::tiny(4, "/work/app").write(&root, 4);
    let states: Vec<_> = test
        .settled()
        .conversations
        .into_iter()
        .map(|conversation| conversation.state)
        .collect();
    assert_eq!(states[0], Some(ConversationState::Whole));
    assert!(matches!(
        &states[1],
        Some(ConversationState::Unreadable { .. })
    ));
    assert!(
        matches!(
            &states[2],
            Some(ConversationState::Partly { damaged: 1, .. })
        ),
        "{states:?}"
    );
    assert_eq!(states[3], Some(ConversationState::Live));
    assert_eq!(
        test.search("answer").total,
        2,
        "what can be read can be found"
    );
}

#[test]
fn empty_files_are_no_conversations_and_other_files_say_what_they_are() {
    let mut test = TestCatalog::new();
    let root = test.root();
    Sample::tiny(1, "/work/app").write(&root, 1);
    let file = |number: u32, text: &str| {
        let at = u64::from(number);
        Sample::tiny(number, "/work/app").write_text(&root, at, text)
    };
    let empty = file(2, "");
    file(3, "\n\n");
    file(4, "{\"type\":\"file-history-snapshot\"}\n");
    file(5, "no JSON at all\n");
    file(6, "nor here, and no end");
    file(7, "\u{0}\u{1}\u{2}");
    file(8, "{\"type\":\"user\", cut off\n");
    file(9, "{\"type\":\"user\",\"uuid\":");
    let listed = |listing: &Listing| -> Vec<(String, Option<ConversationState>)> {
        let shown = listing.conversations.iter();
        shown
            .map(|one| (one.id.clone(), one.state.clone()))
            .collect()
    };
    let first = test.all();
    let found = listed(&first);
    let expected: Vec<_> = [8, 7, 6, 5, 1].map(claude::id).to_vec();
    assert_eq!(ids(&first), expected);
    assert_eq!(first.total, 5);
    for (id, state) in &found[..4] {
        let Some(ConversationState::Unreadable { why }) = state else {
            panic!("{id}: {state:?}");
        };
        let words = if *id == claude::id(8) {
            "no message in it"
        } else {
            "not JSON"
        };
        assert!(why.contains(words), "{why}");
    }
    let settled = test.settled();
    assert_eq!(
        (listed(&settled), settled.total),
        (found, 5),
        "it stays like that"
    );
    let page = test.list(Query {
        limit: 2,
        ..Query::default()
    });
    assert_eq!((page.conversations.len(), page.total), (2, 5));

    std::fs::write(empty, Sample::tiny(2, "/work/app").text()).unwrap();
    Sample::tiny(4, "/work/app").write(&root, 20);
    assert_eq!(test.all().total, 7, "they are now");
    assert_eq!(test.settled().total, 7);
}

#[test]
fn what_the_person_went_back_from_is_not_counted_once_all_was_read() {
    let mut test = TestCatalog::new();
    let root = test.root();
    Sample::tiny(1, "/work/app")
        .ask("Say it better")
        .again("Say it worse")
        .write(&root, 1);
    let long = (0..40).fold(Sample::tiny(2, "/work/app"), |long, _| {
        long.answer(&"many words ".repeat(1000))
    });
    long.ask("Better").again("Worse").write(&root, 2);
    let counts: Vec<_> = test
        .all()
        .conversations
        .iter()
        .map(|one| one.messages)
        .collect();
    assert_eq!(counts, [Some(44), Some(4)], "a scan takes both");
    let listing = test.settled();
    let counts: Vec<_> = listing
        .conversations
        .iter()
        .map(|one| one.messages)
        .collect();
    assert_eq!(counts, [Some(44), Some(3)], "the short one was read");
    let row = test.catalog.resolve(&test.place, &claude::id(2), false);
    test.catalog.counted(&row.unwrap(), 43);
    assert_eq!(test.settled().conversations[0].messages, Some(43));
}

#[test]
fn search_finds_words_titles_and_tools_and_takes_any_text() {
    let mut test = TestCatalog::new();
    Sample::rich(1, "/work/app").write(&test.root(), 1);
    Sample::tiny(2, "/work/app")
        .answer("Say \"hello\" to NEAR(naïve) café-bar users")
        .write(&test.root(), 2);
    test.settled();
    for (text, found) in [
        ("typed", vec![1]),
        ("LOGIN form", vec![1]),
        ("Fix the", vec![1]),
        ("Read", vec![1]),
        ("naive cafe", vec![2]),
        ("\"hello\"", vec![2]),
        ("cafe-b", vec![2]),
        ("typed l", vec![1]),
        ("typed lo", vec![1]),
        ("typed lx", vec![]),
        ("naï", vec![2]),
        ("question NÄ", vec![2]),
        ("question number", vec![2]),
        ("typed naive", vec![]),
        ("AND OR NOT", vec![]),
        ("title:fix", vec![]),
    ] {
        let expected: Vec<_> = found.into_iter().map(claude::id).collect();
        assert_eq!(ids(&test.search(text)), expected, "{text}");
    }
    for text in [
        "\"",
        "a\"b'c;--",
        "*",
        "(",
        "NEAR(",
        "^",
        "\0",
        "a AND",
        "-",
    ] {
        let query = Query {
            search: Some(text.to_owned()),
            limit: 5,
            ..Query::default()
        };
        match test.catalog.list(&test.place, &query) {
            Ok(_) => {}
            Err(failure) => assert_eq!(failure.code, Code::Invalid, "{text}"),
        }
    }
    let snippet = test.search("keys typed").conversations;
    assert!(snippet.is_empty());
    let found = test.search("state anew").conversations;
    let place = &found[0].snippets[0];
    let text: String = place.pieces.iter().map(|piece| &*piece.text).collect();
    assert!(text.contains("state was made anew"), "{place:?}");
    assert_eq!(place.pieces.iter().filter(|piece| piece.hit).count(), 2);
    assert!(place.number.is_some());
}

#[test]
fn every_script_can_be_searched() {
    let mut test = TestCatalog::new();
    Sample::tiny(1, "/work/app")
        .answer("हिन्दी में a𞤀b und Größe, 日本語 words")
        .write(&test.root(), 1);
    test.settled();
    for text in [
        "हिन्दी",
        "a𞤀b words",
        "grosse größe",
        "GRÖSSE groß",
        "日本語",
        "a𞤀b",
    ] {
        let query = Query {
            search: Some(text.to_owned()),
            limit: 5,
            ..Query::default()
        };
        test.catalog.list(&test.place, &query).unwrap();
    }
    for text in ["हिन्दी", "हिन्", "a𞤀b words", "Größe", "grö", "日本"]
    {
        assert_eq!(ids(&test.search(text)), [claude::id(1)], "{text}");
    }
}

#[test]
fn a_project_is_its_folder_and_those_inside() {
    let mut test = TestCatalog::new();
    for (number, cwd) in ["/work/app", "/work/app/ui", "/work/apple", "/work"]
        .iter()
        .enumerate()
    {
        let number = u32::try_from(number).unwrap();
        Sample::tiny(number, cwd).write(&test.root(), u64::from(number));
    }
    test.settled();
    let of = |folder: &str| {
        test.list(Query {
            project: Some(folder.to_owned()),
            limit: 10,
            ..Query::default()
        })
    };
    assert_eq!(ids(&of("/work/app")), [claude::id(1), claude::id(0)]);
    assert_eq!(ids(&of("/work/app/")), [claude::id(1), claude::id(0)]);
    assert_eq!(of("/work").total, 4);
    assert_eq!(of("/work%").total, 0);
}

#[test]
fn pages_have_no_gaps_even_when_times_are_the_same() {
    let mut test = TestCatalog::new();
    for number in 0..25 {
        Sample::tiny(number, "/work/app").write(&test.root(), u64::from(number / 10));
    }
    let whole = ids(&test.settled());
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let page = test.list(Query {
            limit: 7,
            after,
            ..Query::default()
        });
        assert_eq!(page.total, 25);
        seen.extend(ids(&page));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(seen, whole);
    let wrong = Query {
        limit: 1,
        after: Some("'; --".to_owned()),
        ..Query::default()
    };
    let failure = test.catalog.list(&test.place, &wrong).unwrap_err();
    assert_eq!(failure.code, Code::Invalid);
}

#[test]
fn two_places_neither_mix_nor_forget_each_other() {
    let mut test = TestCatalog::new();
    Sample::tiny(1, "/work/app").write(&test.root(), 1);
    let other = test.folder.path().join("elsewhere");
    Sample::tiny(2, "/work/app").write(&other, 2);
    test.settled();
    let home = test.place.clone();
    test.place
        .vars
        .insert("CLAUDE_CONFIG_DIR".to_owned(), other.into_os_string());
    assert_eq!(ids(&test.settled()), [claude::id(2)]);
    let looks = test.watched.looks();
    test.place = home;
    assert_eq!(ids(&test.settled()), [claude::id(1)]);
    assert_eq!(test.watched.looks(), looks, "it was remembered");
}

#[test]
fn one_name_for_a_conversation() {
    let mut test = TestCatalog::new();
    let id = |end: &str| format!("abcdef00-0000-4000-8000-00000000000{end}");
    for (at, end) in ["1", "2"].iter().enumerate() {
        Sample::new(id(end), "/work/app")
            .ask("hello")
            .write(&test.root(), at as u64);
    }
    let lone = Sample::tiny(7, "/work/app");
    lone.write(&test.root(), 9);
    let listing = test.settled();
    assert_eq!(listing.conversations[0].short, lone.id()[..8]);
    assert_eq!(
        listing.conversations[1].short,
        id("2"),
        "as long as it takes"
    );
    let resolve = |name: &str| test.catalog.resolve(&test.place, name, false);
    for name in [
        lone.id(),
        &lone.id()[..4],
        &format!("claude-code:{}", &lone.id()[..5]),
    ] {
        assert_eq!(resolve(name).unwrap().session.id, lone.id(), "{name}");
    }
    assert_eq!(resolve(&id("1")).unwrap().session.id, id("1"));
    let ambiguous = resolve("abcd").unwrap_err();
    assert_eq!(ambiguous.code, Code::Invalid);
    assert!(
        ambiguous.hints.iter().any(|hint| hint.contains(&id("1"))),
        "{ambiguous:?}"
    );
    assert_eq!(resolve("abc").unwrap_err().code, Code::Invalid, "too short");
    let unknown = resolve("ffff0000").unwrap_err();
    assert_eq!(unknown.code, Code::NotFound);
    assert!(!unknown.hints.is_empty());
    assert_eq!(resolve("codex:abcdef").unwrap_err().code, Code::NotFound);
}

#[test]
fn the_same_session_in_two_folders_is_the_one_that_changed_last() {
    let mut test = TestCatalog::new();
    let id = claude::id(1);
    Sample::new(&id, "/work/old")
        .ask("hello")
        .write(&test.root(), 1);
    let newer = Sample::new(&id, "/work/new")
        .ask("hello")
        .write(&test.root(), 2);
    assert_eq!(test.settled().total, 2);
    let found = test.catalog.resolve(&test.place, &id, false).unwrap();
    assert_eq!(found.session.path, newer);
}

#[test]
fn ten_thousand_sessions_stay_correct() {
    let mut test = TestCatalog::new();
    for number in 0..10_000 {
        let cwd = format!("/work/app{}", number % 20);
        Sample::tiny(number, &cwd).write(&test.root(), u64::from(number));
    }
    let first = test.list(Query {
        limit: 50,
        ..Query::default()
    });
    assert_eq!(first.total, 10_000);
    assert!(
        first
            .conversations
            .iter()
            .all(|shown| shown.title.is_some())
    );
    assert_eq!(first.conversations[0].id, claude::id(9_999));
    let settled = test.settled();
    assert_eq!(settled.indexing.counted, 10_000);
    assert_eq!(test.search("question 4321").total, 1);
    assert_eq!(test.search("question").total, 10_000);
    let of = Query {
        project: Some("/work/app7".to_owned()),
        limit: 1,
        ..Query::default()
    };
    assert_eq!(test.list(of).total, 500);
    let looks = test.watched.looks();
    assert_eq!(looks.2, 10_000, "each was read once");
    for offset in [0, 5_000, 9_990] {
        let page = test.catalog.list(
            &test.place,
            &Query {
                limit: 60,
                offset,
                ..Query::default()
            },
        );
        let page = page.unwrap();
        let first = claude::id(u32::try_from(9_999 - offset).unwrap());
        assert_eq!(page.conversations[0].id, first);
        assert_eq!(page.conversations.len() as u64, 60.min(10_000 - offset));
        assert_eq!((page.total, page.next.is_some()), (10_000, offset < 9_940));
    }
}

#[test]
fn a_list_shows_only_what_changed_since_or_is_among() {
    let mut test = TestCatalog::new();
    for number in 0..5 {
        Sample::tiny(number, "/work/app").write(&test.root(), u64::from(number));
    }
    let all = test.settled();
    let third = &all.conversations[2];
    let since = third.modified.parse::<jiff::Timestamp>().unwrap();
    let later = test.list(Query {
        limit: 9,
        since: Some(since.as_millisecond()),
        ..Query::default()
    });
    assert_eq!(ids(&later), ids(&all)[..3]);
    assert_eq!(later.total, 3);
    let some = [1, 3, 99].map(|number| ("claude-code".to_owned(), claude::id(number)));
    let among = test.list(Query {
        limit: 1,
        among: Some(some.into_iter().collect()),
        ..Query::default()
    });
    assert_eq!((ids(&among), among.total), (vec![claude::id(3)], 2));
    let both = Query {
        after: all.next.clone().or(Some("1.1".to_owned())),
        offset: 1,
        ..Query::default()
    };
    let failure = test.catalog.list(&test.place, &both).unwrap_err();
    assert_eq!(failure.code, Code::Invalid);
}

#[test]
fn what_is_turned_off_is_not_listed() {
    let mut test = TestCatalog::new();
    Sample::tiny(1, "/work/app").write(&test.root(), 1);
    assert_eq!(test.settled().total, 1);
    test.catalog.leave_out(&["claude-code".to_owned()]);
    assert_eq!(test.all().total, 0);
    let named = test.list(Query {
        platform: Some("claude".to_owned()),
        ..Query::default()
    });
    assert!(named.problems[0].contains("turned off"), "{named:?}");
    test.catalog.leave_out(&[]);
    assert_eq!(test.all().total, 1);
}

#[test]
fn a_session_that_grows_is_told_of_by_itself() {
    let mut test = TestCatalog::new();
    Sample::tiny(1, "/work/app").write(&test.root(), 1);
    test.settled();
    test.catalog.watch();
    test.all();
    test.events = test.events.resubscribe();
    // The watching thread begins in its own time: write until it noticed.
    let (done, stop) = std::sync::mpsc::sync_channel::<()>(1);
    let root = test.root();
    let writer = std::thread::spawn(move || {
        let mut sample = Sample::tiny(1, "/work/app");
        let mut at = 100;
        let pause = std::time::Duration::from_millis(700);
        while stop.recv_timeout(pause) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            sample = sample.ask("One more question");
            sample.write(&root, at);
            at += 1;
        }
        Sample::tiny(2, "/work/app/new").write(&root, at);
    });
    // Nobody asks: only what is told counts.
    let mut told = || loop {
        match test.events.blocking_recv() {
            Ok(Event::ConversationsChanged) => return,
            Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => {}
            Err(error) => panic!("{error}"),
        }
    };
    told();
    drop(done);
    writer.join().unwrap();
    loop {
        told();
        let reader = super::lock(&test.catalog.shared.reader);
        let sql = "SELECT count(*) FROM session WHERE stage = 3";
        if reader.query_row(sql, [], |row| row.get::<_, i64>(0)) == Ok(2) {
            break;
        }
    }
}
