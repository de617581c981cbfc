// The node's door, from the Rust types in crates/segue-door. Written by `cargo xtask bindings`;
// do not edit.

/**
 * Every method a page may ask: whether asking twice is the same as asking once, and whether it may
 * take as long as a large conversation takes.
 */
export const METHODS = {
  status: { reads: true, slow: false },
  settings: { reads: true, slow: false },
  change_settings: { reads: false, slow: false },
  doctor: { reads: true, slow: false },
  journal: { reads: true, slow: false },
  retry_identity: { reads: false, slow: false },
  move_identity: { reads: false, slow: false },
  check_package: { reads: true, slow: false },
  take_files: { reads: false, slow: false },
  take_opens: { reads: false, slow: false },
  people: { reads: true, slow: false },
  invite: { reads: false, slow: false },
  revoke_invite: { reads: false, slow: false },
  join: { reads: false, slow: false },
  pair: { reads: false, slow: false },
  decide_pairing: { reads: false, slow: false },
  confirm_pairing: { reads: false, slow: false },
  leave_pairing: { reads: false, slow: false },
  connect: { reads: false, slow: false },
  block: { reads: false, slow: false },
  unblock: { reads: false, slow: false },
  forget: { reads: false, slow: false },
  nickname: { reads: false, slow: false },
  platforms: { reads: true, slow: false },
  set_platform_folder: { reads: false, slow: false },
  folders: { reads: true, slow: false },
  projects: { reads: true, slow: false },
  list_conversations: { reads: true, slow: false },
  show_conversation: { reads: true, slow: false },
  resume: { reads: true, slow: false },
  read_messages: { reads: true, slow: false },
  read_outline: { reads: true, slow: false },
  find_in_messages: { reads: true, slow: false },
  read_part: { reads: true, slow: false },
  read_diff: { reads: true, slow: false },
  handoff_figures: { reads: true, slow: false },
  prepare_handoff: { reads: false, slow: true },
  prepared_findings: { reads: true, slow: false },
  read_prepared: { reads: true, slow: false },
  export_prepared: { reads: false, slow: true },
  drop_prepared: { reads: false, slow: false },
  try_rules: { reads: true, slow: false },
  inspect_file: { reads: true, slow: true },
  import_file: { reads: false, slow: true },
  imports: { reads: true, slow: false },
  send_handoff: { reads: false, slow: false },
  outbox: { reads: true, slow: false },
  inbox: { reads: true, slow: false },
  show_handoff: { reads: true, slow: true },
  open_handoff: { reads: false, slow: true },
  download_handoff: { reads: false, slow: true },
  import_handoff: { reads: false, slow: true },
  dismiss_handoff: { reads: false, slow: false },
  undo_handoff: { reads: false, slow: true },
  undo_import: { reads: false, slow: true },
  ask_handoff: { reads: false, slow: false },
  answer_handoff: { reads: false, slow: true },
  cancel_handoff: { reads: false, slow: false },
  fetch_handoff: { reads: false, slow: true },
  add_auto: { reads: false, slow: false },
  list_auto: { reads: true, slow: false },
  revoke_auto: { reads: false, slow: false },
  lineage: { reads: true, slow: false },
  compare_versions: { reads: true, slow: false },
} as const;

export type Act = { "kind": "run_again" } | { "kind": "use_invitation" } | { "kind": "connect_by_address" } | { "kind": "open_people" } | { "kind": "pair" } | { "kind": "mend_key" } | { "kind": "open_settings", 
/**
 * Which.
 */
section: SettingsSection, } | { "kind": "copy_command", 
/**
 * Which.
 */
command: string, };

export type AgentChoices = { 
/**
 * Ids of those that are left out.
 */
off: Array<string>, 
/**
 * Ids of those that nothing is written to.
 */
read_only: Array<string>, 
/**
 * Where some of them are, when that is not where they are by themselves.
 */
folders: Array<AgentFolder>, };

export type AgentFolder = { 
/**
 * Its id.
 */
platform: string, 
/**
 * The whole path of its folder.
 */
folder: string, };

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
reduce_effects: boolean, 
/**
 * The language of every text.
 */
language: Language, };

export type AttachedDiff = { 
/**
 * Its size.
 */
bytes: number, 
/**
 * The repository.
 */
remote: string | null, 
/**
 * The branch.
 */
branch: string | null, 
/**
 * The commit it is made against.
 */
commit: string | null, 
/**
 * How many files it changes.
 */
files: number, };

export type AutoImport = { 
/**
 * Its short name.
 */
id: string, 
/**
 * Whose handoffs.
 */
person: HandoffPerson, 
/**
 * Into which agent.
 */
platform: string, 
/**
 * Into which project folder.
 */
folder: string, 
/**
 * Since when.
 */
since: string, 
/**
 * How many were imported by it.
 */
imported: number, 
/**
 * Why it is not carried out now, when it is not.
 */
stopped: string | null, };

export type AutoList = { 
/**
 * Those in force.
 */
orders: Array<AutoImport>, };

export type CallOutcome = { "reply": Reply } | { "failure": Failure };

export type ChangeKind = "folder" | "file" | "grown" | "line" | "entry" | "rows";

export type ChangeLine = { 
/**
 * What it is.
 */
what: ChangeKind, 
/**
 * Where.
 */
path: string, 
/**
 * Bytes added, for a file.
 */
bytes: number | null, 
/**
 * More about it: a table and the number of rows, a line, a key.
 */
detail: string | null, };

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
 * The one thing to do about it, in words, when there is one.
 */
action: string | null, 
/**
 * The same for programs: where it is done.
 */
act: Act | null, };

export type CheckedPackage = { 
/**
 * Its name.
 */
file: string, 
/**
 * Its size.
 */
bytes: number, 
/**
 * Its SHA-256, in hexadecimal.
 */
sha256: string, 
/**
 * The beginning of the release key it was signed with.
 */
key: string, };

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

export type Code = "invalid" | "host_lost" | "version_mismatch" | "storage" | "identity" | "not_found" | "unreadable" | "unreachable" | "refused" | "busy" | "internal";

export type ComparedVersions = { 
/**
 * The version it grew from.
 */
parent: string | null, 
/**
 * Whether both are on this computer, so that the figures are counted.
 */
here: boolean, 
/**
 * How many messages both have.
 */
same: number, 
/**
 * How many only the newer one has.
 */
added: number, 
/**
 * How many only the older one has.
 */
removed: number, 
/**
 * The first of those that were added.
 */
messages: Array<ShownMessage>, 
/**
 * What the figures rest on, when that is not the files themselves.
 */
note: string | null, };

export type Connection = "hosting" | "attached" | "lost";

export type ContentState = "unchecked" | "matches" | "differs";

export type Conversation = { 
/**
 * Its name everywhere: the platform, a colon, its id there.
 */
name: string, 
/**
 * The shortest beginning of its id that no other conversation has, at least 8 characters.
 */
short: string, 
/**
 * The platform's id.
 */
platform: string, 
/**
 * Its id on its platform.
 */
id: string, 
/**
 * Its title, or what stands for one.
 */
title: string | null, 
/**
 * Its project folder.
 */
project: string | null, 
/**
 * The git branch.
 */
branch: string | null, 
/**
 * The model that wrote last.
 */
model: string | null, 
/**
 * The first time in it, RFC 3339 in UTC.
 */
started: string | null, 
/**
 * The last time in it.
 */
updated: string | null, 
/**
 * When its file changed.
 */
modified: string, 
/**
 * The platform's version that wrote it.
 */
version: string | null, 
/**
 * The file it is in.
 */
file: string, 
/**
 * The size of that file.
 */
bytes: number, 
/**
 * How many messages it has, once counted: by a quick scan of its file at first, which also
 * counts what the person went back from, and exactly once all of it was read.
 */
messages: number | null, 
/**
 * Whether it can be read whole, once known.
 */
state: ConversationState | null, 
/**
 * Whether you handed it to someone.
 */
handed_out: boolean, 
/**
 * Who it comes from, when an import made it.
 */
received_from: string | null, 
/**
 * Where the searched words stand in it: at most three places.
 */
snippets: Array<Snippet>, };

