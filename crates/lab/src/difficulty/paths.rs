//! All optimal solutions of a start, as paths of its landscape.

use super::component_landscape::Landscape;
use huarong_core::graph::Descents;
use huarong_oracle::analysis::Decimal;
use num_bigint::BigUint;

pub(super) struct OptimalPaths<'l> {
    pub landscape: &'l Landscape,
    pub start: u32,
    pub descents: Descents,
}

impl<'l> OptimalPaths<'l> {
    /// The paths from a position that can reach the goal.
    pub fn new(landscape: &'l Landscape, start: u32) -> Self {
        let descents = Descents::new(
            start.into(),
            landscape.distance(start),
            |node| Some(landscape.distance(node as u32)),
            |node, visit| {
                let others = landscape.graph().neighbours(node as u32);
                others.iter().for_each(|&other| visit(other.into()));
            },
        );
        Self { landscape, start, descents }
    }

    pub fn len(&self) -> u16 {
        self.landscape.distance(self.start)
    }

    /// The mean over all solutions of a sum over each.
    pub fn mean(&self, total: BigUint) -> Decimal {
        Decimal::ratio(total, self.descents.paths()).unwrap_or_default()
    }

    /// The positions of the solution that always takes the first best move.
    pub fn first(&self) -> Vec<u32> {
        let mut first = vec![self.start];
        for level in self.descents.levels() {
            let at = u64::from(first[first.len() - 1]);
            first.extend(level[&at].onward.first().map(|&next| next as u32));
        }
        first
    }
}
