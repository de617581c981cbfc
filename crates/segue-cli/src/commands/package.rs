//! `segue check-package`.

use std::process::ExitCode;

use segue_door::{CheckedPackage, ask};
use segue_link::Link;

use super::{Ended, path_ref};
use crate::arguments::CheckPackageOptions;
use crate::readable::size;
use crate::say::{Say, printable};

/// Checks whether a package of Segue is the one that was released.
pub async fn check_package(link: &Link, say: &Say, options: CheckPackageOptions) -> Ended {
    let path = path_ref(&options.file)?;
    let checked = link.call(ask::CheckPackage { path }).await?;
    say.reply(&checked, text);
    Ok(ExitCode::SUCCESS)
}

fn text(checked: &CheckedPackage) -> String {
    format!(
        "{} is an official release.\n  size    {}\n  sha256  {}\n  key     {}…",
        printable(&checked.file),
        size(checked.bytes),
        checked.sha256,
        checked.key
    )
}