export type ConversationLineage = { 
/**
 * The conversation's id.
 */
conversation: string, 
/**
 * What it is called here, if that is known.
 */
title: string | null, 
/**
 * Its `ConversationVersion`s, parents first.
 */
versions: unknown[], 
/**
 * Records that are not what they claim to be, and attempts to change others.
 */
quarantined: Array<QuarantinedRecord>, 
/**
 * The same as a Mermaid graph.
 */
mermaid: string, 
/**
 * What is wrong with the record of this conversation, if anything is.
 */
problem: string | null, };

export type ConversationRef = string | { 
/**
 * Which file.
 */
file: string, };

export type ConversationState = { "state": "whole" } | { "state": "live" } | { "state": "partly", 
/**
 * How many records.
 */
damaged: number, 
/**
 * What is wrong with the first.
 */
why: string, } | { "state": "unreadable", 
/**
 * Why.
 */
why: string, };

export type Density = "comfortable" | "compact";

export type DesktopAction = { "action": "choose_file" } | { "action": "choose_package" } | { "action": "choose_folder" } | { "action": "save_folder" } | { "action": "open_link", "params": { 
/**
 * The link.
 */
url: string, } } | { "action": "show_in_folder", "params": { 
/**
 * Its handle.
 */
handle: string, } } | { "action": "open_terminal", "params": { 
/**
 * Its handle.
 */
handle: string, } } | { "action": "quit" };

export type DesktopAnswer = { "action": "choose_file", "result": OpenedPath | null } | { "action": "choose_package", "result": OpenedPath | null } | { "action": "choose_folder", "result": OpenedPath | null } | { "action": "save_folder", "result": OpenedPath | null } | { "action": "open_link" } | { "action": "show_in_folder" } | { "action": "open_terminal" } | { "action": "quit" };

export type DiffLine = { 
/**
 * What becomes of it.
 */
sign: DiffSign, 
/**
 * The line, without its end.
 */
text: string, 
/**
 * Its number in the file before; a call that replaces a piece of text does not tell.
 */
old_line: number | null, 
/**
 * Its number after.
 */
new_line: number | null, };

export type DiffPage = { 
/**
 * The files, in the order of the patch.
 */
files: Array<EditedFile>, 
/**
 * What to ask `after` for the next files; nothing when these are the last.
 */
next: number | null, };

export type DiffSign = "same" | "added" | "removed" | "skipped";

export type Direction = "sent" | "received";

export type DiscoveryState = "on" | "off" | "failing";

export type DoctorReport = { 
/**
 * The checks.
 */
checks: Array<Check>, 
/**
 * The same as text to pass on: no home path, no user, host or person's name, no full device
 * id, no public address.
 */
report: string, };

export type DownloadWhat = "conversation" | "diff";

export type Downloaded = { 
/**
 * The handoff.
 */
handoff: string, 
/**
 * Where.
 */
file: string, 
/**
 * The name of that file for showing it in its folder.
 */
handle: string | null, 
/**
 * Its size.
 */
bytes: number, 
/**
 * What the person should know.
 */
notes: Array<string>, };

export type Dropped = { 
/**
 * Whether there was one.
 */
was_there: boolean, };

export type EditKind = "created" | "changed" | "deleted" | "binary";

export type EditedFile = { 
/**
 * Its path, as the call has it.
 */
path: string, 
/**
 * What becomes of it.
 */
kind: EditKind, 
/**
 * The lines that change, with a few around them.
 */
lines: Array<DiffLine>, 
/**
 * Whether lines are missing, or ends of lines.
 */
cut: boolean, };

export type EnvelopeDiagnostic = { 
/**
 * A stable name of it.
 */
code: string, 
/**
 * Whether it is wrong, or only odd.
 */
is_error: boolean, 
/**
 * Which field.
 */
field: string, 
/**
 * What.
 */
message: string, 
/**
 * What to do about it.
 */
hint: string, };

export type Event = { "event": "status_changed", "data": Status } | { "event": "settings_changed", "data": SettingsView } | { "event": "journal_added", "data": JournalEntry } | { "event": "raise_window" } | { "event": "file_opened", "data": OpenedPath } | { "event": "open_requested" } | { "event": "catalog_progress", "data": { 
/**
 * How many conversations are completely in it.
 */
done: number, 
/**
 * How many there are.
 */
total: number, } } | { "event": "conversations_changed" } | { "event": "work_progress", "data": { 
/**
 * The conversation or file as it was named in the request.
 */
about: string, 
/**
 * How much is done.
 */
done: number, 
/**
 * How much there is; 0 when that is not known.
 */
total: number, } } | { "event": "doctor_check", "data": Check } | { "event": "network_changed", "data": Network } | { "event": "person_nearby", "data": NearbyDevice } | { "event": "person_gone", "data": { 
/**
 * Which.
 */
device_id: string, 
/**
 * Whether it said goodbye.
 */
goodbye: boolean, } } | { "event": "pairing_changed", "data": PairingView } | { "event": "person_changed", "data": Person } | { "event": "person_joined", "data": { 
/**
 * Who.
 */
person: Person, 
/**
 * The short name of the invite.
 */
invite: string, } } | { "event": "handoff_arrived", "data": Handoff } | { "event": "handoff_changed", "data": Handoff } | { "event": "history_changed", "data": { 
/**
 * The conversation.
 */
conversation: string, } } | { "event": "connection", "data": Connection } | { "event": "missed", "data": { 
/**
 * How many.
 */
count: number, } };

export type Exported = { 
/**
 * Where.
 */
file: string, 
/**
 * The name of that file for showing it in its folder.
 */
handle: string | null, 
/**
 * Its size.
 */
bytes: number, 
/**
 * How many messages it has.
 */
messages: number, 
/**
 * Its title.
 */
title: string | null, 
/**
 * The id of this export.
 */
export_id: string, 
/**
 * The hash of its content.
 */
content_hash: string, 
/**
 * Whether it is signed with this device's key.
 */
signed: boolean, 
/**
 * The hash of its very bytes.
 */
hash: string, 
/**
 * What was taken out and what was kept.
 */
redaction: RedactionReport, 
/**
 * What was kept, changed and left out.
 */
report: Array<ReportLine>, 
/**
 * What the person should know.
 */
notes: Array<string>, };

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
retry: Retry, 
/**
 * What is wrong with which field of an envelope, when that is why.
 */
fields?: Array<EnvelopeDiagnostic>, };

export type FileExtent = { 
/**
 * How many messages the conversation had.
 */
of: number, 
/**
 * The last messages, as many as this, were chosen.
 */
last_k: number | null, 
/**
 * Whether what tools printed is there.
 */
tool_output: boolean, 
/**
 * Whether the model's readable reasoning is there.
 */
reasoning: boolean, 
/**
 * Tokens of a model, about.
 */
tokens: number, 
/**
 * Why so much of it and not less.
 */
justification: string, };

export type FileSender = { 
/**
 * The name they gave. A claim, like every name.
 */
name: string | null, 
/**
 * The device they name.
 */
device_id: string | null, 
/**
 * What the signature says about that.
 */
signature: SignatureState, 
/**
 * Whether it was made by this device.
 */
is_you: boolean, };

