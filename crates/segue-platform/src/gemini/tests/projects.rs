//! Which folder a session goes to: as the client would decide.

use segue_conversation::{Message, Role};

use super::world::*;
use crate::gemini::Gemini;
use crate::gemini::place;
use crate::platform::{Platform, PlatformError};
use crate::undo;

fn file() -> Vec<u8> {
    file_of("codex", &[Message::text("1", Role::User, "hi")])
}

fn slug_of(world: &World) -> (String, usize) {
    let receipt = world
        .import(&file(), world.target())
        .unwrap()
        .written
        .receipt;
    let path = world.session(&receipt).path;
    let slug = path.ancestors().nth(2).unwrap().file_name().unwrap();
    (slug.to_str().unwrap().to_owned(), receipt.changes.len())
}

fn put(world: &World, path: &str, text: &str) {
    let path = world.folder().join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

#[test]
fn the_list_decides() {
    let world = World::new();
    let project = world.project.to_str().unwrap();
    let list = serde_json::json!({"projects": {project: "known", "/x": "my-app"}});
    put(&world, "projects.json", &list.to_string());
    assert_eq!(slug_of(&world).0, "known");
    let text = std::fs::read_to_string(world.folder().join("projects.json")).unwrap();
    assert_eq!(text, list.to_string(), "the list was right already");
}

#[test]
fn a_marker_of_another_project_overrules_the_list() {
    let world = World::new();
    let project = world.project.to_str().unwrap().to_owned();
    let list = serde_json::json!({"projects": {&project: "known"}});
    put(&world, "projects.json", &list.to_string());
    put(&world, "tmp/known/.project_root", "/elsewhere");
    assert_eq!(slug_of(&world).0, "my-app");
    let text = std::fs::read_to_string(world.folder().join("projects.json")).unwrap();
    assert!(text.contains("my-app") && !text.contains("known"));
}

#[test]
fn a_marker_alone_is_found() {
    let world = World::new();
    put(
        &world,
        "history/other/.project_root",
        &format!("{}\n", world.project.display()),
    );
    assert_eq!(slug_of(&world).0, "other");
}

#[test]
fn a_bare_folder_is_adopted_and_a_taken_slug_is_not() {
    let world = World::new();
    std::fs::create_dir_all(world.folder().join("tmp/my-app")).unwrap();
    assert_eq!(slug_of(&world).0, "my-app");
    let world = World::new();
    put(&world, "projects.json", r#"{"projects":{"/x":"my-app"}}"#);
    put(&world, "tmp/my-app-1/.project_root", "/y");
    assert_eq!(slug_of(&world).0, "my-app-2");
}

#[test]
fn sessions_from_before_slugs_are_not_cut_off() {
    let world = World::new();
    let hash = place::project_hash(&world.project).unwrap();
    put(
        &world,
        &format!("tmp/{hash}/chats/session-x-00000000.json"),
        "{}",
    );
    assert_eq!(slug_of(&world), (hash.clone(), 1));
    // Once they were copied, the copy is the session.
    put(&world, "tmp/my-app/chats/session-x-00000000.json", "{}");
    put(
        &world,
        "tmp/my-app/.project_root",
        world.project.to_str().unwrap(),
    );
    assert_eq!(slug_of(&world).0, "my-app");
    let found = Gemini.find(&world.place).unwrap();
    assert_eq!(
        found
            .iter()
            .filter(|session| session.id == "00000000")
            .count(),
        1
    );
}

#[test]
fn a_list_we_do_not_understand_is_left_alone() {
    for text in [
        "not json",
        r#"{"projects":{"/x":"../up"}}"#,
        r#"{"projects":[]}"#,
    ] {
        let world = World::new();
        put(&world, "projects.json", text);
        assert_eq!(slug_of(&world).0, "my-app");
        let now = std::fs::read_to_string(world.folder().join("projects.json")).unwrap();
        assert_eq!(now, text);
    }
}

#[test]
fn the_entry_stays_while_other_sessions_are_there() {
    let world = World::new();
    let first = world
        .import(&file(), world.target())
        .unwrap()
        .written
        .receipt;
    let second = world
        .import(&file(), world.target())
        .unwrap()
        .written
        .receipt;
    let listed = || {
        std::fs::read_to_string(world.folder().join("projects.json"))
            .is_ok_and(|text| text.contains("my-app"))
    };
    undo::undo(&first).unwrap();
    assert!(listed());
    undo::undo(&second).unwrap();
    assert!(listed(), "the second import had not added it");
}

#[test]
fn the_clients_lock_is_kept_and_an_abandoned_one_is_not() {
    let world = World::new();
    std::fs::create_dir_all(world.folder().join("projects.json.lock")).unwrap();
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
    let lock = std::fs::File::open(world.folder().join("projects.json.lock")).unwrap();
    lock.set_modified(long_ago).unwrap();
    assert_eq!(slug_of(&world).0, "my-app");

    let world = World::new();
    std::fs::create_dir_all(world.folder().join("projects.json.lock")).unwrap();
    let before = world.everything();
    let error = world.import(&file(), world.target()).unwrap_err();
    assert!(matches!(error, PlatformError::Busy(_)), "{error}");
    assert_eq!(world.everything(), before);
}

#[test]
fn the_home_may_be_elsewhere() {
    let mut world = World::new();
    let other = world.place.home.with_file_name("other");
    world
        .place
        .vars
        .insert("GEMINI_CLI_HOME".into(), other.clone().into());
    let receipt = world
        .import(&file(), world.target())
        .unwrap()
        .written
        .receipt;
    assert!(
        world
            .session(&receipt)
            .path
            .starts_with(other.join(".gemini/tmp"))
    );
}
