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
 * The part of the settings to open.
 */
section: SettingsSection, } | { "kind": "copy_command", 
/**
 * The command line to copy.
 */
command: string, };

export type AgentChoices = { 
/**
 * Ids of agents that are left out.
 */
off: Array<string>, 
/**
 * Ids of agents that nothing is written to.
 */
read_only: Array<string>, 
/**
 * The folders of agents that are not where they are by default.
 */
folders: Array<AgentFolder>, };

export type AgentFolder = { 
/**
 * The id of the agent.
 */
platform: string, 
/**
 * The whole path of its folder.
 */
folder: string, };

export type Appearance = { theme: Theme, density: Density, 
/**
 * Whether to leave out motion and shadows.
 */
reduce_effects: boolean, 
/**
 * The language of every text.
 */
language: Language, };

export type AttachedDiff = { 
/**
 * The size of the patch.
 */
bytes: number, 
/**
 * The git remote of the repository.
 */
remote: string | null, branch: string | null, 
/**
 * The commit that the patch is made against.
 */
commit: string | null, 
/**
 * How many files it changes.
 */
files: number, };

export type AutoImport = { 
/**
 * The short name that requests use.
 */
id: string, 
/**
 * The person whose handoffs are imported.
 */
person: HandoffPerson, 
/**
 * The id of the agent to import into.
 */
platform: string, 
/**
 * The project folder to import into.
 */
folder: string, 
/**
 * When the order was given.
 */
since: string, 
/**
 * How many handoffs it has imported.
 */
imported: number, 
/**
 * Why it is suspended, if it is.
 */
stopped: string | null, };

export type AutoList = { 
/**
 * Only those in force.
 */
orders: Array<AutoImport>, };

export type CallOutcome = { "reply": Reply } | { "failure": Failure };

export type ChangeKind = "folder" | "file" | "grown" | "line" | "entry" | "rows";

export type ChangeLine = { what: ChangeKind, 
/**
 * The file or folder that was changed.
 */
path: string, 
/**
 * How many bytes were added, for a file.
 */
bytes: number | null, 
/**
 * A table and the number of rows, a line, or a key.
 */
detail: string | null, };

export type Check = { 
/**
 * A stable name, for programs.
 */
id: string, 
/**
 * What was measured, as a heading.
 */
title: string, outcome: Outcome, 
/**
 * What was found, in words.
 */
detail: string, 
/**
 * What to do about it, in words, when there is something to do.
 */
action: string | null, 
/**
 * The same for programs: where to do it.
 */
act: Act | null, };

export type CheckedPackage = { 
/**
 * The name of the package file.
 */
file: string, 
/**
 * The size of the package file.
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
surface: Surface, pid: number, 
/**
 * When it started to host the node or was attached to it.
 */
since: string, };

export type Code = "invalid" | "host_lost" | "version_mismatch" | "storage" | "identity" | "not_found" | "unreadable" | "unreachable" | "refused" | "busy" | "internal";

export type ComparedVersions = { 
/**
 * The version it grew from.
 */
parent: string | null, 
/**
 * Whether both are on this computer and the figures are counted from them.
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
 * The first of the added messages.
 */
messages: Array<ShownMessage>, 
/**
 * What the figures are based on, if not on the files themselves.
 */
note: string | null, };

export type Connection = "hosting" | "attached" | "lost";

export type ContentState = "unchecked" | "matches" | "differs";

export type Conversation = { 
/**
 * The name it has everywhere: the platform's id, a colon, its id there.
 */
name: string, 
/**
 * The shortest beginning of its id that no other conversation has, at least 8 characters.
 */
short: string, 
/**
 * The id of the agent it belongs to.
 */
platform: string, 
/**
 * Its id in that agent's storage.
 */
id: string, 
/**
 * Its title, or a substitute when it has none.
 */
title: string | null, project: string | null, branch: string | null, 
/**
 * The model that wrote last.
 */
model: string | null, 
/**
 * The earliest time in it, RFC 3339 in UTC.
 */
started: string | null, 
/**
 * The latest time in it, RFC 3339 in UTC.
 */
updated: string | null, 
/**
 * When its file was last changed.
 */
modified: string, 
/**
 * The version of the agent that wrote it.
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
 * How many messages it has, once counted. At first the number comes from a quick scan of its
 * file and includes what the person went back from; it is exact once all of it has been read.
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
 * At most three places in it that contain the words searched for.
 */
snippets: Array<Snippet>, };

export type ConversationLineage = { 
/**
 * The conversation's id, the same for all its versions.
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
 * The versions as a Mermaid graph.
 */
mermaid: string, 
/**
 * What is wrong with the record of this conversation, if anything.
 */
problem: string | null, };

export type ConversationRef = string | { 
/**
 * The file, by its handle or path.
 */
file: string, };

export type ConversationState = { "state": "whole" } | { "state": "live" } | { "state": "partly", 
/**
 * How many records can't be read.
 */
damaged: number, 
/**
 * What is wrong with the first of them.
 */
why: string, } | { "state": "unreadable", 
/**
 * What made reading fail.
 */
why: string, };

export type Density = "comfortable" | "compact";

