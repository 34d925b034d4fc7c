//! Distances of all positions of a board whose pieces leave.

use super::hardest::{Hardest, at_distance};
use super::sample::draw_fitting;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, ByMetric, Metric, PieceSet, Puzzle};
use huarong_search::{SearchError, Tiers};
use huarong_tables::table::{Distances, Histogram};
use std::ops::RangeInclusive;

/// The distances of all positions of a board with doors, from some pieces on, tier by tier.
#[derive(Debug)]
pub struct TierDistances {
    tiers: Tiers,
    /// The distances of each tier, in index order.
    found: ByMetric<Vec<Distances>>,
}

impl TierDistances {
    /// Searches the distances under some metrics. Reports progress in positions.
    pub fn search(
        puzzle: &Puzzle,
        pieces: &PieceSet,
        metrics: &[Metric],
        effort: Effort<'_>,
    ) -> Result<Self, SearchError> {
        let tiers = Tiers::new(puzzle, pieces, effort)?;
        let (mut found, mut held) = (ByMetric::default(), 0);
        for &metric in metrics {
            let distances = tiers.run(metric, effort.without(held))?;
            held += bytes_of(&distances);
            found.set(metric, distances);
        }
        Ok(Self { tiers, found })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        self.tiers.puzzle()
    }

    /// Number of positions.
    pub fn positions(&self) -> u64 {
        self.tiers.len()
    }

    /// Bytes of memory that the distances take.
    pub fn bytes(&self) -> u64 {
        self.found.values().map(|found| bytes_of(found)).sum()
    }

    /// Whether distances under a metric were searched.
    pub fn has(&self, metric: Metric) -> bool {
        self.found.get(metric).is_some()
    }

    /// The distance of a position, which has none if it cannot reach the goal. `None` if it was not searched, because it has
    /// other pieces.
    pub fn distance(&self, metric: Metric, position: &Arrangement) -> Option<Option<u16>> {
        let found = self.found.get(metric)?;
        let tier = self.tiers.number(&position.piece_set())?;
        let index = self.tiers.space(tier).rank(position)?;
        Some(found[tier].get(index))
    }

    /// Number of positions by distance, and number of those that cannot reach the goal; `None` for a metric that was not
    /// searched.
    pub fn histogram(&self, metric: Metric) -> Option<Histogram> {
        let mut all = Histogram { counts: Vec::new(), unreachable: 0 };
        for tier in self.found.get(metric)?.iter().map(Distances::histogram) {
            all.counts.resize(all.counts.len().max(tier.counts.len()), 0);
            all.counts.iter_mut().zip(tier.counts).for_each(|(all, count)| *all += count);
            all.unreachable += tier.unreachable;
        }
        Some(all)
    }

    /// The positions farthest from the goal, sorted by their texts, at most `limit`, one of each mirror pair. `None` for a
    /// metric that was not searched.
    pub fn hardest(&self, metric: Metric, limit: usize) -> Option<Vec<Hardest>> {
        let found = self.found.get(metric)?;
        let Some(largest) = found.iter().flat_map(Distances::iter).flatten().max() else {
            return Some(Vec::new());
        };
        let of_tier = |(tier, distances): (usize, &Distances)| {
            at_distance(self.tiers.space(tier), distances.as_ref(), largest, limit)
        };
        let mut hardest: Vec<Hardest> = found.iter().enumerate().flat_map(of_tier).collect();
        hardest.sort();
        hardest.truncate(limit);
        Some(hardest)
    }

    /// At most `count` different positions whose distance is in a range, each equally likely, in the order of drawing.
    /// `None` for a metric that was not searched.
    pub fn sample(
        &self,
        metric: Metric,
        distances: &RangeInclusive<u16>,
        count: usize,
        seed: u64,
    ) -> Option<Vec<Arrangement>> {
        let found = self.found.get(metric)?;
        let ends = self.tiers.spaces().scan(0, |end, space| {
            *end += space.len();
            Some(*end)
        });
        let ends: Vec<u64> = ends.collect();
        // The tier of a position by its number among those of all tiers, and its index there.
        let place = |number: u64| {
            let tier = ends.partition_point(|&end| end <= number);
            (tier, number - if tier > 0 { ends[tier - 1] } else { 0 })
        };
        let fits = |number| {
            let (tier, index) = place(number);
            found[tier].get(index).is_some_and(|distance| distances.contains(&distance))
        };
        let drawn = draw_fitting(self.positions(), fits, count, seed, Effort::UNLIMITED);
        let drawn = drawn.expect("nothing cancels it").into_iter();
        let position = |number| {
            let (tier, index) = place(number);
            self.tiers.space(tier).unrank(index)
        };
        Some(drawn.map(position).collect())
    }
}

fn bytes_of(distances: &[Distances]) -> u64 {
    distances.iter().map(|distances| distances.bytes().len() as u64).sum()
}
