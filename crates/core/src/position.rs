//! Positions and moves with their puzzle.

use crate::grid::Direction;
#[cfg(feature = "formats")]
use crate::interchange::{InterchangeError, read_board};
use crate::notation;
use crate::notation::NotationError;
use crate::numerals::counted;
use crate::puzzle_file::{PuzzleFile, PuzzleFileError, Setup};
use crate::rules;
use crate::rules::{Lettering, Metric, PieceSet, Puzzle, PuzzleError};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;
use thiserror::Error;

/// One legal arrangement of pieces on the board of a puzzle.
///
/// A position knows its puzzle, so an oracle of another puzzle refuses it. Two positions are equal
/// if their puzzles are equal and the same shapes are at the same places. `to_string()` gives the rows from the
/// top, joined by `/`.
///
/// Where each piece has its own sign, the pieces keep the signs of the first position along moves: see
/// [`lettered`](Self::lettered).
///
/// ```
/// use huarong::{Metric, Puzzle};
///
/// let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let moves = start.moves(Metric::Unit);
/// assert_eq!(moves.len(), 4);
/// assert_eq!(moves[0].to_string(), "small at column 2, row 4: down");
/// assert_eq!(moves[0].after().to_string(), "VBBV/VBBV/VHHV/V.SV/SS.S");
/// assert!(!start.is_goal());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position {
    puzzle: Puzzle,
    arrangement: rules::Arrangement,
    /// The signs of the pieces, if they can differ from those of the canonical text.
    lettering: Option<Arc<Lettering>>,
}

/// Errors in texts of puzzles.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum PuzzleTextError {
    /// A file that breaks the rules of the format.
    #[error(transparent)]
    File(#[from] PuzzleFileError),
    /// An impossible puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// No Rush Hour board.
    #[cfg(feature = "formats")]
    #[error(transparent)]
    Board(#[from] InterchangeError),
}

/// One move from a position: of one piece, or of a line of pieces under the multi metric.
///
/// Its text names the shape, column and row of the piece, counted from 1, and the directions of its path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    before: Position,
    made: rules::PieceMove,
}

impl Puzzle {
    /// Reads a position in any [notation](crate::notation::Notation), with any pieces that the puzzle allows.
    /// Pieces with signs keep those of the text: see [`Position::lettered`].
    ///
    /// ```
    /// use huarong::Puzzle;
    ///
    /// let puzzle = Puzzle::klotski();
    /// assert_eq!(puzzle.parse("1A9BF0C00")?, puzzle.parse("VBBV/VBBV/VHHV/VSSV/S..S")?);
    /// assert!(puzzle.parse("VBBV/VBBV/VHHV/VSSV").is_err(), "a row is missing");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let arrangement = notation::read(self, text)?;
        let lettering = || Arc::new(notation::lettering(self, &arrangement, text));
        let lettering = self.has_signs().then(lettering);
        Ok(Position { puzzle: self.clone(), arrangement, lettering })
    }
}

