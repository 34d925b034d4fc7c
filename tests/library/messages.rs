//! Messages about long bad texts: no reader repeats the whole text.

use huarong::design::{Draft, NumberRange, PieceList, Region};
use huarong::formats::{Catalogue, Format, LibraryPuzzle};
use huarong::notation::Notation;
use huarong::puzzle::klotski;
use huarong::puzzle::puzzle_file::PuzzleFile;
use huarong::{Family, Metric, Puzzle, formats};
use huarong_games as games;
use huarong_games::gomoku::{Cell, Game};
use huarong_games::lines::Lines;
use huarong_oracle::analysis::Checksums;
use proptest::prelude::*;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::LazyLock;

/// The most bytes of a message. An excerpt has 60 signs, of up to ten bytes in quotation marks.
const MOST: usize = 2000;

/// The longest message of a text.
type Reader = (&'static str, fn(&str) -> usize);

fn length<T, E: Display>(read: Result<T, E>) -> usize {
    read.err().map_or(0, |error| error.to_string().len())
}

fn of<T: FromStr<Err: Display>>(text: &str) -> usize {
    length(text.parse::<T>())
}

/// The puzzles whose positions are read: Klotski, one with signs, and one with walls.
static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let read = |name| LibraryPuzzle::find(name).unwrap().read().unwrap().setup().unwrap().puzzle;
    vec![klotski::puzzle(), read("dads"), read("century")]
});

static KLOTSKI: LazyLock<Family> = LazyLock::new(klotski::family);

const READERS: [Reader; 16] = [
    ("a position", |text| {
        let lengths = PUZZLES.iter().map(|puzzle| length(puzzle.parse(text)));
        lengths.max().unwrap_or(0)
    }),
    ("a position or opening", |text| length(Catalogue::built_in().read_position(&KLOTSKI, text))),
    ("a piece set", |text| length(KLOTSKI.parse_piece_set(text))),
    ("a puzzle of the library", |text| length(LibraryPuzzle::find(text))),
    ("a puzzle file", |text| length(PuzzleFile::parse(text).map(|file| length(file.setup())))),
    ("a draft", |text| length(Draft::parse(text))),
    ("a list of pieces", of::<PieceList>),
    ("a range", of::<NumberRange<100>>),
    ("a board", |text| length(Region::parse_size(text)).max(length(Region::parse_drawing(text)))),
    ("a metric", of::<Metric>),
    ("a name of a notation", of::<Notation>),
    ("a format and its files", |text| {
        let files = Format::ALL.iter().map(|&format| length(formats::read(format, text, "", None)));
        files.max().unwrap_or(0).max(of::<Format>(text))
    }),
    ("a name of a game", of::<Lines>),
    ("a position of a game", |text| length(games::Position::parse(text, (3, 3)))),
    ("a game of gomoku", |text| of::<Game>(text).max(of::<Cell>(text))),
    ("a list of checksums", of::<Checksums>),
];

/// Beginnings after which readers look at the rest.
const BEGINNINGS: [&str; 26] = [
    "",
    "VBBV/VBBV/VHHV/VSSV/S..S",
    "1h4v4s ",
    "1h4v4s [",
    "[",
    "[1 ",
    "2h2v6s ",
    "0x",
    "4x",
    "3..",
    "T 4domino ",
    "A",
    "name = \"",
    "x = \"",
    "goal_by = \"",
    "start = '''\n",
    "start = '''\nA.\n'''\ngoal = '''\n.A\n'''\n[owners]\n",
    "start = '''\nA.\n'''\ngoal = '''\n.A\n'''\nowners = { \"",
    "<",
    "<puzzle name=\"",
    "xsize: 2\nysize: 2\npiece: ",
    "xsize: 2\nysize: 2\n",
    "gomoku 15 freestyle\n",
    "gomoku ",
    "gravity ",
    "<svg><text>",
];

/// Endings, so that long texts close what they began.
const ENDINGS: [&str; 2] = ["", "\""];

/// What long texts repeat.
const PARTS: [&str; 6] = ["A", "0", "9 ", "./", "A\n", "\u{1}"];

#[test]
#[ignore = "long: long texts"]
fn messages_about_long_texts_are_short() {
    let mut long = Vec::new();
    for beginning in BEGINNINGS {
        for ending in ENDINGS {
            for part in PARTS {
                let text = format!("{beginning}{}{ending}", part.repeat(2_100));
                for (name, read) in READERS {
                    let length = read(&text);
                    if length > MOST {
                        long.push(format!(
                            "{name}: {length} bytes for {beginning:?} {part:?} {ending:?}"
                        ));
                    }
                }
            }
        }
    }
    assert!(long.is_empty(), "{} messages: {}", long.len(), long.join("\n"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn messages_about_random_texts_are_short(
        beginning in proptest::sample::select(&BEGINNINGS[..]),
        part in ".{1,8}",
        times in 2_500..3_000usize,
        ending in proptest::sample::select(&ENDINGS[..]),
    ) {
        let text = format!("{beginning}{}{ending}", part.repeat(times));
        for (name, read) in READERS {
            let length = read(&text);
            prop_assert!(length <= MOST, "{name}: {length} bytes for {text:?}");
        }
    }
}
