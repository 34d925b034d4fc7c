//! Exhaustive state-space analysis of sliding-block puzzles.
//!
//! Start with [`Oracle`]: it says how far a position is from the goal, which moves are best, and which solutions are
//! optimal. Distances are in moves of a [`Metric`].
//!
//! ```
//! use huarong::{Metric, Options, Oracle, Puzzle};
//!
//! let puzzle = Puzzle::klotski();
//! let start = puzzle.parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
//!
//! let oracle = Oracle::search_with(&start, &Options::new().metrics(&Metric::ALL))?;
//! assert_eq!(oracle.distance_under(Metric::Unit, &start)?, Some(116));
//! assert_eq!(oracle.distance_under(Metric::Straight, &start)?, Some(90));
//! assert_eq!(oracle.distance(&start)?, Some(81), "the finger metric is the loosest");
//!
//! let best = oracle.best_move(&start)?.expect("the start is not the goal");
//! assert_eq!(oracle.distance(&best.after())?, Some(80));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Puzzle::builder`] builds a puzzle in code, [`Position::from_toml`] reads a puzzle file, and [`Tables`] keeps distances
//! on disk. The folder `examples` has a hint for a game (`hint`), a level generator (`levels`), a board built in code
//! (`own_board`), tables on disk with progress and cancellation (`tables_on_disk`), eight threads that ask one oracle
//! (`threads`), and a two-player game (`own_game`).
//!
//! # Features
//!
//! The program `huarong` puts a command line on top. It comes with the feature `cli`, and its command `huarong serve`
//! with `serve`; both are on by default. Who wants the library alone turns them off, and with them the crates that
//! only the program uses:
//!
//! ```toml
//! [dependencies]
//! huarong = { version = "0.1", default-features = false }
//! ```
//!
//! Searches are slow where they are not optimised. What took 26 s in a debug build of a program that uses the library
//! takes 2.8 s with this in the program's `Cargo.toml`:
//!
//! ```toml
//! [profile.dev.package."*"]
//! opt-level = 3
//! ```
//!
//! The first build takes some minutes, once: compiling it optimised is most of that.
//!
//! # Modules
//!
//! Data flows one way, and a module depends only on those before it. The ground, which knows no puzzle:
//!
//! 1. [`effort`]: what long work may use, who hears how far it is, and who may end it.
//! 2. [`grid`]: cells, boards, forms, directions.
//! 3. [`numbering`]: arrangements and subsets have numbers, and numbers arrangements and subsets.
//! 4. [`counting`]: exact counts without enumeration.
//! 5. [`storage`]: the bytes of files, and files that appear whole or not at all.
//! 6. [`table`]: distances in memory and in files.
//! 7. [`drawing`]: bar charts and outlines.
//! 8. [`export`]: rows and graphs in the files of other tools.
//!
//! [`graph`] and [`cluster`] stand beside them: what can be said of any graph, and searches in several processes. Two
//! subjects stand on the ground: [`sliding`], sliding-block puzzles, and [`games`], games for two. [`oracle`] is the front
//! door, and [`report`] writes CSV files and pages. The program `huarong` puts a command line and a server on top.

// What only the program uses is looked for in builds that have the program.
#![cfg_attr(any(not(feature = "cli"), feature = "internals"), allow(dead_code, unused_imports))]

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(not(feature = "internals"))]
mod cluster;
#[cfg(not(feature = "internals"))]
mod counting;
#[cfg(all(feature = "drawing", not(feature = "internals")))]
mod drawing;
#[cfg(not(feature = "internals"))]
mod effort;
#[cfg(all(feature = "formats", not(feature = "internals")))]
mod export;
#[cfg(not(feature = "internals"))]
mod graph;
#[cfg(not(feature = "internals"))]
mod grid;
#[cfg(not(feature = "internals"))]
mod numbering;
#[cfg(not(feature = "internals"))]
mod oracle;
#[cfg(feature = "cli")]
mod records;
#[cfg(feature = "serve")]
mod server;
#[cfg(not(feature = "internals"))]
mod sliding;
#[cfg(not(feature = "internals"))]
mod table;

// The same modules, open to the tests, benchmarks and fuzzers of this project.
#[cfg(feature = "internals")]
pub mod cluster;
#[cfg(feature = "internals")]
pub mod counting;
#[cfg(all(feature = "drawing", feature = "internals"))]
pub mod drawing;
#[cfg(feature = "internals")]
pub mod effort;
#[cfg(all(feature = "formats", feature = "internals"))]
pub mod export;
#[cfg(feature = "internals")]
pub mod graph;
#[cfg(feature = "internals")]
pub mod grid;
#[cfg(feature = "internals")]
pub mod numbering;
#[cfg(feature = "internals")]
pub mod oracle;
#[cfg(feature = "internals")]
pub mod sliding;
#[cfg(feature = "internals")]
pub mod table;

#[cfg(feature = "games")]
pub mod games;
#[cfg(feature = "report")]
pub mod report;
pub mod storage;

pub use effort::Progress;
pub use oracle::{
    Method, Move, Options, Oracle, OracleError, Position, Probe, ProbedMove, PuzzleTextError,
};
#[cfg(feature = "disk")]
pub use oracle::Tables;
pub use sliding::analysis::Answer;
pub use sliding::notation::NotationError;
pub use sliding::rules::{
    BuilderError, Family, Metric, PerMetric, PieceSet, Puzzle, PuzzleBuilder,
};
