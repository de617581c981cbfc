use anyhow::{Result, bail};
use segue_testkit::planted::{self, Part};

use super::corpus::{Corpus, flat_place, raw_session};
use super::figures;
use super::scanner::{Exported, Flag, Look, Scanner};
use super::shown::Shown;
use super::tally::Tally;

/// One that knows the truth, flags every second secret and the first near-miss, and takes out what
/// it flags.
struct Half;

fn flag(session: &str, line: usize, look: Look) -> Flag {
    let session = session.to_owned();
    Flag {
        session,
        line,
        rule: "half".to_owned(),
        text: None,
        look,
    }
}

impl Scanner for Half {
    fn name(&self) -> String {
        "half".to_owned()
    }

    fn ours(&self) -> bool {
        true
    }

    fn scan(&self, corpus: &Corpus) -> Result<Vec<Flag>> {
        let secrets = corpus.planted.secrets.iter().step_by(2);
        let mut flags: Vec<Flag> = secrets
            .map(|one| flag(&one.session, one.line, Look::Own))
            .collect();
        let near = &corpus.planted.near_misses[0];
        flags.push(flag(&near.session, near.line, Look::Own));
        Ok(flags)
    }

    fn exported(&self, corpus: &Corpus) -> Result<Option<Vec<Exported>>> {
        let found = self.scan(corpus)?;
        let exported = corpus.planted.sessions.iter().map(|session| {
            let kept = |at: &usize| {
                !found
                    .iter()
                    .any(|flag| flag.session == session.name && flag.line == at + 1)
            };
            let lines = session
                .lines
                .iter()
                .enumerate()
                .filter(|(at, _)| kept(at))
                .map(|(_, line)| line.as_str());
            Exported {
                session: session.name.clone(),
                text: lines.collect::<Vec<_>>().join("\n"),
            }
        });
        Ok(Some(exported.collect()))
    }
}

struct Absent;

impl Scanner for Absent {
    fn name(&self) -> String {
        "absent".to_owned()
    }

    fn scan(&self, _: &Corpus) -> Result<Vec<Flag>> {
        bail!("not installed")
    }
}

fn laid() -> (tempfile::TempDir, Corpus) {
    let folder = tempfile::tempdir().unwrap();
    let texts = [
        ("key one", true),
        ("a \"quoted\"\nline", true),
        ("{\"token\":\"x\\ny\"}", true),
        ("nothing", false),
    ];
    let texts = texts.map(|(text, secret)| (text.to_owned(), secret));
    let corpus = Corpus::lay(planted::Corpus::of_texts("made up", &texts), folder.path()).unwrap();
    (folder, corpus)
}

#[test]
fn flat_files_hold_what_the_records_say_without_escapes() {
    let (_folder, corpus) = laid();
    let secrets = &corpus.planted.secrets;
    let text = |at: usize| {
        let file = corpus
            .flat
            .join(&secrets[at].session)
            .join(format!("{}.txt", secrets[at].line));
        std::fs::read_to_string(file).unwrap()
    };
    assert!(text(1).contains("a \"quoted\"\nline"));
    assert!(text(2).contains("{\"token\":\"x\\ny\"}") && text(2).contains("x\ny"));
}

#[test]
fn files_are_traced_back_to_lines() {
    assert_eq!(flat_place("./abc/12.txt"), Some(("abc".to_owned(), 12)));
    assert_eq!(flat_place("abc/x.txt"), None);
    assert_eq!(raw_session("./abc.jsonl"), Some("abc".to_owned()));
}

#[test]
fn of_two_looks_the_better_counts_for_each_line() {
    let (_folder, corpus) = laid();
    let (secret, near) = (&corpus.planted.secrets[0], &corpus.planted.near_misses[0]);
    let once = [
        flag(&secret.session, secret.line, Look::Flat),
        flag(&near.session, near.line, Look::Raw),
    ];
    assert_eq!(corpus.better(&once), once[..1]);
    let twice = [
        flag(&near.session, near.line, Look::Raw),
        flag(&near.session, near.line, Look::Flat),
    ];
    assert_eq!(corpus.better(&twice), twice);
    let own = [flag(&near.session, near.line, Look::Own)];
    assert_eq!(
        corpus.better(&own),
        own,
        "who looks once is taken at its word"
    );
}

#[test]
fn figures_are_counted_against_the_truth() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = Corpus::lay(planted::Corpus::new(5, Part::HeldOut), folder.path()).unwrap();
    let scanners: [Box<dyn Scanner>; 2] = [Box::new(Half), Box::new(Absent)];
    let tally = Tally::of(&corpus, &scanners);
    let all = corpus.planted.secrets.len();
    let (_, found) = tally.found().next().unwrap();
    assert_eq!(found.precision(&corpus), (all / 2, all / 2 + 1));
    assert!(found.ordinary(&corpus).is_empty());
    let left = found.left.as_ref().unwrap();
    for (at, secret) in corpus.planted.secrets.iter().enumerate() {
        assert_eq!(left.contains(&at), at % 2 == 1, "{secret:?}");
    }
    let groups = tally.groups(&corpus, |secret| secret.form);
    assert_eq!(
        groups.values().map(|(planted, _)| planted).sum::<usize>(),
        all
    );
    let figures = figures::of(&corpus, &tally, Shown::Veiled);
    assert_eq!(figures["not_compared"][0], "absent");
    assert_eq!(figures["scanners"][0]["gone"], all / 2);
    let text = figures.to_string();
    for secret in &corpus.planted.secrets {
        assert!(!text.contains(secret.kind), "{} is told", secret.kind);
    }
}
