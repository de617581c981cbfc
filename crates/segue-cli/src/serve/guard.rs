//! Who may speak to the page's server: only a browser that opened it by its own address.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Shared;

/// The names this server answers to.
pub struct Guard {
    hosts: [String; 2],
}

impl Guard {
    pub fn new(port: u16) -> Self {
        Self {
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
        }
    }

    fn knows_host(&self, headers: &HeaderMap) -> bool {
        single(headers, HOST).is_some_and(|host| self.hosts.iter().any(|own| own == host))
    }

    /// Checks whether the connection was opened by a page of this server and no other.
    pub fn knows_origin(&self, headers: &HeaderMap) -> bool {
        single(headers, ORIGIN)
            .and_then(|origin| origin.strip_prefix("http://"))
            .is_some_and(|host| self.hosts.iter().any(|own| own == host))
    }
}

/// Returns the value of a header that is there exactly once, and is text.
fn single(headers: &HeaderMap, name: axum::http::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Turns away every request that names another host.
pub async fn check(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    if shared.guard.knows_host(request.headers()) {
        next.run(request).await
    } else {
        (
            StatusCode::MISDIRECTED_REQUEST,
            "Segue only answers at its own address.",
        )
            .into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(axum::http::HeaderName, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(name.clone(), value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_its_own_names_pass() {
        let guard = Guard::new(4123);
        for good in ["127.0.0.1:4123", "localhost:4123"] {
            assert!(guard.knows_host(&headers(&[(HOST, good)])));
            assert!(guard.knows_origin(&headers(&[(ORIGIN, &format!("http://{good}"))])));
        }
        for bad in [
            "127.0.0.1",
            "localhost",
            "evil.example:4123",
            "127.0.0.1:4124",
            "[::1]:4123",
            "",
        ] {
            assert!(!guard.knows_host(&headers(&[(HOST, bad)])), "{bad}");
            assert!(
                !guard.knows_origin(&headers(&[(ORIGIN, &format!("http://{bad}"))])),
                "{bad}"
            );
        }
        for bad in [
            "null",
            "https://127.0.0.1:4123",
            "http://127.0.0.1:4123.evil.example",
            "file://",
        ] {
            assert!(!guard.knows_origin(&headers(&[(ORIGIN, bad)])), "{bad}");
        }
        assert!(
            !guard.knows_origin(&HeaderMap::new()),
            "no origin is no browser page"
        );
        let twice = headers(&[(HOST, "127.0.0.1:4123"), (HOST, "evil.example")]);
        assert!(!guard.knows_host(&twice));
    }
}
