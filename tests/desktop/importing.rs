//! What was received is imported by keys alone, and the window leads on from there: a terminal in the
//! project folder, and that folder in the file manager.

use std::path::Path;

use segue_testkit::World;

use crate::app::App;
use crate::desktop_actions::{program, text};
use crate::pair::Pair;
use crate::steps::{click, gone, import_by_keys, project, review_by_keys, says, sessions};

const TITLE: &str = "Fix flaky login test";

/// What a program of the person's was started with, a line each; see `program`.
async fn given(program: &Path) -> (String, String) {
    let arguments = text(&program.with_extension("arguments")).await;
    let folder = text(&program.with_extension("folder")).await;
    (
        folder.trim_end().to_owned(),
        arguments.trim_end().to_owned(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_imported_by_keys_alone_goes_on_in_a_terminal_in_its_folder() {
    let mut world = World::new();
    let terminal = program(&world, "terminal");
    let manager = program(&world, "xdg-open");
    world.set("TERMINAL", terminal.to_str().unwrap());
    let path = std::env::var("PATH").unwrap();
    world.set("PATH", &format!("{}:{path}", world.home().display()));
    let project = project(&world, "my code/shop");
    let app = App::open_in(world).await;
    let sam = Pair::with(&app.world);
    sam.send(TITLE);
    review_by_keys(&app, TITLE).await;
    let before = sessions(&app.world);
    import_by_keys(&app).await;
    let after = sessions(&app.world);
    let new: Vec<_> = after.iter().filter(|one| !before.contains(one)).collect();
    assert_eq!(new.len(), 1, "{after:?}");
    let id = new[0].file_stem().unwrap().to_str().unwrap();
    says(&app, "import-resume", &format!("claude --resume {id}")).await;

    // The terminal is where the session belongs; what to type there is for the person.
    click(&app, "import-terminal").await;
    let (folder, arguments) = given(&terminal).await;
    assert_eq!(Path::new(&folder), project);
    assert_eq!(arguments, "", "nothing runs by itself");

    click(&app, "import-open-folder").await;
    let (_, shown) = given(&manager).await;
    assert_eq!(Path::new(&shown), project);

    click(&app, "import-close").await;
    gone(&app, "import-dialog").await;
    says(&app, "review-state", "Imported").await;
    app.close().await;
}