impl Position {
    /// The start of a puzzle file: TOML, as docs/reference/puzzle-file.md describes it.
    ///
    /// ```
    /// use huarong::{Metric, Oracle, Position};
    ///
    /// let start = Position::from_toml("name = 'Two cars'\nlengthwise = true\nstart = '''\nAAB\n..B\n...'''\ngoal = '''\n.AA\n...\n...'''")?;
    /// assert_eq!(Oracle::solve(&start, Metric::Straight)?.distance(&start)?, Some(2));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_toml(text: &str) -> Result<Self, PuzzleTextError> {
        let Setup { puzzle, start } = PuzzleFile::parse(text)?.setup()?;
        Ok(Self::of(&puzzle, start))
    }

    /// A Rush Hour board: 36 characters for 6x6. The goal is the red car at the right end of its row.
    ///
    /// `.` or `o` is an empty cell, `x` or `#` a wall. The red car is `X` if there is one, otherwise `A`. Any other
    /// character is a car. Rows can be joined, have `/` between them, or be lines. If they are joined, the board is square.
    ///
    /// ```
    /// use huarong::{Metric, Oracle, Position};
    ///
    /// let start = Position::from_rush("IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM")?;
    /// assert_eq!(start, Position::from_rush("IBB#../I..LDD/JAAL../J.KEEM/FFK..M/GGHHHM")?);
    /// assert_eq!(Oracle::solve(&start, Metric::Straight)?.distance(&start)?, Some(60));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "formats")]
    pub fn from_rush(text: &str) -> Result<Self, PuzzleTextError> {
        Self::from_toml(&read_board(text, "Rush Hour")?)
    }

    /// An arrangement that is known to be valid for the puzzle.
    #[doc(hidden)]
    pub fn of(puzzle: &Puzzle, arrangement: rules::Arrangement) -> Self {
        Self { puzzle: puzzle.clone(), arrangement, lettering: None }
    }

    /// The position with an arrangement of shapes; `None` if it is not valid for the puzzle.
    pub fn new(puzzle: &Puzzle, arrangement: rules::Arrangement) -> Option<Self> {
        let is_one = puzzle.holds(&arrangement);
        is_one.then(|| Self::of(puzzle, arrangement))
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The places of the pieces.
    pub fn arrangement(&self) -> &rules::Arrangement {
        &self.arrangement
    }

    /// The signs of the pieces. A position that was read has those of its text, and pieces keep them in the positions
    /// after moves. Any other position has those of its canonical text.
    pub fn lettering(&self) -> Lettering {
        let own = self.lettering.as_deref().cloned();
        own.unwrap_or_else(|| Lettering::of(&self.puzzle, &self.arrangement))
    }

    /// Whether the pieces of an equal position have the same [signs](Self::lettering).
    #[doc(hidden)]
    pub fn has_signs_of(&self, equal: &Self) -> bool {
        self.lettering == equal.lettering || self.lettering() == equal.lettering()
    }

    /// The text with the [signs that the pieces keep](Self::lettering). [`Puzzle::parse`] reads it. The canonical text
    /// is `to_string()`: it gives interchangeable pieces their signs in reading order.
    ///
    /// ```
    /// use huarong::{Metric, Position};
    ///
    /// let start = Position::from_toml(
    ///     "name = 'Bars'\nlengthwise = true\nstart = '''\n.BB\nCC.\nA..'''\ngoal = '''\n...\n...\n..A'''",
    /// )?;
    /// let after = start.moves(Metric::Unit)[0].after();
    /// assert_eq!(start.puzzle().parse(&after.lettered())?, after);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn lettered(&self) -> String {
        match &self.lettering {
            Some(lettering) => lettering.text(&self.puzzle),
            None => self.to_string(),
        }
    }

    /// The number of pieces of each shape.
    pub fn piece_set(&self) -> PieceSet {
        self.arrangement.piece_set()
    }

    /// Whether it is a goal position.
    pub fn is_goal(&self) -> bool {
        self.puzzle.goal().is_satisfied_by(&self.arrangement)
    }

    /// All moves that count as one under a metric, sorted by shape, from and to.
    pub fn moves(&self, metric: Metric) -> Vec<Move> {
        let moves = self.puzzle.moves(&self.arrangement, metric).into_iter();
        moves.map(|made| Move { before: self.clone(), made }).collect()
    }

    /// The move of a probe, with this position; `None` if it is not legal here.
    ///
    /// ```
    /// use huarong::{Metric, Oracle, Puzzle};
    ///
    /// let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
    /// let probe = Oracle::search(&start, Metric::Finger)?.probe(&start)?;
    /// let first = start.legal_move(&probe.moves[0].made).expect("it is a move of the start");
    /// assert_eq!(first.to_string(), "small at column 2, row 4: down");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_move(&self, made: &rules::PieceMove) -> Option<Move> {
        let loosest = match made.metric {
            Metric::Multi => Metric::Multi,
            _ => Metric::Finger,
        };
        let legal = self.puzzle.moves(&self.arrangement, loosest);
        legal.contains(made).then(|| self.with(made.clone()))
    }

    /// The left-right mirror image; `None` if the puzzle is not symmetric.
    pub fn mirror(&self) -> Option<Self> {
        let image = self.puzzle.mirror(&self.arrangement)?;
        Some(Self::of(&self.puzzle, image))
    }

    /// A move from here that is known to be legal.
    #[doc(hidden)]
    pub fn with(&self, made: rules::PieceMove) -> Move {
        Move { before: self.clone(), made }
    }
}

impl Deref for Position {
    type Target = rules::Arrangement;

