//! All pages of a sheet.

use super::answers::answer_pages;
use super::areas::{Area, areas, cutting_lines, grid};
use super::puzzle_box::{FAINT, puzzle_box};
use super::rules::{Rules, common};
use super::sheet::{Sheet, SheetPuzzle};
use super::text::{LINE_HEIGHT, fitted, text, wrapped};
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
    let per_page = usize::from(sheet.per_page).max(1);
    let page = |(nth, own): (usize, &[SheetPuzzle])| {
        let mut page = Page::default();
        let rules: Vec<Rules> = own.iter().map(|puzzle| Rules::of(puzzle, sheet)).collect();
        // A worksheet says once what holds for all of its puzzles. Cards are cut apart.
        let is_shared = !sheet.cards && own.len() > 1;
        let task = common(rules.iter().map(|rules| &*rules.task)).filter(|_| is_shared);
        let counting = common(rules.iter().map(|rules| rules.counting)).filter(|_| !sheet.cards);
        let within = if sheet.cards {
            page.elements.extend(cutting_lines(whole, grid));
            whole
        } else {
            let (left, width) = (whole.left + WORKSHEET_INSET, whole.width - WORKSHEET_INSET);
            let mut top = whole.top;
            if let Some(title) = &sheet.title {
                let (title, size) = fitted(fonts, title, TITLE_SIZE, 0.6, width);
                page.elements.push(text(title, (left, top), size, Colour::BLACK));
                top += TITLE_SIZE * LINE_HEIGHT;
            }
            for (words, size, colour) in [(task, size, Colour::BLACK), (counting, NOTE_SIZE, FAINT)]
            {
                for line in words.iter().flat_map(|words| wrapped(fonts, words, size, width)) {
                    page.elements.push(text(line, (left, top), size, colour));
                    top += size * LINE_HEIGHT;
                }
            }
            // Puzzles keep the margin of the page at the sides.
            whole.without(top - whole.top, 0.0)
        };
        let inset = if sheet.cards { CARD_INSET } else { WORKSHEET_INSET };
        let each = own.iter().zip(&rules).enumerate().zip(areas(within, grid));
        for ((at, (puzzle, own)), area) in each {
            let number = nth * per_page + at + 1;
            let own_task = Some(&*own.task).filter(|_| task.is_none());
            let own_counting = Some(own.counting).filter(|_| counting.is_none());
            let rules: Vec<&str> = own_task.into_iter().chain(own_counting).collect();
            let place = (area.inset(inset), size);
            let rules = rules.join(" ");
            page.elements.extend(puzzle_box(puzzle, number, &rules, sheet, place, fonts));
        }
        page
    };
    puzzles.chunks(per_page).enumerate().map(page).collect()
}
