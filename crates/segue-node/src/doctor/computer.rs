//! What is on this computer: permissions on disk, SQLite's own check, the key, the socket.

use segue_door::{
    Act, Check, IdentityState, Network, NetworkOff, Outcome, SecretHome, SettingsSection, Status,
};
use segue_link::Profile;
use segue_network::identity::Unavailable;
use segue_private as private;

use super::{Subject, act, check};
use crate::{person, settings};
use segue_store::Database;

/// Below this much free space, writing may soon fail.
const LOW_SPACE: u64 = 200 * 1024 * 1024;

/// Examines everything on this computer, and reports each check as it is made. Blocks on the disk
/// and on the keyring.
pub(super) fn examine(subject: &Subject, has_network: bool, tell: impl Fn(&Check)) -> Vec<Check> {
    let Subject {
        profile,
        database,
        status,
        ..
    } = subject;
    let steps: [&dyn Fn() -> Option<Check>; 7] = [
        &|| Some(folder(profile)),
        &|| Some(space(profile)),
        &|| Some(database_health(database)),
        &|| Some(settings_file(&settings::load(&profile.settings()).problems)),
        &|| Some(identity(&status.identity, subject.key_trouble().as_ref())),
        &|| Some(host(profile, status)),
        &|| network(&status.network).filter(|_| !has_network),
    ];
    let done = |step: &dyn Fn() -> Option<Check>| step().inspect(&tell);
    steps.into_iter().filter_map(done).collect()
}

fn folder(profile: &Profile) -> Check {
    const TITLE: &str = "Profile folder";
    match private::exposed(profile.root()) {
        Ok(None) => check(
            "profile",
            TITLE,
            Outcome::Pass,
            "Only your user account can open it.",
        ),
        Ok(Some(why)) => act(
            check(
                "profile",
                TITLE,
                Outcome::Fail,
                format!("Other users may open it: {why}."),
            ),
            Act::RunAgain,
            "Restart Segue, which takes those rights away, or run: chmod 700 on the folder",
        ),
        Err(error) => act(
            check(
                "profile",
                TITLE,
                Outcome::Fail,
                format!("It can't be looked at: {error}."),
            ),
            Act::RunAgain,
            "Name another folder with --profile",
        ),
    }
}

#[cfg(unix)]
fn space(profile: &Profile) -> Check {
    const TITLE: &str = "Free space";
    match rustix::fs::statvfs(profile.root()) {
        Ok(disk) => {
            let free = disk.f_bavail.saturating_mul(disk.f_frsize);
            let words = format!("{} free where the profile is.", amount(free));
            if free < LOW_SPACE {
                act(
                    check("space", TITLE, Outcome::Warn, words),
                    Act::RunAgain,
                    "Free some space on that disk",
                )
            } else {
                check("space", TITLE, Outcome::Pass, words)
            }
        }
        Err(error) => act(
            check(
                "space",
                TITLE,
                Outcome::Note,
                format!("It is not known: {error}."),
            ),
            Act::RunAgain,
            "Measure again in a moment",
        ),
    }
}

/// Formats a number of bytes as whole megabytes, or as gigabytes with one decimal.
fn amount(bytes: u64) -> String {
    if bytes < 1_000_000_000 {
        return format!("{} MB", bytes / 1_000_000);
    }
    format!("{}.{} GB", bytes / 1_000_000_000, bytes / 100_000_000 % 10)
}

#[cfg(not(unix))]
fn space(_profile: &Profile) -> Check {
    act(
        check(
            "space",
            "Free space",
            Outcome::Note,
            "It is not measured on this system.",
        ),
        Act::RunAgain,
        "Look at the free space of the disk that the profile is on",
    )
}

fn database_health(database: &Database) -> Check {
    const TITLE: &str = "Database";
    let broken = |words: String| {
        act(
            check("database", TITLE, Outcome::Fail, words),
            Act::OpenSettings {
                section: SettingsSection::Data,
            },
            "Quit Segue and copy segue.db to a safe place before anything else",
        )
    };
    match database.quick_check() {
        Ok(word) if word == "ok" => check("database", TITLE, Outcome::Pass, "It is sound."),
        Ok(words) => broken(format!("It is damaged: {words}.")),
        Err(error) => broken(format!("It can't be read: {error}.")),
    }
}

