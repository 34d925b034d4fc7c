//! Contents of files: read into memory, or mapped.

#[cfg(feature = "disk")]
use memmap2::Mmap;
use std::fs;
#[cfg(feature = "disk")]
use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

/// The contents of a file.
#[derive(Debug)]
pub enum Bytes {
    /// Mapped: the system reads the bytes when they are first used. The open file is stored beside the mapping.
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
    /// While the bytes live, no process may change or truncate the file in place. Renaming another file over it, or
    /// removing it, is harmless. This library does nothing else to files.
    #[cfg(feature = "disk")]
    pub unsafe fn map(path: &Path) -> io::Result<Self> {
        check_is_file(path)?;
        let file = File::open(path)?;
        // SAFETY: the caller guarantees that the file does not change.
        let map = unsafe { Mmap::map(&file) }?;
        Ok(Self::Mapped(map, file))
    }

    /// Number of bytes that the file still has. If another program truncated the file after it was mapped, reading the
    /// missing bytes ends the process.
    pub fn bytes_left(&self) -> io::Result<u64> {
        match self {
            #[cfg(feature = "disk")]
            Self::Mapped(map, file) => Ok(file.metadata()?.len().min(map.len() as u64)),
            Self::Read(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Announces that all bytes will be read, from front to back. It has an effect only on Unix.
    pub fn expect_all(&self) {
        #[cfg(all(feature = "disk", unix))]
        if let Self::Mapped(map, _) = self {
            // This is a hint, which the system may reject.
            let _ = map.advise(memmap2::Advice::Sequential);
        }
    }
}

/// Checks the kind of file before it is opened, because opening a pipe would wait for a writer.
pub fn check_is_file(path: &Path) -> io::Result<()> {
    match fs::metadata(path)?.is_file() {
        true => Ok(()),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")),
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
