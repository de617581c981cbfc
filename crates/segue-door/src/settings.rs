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
    /// How it looks.
    pub appearance: Appearance,
    /// How keys behave.
    pub shortcuts: Shortcuts,
    /// How the window behaves.
    pub window: Window,
    /// Which agents are worked with.
    pub platforms: AgentChoices,
    /// What goes along when a conversation leaves.
    pub sending: Sending,
    /// How others find and reach this computer.
    pub network: Networking,
    /// What is kept of what was handed over.
    pub handoffs: Handoffs,
    /// What is written to the log.
    pub log: Log,
}

/// What is kept of what was handed over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Handoffs {
    /// For how many days what ended is kept.
    pub keep_days: u32,
    /// How many megabytes one person may have handed over at the same time.
    pub quota_mb: u32,
}

/// Which agents are worked with, and where they are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AgentChoices {
    /// Ids of those that are left out.
    pub off: Vec<String>,
    /// Ids of those that nothing is written to.
    pub read_only: Vec<String>,
    /// Where some of them are, when that is not where they are by themselves.
    pub folders: Vec<AgentFolder>,
}

/// Where an agent is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AgentFolder {
    /// Its id.
    pub platform: String,
    /// The whole path of its folder.
    pub folder: String,
}

/// How it looks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Appearance {
    /// Colours.
    pub theme: Theme,
    /// Height of rows.
    pub density: Density,
    /// Leave out motion and shadows.
    pub reduce_effects: bool,
    /// The language of every text.
    pub language: Language,
}

/// Which language to speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// As the desktop is set, or else English.
    System,
    /// English.
    En,
    /// German.
    De,
}

/// Which colours to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the desktop is set.
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// How tall rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Density {
    /// 40 pixels.
    Comfortable,
    /// 32 pixels.
    Compact,
}

/// How keys behave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Shortcuts {
    /// Single letters act when no text field has the focus.
    pub single_letters: bool,
}

/// How the window behaves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Closing the window leaves Segue running in the tray.
    pub keep_running: bool,
    /// The first steps were shown.
    pub welcomed: bool,
    /// Segue starts with the session.
    pub autostart: bool,
    /// What happens is told outside the window.
    pub notifications: bool,
}

/// What goes along when a conversation leaves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Sending {
    /// How much of the history: `full`, `summary`, `last:20` or `pointer`.
    pub history: String,
    /// What tools printed goes along.
    pub tool_output: bool,
    /// The model's readable reasoning goes along.
    pub reasoning: bool,
    /// Home folders, names and e-mail addresses are taken out too.
    pub personal: bool,
    /// Rules of the person's own.
    pub rules: Vec<SecretRule>,
    /// Patterns of texts that look like secrets and are none.
    pub allow: Vec<String>,
}

/// A rule of the person's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SecretRule {
    /// Its name in findings and placeholders.
    pub name: String,
    /// What it looks for, a regular expression; of a group called `secret` only that part.
    pub pattern: String,
}

/// How others find and reach this computer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Networking {
    /// Who may see it.
    pub visibility: Visibility,
    /// Others are looked for, and told that it is here.
    pub discovery: bool,
    /// The port others reach it at; 0 for any free one.
    pub port: u16,
    /// The only addresses to listen at, with commas between them; empty for every network.
    pub listen: String,
}

/// Who may see this computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everyone on this network.
    Visible,
    /// Nothing is announced; people you verified are connected to where they are found.
    Teammates,
    /// Nothing is announced and nobody is looked for; people you verified can still come.
    Hidden,
}

/// What is written to the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// How much.
    pub level: LogLevel,
}

/// How much the log says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LogLevel {
    /// Only failures.
    Error,
    /// Also what may become one.
    Warn,
    /// Also what happened.
    Info,
    /// Also how.
    Debug,
}

/// The settings in force and where they come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SettingsView {
    /// What applies now.
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
