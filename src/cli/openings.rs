//! `huarong openings`: the named openings with their distances.

use super::guides::Guides;
use super::output::Format;
use super::{Session, output};
use crate::records::{ByMetric, OpeningRecord};
use comfy_table::{CellAlignment, Table, presets};
use huarong::catalogue::{Catalogue, Opening};
use huarong::puzzle::PieceSet;
use std::io::{self, BufWriter, Write};

/// List the named openings with their distances
///
/// Wherever a command takes a position it also takes a name or slug from this list, in traditional or
/// simplified characters. A position with several names is listed once.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong openings\n  \
                        huarong openings --piece-set 1h4v4s\n  \
                        huarong openings --format csv >openings.csv")]
pub(super) struct Arguments {
    /// Only openings of this piece set, like 1h4v4s
    #[arg(long, value_name = "PIECE_SET")]
    piece_set: Option<String>,

    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let family = session.atlas.family();
    let wanted = arguments.piece_set.map(|text| family.parse_piece_set(&text)).transpose()?;
    let catalogue = Catalogue::built_in();
    let of_wanted = |opening: &&Opening| {
        wanted.as_ref().is_none_or(|wanted| *wanted == opening.position.piece_set())
    };
    let openings: Vec<&Opening> = catalogue.openings().iter().filter(of_wanted).collect();
    let sets: Vec<PieceSet> = openings.iter().map(|o| o.position.piece_set()).collect();
    let mut guides = Guides::new(session);
    guides.prepare(&sets)?;
    let records = openings.iter().zip(&sets).map(|(opening, set)| {
        let distances = guides.get(set).distances(&opening.position)?;
        Ok(OpeningRecord::new(session.atlas.family().puzzle(), catalogue, opening, distances))
    });
    let records: Vec<OpeningRecord<'_>> = records.collect::<anyhow::Result<_>>()?;
    let mut out = BufWriter::new(io::stdout().lock());
    match arguments.format {
        Format::Text if records.is_empty() => writeln!(out, "no named opening has this piece set")?,
        Format::Text => writeln!(out, "{}", table(&records))?,
        Format::Json => {
            for record in &records {
                writeln!(out, "{}", serde_json::to_string(record)?)?;
            }
        }
        Format::Csv => out.write_all(&csv_of(&records)?)?,
    }
    Ok(out.flush()?)
}

fn moves(distance: Option<u16>) -> String {
    distance.map_or_else(|| "-".to_owned(), |distance| distance.to_string())
}

/// A table for people, and a line on what is in it.
fn table(records: &[OpeningRecord<'_>]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        "name",
        "slug",
        "piece set",
        "position",
        "unit",
        "straight",
        "finger",
        "also",
    ]);
    for record in records {
        let mut also: Vec<String> =
            record.aliases.iter().map(|a| format!("{} ({})", a.name, a.slug)).collect();
        also.extend(record.mirror.map(|slug| format!("mirror image of {slug}")));
        let ByMetric { unit, straight, finger } = record.distance;
        table.add_row([
            record.name.name.to_owned(),
            record.name.slug.to_owned(),
            record.piece_set.clone(),
            record.position.clone(),
            moves(unit),
            moves(straight),
            moves(finger),
            also.join(", "),
        ]);
    }
    for column in table.column_iter_mut().skip(4).take(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    if let Some(first) = table.column_mut(0) {
        first.set_padding((0, 1));
    }
    format!("{}\n{}", table.trim_fmt(), output::counted(records.len() as u64, "opening"))
}

fn csv_of(records: &[OpeningRecord<'_>]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "name",
        "simplified",
        "slug",
        "aliases",
        "piece_set",
        "position",
        "unit",
        "straight",
        "finger",
        "mirror",
        "sources",
    ])?;
    for record in records {
        let aliases: Vec<&str> = record.aliases.iter().map(|alias| alias.slug).collect();
        let ByMetric { unit, straight, finger } = record.distance;
        writer.serialize((
            (record.name.name, record.name.simplified, record.name.slug, aliases.join(" ")),
            (&record.piece_set, &record.position, unit, straight, finger),
            (record.mirror, record.sources.join("; ")),
        ))?;
    }
    Ok(writer.into_inner()?)
}
