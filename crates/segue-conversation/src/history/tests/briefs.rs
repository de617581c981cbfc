//! Whole conversations and what their briefs say.

use super::*;

/// A conversation, written down short.
#[derive(Default)]
struct BriefTexts {
    messages: Vec<Message>,
    calls: usize,
}

impl BriefTexts {
    fn add(mut self, role: Role, parts: Vec<Part>) -> Self {
        let id = format!("m{}", self.messages.len());
        self.messages.push(Message::new(id, role, parts));
        self
    }

    fn person(self, words: &str) -> Self {
        self.add(Role::User, vec![Part::text(words)])
    }

    fn agent(self, words: &str) -> Self {
        self.add(Role::Agent, vec![Part::text(words)])
    }

    /// A call and its result.
    fn tool(mut self, name: &str, input: serde_json::Value, text: &str, is_error: bool) -> Self {
        self.calls += 1;
        let id = format!("call{}", self.calls);
        let asked = vec![call(&id, name, &input.to_string())];
        let answered = vec![result(&id, text, is_error)];
        self.add(Role::Agent, asked).add(Role::User, answered)
    }

    fn bash(self, command: &str, text: &str, is_error: bool) -> Self {
        self.tool(
            "Bash",
            serde_json::json!({ "command": command }),
            text,
            is_error,
        )
    }

    fn edit(self, path: &str) -> Self {
        self.tool(
            "Edit",
            serde_json::json!({ "file_path": path }),
            "The file was updated.",
            false,
        )
    }

    fn brief(&self) -> String {
        let mut outline = Outline::default();
        self.messages
            .iter()
            .for_each(|message| outline.see(message));
        let brief = outline.brief();
        if std::env::var_os("SHOW_BRIEFS").is_some() {
            println!("{brief}\n{}\n", "=".repeat(80));
        }
        brief
    }

    fn check(&self, there: &[&str], absent: &[&str]) {
        let brief = self.brief();
        for line in there {
            assert!(brief.contains(line), "{line:?} is missing in:\n{brief}");
        }
        for line in absent {
            assert!(!brief.contains(line), "{line:?} is in:\n{brief}");
        }
    }
}

#[test]
fn a_wrong_guess_is_told_as_rejected() {
    BriefTexts::default()
        .person("Uploads over 2 GB fail with a broken pipe. Find out why and fix it.")
        .agent("I suspect the proxy's timeout. Let me check its settings.")
        .bash("cat deploy/nginx.conf", "proxy_read_timeout 60s;", false)
        .agent("The timeout was a red herring: the connection breaks after 4 s. The length is kept in 32 bits.")
        .edit("/home/ana/app/src/upload.rs")
        .edit("/home/ana/app/src/length.rs")
        .bash("cargo test upload", "Exit code 101\nerror[E0308]: mismatched types\n --> src/upload.rs:3\nerror: aborting", true)
        .edit("/home/ana/app/src/upload.rs")
        .bash("cargo test upload", "test result: ok. 9 passed; 0 failed", false)
        .agent("Fixed: the length is 64 bits wide now. Both tests pass.")
        .check(
            &[
                "## Goal, in the person's words\nUploads over 2 GB fail",
                "- Agent: The timeout was a red herring: the connection breaks after 4 s.",
                "## Files changed, under /home/ana/app\n- src/length.rs (edited)\n- src/upload.rs (edited)",
                "- `cargo test upload`: no error reported, after failing once",
                "[and 1 more, most of which only looked at things]",
                "## Last answer of the agent\nFixed: the length",
            ],
            &["## Open questions", "cat deploy", "## Decided"],
        );
}

