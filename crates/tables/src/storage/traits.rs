//! The file operations that tables need.

use super::bytes::Bytes;
use std::any::Any;
use std::fmt;
use std::fs::TryLockError;
use std::io;
use std::path::Path;

/// File operations for tables and atlases.
///
/// Errors are those of the operating system. A change of a directory, such as a new name or a removal, is durable only
/// after the directory was synced.
pub trait Storage: fmt::Debug + Send + Sync {
    /// The names in a directory, except those that are not Unicode.
    fn names(&self, directory: &Path) -> io::Result<Vec<String>>;

    /// Opens a file and returns its contents.
    fn open(&self, path: &Path) -> io::Result<Bytes>;

    /// Whether `path` is an existing directory.
    fn is_directory(&self, path: &Path) -> bool;

    /// Creates a directory in an existing one.
    fn make_directory(&self, path: &Path) -> io::Result<()>;

    /// Takes the exclusive lock of a file, and creates the file if it is missing. The owner of the lock may remove the
    /// file.
    fn try_lock(&self, path: &Path) -> Result<Lock, TryLockError>;

    /// Takes a shared lock of a file, which excludes exclusive locks.
    fn try_share(&self, path: &Path) -> Result<Lock, TryLockError>;

    /// Creates a file under a new name that begins with `prefix`. The file stays locked while it is being written.
    fn create(&self, directory: &Path, prefix: &str) -> io::Result<Box<dyn Unfinished>>;

    /// Opens an unfinished file that was [kept](Unfinished::keep), or left by a killed process. Returns
    /// [`WouldBlock`](io::ErrorKind::WouldBlock) if its writer is alive.
    fn reopen(&self, path: &Path) -> io::Result<Box<dyn Unfinished>>;

    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes earlier changes of a directory durable.
    fn sync_directory(&self, directory: &Path) -> io::Result<()>;
}

/// A lock. Dropping it releases it.
pub type Lock = Box<dyn Any + Send>;

/// An unfinished file, which any number of threads may write at any offset. Dropping it removes the file.
pub trait Unfinished: fmt::Debug + Send + Sync {
    /// Extends the file with zeros to `length`, if it is shorter. Reserves disk space for it if the system can.
    fn reserve(&self, length: u64) -> io::Result<()>;

    /// Truncates the file to `length`, if it is longer.
    fn cut(&self, length: u64) -> io::Result<()>;

    /// Fills `bytes` from the file, starting at `offset`.
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()>;

    /// Writes all of `bytes` to the file, starting at `offset`.
    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Makes all earlier writes durable.
    fn sync(&self) -> io::Result<()>;

    /// The current name of the file, without the directory.
    fn name(&self) -> String;

    /// Renames the file to its final name in the same directory, and replaces any file of that name.
    fn rename(self: Box<Self>, path: &Path) -> io::Result<()>;

    /// Closes the file and leaves it under its current name.
    fn keep(self: Box<Self>) -> io::Result<()>;
}
