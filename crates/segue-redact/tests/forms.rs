//! Secrets in every syntax that gives values to names, and in other spellings.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::LazyLock;

use data_encoding::{BASE64, BASE64URL};
use segue_conversation::{Message, Role};
use segue_redact::{Clearing, Decision, Decisions, Finder, Search};

static FINDER: LazyLock<Finder> = LazyLock::new(Finder::default);

const PASSWORD: &str = "k9$Lm2#pQ";
const DRAWN: &str = "7hQ2xVb9Lk4Tz0WmYc3R";

#[track_caller]
fn is_found(text: &str, secret: &str) {
    let hits = FINDER.find(text);
    let found = hits
        .iter()
        .any(|hit| text.get(hit.span.clone()).unwrap().contains(secret));
    assert!(found, "{secret:?} was not found in {text:?}: {hits:?}");
}

#[test]
fn every_syntax() {
    for form in [
        "export API_TOKEN={}",
        "setx API_KEY {}",
        "set API_KEY={}",
        "ENV NPM_TOKEN {}",
        "ARG NPM_TOKEN={}",
        "docker run -e DB_PASS={} image",
        "helm install x --set auth.token={},a=b",
        "  api_key: '{}'",
        "api_token: |\n  {}\n",
        "client-secret: {}",
        "app.auth.token={}",
        "<add key=\"Password\" value=\"{}\" />",
        "<property name=\"password\">{}</property>",
        "<key>Password</key>\n<string>{}</string>",
        "- name: DB_PASSWORD\n  value: {}\n",
        "variable \"db_password\" {\n  type = string\n  default = \"{}\"\n}",
        "//npm.corp.io/:_authToken={}",
        "machine h login me password {}",
        "db.internal:5432:app:bob:{}",
        "CREATE USER app IDENTIFIED BY '{}';",
        "ALTER ROLE app WITH PASSWORD '{}';",
        "client.setPassword(\"{}\")",
        "token = os.getenv(\"API_TOKEN\", \"{}\")",
        "const key = process.env.API_KEY || \"{}\";",
        "define('DB_PASSWORD', '{}');",
        "sshpass -p '{}' ssh h",
        "mysql -uroot -p{} app",
        "redis-cli -h c -a {}",
        "Authorization: Token {}",
        "-H 'X-Auth-Token: {}'",
        "jdbc:oracle:thin:scott/{}@h:1521:x",
        "dsn := \"root:{}@tcp(db:3306)/x\"",
        "https://x.io/cb?access_token={}&a=b",
        "PASSWORD: ${DB_PASSWORD:-{}}",
        "+DB_PASSWORD={}",
        "  12\tDB_PASSWORD={}",
        "12→  password: {}",
        " 12|API_KEY={}",
        "abc_live_{}",
        "the admin password for staging is {}.",
        "use token {} to call it",
        "login with admin / {}",
        "密码：{}",
        "mot de passe : {}",
        "| password | {} |",
        "AZURE_OPENAI_KEY={}",
    ] {
        is_found(&form.replace("{}", DRAWN), DRAWN);
    }
    for form in [
        "DB_PASSWORD={}",
        "password = \"{}\"",
        "Server=db;Password={};Encrypt=true",
        "The password is {}",
        "password={} host=h",
    ] {
        is_found(&form.replace("{}", PASSWORD), PASSWORD);
    }
}

