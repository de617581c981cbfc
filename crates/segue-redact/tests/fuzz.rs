//! Texts, JSON and files with secrets cut into them anywhere: never a panic, spans that can be cut
//! out, nothing else touched, and nothing left to find afterwards. `SEGUE_FUZZ_CASES` raises the
//! number of cases.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

use std::sync::LazyLock;

use data_encoding::BASE64;
use segue_conversation::{Body, Data, File, Json, Message, Part, Role};
use segue_redact::{Clearing, Confidence, Decisions, Finder, Findings, Search};

/// Built once: its tables take longer than any case.
static FINDER: LazyLock<Finder> = LazyLock::new(Finder::default);

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % sides.max(1) as u64) as usize
    }

    fn drawn(&mut self, length: usize) -> String {
        let signs = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        (0..length)
            .map(|_| char::from(signs[self.roll(signs.len())]))
            .collect()
    }

    /// A token whose shape is known, put together here so that no scanner takes this for a leak.
    fn token(&mut self) -> String {
        let (start, length) =
            [("ghp", 36), ("npm", 36), ("gsk", 52), ("sk_live", 24)][self.roll(4)];
        format!("{start}_{}", self.drawn(length))
    }

    fn piece(&mut self) -> String {
        let (token, drawn) = (self.token(), self.drawn(20));
        match self.roll(26) {
            0 => token,
            1 => format!("DB_PASSWORD={drawn}\n"),
            2 => format!("{{\"api_key\":\"{drawn}\"}}"),
            3 => format!("{{\\\"client_secret\\\":\\\"{drawn}\\\"}}"),
            4 => format!("postgres://me:{drawn}@db/app"),
            5 => BASE64.encode(format!("token: {token}\n").as_bytes()),
            6 => BASE64.encode(BASE64.encode(format!("x={token} ").as_bytes()).as_bytes()),
            7 => token.bytes().map(|byte| format!("%{byte:02X}")).collect(),
            8 => token
                .bytes()
                .map(|byte| format!("\\u00{byte:02x}"))
                .collect(),
            9 => format!("\u{1b}[31m{}\u{1b}[0m{}", &token[..9], &token[9..]),
            10 => format!(
                "-----BEGIN PRIVATE KEY-----\n{drawn}{drawn}{drawn}\n-----END PRIVATE KEY-----"
            ),
            11 => format!("Authorization: Bearer {drawn}"),
            12 => format!("Cookie: sessionid={drawn}; theme=dark"),
            13 => format!("<password>{drawn}</password>"),
            14 => format!("the password is {drawn}."),
            15 => format!("mysql -uroot -p{drawn} app"),
            16 => "[redacted:password-1]".to_owned(),
            17 => "密码：é✓\u{1f600}".to_owned(),
            18 => "\r\n   12\t+".to_owned(),
            19 => "\\\"\\n\\u00".to_owned(),
            20 => "password = \"".to_owned(),
            21 => "%&quot;\u{1b}[".to_owned(),
            22 => [
                "key: ",
                "token is ",
                "kind: Secret\ndata:\n  a: ",
                "\"kty\"",
                ":5432:",
            ][self.roll(5)]
            .to_owned(),
            23 => ["'", "\"", "`", ">", "=", ":", ",", "(", "|", "\\"][self.roll(10)].to_owned(),
            24 => format!("&quot;token&quot;:&quot;{drawn}&quot;"),
            _ => ["fn main() {}", "let x = 1;", " and then ", "\n"][self.roll(4)].to_owned(),
        }
    }

    fn text(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.roll(9) {
            let piece = self.piece();
            // Cut anywhere, now and then.
            let cut = if self.roll(3) == 0 {
                self.roll(piece.len() + 1)
            } else {
                piece.len()
            };
            text.extend(
                piece
                    .char_indices()
                    .take_while(|(at, _)| *at < cut)
                    .map(|(_, c)| c),
            );
            text.push_str([" ", "", "\n", "\\"][self.roll(4)]);
        }
        text
    }
}

fn searched(message: &Message) -> Findings {
    let mut search = Search::new(&FINDER, &[7; 32]);
    search.message(&mut message.clone());
    search.finish()
}

