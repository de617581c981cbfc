use super::*;
use crate::identity::IdentityKey;

fn device() -> DeviceId {
    DeviceId::of(&IdentityKey::generate().public()).unwrap()
}

fn ended(end: PairingEnd) -> PairingState {
    PairingState::Ended(end)
}

#[test]
fn strangers_wait_their_turn() {
    let mut desk = Pairings::default();
    let me = device();
    let now = Instant::now();
    let mut shown = 0;
    // A thousand requests within ten seconds, from as many devices.
    for n in 0..1000_u64 {
        let at = now + Duration::from_millis(n * 10);
        let stranger = device();
        if desk.admit(me, stranger, at).is_ok() {
            shown += 1;
            let (pairing, _) = desk.begin(stranger, About::default(), false);
            desk.end(&pairing, ended(PairingEnd::Left), at);
        }
    }
    assert_eq!(shown, 1);
    let later = now + Duration::from_secs(31);
    assert_eq!(desk.admit(me, device(), later), Ok(()));
}

#[test]
fn one_prompt_at_a_time() {
    let mut desk = Pairings::default();
    let now = Instant::now();
    let first = device();
    assert_eq!(desk.admit(device(), first, now), Ok(()));
    let (_pairing, _decisions) = desk.begin(first, About::default(), false);
    let later = now + Duration::from_secs(120);
    let refused = desk.admit(device(), device(), later);
    assert!(matches!(refused, Err(Refusal::Busy { .. })), "{refused:?}");
}

#[test]
fn being_ignored_makes_the_pause_grow() {
    let mut desk = Pairings::default();
    let (me, stranger) = (device(), device());
    let mut now = Instant::now();
    let mut pauses = Vec::new();
    for _ in 0..14 {
        assert_eq!(desk.admit(me, stranger, now), Ok(()));
        let (pairing, _) = desk.begin(stranger, About::default(), false);
        desk.end(&pairing, ended(PairingEnd::Withdrawn), now);
        let pause = desk.pause(stranger, now).unwrap();
        pauses.push(pause.as_secs());
        now += pause + BETWEEN;
    }
    assert_eq!(pauses[..3], [60, 120, 240]);
    assert_eq!(pauses.last(), Some(&86_400));
}

#[test]
fn three_codes_that_differ_pause_our_own_asking() {
    let mut desk = Pairings::default();
    let (them, now) = (device(), Instant::now());
    for count in 1..=3 {
        assert_eq!(desk.pause(them, now), None, "before attempt {count}");
        let (pairing, _) = desk.begin(them, About::default(), true);
        desk.end(&pairing, ended(PairingEnd::Differ), now);
    }
    assert_eq!(desk.pause(them, now), Some(Duration::from_secs(60)));
}

#[test]
fn when_both_ask_one_request_goes_on() {
    let (one, other) = (device(), device());
    let (low, high) = if one < other {
        (one, other)
    } else {
        (other, one)
    };
    let now = Instant::now();
    let mut at_low = Pairings::default();
    let (_ours, _decisions) = at_low.begin(high, About::default(), true);
    assert_eq!(at_low.admit(low, high, now), Err(Refusal::Crossed));
    let mut at_high = Pairings::default();
    let (_ours, mut decisions) = at_high.begin(low, About::default(), true);
    assert_eq!(at_high.admit(high, low, now), Ok(()));
    assert_eq!(decisions.try_recv(), Ok(Decision::Crossed));
}

#[test]
fn whoever_was_asked_first_does_not_ask_as_well() {
    let mut desk = Pairings::default();
    let (me, other) = (device(), device());
    assert_eq!(desk.admit(me, other, Instant::now()), Ok(()));
    let (theirs, _decisions) = desk.begin(other, About::default(), false);
    assert!(desk.begin_first(other, About::default()).is_none());
    assert!(desk.begin_first(device(), About::default()).is_some());
    desk.end(&theirs, ended(PairingEnd::Left), Instant::now());
    assert!(desk.begin_first(other, About::default()).is_some());
    assert!(
        desk.begin_first(other, About::default()).is_none(),
        "nor twice"
    );
}

#[test]
fn whoever_we_ask_answers_with_one_request_at_most() {
    let mut desk = Pairings::default();
    let (one, other) = (device(), device());
    let (them, me) = (one.min(other), one.max(other));
    let now = Instant::now();
    let (_ours, mut decisions) = desk.begin_first(them, About::default()).unwrap();
    assert_eq!(desk.admit(me, them, now), Ok(()), "theirs goes on");
    assert_eq!(decisions.try_recv(), Ok(Decision::Crossed));
    let (_theirs, _decisions) = desk.begin(them, About::default(), false);
    // Ours may still be on its way out.
    for _ in 0..3 {
        let refused = desk.admit(me, them, now);
        assert!(matches!(refused, Err(Refusal::Busy { .. })), "{refused:?}");
    }
}
