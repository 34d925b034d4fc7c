//! What the tables say of the piece sets of which there are any.

use super::ReportError;
use crate::effort::Effort;
use crate::sliding::analysis::{self, Component, SetFigures};
use crate::sliding::atlas::{Atlas, SetTables};
use crate::sliding::klotski;
use crate::sliding::rules::{PieceSet, Puzzle};
use crate::sliding::search::{SearchPlan, classes};
use crate::sliding::space::Space;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Hardest positions listed for each piece set and metric, unless told otherwise.
pub const DEFAULT_HARDEST_LIMIT: usize = 100;

/// Everything that the reports say of the piece sets of which there are tables.
#[derive(Debug)]
pub struct SetStudy {
    /// Name of the family.
    pub family: String,
    /// Whether the pieces are Klotski's, of which there are different numbers.
    pub is_klotski: bool,
    /// The puzzle, by which positions are drawn.
    pub(super) puzzle: Puzzle,
    /// The figures of the piece sets, sorted.
    pub sets: Vec<SetFigures>,
    /// Most hardest positions kept for each piece set and metric.
    pub hardest_limit: usize,
}

impl SetStudy {
    /// Works out everything for the piece sets of which the atlas has tables. The effort is told of positions.
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

        // Piece sets of one class share the search that finds their components.
        let sets: Vec<PieceSet> = with_tables.iter().map(|(set, _)| set.clone()).collect();
        let unwatched = Effort { watch: Effort::UNLIMITED.watch, ..effort };
        let united: Vec<Vec<(PieceSet, Vec<Component>)>> = classes(puzzle, &sets)
            .into_par_iter()
            .map(|class| {
                let plan = SearchPlan::new(puzzle, &class)?;
                plan.check_components()?;
                let search = plan.start(unwatched)?;
                let found = analysis::components(&search)?;
                effort.done(search.len())?;
                Ok(class.piece_sets().iter().cloned().zip(found).collect())
            })
            .collect::<Result<_, ReportError>>()?;
        let mut components: BTreeMap<PieceSet, Vec<Component>> =
            united.into_iter().flatten().collect();
        let with_components: Vec<_> = with_tables
            .into_iter()
            .map(|(set, tables)| {
                let components = components.remove(&set).unwrap_or_default();
                (set, tables, components)
            })
            .collect();
        let sets = with_components
            .into_par_iter()
            .map(|(set, tables, components)| {
                effort.done(0)?;
                let space = Space::new(puzzle, &set)?;
                Ok(SetFigures::new(&space, &tables, components, hardest_limit)?)
            })
            .collect::<Result<Vec<_>, ReportError>>()?;
        Ok(Self {
            family: atlas.family().name().to_owned(),
            is_klotski: klotski::is_klotski(puzzle),
            puzzle: puzzle.clone(),
            sets,
            hardest_limit,
        })
    }
}
