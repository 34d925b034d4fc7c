//! Positions that no solution avoids.

use super::paths::OptimalPaths;

/// Number of positions between the start and the goal that every solution passes, optimal or not.
///
/// Each of them lies on the first optimal solution. So its positions are taken in order, and everything is marked that can
/// be reached from the earlier ones without a later one. A position is unavoidable if nothing beyond it was met so far.
pub(super) fn unavoidable_positions(paths: &OptimalPaths<'_>) -> u64 {
    let landscape = paths.landscape;
    let first = paths.first();
    let end = first.len() - 1;
    let mut place = vec![u32::MAX; landscape.graph().len()];
    for (number, &node) in (0..).zip(&first) {
        place[node as usize] = number;
    }
    let mut is_seen = vec![false; place.len()];
    let (mut farthest, mut unavoidable) = (0, 0);
    for (number, &node) in first[..end].iter().enumerate() {
        unavoidable += u64::from(number > 0 && number == farthest);
        let mut waiting = vec![node];
        while let Some(at) = waiting.pop() {
            for &other in landscape.graph().neighbours(at) {
                match place[other as usize] {
                    // A solution ends at the first goal position.
                    _ if landscape.distance(other) == 0 => farthest = end,
                    u32::MAX if !is_seen[other as usize] => {
                        is_seen[other as usize] = true;
                        waiting.push(other);
                    }
                    u32::MAX => {}
                    later => farthest = farthest.max(later as usize),
                }
            }
        }
    }
    unavoidable
}