#[test]
fn other_spellings_of_the_same_secret() {
    let plain = format!("API_TOKEN={DRAWN}\n");
    let once = BASE64.encode(plain.as_bytes());
    let wide: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let long = BASE64.encode(format!("{}{plain}", "a: 1\n".repeat(12)).as_bytes());
    let wrapped = long
        .as_bytes()
        .chunks(76)
        .map(|line| std::str::from_utf8(line).unwrap());
    let percent = |text: &str| {
        text.bytes()
            .map(|byte| format!("%{byte:02X}"))
            .collect::<String>()
    };
    let unicode: String = DRAWN
        .chars()
        .map(|c| format!("\\u{:04x}", u32::from(c)))
        .collect();
    for text in [
        once.clone(),
        BASE64.encode(once.as_bytes()),
        BASE64URL.encode(format!("{{\"token\":\"{DRAWN}\",\"x\":\"???>>>\"}}").as_bytes()),
        BASE64.encode(&wide),
        wrapped.collect::<Vec<_>>().join("\n"),
        percent(&plain),
        percent(&percent(&plain)),
        format!("{{\"token\":\"{unicode}\"}}"),
        format!("{{\\\\\\\"token\\\\\\\":\\\\\\\"{DRAWN}\\\\\\\"}}"),
        format!("token: {}\u{1b}[31m{}\u{1b}[0m", &DRAWN[..6], &DRAWN[6..]),
        format!("&quot;token&quot;:&quot;{DRAWN}&quot;"),
    ] {
        let messages = [
            Message::text("1", Role::User, plain.clone()),
            Message::text("2", Role::User, text.clone()),
        ];
        let mut search = Search::new(&FINDER, &[7; 32]);
        messages
            .iter()
            .for_each(|message| search.message(&mut message.clone()));
        let findings = search.finish();
        let [finding] = findings.all() else {
            panic!("{text:?}: {findings:?}");
        };
        assert_eq!(finding.count, 2, "{text:?}");
        // Taken out of both, or kept in both.
        for (decision, kept) in [
            (Decision::Redact, false),
            (
                Decision::Keep {
                    reason: Some("mine".into()),
                },
                true,
            ),
        ] {
            let decisions = Decisions::from([(finding.id.clone(), decision)]);
            let mut clearing = Clearing::new(&FINDER, &findings, &decisions).unwrap();
            for message in &messages {
                let mut after = message.clone();
                clearing.message(&mut after);
                assert_eq!(after.plain_text() == message.plain_text(), kept, "{text:?}");
                assert_eq!(
                    after.plain_text().contains(&finding.placeholder()),
                    !kept,
                    "{text:?}"
                );
            }
            assert_eq!(clearing.unreviewed(), 0);
        }
    }
}

#[test]
fn a_call_and_its_result_stay_together() {
    use segue_conversation::{Body, Call, Json, Part, ToolResult};
    let id = format!("call_ghp_{}", "R2d2C3poBb8K2soL3379421Ap5Gonkq4Lom9");
    let call = Body::Call(Call {
        id: id.clone(),
        name: "sh".into(),
        input: Json::parse("{}").unwrap(),
    });
    let result = Body::Result(ToolResult {
        call: id,
        content: vec![],
        is_error: false,
    });
    let mut messages = [
        Message::new("1", Role::Agent, vec![Part::new(call)]),
        Message::new("2", Role::User, vec![Part::new(result)]),
    ];
    let mut search = Search::new(&FINDER, &[7; 32]);
    messages
        .iter()
        .for_each(|message| search.message(&mut message.clone()));
    let findings = search.finish();
    let mut clearing = Clearing::new(&FINDER, &findings, &Decisions::new()).unwrap();
    messages
        .iter_mut()
        .for_each(|message| clearing.message(message));
    let [one, two] = &messages;
    let (Body::Call(call), Body::Result(result)) = (&one.parts[0].body, &two.parts[0].body) else {
        panic!("the kinds stay");
    };
    assert_eq!(call.id, result.call);
    assert!(call.id.contains("[redacted:"), "{}", call.id);
}

#[test]
fn a_bound_inside_a_character_hides_nothing() {
    for before in 0..4 {
        let shift = "x".repeat(before);
        let plist = format!(
            "<key>Password</key><string>{DRAWN}</string>{shift}{}",
            "é".repeat(80)
        );
        is_found(&plist, DRAWN);
        let key = format!(
            r#"{{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","x":"{shift}{}"#,
            "é".repeat(5_000)
        );
        is_found(&key, "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A");
    }
}
