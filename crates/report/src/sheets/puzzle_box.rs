//! A puzzle in its area of a page: title, rules, board, goal, and figures.

use super::areas::Area;
use super::labels::labelled;
use super::language::Language;
use super::rules::only_label;
use super::sheet::{Answer, Sheet, SheetPuzzle};
use super::text::{LINE_HEIGHT, text, title_lines, wrapped};
use crate::paper::{Colour, Element, Fonts};
use crate::printed_board::{LabelledPiece, PrintedBoard, has_exit};
use huarong_core::grid::Cell;
use huarong_core::rules::ShapeId;

/// Most pieces of a goal that are outlined on the board. More outlines would hide it.
const MOST_OUTLINES: usize = 4;
/// Most pictures of goals beside one another.
pub(super) const MOST_GOALS: usize = 3;
/// Largest side of a cell, in points: 3 cm.
const LARGEST: f32 = 85.0;
/// Colour of texts that matter less.
pub(super) const FAINT: Colour = Colour(0x50, 0x50, 0x50);

/// The title of a puzzle with its number, counted from 1.
pub(super) fn title(puzzle: &SheetPuzzle, number: usize, sheet: &Sheet) -> String {
    match &puzzle.title {
        Some(title) => format!("{number}. {title}"),
        None => sheet.language.puzzle(number),
    }
}

/// Draws a puzzle with its rules into an area. `size` is the font size of the rules.
pub(super) fn puzzle_box(
    puzzle: &SheetPuzzle,
    number: usize,
    rules: &str,
    sheet: &Sheet,
    (area, size): (Area, f32),
    fonts: &Fonts<'_>,
) -> Vec<Element> {
    let mut elements = Vec::new();
    let mut top = area.top;
    let (lines, title_size) =
        title_lines(fonts, &title(puzzle, number, sheet), 1.4 * size, area.width);
    for line in lines {
        elements.push(text(line, (area.left, top), title_size, Colour::BLACK));
        top += title_size * LINE_HEIGHT;
    }
    let rules = Some(rules).filter(|rules| !rules.is_empty());
    for line in rules.iter().flat_map(|rules| wrapped(fonts, rules, size, area.width)) {
        elements.push(text(line, (area.left, top), size, Colour::BLACK));
        top += size * LINE_HEIGHT;
    }
    top += 0.4 * size;

    let board = PrintedBoard::new(&puzzle.puzzle, &puzzle.gates, sheet.plain);
    let (columns, rows) = board.size();
    // The foot: pictures of goals on the left, figures beside them.
    let goals = goals(puzzle, sheet.language);
    let goal_cell = (0.2 * area.height / rows)
        .min(0.5 * area.width / (columns * goals.len().max(1) as f32))
        .min(0.4 * LARGEST);
    let goal_width = goals.len() as f32 * (columns * goal_cell + size);
    let facts = facts(puzzle, sheet);
    let room = area.width - goal_width;
    let lines: Vec<String> =
        facts.iter().flat_map(|fact| wrapped(fonts, fact, size, room)).collect();
    let goal_height = if goals.is_empty() { 0.0 } else { rows * goal_cell + size * LINE_HEIGHT };
    let foot = goal_height.max(lines.len() as f32 * size * LINE_HEIGHT);
    let foot_top = area.bottom() - foot;

    let height = foot_top - top - 0.6 * size;
    let cell = (area.width / columns).min(height / rows).min(LARGEST);
    let left = area.left + (area.width - columns * cell) / 2.0;
    let board_top = top + ((height - rows * cell) / 2.0).max(0.0);
    let pieces = labelled(&puzzle.puzzle, &puzzle.start, sheet.language);
    elements.extend(board.draw(&pieces, outlined(puzzle), (left, board_top), cell, fonts));

    for (at, goal) in goals.iter().enumerate() {
        let left = area.left + at as f32 * (columns * goal_cell + size);
        elements.push(text(sheet.language.goal(), (left, foot_top), size, FAINT));
        let at = (left, foot_top + size * LINE_HEIGHT);
        elements.extend(board.draw(goal, &[], at, goal_cell, fonts));
    }
    let mut line_top = area.bottom() - lines.len() as f32 * size * LINE_HEIGHT;
    for line in lines {
        elements.push(text(line, (area.left + goal_width, line_top), size, FAINT));
        line_top += size * LINE_HEIGHT;
    }
    elements
}

/// The places of the goal that are outlined on the board.
pub(super) fn outlined(puzzle: &SheetPuzzle) -> &[(ShapeId, Cell)] {
    match puzzle.puzzle.goal().alternatives() {
        [goal] if goal.len() <= MOST_OUTLINES && !has_exit(&puzzle.puzzle) => goal,
        _ => &[],
    }
}

/// The goals that are drawn.
fn goals(puzzle: &SheetPuzzle, language: Language) -> Vec<Vec<LabelledPiece>> {
    if has_exit(&puzzle.puzzle) {
        return Vec::new();
    }
    // A goal that only requires that pieces have left is not drawn.
    let is_drawn = |goal: &&Vec<(ShapeId, Cell)>| !goal.is_empty();
    let piece = |&(shape, anchor): &(ShapeId, Cell)| LabelledPiece {
        shape,
        anchor,
        label: only_label(puzzle, shape, language),
    };
    let goals = puzzle.puzzle.goal().alternatives().iter().filter(is_drawn).take(MOST_GOALS);
    goals.map(|goal| goal.iter().map(piece).collect()).collect()
}

fn facts(puzzle: &SheetPuzzle, sheet: &Sheet) -> Vec<String> {
    let beat = match &puzzle.answer {
        Answer::Moves(moves) => Some(sheet.language.beat(moves.len())),
        Answer::Unsolvable | Answer::Undecided | Answer::OutOfTime => None,
    };
    let figures =
        puzzle.figures.map(|figures| sheet.language.figures(figures.positions, figures.away));
    beat.into_iter().chain(figures).collect()
}
