//! Directories that last.

use super::traits::Storage;
use std::io;
use std::path::Path;

impl dyn Storage + '_ {
    /// Makes a directory with those above it, as far as they are missing, each once the one above it lasts.
    pub fn make_directories(&self, directory: &Path) -> io::Result<()> {
        let Some(parent) = directory.parent() else { return Ok(()) };
        if !self.is_directory(directory) {
            self.make_directories(parent)?;
            match self.make_directory(directory) {
                // Somebody else was faster.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if !self.is_directory(directory) {
                        return Err(error);
                    }
                }
                made => made?,
            }
        }
        // Also above one that was there: who made it may have been killed before it came to this.
        match self.sync_directory(parent) {
            // One may use a directory without being let into the one above it, and some cannot be synced.
            Err(error) if is_refusal(error.kind()) => Ok(()),
            synced => synced,
        }
    }
}

fn is_refusal(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::PermissionDenied | io::ErrorKind::InvalidInput)
}
