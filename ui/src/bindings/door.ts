// The node's door, from the Rust types in crates/segue-node. Written by `cargo xtask bindings`;
// do not edit.

export type Appearance = { 
/**
 * Colours.
 */
theme: Theme, 
/**
 * Height of rows.
 */
density: Density, 
/**
 * Leave out motion and shadows.
 */
reduce_effects: boolean, };

export type CallOutcome = { "reply": Reply } | { "failure": Failure };

export type Check = { 
/**
 * A stable name, for programs.
 */
id: string, 
/**
 * What was measured.
 */
title: string, 
/**
 * How it went.
 */
outcome: Outcome, 
/**
 * What was found, in words.
 */
detail: string, 
/**
 * The one thing to do about it, when there is one.
 */
action: string | null, };

export type Client = { 
/**
 * What kind of program it is.
 */
surface: Surface, 
/**
 * Its process id.
 */
pid: number, 
/**
 * Since when.
 */
since: string, };

export type Code = "invalid" | "host_lost" | "version_mismatch" | "storage" | "identity" | "refused" | "busy" | "internal";

export type Connection = "hosting" | "attached" | "lost";

export type Density = "comfortable" | "compact";

export type DoctorReport = { 
/**
 * The checks.
 */
checks: Array<Check>, 
/**
 * The same as text to pass on: no home path, no user name, no full device id.
 */
report: string, };

export type Event = { "event": "status_changed", "data": Status } | { "event": "settings_changed", "data": SettingsView } | { "event": "journal_added", "data": JournalEntry } | { "event": "raise_window" } | { "event": "connection", "data": Connection } | { "event": "missed", "data": { 
/**
 * How many.
 */
count: number, } };

export type Failure = { 
/**
 * What kind of failure, for programs.
 */
code: Code, 
/**
 * What happened, for people: what is known and what is not.
 */
message: string, 
/**
 * What to do next, most useful first.
 */
hints: Array<string>, 
/**
 * Whether to try again.
 */
retry: Retry, };

export type FromClient = { "frame": "hello", 
/**
 * [`PROTOCOL`] of the client.
 */
protocol: number, 
/**
 * What kind of program it is.
 */
surface: Surface, 
/**
 * Its process id; 0 for a page in a browser.
 */
pid: number, 
/**
 * What lets a page in; a process is let in by the socket's permissions.
 */
token: string | null, } | { "frame": "call", 
/**
 * Chosen by the client, repeated in the answer.
 */
id: number, 
/**
 * A [`Request`](crate::Request) as JSON.
 */
request: Request, };

export type FromHost = { "frame": "welcome", 
/**
 * [`PROTOCOL`] of the host.
 */
protocol: number, 
/**
 * Version of the host's program.
 */
version: string, 
/**
 * What lets the same page in again after a reload.
 */
session: string | null, } | { "frame": "farewell", 
/**
 * Why not.
 */
failure: Failure, } | { "frame": "answer", 
/**
 * The client's id.
 */
id: number, 
/**
 * How it went.
 */
outcome: CallOutcome, } | { "frame": "event", 
/**
 * What.
 */
event: Event, };

export type IdentityState = { "state": "ready", 
/**
 * Where it came from.
 */
home: SecretHome, 
/**
 * Why it is not in the keyring, when it is not.
 */
why_file: string | null, } | { "state": "unavailable", 
/**
 * Where it is recorded to be.
 */
home: SecretHome, 
/**
 * What that place answered.
 */
reason: string, 
/**
 * What to do about it.
 */
hint: string, };

export type JournalEntry = { 
/**
 * Counts up; newer entries have higher numbers.
 */
id: number, 
/**
 * When.
 */
at: string, 
/**
 * A stable name, for programs.
 */
kind: string, 
/**
 * What happened, in one line.
 */
title: string, 
/**
 * More about it, when there is more.
 */
detail: string | null, };

export type JournalPage = { 
/**
 * The entries.
 */
entries: Array<JournalEntry>, 
/**
 * How many there are in all.
 */
total: number, };

