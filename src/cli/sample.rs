//! `huarong sample`: layouts of a wanted difficulty.

use super::guides::Guides;
use super::output::{ByMetric, Format};
use super::{Session, output};
use anyhow::bail;
use huarong::analysis::sample;
use huarong::puzzle::{Metric, Position, Puzzle, klotski};
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// Draw layouts of a wanted difficulty
///
/// Draws evenly among all positions of a piece set whose distance is in a range; no position is drawn twice.
/// The same seed draws the same layouts.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong sample 1h4v4s --distance 80..100 --metric finger\n  \
                        huarong sample 2h3v4s --distance 100 --count 5 --seed 7 --big-at-top")]
pub(super) struct Arguments {
    /// The piece set, like 1h4v4s: horizontals, verticals, smalls
    piece_set: String,

    /// The distances wanted, both ends included: 80..100, 80.., ..100, 90, or .. for
    /// all of them [default: from 1 on]
    #[arg(long, value_name = "RANGE", default_value = "1..", hide_default_value = true)]
    distance: Range,

    /// What one move is: unit, straight or finger
    #[arg(long, default_value = "finger")]
    metric: Metric,

    /// How many layouts to draw
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,

    /// A number that chooses the layouts
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Only layouts with the big piece in the top row
    #[arg(long)]
    big_at_top: bool,

    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// A range of distances.
#[derive(Clone, Debug)]
struct Range(RangeInclusive<u16>);

/// A text that is no range of distances.
#[derive(Debug, Error)]
enum RangeError {
    #[error("a range is written 80..100 (both ends included), 80.., ..100 or 90")]
    Syntax,
    #[error("the range goes from {0} down to {1}; write the smaller distance first")]
    Backwards(u16, u16),
}

impl FromStr for Range {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let number = |text: &str, open: u16| match text.trim() {
            "" => Ok(open),
            digits => digits.parse().map_err(|_| RangeError::Syntax),
        };
        let (from, to) = match text.split_once("..") {
            Some((from, to)) => (number(from, 0)?, number(to, u16::MAX)?),
            None if text.trim().is_empty() => return Err(RangeError::Syntax),
            None => (number(text, 0)?, number(text, 0)?),
        };
        if from > to { Err(RangeError::Backwards(from, to)) } else { Ok(Self(from..=to)) }
    }
}

/// A layout in the shape of the JSON output.
#[derive(Serialize)]
struct Record {
    position: String,
    piece_set: String,
    distance: ByMetric<Option<u16>>,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let family = session.atlas.family();
    let puzzle = family.puzzle();
    let set = family.parse_piece_set(&arguments.piece_set)?;
    let mut guides = Guides::new(session);
    guides.prepare([&set])?;
    let guide = guides.get(&set);
    let Arguments { distance: Range(wanted), metric, count, seed, big_at_top, .. } = arguments;
    let allowed = |position: &Position| !big_at_top || is_big_at_top(puzzle, position);
    let sample =
        sample(guide.space(), guide.table(metric), &wanted, count as usize, seed, allowed)?;
    let layouts = if big_at_top { "layouts with the big piece at the top" } else { "positions" };
    let name = guide.piece_set_text();
    match sample.range {
        Some(_) if !sample.positions.is_empty() => {}
        Some((least, most)) => bail!(
            "no {layouts} of {name} at such a {metric} distance; they are {least} to {most} moves from \
             the goal"
        ),
        None => bail!("no {layouts} of {name} can reach the goal"),
    }
    if (sample.positions.len() as u32) < count {
        let there = output::grouped(sample.fitting);
        session.say(format_args!("only {there} {layouts} of {name} fit"));
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let mut writer = csv::Writer::from_writer(Vec::new());
    if arguments.format == Format::Csv {
        writer.write_record(["position", "piece_set", "unit", "straight", "finger"])?;
    }
    for position in &sample.positions {
        let distance: ByMetric<Option<u16>> = guide.look_up(position)?.distances.into();
        let record = Record {
            position: puzzle.position_text(position),
            piece_set: name.to_owned(),
            distance,
        };
        let ByMetric { unit, straight, finger } = distance;
        match arguments.format {
            Format::Text => {
                let moves = |distance: Option<u16>| distance.unwrap_or_default();
                let (unit, straight, finger) = (moves(unit), moves(straight), moves(finger));
                let position = record.position;
                writeln!(out, "{position}  unit {unit}, straight {straight}, finger {finger}")?;
            }
            Format::Json => writeln!(out, "{}", serde_json::to_string(&record)?)?,
            Format::Csv => {
                let Record { position, piece_set, .. } = record;
                writer.serialize((position, piece_set, unit, straight, finger))?;
            }
        }
    }
    out.write_all(&writer.into_inner()?)?;
    Ok(out.flush()?)
}

/// Whether the big piece stands in the top row.
fn is_big_at_top(puzzle: &Puzzle, position: &Position) -> bool {
    position.anchors(klotski::BIG).trailing_zeros() < u32::from(puzzle.board().width())
}
