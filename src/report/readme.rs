//! `README.md`: what the reports are, and the ten hardest piece sets.

use super::plots::PLOTS;
use super::set_study::{DEFAULT_HARDEST_LIMIT, SetStudy};
use super::{histogram, puzzle_page};
use crate::numerals::{counted, grouped};
use crate::sliding::analysis::SetFigures;
use crate::sliding::klotski;
use crate::sliding::rules::Metric;
use std::cmp::Reverse;
use std::io::{self, Write};

const HEAD: &str = "\
This page and the CSV files that it explains are written by `huarong report`, none of them edited by hand. The same
tables give the same bytes.
";

const WORDS: [&str; 2] = [
    "\
## The files

`piece_set` is written as in `1h4v4s`: horizontals, verticals and smalls beside the one big piece. A
*solvable* position can reach the goal, the big piece on the bottom rows' ",
    ". The metrics say
what one move is: `unit` one piece one cell, `straight` one piece any distance in one line, `finger` one
piece along any path.
",
];

const SET_COLUMNS: &str = "\
### piece_sets.csv: one row a piece set

| column | meaning |
|---|---|
| `piece_set` | the piece set |
| `horizontal`, `vertical`, `small` | how many of each |
| `empty` | empty cells |
| `positions` | legal arrangements |
| `goal_positions` | of these, won ones |
| `components` | classes of positions that can reach one another; the same under every metric |
| `largest_component` | positions in the largest of them |
| `solvable`, `unsolvable` | positions that can and cannot reach the goal |
| `max_unit`, `max_straight`, `max_finger` | largest distance of a solvable position |
| `mean_unit`, … | mean distance of the solvable positions, won ones included, to 4 decimals |
| `hardest_unit`, … | how many positions are at the largest distance, mirror images counted apart |

The last nine are empty where nothing is solvable, or where there is no table of that metric.

### components.csv: one row for every size that components of a piece set have

| column | meaning |
|---|---|
| `piece_set` | the piece set |
| `size` | number of positions, largest first |
| `components` | how many components have that size |
| `with_goal` | how many of these contain a won position |

### histogram.csv: how many solvable positions have each distance

| column | meaning |
|---|---|
| `piece_set` | the piece set |
| `metric` | `unit`, `straight` or `finger` |
| `distance` | moves to the win |
| `positions` | how many positions |

The unsolvable positions, which have no distance, are counted in `piece_sets.csv`.

### hardest.csv: the positions at the largest distance

| column | meaning |
|---|---|
| `piece_set`, `metric` | the piece set and the metric |
| `distance` | the largest distance |
| `rank` | number of the row within piece set and metric, from 1, by the text of the position |
| `position` | the position; of two that mirror each other, the one whose text sorts first |
| `mirrored` | whether its mirror image is another position, not listed |
";

const OTHER_COLUMNS: &str = "\
### openings.csv: one row for every figure that a source publishes of a named opening

`huarong report openings` writes this file and `literature.md`, which checks one source in detail. An opening
without a published figure has a row, too.

| column | meaning |
|---|---|
| `name`, `slug` | the name in the source's characters, and in pinyin |
| `source`, `number` | the source, and the opening's number in it |
| `piece_set`, `position` | the position |
| `unit`, `straight`, `finger` | its distances; empty where it cannot be solved |
| `optimal_finger_solutions` | how many solutions have the finger distance, as sequences of positions |
| `farther` | how many solvable positions of the piece set have a larger finger distance |
| `component` | number of positions that can be reached from it, itself included |
| `published` | the source's figure |
| `published_metric` | the metric that the source's rule amounts to |
| `published_rule` | what one move is, in the source's terms |
| `verdict` | `equal`, `published is higher by n` or `published is lower by n` |

### puzzles.csv: one row for every figure that a source publishes of a puzzle of the library

`huarong report puzzles` writes this file and `puzzles.md`, which draws it up for people. A puzzle without a published
figure has a row, too.

