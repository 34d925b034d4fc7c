//! Moves of blocks of positions, for spaces with several pieces of one shape that are all different, such as tiles.
//!
//! A *block* holds the positions that differ only in their labelling: in which of these pieces is at which of their
//! places. A move from a position is possible from all positions of its block, and leads to one other block.
//!
//! In a block, labellings are numbered as permutations: the pieces in the order of their places, the first as the
//! highest digit. A piece that passes no other leaves the permutation unchanged. If it passes others, the letters from
//! its first place to its last are rotated. The letters before them stay, and so do those after them. So runs of
//! permutations, one for each way to continue after the changed letters, move to runs of permutations. The same holds
//! for any other change of some letters.

mod change;
mod moves;
mod permutations;

pub use change::Change;
pub use moves::{BlockMove, Blocks};
pub use permutations::{PlaceOrder, inverse};