export type DesktopAction = { "action": "choose_file" } | { "action": "choose_package" } | { "action": "choose_folder" } | { "action": "save_folder" } | { "action": "open_link", "params": { 
/**
 * A link that begins with one of these.
 */
url: string, } } | { "action": "show_in_folder", "params": { 
/**
 * The handle that was given out for the file or folder.
 */
handle: string, } } | { "action": "open_terminal", "params": { 
/**
 * The handle that was given out for the folder.
 */
handle: string, } } | { "action": "quit" };

export type DesktopAnswer = { "action": "choose_file", "result": OpenedPath | null } | { "action": "choose_package", "result": OpenedPath | null } | { "action": "choose_folder", "result": OpenedPath | null } | { "action": "save_folder", "result": OpenedPath | null } | { "action": "open_link" } | { "action": "show_in_folder" } | { "action": "open_terminal" } | { "action": "quit" };

export type DiffLine = { sign: DiffSign, 
/**
 * The line, without its end.
 */
text: string, 
/**
 * Its number in the old file; unknown for a call that replaces a piece of text.
 */
old_line: number | null, 
/**
 * Its number in the new file; unknown for a call that replaces a piece of text.
 */
new_line: number | null, };

export type DiffPage = { 
/**
 * In the order of the patch.
 */
files: Array<EditedFile>, 
/**
 * The `after` of the request for the next files; nothing when these are the last.
 */
next: number | null, };

export type DiffSign = "same" | "added" | "removed" | "skipped";

export type Direction = "sent" | "received";

export type DiscoveryState = "on" | "off" | "failing";

export type DoctorReport = { checks: Array<Check>, 
/**
 * The same as text to pass on: no home path, no user, host or person's name, no full device
 * id, no public address.
 */
report: string, };

export type DownloadWhat = "conversation" | "diff";

export type Downloaded = { 
/**
 * The id of the handoff.
 */
handoff: string, 
/**
 * The path of the file.
 */
file: string, 
/**
 * The handle of that file, for showing it in its folder.
 */
handle: string | null, bytes: number, 
/**
 * What the person should know.
 */
notes: Array<string>, };

export type Dropped = { 
/**
 * Whether there was such a file.
 */
was_there: boolean, };

export type EditKind = "created" | "changed" | "deleted" | "binary";

export type EditedFile = { 
/**
 * Its path, as the call has it.
 */
path: string, kind: EditKind, 
/**
 * The lines that change, with a few around them.
 */
lines: Array<DiffLine>, 
/**
 * Whether lines, or the ends of long lines, are missing.
 */
cut: boolean, };

export type EnvelopeDiagnostic = { 
/**
 * A stable name for programs.
 */
code: string, 
/**
 * Whether it is an error rather than merely unusual.
 */
is_error: boolean, 
/**
 * The name of the field it is about.
 */
field: string, 
/**
 * What is wrong or unusual, in words.
 */
message: string, 
/**
 * What to do about it.
 */
hint: string, };

export type Event = { "event": "status_changed", "data": Status } | { "event": "settings_changed", "data": SettingsView } | { "event": "journal_added", "data": JournalEntry } | { "event": "raise_window" } | { "event": "file_opened", "data": OpenedPath } | { "event": "open_requested" } | { "event": "catalog_progress", "data": { 
/**
 * How many conversations are fully indexed.
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
 * The public id of the device.
 */
device_id: string, 
/**
 * Whether it said goodbye.
 */
goodbye: boolean, } } | { "event": "pairing_changed", "data": PairingView } | { "event": "person_changed", "data": Person } | { "event": "person_joined", "data": { person: Person, 
/**
 * The short name of the invite.
 */
invite: string, } } | { "event": "handoff_arrived", "data": Handoff } | { "event": "handoff_changed", "data": Handoff } | { "event": "history_changed", "data": { 
/**
 * The id of the conversation.
 */
conversation: string, } } | { "event": "connection", "data": Connection } | { "event": "missed", "data": { 
/**
 * How many events were missed.
 */
count: number, } };

export type Exported = { 
/**
 * The path of the file.
 */
file: string, 
/**
 * The handle of that file, for showing it in its folder.
 */
handle: string | null, bytes: number, 
/**
 * How many messages it has.
 */
messages: number, title: string | null, 
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
 * The hash of its exact bytes.
 */
hash: string, 
/**
 * What was removed and what was kept.
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
 * What happened, for people: what is known about the outcome and what is not.
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
 * What is wrong with which field of an envelope, if that is the reason.
 */
fields?: Array<EnvelopeDiagnostic>, };

export type FileExtent = { 
/**
 * How many messages the conversation had.
 */
of: number, 
/**
 * How many of the last messages were chosen, if the choice was such a number.
 */
last_k: number | null, 
/**
 * Whether it has what tools printed.
 */
tool_output: boolean, 
/**
 * Whether it has the model's readable reasoning.
 */
reasoning: boolean, 
/**
 * Roughly how many tokens a model would count.
 */
tokens: number, 
/**
 * Why this much of it was sent and not less.
 */
justification: string, };

export type FileSender = { 
/**
 * The name they gave, which is a claim like every name.
 */
name: string | null, 
/**
 * The device that the file names.
 */
device_id: string | null, 
/**
 * What the signature proves about that device.
 */
signature: SignatureState, 
/**
 * Whether it was made by this device.
 */
is_you: boolean, };

