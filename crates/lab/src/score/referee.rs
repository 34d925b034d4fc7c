//! Judges answers by exact distances.

use super::answer::{self, UnreadAnswer};
use super::asked::Asked;
use super::places::{self, Place, prepared};
use super::play::{Illegal, Play};
use super::shared::KnownDistances;
use super::tokens::Signs;
use super::written::{Cells, WrittenMove};
use huarong_core::position::Position;
use huarong_core::rules::{Arrangement, Freedom, Lettering, Metric, PieceMove, UnknownName};
use huarong_oracle::analysis::Answer as Known;
use huarong_oracle::{Options, OracleError, Planner, Question};
use std::cmp::Reverse;
use std::str::FromStr;
use std::sync::Arc;

/// Judges answers about one start. Make one for a start, and give it any number of answers.
///
/// ```
/// use huarong::score::{Referees, Reward};
/// use huarong::{Metric, Options, Position};
///
/// let start = Position::from_rush("GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.")?;
/// let referees = Referees::new();
/// let referee = referees.of(&start, Metric::Straight, &Options::new())?;
/// let score = referee.score("Answer: C right 1", &Options::new())?;
/// assert_eq!((score.legal, score.solved), (0, false));
/// assert_eq!(score.error.map(|error| error.why).as_deref(), Some("C is blocked by K"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Referee {
    start: Position,
    lettering: Lettering,
    /// The sign of the red car of a Rush Hour board.
    red: Option<char>,
    metric: Metric,
    planner: Arc<Planner>,
    distances: KnownDistances,
    /// The distance of the start; `None` if no moves lead to the goal.
    optimal: Option<u16>,
}

/// What an answer is worth. Moves are those of the metric, numbered from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Score {
    /// The question.
    pub asked: Asked,
    /// Whether the answer is right. If moves to the goal are asked for, they are legal and lead there.
    pub correct: bool,
    /// How the answer was read, such as `code block, letters`; `None` if it was not.
    pub reading: Option<String>,
    /// Number of moves that are written.
    pub written: u32,
    /// Number of legal moves before the first error, and up to the goal.
    pub legal: u32,
    /// The first error.
    pub error: Option<MoveError>,
    /// Whether the legal moves lead to the goal. Moves that are written after it do not count.
    pub solved: bool,
    /// Number of moves, if they lead to the goal.
    pub moves: Option<u32>,
    /// Number of moves of an optimal solution; `None` if there is no solution.
    pub optimal: Option<u16>,
    /// Number of moves beyond those of an optimal solution, if the answer solves the puzzle.
    pub excess: Option<u32>,
    /// The first legal move that lies on no optimal solution that begins with the moves before it.
    pub first_detour: Option<u32>,
    /// Number of moves that the legal ones lost: those that were made and those that are left, less the optimal ones. `None`
    /// if the goal can no longer be reached.
    pub lost_moves: Option<u32>,
    /// The distance after the last legal move; `None` if the goal cannot be reached from there.
    pub distance: Option<u16>,
}

/// The first error of an answer.
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

/// A rule that gives an answer a number from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reward {
    /// 1 for a right answer: a solution of any length.
    #[default]
    Solved,
    /// 1 for an optimal solution.
    Optimal,
    /// The optimal number of moves over that of the solution; 0 without one.
    Excess,
    /// 1 for a solution. Otherwise the share of the distance that the legal moves covered.
    Progress,
}

impl Reward {
    /// All rules.
    pub const ALL: [Self; 4] = [Self::Solved, Self::Optimal, Self::Excess, Self::Progress];

    /// The name: `solved`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Optimal => "optimal",
            Self::Excess => "excess",
            Self::Progress => "progress",
        }
    }

    /// The reward of an answer.
    pub fn of(self, score: &Score) -> f64 {
        let optimal = score.optimal.map(f64::from);
        let of_truth = |is_true: bool| f64::from(u8::from(is_true));
        match (self, optimal) {
            _ if score.asked != Asked::Solve => of_truth(score.correct),
            (Self::Solved, _) => of_truth(score.solved),
            (Self::Optimal, _) => of_truth(score.excess == Some(0)),
            (Self::Excess, Some(optimal)) => match score.moves {
                Some(0) => 1.0,
                Some(moves) => optimal / f64::from(moves),
                None => 0.0,
            },
            (Self::Progress, _) if score.solved => 1.0,
            (Self::Progress, Some(optimal)) if optimal > 0.0 => {
                let left = score.distance.map_or(optimal, f64::from);
                ((optimal - left) / optimal).max(0.0)
            }
            _ => 0.0,
        }
    }
}

