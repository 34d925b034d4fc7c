//! The files of the operating system.

use super::{Bytes, Lock, Storage, Unfinished};
use std::fs::{self, DirEntry, File, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// The files of the operating system.
///
/// They are read into memory; see [`mapped`](Self::mapped).
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk {
    /// Whether files are mapped, which [`mapped`](Self::mapped) alone asks for.
    maps: bool,
}

impl Disk {
    /// The same files, mapped instead of read: opening one takes no time then, and no memory but for what is looked
    /// at.
    ///
    /// # Safety
    ///
    /// As for [`Bytes::map`]: as long as what is opened with it lives, nobody may change these files in place or cut
    /// them. This library never does: it replaces files by renaming new ones over them.
    pub unsafe fn mapped() -> Self {
        Self { maps: true }
    }
}

impl Storage for Disk {
    fn names(&self, directory: &Path) -> io::Result<Vec<String>> {
        // A name that is no text is not one of ours.
        let name = |entry: io::Result<DirEntry>| entry.map(|e| e.file_name().into_string().ok());
        fs::read_dir(at(directory))?.filter_map(|entry| name(entry).transpose()).collect()
    }

    fn open(&self, path: &Path) -> io::Result<Bytes> {
        if self.maps {
            // SAFETY: who called `mapped` answers for the files.
            unsafe { Bytes::map(path) }
        } else {
            Bytes::read(path)
        }
    }

    fn is_directory(&self, path: &Path) -> bool {
        at(path).is_dir()
    }

    fn make_directory(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn try_lock(&self, path: &Path) -> Result<Lock, TryLockError> {
        let file = File::create(path).map_err(TryLockError::Error)?;
        file.try_lock()?;
        Ok(Box::new(file))
    }

    fn create(&self, directory: &Path, prefix: &str) -> io::Result<Box<dyn Unfinished>> {
        // Opened here and not by the library, which would name the file in its errors: nobody gave that name. It is
        // as public as the user's umask lets other files be.
        let open = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
        let file = tempfile::Builder::new().prefix(prefix).make_in(at(directory), open)?;
        Ok(Box::new(OnDisk(file)))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_directory(&self, directory: &Path) -> io::Result<()> {
        // Where directories cannot be synced, names last as the system sees fit.
        if cfg!(unix) { File::open(at(directory))?.sync_all() } else { Ok(()) }
    }
}

/// A directory as the system calls it: the empty path is where one is.
fn at(directory: &Path) -> &Path {
    if directory.as_os_str().is_empty() { Path::new(".") } else { directory }
}

/// A file beside its final name.
struct OnDisk(NamedTempFile);

impl Write for OnDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.as_file_mut().flush()
    }
}

impl Unfinished for OnDisk {
    fn sync(&mut self) -> io::Result<()> {
        self.0.as_file().sync_all()
    }

    fn rename(self: Box<Self>, path: &Path) -> io::Result<()> {
        self.0.persist(path).map(drop).map_err(|error| error.error)
    }
}
