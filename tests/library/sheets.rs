//! Sheets of puzzles: the built-in font, and lines of text.

use huarong::formats::{Catalogue, LibraryPuzzle};
use huarong_report::paper::Fonts;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn the_built_in_font_has_all_names_of_the_library_and_all_words_of_sheets() {
    let fonts = Fonts::new(&[]).unwrap();
    let openings = Catalogue::built_in().openings().iter();
    let names = openings.flat_map(|opening| &opening.mentions);
    let mut texts: Vec<String> =
        names.flat_map(|name| [name.name.clone(), name.simplified.clone()]).collect();
    let puzzles = LibraryPuzzle::all().into_iter().chain(LibraryPuzzle::of_program());
    texts.extend(puzzles.map(|puzzle| puzzle.read().unwrap().name().to_owned()));
    let words = include_str!("../../crates/report/src/sheets/language.rs");
    texts.extend(words.lines().map(str::to_owned));
    assert!(texts.len() > 700);
    texts.push("華容道 华容道 滑塊拼圖 滑块拼图 挑戰 挑战".to_owned());
    let missing = fonts.missing(texts.iter().map(String::as_str));
    assert!(missing.is_empty(), "{missing:?}: run scripts/fonts");
}

/// The texts that scripts/fonts reads beside language.rs: folders, and the ends of the names of their files.
const OWN_WORDS: [(&str, &str); 4] = [
    ("crates/lab/src/library", ".csv"),
    ("crates/lab/src/library/puzzles", ".toml"),
    ("crates/pages/src/server/assets", "words.js"),
    ("docs", ".md"),
];

/// A title of a sheet can be any name that this project uses, so the font has all Chinese characters of its words.
#[test]
fn the_built_in_font_has_all_chinese_characters_of_the_book_and_of_the_pages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![root.join("README.md")];
    for (folder, end) in OWN_WORDS {
        files.extend(files_in(&root.join(folder), end));
    }
    assert!(files.len() > 150, "{}", files.len());
    let fonts = Fonts::new(&[]).unwrap();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let missing = fonts.missing(text.lines()).into_iter();
        let missing: Vec<char> = missing.filter(|&sign| sign >= '\u{2e80}').collect();
        assert!(missing.is_empty(), "{}: {missing:?}: run scripts/fonts", file.display());
    }
}

/// The files of a folder whose names have an end. Those of the folders in it, too.
fn files_in(folder: &Path, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let of = |path: PathBuf| match path.is_dir() {
        true => files_in(&path, end),
        false if path.to_string_lossy().ends_with(end) => vec![path],
        false => Vec::new(),
    };
    entries.flat_map(of).collect()
}
