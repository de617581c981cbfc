//! The filler words. Sorted: they are searched by halves.
//!
//! A word belongs here if a sentence made of such words only tells nobody what happened. "Tests",
//! "build" or "removed" do not: "removed the tests" says something.

/// In a summary of what was done.
#[rustfmt::skip]
pub(super) const DONE: &[&str] = &[
    "a", "added", "all", "almost", "also", "an", "and", "another", "anything", "are", "as", "asked",
    "at", "been", "better", "bit", "bug", "bugs", "bunch", "but", "change", "changed", "changes",
    "changing", "clean", "cleaned", "cleaning", "cleanup", "code", "codebase", "complete",
    "completed", "continued", "couple", "did", "didnt", "do", "doing", "done", "etc", "everything",
    "few", "file", "files", "finally", "fine", "finish", "finished", "fix", "fixed", "fixes",
    "fixing", "for", "good", "got", "great", "had", "handled", "has", "have", "here", "hopefully",
    "i", "im", "implemented", "improved", "improvement", "improvements", "in", "is", "issue",
    "issues", "it", "its", "ive", "job", "just", "little", "looks", "lot", "lots", "made", "main",
    "mainly", "make", "many", "minor", "misc", "miscellaneous", "more", "most", "mostly", "my",
    "nearly", "new", "now", "of", "ok", "okay", "on", "or", "other", "our", "parts", "pretty",
    "problem", "problems", "progress", "project", "ready", "refactored", "refactoring", "repo",
    "requested", "several", "should", "small", "so", "some", "something", "still", "stuff",
    "successful", "successfully", "task", "tasks", "that", "the", "there", "these", "they", "thing",
    "things", "this", "those", "to", "todo", "tweak", "tweaked", "tweaks", "up", "update",
    "updated", "updates", "updating", "various", "was", "we", "well", "were", "weve", "what",
    "whole", "wip", "with", "work", "worked", "working", "works", "yes",
];

/// Filler words in a task.
#[rustfmt::skip]
pub(super) const TO_DO: &[&str] = &[
    "a", "again", "ahead", "all", "and", "another", "any", "anything", "as", "asap", "at", "away",
    "be", "before", "bit", "bug", "bugs", "can", "carry", "change", "changes", "check", "code",
    "complete", "continue", "conversation", "could", "deal", "discussed", "do", "done", "everything",
    "feedback", "file", "files", "finish", "fix", "for", "forward", "from", "further", "get", "give",
    "go", "going", "handle", "have", "help", "here", "how", "i", "if", "improve", "in", "is",
    "issue", "issues", "it", "just", "keep", "know", "last", "left", "let", "lets", "look", "make",
    "me", "more", "move", "my", "necessary", "need", "needed", "needs", "next", "now", "of", "off",
    "ok", "okay", "on", "one", "our", "out", "over", "pick", "please", "possible", "problem",
    "problems", "proceed", "project", "rest", "resume", "review", "right", "see", "session",
    "should", "some", "something", "soon", "start", "step", "steps", "stopped", "stuff", "sure",
    "take", "task", "tbd", "thanks", "that", "the", "them", "then", "these", "thing", "things",
    "think", "this", "thoughts", "thx", "to", "todo", "up", "update", "us", "was", "we", "what",
    "whatever", "whats", "when", "where", "wip", "with", "work", "works", "would", "you", "your",
];
