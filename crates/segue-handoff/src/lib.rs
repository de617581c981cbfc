//! The handoff envelope, task states, and the sender's and receiver's state machines.
