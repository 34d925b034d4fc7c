//! Why a census cannot be taken.

use super::ground::MOST_CELLS;
use super::scope::Scope;
use crate::effort::Stopped;
use crate::numerals::{Amount, grouped, grouped_digits};
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
    #[error(
        "a board of {width}x{height} is too large for a census: {}it may have at most {MOST_CELLS} cells, like 4x5",
        .cost
    )]
    Board {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
        /// How many packings there are, and what they would take.
        cost: Cost,
    },
    /// A piece set that does not fit the memory.
    #[error(
        "a piece set of {} positions takes about {}, and a thread may use {}: use fewer --threads, or raise --memory",
        grouped(*.positions), Amount(*.needed), Amount(*.available)
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
    #[error("a piece set of {} positions is too large for a census", grouped(*.0))]
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
    #[error(
        "{} is of a census of {theirs}, and {} of {ours}: only parts of one census can be joined", .file.display(),
        .first.display()
    )]
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
    #[error(
        "of the census of {scope} there are {} of {} tasks: {missing}", grouped(*.done as u64), grouped(*.all as u64)
    )]
    Missing {
        /// What they are of.
        scope: Scope,
        /// Tasks done.
        done: usize,
        /// Tasks that there are.
        all: usize,
        /// What is missing, in words.
        missing: String,
    },
    /// No parts at all.
    #[error("a census is joined of its parts, and there is none")]
    NoParts,
    /// A file that is no part of a census, or a damaged one.
    #[error("{} cannot be read as a part of a census: {fault}", .file.display())]
    NoPart {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        fault: String,
    },
    /// A file that cannot be read.
    #[error("cannot read {}", .0.display())]
    Read(PathBuf, #[source] io::Error),
    /// A file that cannot be written.
    #[error("cannot write {}", .0.display())]
    Write(PathBuf, #[source] io::Error),
    /// Another run takes the same census in the same directory.
    #[error(
        "another run takes the census of {scope} in {}: wait for it, or give this one a directory of its own with \
         --data-dir", .directory.display()
    )]
    UnderWay {
        /// What it is of.
        scope: Scope,
        /// Where its checkpoints lie.
        directory: PathBuf,
    },
    /// The watcher asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What a census would take, as far as it can be counted: its packings, and seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost(pub(super) Option<(String, f64)>);

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((positions, seconds)) = &self.0 else { return Ok(()) };
        let units = [("year", DAY * 365.25), ("day", DAY), ("hour", 3600.0), ("minute", 60.0)];
        let fits = |(_, length): &(&str, f64)| *seconds >= 2.0 * length;
        let (unit, length) = units.into_iter().find(fits).unwrap_or(("second", 1.0));
        let number = (seconds / length).round().max(1.0);
        let plural = if number > 1.0 { "s" } else { "" };
        let (positions, number) = (grouped_digits(positions), grouped_digits(&number.to_string()));
        write!(
            f,
            "its {positions} packings would take {number} {unit}{plural} at the pace of 4x5 on two cores; "
        )
    }
}

const DAY: f64 = 86_400.0;