export type Finding = { 
/**
 * Names it; always the same for the same secret of a conversation.
 */
id: string, 
/**
 * Which rule found it.
 */
rule: string, 
/**
 * What it is, in words.
 */
what: string, 
/**
 * How sure the rule is.
 */
confidence: FindingConfidence, 
/**
 * How it was written: nothing for plain text.
 */
form: FindingForm | null, 
/**
 * A sample that gives nothing away.
 */
sample: string, 
/**
 * How often it was found.
 */
count: number, 
/**
 * Where, the first few.
 */
places: Array<FindingPlace>, 
/**
 * What becomes of it.
 */
decision: FindingDecision, 
/**
 * What stands in its place when it is taken out.
 */
placeholder: string, 
/**
 * Whether it may be kept at all: a private key may not.
 */
can_keep: boolean, 
/**
 * Whether keeping it needs a reason.
 */
keep_needs_reason: boolean, };

export type FindingConfidence = "possible" | "likely" | "certain";

export type FindingDecision = { "decision": "redact" } | { "decision": "redact_everywhere" } | { "decision": "keep", 
/**
 * Why; needed when the finding is certain.
 */
reason?: string | null, };

export type FindingForm = "base64" | "percent" | "image_metadata" | "escaped" | "markup" | "terminal";

export type FindingPage = { 
/**
 * The findings.
 */
findings: Array<Finding>, 
/**
 * What to ask `after` for the next page; nothing when this is the last.
 */
next: number | null, };

export type FindingPlace = { 
/**
 * The message's number in what leaves, from 1; nothing for what is said about all of it.
 */
message: number | null, 
/**
 * What part of it.
 */
spot: FindingSpot, };

export type FindingSpot = "text" | "reasoning" | "tool_input" | "tool_output" | "file_name" | "file_data" | "detail" | "native" | "title" | "project" | "envelope";

export type FolderChoice = { 
/**
 * Its name in requests.
 */
handle: string, 
/**
 * Where it is, for reading.
 */
path: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * Whether it is the project that was asked about.
 */
fit: FolderFit, 
/**
 * When a conversation in it changed last, RFC 3339 in UTC.
 */
last_used: string | null, };

export type FolderFit = "remote" | "name" | "none";

export type FolderList = { 
/**
 * Those that fit first, then those that were used last.
 */
folders: Array<FolderChoice>, };

export type FoundInMessages = { 
/**
 * The first places, from the beginning on.
 */
hits: Array<Hit>, 
/**
 * How many there are altogether.
 */
total: number, };

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
 * A [`Request`](segue_door::Request) as JSON.
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

export type FullCopy = { 
/**
 * Its size.
 */
bytes: number, 
/**
 * How many messages it has.
 */
messages: number, 
/**
 * How it stands.
 */
state: RemoteCopy, };

export type Handed = "out" | "in";

export type Handoff = { 
/**
 * Its id, which is also the id of the A2A task.
 */
id: string, 
/**
 * The letters of it that are enough to name it.
 */
short: string, 
/**
 * Which way it goes.
 */
direction: Direction, 
/**
 * The other one.
 */
person: HandoffPerson, 
/**
 * What the conversation is called.
 */
title: string | null, 
/**
 * The conversation's id, the same for all its versions.
 */
conversation: string, 
/**
 * How many messages the file has.
 */
messages: number, 
/**
 * The hash of the file, 64 hex digits: what leaves and what arrives have the same.
 */
hash: string, 
/**
 * The size of the file.
 */
bytes: number, 
/**
 * The agent it comes from.
 */
platform: string, 
/**
 * How much of the history it has.
 */
history: string, 
/**
 * How the sender says the work stands: success, partial, blocked or error.
 */
status: string, 
/**
 * What the receiver should do.
 */
task: string | null, 
/**
 * How urgent that is.
 */
priority: string | null, 
/**
 * The state of the task in A2A.
 */
state: string, 
/**
 * What happened to it last.
 */
receipt: string, 
/**
 * The same in a sentence.
 */
says: string, 
/**
 * Why it waits, when it does.
 */
waits: string | null, 
/**
 * How far the file is, while it moves.
 */
progress: HandoffProgress | null, 
/**
 * Until when a dismissal can be taken back before the sender hears of it.
 */
undo_until: string | null, 
/**
 * What was asked and not answered yet.
 */
question: string | null, 
/**
 * The ways out of what blocks it, numbered from 1.
 */
options: Array<string>, 
/**
 * The task this one continues.
 */
refers_to: string | null, 
/**
 * Messages that stayed with the sender and can be fetched.
 */
full_copy: FullCopy | null, 
/**
 * Bytes that travelled, when that is known.
 */
travelled: number | null, 
/**
 * Bytes that did not have to travel, because an earlier version was here.
 */
saved: number | null, 
/**
 * The import that was made of it.
 */
import: string | null, 
/**
 * When it was handed over.
 */
created: string, 
/**
 * When something happened to it last.
 */
changed: string, 
/**
 * Until when it is offered.
 */
expires: string, };

export type HandoffDetail = { 
/**
 * The handoff.
 */
handoff: Handoff, 
/**
 * The whole envelope.
 */
envelope: unknown, 
/**
 * What is odd about the envelope.
 */
diagnostics: Array<EnvelopeDiagnostic>, 
/**
 * What the two of you did and said, oldest first.
 */
story: Array<HandoffMoment>, 
/**
 * What the file says, checked; none while it is not here.
 */
file: Inspected | null, 
/**
 * Where and how it was imported: the command that goes on with it.
 */
resume: string | null, };

export type HandoffFigures = { 
/**
 * Messages.
 */
messages: number, 
/**
 * Bytes, about.
 */
bytes: number, 
/**
 * Tokens of a model, about.
 */
tokens: number, 
/**
 * How many messages the conversation has.
 */
of: number, };

export type HandoffList = { 
/**
 * The handoffs.
 */
handoffs: Array<Handoff>, 
/**
 * How many more there are that ended and are not listed.
 */
ended: number, 
/**
 * Whether the network runs, so that anything can come and go.
 */
network: boolean, };

export type HandoffMoment = { 
/**
 * When.
 */
at: string, 
/**
 * Whether you did it.
 */
by_you: boolean, 
/**
 * What: a receipt, `asked`, `answered`, `chose`.
 */
what: string, 
/**
 * The words that came with it.
 */
text: string | null, 
/**
 * Whether the other one knows of it.
 */
told: boolean, };

export type HandoffPerson = { 
/**
 * What you call them.
 */
name: string, 
/**
 * Their device.
 */
device_id: string, 
/**
 * The letters that tell them from others.
 */
short: string, 
/**
 * Whether they are verified now.
 */
verified: boolean, 
/**
 * Whether they are here now.
 */
here: boolean, };

export type HandoffProgress = { 
/**
 * Bytes that are there.
 */
done: number, 
/**
 * All of them.
 */
total: number, };

export type HandoffUndone = { 
/**
 * The handoff as it is now; a new one, when the sender had heard of the dismissal already.
 */
handoff: Handoff, 
/**
 * The import that was taken back.
 */
import: Undone | null, };

export type Handoffs = { 
/**
 * For how many days what ended is kept.
 */
keep_days: number, 
/**
 * How many megabytes one person may have handed over at the same time.
 */
quota_mb: number, };

export type HiddenCharacter = { 
/**
 * Its code point, as `U+202E`.
 */
code: string, 
/**
 * How often it stands there.
 */
count: number, };

export type Hit = { 
/**
 * The number of the message.
 */
number: number, 
/**
 * Which of its parts, counted from 0.
 */
part: number, 
/**
 * A little of what stands before it.
 */
before: string, 
/**
 * The text as it stands there.
 */
hit: string, 
/**
 * A little of what stands after it.
 */
after: string, };

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

export type ImportList = { 
/**
 * The imports.
 */
imports: Array<ImportRecord>, };

export type ImportOutcome = "planned" | "imported" | "continued" | "already_imported";

