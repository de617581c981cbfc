//! OpenCode.

use std::path::Path;

use crate::platform::PlatformError;

/// Refuses when rows are no longer as they were written.
pub(crate) fn rows_unchanged(
    path: &Path,
    _table: &str,
    _ids: &[String],
    _hash: &str,
) -> Result<(), PlatformError> {
    Err(PlatformError::NotFound(path.display().to_string()))
}

/// Deletes rows by id.
pub(crate) fn delete_rows(path: &Path, _table: &str, _ids: &[String]) -> Result<(), PlatformError> {
    Err(PlatformError::NotFound(path.display().to_string()))
}
