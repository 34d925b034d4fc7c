//! Questions that every interface answers.

use serde::Deserialize;
use std::fs;

/// A puzzle, and the answer about its start.
#[derive(Deserialize)]
pub struct Question {
    pub name: String,
    /// Its drawing.
    #[serde(default)]
    pub start: String,
    #[serde(default)]
    pub goals: Vec<String>,
    #[serde(default)]
    pub alike: Vec<String>,
    #[serde(default)]
    pub lengthwise: bool,
    /// The same as a puzzle file.
    pub toml: String,
    pub metric: String,
    /// The number of moves; none without a solution.
    pub distance: Option<u32>,
    /// The number of optimal solutions, if it is known.
    pub count: Option<u64>,
    /// A published number of moves.
    pub published: Option<u32>,
    /// Whether the tiles have the wrong parity.
    #[serde(default)]
    pub parity: bool,
    /// Whether it is no puzzle.
    #[serde(default)]
    pub wrong: bool,
}

/// All questions, in order.
pub fn questions() -> Vec<Question> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/questions.jsonl");
    let text = fs::read_to_string(path).expect("the data is there");
    text.lines().map(|line| serde_json::from_str(line).expect("a question")).collect()
}