export type ImportRecord = { 
/**
 * Its id.
 */
id: string, 
/**
 * When.
 */
at: string, 
/**
 * The platform's id.
 */
platform: string, 
/**
 * The session's id there.
 */
session: string, 
/**
 * The project folder.
 */
project: string, 
/**
 * The title.
 */
title: string | null, 
/**
 * Who it came from, as they call themselves.
 */
from: string | null, 
/**
 * How many messages the session has from the file.
 */
messages: number, 
/**
 * Whether it was taken back, and when.
 */
undone: string | null, };

export type Imported = { 
/**
 * What was done.
 */
outcome: ImportOutcome, 
/**
 * The import's id; nothing for a rehearsal.
 */
import: string | null, 
/**
 * The platform's id.
 */
platform: string, 
/**
 * The session's id there.
 */
session: string, 
/**
 * The project folder.
 */
project: string, 
/**
 * How the folder was chosen.
 */
project_by: ProjectBy, 
/**
 * The title.
 */
title: string | null, 
/**
 * Who it comes from, as they call themselves.
 */
from: string | null, 
/**
 * How many messages of the file were written.
 */
messages: number, 
/**
 * Everything that was added, or would be.
 */
changes: Array<ChangeLine>, 
/**
 * How to carry on.
 */
resume: ResumeCommand, 
/**
 * What was kept, changed and left out.
 */
report: Array<ReportLine>, 
/**
 * What the person should know.
 */
notes: Array<string>, };

export type Indexing = { 
/**
 * How many conversations there are.
 */
sessions: number, 
/**
 * Of how many title and project are known.
 */
known: number, 
/**
 * Of how many the messages are counted.
 */
counted: number, 
/**
 * How many can be searched.
 */
searchable: number, };

export type Inspected = { 
/**
 * Which file.
 */
file: string, 
/**
 * Its size.
 */
bytes: number, 
/**
 * How it is written: `a2a-1.0`, `a2a-0.3` or `older`.
 */
dialect: string, 
/**
 * What the conversation is called.
 */
title: string | null, 
/**
 * The conversation's id, the same for every export of it.
 */
conversation: string | null, 
/**
 * The id of this export.
 */
export_id: string, 
/**
 * When it was exported, as it says.
 */
exported_at: string | null, 
/**
 * The platform it comes from.
 */
platform: string, 
/**
 * Its id there.
 */
session: string | null, 
/**
 * The project.
 */
project: ProjectHint | null, 
/**
 * Who made it, as far as that is proven.
 */
sender: FileSender, 
/**
 * Whether the content is what the file says it is.
 */
content: ContentState, 
/**
 * The hash of the content as computed here.
 */
content_hash: string, 
/**
 * How much of the history it has.
 */
history: string, 
/**
 * How much of its conversation that is, as the file says.
 */
extent: FileExtent | null, 
/**
 * What was taken out before it left, as the file says.
 */
redaction: RedactionReport | null, 
/**
 * What still looks like a secret here, by rule.
 */
secrets: Array<RedactionCount>, 
/**
 * How many messages.
 */
messages: number, 
/**
 * How many of them the person or tools said.
 */
from_user: number, 
/**
 * How many the model said.
 */
from_agent: number, 
/**
 * How many tool calls.
 */
tool_calls: number, 
/**
 * How many things stand beside the messages.
 */
artifacts: number, 
/**
 * What the sender asks for.
 */
task: string | null, 
/**
 * What the sender adds.
 */
note: string | null, 
/**
 * The whole envelope, as the file has it.
 */
envelope: unknown, 
/**
 * What is odd about the envelope.
 */
diagnostics: Array<EnvelopeDiagnostic>, 
/**
 * The attached changes of the project, if there are any.
 */
diff: AttachedDiff | null, 
/**
 * Characters that can't be seen or turn text around.
 */
hidden: Array<HiddenCharacter>, 
/**
 * What the export kept, changed and left out, as the file says.
 */
report: Array<ReportLine>, 
/**
 * What of the file could not be taken here.
 */
skipped: Array<ReportLine>, 
/**
 * The first messages, short.
 */
first: Array<ShownMessage>, 
/**
 * The last messages, short.
 */
last: Array<ShownMessage>, 
/**
 * Why it would not be imported, when it would not.
 */
refused: string | null, };

export type InviteState = "open" | "used" | "expired" | "revoked";

export type InviteView = { 
/**
 * A short name for it.
 */
id: string, 
/**
 * When it was made.
 */
created: string, 
/**
 * Until when it holds.
 */
expires: string, 
/**
 * How it stands.
 */
state: InviteState, 
/**
 * Who used it.
 */
used_by: string | null, 
/**
 * When.
 */
used_at: string | null, };

export type Invited = { 
/**
 * A short name for it.
 */
id: string, 
/**
 * What to pass on; whoever shows it first is in.
 */
ticket: string, 
/**
 * Until when it holds.
 */
expires: string, 
/**
 * Where it leads to.
 */
addresses: Array<string>, };

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

export type Language = "system" | "en" | "de";

export type Lineage = { 
/**
 * One for each conversation, the one that changed last first.
 */
conversations: Array<ConversationLineage>, };

export type Listing = { 
/**
 * The conversations.
 */
conversations: Array<Conversation>, 
/**
 * What to ask `after` for the next page; nothing when this is the last.
 */
next: string | null, 
/**
 * How many there are on all pages.
 */
total: number, 
/**
 * How far the index is.
 */
indexing: Indexing, 
/**
 * Agents whose conversations could not be listed, and why.
 */
problems: Array<string>, };

export type Log = { 
/**
 * How much.
 */
level: LogLevel, };

export type LogLevel = "error" | "warn" | "info" | "debug";

export type NearbyDevice = { 
/**
 * What to call it: your name for it, or its own.
 */
name: string, 
/**
 * Its public id, for details pages only.
 */
device_id: string, 
/**
 * Its last letters, to tell two of one name apart.
 */
short: string, 
/**
 * Sixteen hex digits that the picture is drawn from.
 */
seed: string, 
/**
 * How you stand with it.
 */
standing: PersonStanding, 
/**
 * Agents it can import to.
 */
platforms: Array<string>, 
/**
 * The version of Segue it runs.
 */
version: string, 
/**
 * Where it is.
 */
address: string, 
/**
 * How long an answer took last, in milliseconds.
 */
round_trip_ms: number | null, 
/**
 * Whether it says that it knows you.
 */
knows_you: boolean, 
/**
 * What is wrong, if something is.
 */
warning: string | null, };

export type Network = { "state": "off", 
/**
 * Why.
 */
reason: NetworkOff, 
/**
 * What is known about it.
 */
detail: string | null, } | { "state": "starting" } | { "state": "on", 
/**
 * Where others reach this computer.
 */
listening: Array<string>, 
/**
 * Whether others are looked for.
 */
discovery: DiscoveryState, 
/**
 * Who may see this computer.
 */
visibility: Visibility, 
/**
 * How many devices are here.
 */
nearby: number, };

export type NetworkOff = "not_needed" | "no_identity" | "failed";

export type Networking = { 
/**
 * Who may see it.
 */
visibility: Visibility, 
/**
 * Others are looked for, and told that it is here.
 */
discovery: boolean, 
/**
 * The port others reach it at; 0 for any free one.
 */
port: number, 
/**
 * The only addresses to listen at, with commas between them; empty for every network.
 */
listen: string, };

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

export type OpenQueued = { 
/**
 * How many wait now.
 */
waiting: number, };

export type OpenRefused = "unknown_link" | "handoff_link" | "file_link" | "invite_link" | "no_file" | "other_file";

export type OpenTarget = { "target": "inbox" } | { "target": "handoff", 
/**
 * Its id.
 */
id: string, } | { "target": "join", 
/**
 * The whole text of it.
 */
ticket: string, } | { "target": "refused", 
/**
 * Why.
 */
why: OpenRefused, };

