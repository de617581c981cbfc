//! Reading: the same requests for a session, a prepared file and a file.

use segue_door::{
    Caller, DiffSign, Failure, FoundInMessages, PartKind, PartText, PathRef, ReadOutline, ReadPage,
    Readable, Request, ask,
};
use segue_testkit::samples::claude::{self, Session as Sample};
use serde_json::json;

use crate::person::Person;

impl Person {
    fn session(&self, sample: &Sample) -> Readable {
        Readable::Session {
            conversation: sample.id().to_owned(),
        }
    }

    async fn read(&self, of: &Readable, after: u64, limit: u32) -> Result<ReadPage, Failure> {
        let of = of.clone();
        self.link.call(ask::ReadMessages { of, after, limit }).await
    }

    async fn outline(&self, of: &Readable) -> Result<ReadOutline, Failure> {
        let of = of.clone();
        self.link.call(ask::ReadOutline { of }).await
    }

    async fn find(&self, of: &Readable, text: &str) -> Result<FoundInMessages, Failure> {
        let request = ask::FindInMessages {
            of: of.clone(),
            text: text.to_owned(),
            limit: 10,
        };
        self.link.call(request).await
    }

    async fn part(
        &self,
        of: &Readable,
        (message, part): (u64, u32),
        from: u64,
    ) -> Result<PartText, Failure> {
        let request = ask::ReadPart {
            of: of.clone(),
            message,
            part,
            from,
        };
        self.link.call(request).await
    }
}

