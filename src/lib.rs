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
//! The default features build the command-line program `huarong`. The library alone
//! builds 38 crates of others, 53 with the feature `disk`. It also builds for WebAssembly and Windows:
//!
//! ```toml
//! [dependencies]
//! huarong = { version = "1", default-features = false, features = ["disk"] }
//! ```
//!
//! If boards, puzzle files, positions and notations are enough, `huarong-core` alone builds 24 crates of others. It
//! promises nothing, so ask for one version of it: `huarong-core = "=1.1.0"`.
//!
//! | feature | adds |
//! | --- | --- |
//! | none | puzzles, spaces, searches, oracles, tables in memory |
//! | `disk` | [`Tables`] on disk, and their certificates ([`tables`]) |
//! | `drawing` | positions as SVG pictures and as boxes in a terminal, maps of components |
//! | `formats` | puzzle files of other programs, and published puzzles ([`formats`]) |
//! | `games` | two-player games ([`games`]) |
//! | `census` | the hardest of all puzzles of a board, and exact counts ([`census`]) |
//! | `json` | answers as JSON, with the keys of the program ([`json`]) |
//! | `serde` | serde writes and reads [`Position`], [`Move`], [`Metric`], [`PerMetric`], [`Difficulty`](difficulty::Difficulty) and [`Designed`](design::Designed) |
//! | `cli` | the program ([`program`]), with `report` for its CSV files and pages |
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
//! The root has what most programs need. The modules have the rest by subject. [`puzzle`] is for the parts of puzzles,
//! [`notation`] for positions and moves as text, and [`search`] for spaces and searches. [`analysis`] is for components and
//! statistics, and [`difficulty`] for measures of difficulty. The crates `huarong-core`, `huarong-search` and so on have the
//! code, and promise nothing. ARCHITECTURE.md describes them.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

#[doc(inline)]
pub use huarong_core::effort::Progress;
#[doc(inline)]
pub use huarong_core::position::{Move, Position};
#[doc(inline)]
pub use huarong_core::rules::{
    Family, Metric, PerMetric, PieceSet, Puzzle, PuzzleBuilder, UnknownName,
};
#[cfg(feature = "disk")]
#[doc(inline)]
pub use huarong_oracle::Tables;
#[doc(inline)]
pub use huarong_oracle::analysis::Answer;
#[doc(inline)]
pub use huarong_oracle::{
    Method, Options, Oracle, OracleError, Planner, Probe, ProbedMove, Question,
};
/// Exact counts of any size.
pub use num_bigint::BigUint;

/// Parts of puzzles: boards, shapes, goals and arrangements, and puzzle files.
pub mod puzzle {
    #[doc(inline)]
    pub use huarong_core::grid::{Board, BoardError, Cell, CellIter, Cells, Direction, Polyomino};
    #[doc(inline)]
    pub use huarong_core::position::PuzzleTextError;
    #[doc(inline)]
    pub use huarong_core::rules::{
        Arrangement, BuilderError, Door, DoorRules, Doors, Exit, Freedom, GONE, Goal, Lettering,
        PieceMove, PieceSetError, PositionError, PuzzleError, Reflection, Shape, ShapeError,
        ShapeId, Shift, Symmetry, Until,
    };
    #[doc(inline)]
    pub use huarong_core::{klotski, puzzle_file};
}

/// Notations of positions and moves, and pictures of positions.
pub mod notation {
    #[cfg(feature = "drawing")]
    #[doc(inline)]
    pub use huarong_core::drawing::{DrawingError, animation, boxes, picture};
    #[doc(inline)]
    pub use huarong_core::notation::moves::{move_text, move_texts};
    #[doc(inline)]
    pub use huarong_core::notation::{Notation, NotationError, read, write};
}

/// Spaces, which number all positions of a piece set, and searches in them.
pub mod search {
    #[doc(inline)]
    pub use huarong_core::effort::{Cancelled, Effort, Observer};
    #[doc(inline)]
    pub use huarong_core::space::{Space, SpaceError};
    #[doc(inline)]
    pub use huarong_search::{
        Component, ComponentDistances, ComponentError, LevelSearch, Levels, LevelsError,
        SearchError, TileSolution, TileSolver, Unmet, Until, solution_length,
    };
    #[doc(inline)]
    pub use huarong_tables::table::{Distances, EntryWidth, Histogram};
}

/// Analysis of spaces and distances: components and all optimal solutions.
pub mod analysis {
    #[doc(inline)]
    pub use huarong_core::graph::{
        Cuts, Eccentricities, Extremes, Graph, cuts, eccentricities, extremes,
    };
    #[doc(inline)]
    pub use huarong_lab::cluster_key::ClusterKey;
    #[doc(inline)]
    pub use huarong_lab::depth::position_eccentricities;
    #[cfg(feature = "drawing")]
    #[doc(inline)]
    pub use huarong_lab::map::ComponentMap;
    #[doc(inline)]
    pub use huarong_oracle::analysis::{
        ComponentList, ComponentSize, NotKnown, PathsError, Reachable, ReachableError, Solutions,
        component_sizes,
    };
}

