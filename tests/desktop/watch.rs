//! A watch over the page, from as early as the driver reaches it, which is before the parts of the page
//! are made: an error in the console, an exception, a rejected promise, something that did not load, a
//! breach of the page's rules. A test that brings one about says so; any other fails it.

use crate::app::App;

/// Gathers what the page complains of; doing it twice in one page changes nothing.
const GATHER: &str = r"
    if (window.complaints) return;
    const complaints = [];
    Object.defineProperty(window, 'complaints', { value: complaints });
    const said = (what, value) => complaints.push(`${what}: ${value?.stack ? `${value} ${value.stack}` : String(value)}`.slice(0, 600));
    const plain = console.error.bind(console);
    console.error = (...values) => {
        said('console', values.map(String).join(' '));
        plain(...values);
    };
    window.addEventListener('error', (event) => {
        const element = event.target instanceof Element ? event.target.outerHTML.slice(0, 200) : null;
        said(element ? 'not loaded' : 'exception', element ?? event.error ?? event.message);
    }, true);
    window.addEventListener('unhandledrejection', (event) => said('rejected', event.reason));
    const forbidden = (breach) => said('forbidden', `${breach.effectiveDirective} ${breach.blockedURI} ${breach.sample}`);
    document.addEventListener('securitypolicyviolation', forbidden);";

impl App {
    /// Begins to watch the page that is there now.
    pub async fn watch(&self) {
        self.page.execute(GATHER, vec![]).await.unwrap();
    }

    /// From now on complaints with these words are no surprise.
    pub fn expects(&mut self, words: &'static str) {
        self.expected.push(words);
    }

    /// What the page complained of so far and no test expected.
    pub async fn complaints(&self) -> Vec<String> {
        let gathered = self.value("window.complaints ?? null").await;
        let gathered: Option<Vec<String>> = serde_json::from_value(gathered).unwrap();
        let mut gathered = gathered.expect("the page that was watched is still there");
        gathered.retain(|one| !self.expected.iter().any(|words| one.contains(words)));
        gathered
    }

    /// Loads the page again; the new one is watched as the old one was.
    pub async fn reload(&self) {
        assert_eq!(self.complaints().await, [""; 0], "the page complained");
        self.page.refresh().await.unwrap();
        self.watch().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_watch_notices_every_kind_of_complaint() {
    let mut app = App::open().await;
    let script = "console.error('said aloud');
        setTimeout(() => { throw new Error('thrown'); });
        setTimeout(() => void Promise.reject(new Error('not kept')));
        const image = new Image();
        image.src = 'https://example.org/x.png';
        document.body.append(image);";
    app.page.execute(script, vec![]).await.unwrap();
    let kinds = [
        "console: said aloud",
        "exception: Error: thrown",
        "rejected: Error: not kept",
        "forbidden: img-src https://example.org/x.png",
    ];
    for kind in kinds {
        app.until(&format!(
            "window.complaints.some((one) => one.startsWith('{kind}'))"
        ))
        .await;
    }
    assert!(app.complaints().await.len() >= kinds.len());
    for kind in kinds {
        app.expects(kind);
    }
    app.expects("not loaded: <img");
    app.close().await;
}
