//! What a person does in the window, step by step, as the journeys share it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use fantoccini::elements::{Element, ElementRef};
use segue_testkit::World;
use segue_testkit::samples::claude;
use serde_json::{Value, json};

use crate::app::{App, CTRL, PATIENCE};

pub const TAB: char = '\u{e004}';
pub const ENTER: char = '\u{e007}';

/// The selector of a test id.
pub fn by(id: &str) -> String {
    format!("[data-testid='{id}']")
}

/// Clicks on what has this id.
pub async fn click(app: &App, id: &str) {
    app.click(&by(id)).await;
}

/// Waits until an element says this.
pub async fn says(app: &App, id: &str, words: &str) {
    let (selector, words) = (json!(by(id)), json!(words));
    app.until(&format!(
        "[...document.querySelectorAll({selector})].some((one) => one.textContent.includes({words}))"
    ))
    .await;
}

/// Clicks on the one of several that says this, waiting for it to be there and in sight. One that was
/// just replaced, or that a list has just moved, is looked for again.
pub async fn click_the(app: &App, id: &str, words: &str) {
    let script = "const [selector, words] = arguments;
        const found = [...document.querySelectorAll(selector)].find((one) => one.textContent.includes(words));
        found?.scrollIntoView({ block: 'center', behavior: 'instant' });
        return found ?? null;";
    let deadline = tokio::time::Instant::now() + PATIENCE;
    loop {
        let asked = vec![json!(by(id)), json!(words)];
        let found = app.page.execute(script, asked).await.unwrap();
        let name = found.as_object().and_then(|found| found.values().next());
        let why = match name.and_then(Value::as_str) {
            None => "it is not there".to_owned(),
            Some(name) => {
                let element = ElementRef::from(name.to_owned());
                let element = Element::from_element_id(app.page.clone(), element);
                match element.click().await {
                    Ok(()) => return,
                    Err(error) => format!("{error:?}"),
                }
            }
        };
        let in_time = tokio::time::Instant::now() < deadline;
        assert!(in_time, "{id} with {words}: {why}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Waits until nothing has this id any more.
pub async fn gone(app: &App, id: &str) {
    app.until(&format!("!document.querySelector({})", json!(by(id))))
        .await;
}

/// Waits until what has this id has the focus.
pub async fn focused(app: &App, id: &str) {
    app.until(&format!(
        "document.activeElement?.dataset.testid === '{id}'"
    ))
    .await;
}

/// Types into a field that has the focus, or is about to have it.
pub async fn typed(app: &App, id: &str, words: &str) {
    focused(app, id).await;
    app.find(&by(id)).await.send_keys(words).await.unwrap();
    let said = format!("document.activeElement.value === {}", json!(words));
    app.until(&said).await;
}

/// Presses Tab until this has the focus, as someone without a mouse does.
pub async fn tab_to(app: &App, id: &str) {
    for _ in 0..40 {
        let here = format!("document.activeElement?.dataset.testid === '{id}'");
        if app.value(&here).await == true {
            return;
        }
        app.press(&[TAB]).await;
    }
    panic!("{id} can't be reached by Tab");
}

/// Chooses the only thing that was received and opens it, by keys alone.
pub async fn review_by_keys(app: &App, title: &str) {
    says(app, "toast", title).await;
    app.press(&[CTRL, '1']).await;
    says(app, "inbox-row", title).await;
    app.press(&['j']).await;
    app.find(&by("review-offer")).await;
    app.press(&['r']).await;
    says(app, "review-reader", "words of the conversation").await;
}

/// Imports what is reviewed, by keys alone.
pub async fn import_by_keys(app: &App) {
    app.press(&['i']).await;
    app.until("document.querySelector(\"[data-testid='import-run']\")?.getAttribute('aria-disabled') !== 'true' && document.querySelector(\"[data-testid='import-changes'] code\")").await;
    app.press(&[CTRL, ENTER]).await;
    says(app, "import-says", "Imported to Claude Code.").await;
}

/// A project folder in which an agent was used.
pub fn project(world: &World, below: &str) -> PathBuf {
    let project = world.home().join(below);
    std::fs::create_dir_all(&project).unwrap();
    claude::Session::rich(900, project.to_str().unwrap())
        .title("About the shop")
        .write(&world.home().join(".claude"), 60);
    project
}

/// Every session file of the agent.
pub fn sessions(world: &World) -> Vec<PathBuf> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                below(&path, found);
            } else if path.extension().is_some_and(|end| end == "jsonl") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    below(&world.home().join(".claude"), &mut found);
    found.sort();
    found
}
