//! Solutions as lists of moves.

use super::pieces::{column_and_row, is_false, layer_sign, piece};
use huarong_core::position;
use huarong_core::position::Position;
use huarong_core::rules::{Arrangement, GONE, Lettering, Metric, PieceMove, Puzzle};
use huarong_lab::difficulty::Difficulty;
use serde::Serialize;

/// The object of a solved position in `huarong solve --format json`: `position`, `metric`, `distance`, `verdict` and
/// `moves`. If pieces have signs, it also has `lettered`.
///
/// ```
/// use huarong::{Metric, Oracle, Puzzle, json};
///
/// let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let moves = Oracle::solve(&start, Metric::Finger)?.solution(&start)?.expect("moves lead to the goal");
/// let object = serde_json::to_value(json::solution(&start, Metric::Finger, &moves))?;
/// assert_eq!((&object["distance"], &object["verdict"]), (&81.into(), &"solved".into()));
/// assert_eq!(object["moves"][0], serde_json::to_value(json::one_move(&moves[0]))?);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If a move does not start where the one before it ended, the first one at `start`.
pub fn solution(
    start: &Position,
    metric: Metric,
    moves: &[position::Move],
) -> impl Serialize + use<> {
    let ends = moves.iter().map(position::Move::after);
    let froms = std::iter::once(start.clone()).chain(ends);
    assert!(froms.zip(moves).all(|(from, made)| *made.before() == from), "the moves are a path");
    let (puzzle, lettering) = (start.puzzle(), start.lettering());
    let moves: Vec<PieceMove> = moves.iter().map(position::Move::made).collect();
    let heading = Heading::new(puzzle, start, &lettering, None, metric, moves.len());
    Solution { heading, moves: MoveRecord::each(puzzle, start, &lettering, &moves) }
}

/// The object of a move in `moves` of [`solution`]: `shape`, `from`, `to`, and `position` after it. If pieces have signs, it
/// also has `piece`, `sign` and `lettered`.
pub fn one_move(made: &position::Move) -> impl Serialize + use<> {
    let before = made.before();
    MoveRecord::each(before.puzzle(), before, &before.lettering(), &[made.made()]).remove(0)
}

/// One solution.
#[derive(Serialize)]
pub struct Solution {
    #[serde(flatten)]
    pub heading: Heading,
    pub moves: Vec<MoveRecord>,
}

/// The ends of a solution, and its length.
#[derive(Serialize)]
pub struct Heading {
    pub position: String,
    /// The start with the signs that its pieces keep in `moves`, if they have signs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lettered: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    pub metric: &'static str,
    /// None if there is no solution, or none is proved to be optimal.
    pub distance: Option<usize>,
    pub verdict: Verdict,
    /// The measures of difficulty, if they are wanted; none of a position without a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Option<Difficulty>>,
}

/// What became of a position or a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Solved,
    Unsolvable,
    Undecided,
    /// The position was refused, or its search failed. Only one of several has this verdict.
    Failed,
}

/// A move, and the position after it.
#[derive(Clone, Serialize)]
pub struct MoveRecord {
    /// The sign of the piece in the start, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<char>,
    /// Its sign in the canonical text of the position before the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign: Option<char>,
    pub shape: String,
    pub from: [u8; 2],
    /// For a piece that leaves, its last place on the board.
    pub to: [u8; 2],
    /// Whether the piece leaves the board and is gone.
    #[serde(skip_serializing_if = "is_false")]
    pub leaves: bool,
    /// The sign of the next layer, if the piece passes a door and stays on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<char>,
    /// The other pieces of a line, each behind the one before it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub followers: Vec<FollowerRecord>,
    pub position: String,
    /// The position with the signs of the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lettered: Option<String>,
}

/// A piece that moves behind another one.
#[derive(Clone, Serialize)]
pub struct FollowerRecord {
    /// The sign of the piece in the start, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<char>,
    /// Its sign in the canonical text of the position before the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign: Option<char>,
    pub shape: String,
    pub from: [u8; 2],
    pub to: [u8; 2],
}

impl Heading {
    /// The heading of a position with a known distance, or without a solution.
    pub fn new(
        puzzle: &Puzzle,
        position: &Arrangement,
        lettering: &Lettering,
        target: Option<&Arrangement>,
        metric: Metric,
        distance: impl Into<Option<usize>>,
    ) -> Self {
        let distance = distance.into();
        let verdict = if distance.is_some() { Verdict::Solved } else { Verdict::Unsolvable };
        Self {
            position: puzzle.position_text(position),
            lettered: lettered(puzzle, lettering),
            target: target.map(|target| puzzle.position_text(target)),
            metric: metric.name(),
            distance,
            verdict,
            difficulty: None,
        }
    }
}

impl Verdict {
    pub fn text(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Undecided => "undecided",
            Self::Failed => "failed",
        }
    }
}

impl MoveRecord {
    /// The records of consecutive moves from a position, whose pieces keep their signs.
    pub fn each(
        puzzle: &Puzzle,
        start: &Arrangement,
        lettering: &Lettering,
        moves: &[PieceMove],
    ) -> Vec<Self> {
        let (mut position, mut lettering) = (start.clone(), lettering.clone());
        // The texts of the position before and after a move.
        let mut texts = Vec::new();
        puzzle.write_position(start, &mut texts);
        let record = |made: &PieceMove| {
            let mut pieces = made.pieces().map(|shift| {
                let sign = piece(puzzle, &position, shift.shape, shift.from);
                FollowerRecord {
                    piece: sign.and_then(|_| lettering.sign(shift.shape, shift.from)),
                    sign,
                    shape: puzzle.shapes()[shift.shape].name().to_owned(),
                    from: column_and_row(puzzle, shift.from),
                    to: match shift.to {
                        GONE => column_and_row(puzzle, puzzle.last_place(&position, made)),
                        to => column_and_row(puzzle, to),
                    },
                }
            });
            let front = pieces.next().expect("a move has a piece");
            let FollowerRecord { piece, sign, shape, from, to } = front;
            let followers = pieces.collect();
            let (leaves, becomes) = (made.leaves(), layer_sign(puzzle, made));
            let before = texts.len();
            puzzle.write_after(&position, 0..before, made, &mut texts);
            texts.drain(..before);
            let after = str::from_utf8(&texts).expect("signs are written as UTF-8").to_owned();
            made.apply_to(&mut position);
            lettering.make(made);
            let lettered = lettered(puzzle, &lettering);
            Self {
                piece,
                sign,
                shape,
                from,
                to,
                leaves,
                becomes,
                followers,
                position: after,
                lettered,
            }
        };
        moves.iter().map(record).collect()
    }
}

/// The text with the signs that pieces keep, if they have signs.
fn lettered(puzzle: &Puzzle, lettering: &Lettering) -> Option<String> {
    puzzle.has_signs().then(|| lettering.text(puzzle))
}
