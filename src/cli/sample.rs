//! `huarong sample`: layouts of a wanted difficulty.

use super::guides::Guides;
use super::output::Format;
use super::{Session, output};
use crate::draw::{Range, Wish};
use crate::records::{ByMetric, LayoutRecord};
use huarong::puzzle::Metric;
use std::io::{self, BufWriter, Write};

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

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let set = session.atlas.family().parse_piece_set(&arguments.piece_set)?;
    let mut guides = Guides::new(session);
    guides.prepare([&set])?;
    let guide = guides.get(&set);
    let Arguments { distance, metric, count, seed, big_at_top, .. } = arguments;
    let wish = Wish { metric, distance, count: count as usize, seed, big_at_top };
    let drawn = wish.draw(guide)?;
    if drawn.layouts.len() < count as usize {
        let there = output::grouped(drawn.fitting);
        let (layouts, name) = (wish.layouts(), guide.piece_set_text());
        session.say(format_args!("only {there} {layouts} of {name} fit"));
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let mut writer = csv::Writer::from_writer(Vec::new());
    if arguments.format == Format::Csv {
        writer.write_record(["position", "piece_set", "unit", "straight", "finger"])?;
    }
    for record in drawn.layouts {
        let ByMetric { unit, straight, finger } = record.distance;
        match arguments.format {
            Format::Text => {
                let moves = |distance: Option<u16>| distance.unwrap_or_default();
                let (unit, straight, finger) = (moves(unit), moves(straight), moves(finger));
                let position = record.position;
                writeln!(out, "{position}  unit {unit}, straight {straight}, finger {finger}")?;
            }
            Format::Json => writeln!(out, "{}", serde_json::to_string(&record)?)?,
            Format::Csv => {
                let LayoutRecord { position, piece_set, .. } = record;
                writer.serialize((position, piece_set, unit, straight, finger))?;
            }
        }
    }
    out.write_all(&writer.into_inner()?)?;
    Ok(out.flush()?)
}
