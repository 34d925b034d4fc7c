//! Statistics of the piece sets that have tables.

use super::error::ReportError;
use huarong_core::effort::Effort;
use huarong_core::klotski;
use huarong_core::rules::{PieceSet, Puzzle};
use huarong_core::space::Space;
use huarong_oracle::analysis::{ComponentSize, SetFigures, components_memory, sizes_by_space};
use huarong_oracle::atlas::{Atlas, SetTables};
use huarong_search::{Class, SearchError, SearchPlan, classes};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Default number of hardest positions listed for each piece set and metric.
pub const DEFAULT_HARDEST_LIMIT: usize = 100;

/// Statistics of all piece sets that have tables.
#[derive(Debug)]
pub struct SetStudy {
    /// Name of the family.
    pub family: String,
    /// Whether the pieces are Klotski's, in varying numbers.
    pub is_klotski: bool,
    /// The puzzle, which draws positions.
    pub puzzle: Puzzle,
    /// The figures of the piece sets, sorted.
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
        let mut sizes = sizes_by_set(puzzle, &sets, effort)?;
        let with_sizes: Vec<_> = with_tables
            .into_iter()
            .map(|(set, tables)| {
                let sizes = sizes.remove(&set).unwrap_or_default();
                (set, tables, sizes)
            })
            .collect();
        let sets = with_sizes
            .into_par_iter()
            .map(|(set, tables, sizes)| {
                effort.done(0)?;
                let space = Space::within(puzzle, &set, effort)?;
                Ok(SetFigures::new(&space, &tables, sizes, hardest_limit)?)
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
/// Piece sets of one class share one search. Searches run in parallel, the largest first. If they
/// would together exceed the memory limit, they run one after another.
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
        Ok((needed, class, plan))
    };
    let planned = classes(puzzle, sets).into_par_iter().map(plan);
    let mut planned: Vec<_> = planned.collect::<Result<_, SearchError>>()?;
    planned.sort_by_key(|&(needed, ..)| Reverse(needed));

    let fits = |&first: &usize| {
        let at_once = planned[first..].iter().take(rayon::current_num_threads());
        at_once.fold(0u64, |sum, (needed, ..)| sum.saturating_add(*needed)) <= effort.memory
    };
    let alone = (0..planned.len()).find(fits).unwrap_or(planned.len());
    let together = planned.split_off(alone);
    let search = |(_, class, plan): (u64, Class, SearchPlan)| {
        let search = plan.start(Effort { observer: Effort::UNLIMITED.observer, ..effort })?;
        let found = sizes_by_space(&search)?;
        effort.done(search.plan().len())?;
        Ok(class.piece_sets().iter().cloned().zip(found).collect())
    };
    let mut found: Vec<Vec<(PieceSet, Vec<ComponentSize>)>> =
        planned.into_iter().map(search).collect::<Result<_, ReportError>>()?;
    // A bridge hands out the items in order.
    let together = together.into_iter().par_bridge().map(search);
    found.extend(together.collect::<Result<Vec<_>, ReportError>>()?);
    Ok(found.into_iter().flatten().collect())
}
