//! Files that appear under their names complete or not at all.
//!
//! A killed writer leaves its unfinished file behind. The lock of the file shows whether the writer is alive. A writer
//! holds it until the file has its final name. The system releases it when the process ends. So the next write with the
//! same prefix to the same directory removes the unlocked files.
//!
//! A file without a name (`O_TMPFILE`) would leave nothing behind. But `linkat`, which gives it a name, cannot replace
//! an existing file, so a second name and a renaming would be needed anyway.

use super::traits::{Storage, Unfinished};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

impl dyn Storage + '_ {
    /// Writes a file at `path` through `write`, and replaces an earlier file only once the new one is on the disk.
    /// Until then the file is in the same directory under a name that begins with `prefix`. First removes abandoned
    /// files with that prefix.
    pub fn write_whole(
        &self,
        path: &Path,
        prefix: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let directory = path.parent().unwrap_or(Path::new(""));
        self.clear_abandoned(directory, prefix);
        let file = self.create(directory, prefix)?;
        let mut out = BufWriter::new(Appending { file: &*file, end: 0 });
        write(&mut out)?;
        out.flush()?;
        drop(out);
        file.sync()?;
        file.rename(path)?;
        self.sync_directory(directory)
    }

    /// Removes the files whose names begin with `prefix` and whose writers are dead. Ignores files that it cannot
    /// remove, because they may belong to another user.
    pub fn clear_abandoned(&self, directory: &Path, prefix: &str) {
        let names = self.names(directory).unwrap_or_default();
        for name in names.iter().filter(|name| name.starts_with(prefix)) {
            // Dropping the file removes it before it unlocks it, so no other process can start to write it in between.
            drop(self.reopen(&directory.join(name)));
        }
    }
}

/// Writer that appends to a file.
struct Appending<'f> {
    file: &'f dyn Unfinished,
    end: u64,
}

impl Write for Appending<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write_at(self.end, bytes)?;
        self.end += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Rejects a path that names a device or a pipe, because only a regular file may be replaced.
pub fn check_replaceable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is a device or a pipe, which no file can take the place of",
        )),
        _ => Ok(()),
    }
}
