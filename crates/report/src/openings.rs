//! `openings.csv`: a row for every figure that a source publishes for a named opening.

use super::files::{Report, ReportFile, write_csv};
use super::literature;
use super::opening_study::OpeningStudy;
use huarong_core::rules::Metric;
use std::io::{self, Write};

impl Report for OpeningStudy<'_> {
    fn files(&self) -> Vec<ReportFile<'_>> {
        vec![
            ReportFile::new("openings.csv", |out| write_openings(self, out)),
            ReportFile::new("literature.md", |out| literature::write(self, out)),
        ]
    }
}

/// Writes a row for every published figure, and for every mention without a figure.
fn write_openings(study: &OpeningStudy<'_>, out: &mut dyn Write) -> io::Result<()> {
    let columns = "name,slug,source,number,piece_set,position,unit,straight,finger,finger_solution_count,farther,\
                   reachable,published,published_metric,published_rule,comparison";
    let mentions = study.each().flat_map(|(opening, facts)| {
        opening.mentions.iter().map(move |mention| (opening, facts, mention))
    });
    let rows = mentions.flat_map(|(opening, facts, mention)| {
        let oracle = study.oracle_of(opening);
        let position = oracle.puzzle().position_text(&opening.position);
        let source = &study.catalogue.sources()[mention.source];
        let figures = mention.figures.iter();
        let mut published: Vec<Option<(Metric, u16)>> = figures
            .map(|(metric, figure)| Some((metric, (*figure)?)))
            .filter(Option::is_some)
            .collect();
        if published.is_empty() {
            published.push(None);
        }
        published.into_iter().map(move |figure| {
            let (published, metric, rule, verdict) = match figure {
                Some((metric, published)) => {
                    let verdict = facts.verdict(metric, published);
                    (Some(published), metric.name(), source.rule(metric), verdict)
                }
                None => Default::default(),
            };
            (
                (&mention.name, &mention.slug, &source.id, mention.number),
                (oracle.piece_set_text(), position.clone(), facts.distances.values()),
                (facts.solutions.to_string(), facts.farther, facts.component),
                (published, metric, rule, verdict),
            )
        })
    });
    write_csv(out, columns, rows)
}
