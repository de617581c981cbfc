//! Conversations that come back: the same messages, other ids, some more of them.

use super::{BLOCK, Dice, worth};

/// What a message says; its ids are made when it is written.
fn said(count: usize, seed: u64) -> Vec<String> {
    let mut dice = Dice(seed);
    (0..count)
        .map(|_| {
            let size = 100 + dice.roll(2200);
            dice.words(size)
        })
        .collect()
}

/// A file as it is written: every message with a new id, every answer with a second one.
fn file(artifact: &str, said: &[String], ids: u64) -> Vec<u8> {
    let mut dice = Dice(ids);
    let mut text = format!(
        r#"{{"artifacts":["{artifact}"],"contextId":"{}","history":["#,
        dice.hex(32)
    );
    for (at, words) in said.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        text += &message(&mut dice, at, words);
    }
    text += &format!(r#"],"id":"{}","metadata":{{}}}}"#, dice.hex(32));
    text.into_bytes()
}

fn message(dice: &mut Dice, at: usize, words: &str) -> String {
    let time = format!("2026-11-01T{:02}:{:02}:00.000Z", at / 60 % 24, at % 60);
    let group = match at % 2 {
        0 => String::new(),
        _ => format!(r#""group":"msg_{}","#, dice.hex(32)),
    };
    let id = [8, 4, 4, 4, 12].map(|digits| dice.hex(digits)).join("-");
    format!(
        r#"{{"extensions":["urn:segue:ext:handoff:v1"],"messageId":"{id}","metadata":{{"urn:segue:ext:handoff:v1":{{"at":"{time}",{group}"native":{{"line":{{"isSidechain":false}}}}}}}},"parts":[{{"text":"{words}"}}],"role":"ROLE_AGENT"}}"#
    )
}

fn zstd_size(bytes: &[u8]) -> u64 {
    zstd::bulk::compress(bytes, 3).unwrap().len() as u64
}

#[test]
fn other_ids_everywhere_cost_little_more_than_the_ids() {
    let mut said = said(2000, 1);
    let base = file("", &said, 1);
    assert!(base.len() > 2 * BLOCK, "more than one block");
    said.extend(self::said(10, 2));
    let new = file("", &said, 2);
    let (delta, whole) = (worth(&base, &new).unwrap(), zstd_size(&new));
    assert!(delta * 100 < whole * 15, "{delta} of {whole}");
}

#[test]
fn what_only_grew_costs_what_is_new() {
    let mut said = said(2000, 1);
    let base = file("", &said, 1);
    said.extend(self::said(10, 2));
    let mut new = file("", &said, 1);
    let delta = worth(&base, &new).unwrap();
    let added = zstd_size(&new.split_off(base.len() - 60));
    assert!(delta < 2 * added + 200, "{delta} for {added}");
}

#[test]
fn what_changes_early_does_not_spoil_the_rest() {
    let mut said = said(2500, 1);
    let base = file("", &said, 1);
    said.drain(20..25);
    said.insert(7, "something else that was said here".to_owned());
    let artifact = Dice(7).words(300_000);
    let new = file(&artifact, &said, 1);
    let (delta, whole) = (worth(&base, &new).unwrap(), zstd_size(&new));
    let artifact = zstd_size(artifact.as_bytes());
    // From the change on, the ids are other ones too.
    assert!(
        (delta - artifact) * 100 < whole * 15,
        "{delta} of {whole}, the artifact {artifact}"
    );
}

#[test]
fn a_part_of_it_and_an_older_part_of_it_are_found() {
    let said = said(4000, 1);
    let base = file("", &said, 1);
    // The last ones, as when someone keeps only those, and the other way round.
    let last = file("", &said[3000..], 2);
    assert!(worth(&base, &last).unwrap() * 100 < zstd_size(&last) * 15);
    let grown = worth(&last, &base).unwrap();
    assert!(grown * 100 < zstd_size(&base) * 90, "{grown}");
}
