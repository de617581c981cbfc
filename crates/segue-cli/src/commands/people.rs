//! `segue people`, and the small changes: connect, block, unblock, forget, nickname.

mod invite;
mod join;
mod pair;
mod picture;
mod prompt;

use std::process::ExitCode;

use segue_door::{
    InviteState, NearbyDevice, PairingView, PeopleList, Person, PersonStanding, VerifiedBy, ask,
};
use segue_link::Link;

use super::Ended;
use crate::arguments::{ConnectOptions, NicknameOptions, PeopleOptions, PersonOptions};
use crate::readable::{short_time, time};
use crate::say::{Say, printable};
use crate::table::{Side, fit, table, width};
use crate::waiting;

pub use invite::invite;
pub use join::join;
pub use pair::pair;

/// Shows everyone we know, and who is nearby.
pub async fn people(link: &Link, say: &Say, options: PeopleOptions) -> Ended {
    let request = ask::People {
        nearby: options.nearby,
    };
    let found = waiting::ask(link, say.json(), "Looking for people", "", request).await?;
    say.reply(&found, |found| text(found, options.nearby));
    Ok(ExitCode::SUCCESS)
}

/// Reaches someone by address.
pub async fn connect(link: &Link, say: &Say, options: ConnectOptions) -> Ended {
    let request = ask::Connect {
        address: options.address.clone(),
    };
    let found = waiting::ask(link, say.json(), "Connecting", "", request).await?;
    say.reply(&found, |found| {
        let name = printable(&found.name);
        let mut lines = vec![format!(
            "{name} (…{}) answers at {}: {}.",
            found.short,
            printable(&found.address),
            standing(found.standing)
        )];
        lines.extend(found.warning.as_deref().map(warned));
        if found.standing == PersonStanding::Verified && !found.knows_you {
            lines.push("They removed you. Pair again, or ask them for an invite.".to_owned());
        }
        if found.standing == PersonStanding::Stranger {
            let address = printable(options.address.trim());
            lines.push(format!("Pair with them: segue pair {address}"));
        }
        lines.join("\n")
    });
    Ok(ExitCode::SUCCESS)
}

/// Blocks someone.
pub async fn block(link: &Link, say: &Say, options: PersonOptions) -> Ended {
    let person = options.person;
    let person = link.call(ask::Block { person }).await?;
    say.reply(&person, |person| {
        format!(
            "{} is blocked: nothing comes from them or goes to them.\nUnblock them: segue unblock {}",
            named(person),
            person.short
        )
    });
    Ok(ExitCode::SUCCESS)
}

/// Stops blocking someone.
pub async fn unblock(link: &Link, say: &Say, options: PersonOptions) -> Ended {
    let person = options.person;
    let person = link.call(ask::Unblock { person }).await?;
    say.reply(&person, |person| match person.standing {
        PersonStanding::Verified => format!("{} is unblocked, and still verified.", named(person)),
        _ => format!(
            "{} is unblocked, and not verified, as before.",
            named(person)
        ),
    });
    Ok(ExitCode::SUCCESS)
}

/// Makes someone a stranger again.
pub async fn forget(link: &Link, say: &Say, options: PersonOptions) -> Ended {
    let person = options.person;
    let person = link.call(ask::Forget { person }).await?;
    say.reply(&person, |person| {
        format!(
            "{} was forgotten. You can't hand each other anything until you pair again.",
            named(person)
        )
    });
    Ok(ExitCode::SUCCESS)
}

/// Gives someone a nickname.
pub async fn nickname(link: &Link, say: &Say, options: NicknameOptions) -> Ended {
    let request = ask::Nickname {
        person: options.person,
        name: options.name,
    };
    let person = link.call(request).await?;
    say.reply(&person, |person| match &person.nickname {
        Some(name) => format!(
            "…{} is now called {}. Their own name is {}.",
            person.short,
            printable(name),
            printable(&person.own_name)
        ),
        None => format!(
            "…{} is called {} again.",
            person.short,
            printable(&person.name)
        ),
    });
    Ok(ExitCode::SUCCESS)
}