/// Puzzles to order, and variants of puzzles.
pub mod design {
    #[doc(inline)]
    pub use huarong_core::grid::{Region, RegionError};
    #[cfg(feature = "formats")]
    #[doc(inline)]
    pub use huarong_lab::design::{
        Among, Band, CarScope, Pack, PackOrder, Packed, RowEnd, RushDesigns, Source, Theme,
        car_designs, pack_designs, rush_designs,
    };
    #[doc(inline)]
    pub use huarong_lab::design::{
        AsymmetricPart, AtRandom, Change, DecoyCounts, DesignError, Designed, Designs, DoorDesigns,
        DoorScope, DoorScopeError, Draft, DraftError, DrawnError, Ended, Excluded, Measured, Mix,
        Order, PieceList, PieceListError, ShapeList, StartSymmetry, Taken, Variant, Variants,
        VariantsError, board_of, designs, door_designs, fixed_pieces, goal_cells, hardest_designs,
        variants,
    };
    #[doc(inline)]
    pub use huarong_oracle::analysis::{DistanceRange, NumberRange, RangeError, SolutionRange};
}

/// Measures of difficulty for people.
pub mod difficulty {
    #[doc(inline)]
    pub use huarong_lab::difficulty::{
        Decision, Decisions, Decoys, Difficulty, ErrorModel, ExpectedMoves, Fit, FitError,
        Landscape, LeavingMeasures, MadeMove, NextBest, Obstacles,
    };
    #[doc(inline)]
    pub use huarong_oracle::analysis::Decimal;
}

/// Scores of answers: whether moves that people and models write are legal, solve a puzzle, and are optimal.
pub mod score {
    #[cfg(feature = "games")]
    #[doc(inline)]
    pub use huarong_lab::score::StoneReferee;
    #[doc(inline)]
    pub use huarong_lab::score::{
        Asked, IncompleteQuestion, MarkError, MoveError, MoveReader, Question, Referee, Referees,
        Reward, Score,
    };
}

/// Tasks for people who train and test reasoning: an endless stream of questions, each with its exact answer.
pub mod tasks {
    #[doc(inline)]
    pub use huarong_lab::tasks::{
        Boards, Condition, ConditionError, Drawing, GENERATOR, Language, Measure, Player, Split,
        Task, TaskError, TaskOrder, Tasks, TileSizeError,
    };
}

/// Two-player games: completely solved ones, and gomoku as people play it.
///
/// Your own game implements [`StoneGame`](games::StoneGame). [`GameTable`](games::GameTable) solves it and answers the
/// values of its positions.
#[cfg(feature = "games")]
pub mod games {
    #[doc(inline)]
    pub use huarong_games::{
        Certificate, Contradiction, Fault, GameError, GameTable, MoveValue, Outcome, Position,
        PositionError, Proof, ProofError, Prover, Question, StoneGame, Verdict, certify, check,
        lines,
    };
}

/// Parts of [`Tables`] and of their certificates.
#[cfg(feature = "disk")]
pub mod tables {
    #[doc(inline)]
    pub use huarong_oracle::analysis::{Certificate, Fault};
    #[doc(inline)]
    pub use huarong_oracle::atlas::{BuildError, family_of};
    #[doc(inline)]
    pub use huarong_tables::table::TableError;
}

/// Puzzle files of other programs, planning tasks, and published puzzles.
#[cfg(feature = "formats")]
pub mod formats {
    #[doc(inline)]
    pub use huarong_core::interchange::{
        Format, InterchangeError, Pddl, PddlError, Unsayable, read, read_board, write,
    };
    #[doc(inline)]
    pub use huarong_lab::library::{
        Catalogue, KnownBounds, LibraryPuzzle, LookupError, Mention, NoSuchLength, Opening,
        PuzzleLookupError, ReadError, SampledRush, SolvedPuzzle, Source,
    };
}

/// Answers as JSON, for any serializer of serde: the objects that commands of the program print with `--format json`.
///
/// The page `docs/reference/output.md` describes their keys, which stay in all versions 1.x. With the feature `serde`,
/// [`Difficulty`](crate::difficulty::Difficulty) is such an object, too.
#[cfg(feature = "json")]
pub mod json {
    #[doc(inline)]
    pub use huarong_pages::json::{
        PuzzleJsonError, game_position, one_move, position, puzzle_file, score, solution,
    };
}

/// The program `huarong`, for programs that contain it or share its tables.
#[cfg(feature = "cli")]
pub mod program {
    #[doc(inline)]
    pub use crate::cli::{default_directory, default_memory, run_with as run};
}

/// Censuses, which find the hardest puzzles of a small board, and exact counts of positions.
#[cfg(feature = "census")]
pub mod census {
    #[doc(inline)]
    pub use huarong_lab::batch::BatchError;
    #[doc(inline)]
    pub use huarong_lab::census::{
        By, Census, CensusError, Record, Records, Scope, SetRecords, puzzle_file,
    };
    #[doc(inline)]
    pub use huarong_lab::counts::{CountsError, goal_positions_of, positions_of};
}

/// Rush Hour: every board of a size, and every minimal puzzle.
#[cfg(feature = "census")]
pub mod rush {
    #[doc(inline)]
    pub use huarong_lab::rush::{
        Boards, ClusterOf, Depth, Estimate, Evolution, Findings, RushError, RushPuzzle, Sample,
        Scope, Starts, UnitClusters, UnitLevels, UnitScope, Universe, boards,
    };
}
