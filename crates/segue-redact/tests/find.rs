//! What is found in one text, and what is left alone.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::LazyLock;

use segue_redact::{Confidence, Custom, CustomRule, Finder, Form};

/// Built once: its automaton takes longer than any test.
static FINDER: LazyLock<Finder> = LazyLock::new(Finder::default);

/// The rules and the texts they are about.
fn found(text: &str) -> Vec<(String, String)> {
    FINDER
        .find(text)
        .into_iter()
        .map(|hit| (hit.rule, text.get(hit.span).unwrap().to_owned()))
        .collect()
}

#[track_caller]
fn is_found(text: &str, secret: &str) {
    let all = found(text);
    assert!(
        all.iter().any(|(_, span)| span.contains(secret)),
        "{secret:?} was not found in {text:?}: {all:?}"
    );
}

#[track_caller]
fn is_left(text: &str) {
    assert_eq!(found(text), [], "in {text:?}");
}

/// Put together here, so that no scanner takes this file for a leak.
fn glued(parts: &[&str]) -> String {
    parts.concat()
}

#[test]
fn tokens_are_known_by_their_shape() {
    let aws = glued(&["AKIA", "Q3EGRRZ7", "PLBTWXYZ"]);
    let github = glued(&["ghp", "_R2d2C3poBb8K2soL3379421Ap5Gonkq4Lom9"]);
    for text in [
        aws.clone(),
        format!("key {aws}."),
        format!("x\\n{aws}\\n"),
        format!("\"{aws}\""),
        format!("{{\\\"id\\\":\\\"{aws}\\\"}}"),
    ] {
        is_found(&text, &aws);
    }
    is_found(
        &format!("git clone https://{github}@github.com/a/b"),
        &github,
    );
    is_left("AKIAAAAAAAAAAAAAAAAA");
    is_left("XAKIAQ3EGRRZ7PLBTWXYZ");
}

#[test]
fn names_give_secrets_away() {
    for (text, secret) in [
        ("DB_PASSWORD=tr0ub4dor&3", "tr0ub4dor"),
        ("password: 'hunter2!'", "hunter2!"),
        (
            r#"{"client_secret":"f3a9c1d27b8e4c60a5d1"}"#,
            "f3a9c1d27b8e4c60a5d1",
        ),
        (
            r#"{\"api_key\":\"f3a9c1d27b8e4c60a5d1\"}"#,
            "f3a9c1d27b8e4c60a5d1",
        ),
        (
            "export STRIPE_API_KEY=\"9aF3kQ2xLm7Tz0Wb\"",
            "9aF3kQ2xLm7Tz0Wb",
        ),
        ("mysql --password Zx81-spectrum db", "Zx81-spectrum"),
        ("<password>S3same!</password>", "S3same!"),
        ("machine h login me password 9xKq22m", "9xKq22m"),
        ("let password: &str = \"c0rrect-h0rse\";", "c0rrect-h0rse"),
        ("Server=db;User Id=sa;Password=P@ss1word;", "P@ss1word"),
        ("POSTGRES_PASSWORD: sup3rs3cret", "sup3rs3cret"),
        (
            "headers[\"X-Api-Key\"] = \"0f8e7d6c5b4a39281706\"",
            "0f8e7d6c5b4a39281706",
        ),
    ] {
        is_found(text, secret);
    }
}

#[test]
fn what_only_speaks_of_secrets_is_left() {
    for text in [
        "password = os.environ['DB_PASSWORD']",
        "token = getToken(user)",
        "API_KEY=${API_KEY}",
        "api_key: <your-api-key>",
        "password: string;",
        "const token = req.headers.authorization;",
        "max_tokens: 4096",
        "The password is required and must be long.",
        "if (password == other) {}",
        "integrity sha512-9nqV6ROhUkIZ5nTyvG1X1iNnIVUU1FTl7nVSfdOOWPCIpxhXyAKOzYH2PD6MfcLnw3qC2Z3kCqGzJ9JUz6cXyA==",
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "id: 123e4567-e89b-12d3-a456-426614174000",
        "PASSWORD=********",
        "token_type: bearer",
        "password_field: user_password_input",
        "secretName: my-app-tls-2024",
        "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n-----END PUBLIC KEY-----",
        "docker run -u 1000:1000 image",
        "https://user@example.com/path",
        "postgres://user:${PASSWORD}@db/app",
        "tokens: 12, secrets: 3",
        "tokenizer = AutoTokenizer.from_pretrained('bert-base-uncased')",
    ] {
        is_left(text);
    }
}

#[test]
fn keys_tokens_and_addresses() {
    let key = glued(&[
        "-----BEGIN RSA ",
        "PRIVATE KEY-----\nMIIEowIBAAKCAQEA1c7+9z5Pad7OejecsQ0bu3aumqw\n",
        "-----END RSA PRIVATE KEY-----",
    ]);
    assert_eq!(
        found(&format!("a {key} b")),
        [("private-key".to_owned(), key.clone())]
    );
    let escaped = key.replace('\n', "\\n");
    assert_eq!(found(&escaped).len(), 1);
    let cut = key.get(..70).unwrap();
    assert_eq!(found(cut), [("private-key".to_owned(), cut.to_owned())]);
    let jwt = glued(&[
        "eyJhbGciOiJIUzI1NiJ9",
        ".eyJzdWIiOiIxMjM0NTY3ODkwIn0",
        ".dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    ]);
    is_found(&format!("Authorization: Bearer {jwt}"), &jwt);
    is_found("postgres://me:s3cr3t-w0rd@db:5432/app", "s3cr3t-w0rd");
    is_found("redis://:p4ssw0rd-x@cache", "p4ssw0rd-x");
    is_found(
        "Cookie: theme=dark; sessionid=38afes7a8ab12cd9",
        "38afes7a8ab12cd9",
    );
    is_found("curl -u admin:Tr0ub4dor https://x", "Tr0ub4dor");
}

#[test]
fn other_spellings() {
    let aws = glued(&["AKIA", "Q3EGRRZ7", "PLBTWXYZ"]);
    let inside = data_encoding::BASE64.encode(format!("aws_access_key_id = {aws}\n").as_bytes());
    let text = format!("config: {inside} end");
    let hits = FINDER.find(&text);
    assert_eq!(hits.len(), 1);
    assert_eq!(hits[0].form, Some(Form::Base64));
    assert_eq!(text.get(hits[0].span.clone()).unwrap(), inside);
    let url = "https://x/?next=postgres%3A%2F%2Fme%3As3cr3tw0rd%40db%2Fapp";
    let hits = FINDER.find(url);
    assert!(
        url.get(hits[0].span.clone())
            .unwrap()
            .contains("s3cr3tw0rd")
    );
}

#[test]
fn rules_of_ones_own() {
    let rules = [CustomRule {
        name: "ticket".into(),
        pattern: r"TCK-(?<secret>\d{6})".into(),
    }];
    let finder = Finder::new(Custom::new(&rules, &["999999".to_owned()]).unwrap());
    let text = "TCK-123456 and TCK-999999";
    let hits = finder.find(text);
    assert_eq!(hits.len(), 1);
    assert_eq!(text.get(hits[0].span.clone()).unwrap(), "123456");
    assert_eq!(hits[0].confidence, Confidence::Likely);
    assert!(
        Custom::new(
            &[CustomRule {
                name: "x".into(),
                pattern: "a*".into()
            }],
            &[]
        )
        .is_err()
    );
    assert!(
        Custom::new(
            &[CustomRule {
                name: "x".into(),
                pattern: "(".into()
            }],
            &[]
        )
        .is_err()
    );
}
