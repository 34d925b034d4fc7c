//! A level: the codes of its chunks, in memory or in a file.

use super::division::Division;
use super::error::LevelsError;
use huarong_tables::storage::{Bytes, Unfinished};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use xxhash_rust::xxh3::xxh3_64;

#[derive(Debug)]
pub struct LevelCodes {
    chunks: usize,
    index: CodeIndex,
    codes: Codes,
}

/// Where the codes of a level are. The codes of a window follow one another.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CodeIndex {
    /// For each window, the place of its first code.
    pub windows: Vec<u64>,
    /// For each window, the XXH3-64 of its codes.
    pub checksums: Vec<u64>,
    /// For each chunk, the end of its code, counted from the first code of its window.
    pub ends: Vec<u32>,
}

#[derive(Debug)]
enum Codes {
    /// For each window, its codes.
    Memory(Vec<Box<[u8]>>),
    File {
        bytes: Bytes,
        path: PathBuf,
    },
}

/// The codes of a window, and how many positions they have.
#[derive(Debug, Default)]
pub struct WindowCodes {
    pub positions: u64,
    pub codes: Vec<u8>,
    /// For each chunk, the end of its code.
    pub ends: Vec<u32>,
}

impl LevelCodes {
    pub fn in_memory(division: Division, windows: Vec<WindowCodes>) -> Self {
        let mut index = CodeIndex::default();
        let mut codes = Vec::with_capacity(windows.len());
        for window in windows {
            index.windows.push(0);
            index.ends.extend(window.ends);
            codes.push(window.codes.into_boxed_slice());
        }
        Self { chunks: division.chunks() as usize, index, codes: Codes::Memory(codes) }
    }

    pub fn in_file(division: Division, index: CodeIndex, bytes: Bytes, path: PathBuf) -> Self {
        let codes = Codes::File { bytes, path };
        Self { chunks: division.chunks() as usize, index, codes }
    }

    /// The code of a chunk, given by its number among those of all blocks.
    #[inline]
    pub fn code(&self, chunk: usize) -> Result<&[u8], LevelsError> {
        let (window, nth) = (chunk / self.chunks, chunk % self.chunks);
        let start = if nth == 0 { 0 } else { self.index.ends[chunk - 1] as usize };
        let end = self.index.ends[chunk] as usize;
        match &self.codes {
            Codes::Memory(codes) => Ok(&codes[window][start..end]),
            Codes::File { bytes, path } => {
                let first = self.index.windows[window] as usize;
                let code = bytes.get(first + start..first + end);
                code.ok_or_else(|| LevelsError::Damaged(path.clone()))
            }
        }
    }

    /// The codes of the chunks of a window, given by its number among those of all blocks.
    #[inline]
    pub fn codes(&self, window: usize) -> impl Iterator<Item = Result<&[u8], LevelsError>> + '_ {
        (window * self.chunks..(window + 1) * self.chunks).map(|chunk| self.code(chunk))
    }

    /// The error of an invalid code.
    pub fn damaged(&self) -> LevelsError {
        match &self.codes {
            Codes::Memory(_) => unreachable!("codes in memory are valid"),
            Codes::File { path, .. } => LevelsError::Damaged(path.clone()),
        }
    }

    /// Number of bytes in memory: of the index, and of codes that are not in a file.
    pub fn bytes_in_memory(&self) -> u64 {
        let CodeIndex { windows, checksums, ends } = &self.index;
        let index =
            size_of_val(&windows[..]) + size_of_val(&checksums[..]) + size_of_val(&ends[..]);
        let codes = match &self.codes {
            Codes::Memory(codes) => codes.iter().map(|codes| codes.len()).sum(),
            Codes::File { .. } => 0,
        };
        (index + codes) as u64
    }

    pub fn check(&self) -> Result<(), LevelsError> {
        let Codes::File { bytes, .. } = &self.codes else { return Ok(()) };
        let windows = self.index.windows.iter().zip(self.index.ends.chunks(self.chunks));
        for ((&first, ends), &checksum) in windows.zip(&self.index.checksums) {
            let len = ends.last().map_or(0, |&end| end as usize);
            let codes = bytes.get(first as usize..first as usize + len);
            let rises = ends.is_sorted();
            if !rises || codes.is_none_or(|codes| xxh3_64(codes) != checksum) {
                return Err(self.damaged());
            }
        }
        Ok(())
    }
}

/// A level that is being written to a file.
pub struct LevelDraft {
    pub file: Box<dyn Unfinished>,
    pub path: PathBuf,
    end: AtomicU64,
}

impl LevelDraft {
    pub fn new(file: Box<dyn Unfinished>, path: PathBuf) -> Self {
        Self { file, path, end: AtomicU64::new(0) }
    }

    /// Writes the codes of a window and drops them. Returns their place and their checksum.
    pub fn write(&self, window: &mut WindowCodes) -> Result<(u64, u64), LevelsError> {
        let codes = std::mem::take(&mut window.codes);
        let place = self.end.fetch_add(codes.len() as u64, Relaxed);
        self.file.write_at(place, &codes).map_err(LevelsError::at(&self.path))?;
        Ok((place, xxh3_64(&codes)))
    }

    pub fn len(&self) -> u64 {
        self.end.load(Relaxed)
    }
}
