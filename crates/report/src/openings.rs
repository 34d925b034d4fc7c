//! `openings.csv`: a row for every figure that a source publishes for a named opening.

use super::opening_study::Facts;
use super::opening_study::OpeningStudy;
use huarong_core::rules::Metric;
use huarong_lab::library::{Mention, Opening};
use std::io::{self, Write};

const COLUMNS: [&str; 16] = [
    "name",
    "slug",
    "source",
    "number",
    "piece_set",
    "position",
    "unit",
    "straight",
    "finger",
    "finger_solution_count",
    "farther",
    "reachable",
    "published",
    "published_metric",
    "published_rule",
    "comparison",
];

/// Writes a row for every published figure, and for every mention without a figure.
pub(super) fn write(study: &OpeningStudy<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS)?;
    for (opening, facts) in study.each() {
        for mention in &opening.mentions {
            let figures = mention.figures.iter();
            let published: Vec<(Metric, u16)> =
                figures.filter_map(|(metric, figure)| Some((metric, (*figure)?))).collect();
            if published.is_empty() {
                write_row(study, &mut writer, opening, facts, mention, None)?;
            }
            for figure in published {
                write_row(study, &mut writer, opening, facts, mention, Some(figure))?;
            }
        }
    }
    writer.flush()
}

fn write_row(
    study: &OpeningStudy<'_>,
    writer: &mut csv::Writer<&mut dyn Write>,
    opening: &Opening,
    facts: &Facts,
    mention: &Mention,
    figure: Option<(Metric, u16)>,
) -> io::Result<()> {
    let oracle = study.oracle_of(opening);
    let position = oracle.puzzle().position_text(&opening.position);
    let source = &study.catalogue.sources()[mention.source];
    let (published, metric, rule, verdict) = match figure {
        Some((metric, published)) => {
            let verdict = facts.verdict(metric, published).to_string();
            (Some(published), metric.name(), source.rule(metric), verdict)
        }
        None => (None, "", "", String::new()),
    };
    let [unit, straight, finger] = facts.distances.values();
    Ok(writer.serialize((
        (&mention.name, &mention.slug, &source.id, mention.number),
        (oracle.piece_set_text(), position, unit, straight, finger),
        (facts.solutions.to_string(), facts.farther, facts.component),
        (published, metric, rule, verdict),
    ))?)
}