export type Finding = { 
/**
 * The id of the finding, which is always the same for the same secret of a conversation.
 */
id: string, 
/**
 * The name of the rule that found it.
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
 * The encoding it was found in; nothing for plain text.
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
 * The first few places it was found in.
 */
places: Array<FindingPlace>, decision: FindingDecision, 
/**
 * The text that replaces it when it is removed.
 */
placeholder: string, 
/**
 * Whether it may be kept at all; a private key may not.
 */
can_keep: boolean, 
/**
 * Whether keeping it needs a reason.
 */
keep_needs_reason: boolean, };

export type FindingConfidence = "possible" | "likely" | "certain";

export type FindingDecision = { "decision": "redact" } | { "decision": "redact_everywhere" } | { "decision": "keep", 
/**
 * The reason; required when the finding is certain.
 */
reason?: string | null, };

export type FindingForm = "base64" | "percent" | "image_metadata" | "escaped" | "markup" | "terminal";

export type FindingPage = { findings: Array<Finding>, 
/**
 * The `after` of the request for the next page; nothing when this is the last.
 */
next: number | null, };

export type FindingPlace = { 
/**
 * The message's number in what is sent, from 1; nothing for what belongs to the whole file.
 */
message: number | null, 
/**
 * The part of that message or file.
 */
spot: FindingSpot, };

export type FindingSpot = "text" | "reasoning" | "tool_input" | "tool_output" | "file_name" | "file_data" | "detail" | "native" | "title" | "project" | "envelope";

export type FolderChoice = { 
/**
 * Its name in requests.
 */
handle: string, 
/**
 * Where it is, for people to read.
 */
path: string, 
/**
 * The name of the folder.
 */
name: string, 
/**
 * Whether it is the project that was asked about.
 */
fit: FolderFit, 
/**
 * When a conversation in it last changed, RFC 3339 in UTC.
 */
last_used: string | null, };

export type FolderFit = "remote" | "name" | "none";

export type FolderList = { 
/**
 * Those that fit first, then most recently used first.
 */
folders: Array<FolderChoice>, };

export type FoundInMessages = { 
/**
 * The first places, in order.
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
 * The token that lets a page in; a process is let in by the socket's permissions.
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
 * The token that lets the same page in again after a reload.
 */
session: string | null, } | { "frame": "farewell", 
/**
 * Why the client is not let in.
 */
failure: Failure, } | { "frame": "answer", 
/**
 * The id that the client gave its call.
 */
id: number, outcome: CallOutcome, } | { "frame": "event", 
/**
 * What the node says without being asked.
 */
event: Event, };

export type FullCopy = { bytes: number, 
/**
 * How many messages it has.
 */
messages: number, state: RemoteCopy, };

export type Handed = "out" | "in";

export type Handoff = { 
/**
 * Its id, which is also the id of the A2A task.
 */
id: string, 
/**
 * The letters of its id that are enough to name it.
 */
short: string, direction: Direction, 
/**
 * The receiver of what you sent, or the sender of what you received.
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
 * The state of the work, as the sender says: success, partial, blocked or error.
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
 * The state of its A2A task.
 */
state: string, 
/**
 * What happened to it last.
 */
receipt: string, 
/**
 * The same as a sentence.
 */
says: string, 
/**
 * Why it waits, if it does.
 */
waits: string | null, 
/**
 * How far the file is, while it is being transferred.
 */
progress: HandoffProgress | null, 
/**
 * Until when a dismissal can be undone before the sender hears of it.
 */
undo_until: string | null, 
/**
 * What was asked and has not been answered yet.
 */
question: string | null, 
/**
 * The ways out of what blocks it, numbered from 1.
 */
options: Array<string>, 
/**
 * The id of the task that this one continues.
 */
refers_to: string | null, 
/**
 * Messages that stayed with the sender and can be fetched.
 */
full_copy: FullCopy | null, 
/**
 * How many bytes were transferred, if that is known.
 */
travelled: number | null, 
/**
 * How many bytes did not have to be transferred because an earlier version was here.
 */
saved: number | null, 
/**
 * The id of the import made from it.
 */
import: string | null, 
/**
 * When it was handed over.
 */
created: string, 
/**
 * When it last changed.
 */
changed: string, 
/**
 * Until when it is offered.
 */
expires: string, };

export type HandoffDetail = { handoff: Handoff, 
/**
 * As its sender wrote it; nothing when there is none.
 */
envelope: unknown, 
/**
 * What is wrong or unusual in the envelope.
 */
diagnostics: Array<EnvelopeDiagnostic>, 
/**
 * What both sides did and said, oldest first.
 */
story: Array<HandoffMoment>, 
/**
 * What the file says, checked; nothing while the file is not here.
 */
file: Inspected | null, 
/**
 * The command that carries on with the imported session.
 */
resume: string | null, };

export type HandoffFigures = { messages: number, 
/**
 * Only an estimate until the file is prepared.
 */
bytes: number, 
/**
 * Roughly how many tokens a model would count.
 */
tokens: number, 
/**
 * How many messages the whole conversation has.
 */
of: number, };

export type HandoffList = { handoffs: Array<Handoff>, 
/**
 * How many more finished handoffs there are that are not listed.
 */
ended: number, 
/**
 * Whether the network runs; without it nothing is sent or received.
 */
network: boolean, };

export type HandoffMoment = { at: string, 
/**
 * Whether you did it rather than the other person.
 */
by_you: boolean, 
/**
 * A receipt, `asked`, `answered` or `chose`.
 */
what: string, 
/**
 * The text that came with it.
 */
text: string | null, 
/**
 * Whether the other person has received it.
 */
told: boolean, };

