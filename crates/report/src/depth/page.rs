//! `depth.md`: a summary, and the meaning of the columns of all files.

use super::goals::shape_name;
use super::study::{ComponentDepth, DepthStudy};
use huarong_core::numerals::{counted, grouped};
use huarong_core::rules::Metric;
use std::cmp::Reverse;
use std::io::{self, Write};

const WORDS: &str = "\
`piece_set` is written as in `1h4v4s`: the numbers of horizontal, vertical and small pieces besides the one \
big piece. For
a puzzle it is the name. Components are numbered by size, largest first, then by their first position in \
index order. A
metric defines one move, which always moves one piece: `unit` by one cell, `straight` by any distance in one line, \
`finger`
along any path. The *eccentricity* of a position is its distance to the farthest position. The largest and the
smallest eccentricity of a component are its *diameter* and its *radius*.
";

const COLUMNS: &str = "\
## The files

### diameters.csv: one row per component and metric

| column | meaning |
|---|---|
| `piece_set`, `metric`, `component` | the piece set, the metric, and the number of the component |
| `size` | number of positions |
| `diameter`, `radius` | the largest and the smallest eccentricity |
| `from`, `to` | two positions whose distance is the diameter |

### eccentricities.csv: number of positions by eccentricity, in components of up to 100,000 positions

| column | meaning |
|---|---|
| `piece_set`, `metric`, `component` | as above |
| `eccentricity` | from the radius (*central* positions) to the diameter (*peripheral* positions) |
| `positions` | number of positions |

### searches.csv: the searches that prove diameters and radii

Components that are images of others (`image_of` in structure.csv) are omitted, because their searches are \
the images.

| column | meaning |
|---|---|
| `piece_set`, `metric`, `component` | as above |
| `position` | the position from which the whole component was searched |
| `eccentricity` | its distance to the farthest position |
| `centre` | whether it is the centre in the proof below |

Let e be the eccentricity of such a position, and d its distance to another position v. Then the eccentricity \
of v is at
least d and e - d, and at most e + d (F. W. Takes and W. A. Kosters, 2011). The mirror images of v have the same
eccentricity. The smallest value of the column is the radius, because these bounds exclude smaller values. \
The largest
value is the diameter. By the same bounds, no position farther from the centre than half the diameter has a larger
eccentricity. Two positions that are not farther from the centre are at most the diameter apart (P. Crescenzi \
et al., 2013).

### structure.csv: connectivity of each component

| column | meaning |
|---|---|
| `piece_set`, `metric`, `component`, `size` | as above |
| `image_of`, `reflection` | the component with a smaller number that is its mirror image, and the reflection \
(`left-right`, `top-bottom` or `half-turn`); empty if there is none |
| `edges` | number of pairs of positions one move apart |
| `mean_mobility`, `min_mobility`, `max_mobility` | number of moves of a position: mean to 4 decimals, minimum and \
maximum |
| `stuck` | positions without a move |
| `dead_ends` | positions with one move |
| `bridges` | edges whose removal disconnects the component; empty if it has more than a million positions |
| `articulations` | positions whose removal disconnects the component; empty in the same case |
| `central`, `peripheral` | positions whose eccentricity is the radius, and the diameter; empty if there are more \
than 100,000 |

### goals.csv: every goal of one piece

Each goal is one piece of a shape at a place, with all other pieces anywhere.

| column | meaning |
|---|---|
| `piece_set`, `metric` | the piece set and the metric |
| `shape` | the letter of the shape, or the letters of its pieces |
| `column`, `row` | place of its first cell in reading order, from 1 at the top left |
| `places` | number of mirror images of this place, including itself; the row represents all of them |
| `goal_positions` | number of goal positions |
| `solvable` | positions that can reach the goal, including goal positions |
| `max`, `at_max` | the largest distance, and the number of positions at it |
| `mean` | mean distance of the solvable positions, to 4 decimals |
| `hardest_goal` | whether no goal of the piece set has a larger `max` |
| `hardest` | the first position at the largest distance, in text order |

### optimal_solutions.csv: common parts of all optimal solutions of a position

The goal is the puzzle's own. The rows are the first ten hardest positions of each piece set and metric, in \
text order,
one of each mirror pair. The named openings follow, or the start of a puzzle.

| column | meaning |
|---|---|
| `piece_set`, `metric` | the piece set and the metric |
| `name` | the slug of an opening, or `start` for a puzzle; empty for a hardest position |
| `position` | the position |
| `distance` | moves of an optimal solution |
| `solution_count` | number of optimal solutions, as sequences of positions |
| `reachable` | number of reachable positions |
| `positions`, `share` | positions on any optimal solution, including both ends, and their share of the \
component to \
4 decimals |
| `shared` | positions on all optimal solutions, including the first |
| `forced` | moves in all optimal solutions |
| `longest_forced` | length of the longest run of forced moves |
| `wrong_moves` | moves along a solution that do not reduce the distance: mean over the optimal solutions, to \
4 decimals |

Besides the length of the solution, two measures of difficulty for people have been published. One is a model of a
person's walk through the positions, the other is bottlenecks of the positions. P. Jarušek and R. Pelánek describe them
in \"Difficulty Rating of Sokoban Puzzle\" (2010) and \"Human Problem Solving: Sokoban Case Study\" (2010).
`wrong_moves`, `shared` and `forced` are simple counts of the same kind.
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
         `huarong report depth` writes this page and the CSV files that it explains; do not edit them by \
         hand.\nThey cover {sets}: {positions} in {components}."
    )?;
    if study.smallest_component > 1 {
        let smallest = grouped(study.smallest_component);
        writeln!(
            out,
            "Components of fewer than {smallest} positions have no rows, as with\n\
             `huarong report depth --smallest-component {}`. Without the option, all components have rows.",
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
    for metric in Metric::OF_SINGLE_PIECES {
        let diameter = |component: &ComponentDepth| component.spread.metrics[metric].diameter;
        // Among equal diameters, the first component.
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
    for metric in Metric::OF_SINGLE_PIECES {
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
