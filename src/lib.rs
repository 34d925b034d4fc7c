//! Exhaustive state-space analysis of sliding-block puzzles.
//!
//! Data passes through the modules in this order, and each depends only on those before it:
//!
//! 1. [`puzzle`]: the rules. Boards, shapes, piece sets, positions and their text, goals, metrics, moves.
//! 2. [`drawing`]: pictures. Boxes for a terminal, SVG, solutions that move.
//! 3. [`notation`]: the notations in which positions and moves are published.
//! 4. [`catalogue`]: the named openings.
//! 5. [`counting`]: exact counts without enumeration, on boards of any size.
//! 6. [`space`]: the numbering. Every position of a piece set has an index, and the other way round.
//! 7. [`retrograde`]: the search. Backwards from all won positions, or any other, under each metric.
//! 8. [`table`]: the file. Distances written, mapped and checked.
//! 9. [`atlas`]: the directory. The tables of a family, found, opened and built.
//! 10. [`analysis`]: the answers. Best moves, solutions, samples, components, hardest positions, the
//!     certificate.
//! 11. [`report`]: the CSV files and pages.
//!
//! [`file`](mod@file) writes files whole or not at all, for all of them.
//!
//! The program `huarong` puts a command line on top.
//!
//! # Example
//!
//! The distances of the classic start of Klotski, searched in memory:
//!
//! ```
//! use huarong::puzzle::{Metric, klotski};
//! use huarong::retrograde::{Search, classes};
//! use std::ops::ControlFlow;
//!
//! let family = klotski::family();
//! let puzzle = family.puzzle();
//! let start = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/S..S")?;
//!
//! let class = &classes(puzzle, &[start.piece_set()])[0];
//! let search = Search::new(puzzle, class)?;
//! let space = &search.spaces()[0];
//! assert_eq!(space.len(), 65_880);
//!
//! let index = space.rank(&start).expect("the position is of this space");
//! let distance = |metric| {
//!     let found = search.run(metric, true, |_| ControlFlow::Continue(()))?;
//!     Ok::<_, huarong::sliding::search::SearchError>(found[0].get(index as usize))
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