export type HandoffPerson = { 
/**
 * What you call them.
 */
name: string, 
/**
 * The public id of their device.
 */
device_id: string, 
/**
 * The last letters of that id, which tell them from others.
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
 * Bytes that have arrived.
 */
done: number, total: number, };

export type HandoffUndone = { 
/**
 * The handoff as it is now; a new one if the sender had already heard of the dismissal.
 */
handoff: Handoff, 
/**
 * The import that was undone, if there was one.
 */
import: Undone | null, };

export type Handoffs = { 
/**
 * For how many days finished handoffs are kept.
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
 * How often it occurs.
 */
count: number, };

export type Hit = { 
/**
 * The number of the message.
 */
number: number, 
/**
 * The index of the part in its message, counted from 0.
 */
part: number, 
/**
 * A little of the text before it.
 */
before: string, 
/**
 * The text as it is written there.
 */
hit: string, 
/**
 * A little of the text after it.
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

export type ImportList = { imports: Array<ImportRecord>, };

export type ImportOutcome = "planned" | "imported" | "continued" | "already_imported";

export type ImportRecord = { 
/**
 * The id by which it can be undone.
 */
id: string, 
/**
 * When it was made.
 */
at: string, 
/**
 * The id of the agent.
 */
platform: string, 
/**
 * The session's id in that agent's storage.
 */
session: string, project: string, title: string | null, 
/**
 * Who it came from, as they call themselves.
 */
from: string | null, 
/**
 * How many messages the session has from the file.
 */
messages: number, 
/**
 * When it was undone, if it was.
 */
undone: string | null, };

export type Imported = { outcome: ImportOutcome, 
/**
 * The import's id; nothing for a dry run.
 */
import: string | null, 
/**
 * The id of the agent.
 */
platform: string, 
/**
 * The session's id in that agent's storage.
 */
session: string, project: string, 
/**
 * How the folder was chosen.
 */
project_by: ProjectBy, title: string | null, 
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
 * The command that carries on with the session.
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
 * How many have a known title and project.
 */
known: number, 
/**
 * How many have had their messages counted.
 */
counted: number, 
/**
 * How many can be searched.
 */
searchable: number, };

export type Inspected = { file: string, bytes: number, 
/**
 * The format it is written in: `a2a-1.0`, `a2a-0.3` or `older`.
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
 * The agent it comes from.
 */
platform: string, 
/**
 * Its id in that agent's storage.
 */
session: string | null, project: ProjectHint | null, 
/**
 * Who made it, as far as that is proven.
 */
sender: FileSender, 
/**
 * Whether the content has the hash that the file states.
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
 * How much of its conversation it has, as the file says.
 */
extent: FileExtent | null, 
/**
 * What was removed before it was sent, as the file says.
 */
redaction: RedactionReport | null, 
/**
 * What still looks like a secret, by rule.
 */
secrets: Array<RedactionCount>, messages: number, 
/**
 * How many of them come from the person or from tools.
 */
from_user: number, 
/**
 * How many of them come from the model.
 */
from_agent: number, tool_calls: number, 
/**
 * How many artifacts it has beside the messages.
 */
artifacts: number, 
/**
 * What the sender asks the receiver to do.
 */
task: string | null, 
/**
 * What the sender wants the receiver to know.
 */
note: string | null, 
/**
 * The whole envelope, as the file has it.
 */
envelope: unknown, 
/**
 * What is wrong or unusual in the envelope.
 */
diagnostics: Array<EnvelopeDiagnostic>, 
/**
 * The attached changes of the project, if there are any.
 */
diff: AttachedDiff | null, 
/**
 * Characters that are invisible or reverse the direction of text.
 */
hidden: Array<HiddenCharacter>, 
/**
 * What the export kept, changed and left out, as the file says.
 */
report: Array<ReportLine>, 
/**
 * What in the file could not be read here.
 */
skipped: Array<ReportLine>, 
/**
 * The first messages, shortened.
 */
first: Array<ShownMessage>, 
/**
 * The last messages, shortened.
 */
last: Array<ShownMessage>, 
/**
 * Why an import would be refused, if it would be.
 */
refused: string | null, };

export type InviteState = "open" | "used" | "expired" | "revoked";

export type InviteView = { 
/**
 * The short name that requests use.
 */
id: string, 
/**
 * When it was made.
 */
created: string, 
/**
 * Until when it is valid.
 */
expires: string, state: InviteState, 
/**
 * The name of the person who used it.
 */
used_by: string | null, used_at: string | null, };

export type Invited = { 
/**
 * The short name that requests use.
 */
id: string, 
/**
 * The text to pass on; the first person to use it is verified.
 */
ticket: string, 
/**
 * Until when it is valid.
 */
expires: string, 
/**
 * The addresses that the invite contains.
 */
addresses: Array<string>, };

