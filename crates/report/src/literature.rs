//! `literature.md`: comparison of the tables with the counts that Wei and Lin published in 1999.

use super::opening_study::Facts;
use super::opening_study::OpeningStudy;
use super::words;
use huarong_core::grid::{Board, Cell};
use huarong_core::klotski;
use huarong_core::notation::moves;
use huarong_core::rules::{Metric, PerMetric, PieceMove, PieceSet, Puzzle};
use huarong_core::space::Space;
use huarong_lab::library::{Mention, Opening};
use huarong_oracle::analysis::ShortestPaths;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// The paper, and two other sources whose counts are listed beside it.
const PAPER: &str = "wei-lin-1999";
const PROGRAM: &str = "zip604";
const OLDER: &str = "older";

/// Maximum number of characters in a line of a solution.
const LINE: usize = 96;

const HEAD: &str = "\
# Wei and Lin (1999), checked move by move

`huarong report openings` writes this page; do not edit it by hand.

Wei and Lin (魏仲良、林順喜, *利用電腦探討中國古代益智遊戲─「華容道」之解法*, National Taiwan Normal University, 1999)
published the fewest moves of twenty openings of Huarong Dao, found by computer. They compared them with the
counts of the older literature and corrected some of these. They use two rules. By the first rule, one move is one
piece by one cell. By the second rule, \"where the two empty cells are adjacent, a piece that moves two cells on counts
one step\". Their table 8 uses the first rule. Their table 7 and the list before it use the second rule. This page compares both counts with the
distances of an exhaustive backward search, which cover every position of the piece sets. `huarong verify` \
proves each
distance independently.

The positions are those of the paper's drawings. In print, three rows of the drawings lost their blanks; this
page uses the position that fits the paper's unit count. The paper has no unit count of 四路進兵, and no count of
兵將聯防 by the second rule.

A distance is the fewest moves to the goal, the 2x2 piece on the bottom rows' middle columns. One move of the `unit`
metric is one piece by one cell. In the `straight` metric it is one piece by any distance in one line, and in \
the `finger`
metric one piece along any path.
";

const RULE: &str = "\
## The second rule is the finger metric

Ten pieces, five of them dominoes, leave two cells empty. The table counts every finger move of every \
position of the
openings' piece sets by its path.
";

pub(super) fn write(study: &OpeningStudy<'_>, out: &mut dyn Write) -> io::Result<()> {
    let paper = Checked::of(study, PAPER);
    writeln!(out, "{HEAD}")?;
    write_rule(study, &paper, out)?;
    write_units(study, &paper, out)?;
    write_fingers(study, &paper, out)?;
    write_solutions(study, &paper, out)?;
    write_others(study, out)
}

/// The figures of one source for some openings, with the distances from the tables.
struct Checked<'s> {
    rows: Vec<(&'s Opening, &'s Facts, &'s Mention)>,
}

impl<'s> Checked<'s> {
    fn of(study: &'s OpeningStudy<'_>, source: &str) -> Self {
        let is_source = |mention: &&Mention| study.catalogue.sources()[mention.source].id == source;
        let mut rows: Vec<_> = study
            .each()
            .flat_map(|(opening, facts)| {
                opening.mentions.iter().filter(is_source).map(move |m| (opening, facts, m))
            })
            .collect();
        rows.sort_by_key(|(.., mention)| mention.number);
        Self { rows }
    }

    /// Published figures under a metric with the true distances.
    fn figures(&self, metric: Metric) -> impl Iterator<Item = (u16, u16)> {
        self.rows.iter().filter_map(move |(_, facts, mention)| {
            mention.figures[metric].zip(facts.distances[metric])
        })
    }

    /// The published figure of an opening.
    fn figure(&self, opening: &Opening, metric: Metric) -> Option<u16> {
        let row = self.rows.iter().find(|(other, ..)| other.position == opening.position);
        row.and_then(|(.., mention)| mention.figures[metric])
    }

    /// A summary of the comparison under a metric: `8 of 19 are the minimum, ...`.
    fn summary(&self, metric: Metric) -> String {
        let figures: Vec<(u16, u16)> = self.figures(metric).collect();
        let count = |order| figures.iter().filter(|(a, b)| a.cmp(b) == order).count();
        let excess = || figures.iter().filter(|(a, b)| a > b).map(|(a, b)| a - b);
        let mut text = format!("{} of {} are the minimum", count(Ordering::Equal), figures.len());
        if let Some((least, most)) = excess().min().zip(excess().max()) {
            let by = if least == most { least.to_string() } else { format!("{least} to {most}") };
            text += &format!(", {} are higher, by {by}", count(Ordering::Greater));
        }
        match count(Ordering::Less) {
            0 => text + "; none is lower",
            lower => text + &format!("; {lower} are lower"),
        }
    }
}