export type Log = { 
/**
 * How much.
 */
level: LogLevel, };

export type LogLevel = "error" | "warn" | "info" | "debug";

export type Network = { "state": "off", 
/**
 * Why.
 */
reason: NetworkOff, };

export type NetworkOff = "not_in_this_version" | "no_identity";

export type Notice = { 
/**
 * A stable name, for programs.
 */
id: string, 
/**
 * How serious.
 */
severity: Severity, 
/**
 * What it is, in at most 60 characters.
 */
title: string, 
/**
 * What is known and what to do.
 */
detail: string, };

export type Outcome = "pass" | "note" | "warn" | "fail";

export type Reply = { "method": "status", "result": Status } | { "method": "settings", "result": SettingsView } | { "method": "change_settings", "result": SettingsView } | { "method": "doctor", "result": DoctorReport } | { "method": "journal", "result": JournalPage } | { "method": "retry_identity", "result": Status } | { "method": "move_identity", "result": Status } | { "method": "claim_window", "result": WindowClaim };

export type Request = { "method": "status" } | { "method": "settings" } | { "method": "change_settings", "params": { 
/**
 * New values by dotted name, for example `appearance.theme`.
 */
changes: { [key in string]?: string | boolean | number | null }, } } | { "method": "doctor" } | { "method": "journal", "params": { 
/**
 * Only entries older than this one.
 */
before: number | null, 
/**
 * How many at most; the node returns no more than 500.
 */
limit: number, } } | { "method": "retry_identity" } | { "method": "move_identity", "params": { 
/**
 * Where it should live from now on.
 */
to: SecretHome, } } | { "method": "claim_window" };

export type Retry = "no" | "safe" | "unknown";

export type SecretHome = "keyring" | "file";

export type Settings = { 
/**
 * The name other people see; empty for a generated one.
 */
name: string, 
/**
 * How it looks.
 */
appearance: Appearance, 
/**
 * How keys behave.
 */
shortcuts: Shortcuts, 
/**
 * How the window behaves.
 */
window: Window, 
/**
 * What is written to the log.
 */
log: Log, };

export type SettingsView = { 
/**
 * What applies now.
 */
values: Settings, 
/**
 * Dotted names of the settings that differ from their default by the person's choice.
 */
changed: Array<string>, 
/**
 * The file the person's differences live in.
 */
file: string, 
/**
 * Lines of that file that were not understood, in words; the rest still applies.
 */
problems: Array<string>, 
/**
 * One sentence on each setting, by dotted name.
 */
about: { [key in string]: string }, };

export type Severity = "problem" | "info";

export type Shortcuts = { 
/**
 * Single letters act when no text field has the focus.
 */
single_letters: boolean, };

export type Status = { 
/**
 * Version of the program that hosts the node.
 */
version: string, 
/**
 * The person, as others will see them.
 */
you: You, 
/**
 * Where the secret half of the identity key is.
 */
identity: IdentityState, 
/**
 * Whether other people can be reached.
 */
network: Network, 
/**
 * The process that hosts the node.
 */
host: Client, 
/**
 * Every other process attached to it.
 */
attached: Array<Client>, 
/**
 * The folder that holds everything Segue keeps.
 */
profile: string, 
/**
 * What the person should know, most serious first.
 */
notices: Array<Notice>, };

export type Surface = "desktop" | "cli" | "serve";

export type Theme = "system" | "light" | "dark";

export type Window = { 
/**
 * Closing the window leaves Segue running in the tray.
 */
keep_running: boolean, };

export type WindowClaim = { 
/**
 * `true`: open it. `false`: another program has it and was asked to bring it to the front.
 */
granted: boolean, };

export type You = { 
/**
 * The name others will see.
 */
name: string, 
/**
 * Whether the name was made up because none was set.
 */
name_is_generated: boolean, 
/**
 * Sixteen hex digits that the picture is drawn from.
 */
seed: string, 
/**
 * This device's public id, for details pages only.
 */
device_id: string, };