export type JournalEntry = { 
/**
 * Counts up; newer entries have higher numbers.
 */
id: number, at: string, 
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

export type JournalPage = { entries: Array<JournalEntry>, 
/**
 * How many there are in all.
 */
total: number, };

export type Language = "system" | "en" | "de";

export type Lineage = { 
/**
 * One entry per conversation, most recently changed first.
 */
conversations: Array<ConversationLineage>, };

export type Listing = { conversations: Array<Conversation>, 
/**
 * What to ask `after` for the next page; nothing when this is the last.
 */
next: string | null, 
/**
 * How many conversations all pages have together.
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

export type Log = { level: LogLevel, };

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
 * The last letters of that id, to tell two people of the same name apart.
 */
short: string, 
/**
 * Sixteen hex digits that the picture is drawn from.
 */
seed: string, standing: PersonStanding, 
/**
 * Agents it can import to.
 */
platforms: Array<string>, 
/**
 * The version of Segue it runs.
 */
version: string, 
/**
 * The address it is connected from.
 */
address: string, 
/**
 * How long its latest answer took, in milliseconds.
 */
round_trip_ms: number | null, 
/**
 * Whether it says that it knows you.
 */
knows_you: boolean, 
/**
 * What is wrong, if anything.
 */
warning: string | null, };

export type Network = { "state": "off", reason: NetworkOff, 
/**
 * What is known about the reason.
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

export type Networking = { visibility: Visibility, 
/**
 * Whether to look for others and to announce this computer.
 */
discovery: boolean, 
/**
 * The port others reach it at; 0 for any free one.
 */
port: number, 
/**
 * The only addresses to listen at, separated by commas; empty for every network.
 */
listen: string, };

export type Notice = { 
/**
 * A stable name, for programs.
 */
id: string, severity: Severity, 
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
 * How many wait to be shown now, this one included.
 */
waiting: number, };

export type OpenRefused = "unknown_link" | "handoff_link" | "file_link" | "invite_link" | "no_file" | "other_file";

export type OpenTarget = { "target": "inbox" } | { "target": "handoff", 
/**
 * Its id, or the beginning of it.
 */
id: string, } | { "target": "join", 
/**
 * The whole text of the invite.
 */
ticket: string, } | { "target": "refused", 
/**
 * The reason, from which the page makes its words.
 */
why: OpenRefused, };

export type OpenTargets = { 
/**
 * Everything that waits, each handed out only once.
 */
targets: Array<OpenTarget>, };

export type OpenedPath = { 
/**
 * Its name in requests: `handle:` and some letters. It is valid as long as the node runs.
 */
handle: string, 
/**
 * Its file name, without the path.
 */
name: string, 
/**
 * Whether it is a folder.
 */
is_folder: boolean, 
/**
 * The size of a file in bytes.
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
 * Whether you said that the codes match.
 */
we_match: boolean, 
/**
 * Whether they said that the codes match.
 */
they_match: boolean, } | { "state": "paired" } | { "state": "ended", 
/**
 * The reason, for programs.
 */
why: PairingOver, 
/**
 * The reason, in words.
 */
message: string, };

export type PairingView = { 
/**
 * The id of this attempt.
 */
id: string, 
/**
 * Your name for the other person, or their own.
 */
name: string, 
/**
 * The public id of their device.
 */
device_id: string, 
/**
 * The last letters of that id.
 */
short: string, 
/**
 * Sixteen hex digits that the picture is drawn from.
 */
seed: string, 
/**
 * Whether you started it.
 */
ours: boolean, stage: PairingStage, 
/**
 * What is wrong, if anything.
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
 * Devices that are here and not verified.
 */
nearby: Array<NearbyDevice>, 
/**
 * Pairings that wait for a decision.
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
 * The last letters of that id, to tell two people of the same name apart.
 */
short: string, 
/**
 * Sixteen hex digits that the picture is drawn from.
 */
seed: string, standing: PersonStanding, 
/**
 * How they became verified; nothing when they are not.
 */
how: VerifiedBy | null, since: string, 
/**
 * Agents they can import to.
 */
platforms: Array<string>, 
/**
 * Whether they are here now.
 */
nearby: boolean, 
/**
 * When they were last here.
 */
last_seen: string | null, 
/**
 * How long their latest answer took, in milliseconds, while they are here.
 */
round_trip_ms: number | null, 
/**
 * The addresses where they were reached, most recent first.
 */
addresses: Array<string>, 
/**
 * Whether they said that they know you; nothing if they have not said.
 */
knows_you: boolean | null, 
/**
 * What is wrong, if anything.
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
 * The hash of its exact bytes, which names it when it is sent or exported.
 */
hash: string, 
/**
 * The conversation it was made from.
 */
conversation: string, title: string | null, 
/**
 * The suggested name of a file with it.
 */
file_name: string, figures: HandoffFigures, choice: PreparedChoice, 
/**
 * At most 200 findings, the surest first.
 */
findings: Array<Finding>, 
/**
 * How many findings there are in all.
 */
findings_total: number, 
/**
 * What was removed and what was kept, as the file says it.
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
 * The name of the sender that it carries.
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
 * How many files it has beside the messages.
 */
artifacts: number, 
/**
 * The envelope as the receiver will read it.
 */
envelope: unknown, 
/**
 * What is wrong or unusual in the envelope; nothing is sent while there is an error.
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
 * Whether what tools printed is sent.
 */
tool_output: boolean, 
/**
 * Whether the model's readable reasoning is sent.
 */
reasoning: boolean, 
/**
 * Whether home folders, names and e-mail addresses are removed too.
 */
personal: boolean, };

export type PreparedText = { text: string, 
/**
 * Where the next piece begins; nothing when this is the last.
 */
next: number | null, };

export type ProjectBy = "given" | "remote" | "name";

export type ProjectCount = { 
/**
 * Its path, as requests and people name it.
 */
project: string, 
/**
 * The name of the folder.
 */
name: string, 
/**
 * How many conversations it has.
 */
conversations: number, 
/**
 * When a conversation in it last changed, RFC 3339 in UTC.
 */
last_used: string, };

export type ProjectHint = { 
/**
 * The name of the folder.
 */
name: string | null, 
/**
 * The folder on the sender's computer.
 */
path: string | null, remote: string | null, branch: string | null, commit: string | null, };

export type ProjectList = { 
/**
 * At most 500, most recently used first.
 */
projects: Array<ProjectCount>, };

export type QuarantinedRecord = { id: string, 
/**
 * The device it came from, if that is known.
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
 * For each message, roughly how many characters it shows with tools, reasoning and the agent's
 * own messages folded. A line counts for at least 40, something folded for 60.
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
 * The hash that names the prepared file.
 */
hash: string, } | { "kind": "handoff", 
/**
 * Its id, or a beginning of it.
 */
handoff: string, } | { "kind": "file", 
/**
 * The file, by its handle or path.
 */
path: string, };

export type RedactionCount = { 
/**
 * The name of the rule.
 */
rule: string, 
/**
 * What it finds, in words.
 */
what: string, 
/**
 * How many different secrets there are.
 */
secrets: number, 
/**
 * How many places they were found in.
 */
places: number, };

export type RedactionReport = { 
/**
 * The secrets that were removed.
 */
redacted: Array<RedactionCount>, 
/**
 * Found, and kept by the sender's decision.
 */
kept: Array<RedactionCount>, };

export type RemoteCopy = "available" | "fetching" | "local" | "expired";

export type Reply = { "method": "status", "result": Status } | { "method": "settings", "result": SettingsView } | { "method": "change_settings", "result": SettingsView } | { "method": "doctor", "result": DoctorReport } | { "method": "journal", "result": JournalPage } | { "method": "retry_identity", "result": Status } | { "method": "move_identity", "result": Status } | { "method": "check_package", "result": CheckedPackage } | { "method": "claim_window", "result": WindowClaim } | { "method": "open_path", "result": OpenedPath } | { "method": "take_files", "result": WaitingFiles } | { "method": "resolve_handle", "result": ResolvedHandle } | { "method": "open_in_window", "result": OpenQueued } | { "method": "take_opens", "result": OpenTargets } | { "method": "people", "result": PeopleList } | { "method": "invite", "result": Invited } | { "method": "revoke_invite", "result": InviteView } | { "method": "join", "result": Person } | { "method": "pair", "result": PairingView } | { "method": "decide_pairing", "result": PairingView } | { "method": "confirm_pairing", "result": PairingView } | { "method": "leave_pairing", "result": PairingView } | { "method": "connect", "result": NearbyDevice } | { "method": "block", "result": Person } | { "method": "unblock", "result": Person } | { "method": "forget", "result": Person } | { "method": "nickname", "result": Person } | { "method": "platforms", "result": PlatformList } | { "method": "set_platform_folder", "result": PlatformList } | { "method": "folders", "result": FolderList } | { "method": "projects", "result": ProjectList } | { "method": "list_conversations", "result": Listing } | { "method": "show_conversation", "result": ShownConversation } | { "method": "resume", "result": ResumeCommand } | { "method": "read_messages", "result": ReadPage } | { "method": "read_outline", "result": ReadOutline } | { "method": "find_in_messages", "result": FoundInMessages } | { "method": "read_part", "result": PartText } | { "method": "read_diff", "result": DiffPage } | { "method": "handoff_figures", "result": HandoffFigures } | { "method": "prepare_handoff", "result": Prepared } | { "method": "prepared_findings", "result": FindingPage } | { "method": "read_prepared", "result": PreparedText } | { "method": "export_prepared", "result": Exported } | { "method": "drop_prepared", "result": Dropped } | { "method": "try_rules", "result": TriedRules } | { "method": "inspect_file", "result": Inspected } | { "method": "import_file", "result": Imported } | { "method": "imports", "result": ImportList } | { "method": "send_handoff", "result": Sent } | { "method": "outbox", "result": HandoffList } | { "method": "inbox", "result": HandoffList } | { "method": "show_handoff", "result": HandoffDetail } | { "method": "open_handoff", "result": HandoffDetail } | { "method": "download_handoff", "result": Downloaded } | { "method": "import_handoff", "result": Imported } | { "method": "dismiss_handoff", "result": Handoff } | { "method": "undo_handoff", "result": HandoffUndone } | { "method": "undo_import", "result": Undone } | { "method": "ask_handoff", "result": Handoff } | { "method": "answer_handoff", "result": Handoff } | { "method": "cancel_handoff", "result": Handoff } | { "method": "fetch_handoff", "result": Handoff } | { "method": "add_auto", "result": AutoImport } | { "method": "list_auto", "result": AutoList } | { "method": "revoke_auto", "result": AutoImport } | { "method": "lineage", "result": Lineage } | { "method": "compare_versions", "result": ComparedVersions };

export type ReportFate = "kept" | "changed" | "dropped";

export type ReportLine = { fate: ReportFate, 
/**
 * The kind of thing, in words.
 */
kind: string, 
/**
 * How many things of this kind there were.
 */
count: number, 
/**
 * The reason, for what was not simply kept.
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
path: string, } } | { "method": "claim_window" } | { "method": "open_path", "params": { path: string, 
/**
 * Also show the file, wherever there is a page for it.
 */
show: boolean, } } | { "method": "take_files" } | { "method": "resolve_handle", "params": { handle: string, } } | { "method": "open_in_window", "params": { target: OpenTarget, } } | { "method": "take_opens" } | { "method": "people", "params": { 
/**
 * Look for devices nearby as well, which may take a moment.
 */
nearby: boolean, } } | { "method": "invite", "params": { 
/**
 * For how long; a day by default, at most a week.
 */
minutes?: number | null, } } | { "method": "revoke_invite", "params": { 
/**
 * The short name of the invite.
 */
id: string, } } | { "method": "join", "params": { 
/**
 * The whole text of the invite.
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
 * Whether both screens show the same code.
 */
matches: boolean, } } | { "method": "confirm_pairing", "params": { 
/**
 * The person, or the id of the pairing.
 */
person: string, 
/**
 * The words or the digits that the other screen shows.
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
 * The id of the agent.
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
 * Only those that contain all these words.
 */
search?: string | null, 
/**
 * How many at most; the node returns no more than 200.
 */
limit: number, 
/**
 * Only those that have changed since a date, or a time in RFC 3339.
 */
since?: string | null, 
/**
 * Only those that were handed over in this direction.
 */
handed?: Handed | null, 
/**
 * The `next` of the page before.
 */
after?: string | null, 
/**
 * How many to skip, for a list that jumps; not together with `after`.
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
conversation: string, } } | { "method": "read_messages", "params": { of: Readable, 
/**
 * Only messages after this number.
 */
after: number, 
/**
 * How many at most; the node may return fewer.
 */
limit: number, } } | { "method": "read_outline", "params": { of: Readable, } } | { "method": "find_in_messages", "params": { of: Readable, 
/**
 * The text to look for, in any case.
 */
text: string, 
/**
 * How many places at most; the node returns no more than 500.
 */
limit: number, } } | { "method": "read_part", "params": { of: Readable, 
/**
 * The number of the message.
 */
message: number, 
/**
 * The index of the part in its message, counted from 0.
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
after: number, } } | { "method": "handoff_figures", "params": { conversation: ConversationRef, 
/**
 * How much goes along; by default as the settings have it.
 */
choice: SendingChoice, } } | { "method": "prepare_handoff", "params": { conversation: ConversationRef, 
/**
 * How much goes along; by default as the settings have it.
 */
choice: SendingChoice, 
/**
 * What to do with findings; those that are not named are removed.
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
 * The hash that names the prepared file.
 */
hash: string, 
/**
 * How many findings to skip.
 */
after: number, 
/**
 * How many at most; the node returns no more than 200.
 */
limit: number, } } | { "method": "read_prepared", "params": { 
/**
 * The hash that names the prepared file.
 */
hash: string, 
/**
 * The offset of the first byte to return.
 */
from: number, } } | { "method": "export_prepared", "params": { 
/**
 * The hash that names the prepared file.
 */
hash: string, 
/**
 * The file, or a folder for it; by default the folder that the calling program is in, or the
 * downloads folder for a page.
 */
output?: string | null, 
/**
 * Whether to replace a file that already exists.
 */
force: boolean, } } | { "method": "drop_prepared", "params": { 
/**
 * The hash that names the prepared file.
 */
hash: string, } } | { "method": "try_rules", "params": { text: string, 
/**
 * Rules to try beside the built-in ones; by default those of the settings.
 */
rules?: Array<SecretRule> | null, 
/**
 * An allow list to try; by default that of the settings.
 */
allow?: Array<string> | null, 
/**
 * Whether to look for personal data too; by default as the settings have it.
 */
personal?: boolean | null, } } | { "method": "inspect_file", "params": { path: string, } } | { "method": "import_file", "params": { path: string, 
/**
 * The id of the agent to import into.
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
 * Whether to rewrite the sender's project folder to ours inside text.
 */
map_paths: boolean, 
/**
 * Whether to say only what would be written.
 */
dry_run: boolean, 
/**
 * Whether to make another session even if the same one was imported before.
 */
again: boolean, } } | { "method": "imports" } | { "method": "send_handoff", "params": { 
/**
 * The hash that names the prepared file.
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
 * Whether to list finished handoffs too.
 */
all: boolean, } } | { "method": "inbox", "params": { 
/**
 * Whether to list finished handoffs too.
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
 * Which of the two to write; the conversation by default.
 */
what: DownloadWhat, 
/**
 * The file, or a folder for it; by default the folder that the calling program is in, or the
 * downloads folder for a page.
 */
output?: string | null, 
/**
 * Whether to replace a file that already exists.
 */
force: boolean, } } | { "method": "import_handoff", "params": { 
/**
 * Its id, or a beginning of it.
 */
handoff: string, 
/**
 * The id of the agent to import into.
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
 * Whether to rewrite the sender's project folder to ours inside text.
 */
map_paths: boolean, 
/**
 * Whether to say only what would be written.
 */
dry_run: boolean, 
/**
 * Whether to make another session even if the same one was imported before.
 */
again: boolean, } } | { "method": "dismiss_handoff", "params": { 
/**
 * Its id, or a beginning of it.
 */
handoff: string, 
/**
 * The reason that the sender is given.
 */
reason?: string | null, } } | { "method": "undo_handoff", "params": { 
/**
 * Its id, or a beginning of it.
 */
handoff: string, } } | { "method": "undo_import", "params": { 
/**
 * The import's id or the beginning of it, or the id of the session it made.
 */
import: string, } } | { "method": "ask_handoff", "params": { 
/**
 * Its id, or a beginning of it.
 */
handoff: string, 
/**
 * The question or request, as the sender will read it.
 */
text: string, } } | { "method": "answer_handoff", "params": { 
/**
 * Its id, or a beginning of it.
 */
handoff: string, 
/**
 * The answer to the question, as the receiver will read it.
 */
text?: string | null, 
/**
 * The way out, numbered from 1.
 */
option?: number | null, 
/**
 * The hash of a prepared file that replaces the one sent before.
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
 * The person whose handoffs are imported: a name, or letters of the id.
 */
person: string, 
/**
 * The id of the agent to import into.
 */
platform: string, 
/**
 * The project folder to import into.
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

export type ResolvedHandle = { path: string, is_folder: boolean, };

export type ResumeCommand = { 
/**
 * The folder to run the command in.
 */
folder: string, 
/**
 * The handle of that folder, if it is on this computer.
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
 * The name of the rule.
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
 * The offset of the first character, counted in UTF-16 units.
 */
start: number, 
/**
 * The offset after the last character, counted in UTF-16 units.
 */
end: number, };

export type SecretHome = "keyring" | "file";

export type SecretRule = { 
/**
 * Its name in findings and placeholders.
 */
name: string, 
/**
 * The regular expression it looks for; if it has a group called `secret`, only that part
 * counts.
 */
pattern: string, };

export type Sending = { 
/**
 * How much of the history: `full`, `summary`, `last:20` or `pointer`.
 */
history: string, 
/**
 * Whether what tools printed is sent.
 */
tool_output: boolean, 
/**
 * Whether the model's readable reasoning is sent.
 */
reasoning: boolean, 
/**
 * Whether home folders, names and e-mail addresses are removed too.
 */
personal: boolean, 
/**
 * Rules of the person's own.
 */
rules: Array<SecretRule>, 
/**
 * Patterns of texts that look like secrets and are not.
 */
allow: Array<string>, };

export type SendingChoice = { 
/**
 * How much of the history: `full`, `summary`, `last:20` or `pointer`.
 */
history?: string | null, 
/**
 * Whether to send what tools printed.
 */
tool_output?: boolean | null, 
/**
 * Whether to send the model's readable reasoning.
 */
reasoning?: boolean | null, 
/**
 * Whether to remove home folders, names and e-mail addresses too.
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
name: string, appearance: Appearance, shortcuts: Shortcuts, 
/**
 * How the window behaves.
 */
window: Window, 
/**
 * The agents to work with, and where they are.
 */
platforms: AgentChoices, 
/**
 * What is sent when a conversation is handed off.
 */
sending: Sending, 
/**
 * How others find and reach this computer.
 */
network: Networking, 
/**
 * What is kept of past handoffs.
 */
handoffs: Handoffs, 
/**
 * What is written to the log.
 */
log: Log, };

export type SettingsSection = "data" | "network" | "receiving";

export type SettingsView = { 
/**
 * What applies now, defaults included.
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
 * Whether single letters act when no text field has the focus.
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
 * In the order of the call.
 */
files: Array<EditedFile>, };

export type ShownMessage = { 
/**
 * Its position in the conversation, counted from 1.
 */
number: number, role: ShownRole, 
/**
 * When it was written, RFC 3339 in UTC.
 */
at: string | null, 
/**
 * The model that wrote it.
 */
model: string | null, 
/**
 * Whether the agent's own machinery put it there.
 */
injected: boolean, 
/**
 * Whether the model no longer reads anything from before this message.
 */
resets: boolean, 
/**
 * What it says. A picture in a tool's result that can be shown follows it as a part of its
 * own.
 */
parts: Array<ShownPart>, };

export type ShownPart = { kind: PartKind, 
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
 * Whether the tool failed.
 */
failed: boolean, 
/**
 * The id that a call and its result share.
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
 * Whether it is a picture inside the conversation itself, which can be requested as a part.
 */
can_show: boolean, };

export type ShownRole = "user" | "agent";

export type SignatureState = { "state": "unsigned" } | { "state": "signed" } | { "state": "other_device", 
/**
 * The device that the key belongs to.
 */
device_id: string, } | { "state": "broken", 
/**
 * What is wrong with the signature.
 */
why: string, };

export type Snippet = { 
/**
 * The number of the message, if that is known.
 */
number: number | null, 
/**
 * The text, cut where a word searched for begins and ends.
 */
pieces: Array<SnippetPiece>, };

export type SnippetPiece = { text: string, 
/**
 * Whether it is one of the words searched for.
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
 * The text as it would be sent.
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

export type Undone = { import: ImportRecord, 
/**
 * Everything that was removed.
 */
changes: Array<ChangeLine>, 
/**
 * Whether the session was gone already and nothing had to be removed.
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
 * Whether closing the window leaves Segue running in the tray.
 */
keep_running: boolean, 
/**
 * Whether the first steps have been shown.
 */
welcomed: boolean, 
/**
 * Whether Segue starts with the session.
 */
autostart: boolean, 
/**
 * Whether news is shown outside the window.
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
