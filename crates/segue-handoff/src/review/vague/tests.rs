//! Tables of what says something and what does not.

use super::{summary, task, words};

const GOOD_SUMMARIES: &[&str] = &[
    "Complete preprocessing pipeline with validation and normalization",
    "Completed framework comparison, blocked on pricing verification",
    "Job submission failed - no available resources",
    "Generated auth module with JWT support, 95% test coverage, all tests passing",
    "Generated auth module with JWT support",
    "Fixed the race in the session store",
    "Fixed #12",
    "Fixed 3 bugs",
    "Updated src/main.rs",
    "Removed the code",
    "Made the parser faster",
    "All tests pass",
    "Updated tests",
    "Login works",
    "Done with the migration to Postgres",
    "The cache is invalidated on logout now",
    "Refactored `Reader` into two files",
    "Fix in config.yaml",
    "Moved retries into the client",
    "No changes needed",
    "Tried it, it does not compile",
    "Not done yet",
    "Nothing to do: the bug is upstream",
    "Release 1.4 is out",
    "Investigated; cause unknown",
    "Docs",
    "Erledigt",
    "Ein paar Sachen gemacht",
    "Fehler in der Anmeldung behoben",
    "Travail terminé",
    "Algunos cambios en el código",
    "完成",
    "已修复登录错误",
    "修正しました",
    "Готово",
    "اكتمل العمل",
    "작업 완료",
    "Umlaut-Fix für Überschriften",
];

const BAD_SUMMARIES: &[&str] = &[
    "Did some work on the code",
    "did some work",
    "Made some changes",
    "made some changes.",
    "Worked on it",
    "worked on the task",
    "done",
    "Done!",
    "DONE",
    "wip",
    "WIP...",
    "(wip)",
    "fixed stuff",
    "Fixed some stuff",
    "Fixed the bug",
    "fixed a few bugs",
    "Various fixes",
    "Various fixes and improvements",
    "Minor changes",
    "misc",
    "Misc. updates",
    "Updated the code",
    "Updated some files",
    "Made progress",
    "Made good progress on the project",
    "Finished the task",
    "Task completed successfully",
    "Cleaned up the code",
    "Everything works",
    "It works now",
    "Implemented the changes",
    "I've made a lot of changes",
    "Small tweaks, etc.",
    "Refactoring",
    "ok",
    "x",
    "...",
    "---",
    "👍",
    "As requested",
    "Mostly done, still working on it",
];

const GOOD_TASKS: &[&str] = &[
    "Review code for Tier 1/2 quality issues",
    "Create implementation plan with available information",
    "Decide resource allocation strategy",
    "Review generated code for quality issues",
    "Run the tests",
    "Fix the login",
    "Fix #12",
    "Continue with the migration",
    "Finish the parser",
    "Check src/auth.rs",
    "Merge it",
    "Deploy",
    "Look at the failing benchmark",
    "Write the release notes",
    "Please translate",
    "Go on with step 3",
    "Bitte weitermachen",
    "Schau mal drüber",
    "Continuez",
    "Revisa esto",
    "请继续",
    "続けてください",
    "Продолжай",
    "계속해 주세요",
];

const BAD_TASKS: &[&str] = &[
    "Review this",
    "review",
    "Review the code",
    "continue",
    "Continue please",
    "Continue where I left off",
    "take a look",
    "Take a look at this",
    "Can you take a look?",
    "please fix",
    "Please fix it",
    "Fix this",
    "fix the bug",
    "go on",
    "Go ahead",
    "carry on",
    "Keep going",
    "Do the rest",
    "Finish it",
    "Finish this up please",
    "Help",
    "Handle this",
    "Check it",
    "See what you think",
    "Let me know what you think",
    "Let's continue",
    "Work on this",
    "TODO",
    "tbd",
    "next steps",
    "pick up where we stopped",
    "?",
    "go",
];

#[test]
fn what_says_something_is_left_alone() {
    for text in GOOD_SUMMARIES {
        assert!(!summary(text), "{text}");
    }
    for text in GOOD_TASKS {
        assert!(!task(text), "{text}");
    }
}

#[test]
fn what_says_nothing_is_found() {
    for text in BAD_SUMMARIES {
        assert!(summary(text), "{text}");
    }
    for text in BAD_TASKS {
        assert!(task(text), "{text}");
    }
}

#[test]
fn the_tables_are_large_and_the_lists_sorted() {
    assert!(GOOD_SUMMARIES.len() + GOOD_TASKS.len() >= 60);
    assert!(BAD_SUMMARIES.len() + BAD_TASKS.len() >= 60);
    for list in [words::DONE, words::TO_DO] {
        assert!(list.is_sorted_by(|one, next| one < next), "{list:?}");
    }
}
