//! All positions with their distances.

use crate::atlas::SetTable;
use huarong_core::rules::{Arrangement, Metric, Puzzle};
use huarong_core::space::Space;
use huarong_search::Tiers;
use huarong_tables::table::{Distances, Histogram, TableError};
use std::borrow::Cow;
use std::iter;
use std::sync::OnceLock;

/// The distances of all positions under a metric. Positions have numbers from 0: the indices of a space, or those of one
/// tier after another.
#[derive(Debug)]
pub struct AllPositions<'a> {
    puzzle: &'a Puzzle,
    metric: Metric,
    parts: Vec<(&'a Space, Distances<Cow<'a, [u8]>>)>,
    /// The number of positions up to the end of each part.
    ends: Vec<u64>,
    /// On a board with doors, the tiers, which are the parts.
    tiers: Option<&'a Tiers>,
    histogram: OnceLock<Histogram>,
}

impl<'a> AllPositions<'a> {
    /// The positions of a space.
    pub fn of_space(space: &'a Space, metric: Metric, distances: Distances<&'a [u8]>) -> Self {
        let width = distances.width();
        let distances = Distances::in_bytes(Cow::Borrowed(distances.into_bytes()), width);
        Self::of_parts(space.puzzle(), metric, vec![(space, distances)], None)
    }

    /// The positions of a space, by a table that [fits](SetTable::check_fits) it.
    pub fn of_table(space: &'a Space, table: &'a SetTable) -> Result<Self, TableError> {
        let parts = vec![(space, table.distances()?)];
        let all = Self::of_parts(space.puzzle(), table.metric, parts, None);
        Ok(Self { histogram: table.histogram().into(), ..all })
    }

    /// The positions of all tiers, with the distances of each.
    pub fn of_tiers(
        tiers: &'a Tiers,
        metric: Metric,
        distances: impl IntoIterator<Item = Distances<Cow<'a, [u8]>>>,
    ) -> Self {
        let parts = tiers.spaces().zip(distances).collect();
        Self::of_parts(tiers.puzzle(), metric, parts, Some(tiers))
    }

    fn of_parts(
        puzzle: &'a Puzzle,
        metric: Metric,
        parts: Vec<(&'a Space, Distances<Cow<'a, [u8]>>)>,
        tiers: Option<&'a Tiers>,
    ) -> Self {
        let ends = parts.iter().scan(0, |end, (space, _)| {
            *end += space.len();
            Some(*end)
        });
        let ends = ends.collect();
        Self { puzzle, metric, parts, ends, tiers, histogram: OnceLock::new() }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// The metric of the distances.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The text of the pieces with which it begins.
    pub fn piece_set_text(&self) -> String {
        let first = self.parts.first().map(|(space, _)| space.piece_set());
        first.map(|set| self.puzzle.piece_set_text(set)).unwrap_or_default()
    }

    /// Number of positions.
    pub fn len(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The part of a position, and its index there.
    #[inline]
    fn place(&self, number: u64) -> (usize, u64) {
        if self.parts.len() == 1 {
            return (0, number);
        }
        let part = self.ends.partition_point(|&end| end <= number);
        (part, number - self.start_of(part))
    }

    fn start_of(&self, part: usize) -> u64 {
        if part > 0 { self.ends[part - 1] } else { 0 }
    }

    /// The distance of the position with a number; `None` if it cannot reach the goal.
    ///
    /// # Panics
    ///
    /// Panics if `number` is not below [`len`](Self::len).
    #[inline]
    pub fn get(&self, number: u64) -> Option<u16> {
        let (part, index) = self.place(number);
        self.parts[part].1.get(index)
    }

    /// All distances in the order of the numbers.
    pub fn distances(&self) -> impl Iterator<Item = Option<u16>> + '_ {
        self.parts.iter().flat_map(|(_, distances)| distances.iter())
    }

    /// The numbers of the positions at a distance.
    pub fn at_distance(&self, distance: u16) -> impl Iterator<Item = u64> + '_ {
        let numbered = (0..).zip(self.distances());
        numbered.filter(move |(_, found)| *found == Some(distance)).map(|(number, _)| number)
    }

    /// All distances, if the positions are those of one space.
    pub fn into_only(mut self) -> Option<Distances<Cow<'a, [u8]>>> {
        let (_, distances) = self.parts.pop().filter(|_| self.tiers.is_none())?;
        Some(distances)
    }

    /// Number of positions at each distance, and of those that cannot reach the goal.
    pub fn histogram(&self) -> &Histogram {
        self.histogram.get_or_init(|| {
            let mut all = Histogram::default();
            self.parts.iter().for_each(|(_, distances)| all.add(&distances.histogram()));
            all
        })
    }

    /// The greatest distance; `None` if no position can reach the goal.
    pub fn greatest(&self) -> Option<u16> {
        let levels = self.histogram().counts.len();
        levels.checked_sub(1).map(|greatest| greatest as u16)
    }

    /// The position with a number.
    ///
    /// # Panics
    ///
    /// Panics if `number` is not below [`len`](Self::len).
    pub fn position(&self, number: u64) -> Arrangement {
        let (part, index) = self.place(number);
        self.parts[part].0.unrank(index)
    }

    /// The positions from a number on, in order.
    pub fn positions_from(&self, number: u64) -> impl Iterator<Item = Arrangement> + '_ {
        let (part, index) = self.place(number);
        let starts = iter::once(index).chain(iter::repeat(0));
        self.parts[part..].iter().zip(starts).flat_map(|((space, _), start)| space.iter_from(start))
    }

    /// The number of a position.
    pub fn number(&self, position: &Arrangement) -> Option<u64> {
        let part = match self.tiers {
            None => 0,
            Some(tiers) => tiers.number(&position.piece_set())?,
        };
        Some(self.start_of(part) + self.parts[part].0.rank(position)?)
    }

    /// Calls `visit` with the number of the position after each move under the metric. Numbers may repeat.
    pub fn for_each_neighbour(&self, number: u64, mut visit: impl FnMut(u64)) {
        if self.tiers.is_none() {
            return self.parts[0].0.for_each_neighbour_under(self.metric, number, visit);
        }
        let mut at = self.position(number);
        for made in self.puzzle.moves(&at, self.metric) {
            made.apply_to(&mut at);
            visit(self.number(&at).expect("moves lead to positions of these tiers"));
            made.undo_on(&mut at);
        }
    }
}
