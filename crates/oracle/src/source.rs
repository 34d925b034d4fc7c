//! Sources of distances.

use super::method::Method;
use crate::analysis::{AllPositions, Answer, ShortestPaths, TierDistances};
use crate::atlas::SetTable;
use huarong_core::position::Position;
use huarong_core::rules::{Arrangement, ByMetric, Metric, PieceMove, Puzzle};
use huarong_core::space::Space;
use huarong_search::ComponentDistances;
use huarong_tables::table::{Distances, TableError};
use std::collections::HashMap;
use std::iter;
use std::sync::Arc;

/// A source of distances of positions.
#[derive(Debug)]
pub(super) enum Source {
    /// Tables of all positions of a piece set.
    Tables { space: Space, tables: ByMetric<SetTable> },
    /// All positions of a piece set, searched.
    Space { space: Space, distances: ByMetric<SpaceDistances> },
    /// All positions of a board with doors, from some pieces on: searched, or in tables.
    Tiers(Box<TierDistances>),
    /// The positions reachable from one, searched from the goal positions among them.
    Component(ToGoal),
    /// The positions reachable from one, if no goal position is among them.
    Unsolvable(Box<ComponentDistances>),
    /// The positions near the optimal solutions of one position, searched from the nearest goals.
    Near { method: Method, to_goal: ToGoal },
    /// Some positions, one by one.
    Listed(Listed),
}

/// Answers about some positions.
#[derive(Debug)]
pub(super) struct Listed {
    pub puzzle: Puzzle,
    pub method: Method,
    /// Whether they include all positions on optimal solutions.
    pub lists_all: bool,
    pub answers: ListedAnswers,
}

/// The distance of each of some positions.
pub(super) type Answers = HashMap<Arrangement, Answer<u16>>;

/// The same by metric.
pub(super) type ListedAnswers = ByMetric<Arc<Answers>>;

/// The distances of the positions along an optimal solution.
pub(super) fn answers_along(start: &Position, moves: &[PieceMove]) -> Answers {
    let mut at = start.arrangement().clone();
    let after = moves.iter().map(|made| {
        made.apply_to(&mut at);
        at.clone()
    });
    let positions = iter::once(start.arrangement().clone()).chain(after);
    let distances = (0..=moves.len() as u16).rev().map(Answer::Found);
    positions.zip(distances).collect()
}

impl Listed {
    fn get(&self, metric: Metric, position: &Arrangement) -> Answer<u16> {
        let found = self.answers.get(metric).and_then(|answers| answers.get(position));
        found.copied().unwrap_or(Answer::Unknown)
    }

    /// Bytes of memory of the answers.
    fn bytes(&self) -> u64 {
        let of_one = |(position, _): (&Arrangement, _)| {
            size_of::<(Arrangement, Answer<u16>)>() as u64 + position.heap_bytes()
        };
        self.answers.values().flat_map(|answers| answers.iter().map(of_one)).sum()
    }
}

/// Distances to the goal, by position.
pub(super) type ToGoal = Box<ByMetric<ComponentDistances>>;

/// Distances of a space under one metric.
#[derive(Debug)]
pub(super) struct SpaceDistances {
    distances: Distances,
    /// If the search ended early, with the level of its start: the number of positions with a distance. The others are
    /// unknown.
    known: Option<u64>,
}

impl SpaceDistances {
    /// The result of a finished search of a whole space.
    pub fn whole(distances: Distances) -> Self {
        Self { distances, known: None }
    }

    /// The result of a search up to the level of a position, or of a finished search that did not find the position.
    pub fn until(index: u64, distances: Distances) -> Self {
        let is_partial = distances.get(index).is_some();
        let known = is_partial.then(|| distances.iter().flatten().count() as u64);
        Self { distances, known }
    }

    fn get(&self, index: u64) -> Answer<u16> {
        match self.distances.get(index) {
            None if self.known.is_some() => Answer::Unknown,
            found => Answer::from(found),
        }
    }
}

/// Whether some search ended with the level of its start.
fn ended_early(distances: &ByMetric<SpaceDistances>) -> bool {
    distances.values().any(|found| found.known.is_some())
}