fn cleared(message: &Message) -> Message {
    let findings = searched(message);
    let mut clearing = Clearing::new(&FINDER, &findings, &Decisions::new()).unwrap();
    let mut after = message.clone();
    clearing.message(&mut after);
    assert_eq!(
        clearing.unreviewed(),
        0,
        "the second pass sees what the first one saw"
    );
    after
}

fn cases() -> u64 {
    let told = std::env::var("SEGUE_FUZZ_CASES").ok();
    told.and_then(|text| text.parse().ok()).unwrap_or(300) * 2
}

fn dice(case: u64) -> Dice {
    Dice(case.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

#[test]
fn spans_can_be_cut_out_and_the_rest_stays() {
    for case in 0..cases() {
        let text = dice(case).text();
        let hits = FINDER.find(&text);
        let mut at = 0;
        let mut kept = Vec::new();
        for hit in &hits {
            assert!(
                hit.span.start >= at && hit.span.start < hit.span.end,
                "case {case}: {text:?}"
            );
            assert!(
                text.is_char_boundary(hit.span.start) && text.is_char_boundary(hit.span.end),
                "case {case}: {text:?}"
            );
            kept.push(&text[at..hit.span.start]);
            at = hit.span.end;
        }
        kept.push(&text[at..]);
        let after = cleared(&Message::text("m", Role::User, text.clone())).plain_text();
        if hits.is_empty() {
            assert_eq!(after, text, "case {case}");
        }
        // What stood between the spans stands there still, unless a secret stood there too.
        let mut rest = after.as_str();
        for piece in &kept {
            match rest.find(piece) {
                Some(found) => rest = &rest[found + piece.len()..],
                None => assert!(
                    after.matches("[redacted:").count() > hits.len(),
                    "case {case}: {text:?} became {after:?}"
                ),
            }
        }
    }
}

#[test]
fn nothing_is_left_to_find() {
    for case in 0..cases() {
        let text = dice(case).text();
        let message = Message::text("m", Role::User, text.clone());
        let after = cleared(&message).plain_text();
        let left: Vec<_> = FINDER
            .find(&after)
            .into_iter()
            .filter(|hit| hit.confidence >= Confidence::Likely)
            .map(|hit| (hit.rule, after[hit.span].to_owned()))
            .collect();
        assert!(
            left.is_empty(),
            "case {case}: {text:?} became {after:?} with {left:?}"
        );
        for hit in FINDER.find(&after) {
            assert!(
                !after[hit.span].contains("[redacted:"),
                "case {case}: {after:?}"
            );
        }
    }
}

#[test]
fn json_stays_json_and_files_stay_files() {
    for case in 0..cases() {
        let mut dice = dice(case);
        let (one, two, three) = (dice.text(), dice.text(), dice.text());
        let native = serde_json::json!({ one.clone(): two, "token": three, "list": ["--password", one, 5, null] });
        let mut file = three.clone().into_bytes();
        if dice.roll(2) == 0 {
            file.splice(0..0, [0xff, 0xfe, 0x00, 0xd8]);
        }
        let mut data = BASE64.encode(&file);
        if dice.roll(4) == 0 {
            data.truncate(dice.roll(data.len() + 1));
        }
        let part = Part::new(Body::File(File {
            media_type: None,
            name: Some(two),
            data: Data::Base64(data),
        }));
        let mut message = Message::new("m", Role::User, vec![part]);
        message.native = Some(Json::from_serde(&native).unwrap());
        let after = cleared(&message);
        let json: serde_json::Value =
            serde_json::from_str(after.native.as_ref().unwrap().text()).unwrap();
        assert!(json.is_object(), "case {case}");
        let before = searched(&message);
        let left = searched(&after);
        let sure = |findings: &Findings| {
            let all = findings.all().iter();
            all.filter(|finding| finding.confidence == Confidence::Certain)
                .map(|finding| finding.id.clone())
                .collect::<Vec<_>>()
        };
        let known = sure(&before);
        let stays = sure(&left).into_iter().find(|id| known.contains(id));
        assert_eq!(stays, None, "case {case}: {message:?}");
    }
}
