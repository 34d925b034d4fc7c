//! Exhaustive state-space analysis of sliding-block puzzles.
//!
//! What knows of no game stands by itself:
//!
//! - [`grid`]: cells, boards, forms and directions.
//! - [`numbering`]: every arrangement of pieces has an index, and the other way round.
//! - [`counting`]: exact counts without enumeration, on boards of any size.
//! - [`table`]: the file. Distances written, mapped and checked.
//! - [`drawing`]: bar charts, and the outlines of forms.
//! - [`storage`]: files whole or not at all.
//! - [`effort`]: what long work may use, and who may end it.
//!
//! Sliding-block puzzles ([`sliding`]) build on these, each part on those before it:
//!
//! 1. [`rules`](sliding::rules): boards, shapes, piece sets, positions and their text, goals, metrics, moves;
//!    [`klotski`](sliding::klotski) is the family that comes with the library.
//! 2. [`drawing`](sliding::drawing): boxes for a terminal, SVG, solutions that move.
//! 3. [`notation`](sliding::notation): the notations in which positions and moves are published.
//! 4. [`library`](sliding::library): the named openings.
//! 5. [`counts`](sliding::counts): how many positions there are.
//! 6. [`space`](sliding::space): the numbers of all positions of a piece set.
//! 7. [`search`](sliding::search): backwards from all won positions, or any other, under each metric.
//! 8. [`atlas`](sliding::atlas): the tables of a family in a directory, found, opened and built.
//! 9. [`analysis`](sliding::analysis): best moves, solutions, samples, components, hardest positions, the
//!    certificate.
//!
//! [`report`] writes the CSV files and pages about them. [`games`] has what is counted of two-player games.
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
//! # Example
//!
//! The distances of the classic start of Klotski, searched in memory:
//!
//! ```
//! use huarong::effort::Effort;
//! use huarong::sliding::klotski;
//! use huarong::sliding::rules::Metric;
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
//! let distance = |metric| {
//!     let found = search.run(metric, true, Effort::UNLIMITED)?;
//!     Ok::<_, huarong::sliding::search::SearchError>(found[0].get(index))
//! };
//! assert_eq!(distance(Metric::Unit)?, Some(116));
//! assert_eq!(distance(Metric::Straight)?, Some(90));
//! assert_eq!(distance(Metric::Finger)?, Some(81));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

pub mod counting;
pub mod drawing;
pub mod effort;
pub mod games;
pub mod grid;
pub mod numbering;
pub mod report;
pub mod sliding;
pub mod storage;
pub mod table;
