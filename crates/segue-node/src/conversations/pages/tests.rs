//! What is kept of a session, and when it is read again.

use segue_clock::Clock;
use segue_platform::{AgentEnv, Platform, by_id};
use segue_testkit::samples::claude::Session as Sample;

use super::*;
use crate::catalog::tests::Watched;
use crate::conversations::reader;

fn numbers(page: &ReadPage) -> Vec<u64> {
    page.messages.iter().map(|message| message.number).collect()
}

struct World {
    _folder: tempfile::TempDir,
    root: PathBuf,
    place: AgentEnv,
    watched: &'static Watched,
    pages: Pages,
    progress: Progress,
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            root: folder.path().join(".claude"),
            place: AgentEnv::new(folder.path().to_owned()),
            _folder: folder,
            watched: Box::leak(Box::new(Watched::new(by_id("claude-code").unwrap()))),
            pages: Pages::new(Clock::system()),
            progress: Progress::default(),
        }
    }

    fn text(&self) -> Text {
        let session = self.watched.find(&self.place).unwrap().remove(0);
        Text {
            which: Which::Session(session.clone()),
            open: reader::session(self.watched, session),
        }
    }

    fn page(&self, text: &Text, after: u64, limit: u32) -> ReadPage {
        self.pages.page(text, after, limit, &self.progress).unwrap()
    }

    fn opened(&self) -> u64 {
        self.watched.looks().2
    }
}

fn long(count: u32) -> Sample {
    (0..count).fold(Sample::tiny(1, "/work/app"), |sample, number| {
        sample.ask(&format!("Question {number}"))
    })
}

#[test]
fn all_pages_jumps_and_the_outline_read_a_session_once() {
    let world = World::new();
    let sample = long(40);
    sample.write(&world.root, 1);
    let text = world.text();
    let (mut after, mut seen) = (0, Vec::new());
    loop {
        let page = world.page(&text, after, 5);
        seen.extend(numbers(&page));
        match page.next {
            Some(next) => after = next,
            None => break,
        }
    }
    assert_eq!(seen, (1..=42).collect::<Vec<u64>>());
    assert_eq!(world.opened(), 1, "nine pages, one reading");
    assert_eq!(numbers(&world.page(&text, 30, 5)), [31, 32, 33, 34, 35]);
    let back = world.page(&text, 10, 5);
    assert_eq!(numbers(&back), [11, 12, 13, 14, 15]);
    assert_eq!((back.next, back.total), (Some(15), Some(42)));
    let outline = world.pages.outline(&text, &world.progress).unwrap();
    assert_eq!((outline.total, outline.weights.len()), (42, 42));
    assert!(world.page(&text, 42, 5).messages.is_empty());
    assert_eq!(world.opened(), 1, "back and forth, nothing read again");

    sample.ask("More").write(&world.root, 2);
    let changed = world.page(&world.text(), 35, 9);
    assert_eq!(changed.messages.len(), 8);
    assert_eq!(world.opened(), 2, "what changed is read anew");
    assert_eq!(lock(&world.pages.kept).len(), 1, "what it was is forgotten");
}

#[test]
fn a_jump_comes_first_and_what_was_passed_is_there() {
    let world = World::new();
    long(40).write(&world.root, 1);
    let text = world.text();
    assert_eq!(numbers(&world.page(&text, 30, 3)), [31, 32, 33]);
    assert_eq!(numbers(&world.page(&text, 3, 2)), [4, 5]);
    assert_eq!(world.opened(), 1);
}

#[test]
fn a_reading_that_waits_has_no_hold_of_its_source() {
    let world = World::new();
    long(40).write(&world.root, 1);
    let text = world.text();
    assert!(world.page(&text, 0, 5).next.is_some());
    assert_eq!(Arc::strong_count(&text.open), 1);
    assert!(world.page(&text, 5, 40).next.is_none());
    assert_eq!(Arc::strong_count(&text.open), 1);
}

#[test]
fn what_does_not_fit_in_memory_is_read_when_it_is_asked_for() {
    let world = World::new();
    long(40).write(&world.root, 1);
    let text = world.text();
    let state = world.pages.state(&text.which);
    world.page(&text, 0, 5);
    // As if no more fitted.
    lock(&state).full = true;
    let mut after = 0;
    let mut seen = Vec::new();
    loop {
        let page = world.page(&text, after, 5);
        seen.extend(numbers(&page));
        match page.next {
            Some(next) => after = next,
            None => break,
        }
    }
    assert_eq!(seen, (1..=42).collect::<Vec<u64>>());
    assert_eq!(world.opened(), 1, "in a row it is one reading");
    assert!(lock(&state).shown.len() < 10);
    assert_eq!(numbers(&world.page(&text, 20, 5)), [21, 22, 23, 24, 25]);
    assert_eq!(world.opened(), 2);
    let outline = world.pages.outline(&text, &world.progress).unwrap();
    assert_eq!(outline.total, 42);
    assert_eq!(world.opened(), 2, "the outline was known");
    assert_eq!(numbers(&world.page(&text, 25, 2)), [26, 27]);
    assert!(
        !world
            .pages
            .all(&text.which, |_| panic!("not all of it is here"))
    );
}

#[test]
fn a_few_sources_are_kept() {
    let world = World::new();
    for number in 1..=5 {
        let sample = Sample::tiny(number, "/work/app");
        sample.write(&world.root, u64::from(number));
    }
    let sessions = world.watched.find(&world.place).unwrap();
    for session in &sessions {
        let text = Text {
            which: Which::Session(session.clone()),
            open: reader::session(world.watched, session.clone()),
        };
        world.page(&text, 0, 5);
    }
    assert_eq!(lock(&world.pages.kept).len(), MOST);
}
