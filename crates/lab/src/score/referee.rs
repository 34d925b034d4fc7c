//! Judges answers by exact distances.

use super::answer::UnreadAnswer;
use super::asked::Asked;
use super::move_reader::{MoveError, MoveReader, Played};
use super::places::prepared;
use super::shared::KnownDistances;
use super::written::Cells;
use huarong_core::position::Position;
use huarong_core::rules::{Arrangement, Metric, UnknownName};
use huarong_oracle::analysis::Answer as Known;
use huarong_oracle::{Options, Oracle, OracleError, Planner, Question};
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
    pub(super) reader: MoveReader,
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

impl Referee {
    /// The referee of a start with a distance.
    pub(super) fn new(
        start: &Position,
        metric: Metric,
        planner: Arc<Planner>,
        distances: KnownDistances,
        optimal: Option<u16>,
    ) -> Self {
        Self { reader: MoveReader::new(start, metric), planner, distances, optimal }
    }

    /// The referee of a start whose distance an oracle knows.
    ///
    /// # Errors
    ///
    /// If the oracle does not know the distance under the metric.
    pub fn by(oracle: &Oracle, start: &Position, metric: Metric) -> Result<Self, OracleError> {
        let distances = KnownDistances::from(oracle.clone());
        let optimal = distances.of(metric, start)?.found();
        Ok(Self::new(start, metric, Arc::new(Planner::without_spaces()), distances, optimal))
    }

    /// The start.
    pub fn start(&self) -> &Position {
        self.reader.start()
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
        match self.reader.read(cells, answer, true) {
            Ok((reading, written, played)) => self.judge(reading, &written, played, options),
            Err(unread) => Ok(self.unread(&unread)),
        }
    }

    /// The score of an answer that cannot be read.
    pub(super) fn unread(&self, unread: &UnreadAnswer) -> Score {
        Score { error: Some(MoveError::unread(unread)), ..self.unmoved() }
    }

    /// The score of an answer without moves.
    pub(super) fn unmoved(&self) -> Score {
        let (optimal, distance) = (self.optimal, self.optimal);
        Score { optimal, distance, lost_moves: distance.map(|_| 0), ..Score::default() }
    }

    fn judge(
        &self,
        reading: String,
        written: &[&str],
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
        let error = played.error(written);
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
            let mut at = self.start().arrangement().clone();
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
        match self.distances.of(self.reader.metric(), position)? {
            Known::Found(moves) => Ok(Some(moves)),
            Known::Unreachable => Ok(None),
            // Of large puzzles not all reachable positions are known.
            Known::Unknown => {
                let position = Position::of(self.start().puzzle(), position.clone());
                let options = options.metrics(&[self.reader.metric()]);
                self.planner.ask(Question::Solution, &position, &options)?.distance(&position)
            }
        }
    }
}
