//! Tables of huarong: files of distances, without puzzles and searches.
//!
//! [`storage`] has the file operations, and [`table`] the format of tables.

pub mod storage;
pub mod table;
