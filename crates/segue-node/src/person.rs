//! The person behind the node: who they are, whether their key can be used, and what they should
//! know about it. Pure: it is handed what was found and says it in words.

use segue_door::settings::Settings;
use segue_door::{Code, Failure, IdentityState, Notice, SecretHome, Severity, You};
use segue_network::identity::{Home, HomeError, Opened, Unavailable};

use crate::names;
use crate::people::PersonRow;

/// Describes this device's person as others will see them.
pub(crate) fn you(opened: &Opened, settings: &Settings) -> You {
    let public = opened.record.public().unwrap_or_default();
    let generated = settings.name.is_empty();
    You {
        name: if generated {
            names::generated(&public)
        } else {
            settings.name.clone()
        },
        name_is_generated: generated,
        seed: names::seed(&public),
        device_id: opened.record.device_id().unwrap_or_default(),
    }
}

/// Describes whether the key can be used.
pub(crate) fn identity(opened: &Opened) -> IdentityState {
    let home = home(opened.record.home);
    match &opened.key {
        Ok(_) => IdentityState::Ready {
            home,
            why_file: opened.record.why_file.clone(),
        },
        Err(why) => {
            let (reason, hint) = explain(why, opened.record.home);
            IdentityState::Unavailable { home, reason, hint }
        }
    }
}

/// Lists what the person should know, most serious first.
pub(crate) fn notices<'a>(
    identity: &IdentityState,
    problems: &[String],
    people: impl Iterator<Item = &'a PersonRow>,
) -> Vec<Notice> {
    let mut notices = Vec::new();
    match identity {
        IdentityState::Unavailable { reason, hint, .. } => notices.push(Notice {
            id: "identity_unavailable".to_owned(),
            severity: Severity::Problem,
            title: "Your identity key can't be reached".to_owned(),
            detail: format!(
                "{reason} Segue runs without the network until then and makes no new key. {hint}"
            ),
        }),
        IdentityState::Ready {
            home: SecretHome::File,
            why_file,
        } => {
            let why = why_file.as_deref().unwrap_or("the reason was not recorded");
            notices.push(Notice {
                id: "identity_in_file".to_owned(),
                severity: Severity::Info,
                title: "Your identity key is kept in a file".to_owned(),
                detail: format!(
                    "Only your user account can read it. It is not in the keyring because {why}. \
                     You can move it to the keyring in Settings, or with: segue identity --move keyring"
                ),
            });
        }
        IdentityState::Ready {
            home: SecretHome::Keyring,
            ..
        } => {}
    }
    if !problems.is_empty() {
        notices.push(Notice {
            id: "settings_problems".to_owned(),
            severity: Severity::Problem,
            title: "Your settings file has a problem".to_owned(),
            detail: problems.join(" "),
        });
    }
    for row in people {
        if let Some(warning) = &row.warning {
            let name: String = row.display_name().chars().take(30).collect();
            notices.push(Notice {
                id: "wrong_key".to_owned(),
                severity: Severity::Problem,
                title: format!("Another device answers for {name}"),
                detail: warning.clone(),
            });
        }
    }
    notices.sort_by_key(|notice| notice.severity);
    notices
}

/// Converts the home of a key to the door's type.
pub(crate) fn home(home: Home) -> SecretHome {
    match home {
        Home::Keyring => SecretHome::Keyring,
        Home::File => SecretHome::File,
    }
}

/// Creates the failure for a key that works, but only as long as this process runs.
pub(crate) fn only_in_memory(why: &Unavailable, home: SecretHome) -> Failure {
    let home = match home {
        SecretHome::Keyring => Home::Keyring,
        SecretHome::File => Home::File,
    };
    let (reason, _) = explain(why, home);
    Failure::new(
        Code::Identity,
        format!("{reason} The key is still in memory and works until Segue stops."),
    )
    .hint("Keep it by putting it somewhere now: segue identity --move file (or keyring)")
}

fn explain(why: &Unavailable, home: Home) -> (String, String) {
    let place = match home {
        Home::Keyring => "The keyring",
        Home::File => "The key file",
    };
    let again = "Then choose Try again, or run: segue identity --retry";
    match (why, home) {
        (Unavailable::Home(HomeError::Locked), _) => (
            format!("{place} is locked."),
            format!("Unlock it (on most desktops: log in, or open the passwords app). {again}"),
        ),
        (Unavailable::Home(HomeError::Exposed), _) => (
            format!("{place} can be read by other users of this computer."),
            format!("Run: chmod 600 on the .key file in the profile folder. {again}"),
        ),
        (Unavailable::Home(error), Home::Keyring) => (
            format!("The keyring holds it, but {error}."),
            format!("Start Segue from your desktop session, where the keyring runs. {again}"),
        ),
        (Unavailable::Home(error), Home::File) => (
            format!("The key file holds it, but {error}."),
            format!("Look at the .key file in the profile folder. {again}"),
        ),
        (Unavailable::Gone, _) => (
            format!("{place} answers that it has no key for this profile."),
            format!("If you removed it, restore it from a backup. {again}"),
        ),
        (Unavailable::Other, _) => (
            format!("{place} holds another key than the one of this profile."),
            format!("Restore the right one from a backup. {again}"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_sentence_and_a_next_step() {
        let errors = [
            HomeError::Unreachable("no bus".to_owned()),
            HomeError::Locked,
            HomeError::Silent(5),
            HomeError::Damaged("not text".to_owned()),
            HomeError::Exposed,
        ];
        let whys = errors
            .into_iter()
            .map(Unavailable::Home)
            .chain([Unavailable::Gone, Unavailable::Other]);
        for why in whys {
            for home in [Home::Keyring, Home::File] {
                let (reason, hint) = explain(&why, home);
                assert!(reason.ends_with('.'), "{reason}");
                assert!(hint.contains("segue identity --retry"), "{hint}");
            }
        }
    }

    #[test]
    fn problems_come_before_information() {
        let identity = IdentityState::Ready {
            home: SecretHome::File,
            why_file: None,
        };
        let notices = notices(
            &identity,
            &["There is no setting \"x\".".to_owned()],
            std::iter::empty(),
        );
        let severities: Vec<_> = notices.iter().map(|notice| notice.severity).collect();
        assert_eq!(severities, [Severity::Problem, Severity::Info]);
        assert!(
            notices
                .iter()
                .all(|notice| notice.title.chars().count() <= 60)
        );
    }
}
