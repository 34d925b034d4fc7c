//! Distances and optimal moves, read from tables by looking one move ahead.

use super::Routes;
use crate::atlas::SetTable;
use crate::puzzle::{Metric, Move, Position};
use crate::space::Space;
use crate::table::TableError;
use smallvec::SmallVec;

/// A piece set's space with its tables, one for each metric in the order of [`Metric::ALL`].
#[derive(Clone, Debug)]
pub struct Guide<'p> {
    space: Space<'p>,
    /// Text of the piece set.
    name: String,
    tables: [SetTable; 3],
}

/// A move and the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub made: Move,
    /// The position after it.
    pub position: Position,
    /// For each metric, in the order of [`Metric::ALL`], whether the move is an optimal one.
    pub optimal: [bool; 3],
}

/// A position that one move leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// The move.
    pub made: Move,
    /// The position after it.
    pub position: Position,
    /// Its distance under each metric, in the order of [`Metric::ALL`].
    pub distances: [Option<u16>; 3],
}

/// A position and everything that one move leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The position's index in its space.
    pub index: u64,
    /// The distance under each metric, in the order of [`Metric::ALL`].
    pub distances: [Option<u16>; 3],
    /// What every move of the finger metric leads to, in the order of the moves.
    pub neighbours: Vec<Neighbour>,
}

/// What the tables say of a position and of its best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The position's index in its space.
    pub index: u64,
    /// The distance under each metric, in the order of [`Metric::ALL`]; `None` where the goal cannot be
    /// reached.
    pub distances: [Option<u16>; 3],
    /// The moves that are optimal under some metric, sorted by shape, from and to; none where the
    /// position is won or cannot be.
    pub steps: Vec<Step>,
}

impl Outlook {
    /// The distance under a metric, in moves.
    pub fn distance(&self, metric: Metric) -> Option<u16> {
        self.distances[metric as usize]
    }

    /// Whether the goal can be reached; under one metric it can where it can under another.
    pub fn is_solvable(&self) -> bool {
        self.distances.iter().all(Option::is_some)
    }
}

impl<'p> Guide<'p> {
    /// A guide from a space and its tables. A table with another number of entries than the space has
    /// positions is refused.
    pub fn new(space: Space<'p>, tables: [SetTable; 3]) -> Result<Self, TableError> {
        for table in &tables {
            table.check_fits(&space)?;
        }
        let name = space.puzzle().piece_set_text(space.piece_set());
        Ok(Self { space, name, tables })
    }

    /// The space.
    pub fn space(&self) -> &Space<'p> {
        &self.space
    }

    /// Text of the piece set, like `1h4v4s`.
    pub fn piece_set_text(&self) -> &str {
        &self.name
    }

    /// The table under a metric.
    pub fn table(&self, metric: Metric) -> &SetTable {
        &self.tables[metric as usize]
    }

    /// Looks a position and its neighbours up.
    ///
    /// # Panics
    ///
    /// Where the position is not of the guide's piece set.
    pub fn look_up(&self, position: &Position) -> Result<Outlook, TableError> {
        let place = self.space.locate(position).expect("the position is of the guide's piece set");
        let distances = self.distances_at(place.index)?;
        let wanted = distances.map(|distance| distance.and_then(|far: u16| far.checked_sub(1)));
        let mut outlook = Outlook { index: place.index, distances, steps: Vec::new() };
        if wanted == [None; 3] {
            return Ok(outlook);
        }
        let mut moves: SmallVec<[(Move, u64); 32]> = SmallVec::new();
        self.space.for_each_neighbour(position, &place, |made, index| moves.push((made, index)));
        // Entries lie far apart in memory: all are fetched before the first is looked at.
        let mut near: SmallVec<[[Option<u16>; 3]; 32]> = SmallVec::with_capacity(moves.len());
        for &(made, index) in &moves {
            let mut found = [None; 3];
            let allowed = self.tables.iter().zip(&mut found).skip(made.metric as usize);
            for (table, found) in allowed {
                *found = table.get(index)?;
            }
            near.push(found);
        }
        for (&(made, _), near) in moves.iter().zip(&near) {
            let optimal = [0, 1, 2].map(|m| near[m].is_some() && near[m] == wanted[m]);
            if optimal != [false; 3] {
                outlook.steps.push(Step { made, position: made.apply(position), optimal });
            }
        }
        Ok(outlook)
    }

    /// Looks a position and everything that one move leads to up.
    ///
    /// # Panics
    ///
    /// Where the position is not of the guide's piece set.
    pub fn survey(&self, position: &Position) -> Result<Survey, TableError> {
        let place = self.space.locate(position).expect("the position is of the guide's piece set");
        let mut moves: SmallVec<[(Move, u64); 32]> = SmallVec::new();
        self.space.for_each_neighbour(position, &place, |made, index| moves.push((made, index)));
        let neighbour = |&(made, index): &(Move, u64)| {
            let distances = self.distances_at(index)?;
            Ok(Neighbour { made, position: made.apply(position), distances })
        };
        let neighbours = moves.iter().map(neighbour).collect::<Result<_, TableError>>()?;
        Ok(Survey { index: place.index, distances: self.distances_at(place.index)?, neighbours })
    }

    /// The distances of a position alone, in the order of [`Metric::ALL`].
    ///
    /// # Panics
    ///
    /// Where the position is not of the guide's piece set.
    pub fn distances(&self, position: &Position) -> Result<[Option<u16>; 3], TableError> {
        let index = self.space.rank(position).expect("the position is of the guide's piece set");
        self.distances_at(index)
    }

    fn distances_at(&self, index: u64) -> Result<[Option<u16>; 3], TableError> {
        let mut distances = [None; 3];
        for (table, distance) in self.tables.iter().zip(&mut distances) {
            *distance = table.get(index)?;
        }
        Ok(distances)
    }

    /// The optimal solutions under a metric.
    pub fn routes(&self, metric: Metric) -> Routes<'_, 'p> {
        Routes::by_table(&self.space, metric, &self.tables[metric as usize])
    }
}
