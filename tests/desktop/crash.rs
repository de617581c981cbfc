//! The process that shows the page is another program's, and may end at any time.

use std::process::Command;
use std::time::Duration;

use segue_testkit::{Display, Running, World};

/// The process below this one that shows the page, once there is one other than before.
fn page_process(app: u32, before: Option<u32>) -> u32 {
    for _ in 0..600 {
        if let Some(found) = below(app).into_iter().find(|pid| Some(*pid) != before) {
            return found;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("nothing shows the page");
}

fn below(app: u32) -> Vec<u32> {
    let children = format!("/proc/{app}/task/{app}/children");
    let children = std::fs::read_to_string(children).unwrap();
    let children = children.split_whitespace().map(|pid| pid.parse().unwrap());
    children
        .filter(|pid: &u32| {
            let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
            let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            name.starts_with("WebKitWebProc") && !state.contains(") Z ")
        })
        .collect()
}

#[test]
fn a_page_that_crashed_is_loaded_again() {
    let mut world = World::new();
    let _display = Display::start(&mut world);
    let mut app = Running::start(&mut world.program("segue-desktop"));
    let first = page_process(app.pid(), None);
    // It shows something before it ends.
    std::thread::sleep(Duration::from_secs(2));
    let killed = Command::new("kill")
        .args(["-KILL", &first.to_string()])
        .status();
    assert!(killed.unwrap().success());
    let second = page_process(app.pid(), Some(first));
    assert_ne!(first, second);
    assert_eq!(world.ask(&["status"])["host"]["surface"], "desktop");
    app.terminate();
}
