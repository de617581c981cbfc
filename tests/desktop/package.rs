//! Whether a package was released, asked in the window: chosen in the system's dialog, judged by the
//! release key. The package and its signature were made by another program than Segue.

use std::path::Path;

use segue_testkit::World;

use crate::app::App;
use crate::desktop_actions::pick;

const KEY: &str = "5055821e1156b3bdc157791b54d3dfc63b772a69f8564f45305bc17506d6fcd5";
const SUM: &str = "c0cd5ccfdb563a59366e33e73001b78fdb8cca5a6c48e2f90fffcde44b81f1f6";
const SIGNATURE: &str =
    "TsfH8VUGdwXlsvAARb/CZLYPvEhyDD/o9VNLoIdY+Au0dj19nuvxhMVf8lq72GWqddnXOWnYHzbJ8XdFYeD4CA==";

/// Chooses the package and waits for one of the two ends.
async fn checked(app: &App, package: &Path, end: &str) -> String {
    app.find("[data-testid='settings-package']").await;
    app.value("void document.querySelector('[data-testid=settings-package]').click()")
        .await;
    pick(&app.world, package, async || {
        app.value("document.querySelector('[data-testid=settings-package]').textContent.trim() === 'Choose package…'")
            .await
            == true
    })
    .await;
    let shown = format!("document.querySelector('[data-testid=settings-package-{end}]')");
    app.until(&format!("{shown} !== null")).await;
    let text = app.value(&format!("{shown}.textContent")).await;
    text.as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_that_was_changed_is_refused_in_about() {
    let mut world = World::new();
    world.set("SEGUE_RELEASE_KEY", KEY);
    let folder = world.home().join("downloads");
    std::fs::create_dir(&folder).unwrap();
    let package = folder.join("segue.deb");
    std::fs::write(&package, "a package").unwrap();
    std::fs::write(folder.join("SHA256SUMS"), format!("{SUM}  segue.deb\n")).unwrap();
    std::fs::write(folder.join("SHA256SUMS.sig"), SIGNATURE).unwrap();
    let app = App::open_in(world).await;
    app.go("settings").await;

    let words = checked(&app, &package, "released").await;
    assert!(
        words.contains("“segue.deb” is an official release"),
        "{words}"
    );
    assert!(words.contains(SUM), "{words}");

    std::fs::write(&package, "A package").unwrap();
    let words = checked(&app, &package, "refused").await;
    assert!(words.contains("it was changed"), "{words}");
    assert!(words.contains("Do not install it"), "{words}");
    app.picture("settings-package-refused").await;
    app.close().await;
}
