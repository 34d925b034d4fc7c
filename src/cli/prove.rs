//! `huarong prove`: proofs of lengths that a short program checks.

use super::headings::{METRIC, OUTPUT, SEARCH, single_piece_metric, with_metrics};
use super::long_work;
use super::output::{self, counted, is_stdout};
use super::puzzle::Choice;
use super::session::Session;
use anyhow::Context;
use huarong_core::rules::Metric;
use huarong_lab::proof::{Claim, Proof};
use huarong_tables::storage;
use std::io::Write;
use std::path::PathBuf;

/// Prove a number of moves in a file that others can check
///
/// Writes the puzzle, an optimal solution, and a number for every reachable position. The numbers show that no solution is
/// shorter. If no moves lead to the goal, they show that.
///
/// scripts/check-proof.py checks such a file with Python alone, and scripts/check-proof.c with a C compiler. Neither shares
/// anything with this program. docs/reference/proof.md describes the file and what it proves.
///
/// The reachable positions are all listed in memory.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong prove heng-dao-li-ma --out classic.proof\n  \
                        huarong prove --puzzle dads --metric unit --out dads.proof\n  \
                        huarong prove --puzzle my-puzzle.toml --whole --out distances.proof")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Position in any notation, or the name of an opening [default: the start of the puzzle]
    #[arg(value_name = "POSITION", required_unless_present = "puzzle")]
    position: Option<String>,

    #[arg(long, default_value = "finger", value_parser = single_piece_metric, help_heading = SEARCH)]
    #[arg(help = METRIC, long_help = with_metrics(METRIC))]
    metric: Metric,

    /// Prove the distances of all reachable positions
    #[arg(long, help_heading = OUTPUT)]
    whole: bool,

    /// Write to this file instead of standard output, which is `-`
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    out: Option<PathBuf>,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let position = match (&arguments.position, session.start()) {
        (Some(text), _) => session.read_position(text)?.1,
        (None, start) => start.context("no position is given: name one, or an opening")?.clone(),
    };
    let (start, metric) = (session.of_its_puzzle(&position), arguments.metric);
    let proof = long_work::with_effort(session, "positions", |effort| {
        let prove = if arguments.whole { Proof::of_distances } else { Proof::of_length };
        prove(&start, metric, effort)
    })?;
    match arguments.out.as_deref().filter(|path| !is_stdout(path)) {
        None => {
            let mut out = output::stdout()?;
            proof.write(&mut out)?;
            out.flush()?;
        }
        Some(path) => {
            storage::write_whole(path, ".huarong-proof-", |out| proof.write(out))
                .with_context(|| format!("cannot write {}", path.display()))?;
            session.say(format_args!("wrote {}", path.display()));
        }
    }
    let positions = counted(proof.positions() as u64, "position");
    session.say(match proof.claim() {
        Claim::Optimal(moves) => {
            let moves = counted(moves.into(), &format!("{metric} move"));
            format!("it proves the optimal length of {moves}, by {positions}")
        }
        Claim::Unsolvable => format!("it proves that no moves lead to the goal, by {positions}"),
        _ => format!("it proves the distances of {positions} in {metric} moves"),
    });
    Ok(())
}
