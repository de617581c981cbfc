//! Journeys across crates: the real programs, in temporary worlds. Nothing here links a webview;
//! the app is started from the target folder, so build the workspace first.
