//! The pages with the answers.

use super::areas::Area;
use super::labels::{labelled, move_texts};
use super::puzzle_box::{FAINT, title};
use super::rules::{Rules, common};
use super::sheet::{Answer, Sheet, SheetPuzzle};
use super::text::{LINE_HEIGHT, fitted, text};
use crate::paper::{Colour, Element, Fonts, Page};
use crate::printed_board::PrintedBoard;

// Font sizes.
const HEADING_SIZE: f32 = 14.0;
const TITLE_SIZE: f32 = 10.0;
const MOVE_SIZE: f32 = 8.5;
/// Largest width and height of the picture of a start.
const LARGEST_PICTURE: (f32, f32) = (92.0, 110.0);
const GAP_BETWEEN_ANSWERS: f32 = 16.0;
const GAP_BETWEEN_COLUMNS: f32 = 10.0;
/// Rows of moves that stay together with the title.
const MOVE_ROWS_WITH_TITLE: usize = 3;

/// The pages with the answers of all puzzles.
pub(super) fn answer_pages(puzzles: &[SheetPuzzle], sheet: &Sheet, fonts: &Fonts<'_>) -> Vec<Page> {
    let counting = common(puzzles.iter().map(|puzzle| Rules::of(puzzle, sheet).counting));
    let mut flow = Flow { sheet, counting, fonts, pages: Vec::new(), top: 0.0 };
    flow.new_page();
    for (number, puzzle) in (1..).zip(puzzles) {
        flow.answer(puzzle, number);
    }
    flow.pages
}

/// Pages that are filled from top to bottom.
struct Flow<'f> {
    sheet: &'f Sheet,
    /// What counts as a move, if that is the same for all puzzles.
    counting: Option<&'static str>,
    fonts: &'f Fonts<'f>,
    pages: Vec<Page>,
    /// The top of the rest of the last page.
    top: f32,
}

impl Flow<'_> {
    fn area(&self) -> Area {
        // The number of the page is below.
        Area::of(self.sheet.paper).without(0.0, 16.0)
    }

    fn push(&mut self, element: Element) {
        self.pages.last_mut().expect("there is a page").elements.push(element);
    }

    fn new_page(&mut self) {
        let (area, answers) = (self.area(), self.sheet.language.answers());
        let heading = match &self.sheet.title {
            Some(title) => format!("{answers} – {title}"),
            None => answers.to_owned(),
        };
        let (heading, size) = fitted(self.fonts, &heading, HEADING_SIZE, 0.6, area.width);
        let mut page = Page::default();
        page.elements.push(text(heading, (area.left, area.top), size, Colour::BLACK));
        let below = area.top + HEADING_SIZE * LINE_HEIGHT;
        let counting = self.counting.unwrap_or_default();
        page.elements.push(text(counting, (area.left, below), MOVE_SIZE, FAINT));
        self.pages.push(page);
        self.top = below + MOVE_SIZE * LINE_HEIGHT + 8.0;
    }

    fn answer(&mut self, puzzle: &SheetPuzzle, number: usize) {
        let (sheet, fonts, area) = (self.sheet, self.fonts, self.area());
        let board = PrintedBoard::new(&puzzle.puzzle, &puzzle.gates, sheet.plain);
        let (columns, rows) = board.size();
        let cell = (LARGEST_PICTURE.0 / columns).min(LARGEST_PICTURE.1 / rows);
        let picture = rows * cell;
        let left = area.left + LARGEST_PICTURE.0 + GAP_BETWEEN_ANSWERS;
        let width = area.right() - left;
        let (moves, summary) = match &puzzle.answer {
            Answer::Moves(moves) => (
                move_texts(&puzzle.puzzle, &puzzle.start, moves, sheet.language),
                sheet.language.moves(moves.len()),
            ),
            Answer::Unsolvable => (Vec::new(), sheet.language.unsolvable().to_owned()),
            Answer::Undecided => (Vec::new(), sheet.language.undecided().to_owned()),
            Answer::OutOfTime => (Vec::new(), sheet.language.out_of_time().to_owned()),
        };
        let summary = match self.counting {
            Some(_) => summary,
            None => format!("{summary} – {}", Rules::of(puzzle, sheet).counting),
        };
        let table = Table::new(moves, fonts, width);
        let line = MOVE_SIZE * LINE_HEIGHT;
        let head = TITLE_SIZE * LINE_HEIGHT + line;
        let height = picture.max(head + table.rows() as f32 * line);
        let least = picture.max(head + table.rows().min(MOVE_ROWS_WITH_TITLE) as f32 * line);
        let whole = area.height - HEADING_SIZE * LINE_HEIGHT - line - 8.0;
        let needed = if height <= whole { height } else { least };
        if self.top + needed > area.bottom() {
            self.new_page();
        }
        let top = self.top;
        let pieces = labelled(&puzzle.puzzle, &puzzle.start, sheet.language);
        for element in board.draw(&pieces, &[], (area.left, top), cell, fonts) {
            self.push(element);
        }
        let (shown, size) = fitted(fonts, &title(puzzle, number, sheet), TITLE_SIZE, 0.7, width);
        self.push(text(shown, (left, top), size, Colour::BLACK));
        self.push(text(summary, (left, top + TITLE_SIZE * LINE_HEIGHT), MOVE_SIZE, FAINT));
        self.top = top + head;
        let mut is_first_page = true;
        for row in 0..table.rows() {
            if self.top + line > area.bottom() {
                self.new_page();
                is_first_page = false;
            }
            for element in table.row(row, (left, self.top), fonts) {
                self.push(element);
            }
            self.top += line;
        }
        if is_first_page {
            self.top = self.top.max(top + picture);
        }
        self.top += GAP_BETWEEN_ANSWERS;
    }
}

/// Numbered moves in columns, row by row.
struct Table {
    moves: Vec<String>,
    /// Font size, width of the numbers, and width of a column.
    size: f32,
    number: f32,
    column: f32,
    columns: usize,
}

impl Table {
    fn new(moves: Vec<String>, fonts: &Fonts<'_>, width: f32) -> Self {
        let widest = |texts: &mut dyn Iterator<Item = String>| {
            texts.map(|text| fonts.width(&text, 1.0)).fold(0.0, f32::max)
        };
        let number = widest(&mut std::iter::once(format!("{}. ", moves.len())));
        let column = number + widest(&mut moves.iter().cloned());
        // A path of many turns has smaller letters.
        let size = MOVE_SIZE.min(width / column);
        let (number, column) = (number * size, column * size + GAP_BETWEEN_COLUMNS);
        let columns = (((width + GAP_BETWEEN_COLUMNS) / column) as usize).max(1);
        Self { moves, size, number, column, columns }
    }

    fn rows(&self) -> usize {
        self.moves.len().div_ceil(self.columns)
    }

    fn row(&self, row: usize, (left, top): (f32, f32), fonts: &Fonts<'_>) -> Vec<Element> {
        let first = row * self.columns;
        let own = self.moves.iter().enumerate().skip(first).take(self.columns);
        let elements = own.flat_map(|(at, made)| {
            let left = left + (at - first) as f32 * self.column;
            let number = format!("{}. ", at + 1);
            // Numbers end at the same place.
            let indent = self.number - fonts.width(&number, self.size);
            [
                text(number, (left + indent, top), self.size, FAINT),
                text(made.clone(), (left + self.number, top), self.size, Colour::BLACK),
            ]
        });
        elements.collect()
    }
}
