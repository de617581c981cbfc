//! `segue serve` lets in its own page, once per link, and nobody else.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use segue_testkit::samples::claude::Session as Sample;
use segue_testkit::{Running, World};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

struct Served {
    process: Running,
    world: World,
    port: u16,
    token: String,
}

impl Served {
    fn start() -> Self {
        let world = World::new();
        let mut process = world.start(&["serve", "--json"]);
        let said = process.wait_for("it says where", |line| line["link"].is_string());
        let link = said["link"].as_str().unwrap();
        let (address, token) = link.split_once("/#token=").unwrap();
        let port = address
            .strip_prefix("http://127.0.0.1:")
            .unwrap()
            .parse()
            .unwrap();
        Self {
            process,
            world,
            port,
            token: token.to_owned(),
        }
    }

    fn get(&self, path: &str, host: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut text = Vec::new();
        stream.read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    }

    fn own(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn connect(&self, origin: Option<&str>) -> Result<Page, tungstenite::Error> {
        let mut request = format!("ws://{}/ws", self.own()).into_client_request()?;
        if let Some(origin) = origin {
            request
                .headers_mut()
                .insert("Origin", origin.parse().unwrap());
        }
        tungstenite::connect(request).map(|(socket, _)| Page(socket))
    }

    fn page(&self) -> Page {
        self.connect(Some(&format!("http://{}", self.own())))
            .unwrap()
    }
}

struct Page(WebSocket<MaybeTlsStream<TcpStream>>);

impl Page {
    fn send(&mut self, value: &Value) {
        self.0.send(Message::text(value.to_string())).unwrap();
    }

    /// The next frame, or `None` when the server hung up.
    fn receive(&mut self) -> Option<Value> {
        loop {
            match self.0.read().ok()? {
                Message::Text(text) => return serde_json::from_str(&text).ok(),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    fn hello(&mut self, token: &str) -> Value {
        self.send(
            &json!({"frame": "hello", "protocol": 2, "surface": "serve", "pid": 0, "token": token}),
        );
        self.receive().expect("an answer to hello")
    }

    fn call(&mut self, request: &Value) -> Value {
        self.send(&json!({"frame": "call", "id": 5, "request": request}));
        loop {
            let frame = self.receive().expect("an answer");
            if frame["frame"] == "answer" {
                return frame["outcome"].clone();
            }
        }
    }
}

#[test]
fn the_page_is_served_with_a_strict_policy_and_only_under_its_own_name() {
    let served = Served::start();
    let page = served.get("/", &served.own());
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let head = page.split("\r\n\r\n").next().unwrap().to_lowercase();
    for part in [
        "default-src 'self'",
        "script-src 'self';",
        "object-src 'none'",
        "frame-ancestors 'none'",
    ] {
        assert!(head.contains(part), "{part} in {head}");
    }
    assert!(!head.contains("unsafe"), "{head}");
    for header in [
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
    ] {
        assert!(head.contains(header), "{header} in {head}");
    }
    for host in [
        "evil.example",
        "127.0.0.1",
        &format!("evil.example:{}", served.port),
    ] {
        assert!(served.get("/", host).starts_with("HTTP/1.1 421"), "{host}");
    }
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/package.json",
        "//etc/passwd",
        "/etc/passwd",
    ] {
        assert!(
            served.get(path, &served.own()).starts_with("HTTP/1.1 404"),
            "{path}"
        );
    }
}

#[test]
fn only_its_own_page_may_connect() {
    let served = Served::start();
    let port = served.port;
    for origin in [
        None,
        Some("null".to_owned()),
        Some("http://evil.example".to_owned()),
        Some(format!("http://evil.example:{port}")),
        Some(format!("https://127.0.0.1:{port}")),
        Some(format!("http://127.0.0.1:{}", port.wrapping_add(1))),
    ] {
        match served.connect(origin.as_deref()) {
            Err(tungstenite::Error::Http(response)) => assert_eq!(response.status(), 403),
            other => panic!("{origin:?} got {:?}", other.map(|_| "in")),
        }
    }
}

#[test]
fn a_link_works_once_and_its_session_again() {
    let served = Served::start();
    let welcome = served.page().hello(&served.token);
    assert_eq!(welcome["frame"], "welcome");
    let session = welcome["session"].as_str().unwrap().to_owned();
    let refused = served.page().hello(&served.token);
    assert_eq!(refused["frame"], "farewell");
    assert_eq!(refused["failure"]["code"], "refused");
    assert!(!refused["failure"]["hints"].as_array().unwrap().is_empty());
    for wrong in ["", "0", &session[1..], &"f".repeat(32)] {
        assert_eq!(served.page().hello(wrong)["frame"], "farewell", "{wrong}");
    }
    let mut again = served.page();
    assert_eq!(again.hello(&session)["frame"], "welcome");
    let outcome = again.call(&json!({"method": "status"}));
    let asked = served.world.ask(&["status"]);
    assert_eq!(outcome["reply"]["result"]["you"], asked["you"]);
}

#[test]
fn nothing_is_answered_before_the_token_and_nonsense_is_refused_after() {
    let served = Served::start();
    let mut early = served.page();
    early.send(&json!({"frame": "call", "id": 1, "request": {"method": "status"}}));
    let answer = early.receive().unwrap();
    assert_eq!(answer["frame"], "farewell");
    assert_eq!(early.receive(), None);
    let mut page = served.page();
    page.hello(&served.token);
    for request in [
        json!({"method": "claim_window"}),
        json!({"method": "inspect_file", "params": {"path": "/etc/passwd"}}),
        json!({"method": "export_conversation", "params": {"conversation": "x", "output": "/tmp/x"}}),
        json!({"method": "import_file", "params": {"path": "/tmp/x", "to": "codex"}}),
        json!({"method": "list_conversations", "params": {"limit": 1, "place": {"home": "/root", "vars": {}}}}),
        json!({"method": "read_file", "params": {"path": "/etc/passwd"}}),
        json!({"method": "status", "params": 7}),
        json!([]),
    ] {
        assert_eq!(
            page.call(&request)["failure"]["code"],
            "invalid",
            "{request}"
        );
    }
    // More than a frame may hold ends this connection and no other.
    let large = "x".repeat(2 * 1024 * 1024);
    page.0.send(Message::text(large)).ok();
    while page.receive().is_some() {}
    assert_eq!(served.world.ask(&["status"])["host"]["surface"], "serve");
}

#[test]
fn it_stops_when_asked_and_leaves_no_socket() {
    let world = World::new();
    let mut process = world.start(&["serve", "--no-ui", "--json"]);
    process.wait_for("it runs", |line| line["running"] == true);
    assert!(world.profile().join("node.sock").exists());
    assert_eq!(process.terminate(), Some(0));
    assert!(!world.profile().join("node.sock").exists());
}

#[test]
fn a_port_in_use_changes_nothing() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let world = World::new();
    let ended = world.segue(&["serve", "--port", &port]);
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(ended.err.contains("--port"), "{}", ended.err);
    assert!(!world.profile().join("node.sock").exists());
    assert_eq!(
        world.ask(&["log"])["total"],
        1,
        "only the identity was made, by the asking"
    );
}

#[test]
fn silent_connections_are_closed_and_leave_room_for_the_page() {
    let served = Served::start();
    let mut silent: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\n").unwrap();
            stream
                .set_read_timeout(Some(Duration::from_secs(30)))
                .unwrap();
            stream
        })
        .collect();
    // The first is closed by the server; then there is room again for one that speaks.
    let mut rest = Vec::new();
    silent[0]
        .read_to_end(&mut rest)
        .expect("closed, not left hanging");
    drop(silent.split_off(60));
    assert!(served.get("/", &served.own()).starts_with("HTTP/1.1 200"));
    assert_eq!(served.world.ask(&["status"])["host"]["surface"], "serve");
}

