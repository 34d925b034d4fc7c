//! Rows of positions with their distances, and of moves between them, for files of other tools.

use crate::export::{Column, Kind, Rows, Texts, Values};
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::rules::{Arrangement, Metric, PerMetric};
use huarong_core::space::Space;
use huarong_oracle::analysis::Members;
use huarong_oracle::atlas::SetTable;
use huarong_tables::table::TableError;
use rayon::prelude::*;
use std::io;
use std::ops::Range;
use thiserror::Error;

/// Reason why rows ended early.
#[derive(Debug, Error)]
pub enum ListingError {
    /// A table could not be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Rows could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The observer cancelled the work.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The positions of a space, or of one component of it, in index order.
///
/// ```
/// use huarong::search::Effort;
/// use huarong_lab::export::{Rows, Values};
/// use huarong_lab::listing::Listing;
/// use huarong::Metric;
/// use huarong::puzzle::klotski;
/// use huarong::search::Space;
///
/// let puzzle = klotski::puzzle_on(2, 3)?;
/// let space = Space::new(&puzzle, &puzzle.parse_piece_set("0h0v0s")?)?;
/// let mut edges = Vec::new();
/// Listing::new(&space, None).edges(Metric::Finger, Effort::UNLIMITED, |rows| {
///     edges.push(rows);
///     Ok(())
/// })?;
/// // The big piece has two places, with a move between them.
/// assert_eq!(edges, [Rows(vec![Values::Numbers(vec![0]), Values::Numbers(vec![1])])]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Listing<'l> {
    space: &'l Space,
    members: Option<&'l Members>,
}

/// A column of a list of positions.
#[derive(Clone, Copy, Debug)]
pub enum PositionColumn<'l> {
    /// The piece set, in a column `piece_set`.
    PieceSet,
    /// The index, in a column `index`.
    Index,
    /// The text, in a column `position`.
    Text,
    /// The distances of a table, in a column with the name of its metric.
    Distance(&'l SetTable),
    /// The number of moves under a metric, in a column such as `finger_mobility`.
    Mobility(Metric),
    /// Numbers of all positions of the space in index order, in a column of this name.
    Numbers(&'static str, &'l [u64]),
}

impl PositionColumn<'_> {
    /// The name of the column of piece sets.
    pub const PIECE_SET: &'static str = "piece_set";

    /// Whether its values are about the pieces of a position.
    fn is_of_pieces(&self) -> bool {
        matches!(self, Self::Text | Self::Mobility(_))
    }
}

/// The names of the columns of [`PositionColumn::Mobility`].
const MOBILITY: PerMetric<&str> =
    PerMetric::new("unit_mobility", "straight_mobility", "finger_mobility");

/// The columns of a list of edges: the two ends, the lower index first.
pub const EDGE_COLUMNS: [Column; 2] =
    [Column { name: "u", kind: Kind::Number }, Column { name: "v", kind: Kind::Number }];

/// Number of positions for which one thread makes rows at a time.
const CHUNK: u64 = 1 << 15;

impl<'l> Listing<'l> {
    /// Lists the positions of a space, or only those of `members`.
    pub fn new(space: &'l Space, members: Option<&'l Members>) -> Self {
        Self { space, members }
    }

