//! Texts made to be slow: one pattern on one line, again and again. Twice the text may take about
//! twice the time, never four times.
//!
//! `hostile <kilobytes>`; 500 if not said.

use std::time::Instant;

use segue_redact::Finder;

/// Whatever makes a rule look around.
const PATTERNS: &[&str] = &[
    "A",
    "a.",
    "token=",
    "token ",
    "password: ",
    "password is the ",
    "use x as the password ",
    "key=\"",
    "secret\\\"",
    ":5432:",
    "a:5432:b:c:d",
    "echo | sudo -S",
    "| chpasswd ",
    "-----BEGIN ",
    "-----BEGIN RSA PRIVATE KEY-----",
    "-----END RSA PRIVATE KEY-----",
    "PuTTY-User-Key-File-2: ",
    "…",
    "[redacted:",
    "[redacted:a-b] DB_PASSWORD=x7Kq2mPz9\n",
    "%41",
    "\\u0041",
    "\\\\",
    "&#65;",
    "\u{1b}[0m",
    "://a:b",
    "://a:b@",
    "x@tcp(",
    "jdbc:oracle:thin:a/",
    "sqlplus a/b",
    "login ",
    "log in with ",
    "machine a login b password ",
    "Q~",
    ":AA",
    "\"kty\"",
    "kind: Secret data: ",
    "eyJ",
    "eyJhbGciOiJIUzI1NiJ9.",
    "identified by '",
    "cookie: a=",
    "authorization: ",
    "mysql -p",
    "curl -u a:",
    ".login(\"a\", ",
    "auth=(",
    "ghp_",
    "sk-",
    "AKIA",
    "QUtJQQ",
    "dG9rZW46IA",
    "-us1",
    "<password>",
    "name=\"token\" ",
    "SharedAccessSignature=",
    "https://hooks.slack.com/services/",
    "{\"a\":\"",
];

fn seconds(finder: &Finder, text: &str) -> f64 {
    let start = Instant::now();
    std::hint::black_box(finder.find(text));
    start.elapsed().as_secs_f64()
}

fn main() {
    let kilobytes = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let size = kilobytes.unwrap_or(500) << 10;
    let finder = Finder::default();
    let (mut slow, mut slowest) = (0, (f64::MAX, ""));
    for pattern in PATTERNS {
        let text = pattern.repeat(2 * size / pattern.len());
        let half = text
            .get(..text.floor_char_boundary(size))
            .unwrap_or_default();
        let (one, two) = (seconds(&finder, half), seconds(&finder, &text));
        let rate = text.len() as f64 / 1e6 / two;
        let grows = two / one.max(1e-4);
        if grows > 3.0 && two > 0.1 {
            slow += 1;
            println!("  {pattern:?}: twice the text takes {grows:.1} times as long");
        }
        if rate < slowest.0 {
            slowest = (rate, *pattern);
        }
    }
    let (rate, pattern) = slowest;
    println!(
        "{} patterns; the slowest, {pattern:?}, at {rate:.2} MB/s",
        PATTERNS.len()
    );
    let met = if slow == 0 { "met" } else { "NOT MET" };
    println!("  twice the text takes about twice the time: {met}");
}
