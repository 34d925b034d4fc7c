//! The tables: distances in sections, under one metric, in a memory-mapped file.
//!
//! Tables know entries and sections, neither puzzles nor searches: what they are of is a [`Subject`], whose words
//! the file's head repeats.
//!
//! A table is written beside its final name, as a [`Draft`], synced and renamed; under its final name
//! it is only ever read.

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
mod recorded;
mod sections;
mod write;

pub use checkpoint::{Checkpoint, unfinished_of};
pub use directory::Directory;
pub use distances::{Distances, EntryWidth, Histogram};
pub use draft::Draft;
pub use error::TableError;
pub use format::{
    BLOCK, FORMAT_VERSION, MAGIC, PACKED_BLOCK, PACKED_VERSION, SHARD_VERSION, Shard, Subject,
};
pub use names::{CHECKPOINT_PREFIX, TEMPORARY_PREFIX, record_path};
pub use read::{Section, Table};
pub use sections::{Extent, Outline};
pub use write::{pack, unpack, write};
