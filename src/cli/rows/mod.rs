//! Rows of input: positions and puzzles of arguments, lines, files, folders and lists, each with its place.

mod csv_rows;
mod line_batches;
mod origin;
#[cfg(feature = "parquet")]
mod parquet_rows;
mod puzzle_list;
mod questions;
mod refusals;
mod side_by_side;

pub(super) use csv_rows::{CsvRows, LONGEST_ROW};
pub(super) use line_batches::{LineBatches, abridged};
pub(super) use origin::Origin;
pub(super) use puzzle_list::{
    Entry, PuzzleList, choose_only_file, exists, is_list, is_path, is_puzzle_file, puzzle_of_json,
    read_board,
};
pub(super) use questions::{Question, for_each_batch, is_stream};
pub(super) use refusals::{Refusals, Undecided};
pub(super) use side_by_side::{Asked, SideBySide};
