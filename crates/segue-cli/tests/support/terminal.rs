//! A real terminal.

use std::io::Write;
use std::process::Stdio;

use segue_testkit::World;

/// Types lines into a real terminal that `segue` runs in.
pub fn typed(world: &World, arguments: &str, lines: &[&str]) -> (i32, String) {
    segue_testkit::needs("script");
    let program = world.program("segue");
    let segue = program.get_program().to_string_lossy().into_owned();
    let mut script = std::process::Command::new("/usr/bin/script");
    script.env_clear();
    for (name, value) in program.get_envs() {
        if let Some(value) = value {
            script.env(name, value);
        }
    }
    let mut child = script
        .env("SHELL", "/bin/sh")
        .args(["-qec", &format!("{segue} {arguments}"), "/dev/null"])
        .current_dir(world.home())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a terminal");
    let mut input = child.stdin.take().expect("an input");
    for line in lines {
        // It may end before everything was typed.
        writeln!(input, "{line}").ok();
    }
    let output = child.wait_with_output().expect("an end");
    drop(input);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code().unwrap_or(-1), text)
}
