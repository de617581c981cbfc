//! Changes of the project that travel with a conversation.

use std::path::{Path, PathBuf};
use std::process::Command;

use segue_door::{Code, DiffPage, Failure, PathRef, Readable, ReportFate, ask};
use segue_testkit::samples::claude::Session as Sample;

use crate::person::{Person, SendOptions};

fn github() -> String {
    ["ghp_", "w8Kd02mZbQ5tVxR1", "cY7nLp4sHj9fGe3uAo6i"].concat()
}

fn git(folder: &Path, arguments: &[&str]) {
    let done = Command::new("git")
        .args(["-c", "user.name=Sam", "-c", "user.email=sam@example.org"])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .output()
        .unwrap();
    assert!(done.status.success(), "{arguments:?}: {done:?}");
}

fn repository(sam: &Person) -> PathBuf {
    let project = sam.project("app");
    git(&project, &["init", "-q", "-b", "main"]);
    git(
        &project,
        &[
            "remote",
            "add",
            "origin",
            "https://me:pw@example.org/team/app.git",
        ],
    );
    std::fs::write(project.join("login.rs"), "fn login() {}\n").unwrap();
    git(&project, &["add", "."]);
    git(&project, &["commit", "-q", "-m", "first"]);
    project
}

impl Person {
    async fn changes(&self, of: Readable) -> Result<DiffPage, Failure> {
        self.link.call(ask::ReadDiff { of, after: 0 }).await
    }
}

fn attach(wish: &mut SendOptions) {
    wish.attach_diff = true;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_go_along_without_their_secrets_and_into_no_session() {
    let (sam, dana) = (Person::new().await, Person::new().await);
    let project = repository(&sam);
    std::fs::write(project.join("login.rs"), "fn login() { todo() }\n").unwrap();
    std::fs::write(
        project.join("deploy.sh"),
        format!(
            "export GITHUB_TOKEN={}\nDB_PASSWORD=Sunny-Meadow42\n",
            github()
        ),
    )
    .unwrap();
    let sample = Sample::rich(1, &project.to_string_lossy());
    sample.write(&sam.root(), 1);
    for history in ["full", "last:2"] {
        let prepared = sam
            .prepare(sample.id(), |wish| {
                attach(wish);
                wish.choice.history = Some(history.to_owned());
            })
            .await
            .unwrap();
        let diff = prepared.diff.clone().unwrap();
        assert_eq!((diff.files, diff.branch.as_deref()), (2, Some("main")));
        assert_eq!(
            diff.remote.as_deref(),
            Some("https://example.org/team/app.git")
        );
        assert_eq!(diff.commit.as_ref().unwrap().len(), 40);
        assert!(
            prepared
                .findings
                .iter()
                .any(|one| one.rule.contains("github"))
        );
        assert!(
            prepared
                .notes
                .iter()
                .any(|note| note.contains("may not apply")),
            "{:?}",
            prepared.notes
        );
        let hash = prepared.hash.clone();
        let page = sam.changes(Readable::Prepared { hash }).await.unwrap();
        let paths: Vec<_> = page.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!((paths, page.next), (vec!["deploy.sh", "login.rs"], None));
        assert_eq!(page.files[1].lines[1].text, "fn login() { todo() }");
        let name = format!("{}.a2a.json", history.replace(':', "-"));
        let done = sam.export_prepared(&prepared.hash, &name).await.unwrap();
        let value: serde_json::Value =
            serde_json::from_slice(&std::fs::read(&done.file).unwrap()).unwrap();
        let artifact = &value["artifacts"][0];
        assert_eq!(
            (&artifact["artifactId"], &artifact["name"]),
            (&"segue-diff".into(), &"changes.patch".into())
        );
        let raw = artifact["parts"][0]["raw"].as_str().unwrap();
        let patch = data_encoding::BASE64.decode(raw.as_bytes()).unwrap();
        let patch = String::from_utf8(patch).unwrap();
        assert!(patch.contains("+fn login() { todo() }") && patch.contains("[redacted:"));
        for secret in [github().as_str(), "Sunny-Meadow42"] {
            assert!(!patch.contains(secret), "{patch}");
        }
        assert_eq!(patch.len() as u64, diff.bytes);

        let path = PathRef::Path(done.file.clone());
        assert_eq!(sam.changes(Readable::File { path }).await.unwrap(), page);

        let found = dana.inspect(done.file.as_ref()).await.unwrap();
        assert_eq!(found.diff.as_ref(), Some(&diff));
        assert!(found.secrets.is_empty(), "{:?}", found.secrets);
        let folder = dana.project(&name);
        let imported = dana
            .import(done.file.as_ref(), Some(&folder), |_| {})
            .await
            .unwrap();
        let aside = |note: &String| note.contains("--diff") && note.contains("not applied");
        assert!(imported.notes.iter().any(aside), "{:?}", imported.notes);
        let dropped = |line: &segue_door::ReportLine| {
            line.fate == ReportFate::Dropped && line.kind == "attached file"
        };
        assert!(imported.report.iter().any(dropped), "{:?}", imported.report);
    }
    for (path, bytes) in dana.everything() {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(!text.contains("todo()"), "the changes are in {path:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_changes_to_attach_it_says_why_and_what_to_do() {
    let sam = Person::new().await;
    let clean = repository(&sam);
    let plain = sam.project("plain");
    for (number, (folder, words)) in [
        (Path::new("/work/nowhere"), "not on this computer"),
        (clean.as_path(), "uncommitted"),
        (plain.as_path(), "not in a git repository"),
    ]
    .into_iter()
    .enumerate()
    {
        let number = u32::try_from(number).unwrap() + 1;
        let sample = Sample::tiny(number, &folder.to_string_lossy());
        sample.write(&sam.root(), number.into());
        let failure = sam.prepare(sample.id(), attach).await.unwrap_err();
        assert_eq!(failure.code, Code::Invalid, "{failure:?}");
        assert!(failure.message.contains(words), "{failure:?}");
        assert!(failure.hints[0].contains("--attach-diff"), "{failure:?}");
    }
    let noise: Vec<u8> = (0..9_u32 << 20)
        .map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    std::fs::write(clean.join("noise.bin"), noise).unwrap();
    let sample = Sample::tiny(9, &clean.to_string_lossy());
    sample.write(&sam.root(), 9);
    let failure = sam.prepare(sample.id(), attach).await.unwrap_err();
    assert_eq!(failure.code, Code::Refused, "{failure:?}");
    assert!(failure.message.contains("8 MB"), "{failure:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_text_is_named() {
    let sam = Person::new().await;
    let project = repository(&sam);
    std::fs::write(
        project.join("logo.bin"),
        [0_u8, 1, 2, 3, 0, 255, 254].repeat(50),
    )
    .unwrap();
    let sample = Sample::tiny(1, &project.to_string_lossy());
    sample.write(&sam.root(), 1);
    let prepared = sam.prepare(sample.id(), attach).await.unwrap();
    let named = |note: &String| note.contains("1 file that is no text");
    assert!(prepared.notes.iter().any(named), "{:?}", prepared.notes);
    assert!(
        !prepared
            .notes
            .iter()
            .any(|note| note.contains("may not apply"))
    );
}
