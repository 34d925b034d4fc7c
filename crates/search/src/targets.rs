//! The positions from which a search starts: all goal positions, one position, or the positions of another goal.

use super::layout::{Layout, SkeletonWord};
use super::skeleton::goal_places;
use super::steps::step_graph::StepGraph;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::rules::{Arrangement, Goal};
use huarong_core::space::{Located, Space, skeletons_from};
use rayon::prelude::*;
use std::ops::Range;

/// The positions to which distances are measured.
pub enum Targets<'t> {
    /// The goal of the puzzle.
    Goal,
    Position {
        space: &'t Space,
        located: Located,
        position: &'t Arrangement,
    },
    OtherGoal(&'t Goal),
}

impl Targets<'_> {
    /// Whether reflections of the puzzle preserve the targets, so that representatives suffice.
    pub fn are_symmetric(&self) -> bool {
        matches!(self, Self::Goal)
    }

    /// Calls `visit` for the words of fillings that contain targets. The graph may be one of representatives only if
    /// the targets [are symmetric](Self::are_symmetric).
    pub fn for_each_word(
        &self,
        space: &Space,
        graph: &StepGraph,
        layout: &impl Layout,
        mut visit: impl FnMut(SkeletonWord),
        effort: Effort<'_>,
    ) -> Result<(), Cancelled> {
        match self {
            Self::Goal => goal_words(graph, layout).for_each(visit),
            Self::Position { space, located, position } => {
                let (skeleton, filling) = space.skeleton_and_filling(located, position);
                let bit = layout.bit(filling);
                let (word, bits) = (bit as usize / 64, 1 << (bit % 64));
                visit(SkeletonWord { skeleton: skeleton as usize, word, bits });
            }
            Self::OtherGoal(goal) => {
                let puzzle = space.puzzle();
                for (number, skeleton) in skeletons_from(space.skeletons(), 0).enumerate() {
                    if number.is_multiple_of(CHUNK as usize) {
                        effort.check()?;
                    }
                    let free = puzzle.free_cells(&skeleton);
                    for alternative in goal.alternatives() {
                        if let Some(places) = goal_places(puzzle, alternative, &skeleton, free) {
                            words_holding(layout, number, places).for_each(&mut visit);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    pub fn indices(&self, space: &Space, effort: Effort<'_>) -> Result<Vec<u64>, Cancelled> {
        match self {
            Self::Goal => goal_indices(space, 0..space.len(), effort),
            Self::Position { located, .. } => Ok(vec![located.index]),
            Self::OtherGoal(goal) => satisfying(goal, space, 0..space.len(), effort),
        }
    }
}

/// Number of skeletons or positions that are examined between two checks for cancellation.
const CHUNK: u64 = 1 << 12;

/// The words of fillings that contain goal positions.
pub fn goal_words<'g>(
    graph: &'g StepGraph,
    layout: &'g impl Layout,
) -> impl Iterator<Item = SkeletonWord> + 'g {
    graph.goals().flat_map(|goal| words_holding(layout, goal.skeleton as usize, goal.places))
}

/// The words of a skeleton's fillings that contain fillings with small pieces at all of some places.
fn words_holding(
    layout: &impl Layout,
    skeleton: usize,
    places: u32,
) -> impl Iterator<Item = SkeletonWord> {
    layout.holding(places).map(move |(word, bits)| SkeletonWord { skeleton, word, bits })
}

/// The indices of the goal positions of a space within a range.
pub fn goal_indices(
    space: &Space,
    range: Range<u64>,
    effort: Effort<'_>,
) -> Result<Vec<u64>, Cancelled> {
    if let Some(named) = space.puzzle().named_goal_positions(space.piece_set()) {
        let indices = named.iter().filter_map(|position| space.rank(position));
        return Ok(indices.filter(|index| range.contains(index)).collect());
    }
    satisfying(space.puzzle().goal(), space, range, effort)
}

/// The indices of the positions of a space within a range that satisfy a goal.
fn satisfying(
    goal: &Goal,
    space: &Space,
    Range { start, end }: Range<u64>,
    effort: Effort<'_>,
) -> Result<Vec<u64>, Cancelled> {
    let chunks = (0..(end - start).div_ceil(CHUNK)).into_par_iter().map(|chunk| {
        effort.check()?;
        let start = start + chunk * CHUNK;
        let positions = (start..end.min(start + CHUNK)).zip(space.iter_from(start));
        let satisfying = positions.filter(|(_, position)| goal.is_satisfied_by(position));
        Ok(satisfying.map(|(index, _)| index).collect())
    });
    Ok(chunks.collect::<Result<Vec<Vec<u64>>, Cancelled>>()?.concat())
}
