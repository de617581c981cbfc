//! Who had a conversation and what became of it: signed records in an Automerge document.
