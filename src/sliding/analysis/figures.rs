//! The figures of a piece set: what reports and pages say of it.

use super::components::ComponentSize;
use super::decimal::Decimal;
use super::hardest::{Hardest, hardest};
use crate::sliding::atlas::{SetTable, SetTables};
use crate::sliding::rules::{Metric, PerMetric, PieceSet};
use crate::sliding::search::SearchError;
use crate::sliding::space::{Space, SpaceError};
use crate::table::TableError;
use thiserror::Error;

/// Why there are no figures of a piece set.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FiguresError {
    /// A table could not be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A space could not be numbered.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// The components could not be found.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// What the tables say of a piece set.
#[derive(Clone, Debug)]
pub struct SetFigures {
    /// The piece set.
    pub piece_set: PieceSet,
    /// Its text, like `1h4v4s`.
    pub text: String,
    /// Cells that its pieces leave empty.
    pub empty: u32,
    /// Number of positions.
    pub positions: u64,
    /// Won ones.
    pub goal_positions: u64,
    /// Positions that cannot reach the goal; under one metric they cannot where they cannot under another.
    pub unsolvable: u64,
    /// How many components there are of each size, largest first.
    pub component_sizes: Vec<ComponentSize>,
    /// What depends on the metric; nothing where there is no table.
    pub metrics: PerMetric<Option<MetricFigures>>,
}

/// What the table of a piece set under one metric says.
#[derive(Clone, Debug)]
pub struct MetricFigures {
    /// How many positions have each distance, from 0 on; empty where no position can reach the goal.
    pub histogram: Vec<u64>,
    /// Positions at the largest distance, as many as are kept, one of each mirror pair, sorted by text.
    pub hardest: Vec<Hardest>,
}

impl SetFigures {
    /// Works out the figures of a space from its tables and the sizes of its components, largest first. At most
    /// `hardest_limit` hardest positions are kept for each metric.
    pub fn new(
        space: &Space,
        tables: &SetTables,
        component_sizes: Vec<ComponentSize>,
        hardest_limit: usize,
    ) -> Result<Self, FiguresError> {
        let of_table = |table: &SetTable| {
            let hardest = hardest(space, table, hardest_limit)?;
            Ok(MetricFigures { histogram: table.section.histogram.clone(), hardest })
        };
        let metrics =
            PerMetric::try_each(|metric| tables[metric].as_ref().map(of_table).transpose());
        let section = tables.values().iter().flatten().map(|table| &table.section).next();
        let goals = section.and_then(|section| section.histogram.first().copied());
        let puzzle = space.puzzle();
        Ok(Self {
            piece_set: space.piece_set().clone(),
            text: puzzle.piece_set_text(space.piece_set()),
            empty: puzzle.board().open_cells().len() - puzzle.area(space.piece_set()),
            positions: space.len(),
            goal_positions: goals.unwrap_or(0),
            unsolvable: section.map_or(0, |section| section.unreachable),
            component_sizes,
            metrics: metrics.map_err(|error: TableError| FiguresError::Table(error))?,
        })
    }

    /// Positions that can reach the goal.
    pub fn solvable(&self) -> u64 {
        self.positions - self.unsolvable
    }

    /// Number of components.
    pub fn components(&self) -> u64 {
        self.component_sizes.iter().map(|same| same.components).sum()
    }

    /// Number of positions of the largest component.
    pub fn largest_component(&self) -> u64 {
        self.component_sizes.first().map_or(0, |largest| largest.size)
    }

    /// The largest distance under a metric, where there is a table and a solvable position.
    pub fn max(&self, metric: Metric) -> Option<u16> {
        self.metrics[metric].as_ref().and_then(MetricFigures::max)
    }
}

impl MetricFigures {
    /// The largest distance; `None` where no position can reach the goal.
    pub fn max(&self) -> Option<u16> {
        self.histogram.len().checked_sub(1).map(|max| max as u16)
    }

    /// The mean distance of the positions that can reach the goal, won ones included, rounded; `None` where none can.
    pub fn mean(&self) -> Option<Decimal> {
        Decimal::mean(&self.histogram)
    }

    /// How many positions are at the largest distance.
    pub fn at_max(&self) -> Option<u64> {
        self.histogram.last().copied()
    }
}
