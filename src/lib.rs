//! Exhaustive state-space analysis of sliding-block puzzles.
//!
//! Start with [`Oracle`]. It gives the distance of a position to the goal, its best moves and its optimal solutions.
//! Distances count moves of a [`Metric`].
//!
//! ```
//! use huarong::{Metric, Options, Oracle, Puzzle};
//!
//! let puzzle = Puzzle::klotski();
//! let start = puzzle.parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
//!
//! let oracle = Oracle::search_with(&start, &Options::new().metrics(&Metric::ALL))?;
//! assert_eq!(oracle.under(Metric::Unit).distance(&start)?, Some(116));
//! assert_eq!(oracle.under(Metric::Straight).distance(&start)?, Some(90));
//! assert_eq!(oracle.distance(&start)?, Some(81), "the finger metric is the loosest");
//!
//! let best = oracle.best_move(&start)?.expect("the start is not the goal");
//! assert_eq!(oracle.distance(&best.after())?, Some(80));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Puzzle::builder`] builds a puzzle in code, [`Position::from_toml`] reads a puzzle file, and [`Tables`] stores
//! distances on disk. [`Options::until`] sets a deadline. These programs are in the folder `examples`:
//!
//! | example | shows | features |
//! | --- | --- | --- |
//! | `hint` | a hint for a game | `formats`, `drawing` |
//! | `levels` | a level generator | none |
//! | `own_board` | a board built in code | none |
//! | `own_game` | a two-player game | `games` |
//! | `tables_on_disk` | tables on disk, with progress and cancellation | `disk` |
//! | `threads` | eight threads that share one oracle | none |
//!
//! # Features
//!
//! The default features build the command-line program `huarong`. The library alone builds 42 other
//! crates, 13 of them direct dependencies, and 56 with the feature `disk`. It also builds for WebAssembly and Windows:
//!
//! ```toml
//! [dependencies]
//! huarong = { version = "1", default-features = false, features = ["disk"] }
//! ```
//!
//! | feature | adds |
//! | --- | --- |
//! | none | puzzles, spaces, searches, oracles, tables in memory |
//! | `disk` | [`Tables`] on disk, and their certificates ([`tables`]) |
//! | `drawing` | positions as SVG pictures and as boxes in a terminal, maps of components |
//! | `formats` | puzzle files of other programs, and published puzzles ([`formats`]) |
//! | `games` | two-player games ([`games`]) |
//! | `census` | the hardest of all puzzles of a board, and exact counts ([`census`]) |
//! | `serde` | [`Position`], [`Move`], [`Metric`] and [`PerMetric`] implement serde's traits |
//! | `cli` | the program, with `report` for its CSV files and pages |
//! | `serve`, `print`, `parquet`, `cluster` | its commands `huarong serve` and `huarong print`, Apache Parquet in `huarong export`, commands in several processes |
//!
//! Searches are slow without optimisation. With this in the `Cargo.toml` of your program, a debug build that took 26 s
//! takes 2.8 s:
//!
//! ```toml
//! [profile.dev.package."*"]
//! opt-level = 3
//! ```
//!
//! The first build takes some minutes, most of them for this optimisation.
//!
//! # Modules
//!
//! The root has what most programs need. The modules have the rest by subject: [`puzzle`] for the parts of puzzles,
//! [`notation`] for positions and moves as text, [`search`] for spaces and searches, [`analysis`] for components and
//! statistics, [`difficulty`] for measures of difficulty. The source folders are private; ARCHITECTURE.md describes them.

// The tests use more modules than the public paths below show. The feature `internals` finds unused code.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "internals"), allow(dead_code, unused_imports))]
// `cargo doc` asks for the documentation of public items.
#![cfg_attr(feature = "internals", allow(missing_docs))]

#[cfg(feature = "answers")]
#[doc(hidden)]
pub mod answers;
#[cfg(all(feature = "census", not(feature = "internals")))]
mod batch;
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
#[cfg(all(feature = "json", not(feature = "internals")))]
mod json;
#[cfg(not(feature = "internals"))]
mod numbering;
mod numerals;
#[cfg(not(feature = "internals"))]
mod oracle;
#[cfg(all(feature = "report", not(feature = "internals")))]
mod report;
#[cfg(all(feature = "serve", not(feature = "internals")))]
mod server;
#[cfg(all(feature = "print", not(feature = "internals")))]
mod sheets;
#[cfg(not(feature = "internals"))]
mod sliding;
#[cfg(not(feature = "internals"))]
mod storage;
#[cfg(not(feature = "internals"))]
mod table;

// The same modules, public for the tests, benchmarks and fuzzers of this project.
#[cfg(all(feature = "census", feature = "internals"))]
pub mod batch;
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
#[cfg(all(feature = "json", feature = "internals"))]
pub mod json;
#[cfg(feature = "internals")]
pub mod numbering;
#[cfg(feature = "internals")]
pub mod oracle;
#[cfg(all(feature = "report", feature = "internals"))]
pub mod report;
#[cfg(all(feature = "serve", feature = "internals"))]
pub mod server;
#[cfg(all(feature = "print", feature = "internals"))]
pub mod sheets;
#[cfg(feature = "internals")]
pub mod sliding;
#[cfg(feature = "internals")]
pub mod storage;
#[cfg(feature = "internals")]
pub mod table;

