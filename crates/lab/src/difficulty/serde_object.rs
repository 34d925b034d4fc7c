//! Measures as values of serde.

use super::detours::NextBest;
use super::leaving::LeavingMeasures;
use super::measures::Difficulty;
use super::obstacles::Obstacles;
use huarong_core::numerals::Excerpt;
use huarong_core::rules::PerMetric;
use huarong_oracle::analysis::Decimal;
use serde::{Deserialize, Serialize};

/// The object of a start's measures, as in JSON and CSV. Numbers that can be large are texts.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename = "Difficulty")]
pub(super) struct DifficultyObject {
    unit_moves: u16,
    straight_moves: u16,
    finger_moves: u16,
    solution_count: String,
    solution_classes: Option<u64>,
    reachable: u64,
    reachable_goals: u64,
    mean_mobility: Decimal,
    dead_ends: u64,
    mobility: u64,
    solution_mobility: Option<Decimal>,
    wrong_moves: Decimal,
    mean_detour: Option<Decimal>,
    largest_detour: u16,
    next_best_moves: Option<u32>,
    next_best_common: Option<u16>,
    moves_away: Decimal,
    fewest_moves_away: u64,
    returns: u64,
    shared_positions: u64,
    forced_moves: u64,
    longest_forced: u64,
    forced_share: Option<Decimal>,
    unavoidable_positions: u64,
    obstacle_slides: Option<u64>,
    obstacle_depth: Option<u64>,
    fewest_obstacle_slides: Option<u64>,
    lost_positions: Option<u64>,
    lost_share: Option<Decimal>,
    lost_moves: Option<Decimal>,
    soonest_loss: Option<u32>,
    mean_notice: Option<Decimal>,
    largest_notice: Option<u32>,
    exits_after_loss: Option<u32>,
    leaving_order: Option<String>,
    optimal_leaving_order: Option<String>,
    optimal_leaving_orders: Option<u64>,
    mean_between_exits: Option<Decimal>,
    longest_between_exits: Option<u64>,
}

/// An object with the keys of all measures, whose values mean nothing.
#[doc(hidden)]
pub fn measures_without_meaning() -> impl Serialize {
    DifficultyObject::default()
}

impl From<Difficulty> for DifficultyObject {
    fn from(of: Difficulty) -> Self {
        let [unit_moves, straight_moves, finger_moves] = of.distance.into_values();
        let leaving = of.leaving.as_ref();
        Self {
            unit_moves,
            straight_moves,
            finger_moves,
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
            lost_positions: leaving.map(|of| of.lost),
            lost_share: leaving.map(|of| of.lost_share),
            lost_moves: leaving.map(|of| of.lost_moves),
            soonest_loss: leaving.and_then(|of| of.soonest_loss),
            mean_notice: leaving.and_then(|of| of.mean_notice),
            largest_notice: leaving.and_then(|of| of.largest_notice),
            exits_after_loss: leaving.and_then(|of| of.exits_after_loss),
            leaving_order: leaving.map(|of| of.order.clone()),
            optimal_leaving_order: leaving.map(|of| of.optimal_order.clone()),
            optimal_leaving_orders: leaving.and_then(|of| of.optimal_orders),
            mean_between_exits: leaving.and_then(|of| of.mean_between_exits),
            longest_between_exits: leaving.map(|of| of.longest_between_exits),
        }
    }
}

impl TryFrom<DifficultyObject> for Difficulty {
    type Error = String;

    fn try_from(of: DifficultyObject) -> Result<Self, String> {
        let next_best = match (of.next_best_moves, of.next_best_common) {
            (Some(moves), Some(common)) => Some(NextBest { moves, common }),
            (None, None) => None,
            _ => return Err("next_best_moves and next_best_common have a value together".into()),
        };
        let obstacles = match (of.obstacle_slides, of.obstacle_depth, of.fewest_obstacle_slides) {
            (Some(slides), Some(depth), Some(fewest)) => Some(Obstacles { slides, depth, fewest }),
            (None, None, None) => None,
            _ => {
                return Err("obstacle_slides, obstacle_depth and fewest_obstacle_slides have a \
                            value together"
                    .into());
            }
        };
        // The keys that every start on a board with doors has, and then those that may be without a value.
        let every = (of.lost_positions, of.lost_share, of.lost_moves, of.longest_between_exits);
        let leaving = match (every, of.leaving_order, of.optimal_leaving_order) {
            (
                (Some(lost), Some(lost_share), Some(lost_moves), Some(longest)),
                Some(order),
                Some(optimal),
            ) => Some(LeavingMeasures {
                lost,
                lost_share,
                lost_moves,
                soonest_loss: of.soonest_loss,
                mean_notice: of.mean_notice,
                largest_notice: of.largest_notice,
                exits_after_loss: of.exits_after_loss,
                order,
                optimal_order: optimal,
                optimal_orders: of.optimal_leaving_orders,
                mean_between_exits: of.mean_between_exits,
                longest_between_exits: longest,
            }),
            ((None, None, None, None), None, None) => None,
            _ => return Err(
                "lost_positions, lost_share, lost_moves, leaving_order, optimal_leaving_order and \
                             longest_between_exits have a value together"
                    .into(),
            ),
        };
        let count = &of.solution_count;
        let no_count = |_| format!("the solution_count {:?} is no number", Excerpt(count));
        Ok(Self {
            distance: PerMetric::new(of.unit_moves, of.straight_moves, of.finger_moves),
            solution_count: count.parse().map_err(no_count)?,
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
            next_best,
            away: of.moves_away,
            fewest_away: of.fewest_moves_away,
            returns: of.returns,
            shared_positions: of.shared_positions,
            forced_moves: of.forced_moves,
            longest_forced: of.longest_forced,
            forced_share: of.forced_share,
            unavoidable_positions: of.unavoidable_positions,
            obstacles,
            leaving,
        })
    }
}
