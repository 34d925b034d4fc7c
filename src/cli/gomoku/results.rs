//! What matches are played, and what they came to.

use super::arguments::{rule, seconds};
use super::opponent::Contender;
use crate::cli::output::{Format, Record};
use crate::games::gomoku::Rule;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

/// Who plays, and how much.
#[derive(Debug, Args)]
pub(super) struct Match {
    /// Levels (chapter, 2, 4, 6, strong) or programs that speak the Gomocup protocol, with their arguments
    #[arg(value_name = "ENGINE", required = true, num_args = 2..)]
    pub engines: Vec<Contender>,
    /// Games of each two; every opening is played twice, with the colours changed
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub games: u32,
    /// The longest that an engine thinks about a move
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    pub time_per_move: Duration,
    /// Rows and columns of the board
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(15..=20))]
    pub size: u8,
    /// What wins
    #[arg(long, default_value = "freestyle", value_parser = rule())]
    pub rule: Rule,
    /// Let only the first engine play the others, and not those one another
    #[arg(long)]
    pub gauntlet: bool,
    /// Write a page with the results, too
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// How two engines did against each other, seen from the first.
#[derive(Serialize)]
pub(super) struct MatchRecord {
    pub first: String,
    pub second: String,
    pub rule: &'static str,
    pub size: u8,
    pub seconds: f64,
    pub games: u32,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub score: f64,
    /// None where one has won all.
    pub elo: Option<f64>,
    pub elo_least: Option<f64>,
    pub elo_most: Option<f64>,
    /// Games that ended by a fault of the first, and of the second.
    pub first_faults: u32,
    pub second_faults: u32,
}

impl Record for MatchRecord {
    const COLUMNS: &'static [&'static str] = &[
        "first",
        "second",
        "rule",
        "size",
        "seconds",
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "elo",
        "elo_least",
        "elo_most",
        "first_faults",
        "second_faults",
    ];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        [self]
    }
}
