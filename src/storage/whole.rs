//! Files that appear under their names whole or not at all.
//!
//! A writer that is killed leaves its unfinished file behind. The lock of that file tells the dead from the living: a
//! writer holds it until the file has its final name, and the operating system takes it from a process that ends. So
//! the next file that is written with the same prefix to the same directory removes what is not locked.
//!
//! A file without a name (`O_TMPFILE`) would leave nothing behind. But `linkat`, which names it, cannot take the place
//! of a file that has the name already; a second name and a renaming are needed all the same.

use super::traits::{Storage, Unfinished};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

impl dyn Storage + '_ {
    /// What `write` writes becomes the file at `path`: in place of what was there before, and only once all of
    /// it is on the disk. Until then it has a name that begins with `prefix`, in the same directory. What others left
    /// there under such names is removed first.
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

    /// Removes the files whose names begin with `prefix` and whose writers are dead. A file that cannot be removed is
    /// left alone: it may belong to another user.
    pub fn clear_abandoned(&self, directory: &Path, prefix: &str) {
        let names = self.names(directory).unwrap_or_default();
        for name in names.iter().filter(|name| name.starts_with(prefix)) {
            // Dropped it is removed, and only then unlocked, so that nobody begins to write it in between.
            drop(self.reopen(&directory.join(name)));
        }
    }
}

/// Writes a file from its beginning to its end.
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

/// Refuses what is there under a name, devices and pipes: only a file may be replaced by one.
pub fn check_replaceable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is a device or a pipe, which no file can take the place of",
        )),
        _ => Ok(()),
    }
}
