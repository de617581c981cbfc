//! The settings as types: one struct per section of `assets/defaults.toml`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Everything a person can set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The name other people see; empty for a generated one.
    pub name: String,
    pub appearance: Appearance,
    pub shortcuts: Shortcuts,
    /// How the window behaves.
    pub window: Window,
    /// The agents to work with, and where they are.
    pub platforms: AgentChoices,
    /// What is sent when a conversation is handed off.
    pub sending: Sending,
    /// How others find and reach this computer.
    pub network: Networking,
    /// What is kept of past handoffs.
    pub handoffs: Handoffs,
    /// What is written to the log.
    pub log: Log,
}

/// How long and how much is kept of handoffs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Handoffs {
    /// For how many days finished handoffs are kept.
    pub keep_days: u32,
    /// How many megabytes one person may have handed over at the same time.
    pub quota_mb: u32,
}

/// The agents to work with, and where they are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AgentChoices {
    /// Ids of agents that are left out.
    pub off: Vec<String>,
    /// Ids of agents that nothing is written to.
    pub read_only: Vec<String>,
    /// The folders of agents that are not where they are by default.
    pub folders: Vec<AgentFolder>,
}

/// The folder that an agent was moved to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AgentFolder {
    /// The id of the agent.
    pub platform: String,
    /// The whole path of its folder.
    pub folder: String,
}

/// The appearance of the window.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Appearance {
    pub theme: Theme,
    pub density: Density,
    /// Whether to leave out motion and shadows.
    pub reduce_effects: bool,
    /// The language of every text.
    pub language: Language,
}

/// The language of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// The language of the desktop, or else English.
    System,
    En,
    De,
}

/// The colours of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// The colours of the desktop.
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// The height of rows in lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Density {
    /// Rows of 40 pixels.
    Comfortable,
    /// Rows of 32 pixels.
    Compact,
}

/// The behaviour of the keyboard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Shortcuts {
    /// Whether single letters act when no text field has the focus.
    pub single_letters: bool,
}

/// The behaviour of the window.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Whether closing the window leaves Segue running in the tray.
    pub keep_running: bool,
    /// Whether the first steps have been shown.
    pub welcomed: bool,
    /// Whether Segue starts with the session.
    pub autostart: bool,
    /// Whether news is shown outside the window.
    pub notifications: bool,
}

/// What is sent when a conversation is handed off.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Sending {
    /// How much of the history: `full`, `summary`, `last:20` or `pointer`.
    pub history: String,
    /// Whether what tools printed is sent.
    pub tool_output: bool,
    /// Whether the model's readable reasoning is sent.
    pub reasoning: bool,
    /// Whether home folders, names and e-mail addresses are removed too.
    pub personal: bool,
    /// Rules of the person's own.
    pub rules: Vec<SecretRule>,
    /// Patterns of texts that look like secrets and are not.
    pub allow: Vec<String>,
}

/// A rule of the person's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SecretRule {
    /// Its name in findings and placeholders.
    pub name: String,
    /// The regular expression it looks for; if it has a group called `secret`, only that part
    /// counts.
    pub pattern: String,
}

/// How others find and reach this computer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Networking {
    pub visibility: Visibility,
    /// Whether to look for others and to announce this computer.
    pub discovery: bool,
    /// The port others reach it at; 0 for any free one.
    pub port: u16,
    /// The only addresses to listen at, separated by commas; empty for every network.
    pub listen: String,
}

/// Who may see this computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everyone on this network may see it.
    Visible,
    /// Nothing is announced; people you verified are connected to where they are found.
    Teammates,
    /// Nothing is announced and nobody is looked for; people you verified can still connect.
    Hidden,
}

/// What is written to the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Log {
    pub level: LogLevel,
}

/// How much the log says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LogLevel {
    /// Failures and nothing else.
    Error,
    /// What may become a failure, too.
    Warn,
    /// What happened, too.
    Info,
    /// Every detail of how it happened, too.
    Debug,
}

/// The settings in force and where they come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SettingsView {
    /// What applies now, defaults included.
    pub values: Settings,
    /// Dotted names of the settings that differ from their default by the person's choice.
    pub changed: Vec<String>,
    /// The file the person's differences live in.
    pub file: String,
    /// Lines of that file that were not understood, in words; the rest still applies.
    pub problems: Vec<String>,
    /// One sentence on each setting, by dotted name.
    pub about: BTreeMap<String, String>,
}
