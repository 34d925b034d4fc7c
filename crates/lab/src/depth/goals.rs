//! Other goals for the same positions: one piece of some shape at some place.

use huarong_core::effort::Effort;
use huarong_core::grid::Cell;
use huarong_core::rules::{Goal, Metric, PerMetric, PieceSet, Puzzle, ShapeId};
use huarong_core::space::Space;
use huarong_oracle::analysis::decimal::Decimal;
use huarong_search::{Search, SearchError, SearchPlan, classes};
use huarong_tables::table::Distances;
use rayon::prelude::*;

/// A goal of one piece: a piece of the shape at the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnePieceGoal {
    /// The shape.
    pub shape: ShapeId,
    /// The anchor of the place. It represents all places that are images of one another by being the first of them.
    pub anchor: Cell,
    /// Number of places that are images of this one, including itself. Their figures are all the same.
    pub places: u32,
    /// Figures under each metric.
    pub metrics: PerMetric<GoalFigures>,
}

/// Statistics of the distances to a goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoalFigures {
    /// Number of goal positions.
    pub goal_positions: u64,
    /// Number of positions that can reach the goal, including goal positions.
    pub solvable: u64,
    /// The largest distance.
    pub max: u16,
    /// Number of positions at the largest distance.
    pub at_max: u64,
    /// Mean distance of the positions that can reach the goal.
    pub mean: Decimal,
    /// Text of a hardest position: among equally hard positions, the first in text order.
    pub hardest: String,
}

/// Computes all goals of one piece for each of the given piece sets, sorted. Reports progress in positions, each
/// counted once per goal and metric.
///
/// Searches run side by side if memory suffices for one per thread, otherwise one after another. If memory does not
/// suffice for a single search, the function returns an error before it starts.
pub fn one_piece_goals(
    puzzle: &Puzzle,
    sets: &[PieceSet],
    effort: Effort<'_>,
) -> Result<Vec<(PieceSet, Vec<OnePieceGoal>)>, SearchError> {
    let classes = classes(puzzle, sets);
    let plans = classes.iter().map(|class| {
        let plan = SearchPlan::within(puzzle, class, effort)?;
        // A reflection that keeps the puzzle's goal need not keep another goal, so all images are searched.
        let images = 1 + puzzle.symmetries().len() as u64;
        let needed = plan.memory().total().saturating_mul(images);
        match needed <= effort.memory {
            true => Ok((plan, needed)),
            false => Err(SearchError::Memory { needed, allowed: effort.memory }),
        }
    });
    let plans: Vec<_> = plans.collect::<Result<_, SearchError>>()?;
    let mut found = Vec::new();
    for (class, (plan, needed)) in classes.iter().zip(plans) {
        let search = plan.start(Effort { observer: Effort::UNLIMITED.observer, ..effort })?;
        search.prepare_for_any_goal(effort)?;
        let goals = places(puzzle, &class.piece_sets()[0]);
        let tasks: Vec<(Place, Metric)> = { goals.iter() }
            .flat_map(|&goal| Metric::OF_SINGLE_PIECES.map(|metric| (goal, metric)))
            .collect();
        let side_by_side =
            needed.saturating_mul(rayon::current_num_threads() as u64) <= effort.memory;
        let figures = |(place, metric)| figures(&search, place, metric, !side_by_side, effort);
        let figures: Vec<Vec<Option<GoalFigures>>> = match side_by_side {
            true => tasks.into_par_iter().map(figures).collect::<Result<_, _>>()?,
            false => tasks.into_iter().map(figures).collect::<Result<_, _>>()?,
        };
        for (nth, set) in class.piece_sets().iter().enumerate() {
            let goals = goals.iter().zip(figures.chunks(Metric::OF_SINGLE_PIECES.len()));
            let goals = goals.filter_map(|(place, metrics)| {
                let [unit, straight, finger] = [0, 1, 2].map(|metric| metrics[metric][nth].clone());
                Some(OnePieceGoal {
                    shape: place.shape,
                    anchor: place.anchor,
                    places: place.images,
                    metrics: PerMetric::new(unit?, straight?, finger?),
                })
            });
            found.push((set.clone(), goals.collect()));
        }
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(found)
}

/// Amount of progress that [`one_piece_goals`] reports in total.
pub fn one_piece_goals_work(puzzle: &Puzzle, sets: &[PieceSet]) -> Result<u64, SearchError> {
    let work = |set: &PieceSet| {
        let runs = places(puzzle, set).len() * Metric::OF_SINGLE_PIECES.len();
        Ok(Space::new(puzzle, set)?.len().saturating_mul(runs as u64))
    };
    sets.iter().map(work).sum()
}

/// A place of a piece, which represents all its images.
#[derive(Clone, Copy)]
struct Place {
    shape: ShapeId,
    anchor: Cell,
    images: u32,
}

/// The places of all shapes: of places that are images of one another, only the first. Only reflections that keep the
/// piece set count.
fn places(puzzle: &Puzzle, set: &PieceSet) -> Vec<Place> {
    let reflections = puzzle.reflections();
    let kept = || reflections.iter().filter(|reflection| reflection.keeps(set));
    let mut places = Vec::new();
    for (shape, placements) in puzzle.placements().iter().enumerate() {
        for (anchor, covered) in (0..).zip(placements) {
            if covered.is_empty() {
                continue;
            }
            let mut images: Vec<(ShapeId, Cell)> =
                kept().map(|reflection| reflection.piece(shape, anchor)).collect();
            images.push((shape, anchor));
            images.sort_unstable();
            images.dedup();
            if images[0] == (shape, anchor) {
                places.push(Place { shape, anchor, images: images.len() as u32 });
            }
        }
    }
    places
}

/// Figures of one goal for each space; `None` if no position can reach the goal.
fn figures(
    search: &Search,
    place: Place,
    metric: Metric,
    parallel: bool,
    effort: Effort<'_>,
) -> Result<Vec<Option<GoalFigures>>, SearchError> {
    effort.done(0)?;
    let text = |space: &Space, index| space.puzzle().position_text(&space.unrank(index));
    let goal = Goal::new([(place.shape, place.anchor)]);
    let distances = search.run_to_other_goal(&goal, metric, parallel, effort)?;
    let figures = |(space, distances): (&Space, &Distances)| {
        let histogram = distances.histogram();
        let (max, at_max) = (histogram.counts.len().checked_sub(1)?, *histogram.counts.last()?);
        let texts = distances.positions_at(max as u16).map(|index| text(space, index));
        Some(GoalFigures {
            goal_positions: histogram.counts[0],
            solvable: histogram.counts.iter().sum(),
            max: max as u16,
            at_max,
            mean: Decimal::mean(&histogram.counts)?,
            hardest: texts.min()?,
        })
    };
    Ok(search.spaces().iter().zip(&distances).map(figures).collect())
}
