//! Gemini CLI.

use std::path::Path;

use crate::platform::PlatformError;

/// Takes a project out of the registry again, if it still has the slug we gave it.
pub(crate) fn forget_project(
    path: &Path,
    _object: &str,
    _key: &str,
    _value: &str,
) -> Result<(), PlatformError> {
    Err(PlatformError::NotFound(path.display().to_string()))
}