impl Served {
    /// Sends a file as the page does, and gives the status and the answer.
    fn file(&self, session: &str, origin: &str, length: u64, text: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        write!(
            stream,
            "POST /file?name=..%2Ftalk.a2a.json HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\n\
             Authorization: Bearer {session}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{text}",
            self.own()
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or_default())
    }
}

#[test]
fn a_file_of_the_browser_is_read_by_its_handle_and_gone_in_the_end() {
    let mut served = Served::start();
    let mut page = served.page();
    let welcome = page.hello(&served.token);
    let session = welcome["session"].as_str().unwrap().to_owned();
    let origin = format!("http://{}", served.own());
    let sample = Sample::rich(1, "/work/app");
    sample.write(&served.world.home().join(".claude"), 10);
    let talk = served.world.home().join("talk.a2a.json");
    let place = talk.to_string_lossy().into_owned();
    let exported = served
        .world
        .ask(&["export", sample.id(), "-o", &place, "--yes"]);
    let text = &std::fs::read_to_string(&talk).unwrap();
    let length = text.len() as u64;
    for wrong in ["", "0", &served.token, &session[1..]] {
        assert_eq!(served.file(wrong, &origin, length, text).0, 401, "{wrong}");
    }
    for wrong in ["null", "http://evil.example", "https://127.0.0.1"] {
        assert_eq!(served.file(&session, wrong, length, text).0, 403, "{wrong}");
    }
    let (status, failure) = served.file(&session, &origin, u64::MAX >> 1, "x");
    assert_eq!(status, 413);
    let words = failure["message"].as_str().unwrap();
    assert!(words.contains("too large"), "{words}");
    let opened = served.world.profile().join("opened");
    assert!(!opened.exists(), "nothing of it was kept");

    let (status, file) = served.file(&session, &origin, length, text);
    assert_eq!(status, 200, "{file}");
    assert_eq!(file["name"], "-talk.a2a.json");
    assert_eq!(file["bytes"], length);
    let inspect = |path: &Value| json!({"method": "inspect_file", "params": {"path": path}});
    let outcome = page.call(&inspect(&file["handle"]));
    let found = &outcome["reply"]["result"];
    assert_eq!(found["title"], exported["title"], "{outcome}");
    assert_eq!(found["messages"], exported["messages"]);
    // The path that the answer shows is for reading only.
    let refused = page.call(&inspect(&found["file"]));
    assert_eq!(refused["failure"]["code"], "invalid");
    let unknown = json!("handle:00000000000000000000000000000000");
    let outcome = page.call(&inspect(&unknown));
    assert_eq!(outcome["failure"]["code"], "not_found", "{outcome}");
    assert!(opened.exists());
    served.process.terminate();
    let left = std::fs::read_dir(&opened).map_or(0, Iterator::count);
    assert_eq!(left, 0);
}

