//! Measuring the network as it is now, from this computer, each with a deadline.
//!
//! Responsible for: whether a multicast packet that is sent on an interface is heard again, whether
//! other computers were heard meanwhile, whether our own port opens, and which firewall is known to
//! be on. Only what needs no rights is looked at, and what can't be known is called unknown.
//!
//! Not responsible for: deciding when to measure. Sending multicast is telling the network that we
//! are here: the caller does not ask for it when discovery is off.
//!
//! ```text
//! multicast_echo ─ one query, random name ─▶ 224.0.0.251 / ff02::fb ─┐
//!       ▲                                                            │
//!       └── the same name heard back · packets of other computers ◀──┘
//! port_open ─ connect ─▶ our own listening address
//! firewall ─ reads ─▶ /etc/ufw/ufw.conf · /run/systemd/units
//! ```

mod echo;
mod firewall;
mod port;

pub use echo::{Echo, EchoError, Family, LISTEN, multicast_echo};
pub use firewall::{Firewall, firewall};
pub use port::{Port, port_open};
