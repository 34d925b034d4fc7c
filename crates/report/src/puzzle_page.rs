//! `README.md` of a puzzle's reports: its figures, and drawings of its hardest positions.

use super::set_study::SetStudy;
use huarong_core::drawing::boxes;
use huarong_core::numerals::{counted, grouped};
use huarong_core::rules::{Metric, Puzzle};
use huarong_oracle::analysis::MetricFigures;
use std::io::{self, Write};

/// Maximum number of positions drawn per metric.
const MOST_DRAWN: usize = 3;

pub(super) fn write(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    for set in &study.sets {
        let metrics = set.metrics.iter();
        let metrics: Vec<_> = metrics
            .filter_map(|(metric, figures)| Some((metric, figures.as_ref()?)))
            .filter_map(|(metric, figures)| Some((metric, figures.max()?, figures)))
            .collect();
        let row = |&(metric, max, figures): &(Metric, u16, &MetricFigures)| {
            let (mean, there) = (figures.mean()?, grouped(figures.at_max()?));
            Some(format!("| {metric} | {max} | {mean} | {there} |\n"))
        };
        write!(
            out,
            include_str!("templates/puzzle.md"),
            name = set.text,
            positions = counted(set.positions, "position"),
            components = counted(set.components(), "component"),
            largest = counted(set.largest_component(), "position"),
            solvable = grouped(set.solvable()),
            goals = grouped(set.goal_positions),
            rows = metrics.iter().filter_map(row).collect::<String>(),
        )?;
        for (metric, max, figures) in metrics {
            let moves = counted(max.into(), &format!("{metric} move"));
            writeln!(out, "\n## {moves} from the goal")?;
            write_hardest(&study.puzzle, figures, out)?;
        }
    }
    Ok(())
}

fn write_hardest(puzzle: &Puzzle, figures: &MetricFigures, out: &mut dyn Write) -> io::Result<()> {
    for hardest in figures.hardest.iter().take(MOST_DRAWN) {
        let text = &hardest.text;
        let position = puzzle.parse_position(text).map_err(io::Error::other)?;
        let image = if hardest.mirrored { ", and its mirror image" } else { "" };
        let drawing = boxes::draw(puzzle, &position, false);
        writeln!(out, "\n`{text}`{image}\n\n```\n{drawing}\n```")?;
    }
    Ok(())
}
