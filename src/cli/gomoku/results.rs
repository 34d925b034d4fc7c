//! The arguments and the results of matches.

use super::arguments::{rule, seconds};
use super::opponent::Contender;
use crate::cli::headings::{INPUT, LIMITS, OUTPUT, SEARCH};
use crate::cli::output::{Flat, Format};
use clap::Args;
use huarong_games::gomoku::Rule;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `huarong gomoku match`.
#[derive(Debug, Args)]
pub(super) struct Match {
    /// Levels (chapter, 2, 4, 6, strong) or programs that speak the Gomocup protocol, with their arguments
    #[arg(value_name = "ENGINE", required = true, num_args = 2..)]
    pub engines: Vec<Contender>,
    /// Play N games per pair, an even number
    ///
    /// Each opening is played twice, with colours swapped.
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = SEARCH)]
    #[arg(value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub games: u32,
    /// Allow an engine at most this long per move
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    #[arg(help_heading = LIMITS)]
    pub time_per_move: Duration,
    /// Use a board of N rows and columns, from 15 to 20
    #[arg(long, value_name = "N", default_value_t = 15, help_heading = INPUT)]
    #[arg(value_parser = clap::value_parser!(u8).range(15..=20))]
    pub size: u8,
    /// Play by this rule; `huarong help gomoku P2C` explains the rules
    #[arg(long, default_value = "freestyle", value_parser = rule(), help_heading = INPUT)]
    pub rule: Rule,
    /// Play a gauntlet: the first engine plays each of the others
    #[arg(long, help_heading = SEARCH)]
    pub gauntlet: bool,
    /// Write the results to this Markdown file, too
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub report: Option<PathBuf>,
    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    pub format: Format,
}

/// The result of a match, from the view of the first engine.
#[derive(Default, Serialize)]
pub(super) struct MatchRecord {
    pub first: String,
    pub second: String,
    pub rule: &'static str,
    pub size: u8,
    /// Limit of the time per move.
    pub seconds_per_move: f64,
    pub games: u32,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub score: f64,
    /// None if one engine has won all games.
    pub elo: Option<f64>,
    pub elo_low: Option<f64>,
    pub elo_high: Option<f64>,
    /// Games that ended by a fault of the first engine, and of the second.
    pub first_faults: u32,
    pub second_faults: u32,
}

impl Flat for MatchRecord {}
