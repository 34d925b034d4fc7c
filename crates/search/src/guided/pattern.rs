//! Pattern databases: the distances of the puzzle without some of its shapes.

use crate::class::classes;
use crate::error::SearchError;
use crate::plan::SearchPlan;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric, PieceSet, Puzzle, ShapeId};
use huarong_core::space::Space;
use huarong_tables::table::Distances;

/// Distances of the puzzle with some of its shapes only.
#[derive(Debug)]
pub(super) struct Pattern {
    shapes: Vec<ShapeId>,
    space: Space,
    distances: Distances,
}

/// A pattern that is not searched yet.
pub(super) struct PatternPlan {
    shapes: Vec<ShapeId>,
    plan: SearchPlan,
}

/// Longest estimated time of the search of a pattern, in seconds of one thread.
const MOST_SECONDS: f64 = 10.0;

/// Most memory for numbering the positions of a pattern, in bytes.
const MOST_NUMBERING_BYTES: u64 = 16 << 20;

impl PatternPlan {
    /// Chooses patterns that fit into the memory limit of an effort. All have the shapes of the goal, as far as they
    /// fit. One adds the largest pieces, another the pieces nearest to those of the goal.
    pub fn choose(puzzle: &Puzzle, start: &Arrangement, effort: Effort<'_>) -> Vec<Self> {
        if !puzzle.board().is_narrow() {
            return Vec::new();
        }
        let counts = start.piece_set();
        let present = || (0..counts.counts().len()).filter(|&shape| counts.counts()[shape] > 0);
        let is_in_goal = |shape: ShapeId| {
            puzzle.goal().alternatives().iter().flatten().any(|&(other, _)| other == shape)
        };
        let area = |shape: ShapeId| puzzle.shapes()[shape].polyomino().area();
        let mut by_area: Vec<ShapeId> = present().collect();
        by_area.sort_by_key(|&shape| (!is_in_goal(shape), std::cmp::Reverse(area(shape))));
        let mut by_distance: Vec<ShapeId> = present().collect();
        let distance = |shape: ShapeId| {
            let anchors = present().filter(|&shape| is_in_goal(shape));
            let anchors = anchors.flat_map(|shape| start.anchors(shape));
            let apart = |one, other| {
                let board = puzzle.board();
                board.column(one).abs_diff(board.column(other))
                    + board.row(one).abs_diff(board.row(other))
            };
            let to_goal = |one| anchors.clone().map(|other| apart(one, other)).min();
            start.anchors(shape).into_iter().filter_map(to_goal).min()
        };
        by_distance.sort_by_key(|&shape| (!is_in_goal(shape), distance(shape)));
        let mut chosen: Vec<Self> = Vec::new();
        for order in [by_area, by_distance] {
            if let Some(pattern) = Self::of_first(puzzle, &counts, &order, effort)
                && chosen.iter().all(|other| other.shapes != pattern.shapes)
            {
                chosen.push(pattern);
            }
        }
        chosen
    }

    /// The pattern with the first shapes of an order; those with which it would be too large are left out.
    fn of_first(
        puzzle: &Puzzle,
        counts: &PieceSet,
        order: &[ShapeId],
        effort: Effort<'_>,
    ) -> Option<Self> {
        let mut chosen: Option<Self> = None;
        for &shape in order {
            let before = chosen.iter().flat_map(|pattern| &pattern.shapes).copied();
            let mut shapes: Vec<ShapeId> = before.chain([shape]).collect();
            shapes.sort_unstable();
            if let Some(plan) = plan(puzzle, counts, &shapes, effort) {
                chosen = Some(Self { shapes, plan });
            }
        }
        chosen
    }

    /// The shapes that it keeps.
    pub fn shapes(&self) -> &[ShapeId] {
        &self.shapes
    }

    /// Searches its distances. Reports progress in positions.
    pub fn search(self, metric: Metric, effort: Effort<'_>) -> Result<Pattern, SearchError> {
        let is_large = self.plan.is_worth_sharing();
        let search = self.plan.prepare(effort)?;
        let distances = search.run(metric, is_large, effort)?.remove(0);
        Ok(Pattern { shapes: self.shapes, space: search.spaces()[0].clone(), distances })
    }
}

/// The plan of the search with some shapes only; `None` if it takes too much time or memory.
fn plan(
    puzzle: &Puzzle,
    counts: &PieceSet,
    shapes: &[ShapeId],
    effort: Effort<'_>,
) -> Option<SearchPlan> {
    let relaxed = puzzle.with_shapes_only(shapes);
    let kept = (0..).zip(counts.counts());
    let kept = kept.map(|(shape, &count)| if shapes.contains(&shape) { count } else { 0 });
    let class = classes(&relaxed, &[PieceSet::new(kept)]).remove(0);
    let plan = SearchPlan::within(&relaxed, &class, effort.at_most(MOST_NUMBERING_BYTES)).ok()?;
    let fits =
        plan.seconds() <= MOST_SECONDS && plan.memory_within(effort).ok()?.total() <= effort.memory;
    fits.then_some(plan)
}

impl Pattern {
    /// A lower bound for the distance of a position; `None` if it has no solution.
    pub fn bound(&self, position: &Arrangement) -> Option<u16> {
        let mut own = Arrangement::empty(position.all_anchors().len());
        self.shapes.iter().for_each(|&shape| own.set_anchors(shape, position.anchors(shape)));
        let index = self.space.rank(&own).expect("it has the pattern's pieces");
        self.distances.get(index)
    }

    /// Whether it has all pieces of the goal.
    pub fn has_goal(&self, puzzle: &Puzzle) -> bool {
        let mut places = puzzle.goal().alternatives().iter().flatten();
        places.all(|(shape, _)| self.shapes.contains(shape))
    }

    /// Number of bytes of its distances.
    pub fn bytes(&self) -> u64 {
        self.distances.bytes().len() as u64
    }
}
