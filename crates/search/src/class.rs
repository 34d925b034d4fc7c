//! Classes: piece sets that are searched together.

use super::layout::cube;
use huarong_core::numbering::subsets::Binomials;
use huarong_core::rules::{Metric, PieceSet, Puzzle};
use huarong_core::space;

/// Piece sets that are searched together, because they differ only in the number of small pieces.
#[derive(Clone, Debug)]
pub struct Class {
    sets: Vec<PieceSet>,
    /// Whether small pieces are fillings of skeletons. Otherwise they are treated like other pieces.
    fills: bool,
}

impl Class {
    /// The piece sets.
    pub fn piece_sets(&self) -> &[PieceSet] {
        &self.sets
    }

    /// Whether small pieces are fillings of skeletons. Otherwise they are treated like other pieces.
    pub(super) fn fills(&self) -> bool {
        self.fills
    }

    /// Text of the first and the last piece set.
    #[doc(hidden)]
    pub fn text(&self, puzzle: &Puzzle) -> String {
        let text = |set| puzzle.piece_set_text(set);
        match &self.sets[..] {
            [first, .., last] => format!("{} to {}", text(first), text(last)),
            sets => sets.iter().map(text).collect(),
        }
    }
}

/// The [classes] for searches under some metrics. Lines of pieces move position by position, so that each set is a
/// class of its own if the multi metric is among them.
pub fn classes_under(puzzle: &Puzzle, sets: &[PieceSet], metrics: &[Metric]) -> Vec<Class> {
    if !metrics.contains(&Metric::Multi) {
        return classes(puzzle, sets);
    }
    let mut alone: Vec<Class> = Vec::new();
    for set in sets {
        if alone.iter().all(|class| !class.sets.contains(set)) {
            alone.push(Class { sets: vec![set.clone()], fills: false });
        }
    }
    alone
}

/// Smallest number of fillings of a skeleton for which stored steps save time.
const FEWEST_FILLINGS: u64 = 4;
/// Largest number of bits of a cube per wanted filling for which cubes save time.
const MOST_BITS: u64 = 8;

/// Groups piece sets into classes, in the order of their first sets. A set that is given twice appears once.
///
/// If most bits of common cubes would be unwanted, each set is a class of its own. So is a set that a search rejects:
/// its counts are not those of the puzzle's shapes, or the board has more than 128 cells.
pub fn classes(puzzle: &Puzzle, sets: &[PieceSet]) -> Vec<Class> {
    let alone = |set: &PieceSet| Class { sets: vec![set.clone()], fills: false };
    let Some(shape) = puzzle.filling_shape().filter(|_| puzzle.board().is_narrow()) else {
        return sets.iter().map(alone).collect();
    };
    let is_of_puzzle = |set: &&PieceSet| set.counts().len() == puzzle.shapes().len();
    let (sets, foreign): (Vec<&PieceSet>, Vec<&PieceSet>) = sets.iter().partition(is_of_puzzle);
    let mut groups: Vec<(PieceSet, Vec<PieceSet>)> = Vec::new();
    for set in sets {
        let larger = space::larger_pieces(puzzle, set);
        match groups.iter_mut().find(|(key, _)| *key == larger) {
            Some((_, group)) if group.contains(set) => {}
            Some((_, group)) => group.push(set.clone()),
            None => groups.push((larger, vec![set.clone()])),
        }
    }
    let mut classes = Vec::new();
    for (larger, group) in groups {
        let open = u32::from(puzzle.board().cell_count());
        let free = open.saturating_sub(puzzle.area(&larger));
        let has_bits = free as usize <= cube::MOST_PLACES;
        let fillings = |set: &PieceSet| Binomials::new().choose(free, set.counts()[shape].into());
        let wanted = group.iter().map(fillings).fold(0, u64::saturating_add);
        let pays = group.len() > 1 && cube::words(free).saturating_mul(64) / MOST_BITS <= wanted;
        if has_bits && pays {
            classes.push(Class { sets: group, fills: true });
        } else {
            classes.extend(group.into_iter().map(|set| {
                let fills = has_bits && fillings(&set) >= FEWEST_FILLINGS;
                Class { sets: vec![set], fills }
            }));
        }
    }
    classes.extend(foreign.into_iter().map(alone));
    classes
}
