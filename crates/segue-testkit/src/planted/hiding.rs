//! Puts a secret, or what only looks like one, into a record in a given form.
//!
//! ```text
//! sample (marked) ── dress ── encode ── records::Turn: lines before, the line, lines after
//! ```

use serde_json::json;

use super::encode::{
    base64_file, base64_token, coloured, coloured_inside, crlf, diff, nested, nested_escaped,
    numbered, patch, settings, url, wrapped_key,
};
use super::forms::Form;
use super::images;
use super::kinds::{Sample, Stands};
use super::mark::base64;
use super::records::{self, Turn};
use super::saying::{cjk, punctuation, say};
use super::talk;
use crate::large::Dice;

/// Builds the record, and those around it that make sense of it.
pub fn place(dice: &mut Dice, form: Form, sample: &Sample) -> Turn {
    let (written, file) = (sample.written(dice), sample.file());
    match form {
        Form::Said => {
            let lead = talk::question(dice);
            Turn::alone(records::user(say(dice, lead, sample, &written)))
        }
        Form::Answer => {
            let lead = talk::answer(dice);
            Turn::alone(records::answer(&say(dice, lead, sample, &written)))
        }
        Form::Reasoning => {
            let lead = talk::thought(dice);
            let text = say(dice, lead, sample, &written);
            Turn::alone(records::thought(&format!("{text} I should keep going.")))
        }
        Form::ToolCommand => {
            let command = match sample.stands {
                Stands::Command => written,
                Stands::Alone | Stands::Named => {
                    format!("{}={} ./scripts/deploy.sh --yes", sample.at, sample.text)
                }
                Stands::Lines => format!("cat > {file} <<'EOF'\n{written}\nEOF"),
            };
            Turn::call(
                "Bash",
                &json!({"command": command, "description": "Run it"}),
                talk::output(dice),
            )
        }
        Form::ToolWrite => {
            let path = format!(
                "/home/dev/app/{}",
                file.trim_start_matches("~/").trim_start_matches('/')
            );
            Turn::call(
                "Write",
                &json!({"file_path": path, "content": written}),
                "File created successfully",
            )
        }
        Form::Output => output(dice, file, &written),
        Form::Environment => {
            let text = format!(
                "HOME=/home/dev\nLANG=en_US.UTF-8\n{}={}\nSHELL=/bin/bash\nTERM=xterm-256color",
                sample.at, sample.text
            );
            shell("env | sort", &text)
        }
        Form::Numbered => {
            let shown = numbered(dice, &written);
            let extra = json!({"type": "text", "file": {"filePath": file, "content": written, "startLine": 1}});
            Turn::result("Read", &json!({"file_path": file}), &shown, extra)
        }
        Form::GitDiff => shell("git diff HEAD~1", &diff(dice, file, &written)),
        Form::Log => {
            let (second, worker) = (dice.roll(60), dice.roll(9));
            let line = |word: &str, rest: &str| {
                format!("2026-11-01T10:12:{second:02}.417Z {word} [worker-{worker}] {rest}")
            };
            let (first, last) = (
                line("INFO", "started, 4 threads"),
                line("WARN", "will try again in 5 s"),
            );
            shell(
                "tail -n 3 log/production.log",
                &format!(
                    "{first}\n{}\n{last}",
                    line("ERROR", &format!("refused: {}", written.trim()))
                ),
            )
        }
        Form::Trace => shell(
            "python -m app.sync",
            &format!(
                "Traceback (most recent call last):\n  File \"/srv/app/sync.py\", line 88, in run\n    {}\nConnectionError: refused by the server",
                written.trim()
            ),
        ),
        Form::Path => shell(
            "ls -t cache | head -3",
            &format!(
                "cache/2026-11-01/{}/state.json\ncache/2026-11-01/index.json",
                sample.text
            ),
        ),
        Form::Nested => shell(
            "curl -s localhost:8080/debug/config",
            &nested(dice, &written),
        ),
        Form::NestedEscaped => shell(
            "curl -s localhost:8080/export.php",
            &nested_escaped(&written),
        ),
        Form::Base64File => {
            let whole = if file == ".env" {
                settings(&written)
            } else {
                written + "\n"
            };
            shell("base64 /run/config", &base64_file(dice, &whole))
        }
        Form::Base64Token => {
            let letters = base64_token(&sample.text);
            shell(
                "kubectl get secret app -o yaml | grep token",
                &format!("  token: {letters}"),
            )
        }
        Form::UrlEncoded => shell(
            "tail -1 access.log",
            &format!("GET /debug?ok=1&body={} 302", url(written.trim())),
        ),
        Form::NativeExtra => {
            let extra =
                json!({"stdout": written, "stderr": "", "interrupted": false, "isImage": false});
            Turn::result(
                "Bash",
                &json!({"command": "make status"}),
                "[the output is shown to the person only]",
                extra,
            )
        }
        Form::PngText => {
            let data = base64(&images::png(written.trim()));
            Turn::alone(records::picture("Here is what I see:", "image/png", &data))
        }
        Form::JpegComment => {
            let data = base64(&images::jpeg(dice, written.trim()));
            Turn::alone(records::picture(
                "A photo of the screen:",
                "image/jpeg",
                &data,
            ))
        }
        Form::AttachedDiff => attached(dice, file, &written),
        Form::Ansi => shell("make print-config", &coloured(dice, &written)),
        Form::AnsiInside => shell(
            "grep -rn --color=always token config/",
            &format!("config/app:12:{}", coloured_inside(&written)),
        ),
        Form::WrappedKey => {
            let text = wrapped_key(dice, &written);
            output(dice, "notes.txt", &text)
        }
        Form::Crlf => shell(
            "type settings.ini",
            &crlf(&format!("; settings\n{written}\n; end\n")),
        ),
        Form::Fence => {
            let (lead, language) = (talk::question(dice), dice.pick(&["", "sh", "text"]));
            Turn::alone(records::user(format!(
                "{lead}\n\n```{language}\n{written}\n```\n\nWhat is wrong?"
            )))
        }
        Form::Cjk => Turn::alone(records::user(cjk(dice, sample, &written))),
        Form::Punctuation => Turn::alone(records::user(punctuation(dice, &sample.text))),
    }
}

fn output(dice: &mut Dice, file: &str, text: &str) -> Turn {
    let command = format!("{} {file}", dice.pick(&["cat", "head -50", "sudo cat"]));
    shell(&command, text)
}

/// Builds a turn with what a command printed, which the agent keeps twice.
fn shell(command: &str, text: &str) -> Turn {
    let extra = json!({"stdout": text, "stderr": "", "interrupted": false, "isImage": false});
    Turn::result("Bash", &json!({"command": command}), text, extra)
}

fn attached(dice: &mut Dice, file: &str, written: &str) -> Turn {
    if dice.roll(2) == 0 {
        let text = diff(dice, file, written);
        return Turn::alone(records::document(
            "Please review this change.",
            "change.diff",
            &text,
        ));
    }
    let extra = json!({"filePath": file, "structuredPatch": patch(written), "userModified": false});
    Turn::result(
        "Edit",
        &json!({"file_path": file, "replace_all": false}),
        "The file has been updated.",
        extra,
    )
}
