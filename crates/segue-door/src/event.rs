//! What a surface hears without asking.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    Check, Handoff, JournalEntry, NearbyDevice, Network, OpenedPath, PairingView, Person,
    SettingsView, Status,
};

/// A change that a surface hears of without asking.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
pub enum Event {
    /// The node's status is now this.
    StatusChanged(Box<Status>),
    /// The settings are now these.
    SettingsChanged(Box<SettingsView>),
    /// One more line in the journal.
    JournalAdded(JournalEntry),
    /// The program that has the window of this profile should bring it to the front.
    RaiseWindow,
    /// A file was opened and waits to be shown: ask for the files that wait.
    FileOpened(OpenedPath),
    /// Something waits to be shown: the program that has the window should ask for it.
    OpenRequested,
    /// How far the index of conversations is.
    CatalogProgress {
        /// How many conversations are fully indexed.
        #[ts(type = "number")]
        done: u64,
        /// How many there are.
        #[ts(type = "number")]
        total: u64,
    },
    /// Conversations were added, removed or read further; ask again for what you show.
    ConversationsChanged,
    /// How far an export or import is. Sent at least every second while one is under way.
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
    /// A device that was here has gone.
    PersonGone {
        /// The public id of the device.
        device_id: String,
        /// Whether it said goodbye.
        goodbye: bool,
    },
    /// A pairing began, made progress or ended.
    PairingChanged(PairingView),
    /// What is known about someone changed; someone who was forgotten is now a stranger.
    PersonChanged(Box<Person>),
    /// Someone used an invite and is verified now; forgetting them undoes that.
    PersonJoined {
        person: Box<Person>,
        /// The short name of the invite.
        invite: String,
    },
    /// Someone handed you a conversation, and it has arrived.
    HandoffArrived(Box<Handoff>),
    /// A handoff changed; the progress of its file is reported at most a few times a second.
    HandoffChanged(Box<Handoff>),
    /// More is known about who had a conversation.
    HistoryChanged {
        /// The id of the conversation.
        conversation: String,
    },
    /// The way this surface reaches the node changed.
    Connection(Connection),
    /// Events were missed because the surface read too slowly; ask again for what you show.
    Missed {
        /// How many events were missed.
        #[ts(type = "number")]
        count: u64,
    },
}

/// The way a surface reaches the node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Connection {
    /// This process hosts the node.
    Hosting,
    /// Another process hosts it, and this one is attached.
    Attached,
    /// The host went away; this process looks for another or becomes the host itself.
    Lost,
}