/// Counts of the moves of positions, by their paths.
#[derive(Default)]
struct MoveCounts {
    positions: u64,
    unit: u64,
    two_in_line: u64,
    /// Moves of two cells round a corner, by the shape that moves.
    round_corner: [u64; 4],
    longer: u64,
}

impl MoveCounts {
    fn of(space: &Space) -> Self {
        let puzzle = space.puzzle();
        let mut counts = Self::default();
        for position in space.iter() {
            counts.positions += 1;
            puzzle.for_each_move(&position, |made| {
                match (made.metric, cells_apart(puzzle, &made)) {
                    (Metric::Unit, _) => counts.unit += 1,
                    (Metric::Straight, 2) => counts.two_in_line += 1,
                    (Metric::Finger, 2) => counts.round_corner[made.shape] += 1,
                    _ => counts.longer += 1,
                }
            });
        }
        counts
    }
}

/// Distance in columns plus rows between the start and the end of a move.
fn cells_apart(puzzle: &Puzzle, made: &PieceMove) -> u8 {
    let board = puzzle.board();
    let apart =
        |along: fn(&Board, Cell) -> u8| along(board, made.from).abs_diff(along(board, made.to));
    apart(Board::column) + apart(Board::row)
}

fn write_rule(
    study: &OpeningStudy<'_>,
    paper: &Checked<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{RULE}")?;
    writeln!(
        out,
        "| piece set | positions | one cell | two cells in line | two cells round a corner | farther |\n\
         |---|--:|--:|--:|--:|--:|"
    )?;
    let sets: BTreeSet<PieceSet> =
        paper.rows.iter().map(|(opening, ..)| opening.position.piece_set()).collect();
    let (mut corners, mut farther) = ([0; 4], 0);
    for set in &sets {
        let (space, _) = study.oracles[set].table(Metric::Finger).map_err(io::Error::other)?;
        let counts = MoveCounts::of(space);
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            study.oracles[set].piece_set_text(),
            counts.positions,
            counts.unit,
            counts.two_in_line,
            counts.round_corner.iter().sum::<u64>(),
            counts.longer
        )?;
        for (sum, count) in corners.iter_mut().zip(counts.round_corner) {
            *sum += count;
        }
        farther += counts.longer;
    }
    let by_small_pieces = corners[klotski::SMALL];
    let all = corners.iter().sum::<u64>();
    require(farther == 0, "a move goes one cell or two")?;
    require(by_small_pieces == all, "only singles go round corners")?;
    writeln!(
        out,
        "\nEvery move goes one cell or two; {farther} moves go farther. A piece moves two cells only where the empty \
         cells are adjacent, because it passes over one into the other. Small pieces make {by_small_pieces} of the {all} \
         moves round a corner: dominoes and the big piece move two cells only in line. \"Moves two cells on\" could \
         mean both kinds of moves, as in the finger metric, or only moves in line, as in the straight metric. The \
         paper's own counts decide this:"
    )?;
    let below = |(_, facts, mention): &&(&Opening, &Facts, &Mention)| {
        mention.figures[Metric::Finger] < facts.distances[Metric::Straight]
    };
    let counts = paper.figures(Metric::Finger).count();
    let with_count = |row: &&(&Opening, &Facts, &Mention)| row.2.figures[Metric::Finger].is_some();
    let impossible = paper.rows.iter().filter(with_count).filter(below).count();
    let reached =
        paper.figures(Metric::Finger).filter(|(published, found)| published >= found).count();
    require(impossible > 0, "counts below the straight distance rule the straight metric out")?;
    require(reached == counts, "all counts can be reached in the finger metric")?;
    writeln!(
        out,
        "{impossible} of {counts} are smaller than the straight distance, and no solution can be shorter than \
         that. {reached} of {counts} are at least the finger distance. Therefore the rule is the finger metric, and \
         this page compares the counts with finger distances below.\n"
    )
}

/// Checks that a conclusion on the page follows from its numbers; otherwise the page is not
/// written.
fn require(follows: bool, conclusion: &str) -> io::Result<()> {
    match follows {
        true => Ok(()),
        false => Err(io::Error::other(format!("the numbers do not say that {conclusion}"))),
    }
}

/// A number of moves, or a dash if there is none.
fn moves_text(moves: Option<u16>) -> String {
    moves.map_or_else(|| "–".to_owned(), |moves| moves.to_string())
}

fn write_units(
    study: &OpeningStudy<'_>,
    paper: &Checked<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let program = Checked::of(study, PROGRAM);
    writeln!(
        out,
        "## One piece by one cell (table 8)\n\n\
         The paper's unit counts: {}. The paper also lists counts of the program ZIP604: {}.\n\n\
         | opening | slug | position | ZIP604 | Wei and Lin | minimum | the paper's count |\n\
         |---|---|---|--:|--:|--:|---|",
        paper.summary(Metric::Unit),
        program.summary(Metric::Unit)
    )?;
    write_rows(paper, &program, Metric::Unit, out)
}

