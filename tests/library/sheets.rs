//! Sheets of puzzles: the built-in font, and lines of text.

use huarong::drawing::pages::Fonts;
use huarong::formats::{Catalogue, LibraryPuzzle};

#[test]
fn the_built_in_font_has_all_names_of_the_library_and_all_words_of_sheets() {
    let fonts = Fonts::new(&[]).unwrap();
    let openings = Catalogue::built_in().openings().iter();
    let names = openings.flat_map(|opening| &opening.mentions);
    let mut texts: Vec<String> =
        names.flat_map(|name| [name.name.clone(), name.simplified.clone()]).collect();
    let puzzles = LibraryPuzzle::all().into_iter().chain(LibraryPuzzle::of_records());
    texts.extend(puzzles.map(|puzzle| puzzle.read().unwrap().name().to_owned()));
    let words = include_str!("../../src/sheets/words.rs");
    texts.extend(words.lines().map(str::to_owned));
    assert!(texts.len() > 700);
    let missing = fonts.missing(texts.iter().map(String::as_str));
    assert!(missing.is_empty(), "{missing:?}: run scripts/fonts");
}
