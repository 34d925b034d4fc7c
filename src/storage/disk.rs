//! The files of the operating system.

use super::bytes::Bytes;
use super::bytes::check_is_file;
use super::positioned;
use super::traits::{Lock, Storage, Unfinished};
use super::whole::check_replaceable;
use std::fs::{self, DirEntry, File, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use tempfile::{NamedTempFile, TempPath};

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
        take_lock(path, File::try_lock)
    }

    fn try_share(&self, path: &Path) -> Result<Lock, TryLockError> {
        take_lock(path, File::try_lock_shared)
    }

    fn create(&self, directory: &Path, prefix: &str) -> io::Result<Box<dyn Unfinished>> {
        // Opened here and not by the library, which would name the file in its errors: nobody gave that name. It is
        // as public as the user's umask lets other files be.
        let open = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
        loop {
            let file = tempfile::Builder::new().prefix(prefix).make_in(at(directory), open)?;
            if mark_as_written(file.as_file(), file.path())? {
                return Ok(Box::new(OnDisk { file }));
            }
        }
    }

    fn reopen(&self, path: &Path) -> io::Result<Box<dyn Unfinished>> {
        check_is_file(path)?;
        let file = File::options().read(true).write(true).open(path)?;
        file.try_lock()?;
        let path = TempPath::try_from_path(path)?;
        let file = NamedTempFile::from_parts(file, path);
        Ok(Box::new(OnDisk { file }))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_directory(&self, directory: &Path) -> io::Result<()> {
        // Where directories cannot be synced, names last as the system sees fit.
        if cfg!(unix) { File::open(at(directory))?.sync_all() } else { Ok(()) }
    }
}

/// The file of a lock. What is in it is left alone: it may be somebody's, behind a link of that name.
fn lock_file(path: &Path) -> io::Result<File> {
    match check_is_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        checked => checked?,
    }
    File::options().write(true).create(true).truncate(false).open(path)
}

/// Takes the lock of a file.
fn take_lock(
    path: &Path,
    take: fn(&File) -> Result<(), TryLockError>,
) -> Result<Lock, TryLockError> {
    loop {
        let file = lock_file(path).map_err(TryLockError::Error)?;
        take(&file)?;
        // The last owner may have removed the file after it was opened here. Whoever comes next makes another.
        if is_at(&file, path).map_err(TryLockError::Error)? {
            return Ok(Box::new(file));
        }
    }
}

/// Locks a new file, which tells others that its writer is alive; `false` if another process removed the file before
/// that, because it was not locked yet.
fn mark_as_written(file: &File, path: &Path) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => is_at(file, path),
        Err(TryLockError::WouldBlock) => Ok(false),
        // Where files cannot be locked, nobody removes those of others: see `reopen`.
        Err(TryLockError::Error(_)) => Ok(true),
    }
}

/// Whether a path leads to an open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let opened = file.metadata()?;
    match fs::metadata(path) {
        Ok(found) => Ok((found.dev(), found.ino()) == (opened.dev(), opened.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether a path leads to an open file: files that are open keep their names here.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

/// A directory as the system calls it: the empty path is where one is.
fn at(directory: &Path) -> &Path {
    if directory.as_os_str().is_empty() { Path::new(".") } else { directory }
}

/// A file beside its final name.
#[derive(Debug)]
struct OnDisk {
    file: NamedTempFile,
}

impl Unfinished for OnDisk {
    fn reserve(&self, length: u64) -> io::Result<()> {
        reserve(self.file.as_file(), length)
    }

    fn cut(&self, length: u64) -> io::Result<()> {
        match self.file.as_file().metadata()?.len() > length {
            true => self.file.as_file().set_len(length),
            false => Ok(()),
        }
    }

    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        positioned::read_exact_at(self.file.as_file(), offset, bytes)
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        positioned::write_all_at(self.file.as_file(), offset, bytes)
    }

    fn sync(&self) -> io::Result<()> {
        self.file.as_file().sync_all()
    }

    fn rename(self: Box<Self>, path: &Path) -> io::Result<()> {
        check_replaceable(path)?;
        self.file.persist(path).map(drop).map_err(|error| error.error)
    }

    fn name(&self) -> String {
        self.file.path().file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn keep(self: Box<Self>) -> io::Result<()> {
        self.file.keep().map(drop).map_err(|error| error.error)
    }
}

/// Makes a file so long, if it is shorter, and sees to it that the disk has room for that where the system can.
fn reserve(file: &File, length: u64) -> io::Result<()> {
    if length <= file.metadata()?.len() {
        return Ok(());
    }
    #[cfg(target_os = "linux")]
    match rustix::fs::fallocate(file, rustix::fs::FallocateFlags::empty(), 0, length) {
        // Some file systems do not promise room.
        Err(rustix::io::Errno::OPNOTSUPP) => {}
        reserved => return Ok(reserved?),
    }
    file.set_len(length)
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