#[cfg(feature = "games")]
pub mod games;

pub use effort::Progress;
/// Exact counts of any size.
pub use num_bigint::BigUint;
#[cfg(feature = "disk")]
pub use oracle::Tables;
pub use oracle::{Method, Move, Options, Oracle, OracleError, Position, Probe, ProbedMove};
pub use sliding::analysis::Answer;
pub use sliding::rules::{Family, Metric, PerMetric, PieceSet, Puzzle, PuzzleBuilder, UnknownName};

/// Parts of puzzles: boards, shapes, goals and arrangements, and puzzle files.
pub mod puzzle {
    pub use crate::grid::{Board, BoardError, Cell, CellIter, Cells, Direction, Polyomino};
    pub use crate::oracle::PuzzleTextError;
    pub use crate::sliding::rules::{
        Arrangement, BuilderError, Freedom, Goal, Lettering, Move as PieceMove, PieceSetError,
        PositionError, PuzzleError, Reflection, Shape, ShapeError, ShapeId, Shift, Symmetry,
    };
    pub use crate::sliding::{klotski, puzzle_file};
}

/// Notations of positions and moves, and pictures of positions.
pub mod notation {
    #[cfg(feature = "drawing")]
    pub use crate::sliding::drawing::{DrawingError, animation, boxes, picture};
    pub use crate::sliding::notation::moves::{move_text, move_texts};
    pub use crate::sliding::notation::{Notation, NotationError, read, write};
}

/// Spaces, which number all positions of a piece set, and searches in them.
pub mod search {
    pub use crate::effort::{Cancelled, Effort, Observer};
    pub use crate::sliding::search::{
        Component, ComponentDistances, ComponentError, LevelSearch, Levels, LevelsError,
        SearchError, TileSolution, TileSolver, Unmet, Until,
    };
    pub use crate::sliding::space::{Space, SpaceError};
    pub use crate::table::Histogram;
}

/// Analysis of spaces and distances: components and all optimal solutions.
pub mod analysis {
    pub use crate::graph::Graph;
    #[cfg(feature = "drawing")]
    pub use crate::sliding::analysis::ComponentMap;
    pub use crate::sliding::analysis::{
        ComponentSize, NotKnown, PathsError, Reachable, ReachableError, Solutions, component_sizes,
    };
}

/// Puzzles to order, and variants of puzzles.
pub mod design {
    pub use crate::grid::{Region, RegionError};
    pub use crate::sliding::analysis::{DistanceRange, NumberRange, RangeError, SolutionRange};
    #[cfg(feature = "formats")]
    pub use crate::sliding::design::{Among, RushDesigns, rush_designs};
    pub use crate::sliding::design::{
        AtRandom, Change, DesignError, Designed, Designs, Draft, DraftError, DrawnError, Ended,
        Excluded, Measured, Mix, Order, PieceList, PieceListError, Variant, Variants,
        VariantsError, board_of, designs, fixed_pieces, goal_cells, hardest_designs, variants,
    };
}

/// Measures of difficulty for people.
pub mod difficulty {
    pub use crate::sliding::analysis::Decimal;
    pub use crate::sliding::difficulty::{
        Decision, Decisions, Difficulty, ErrorModel, ExpectedMoves, Fit, FitError, Landscape,
        MadeMove, NextBest, Obstacles,
    };
}

/// Parts of [`Tables`] and of their certificates.
#[cfg(feature = "disk")]
pub mod tables {
    pub use crate::sliding::analysis::{Certificate, Fault};
    pub use crate::sliding::atlas::BuildError;
    pub use crate::table::TableError;
}

/// Puzzle files of other programs, and published puzzles.
#[cfg(feature = "formats")]
pub mod formats {
    pub use crate::sliding::interchange::{Format, InterchangeError, Unsayable, read, write};
    pub use crate::sliding::library::{
        Catalogue, KnownBounds, LibraryPuzzle, LookupError, Mention, NoSuchLength, Opening,
        PuzzleLookupError, ReadError, SampledRush, SolvedPuzzle, Source,
    };
}

/// Censuses, which find the hardest puzzles of a small board, and exact counts of positions.
#[cfg(feature = "census")]
pub mod census {
    pub use crate::batch::BatchError;
    pub use crate::sliding::census::{
        By, Census, CensusError, Record, Records, Scope, SetRecords, puzzle_file,
    };
    pub use crate::sliding::counts::{CountsError, goal_positions_of, positions_of};
}

/// Rush Hour: every board of a size, and every minimal puzzle.
#[cfg(feature = "census")]
pub mod rush {
    pub use crate::sliding::rush::{
        Boards, ClusterOf, Depth, Estimate, Evolution, Findings, RushError, RushPuzzle, Sample,
        Scope, Starts, Universe, boards,
    };
}
