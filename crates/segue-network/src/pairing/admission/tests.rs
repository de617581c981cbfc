use super::*;
use crate::identity::IdentityKey;
use crate::trust::Code;

fn device() -> DeviceId {
    DeviceId::of(&IdentityKey::generate().public()).unwrap()
}

fn ended(end: PairingEnd) -> PairingState {
    PairingState::Ended(end)
}

/// A stranger asks.
fn ask(
    admission: &mut PairingAdmission,
    from: DeviceId,
    now: Instant,
) -> Result<(Pairing, mpsc::Receiver<PairingSignal>), Refusal> {
    admission.admit((device(), from, false), About::default(), now)
}

/// The same, and there is a code.
fn shown(
    admission: &mut PairingAdmission,
    from: DeviceId,
    now: Instant,
) -> Result<Pairing, Refusal> {
    let (pairing, _) = ask(admission, from, now)?;
    show(admission, pairing, now)
}

fn show(
    admission: &mut PairingAdmission,
    mut pairing: Pairing,
    now: Instant,
) -> Result<Pairing, Refusal> {
    let (one, other) = (device(), device());
    pairing.state = PairingState::Comparing {
        code: Code::of((&one, &[1; 32]), (&other, &[2; 32])),
        we_match: false,
        they_match: false,
    };
    match admission.show(&pairing, now) {
        Ok(()) => Ok(pairing),
        Err(refusal) => {
            admission.end(&pairing, ended(PairingEnd::Refused(refusal)), now);
            Err(refusal)
        }
    }
}

#[test]
fn strangers_wait_their_turn() {
    let mut admission = PairingAdmission::default();
    let now = Instant::now();
    let mut prompts = 0;
    // A thousand requests within ten seconds, from as many devices.
    for n in 0..1000_u64 {
        let at = now + Duration::from_millis(n * 10);
        if let Ok(pairing) = shown(&mut admission, device(), at) {
            prompts += 1;
            admission.end(&pairing, ended(PairingEnd::Left), at);
        }
    }
    assert_eq!(prompts, 1);
    let later = now + Duration::from_secs(31);
    assert!(shown(&mut admission, device(), later).is_ok());
}

#[test]
fn one_prompt_at_a_time() {
    let mut admission = PairingAdmission::default();
    let now = Instant::now();
    shown(&mut admission, device(), now).unwrap();
    let later = now + Duration::from_secs(120);
    let refused = shown(&mut admission, device(), later).unwrap_err();
    assert!(matches!(refused, Refusal::Busy { .. }), "{refused:?}");
}

#[test]
fn whoever_has_no_code_keeps_nobody_out() {
    let mut admission = PairingAdmission::default();
    let now = Instant::now();
    let silent: Vec<_> = (0..50)
        .map(|_| ask(&mut admission, device(), now).unwrap())
        .collect();
    let (first, _) = ask(&mut admission, device(), now).unwrap();
    let (second, _) = ask(&mut admission, device(), now).unwrap();
    let shown_one = show(&mut admission, first, now).unwrap();
    // Both were let in; one prompt is shown all the same.
    let late = show(&mut admission, second, now).unwrap_err();
    assert!(matches!(late, Refusal::Busy { .. }), "{late:?}");
    assert_eq!(admission.list().len(), 1);
    // Being silent is no way to ask again and again.
    let (quiet, _) = &silent[0];
    admission.end(quiet, ended(PairingEnd::Expired), now);
    let later = now + BETWEEN + Duration::from_secs(200);
    admission.end(&shown_one, ended(PairingEnd::Left), now);
    for _ in 0..2 {
        let (again, _) = ask(&mut admission, quiet.device, later).unwrap();
        admission.end(&again, ended(PairingEnd::Expired), later);
    }
    let refused = ask(&mut admission, quiet.device, later).unwrap_err();
    assert!(matches!(refused, Refusal::Paused { .. }), "{refused:?}");
}

#[test]
fn someone_we_know_does_not_wait_for_strangers_between_prompts() {
    let mut admission = PairingAdmission::default();
    let (known, now) = (device(), Instant::now());
    let stranger = shown(&mut admission, device(), now).unwrap();
    admission.end(&stranger, ended(PairingEnd::Left), now);
    let admitted = admission.admit((device(), known, true), About::default(), now);
    let (pairing, _) = admitted.unwrap();
    show(&mut admission, pairing, now).unwrap();
}

#[test]
fn being_ignored_pauses_their_requests_and_not_ours() {
    let mut admission = PairingAdmission::default();
    let (stranger, now) = (device(), Instant::now());
    let pairing = shown(&mut admission, stranger, now).unwrap();
    admission.end(&pairing, ended(PairingEnd::Withdrawn), now);
    let refused = ask(&mut admission, stranger, now).unwrap_err();
    let retry_after = Duration::from_secs(60);
    assert_eq!(refused, Refusal::Paused { retry_after });
    assert_eq!(admission.pause(stranger, now), None, "we may ask them");
    assert!(ask(&mut admission, stranger, now + Duration::from_secs(61)).is_ok());
}

#[test]
fn a_lost_connection_is_nobodys_fault_at_first() {
    let mut admission = PairingAdmission::default();
    let (friend, mut now) = (device(), Instant::now());
    for _ in 0..2 {
        let pairing = shown(&mut admission, friend, now).unwrap();
        admission.end(&pairing, ended(PairingEnd::Lost), now);
        now += BETWEEN;
    }
    assert!(ask(&mut admission, friend, now).is_ok());
}

#[test]
fn three_codes_that_differ_pause_our_own_asking() {
    let mut admission = PairingAdmission::default();
    let (them, now) = (device(), Instant::now());
    for count in 1..=3 {
        assert_eq!(admission.pause(them, now), None, "before attempt {count}");
        let (pairing, _) = admission.begin_first(them, About::default()).unwrap();
        admission.end(&pairing, ended(PairingEnd::Differ), now);
    }
    assert_eq!(admission.pause(them, now), Some(Duration::from_secs(60)));
}

#[test]
fn when_both_ask_one_request_goes_on() {
    let (one, other) = (device(), device());
    let (low, high) = (one.min(other), one.max(other));
    let now = Instant::now();
    let mut at_low = PairingAdmission::default();
    let _ours = at_low.begin_first(high, About::default()).unwrap();
    let crossed = at_low.admit((low, high, false), About::default(), now);
    assert_eq!(crossed.err(), Some(Refusal::Crossed));
    let mut at_high = PairingAdmission::default();
    let (_ours, mut signals) = at_high.begin_first(low, About::default()).unwrap();
    let admitted = at_high.admit((high, low, false), About::default(), now);
    assert!(admitted.is_ok());
    assert!(matches!(signals.try_recv(), Ok(PairingSignal::Crossed)));
    // Ours may still be on its way out: theirs is one request, not one per stream.
    for _ in 0..3 {
        let refused = at_high.admit((high, low, false), About::default(), now);
        assert!(matches!(refused, Err(Refusal::Busy { .. })), "{refused:?}");
    }
}

#[test]
fn whoever_was_asked_first_does_not_ask_as_well() {
    let mut admission = PairingAdmission::default();
    let (other, now) = (device(), Instant::now());
    let (theirs, _signals) = ask(&mut admission, other, now).unwrap();
    assert!(admission.begin_first(other, About::default()).is_none());
    assert!(admission.begin_first(device(), About::default()).is_some());
    admission.end(&theirs, ended(PairingEnd::Left), now);
    assert!(admission.begin_first(other, About::default()).is_some());
    assert!(
        admission.begin_first(other, About::default()).is_none(),
        "nor twice"
    );
}
