//! All pages of a sheet.

use super::answers::answer_pages;
use super::areas::{Area, areas, cutting_lines, grid};
use super::puzzle_box::{FAINT, puzzle_box};
use super::sheet::{Sheet, SheetPuzzle};
use super::text::{LINE_HEIGHT, fitted, text};
use crate::paper::{Colour, Document, Fonts, Page};

// Font sizes.
const TITLE_SIZE: f32 = 16.0;
const NOTE_SIZE: f32 = 8.0;
/// Distance from the edge of a card to its content, and from that of a puzzle of a worksheet.
const CARD_INSET: f32 = 9.0;
const WORKSHEET_INSET: f32 = 7.0;

/// The pages with the puzzles, then those with the answers.
pub fn document(puzzles: &[SheetPuzzle], sheet: &Sheet, fonts: &Fonts<'_>) -> Document {
    let mut pages = puzzle_pages(puzzles, sheet, fonts);
    if sheet.answers {
        pages.extend(answer_pages(puzzles, sheet, fonts));
    }
    let count = pages.len();
    let (width, height) = sheet.paper.size();
    for (number, page) in (1..).zip(&mut pages) {
        if count > 1 {
            let words = format!("{number} / {count}");
            let left = (width - fonts.width(&words, NOTE_SIZE)) / 2.0;
            // Below the cutting lines.
            page.elements.push(text(words, (left, height - 20.0), NOTE_SIZE, FAINT));
        }
    }
    let title = sheet.title.clone().or_else(|| puzzles.first()?.title.clone());
    let title = title.unwrap_or_else(|| sheet.language.puzzle(1));
    Document { title, language: sheet.language.tag(), paper: sheet.paper, pages }
}

fn puzzle_pages(puzzles: &[SheetPuzzle], sheet: &Sheet, fonts: &Fonts<'_>) -> Vec<Page> {
    let grid = grid(sheet.per_page);
    let size = match grid.0 {
        1 => 11.0,
        2 => 8.5,
        _ => 7.0,
    };
    let whole = Area::of(sheet.paper);
    let counting = sheet.counting(puzzles);
    let per_page = usize::from(sheet.per_page).max(1);
    let page = |(nth, own): (usize, &[SheetPuzzle])| {
        let mut page = Page::default();
        let within = if sheet.cards {
            page.elements.extend(cutting_lines(whole, grid));
            whole
        } else {
            let mut top = whole.top;
            if let Some(title) = &sheet.title {
                let (title, size) = fitted(fonts, title, TITLE_SIZE, 0.6, whole.width);
                page.elements.push(text(
                    title,
                    (whole.left + WORKSHEET_INSET, top),
                    size,
                    Colour::BLACK,
                ));
                top += TITLE_SIZE * LINE_HEIGHT;
            }
            page.elements.push(text(
                counting,
                (whole.left + WORKSHEET_INSET, top),
                NOTE_SIZE,
                FAINT,
            ));
            top += NOTE_SIZE * LINE_HEIGHT;
            // Puzzles keep the margin of the page at the sides.
            whole.without(top - whole.top, 0.0)
        };
        let inset = if sheet.cards { CARD_INSET } else { WORKSHEET_INSET };
        for ((at, puzzle), area) in own.iter().enumerate().zip(areas(within, grid)) {
            let number = nth * per_page + at + 1;
            page.elements.extend(puzzle_box(puzzle, number, sheet, area.inset(inset), size, fonts));
        }
        page
    };
    puzzles.chunks(per_page).enumerate().map(page).collect()
}
