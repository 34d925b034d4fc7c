//! Tables of huarong: files of distances, without puzzles and searches.
//!
//! [`storage`] has the file operations, [`mod@record`] the encoding of records, and [`table`] the format of tables.

pub mod record;
pub mod storage;
pub mod table;
