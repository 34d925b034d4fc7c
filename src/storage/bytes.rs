//! What a file holds: read into memory, or mapped.

#[cfg(feature = "disk")]
use memmap2::Mmap;
use std::fs;
#[cfg(feature = "disk")]
use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

/// The bytes of a file.
#[derive(Debug)]
pub enum Bytes {
    /// Mapped: read from the file when they are touched. The file is kept open beside them.
    #[cfg(feature = "disk")]
    #[doc(hidden)]
    Mapped(Mmap, File),
    /// Read into memory.
    Read(Vec<u8>),
}

impl Bytes {
    /// Reads a file into memory.
    pub fn read(path: &Path) -> io::Result<Self> {
        check_is_file(path)?;
        fs::read(path).map(Self::Read)
    }

    /// Maps a file.
    ///
    /// # Safety
    ///
    /// As long as the bytes live, nobody may change the file in place or cut it: replacing it by renaming another
    /// file over it, or removing it, is harmless, and is all that this library does to files.
    #[cfg(feature = "disk")]
    pub unsafe fn map(path: &Path) -> io::Result<Self> {
        check_is_file(path)?;
        let file = File::open(path)?;
        // SAFETY: the caller answers for the file.
        let map = unsafe { Mmap::map(&file) }?;
        Ok(Self::Mapped(map, file))
    }

    /// How many of the bytes the file still has: fewer if another program has cut it since it was mapped, and then
    /// touching the rest ends the process.
    pub fn bytes_left(&self) -> io::Result<u64> {
        match self {
            #[cfg(feature = "disk")]
            Self::Mapped(map, file) => Ok(file.metadata()?.len().min(map.len() as u64)),
            Self::Read(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Says that all bytes will be asked for, from front to back. Only Unix has a use for that.
    pub fn expect_all(&self) {
        #[cfg(all(feature = "disk", unix))]
        if let Self::Mapped(map, _) = self {
            // The system may read ahead. It may also decline.
            let _ = map.advise(memmap2::Advice::Sequential);
        }
    }
}

/// Asked before opening, which would wait for a writer where it is a pipe.
pub(super) fn check_is_file(path: &Path) -> io::Result<()> {
    match fs::metadata(path)?.is_file() {
        true => Ok(()),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file")),
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match self {
            #[cfg(feature = "disk")]
            Self::Mapped(map, _) => map,
            Self::Read(bytes) => bytes,
        }
    }
}
