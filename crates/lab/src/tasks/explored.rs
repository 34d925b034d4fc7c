//! Boards of which all distances are known.

use super::order::Split;
use crate::cluster_key::ClusterKey;
use huarong_core::effort::Effort;
use huarong_core::position::{Move, Position};
use huarong_core::rules::{Arrangement, Metric, PieceMove, Puzzle};
use huarong_oracle::analysis::Answer;
use huarong_oracle::{Options, Oracle, OracleError, Planner, Question};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// A board, and all that is known of positions that moves connect with it.
#[derive(Debug)]
pub(super) struct Explored {
    pub start: Position,
    pub metric: Metric,
    /// The number of the puzzle that it comes from.
    pub puzzle: Option<usize>,
    space: Space,
}

/// Where distances come from.
#[derive(Debug)]
enum Space {
    /// From a search of the whole component.
    Component {
        oracle: Oracle,
        key: ClusterKey,
        /// The positions with each distance.
        levels: Vec<Vec<Arrangement>>,
        /// The positions that cannot reach the goal.
        lost: Vec<Arrangement>,
    },
    /// Of a tile puzzle, from a search for each position. `start` is its goal.
    Tiles(Planner),
}

/// Most positions of a component that tasks are about.
const MOST_POSITIONS: u64 = 200_000;

/// The largest distance of the 15-puzzle (Brüngger and others, 1999), and one to which searches of larger puzzles are short.
const FARTHEST_OF_15: u16 = 80;
const FARTHEST_OF_24: u16 = 40;

/// Attempts to find a position of a tile puzzle at a distance.
const WALKS: usize = 16;

