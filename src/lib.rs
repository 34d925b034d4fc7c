//! Exhaustive state-space analysis of sliding-block puzzles.
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
//! Two subjects stand on it: [`sliding`], sliding-block puzzles, and [`games`], games for two. [`report`] writes what
//! is found out as CSV files and pages. The program `huarong` puts a command line and a server on top.
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
//! # Examples
//!
//! In the folder `examples`: a board of one's own with a wall and a piece of an odd shape (`own_board`), a family whose
//! tables are kept on disk (`tables_on_disk`), and what a game asks for, a hint and a picture (`hint`).
//!
//! The distances of the classic start of Klotski, searched in memory:
//!
//! ```
//! use huarong::effort::Effort;
//! use huarong::sliding::klotski;
//! use huarong::sliding::rules::PerMetric;
//! use huarong::sliding::search::{Search, classes};
//!
//! let family = klotski::family();
//! let puzzle = family.puzzle();
//! let start = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/S..S")?;
//!
//! let class = &classes(puzzle, &[start.piece_set()])[0];
//! let search = Search::new(puzzle, class, Effort::UNLIMITED)?;
//! let space = &search.spaces()[0];
//! assert_eq!(space.len(), 65_880);
//!
//! let index = space.rank(&start).expect("the position is of this space");
//! let distances = PerMetric::try_each(|metric| {
//!     let found = search.run(metric, true, Effort::UNLIMITED)?;
//!     Ok::<_, huarong::sliding::search::SearchError>(found[0].get(index))
//! })?;
//! assert_eq!(distances, PerMetric::new(116, 90, 81).map(Some));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

pub mod cluster;
pub mod counting;
pub mod drawing;
pub mod effort;
pub mod export;
pub mod games;
pub mod graph;
pub mod grid;
pub mod numbering;
pub mod oracle;
pub mod report;
pub mod sliding;
pub mod storage;
pub mod table;

pub use oracle::{Method, Move, Options, Oracle, OracleError, Position, Probe, Tables};
pub use sliding::analysis::Answer;
pub use sliding::rules::{Family, Metric, PerMetric, Puzzle};
