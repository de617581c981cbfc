//! Conversations of other platforms.

use segue_conversation::{
    Body, Call, Content, Data, Fate, File, Json, Message, Part, Role, ToolResult,
};

use super::fixture::{Home, foreign};

fn call(id: &str) -> Part {
    Part::new(Body::Call(Call {
        id: id.to_owned(),
        name: "My Tool".to_owned(),
        input: Json::parse(r#"{"a":1}"#).unwrap(),
    }))
}

fn result(id: &str, words: &str, is_error: bool) -> Part {
    let picture = Content::File(File {
        media_type: Some("image/png".into()),
        name: None,
        data: Data::Base64("iVBORw0KGgo=".into()),
    });
    Part::new(Body::Result(ToolResult {
        call: id.to_owned(),
        content: vec![Content::Text(words.to_owned()), picture],
        is_error,
    }))
}

fn grouped(id: &str, group: &str, parts: Vec<Part>) -> Message {
    let mut message = Message::new(id, Role::Agent, parts);
    message.group = Some(group.to_owned());
    message
}

#[test]
fn lines_of_one_answer_become_one_message_with_its_results() {
    let home = Home::new();
    let thought = Part::new(Body::Reasoning("hm".into()));
    let file = foreign(&[
        Message::text("1", Role::User, "question"),
        grouped("2", "g", vec![thought, Part::text("words")]),
        grouped("3", "g", vec![call("a")]),
        grouped("4", "g", vec![call("b")]),
        Message::new("5", Role::User, vec![result("b", "bee", false)]),
        Message::new(
            "6",
            Role::User,
            vec![result("a", "ay", true), Part::text("and")],
        ),
        grouped("7", "h", vec![Part::text("one"), Part::text("two")]),
    ]);
    let outcome = home.import(&file).unwrap();
    let stored = home.stored(&outcome.written.receipt.session_id);
    assert_eq!(stored.len(), 4);
    let (info, parts) = &stored[1];
    assert_eq!(info["finish"], "stop");
    let kinds: Vec<&str> = parts
        .iter()
        .map(|part| part["type"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["text", "tool", "tool"]);
    assert_eq!(parts[1]["state"]["status"], "error");
    assert_eq!(parts[1]["state"]["error"], "ay");
    assert_eq!(parts[2]["state"]["status"], "completed");
    assert!(
        parts[2]["state"]["attachments"][0]["id"]
            .as_str()
            .unwrap()
            .starts_with("prt_")
    );
    let (_, parts) = &stored[3];
    let kinds: Vec<&str> = parts
        .iter()
        .map(|part| part["type"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        ["text", "step-start", "text"],
        "texts are not glued together"
    );
    let report = outcome.written.report;
    assert_eq!(report.count_of(Fate::Dropped, "reasoning"), 1);
    assert_eq!(report.count_of(Fate::Dropped, "file"), 1);
}

#[test]
fn what_a_compaction_left_behind_stays_behind() {
    for role in [Role::User, Role::Agent] {
        let home = Home::new();
        let mut summary = Message::text("3", role, "summary");
        summary.resets = true;
        let file = foreign(&[
            Message::text("1", Role::User, "old"),
            Message::text("2", Role::Agent, "old answer"),
            summary,
            Message::text("4", Role::User, "new"),
        ]);
        let outcome = home.import(&file).unwrap();
        let read = home.read(&outcome.written.receipt.session_id);
        let resets: Vec<bool> = read.iter().map(|message| message.resets).collect();
        assert_eq!(resets, [false, false, true, false, false]);
        assert_eq!(read[3].plain_text(), "summary");
        // Where OpenCode itself has it: in the model's answer to the compaction.
        assert_eq!(read[3].role, Role::Agent);
        let stored = home.stored(&outcome.written.receipt.session_id);
        assert_eq!(stored.len(), 5);
        assert_eq!(stored[2].1[0]["type"], "compaction");
        let (info, parts) = &stored[3];
        assert_eq!(info["summary"], true);
        assert_eq!(info["mode"], "compaction");
        assert_eq!(parts[0]["text"], "summary");
    }
}

#[test]
fn turns_a_compaction_kept_stand_after_its_summary() {
    let home = Home::new();
    let mut kept = Message::text("3", Role::User, "question");
    kept.resets = true;
    let file = foreign(&[
        Message::text("1", Role::User, "question"),
        Message::text("2", Role::Agent, "old answer"),
        kept,
        Message::text("4", Role::User, "summary"),
        Message::text("5", Role::User, "new"),
    ]);
    let outcome = home.import(&file).unwrap();
    let read = home.read(&outcome.written.receipt.session_id);
    let words: Vec<String> = read.iter().map(Message::plain_text).collect();
    let asks = "What did we do so far?";
    assert_eq!(
        words,
        ["question", "old answer", asks, "summary", "question", "new"]
    );
    assert!(read[2].resets && read[3].role == Role::Agent && read[4].role == Role::User);
    assert_eq!(outcome.written.report.count_of(Fate::Kept, "text"), 5);
}

#[test]
fn a_summary_that_came_from_here_comes_back_as_one() {
    let home = Home::new();
    let mut asks = Message::text("2", Role::User, "What did we do so far?");
    asks.resets = true;
    let file = foreign(&[
        Message::text("1", Role::User, "question"),
        asks.clone(),
        Message::text("3", Role::Agent, "summary"),
        Message::text("4", Role::User, "new"),
    ]);
    let outcome = home.import(&file).unwrap();
    let stored = home.stored(&outcome.written.receipt.session_id);
    assert_eq!(stored.len(), 4);
    assert_eq!(stored[2].0["summary"], true);
    assert_eq!(stored[2].1[0]["text"], "summary");

    // Nothing that could be a summary follows: it still begins anew there.
    let picture = Message::new("3", Role::User, vec![result("x", "y", false)]);
    let file = foreign(&[Message::text("1", Role::User, "question"), asks, picture]);
    let outcome = home.import(&file).unwrap();
    let read = home.read(&outcome.written.receipt.session_id);
    assert!(read[1].resets);
}

#[test]
fn an_open_call_is_answered_and_times_stay_in_order() {
    let home = Home::new();
    let mut late = Message::text("1", Role::User, "from the future");
    late.at = Some("2099-01-01T00:00:00.000Z".into());
    let mut early = Message::new("2", Role::Agent, vec![call("a")]);
    early.at = Some("1950-01-01T00:00:00.000Z".into());
    let file = foreign(&[late, early, Message::text("3", Role::User, "next")]);
    let outcome = home.import(&file).unwrap();
    let stored = home.stored(&outcome.written.receipt.session_id);
    let times: Vec<i64> = stored
        .iter()
        .map(|(info, _)| info["time"]["created"].as_i64().unwrap())
        .collect();
    assert_eq!(times, [super::NOW; 3]);
    assert_eq!(stored[1].1[0]["state"]["status"], "error");
}

#[test]
fn a_file_elsewhere_is_not_fetched_on_resume() {
    let home = Home::new();
    let away = Part::new(Body::File(File {
        media_type: Some("image/png".into()),
        name: None,
        data: Data::Url("https://evil.example/x.png".into()),
    }));
    let file = foreign(&[Message::new("1", Role::User, vec![away])]);
    let outcome = home.import(&file).unwrap();
    let stored = home.stored(&outcome.written.receipt.session_id);
    assert_eq!(stored[0].1[0]["type"], "text");
}
