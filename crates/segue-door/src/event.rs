//! What a surface hears without asking.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    Check, Handoff, JournalEntry, NearbyDevice, Network, OpenedPath, PairingView, Person,
    SettingsView, Status,
};

/// Something changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
pub enum Event {
    /// The node's status is now this.
    StatusChanged(Box<Status>),
    /// The settings are now these.
    SettingsChanged(Box<SettingsView>),
    /// One more line in the journal.
    JournalAdded(JournalEntry),
    /// Whoever has the window of this profile: bring it to the front.
    RaiseWindow,
    /// A file was opened and waits to be shown: ask for the files that wait.
    FileOpened(OpenedPath),
    /// Something waits to be shown: whoever has the window asks for what waits.
    OpenRequested,
    /// The index of conversations is so far.
    CatalogProgress {
        /// How many conversations are completely in it.
        #[ts(type = "number")]
        done: u64,
        /// How many there are.
        #[ts(type = "number")]
        total: u64,
    },
    /// Conversations came, went, or are better known; ask for what you show.
    ConversationsChanged,
    /// An export or import is so far. Comes at least every second while one is under way.
    WorkProgress {
        /// The conversation or file as it was named in the request.
        about: String,
        /// How much is done.
        #[ts(type = "number")]
        done: u64,
        /// How much there is; 0 when that is not known.
        #[ts(type = "number")]
        total: u64,
    },
    /// One check of a measurement under way; all of them come again in its reply.
    DoctorCheck(Check),
    /// Whether and how others can be reached changed.
    NetworkChanged(Network),
    /// A device is here, or said something new about itself.
    PersonNearby(NearbyDevice),
    /// A device that was here is not any more.
    PersonGone {
        /// Which.
        device_id: String,
        /// Whether it said goodbye.
        goodbye: bool,
    },
    /// A pairing began, went on or ended.
    PairingChanged(PairingView),
    /// What is known of someone changed; whoever was forgotten is a stranger.
    PersonChanged(Box<Person>),
    /// Someone used an invite and is verified now; forgetting them takes it back.
    PersonJoined {
        /// Who.
        person: Box<Person>,
        /// The short name of the invite.
        invite: String,
    },
    /// Someone handed you something, and it is here.
    HandoffArrived(Box<Handoff>),
    /// Something happened to a handoff; how far its file is comes at most a few times a second.
    HandoffChanged(Box<Handoff>),
    /// Something new is known about who had a conversation.
    HistoryChanged {
        /// The conversation.
        conversation: String,
    },
    /// How this surface reaches the node changed.
    Connection(Connection),
    /// So many events were missed because the surface read too slowly; ask for what you show.
    Missed {
        /// How many.
        #[ts(type = "number")]
        count: u64,
    },
}

/// How a surface reaches the node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Connection {
    /// This process hosts the node.
    Hosting,
    /// Another process hosts it, and this one is attached.
    Attached,
    /// The host went away; looking for another, or becoming it.
    Lost,
}
