//! Statistics of the piece sets that have tables.

use super::error::ReportError;
use super::largest_first::largest_first;
use huarong_core::effort::Effort;
use huarong_core::klotski;
use huarong_core::rules::{PieceSet, Puzzle};
use huarong_core::space::Space;
use huarong_oracle::analysis::{ComponentSize, SetFigures, components_memory, sizes_by_space};
use huarong_oracle::atlas::{Atlas, SetTables};
use huarong_search::{Class, SearchError, SearchPlan, classes};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Default number of hardest positions listed for each piece set and metric.
pub const DEFAULT_HARDEST_LIMIT: usize = 100;

#[derive(Debug)]
pub struct SetStudy {
    /// Name of the family.
    pub family: String,
    /// Whether the pieces are Klotski's, in varying numbers.
    pub is_klotski: bool,
    pub puzzle: Puzzle,
    pub sets: Vec<SetFigures>,
    /// Maximum number of hardest positions kept for each piece set and metric.
    pub hardest_limit: usize,
}

impl SetStudy {
    /// Computes the statistics of all piece sets that have tables in the atlas. Reports progress in
    /// positions.
    pub fn new(
        atlas: &Atlas,
        hardest_limit: usize,
        effort: Effort<'_>,
    ) -> Result<Self, ReportError> {
        let puzzle = atlas.family().puzzle();
        let with_tables = atlas.all_tables()?;
        let entries = |tables: &SetTables| {
            tables.values().iter().flatten().map(|table| table.section.entries).next().unwrap_or(0)
        };
        effort.total(with_tables.iter().map(|(_, tables)| entries(tables)).sum())?;
        effort.doing("components and hardest positions")?;

        let sets: Vec<PieceSet> = with_tables.iter().map(|(set, _)| set.clone()).collect();
        let sizes = sizes_by_set(puzzle, &sets, effort)?;
        let sets = with_tables
            .into_par_iter()
            .map(|(set, tables)| {
                effort.done(0)?;
                let sizes = sizes.get(&set).cloned().unwrap_or_default();
                let space = Space::within(puzzle, &set, effort)?;
                SetFigures::new(&space, &tables, sizes, hardest_limit)
                    .map_err(ReportError::of_figures)
            })
            .collect::<Result<Vec<_>, ReportError>>()?;
        Ok(Self {
            family: atlas.family().name().to_owned(),
            is_klotski: klotski::has_pieces(puzzle),
            puzzle: puzzle.clone(),
            sets,
            hardest_limit,
        })
    }
}

/// The number of components of each size, by piece set. Reports progress in positions.
///
/// Piece sets of one class share one search.
fn sizes_by_set(
    puzzle: &Puzzle,
    sets: &[PieceSet],
    effort: Effort<'_>,
) -> Result<BTreeMap<PieceSet, Vec<ComponentSize>>, ReportError> {
    let images = 1 + puzzle.symmetries().len() as u64;
    let plan = |class: Class| {
        let plan = SearchPlan::within(puzzle, &class, effort)?;
        plan.check_components()?;
        let needed = components_memory(&plan, images);
        if needed > effort.memory {
            return Err(SearchError::Memory { needed, allowed: effort.memory });
        }
        Ok((needed, (class, plan)))
    };
    let planned = classes(puzzle, sets).into_par_iter().map(plan);
    let planned: Vec<_> = planned.collect::<Result<_, SearchError>>()?;
    let search = |(class, plan): (Class, SearchPlan)| {
        let search = plan.start(Effort { observer: Effort::UNLIMITED.observer, ..effort })?;
        let found = sizes_by_space(&search)?;
        effort.done(search.plan().len())?;
        Ok::<_, ReportError>(class.piece_sets().iter().cloned().zip(found).collect())
    };
    let found: Vec<Vec<_>> = largest_first(planned, effort.memory, search)?;
    Ok(found.into_iter().flatten().collect())
}
