//! Makes written moves on a board, and says why a move is not legal.

use super::written::{Cells, Path, PieceName, WrittenMove};
use huarong_core::grid::{Cell, Direction};
use huarong_core::position::Position;
use huarong_core::rules::{Arrangement, GONE, Lettering, Metric, PieceMove, Puzzle, ShapeId};
use smallvec::{SmallVec, smallvec};
use std::fmt;
use std::iter::repeat_n;

/// Why a written move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Illegal {
    /// No piece has this sign, or covers this cell.
    NoPiece(String),
    /// The piece has left the board.
    Gone(char),
    /// The piece moves along the other axis only.
    Axis {
        /// The sign of the piece.
        piece: char,
        /// How it moves: `left and right` or `up and down`.
        along: &'static str,
    },
    /// The piece waits until others have left.
    Frozen(char),
    /// The edge of the board or a wall is in the way.
    Wall(char),
    /// Another piece is in the way.
    Blocked {
        /// The sign of the piece.
        piece: char,
        /// The sign of the other piece.
        by: char,
    },
    /// No path leads there.
    NoPath(char),
    /// Several moves fit.
    Several(char),
    /// The position is no position of the puzzle.
    NoPosition(String),
    /// It is not one move.
    NotOneMove(Metric),
}

impl Illegal {
    /// The kind in one word.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NoPiece(_) => "no_piece",
            Self::Gone(_) => "gone",
            Self::Axis { .. } => "axis",
            Self::Frozen(_) => "frozen",
            Self::Wall(_) => "wall",
            Self::Blocked { .. } => "blocked",
            Self::NoPath(_) => "no_path",
            Self::Several(_) => "several",
            Self::NoPosition(_) => "no_position",
            Self::NotOneMove(_) => "not_one_move",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPiece(name) => write!(f, "there is no piece {name}"),
            Self::Gone(piece) => write!(f, "{piece} has left the board"),
            Self::Axis { piece, along } => write!(f, "{piece} moves only {along}"),
            Self::Frozen(piece) => write!(f, "{piece} is frozen"),
            Self::Wall(piece) => write!(f, "a wall or the edge of the board stops {piece}"),
            Self::Blocked { piece, by } => write!(f, "{piece} is blocked by {by}"),
            Self::NoPath(piece) => write!(f, "no path leads {piece} there"),
            Self::Several(piece) => write!(f, "several moves of {piece} fit"),
            Self::NoPosition(text) => write!(f, "{text} is no position of the puzzle"),
            Self::NotOneMove(metric) => write!(f, "this is not one {metric} move"),
        }
    }
}

/// Moves that count as one each.
pub(super) type Moves = SmallVec<[PieceMove; 1]>;

/// A board on which moves are made.
#[derive(Clone)]
pub(super) struct Play<'p> {
    puzzle: &'p Puzzle,
    metric: Metric,
    cells: Cells,
    pub position: Arrangement,
    lettering: Lettering,
    /// Whether pieces keep their signs. Otherwise they have those of each position.
    keeps_signs: bool,
}

impl<'p> Play<'p> {
    pub fn new(
        start: &'p Position,
        metric: Metric,
        (lettering, keeps_signs): (Lettering, bool),
        cells: Cells,
    ) -> Self {
        let (puzzle, position) = (start.puzzle(), start.arrangement().clone());
        Self { puzzle, metric, cells, position, lettering, keeps_signs }
    }

    /// Makes a move of the metric.
    pub fn make(&mut self, made: &PieceMove) {
        made.apply_to(&mut self.position);
        match self.keeps_signs {
            true => self.lettering.make(made),
            false => self.lettering = Lettering::of(self.puzzle, &self.position),
        }
    }

