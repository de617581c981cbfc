//! Export, import and undo through the door: once, in the right place, and back again.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod attached;
mod envelope;
mod handed_on;
mod leaving;
mod person;
mod reading;
mod resume;

use std::path::{Path, PathBuf};

use segue_door::{
    ChangeKind, Code, ContentState, Exported, ImportOutcome, ProjectBy, SignatureState, ask,
};
use segue_testkit::samples::claude::{self, Session as Sample};

use person::Person;

fn plain(_: &mut ask::ImportFile) {}

#[tokio::test(flavor = "multi_thread")]
async fn from_one_person_to_another_once_and_back() {
    let (sam, dana) = (Person::new().await, Person::new().await);
    let sample = Sample::rich(1, "/work/app");
    let original = sample.write(&sam.root(), 1);
    let before = std::fs::read(&original).unwrap();
    let done = sam
        .export(&sample.id()[..6], "talk.a2a.json")
        .await
        .unwrap();
    assert!(done.signed && done.messages >= 7, "{done:?}");
    assert_eq!(std::fs::read(&original).unwrap(), before, "never touched");
    let file = PathBuf::from(&done.file);

    let found = dana.inspect(&file).await.unwrap();
    assert_eq!(found.sender.signature, SignatureState::Signed);
    assert!(!found.sender.is_you);
    assert_eq!(found.content, ContentState::Matches);
    assert_eq!(found.title.as_deref(), Some("Fix the login form"));
    assert_eq!(found.task.as_deref(), Some("Write the missing tests"));
    assert_eq!(found.refused, None);
    assert!(sam.inspect(&file).await.unwrap().sender.is_you);

    let nothing = dana.everything();
    let project = dana.project("app");
    let planned = dana
        .import(&file, Some(&project), |request| {
            request.dry_run = true;
        })
        .await
        .unwrap();
    assert_eq!(planned.outcome, ImportOutcome::Planned);
    let kinds: Vec<_> = planned.changes.iter().map(|change| change.what).collect();
    assert_eq!(kinds, [ChangeKind::Folder, ChangeKind::File]);
    assert_eq!(dana.everything(), nothing, "a rehearsal writes nothing");

    let done = dana.import(&file, Some(&project), plain).await.unwrap();
    assert_eq!(done.outcome, ImportOutcome::Imported);
    assert_eq!(done.resume.folder, project.to_string_lossy());
    assert!(
        done.resume.line.contains(&done.session),
        "{:?}",
        done.resume
    );
    let written = dana.everything();
    let again = dana.import(&file, Some(&project), plain).await.unwrap();
    assert_eq!(again.outcome, ImportOutcome::AlreadyImported);
    assert_eq!(
        (again.session, again.import),
        (done.session.clone(), done.import.clone())
    );
    let anywhere = dana.import(&file, None, plain).await.unwrap();
    assert_eq!(anywhere.outcome, ImportOutcome::AlreadyImported);
    assert_eq!(dana.everything(), written, "nothing was written");
    let other = dana.project("elsewhere");
    let third = dana.import(&file, Some(&other), plain).await.unwrap();
    assert_eq!(
        third.outcome,
        ImportOutcome::Imported,
        "another folder is another import"
    );
    dana.undo(&third.import.unwrap()).await.unwrap();
    assert_eq!(dana.everything(), written);

    dana.undo(&done.session).await.unwrap();
    assert_eq!(dana.everything(), nothing, "exactly what was added is gone");
    let twice = dana.undo(&done.import.unwrap()).await.unwrap_err();
    assert_eq!(twice.code, Code::Refused);
    let once_more = dana.import(&file, Some(&project), plain).await.unwrap();
    assert_eq!(once_more.outcome, ImportOutcome::Imported);
    assert_ne!(once_more.session, done.session);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_that_grew_is_continued_and_taken_back_step_by_step() {
    let (sam, dana) = (Person::new().await, Person::new().await);
    let sample = Sample::rich(1, "/work/app");
    sample.write(&sam.root(), 1);
    let project = dana.project("app");
    let nothing = dana.everything();
    let file = |done: Exported| PathBuf::from(done.file);
    let first = file(sam.export(sample.id(), "1.a2a.json").await.unwrap());
    let one = dana.import(&first, Some(&project), plain).await.unwrap();
    let after_one = dana.everything();

    let sample = sample.ask("And the styles?").answer("They are fine.");
    sample.write(&sam.root(), 2);
    let second = file(sam.export(sample.id(), "2.a2a.json").await.unwrap());
    let two = dana.import(&second, Some(&project), plain).await.unwrap();
    assert_eq!(two.outcome, ImportOutcome::Continued, "{two:?}");
    assert_eq!(
        (two.session.as_str(), two.messages),
        (one.session.as_str(), 2)
    );
    let after_two = dana.everything();
    assert_eq!(after_two.len(), after_one.len(), "no other file");

    let sample = sample.ask("Good. Ship it.");
    sample.write(&sam.root(), 3);
    let third = file(sam.export(sample.id(), "3.a2a.json").await.unwrap());
    let three = dana.import(&third, Some(&project), plain).await.unwrap();
    assert_eq!(
        (three.outcome, three.messages),
        (ImportOutcome::Continued, 1)
    );

    let early = dana.undo(&one.import.clone().unwrap()).await.unwrap_err();
    assert_eq!(early.code, Code::Refused);
    assert!(early.hints[0].contains(three.import.as_deref().unwrap()));
    dana.undo(&three.import.unwrap()).await.unwrap();
    assert_eq!(dana.everything(), after_two);
    dana.undo(&one.session).await.unwrap();
    assert_eq!(dana.everything(), after_one);
    dana.undo(&one.session).await.unwrap();
    assert_eq!(dana.everything(), nothing);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_was_used_since_is_left_alone() {
    let (sam, dana) = (Person::new().await, Person::new().await);
    let sample = Sample::rich(1, "/work/app");
    sample.write(&sam.root(), 1);
    let project = dana.project("app");
    let first = sam.export(sample.id(), "1.a2a.json").await.unwrap();
    let one = dana
        .import(Path::new(&first.file), Some(&project), plain)
        .await
        .unwrap();
    let session = PathBuf::from(&one.changes.last().unwrap().path);
    let mut text = std::fs::read_to_string(&session).unwrap();
    text.push_str("{\"type\":\"custom-title\",\"customTitle\":\"Mine now\"}\n");
    std::fs::write(&session, &text).unwrap();

    let refused = dana.undo(&one.session).await.unwrap_err();
    assert_eq!(refused.code, Code::Refused);
    let sample = sample.ask("And the styles?");
    sample.write(&sam.root(), 2);
    let second = sam.export(sample.id(), "2.a2a.json").await.unwrap();
    let two = dana
        .import(Path::new(&second.file), Some(&project), plain)
        .await
        .unwrap();
    assert_eq!(two.outcome, ImportOutcome::Imported);
    assert_ne!(two.session, one.session);
    assert!(two.notes[0].contains(&one.session), "{:?}", two.notes);
    assert_eq!(std::fs::read_to_string(&session).unwrap(), text);

    // Deleted in its own agent: it can be imported again, and there is nothing to take back.
    std::fs::remove_file(&session).unwrap();
    let again = dana
        .import(Path::new(&first.file), Some(&project), plain)
        .await
        .unwrap();
    assert_eq!(again.outcome, ImportOutcome::Imported);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_keeps_its_id_through_every_hand() {
    let (sam, dana) = (Person::new().await, Person::new().await);
    let sample = Sample::rich(1, "/work/app");
    sample.write(&sam.root(), 1);
    let first = sam.export(sample.id(), "1.a2a.json").await.unwrap();
    let second = sam.export(sample.id(), "2.a2a.json").await.unwrap();
    assert_ne!(first.export_id, second.export_id);
    assert_eq!(first.content_hash, second.content_hash);
    let file = Path::new(&first.file);
    let done = dana
        .import(file, Some(&dana.project("app")), plain)
        .await
        .unwrap();
    let back = dana.export(&done.session, "back.a2a.json").await.unwrap();
    let (there, back) = (
        sam.inspect(file).await.unwrap(),
        sam.inspect(Path::new(&back.file)).await.unwrap(),
    );
    assert!(there.conversation.is_some());
    assert_eq!(there.conversation, back.conversation);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_file_does_not_prove_is_refused() {
    let sam = Person::new().await;
    let sample = Sample::rich(1, "/work/app");
    sample.write(&sam.root(), 1);
    let done = sam.export(sample.id(), "talk.a2a.json").await.unwrap();
    let text = std::fs::read_to_string(&done.file).unwrap();
    let project = sam.project("app");
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut unsigned = value.clone();
    let head = &mut unsigned["metadata"]["urn:segue:ext:handoff:v1"];
    head.as_object_mut().unwrap().remove("signature");
    let mut renamed = value.clone();
    renamed["metadata"]["urn:segue:ext:handoff:v1"]["sender"]["name"] = "Someone else".into();
    let before = sam.everything();
    for (what, text) in [
        ("words", text.replace("login form", "logout form")),
        ("no signature", unsigned.to_string()),
        ("another name", renamed.to_string()),
    ] {
        let file = sam.path("bad.a2a.json");
        std::fs::write(&file, text).unwrap();
        let failure = sam.import(&file, Some(&project), plain).await.unwrap_err();
        assert_eq!(failure.code, Code::Refused, "{what}: {failure:?}");
        assert!(
            sam.inspect(&file).await.unwrap().refused.is_some(),
            "{what}"
        );
    }
    for (what, text) in [
        ("torn", &text[..text.len() / 2]),
        ("no JSON", "hello"),
        ("no talk", "{}"),
    ] {
        let file = sam.path("bad.a2a.json");
        std::fs::write(&file, text).unwrap();
        let failure = sam.import(&file, Some(&project), plain).await.unwrap_err();
        assert_eq!(failure.code, Code::Unreadable, "{what}: {failure:?}");
    }
    let missing = sam
        .inspect(&sam.path("nowhere.a2a.json"))
        .await
        .unwrap_err();
    assert_eq!(missing.code, Code::NotFound);
    assert_eq!(sam.everything(), before);
    // Without any claim it is only a file of nobody.
    let mut nobody = unsigned;
    let head = &mut nobody["metadata"]["urn:segue:ext:handoff:v1"];
    head.as_object_mut().unwrap().remove("sender");
    let file = sam.path("nobody.a2a.json");
    std::fs::write(&file, nobody.to_string()).unwrap();
    let done = sam.import(&file, Some(&project), plain).await.unwrap();
    assert_eq!(done.from, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_project_is_found_by_remote_then_by_name_or_asked_for() {
    let (sam, dana) = (Person::new().await, Person::new().await);
    let git = |folder: &Path| {
        std::fs::create_dir_all(folder.join(".git")).unwrap();
        let config = "[remote \"origin\"]\n\turl = git@example.org:team/app.git\n";
        std::fs::write(folder.join(".git/config"), config).unwrap();
    };
    let theirs = sam.project("their-app");
    git(&theirs);
    let sample = Sample::rich(1, &theirs.to_string_lossy());
    sample.write(&sam.root(), 1);
    let done = sam.export(sample.id(), "talk.a2a.json").await.unwrap();
    let file = Path::new(&done.file);

    let unclear = dana.import(file, None, plain).await.unwrap_err();
    assert_eq!(unclear.code, Code::Invalid);
    assert!(unclear.hints[0].contains("--project"), "{unclear:?}");
    let known = |name: &str, number: u32| {
        let folder = dana.project(name);
        Sample::tiny(number, &folder.to_string_lossy()).write(&dana.root(), number.into());
        folder
    };
    let named = known("a/their-app", 2);
    let done = dana.import(file, None, plain).await.unwrap();
    assert_eq!(
        (Path::new(&done.project), done.project_by),
        (named.as_path(), ProjectBy::Name)
    );
    dana.undo(&done.session).await.unwrap();
    known("b/their-app", 3);
    let several = dana.import(file, None, plain).await.unwrap_err();
    assert_eq!(several.hints.len(), 3, "{several:?}");
    let ours = known("c/mine", 4);
    git(&ours);
    let done = dana.import(file, None, plain).await.unwrap();
    assert_eq!(
        (Path::new(&done.project), done.project_by),
        (ours.as_path(), ProjectBy::Remote)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_overwrites_nothing_and_leaves_nothing_behind() {
    let sam = Person::new().await;
    let sample = Sample::rich(1, "/work/app");
    sample.write(&sam.root(), 1);
    let folder = sam.project("out");
    let done = sam.export(sample.id(), "out").await.unwrap();
    assert!(done.file.ends_with(&format!(
        "out/fix-the-login-form-{}.a2a.json",
        &sample.id()[..8]
    )));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&done.file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let text = std::fs::read(&done.file).unwrap();
    let refused = sam.export(sample.id(), "out").await.unwrap_err();
    assert_eq!(refused.code, Code::Refused);
    assert_eq!(std::fs::read(&done.file).unwrap(), text);
    let empty = Sample::new(claude::id(9), "/work/app");
    empty.write(&sam.root(), 2);
    sam.export(empty.id(), "out/empty.a2a.json")
        .await
        .unwrap_err();
    sam.export(sample.id(), "no/such/folder/x.json")
        .await
        .unwrap_err();
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_conversation_comes_in_pages_that_fit() {
    let sam = Person::new().await;
    let mut sample = Sample::new(claude::id(1), "/work/app");
    for number in 0..60 {
        sample = sample
            .ask(&format!("{number}"))
            .answer(&"é\u{1b}".repeat(20_000));
    }
    sample.write(&sam.root(), 1);
    let (mut seen, mut after, mut pages) = (Vec::new(), None, 0);
    loop {
        let request = ask::ShowConversation {
            conversation: sample.id().to_owned(),
            after,
            limit: 500,
        };
        let page = sam.link.call(request).await.unwrap();
        assert!(serde_json::to_string(&page).unwrap().len() < segue_link::frames::MAX_FRAME);
        seen.extend(page.messages.iter().map(|message| message.number));
        assert!(
            page.messages
                .iter()
                .flat_map(|m| &m.parts)
                .any(|part| part.truncated)
        );
        pages += 1;
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert!(pages > 1);
    assert_eq!(seen, (1..=120).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_stops_waiting_leaves_nothing_behind_and_the_node_goes_on() {
    let sam = Person::new().await;
    let mut sample = Sample::new(claude::id(1), "/work/app");
    for _ in 0..200 {
        sample = sample.ask("more").answer(&"words ".repeat(20_000));
    }
    sample.write(&sam.root(), 1);
    let folder = sam.project("out");
    for _ in 0..5 {
        let asked = sam.export(sample.id(), "out/long.a2a.json");
        let waited = tokio::time::timeout(std::time::Duration::from_millis(1), asked).await;
        assert!(waited.is_err(), "it takes longer than that");
        assert!(sam.link.call(ask::Status {}).await.is_ok());
    }
    sam.link.close().await;
    let left: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}