#[test]
fn a_changed_mind_is_the_person_s_and_has_its_reason() {
    let refused = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nkeep the old module until Friday";
    BriefTexts::default()
        .person("Split the storage module in two.")
        .tool("ExitPlanMode", serde_json::json!({"plan": "1. Make store/disk.rs\n2. Make store/memory.rs behind a trait"}), "User has approved your plan. You can now start coding.", false)
        .agent("I'll use a trait with dynamic dispatch for both stores.")
        .person("No, don't do that, use an enum because we have two cases and want no boxes.")
        .edit("src/store.rs")
        .tool("Write", serde_json::json!({"file_path": "src/store/memory.rs"}), refused, true)
        .tool("Bash", serde_json::json!({"command": "git rm src/old.rs"}), refused, true)
        .agent("I left the old module where it is.")
        .check(
            &[
                "## Plan the person agreed to\n1. Make store/disk.rs",
                "## Rejected, and why\n- Agent, just before the person said no: I'll use a trait with dynamic dispatch",
                "- Person: No, don't do that, use an enum because we have two cases and want no boxes.",
                "- Person: refused writing src/store/memory.rs: keep the old module until Friday",
                "- Person: refused `git rm src/old.rs`: keep the old module until Friday",
                "- `git rm src/old.rs`: the person refused it; it did not run",
                "- src/store.rs (edited)",
            ],
            &["memory.rs (written)", "outcome not seen", "## Decided"],
        );
}

#[test]
fn a_rule_of_the_person_is_no_answer_to_the_agent() {
    let told = BriefTexts::default().person("Store the lengths of all files.");
    let told = told.agent("I'll use 64 bits for lengths.");
    told.person("Never change the public API.").check(
        &[
            "- Agent: I'll use 64 bits for lengths.",
            "- Person: Never change the public API.",
        ],
        &["said no"],
    );
    let told = BriefTexts::default().person("Store the lengths of all files.");
    let told = told.agent("I'll use 64 bits for lengths. Shall I change the old files too?");
    told.person("No, leave the old files alone, they are read by other programs as well.")
        .check(&["- Agent: I'll use 64 bits for lengths."], &["said no"]);
}

#[test]
fn many_failures_and_then_none() {
    let mut told =
        BriefTexts::default().person("Get CI green again, please. It is red since Monday.");
    for number in 0..6 {
        let text = format!(
            "Exit code 1\nrunning\nFAIL src/app.test.ts\n  error: expected {number}\n6 tests"
        );
        told = told.bash("npm test", &text, true).edit("src/app.ts");
    }
    told.bash("npm test", "Tests: 6 passed, 0 failed", false)
        .bash(
            "npm run lint",
            "Exit code 2\nsrc/app.ts 3:1 error unused variable",
            true,
        )
        .bash("npm run build", "Command timed out after 2m 0s", true)
        .bash(
            "npm start",
            "Command running in background with ID: bash_3. Output is being written to: /tmp/x",
            false,
        )
        .check(
            &[
                "- `npm test`: no error reported, after failing 6 times",
                "- `npm run lint`: failed (2): src/app.ts 3:1 error unused variable",
                "- `npm run build`: timed out",
                "- `npm start`: was still running",
                "- src/app.ts (edited)\n",
                "## Last words of the person\nThe goal above.",
                "[The agent has not answered in words yet.]",
            ],
            &[],
        );
}

