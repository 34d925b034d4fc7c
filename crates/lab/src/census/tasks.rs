//! The tasks of a census.

use super::ground::Ground;
use super::stencils::Stencil;
use xxhash_rust::xxh3::xxh3_64;

/// The sets whose first shape is a given one, or a share of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Task {
    pub shape: u32,
    /// Number of the share, from 0, and the number of shares. A share consists of every n-th set of `dealt` + 1 pieces,
    /// and of all its descendants.
    pub share: u32,
    pub of: u32,
    /// Number of pieces of the sets whose children are divided among the shares. Each share classifies these sets and
    /// their ancestors again.
    pub dealt: usize,
}

/// Most of the work belongs to first shapes of at most a third of the board, so only these are divided. Shapes of few
/// cells have few sets of two pieces, each with many descendants. So their sets of three pieces are divided.
const FEW_CELLS: u8 = 4;
const MOST_SHARES: u32 = 48;
const SHARES_OF_FEW: u32 = 12;

/// All tasks, in a mixed order in which equal numbers of consecutive tasks take about equal time.
pub(super) fn tasks(ground: &Ground, stencils: &[Stencil]) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (shape, stencil) in (0..).zip(stencils) {
        let seconds = (stencils.len() - seconds(ground, stencils, shape)) as u32;
        let (of, dealt) = match stencil.area {
            ..=FEW_CELLS => (SHARES_OF_FEW, 2),
            area if area <= ground.cells() / 3 => (seconds.clamp(1, MOST_SHARES), 1),
            _ => (1, 1),
        };
        tasks.extend((0..of).map(|share| Task { shape, share, of, dealt }));
    }
    let mixed =
        |task: &Task| xxh3_64(&(u64::from(task.shape) << 32 | u64::from(task.share)).to_le_bytes());
    tasks.sort_by_cached_key(mixed);
    tasks
}

/// The first shape that a second piece may have.
pub(super) fn seconds(ground: &Ground, stencils: &[Stencil], first: u32) -> usize {
    let rest = ground.cells() - stencils[first as usize].area;
    stencils.partition_point(|stencil| stencil.area >= rest).max(first as usize)
}
