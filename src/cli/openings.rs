//! `huarong openings`: the named openings with their distances.

use super::headings::{INPUT, OUTPUT};
use super::output::{self, ListFormat, Record, text_table};
use super::session::Session;
use super::tablebases::Tablebases;
use huarong_core::rules::PieceSet;
use huarong_lab::library::{Catalogue, Opening};
use huarong_oracle::analysis::Answer;
use huarong_pages::json::{NameRecord, OpeningRecord};
use serde::Serialize;
use std::io::Write;

/// List the named openings with their distances
///
/// An opening is a start of 4x5 Klotski that has a published name. Each row has the distances in all three metrics.
/// Missing tables are built first.
///
/// Commands accept these names wherever they accept a position: in Traditional or Simplified Chinese characters, or as
/// slugs such as heng-dao-li-ma. A position with several names is listed once.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong openings\n  \
                        huarong openings --piece-set 1h4v4s\n  \
                        huarong openings --format csv >openings.csv\n  \
                        huarong openings --format positions | huarong solve - --count")]
pub(super) struct Arguments {
    /// List only openings of this piece set, such as 1h4v4s
    #[arg(long, value_name = "PIECE_SET", help_heading = INPUT)]
    piece_set: Option<String>,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    format: ListFormat,
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
    let mut tablebases = Tablebases::new(session);
    tablebases.prepare(&sets)?;
    let records = openings.iter().zip(&sets).map(|(opening, set)| {
        let distances = tablebases.get(set).distances_own(&opening.position)?.map(Answer::found);
        Ok(OpeningRecord::new(family.puzzle(), catalogue, opening, distances))
    });
    let records: Vec<OpeningRecord<'_>> = records.collect::<anyhow::Result<_>>()?;
    output::print_list(
        arguments.format,
        &OpeningRecord::header(),
        &records,
        |record| &record.position,
        |records, out| writeln!(out, "{}", table(records)),
    )
}

fn moves(distance: Option<u16>) -> String {
    distance.map_or_else(|| "-".to_owned(), |distance| distance.to_string())
}

/// The text output: a table, and a line with the number of openings.
fn table(records: &[OpeningRecord<'_>]) -> String {
    if records.is_empty() {
        return "no named opening has this piece set".to_owned();
    }
    let header =
        ["name", "slug", "piece set", "position", "unit", "straight", "finger", "other names"];
    let rows = records.iter().map(|record| {
        let mut also: Vec<String> =
            record.aliases.iter().map(|a| format!("{} ({})", a.name, a.slug)).collect();
        also.extend(record.mirror_slug.map(|slug| format!("mirror image of {slug}")));
        let [unit, straight, finger] = record.distance.map(moves).into_values();
        [
            record.name.name.to_owned(),
            record.name.slug.to_owned(),
            record.piece_set.clone(),
            record.position.clone(),
            unit,
            straight,
            finger,
            also.join(", "),
        ]
    });
    let openings = output::counted(records.len() as u64, "opening");
    format!("{}\n{openings}", text_table(header, rows, 4..7))
}

impl Record for OpeningRecord<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "name",
        "simplified",
        "slug",
        "aliases",
        "piece_set",
        "position",
        "unit",
        "straight",
        "finger",
        "mirror_slug",
        "sources",
        "alias_names",
        "alias_simplified",
    ];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let aliases = |part: fn(&NameRecord<'_>) -> String, separator: &str| {
            self.aliases.iter().map(part).collect::<Vec<_>>().join(separator)
        };
        let slugs = aliases(|alias| alias.slug.to_owned(), " ");
        let names = aliases(|alias| alias.name.to_owned(), "; ");
        let simplified = aliases(|alias| alias.simplified.to_owned(), "; ");
        [(
            (self.name.name, self.name.simplified, self.name.slug, slugs),
            (&self.piece_set, &self.position, self.distance.values()),
            (self.mirror_slug, self.sources.join("; "), names, simplified),
        )]
    }
}
