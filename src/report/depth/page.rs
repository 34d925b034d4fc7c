//! `depth.md`: what the files say of all, and what their columns mean.

use super::goals::shape_name;
use super::study::{ComponentDepth, DepthStudy};
use crate::numerals::{counted, grouped};
use crate::sliding::rules::Metric;
use std::cmp::Reverse;
use std::io::{self, Write};

const WORDS: &str = "\
`piece_set` is written as in `1h4v4s`: horizontals, verticals and smalls beside the one big piece; of a puzzle it is the
name. Components are numbered by size, largest first, and then by their first position in the numbering of the
positions. The metrics say what one move is: `unit` one piece one cell, `straight` one piece any distance in one line,
`finger` one piece along any path. The *eccentricity* of a position is how far the position is that is farthest from it;
the greatest and the least of a component are its *diameter* and its *radius*.
";

const COLUMNS: &str = "\
## The files

### diameters.csv: one row for every component and metric

| column | meaning |
|---|---|
| `piece_set`, `metric`, `component` | the piece set, the metric, and the number of the component |
| `size` | number of positions |
| `diameter`, `radius` | the greatest and the least eccentricity |
| `from`, `to` | two positions that are as far apart as any |

### eccentricities.csv: how many positions have each eccentricity, in components of up to 100,000 positions

| column | meaning |
|---|---|
| `piece_set`, `metric`, `component` | as above |
| `eccentricity` | from the radius, which *central* positions have, to the diameter, which *peripheral* ones have |
| `positions` | how many positions |

### searches.csv: the searches that prove diameters and radii

Components that are images of others (`image_of` in structure.csv) are left out: their searches are the images.

| column | meaning |
|---|---|
| `piece_set`, `metric`, `component` | as above |
| `position` | from where all positions of the component were searched |
| `eccentricity` | how far the farthest is |
| `centre` | whether it is the one that is called the centre below |

Let e be the eccentricity of such a position, and d how far it is from another, v. Then that of v is at least d and
e - d, and at most e + d (F. W. Takes and W. A. Kosters, 2011); and it is the same for the mirror images of v. The least
of the column is the radius, since these bounds leave no position less. The greatest is the diameter: positions that are
farther from the centre than half of it have no greater eccentricity, by the same bounds; and two that are not farther
are no farther apart than the diameter (P. Crescenzi et al., 2013).

### structure.csv: what holds each component together

| column | meaning |
|---|---|
| `piece_set`, `metric`, `component`, `size` | as above |
| `image_of`, `reflection` | the component with a lesser number of which it is the mirror image, and in which mirror: \
`left-right`, `top-bottom`, or both, which is a `half-turn`; empty where there is none |
| `edges` | pairs of positions one move apart |
| `mean_moves`, `fewest_moves`, `most_moves` | moves of a position, on average to 4 decimals, at least and at most |
| `stuck` | positions without a move |
| `dead_ends` | positions with one move |
| `bridges` | moves without which the component falls apart; empty where it has more than a million positions |
| `articulations` | positions without which it falls apart; likewise |
| `central`, `peripheral` | positions whose eccentricity is the radius, and the diameter; empty where it has more \
than 100,000 |

### goals.csv: every goal of one piece

The goal is that a piece of a shape stands at a place, wherever all others are.

| column | meaning |
|---|---|
| `piece_set`, `metric` | the piece set and the metric |
| `shape` | the letter of the shape, or the signs of its pieces |
| `column`, `row` | where the first of its cells in reading order is, from 1 at the top left |
| `places` | places that are mirror images of this one, itself included: the first stands for all |
| `won` | positions in which the goal is reached |
| `solvable` | positions that can reach it, those included |
| `max`, `at_max` | the largest distance, and how many positions have it |
| `mean` | mean distance of the solvable positions, to 4 decimals |
| `hardest_goal` | whether no goal of the piece set has a larger `max` |
| `hardest` | of the positions at the largest distance the one whose text sorts first |

### ways.csv: what all optimal solutions of a position have in common

The goal is the puzzle's own. Ten hardest positions of each piece set and metric, by their texts, one of two mirror
images; then the named openings, or the start of a puzzle.

