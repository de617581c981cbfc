//! What a surface can ask of the node, as one struct per method: its name here is its name in
//! [`Request`](crate::Request), and the table in `methods.rs` says what it answers.
//!
//! ```text
//! link.call(ask::Inbox { all: false }).await? ──▶ HandoffList
//! ```

mod exchange;
mod library;
mod mailbox;
mod node;
mod people;
mod reading;
mod window;

pub use exchange::*;
pub use library::*;
pub use mailbox::*;
pub use node::*;
pub use people::*;
pub use reading::*;
pub use window::*;
