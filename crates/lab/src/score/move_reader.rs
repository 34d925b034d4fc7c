//! Reads moves that people and models write, and makes them on a board.

use super::answer::{self, UnreadAnswer};
use super::places::{self, Place, prepared};
use super::play::{Illegal, Moves, Play};
use super::tokens::Signs;
use super::written::Cells;
use huarong_core::klotski;
use huarong_core::position::Position;
use huarong_core::rules::{Arrangement, Freedom, Lettering, Metric, PieceMove};
use std::cmp::Reverse;
use std::fmt;

/// Reads the moves of texts about one start. The book lists what is read.
///
/// ```
/// use huarong::score::MoveReader;
/// use huarong::{Metric, Position};
///
/// let start = Position::from_rush("GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.")?;
/// let reader = MoveReader::new(&start, Metric::Straight);
/// let (moves, error) = reader.moves("M↑ C right 1, B left 1");
/// assert_eq!(moves.len(), 1);
/// assert_eq!(error.map(|error| error.to_string()).as_deref(), Some("C right 1: C is blocked by K"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MoveReader {
    start: Position,
    metric: Metric,
    lettering: Lettering,
    /// Whether pieces keep their signs. Otherwise they have those of each position.
    keeps_signs: bool,
    /// The sign of the red car of a Rush Hour board.
    red: Option<char>,
    /// The names of the pieces of Klotski in Chinese, the longest first, with the signs that sheets have.
    names: Vec<(String, char)>,
    /// Whether pieces have these names and signs.
    has_names: bool,
}

/// The first error of a text with moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveError {
    /// The number of the written move, from 1; 0 if the answer cannot be read.
    pub number: u32,
    /// The move as it is written.
    pub text: String,
    /// The kind of error in one word, such as `blocked`.
    pub kind: &'static str,
    /// What is wrong, in words.
    pub why: String,
}

/// The moves of an answer under one reading.
pub(super) struct Played {
    /// The legal moves, each with the number of the written move.
    pub moves: Vec<(PieceMove, u32)>,
    pub end: Arrangement,
    pub solved: bool,
    pub error: Option<(u32, Illegal)>,
}

/// The move and what is wrong; of a text that cannot be read, only why.
impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            0 => f.write_str(&self.why),
            _ => write!(f, "{}: {}", self.text, self.why),
        }
    }
}

impl MoveError {
    pub(super) fn unread(unread: &UnreadAnswer) -> Self {
        Self { number: 0, text: String::new(), kind: "unread", why: unread.to_string() }
    }
}

impl Played {
    /// The first error, with the text of its move.
    pub(super) fn error(&self, written: &[&str]) -> Option<MoveError> {
        let (number, illegal) = self.error.as_ref()?;
        Some(MoveError {
            number: *number,
            text: written[*number as usize - 1].to_owned(),
            kind: illegal.kind(),
            why: illegal.to_string(),
        })
    }
}

impl MoveReader {
    /// Reads moves of a metric from a start. Pieces have the signs of the start, and keep them.
    pub fn new(start: &Position, metric: Metric) -> Self {
        let lettering = start.lettering();
        let red = red_car(start, &lettering);
        let names = names(start);
        Self {
            start: start.clone(),
            metric,
            lettering,
            keeps_signs: true,
            red,
            names,
            has_names: false,
        }
    }

    /// The same with other signs of the pieces of the start, which they keep.
    pub fn with_lettering(self, lettering: Lettering) -> Self {
        Self { lettering, ..self }
    }

    /// The same with the signs of the canonical text of each position.
    pub fn with_signs_of_positions(self) -> Self {
        let lettering = Lettering::of(self.start.puzzle(), self.start.arrangement());
        Self { lettering, keeps_signs: false, ..self }
    }

