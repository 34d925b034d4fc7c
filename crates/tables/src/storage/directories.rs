//! Durable creation of directories.

use super::traits::Storage;
use std::io;
use std::path::Path;

impl dyn Storage + '_ {
    /// Creates a directory and its missing parents. Each is created only after its parent is durable.
    pub fn make_directories(&self, directory: &Path) -> io::Result<()> {
        let Some(parent) = directory.parent() else { return Ok(()) };
        if !self.is_directory(directory) {
            self.make_directories(parent)?;
            match self.make_directory(directory) {
                // Another process created it first.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if !self.is_directory(directory) {
                        return Err(error);
                    }
                }
                made => made?,
            }
        }
        // Syncs the parent also if the directory existed: its creator may have been killed before it synced.
        match self.sync_directory(parent) {
            // The user may lack permission for the parent, and some directories cannot be synced.
            Err(error) if is_refusal(error.kind()) => Ok(()),
            synced => synced,
        }
    }
}

fn is_refusal(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::PermissionDenied | io::ErrorKind::InvalidInput)
}
