//! How to carry on with a conversation of the list, also when its agent lives in another folder.

use segue_door::{ChangeLine, Code, Failure, PathRef, ask};
use segue_testkit::samples::claude::Session as Sample;

use crate::person::Person;

impl Person {
    async fn resume(&self, conversation: &str) -> Result<String, Failure> {
        let request = ask::Resume {
            conversation: conversation.to_owned(),
        };
        let command = self.link.call(request).await?;
        Ok(command.line)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_leads_to_the_session_wherever_its_agent_is() {
    let sam = Person::new().await;
    let here = Sample::rich(1, "/work/my app");
    here.write(&sam.root(), 1);
    assert_eq!(
        sam.resume(here.id()).await.unwrap(),
        format!("cd '/work/my app' && claude --resume {}", here.id())
    );
    assert_eq!(
        sam.resume("claude-code:nothing").await.unwrap_err().code,
        Code::NotFound
    );

    let elsewhere = sam.project("their agent");
    let there = Sample::rich(2, "/work/my app");
    there.write(&elsewhere, 1);
    let folder = elsewhere.to_string_lossy().into_owned();
    let moved = ask::SetPlatformFolder {
        platform: "claude-code".to_owned(),
        folder: Some(PathRef::Path(folder.clone())),
    };
    sam.link.call(moved).await.unwrap();
    assert_eq!(
        sam.resume(there.id()).await.unwrap(),
        format!(
            "cd '/work/my app' && CLAUDE_CONFIG_DIR='{folder}' claude --resume {}",
            there.id()
        )
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_is_given_the_id_it_takes() {
    let (sam, dana) = (Person::new().await, Person::new().await);
    let sample = Sample::rich(1, "/work/app");
    sample.write(&sam.root(), 1);
    let done = sam.export(sample.id(), "talk.a2a.json").await.unwrap();
    let project = dana.project("app");
    // OpenCode keeps whole ids, in a database that only it makes.
    for agent in ["claude-code", "codex", "gemini-cli"] {
        let import = async |only_look| {
            let set = |request: &mut ask::ImportFile| {
                agent.clone_into(&mut request.to);
                request.dry_run = only_look;
            };
            dana.import(done.file.as_ref(), Some(&project), set)
                .await
                .unwrap()
        };
        let planned = import(true).await;
        let imported = import(false).await;
        // The very files that were shown before.
        assert_eq!(planned.session, imported.session, "{agent}");
        let shown = |change: &ChangeLine| planned.changes.iter().any(|one| one.path == change.path);
        assert!(imported.changes.iter().all(shown), "{agent}: {planned:?}");
        // As a list names it, which may be shorter.
        let name = format!("{agent}:{}", imported.session.get(..8).unwrap());
        assert_eq!(
            dana.resume(&name).await.unwrap(),
            imported.resume.line,
            "{agent}"
        );
    }
}
