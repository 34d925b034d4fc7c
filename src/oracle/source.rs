//! Where distances come from.

use super::Method;
use crate::sliding::analysis::{Answer, Routes};
use crate::sliding::atlas::SetTable;
use crate::sliding::rules::{Metric, PerMetric, Position};
use crate::sliding::search::Component;
use crate::sliding::space::Space;
use crate::table::{Distances, TableError};
use std::borrow::Cow;

/// Distances of positions, in one of the ways to have them.
#[derive(Debug)]
pub(super) enum Source {
    /// Tables of all positions of a piece set.
    Tables { space: Space, tables: PerMetric<Option<SetTable>> },
    /// All positions of a piece set, searched.
    Space { space: Space, distances: PerMetric<Option<SpaceDistances>> },
    /// What a position can reach; `to_goal` is searched from the goal positions among that, where there are any.
    Component { reached: Component, has_goal: bool, to_goal: Box<PerMetric<Option<Component>>> },
    /// The positions on the optimal solutions of one position, searched from the nearest goals.
    Solutions(Component),
}

/// Distances of all positions of a space, in index order.
pub(super) type AllDistances<'a> = Distances<Cow<'a, [u8]>>;

/// Distances of a space under one metric.
#[derive(Debug)]
pub(super) struct SpaceDistances {
    pub distances: Distances,
    /// Whether the search ended early, with the level of the position that it was made for: what has no distance then
    /// is not known.
    pub is_partial: bool,
}

impl Source {
    pub fn method(&self) -> Method {
        match self {
            Self::Tables { .. } => Method::Tables,
            Self::Space { .. } => Method::Space,
            Self::Component { .. } => Method::Component,
            Self::Solutions(_) => Method::Solutions,
        }
    }

    /// What it knows, in words.
    pub fn knows(&self) -> &'static str {
        match self {
            Self::Tables { .. } => "the positions of one piece set",
            Self::Space { distances, .. } => {
                match distances.values().iter().flatten().any(|found| found.is_partial) {
                    true => "positions as near to the goal as the one that it was made for",
                    false => "the positions of one piece set",
                }
            }
            Self::Component { .. } => "the positions that the one it was made for can reach",
            Self::Solutions(_) => "the positions on the optimal solutions of one position",
        }
    }

    pub fn len(&self) -> u64 {
        match self {
            Self::Tables { space, .. } | Self::Space { space, .. } => space.len(),
            Self::Component { reached, .. } | Self::Solutions(reached) => reached.len(),
        }
    }

    /// Bytes of memory that the distances take.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Tables { .. } => 0,
            Self::Space { distances, .. } => {
                let found = distances.values().iter().flatten();
                found.map(|found| found.distances.bytes().len() as u64).sum()
            }
            Self::Component { reached, to_goal, .. } => {
                let to_goal = to_goal.values().iter().flatten().map(Component::bytes);
                reached.bytes() + to_goal.sum::<u64>()
            }
            Self::Solutions(component) => component.bytes(),
        }
    }

    /// The space of all positions, where they are numbered.
    pub fn space(&self) -> Option<&Space> {
        match self {
            Self::Tables { space, .. } | Self::Space { space, .. } => Some(space),
            Self::Component { .. } | Self::Solutions(_) => None,
        }
    }

    /// Whether distances under a metric were searched.
    pub fn has(&self, metric: Metric) -> bool {
        match self {
            Self::Tables { tables, .. } => tables[metric].is_some(),
            Self::Space { distances, .. } => distances[metric].is_some(),
            Self::Component { has_goal, to_goal, .. } => !has_goal || to_goal[metric].is_some(),
            Self::Solutions(component) => component.metric() == metric,
        }
    }

    /// Whether a position is among those that it is about.
    pub fn holds(&self, position: &Position) -> bool {
        match self {
            Self::Tables { space, .. } | Self::Space { space, .. } => {
                space.rank(position).is_some()
            }
            Self::Component { reached, .. } | Self::Solutions(reached) => {
                reached.distance(position).is_some()
            }
        }
    }

    /// The distance of the position with an index, where positions are numbered.
    #[inline]
    pub fn at(&self, metric: Metric, index: u64) -> Result<Answer<u16>, TableError> {
        match self {
            Self::Tables { tables, .. } => match &tables[metric] {
                Some(table) => table.get(index).map(Answer::from),
                None => Ok(Answer::Unknown),
            },
            Self::Space { distances, .. } => Ok(match &distances[metric] {
                None => Answer::Unknown,
                Some(SpaceDistances { distances, is_partial }) => match distances.get(index) {
                    None if *is_partial => Answer::Unknown,
                    found => Answer::from(found),
                },
            }),
            Self::Component { .. } | Self::Solutions(_) => Ok(Answer::Unknown),
        }
    }

    /// The distance of a position.
    pub fn distance(&self, metric: Metric, position: &Position) -> Result<Answer<u16>, TableError> {
        match self {
            Self::Tables { space, .. } | Self::Space { space, .. } => match space.rank(position) {
                Some(index) => self.at(metric, index),
                None => Ok(Answer::Unknown),
            },
            Self::Component { reached, has_goal, to_goal } => Ok(match &to_goal[metric] {
                _ if reached.distance(position).is_none() => Answer::Unknown,
                _ if !has_goal => Answer::Unreachable,
                None => Answer::Unknown,
                Some(component) => Answer::from(component.distance(position)),
            }),
            Self::Solutions(component) => Ok(match component.distance(position) {
                Some(moves) if component.metric() == metric => Answer::Found(moves),
                _ => Answer::Unknown,
            }),
        }
    }

    /// The optimal solutions under a metric; `None` where it was not searched, or no position has any.
    pub fn routes(&self, metric: Metric) -> Option<Routes<'_>> {
        match self {
            Self::Tables { space, tables } => {
                Some(Routes::by_table(space, tables[metric].as_ref()?))
            }
            Self::Space { space, distances } => {
                let SpaceDistances { distances, is_partial } = distances[metric].as_ref()?;
                let routes = Routes::by_search(space, metric, distances);
                Some(if *is_partial { routes.of_some() } else { routes })
            }
            // Nothing is known of positions outside the component.
            Self::Component { to_goal, .. } => {
                Some(Routes::back(to_goal[metric].as_ref()?).of_some())
            }
            Self::Solutions(component) => {
                (component.metric() == metric).then(|| Routes::back(component))
            }
        }
    }

    /// All distances of a space under a metric, in index order; `None` where they are not all known.
    pub fn all(&self, metric: Metric) -> Result<Option<AllDistances<'_>>, TableError> {
        match self {
            Self::Tables { tables, .. } => {
                tables[metric].as_ref().map(SetTable::distances).transpose()
            }
            Self::Space { distances, .. } => Ok(match &distances[metric] {
                Some(SpaceDistances { distances, is_partial: false }) => Some(distances.to_cow()),
                _ => None,
            }),
            Self::Component { .. } | Self::Solutions(_) => Ok(None),
        }
    }
}
