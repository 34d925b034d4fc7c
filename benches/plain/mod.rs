//! The plain search: a single-threaded breadth-first search over indices that ranks every neighbour
//! separately.
//!
//! The bit-parallel search is compared with it, in speed and in results.

use huarong_core::rules::{Arrangement, Metric};
use huarong_core::space::Space;

/// The distance of every position, 65535 where the goal cannot be reached.
pub fn distances(space: &Space, metric: Metric) -> Vec<u16> {
    let goal = space.puzzle().goal();
    let mut distances = vec![u16::MAX; space.len() as usize];
    let mut frontier = Vec::new();
    for (index, position) in space.iter().enumerate() {
        if goal.is_satisfied_by(&position) {
            distances[index] = 0;
            frontier.push(index);
        }
    }
    let mut level = 0;
    while !frontier.is_empty() {
        level += 1;
        let mut next = Vec::new();
        for index in frontier {
            let position: Arrangement = space.unrank(index as u64);
            space.puzzle().for_each_move(&position, |step| {
                if step.metric <= metric {
                    let after = space.rank(&step.apply(&position)).expect("a move keeps the set");
                    if distances[after as usize] == u16::MAX {
                        distances[after as usize] = level;
                        next.push(after as usize);
                    }
                }
            });
        }
        frontier = next;
    }
    distances
}
