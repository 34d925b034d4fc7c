//! A task, and how it is made from an explored board.

use super::GENERATOR;
use super::explored::Explored;
use super::measure::Measure;
use super::order::{Split, TaskOrder};
use super::player::Player;
use super::words::Words;
use crate::score::Asked;
use huarong_core::grid::Direction;
use huarong_core::position::Position;
use huarong_core::rules::{Arrangement, PieceMove};
use huarong_oracle::OracleError;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// A question about a board, with its exact answer.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Task {
    /// Family, seed and number of the task.
    pub id: String,
    /// The version of the generator.
    pub generator: &'static str,
    /// The family of the board.
    pub family: String,
    /// The part of all tasks: `train`, `validation` or `test`.
    pub split: &'static str,
    /// The key of the component, equal for mirror images; of a tile puzzle or a game of stones, the key of the position.
    pub cluster: String,
    /// The question: `solve`, for example.
    pub question: &'static str,
    /// The language of the prompt.
    pub language: &'static str,
    /// The text for a model or a person.
    pub prompt: String,
    /// The board, with `/` between its rows.
    pub board: String,
    /// The same board as a position of its puzzle; `None` for a game of stones.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub start: Option<Position>,
    /// The number of the puzzle from which it comes, from 0, if the family is a list.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub puzzle: Option<usize>,
    /// The metric of moves; `None` for a game of stones.
    pub metric: Option<&'static str>,
    /// The moves that the question names.
    pub about: Option<Vec<String>>,
    /// The most moves of an answer, if the question has a limit.
    pub within: Option<u16>,
    /// The correct answer, or one of several.
    pub target: String,
    /// The answer of the player of the order. Simple players answer the questions for a solution and for a best move.
    pub answer: Option<String>,
    /// Number of moves of an optimal solution, or of plies to the end of a game; `None` if there is no solution.
    pub optimal: Option<u16>,
    /// An optimal solution; `None` for games of stones, too.
    pub solution: Option<Vec<String>>,
    /// The same solution as moves; none if there is no solution.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub moves: Vec<PieceMove>,
    /// Number of optimal solutions, as a text of any length; `None` for tile puzzles and games of stones.
    pub solution_count: Option<String>,
    /// Number of reachable positions; `None` if it is larger than any, and for games of stones.
    pub reachable: Option<u64>,
    /// Number of legal moves, and of best ones among them.
    pub mobility: u32,
    /// Number of best moves.
    pub best_moves: u32,
    /// Number of pieces or stones.
    pub pieces: u32,
    /// Number of empty cells.
    pub empty_cells: u32,
}

/// Longest list of moves in a question.
const MOST_MOVES_NAMED: usize = 6;

