//! Texts that would do harm wherever a page takes them for more than text, and a guard in the page that
//! notices if one did, both shared with the page's tests in another browser.

use std::path::Path;
use std::sync::LazyLock;

use segue_testkit::samples::claude;
use serde::Deserialize;
use serde_json::json;

use crate::app::App;

/// One such text.
#[derive(Deserialize)]
pub struct Payload {
    pub text: String,
    /// How it reads when it is shown for what it is.
    pub shown: String,
    /// How it reads as a name, out of which is taken what can't be seen; none if no name can be this.
    pub name: Option<String>,
}

/// None is longer than a name may be, so that each fits into every place.
pub static PAYLOADS: LazyLock<Vec<Payload>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../support/hostile/payloads.json")).unwrap()
});

/// A path can't have every character.
pub fn pathed(text: &str) -> String {
    text.replace('/', "\u{2215}")
}

const GUARD: &str = include_str!("../support/hostile/guard.js");

/// What is wrong with the page now.
const HARM: &str = r"
    if (!window.harmSoFar) return ['the page is another one'];
    const done = window.harmSoFar();
    if (location.origin + location.pathname !== arguments[0]) done.push(`it went to ${location.href}`);
    if (document.baseURI.split('#')[0] !== location.href.split('#')[0]) done.push('links lead elsewhere');
    return done;";

/// The page of an app, guarded from here on.
pub struct Guarded<'a> {
    app: &'a App,
    home: serde_json::Value,
}

impl<'a> Guarded<'a> {
    /// Guards the page.
    pub async fn over(app: &'a App) -> Self {
        app.page.execute(GUARD, vec![]).await.unwrap();
        let home = app.value("location.origin + location.pathname").await;
        Self { app, home }
    }

    /// What went wrong so far; nothing, if all is well.
    pub async fn harm(&self) -> Vec<String> {
        let harm = self.app.page.execute(HARM, vec![self.home.clone()]).await;
        serde_json::from_value(harm.unwrap()).unwrap()
    }

    /// Nothing went wrong so far, and the page complained of nothing.
    pub async fn calm(&self, about: &str) {
        assert_eq!(self.harm().await, [""; 0], "{about}");
        assert_eq!(self.app.complaints().await, [""; 0], "{about}");
    }
}

/// A session of an agent with this text wherever a session has text, in a folder that is named so.
pub fn session(home: &Path, number: u32, text: &str) -> claude::Session {
    let folder = home.join("work").join(pathed(text));
    std::fs::create_dir_all(folder.join("out")).unwrap();
    std::fs::write(folder.join(artifact(text)), "x").unwrap();
    let edited = format!("{}/{text}", folder.display());
    claude::Session::new(claude::id(number), folder.to_str().unwrap())
        .ask(text)
        .think(text)
        .answer(&format!(
            "{text}\n\n```{text}\n{text}\n```\n\n| {text} |\n|---|\n| {text} |"
        ))
        .call(text, json!({"file_path": text, text: text}), text)
        .call(
            "Edit",
            json!({"file_path": edited, "old_string": "a", "new_string": text}),
            text,
        )
        .title(text)
}

/// The file beside the session that an envelope names.
pub fn artifact(text: &str) -> String {
    format!("out/{}", pathed(text))
}