export type OpenTargets = { 
/**
 * Each was asked for once.
 */
targets: Array<OpenTarget>, };

export type OpenedPath = { 
/**
 * Its name in requests: `handle:` and some letters. It holds as long as the node runs.
 */
handle: string, 
/**
 * What it is called, without where it is.
 */
name: string, 
/**
 * Whether it is a folder.
 */
is_folder: boolean, 
/**
 * The size of a file.
 */
bytes: number, };

export type Outcome = "pass" | "note" | "warn" | "fail";

export type PairingOver = "differ" | "left" | "broken" | "expired" | "lost" | "refused" | "withdrawn";

export type PairingStage = { "state": "comparing", 
/**
 * The code in words.
 */
words: Array<string>, 
/**
 * The same code in digits.
 */
digits: string, 
/**
 * You said that it matches.
 */
we_match: boolean, 
/**
 * They did.
 */
they_match: boolean, } | { "state": "paired" } | { "state": "ended", 
/**
 * Why, for programs.
 */
why: PairingOver, 
/**
 * Why, in words.
 */
message: string, };

export type PairingView = { 
/**
 * Which attempt.
 */
id: string, 
/**
 * With whom: your name for them, or their own.
 */
name: string, 
/**
 * The public id of their device.
 */
device_id: string, 
/**
 * Its last letters.
 */
short: string, 
/**
 * Sixteen hex digits that the picture is drawn from.
 */
seed: string, 
/**
 * Whether you asked.
 */
ours: boolean, 
/**
 * How it stands.
 */
stage: PairingStage, 
/**
 * What is wrong, if something is.
 */
warning: string | null, };

export type PartKind = "text" | "reasoning" | "tool_call" | "tool_result" | "image" | "file" | "other";

export type PartText = { 
/**
 * The text; for a picture its bytes as base64.
 */
text: string, 
/**
 * What to ask `from` for the next piece; nothing when this is the last.
 */
next: number | null, 
/**
 * What kind of picture it is.
 */
media_type: string | null, };

export type PeopleList = { 
/**
 * Those this profile knows, by name.
 */
people: Array<Person>, 
/**
 * Devices that are here and are not verified.
 */
nearby: Array<NearbyDevice>, 
/**
 * Pairings that wait for a word.
 */
requests: Array<PairingView>, 
/**
 * Invites of the last days, newest first.
 */
invites: Array<InviteView>, 
/**
 * Whether others can be reached.
 */
network: Network, };

export type Person = { 
/**
 * What to call them: your name for them, or their own.
 */
name: string, 
/**
 * What they call themselves.
 */
own_name: string, 
/**
 * What you call them.
 */
nickname: string | null, 
/**
 * The public id of their device, for details pages only.
 */
device_id: string, 
/**
 * Its last letters, to tell two of one name apart.
 */
short: string, 
/**
 * Sixteen hex digits that the picture is drawn from.
 */
seed: string, 
/**
 * How you stand with them.
 */
standing: PersonStanding, 
/**
 * By which door.
 */
how: VerifiedBy | null, 
/**
 * Since when.
 */
since: string, 
/**
 * Agents they can import to.
 */
platforms: Array<string>, 
/**
 * Whether they are here now.
 */
nearby: boolean, 
/**
 * When they were here last.
 */
last_seen: string | null, 
/**
 * How long an answer took last, in milliseconds, while they are here.
 */
round_trip_ms: number | null, 
/**
 * Where they were reached, most recent first.
 */
addresses: Array<string>, 
/**
 * Whether they said that they know you; nothing when they did not say.
 */
knows_you: boolean | null, 
/**
 * What is wrong, if something is.
 */
warning: string | null, };

export type PersonStanding = "verified" | "waiting" | "stranger" | "blocked";

export type PlatformInfo = { 
/**
 * Its name in commands and files.
 */
id: string, 
/**
 * What people call it.
 */
name: string, 
/**
 * The program, if it is on the PATH.
 */
program: string | null, 
/**
 * Its version, if that can be told without running it.
 */
version: string | null, 
/**
 * Where its conversations are or would be.
 */
folder: string, 
/**
 * Whether that folder is there.
 */
used: boolean, 
/**
 * How many conversations it has.
 */
conversations: number, 
/**
 * Why they can't be listed, when they can't.
 */
problem: string | null, 
/**
 * Whether it is left out, by a setting.
 */
off: boolean, 
/**
 * Whether nothing is written to it, by a setting.
 */
read_only: boolean, 
/**
 * Whether the folder is one that the person chose.
 */
custom_folder: boolean, 
/**
 * Why nothing can be imported to it, when nothing can.
 */
importable: string | null, };

export type PlatformList = { 
/**
 * In the order people see them.
 */
platforms: Array<PlatformInfo>, };

export type Prepared = { 
/**
 * The hash of its very bytes: what is sent or exported is named by it.
 */
hash: string, 
/**
 * The conversation it is of.
 */
conversation: string, 
/**
 * Its title.
 */
title: string | null, 
/**
 * What a file of it would be called.
 */
file_name: string, 
/**
 * How much it is.
 */
figures: HandoffFigures, 
/**
 * What was chosen.
 */
choice: PreparedChoice, 
/**
 * What was found: the surest first, no more than 200 of them.
 */
findings: Array<Finding>, 
/**
 * How many there are.
 */
findings_total: number, 
/**
 * What was taken out and what was kept, as the file says it.
 */
redaction: RedactionReport, 
/**
 * What was kept, changed and left out of the conversation.
 */
report: Array<ReportLine>, 
/**
 * The project it names.
 */
project: ProjectHint | null, 
/**
 * The name of the sender it carries.
 */
sender: string | null, 
/**
 * What the receiver should do.
 */
task: string | null, 
/**
 * What the receiver should know.
 */
note: string | null, 
/**
 * How many files stand beside the messages.
 */
artifacts: number, 
/**
 * The envelope as the receiver will read it.
 */
envelope: unknown, 
/**
 * What is odd about the envelope; nothing is sent as long as something is wrong.
 */
diagnostics: Array<EnvelopeDiagnostic>, 
/**
 * The attached changes of the project.
 */
diff: AttachedDiff | null, 
/**
 * The id of this export.
 */
export_id: string, 
/**
 * The hash of its content, the same in every file of the same messages.
 */
content_hash: string, 
/**
 * Whether it is signed with this device's key.
 */
signed: boolean, 
/**
 * What the person should know.
 */
notes: Array<string>, };

export type PreparedChoice = { 
/**
 * How much of the history: `full`, `summary`, `last:20` or `pointer`.
 */
history: string, 
/**
 * What tools printed goes along.
 */
tool_output: boolean, 
/**
 * The model's readable reasoning goes along.
 */
reasoning: boolean, 
/**
 * Home folders, names and e-mail addresses are taken out too.
 */
personal: boolean, };

export type PreparedText = { 
/**
 * The text.
 */
text: string, 
/**
 * Where the next piece begins; nothing when this is the last.
 */
next: number | null, };

export type ProjectBy = "given" | "remote" | "name";

export type ProjectCount = { 
/**
 * Its path, for asking and for reading.
 */
project: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * How many conversations it has.
 */
conversations: number, 
/**
 * When one of them changed last, RFC 3339 in UTC.
 */
last_used: string, };

export type ProjectHint = { 
/**
 * The folder's name.
 */
name: string | null, 
/**
 * The folder on the sender's computer.
 */
path: string | null, 
/**
 * The git remote.
 */
remote: string | null, 
/**
 * The branch.
 */
branch: string | null, 
/**
 * The commit.
 */
commit: string | null, };

