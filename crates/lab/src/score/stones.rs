//! Moves in games of stones, judged by the values of positions.

use super::answer::UnreadAnswer;
use super::asked::Asked;
use super::move_reader::MoveError;
use super::places::{self, Place, prepared};
use super::referee::Score;
use super::replies::{plain, signs_apart};
use huarong_core::effort::Effort;
use huarong_games::lines::Lines;
use huarong_games::{Outcome, Position, ProofError, Prover, Question, StoneGame, each_cell};

/// Judges moves from one position of a game of stones. Make one for a position, and give it any number of answers.
///
/// ```
/// use huarong::games::{Position, Prover, StoneGame, lines::Lines};
/// use huarong::score::StoneReferee;
/// use huarong::search::Effort;
///
/// let game: Lines = "tic-tac-toe".parse()?;
/// let position = Position::parse("xo./..o/..x", game.board())?;
/// let referee = StoneReferee::new(&mut Prover::new(&game)?, position, Effort::UNLIMITED)?;
/// let score = referee.score("Answer: (2, 2)");
/// assert_eq!((score.correct, score.optimal, score.distance), (true, Some(1), Some(0)));
/// assert_eq!(referee.score("(1, 2)").error.map(|error| error.why).as_deref(), Some("there is a stone at (1, 2)"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StoneReferee {
    game: Lines,
    position: Position,
    moves: Vec<StoneMove>,
}

/// A move of the side to move, and its value for that side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoneMove {
    /// The number of the bit of its cell.
    pub cell: u32,
    pub outcome: Outcome,
    /// Plies from the move to the end, if it wins.
    pub plies: Option<u8>,
}

/// The place of a stone, with row and column counted from 1 at the upper left. With gravity, the row can be missing.
type Written = (Option<u16>, u16);

impl StoneReferee {
    /// Finds the value of each move of a position.
    ///
    /// # Errors
    ///
    /// If it is no position of the game, or if the work is cancelled.
    pub fn new(
        prover: &mut Prover<'_>,
        position: Position,
        effort: Effort<'_>,
    ) -> Result<Self, ProofError> {
        let game = prover.game().clone();
        // It refuses what is no position, and knows whether the game is over.
        let is_over = prover.prove(&position, Question::Outcome, effort)?.verdict.plies == Some(0);
        let places = if is_over { 0 } else { game.places(position.occupied()) };
        let value = |cell: u32| {
            let after = position.after(cell);
            let outcome = prover.prove(&after, Question::Outcome, effort)?.verdict.outcome.turned();
            let plies = match outcome {
                Outcome::Win => prover.prove(&after, Question::Plies, effort)?.verdict.plies,
                Outcome::Draw | Outcome::Loss => None,
            };
            Ok(StoneMove { cell, outcome, plies })
        };
        let moves = each_cell(places).map(value).collect::<Result<_, ProofError>>()?;
        Ok(Self { game, position, moves })
    }

    /// The legal moves with their values.
    pub(crate) fn moves(&self) -> &[StoneMove] {
        &self.moves
    }

    /// The number of plies of a win; `None` if the side to move does not win.
    pub(crate) fn optimal(&self) -> Option<u16> {
        let plies = self.moves.iter().filter_map(|made| made.plies).min()?;
        Some(u16::from(plies) + 1)
    }

    /// A move as it is written: with gravity its column, otherwise `(row, column)`, counted from 1 at the upper left.
    pub(crate) fn text(&self, cell: u32) -> String {
        let (columns, rows) = self.game.board();
        let (row, column) = (cell / u32::from(columns), cell % u32::from(columns) + 1);
        match self.game.has_gravity() {
            true => column.to_string(),
            false => format!("({}, {column})", u32::from(rows) - row),
        }
    }

    /// Judges the answer to the question for a best move. With gravity it is a column, otherwise a cell as (row, column). Both count
    /// from 1 at the upper left. It is right if no other move has a better result; a slower win is right, too.
    pub fn score(&self, answer: &str) -> Score {
        let optimal = self.optimal();
        let unmoved = Score {
            asked: Asked::Next,
            optimal,
            distance: optimal,
            lost_moves: optimal.map(|_| 0),
            ..Score::default()
        };
        let has_gravity = self.game.has_gravity();
        let read = |part| Ok(written(part, has_gravity));
        let kind = if has_gravity { "column" } else { "cell as (row, column)" };
        let found = places::find(&prepared(answer), read);
        let (place, written) =
            match found.and_then(|found| found.ok_or(UnreadAnswer::NoAnswer(kind))) {
                Ok((place, written)) => (place, written),
                Err(unread) => return Score { error: Some(MoveError::unread(&unread)), ..unmoved },
            };
        let read = Score { reading: Some(reading(place, written)), written: 1, ..unmoved };
        let made = match self.made(written) {
            Ok(made) => made,
            Err((kind, why)) => {
                let text = name(written);
                let error = Some(MoveError { number: 1, text, kind, why });
                return Score { error, ..read };
            }
        };
        let best = self.moves.iter().map(|made| made.outcome).max();
        let correct = Some(made.outcome) == best;
        let distance = made.plies.map(u16::from);
        let lost_moves = distance.zip(optimal).map(|(left, optimal)| u32::from(left + 1 - optimal));
        Score {
            correct,
            legal: 1,
            first_detour: (!correct || lost_moves.is_some_and(|lost| lost > 0)).then_some(1),
            lost_moves,
            distance,
            ..read
        }
    }

