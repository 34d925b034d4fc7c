//! Why a census cannot be taken.

use super::{MOST_CELLS, Scope};
use crate::effort::{Amount, Stopped};
use std::path::PathBuf;
use std::{fmt, io};
use thiserror::Error;

/// Why a census cannot be taken, gone on with or joined.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CensusError {
    /// A board without two cells, one for a piece and one that is empty.
    #[error(
        "a board of {width}x{height} has no puzzles: a piece takes a cell, and one cell is empty"
    )]
    NoPuzzles {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
    },
    /// A board with too many cells.
    #[error("a census of {width}x{height} is out of reach: {}a board has at most {MOST_CELLS} cells, like 4x5", .cost)]
    Board {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
        /// How many positions there are, and what they would take.
        cost: Cost,
    },
    /// A piece set that does not fit the memory.
    #[error(
        "a piece set of {positions} positions takes about {}, and a thread may use {}: use fewer --threads, or raise \
         --memory", Amount(*.needed), Amount(*.available)
    )]
    Memory {
        /// Positions of the set.
        positions: u64,
        /// Bytes that it takes, about.
        needed: u64,
        /// Bytes for each thread.
        available: u64,
    },
    /// A piece set with more positions than can be told apart.
    #[error("a piece set of {0} positions is too large for a census")]
    Set(u64),
    /// A text that is no start of a census.
    #[error("{start:?} is no start of a census: {fault}")]
    Start {
        /// The text.
        start: String,
        /// What is wrong with it.
        fault: String,
    },
    /// Parts of different censuses.
    #[error("{} is of a census of {theirs}, and {} of {ours}: only parts of one census can be joined", .file.display(), .first.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// What it is of.
        theirs: Scope,
        /// The file before it.
        first: PathBuf,
        /// What that is of.
        ours: Scope,
    },
    /// Parts that do the same work.
    #[error("{} has work that another of the files has, too: leave one of them out", .0.display())]
    Twice(PathBuf),
    /// Parts that are not all there are.
    #[error("the parts are {done} of {all} tasks of the census: {missing}")]
    Missing {
        /// Tasks done.
        done: usize,
        /// Tasks that there are.
        all: usize,
        /// What is missing, in words.
        missing: String,
    },
    /// A file that is no part of a census, or a damaged one.
    #[error("{} cannot be read as a part of a census: {fault}", .file.display())]
    NoPart {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// A file that cannot be read.
    #[error("cannot read {}", .0.display())]
    Read(PathBuf, #[source] io::Error),
    /// A file that cannot be written.
    #[error("cannot write {}", .0.display())]
    Write(PathBuf, #[source] io::Error),
    /// The watcher asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What a census would take, as far as it can be counted: its positions, and seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost(pub(super) Option<(String, f64)>);

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((positions, seconds)) = &self.0 else { return Ok(()) };
        let (length, unit) = match seconds / HOUR {
            hours @ ..48.0 => (hours, "hours"),
            hours @ ..17_000.0 => (hours / 24.0, "days"),
            hours => (hours / 24.0 / 365.25, "years"),
        };
        write!(f, "its {positions} positions would take {length:.0} {unit} at the pace of 4x5; ")
    }
}

const HOUR: f64 = 3600.0;