| column | meaning |
|---|---|
| `id`, `name` | by which `--puzzle` takes it, and what it is called |
| `board`, `pieces` | columns and rows, and how many pieces there are |
| `positions` | positions with these pieces; empty where they cannot be counted in seconds |
| `reachable` | of these, positions that can be reached from the start; empty where they are too many to be visited |
| `unit`, `straight`, `finger` | the fewest moves from start to goal; empty where none was found |
| `published`, `by` | the figure, and whose it is where that is said |
| `metric` | the metric that it is held against |
| `difference` | the figure less the fewest moves |
| `published_reachable` | what the same source says for `reachable` |
| `start` | the start |
| `remark` | why a distance is missing, if it is not that the goal cannot be reached |

### games.csv: one row for every two-player game

`huarong game build` solves games, and `huarong game report` writes this file and `plies.csv` of all that have tables.
Those kept here are 3,3,3; 4,3,3; 5,3,3; 6,3,3; 4,4,3; 5,4,3; 4,4,4; 5,4,4; with gravity 4,4,4; 5,4,4; 5,5,4; and misere
3,3,3; 4,3,3; 4,4,3; 4,4,4.

| column | meaning |
|---|---|
| `game`, `rule` | columns, rows and how many in a row, with gravity where stones fall; `normal`, or `misere` where a \
line loses |
| `columns`, `rows`, `k`, `cells` | the same as numbers, and the cells of the board |
| `positions` | positions that play can reach from the empty board, ended ones included |
| `up_to_symmetry` | the same, each counted as one with its mirror images and turns |
| `wins`, `draws`, `losses` | of these, how many are worth so to the side that moves |
| `value`, `plies` | what the game is worth to the side that begins, and in how many moves of both; empty for a draw |
| `max_plies`, `at_max` | the most plies until somebody wins, and how many positions take so many |

### plies.csv: the same by number of stones

| column | meaning |
|---|---|
| `game`, `rule`, `stones` | the game, and how many stones lie on the board |
| `positions` to `losses`, `max_plies`, `at_max` | as above, of positions with so many stones |
| `out_of_play` | positions with so many stones that are numbered and that play cannot reach, because a line was \
there before |

### depth/: what the whole graphs say

[depth/depth.md](depth/depth.md) explains the files that `huarong report depth --smallest-component 100` wrote, of
which those above 2 MB are not kept here; without the option smaller components have rows, too. It needs no tables.

### 4x6/ and 5x5/: the families of two other boards

The same files for [4x6](4x6/README.md), 385 piece sets and 1,749,098,135 positions, and for [5x5](5x5/README.md), 436
and 4,984,931,936. `huarong build --board 4x6` and `huarong report --board 4x6 --out reports/4x6 --hardest-limit 10`
wrote those of 4x6; on two cores of an AMD EPYC the tables took 32 s (unit), 19 s (straight) and 23 s (finger), the
reports 23 s. The same for 5x5 took 80 s, 53 s, 87 s and 114 s, at most 1.3 GB of memory besides the tables, and 14 GB
of disk.
";

pub(super) fn write(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    if !study.is_klotski {
        return puzzle_page::write(study, out);
    }
    let positions: u64 = study.sets.iter().map(|set| set.positions).sum();
    let components: u64 = study.sets.iter().map(SetFigures::components).sum();
    let [sets, positions, components] = [
        (study.sets.len() as u64, "piece set"),
        (positions, "position"),
        (components, "component"),
    ]
    .map(|(number, noun)| counted(number, noun));
    let Board { title, middle, option, directory } = &Board::of(study);
    writeln!(out, "# {title}\n\n{HEAD}")?;
    writeln!(
        out,
        "They cover {sets} of the family `{}`: {positions} in {components}.",
        study.family,
    )?;
    writeln!(
        out,
        "To write them again, from anywhere:\n\n```\nhuarong build{option}\n\
         huarong report{option} --out {directory}{}\n```\n",
        limit_option(study)
    )?;
    let [before, after] = WORDS;
    writeln!(out, "{before}{middle}{after}")?;
    writeln!(out, "{SET_COLUMNS}")?;
    if histogram::is_split(study) {
        writeln!(out, "{SPLIT}")?;
    }
    if option.is_empty() {
        writeln!(out, "{OTHER_COLUMNS}")?;
    }
    writeln!(out, "{}\n", limit(study))?;
    write_hardest(study, out)?;
    if option.is_empty() { write_plots(out) } else { Ok(()) }
}

