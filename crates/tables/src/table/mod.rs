//! Tables: files of distances under one metric, with one section per piece set.
//!
//! This module knows entries and sections, but neither puzzles nor searches. A [`TableSubject`] describes what a table is
//! about; the file's header repeats it.
//!
//! A table is written as a [`TableDraft`] beside its final name, synced and renamed. Under its final name it is only read.

mod checkpoint;
mod directory;
mod distances;
mod draft;
mod error;
mod file;
mod format;
mod head;
mod head_reader;
mod head_writer;
mod names;
mod packed;
mod read;
mod restore;
mod sections;
mod write;

pub use checkpoint::{Checkpoint, unfinished_of};
pub use directory::Directory;
pub use distances::{Distances, EntryWidth, Histogram};
pub use draft::TableDraft;
pub use error::TableError;
pub use format::{
    BLOCK, FORMAT_VERSION, MAGIC, PACKED_BLOCK, PACKED_VERSION, SHARD_VERSION, Shard, TableSubject,
};
pub use names::{CHECKPOINT_PREFIX, TEMPORARY_PREFIX, record_path};
pub use read::{Section, Table};
pub use sections::{Extent, Outline};
pub use write::{pack, unpack, write};
