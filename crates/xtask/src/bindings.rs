//! TypeScript types of the node's door: written by a test of `segue-link`, which also checks them.

use anyhow::Result;

use crate::report::Count;
use crate::shell;

/// Writes `ui/src/bindings/door.ts`.
pub fn write() -> Result<()> {
    shell::run(test().env("SEGUE_WRITE_BINDINGS", "1"))?;
    eprintln!("ui/src/bindings/door.ts is up to date.");
    Ok(())
}

/// Fails when the file differs from what the types give.
pub fn check() -> Result<Count> {
    shell::run(&mut test())?;
    Ok(Count::pass())
}

fn test() -> std::process::Command {
    let mut command = shell::cargo();
    command.args([
        "test",
        "--quiet",
        "--locked",
        "--workspace",
        "--test",
        "bindings",
    ]);
    command
}
