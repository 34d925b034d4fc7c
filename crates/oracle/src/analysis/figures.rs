//! Figures of a piece set for reports and pages.

use super::all_positions::AllPositions;
use super::components::ComponentSize;
use super::decimal::Decimal;
use super::hardest::{Hardest, hardest};
use crate::atlas::{SetTable, SetTables};
use huarong_core::rules::{Metric, PerMetric, PieceSet};
use huarong_core::space::{Space, SpaceError};
use huarong_search::SearchError;
use huarong_tables::table::TableError;
use thiserror::Error;

/// Reason why figures could not be computed.
#[derive(Debug, Error)]
pub enum FiguresError {
    /// A table could not be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The space could not be numbered.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// The components could not be computed.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Figures of a piece set.
#[derive(Clone, Debug)]
pub struct SetFigures {
    /// The piece set.
    pub piece_set: PieceSet,
    /// Text of the piece set, such as `1h4v4s`.
    pub text: String,
    /// Number of empty cells.
    pub empty: u32,
    /// Number of positions.
    pub positions: u64,
    /// Number of goal positions.
    pub goal_positions: u64,
    /// Number of positions that cannot reach the goal. It is the same under every metric.
    pub unsolvable: u64,
    /// Number of components of each size, largest first.
    pub component_sizes: Vec<ComponentSize>,
    /// Figures that differ by metric; `None` if there is no table.
    pub metrics: PerMetric<Option<MetricFigures>>,
}

/// Figures of a piece set under one metric.
#[derive(Clone, Debug)]
pub struct MetricFigures {
    /// Number of positions at each distance, from 0 on; empty if no position can reach the goal.
    pub histogram: Vec<u64>,
    /// Positions at the largest distance: one of each mirror pair, sorted by text, at most as many as requested.
    pub hardest: Vec<Hardest>,
}

impl SetFigures {
    /// Computes the figures of a space from its tables and the sizes of its components, largest first. Keeps at most
    /// `hardest_limit` hardest positions per metric.
    pub fn new(
        space: &Space,
        tables: &SetTables,
        component_sizes: Vec<ComponentSize>,
        hardest_limit: usize,
    ) -> Result<Self, FiguresError> {
        let of_table = |table: &SetTable| {
            table.check_fits(space)?;
            let hardest = hardest(&AllPositions::of_table(space, table)?, hardest_limit);
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

    /// Number of positions that can reach the goal.
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

    /// The largest distance under a metric; `None` if there is no table or no position can reach the goal.
    pub fn max(&self, metric: Metric) -> Option<u16> {
        self.metrics[metric].as_ref().and_then(MetricFigures::max)
    }
}

impl MetricFigures {
    /// The largest distance; `None` where no position can reach the goal.
    pub fn max(&self) -> Option<u16> {
        self.histogram.len().checked_sub(1).map(|max| max as u16)
    }

    /// The mean distance of the positions that can reach the goal, rounded; `None` if there are none.
    pub fn mean(&self) -> Option<Decimal> {
        Decimal::mean(&self.histogram)
    }

    /// Number of positions at the largest distance.
    pub fn at_max(&self) -> Option<u64> {
        self.histogram.last().copied()
    }
}