impl Explored {
    /// A task about a position; `None` if the question does not suit it.
    pub(super) fn task(
        &self,
        order: &TaskOrder,
        asked: Asked,
        at: &Arrangement,
        family: &str,
        generator: &mut ChaCha8Rng,
    ) -> Result<Option<Task>, OracleError> {
        let start = Position::of(self.rules(), at.clone());
        let words = Words {
            start: &start,
            metric: self.metric,
            language: order.language,
            drawing: order.drawing,
        };
        let optimal = self.distance(at)?;
        let legal = self.moves(at)?;
        let nearer = |far: &Option<u16>| far.is_some_and(|far| Some(far + 1) == optimal);
        let best: Vec<&PieceMove> =
            legal.iter().filter(|(_, far)| nearer(far)).map(|(made, _)| made).collect();
        let count = match optimal {
            Some(_) => self.count_solutions(&start)?,
            None => None,
        };
        let (pieces, empty_cells) =
            (start.pieces().count() as u32, self.rules().empty_cells(&start).count() as u32);
        let measured = |measure: Measure| match measure {
            Measure::SolutionCount => count.as_ref().map(|count| count.parse().unwrap_or(u64::MAX)),
            Measure::Reachable => self.reachable(),
            Measure::Mobility => Some(legal.len() as u64),
            Measure::BestMoves => Some(best.len() as u64),
            Measure::Pieces => Some(pieces.into()),
            Measure::EmptyCells => Some(empty_cells.into()),
        };
        if !order.holds(measured) {
            return Ok(None);
        }
        let solution = match optimal {
            Some(_) => self.solution(&start)?,
            None => None,
        };
        let texts = solution.as_ref().map(|moves| -> Vec<String> {
            moves.iter().map(|made| words.move_text(made.before(), &made.made())).collect()
        });
        let moves = solution.iter().flatten().map(|made| made.made()).collect();
        let yes = |is_so: bool| match (order.language, is_so) {
            (super::Language::English, true) => "yes",
            (super::Language::English, false) => "no",
            (super::Language::Chinese, true) => "是",
            (super::Language::Chinese, false) => "否",
        };
        let mut within = None;
        let (about, target) = match asked {
            Asked::Solve | Asked::Within => {
                let Some(solution) = texts.as_ref().filter(|moves| !moves.is_empty()) else {
                    return Ok(None);
                };
                if asked == Asked::Within {
                    within = optimal.map(|moves| moves + generator.random_range(0..=2));
                }
                (None, solution.join(", "))
            }
            Asked::Next => {
                let Some(made) = best.first() else { return Ok(None) };
                (None, words.move_text(&start, made))
            }
            Asked::Legal => {
                let is_legal = generator.random_range(0..2) == 0;
                let made = match is_legal {
                    true if legal.is_empty() => return Ok(None),
                    true => {
                        words.move_text(&start, &legal[generator.random_range(0..legal.len())].0)
                    }
                    false => match illegal(&start, &words, generator) {
                        Some(made) => made,
                        None => return Ok(None),
                    },
                };
                (Some(vec![made]), yes(is_legal).to_owned())
            }
            Asked::Board => {
                let mut at = start.clone();
                let mut made = Vec::new();
                for _ in 0..generator.random_range(2..=MOST_MOVES_NAMED) {
                    let moves = at.moves(self.metric);
                    if moves.is_empty() {
                        break;
                    }
                    let step = &moves[generator.random_range(0..moves.len())];
                    made.push(words.move_text(&at, &step.made()));
                    at = step.after();
                }
                if made.is_empty() {
                    return Ok(None);
                }
                (Some(made), at.lettered())
            }
            Asked::Solvable => (None, yes(optimal.is_some()).to_owned()),
            Asked::Length => match optimal {
                Some(moves) => (None, moves.to_string()),
                None => return Ok(None),
            },
            Asked::Mistake => match self.mistake(&start, &words, generator)? {
                Some((made, first)) => (Some(made), first.to_string()),
                None => return Ok(None),
            },
        };
        let answer = match (order.player, asked) {
            (None, _) => None,
            (Some(Player::Exact), _) => Some(target.clone()),
            (Some(player), Asked::Solve | Asked::Within | Asked::Next) => {
                let moves = player.moves(&start, self.metric).unwrap_or_default();
                let most = if asked == Asked::Next { 1 } else { moves.len() };
                let texts = moves.iter().take(most);
                let texts = texts.map(|made| words.move_text(made.before(), &made.made()));
                Some(texts.collect::<Vec<_>>().join(", "))
            }
            _ => None,
        };
        let key = self.key(at);
        Ok(Some(Task {
            // The stream numbers its tasks.
            id: String::new(),
            generator: GENERATOR,
            family: family.to_owned(),
            split: Split::of(key).name(),
            cluster: key.to_string(),
            question: asked.name(),
            language: order.language.name(),
            prompt: words.prompt(asked, about.as_deref().unwrap_or_default(), within),
            board: start.lettered(),
            puzzle: self.puzzle,
            metric: Some(self.metric.name()),
            about,
            within,
            target,
            answer,
            optimal,
            solution: texts,
            moves,
            solution_count: count,
            reachable: self.reachable(),
            mobility: legal.len() as u32,
            best_moves: best.len() as u32,
            pieces,
            empty_cells,
            start: Some(start),
        }))
    }

    /// Some moves of which one is the first that does not lead nearer to the goal, and its number.
    fn mistake(
        &self,
        start: &Position,
        words: &Words<'_>,
        generator: &mut ChaCha8Rng,
    ) -> Result<Option<(Vec<String>, usize)>, OracleError> {
        let first = generator.random_range(0..MOST_MOVES_NAMED - 1);
        let (mut at, mut texts) = (start.clone(), Vec::new());
        for number in 0..MOST_MOVES_NAMED {
            let Some(far) = self.distance(&at)?.filter(|&far| far > 0) else { break };
            let moves = self.moves(&at)?;
            let wanted: Vec<&PieceMove> = moves
                .iter()
                .filter(|(_, after)| (number == first) != (*after == Some(far - 1)))
                .map(|(made, _)| made)
                .collect();
            if wanted.is_empty() {
                break;
            }
            let made = wanted[generator.random_range(0..wanted.len())];
            texts.push(words.move_text(&at, made));
            at = at.with(made.clone()).after();
        }
        Ok((texts.len() > first).then_some((texts, first + 1)))
    }
}

/// Attempts to find a move that is not legal.
const ATTEMPTS: usize = 64;

/// A move that the rules do not allow.
fn illegal(start: &Position, words: &Words<'_>, generator: &mut ChaCha8Rng) -> Option<String> {
    let puzzle = start.puzzle();
    let pieces: Vec<_> = start.pieces().collect();
    for _ in 0..ATTEMPTS {
        let (shape, from) = pieces[generator.random_range(0..pieces.len())];
        let direction = Direction::ALL[generator.random_range(0..Direction::ALL.len())];
        // Few are across the axis of the piece, which is easy to see.
        if !puzzle.shapes()[shape].freedom().allows(direction) && generator.random_range(0..8) > 0 {
            continue;
        }
        let cells: i32 = generator.random_range(1..=3);
        let most = match words.metric {
            huarong_core::rules::Metric::Unit => 1,
            _ => cells as usize,
        };
        let steps = std::iter::repeat_n(direction, most);
        let made = puzzle.unit_moves(start.arrangement(), shape, from, steps);
        if made.count() < most {
            let name = words.piece(start, shape, from);
            return Some(format!("{name} {} {most}", words.direction(direction)));
        }
    }
    None
}
