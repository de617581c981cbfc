//! People, devices and pairings as the door shows them. Pure.

use std::time::Duration;

use segue_door::{NearbyDevice, PairingOver, PairingStage, PairingView, Person, PersonStanding};
use segue_network::DeviceId;
use segue_network::about::{alike, clean_name};
use segue_network::network::{Nearby, Pairing, PairingEnd, PairingState, Refusal, View};

use super::contacts::{Contacts, PersonRow, Standing};
use super::invites::time;
use crate::names;

/// Describes someone we know, and whether they are here.
pub(crate) fn person(row: &PersonRow, contacts: &Contacts, view: Option<&View>) -> Person {
    let here = view.and_then(|view| view.find(&row.device));
    let standing = match row.standing {
        Standing::Waiting => PersonStanding::Waiting,
        Standing::Verified => PersonStanding::Verified,
        Standing::Blocked => PersonStanding::Blocked,
    };
    Person {
        name: row.display_name(),
        own_name: row.name.clone(),
        nickname: row.nickname.clone(),
        device_id: row.device.to_string(),
        short: row.device.short(),
        seed: names::seed(&row.device.public()),
        standing,
        how: row.how,
        since: time(row.since),
        platforms: row.platforms.clone(),
        nearby: here.is_some(),
        last_seen: row.last_seen.map(time),
        round_trip_ms: here.and_then(|here| milliseconds(here.round_trip)),
        addresses: row
            .addresses
            .iter()
            .map(|kept| kept.address.to_string())
            .collect(),
        knows_you: row.knows_you,
        warning: row.warning.clone().or_else(|| {
            let shown = row.standing != Standing::Blocked;
            shown.then(|| look_alike(&row.display_name(), &row.device, contacts))?
        }),
    }
}

/// Describes someone who was known until just now.
pub(crate) fn stranger(row: &PersonRow, contacts: &Contacts, view: Option<&View>) -> Person {
    Person {
        standing: PersonStanding::Stranger,
        how: None,
        nickname: None,
        warning: None,
        ..person(row, contacts, view)
    }
}

/// Describes a device that is here.
pub(crate) fn device(here: &Nearby, contacts: &Contacts) -> NearbyDevice {
    let row = contacts.get(&here.device);
    let standing = row.map_or(PersonStanding::Stranger, |row| match row.standing {
        Standing::Waiting => PersonStanding::Waiting,
        Standing::Verified => PersonStanding::Verified,
        Standing::Blocked => PersonStanding::Blocked,
    });
    let name = clean_name(&here.about.name);
    let warning = row.and_then(|row| row.warning.clone());
    NearbyDevice {
        warning: warning.or_else(|| look_alike(&name, &here.device, contacts)),
        name: row
            .and_then(|row| row.nickname.clone())
            .unwrap_or_else(|| name.clone()),
        device_id: here.device.to_string(),
        short: here.device.short(),
        seed: names::seed(&here.device.public()),
        standing,
        platforms: here.about.platforms.clone(),
        version: here.about.version.clone(),
        address: here.address.to_string(),
        round_trip_ms: milliseconds(here.round_trip),
        knows_you: here.knows_you,
    }
}

/// Describes a pairing.
pub(crate) fn pairing(pairing: &Pairing, contacts: &Contacts) -> PairingView {
    let row = contacts.get(&pairing.device);
    let name = clean_name(&pairing.about.name);
    PairingView {
        id: format!("p{}", pairing.id),
        warning: look_alike(&name, &pairing.device, contacts),
        name: row
            .and_then(|row| row.nickname.clone())
            .unwrap_or_else(|| name.clone()),
        device_id: pairing.device.to_string(),
        short: pairing.device.short(),
        seed: names::seed(&pairing.device.public()),
        ours: pairing.ours,
        stage: stage(pairing.state),
    }
}

fn stage(state: PairingState) -> PairingStage {
    match state {
        PairingState::Comparing {
            code,
            we_match,
            they_match,
        } => PairingStage::Comparing {
            words: code.words().map(str::to_owned).to_vec(),
            digits: code.digits(),
            we_match,
            they_match,
        },
        PairingState::Paired => PairingStage::Paired,
        PairingState::Ended(end) => {
            let (why, message) = over(end);
            PairingStage::Ended { why, message }
        }
    }
}

/// Explains why a pairing came to nothing.
pub(crate) fn over(end: PairingEnd) -> (PairingOver, String) {
    let (why, words) = match end {
        PairingEnd::Differ => (
            PairingOver::Differ,
            "The codes differ. Someone may stand between the two of you, so nothing was paired."
                .to_owned(),
        ),
        PairingEnd::Left => (PairingOver::Left, "They left or ignored it.".to_owned()),
        PairingEnd::Broken => (
            PairingOver::Broken,
            "The other device did not keep to the rules, so nothing was paired.".to_owned(),
        ),
        PairingEnd::Expired => (PairingOver::Expired, "Nobody decided in time.".to_owned()),
        PairingEnd::Lost => (
            PairingOver::Lost,
            "The connection was lost. If both of you said yes, it is done at the next contact."
                .to_owned(),
        ),
        PairingEnd::Refused(refusal) => (PairingOver::Refused, refused(refusal)),
        PairingEnd::Withdrawn => (PairingOver::Withdrawn, "You took it back.".to_owned()),
    };
    (why, words)
}

/// Explains why a request to pair is not even shown.
pub(crate) fn refused(refusal: Refusal) -> String {
    match refusal {
        Refusal::NotVisible => "They take no requests from people they don't know.".to_owned(),
        Refusal::Busy { retry_after } => format!(
            "One request at a time is shown there, and another one was just now. Try again in {}.",
            moments(retry_after)
        ),
        Refusal::Paused { retry_after } => format!(
            "Earlier requests of yours were not answered there. Try again in {}, or ask them to \
             pair with you.",
            moments(retry_after)
        ),
        Refusal::Crossed => "Both of you asked at once; theirs goes on.".to_owned(),
    }
}

/// Describes a short while, such as "5 minutes".
pub(crate) fn moments(time: Duration) -> String {
    match time.as_secs() {
        0 | 1 => "a second".to_owned(),
        seconds @ 2..120 => format!("{seconds} seconds"),
        seconds if seconds < 7200 => format!("{} minutes", seconds / 60),
        seconds => format!("{} hours", seconds / 3600),
    }
}

/// Returns a warning about a name that could be taken for that of someone else who is verified. Of
/// two people who are verified both get one, unless we gave the person a nickname.
pub(crate) fn look_alike(name: &str, device: &DeviceId, contacts: &Contacts) -> Option<String> {
    if contacts
        .get(device)
        .is_some_and(|row| row.nickname.is_some())
    {
        return None;
    }
    let taken = |row: &&PersonRow| {
        row.standing == Standing::Verified
            && row.device != *device
            && (alike(&row.name, name)
                || row.nickname.as_deref().is_some_and(|own| alike(own, name)))
    };
    let teammate = contacts.rows().find(taken)?;
    Some(if contacts.is_verified(device) {
        format!(
            "Has the name of another teammate, {} (…{}). Look at the key, and give one a nickname.",
            teammate.display_name(),
            teammate.device.short()
        )
    } else {
        format!(
            "Has the name of your teammate {}, but another key.",
            teammate.display_name()
        )
    })
}

fn milliseconds(time: Option<Duration>) -> Option<u32> {
    time.map(|time| u32::try_from(time.as_millis()).unwrap_or(u32::MAX))
}