#[test]
fn a_page_acts_on_what_a_person_chose() {
    let served = Served::start();
    let world = &served.world;
    let mut page = served.page();
    page.hello(&served.token);
    let mut ask = |method: &str, params: Value| {
        let outcome = page.call(&json!({"method": method, "params": params}));
        match outcome["failure"].is_null() {
            true => Ok(outcome["reply"]["result"].clone()),
            false => Err(outcome["failure"].clone()),
        }
    };
    let home = world.home().canonicalize().unwrap();
    let project = home.join("app");
    std::fs::create_dir(&project).unwrap();
    let sample = Sample::rich(1, &project.to_string_lossy());
    sample.write(&home.join(".claude"), 10);

    // What it saves goes where downloads go, under a name that is free.
    let mut saved = Vec::new();
    for _ in 0..2 {
        let conversation = format!("claude-code:{}", sample.id());
        let prepared = ask("prepare_handoff", json!({ "conversation": conversation })).unwrap();
        saved.push(ask("export_prepared", json!({"hash": prepared["hash"]})).unwrap());
    }
    let file = saved[0]["file"].as_str().unwrap();
    assert!(file.starts_with(&*home.to_string_lossy()), "{file}");
    let second = saved[1]["file"].as_str().unwrap();
    assert_eq!(second, file.replace(".a2a.json", " (2).a2a.json"));
    assert!(saved[0]["handle"].as_str().unwrap().starts_with("handle:"));

    // A file that was opened elsewhere waits for the page, once.
    assert_eq!(world.ask(&["open", file])["handle"], saved[0]["handle"]);
    let waiting = ask("take_files", Value::Null).unwrap();
    let opened = &waiting["files"][0];
    assert_eq!(opened["handle"], saved[0]["handle"]);
    let waiting = ask("take_files", Value::Null).unwrap();
    assert_eq!(waiting["files"], json!([]));

    let folders = ask("folders", json!({"file": opened["handle"]})).unwrap();
    let folder = &folders["folders"][0];
    assert_eq!(folder["path"], json!(project));
    assert_eq!(folder["fit"], "name");
    let import =
        json!({"path": opened["handle"], "to": "claude-code", "project": folder["handle"]});
    let done = ask("import_file", import.clone()).unwrap();
    assert_eq!(done["outcome"], "imported");
    assert_eq!(done["resume"]["handle"], folder["handle"]);
    let came = ask("list_conversations", json!({"limit": 9, "handed": "in"})).unwrap();
    assert_eq!(came["total"], 1);
    let you = world.ask(&["status"])["you"]["name"].clone();
    assert_eq!(came["conversations"][0]["received_from"], you);
    assert_eq!(came["conversations"][0]["id"], done["session"]);
    let projects = ask("projects", json!({})).unwrap();
    assert_eq!(projects["projects"][0]["conversations"], 2);

    // What the person set about their agents holds.
    let only_read = json!({"changes": {"platforms.read_only": ["claude-code"]}});
    ask("change_settings", only_read).unwrap();
    let refused = ask("import_file", import).unwrap_err();
    assert_eq!(refused["code"], "refused", "{refused}");
    let off = json!({"changes": {"platforms.off": ["claude-code"]}});
    ask("change_settings", off).unwrap();
    let list = ask("list_conversations", json!({"limit": 9})).unwrap();
    assert_eq!(list["total"], 0);
    for (folder, chosen) in [(folder["handle"].clone(), true), (Value::Null, false)] {
        let params = json!({"platform": "codex", "folder": folder});
        let agents = ask("set_platform_folder", params).unwrap();
        let codex = &agents["platforms"][1];
        assert_eq!(codex["custom_folder"], chosen, "{codex}");
        assert_eq!(codex["folder"] == json!(project), chosen, "{codex}");
    }
}