    fn deref(&self) -> &rules::Arrangement {
        &self.arrangement
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.arrangement == other.arrangement && self.puzzle == other.puzzle
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.arrangement.hash(state);
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.puzzle.position_text(&self.arrangement))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

impl Move {
    /// The position before the move.
    pub fn before(&self) -> &Position {
        &self.before
    }

    /// The position after the move.
    pub fn after(&self) -> Position {
        let Position { puzzle, arrangement, .. } = &self.before;
        let lettering = puzzle.has_signs().then(|| {
            let mut lettering = self.before.lettering();
            lettering.make(&self.made);
            Arc::new(lettering)
        });
        let arrangement = self.made.apply(arrangement);
        Position { puzzle: puzzle.clone(), arrangement, lettering }
    }

    /// The strictest metric that counts it as one move.
    pub fn metric(&self) -> Metric {
        self.made.metric
    }

    /// The name of the shape of the piece.
    pub fn shape(&self) -> &str {
        self.before.puzzle.shapes()[self.made.shape].name()
    }

    /// The sign that the piece [keeps](Position::lettered); `None` if pieces have the letters of their shapes. In a
    /// solution, it is the sign of the piece in the start.
    pub fn piece(&self) -> Option<char> {
        match &self.before.lettering {
            Some(lettering) => lettering.sign(self.made.shape, self.made.from),
            None => self.sign(),
        }
    }

    /// The sign of the piece in the canonical text of the position before the move; `None` if pieces have the letters of
    /// their shapes.
    pub fn sign(&self) -> Option<char> {
        let Position { puzzle, arrangement, .. } = &self.before;
        let sign = || puzzle.sign_of(arrangement, self.made.shape, self.made.from);
        puzzle.has_signs().then(sign)
    }

    /// Column and row, from 0, of the piece's anchor before the move.
    pub fn from(&self) -> (u8, u8) {
        self.place(self.made.from)
    }

    /// Column and row, from 0, of the piece's anchor after the move. For a piece that leaves through a door, this is its last
    /// place on the board.
    pub fn to(&self) -> (u8, u8) {
        self.place(self.before.puzzle.last_place(&self.before.arrangement, &self.made))
    }

    /// Whether the piece leaves the board and is gone.
    ///
    /// ```
    /// use huarong::{Metric, Position};
    ///
    /// let start = Position::from_toml("name = 'Door'\nstart = 'A.'\ndoors = '''\n....\n...A\n....'''")?;
    /// let out = start.moves(Metric::Straight).into_iter().find(|made| made.leaves()).expect("a way out");
    /// assert_eq!(out.to_string(), "1x1 at column 1, row 1: right, right, out");
    /// assert_eq!((out.to(), out.after().to_string()), ((1, 0), "..".to_owned()));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn leaves(&self) -> bool {
        self.made.leaves()
    }

    /// The sign of the next layer, if the piece passes a door and stays on the board as that layer.
    pub fn becomes(&self) -> Option<char> {
        let (shape, _) = self.made.becomes()?;
        Some(self.before.puzzle.shapes()[shape].sign(0))
    }

    /// The number of pieces that move: more than one only for a line.
    pub fn pieces(&self) -> usize {
        self.made.pieces().count()
    }

    /// A shortest path of the piece, as steps from cell to cell, at least one. The last step of a piece that leaves is the one
    /// into the door.
    pub fn path(&self) -> Vec<Direction> {
        self.before.puzzle.path(&self.before.arrangement, &self.made)
    }

    /// The move by shape and cells.
    pub fn made(&self) -> rules::PieceMove {
        self.made.clone()
    }

    fn place(&self, cell: crate::grid::Cell) -> (u8, u8) {
        let board = self.before.puzzle.board();
        (board.column(cell), board.row(cell))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = self.from();
        write!(f, "{} at column {}, row {}:", self.shape(), column + 1, row + 1)?;
        for (number, direction) in self.path().into_iter().enumerate() {
            write!(f, "{} {}", if number > 0 { "," } else { "" }, direction.name())?;
        }
        if self.leaves() {
            return f.write_str(", out");
        }
        if let Some(layer) = self.becomes() {
            return write!(f, ", becomes {layer}");
        }
        match self.pieces() - 1 {
            0 => Ok(()),
            behind => write!(f, ", with {} behind", counted(behind as u64, "piece")),
        }
    }
}
