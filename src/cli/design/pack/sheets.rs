//! Sheets and cards of a pack.

use super::entry::Entry;
use super::order_file::{Language, OrderFile};
use crate::cli::print;
use crate::cli::session::Session;
use anyhow::anyhow;
use huarong_core::position::Move;
use huarong_report::paper::{Fonts, Paper, write_pdf};
use huarong_report::sheets::{self, Answer, Figures, Sheet, SheetPuzzle};

const PER_SHEET: u8 = 6;
const PER_PAGE_OF_CARDS: u8 = 9;

pub(super) fn language(language: Language) -> sheets::Language {
    match language {
        Language::English => sheets::Language::English,
        Language::Traditional => sheets::Language::Traditional,
        Language::Simplified => sheets::Language::Simplified,
    }
}

/// The sheet with answers, and the cards, as PDF.
pub(super) fn documents(
    session: &Session,
    file: &OrderFile,
    fonts: &[Vec<u8>],
    entries: &[Entry<'_>],
) -> anyhow::Result<(Vec<u8>, Vec<u8>)> {
    let fonts = Fonts::new(fonts)
        .map_err(|(number, error)| anyhow!("fonts: {}: {error}", file.fonts[number].display()))?;
    let puzzles: Vec<SheetPuzzle> = entries.iter().map(puzzle).collect();
    let sheet = Sheet {
        title: Some(file.title.clone()),
        paper: Paper::A4,
        per_page: PER_SHEET,
        cards: false,
        plain: false,
        answers: true,
        metric: file.metric,
        language: language(file.language),
    };
    let cards = Sheet {
        title: None,
        per_page: PER_PAGE_OF_CARDS,
        cards: true,
        answers: false,
        ..sheet.clone()
    };
    let [sheet, cards] = [&sheet, &cards].map(|sheet| sheets::document(&puzzles, sheet, &fonts));
    print::say_missing(session, &sheet, &fonts, "the key fonts");
    Ok((write_pdf(&sheet, &fonts)?, write_pdf(&cards, &fonts)?))
}

fn puzzle(entry: &Entry<'_>) -> SheetPuzzle {
    let figures = entry.difficulty.as_ref().filter(|difficulty| difficulty.leaving.is_none());
    SheetPuzzle {
        title: Some(entry.file.name().to_owned()),
        puzzle: entry.setup.puzzle.clone(),
        start: entry.setup.start.clone(),
        gates: print::gates(&entry.file),
        answer: Answer::Moves(entry.solution.iter().map(Move::made).collect()),
        figures: figures.map(|difficulty| Figures {
            positions: difficulty.reachable,
            away: difficulty.fewest_away,
        }),
    }
}
