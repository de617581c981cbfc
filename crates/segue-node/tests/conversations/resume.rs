//! How to carry on with a conversation of the list, also when its agent lives in another folder.

use segue_node::{Code, Failure, Reply, Request};
use segue_testkit::samples::claude::Session as Sample;

use crate::person::Person;

impl Person {
    async fn resume(&self, conversation: &str) -> Result<String, Failure> {
        let request = Request::Resume {
            conversation: conversation.to_owned(),
            place: self.place(),
        };
        match self.link.call(request).await? {
            Reply::Resume(command) => Ok(command.line),
            other => panic!("{other:?}"),
        }
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
    let moved = Request::SetPlatformFolder {
        platform: "claude-code".to_owned(),
        folder: Some(folder.clone()),
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
