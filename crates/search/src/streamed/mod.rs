//! Searches that count the positions at each distance. If all pieces are different, they keep only the last levels, in
//! memory or in files.
//!
//! 1. `error`: errors.
//! 2. `chunk`: the code of a run of bits.
//! 3. `division`: windows and chunks of blocks.
//! 4. `level`: the codes of a level, in memory or in a file.
//! 5. `files`: the files of levels.
//! 6. `sweep`: from two levels to the next.
//! 7. `search`: the loop over the levels.
//! 8. `counted`: other spaces, by a low-memory search.

mod any_space;
mod chunk;
mod division;
mod error;
mod files;
mod level;
mod search;
mod sweep;

pub use error::LevelsError;
pub use files::LevelFiles;
pub use search::{LevelSearch, Levels};