    /// The move to a position; none if it is there already.
    pub fn move_to(&self, text: &str) -> Result<Moves, Illegal> {
        let after = self.puzzle.parse_position(text);
        let after = after.map_err(|_| Illegal::NoPosition(text.to_owned()))?;
        if after == self.position {
            return Ok(Moves::new());
        }
        let moves = self.puzzle.moves(&self.position, self.metric);
        let made = moves.into_iter().find(|made| made.apply(&self.position) == after);
        Ok(smallvec![made.ok_or(Illegal::NotOneMove(self.metric))?])
    }

    /// A written move as moves of the metric.
    pub fn moves_of(&self, written: &WrittenMove) -> Result<Moves, Illegal> {
        let pieces = self.pieces(written.piece)?;
        let (mut found, mut refused) = (None, None);
        for &(shape, from) in &pieces {
            for moves in self.ways(written, shape, from) {
                match moves {
                    Ok(moves) if found.as_ref().is_some_and(|other| *other != moves) => {
                        return Err(Illegal::Several(self.sign(shape, from)));
                    }
                    Ok(moves) => found = Some(moves),
                    Err(illegal) => refused = refused.or(Some(illegal)),
                }
            }
        }
        let none = || Illegal::NoPiece(String::new());
        found.ok_or_else(|| refused.unwrap_or_else(none))
    }

    /// The moves of a piece that a written move can mean, or why each is not legal.
    fn ways(
        &self,
        written: &WrittenMove,
        shape: ShapeId,
        from: Cell,
    ) -> SmallVec<[Result<Moves, Illegal>; 2]> {
        if !written.followers.is_empty() {
            return smallvec![self.line(written, shape, from)];
        }
        match &written.path {
            Path::Steps(steps) => smallvec![self.steps(shape, from, steps)],
            &Path::Along(cells) => {
                let directions = match cells > 0 {
                    true => [Direction::Right, Direction::Down],
                    false => [Direction::Left, Direction::Up],
                };
                let freedom = self.puzzle.shapes()[shape].freedom();
                let directions = directions.into_iter().filter(|&side| freedom.allows(side));
                let cells = cells.unsigned_abs();
                directions.map(|side| self.steps(shape, from, &[(side, cells)])).collect()
            }
            &Path::To(cell) => {
                smallvec![self.to(shape, from, self.place_at(written.piece, from, cell))]
            }
            &Path::Through(cell) => {
                smallvec![self.through(shape, from, self.place_at(written.piece, from, cell))]
            }
        }
    }

    /// The pieces that a name can mean.
    fn pieces(&self, name: PieceName) -> Result<SmallVec<[(ShapeId, Cell); 4]>, Illegal> {
        let by_sign = |sign: char| {
            let is_it = |&(_, at, its): &(_, Cell, char)| its == sign && at != GONE;
            let found = self.lettering.pieces().filter(is_it);
            let mut found: SmallVec<[_; 4]> = found.map(|(shape, at, _)| (shape, at)).collect();
            found.sort_unstable();
            found
        };
        let by_cell = |place: Option<(u8, u8)>| {
            let (column, row) = place?;
            let cell = self.puzzle.board().cell(column, row)?;
            let covers = |&(shape, at): &(ShapeId, Cell)| {
                self.puzzle.footprint(shape, at).any(|own| own == cell)
            };
            self.position.pieces().find(covers)
        };
        let from_one = |column: u16, row: u16| {
            let from_zero = |number: u16| u8::try_from(number.checked_sub(1)?).ok();
            Some((from_zero(column)?, from_zero(row)?))
        };
        let at = |place, name: String| {
            let found = by_cell(place).ok_or_else(|| Illegal::NoPiece(format!("at {name}")))?;
            Ok(smallvec![found])
        };
        let signed_at = |sign: char, place| {
            let found =
                by_cell(place).filter(|&(shape, at)| self.lettering.sign(shape, at) == Some(sign));
            let name = || Illegal::NoPiece(format!("{sign} at that place"));
            Ok(smallvec![found.ok_or_else(name)?])
        };
        match name {
            PieceName::Sign(sign) => {
                let found = by_sign(sign);
                match found.is_empty() {
                    false => Ok(found),
                    true if self.has_left(sign) => Err(Illegal::Gone(sign)),
                    true => Err(Illegal::NoPiece(sign.to_string())),
                }
            }
            PieceName::Placed { sign, column, row } => signed_at(sign, from_one(column, row)),
            PieceName::SignCell(sign, cell) => signed_at(sign, self.cells.place(cell)),
            PieceName::At { column, row } => {
                at(from_one(column, row), format!("column {column}, row {row}"))
            }
            PieceName::Cell(cell) => {
                at(self.cells.place(cell), format!("({}, {})", cell[0], cell[1]))
            }
        }
    }

