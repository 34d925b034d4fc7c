//! `literature.md`: comparison of the tables with the counts that Wei and Lin published in 1999.

use super::opening_study::{Facts, OpeningStudy};
use super::wrapped::wrapped;
use huarong_core::grid::{Board, Cell};
use huarong_core::klotski;
use huarong_core::notation::moves;
use huarong_core::rules::{Metric, PerMetric, PieceMove, PieceSet, Puzzle};
use huarong_core::space::Space;
use huarong_lab::library::{Mention, Opening, Source};
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

pub(super) fn write(study: &OpeningStudy<'_>, out: &mut dyn Write) -> io::Result<()> {
    let [paper, program, older] = [PAPER, PROGRAM, OLDER].map(|source| Checked::of(study, source));
    let sets = { paper.rows.iter() }.map(|(opening, ..)| opening.position.piece_set());
    let sets = sets.collect::<BTreeSet<PieceSet>>().into_iter().map(|set| {
        let oracle = &study.oracles[&set];
        let (space, _) = oracle.table(Metric::Finger).map_err(io::Error::other)?;
        Ok((oracle.piece_set_text(), MoveCounts::of(space)))
    });
    let sets = sets.collect::<io::Result<Vec<_>>>()?;
    let sum = |count: fn(&MoveCounts) -> u64| sets.iter().map(|(_, counts)| count(counts)).sum();
    let farther: u64 = sum(|counts| counts.longer);
    let by_small_pieces: u64 = sum(|counts| counts.round_corner[klotski::SMALL]);
    let round_corner: u64 = sum(|counts| counts.round_corner.iter().sum());
    require(farther == 0, "a move goes one cell or two")?;
    require(by_small_pieces == round_corner, "only singles go round corners")?;

    let with_count = { paper.rows.iter() }.filter_map(|(_, facts, mention)| {
        Some((mention.figures[Metric::Finger]?, facts.distances[Metric::Straight]))
    });
    let impossible = with_count.filter(|&(published, found)| Some(published) < found).count();
    let counts = paper.figures(Metric::Finger).count();
    let reached =
        paper.figures(Metric::Finger).filter(|(published, found)| published >= found).count();
    require(impossible > 0, "counts below the straight distance rule the straight metric out")?;
    require(reached == counts, "all counts can be reached in the finger metric")?;

    write!(
        out,
        include_str!("templates/literature.md"),
        sets = sets.iter().map(|(set, counts)| counts.row(set)).collect::<String>(),
        farther = farther,
        by_small_pieces = by_small_pieces,
        round_corner = round_corner,
        impossible = impossible,
        counts = counts,
        reached = reached,
        units = paper.summary(Metric::Unit),
        units_of_program = program.summary(Metric::Unit),
        unit_rows = paper.compared(&program, Metric::Unit),
        fingers = paper.summary(Metric::Finger),
        older_fingers = older.summary(Metric::Finger),
        finger_rows = paper.compared(&older, Metric::Finger),
        corrected = paper.wrong_corrections(&older),
        solutions = shorter_solutions(study, &paper)?,
        others = other_sources(study),
    )
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

    /// The rows of a table: another source's figures, the paper's, the minimum, and the verdict.
    fn compared(&self, beside: &Self, metric: Metric) -> String {
        let puzzle = klotski::puzzle();
        let row = |(opening, facts, mention): &(&Opening, &Facts, &Mention)| {
            let published = mention.figures[metric];
            let verdict = published.map(|published| facts.verdict(metric, published));
            format!(
                "| {} | `{}` | `{}` | {} | {} | {} | {} |\n",
                mention.name,
                mention.slug,
                puzzle.position_text(&opening.position),
                moves_text(beside.figure(opening, metric)),
                moves_text(published),
                moves_text(facts.distances[metric]),
                verdict.as_deref().unwrap_or("none printed"),
            )
        };
        self.rows.iter().map(row).collect()
    }

    /// The openings whose older count was right although the paper has another one.
    fn wrong_corrections(&self, older: &Self) -> String {
        let wrong = self.rows.iter().filter_map(|(opening, facts, mention)| {
            let found = facts.distances[Metric::Finger]?;
            let older = older.figure(opening, Metric::Finger)?;
            let published = mention.figures[Metric::Finger]?;
            (older == found && published != found)
                .then(|| format!("{} ({older}, not {published})", mention.name))
        });
        let wrong: Vec<String> = wrong.collect();
        if wrong.is_empty() { "nowhere".to_owned() } else { wrong.join(", ") }
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

    fn row(&self, set: &str) -> String {
        let Self { positions, unit, two_in_line, round_corner, longer } = self;
        let round_corner: u64 = round_corner.iter().sum();
        format!("| {set} | {positions} | {unit} | {two_in_line} | {round_corner} | {longer} |\n")
    }
}

/// Distance in columns plus rows between the start and the end of a move.
fn cells_apart(puzzle: &Puzzle, made: &PieceMove) -> u8 {
    let board = puzzle.board();
    let apart =
        |along: fn(&Board, Cell) -> u8| along(board, made.from).abs_diff(along(board, made.to));
    apart(Board::column) + apart(Board::row)
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

/// An optimal solution of each opening whose published finger count is too high.
fn shorter_solutions(study: &OpeningStudy<'_>, paper: &Checked<'_>) -> io::Result<String> {
    let mut text = String::new();
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
        let moves = moves::move_texts(puzzle, &opening.position, &solution.unwrap_or_default());
        text += &format!(
            "### {} (`{}`): {found}, printed {published}\n\n`{}`, {} optimal solutions.\n\n```\n{}\n```\n\n",
            mention.name,
            mention.slug,
            puzzle.position_text(&opening.position),
            facts.solutions,
            wrapped(&moves, LINE).join("\n"),
        );
    }
    Ok(text)
}

/// A line for each other source.
fn other_sources(study: &OpeningStudy<'_>) -> String {
    let sources = study.catalogue.sources().iter();
    let others = sources.filter(|source| ![PAPER, PROGRAM, OLDER].contains(&source.id.as_str()));
    let line = |source: &Source| {
        let checked = Checked::of(study, &source.id);
        let mut line = format!("- `{}`, {}.", source.id, source.title);
        for metric in
            Metric::OF_SINGLE_PIECES.into_iter().filter(|metric| !source.rule(*metric).is_empty())
        {
            line += &format!(" Its {metric} counts: {}.", checked.summary(metric));
        }
        let unsolvable: Vec<&str> = { checked.rows.iter() }
            .filter(|(_, facts, _)| facts.distances == PerMetric::default())
            .map(|(.., mention)| mention.name.as_str())
            .collect();
        if !unsolvable.is_empty() {
            line += &format!(" Unsolvable, as the source says: {}.", unsolvable.join(", "));
        }
        line + "\n"
    };
    others.map(line).collect()
}