export type ProjectList = { 
/**
 * The one that was used last comes first; at most 500.
 */
projects: Array<ProjectCount>, };

export type QuarantinedRecord = { 
/**
 * Which.
 */
id: string, 
/**
 * Whose device it came from, if that is known.
 */
from: string | null, 
/**
 * Why it does not count.
 */
why: string, };

export type ReadOutline = { 
/**
 * How many messages there are.
 */
total: number, 
/**
 * For each message from the first on: about how many characters it shows with tools, reasoning
 * and what the agent's machinery said folded. A line counts for at least 40, something folded for 60.
 */
weights: Array<number>, 
/**
 * What the person said, oldest first.
 */
turns: Array<Turn>, 
/**
 * Whether weights are missing at the end, or turns in between.
 */
truncated: boolean, };

export type ReadPage = { 
/**
 * The messages, oldest first.
 */
messages: Array<ShownMessage>, 
/**
 * What to ask `after` for the next page; nothing when this is the last.
 */
next: number | null, 
/**
 * How many there are altogether, once known.
 */
total: number | null, };

export type Readable = { "kind": "session", 
/**
 * `platform:id`, or a beginning of the id, with or without its platform.
 */
conversation: string, } | { "kind": "prepared", 
/**
 * Its hash.
 */
hash: string, } | { "kind": "handoff", 
/**
 * Its id, or a beginning of it.
 */
handoff: string, } | { "kind": "file", 
/**
 * Which file.
 */
path: string, };

export type RedactionCount = { 
/**
 * The rule.
 */
rule: string, 
/**
 * What it finds, in words.
 */
what: string, 
/**
 * Different secrets.
 */
secrets: number, 
/**
 * Places.
 */
places: number, };

export type RedactionReport = { 
/**
 * Taken out.
 */
redacted: Array<RedactionCount>, 
/**
 * Found, and kept by the sender's decision.
 */
kept: Array<RedactionCount>, };

export type RemoteCopy = "available" | "fetching" | "local" | "expired";

export type Reply = { "method": "status", "result": Status } | { "method": "settings", "result": SettingsView } | { "method": "change_settings", "result": SettingsView } | { "method": "doctor", "result": DoctorReport } | { "method": "journal", "result": JournalPage } | { "method": "retry_identity", "result": Status } | { "method": "move_identity", "result": Status } | { "method": "check_package", "result": CheckedPackage } | { "method": "claim_window", "result": WindowClaim } | { "method": "open_path", "result": OpenedPath } | { "method": "take_files", "result": WaitingFiles } | { "method": "resolve_handle", "result": ResolvedHandle } | { "method": "open_in_window", "result": OpenQueued } | { "method": "take_opens", "result": OpenTargets } | { "method": "people", "result": PeopleList } | { "method": "invite", "result": Invited } | { "method": "revoke_invite", "result": InviteView } | { "method": "join", "result": Person } | { "method": "pair", "result": PairingView } | { "method": "decide_pairing", "result": PairingView } | { "method": "confirm_pairing", "result": PairingView } | { "method": "leave_pairing", "result": PairingView } | { "method": "connect", "result": NearbyDevice } | { "method": "block", "result": Person } | { "method": "unblock", "result": Person } | { "method": "forget", "result": Person } | { "method": "nickname", "result": Person } | { "method": "platforms", "result": PlatformList } | { "method": "set_platform_folder", "result": PlatformList } | { "method": "folders", "result": FolderList } | { "method": "projects", "result": ProjectList } | { "method": "list_conversations", "result": Listing } | { "method": "show_conversation", "result": ShownConversation } | { "method": "resume", "result": ResumeCommand } | { "method": "read_messages", "result": ReadPage } | { "method": "read_outline", "result": ReadOutline } | { "method": "find_in_messages", "result": FoundInMessages } | { "method": "read_part", "result": PartText } | { "method": "read_diff", "result": DiffPage } | { "method": "handoff_figures", "result": HandoffFigures } | { "method": "prepare_handoff", "result": Prepared } | { "method": "prepared_findings", "result": FindingPage } | { "method": "read_prepared", "result": PreparedText } | { "method": "export_prepared", "result": Exported } | { "method": "drop_prepared", "result": Dropped } | { "method": "try_rules", "result": TriedRules } | { "method": "inspect_file", "result": Inspected } | { "method": "import_file", "result": Imported } | { "method": "imports", "result": ImportList } | { "method": "send_handoff", "result": Sent } | { "method": "outbox", "result": HandoffList } | { "method": "inbox", "result": HandoffList } | { "method": "show_handoff", "result": HandoffDetail } | { "method": "open_handoff", "result": HandoffDetail } | { "method": "download_handoff", "result": Downloaded } | { "method": "import_handoff", "result": Imported } | { "method": "dismiss_handoff", "result": Handoff } | { "method": "undo_handoff", "result": HandoffUndone } | { "method": "undo_import", "result": Undone } | { "method": "ask_handoff", "result": Handoff } | { "method": "answer_handoff", "result": Handoff } | { "method": "cancel_handoff", "result": Handoff } | { "method": "fetch_handoff", "result": Handoff } | { "method": "add_auto", "result": AutoImport } | { "method": "list_auto", "result": AutoList } | { "method": "revoke_auto", "result": AutoImport } | { "method": "lineage", "result": Lineage } | { "method": "compare_versions", "result": ComparedVersions };

export type ReportFate = "kept" | "changed" | "dropped";

export type ReportLine = { 
/**
 * What became of them.
 */
fate: ReportFate, 
/**
 * What they are.
 */
kind: string, 
/**
 * How many.
 */
count: number, 
/**
 * Why, for what was not simply kept.
 */
why: string | null, };

