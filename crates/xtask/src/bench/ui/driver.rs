//! As much of WebDriver as measuring needs: a session with the real app, and scripts in its page.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use segue_testkit::{Running, World, needs};
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(60);

/// The app, driven. Ends with it.
pub struct Driver {
    port: u16,
    session: String,
    driver: Running,
}

impl Driver {
    /// Opens the app of this world.
    pub fn open(world: &World) -> Result<Self> {
        needs("WebKitWebDriver");
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut command = world.dress(Command::new("WebKitWebDriver"));
        command
            .args(["--host=127.0.0.1", &format!("--port={port}")])
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .stderr(Stdio::null());
        let driver = Running::start(&mut command);
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if Instant::now() > deadline {
                bail!("the driver does not listen");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let binary = world.program("segue-desktop").get_program().to_owned();
        let options = json!({ "binary": binary.to_string_lossy(), "args": [] });
        let wanted =
            json!({"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}});
        let answer = ask(port, "POST", "/session", Some(&wanted))?;
        let session = answer["sessionId"]
            .as_str()
            .context("no session")?
            .to_owned();
        let opened = Self {
            port,
            session,
            driver,
        };
        let timeouts = json!({"script": 60_000});
        opened.post("timeouts", &timeouts)?;
        Ok(opened)
    }

    /// Returns the process id of the driver, of which the app is a child.
    pub fn pid(&self) -> u32 {
        self.driver.pid()
    }

    /// Evaluates an expression in the page and returns its value.
    pub fn value(&self, expression: &str) -> Result<Value> {
        let script = format!("return ({expression})");
        self.post("execute/sync", &json!({"script": script, "args": []}))
    }

    /// Runs a script that calls its last argument with what it found.
    pub fn wait(&self, script: &str, arguments: &[Value]) -> Result<Value> {
        self.post(
            "execute/async",
            &json!({"script": script, "args": arguments}),
        )
    }

    /// Waits until an expression is true; `false` when it does not become so.
    pub fn until(&self, expression: &str, patience: Duration) -> Result<bool> {
        let deadline = Instant::now() + patience;
        while self.value(&format!("!!({expression})"))? != true {
            if Instant::now() > deadline {
                return Ok(false);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(true)
    }

    fn post(&self, what: &str, body: &Value) -> Result<Value> {
        ask(
            self.port,
            "POST",
            &format!("/session/{}/{what}", self.session),
            Some(body),
        )
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        ask(
            self.port,
            "DELETE",
            &format!("/session/{}", self.session),
            None,
        )
        .ok();
    }
}

/// Sends one request and returns the value of its answer. Fails when the driver reports an error.
fn ask(port: u16, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes())?;
    let answer = answer(stream)?;
    let value = &answer["value"];
    if value["error"].is_string() {
        bail!("{}: {}", value["error"], value["message"]);
    }
    Ok(value.clone())
}

/// Reads as much as the head says there is.
fn answer(mut stream: TcpStream) -> Result<Value> {
    let (mut bytes, mut piece) = (Vec::new(), [0; 1 << 14]);
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length:"))
                .and_then(|length| length.trim().parse::<usize>().ok());
            let body = &bytes[end + 4..];
            if length.is_some_and(|length| body.len() >= length) {
                return Ok(serde_json::from_slice(body)?);
            }
        }
        match stream.read(&mut piece)? {
            0 => bail!("the driver hung up"),
            read => bytes.extend_from_slice(&piece[..read]),
        }
    }
}
