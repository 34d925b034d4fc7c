//! The main interface of the library: positions, and oracles that answer questions about them.
//!
//! An [`Oracle`] answers questions about positions: distances, best moves, optimal solutions, samples. Its
//! [`Method`] says where its distances come from: tables on disk, or a search in memory. A [`Planner`] chooses the search
//! that answers a [`Question`].
//!
//! ```
//! use huarong::{Metric, Oracle, Puzzle};
//!
//! let puzzle = Puzzle::klotski();
//! let start = puzzle.parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
//! let oracle = Oracle::search(&start, Metric::Finger)?;
//! assert_eq!(oracle.distance(&start)?, Some(81));
//!
//! let best = oracle.best_move(&start)?.expect("the start is not the goal");
//! assert_eq!(best.to_string(), "small at column 2, row 4: down");
//! assert_eq!(oracle.distance(&best.after())?, Some(80));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
mod answers;
pub mod atlas;
mod error;
mod known;
mod meeting;
mod method;
mod options;
mod planner;
mod search;
mod searches;
mod source;
mod tables;

pub use error::OracleError;
pub use error::bounds;
pub use known::Oracle;
pub use meeting::meet_in_space;
pub use method::Method;
pub use options::Options;
pub use planner::{Planner, Question, Thresholds};
pub use tables::Tables;

pub use crate::analysis::{Probe, ProbedMove};
