//! Measures of difficulty.

use huarong_core::rules::Metric;
use huarong_lab::difficulty::Difficulty;
use huarong_oracle::analysis::Decimal;
use serde::Serialize;

/// The measures of a start as values. Numbers that can be large are texts.
#[derive(Clone, Serialize)]
pub struct DifficultyRecord {
    pub unit_moves: u16,
    pub straight_moves: u16,
    pub finger_moves: u16,
    pub solution_count: String,
    pub solution_classes: Option<u64>,
    pub reachable: u64,
    pub reachable_goals: u64,
    pub mean_mobility: Decimal,
    pub dead_ends: u64,
    pub mobility: u64,
    pub solution_mobility: Option<Decimal>,
    pub wrong_moves: Decimal,
    pub mean_detour: Option<Decimal>,
    pub largest_detour: u16,
    pub next_best_moves: Option<u32>,
    pub next_best_common: Option<u16>,
    pub moves_away: Decimal,
    pub fewest_moves_away: u64,
    pub returns: u64,
    pub shared_positions: u64,
    pub forced_moves: u64,
    pub longest_forced: u64,
    pub forced_share: Option<Decimal>,
    pub unavoidable_positions: u64,
    pub obstacle_slides: Option<u64>,
    pub obstacle_depth: Option<u64>,
    pub fewest_obstacle_slides: Option<u64>,
}

/// The measures of a start, and the expected number of moves of an error model.
#[derive(Serialize)]
pub struct ModelledRecord {
    #[serde(flatten)]
    pub measures: DifficultyRecord,
    /// Absent without a model; none if the number is too large to be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_moves: Option<Option<f64>>,
}

impl From<Difficulty> for DifficultyRecord {
    fn from(of: Difficulty) -> Self {
        Self {
            unit_moves: of.distance[Metric::Unit],
            straight_moves: of.distance[Metric::Straight],
            finger_moves: of.distance[Metric::Finger],
            solution_count: of.solution_count.to_string(),
            solution_classes: of.solution_classes,
            reachable: of.reachable,
            reachable_goals: of.reachable_goals,
            mean_mobility: of.mean_mobility,
            dead_ends: of.dead_ends,
            mobility: of.mobility,
            solution_mobility: of.solution_mobility,
            wrong_moves: of.wrong_moves,
            mean_detour: of.mean_detour,
            largest_detour: of.largest_detour,
            next_best_moves: of.next_best.map(|next| next.moves),
            next_best_common: of.next_best.map(|next| next.common),
            moves_away: of.away,
            fewest_moves_away: of.fewest_away,
            returns: of.returns,
            shared_positions: of.shared_positions,
            forced_moves: of.forced_moves,
            longest_forced: of.longest_forced,
            forced_share: of.forced_share,
            unavoidable_positions: of.unavoidable_positions,
            obstacle_slides: of.obstacles.map(|obstacles| obstacles.slides),
            obstacle_depth: of.obstacles.map(|obstacles| obstacles.depth),
            fewest_obstacle_slides: of.obstacles.map(|obstacles| obstacles.fewest),
        }
    }
}

impl ModelledRecord {
    /// The measures, and the expected moves of a model if one is given.
    pub fn new(of: Difficulty, expected_moves: Option<Option<f64>>) -> Self {
        // Two digits after the point are more than a model of people knows.
        let rounded = |moves: f64| (moves * 100.0).round() / 100.0;
        Self { measures: of.into(), expected_moves: expected_moves.map(|moves| moves.map(rounded)) }
    }
}
