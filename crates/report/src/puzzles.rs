//! `puzzles.csv` and `puzzles.md`: the library's puzzles, with each published count compared with
//! the fewest moves. `solved.csv`: the results that the library keeps.

use super::puzzle_study::{Comparison, PuzzleStudy, StudiedPuzzle};
use super::words;
use huarong_core::numerals::grouped_digits;
use huarong_core::puzzle_file::Setup;
use huarong_core::rules::Metric;
use huarong_lab::library::{MOST_SEARCHED, SolvedRow, solution_text};
use std::io::{self, Write};

pub(super) fn write_csv(study: &PuzzleStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record([
        "id",
        "name",
        "board",
        "pieces",
        "positions",
        "reachable",
        "unit",
        "straight",
        "finger",
        "published",
        "published_metric",
        "difference",
        "published_reachable",
        "published_by",
        "start",
        "remark",
    ])?;
    for puzzle in &study.puzzles {
        let distances = puzzle.distances().into_values();
        let solved = puzzle.outcome.as_ref().ok();
        let start = solved.map(|solved| solved.setup.puzzle.position_text(&solved.setup.start));
        let positions = solved.and_then(|solved| Some(solved.positions.as_ref()?.to_string()));
        let remark = puzzle.remark();
        let comparisons = puzzle.comparisons();
        let figures = puzzle.published.iter().zip(&comparisons).map(Some);
        // Puzzles without published counts have a row, too.
        let bare = comparisons.is_empty().then_some(None);
        for figure in figures.chain(bare) {
            let compared = figure.and_then(|(_, comparison)| *comparison);
            writer.serialize((
                (puzzle.id, &puzzle.name, &puzzle.board, puzzle.pieces),
                (&positions, solved.and_then(|solved| solved.reachable), distances),
                (
                    figure.map(|(published, _)| published.moves),
                    compared.map(|it| it.metric.name()),
                    compared.map(|it| it.difference),
                    figure.and_then(|(published, _)| published.positions),
                    figure.and_then(|(published, _)| published.by.as_deref()),
                ),
                (&start, remark),
            ))?;
        }
    }
    writer.flush()
}

pub(super) fn write_solved(study: &PuzzleStudy, out: &mut dyn Write) -> io::Result<()> {
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
const WIDTH: usize = 100;

pub(super) fn write_page(study: &PuzzleStudy, out: &mut dyn Write) -> io::Result<()> {
    write_head(study, out)?;
    study.puzzles.iter().try_for_each(|puzzle| write_row(puzzle, out))?;
    write_shorter(study, out)
}

/// Every published count of moves, with its puzzle.
fn figures(study: &PuzzleStudy) -> impl Iterator<Item = (&StudiedPuzzle, Comparison)> {
    study.puzzles.iter().flat_map(|puzzle| {
        puzzle.comparisons().into_iter().flatten().map(move |comparison| (puzzle, comparison))
    })
}

/// Writes the introduction, the number of correct counts, and the head of the table.
fn write_head(study: &PuzzleStudy, out: &mut dyn Write) -> io::Result<()> {
    let solved = study.puzzles.iter().filter(|puzzle| puzzle.remark().is_none()).count();
    let counted = study.puzzles.iter().flat_map(StudiedPuzzle::reachable_counts);
    let (equal, other): (Vec<_>, Vec<_>) = counted.partition(|(ours, published)| ours == published);
    let count = |of: fn(i64) -> bool| figures(study).filter(|(_, it)| of(it.difference)).count();
    writeln!(
        out,
        "# Published puzzles\n\n\
         This page has the fewest moves from start to goal of the puzzles of the library, under each metric. `huarong \
         report puzzles`\n\
         searches them; `puzzles.csv` has the same data with the starts. {solved} of {} \
         could be\nsearched. There are {} published counts: {} are equal to a distance, {} are higher and {} lower.\n\
         There are {} published numbers of reachable positions: {} are equal.\n\n\
         A count without a metric is compared with the metric in which it is right, if there is one; otherwise \
         with\nfinger moves.\n\n\
         `positions` counts all positions with these pieces. `reachable` counts those reachable from the \
         start, if they \
         are\nnot too many to visit.\n\n\
         | puzzle | board | pieces | positions | reachable | unit | straight | finger | published | verdict |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |",
        study.puzzles.len(),
        figures(study).count(),
        count(|difference| difference == 0),
        count(|difference| difference > 0),
        count(|difference| difference < 0),
        equal.len() + other.len(),
        equal.len(),
    )
}

/// A row of the table.
fn write_row(puzzle: &StudiedPuzzle, out: &mut dyn Write) -> io::Result<()> {
    let moves = puzzle.distances().into_values();
    let [unit, straight, finger] =
        moves.map(|far| far.map_or("-".to_owned(), |far| far.to_string()));
    let StudiedPuzzle { name, board, pieces, .. } = puzzle;
    let (published, verdict) = (puzzle.published_text(), puzzle.verdict());
    let solved = puzzle.outcome.as_ref().ok();
    let positions = solved.and_then(|solved| Some(solved.positions.as_ref()?.to_string()));
    let reachable = solved.and_then(|solved| Some(solved.reachable?.to_string()));
    let number = |it: Option<String>| it.map_or("-".to_owned(), |it| grouped_digits(&it));
    let (positions, reachable) = (number(positions), number(reachable));
    let name = name.replace('|', "\\|");
    writeln!(
        out,
        "| {name} | {board} | {pieces} | {positions} | {reachable} | {unit} | {straight} | {finger} | {published} \
         | {verdict} |"
    )
}

/// Lists the counts that are too high, each with a shorter solution.
fn write_shorter(study: &PuzzleStudy, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "\n## Counts that are too high\n\n\
         This section has a shorter solution for each of these counts. A move has the letter of a piece, the column \
         and row of\nits first cell, and one arrow per cell of its path. Columns and rows are counted from 1. \
         A piece keeps\nits letter of the start."
    )?;
    for (puzzle, comparison) in figures(study).filter(|(_, it)| it.difference > 0) {
        let Some(solution) = puzzle.solution_text(comparison.metric) else { continue };
        let Ok(solved) = &puzzle.outcome else { continue };
        let Setup { puzzle: rules, start } = &solved.setup;
        let start = rules.position_text(start);
        let start = rules.text_rows(&start).collect::<Vec<_>>().join("\n");
        writeln!(
            out,
            "\n### {}: {} {} moves, published {}\n\n```\n{start}\n\n{}\n```",
            puzzle.name,
            solution.len(),
            comparison.metric,
            solution.len() as i64 + comparison.difference,
            words::lines_of(&solution, WIDTH).join("\n"),
        )?;
    }
    Ok(())
}