/// The plots, small, each leading to itself.
fn write_plots(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n## Plots\n")?;
    writeln!(
        out,
        "`huarong report plots` draws them from the same tables; on light ground or dark, as the reader's system has \
         it.\n"
    )?;
    for plot in PLOTS {
        let (file, words) = (plot.file, plot.words);
        writeln!(out, "{words}\n")?;
        writeln!(
            out,
            "[<img src=\"plots/{file}\" width=\"450\" alt=\"{words}\">](plots/{file})\n"
        )?;
    }
    writeln!(
        out,
        "Where the reports have `depth/diameters.csv`, it draws `plots/diameters.svg`, too: how far two positions of \
         a component can be apart, by the component's size."
    )
}

const SPLIT: &str = "\
The histogram is written as `histogram-unit.csv`, `histogram-straight.csv` and `histogram-finger.csv`.
";

/// What is said of the board: of the usual one nothing, and its reports are not alone in their directory.
struct Board {
    title: String,
    /// The goal's columns.
    middle: String,
    /// What commands take for it.
    option: String,
    directory: String,
}

impl Board {
    fn of(study: &SetStudy) -> Self {
        let board = study.puzzle.board();
        let size = format!("{}x{}", board.width(), board.height());
        let middle = match usize::from(board.width() - 2) {
            odd if odd % 2 == 1 => format!("columns {} and {}", odd / 2 + 1, odd / 2 + 2),
            _ => "middle columns".to_owned(),
        };
        match klotski::is_klotski(&study.puzzle) {
            true => Self {
                title: "Reports".to_owned(),
                middle,
                option: String::new(),
                directory: "reports".to_owned(),
            },
            false => Self {
                title: format!("Reports on the board of {size}"),
                middle,
                option: format!(" --board {size}"),
                directory: format!("reports/{size}"),
            },
        }
    }
}

fn limit_option(study: &SetStudy) -> String {
    match study.hardest_limit {
        DEFAULT_HARDEST_LIMIT => String::new(),
        usize::MAX => " --hardest-limit 0".to_owned(),
        limit => format!(" --hardest-limit {limit}"),
    }
}

fn limit(study: &SetStudy) -> String {
    match study.hardest_limit {
        usize::MAX => "All of them are listed.".to_owned(),
        limit => format!("At most {limit} are listed for each piece set and metric."),
    }
}

/// The ten piece sets with the largest distances, finger first, then straight, then unit.
fn write_hardest(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut sets: Vec<&SetFigures> = study.sets.iter().collect();
    let key = |set: &SetFigures| {
        [Metric::Finger, Metric::Straight, Metric::Unit].map(|metric| set.max(metric))
    };
    sets.sort_by_key(|set| Reverse(key(set)));
    writeln!(out, "## The ten hardest piece sets\n")?;
    writeln!(out, "By the largest finger distance, then straight, then unit.\n")?;
    writeln!(
        out,
        "| piece set | positions | components | largest unit | straight | finger | a hardest position (finger) |"
    )?;
    writeln!(out, "|---|--:|--:|--:|--:|--:|---|")?;
    for set in sets.into_iter().take(10) {
        let [unit, straight, finger] = Metric::ALL
            .map(|metric| set.max(metric).map_or_else(|| "–".to_owned(), |max| max.to_string()));
        let figures = set.metrics[Metric::Finger].as_ref();
        let hardest = figures.and_then(|figures| figures.hardest.first());
        let position = hardest.map_or("–".to_owned(), |hardest| format!("`{}`", hardest.text));
        writeln!(
            out,
            "| `{}` | {} | {} | {unit} | {straight} | {finger} | {position} |",
            set.text,
            grouped(set.positions),
            grouped(set.components()),
        )?;
    }
    Ok(())
}