fn sample() -> Sample {
    let lines: String = (0..40_000).map(|line| format!("line {line}\n")).collect();
    Sample::new(claude::id(1), "/work/app")
        .ask("Please tidy up the parser")
        .think("The needle may be in the haystack.")
        .call("Bash", json!({"command": "cat log"}), &lines)
        .call(
            "Edit",
            json!({"file_path": "/work/app/a.rs", "old_string": "one\ntwo", "new_string": "one\n2"}),
            "done",
        )
        .answer("It is tidy.")
        .ask("Thank you")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_a_prepared_file_and_a_file_read_alike() {
    let sam = Person::new().await;
    let sample = sample();
    sample.write(&sam.root(), 1);
    let prepared = sam.prepare(sample.id(), |_| {}).await.unwrap();
    sam.project("out");
    let exported = sam.export(sample.id(), "out/one.a2a.json").await.unwrap();
    let (hash, path) = (prepared.hash, PathRef::Path(exported.file));
    let mut pages = Vec::new();
    for of in [
        sam.session(&sample),
        Readable::Prepared { hash },
        Readable::File { path },
    ] {
        let outline = sam.outline(&of).await.unwrap();
        let page = sam.read(&of, 0, 500).await.unwrap();
        assert_eq!(page.total, Some(outline.total), "{of:?}");
        assert_eq!(outline.weights.len() as u64, outline.total);
        let turns: Vec<&str> = outline
            .turns
            .iter()
            .map(|turn| turn.text.as_str())
            .collect();
        assert_eq!(turns, ["Please tidy up the parser", "Thank you"]);
        let jumped = sam.read(&of, outline.total - 2, 5).await.unwrap();
        assert_eq!(
            jumped.messages[..],
            page.messages[page.messages.len() - 2..]
        );

        // The end of a long output is found and read though a page does not show it.
        let found = sam.find(&of, "LINE 39999").await.unwrap();
        assert_eq!((found.total, found.hits.len()), (1, 1));
        let hit = &found.hits[0];
        assert_eq!(hit.hit, "line 39999");
        let place = (hit.number, hit.part);
        let (mut from, mut all, mut bits) = (0, String::new(), 0);
        loop {
            let bit = sam.part(&of, place, from).await.unwrap();
            all.push_str(&bit.text);
            bits += 1;
            match bit.next {
                Some(next) => from = next,
                None => break,
            }
        }
        assert!(all.contains("line 0\n") && all.contains("line 39999"));
        assert!(bits > 1);
        assert_eq!(
            sam.find(&of, "NEEDLE").await.unwrap().total,
            1,
            "in reasoning"
        );
        assert_eq!(sam.find(&of, "a.rs").await.unwrap().total, 1, "in a call");
        assert_eq!(sam.find(&of, "nowhere at all").await.unwrap().total, 0);

        let parts = page.messages.iter().flat_map(|message| &message.parts);
        let calls: Vec<_> = parts
            .clone()
            .filter(|part| part.kind == PartKind::ToolCall)
            .collect();
        assert_eq!(calls[0].summary.as_deref(), Some("cat log"));
        let edit = calls[1].edit.as_ref().unwrap();
        let signs: Vec<DiffSign> = edit.files[0].lines.iter().map(|line| line.sign).collect();
        assert_eq!(signs, [DiffSign::Same, DiffSign::Removed, DiffSign::Added]);
        let answered = |call: &Option<String>| {
            parts
                .clone()
                .any(|part| part.kind == PartKind::ToolResult && part.call == *call)
        };
        assert!(
            calls
                .iter()
                .all(|call| call.call.is_some() && answered(&call.call))
        );
        assert!(sam.part(&of, (outline.total + 1, 0), 0).await.is_err());
        assert!(sam.part(&of, (0, 0), 0).await.is_err());
        assert!(sam.part(&of, (1, 9), 0).await.is_err());
        pages.push(page);
    }
    assert_eq!(pages[1], pages[2]);
    assert_eq!(pages[0].messages.len(), pages[1].messages.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_given_out_on_request() {
    let sam = Person::new().await;
    let mut sample = Sample::new(claude::id(2), "/work/app").ask("Look");
    sample = sample.call("Read", json!({"file_path": "/work/app/a.png"}), "PICTURE");
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let block = json!([{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": png}}]);
    let text = sample.text().replace("\"PICTURE\"", &block.to_string());
    assert!(text.contains(png));
    sample.write_text(&sam.root(), 1, &text);
    let of = sam.session(&sample);
    let page = sam.read(&of, 0, 10).await.unwrap();
    let mut places = page.messages.iter().flat_map(|message| {
        let parts = message.parts.iter().enumerate();
        parts.map(move |(at, part)| ((message.number, u32::try_from(at).unwrap()), part))
    });
    let (place, part) = places.find(|(_, part)| part.can_show).unwrap();
    assert_eq!(part.kind, PartKind::Image);
    let bit = sam.part(&of, place, 0).await.unwrap();
    assert_eq!(bit.media_type.as_deref(), Some("image/png"));
    assert_eq!((bit.text.as_str(), bit.next), (png, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_names_no_file_and_what_is_gone_says_so() {
    let sam = Person::new().await;
    let file = Readable::File {
        path: PathRef::from(sam.path("x.json").as_path()),
    };
    let nothing = Readable::Prepared {
        hash: "0".repeat(64),
    };
    for of in [&file, &nothing] {
        sam.read(of, 0, 5).await.unwrap_err();
        sam.outline(of).await.unwrap_err();
    }
    let relative = Readable::File {
        path: PathRef::Path("x.json".to_owned()),
    };
    sam.read(&relative, 0, 5).await.unwrap_err();
    let session = Readable::Session {
        conversation: "claude-code:abcdefgh".to_owned(),
    };
    for (of, may) in [(file, false), (session, true), (nothing, true)] {
        let requests = [
            Request::from(ask::ReadMessages {
                of: of.clone(),
                after: 0,
                limit: 1,
            }),
            Request::from(ask::ReadOutline { of: of.clone() }),
            Request::from(ask::FindInMessages {
                of: of.clone(),
                text: "x".to_owned(),
                limit: 1,
            }),
            Request::from(ask::ReadPart {
                of: of.clone(),
                message: 1,
                part: 0,
                from: 0,
            }),
        ];
        for request in requests {
            assert!(request.row().only_reads());
            let asked = serde_json::to_value(&request).unwrap();
            assert_eq!(
                Request::parse(asked, &Caller::page()).is_ok(),
                may,
                "{of:?}"
            );
        }
    }
}
