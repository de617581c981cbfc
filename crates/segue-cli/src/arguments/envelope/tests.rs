use clap::Parser;

use super::*;

#[derive(Parser)]
struct Typed {
    #[command(flatten)]
    envelope: EnvelopeOptions,
}

fn typed(arguments: &[&str]) -> Result<EnvelopeOptions, String> {
    Typed::try_parse_from([&["segue"], arguments].concat())
        .map(|typed| typed.envelope)
        .map_err(|error| error.to_string())
}

fn blocker(text: &str, kind: Option<&str>, options: &[&str]) -> Blocker {
    Blocker {
        text: text.to_owned(),
        kind: kind.map(str::to_owned),
        options: options.iter().map(|&option| option.to_owned()).collect(),
    }
}

#[test]
fn options_belong_to_the_blocker_before_them() {
    let all = typed(&[
        "--blocker",
        "No password",
        "--option",
        "Ask ops",
        "--option=Use a local database",
        "--blocker",
        "No branch",
        "--status",
        "blocked",
        "--blocker-type",
        "missing-input",
        "--option",
        "Make one",
    ]);
    let expected = [
        blocker("No password", None, &["Ask ops", "Use a local database"]),
        blocker("No branch", Some("missing_input"), &["Make one"]),
    ];
    assert_eq!(all.unwrap().blockers.0, expected);
}

#[test]
fn the_only_blocker_has_all_options_wherever_they_stand() {
    let all = typed(&["--option", "Wait", "--blocker", "Closed", "--option", "Go"]).unwrap();
    assert_eq!(
        all.blockers.0,
        [blocker("Closed", None, &["Wait", "Go"])],
        "in the order they were typed"
    );
    assert_eq!(typed(&[]).unwrap().blockers, Blockers::default());
}

#[test]
fn an_option_of_nothing_is_said() {
    let none = typed(&["--option", "Wait"]).err().unwrap();
    assert!(none.contains("needs a --blocker"), "{none}");
    let early = ["--option", "Wait", "--blocker", "A", "--blocker", "B"];
    let early = typed(&early).err().unwrap();
    assert!(early.contains("before every --blocker"), "{early}");
    let kind = typed(&["--blocker", "A", "--blocker-type", "bad"]);
    assert!(kind.err().unwrap().contains("missing-input"));
}

#[test]
fn an_artifact_has_a_path_a_type_and_words() {
    let of = |text: &str| artifact(text);
    let all = of("src/login.rs:code:keeps the form: both fields").unwrap();
    assert_eq!(all.path, "src/login.rs");
    assert_eq!(all.kind.as_deref(), Some("code"));
    assert_eq!(
        all.description.as_deref(),
        Some("keeps the form: both fields")
    );
    let path = of("notes.md").unwrap();
    assert_eq!((path.kind, path.description), (None, None));
    let untyped = of("notes.md::what we know").unwrap();
    assert_eq!(untyped.kind, None);
    assert_eq!(untyped.description.as_deref(), Some("what we know"));
    assert!(of("a.rs:cod").unwrap_err().contains("document"));
    assert!(of(":code").is_err());
}