export type Request = { "method": "status" } | { "method": "settings" } | { "method": "change_settings", "params": { 
/**
 * New values by dotted name, for example `appearance.theme`.
 */
changes: { [key in string]?: string | boolean | number | null | unknown[] }, } } | { "method": "doctor", "params": { 
/**
 * Whom to try to reach as well.
 */
person?: string | null, } } | { "method": "journal", "params": { 
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
to: SecretHome, } } | { "method": "check_package", "params": { 
/**
 * The package; `SHA256SUMS` and its signature lie beside it.
 */
path: string, } } | { "method": "claim_window" } | { "method": "open_path", "params": { 
/**
 * Its whole path.
 */
path: string, 
/**
 * Also show the file, wherever there is a page for it.
 */
show: boolean, } } | { "method": "take_files" } | { "method": "resolve_handle", "params": { 
/**
 * The handle.
 */
handle: string, } } | { "method": "open_in_window", "params": { target: OpenTarget, } } | { "method": "take_opens" } | { "method": "people", "params": { 
/**
 * Look for devices nearby as well, which may take a moment.
 */
nearby: boolean, } } | { "method": "invite", "params": { 
/**
 * For how long; a day by default, at most a week.
 */
minutes?: number | null, } } | { "method": "revoke_invite", "params": { 
/**
 * Its short name.
 */
id: string, } } | { "method": "join", "params": { 
/**
 * The whole text of it.
 */
ticket: string, } } | { "method": "pair", "params": { 
/**
 * Their name, the letters of their id, or where they are (`host:port`).
 */
person: string, } } | { "method": "decide_pairing", "params": { 
/**
 * Its id, or the person it is with.
 */
pairing: string, 
/**
 * Whether they do.
 */
matches: boolean, } } | { "method": "confirm_pairing", "params": { 
/**
 * The person, or the id of the pairing.
 */
person: string, 
/**
 * The words or the digits of the other screen.
 */
code: string, } } | { "method": "leave_pairing", "params": { 
/**
 * Its id, or the person it is with.
 */
pairing: string, } } | { "method": "connect", "params": { 
/**
 * `host:port`, an IP address, or a multiaddr.
 */
address: string, } } | { "method": "block", "params": { 
/**
 * Who: a name, or letters of the id.
 */
person: string, } } | { "method": "unblock", "params": { 
/**
 * Who: a name, or letters of the id.
 */
person: string, } } | { "method": "forget", "params": { 
/**
 * Who: a name, or letters of the id.
 */
person: string, } } | { "method": "nickname", "params": { 
/**
 * Who: a name, or letters of the id.
 */
person: string, 
/**
 * The name; empty for their own.
 */
name: string, } } | { "method": "platforms" } | { "method": "set_platform_folder", "params": { 
/**
 * The platform's id.
 */
platform: string, 
/**
 * The folder; by default the agent's own.
 */
folder?: string | null, } } | { "method": "folders", "params": { 
/**
 * The handoff they should fit.
 */
handoff?: string | null, 
/**
 * The file they should fit.
 */
file?: string | null, } } | { "method": "projects" } | { "method": "list_conversations", "params": { 
/**
 * Only those of this platform.
 */
platform?: string | null, 
/**
 * Only those of this folder or a folder inside it.
 */
project?: string | null, 
/**
 * Only those in which all these words stand.
 */
search?: string | null, 
/**
 * How many at most; the node returns no more than 200.
 */
limit: number, 
/**
 * Only those that changed since: a date, or a time as RFC 3339 has it.
 */
since?: string | null, 
/**
 * Only those that were handed this way.
 */
handed?: Handed | null, 
/**
 * The `next` of the page before.
 */
after?: string | null, 
/**
 * So many are skipped, for a list that jumps; not together with `after`.
 */
offset?: number, } } | { "method": "show_conversation", "params": { 
/**
 * `platform:id`, or a beginning of the id, with or without its platform.
 */
conversation: string, 
/**
 * Only messages after this number.
 */
after?: number, 
/**
 * How many at most; the node may return fewer.
 */
limit: number, } } | { "method": "resume", "params": { 
/**
 * `platform:id`, or a beginning of the id, with or without its platform.
 */
conversation: string, } } | { "method": "read_messages", "params": { 
/**
 * What is read.
 */
of: Readable, 
/**
 * Only messages after this number.
 */
after: number, 
/**
 * How many at most; the node may return fewer.
 */
limit: number, } } | { "method": "read_outline", "params": { 
/**
 * What is read.
 */
of: Readable, } } | { "method": "find_in_messages", "params": { 
/**
 * What is read.
 */
of: Readable, 
/**
 * The text.
 */
text: string, 
/**
 * How many places at most; the node returns no more than 500.
 */
limit: number, } } | { "method": "read_part", "params": { 
/**
 * What is read.
 */
of: Readable, 
/**
 * The number of the message.
 */
message: number, 
/**
 * Which of its parts, counted from 0.
 */
part: number, 
/**
 * Where to begin: 0, or the `next` of the piece before.
 */
from: number, } } | { "method": "read_diff", "params": { 
/**
 * What they came with.
 */
of: Readable, 
/**
 * How many files to leave out: 0, or the `next` of the page before.
 */
after: number, } } | { "method": "handoff_figures", "params": { 
/**
 * Which one.
 */
conversation: ConversationRef, 
/**
 * What is chosen.
 */
choice: SendingChoice, } } | { "method": "prepare_handoff", "params": { 
/**
 * Which one.
 */
conversation: ConversationRef, 
/**
 * What is chosen.
 */
choice: SendingChoice, 
/**
 * What shall become of findings; those that are not named are redacted.
 */
decisions: { [key in string]?: FindingDecision }, 
/**
 * What the receiver should do, in at most 500 characters.
 */
task?: string | null, 
/**
 * What the receiver should know.
 */
note?: string | null, 
/**
 * The rest of the envelope, as far as the person said anything: status, summary, blockers
 * and so on, under the names of the envelope.
 */
envelope?: unknown, 
/**
 * Attach the uncommitted changes of the project.
 */
attach_diff: boolean, } } | { "method": "prepared_findings", "params": { 
/**
 * The prepared file.
 */
hash: string, 
/**
 * Only those after so many.
 */
after: number, 
/**
 * How many at most; the node returns no more than 200.
 */
limit: number, } } | { "method": "read_prepared", "params": { 
/**
 * The prepared file.
 */
hash: string, 
/**
 * The first byte.
 */
from: number, } } | { "method": "export_prepared", "params": { 
/**
 * The prepared file.
 */
hash: string, 
/**
 * The file, or a folder for it; by default the folder the one who asks is in, for a page the
 * downloads.
 */
output?: string | null, 
/**
 * Replace a file that is there.
 */
force: boolean, } } | { "method": "drop_prepared", "params": { 
/**
 * The prepared file.
 */
hash: string, } } | { "method": "try_rules", "params": { 
/**
 * The text.
 */
text: string, 
/**
 * Rules to try beside the built-in ones; by default those of the settings.
 */
rules?: Array<SecretRule> | null, 
/**
 * An allow list to try; by default that of the settings.
 */
allow?: Array<string> | null, 
/**
 * Also look for personal things; by default as the settings have it.
 */
personal?: boolean | null, } } | { "method": "inspect_file", "params": { 
/**
 * Which file.
 */
path: string, } } | { "method": "import_file", "params": { 
/**
 * Which file.
 */
path: string, 
/**
 * The platform's id.
 */
to: string, 
/**
 * The project folder; by default the one that fits.
 */
project?: string | null, 
/**
 * The title to show instead of the file's.
 */
title?: string | null, 
/**
 * Rewrite the sender's project folder to ours inside text.
 */
map_paths: boolean, 
/**
 * Only say what would be written.
 */
dry_run: boolean, 
/**
 * Make another session even if the same was imported before.
 */
again: boolean, } } | { "method": "imports" } | { "method": "send_handoff", "params": { 
/**
 * The prepared file.
 */
hash: string, 
/**
 * The prepared file that a pointer points to.
 */
full_copy?: string | null, 
/**
 * To whom: names, or letters of their ids.
 */
to: Array<string>, 
/**
 * For how many hours it is offered; two weeks by default.
 */
hours?: number | null, } } | { "method": "outbox", "params": { 
/**
 * Also what ended.
 */
all: boolean, } } | { "method": "inbox", "params": { 
/**
 * Also what ended.
 */
all: boolean, } } | { "method": "show_handoff", "params": { 
/**
 * Its id, or a beginning of it.
 */
handoff: string, } } | { "method": "open_handoff", "params": { 
/**
 * Its id, or a beginning of it.
 */
handoff: string, } } | { "method": "download_handoff", "params": { 
/**
 * Its id, or a beginning of it.
 */
handoff: string, 
/**
 * What of it.
 */
what: DownloadWhat, 
/**
 * The file, or a folder for it; by default the folder the one who asks is in, for a page the
 * downloads.
 */
output?: string | null, 
/**
 * Replace a file that is there.
 */
force: boolean, } } | { "method": "import_handoff", "params": { 
/**
 * Its id, or a beginning of it.
 */
handoff: string, 
/**
 * The platform's id.
 */
to: string, 
/**
 * The project folder; by default the one that fits.
 */
project?: string | null, 
/**
 * The title to show instead of the file's.
 */
title?: string | null, 
/**
 * Rewrite the sender's project folder to ours inside text.
 */
map_paths: boolean, 
/**
 * Only say what would be written.
 */
dry_run: boolean, 
/**
 * Make another session even if the same was imported before.
 */
again: boolean, } } | { "method": "dismiss_handoff", "params": { 
/**
 * Its id, or a beginning of it.
 */
handoff: string, 
/**
 * Why, for the sender.
 */
reason?: string | null, } } | { "method": "undo_handoff", "params": { 
/**
 * Its id, or a beginning of it.
 */
handoff: string, } } | { "method": "undo_import", "params": { 
/**
 * Its id or a beginning of it, or the id of the session it made.
 */
import: string, } } | { "method": "ask_handoff", "params": { 
/**
 * Its id, or a beginning of it.
 */
handoff: string, 
/**
 * What.
 */
text: string, } } | { "method": "answer_handoff", "params": { 
/**
 * Its id, or a beginning of it.
 */
handoff: string, 
/**
 * What.
 */
text?: string | null, 
/**
 * The way out, numbered from 1.
 */
option?: number | null, 
/**
 * A prepared file that takes the place of the one before.
 */
hash?: string | null, } } | { "method": "cancel_handoff", "params": { 
/**
 * Its id, or a beginning of it.
 */
handoff: string, } } | { "method": "fetch_handoff", "params": { 
/**
 * Its id, or a beginning of it.
 */
handoff: string, } } | { "method": "add_auto", "params": { 
/**
 * Whose handoffs.
 */
person: string, 
/**
 * Into which agent.
 */
platform: string, 
/**
 * Into which project folder.
 */
folder: string, } } | { "method": "list_auto" } | { "method": "revoke_auto", "params": { 
/**
 * Its short name, or the person.
 */
order: string, } } | { "method": "lineage", "params": { 
/**
 * A conversation: its id, a session as `platform:id`, or a handoff; all of them by default.
 */
conversation?: ConversationRef | null, } } | { "method": "compare_versions", "params": { 
/**
 * The conversation: its id, or a handoff of it.
 */
conversation: string, 
/**
 * The version: its id.
 */
version: string, } };

