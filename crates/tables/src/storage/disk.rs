//! Files of the operating system.

use super::bytes::Bytes;
use super::bytes::check_is_file;
use super::positioned;
use super::traits::{Lock, Storage, Unfinished};
use super::whole_file::check_replaceable;
use std::fs::{self, DirEntry, File, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use tempfile::{NamedTempFile, TempPath};

/// Files of the operating system.
///
/// They are read into memory; see [`mapped`](Self::mapped) for the alternative.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk {
    /// Whether files are mapped.
    maps: bool,
}

impl Disk {
    /// The same files, mapped instead of read. Opening a file then takes no time, and only the parts in use take
    /// memory.
    ///
    /// # Safety
    ///
    /// As for [`Bytes::map`]: while the opened files live, no process may change or truncate them in place. This
    /// library never does: it replaces files by renaming new ones over them.
    pub unsafe fn mapped() -> Self {
        Self { maps: true }
    }
}

impl Storage for Disk {
    fn names(&self, directory: &Path) -> io::Result<Vec<String>> {
        // Names that are not Unicode do not belong to this program.
        let name = |entry: io::Result<DirEntry>| entry.map(|e| e.file_name().into_string().ok());
        fs::read_dir(at(directory))?.filter_map(|entry| name(entry).transpose()).collect()
    }

    fn open(&self, path: &Path) -> io::Result<Bytes> {
        if self.maps {
            // SAFETY: the caller of `mapped` guarantees that the files do not change.
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
        // The file is opened here because `tempfile` would put the temporary name into its errors, and users do not
        // know that name. The umask decides the file's permissions, as for other files.
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
        // If directories cannot be synced, the system alone decides when names become durable.
        if cfg!(unix) { File::open(at(directory))?.sync_all() } else { Ok(()) }
    }
}

/// Opens the file of a lock. Its contents stay unchanged, because the name may be a link to a user's file.
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
        // The last owner may have removed the file after it was opened here. The next owner would then create another.
        if is_at(&file, path).map_err(TryLockError::Error)? {
            return Ok(Box::new(file));
        }
    }
}

/// Locks a new file to show that its writer is alive. Returns `false` if another process removed the file before it was
/// locked.
fn mark_as_written(file: &File, path: &Path) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => is_at(file, path),
        Err(TryLockError::WouldBlock) => Ok(false),
        // If files cannot be locked, no process removes the files of others: see `reopen`.
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

/// Whether a path leads to an open file. Always true here, because open files keep their names.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Replaces the empty path, which means the current directory, by the system's name for it.
fn at(directory: &Path) -> &Path {
    if directory.as_os_str().is_empty() { Path::new(".") } else { directory }
}

/// An unfinished file, in the directory of its final name.
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

/// Extends a file to `length`, and reserves disk space for it if the system can.
fn reserve(file: &File, length: u64) -> io::Result<()> {
    if length <= file.metadata()?.len() {
        return Ok(());
    }
    #[cfg(target_os = "linux")]
    match rustix::fs::fallocate(file, rustix::fs::FallocateFlags::empty(), 0, length) {
        // Some file systems cannot reserve space.
        Err(rustix::io::Errno::OPNOTSUPP) => {}
        reserved => return Ok(reserved?),
    }
    file.set_len(length)
}

/// Writes a file to the disk like `write_whole` of a [`Storage`].
pub fn write_whole(
    path: &Path,
    prefix: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let disk: &dyn Storage = &Disk::default();
    disk.write_whole(path, prefix, write)
}
