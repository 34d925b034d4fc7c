//! The signs of pieces, which the pieces keep when they move.

use super::arrangement::{Arrangement, ShapeId};
use super::doors::GONE;
use super::moves::PieceMove;
use super::puzzle::Puzzle;
use crate::grid::Cell;

/// The signs of the pieces of a position, which the pieces keep when they move.
///
/// The [canonical text](Puzzle::position_text) of a position gives interchangeable pieces their signs in reading order.
/// Along a solution, two of them can so exchange their signs. A lettering follows each piece from the start.
///
/// ```
/// use huarong::puzzle::Lettering;
/// use huarong::{Metric, Position};
///
/// let start = "name = 'Two bars'\nlengthwise = true\nstart = '''\n.AA\nBB.\nC..'''\ngoal = '''\n...\n...\n..C'''";
/// let start = Position::from_toml(start)?;
/// let (puzzle, mut position) = (start.puzzle(), start.arrangement().clone());
/// let mut lettering = Lettering::of(puzzle, &position);
/// for made in puzzle.moves(&position, Metric::Unit).into_iter().take(1) {
///     lettering.make(&made);
///     position = made.apply(&position);
/// }
/// assert_eq!(lettering.text(puzzle), "AA./BB./C..");
/// assert_eq!(puzzle.parse_position(&lettering.text(puzzle))?, position);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lettering(Vec<(ShapeId, Cell, char)>);

impl Lettering {
    /// The signs of the canonical text of a position.
    pub fn of(puzzle: &Puzzle, position: &Arrangement) -> Self {
        let sign = |(shape, at)| (shape, at, puzzle.sign_of(position, shape, at));
        position.pieces().map(sign).chain(Self::below(puzzle, position)).collect()
    }

    /// The signs of layers that are not on the board yet.
    fn below(
        puzzle: &Puzzle,
        position: &Arrangement,
    ) -> impl Iterator<Item = (ShapeId, Cell, char)> {
        let layers = puzzle.doors().map_or(&[][..], |doors| &doors.rules().layers);
        let hidden = layers.iter().flatten().filter(|&&shape| position.count(shape) == 0);
        hidden.map(|&shape| (shape, GONE, puzzle.shapes()[shape].sign(0)))
    }

    /// The signs that a text gives the pieces of its position. These are the signs of the canonical text if the text is
    /// no grid, or if pieces have no signs of their own.
    pub fn of_text(puzzle: &Puzzle, position: &Arrangement, text: &str) -> Self {
        let grid = puzzle.has_signs().then(|| puzzle.read_grid(text).ok()).flatten();
        let grid = grid.unwrap_or_default();
        let sign = |(shape, at): (ShapeId, Cell)| {
            let signs = puzzle.shapes()[shape].signs();
            let sign = grid.get(usize::from(at)).filter(|sign| signs.contains(sign))?;
            Some((shape, at, *sign))
        };
        let below = Self::below(puzzle, position).map(Some);
        let read: Option<Self> = position.pieces().map(sign).chain(below).collect();
        read.unwrap_or_else(|| Self::of(puzzle, position))
    }

    /// Signs of which each piece has one of its own. Where pieces have signs, these are the signs of the canonical text.
    /// Otherwise the pieces of the goal have the first letters, A to Z and a to z, and the others follow in reading order. Pieces
    /// beyond the last letter have none.
    pub fn of_each(puzzle: &Puzzle, position: &Arrangement) -> Self {
        if puzzle.has_signs() {
            return Self::of(puzzle, position);
        }
        let goals = puzzle.goal().alternatives();
        let in_goal = |shape| goals.iter().flatten().any(|&(wanted, _)| wanted == shape);
        let mut pieces: Vec<(ShapeId, Cell)> = position.pieces().collect();
        pieces.sort_by_key(|&(shape, anchor)| (!in_goal(shape), anchor));
        let letters = ('A'..='Z').chain('a'..='z');
        pieces.into_iter().zip(letters).map(|((shape, at), letter)| (shape, at, letter)).collect()
    }

    /// The sign of the piece of a shape with its anchor on a cell; `None` if no such piece has a sign.
    pub fn sign(&self, shape: ShapeId, anchor: Cell) -> Option<char> {
        let mut pieces = self.0.iter();
        let found = pieces.find(|&&(its, at, _)| (its, at) == (shape, anchor));
        found.map(|&(.., sign)| sign)
    }

    /// The pieces with a sign, also those that have left the board: shapes, anchors and signs, in any order.
    pub fn pieces(&self) -> impl Iterator<Item = (ShapeId, Cell, char)> + '_ {
        self.0.iter().copied()
    }

    /// Moves the pieces of a move with their signs. Pieces without signs are ignored.
    pub fn make(&mut self, made: &PieceMove) {
        for shift in made.shifts() {
            let mut pieces = self.0.iter_mut();
            let moved = pieces.find(|(shape, at, _)| (*shape, *at) == (shift.shape, shift.from));
            if let Some((_, at, _)) = moved {
                *at = shift.to;
            }
        }
    }

    /// The text of the position with these signs. [`Puzzle::parse_position`] reads it.
    pub fn text(&self, puzzle: &Puzzle) -> String {
        let blank = puzzle.blank();
        let mut drawn: Vec<char> = blank.text.iter().copied().map(char::from).collect();
        for &(shape, anchor, sign) in &self.0 {
            for cell in puzzle.footprint(shape, anchor) {
                drawn[usize::from(blank.places[usize::from(cell)])] = sign;
            }
        }
        drawn.into_iter().collect()
    }
}

/// From shapes, anchors and signs.
impl FromIterator<(ShapeId, Cell, char)> for Lettering {
    fn from_iter<I: IntoIterator<Item = (ShapeId, Cell, char)>>(pieces: I) -> Self {
        Self(pieces.into_iter().collect())
    }
}