impl FromStr for Reward {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        UnknownName::find("reward", &Self::ALL, Self::name, name)
    }
}

/// The moves of an answer under one reading.
pub(super) struct Played {
    /// The legal moves, each with the number of the written move.
    pub moves: Vec<(PieceMove, u32)>,
    pub end: Arrangement,
    pub solved: bool,
    pub error: Option<(u32, Illegal)>,
}

impl Referee {
    /// The referee of a start with a distance.
    pub(super) fn new(
        start: &Position,
        metric: Metric,
        planner: Arc<Planner>,
        distances: KnownDistances,
        optimal: Option<u16>,
    ) -> Self {
        let lettering = start.lettering();
        let red = red_car(start, &lettering);
        Self { start: start.clone(), lettering, red, metric, planner, distances, optimal }
    }

    /// The signs of the pieces.
    pub(super) fn lettering(&self) -> &Lettering {
        &self.lettering
    }

    /// The start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Number of moves of an optimal solution; `None` if there is no solution.
    pub fn optimal(&self) -> Option<u16> {
        self.optimal
    }

    /// Judges an answer: a text with moves. The book lists what is read.
    ///
    /// # Errors
    ///
    /// If a distance is needed that takes more memory than the limit, or if the work is cancelled. An answer that cannot be
    /// read is no error: its score says so.
    pub fn score(&self, answer: &str, options: &Options<'_>) -> Result<Score, OracleError> {
        self.score_with(&Cells::ALL, &prepared(answer), options)
    }

    /// Judges a [prepared](places::prepared) answer. `cells` are the ways in which cells can be read.
    pub(super) fn score_with(
        &self,
        cells: &[Cells],
        answer: &str,
        options: &Options<'_>,
    ) -> Result<Score, OracleError> {
        match self.read(cells, answer, true) {
            Ok((reading, written, played)) => self.judge(reading, &written, played, options),
            Err(unread) => Ok(self.unread(&unread)),
        }
    }

    /// The score of an answer that cannot be read.
    pub(super) fn unread(&self, unread: &UnreadAnswer) -> Score {
        let (text, why) = (String::new(), unread.to_string());
        let error = Some(MoveError { number: 0, text, kind: "unread", why });
        Score { error, ..self.unmoved() }
    }

    /// The score of an answer without moves.
    pub(super) fn unmoved(&self) -> Score {
        let (optimal, distance) = (self.optimal, self.optimal);
        Score { optimal, distance, lost_moves: distance.map(|_| 0), ..Score::default() }
    }