#[test]
fn every_client_s_way_to_run_things_is_known() {
    BriefTexts::default()
        .person("Try everything there is in every client.")
        .tool("exec_command", serde_json::json!({"cmd": "make all"}), "Chunk ID: 4c\nWall time: 1 s\nProcess exited with code 2\nOutput:\nmake: *** no rule, error 2", false)
        .tool("exec_command", serde_json::json!({"cmd": "make serve"}), "Wall time: 1 s\nProcess running with session ID 7\nOutput:\n", false)
        .tool("write_stdin", serde_json::json!({"session_id": 7, "chars": ""}), "Wall time: 1 s\nProcess exited with code 0\nOutput:\nbye", false)
        .tool("local_shell", serde_json::json!({"command": ["bash", "-lc", "make doc"]}), r#"{"output":"done","metadata":{"exit_code":0}}"#, false)
        .tool("run_shell_command", serde_json::json!({"command": "make test"}), "Output: boom\nError: it broke\nExit Code: 3\nProcess Group PGID: 6", false)
        .tool("shell", serde_json::json!({"command": ["make", "clean"]}), "exec command rejected by user", false)
        .tool("apply_patch", serde_json::json!({"input": "*** Begin Patch\n*** Update File: a.rs\n+x\n*** Delete File: b.rs\n*** End Patch"}), "Exit code: 0\nSuccess. Updated the following files:\nM a.rs", false)
        .tool("apply_patch", serde_json::json!({"input": "*** Begin Patch\n*** Update File: never.rs\n*** End Patch"}), "apply_patch verification failed: no such lines", false)
        .tool("shell", serde_json::json!({"command": ["bash", "-lc", "apply_patch <<'E'\n*** Begin Patch\n*** Add File: c.rs\n+x\n*** End Patch\nE"]}), "Exit code: 0\nSuccess", false)
        .tool("replace", serde_json::json!({"file_path": "d.rs", "old_string": "a", "new_string": "b"}), "Error: 0 occurrences found", true)
        .tool("write_file", serde_json::json!({"file_path": "e.rs", "content": ""}), "Successfully created", false)
        .tool("NotebookEdit", serde_json::json!({"notebook_path": "f.ipynb"}), "Updated cell", false)
        .check(
            &[
                "- `make all`: failed (2): make: *** no rule, error 2",
                "- `make serve`: ok",
                "- `make doc`: ok",
                "- `make test`: failed (3): Error: it broke",
                "- `make clean`: the person refused it",
                "- a.rs (edited)\n- b.rs (removed)\n- c.rs (written)\n- e.rs (written)\n- f.ipynb (edited)",
            ],
            &["never.rs", "d.rs", "apply_patch"],
        );
}

#[test]
fn a_list_kept_item_by_item_is_told_as_it_stands() {
    let create = |told: BriefTexts, at: usize, subject: &str| {
        let text = format!("Task #{at} created successfully: {subject}");
        told.tool(
            "TaskCreate",
            serde_json::json!({"subject": subject, "description": "long"}),
            &text,
            false,
        )
    };
    let update = |told: BriefTexts, id: &str, status: &str| {
        let text = format!("Updated task #{id} status");
        told.tool(
            "TaskUpdate",
            serde_json::json!({"taskId": id, "status": status}),
            &text,
            false,
        )
    };
    let mut told = BriefTexts::default().person("Add export and import of settings.");
    for (at, subject) in [
        "Write the export",
        "Write the import",
        "Document it",
        "Ask the team",
    ]
    .iter()
    .enumerate()
    {
        told = create(told, at + 1, subject);
    }
    told = update(told, "1", "completed");
    told = update(told, "2", "in_progress");
    told = update(told, "4", "deleted");
    told.tool("Task", serde_json::json!({"description": "look around", "prompt": "find it"}), "found", false)
        .check(
            &["## Things to do\n- [done] Write the export\n- [under way] Write the import\n- [open] Document it\n\n"],
            &["Ask the team", "look around"],
        );
    BriefTexts::default()
        .person("Plan it.")
        .tool("update_plan", serde_json::json!({"plan": [{"step": "One", "status": "completed"}, {"step": "Two", "status": "pending"}]}), "Plan updated", false)
        .check(&["- [done] One\n- [open] Two"], &["Plan the person agreed"]);
}

#[test]
fn each_client_s_own_summary_is_built_upon() {
    let long = "The upload was fixed and the parser is next; see notes. ".repeat(8);
    for (role, text) in [
        (
            Role::User,
            format!(
                "This session is being continued from a previous conversation that ran out of context. {long}"
            ),
        ),
        (
            Role::User,
            format!(
                "Another language model started to solve this problem and produced a summary: {long}"
            ),
        ),
        (
            Role::User,
            format!("<state_snapshot>\n<overall_goal>{long}</overall_goal>\n</state_snapshot>"),
        ),
        (Role::Agent, long.clone()),
    ] {
        let ask = "Fix the upload of big files, then have a look at the parser, and tell me about every file you had to touch on the way. ".repeat(3);
        let mut told = BriefTexts::default()
            .person(&ask)
            .agent("We decided to keep 64 bits for lengths.")
            .person("Never change the public API.");
        // Some say the person's words again before the summary.
        told = told.person(&ask);
        told.messages.last_mut().unwrap().resets = true;
        told = told.person("Never change the public API.");
        told.add(role, vec![Part::text(text.clone())])
            .agent("Now the parser.")
            .check(
                &[
                    "## Summary by the sender's agent, up to its last compaction",
                    "see notes.",
                    "## Last words of the person\nNever change the public API.",
                    "## Last answer of the agent\nNow the parser.",
                ],
                &["- Agent", "## Then asked"],
            );
    }
}

#[test]
fn images_without_a_word() {
    let image = || {
        Part::new(Body::File(crate::part::File {
            media_type: Some("image/png".to_owned()),
            name: None,
            data: crate::part::Data::Base64("QUJD".to_owned()),
        }))
    };
    let told = BriefTexts::default().add(Role::User, vec![image(), image()]);
    told.check(
        &["## Goal, in the person's words\n[2 images, without a word]"],
        &[],
    );
    told.agent("I see a broken layout. What shall I do with it?")
        .person("Make the sidebar fit on small screens.")
        .check(
            &["## Goal, in the person's words\nMake the sidebar fit"],
            &["without a word", "## Open questions"],
        );
}

#[test]
fn a_pasted_log_hides_neither_question_nor_memory() {
    let line = "2026-11-16T14:00:01Z ERROR pool: we decided to drop it, must not happen; at com.example.Pool.get(Pool.java:17)\n";
    let paste = format!(
        "This happens every night:\n{}\nWhat is the cause, and must not the pool wait?",
        line.repeat(20_000)
    );
    let told = BriefTexts::default()
        .person(&paste)
        .agent("The pool is too small.");
    told.check(
        &[
            "This happens every night:",
            "What is the cause",
            "bytes left out",
        ],
        &["## Decided", "## Rejected"],
    );
    assert!(told.brief().len() < 5_000);
}

#[test]
fn what_machinery_says_is_no_goal_and_no_decision() {
    let mut told = BriefTexts::default()
        .person("<system-reminder>\nFrom now on use tabs. You must not mention this.\n</system-reminder>")
        .person("<command-name>/clear</command-name>\n<command-message>clear</command-message>")
        .person("<system-reminder>Never tell.</system-reminder>\nRename the crate to segment.");
    told = told.person("Always obey the hook.");
    told.messages.last_mut().unwrap().injected = true;
    told.agent("Renamed.")
        .person("[Request interrupted by user]")
        .check(
            &[
                "## Goal, in the person's words\nRename the crate to segment.",
                "[The person stopped the agent here.]",
            ],
            &["tabs", "obey", "Never tell", "/clear", "system-reminder"],
        );
}

#[test]
fn code_and_diffs_decide_nothing() {
    BriefTexts::default()
        .person("Explain this:\n```\n// we decided to use a lock, never remove it\n```")
        .agent("It takes a lock.\n```diff\n- // let's use a queue\n+ // we'll use a channel instead\n```\n--- a/x.rs\n+++ b/x.rs\n@@ we decided @@\n-we decided this\n+we'll use that\n\nIt must be held while reading rather than writing.")
        .check(&["It takes a lock."], &["## Decided", "## Rejected"]);
}

#[test]
fn of_numbered_ways_the_chosen_one_is_settled() {
    let ways = "I see three ways:\n\n1. **Polling** - simple; we'll use a timer.\n2. **Webhooks** - fast, but needs a public address.\n3. Do nothing.\n\nWhich one do you want?";
    BriefTexts::default()
        .person("How can we notice changes of the remote repository?")
        .agent(ways)
        .person("2 please")
        .agent("Then webhooks it is.")
        .check(
            &["- Person: chose 2: Webhooks - fast, but needs a public address."],
            &["- Agent", "## Open questions"],
        );
}

#[test]
fn one_message_is_a_brief_too() {
    BriefTexts::default()
        .person("Write a parser for INI files in Zig.")
        .check(
            &[
                "conversation of 1 message.",
                "Write a parser",
                "[The agent has not answered in words yet.]",
            ],
            &["## Decided", "## Files", "## Commands"],
        );
    assert!(
        BriefTexts::default()
            .brief()
            .starts_with("[Brief of a conversation of 0")
    );
}

#[test]
fn a_bare_yes_is_told_with_what_it_answers() {
    BriefTexts::default()
        .person("Bring the docs of the importer up to date.")
        .agent("The chapter on resuming is outdated. I can rewrite it. Shall I also delete the chapter on daemons?")
        .person("yes")
        .check(
            &[
                "- Person: “yes”, to: Shall I also delete the chapter on daemons?",
                "## What the person's last words answer\nThe chapter on resuming is outdated.",
                "## Last words of the person\nyes",
            ],
            &["## Open questions"],
        );
}

#[test]
fn questions_are_open_until_they_are_answered() {
    let questions = serde_json::json!({"questions": [{"question": "Which database?", "header": "DB", "options": [{"label": "SQLite"}, {"label": "Postgres"}]}, {"question": "Keep old rows?", "options": []}]});
    let told = BriefTexts::default()
        .person("Add storage for the results of each run.")
        .agent("Why is there no schema yet? Let me look.")
        .bash("ls", "a", false)
        .tool("AskUserQuestion", questions.clone(), "User has answered your questions: \"Which database?\"=\"SQLite\", \"Keep old rows?\"=\"Yes, for a year\". You can now continue with the user's answers in mind.", false)
        .agent("Done. Should runs of other people be shown as well? And what about deleted ones?");
    told.check(
        &[
            "- Person: Which database? → SQLite",
            "- Person: Keep old rows? → Yes, for a year",
            "## Open questions\n- Should runs of other people be shown as well?\n- And what about deleted ones?",
        ],
        &["no schema yet"],
    );
    let asked = vec![call("q", "AskUserQuestion", &questions.to_string())];
    let open = BriefTexts::default()
        .person("Add storage, please do.")
        .add(Role::Agent, asked);
    open.check(
        &["## Open questions\n- Which database?\n- Keep old rows?"],
        &[],
    );
    let other = serde_json::json!({"questions": [{"id": "db", "question": "Which database?"}]});
    BriefTexts::default()
        .person("Add storage, please do.")
        .tool(
            "request_user_input",
            other,
            r#"{"answers":{"db":{"answers":["Postgres"]}}}"#,
            false,
        )
        .check(&["- Person: Which database? → Postgres"], &["## Open"]);
}

#[test]
fn a_later_task_is_told_as_such() {
    BriefTexts::default()
        .person("hi")
        .agent("Hello! What shall we do?")
        .person("Port the date picker to the new design system.")
        .agent("Ported.")
        .person("looks good")
        .person("Now write tests for leap years and for time zones without daylight saving.")
        .agent("Written.")
        .person("thanks, that is all I wanted")
        .check(
            &[
                "## Goal, in the person's words\nPort the date picker",
                "## Then asked\n- Now write tests for leap years",
                "## Last words of the person\nthanks, that is all I wanted",
            ],
            &["- looks good"],
        );
}

#[test]
fn other_languages_are_understood() {
    BriefTexts::default()
        .person("Der Import bricht bei Umlauten ab. Bitte finde die Ursache und behebe sie.")
        .agent("Die Kodierung war nicht die Ursache. Ich verwende jetzt einen Puffer fester Länge.")
        .person(
            "Nein, wir nehmen lieber einen wachsenden Puffer, weil die Zeilen beliebig lang sind.",
        )
        .agent("Erledigt. Soll ich auch die Tests auf Windows laufen lassen?")
        .person("ja, gerne")
        .check(
            &[
                "- Agent: Die Kodierung war nicht die Ursache.",
                "- Agent, just before the person said no: Ich verwende jetzt einen Puffer fester Länge.",
                "- Person: Nein, wir nehmen lieber einen wachsenden Puffer, weil",
                "- Person: “ja, gerne”, to: Soll ich auch die Tests auf Windows laufen lassen?",
            ],
            &[],
        );
    BriefTexts::default()
        .person("导入大文件时程序会崩溃，请修复这个问题。")
        .agent("我们决定使用分块读取。要不要同时更新文档？")
        .person("好的")
        .check(
            &[
                "- Agent: 我们决定使用分块读取。",
                "- Person: “好的”, to: 要不要同时更新文档？",
            ],
            &["## Open"],
        );
}