/// Returns someone's name with the last letters of their id.
fn named(person: &Person) -> String {
    format!("{} (…{})", printable(&person.name), person.short)
}

fn warned(warning: &str) -> String {
    format!("! {}", printable(warning))
}

fn text(found: &PeopleList, nearby: bool) -> String {
    let mut parts = Vec::new();
    if found.people.is_empty() {
        parts.push(
            "You don't know anyone yet. Invite someone: segue invite\nOr see who is nearby: segue people --nearby"
                .to_owned(),
        );
    } else {
        parts.push(known(&found.people));
    }
    if !found.requests.is_empty() {
        let lines = found.requests.iter().map(request);
        parts.push(titled("Pairing:", lines));
    }
    if !found.nearby.is_empty() {
        let lines = found.nearby.iter().map(device);
        parts.push(titled("Nearby, not verified:", lines));
    } else if nearby && !found.people.iter().any(|person| person.nearby) {
        parts.push(
            "No one found nearby. segue doctor shows why. segue invite and segue connect work without discovery."
                .to_owned(),
        );
    }
    let open = |state| state == InviteState::Open;
    let invites = found.invites.iter().filter(|invite| open(invite.state));
    let invites: Vec<String> = invites
        .map(|invite| {
            let until = time(&invite.expires.to_string());
            format!("{}  until {until}", printable(&invite.id))
        })
        .collect();
    if !invites.is_empty() {
        parts.push(titled("Open invites:", invites.into_iter()));
    }
    parts.join("\n\n")
}

fn titled(title: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = lines.map(|line| format!("  {line}")).collect();
    format!("{title}\n{}", lines.join("\n"))
}

fn known(people: &[Person]) -> String {
    let headings = [
        ("NAME", Side::Left),
        ("ID", Side::Left),
        ("SEEN", Side::Left),
        ("STATE", Side::Left),
    ];
    let rows: Vec<Vec<String>> = people.iter().map(row).collect();
    let mut lines = table(&headings, &rows, width());
    for person in people {
        if let Some(warning) = &person.warning {
            lines.push(format!(
                "! {}: {}",
                printable(&person.name),
                printable(warning)
            ));
        }
    }
    lines.join("\n")
}

fn row(person: &Person) -> Vec<String> {
    let seen = match (person.nearby, &person.last_seen) {
        (true, _) => "online".to_owned(),
        (false, Some(at)) => short_time(&at.to_string()),
        (false, None) => "-".to_owned(),
    };
    let how = match (person.standing, person.how) {
        (PersonStanding::Verified, Some(VerifiedBy::Invite)) => "verified by invite",
        (PersonStanding::Verified, Some(VerifiedBy::Code)) => "verified by pairing",
        (other, _) => standing(other),
    };
    let mut state = how.to_owned();
    if person.standing == PersonStanding::Verified && person.knows_you == Some(false) {
        state.push_str("; removed you, pair again");
    }
    let own = &person.own_name;
    if person.nickname.is_some() && !own.is_empty() {
        state.push_str(&format!("; own name {}", printable(own)));
    }
    vec![
        fit(&printable(&person.name), 24),
        person.short.clone(),
        seen,
        state,
    ]
}

fn standing(standing: PersonStanding) -> &'static str {
    match standing {
        PersonStanding::Verified => "verified",
        PersonStanding::Waiting => "waiting for them to confirm",
        PersonStanding::Stranger => "not verified",
        PersonStanding::Blocked => "blocked",
    }
}

fn request(pairing: &PairingView) -> String {
    let who = format!("{} (…{})", printable(&pairing.name), pairing.short);
    let words = if pairing.ours {
        format!("{who}: you asked to pair")
    } else {
        format!("{who} wants to pair")
    };
    let line = format!("{words}. Compare the words: segue pair {}", pairing.short);
    match &pairing.warning {
        Some(warning) => format!("{line}\n  {}", warned(warning)),
        None => line,
    }
}

fn device(device: &NearbyDevice) -> String {
    let line = format!(
        "{} (…{})  {}",
        printable(&device.name),
        device.short,
        printable(&device.address)
    );
    match &device.warning {
        Some(warning) => format!("{line}\n  {}", warned(warning)),
        None => line,
    }
}