    fn has_left(&self, sign: char) -> bool {
        self.lettering.pieces().any(|(_, at, its)| (at, its) == (GONE, sign))
    }

    fn sign(&self, shape: ShapeId, at: Cell) -> char {
        self.lettering.sign(shape, at).unwrap_or_else(|| self.puzzle.shapes()[shape].letter())
    }

    /// The moves along directions, as moves of the metric.
    fn steps(
        &self,
        shape: ShapeId,
        from: Cell,
        steps: &[(Direction, u16)],
    ) -> Result<Moves, Illegal> {
        let mut sides = steps.iter().flat_map(|&(side, cells)| repeat_n(side, cells.into()));
        let mut units = self.puzzle.unit_moves(&self.position, shape, from, sides.clone());
        let (mut moves, mut last) = (Moves::new(), None);
        let stopped = sides.find(|&side| {
            let Some(unit) = units.next() else { return true };
            match moves.last_mut() {
                Some(run) if last == Some(side) && self.metric != Metric::Unit => {
                    *run = PieceMove { from: run.from, metric: Metric::Straight, ..unit };
                }
                _ => moves.push(unit),
            }
            last = Some(side);
            false
        });
        if let Some(side) = stopped {
            let at = moves.last().map_or(from, |made| made.to);
            match at {
                // A piece that has left can go on only as it left.
                GONE if Some(side) == last && sides.all(|next| next == side) => {}
                GONE => return Err(Illegal::Gone(self.sign(shape, from))),
                _ => return Err(self.illegal((shape, at), from, side)),
            }
        }
        if self.metric == Metric::Finger && moves.len() > 1 {
            let last = moves.pop().expect("there are several");
            moves = smallvec![PieceMove { from, metric: Metric::Finger, ..last }];
        }
        match moves.iter().any(|made| made.from == made.to) || moves.is_empty() {
            true => Err(Illegal::NotOneMove(self.metric)),
            false => Ok(moves),
        }
    }

    /// The place of a piece whose first cell, or whose named cell, comes to a cell.
    fn place_at(&self, name: PieceName, from: Cell, cell: [u16; 2]) -> Option<Cell> {
        let board = self.puzzle.board();
        let anchor = (i16::from(board.column(from)), i16::from(board.row(from)));
        let place = |cell: [u16; 2]| {
            let (column, row) = self.cells.place(cell)?;
            Some((i16::from(column), i16::from(row)))
        };
        let origin = match name {
            PieceName::Cell(cell) | PieceName::SignCell(_, cell) => place(cell).unwrap_or(anchor),
            _ => anchor,
        };
        let (column, row) = place(cell)?;
        let column = u8::try_from(anchor.0 + column - origin.0).ok()?;
        board.cell(column, u8::try_from(anchor.1 + row - origin.1).ok()?)
    }

    /// The move to a place, and through a door there.
    fn through(&self, shape: ShapeId, from: Cell, to: Option<Cell>) -> Result<Moves, Illegal> {
        let is_it = |made: &PieceMove| {
            let last = match made.to {
                GONE => self.puzzle.last_place(&self.position, made),
                to => to,
            };
            let passes = made.leaves() || made.becomes().is_some();
            (made.shape, made.from, Some(last)) == (shape, from, to) && passes
        };
        let found = self.puzzle.moves(&self.position, self.metric).into_iter().find(is_it);
        Ok(smallvec![found.ok_or(Illegal::NoPath(self.sign(shape, from)))?])
    }

