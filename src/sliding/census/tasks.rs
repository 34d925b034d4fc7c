//! The pieces of work that a census falls into.

use super::ground::Ground;
use super::stencils::Stencil;
use xxhash_rust::xxh3::xxh3_64;

/// The sets whose first form is one, or a share of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Task {
    pub form: u32,
    /// Which share, from 0, of how many: of the sets of one piece more than `dealt`, and what follows from them, every
    /// so many-th.
    pub share: u32,
    pub of: u32,
    /// Pieces of the sets whose children are dealt out among the shares. Each share judges these and those before them
    /// once more.
    pub dealt: usize,
}

/// Forms of a third of the board and less begin most of the work, and theirs alone is shared out. Those of few cells
/// have few sets of two pieces, each with much to follow, and are dealt out by those of three.
const FEW_CELLS: u8 = 4;
const MOST_SHARES: u32 = 48;
const SHARES_OF_FEW: u32 = 12;

/// All tasks, mixed, so that those of any stretch take about as long as those of any other.
pub(super) fn tasks(ground: &Ground, stencils: &[Stencil]) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (form, stencil) in (0..).zip(stencils) {
        let seconds = (stencils.len() - seconds(ground, stencils, form)) as u32;
        let (of, dealt) = match stencil.area {
            ..=FEW_CELLS => (SHARES_OF_FEW, 2),
            area if area <= ground.cells() / 3 => (seconds.clamp(1, MOST_SHARES), 1),
            _ => (1, 1),
        };
        tasks.extend((0..of).map(|share| Task { form, share, of, dealt }));
    }
    let mixed =
        |task: &Task| xxh3_64(&(u64::from(task.form) << 32 | u64::from(task.share)).to_le_bytes());
    tasks.sort_by_cached_key(mixed);
    tasks
}

/// The first form that a second piece may have.
pub(super) fn seconds(ground: &Ground, stencils: &[Stencil], first: u32) -> usize {
    let rest = ground.cells() - stencils[first as usize].area;
    stencils.partition_point(|stencil| stencil.area >= rest).max(first as usize)
}
