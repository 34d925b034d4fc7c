//! The conditions on an entry and the entries of its neighbours.

use super::lines::for_each_line;
use huarong_core::rules::{Arrangement, Metric};
use huarong_core::space::Space;

/// Calls `visit` with the index of every neighbour of a position under a metric, which may repeat. `neighbours` are those
/// under the finger metric, each with its strictest metric.
#[inline]
pub(super) fn for_each_under(
    metric: Metric,
    space: &Space,
    position: &Arrangement,
    neighbours: &[(Metric, u64)],
    mut visit: impl FnMut(u64),
) {
    if metric == Metric::Multi {
        return for_each_line(space, position, &mut visit);
    }
    for &(_, index) in neighbours.iter().filter(|(strictest, _)| metric.includes(*strictest)) {
        visit(index);
    }
}

/// Distances of a position's neighbours under one metric: the least one, and whether any neighbour is unreachable.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    pub least: Option<u16>,
    pub unreachable: bool,
}

impl Around {
    /// Adds the distance of a neighbour.
    #[inline]
    pub fn add(&mut self, distance: Option<u16>) {
        match distance {
            None => self.unreachable = true,
            Some(d) => self.least = Some(self.least.map_or(d, |least| least.min(d))),
        }
    }
}

/// Describes how an entry contradicts the rules or its neighbours; `None` if it is correct.
pub(super) fn contradiction(found: Option<u16>, is_goal: bool, around: Around) -> Option<String> {
    match (found, around.least) {
        (Some(0), _) if !is_goal => Some("it has distance 0 and is not a goal position".to_owned()),
        (Some(0), _) if around.unreachable => {
            Some("it has distance 0 and an unreachable neighbour".to_owned())
        }
        (Some(0), _) => None,
        (_, _) if is_goal => Some("it is a goal position and does not have distance 0".to_owned()),
        (None, None) => None,
        (None, Some(least)) => {
            Some(format!("it is unreachable and has a neighbour at distance {least}"))
        }
        (Some(k), _) if around.unreachable => {
            Some(format!("it has distance {k} and an unreachable neighbour"))
        }
        (Some(k), least) if least != Some(k - 1) => {
            let least = least.map_or("no neighbour".to_owned(), |d| format!("its nearest at {d}"));
            Some(format!("it has distance {k} and {least}, not at {}", k - 1))
        }
        (Some(_), _) => None,
    }
}
