//! Compiles the Tauri configuration, and lets a plain `cargo build` work before the page is built.

use std::path::Path;

fn main() {
    let page = Path::new("ui/dist/index.html");
    if !page.exists() {
        std::fs::create_dir_all("ui/dist").expect("ui/dist can be made");
        let words =
            "<!doctype html><title>Segue</title>The page is not built. Run: cargo xtask run";
        std::fs::write(page, words).expect("ui/dist/index.html can be written");
    }
    // Naming the commands makes each of them need a permission: nothing is open by default.
    let commands = tauri_build::AppManifest::new().commands(&["call", "desktop", "events"]);
    let attributes = tauri_build::Attributes::new()
        .capabilities_path_pattern("./src-tauri/capabilities/**/*")
        .app_manifest(commands);
    tauri_build::try_build(attributes).expect("the Tauri configuration compiles");
}
