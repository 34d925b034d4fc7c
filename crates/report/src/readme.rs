//! `README.md`: the description of the report files, and the ten hardest piece sets.

use super::plots::PLOTS;
use super::set_study::{DEFAULT_HARDEST_LIMIT, SetStudy};
use super::{histogram, puzzle_page};
use huarong_core::klotski;
use huarong_core::numerals::{counted, grouped};
use huarong_core::rules::Metric;
use huarong_oracle::analysis::SetFigures;
use std::cmp::Reverse;
use std::io::{self, Write};

const HEAD: &str = "\
`huarong report` writes this page and the CSV files that it explains. The same tables give the same bytes.
";

const WORDS: [&str; 2] = [
    "\
## The files

`piece_set` is written as in `1h4v4s`: the numbers of horizontal, vertical and small pieces besides the one \
big piece. A
*solvable* position can reach the goal, the big piece on the bottom rows' ",
    ". A metric
defines one move, which always moves one piece: `unit` by one cell, `straight` by any distance in one line, `finger`
along any path.
",
];

const SET_COLUMNS: &str = "\
### piece_sets.csv: one row per piece set

| column | meaning |
|---|---|
| `piece_set` | the piece set |
| `horizontal`, `vertical`, `small` | number of pieces of each shape |
| `empty` | empty cells |
| `positions` | legal arrangements |
| `goal_positions` | number of goal positions |
| `components` | number of connected components; the same under every metric |
| `largest_component` | positions in the largest component |
| `solvable`, `unsolvable` | positions that can and cannot reach the goal |
| `max_unit`, `max_straight`, `max_finger` | largest distance of a solvable position |
| `mean_unit`, … | mean distance of the solvable positions, including goal positions, to 4 decimals |
| `at_max_unit`, … | number of positions at the largest distance; mirror images count separately |

The last nine columns are empty if no position is solvable, or if there is no table of that metric.

### components.csv: one row per piece set and size of a component

| column | meaning |
|---|---|
| `piece_set` | the piece set |
| `size` | number of positions, largest first |
| `components` | number of components of that size |
| `with_goal` | number of these components with a goal position |

### histogram.csv: number of solvable positions at each distance

| column | meaning |
|---|---|
| `piece_set` | the piece set |
| `metric` | `unit`, `straight` or `finger` |
| `distance` | moves to the nearest goal position |
| `positions` | number of positions |

Unsolvable positions have no distance; `piece_sets.csv` counts them.

### hardest.csv: the positions at the largest distance

| column | meaning |
|---|---|
| `piece_set`, `metric` | the piece set and the metric |
| `distance` | the largest distance |
| `rank` | number of the row within piece set and metric, from 1, in the order of the texts of positions |
| `position` | the position; of two mirror images, the one whose text sorts first |
| `mirrored` | whether its mirror image is a different position, which is not listed |
";

const OTHER_COLUMNS: &str = "\
### openings.csv: one row per published count of a named opening

`huarong report openings` writes this file and `literature.md`, which checks one source in detail. An opening
without a published count also has a row.

| column | meaning |
|---|---|
| `name`, `slug` | the name in the characters of the source, and in pinyin |
| `source`, `number` | the source, and the opening's number in it |
| `piece_set`, `position` | the position |
| `unit`, `straight`, `finger` | its distances; empty if it is unsolvable |
| `finger_solution_count` | number of optimal solutions in finger moves, as sequences of positions |
| `farther` | number of solvable positions of the piece set with a larger finger distance |
| `reachable` | number of reachable positions, including itself |
| `published` | the published count |
| `published_metric` | the metric that corresponds to the rule of the source |
| `published_rule` | the definition of one move in the terms of the source |
| `comparison` | `equal`, `published is higher by n` or `published is lower by n` |

### puzzles.csv: one row per published count of a puzzle of the library

`huarong report puzzles` writes this file and `puzzles.md`, a page with the same data. A puzzle without a published
count also has a row.

| column | meaning |
|---|---|
| `id`, `name` | the id for `--puzzle`, and the name |
| `board`, `pieces` | columns and rows, and the number of pieces |
| `positions` | positions with these pieces; empty if they cannot be counted within seconds |
| `reachable` | positions reachable from the start; empty if they are too many to visit |
| `unit`, `straight`, `finger` | the fewest moves from start to goal; empty if no solution was found |
| `published`, `published_by` | the published count, and its author if named |
| `published_metric` | the metric for the comparison |
| `difference` | the published count minus the fewest moves |
| `published_reachable` | the number of reachable positions according to the same source |
| `start` | the start |
| `remark` | why a distance is missing; empty if the goal is unreachable |

### solved.csv: one row per puzzle of the library and metric

