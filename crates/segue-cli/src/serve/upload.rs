//! A file from the browser: what a person drops on the page or picks there, kept for as long as the
//! page is served, and named by a handle like every file that was chosen.
//!
//! ```text
//! POST /file?name=… ──▶ guard (Host, Origin) ──▶ session ──▶ profile/opened/serve-<pid>/… ──▶ OpenPath
//! ```

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::header::{AUTHORIZATION, CONTENT_LENGTH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt};
use segue_door::{Code, Failure, OpenedPath, ask};
use segue_link::Profile;
use tokio::io::AsyncWriteExt;

use super::Shared;

/// How many files are kept; the oldest are removed first.
const KEEP: usize = 16;

/// How many characters of a file's name are kept.
const NAME: usize = 100;

/// The files that came from the browser. They are removed when the server ends.
pub struct Uploads {
    folder: PathBuf,
    kept: Mutex<VecDeque<PathBuf>>,
}

impl Uploads {
    pub fn new(profile: &Profile) -> Self {
        let own = format!("serve-{}", std::process::id());
        Self {
            folder: profile.opened().join(own),
            kept: Mutex::default(),
        }
    }

    /// Creates what removes the files in the end.
    pub fn sweep(&self) -> Sweep {
        Sweep(self.folder.clone())
    }

    /// Creates a folder of its own for a file of this name, and returns the path of the file in it.
    fn place(&self, name: &str) -> Result<PathBuf, Failure> {
        let made = || {
            std::fs::create_dir_all(&self.folder)?;
            let own = tempfile::Builder::new()
                .prefix("f")
                .tempdir_in(&self.folder)?;
            Ok(own.keep().join(plain(name)))
        };
        made().map_err(|error| unkept(&error))
    }

    fn keep(&self, file: &Path) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back(file.to_owned());
        if kept.len() > KEEP
            && let Some(oldest) = kept.pop_front()
        {
            forget(&oldest);
        }
    }
}

/// Removes the uploaded files when it is dropped, whoever still talks to the page then.
pub struct Sweep(PathBuf);

impl Drop for Sweep {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// Removes a file and its folder.
fn forget(file: &Path) {
    if let Some(place) = file.parent() {
        std::fs::remove_dir_all(place).ok();
    }
}

/// The name of a file that a page uploads.
#[derive(serde::Deserialize)]
pub struct Named {
    #[serde(default)]
    name: String,
}

/// Takes a file from the page.
pub async fn take(
    State(shared): State<Arc<Shared>>,
    Query(Named { name }): Query<Named>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    if !shared.guard.knows_origin(&headers) {
        return (StatusCode::FORBIDDEN, "Only Segue's own page can connect.").into_response();
    }
    let shown = headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if !shown.is_some_and(|session| shared.tickets.is_session(session)) {
        let failure = Failure::new(Code::Refused, "This link has expired.")
            .hint("Run segue serve again for a new link.");
        return (StatusCode::UNAUTHORIZED, Json(failure)).into_response();
    }
    let most = segue_conversation::file::Limits::default().file_bytes;
    let announced = headers
        .get(CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|bytes| bytes > most) {
        return answer(Err(too_large(most)));
    }
    answer(keep(&shared, &name, body, most).await)
}

async fn keep(shared: &Shared, name: &str, body: Body, most: u64) -> Result<OpenedPath, Failure> {
    let file = shared.uploads.place(name)?;
    let opened = async {
        write(&file, body.into_data_stream(), most).await?;
        let path = file.to_string_lossy().into_owned();
        shared.link.call(ask::OpenPath { path, show: false }).await
    };
    let opened = opened.await;
    match &opened {
        Ok(_) => shared.uploads.keep(&file),
        Err(_) => forget(&file),
    }
    opened
}

/// Writes what comes into a file, for this user only. Fails when it is too large.
async fn write<B: AsRef<[u8]>, E: std::fmt::Display>(
    file: &Path,
    mut pieces: impl Stream<Item = Result<B, E>> + Unpin,
    most: u64,
) -> Result<(), Failure> {
    let mut options = tokio::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    options.mode(0o600);
    let io = |error: std::io::Error| unkept(&error);
    let mut out = options.open(file).await.map_err(io)?;
    let mut bytes: u64 = 0;
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|error| {
            Failure::invalid(format!("The file didn't arrive completely: {error}."))
                .hint("Choose it again.")
        })?;
        let piece = piece.as_ref();
        bytes = bytes.saturating_add(piece.len() as u64);
        if bytes > most {
            return Err(too_large(most));
        }
        out.write_all(piece).await.map_err(io)?;
    }
    out.flush().await.map_err(io)
}

fn answer(result: Result<OpenedPath, Failure>) -> Response {
    match result {
        Ok(opened) => Json(opened).into_response(),
        Err(failure) => {
            let status = match failure.code {
                Code::Invalid => StatusCode::PAYLOAD_TOO_LARGE,
                _ => StatusCode::INTERNAL_SERVER_ERROR,
            };
            (status, Json(failure)).into_response()
        }
    }
}

fn too_large(most: u64) -> Failure {
    Failure::invalid(format!(
        "The file is too large: a conversation file can have at most {} GB.",
        most >> 30
    ))
    .hint("Choose a conversation file.")
}

fn unkept(error: &std::io::Error) -> Failure {
    Failure::new(Code::Storage, format!("The file can't be saved: {error}."))
        .hint("Check the free space on the disk with the profile folder.")
}

/// Turns a name into one that every system takes, and that leads to no other folder.
fn plain(name: &str) -> String {
    let safe = |c: char| match c {
        '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '-',
        c if c.is_control() => '-',
        c => c,
    };
    let name: String = name.chars().map(safe).take(NAME).collect();
    let name = name.trim_matches(|c: char| c == '.' || c.is_whitespace());
    let name = name.get(..name.floor_char_boundary(200)).unwrap_or(name);
    match name.is_empty() {
        true => "conversation.a2a.json".to_owned(),
        false => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_nowhere() {
        for (name, expected) in [
            ("talk.a2a.json", "talk.a2a.json"),
            ("../../etc/passwd", "-..-etc-passwd"),
            ("..", "conversation.a2a.json"),
            ("", "conversation.a2a.json"),
            ("C:\\x\0y", "C--x-y"),
        ] {
            assert_eq!(plain(name), expected, "{name}");
        }
        assert!(plain(&"日".repeat(500)).len() <= 200);
    }

    #[tokio::test]
    async fn more_than_so_much_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let pieces = |count: usize| {
            let pieces = (0..count).map(|_| Ok::<_, std::io::Error>(vec![b'x'; 10]));
            futures_util::stream::iter(pieces)
        };
        let file = |name: &str| folder.path().join(name);
        assert!(write(&file("a"), pieces(3), 30).await.is_ok());
        assert_eq!(std::fs::read(file("a")).unwrap().len(), 30);
        let failure = write(&file("b"), pieces(4), 30).await.unwrap_err();
        assert!(failure.message.contains("too large"), "{failure:?}");
        let broken = vec![Ok(vec![b'x']), Err(std::io::Error::other("gone"))];
        let broken = futures_util::stream::iter(broken);
        let failure = write(&file("c"), broken, 30).await.unwrap_err();
        assert!(failure.message.contains("completely"), "{failure:?}");
    }
}
