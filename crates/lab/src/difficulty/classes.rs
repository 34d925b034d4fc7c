//! Number of optimal solutions up to the order of independent moves.

use super::paths::OptimalPaths;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::graph::UnionFind;
use huarong_core::rules::PieceMove;
use std::collections::BTreeMap;

/// A position on an optimal solution, with the classes of the solutions from there.
struct Ahead {
    /// The best moves and the nodes after them.
    moves: Vec<(PieceMove, u32)>,
    /// For each best move, the classes of the solutions that begin with it, by the classes after it.
    classes: Vec<Vec<u32>>,
    count: u32,
}

/// Most classes of one level, before those that are equal are joined. They take seconds. Without this limit, a large
/// board with one piece would take as long as memory lasts.
const MOST_OF_LEVEL: u64 = 1 << 22;

/// Number of classes of optimal solutions, where two solutions are of one class if exchanging consecutive independent
/// moves turns one into the other. `None` if there are more than [`MOST_OF_LEVEL`] at one level, or than memory holds.
///
/// Two moves are independent in a position if they move different pieces and can be made in either order. The classes
/// from a position are found from those after each of its best moves. A class after one move equals a class after
/// another if both moves are independent and the rest is of the same class. This needs no list of solutions.
pub(super) fn solution_classes(
    paths: &OptimalPaths<'_>,
    effort: Effort<'_>,
) -> Result<Option<u64>, Cancelled> {
    let most = (effort.memory / (4 * size_of::<u32>() as u64)).min(MOST_OF_LEVEL);
    let mut after: BTreeMap<u64, Ahead> = BTreeMap::new();
    for level in paths.descents.levels().iter().rev() {
        effort.check()?;
        let mut held: u64 = 0;
        let mut ahead = BTreeMap::new();
        for &node in level.keys() {
            let moves: Vec<(PieceMove, u32)> = { paths.landscape.moves(node as u32) }
                .filter(|&(_, next)| after.contains_key(&next.into()))
                .filter(|_| !level[&node].onward.is_empty())
                .collect();
            held += moves
                .iter()
                .map(|(_, next)| u64::from(after[&u64::from(*next)].count))
                .sum::<u64>();
            if held > most {
                return Ok(None);
            }
            ahead.insert(node, Ahead::new(moves, &after));
        }
        after = ahead;
    }
    Ok(Some(after[&paths.start.into()].count.into()))
}

impl Ahead {
    fn new(moves: Vec<(PieceMove, u32)>, after: &BTreeMap<u64, Ahead>) -> Self {
        if moves.is_empty() {
            return Self { moves, classes: Vec::new(), count: 1 };
        }
        let next = |number: usize| &after[&u64::from(moves[number].1)];
        let mut starts = vec![0];
        for number in 0..moves.len() {
            starts.push(starts[number] + next(number).count);
        }
        let total = starts[moves.len()];
        let mut sets = UnionFind::new(total);
        for second in 1..moves.len() {
            for first in 0..second {
                let (a, b) = (&moves[first].0, &moves[second].0);
                let is_same_piece = a.shape == b.shape && a.from == b.from;
                let rest = |number: usize, made| next(number).classes_after(made);
                let (Some(one), Some(other)) = (rest(first, b), rest(second, a)) else { continue };
                if !is_same_piece {
                    for (one, other) in one.iter().zip(other) {
                        sets.join(starts[first] + one, starts[second] + other);
                    }
                }
            }
        }
        let mut numbers = BTreeMap::new();
        let mut number_of = |item| {
            let count = numbers.len() as u32;
            *numbers.entry(sets.root(item)).or_insert(count)
        };
        let ranges = starts.iter().zip(&starts[1..]);
        let classes = ranges.map(|(&start, &end)| (start..end).map(&mut number_of).collect());
        let classes = classes.collect();
        let count = numbers.len() as u32;
        Self { moves, classes, count }
    }

    /// The classes of the solutions that begin with a move, if it is a best move here.
    fn classes_after(&self, made: &PieceMove) -> Option<&[u32]> {
        let is_it = |(own, _): &(PieceMove, u32)| {
            let ends = |of: &PieceMove| (of.shape, of.from, of.to);
            ends(own) == ends(made) && own.followers == made.followers
        };
        self.moves.iter().position(is_it).map(|number| &self.classes[number][..])
    }
}