    /// The start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    pub(super) fn metric(&self) -> Metric {
        self.metric
    }

    /// The moves of a text, as moves of the metric: those before the first error, and the error. A text that is not read whole
    /// has none.
    pub fn moves(&self, text: &str) -> (Vec<PieceMove>, Option<MoveError>) {
        match self.read(&Cells::ALL, &prepared(text), false) {
            Ok((_, written, played)) => {
                let error = played.error(&written);
                (played.moves.into_iter().map(|(made, _)| made).collect(), error)
            }
            Err(unread) => (Vec::new(), Some(MoveError::unread(&unread))),
        }
    }

    /// Reads a [prepared](places::prepared) answer, and makes its moves: all of them, or up to the goal.
    pub(super) fn read<'t>(
        &self,
        cells: &[Cells],
        text: &'t str,
        ends_at_goal: bool,
    ) -> Result<(String, Vec<&'t str>, Played), UnreadAnswer> {
        if let Some((place, positions)) = self.positions(text) {
            let made = positions.iter().map(|text| move |play: &Play<'_>| play.move_to(text));
            let played = self.play(cells[0], ends_at_goal, made);
            return Ok((format!("{place}, positions"), positions, played));
        }
        let plain = self.read_moves(cells, text, ends_at_goal);
        let is_named = || self.names.iter().any(|(name, _)| text.contains(name));
        let is_read = matches!(&plain, Ok((_, _, played)) if played.error.is_none());
        if is_read || !self.keeps_signs || !is_named() {
            return plain;
        }
        let lettering = Lettering::of_each(self.start.puzzle(), self.start.arrangement());
        let named = Self { lettering, has_names: true, ..self.clone() };
        named.read_moves(cells, text, ends_at_goal).or(plain)
    }

    /// Reads the moves of an answer that does not consist of positions.
    fn read_moves<'t>(
        &self,
        cells: &[Cells],
        text: &'t str,
        ends_at_goal: bool,
    ) -> Result<(String, Vec<&'t str>, Played), UnreadAnswer> {
        let names: &[_] = if self.has_names { &self.names } else { &[] };
        let signs = Signs::new(&self.lettering, self.red, names);
        let (place, moves) = answer::find(text, &signs)?;
        let play = |cells| {
            let made = moves.iter().map(|(_, made)| move |play: &Play<'_>| play.moves_of(made));
            self.play(cells, ends_at_goal, made)
        };
        let texts = moves.iter().map(|(text, _)| *text).collect();
        if !moves.iter().any(|(_, made)| made.has_cells()) {
            return Ok((format!("{place}, letters"), texts, play(cells[0])));
        }
        let mut readings: Vec<(Cells, Played)> =
            cells.iter().map(|&cells| (cells, play(cells))).collect();
        // The reading with the most legal moves.
        let rank = |played: &Played| (played.solved, played.moves.len());
        readings.sort_by_key(|(_, played)| Reverse(rank(played)));
        let (cells, best) = readings.remove(0);
        let differs =
            |other: &&(Cells, Played)| rank(&other.1) == rank(&best) && other.1.end != best.end;
        if let Some((other, _)) = readings.iter().find(differs) {
            return Err(UnreadAnswer::Cells(cells.name(), other.name()));
        }
        Ok((format!("{place}, {}", cells.name()), texts, best))
    }

    /// The positions of an answer that consists of positions.
    fn positions<'t>(&self, text: &'t str) -> Option<(Place, Vec<&'t str>)> {
        if !text.contains('/') {
            return None;
        }
        places::places(text).into_iter().find_map(|(place, parts)| {
            let [part] = parts[..] else { return None };
            let separators = |sign: char| sign.is_whitespace() || ",;\"'[]`".contains(sign);
            let texts: Vec<&str> = part
                .split(separators)
                .filter(|text| !text.is_empty())
                .map(|text| text.contains('/').then_some(text))
                .collect::<Option<_>>()?;
            let first = self.start.puzzle().parse_position(texts.first()?);
            first.is_ok().then_some((place, texts))
        })
    }

    /// Makes moves up to the first error, and to the goal if it ends them.
    fn play<M>(&self, cells: Cells, ends_at_goal: bool, moves: impl Iterator<Item = M>) -> Played
    where
        M: Fn(&Play<'_>) -> Result<Moves, Illegal>,
    {
        let goal = self.start.puzzle().goal();
        let signs = (self.lettering.clone(), self.keeps_signs);
        let mut play = Play::new(&self.start, self.metric, signs, cells);
        let mut played = Vec::with_capacity(moves.size_hint().0);
        let (mut solved, mut error) = (goal.is_satisfied_by(&play.position), None);
        'moves: for (number, read) in (1..).zip(moves) {
            if solved && ends_at_goal {
                break;
            }
            let moves = match read(&play) {
                Ok(moves) => moves,
                Err(illegal) => {
                    error = Some((number, illegal));
                    break;
                }
            };
            for made in moves {
                play.make(&made);
                played.push((made, number));
                solved = goal.is_satisfied_by(&play.position);
                if solved && ends_at_goal {
                    break 'moves;
                }
            }
        }
        Played { moves: played, end: play.position, solved, error }
    }
}

/// The names of the pieces of a Klotski position with their signs.
fn names(start: &Position) -> Vec<(String, char)> {
    let (puzzle, position) = (start.puzzle(), start.arrangement());
    if !klotski::has_pieces(puzzle) {
        return Vec::new();
    }
    let lettering = Lettering::of_each(puzzle, position);
    let all = [false, true].map(|simplified| klotski::chinese_names(puzzle, position, simplified));
    let signed = all
        .into_iter()
        .flatten()
        .filter_map(|((shape, at), name)| Some((name, lettering.sign(shape, at)?)));
    let mut names: Vec<(String, char)> = signed.collect();
    names.sort_by(|one, other| other.0.len().cmp(&one.0.len()).then_with(|| one.cmp(other)));
    names.dedup();
    names
}

/// The sign of the only piece that must reach a place, if all pieces move along their lengths.
fn red_car(start: &Position, lettering: &Lettering) -> Option<char> {
    let puzzle = start.puzzle();
    let [alternative] = puzzle.goal().alternatives() else { return None };
    let [(target, _)] = alternative[..] else { return None };
    let are_cars = puzzle.shapes().iter().all(|shape| shape.freedom() != Freedom::Both);
    let mut found = start.pieces().filter(|&(shape, _)| shape == target);
    let (shape, at) = found.next().filter(|_| are_cars)?;
    match found.next() {
        Some(_) => None,
        None => lettering.sign(shape, at),
    }
}
