//! Whom a text means: a name, the last letters of an id, or its beginning. Pure.
//!
//! A name proves nothing, so one that is verified is never passed over for one that is not: a
//! stranger with the name of a teammate, or one that looks like it, is reached by the letters of
//! their id only.

use segue_network::DeviceId;
use segue_network::about::alike;

use segue_door::{Code, Failure, PersonStanding};

/// The fewest letters of an id's beginning that can name it: those that all ids share, and some
/// that tell two apart.
const BEGINNING: usize = 12;
/// How many candidates are named.
const NAMED: usize = 6;
/// The longest name or id that is looked for, in bytes.
const LONGEST: usize = 200;

/// Someone a text may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) device: DeviceId,
    /// What they call themselves.
    pub(crate) name: String,
    pub(crate) nickname: Option<String>,
    pub(crate) standing: PersonStanding,
}

impl Candidate {
    fn display_name(&self) -> &str {
        self.nickname.as_deref().unwrap_or(&self.name)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.nickname
            .as_deref()
            .into_iter()
            .chain([self.name.as_str()])
    }
}

/// Those among whom somebody is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whom {
    /// Everyone known or here.
    Anyone,
    Known,
    /// Those who are blocked.
    Blocked,
    /// Those a pairing is under way with.
    Pairing,
}

/// Finds the device that a text means, or explains why that can't be said.
pub(crate) fn find(text: &str, among: &[Candidate], whom: Whom) -> Result<DeviceId, Failure> {
    let text = text.trim().trim_start_matches('…');
    if text.is_empty() || text.len() > LONGEST {
        return Err(Failure::invalid("Say whom: a name, or letters of the id.")
            .hint("segue people --nearby lists everyone."));
    }
    let by_id: Vec<&Candidate> = among.iter().filter(|one| has_id(one, text)).collect();
    let by_name = named(text, among);
    let verified = |one: &&Candidate| one.standing == PersonStanding::Verified;
    match (by_id.as_slice(), by_name.as_slice()) {
        ([], []) => Err(nobody(text, whom)),
        ([one], []) | ([], [one]) => Ok(one.device),
        // Letters of an id mean it, whatever strangers call themselves; a whole one always does.
        ([one], others)
            if verified(one)
                || !others.iter().any(verified)
                || text.eq_ignore_ascii_case(&one.device.to_string()) =>
        {
            Ok(one.device)
        }
        _ => {
            let mut several = by_id.clone();
            several.extend(by_name.iter().filter(|one| !by_id.contains(one)));
            Err(ambiguous(text, &several))
        }
    }
}

fn has_id(one: &Candidate, text: &str) -> bool {
    let id = one.device.to_string();
    if !text.is_ascii() {
        return false;
    }
    let begins = text.len() >= BEGINNING
        && id
            .get(..text.len())
            .is_some_and(|begin| begin.eq_ignore_ascii_case(text));
    begins || one.device.short().eq_ignore_ascii_case(text)
}

/// Returns those with this name: the verified ones if there are any, or else the others.
fn named<'a>(text: &str, among: &'a [Candidate]) -> Vec<&'a Candidate> {
    let same = |name: &str| !name.is_empty() && name.to_lowercase() == text.to_lowercase();
    let of = |verified: bool, is_it: &dyn Fn(&str) -> bool| -> Vec<&'a Candidate> {
        among
            .iter()
            .filter(|one| (one.standing == PersonStanding::Verified) == verified)
            .filter(|one| one.names().any(is_it))
            .collect()
    };
    let verified = of(true, &same);
    if !verified.is_empty() {
        return verified;
    }
    let others = of(false, &same);
    // A stranger's name that could be taken for a teammate's means the teammate.
    let meant = of(true, &|name| alike(name, text));
    if others.is_empty() || meant.is_empty() {
        others
    } else {
        meant
    }
}

fn nobody(text: &str, whom: Whom) -> Failure {
    let shown: String = text.chars().take(60).collect();
    let (words, hint) = match whom {
        Whom::Anyone => (
            format!("There is nobody called \"{shown}\" among your people or nearby."),
            "segue people --nearby lists everyone; segue connect HOST:PORT reaches someone who is \
             not found by itself.",
        ),
        Whom::Known => (
            format!("There is nobody called \"{shown}\" among your people."),
            "segue people lists them.",
        ),
        Whom::Blocked => (
            format!("Nobody called \"{shown}\" is blocked."),
            "segue people lists who is.",
        ),
        Whom::Pairing => (
            format!("No pairing with \"{shown}\" is under way."),
            "Begin one: segue pair PERSON. segue pair lists those under way.",
        ),
    };
    Failure::new(Code::NotFound, words).hint(hint)
}

fn ambiguous(text: &str, several: &[&Candidate]) -> Failure {
    let shown: String = text.chars().take(60).collect();
    let mut failure = Failure::invalid(format!(
        "\"{shown}\" may be any of {}. Name the letters of the id instead.",
        several.len()
    ));
    // Keys whose ids end alike can be made on purpose.
    let end = |one: &Candidate| one.device.short();
    let twins = |one: &Candidate| {
        several
            .iter()
            .filter(|other| end(other) == end(one))
            .count()
            > 1
    };
    for one in several.iter().take(NAMED) {
        let standing = match one.standing {
            PersonStanding::Verified => "verified",
            PersonStanding::Waiting => "waiting for them",
            PersonStanding::Stranger => "not verified",
            PersonStanding::Blocked => "blocked",
        };
        let id = if twins(one) {
            one.device.to_string()
        } else {
            end(one)
        };
        failure = failure.hint(format!("{id}  {} ({standing})", one.display_name()));
    }
    if several.len() > NAMED {
        failure = failure.hint(format!("and {} more", several.len() - NAMED));
    }
    failure
}
