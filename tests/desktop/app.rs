//! The real app under a virtual display, driven by WebKit's own WebDriver.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use segue_testkit::{Display, Running, World, needs};
use serde_json::{Value, json};

/// How long the page may take for anything.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The modifier of every shortcut here.
pub const CTRL: char = '\u{e009}';
/// The Escape key.
pub const ESCAPE: char = '\u{e00c}';

/// A running app. Fields are dropped in order: the driver, and with it the app, before the display.
pub struct App {
    pub page: Client,
    _driver: Running,
    _display: Display,
    pub world: World,
    /// Words of complaints that the test brings about on purpose; see `watch`.
    pub expected: Vec<&'static str>,
}

impl App {
    /// Opens the app in a fresh world and waits until its page shows the node's status.
    pub async fn open() -> Self {
        Self::open_in(World::new()).await
    }

    /// Opens the app in this world and waits until its page shows the node's status.
    pub async fn open_in(world: World) -> Self {
        Self::open_with(world, &[]).await
    }

    /// Opens the app with these arguments and waits until its page shows the node's status.
    pub async fn open_with(world: World, arguments: &[&str]) -> Self {
        let ended = world.segue(&["settings", "set", "window.welcomed", "true"]);
        assert_eq!(ended.code, 0, "{ended:?}");
        Self::open_first(world, arguments).await
    }

    /// The same without having seen the first steps before.
    pub async fn open_first(world: World, arguments: &[&str]) -> Self {
        let app = Self::start(world, arguments).await;
        app.find("html[data-ready='true']").await;
        // The page that is ready may have come after the one that was reached first.
        app.watch().await;
        app
    }

    /// Opens the app in a world where it has no node.
    pub async fn open_refused(world: World) -> Self {
        Self::start(world, &[]).await
    }

    async fn start(mut world: World, arguments: &[&str]) -> Self {
        needs("WebKitWebDriver");
        let display = Display::start(&mut world);
        let port = free_port();
        let mut command = world.dress(Command::new("WebKitWebDriver"));
        command
            .args(["--host=127.0.0.1", &format!("--port={port}")])
            // Without it the driver waits for ever for the app's page.
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .stderr(Stdio::null());
        let driver = Running::start(&mut command);
        let binary = world.program("segue-desktop").get_program().to_owned();
        let options = json!({ "binary": binary.to_string_lossy(), "args": arguments });
        let capabilities = [("webkitgtk:browserOptions".to_owned(), options)];
        let page = connect(port, capabilities.into_iter().collect()).await;
        let app = Self {
            page,
            _driver: driver,
            _display: display,
            world,
            expected: Vec::new(),
        };
        app.watch().await;
        app
    }

    /// The element, waiting for it to be there.
    pub async fn find(&self, css: &str) -> fantoccini::elements::Element {
        let found = self
            .page
            .wait()
            .at_most(PATIENCE)
            .for_element(Locator::Css(css))
            .await;
        found.unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    /// Clicks on an element, waiting for it to be there. One that was just replaced is looked for again.
    pub async fn click(&self, css: &str) {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        while let Err(error) = self.find(css).await.click().await {
            let replaced = error.is_stale_element_reference();
            let in_time = tokio::time::Instant::now() < deadline;
            assert!(replaced && in_time, "{css}: {error}");
        }
    }

    /// Waits until this expression is true in the page, also in one that takes its place meanwhile.
    pub async fn until(&self, expression: &str) {
        let script = format!("return !!({expression})");
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            let answer = self.page.execute(&script, vec![]).await;
            if answer.as_ref().is_ok_and(|answer| answer == true) {
                return;
            }
            if tokio::time::Instant::now() >= deadline {
                let shown = self.value("document.body.innerText").await;
                panic!("waited in vain until {expression}: {answer:?}, but there is {shown}");
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The value of an expression in the page.
    pub async fn value(&self, expression: &str) -> Value {
        self.page
            .execute(&format!("return ({expression})"), vec![])
            .await
            .unwrap()
    }

    /// Presses keys together, as a person does.
    pub async fn press(&self, keys: &[char]) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for key in keys {
            actions = actions.then(KeyAction::Down { value: *key });
        }
        for key in keys.iter().rev() {
            actions = actions.then(KeyAction::Up { value: *key });
        }
        self.page.perform_actions(actions).await.unwrap();
    }

    /// Asks Tauri for a command from inside the page: `[worked, value or refusal]`.
    pub async fn invoke(&self, command: &str, arguments: &Value) -> (bool, Value) {
        let script = "const [command, args, done] = arguments;
            window.__TAURI_INTERNALS__.invoke(command, args).then(
                (value) => done([true, value ?? null]),
                (error) => done([false, error ?? null]));";
        let answer = self
            .page
            .execute_async(script, vec![json!(command), arguments.clone()])
            .await
            .unwrap();
        (answer[0] == true, answer[1].clone())
    }

    /// Asks the desktop for something from inside the page: `[worked, answer or refusal]`.
    pub async fn desktop(&self, action: &Value) -> (bool, Value) {
        self.invoke("desktop", &json!({ "action": action })).await
    }

    /// Asks the node for something from inside the page.
    pub async fn call(&self, request: &Value) -> (bool, Value) {
        self.invoke("call", &json!({ "request": request })).await
    }

    /// Goes to a screen and waits until it is there.
    pub async fn go(&self, screen: &str) {
        self.click(&format!("[data-testid='shell-nav-{screen}']"))
            .await;
        // The address changes at once; the screen itself may have to be loaded first.
        self.find(&format!("[data-testid='screen-{screen}'] h1"))
            .await;
    }

    /// Sets the theme through the node and waits until the page follows.
    pub async fn set_theme(&self, theme: &str) {
        let ended = self
            .world
            .segue(&["settings", "set", "appearance.theme", theme]);
        assert_eq!(ended.code, 0, "{ended:?}");
        self.until(&format!(
            "document.documentElement.dataset.theme === '{theme}'"
        ))
        .await;
    }

    /// Keeps a picture of the window for people to look at.
    pub async fn picture(&self, name: &str) {
        // A picture taken right after a change can still show what was there before.
        let settle = "const done = arguments[0];
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60)));";
        self.page.execute_async(settle, vec![]).await.unwrap();
        let folder = root().join("screenshots/desktop");
        std::fs::create_dir_all(&folder).unwrap();
        let picture = self.page.screenshot().await.unwrap();
        std::fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }

    /// Ends the session, and with it the app, whose page must have had nothing to complain of.
    pub async fn close(self) -> World {
        assert_eq!(self.complaints().await, [""; 0], "the page complained");
        self.page.close().await.unwrap();
        self.world
    }
}

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_path_buf()
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port()
}

async fn connect(port: u16, capabilities: serde_json::Map<String, Value>) -> Client {
    let address = format!("http://127.0.0.1:{port}");
    let deadline = tokio::time::Instant::now() + PATIENCE;
    // The driver listens a moment after it was started.
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(
            tokio::time::Instant::now() < deadline,
            "the driver does not listen"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut builder = ClientBuilder::new(HttpConnector::new());
    let opening = builder.capabilities(capabilities).connect(&address);
    tokio::time::timeout(PATIENCE, opening)
        .await
        .expect("the app opens")
        .unwrap()
}