    /// The legal move that was written, or the kind of error and what is wrong.
    fn made(&self, written: Written) -> Result<StoneMove, (&'static str, String)> {
        let (columns, rows) = self.game.board();
        let (row, column) = written;
        let is_on_board = (1..=u16::from(columns)).contains(&column)
            && row.is_none_or(|row| (1..=u16::from(rows)).contains(&row));
        if !is_on_board {
            return Err(("wall", format!("{} is not on the board", name(written))));
        }
        let is_it = |made: &&StoneMove| {
            let (its_row, its_column) =
                (made.cell / u32::from(columns), made.cell % u32::from(columns));
            its_column + 1 == column.into()
                && row.is_none_or(|row| its_row + u32::from(row) == rows.into())
        };
        let found = self.moves.iter().find(is_it).copied();
        found.ok_or_else(|| {
            let cell = row.map(|row| (u16::from(rows) - row) * u16::from(columns) + column - 1);
            let is_taken = cell.is_none_or(|cell| self.position.occupied() >> cell & 1 > 0);
            match (row, is_taken) {
                _ if self.moves.is_empty() => ("blocked", "the game is over".to_owned()),
                (None, _) => ("blocked", format!("column {column} is full")),
                (_, true) => ("blocked", format!("there is a stone at {}", name(written))),
                (_, false) => ("no_path", format!("a stone does not stay at {}", name(written))),
            }
        })
    }
}

/// A place as it is written.
fn name((row, column): Written) -> String {
    match row {
        Some(row) => format!("({row}, {column})"),
        None => format!("column {column}"),
    }
}

fn reading(place: Place, (row, _): Written) -> String {
    let kind = if row.is_some() { "row, column from 1" } else { "column from 1" };
    format!("{place}, {kind}")
}

/// Words around a place that do not change it.
const AROUND_PLACE: &[&str] = &[
    "i", "would", "play", "drop", "place", "put", "a", "my", "the", "stone", "piece", "disc", "x",
    "o", "in", "into", "at", "on", "to", "it", "cell", "square", "winning", "best", "move", "is",
    "answer", "and", "我", "把", "棋", "子", "下", "放", "落", "在", "第", "最", "好", "的", "一",
    "步", "是", "答", "案", "格",
];

/// The place that the first sentence of a text names: `4`, `(2, 3)`, `column 3, row 2`. A sign that can change a number, as in `-4`,
/// `4.5` or `1/3`, makes it unclear. So do 行 and 列 alone, which exchange their meanings between Taiwan and the mainland.
fn written(text: &str, has_gravity: bool) -> Option<Written> {
    let small = plain(text).lines().next()?.to_lowercase();
    let ends = |(at, sign): &(usize, char)| {
        let rest = &small[at + sign.len_utf8()..];
        ";!。".contains(*sign)
            || *sign == '.' && !rest.starts_with(|next: char| !next.is_whitespace())
    };
    let end = small.char_indices().find(ends).map_or(small.len(), |(at, _)| at);
    let mut sentence = small[..end].to_owned();
    for (label, word) in [("橫列", " row "), ("直欄", " column "), ("欄", " column ")] {
        sentence = sentence.replace(label, word);
    }
    let is_between = |sign: char| sign.is_whitespace() || ",、()[]{}*_`\"'$".contains(sign);
    let (mut numbers, mut labels) = (Vec::new(), Vec::new());
    for word in sentence.split(is_between) {
        // `Best move: (2, 3)`
        let word = word
            .strip_suffix(':')
            .filter(|word| !word.ends_with(|sign: char| sign.is_ascii_digit()))
            .unwrap_or(word);
        // Signs of Chinese are words.
        let is_wide = |sign: char| !sign.is_ascii();
        for word in word.split_inclusive(is_wide).flat_map(signs_apart) {
            match word {
                "row" => labels.push("row"),
                "column" | "col" => labels.push("column"),
                word if AROUND_PLACE.contains(&word) => {}
                word if word.bytes().all(|byte| byte.is_ascii_digit()) => {
                    numbers.push(word.parse().ok()?)
                }
                _ => return None,
            }
        }
    }
    match (&numbers[..], &labels[..]) {
        (&[column], [] | ["column"]) if has_gravity => Some((None, column)),
        (&[row, column], [] | ["row", "column"]) => Some((Some(row), column)),
        (&[column, row], ["column", "row"]) => Some((Some(row), column)),
        _ => None,
    }
}
