//! Orders of tasks.

use super::measure::{Condition, Measure};
use super::player::Player;
use crate::score::Asked;
use huarong_core::rules::{Metric, UnknownName};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The language of a prompt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese in traditional characters.
    Chinese,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// The code: `en` or `zh`.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
        }
    }
}

impl FromStr for Language {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        UnknownName::find("language", &Self::ALL, Self::name, name)
    }
}

/// How a prompt draws a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Drawing {
    /// Rows of letters.
    #[default]
    Rows,
    /// Rows of letters with the numbers of columns and rows.
    Coordinates,
    /// A list of the pieces with their cells.
    List,
    /// An object of JSON.
    Json,
    /// A picture, which is not in the prompt.
    Picture,
}

impl Drawing {
    /// All drawings.
    pub const ALL: [Self; 5] =
        [Self::Rows, Self::Coordinates, Self::List, Self::Json, Self::Picture];

    /// The name: `rows`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Coordinates => "coordinates",
            Self::List => "list",
            Self::Json => "json",
            Self::Picture => "picture",
        }
    }
}

impl FromStr for Drawing {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        UnknownName::find("drawing", &Self::ALL, Self::name, name)
    }
}

/// A part of all tasks. The positions of a component and of its mirror images are in one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Split {
    /// Eight of ten components.
    Train,
    /// One of ten.
    Validation,
    /// One of ten.
    Test,
}

impl Split {
    /// All parts.
    pub const ALL: [Self; 3] = [Self::Train, Self::Validation, Self::Test];

    /// The name: `train`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Validation => "validation",
            Self::Test => "test",
        }
    }
}

impl FromStr for Split {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        UnknownName::find("part", &Self::ALL, Self::name, name)
    }
}

/// Which tasks are wanted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TaskOrder {
    /// The questions, which take turns. Tasks of games of stones ask for a best move alone.
    pub asked: Vec<Asked>,
    /// The metric in which moves count.
    pub metric: Metric,
    /// The range of optimal numbers of moves, each equally often if the boards allow it.
    pub lengths: RangeInclusive<u16>,
    /// The language of prompts.
    pub language: Language,
    /// How prompts draw boards.
    pub drawing: Drawing,
    /// Only tasks of this part.
    pub split: Option<Split>,
    /// Only tasks whose measures are in these ranges.
    pub conditions: Vec<Condition>,
    /// The player whose answers the tasks have.
    pub player: Option<Player>,
    /// The seed of the generator.
    pub seed: u64,
}

impl TaskOrder {
    /// Whether the measures of a task are in the ranges of the conditions.
    pub(super) fn holds(&self, measured: impl Fn(Measure) -> Option<u64>) -> bool {
        self.conditions.iter().all(|condition| {
            measured(condition.measure).is_some_and(|value| condition.values.contains(&value))
        })
    }
}

impl Default for TaskOrder {
    fn default() -> Self {
        Self {
            asked: vec![Asked::Solve],
            metric: Metric::Straight,
            lengths: 1..=20,
            language: Language::English,
            drawing: Drawing::Rows,
            split: None,
            conditions: Vec::new(),
            player: None,
            seed: 0,
        }
    }
}
