//! What a page may ask. A page shows foreign text, so it may not name files or folders of this
//! computer: it names what a person chose, by the handle that was given out for it.

#[cfg(test)]
mod tests;

use crate::{Failure, Place, Request};

/// How every handle begins.
pub const HANDLE: &str = "handle:";

/// The handle of the person's downloads.
pub const DOWNLOADS: &str = "handle:downloads";

/// How many letters come after it in every other.
pub const LETTERS: usize = 32;

/// Whether a text is a handle. Whether anything has that name is for the node to say.
pub fn is_handle(text: &str) -> bool {
    let letters = |rest: &str| {
        rest.len() == LETTERS && rest.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'))
    };
    text == DOWNLOADS || text.strip_prefix(HANDLE).is_some_and(letters)
}

/// Whether the name of a conversation is that of a file.
fn is_file(name: &str) -> bool {
    let begins = |start: &&str| name.starts_with(*start);
    std::path::Path::new(name).is_absolute()
        || [HANDLE, "file:", ".", "~", "/", "\\"].iter().any(begins)
}

impl Request {
    /// A request that a page made, as far as a page may make it.
    pub fn from_page(mut self) -> Result<Self, Failure> {
        match &mut self {
            Self::ClaimWindow => return Err(Failure::invalid("A page can't claim the window.")),
            Self::OpenPath { .. } | Self::ResolveHandle { .. } => return Err(refused()),
            Self::Show { .. } => {
                return Err(Failure::invalid(
                    "A page can't ask itself to show something.",
                ));
            }
            Self::ChangeSettings { changes } => {
                let folders = changes.get("platforms.folders");
                if folders.is_some_and(|to| !to.is_null()) {
                    return Err(refused());
                }
            }
            // Nobody said where: into the downloads, under a name that is free.
            Self::ExportPrepared { output, folder, .. }
            | Self::DownloadHandoff { output, folder, .. } => {
                if folder.is_some() {
                    return Err(refused());
                }
                output.get_or_insert_with(|| DOWNLOADS.to_owned());
            }
            Self::Lineage {
                conversation: Some(conversation),
                ..
            } if is_file(conversation) => return Err(refused()),
            _ => {}
        }
        let named = self.paths_mut();
        if named.iter().any(|path| !is_handle(path)) || self.place().is_some() {
            return Err(refused());
        }
        Ok(self)
    }

    /// Where the one who asks sees the person's agents, if the request says so.
    fn place(&self) -> Option<&Place> {
        match self {
            Self::Platforms { place }
            | Self::Projects { place }
            | Self::ListConversations { place, .. }
            | Self::ShowConversation { place, .. }
            | Self::Resume { place, .. }
            | Self::HandoffFigures { place, .. }
            | Self::PrepareHandoff { place, .. }
            | Self::ImportFile { place, .. }
            | Self::UndoImport { place, .. }
            | Self::ImportHandoff { place, .. }
            | Self::UndoHandoff { place, .. }
            | Self::AddAuto { place, .. }
            | Self::Lineage { place, .. } => place.as_ref(),
            Self::ReadMessages { of, .. }
            | Self::ReadOutline { of }
            | Self::FindInMessages { of, .. }
            | Self::ReadPart { of, .. }
            | Self::ReadDiff { of, .. } => of.place(),
            _ => None,
        }
    }

    /// The files and folders a request names.
    pub fn paths_mut(&mut self) -> Vec<&mut String> {
        match self {
            Self::InspectFile { path } | Self::CheckPackage { path } => vec![path],
            Self::ResolveHandle { handle } => vec![handle],
            Self::ImportFile { path, project, .. } => {
                std::iter::once(path).chain(project).collect()
            }
            Self::ImportHandoff { project, .. } => project.iter_mut().collect(),
            Self::ExportPrepared { output, .. } | Self::DownloadHandoff { output, .. } => {
                output.iter_mut().collect()
            }
            Self::AddAuto { folder, .. } => vec![folder],
            Self::Folders { file, .. } => file.iter_mut().collect(),
            Self::SetPlatformFolder { folder, .. } => folder.iter_mut().collect(),
            Self::ReadMessages { of, .. }
            | Self::ReadOutline { of }
            | Self::FindInMessages { of, .. }
            | Self::ReadPart { of, .. }
            | Self::ReadDiff { of, .. } => of.path_mut().into_iter().collect(),
            Self::PrepareHandoff { conversation, .. }
            | Self::HandoffFigures { conversation, .. }
                if is_file(conversation) =>
            {
                vec![conversation]
            }
            _ => Vec::new(),
        }
    }
}

fn refused() -> Failure {
    Failure::invalid("A page can't name files of this computer.")
        .hint("Choose the file or folder in a dialog.")
        .hint("Or use `segue inspect`, `segue export` or `segue import` in a terminal.")
}
