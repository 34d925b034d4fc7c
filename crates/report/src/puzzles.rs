//! `puzzles.csv` and `puzzles.md`: the library's puzzles, with each published count compared with
//! the fewest moves. `solved.csv`: the results that the library keeps.

use super::files::{Report, ReportFile, write_csv};
use super::puzzle_study::{Comparison, PuzzleStudy, StudiedPuzzle, published_text};
use super::wrapped::wrapped;
use huarong_core::numerals::grouped_digits;
use huarong_core::puzzle_file::Setup;
use huarong_core::rules::Metric;
use huarong_lab::library::{MOST_SEARCHED, SolvedRow, solution_text};
use std::io::{self, Write};

impl Report for PuzzleStudy {
    fn files(&self) -> Vec<ReportFile<'_>> {
        vec![
            ReportFile::new("puzzles.csv", |out| write_puzzles(self, out)),
            ReportFile::new("puzzles.md", |out| write_page(self, out)),
            ReportFile::new("solved.csv", |out| write_solved(self, out)),
        ]
    }
}

fn write_puzzles(study: &PuzzleStudy, out: &mut dyn Write) -> io::Result<()> {
    let columns = "id,name,board,pieces,positions,reachable,unit,straight,finger,published,published_metric,\
                   difference,published_reachable,published_by,start,remark";
    let rows = study.puzzles.iter().flat_map(|puzzle| {
        let solved = puzzle.outcome.as_ref().ok();
        let start = solved.map(|solved| solved.setup.puzzle.position_text(&solved.setup.start));
        let positions = solved.and_then(|solved| Some(solved.positions.as_ref()?.to_string()));
        let reachable = solved.and_then(|solved| solved.reachable);
        let figures = puzzle.published.iter().map(Some).zip(puzzle.comparisons());
        // Puzzles without published counts have a row, too.
        let bare = puzzle.published.is_empty().then_some((None, None));
        figures.chain(bare).map(move |(published, compared)| {
            (
                (puzzle.id, &puzzle.name, &puzzle.board, puzzle.pieces),
                (positions.clone(), reachable, puzzle.distances().into_values()),
                (
                    published.map(|published| published.moves),
                    compared.map(|it| it.metric.name()),
                    compared.map(|it| it.difference),
                    published.and_then(|published| published.positions),
                    published.and_then(|published| published.by.as_deref()),
                ),
                (start.clone(), puzzle.remark()),
            )
        })
    });
    write_csv(out, columns, rows)
}

fn write_solved(study: &PuzzleStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    for puzzle in &study.puzzles {
        let Ok(solved) = &puzzle.outcome else { continue };
        let is_large = solved.reachable.is_none_or(|reachable| reachable > MOST_SEARCHED);
        let bounds = puzzle.bounds();
        for metric in Metric::OF_SINGLE_PIECES {
            let moves = solved.solutions[metric].as_ref();
            writer.serialize(SolvedRow {
                id: puzzle.id.to_owned(),
                metric: metric.name().to_owned(),
                at_least: bounds[metric].map(|bounds| bounds.at_least),
                best_found: bounds[metric].and_then(|bounds| bounds.best_found),
                reachable: solved.reachable,
                solution: moves.filter(|_| is_large).map(|moves| solution_text(moves)),
            })?;
        }
    }
    writer.flush()
}

/// Maximum number of characters in a line of moves.
const LINE: usize = 100;

fn write_page(study: &PuzzleStudy, out: &mut dyn Write) -> io::Result<()> {
    let comparisons: Vec<(&StudiedPuzzle, Comparison)> = figures(study).collect();
    let count = |sign| comparisons.iter().filter(|(_, it)| it.difference.signum() == sign).count();
    let counted: Vec<(u64, u64)> =
        study.puzzles.iter().flat_map(StudiedPuzzle::reachable_counts).collect();
    write!(
        out,
        include_str!("templates/puzzles.md"),
        solved = study.puzzles.iter().filter(|puzzle| puzzle.remark().is_none()).count(),
        all = study.puzzles.len(),
        counts = comparisons.len(),
        equal = count(0),
        higher = count(1),
        lower = count(-1),
        reachable_counts = counted.len(),
        equal_reachable = counted.iter().filter(|(found, published)| found == published).count(),
        rows = study.puzzles.iter().map(row).collect::<String>(),
        shorter = comparisons.iter().filter_map(shorter).collect::<String>(),
    )
}

/// Every published count of moves, with its puzzle.
fn figures(study: &PuzzleStudy) -> impl Iterator<Item = (&StudiedPuzzle, Comparison)> {
    study.puzzles.iter().flat_map(|puzzle| {
        puzzle.comparisons().into_iter().flatten().map(move |comparison| (puzzle, comparison))
    })
}

/// A row of the table.
fn row(puzzle: &StudiedPuzzle) -> String {
    let moves = puzzle.distances().into_values();
    let [unit, straight, finger] =
        moves.map(|far| far.map_or("-".to_owned(), |far| far.to_string()));
    let StudiedPuzzle { name, board, pieces, .. } = puzzle;
    let (published, verdict) = (published_text(&puzzle.published), puzzle.verdict());
    let solved = puzzle.outcome.as_ref().ok();
    let positions = solved.and_then(|solved| Some(solved.positions.as_ref()?.to_string()));
    let reachable = solved.and_then(|solved| Some(solved.reachable?.to_string()));
    let number = |it: Option<String>| it.map_or("-".to_owned(), |it| grouped_digits(&it));
    let (positions, reachable) = (number(positions), number(reachable));
    let name = name.replace('|', "\\|");
    format!(
        "| {name} | {board} | {pieces} | {positions} | {reachable} | {unit} | {straight} | {finger} | {published} \
         | {verdict} |\n"
    )
}

/// A shorter solution for a count that is too high.
fn shorter((puzzle, comparison): &(&StudiedPuzzle, Comparison)) -> Option<String> {
    let solution = puzzle.solution_text(comparison.metric).filter(|_| comparison.difference > 0)?;
    let Setup { puzzle: rules, start } = &puzzle.outcome.as_ref().ok()?.setup;
    let start = rules.position_text(start);
    let start = rules.text_rows(&start).collect::<Vec<_>>().join("\n");
    Some(format!(
        "\n### {}: {} {} moves, published {}\n\n```\n{start}\n\n{}\n```\n",
        puzzle.name,
        solution.len(),
        comparison.metric,
        solution.len() as i64 + comparison.difference,
        wrapped(&solution, LINE).join("\n"),
    ))
}