`huarong report puzzles` writes this file. `huarong puzzles` and the pages show its results, so that they need no
search.

| column | meaning |
|---|---|
| `id`, `metric` | the id of the puzzle, and the metric |
| `at_least` | every solution has at least so many moves; empty if there is no solution |
| `best_found` | number of moves of the best solution found, which is optimal if it equals `at_least` |
| `reachable` | positions reachable from the start; empty if they are too many to visit |
| `solution` | an optimal solution, if more than 3,000,000 positions are reachable: the first cell of the piece before and after each move, counted in reading order from 0 without walls |

### games.csv: one row per two-player game

`huarong game build` solves games. `huarong game report` writes this file and `plies.csv` for all games with tables.
The games here are 3,3,3; 4,3,3; 5,3,3; 6,3,3; 4,4,3; 5,4,3; 4,4,4; 5,4,4; with gravity 4,4,4; 5,4,4; 5,5,4; \
and misere
3,3,3; 4,3,3; 4,4,3; 4,4,4.

| column | meaning |
|---|---|
| `game`, `rule` | columns, rows and length of a line, with gravity if stones fall; `normal`, or `misere` if \
completing \
a line loses |
| `columns`, `rows`, `k`, `cells` | columns, rows and length of a line as numbers, and the number of cells |
| `positions` | positions that play can reach from the empty board, including ended ones |
| `up_to_symmetry` | the same up to reflection and rotation |
| `wins`, `draws`, `losses` | positions with that value for the side to move |
| `value`, `plies` | value of the game for the first side, and plies to the end; `plies` is empty for a draw |
| `max_plies`, `at_max` | most plies of a won or lost position, and the number of positions with that many |

### plies.csv: the same by number of stones

| column | meaning |
|---|---|
| `game`, `rule`, `stones` | the game, and the number of stones on the board |
| `positions` to `losses`, `max_plies`, `at_max` | as above, for positions with that many stones |
| `out_of_play` | numbered positions with that many stones that play cannot reach, because a line was complete \
earlier |

### depth/: analysis of the graphs

[depth/depth.md](depth/depth.md) explains the files of `huarong report depth --smallest-component 100`. Files above
2 MB are not kept here. Without the option, smaller components also have rows. The command needs no tables.

### 4x6/ and 5x5/: the families of two other boards

The same files for [4x6](4x6/README.md), with 385 piece sets and 1,749,098,135 positions, and for
[5x5](5x5/README.md), with 436 piece sets and 4,984,931,936 positions. `huarong build --board 4x6` and \
`huarong report --board 4x6 --out reports/4x6 --hardest-limit 10`
wrote those of 4x6. On two cores of an AMD EPYC the tables took 32 s (unit), 19 s (straight) and 23 s (finger), and
the reports 23 s. The same steps for 5x5 took 80 s, 53 s, 87 s and 114 s. They used at most 1.3 GB of memory besides \
the tables,
and 14 GB of disk.
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
        "To write them again:\n\n```\nhuarong build{option}\n\
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

/// The plots as thumbnails with links.
fn write_plots(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n## Plots\n")?;
    writeln!(
        out,
        "`huarong report plots` draws these plots from the same tables. They follow the light or dark theme \
         of the reader's system.\n"
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
        "If the reports include `depth/diameters.csv`, the command also draws `plots/diameters.svg`: the \
         diameter of \
         a component, by the component's size."
    )
}

const SPLIT: &str = "\
The histogram is written as `histogram-unit.csv`, `histogram-straight.csv` and `histogram-finger.csv`.
";

/// Texts that depend on the board. The 4x5 board is the default, and its directory also has other reports.
struct Board {
    title: String,
    /// Columns of the goal.
    middle: String,
    /// The option that selects the board.
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
        usize::MAX => "All hardest positions are listed.".to_owned(),
        limit => format!("At most {limit} are listed for each piece set and metric."),
    }
}

/// Writes the ten piece sets with the largest distances, ordered by finger, then straight, then
/// unit.
fn write_hardest(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut sets: Vec<&SetFigures> = study.sets.iter().collect();
    let key = |set: &SetFigures| {
        [Metric::Finger, Metric::Straight, Metric::Unit].map(|metric| set.max(metric))
    };
    sets.sort_by_key(|set| Reverse(key(set)));
    writeln!(out, "## The ten hardest piece sets\n")?;
    writeln!(out, "Sorted by the largest finger distance, then straight, then unit.\n")?;
    writeln!(
        out,
        "| piece set | positions | components | largest unit | straight | finger | a hardest position (finger) |"
    )?;
    writeln!(out, "|---|--:|--:|--:|--:|--:|---|")?;
    for set in sets.into_iter().take(10) {
        let [unit, straight, finger] = Metric::OF_SINGLE_PIECES
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