| column | meaning |
|---|---|
| `piece_set`, `metric` | the piece set and the metric |
| `name` | of an opening its slug, of a puzzle `start`; empty where it is one of the hardest |
| `position` | the position |
| `distance` | moves of an optimal solution |
| `solutions` | how many there are, as sequences of positions |
| `component` | positions that can be reached |
| `positions`, `share` | positions on any optimal solution, both ends included; and their share of the component, to \
4 decimals |
| `shared` | positions that all optimal solutions pass, the first included |
| `forced` | moves that no optimal solution avoids |
| `longest_forced` | the most of these in a row |
| `wrong_moves` | moves that lead no nearer, all along a solution, on average over the optimal ones, to 4 decimals |

How hard a puzzle is for people has been measured, beside the length of its solution, by a model of a person's walk
through its positions, and by bottlenecks of these (P. Jarušek and R. Pelánek, \"Difficulty Rating of Sokoban Puzzle\",
2010, and \"Human Problem Solving: Sokoban Case Study\", 2010). `wrong_moves`, `shared` and `forced` are plain counts in
the same spirit.
";

pub(super) fn write(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    let positions = study.sets.iter().map(|set| set.positions).sum();
    let [sets, positions, components] = [
        (study.piece_sets() as u64, "piece set"),
        (positions, "position"),
        (study.components(), "component"),
    ]
    .map(|(number, noun)| counted(number, noun));
    writeln!(
        out,
        "# Depth\n\n\
         This page and the CSV files that it explains are written by `huarong report depth`, none of them edited by \
         hand.\nThey cover {sets}: {positions} in {components}."
    )?;
    if study.smallest_component > 1 {
        let smallest = grouped(study.smallest_component);
        writeln!(
            out,
            "Rows for components of fewer than {smallest} positions are left out, as\n\
             `huarong report depth --smallest-component {}` does it; without the option all are there.",
            study.smallest_component
        )?;
    }
    writeln!(out, "\n{WORDS}")?;
    write_farthest(study, out)?;
    write_hardest_goals(study, out)?;
    write!(out, "{COLUMNS}")
}

/// The components with the largest diameters.
fn write_farthest(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "## Farthest apart\n\n\
         | metric | diameter | radius | piece set | component | size | from | to |\n\
         |---|--:|--:|---|--:|--:|---|---|"
    )?;
    for metric in Metric::ALL {
        let diameter = |component: &ComponentDepth| component.spread.metrics[metric].diameter;
        // Of several the first.
        let components = study.each_component().map(|found| (Reverse(diameter(found.2)), found));
        let Some((_, (set, number, component))) = components.min_by_key(|(most, _)| *most) else {
            continue;
        };
        let spread = &component.spread.metrics[metric];
        let [from, to] = &component.texts[metric].ends;
        writeln!(
            out,
            "| {metric} | {} | {} | `{}` | {number} | {} | `{from}` | `{to}` |",
            spread.diameter,
            spread.radius,
            set.text,
            grouped(component.spread.size),
        )?;
    }
    writeln!(out)
}

/// The goals of one piece with the largest distances.
fn write_hardest_goals(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "## Hardest goals of one piece\n\n\
         | metric | moves | piece set | shape | column | row | start |\n\
         |---|--:|---|---|--:|--:|---|"
    )?;
    let board = study.puzzle.board();
    for metric in Metric::ALL {
        let goals = study.sets.iter().flat_map(|set| set.goals.iter().map(move |goal| (set, goal)));
        let Some((set, goal)) = goals.min_by_key(|(_, goal)| Reverse(goal.metrics[metric].max))
        else {
            continue;
        };
        let figures = &goal.metrics[metric];
        writeln!(
            out,
            "| {metric} | {} | `{}` | {} | {} | {} | `{}` |",
            figures.max,
            set.text,
            shape_name(&study.puzzle.shapes()[goal.shape]),
            board.column(goal.anchor) + 1,
            board.row(goal.anchor) + 1,
            figures.hardest,
        )?;
    }
    writeln!(out)
}
