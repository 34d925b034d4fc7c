//! Decoys: pieces and walls without which a puzzle is as long.

use super::component_landscape::{LOST, Landscape};
use super::paths::OptimalPaths;
use huarong_core::effort::Effort;
use huarong_core::grid::Cell;
use huarong_core::rules::{Arrangement, Metric, Puzzle, ShapeId};
use huarong_search::{Component, ComponentError, Until, solution_length};

/// The decoys of a start: pieces and walls that only seem to matter.
///
/// ```
/// use huarong::difficulty::Decoys;
/// use huarong::search::Effort;
/// use huarong::{Metric, Position};
///
/// let file = "name = 'Decoys'\nstart = '''\nAB..\n..C#\n'''\ngoal = '''\n....\nA..#\n'''\n";
/// let start = Position::from_toml(file)?;
/// let decoys = Decoys::find(start.puzzle(), &start, Metric::Unit, Effort::UNLIMITED)?;
/// let decoys = decoys.expect("one move takes A down");
/// assert_eq!((decoys.pieces, decoys.walls), (vec![(1, 0), (2, 1)], vec![(3, 1)]));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decoys {
    /// The pieces that no optimal solution moves, and without which the optimal solutions are as long. Each is given by the
    /// column and row of its first cell in reading order, from 0.
    pub pieces: Vec<(u8, u8)>,
    /// The walls of the grid that make the optimal solutions no longer than a cell in their place, by column and row from 0.
    /// Walls with doors do not count.
    pub walls: Vec<(u8, u8)>,
}

impl Decoys {
    /// Finds the decoys of a start; `None` if it cannot reach the goal. Solves the puzzle without each piece that no optimal
    /// solution moves, and with a cell in place of each wall. Reports progress in positions.
    ///
    /// # Errors
    ///
    /// Returns an error if a search exceeds the memory limit, or if the observer cancels the work.
    ///
    /// # Panics
    ///
    /// Panics for the multi metric, whose moves take several pieces.
    pub fn find(
        puzzle: &Puzzle,
        start: &Arrangement,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, ComponentError> {
        assert!(metric.of_single_pieces().is_some(), "decoys depend on moves of single pieces");
        match unmoved(puzzle, start, metric, effort)? {
            Some((moves, unmoved)) => {
                Self::among((puzzle, start), moves, unmoved, metric, effort).map(Some)
            }
            None => Ok(None),
        }
    }

    /// The decoys of a start among the pieces that its optimal solutions do not move, and among its walls.
    fn among(
        (puzzle, start): (&Puzzle, &Arrangement),
        moves: u16,
        unmoved: Vec<Piece>,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Self, ComponentError> {
        let is_as_long =
            |changed| Ok::<_, ComponentError>(length(changed, metric, effort)? == Some(moves));
        let board = puzzle.board();
        let mut decoys = Self::default();
        for piece in unmoved {
            if is_as_long(puzzle.without_piece(piece, start))? {
                decoys.pieces.push((board.column(piece.1), board.row(piece.1)));
            }
        }
        for wall in board.walls() {
            if is_as_long(puzzle.with_wall_opened(wall, start))? {
                decoys.walls.push(wall);
            }
        }
        decoys.pieces.sort_unstable_by_key(|&(column, row)| (row, column));
        Ok(decoys)
    }
}

impl Landscape {
    /// The decoys of a start, which is a position of the landscape, as [`Decoys::find`] finds them.
    #[doc(hidden)]
    pub fn decoys(
        &self,
        start: &Arrangement,
        effort: Effort<'_>,
    ) -> Result<Option<Decoys>, ComponentError> {
        let node = self.node(start).filter(|&node| self.distance(node) != LOST);
        let Some(node) = node else { return Ok(None) };
        let paths = OptimalPaths::new(self, node);
        let nodes = || paths.descents.levels().iter().flat_map(|level| level.keys());
        let stays = |&(shape, anchor): &Piece| {
            nodes().all(|&node| {
                self.position(node as u32).anchors_of(shape).any(|other| other == anchor)
            })
        };
        let unmoved = start.pieces().filter(stays).collect();
        let of = (self.puzzle(), start);
        Decoys::among(of, self.distance(node), unmoved, self.metric(), effort).map(Some)
    }
}

/// Whether a start with so many moves becomes shorter whichever piece is left out, except those that the goal needs.
pub(crate) fn is_minimal(
    puzzle: &Puzzle,
    start: &Arrangement,
    moves: u16,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<bool, ComponentError> {
    for piece in start.pieces() {
        let without = length(puzzle.without_piece(piece, start), metric, effort)?;
        if without.is_some_and(|without| without >= moves) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The number of moves of a changed puzzle; `None` if it has no solution, or if the change gives no puzzle.
fn length(
    changed: Option<(Puzzle, Arrangement)>,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Option<u16>, ComponentError> {
    let length = |(puzzle, start)| solution_length(&puzzle, &start, metric, effort);
    changed.map_or(Ok(None), length)
}

/// The shape and the anchor of a piece.
type Piece = (ShapeId, Cell);

/// The number of moves of the optimal solutions, and the pieces that none of them moves. `None` if there are no solutions.
fn unmoved(
    puzzle: &Puzzle,
    start: &Arrangement,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Option<(u16, Vec<Piece>)>, ComponentError> {
    let explored = Component::explore(puzzle, start, metric, Until::Goal, effort)?;
    let left = effort.without(explored.bytes());
    let Some(on_paths) = explored.shortest_paths_to_goal(left)? else { return Ok(None) };
    // A piece that moves leaves its place, and no other piece comes there by the same move.
    let stays = |&(shape, anchor): &Piece| on_paths.all_have(shape, anchor);
    let moves = on_paths.levels().len() as u16 - 1;
    Ok(Some((moves, start.pieces().filter(stays).collect())))
}