    /// Reads a [prepared](places::prepared) answer, and makes its moves: all of them, or up to the goal.
    pub(super) fn read(
        &self,
        cells: &[Cells],
        text: &str,
        ends_at_goal: bool,
    ) -> Result<(String, Vec<String>, Played), UnreadAnswer> {
        if let Some((place, positions)) = self.positions(text) {
            let made = positions.iter().map(|text| move |play: &mut Play<'_>| play.go_to(text));
            let played = self.play(cells[0], ends_at_goal, made);
            return Ok((format!("{place}, positions"), positions.clone(), played));
        }
        let signs = Signs { lettering: &self.lettering, red: self.red };
        let (place, moves) = answer::find(text, &signs)?;
        let texts = moves.iter().map(|made| made.text.clone()).collect();
        let play = |cells| {
            let made = moves.iter().map(|made| move |play: &mut Play<'_>| play.make(made));
            self.play(cells, ends_at_goal, made)
        };
        if !moves.iter().any(WrittenMove::has_cells) {
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
    fn positions(&self, text: &str) -> Option<(Place, Vec<String>)> {
        places::places(text).into_iter().find_map(|(place, parts)| {
            let [part] = parts[..] else { return None };
            let separators = |sign: char| sign.is_whitespace() || ",;\"'[]`".contains(sign);
            let texts: Vec<String> = part
                .split(separators)
                .filter(|text| !text.is_empty())
                .map(|text| text.contains('/').then(|| text.to_owned()))
                .collect::<Option<_>>()?;
            let first = self.start.puzzle().parse_position(texts.first()?);
            first.is_ok().then_some((place, texts))
        })
    }

    /// Makes moves up to the first error, and to the goal if it ends them.
    fn play<M>(&self, cells: Cells, ends_at_goal: bool, moves: impl Iterator<Item = M>) -> Played
    where
        M: Fn(&mut Play<'_>) -> Result<super::play::Moves, Illegal>,
    {
        let goal = self.start.puzzle().goal();
        let mut play = Play::new(&self.start, self.lettering.clone(), self.metric, cells);
        let mut end = self.start.arrangement().clone();
        let mut played = Vec::new();
        let (mut solved, mut error) = (goal.is_satisfied_by(&end), None);
        for (number, make) in (1..).zip(moves) {
            if solved && ends_at_goal {
                break;
            }
            match make(&mut play) {
                Ok(moves) => {
                    for made in moves {
                        made.apply_to(&mut end);
                        played.push((made, number));
                        solved = goal.is_satisfied_by(&end);
                        if solved && ends_at_goal {
                            break;
                        }
                    }
                }
                Err(illegal) => {
                    error = Some((number, illegal));
                    break;
                }
            }
        }
        Played { moves: played, end, solved, error }
    }

    fn judge(
        &self,
        reading: String,
        written: &[String],
        played: Played,
        options: &Options<'_>,
    ) -> Result<Score, OracleError> {
        let legal = played.moves.len() as u32;
        let distance = match played.solved {
            true => Some(0),
            false => self.distance(&played.end, options)?,
        };
        let lost_moves = self.lost(distance, legal);
        let first_detour = match lost_moves {
            Some(0) => None,
            _ if self.optimal.is_none() => None,
            _ => self.first_loss(&played, options)?,
        };
        let error = played.error.map(|(number, illegal)| MoveError {
            number,
            text: written[number as usize - 1].clone(),
            kind: illegal.kind(),
            why: illegal.to_string(),
        });
        let moves = played.solved.then_some(legal);
        let excess = moves.zip(self.optimal).map(|(moves, optimal)| moves - u32::from(optimal));
        Ok(Score {
            asked: Asked::Solve,
            correct: played.solved,
            reading: Some(reading),
            written: written.len() as u32,
            legal,
            error,
            solved: played.solved,
            moves,
            optimal: self.optimal,
            excess,
            first_detour,
            lost_moves,
            distance,
        })
    }

    /// Number of moves that some moves lost, by the distance after them.
    fn lost(&self, distance: Option<u16>, made: u32) -> Option<u32> {
        Some(u32::from(distance?) + made - u32::from(self.optimal?))
    }

    /// The number of the first move that does not lead nearer to the goal, from 1.
    pub(super) fn first_loss(
        &self,
        played: &Played,
        options: &Options<'_>,
    ) -> Result<Option<u32>, OracleError> {
        let has_lost = |made: u32| {
            let mut at = self.start.arrangement().clone();
            let moves = &played.moves[..made as usize];
            moves.iter().for_each(|(made, _)| made.apply_to(&mut at));
            Ok::<_, OracleError>(self.lost(self.distance(&at, options)?, made) != Some(0))
        };
        let (mut before, mut after) = (0, played.moves.len() as u32);
        if after == 0 || !has_lost(after)? {
            return Ok(None);
        }
        // What is lost never becomes less, so the first loss is found by halving.
        while before + 1 < after {
            let middle = before + (after - before) / 2;
            match has_lost(middle)? {
                false => before = middle,
                true => after = middle,
            }
        }
        Ok(Some(after))
    }

    /// The distance of a position after legal moves.
    pub(super) fn distance(
        &self,
        position: &Arrangement,
        options: &Options<'_>,
    ) -> Result<Option<u16>, OracleError> {
        match self.distances.of(self.metric, position)? {
            Known::Found(moves) => Ok(Some(moves)),
            Known::Unreachable => Ok(None),
            // Of large puzzles not all reachable positions are known.
            Known::Unknown => {
                let position = Position::of(self.start.puzzle(), position.clone());
                let options = options.metrics(&[self.metric]);
                self.planner.ask(Question::Solution, &position, &options)?.distance(&position)
            }
        }
    }
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
