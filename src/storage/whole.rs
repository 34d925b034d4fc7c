//! Files that appear under their names whole or not at all.

use super::{Disk, Storage};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::Path;

impl dyn Storage + '_ {
    /// What `write` writes becomes the file at `path`: in place of what was there before, and only once all of
    /// it is on the disk. Until then it has a name that begins with `prefix`, in the same directory.
    pub fn write_whole(
        &self,
        path: &Path,
        prefix: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let directory = path.parent().unwrap_or(Path::new(""));
        let mut out = BufWriter::new(self.create(directory, prefix)?);
        write(&mut out)?;
        let mut file = out.into_inner().map_err(IntoInnerError::into_error)?;
        file.sync()?;
        file.rename(path)?;
        self.sync_directory(directory)
    }
}

/// Writes a file on the disk as `write_whole` of a [`Storage`] does.
pub fn write_whole(
    path: &Path,
    prefix: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let disk: &dyn Storage = &Disk::default();
    disk.write_whole(path, prefix, write)
}
