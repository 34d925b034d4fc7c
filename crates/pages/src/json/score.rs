//! Scores of answers.

use huarong_lab::score::{Reward, Score};
use serde::Serialize;

/// The object of a score, as `huarong score --format json` prints it for a line: with the reward by a rule.
///
/// ```
/// use huarong::score::{Referees, Reward};
/// use huarong::{Metric, Options, Position, json};
///
/// let (start, options) = (Position::from_rush("..B/AAB/.../...")?, Options::new());
/// let score = Referees::new().of(&start, Metric::Straight, &options)?.score("B+2 A+1", &options)?;
/// let object = serde_json::to_value(json::score(score, Reward::Solved))?;
/// assert_eq!((&object["moves"], &object["reward"]), (&2.into(), &1.0.into()));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn score(score: Score, reward: Reward) -> impl Serialize + Send + use<> {
    ScoreRecord::new(score, reward)
}

/// A score, with its reward.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ScoreRecord {
    /// None if the row has no score.
    pub question: Option<&'static str>,
    pub correct: bool,
    pub reading: Option<String>,
    pub written: u32,
    pub legal: u32,
    pub error_number: Option<u32>,
    pub error_move: Option<String>,
    pub error_kind: Option<&'static str>,
    pub error_why: Option<String>,
    pub solved: bool,
    pub moves: Option<u32>,
    pub optimal: Option<u16>,
    pub excess: Option<u32>,
    pub first_detour: Option<u32>,
    pub lost_moves: Option<u32>,
    /// The distance after the last legal move.
    pub distance: Option<u16>,
    pub reward: f64,
}

impl ScoreRecord {
    /// A score with its reward.
    pub fn new(score: Score, reward: Reward) -> Self {
        let reward = reward.of(&score);
        let (number, text, kind, why) = match score.error {
            Some(error) => {
                (Some(error.number), Some(error.text), Some(error.kind), Some(error.why))
            }
            None => (None, None, None, None),
        };
        Self {
            question: Some(score.asked.name()),
            correct: score.correct,
            reading: score.reading,
            written: score.written,
            legal: score.legal,
            error_number: number,
            error_move: text,
            error_kind: kind,
            error_why: why,
            solved: score.solved,
            moves: score.moves,
            optimal: score.optimal,
            excess: score.excess,
            first_detour: score.first_detour,
            lost_moves: score.lost_moves,
            distance: score.distance,
            reward,
        }
    }
}
