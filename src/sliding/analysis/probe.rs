//! Distances and optimal moves, read from tables by looking one move ahead.

use super::{Answer, Routes};
use crate::sliding::atlas::SetTable;
use crate::sliding::rules::{Metric, Move, PerMetric, Position, Puzzle};
use crate::sliding::space::{Located, Space};
use crate::table::TableError;
use smallvec::SmallVec;

/// A piece set's space with its tables, one for each metric.
///
/// ```
/// use huarong::effort::Effort;
/// use huarong::sliding::analysis::{Answer, Tablebase};
/// use huarong::sliding::atlas::{Atlas, Plan};
/// use huarong::sliding::klotski;
/// use huarong::sliding::rules::{Metric, PerMetric};
/// use huarong::sliding::space::Space;
///
/// let directory = tempfile::tempdir()?;
/// let atlas = Atlas::new(klotski::family(), directory.path());
/// let puzzle = atlas.family().puzzle();
/// let set = puzzle.parse_piece_set("0h0v1s")?;
/// atlas.build(&Plan { piece_sets: Some(vec![set.clone()]), ..Plan::default() }, Effort::UNLIMITED)?;
///
/// let tables = atlas.tables_of(&set)?.map(|table| table.expect("it was just built"));
/// let tablebase = Tablebase::new(Space::new(puzzle, &set)?, tables)?;
/// let probe = tablebase.probe(&puzzle.parse_position("S.../BB../BB../..../....")?)?;
/// assert_eq!(probe.distances, PerMetric::new(3, 2, 1).map(Answer::Found));
/// assert_eq!(probe.best_moves(Metric::Finger).count(), 1);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tablebase {
    space: Space,
    /// Text of the piece set.
    name: String,
    tables: PerMetric<SetTable>,
}

/// What is known of a position: its distances, and every move with the distances after it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Probe {
    /// The number of the position in its space, from 0, where positions are numbered.
    pub index: Option<u64>,
    /// The distance under each metric, in moves.
    pub distances: PerMetric<Answer<u16>>,
    /// Every move of the finger metric, sorted by shape, from and to.
    pub moves: Vec<ProbedMove>,
}

/// A move and the distances of the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProbedMove {
    /// The move.
    pub made: Move,
    /// The distance of the position after it under each metric.
    pub distances: PerMetric<Answer<u16>>,
}

impl Probe {
    /// Whether moves lead to the goal, as far as known. If they do under one metric, they do under the others.
    pub fn is_solvable(&self) -> bool {
        self.distances.values().iter().any(|distance| distance.found().is_some())
    }

    /// Whether a move is optimal under a metric: one move under it, to a position one nearer to the goal.
    pub fn is_best(&self, probed: &ProbedMove, metric: Metric) -> bool {
        let nearer = self.distances[metric].found().and_then(|distance| distance.checked_sub(1));
        nearer.is_some()
            && probed.made.metric <= metric
            && probed.distances[metric].found() == nearer
    }

    /// The moves that are optimal under a metric; none where the position is a goal position, cannot reach the goal, or
    /// is not known.
    pub fn best_moves(&self, metric: Metric) -> impl Iterator<Item = &ProbedMove> {
        self.moves.iter().filter(move |probed| self.is_best(probed, metric))
    }
}

/// The probe of a position by the numbers of its space, in which it is located.
pub(crate) fn probe_in_space<E>(
    space: &Space,
    position: &Position,
    at: &Located,
    distances_at: impl Fn(u64) -> Result<PerMetric<Answer<u16>>, E>,
) -> Result<Probe, E> {
    let mut near: SmallVec<[(Move, u64); 16]> = SmallVec::new();
    space.for_each_neighbour(position, at, |made, index| near.push((made, index)));
    // Entries lie far apart in memory: all neighbours are found before the first entry is read.
    let mut moves = Vec::with_capacity(near.len());
    for (made, index) in near {
        moves.push(ProbedMove { made, distances: distances_at(index)? });
    }
    Ok(Probe { index: Some(at.index), distances: distances_at(at.index)?, moves })
}

/// The probe of a position whose space is not numbered, by the distances of positions.
pub(crate) fn probe_by_positions<E>(
    puzzle: &Puzzle,
    position: &Position,
    distances_of: impl Fn(&Position) -> Result<PerMetric<Answer<u16>>, E>,
) -> Result<Probe, E> {
    let mut after = position.clone();
    let probed = |made: Move| {
        made.apply_to(&mut after);
        let distances = distances_of(&after);
        made.undo_on(&mut after);
        Ok(ProbedMove { made, distances: distances? })
    };
    let moves = puzzle.moves(position, Metric::Finger).into_iter().map(probed);
    let moves = moves.collect::<Result<_, E>>()?;
    Ok(Probe { index: None, distances: distances_of(position)?, moves })
}

impl Tablebase {
    /// The tablebase of a space from its tables. A table with another number of entries than the space has positions
    /// is refused.
    pub fn new(space: Space, tables: PerMetric<SetTable>) -> Result<Self, TableError> {
        for table in tables.values() {
            table.check_fits(&space)?;
        }
        let name = space.puzzle().piece_set_text(space.piece_set());
        Ok(Self { space, name, tables })
    }

    /// The space.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Text of the piece set, like `1h4v4s`.
    pub fn piece_set_text(&self) -> &str {
        &self.name
    }

    /// The table under a metric.
    pub fn table(&self, metric: Metric) -> &SetTable {
        &self.tables[metric]
    }

    /// Checks that no other program has cut a mapped table since it was opened.
    pub fn check_length(&self) -> Result<(), TableError> {
        self.tables.values().iter().try_for_each(|found| found.table.check_length())
    }

    /// Looks a position and everything that one move leads to up.
    ///
    /// # Panics
    ///
    /// Where the position is not of the tablebase's piece set.
    pub fn probe(&self, position: &Position) -> Result<Probe, TableError> {
        let at = self.space.locate(position);
        let at = at.expect("the position is of the tablebase's piece set");
        probe_in_space(&self.space, position, &at, |index| {
            Ok(self.distances_at(index)?.map(Answer::from))
        })
    }

    /// The distances of a position alone.
    ///
    /// # Panics
    ///
    /// Where the position is not of the tablebase's piece set.
    pub fn distances(&self, position: &Position) -> Result<PerMetric<Option<u16>>, TableError> {
        let index = self.space.rank(position);
        self.distances_at(index.expect("the position is of the tablebase's piece set"))
    }

    #[inline]
    fn distances_at(&self, index: u64) -> Result<PerMetric<Option<u16>>, TableError> {
        PerMetric::try_each(|metric| self.tables[metric].get(index))
    }

    /// The optimal solutions under a metric.
    pub fn routes(&self, metric: Metric) -> Routes<'_> {
        Routes::by_table(&self.space, &self.tables[metric])
    }
}
