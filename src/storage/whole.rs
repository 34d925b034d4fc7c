//! Files that appear under their names whole or not at all.

use super::{Disk, Storage, Unfinished};
use std::fs;
use std::io::{self, BufWriter, Write};
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
        let file = self.create(directory, prefix)?;
        let mut out = BufWriter::new(Appending { file: &*file, end: 0 });
        write(&mut out)?;
        out.flush()?;
        drop(out);
        file.sync()?;
        file.rename(path)?;
        self.sync_directory(directory)
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

/// Writes a file on the disk as `write_whole` of a [`Storage`] does.
pub fn write_whole(
    path: &Path,
    prefix: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let disk: &dyn Storage = &Disk::default();
    disk.write_whole(path, prefix, write)
}