    /// The moves to a place; `None` is outside of the board.
    fn to(&self, shape: ShapeId, from: Cell, to: Option<Cell>) -> Result<Moves, Illegal> {
        let board = self.puzzle.board();
        let piece = self.sign(shape, from);
        let anchor = (i16::from(board.column(from)), i16::from(board.row(from)));
        let to = to.ok_or(Illegal::Wall(piece))?;
        let made = PieceMove { shape, from, to, metric: Metric::Finger, followers: Box::default() };
        let path = self.puzzle.path(&self.position, &made);
        let (across, down) =
            (i16::from(board.column(to)) - anchor.0, i16::from(board.row(to)) - anchor.1);
        let straight = match (across, down) {
            (cells, 0) if cells > 0 => Some((Direction::Right, cells)),
            (cells, 0) if cells < 0 => Some((Direction::Left, cells)),
            (0, cells) if cells > 0 => Some((Direction::Down, cells)),
            (0, cells) if cells < 0 => Some((Direction::Up, cells)),
            _ => None,
        };
        match straight {
            // The steps say what is in the way.
            Some((side, cells)) if path.is_empty() => {
                self.steps(shape, from, &[(side, cells.unsigned_abs())])
            }
            _ if path.is_empty() => Err(Illegal::NoPath(piece)),
            _ => {
                let steps: Vec<_> = path.into_iter().map(|direction| (direction, 1)).collect();
                self.steps(shape, from, &steps)
            }
        }
    }

    /// The move of a line of pieces.
    fn line(&self, written: &WrittenMove, shape: ShapeId, from: Cell) -> Result<Moves, Illegal> {
        let Path::Steps(steps) = &written.path else {
            return Err(Illegal::NotOneMove(self.metric));
        };
        let others: Result<Vec<_>, _> =
            written.followers.iter().map(|&name| Ok(self.pieces(name)?[0])).collect();
        let mut pieces = vec![(shape, from)];
        pieces.extend(others?);
        let path: Vec<Direction> = steps.iter().map(|(direction, _)| *direction).collect();
        let is_it = |made: &PieceMove| {
            made.pieces().map(|shift| (shift.shape, shift.from)).eq(pieces.iter().copied())
                && self.puzzle.path(&self.position, made) == path
        };
        let found = self.puzzle.moves(&self.position, self.metric).into_iter().find(is_it);
        Ok(smallvec![found.ok_or(Illegal::NotOneMove(self.metric))?])
    }

    /// Why a piece cannot take a step from a place on its way.
    fn illegal(&self, (shape, at): (ShapeId, Cell), from: Cell, direction: Direction) -> Illegal {
        let (puzzle, piece) = (self.puzzle, self.sign(shape, from));
        let freedom = puzzle.shapes()[shape].freedom();
        if !freedom.allows(direction) {
            return Illegal::Axis { piece, along: freedom.along() };
        }
        if let Some(doors) = puzzle.doors() {
            let on_board = self.position.piece_set();
            if doors.is_frozen(shape, &on_board, puzzle.left(&on_board)) {
                return Illegal::Frozen(piece);
            }
        }
        let Some(to) = puzzle.lone_step(shape, at, direction) else { return Illegal::Wall(piece) };
        let covers = |cell: Cell| {
            let others = self.position.pieces().filter(|&other| other != (shape, from));
            let mut others =
                others.filter(|&(other, at)| puzzle.footprint(other, at).any(|own| own == cell));
            others.next()
        };
        match puzzle.footprint(shape, to).find_map(covers) {
            Some((other, at)) => Illegal::Blocked { piece, by: self.sign(other, at) },
            None => Illegal::Wall(piece),
        }
    }
}
