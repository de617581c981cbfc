//! What developers and agents say all day, with nothing in it that looks like a secret.

use serde_json::{Value, json};

use super::records;
use crate::large::Dice;

const QUESTIONS: &[&str] = &[
    "The upload fails on staging since this morning.",
    "Can you find out why the nightly job stops after the third step?",
    "The login page answers 500 when the cart is empty.",
    "Please move the settings of the mailer into their own file.",
    "The deploy hangs at the health check, what is it waiting for?",
    "Our tests are slow since the last upgrade, can you look?",
    "I want the report to open in the browser instead of a download.",
    "The importer skips the last row of every sheet.",
    "Why does the build for Windows not find the linker?",
    "The queue grows although the workers are idle.",
];
const ANSWERS: &[&str] = &[
    "I found it: the handler returned before the transaction was closed. I moved the commit up and added a test.",
    "The pool was made anew for every request. It is now made once, when the service starts.",
    "The health check asked the wrong port. I changed the manifest and the check passes locally.",
    "Three places read the same setting; I made one function for it and removed the other two.",
    "The last row was lost because the loop stopped at `len - 1`. All 214 rows arrive now.",
    "The linker is only searched in the first folder of the path. Setting the target's linker explicitly helps.",
    "Everything is green: 312 tests pass, none are skipped. Shall I open the pull request?",
];
const THOUGHTS: &[&str] = &[
    "The error comes from the second call, so the first one must have changed the state.",
    "Before I change anything I should see how the other services are configured.",
    "This may be a race: the file is read while it is still being written.",
    "The person wants a small fix, not a rewrite. Let me look at the smallest place.",
];
const COMMANDS: &[(&str, &str)] = &[
    (
        "cargo test -p importer",
        "running 18 tests\n..................\ntest result: ok. 18 passed; 0 failed",
    ),
    (
        "git status --short",
        " M src/upload.rs\n M src/lib.rs\n?? notes.md",
    ),
    (
        "npm run build",
        "vite v7.1.0 building for production...\n✓ 214 modules transformed.\n✓ built in 3.1s",
    ),
    (
        "kubectl get pods -n shop",
        "NAME        READY   STATUS    AGE\nweb-0       1/1     Running   3d\nworker-0    1/1     Running   3d",
    ),
    ("ls src", "app.ts\ncart.ts\nindex.ts\nmailer.ts\nroutes"),
    (
        "df -h /",
        "Filesystem  Size  Used Avail Use% Mounted on\n/dev/vda1    97G   41G   57G  42% /",
    ),
    (
        "grep -rn retry src | head -4",
        "src/mailer.ts:12: retry(3)\nsrc/cart.ts:40: // no retry here",
    ),
    ("pytest -q", "........................\n24 passed in 1.82s"),
    (
        "docker compose ps",
        "NAME     SERVICE  STATUS\nshop-web web      running (healthy)\nshop-db  db       running",
    ),
    (
        "wc -l src/*.ts",
        "  120 src/app.ts\n   86 src/cart.ts\n  206 total",
    ),
];
const TITLES: &[&str] = &[
    "Fix the upload on staging",
    "Deploy hangs at the health check",
    "Move the mailer's settings",
    "Importer loses the last row",
    "Slow tests after the upgrade",
];

/// Picks something the person asks.
pub fn question(dice: &mut Dice) -> &'static str {
    dice.pick(QUESTIONS)
}

/// Picks something the agent answers.
pub fn answer(dice: &mut Dice) -> &'static str {
    dice.pick(ANSWERS)
}

/// Picks something the agent thinks.
pub fn thought(dice: &mut Dice) -> &'static str {
    dice.pick(THOUGHTS)
}

/// Picks something a command printed.
pub fn output(dice: &mut Dice) -> &'static str {
    dice.pick(COMMANDS).1
}

/// Picks what the session is about.
pub fn title(dice: &mut Dice) -> &'static str {
    dice.pick(TITLES)
}

/// Builds a few lines of an ordinary conversation.
pub fn turn(dice: &mut Dice) -> Vec<Value> {
    match dice.roll(5) {
        0 => vec![records::user(question(dice)), records::answer(answer(dice))],
        1 => vec![
            records::thought(thought(dice)),
            records::answer(answer(dice)),
        ],
        2 => vec![records::answer(answer(dice))],
        _ => {
            let (command, printed) = dice.pick(COMMANDS);
            let extra =
                json!({"stdout": printed, "stderr": "", "interrupted": false, "isImage": false});
            vec![
                records::call("Bash", &json!({"command": command})),
                records::result(&json!(printed), extra),
            ]
        }
    }
}
