//! What is asked of a place for files.

use super::bytes::Bytes;
use std::any::Any;
use std::fmt;
use std::fs::TryLockError;
use std::io;
use std::path::Path;

/// What tables and atlases ask of files.
///
/// Errors are those of the operating system. What is done to a directory, be it a file's new name or a removal, lasts
/// for certain only once the directory was synced.
pub trait Storage: fmt::Debug + Send + Sync {
    /// The names in a directory, as far as they are text.
    fn names(&self, directory: &Path) -> io::Result<Vec<String>>;

    /// What a file holds.
    fn open(&self, path: &Path) -> io::Result<Bytes>;

    /// Whether there is a directory of this name.
    fn is_directory(&self, path: &Path) -> bool;

    /// Makes a directory in one that is there.
    fn make_directory(&self, path: &Path) -> io::Result<()>;

    /// Takes the lock of a file, which is made where it is missing. Whoever has the lock may remove the file.
    fn try_lock(&self, path: &Path) -> Result<Lock, TryLockError>;

    /// Takes the lock of a file together with others who share it; nobody has it alone then.
    fn try_share(&self, path: &Path) -> Result<Lock, TryLockError>;

    /// A new file under a name of its own, which begins with `prefix`. It is locked as long as it is being written.
    fn create(&self, directory: &Path, prefix: &str) -> io::Result<Box<dyn Unfinished>>;

    /// An unfinished file that was [kept](Unfinished::keep), or left behind by a process that was killed. The error is
    /// [`WouldBlock`](io::ErrorKind::WouldBlock) if its writer is alive.
    fn reopen(&self, path: &Path) -> io::Result<Box<dyn Unfinished>>;

    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes what was done to a directory last.
    fn sync_directory(&self, directory: &Path) -> io::Result<()>;
}

/// A lock that was taken: given back when this is dropped.
pub type Lock = Box<dyn Any + Send>;

/// A file that is being written, anywhere in it and by any number of threads. One that is dropped is removed.
pub trait Unfinished: fmt::Debug + Send + Sync {
    /// Makes the file so long, if it is shorter, with room on the disk for all of it where the system can promise that;
    /// what is new are zeros.
    fn reserve(&self, length: u64) -> io::Result<()>;

    /// Makes the file so long, if it is longer.
    fn cut(&self, length: u64) -> io::Result<()>;

    /// Reads all of `bytes` from a place in the file on.
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()>;

    /// Writes all of `bytes` to a place in the file.
    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Makes what was written last.
    fn sync(&self) -> io::Result<()>;

    /// Its name for now, without the directory.
    fn name(&self) -> String;

    /// Gives the file a name in the directory that it is in, in place of what had that name.
    fn rename(self: Box<Self>, path: &Path) -> io::Result<()>;

    /// Leaves the file as it is under the name that it has.
    fn keep(self: Box<Self>) -> io::Result<()>;
}
