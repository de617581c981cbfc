//! Claude Code.