export type ResolvedHandle = { 
/**
 * The whole path.
 */
path: string, 
/**
 * Whether it is a folder.
 */
is_folder: boolean, };

export type ResumeCommand = { 
/**
 * The folder to be in.
 */
folder: string, 
/**
 * The folder's name in requests, when it is here.
 */
handle: string | null, 
/**
 * The program and its arguments.
 */
command: Array<string>, 
/**
 * Both as one line for a shell.
 */
line: string, };

export type Retry = "no" | "safe" | "unknown";

export type RuleHit = { 
/**
 * The rule.
 */
rule: string, 
/**
 * What it finds, in words.
 */
what: string, 
/**
 * How sure it is.
 */
confidence: FindingConfidence, 
/**
 * The first character, counted as UTF-16 does.
 */
start: number, 
/**
 * The character after the last one.
 */
end: number, };

export type SecretHome = "keyring" | "file";

export type SecretRule = { 
/**
 * Its name in findings and placeholders.
 */
name: string, 
/**
 * What it looks for, a regular expression; of a group called `secret` only that part.
 */
pattern: string, };

export type Sending = { 
/**
 * How much of the history: `full`, `summary`, `last:20` or `pointer`.
 */
history: string, 
/**
 * What tools printed goes along.
 */
tool_output: boolean, 
/**
 * The model's readable reasoning goes along.
 */
reasoning: boolean, 
/**
 * Home folders, names and e-mail addresses are taken out too.
 */
personal: boolean, 
/**
 * Rules of the person's own.
 */
rules: Array<SecretRule>, 
/**
 * Patterns of texts that look like secrets and are none.
 */
allow: Array<string>, };

export type SendingChoice = { 
/**
 * How much of the history: `full`, `summary`, `last:20` or `pointer`.
 */
history?: string | null, 
/**
 * What tools printed goes along.
 */
tool_output?: boolean | null, 
/**
 * The model's readable reasoning goes along.
 */
reasoning?: boolean | null, 
/**
 * Home folders, names and e-mail addresses are taken out too.
 */
personal?: boolean | null, };

export type Sent = { 
/**
 * One for each recipient.
 */
handoffs: Array<Handoff>, 
/**
 * What the person should know.
 */
notes: Array<string>, };

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
 * Which agents are worked with.
 */
platforms: AgentChoices, 
/**
 * What goes along when a conversation leaves.
 */
sending: Sending, 
/**
 * How others find and reach this computer.
 */
network: Networking, 
/**
 * What is kept of what was handed over.
 */
handoffs: Handoffs, 
/**
 * What is written to the log.
 */
log: Log, };

export type SettingsSection = "data" | "network" | "receiving";

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

export type ShownConversation = { 
/**
 * What the list says about it.
 */
conversation: Conversation, 
/**
 * The messages, oldest first.
 */
messages: Array<ShownMessage>, 
/**
 * What to ask `after` for the next page; nothing when this is the last.
 */
next: number | null, };

export type ShownEdit = { 
/**
 * The files, in the order of the call.
 */
files: Array<EditedFile>, };

export type ShownMessage = { 
/**
 * Counts from 1.
 */
number: number, 
/**
 * Who speaks.
 */
role: ShownRole, 
/**
 * When, RFC 3339 in UTC.
 */
at: string | null, 
/**
 * The model that wrote it.
 */
model: string | null, 
/**
 * Put there by the agent's own machinery.
 */
injected: boolean, 
/**
 * From here on the model no longer reads what came before.
 */
resets: boolean, 
/**
 * What is said. A picture in a tool's result that can be shown follows it as a part of its own.
 */
parts: Array<ShownPart>, };

export type ShownPart = { 
/**
 * What it is.
 */
kind: PartKind, 
/**
 * Its text; for a call its input, for a picture its type and size.
 */
text: string, 
/**
 * The tool's name, for a call.
 */
tool: string | null, 
/**
 * Whether there is more than the text shows.
 */
truncated: boolean, 
/**
 * The tool failed.
 */
failed: boolean, 
/**
 * What a call and its result have in common.
 */
call: string | null, 
/**
 * What a call is about, on one line: a file, a command, a pattern, an address.
 */
summary: string | null, 
/**
 * What a call does to files.
 */
edit: ShownEdit | null, 
/**
 * How long the tool took, for a result, when the times of both are known.
 */
took_ms: number | null, 
/**
 * A picture that lies in the conversation itself and can be asked for as a part.
 */
can_show: boolean, };

export type ShownRole = "user" | "agent";

export type SignatureState = { "state": "unsigned" } | { "state": "signed" } | { "state": "other_device", 
/**
 * Whose key it is.
 */
device_id: string, } | { "state": "broken", 
/**
 * Why.
 */
why: string, };

export type Snippet = { 
/**
 * The number of the message, if that is known.
 */
number: number | null, 
/**
 * The text, cut where a searched word begins and ends.
 */
pieces: Array<SnippetPiece>, };

export type SnippetPiece = { 
/**
 * The text.
 */
text: string, 
/**
 * Whether it is what was searched for.
 */
hit: boolean, };

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
 * How many people are verified.
 */
people: number, 
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

export type TriedRules = { 
/**
 * What was found, in order.
 */
hits: Array<RuleHit>, 
/**
 * The text as it would leave.
 */
text: string, };

export type Turn = { 
/**
 * The number of the message.
 */
number: number, 
/**
 * Its first words, on one line, at most 120 characters.
 */
text: string, };

export type Undone = { 
/**
 * The import.
 */
import: ImportRecord, 
/**
 * Everything that was removed.
 */
changes: Array<ChangeLine>, 
/**
 * Whether the session was gone already, so that nothing had to be removed.
 */
was_gone: boolean, };

export type VerifiedBy = "invite" | "code";

export type Visibility = "visible" | "teammates" | "hidden";

export type WaitingFiles = { 
/**
 * In the order they were opened.
 */
files: Array<OpenedPath>, };

export type Window = { 
/**
 * Closing the window leaves Segue running in the tray.
 */
keep_running: boolean, 
/**
 * The first steps were shown.
 */
welcomed: boolean, 
/**
 * Segue starts with the session.
 */
autostart: boolean, 
/**
 * What happens is told outside the window.
 */
notifications: boolean, };

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
