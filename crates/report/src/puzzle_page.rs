//! `README.md` of a puzzle's reports: its figures, and drawings of its hardest positions.

use super::set_study::SetStudy;
use huarong_core::drawing::boxes;
use huarong_core::numerals::{counted, grouped};
use huarong_core::rules::{Metric, Puzzle};
use huarong_oracle::analysis::SetFigures;
use std::io::{self, Write};

/// Maximum number of positions drawn per metric.
const DRAWN: usize = 3;

pub(super) fn write(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    for set in &study.sets {
        writeln!(
            out,
            "# {}\n\n\
             Written by `huarong report --puzzle`; the same tables give the same bytes. {} in {}, the largest of \
             them\nwith {}; from {} the goal can be reached, and {} satisfy it. The metrics say what one move is: \
             `unit` one piece one\ncell, `straight` one piece any distance in one line, `finger` one piece along \
             any path.\n\n\
             | metric | farthest | mean | positions there |\n\
             | --- | ---: | ---: | ---: |",
            set.text,
            counted(set.positions, "position"),
            counted(set.components(), "component"),
            counted(set.largest_component(), "position"),
            grouped(set.solvable()),
            grouped(set.goal_positions),
        )?;
        for (metric, figures) in set.metrics.iter() {
            let Some(figures) = figures else { continue };
            let (Some(max), Some(mean), Some(there)) =
                (figures.max(), figures.mean(), figures.at_max())
            else {
                continue;
            };
            writeln!(out, "| {metric} | {max} | {mean} | {} |", grouped(there))?;
        }
        writeln!(
            out,
            "\nBeside this page: `histogram.csv`, how many positions have each distance; `components.csv`, \
             the sizes \
             of the\ncomponents; `hardest.csv`, the positions at the largest distance; `piece_sets.csv`, all \
             figures \
             of this page. In\nthese, `piece_set` is the name of the puzzle."
        )?;
        for metric in Metric::OF_SINGLE_PIECES {
            write_hardest(&study.puzzle, set, metric, out)?;
        }
    }
    Ok(())
}

fn write_hardest(
    puzzle: &Puzzle,
    set: &SetFigures,
    metric: Metric,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(figures) = &set.metrics[metric] else { return Ok(()) };
    let Some(max) = figures.max() else { return Ok(()) };
    let moves = counted(max.into(), &format!("{metric} move"));
    writeln!(out, "\n## {moves} from the goal")?;
    for hardest in figures.hardest.iter().take(DRAWN) {
        let text = &hardest.text;
        let position = puzzle.parse_position(text).map_err(io::Error::other)?;
        let image = if hardest.mirrored { ", and its mirror image" } else { "" };
        let drawing = boxes::draw(puzzle, &position, false);
        writeln!(out, "\n`{text}`{image}\n\n```\n{drawing}\n```")?;
    }
    Ok(())
}
