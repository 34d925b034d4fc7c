//! `depth.md`: a summary, and the meaning of the columns of all files.

use super::files::shape_name;
use super::study::{ComponentDepth, DepthStudy};
use huarong_core::numerals::{counted, grouped};
use huarong_core::rules::Metric;
use std::cmp::Reverse;
use std::io::{self, Write};

pub(super) fn write(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    let positions = study.sets.iter().map(|set| set.positions).sum();
    let omitted = match study.smallest_component {
        ..=1 => String::new(),
        smallest => format!(
            "Components of fewer than {} positions have no rows, as with\n\
             `huarong report depth --smallest-component {smallest}`. Without the option, all components have rows.\n",
            grouped(smallest)
        ),
    };
    write!(
        out,
        include_str!("../templates/depth.md"),
        sets = counted(study.piece_sets() as u64, "piece set"),
        positions = counted(positions, "position"),
        components = counted(study.components(), "component"),
        omitted = omitted,
        farthest = Metric::OF_SINGLE_PIECES.map(|metric| farthest(study, metric)).concat(),
        hardest_goals = Metric::OF_SINGLE_PIECES.map(|metric| hardest_goal(study, metric)).concat(),
    )
}

/// The row of the component with the largest diameter; among equal diameters, the first component.
fn farthest(study: &DepthStudy, metric: Metric) -> String {
    let diameter = |component: &ComponentDepth| component.spread.metrics[metric].diameter;
    let found = study.each_component().min_by_key(|found| Reverse(diameter(found.2)));
    let Some((set, number, component)) = found else { return String::new() };
    let spread = &component.spread.metrics[metric];
    let [from, to] = &component.texts[metric].ends;
    format!(
        "| {metric} | {} | {} | `{}` | {number} | {} | `{from}` | `{to}` |\n",
        spread.diameter,
        spread.radius,
        set.text,
        grouped(component.spread.size),
    )
}

/// The row of the first goal of one piece with the largest distance.
fn hardest_goal(study: &DepthStudy, metric: Metric) -> String {
    let board = study.puzzle.board();
    let goals = study.sets.iter().flat_map(|set| set.goals.iter().map(move |goal| (set, goal)));
    let hardest = goals.min_by_key(|(_, goal)| Reverse(goal.metrics[metric].max));
    let Some((set, goal)) = hardest else { return String::new() };
    let figures = &goal.metrics[metric];
    format!(
        "| {metric} | {} | `{}` | {} | {} | {} | `{}` |\n",
        figures.max,
        set.text,
        shape_name(&study.puzzle.shapes()[goal.shape]),
        board.column(goal.anchor) + 1,
        board.row(goal.anchor) + 1,
        figures.hardest,
    )
}
