//! Links and arguments that are meant, that are wrong, and that are made to do harm.

use super::*;

const TICKET: &str = "abcdefghijklmnopqrstuvwxyz234567abcdef";

fn show(target: OpenTarget) -> Opening {
    Opening::Target(target)
}

#[test]
fn what_is_meant_is_shown() {
    let id = "0b9f8a52-51a0-4a52-9a11-000000000001";
    let handoff = show(OpenTarget::Handoff { id: id.to_owned() });
    assert_eq!(link(&format!("segue://handoff/{id}")), handoff);
    assert_eq!(link(&format!("SEGUE://Handoff/{id}/")), handoff);
    let join = show(OpenTarget::Join {
        ticket: TicketText(format!("segue:invite/{TICKET}")),
    });
    for text in [
        format!("segue:invite/{TICKET}"),
        format!("segue://invite/{TICKET}"),
        format!("segue://INVITE/{}/", TICKET.to_ascii_uppercase()),
    ] {
        assert_eq!(link(&text), join, "{text}");
    }
    #[cfg(unix)]
    for (text, path) in [
        (
            "segue://open?file=%2Fhome%2Fsam%2Fa%20b.a2a.json",
            "/home/sam/a b.a2a.json",
        ),
        ("segue://open/?file=/home/sam/x.json", "/home/sam/x.json"),
        ("file:///home/sam/%C3%A9.a2a.json", "/home/sam/é.a2a.json"),
        (
            "file://localhost/home/sam/x.A2A.JSON",
            "/home/sam/x.A2A.JSON",
        ),
        ("file:/home/sam/x.json", "/home/sam/x.json"),
    ] {
        assert_eq!(link(text), Opening::File(path.into()), "{text}");
    }
}

#[test]
fn everything_else_is_refused_with_its_reason() {
    use OpenRefused::{FileLink, HandoffLink, InviteLink, NoFile, OtherFile, UnknownLink};
    let long = format!("segue://handoff/{}", "a".repeat(LONGEST));
    let table = [
        ("segue:", UnknownLink),
        ("segue://", UnknownLink),
        ("segue://import/x", UnknownLink),
        ("segue://handoff.example.org/x", UnknownLink),
        ("segue://user@handoff/abcd", UnknownLink),
        ("segue://run?command=id", UnknownLink),
        ("https://example.org/", UnknownLink),
        ("javascript:alert(1)", UnknownLink),
        ("seguex://handoff/abcd", UnknownLink),
        ("segue://handoff/ab cd", UnknownLink),
        ("segue://handoff/ab\u{7}cd", UnknownLink),
        (long.as_str(), UnknownLink),
        ("", UnknownLink),
        ("segue://handoff", HandoffLink),
        ("segue://handoff/", HandoffLink),
        ("segue://handoff/abc", HandoffLink),
        ("segue://handoff/../../etc", HandoffLink),
        ("segue://handoff/abcd/import", HandoffLink),
        ("segue://handoff/abcd?import=1", HandoffLink),
        ("segue://handoff/abcd%2Fe", HandoffLink),
        ("segue://handoff/аbcd", HandoffLink),
        ("segue:invite/", InviteLink),
        ("segue:invite/abc", InviteLink),
        (
            "segue:invite/abcdefghijklmnopqrstuvwxyz234567abcdef?then=accept",
            InviteLink,
        ),
        (
            "segue:invite/abcdefghijklmnopqrstuvwxyz018901abcdef",
            InviteLink,
        ),
        ("segue://open", FileLink),
        ("segue://open?file=", FileLink),
        ("segue://open?file=x.json", FileLink),
        ("segue://open?file=..%2F..%2Fx.json", FileLink),
        ("segue://open?file=/a.json&import=1", FileLink),
        ("segue://open?file=/a.json#b", FileLink),
        ("segue://open?file=/a%00.json", FileLink),
        ("segue://open?file=/a%0a.json", FileLink),
        ("segue://open?file=/%ff%fe.json", FileLink),
        ("segue://open?path=/a.json", FileLink),
        ("segue://open?file=file:///a.json", FileLink),
        ("segue://open?file=https://example.org/a.json", FileLink),
        ("file://evil.example.org/share/a.json", FileLink),
        ("file:", FileLink),
        #[cfg(unix)]
        ("segue://open?file=/etc/passwd", OtherFile),
        #[cfg(unix)]
        ("file:///etc/shadow", OtherFile),
        #[cfg(unix)]
        ("segue://open?file=%2F%2Fserver%2Fshare%2Fa.json", NoFile),
    ];
    for (text, why) in table {
        assert_eq!(link(text), refused(why), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn an_argument_is_a_link_or_a_file_from_here_on() {
    let here = Path::new("/home/sam");
    let read = |text: &str| argument(OsStr::new(text), here);
    assert_eq!(
        read("x.a2a.json"),
        Opening::File("/home/sam/x.a2a.json".into())
    );
    assert_eq!(read("/tmp/x.json"), Opening::File("/tmp/x.json".into()));
    assert_eq!(
        read("segue.json"),
        Opening::File("/home/sam/segue.json".into())
    );
    assert_eq!(read("notes.txt"), refused(OpenRefused::OtherFile));
    assert_eq!(
        read("https://example.org/x.json"),
        refused(OpenRefused::UnknownLink)
    );
    assert!(matches!(
        read("segue://handoff/abcd"),
        Opening::Target(OpenTarget::Handoff { .. })
    ));
    use std::os::unix::ffi::OsStrExt;
    let odd = argument(OsStr::from_bytes(b"/tmp/\xff.json"), here);
    assert_eq!(odd, refused(OpenRefused::NoFile));
}

/// Pieces put together in every order a small generator comes up with: nothing may panic, and
/// whatever comes out is one of the few things there are.
#[test]
fn no_mixture_leads_anywhere_else() {
    const PIECES: [&str; 26] = [
        "segue:",
        "SEGUE:",
        "file:",
        "//",
        "/",
        "?",
        "file=",
        "open",
        "handoff",
        "invite",
        "%2F",
        "%00",
        "%",
        "..",
        "é",
        "\u{202e}",
        "abcd",
        ".json",
        ".a2a.json",
        "&",
        "#",
        "@",
        "localhost",
        " ",
        "\\\\",
        TICKET,
    ];
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below as u64).unwrap()
    };
    for _ in 0..200_000 {
        let text: String = (0..next(9)).map(|_| PIECES[next(PIECES.len())]).collect();
        for opening in [
            link(&text),
            argument(OsStr::new(&text), Path::new("/home/sam")),
        ] {
            match opening {
                Opening::File(path) => {
                    assert!(path.is_absolute() && !is_remote(&path), "{text}");
                    assert!(
                        path.to_str()
                            .unwrap()
                            .to_ascii_lowercase()
                            .ends_with(".json"),
                        "{text}"
                    );
                }
                Opening::Target(OpenTarget::Handoff { id }) => {
                    assert!(
                        id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'),
                        "{text}"
                    );
                }
                Opening::Target(OpenTarget::Join { ticket }) => {
                    assert!(ticket.0.starts_with("segue:invite/"), "{text}");
                }
                Opening::Target(OpenTarget::Inbox) => panic!("{text}"),
                Opening::Target(OpenTarget::Refused { .. }) => {}
            }
        }
    }
}
