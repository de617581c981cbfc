//! The log: one JSON object per line in the host's rotating file; warnings of a terminal program
//! on standard error when it asks for them.
//!
//! Whoever hosts the node owns the log file, as it owns the database: the file is opened when
//! hosting starts and closed when it ends. Nothing secret is logged, because nothing secret has a
//! text form (see `Secret` in `segue-network`), and requests are logged by name only.

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use file_rotate::compression::Compression;
use file_rotate::suffix::AppendCount;
use file_rotate::{ContentLimit, FileRotate};
use segue_private as private;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, reload};

use segue_door::settings::LogLevel;

/// How large a file grows before it is put aside, in bytes.
const FILE_BYTES: usize = 2 * 1024 * 1024;
/// How many files that were put aside are kept.
const FILES: usize = 4;

/// The destination of log lines; a cheap handle.
#[derive(Clone, Default)]
pub struct Log {
    file: Arc<Mutex<Option<FileRotate<AppendCount>>>>,
    level: Option<reload::Handle<Targets, tracing_subscriber::Registry>>,
}

impl Log {
    /// Makes this process log, once. With `talkative`, lines also go to standard error.
    pub fn install(talkative: bool) -> Self {
        let file = Arc::new(Mutex::new(None));
        let (level, handle) = reload::Layer::new(ours(LevelFilter::INFO));
        let to_file = tracing_subscriber::fmt::layer()
            .json()
            .flatten_event(true)
            .with_ansi(false)
            .with_writer(FileWriter(Arc::clone(&file)));
        let to_person = talkative.then(|| {
            tracing_subscriber::fmt::layer()
                .with_ansi(false)
                .with_writer(std::io::stderr)
                .with_filter(ours(LevelFilter::DEBUG))
        });
        let installed = tracing_subscriber::registry()
            .with(to_file.with_filter(level))
            .with(to_person)
            .try_init();
        log_panics();
        Self {
            file,
            level: installed.is_ok().then_some(handle),
        }
    }

    /// Writes lines to files in this folder from now on. Does nothing when there is no log, or the
    /// folder can't be used.
    pub(crate) fn open(&self, folder: &Path) {
        if self.level.is_none() {
            return;
        }
        if let Err(error) = private::make_folder(folder, &["segue.log"]) {
            tracing::warn!(%error, "the log folder can't be used");
            return;
        }
        let mut options = private::open_options();
        options.append(true).read(true);
        let file = FileRotate::new(
            folder.join("segue.log"),
            AppendCount::new(FILES),
            ContentLimit::BytesSurpassed(FILE_BYTES),
            Compression::None,
            Some(options),
        );
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
    }

    /// Stops writing lines to files.
    pub(crate) fn close(&self) {
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Sets how much is written from now on.
    pub(crate) fn set_level(&self, level: LogLevel) {
        let filter = match level {
            LogLevel::Error => LevelFilter::ERROR,
            LogLevel::Warn => LevelFilter::WARN,
            LogLevel::Info => LevelFilter::INFO,
            LogLevel::Debug => LevelFilter::DEBUG,
        };
        if let Some(handle) = &self.level
            && let Err(error) = handle.reload(ours(filter))
        {
            tracing::warn!(%error, "the log level stays as it was");
        }
    }
}

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Log")
    }
}

/// Builds a filter that lets through this much of our own crates, and only warnings of what they
/// are built from: what a library says in detail is not ours to vouch for.
fn ours(level: LevelFilter) -> Targets {
    Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        .with_target("segue", level)
}

/// Makes panics go into the log as well as to standard error.
fn log_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "panic");
        before(info);
    }));
}

/// Hands out the current file, if there is one.
struct FileWriter(Arc<Mutex<Option<FileRotate<AppendCount>>>>);

impl<'a> MakeWriter<'a> for FileWriter {
    type Writer = Line<'a>;

    fn make_writer(&'a self) -> Self::Writer {
        Line(&self.0)
    }
}

struct Line<'a>(&'a Mutex<Option<FileRotate<AppendCount>>>);

impl Write for Line<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .as_mut()
        {
            Some(file) => file.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .as_mut()
        {
            Some(file) => file.flush(),
            None => Ok(()),
        }
    }
}