impl Explored {
    /// `None` if the component is too large.
    pub fn new(
        start: Position,
        puzzle: Option<usize>,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, OracleError> {
        let options = Options::from(effort).metrics(&[metric]);
        let oracle = match Oracle::search_component_within(MOST_POSITIONS, &start, &options) {
            Ok(Some(oracle)) => oracle,
            Ok(None) => return Ok(None),
            Err(error) if error.is_cancelled() => return Err(error),
            Err(_) => return Ok(None),
        };
        let (levels, lost) = oracle.component().expect("the component was searched");
        let lists: Vec<&[Arrangement]> = levels.iter().chain([&lost]).map(Vec::as_slice).collect();
        let key = ClusterKey::of_positions(start.puzzle(), &lists);
        let space = Space::Component { oracle, key, levels, lost };
        Ok(Some(Self { start, metric, puzzle, space }))
    }

    /// A tile puzzle, given by its goal.
    pub fn of_tiles(goal: Position, metric: Metric) -> Self {
        Self { start: goal, metric, puzzle: Some(0), space: Space::Tiles(Planner::new()) }
    }

    pub fn rules(&self) -> &Puzzle {
        self.start.puzzle()
    }

    /// The largest distance of tasks; `None` if there is no goal position.
    pub fn farthest(&self) -> Option<u16> {
        match &self.space {
            Space::Component { levels, .. } => Some(levels.len().checked_sub(1)? as u16),
            // Each position is searched.
            Space::Tiles(_) if self.rules().board().cell_count() <= 16 => Some(FARTHEST_OF_15),
            Space::Tiles(_) => Some(FARTHEST_OF_24),
        }
    }

    /// The number of reachable positions; `None` if it is larger than any.
    pub fn reachable(&self) -> Option<u64> {
        match &self.space {
            Space::Component { levels, lost, .. } => {
                Some(levels.iter().chain([lost]).map(|list| list.len() as u64).sum())
            }
            // Half of all orders of the tiles and the empty cell.
            Space::Tiles(_) => (3..=u64::from(self.rules().board().cell_count()))
                .try_fold(1_u64, |product, number| product.checked_mul(number)),
        }
    }

    /// The oracle of a position.
    fn with_oracle<T>(
        &self,
        position: &Position,
        ask: impl FnOnce(&Oracle) -> Result<T, OracleError>,
    ) -> Result<T, OracleError> {
        match &self.space {
            Space::Component { oracle, .. } => ask(oracle),
            Space::Tiles(planner) => {
                let options = Options::new().metrics(&[self.metric]);
                ask(&planner.ask(Question::Solution, position, &options)?)
            }
        }
    }

    /// The distance of a position of the component; `None` if the goal cannot be reached.
    pub fn distance(&self, position: &Arrangement) -> Result<Option<u16>, OracleError> {
        match &self.space {
            Space::Component { oracle, .. } => {
                Ok(match oracle.distances_own(position)?[self.metric] {
                    Answer::Found(moves) => Some(moves),
                    Answer::Unreachable | Answer::Unknown => None,
                })
            }
            Space::Tiles(_) => {
                let position = Position::of(self.rules(), position.clone());
                self.with_oracle(&position, |oracle| oracle.distance(&position))
            }
        }
    }

    /// An optimal solution of a position; `None` if there is none.
    pub fn solution(&self, position: &Position) -> Result<Option<Vec<Move>>, OracleError> {
        self.with_oracle(position, |oracle| oracle.solution(position))
    }

    /// The number of optimal solutions of a position that has some; `None` if it is not known.
    pub fn count_solutions(&self, position: &Position) -> Result<Option<String>, OracleError> {
        match &self.space {
            Space::Component { oracle, .. } => {
                Ok(Some(oracle.count_solutions(position)?.to_string()))
            }
            Space::Tiles(_) => Ok(None),
        }
    }

    /// A random position at a distance; `None` if there is none.
    pub fn at_distance(
        &self,
        moves: u16,
        generator: &mut ChaCha8Rng,
    ) -> Result<Option<Arrangement>, OracleError> {
        match &self.space {
            Space::Component { levels, .. } => {
                let level = levels.get(usize::from(moves));
                Ok(level.and_then(|level| one_of(level, generator)))
            }
            Space::Tiles(_) => self.at_distance_by_walks(moves, generator),
        }
    }

    /// The same for a tile puzzle: the end of a random walk from the goal.
    fn at_distance_by_walks(
        &self,
        moves: u16,
        generator: &mut ChaCha8Rng,
    ) -> Result<Option<Arrangement>, OracleError> {
        for _ in 0..WALKS {
            let at = self.walk(moves + 2 * generator.random_range(0..=moves / 4), generator);
            if self.distance(&at)? == Some(moves) {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// The end of a random walk of some steps, none of which undoes the one before.
    fn walk(&self, steps: u16, generator: &mut ChaCha8Rng) -> Arrangement {
        let mut at = self.start.arrangement().clone();
        let mut last: Option<PieceMove> = None;
        for _ in 0..steps {
            let mut moves = self.rules().moves(&at, Metric::Unit);
            moves.retain(|made| {
                last.as_ref().is_none_or(|last| (made.from, made.to) != (last.to, last.from))
            });
            let made = moves.swap_remove(generator.random_range(0..moves.len()));
            made.apply_to(&mut at);
            last = Some(made);
        }
        at
    }

    /// A random position that cannot reach the goal; `None` if there is none.
    pub fn unsolvable(&self, moves: u16, generator: &mut ChaCha8Rng) -> Option<Arrangement> {
        match &self.space {
            Space::Component { lost, .. } => one_of(lost, generator),
            Space::Tiles(_) => {
                let mut at = self.walk(moves.min(FARTHEST_OF_15), generator);
                // Two tiles in each other's place: the other half of all orders.
                let tiles: Vec<_> = at.pieces().collect();
                let one = generator.random_range(0..tiles.len());
                let other = (one + generator.random_range(1..tiles.len())) % tiles.len();
                for (one, other) in [(one, other), (other, one)] {
                    let ((shape, before), (_, after)) = (tiles[one], tiles[other]);
                    at.take(shape, before);
                    at.put(shape, after);
                }
                Some(at)
            }
        }
    }

    /// The moves of a position, each with the distance after it.
    pub fn moves(
        &self,
        position: &Arrangement,
    ) -> Result<Vec<(PieceMove, Option<u16>)>, OracleError> {
        let moves = self.rules().moves(position, self.metric).into_iter();
        moves.map(|made| Ok((made.clone(), self.distance(&made.apply(position))?))).collect()
    }

    /// The key of the component; of a tile puzzle, in which moves connect half of all positions, that of the position.
    pub fn key(&self, position: &Arrangement) -> ClusterKey {
        match self.space {
            Space::Component { key, .. } => key,
            Space::Tiles(_) => ClusterKey::of_position(self.rules(), position),
        }
    }

    /// The part of all tasks to which all positions belong; `None` if each has its own.
    pub fn split(&self) -> Option<Split> {
        match self.space {
            Space::Component { key, .. } => Some(Split::of(key)),
            Space::Tiles(_) => None,
        }
    }
}

/// A random position of a list; `None` if it is empty.
fn one_of(positions: &[Arrangement], generator: &mut ChaCha8Rng) -> Option<Arrangement> {
    (!positions.is_empty()).then(|| positions[generator.random_range(0..positions.len())].clone())
}

impl Split {
    /// The part of a key.
    pub(super) fn of(key: ClusterKey) -> Self {
        match (key.bits() >> 64) % 10 {
            0 => Self::Test,
            1 => Self::Validation,
            _ => Self::Train,
        }
    }

    /// Whether a part is wanted.
    pub(super) fn takes(wanted: Option<Self>, part: Self) -> bool {
        wanted.is_none_or(|wanted| wanted == part)
    }
}