fn settings_file(problems: &[String]) -> Check {
    const TITLE: &str = "Settings";
    if problems.is_empty() {
        check(
            "settings",
            TITLE,
            Outcome::Pass,
            "Every line is understood.",
        )
    } else {
        act(
            check("settings", TITLE, Outcome::Warn, problems.join(" ")),
            Act::OpenSettings {
                section: SettingsSection::Data,
            },
            "Mend or remove the line in settings.toml",
        )
    }
}

fn identity(identity: &IdentityState, trouble: Option<&Unavailable>) -> Check {
    const TITLE: &str = "Identity key";
    if let (IdentityState::Ready { home, .. }, Some(why)) = (identity, trouble) {
        let failure = person::only_in_memory(why, *home);
        let found = check("identity", TITLE, Outcome::Fail, failure.message);
        return act(found, Act::MendKey, failure.hints.concat());
    }
    match identity {
        IdentityState::Ready {
            home: SecretHome::Keyring,
            ..
        } => check(
            "identity",
            TITLE,
            Outcome::Pass,
            "It is in the system's keyring.",
        ),
        IdentityState::Ready {
            home: SecretHome::File,
            why_file,
        } => act(
            check(
                "identity",
                TITLE,
                Outcome::Warn,
                format!(
                    "It is in a file that only your user account can read, because {}.",
                    why_file.as_deref().unwrap_or("the reason was not recorded")
                ),
            ),
            Act::MendKey,
            "Move it to the keyring when one is available: segue identity --move keyring",
        ),
        IdentityState::Unavailable { reason, hint, .. } => act(
            check("identity", TITLE, Outcome::Fail, reason.clone()),
            Act::MendKey,
            hint.clone(),
        ),
    }
}

fn host(profile: &Profile, status: &Status) -> Check {
    const TITLE: &str = "Node";
    let others = match status.attached.len() {
        0 => "no other program is attached".to_owned(),
        1 => "1 other program is attached".to_owned(),
        count => format!("{count} other programs are attached"),
    };
    match private::exposed(&profile.socket()) {
        Ok(None) => check(
            "node",
            TITLE,
            Outcome::Pass,
            format!(
                "Running (process {}); {others}. Its socket is private.",
                status.host.pid
            ),
        ),
        Ok(Some(why)) => act(
            check(
                "node",
                TITLE,
                Outcome::Fail,
                format!("Other users may reach its socket: {why}."),
            ),
            Act::RunAgain,
            "Restart Segue",
        ),
        Err(error) => act(
            check(
                "node",
                TITLE,
                Outcome::Fail,
                format!("Its socket can't be looked at: {error}."),
            ),
            Act::RunAgain,
            "Restart Segue so that other programs can attach",
        ),
    }
}

/// Explains why nobody can be reached; `None` for a network that is on, which is measured by
/// itself.
fn network(network: &Network) -> Option<Check> {
    let told = |outcome, words: &str, place: Act, action: &str| {
        Some(act(
            check("network", "Other people", outcome, words),
            place,
            action,
        ))
    };
    match network {
        Network::On { .. } => None,
        Network::Starting => told(
            Outcome::Note,
            "The network is starting.",
            Act::RunAgain,
            "Measure again in a moment",
        ),
        Network::Off { reason, detail } => match reason {
            NetworkOff::NotNeeded => told(
                Outcome::Note,
                "The network is off, since nothing needed it.",
                Act::RunAgain,
                "Open the app or run segue serve, and measure again beside it",
            ),
            NetworkOff::NoIdentity => told(
                Outcome::Fail,
                "The network stays off because the identity key can't be reached.",
                Act::MendKey,
                "Mend the identity key first",
            ),
            NetworkOff::Failed => told(
                Outcome::Fail,
                detail
                    .as_deref()
                    .unwrap_or("The network could not be started."),
                Act::OpenSettings {
                    section: SettingsSection::Network,
                },
                "Mend what is named here, or choose another port in the settings",
            ),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_people_sized() {
        assert_eq!(amount(199_999_999), "199 MB");
        assert_eq!(amount(80_227_000_000), "80.2 GB");
    }
}
