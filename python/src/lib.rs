//! The Python package `huarong`: puzzles, positions, tables and searches of the Rust library.
//!
//! The files in order of dependency:
//!
//! - `errors`: exceptions;
//! - `work`: long work without the interpreter's lock, with progress and interrupts;
//! - `pickle`: pickling, and objects of JSON;
//! - `sequence`: items by index or slice;
//! - `checksum`: checksums of files;
//! - `position`: puzzles, positions and moves;
//! - `solution`: searches from one position, and their results;
//! - `arrays`: arrays of numpy;
//! - `component`, `graph`: reachable positions, and the graph of moves between them;
//! - `difficulty`: measures of difficulty;
//! - `table`, `columns`: tables of all positions of a piece set, and facts of all of them;
//! - `bulk`: many puzzles at once;
//! - `score`: answers of people and models;
//! - `universe`: Rush Hour universes and censuses;
//! - `tasks`: questions with exact answers;
//! - `game`: two-player games;
//! - `program`: the command line.

// Python classes document themselves where Python shows it.
#![allow(missing_docs)]

mod arrays;
mod bulk;
mod checksum;
mod columns;
mod component;
mod difficulty;
mod errors;
mod game;
mod graph;
mod pickle;
mod position;
mod program;
mod score;
mod sequence;
mod solution;
mod table;
mod tasks;
mod universe;
mod work;

use pyo3::prelude::*;

#[pymodule]
mod _huarong {
    #[pymodule_export]
    use super::bulk::{read_rush, solve_many};
    #[pymodule_export]
    use super::checksum::_blake3;
    #[pymodule_export]
    use super::component::{Component, component};
    #[pymodule_export]
    use super::difficulty::difficulty;
    #[pymodule_export]
    use super::game::{_game_in, Game, game};
    #[pymodule_export]
    use super::graph::Graph;
    #[pymodule_export]
    use super::position::{_move_between, _single_piece_metric, Move, Position, Puzzle};
    #[pymodule_export]
    use super::program::run;
    #[pymodule_export]
    use super::score::{score, score_many};
    #[pymodule_export]
    use super::solution::{_solution_of, Solution, query, solve};
    #[pymodule_export]
    use super::table::{_build_sets, _table_in, Distances, Table, build, table};
    #[pymodule_export]
    use super::tasks::{TaskStream, tasks};
    #[pymodule_export]
    use super::universe::{census, rush};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
