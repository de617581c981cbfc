//! What looks for secrets: the built-in rules with the person's own, ready to use; and trying them.

use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use segue_door::settings::{SecretRule, Sending};
use segue_door::{Failure, FindingConfidence, RuleHit, TriedRules};
use segue_redact::{Confidence, Facts, Finder};

use super::Signer;
use crate::settings;
use crate::surroundings;

/// Longest text that can be tried.
const TRIED: usize = 200_000;

/// The finder that was used last; building one takes a moment.
#[derive(Default)]
pub(super) struct Finders {
    last: Mutex<Option<(Key, Arc<Finder>)>>,
}

#[derive(Clone, PartialEq)]
struct Key {
    rules: Vec<SecretRule>,
    allow: Vec<String>,
    personal: Option<Facts>,
}

impl Finders {
    /// Returns a finder for these settings, which looks for personal things only where some are
    /// named. The last one is used again if the settings are the same.
    pub(super) fn get(
        &self,
        sending: &Sending,
        personal: Option<Facts>,
    ) -> Result<Arc<Finder>, Failure> {
        let key = Key {
            rules: sending.rules.clone(),
            allow: sending.allow.clone(),
            personal,
        };
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, finder)) = &*last
            && *known == key
        {
            return Ok(Arc::clone(finder));
        }
        let finder = Arc::new(build(sending, key.personal.as_ref())?);
        *last = Some((key, Arc::clone(&finder)));
        Ok(finder)
    }
}

fn build(sending: &Sending, personal: Option<&Facts>) -> Result<Finder, Failure> {
    let custom =
        settings::own_rules(sending).map_err(|error| Failure::invalid(error.to_string()))?;
    let finder = Finder::new(custom);
    Ok(match personal {
        Some(facts) => finder.with_personal(facts),
        None => finder,
    })
}

/// Returns a finder with the built-in rules alone.
pub(super) fn built_in() -> &'static Finder {
    static FINDER: LazyLock<Finder> = LazyLock::new(Finder::default);
    &FINDER
}

/// Collects what is known of the person whose home this is.
pub(super) fn facts(home: &Path, project: Option<&str>) -> Facts {
    let mut users: Vec<String> = home
        .file_name()
        .and_then(|name| name.to_str())
        .map(str::to_owned)
        .into_iter()
        .collect();
    // The folder of a conversation may be that of another computer.
    users.extend(project.and_then(owner));
    users.sort();
    users.dedup();
    Facts {
        home: home.to_str().map(str::to_owned),
        users,
        host: surroundings::host_name(),
    }
}

/// Returns the name of the person whose home a path is in.
fn owner(path: &str) -> Option<String> {
    let mut parts = path.split(['/', '\\']).skip_while(|part| {
        !part.eq_ignore_ascii_case("home") && !part.eq_ignore_ascii_case("users")
    });
    parts
        .nth(1)
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
}

/// Tries rules on a text, and returns what they find and what they leave of it. Rules that are not
/// given come from the settings.
pub(super) fn try_out(
    you: &Signer,
    text: &str,
    rules: Option<Vec<SecretRule>>,
    allow: Option<Vec<String>>,
    personal: Option<bool>,
) -> Result<TriedRules, Failure> {
    if text.len() > TRIED {
        let words = format!("The text to try has more than {} kB.", TRIED / 1000);
        return Err(Failure::invalid(words).hint("Try a smaller piece of it."));
    }
    let mut sending = match (&rules, &allow) {
        // Settings that can't be read are no reason not to try others.
        (Some(_), Some(_)) => crate::settings::defaults().sending,
        _ => you.sending.clone()?,
    };
    sending.rules = rules.unwrap_or(sending.rules);
    sending.allow = allow.unwrap_or(sending.allow);
    let home = segue_link::caller_env().home;
    let personal = personal.unwrap_or(sending.personal);
    let facts = personal.then(|| facts(Path::new(&home), None));
    let finder = build(&sending, facts.as_ref())?;
    let (mut hits, mut out, mut copied) = (Vec::new(), String::new(), 0);
    let place = |at: usize| {
        let before = text.get(..at).unwrap_or_default();
        before.encode_utf16().count() as u64
    };
    for hit in finder.find(text) {
        out.push_str(text.get(copied..hit.span.start).unwrap_or_default());
        out.push_str(&format!("[redacted:{}]", hit.rule));
        copied = hit.span.end;
        hits.push(RuleHit {
            what: segue_redact::what(&hit.rule),
            rule: hit.rule,
            confidence: confidence(hit.confidence),
            start: place(hit.span.start),
            end: place(hit.span.end),
        });
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Ok(TriedRules { hits, text: out })
}

pub(super) fn confidence(confidence: Confidence) -> FindingConfidence {
    match confidence {
        Confidence::Possible => FindingConfidence::Possible,
        Confidence::Likely => FindingConfidence::Likely,
        Confidence::Certain => FindingConfidence::Certain,
    }
}
