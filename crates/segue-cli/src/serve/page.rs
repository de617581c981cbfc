//! The files of the page: built into a release, read from `ui/dist` or the folder `SEGUE_PAGE` in a
//! development build.

use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../ui/dist"]
#[allow_missing = true]
struct Files;

/// What the page may do: load its own files and talk to its own server, nothing else.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; \
    base-uri 'none'; frame-src 'none'; frame-ancestors 'none'; form-action 'none'";

/// Reads a file of the page. A development build takes it from the folder that `SEGUE_PAGE` names,
/// if that is set.
fn file(path: &str) -> Option<Vec<u8>> {
    if cfg!(debug_assertions)
        && let Some(folder) = std::env::var_os("SEGUE_PAGE")
    {
        let folder = std::path::PathBuf::from(folder).canonicalize().ok()?;
        let path = folder.join(path).canonicalize().ok()?;
        return std::fs::read(path.strip_prefix(&folder).map(|_| &path).ok()?).ok();
    }
    Files::get(path).map(|file| file.data.into_owned())
}

/// Answers a request for a file of the page.
pub async fn serve(request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return (
            StatusCode::METHOD_NOT_ALLOWED,
            "Only GET requests are answered.",
        )
            .into_response();
    }
    let path = match request.uri().path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(file) = file(path) else {
        let words = if path == "index.html" {
            "The page isn't built. In the source folder, run: cargo xtask run"
        } else {
            "File not found."
        };
        return (StatusCode::NOT_FOUND, words).into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, kind(path)),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        // A page of an older Segue must not talk to a newer one.
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, file).into_response()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        _ => "application/octet-stream",
    }
}