impl Source {
    pub fn method(&self) -> Method {
        match self {
            Self::Tables { .. } => Method::Tables,
            Self::Space { distances, .. } => match ended_early(distances) {
                true => Method::SpaceToStart,
                false => Method::Space,
            },
            Self::Tiers(tiers) => match tiers.all_tables().next() {
                Some(_) => Method::Tables,
                None => Method::Space,
            },
            Self::Component(_) | Self::Unsolvable(_) => Method::Component,
            Self::Near { method, .. } | Self::Listed(Listed { method, .. }) => *method,
        }
    }

    /// Whether it knows all optimal solutions of the position that was searched.
    pub fn lists_all_solutions(&self) -> bool {
        !matches!(self, Self::Listed(Listed { lists_all: false, .. }))
    }

    /// A description of the known positions.
    pub fn knows(&self) -> &'static str {
        match self {
            Self::Tables { .. } => "the positions of one piece set",
            Self::Space { distances, .. } => match ended_early(distances) {
                true => "positions at most as far from the goal as its start",
                false => "the positions of one piece set",
            },
            Self::Tiers(_) => "the positions with its pieces, and those after some have left",
            Self::Component(_) | Self::Unsolvable(_) => "the positions reachable from its start",
            Self::Near { method: Method::Neighbours, .. } => "one position and those one move away",
            Self::Near { .. } | Self::Listed(Listed { lists_all: true, .. }) => {
                "the positions on the optimal solutions of one position"
            }
            Self::Listed(_) => {
                "the positions on one optimal solution, and perhaps those one move away from its start"
            }
        }
    }

    /// Number of positions that are known under a metric: solvable with their distance, or unsolvable.
    pub fn len(&self, metric: Metric) -> u64 {
        match self {
            Self::Tables { space, .. } => space.len(),
            Self::Space { space, distances } => {
                let found = distances.get(metric);
                found.map_or(0, |found| found.known.unwrap_or_else(|| space.len()))
            }
            Self::Tiers(tiers) => {
                if tiers.has(metric) {
                    tiers.positions()
                } else {
                    0
                }
            }
            Self::Unsolvable(reached) => reached.len(),
            Self::Component(to_goal) | Self::Near { to_goal, .. } => {
                to_goal.get(metric).map_or(0, ComponentDistances::len)
            }
            Self::Listed(listed) => {
                listed.answers.get(metric).map_or(0, |answers| answers.len() as u64)
            }
        }
    }

    /// Bytes of memory that the distances take.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Tables { .. } => 0,
            Self::Space { distances, .. } => {
                distances.values().map(|found| found.distances.bytes().len() as u64).sum()
            }
            Self::Tiers(tiers) => tiers.bytes(),
            Self::Unsolvable(reached) => reached.bytes(),
            Self::Component(to_goal) | Self::Near { to_goal, .. } => {
                to_goal.values().map(ComponentDistances::bytes).sum()
            }
            Self::Listed(listed) => listed.bytes(),
        }
    }

    /// Checks that no other program has truncated a mapped table since it was opened.
    pub fn check_length(&self) -> Result<(), TableError> {
        match self {
            Self::Tables { tables, .. } => {
                tables.values().try_for_each(|found| found.table.check_length())
            }
            Self::Tiers(tiers) => {
                tiers.all_tables().try_for_each(|found| found.table.check_length())
            }
            _ => Ok(()),
        }
    }

    /// The space of all positions, where they are numbered.
    pub fn space(&self) -> Option<&Space> {
        match self {
            Self::Tables { space, .. } | Self::Space { space, .. } => Some(space),
            _ => None,
        }
    }

    /// Whether distances under a metric were searched.
    pub fn has(&self, metric: Metric) -> bool {
        match self {
            Self::Tables { tables, .. } => tables.get(metric).is_some(),
            Self::Space { distances, .. } => distances.get(metric).is_some(),
            Self::Tiers(tiers) => tiers.has(metric),
            Self::Unsolvable(_) => true,
            Self::Component(to_goal) | Self::Near { to_goal, .. } => to_goal.get(metric).is_some(),
            Self::Listed(listed) => listed.answers.get(metric).is_some(),
        }
    }

    /// Whether a position is known under a metric: solvable with its distance, or unsolvable.
    pub fn holds(&self, metric: Metric, position: &Arrangement) -> bool {
        match self {
            // A table has all positions, so this needs no read.
            Self::Tables { space, .. } => space.rank(position).is_some(),
            Self::Tiers(tiers) => tiers.holds(metric, position),
            _ => self.distance(metric, position).is_ok_and(|found| found != Answer::Unknown),
        }
    }

    /// The distance of the position with an index, where positions are numbered.
    #[inline]
    pub fn at(&self, metric: Metric, index: u64) -> Result<Answer<u16>, TableError> {
        match self {
            Self::Tables { tables, .. } => match tables.get(metric) {
                Some(table) => table.get(index).map(Answer::from),
                None => Ok(Answer::Unknown),
            },
            Self::Space { distances, .. } => {
                Ok(distances.get(metric).map_or(Answer::Unknown, |found| found.get(index)))
            }
            _ => Ok(Answer::Unknown),
        }
    }

    /// The distance of a position.
    pub fn distance(
        &self,
        metric: Metric,
        position: &Arrangement,
    ) -> Result<Answer<u16>, TableError> {
        match self {
            Self::Tables { space, .. } | Self::Space { space, .. } => match space.rank(position) {
                Some(index) => self.at(metric, index),
                None => Ok(Answer::Unknown),
            },
            Self::Tiers(tiers) => {
                Ok(tiers.distance(metric, position)?.map_or(Answer::Unknown, Answer::from))
            }
            Self::Unsolvable(reached) => Ok(match reached.distance(position) {
                Some(_) => Answer::Unreachable,
                None => Answer::Unknown,
            }),
            Self::Component(to_goal) | Self::Near { to_goal, .. } => {
                let Some(near) = to_goal.get(metric) else { return Ok(Answer::Unknown) };
                Ok(match near.distance(position) {
                    Some(moves) => Answer::Found(moves),
                    None if near.is_lost(position) => Answer::Unreachable,
                    None => Answer::Unknown,
                })
            }
            Self::Listed(listed) => Ok(listed.get(metric, position)),
        }
    }

    /// The optimal solutions under a metric; `None` if it was not searched, or if no position is solvable.
    pub fn shortest_paths(&self, metric: Metric) -> Option<ShortestPaths<'_>> {
        match self {
            Self::Tables { space, tables } => {
                Some(ShortestPaths::by_table(space, tables.get(metric)?))
            }
            Self::Space { space, distances } => {
                let SpaceDistances { distances, known } = distances.get(metric)?;
                let paths = ShortestPaths::by_search(space, metric, distances);
                Some(if known.is_some() { paths.of_some() } else { paths })
            }
            Self::Tiers(tiers) => tiers.has(metric).then(|| ShortestPaths::by_tiers(tiers, metric)),
            // Positions outside the component are unknown.
            Self::Component(to_goal) => Some(ShortestPaths::back(to_goal.get(metric)?).of_some()),
            Self::Unsolvable(_) => None,
            Self::Near { to_goal, .. } => to_goal.get(metric).map(ShortestPaths::back),
            Self::Listed(Listed { method: Method::Parity, .. }) => None,
            Self::Listed(Listed { puzzle, answers, .. }) => {
                Some(ShortestPaths::listed(puzzle, metric, answers.get(metric)?))
            }
        }
    }

    /// Number of positions of a component by distance; `None` unless it was searched and has a goal position.
    pub fn levels(&self, metric: Metric) -> Option<Vec<u64>> {
        match self {
            Self::Component(to_goal) => to_goal.get(metric).map(ComponentDistances::levels),
            _ => None,
        }
    }

    /// All positions of a component: those with each distance under a metric, and those that cannot reach the goal. `None`
    /// unless it was searched.
    pub fn component(&self, metric: Metric) -> Option<(Vec<Vec<Arrangement>>, Vec<Arrangement>)> {
        match self {
            Self::Component(to_goal) => {
                let found = to_goal.get(metric)?;
                Some((found.by_level(), found.lost()))
            }
            Self::Unsolvable(reached) => Some((Vec::new(), reached.by_level().concat())),
            _ => None,
        }
    }

    /// All positions with their distances under a metric; `None` where these are not all known.
    pub fn all(&self, metric: Metric) -> Result<Option<AllPositions<'_>>, TableError> {
        match self {
            Self::Tables { space, tables } => {
                tables.get(metric).map(|table| AllPositions::of_table(space, table)).transpose()
            }
            Self::Space { space, distances } => Ok(match distances.get(metric) {
                Some(SpaceDistances { distances, known: None }) => {
                    Some(AllPositions::of_space(space, metric, distances.as_ref()))
                }
                _ => None,
            }),
            Self::Tiers(tiers) => tiers.all(metric),
            _ => Ok(None),
        }
    }
}
