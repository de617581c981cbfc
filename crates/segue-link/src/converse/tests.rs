//! What becomes of calls when the host ends.

use serde_json::{Value, json};
use tokio::sync::{broadcast, oneshot};

use super::*;

/// One client, seen from its end of the line.
struct Line {
    calls: Option<mpsc::Sender<Vec<u8>>>,
    heard: mpsc::Receiver<String>,
    ends: Option<oneshot::Sender<()>>,
    /// What the calls of the client are answered with, in the order they were asked.
    works: mpsc::Receiver<oneshot::Sender<Result<Reply, Failure>>>,
    spoken: tokio::task::JoinHandle<()>,
    events: broadcast::Sender<Event>,
}

impl Line {
    fn open() -> Self {
        let (calls, came) = mpsc::channel(8);
        let reader = Box::pin(futures_util::stream::unfold(came, async |mut came| {
            Some((came.recv().await?, came))
        }));
        let (said, heard) = mpsc::channel(1);
        let writer = Box::pin(futures_util::sink::unfold(said, async |said, text| {
            said.send(text).await.map(|()| said)
        }));
        let (ends, ending) = oneshot::channel::<()>();
        let (asked, works) = mpsc::channel(8);
        let events = broadcast::Sender::new(8);
        let news = Events::new(&events, |_| true);
        let spoken = tokio::spawn(async move {
            let ending = async {
                ending.await.ok();
            };
            let who = |_| Caller::page();
            converse(reader, writer, news, ending, who, move |_, _| {
                let asked = asked.clone();
                async move {
                    let (answer, answered) = oneshot::channel();
                    asked.send(answer).await.unwrap();
                    answered.await.unwrap()
                }
            })
            .await;
        });
        Self {
            calls: Some(calls),
            heard,
            ends: Some(ends),
            works,
            spoken,
            events,
        }
    }

    fn call(&mut self, id: u64) {
        let frame = json!({"frame": "call", "id": id, "request": {"method": "status"}});
        let calls = self.calls.as_ref().unwrap();
        calls.try_send(frame.to_string().into_bytes()).unwrap();
    }

    fn end(&mut self) {
        self.ends.take().unwrap().send(()).unwrap();
    }

    async fn hears(&mut self) -> Option<Value> {
        let frame = self.heard.recv().await?;
        Some(serde_json::from_str(&frame).unwrap())
    }
}

fn failure(words: &str) -> Result<Reply, Failure> {
    Err(Failure::new(Code::Internal, words))
}

#[tokio::test]
async fn a_host_that_ends_answers_what_was_asked_and_closes_when_it_is_written() {
    let mut line = Line::open();
    line.call(1);
    let work = line.works.recv().await.unwrap();
    line.end();
    line.call(2);
    let late = line.hears().await.unwrap();
    assert_eq!(late["id"], 2);
    let said = &late["outcome"]["failure"];
    assert_eq!(
        (&said["code"], &said["retry"]),
        (&json!("host_lost"), &json!("safe"))
    );
    work.send(failure("done at last")).unwrap();
    let last = line.hears().await.unwrap();
    assert_eq!(last["id"], 1);
    assert_eq!(last["outcome"]["failure"]["message"], "done at last");
    assert_eq!(line.hears().await, None, "and then the line is closed");
    line.spoken.await.unwrap();
}

#[tokio::test]
async fn a_call_that_came_just_before_the_end_may_be_asked_again() {
    let mut line = Line::open();
    // Both are there when the host looks next.
    line.end();
    line.call(1);
    let answer = line.hears().await.unwrap();
    assert_eq!(answer["outcome"]["failure"]["retry"], "safe");
    assert_eq!(line.hears().await, None);
    line.spoken.await.unwrap();
}

#[tokio::test]
async fn the_last_answer_is_written_however_late_the_client_reads() {
    let mut line = Line::open();
    for id in 1..=8 {
        line.call(id);
        let work = line.works.recv().await.unwrap();
        work.send(failure("done")).unwrap();
    }
    line.end();
    let mut answered = Vec::new();
    while let Some(frame) = line.hears().await {
        answered.push(frame["id"].as_u64().unwrap());
    }
    answered.sort_unstable();
    assert_eq!(answered, (1..=8).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_client_that_goes_ends_what_it_asked_for() {
    let mut line = Line::open();
    line.call(1);
    let mut work = line.works.recv().await.unwrap();
    line.calls = None;
    work.closed().await;
    line.spoken.await.unwrap();
}

#[tokio::test]
async fn what_happened_before_an_answer_is_heard_before_it() {
    let mut line = Line::open();
    line.call(1);
    let work = line.works.recv().await.unwrap();
    for _ in 0..3 {
        line.events.send(Event::RaiseWindow).unwrap();
    }
    work.send(failure("done")).unwrap();
    for _ in 0..3 {
        assert_eq!(line.hears().await.unwrap()["frame"], "event");
    }
    assert_eq!(line.hears().await.unwrap()["frame"], "answer");
}