    /// The space.
    pub fn space(&self) -> &'l Space {
        self.space
    }

    /// Number of positions.
    pub fn len(&self) -> u64 {
        self.members.map_or(self.space.len(), Members::len)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Names and types of columns of positions.
    pub fn columns(&self, listed: &[PositionColumn<'_>]) -> Vec<Column> {
        let board = self.space.puzzle().board();
        let (width, height) = (usize::from(board.width()), usize::from(board.height()));
        let number = |name| Column { name, kind: Kind::Number };
        let column = |column: &PositionColumn<'_>| match *column {
            PositionColumn::PieceSet => {
                let signs = self.piece_set_text().chars().count();
                Column { name: PositionColumn::PIECE_SET, kind: Kind::Text { signs } }
            }
            PositionColumn::Index => number("index"),
            PositionColumn::Text => {
                // A separator stands between two rows of the board.
                let kind = Kind::Text { signs: width * height + height - 1 };
                Column { name: "position", kind }
            }
            PositionColumn::Distance(table) => {
                Column { name: table.metric.name(), kind: Kind::Distance }
            }
            PositionColumn::Mobility(metric) => number(MOBILITY[metric]),
            PositionColumn::Numbers(name, _) => number(name),
        };
        listed.iter().map(column).collect()
    }

    /// The text of the piece set.
    pub fn piece_set_text(&self) -> String {
        self.space.puzzle().piece_set_text(self.space.piece_set())
    }

    /// Writes rows of positions, batch by batch in index order. Reports progress in positions of the space.
    pub fn positions(
        &self,
        columns: &[PositionColumn<'_>],
        effort: Effort<'_>,
        write: impl FnMut(Rows) -> io::Result<()>,
    ) -> Result<(), ListingError> {
        self.in_order(effort, |range| self.rows(range, columns), write)
    }

    /// The rows of the listed positions of a range of indices.
    pub fn rows(
        &self,
        range: Range<u64>,
        columns: &[PositionColumn<'_>],
    ) -> Result<Rows, ListingError> {
        let listed: Vec<u64> = range.clone().filter(|&index| self.lists(index)).collect();
        if listed.is_empty() {
            return Ok(Rows(Vec::new()));
        }
        let positions: Vec<Arrangement> = match columns.iter().any(PositionColumn::is_of_pieces) {
            true => {
                let positions = range.clone().zip(self.space.iter_from(range.start));
                let positions = positions.filter(|&(index, _)| self.lists(index));
                positions.map(|(_, position)| position).collect()
            }
            false => Vec::new(),
        };
        let values =
            |column: &PositionColumn<'_>| self.values(*column, &range, &listed, &positions);
        columns.iter().map(values).collect::<Result<_, _>>().map(Rows)
    }

    /// The values of a column for the listed positions of a range.
    fn values(
        &self,
        column: PositionColumn<'_>,
        range: &Range<u64>,
        listed: &[u64],
        positions: &[Arrangement],
    ) -> Result<Values, ListingError> {
        let puzzle = self.space.puzzle();
        Ok(match column {
            PositionColumn::PieceSet => {
                let name = self.piece_set_text();
                let mut texts = Texts::default();
                listed.iter().for_each(|_| texts.push(|text| text.extend(name.as_bytes())));
                Values::Texts(texts)
            }
            PositionColumn::Index => Values::Numbers(listed.to_vec()),
            PositionColumn::Text => {
                let mut texts = Texts::default();
                for position in positions {
                    texts.push(|text| puzzle.write_position(position, text));
                }
                Values::Texts(texts)
            }
            PositionColumn::Distance(table) => {
                let distances = table.table.some_distances(&table.section, range.clone())?;
                let distances = listed.iter().map(|index| distances.get(index - range.start));
                Values::Distances(distances.collect())
            }
            PositionColumn::Mobility(metric) => {
                let moves = |position: &Arrangement| {
                    let mut moves = 0;
                    puzzle.for_each_move_under(metric, position, |_| moves += 1);
                    moves
                };
                Values::Numbers(positions.iter().map(moves).collect())
            }
            PositionColumn::Numbers(_, numbers) => {
                Values::Numbers(listed.iter().map(|&index| numbers[index as usize]).collect())
            }
        })
    }

    /// Writes one row per edge under a metric, with the lower index first, sorted by both. Progress and `write` are as
    /// for [`positions`](Self::positions).
    pub fn edges(
        &self,
        metric: Metric,
        effort: Effort<'_>,
        write: impl FnMut(Rows) -> io::Result<()>,
    ) -> Result<(), ListingError> {
        let rows = |range| {
            let (mut from, mut to) = (Vec::new(), Vec::new());
            let mut later = Vec::new();
            self.for_each_with_later(range, metric, |index, others| {
                later.clear();
                later.extend(others);
                later.sort_unstable();
                from.resize(from.len() + later.len(), index);
                to.extend_from_slice(&later);
            });
            Ok(Rows(vec![Values::Numbers(from), Values::Numbers(to)]))
        };
        self.in_order(effort, rows, write)
    }

    /// Number of rows that [`edges`](Self::edges) writes. Reports progress in positions of the space.
    pub fn count_edges(&self, metric: Metric, effort: Effort<'_>) -> Result<u64, Cancelled> {
        let count = |range: Range<u64>| {
            let (mut edges, len) = (0, range.end - range.start);
            self.for_each_with_later(range, metric, |_, others| edges += others.count() as u64);
            effort.done(len)?;
            Ok(edges)
        };
        (0..self.space.len().div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| count(self.chunk(chunk)))
            .try_reduce(|| 0, |a, b| Ok(a + b))
    }

    /// Calls `visit` for every listed position in a range, with its neighbours that have higher indices.
    fn for_each_with_later(
        &self,
        range: Range<u64>,
        metric: Metric,
        mut visit: impl FnMut(u64, &mut dyn Iterator<Item = u64>),
    ) {
        self.space.for_each_with_neighbours(range, |index, _, neighbours| {
            if self.lists(index) {
                let under = neighbours.iter().filter(|(strictest, _)| metric.includes(*strictest));
                visit(index, &mut under.map(|&(_, other)| other).filter(|&other| other > index));
            }
        });
    }

    fn lists(&self, index: u64) -> bool {
        self.members.is_none_or(|members| members.contains(index))
    }

    fn chunk(&self, chunk: u64) -> Range<u64> {
        chunk * CHUNK..self.space.len().min((chunk + 1) * CHUNK)
    }

    /// Makes rows of all positions, one chunk per thread, and writes them in order. It makes the next rows while it
    /// writes the previous ones.
    fn in_order(
        &self,
        effort: Effort<'_>,
        rows: impl Fn(Range<u64>) -> Result<Rows, ListingError> + Sync,
        mut write: impl FnMut(Rows) -> io::Result<()>,
    ) -> Result<(), ListingError> {
        let chunks = self.space.len().div_ceil(CHUNK);
        let at_once = rayon::current_num_threads() as u64;
        let make = |batch: u64| {
            let batch = batch * at_once..chunks.min((batch + 1) * at_once);
            let made = batch.into_par_iter().map(|chunk| {
                let range = self.chunk(chunk);
                let len = range.end - range.start;
                let rows = rows(range)?;
                effort.done(len)?;
                Ok(rows)
            });
            made.collect::<Result<Vec<Rows>, ListingError>>()
        };
        let batches = chunks.div_ceil(at_once);
        let mut made = if batches > 0 { make(0)? } else { Vec::new() };
        for next in 1..=batches {
            let mut following = Ok(Vec::new());
            let written = rayon::in_place_scope(|scope| {
                if next < batches {
                    scope.spawn(|_| following = make(next));
                }
                made.drain(..).filter(|rows| !rows.is_empty()).try_for_each(&mut write)
            });
            written?;
            made = following?;
        }
        Ok(())
    }
}
