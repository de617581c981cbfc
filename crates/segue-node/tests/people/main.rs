//! Two and three real nodes in one process, over loopback: both doors to trust, and what closes them.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod doors;
mod home;
mod invites;
mod life;
mod measured;
mod standing;