fn write_fingers(
    study: &OpeningStudy<'_>,
    paper: &Checked<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let older = Checked::of(study, OLDER);
    writeln!(
        out,
        "## Two cells as one step (table 7 and the list before it)\n\n\
         The paper calls these counts minimal: {}. The older counts that it quotes: {}.\n\n\
         | opening | slug | position | older | Wei and Lin | minimum | the paper's count |\n\
         |---|---|---|--:|--:|--:|---|",
        paper.summary(Metric::Finger),
        older.summary(Metric::Finger)
    )?;
    write_rows(paper, &older, Metric::Finger, out)?;
    let right: Vec<String> = paper
        .rows
        .iter()
        .filter_map(|(opening, facts, mention)| {
            let found = facts.distances[Metric::Finger]?;
            let older = older.figure(opening, Metric::Finger)?;
            let published = mention.figures[Metric::Finger]?;
            (older == found && published != found)
                .then(|| format!("{} ({older}, not {published})", mention.name))
        })
        .collect();
    writeln!(
        out,
        "Where the older literature was right and the paper corrected it: {}.\n",
        if right.is_empty() { "nowhere".to_owned() } else { right.join(", ") }
    )
}

/// Writes the rows of a table: another source's figures, the paper's, the minimum, and the verdict.
fn write_rows(
    paper: &Checked<'_>,
    beside: &Checked<'_>,
    metric: Metric,
    out: &mut dyn Write,
) -> io::Result<()> {
    let puzzle = klotski::puzzle();
    for (opening, facts, mention) in &paper.rows {
        let published = mention.figures[metric];
        let verdict = published.map(|published| facts.verdict(metric, published).to_string());
        writeln!(
            out,
            "| {} | `{}` | `{}` | {} | {} | {} | {} |",
            mention.name,
            mention.slug,
            puzzle.position_text(&opening.position),
            moves_text(beside.figure(opening, metric)),
            moves_text(published),
            moves_text(facts.distances[metric]),
            verdict.as_deref().unwrap_or("none printed"),
        )?;
    }
    writeln!(out)
}

fn write_solutions(
    study: &OpeningStudy<'_>,
    paper: &Checked<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(
        out,
        "## Shorter solutions\n\n\
         This section has one optimal solution of every opening whose printed count by the second rule is too \
         high. A move begins with the letter of the piece: `B` big, `H` horizontal, `V` vertical or `S` small. Then \
         come the column and the row of its top-left cell, counted from 1, and one arrow per cell of \
         its path. `huarong solve SLUG` draws the same solution board by board, and `--animate FILE.svg` plays it.\n"
    )?;
    for (opening, facts, mention) in &paper.rows {
        let Some(found) = facts.distances[Metric::Finger] else { continue };
        let Some(published) = mention.figures[Metric::Finger].filter(|&p| p > found) else {
            continue;
        };
        let (space, table) =
            study.oracle_of(opening).table(Metric::Finger).map_err(io::Error::other)?;
        let puzzle = space.puzzle();
        let solution = ShortestPaths::by_table(space, table).first(&opening.position);
        let solution = solution.map_err(io::Error::other)?.known().map_err(io::Error::other)?;
        let solution = solution.unwrap_or_default();
        writeln!(
            out,
            "### {} (`{}`): {found}, printed {published}\n\n`{}`, {} optimal solutions.\n\n```",
            mention.name,
            mention.slug,
            puzzle.position_text(&opening.position),
            facts.solutions
        )?;
        let texts = moves::move_texts(puzzle, &opening.position, &solution);
        for line in words::lines_of(&texts, LINE) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "```\n")?;
    }
    Ok(())
}

/// Writes one line for each other source.
fn write_others(study: &OpeningStudy<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "## Other sources\n")?;
    for source in study.catalogue.sources() {
        if [PAPER, PROGRAM, OLDER].contains(&source.id.as_str()) {
            continue;
        }
        let checked = Checked::of(study, &source.id);
        write!(out, "- `{}`, {}.", source.id, source.title)?;
        for metric in
            Metric::OF_SINGLE_PIECES.into_iter().filter(|metric| !source.rule(*metric).is_empty())
        {
            write!(out, " Its {metric} counts: {}.", checked.summary(metric))?;
        }
        let unsolvable: Vec<&str> = checked
            .rows
            .iter()
            .filter(|(_, facts, _)| facts.distances == PerMetric::default())
            .map(|(.., mention)| mention.name.as_str())
            .collect();
        if !unsolvable.is_empty() {
            let names = unsolvable.join(", ");
            write!(out, " Unsolvable, as the source says: {names}.")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "\n`openings.csv` has one row per published count.")
}
