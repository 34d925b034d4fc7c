//! Distances of all positions of a board whose pieces leave.

use super::all_positions::AllPositions;
use crate::atlas::SetTable;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, ByMetric, Metric, PieceSet, Puzzle};
use huarong_search::{SearchError, Tiers};
use huarong_tables::table::{Distances, TableError};
use std::borrow::Cow;

/// The distances of all positions of a board with doors, from some pieces on, tier by tier.
#[derive(Debug)]
pub struct TierDistances {
    tiers: Tiers,
    found: ByMetric<Found>,
}

/// The distances of each tier, in index order.
#[derive(Debug)]
enum Found {
    Searched(Vec<Distances>),
    Tables(Vec<SetTable>),
}

impl Found {
    fn get(&self, tier: usize, index: u64) -> Result<Option<u16>, TableError> {
        match self {
            Self::Searched(distances) => Ok(distances[tier].get(index)),
            Self::Tables(tables) => tables[tier].get(index),
        }
    }

    /// All distances, by tier.
    fn all(&self) -> Result<Vec<Distances<Cow<'_, [u8]>>>, TableError> {
        match self {
            Self::Searched(distances) => Ok(distances.iter().map(Distances::to_cow).collect()),
            Self::Tables(tables) => tables.iter().map(SetTable::distances).collect(),
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Self::Searched(found) => found.iter().map(|tier| tier.bytes().len() as u64).sum(),
            Self::Tables(_) => 0,
        }
    }
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
        effort.total(metrics.len() as u64 * tiers.len())?;
        let (mut found, mut held) = (ByMetric::default(), 0);
        for &metric in metrics {
            let distances = Found::Searched(tiers.run(metric, effort.without(held))?);
            held += distances.bytes();
            found.set(metric, distances);
        }
        Ok(Self { tiers, found })
    }

    /// The distances in tables of each tier. Refuses a table whose number of entries is not the number of positions.
    pub fn in_tables(
        tiers: Tiers,
        tables: impl IntoIterator<Item = (Metric, Vec<SetTable>)>,
    ) -> Result<Self, TableError> {
        let found = |(metric, tables): (Metric, Vec<SetTable>)| {
            tables
                .iter()
                .zip(tiers.spaces())
                .try_for_each(|(table, space)| table.check_fits(space))?;
            Ok((metric, Found::Tables(tables)))
        };
        let found = tables.into_iter().map(found).collect::<Result<_, TableError>>()?;
        Ok(Self { tiers, found })
    }

    /// The tables of a metric, by tier; none if its distances were searched.
    pub fn tables(&self, metric: Metric) -> &[SetTable] {
        match self.found.get(metric) {
            Some(Found::Tables(tables)) => tables,
            _ => &[],
        }
    }

    /// The tables, of any metric and tier.
    pub fn all_tables(&self) -> impl Iterator<Item = &SetTable> {
        Metric::WITH_MULTI.iter().flat_map(|&metric| self.tables(metric))
    }

    /// The tiers.
    pub fn tiers(&self) -> &Tiers {
        &self.tiers
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
        self.found.values().map(Found::bytes).sum()
    }

    /// Whether there are distances under a metric.
    pub fn has(&self, metric: Metric) -> bool {
        self.found.get(metric).is_some()
    }

    /// The distance of a position, which has none if it cannot reach the goal. `None` if it is not known, because the
    /// position has other pieces, or there are no distances under the metric.
    pub fn distance(
        &self,
        metric: Metric,
        position: &Arrangement,
    ) -> Result<Option<Option<u16>>, TableError> {
        let place = || {
            let tier = self.tiers.number(&position.piece_set())?;
            Some((self.found.get(metric)?, tier, self.tiers.space(tier).rank(position)?))
        };
        place().map(|(found, tier, index)| found.get(tier, index)).transpose()
    }

    /// Whether it has the distance of a position.
    pub fn holds(&self, metric: Metric, position: &Arrangement) -> bool {
        let tier = self.tiers.number(&position.piece_set());
        self.has(metric) && tier.is_some_and(|tier| self.tiers.space(tier).rank(position).is_some())
    }

    /// All positions; `None` for a metric without distances.
    pub fn all(&self, metric: Metric) -> Result<Option<AllPositions<'_>>, TableError> {
        let Some(found) = self.found.get(metric) else { return Ok(None) };
        Ok(Some(AllPositions::of_tiers(&self.tiers, metric, found.all()?)))
    }
}
