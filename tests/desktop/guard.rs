//! Texts that would do harm wherever a page takes them for more than text, and a guard in the page that
//! notices if one did. The page's tests in another browser have the same.

use std::path::Path;

use segue_testkit::samples::claude;
use serde_json::json;

use crate::app::App;

/// One such text.
pub struct Payload {
    pub text: &'static str,
    /// How it reads when it is shown for what it is.
    pub shown: &'static str,
    /// How it reads as a name, out of which is taken what can't be seen; none if no name can be this.
    pub name: Option<&'static str>,
}

const fn of(text: &'static str) -> Payload {
    let (shown, name) = (text, Some(text));
    Payload { text, shown, name }
}

/// None is longer than a name may be, so that each fits into every place.
pub const PAYLOADS: [Payload; 13] = [
    of("<script>window.hacked=1</script>"),
    of("<img src=x onerror=window.hacked=1>"),
    of("<svg onload=window.hacked=1>"),
    of("\"><iframe src=//evil.example>"),
    of("<style>*{display:none}</style>"),
    of("\" autofocus onfocus=window.hacked=1 x=\""),
    of("</title><base href=//evil.example>"),
    of("[a](javascript:window.hacked=1)"),
    of("![a](https://evil.example/a.png)"),
    of("{@html '<b id=hacked>'}{{hacked}}"),
    of("\"]; click v0 \"javascript:hacked=1\""),
    Payload {
        text: "safe\u{202e}gpj.exe",
        shown: "safe[U+202E]gpj.exe",
        name: None,
    },
    Payload {
        text: "be\u{200b}fore\u{e0041}",
        shown: "be[U+200B]fore[U+E0041]",
        name: Some("before"),
    },
];

/// A path can't have every character.
pub fn pathed(text: &str) -> String {
    text.replace('/', "\u{2215}")
}

/// Notes every element that no part of the page makes, and every attribute that would do something.
const GUARD: &str = r"
    const harm = [];
    Object.defineProperty(window, 'harm', { value: harm });
    const FORBIDDEN = 'script, style, link, base, meta, img, iframe, frame, object, embed, video, audio, math, marquee';
    const look = (element) => {
        const own = (element.getAttribute('src') ?? element.getAttribute('href') ?? '').replace(window.location.origin, '');
        const fetched = element.matches('head > link, head > script') && /^\.?\/?assets\/[\w.-]+$/.test(own);
        if (element.matches(FORBIDDEN) && !fetched) harm.push(element.outerHTML.slice(0, 120));
        for (const { name, value } of element.attributes) {
            const acts = name.startsWith('on') || /^\s*(javascript|data|vbscript):/i.test(value) || /^(https?:)?\/\/evil/.test(value);
            if (acts && !fetched) harm.push(`${element.tagName} ${name}=${value}`);
        }
    };
    new MutationObserver((records) => {
        for (const { type, target, addedNodes } of records) {
            if (type === 'attributes') look(target);
            for (const node of addedNodes) {
                if (node instanceof Element) for (const inner of [node, ...node.querySelectorAll('*')]) look(inner);
            }
        }
    }).observe(document, { subtree: true, childList: true, attributes: true });";

/// What is wrong with the page now, besides what was noted.
const HARM: &str = r"
    if (!window.harm) return ['the page is another one'];
    const done = [...window.harm];
    if ('hacked' in window) done.push('a script ran, or an element took its name');
    if (location.origin + location.pathname !== arguments[0]) done.push(`it went to ${location.href}`);
    if (document.baseURI.split('#')[0] !== location.href.split('#')[0]) done.push('links lead elsewhere');
    const names = ['title', 'aria-label', 'aria-description', 'alt', 'placeholder'];
    const said = [...document.querySelectorAll(names.map((name) => `[${name}]`).join())].flatMap((element) =>
        names.map((name) => element.getAttribute(name) ?? ''));
    const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u{e0000}-\u{e007f}]/u;
    for (const text of [document.title, document.body.textContent, ...said]) {
        const at = text.search(HIDDEN);
        if (at >= 0) done.push(`hidden characters near: ${text.slice(Math.max(0, at - 30), at + 50)}`);
    }
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
