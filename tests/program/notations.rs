//! Positions in published notations: writing, reading, rejection, and `convert`. Writers in this
//! file give the expected texts; they use only grids of signs and nothing of the library.

use crate::cases::{Case, case, plans};
use crate::common::{START, Tables, text};
use huarong_core::drawing::{boxes, picture};
use huarong_core::klotski;
use huarong_core::notation;
use huarong_core::notation::{Notation, NotationError};
use huarong_core::rules::{Arrangement, Puzzle};
use huarong_core::space::Space;
use huarong_lab::library::Catalogue;
use naive::Naive;
use predicates::prelude::*;
use predicates::str::contains;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

/// 三軍聯防, the example of Wei and Lin.
const EXAMPLE: &str = "BBVV/BBVV/HHHH/SHHS/S..S";

/// Positions that are difficult for drawings: empty rows at either end, and signs after `Z`.
const ODD: [&str; 4] = [
    "..../.BB./.BB./..../....",
    "BB../BB../..../..../....",
    "VHH./VBB./.BBS/..../....",
    "SSBB/SSBB/SSSS/SSSS/SS..",
];

/// The one-line notations, and the notations that only Klotski has.
const LINES: [Notation; 5] = [
    Notation::Grid,
    Notation::Letters,
    Notation::PaperArray,
    Notation::PaperValue,
    Notation::Code36,
];
const KLOTSKIS: [Notation; 5] = [
    Notation::Letters,
    Notation::PaperArray,
    Notation::PaperValue,
    Notation::Glyph,
    Notation::Code36,
];

const EVERYBODYS: [Notation; 3] = [Notation::Grid, Notation::Pretty, Notation::Svg];

static KLOTSKI: LazyLock<Puzzle> = LazyLock::new(klotski::puzzle);

/// For every piece set of the family, the first position, the last, and some between, with their
/// texts.
static SAMPLES: LazyLock<Vec<(String, Arrangement)>> = LazyLock::new(|| {
    let family = klotski::family();
    let mut generator = ChaCha8Rng::seed_from_u64(1999);
    let mut samples = Vec::new();
    for set in family.piece_sets() {
        let space = Space::new(family.puzzle(), set).expect("a space");
        let length = space.len() as usize;
        let between = rand::seq::index::sample(&mut generator, length, length.min(6));
        for index in between.into_iter().chain([0, length - 1]) {
            let position = space.unrank(index as u64);
            samples.push((family.puzzle().position_text(&position), position));
        }
    }
    samples
});

/// All positions of the paper's pieces, grouped by array; an array with several positions is
/// ambiguous.
static PAPER: LazyLock<BTreeMap<Vec<usize>, Vec<String>>> = LazyLock::new(|| {
    let mut by_array: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for lying in 0..=5 {
        for text in Naive::klotski().arrangements(&[1, lying, 5 - lying, 4]) {
            by_array.entry(array(&text)).or_default().push(text);
        }
    }
    by_array
});

fn position(text: &str) -> Arrangement {
    KLOTSKI.parse_position(text).expect("a canonical text")
}

fn written(text: &str, notation: Notation) -> String {
    notation::write(&KLOTSKI, &position(text), notation).expect("Klotski has every notation")
}

/// The canonical text of the position that is read.
fn read(text: &str) -> Result<String, NotationError> {
    notation::read(&KLOTSKI, text).map(|position| KLOTSKI.position_text(&position))
}

/// The rows of a board with a sign for each cell of a piece. The sign depends on the piece's
/// letter, its number among pieces of that letter, and the cell's number within the piece.
fn redrawn(text: &str, empty: char, sign: impl Fn(char, usize, usize) -> char) -> Vec<String> {
    let mut grid = vec![vec![empty; 4]; 5];
    let mut seen: HashMap<char, usize> = HashMap::new();
    for (letter, cells) in Naive::klotski().pieces(text) {
        let number = seen.entry(letter).or_default();
        for (part, &(column, row)) in cells.iter().enumerate() {
            grid[row][column] = sign(letter, *number, part);
        }
        *number += 1;
    }
    grid.into_iter().map(String::from_iter).collect()
}

fn letters(text: &str) -> String {
    let sign = |letter, number, _| {
        let first = HashMap::from([('B', b'A'), ('H', b'B'), ('V', b'H'), ('S', b'N')])[&letter];
        char::from(first + number as u8)
    };
    redrawn(text, '@', sign).join("/")
}

fn glyph(text: &str) -> String {
    let sign = |letter, _, part| match letter {
        'B' => '#',
        'H' => ['[', ']'][part],
        'V' => 'H',
        _ => 'O',
    };
    redrawn(text, ' ', sign).join("\n")
}

fn array(text: &str) -> Vec<usize> {
    let pieces = Naive::klotski().pieces(text);
    let of_class = |class| pieces.iter().filter(move |(letter, _)| *letter == class);
    let cells = "BHVS".chars().flat_map(of_class).map(|(_, cells)| 4 * cells[0].1 + cells[0].0);
    cells.collect()
}

fn array_text(array: &[usize]) -> String {
    format!("{array:?}").replace(',', "")
}

fn value_text(array: &[usize]) -> String {
    let digits = (0..).zip(array.iter().rev());
    digits.map(|(place, &digit)| digit as u128 * 20u128.pow(place)).sum::<u128>().to_string()
}

fn set_text(text: &str) -> String {
    let pieces = Naive::klotski().pieces(text);
    let count = |class| pieces.iter().filter(|(letter, _)| *letter == class).count();
    format!("{}h{}v{}s", count('H'), count('V'), count('S'))
}

/// An array or value, with the piece set before it, unless the array is the paper's and
/// unambiguous.
fn with_set(text: &str, number: String) -> String {
    let bare = PAPER.get(&array(text)).is_some_and(|texts| texts[..] == [text]);
    if bare { number } else { format!("{} {number}", set_text(text)) }
}

fn code36(text: &str) -> String {
    let pieces = Naive::klotski().pieces(text);
    let mut bits = String::new();
    let mut items = Vec::new();
    for (letter, cells) in &pieces {
        let first = 4 * cells[0].1 + cells[0].0;
        match letter {
            'B' => bits = format!("{first:04b}"),
            'H' => items.push((first, "01")),
            'V' => items.push((first, "10")),
            _ => items.push((first, "11")),
        }
    }
    let cells = text.chars().filter(|&sign| sign != '/').enumerate();
    items.extend(cells.filter(|&(_, sign)| sign == '.').map(|(cell, _)| (cell, "00")));
    items.sort();
    bits.extend(items.into_iter().map(|(_, item)| item));
    let bits = format!("{bits:0<36}");
    format!("{:09X}", u64::from_str_radix(&bits, 2).expect("36 bits"))
}

/// The lines inside the frame of a box drawing: four by two signs per cell.
fn outlined(naive: &Naive, text: &str) -> Vec<String> {
    let owner = owners(naive, text);
    let owner_at = |x: i32, y: i32| owner.get(&(x.div_euclid(4), y.div_euclid(2)));
    let sign = |x: i32, y: i32| {
        let cell = (x as usize / 4, y as usize / 2);
        let Some(own) = owner_at(x, y) else {
            return if naive.walls.contains(&cell) { '█' } else { ' ' };
        };
        // A line continues from one sign of the piece to the next, unless both neighbouring signs
        // beside them are the piece's.
        let pair =
            |a: (i32, i32), b: (i32, i32)| [a, b].iter().all(|p| owner_at(p.0, p.1) == Some(own));
        let across = |x: i32| {
            let beside = |y| pair((x, y), (x + 1, y));
            beside(y) && !(beside(y - 1) && beside(y + 1))
        };
        let down = |y: i32| {
            let beside = |x| pair((x, y), (x, y + 1));
            beside(x) && !(beside(x - 1) && beside(x + 1))
        };
        match [across(x - 1), across(x), down(y - 1), down(y)] {
            [false, false, false, false] => ' ',
            [true, true, false, false] => '─',
            [false, false, true, true] => '│',
            [false, true, false, true] => '╭',
            [true, false, false, true] => '╮',
            [false, true, true, false] => '╰',
            [true, false, true, false] => '╯',
            lines => panic!("no outline crosses itself: {lines:?}"),
        }
    };
    let line = |y| (0..4 * naive.width as i32).map(|x| sign(x, y)).collect();
    let mut lines: Vec<Vec<char>> = (0..2 * naive.height as i32).map(line).collect();
    // Shapes with equal cells are distinguished by their letters.
    let form = |letter| naive.shapes.iter().find(|shape| shape.0 == letter).map(|shape| &shape.1);
    for (letter, cells) in naive.pieces(text) {
        if naive.shapes.iter().filter(|shape| Some(&shape.1) == form(letter)).count() > 1 {
            lines[2 * cells[0].1][4 * cells[0].0 + 1] = letter;
        }
    }
    lines.into_iter().map(String::from_iter).collect()
}

/// The number of the piece on each cell of the board.
fn owners(naive: &Naive, text: &str) -> HashMap<(i32, i32), usize> {
    let mut owners = HashMap::new();
    for (number, (_, cells)) in naive.pieces(text).into_iter().enumerate() {
        owners.extend(cells.into_iter().map(|(c, r)| ((c as i32, r as i32), number)));
    }
    owners
}

fn pretty(text: &str) -> String {
    let inside = outlined(&Naive::klotski(), text).join("┃\n┃");
    let (shut, open) = ("━".repeat(4), " ".repeat(8));
    format!("┏{}┓\n┃{inside}┃\n┗{shut}{open}{shut}┛", shut.repeat(4))
}

/// The expected text; `None` if the notation does not fix it exactly.
fn witness(text: &str, notation: Notation) -> Option<String> {
    Some(match notation {
        Notation::Grid => text.to_owned(),
        Notation::Letters => letters(text),
        Notation::PaperArray => with_set(text, array_text(&array(text))),
        Notation::PaperValue => with_set(text, value_text(&array(text))),
        Notation::Glyph => glyph(text),
        Notation::Code36 => code36(text),
        Notation::Pretty => pretty(text),
        Notation::Svg => return None,
        other => panic!("no witness of {other}"),
    })
}

/// The elements of an XML text, each with its name and attributes; the text must be well-formed.
fn elements(xml: &str) -> Vec<(&str, HashMap<&str, &str>)> {
    let mut found = Vec::new();
    let mut open = Vec::new();
    let mut parts = xml.split('<');
    assert_eq!(parts.next(), Some(""), "nothing stands before the first tag");
    for part in parts {
        // No attribute here contains a '>', and none needs to.
        let (tag, between) = part.split_once('>').expect("a tag ends");
        assert!(!between.contains('&') && !tag.contains('&'), "{part}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{part}");
            assert!(!open.is_empty() || between.trim().is_empty(), "text behind the root: {part}");
            continue;
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        assert!(!open.is_empty() || found.is_empty(), "there is one root: {part}");
        let (name, mut rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        let mut attributes = HashMap::new();
        while let Some((key, value)) = rest.trim_start().split_once("=\"") {
            let (value, behind) = value.split_once('"').expect("an attribute ends");
            assert!(key.chars().all(|c| c.is_ascii_alphanumeric() || "-:".contains(c)), "{part}");
            assert_eq!(attributes.insert(key, value), None, "twice {key}: {part}");
            assert!(behind.is_empty() || behind.starts_with(char::is_whitespace), "{part}");
            rest = behind;
        }
        assert_eq!(rest.trim(), "", "{part}");
        if !closed {
            open.push(name);
        }
        found.push((name, attributes));
    }
    assert!(open.is_empty(), "not closed: {open:?}");
    found
}

/// The numbers in a text.
fn numbers(text: &str) -> Vec<f64> {
    let parts = text.split(|sign: char| !sign.is_ascii_digit() && !"-.".contains(sign));
    parts.filter(|part| !part.is_empty()).map(|part| part.parse().expect("a number")).collect()
}

/// Whether straight outlines wind around a point, which is the fill rule of a path.
fn is_filled(path: &str, (x, y): (f64, f64)) -> bool {
    assert!(path.chars().all(|sign| !sign.is_alphabetic() || "MLz".contains(sign)), "{path}");
    let mut winding = 0;
    for outline in path.split('z').map(numbers) {
        let points: Vec<&[f64]> = outline.chunks(2).collect();
        for (from, to) in points.iter().zip(points.iter().cycle().skip(1)) {
            let right = (to[0] - from[0]) * (y - from[1]) - (x - from[0]) * (to[1] - from[1]);
            if from[1] <= y && y < to[1] && right > 0.0 {
                winding += 1;
            } else if to[1] <= y && y < from[1] && right < 0.0 {
                winding -= 1;
            }
        }
    }
    winding != 0
}

/// Checks a picture: it is well-formed, names its position, and has one path per piece. A path is
/// filled exactly where all cells around a point are the piece's, tested at the middles, edges and
/// corners of cells.
fn check_picture(naive: &Naive, text: &str, svg: &str) {
    let elements = elements(svg);
    let (root, attributes) = &elements[0];
    assert_eq!((*root, attributes["data-position"]), ("svg", text));
    let all = |name: &str| {
        let of_name = elements.iter().filter(|(found, _)| *found == name);
        of_name.map(|(_, attributes)| attributes).collect::<Vec<_>>()
    };
    let rectangles = all("rect");
    let floor = rectangles.iter().find(|rectangle| rectangle["class"] == "floor").expect("a floor");
    let [left, top, width, height] =
        ["x", "y", "width", "height"].map(|key| floor[key].parse::<f64>().expect("a number"));
    let cell = width / naive.width as f64;
    assert_eq!(height, cell * naive.height as f64, "cells are square");
    let walls = rectangles.iter().filter(|rectangle| rectangle["class"] == "wall").count();
    assert_eq!(walls, naive.walls.len());

    let owners = owners(naive, text);
    let paths = all("path");
    let pieces = naive.pieces(text);
    assert_eq!(paths.len(), pieces.len(), "one path a piece: {text}");
    let mut paths_of_pieces = BTreeMap::new();
    // Coordinates in half cells: even numbers are edges.
    let (columns, rows) = (0..=2 * naive.width as i32, 0..=2 * naive.height as i32);
    for (i, j) in columns.flat_map(|i| rows.clone().map(move |j| (i, j))) {
        let around = [(i - 1, j - 1), (i, j - 1), (i - 1, j), (i, j)];
        let around = around.map(|(i, j)| owners.get(&(i.div_euclid(2), j.div_euclid(2))).copied());
        let piece = around[0].filter(|_| around.iter().all(|owner| *owner == around[0]));
        let (x, y) = (left + f64::from(i) * cell / 2.0, top + f64::from(j) * cell / 2.0);
        let covers = |path: &HashMap<&str, &str>| {
            let [right, down] = numbers(path["transform"])[..] else { panic!("{path:?}") };
            is_filled(path["d"], (x - right, y - down))
        };
        let covering: Vec<usize> = (0..paths.len()).filter(|&path| covers(paths[path])).collect();
        match piece {
            Some(piece) => {
                assert_eq!(covering.len(), 1, "one path at {i}, {j}: {text}");
                let path = paths_of_pieces.entry(piece).or_insert(covering[0]);
                assert_eq!(*path, covering[0], "one path for a piece at {i}, {j}: {text}");
            }
            None => assert!(covering.is_empty(), "no path at {i}, {j}: {text}"),
        }
    }
    // Each path names its piece.
    for (&piece, &path) in &paths_of_pieces {
        let (letter, cells) = &pieces[piece];
        let left = cells.iter().map(|cell| cell.0).min().expect("a piece has cells");
        let top = cells.iter().map(|cell| cell.1).min().expect("a piece has cells");
        let reported = ["data-shape", "data-column", "data-row"].map(|key| paths[path][key]);
        assert_eq!(reported, [letter.to_string(), left.to_string(), top.to_string()], "{text}");
    }
    // Pieces of one shape have the same style, and other shapes have different ones.
    let looks: BTreeSet<(char, &str)> = paths_of_pieces
        .iter()
        .map(|(&piece, &path)| (pieces[piece].0, paths[path]["class"]))
        .collect();
    let letters: BTreeSet<char> = looks.iter().map(|look| look.0).collect();
    let classes: BTreeSet<&str> = looks.iter().map(|look| look.1).collect();
    assert_eq!((looks.len(), looks.len()), (letters.len(), classes.len()), "{looks:?}");
}

#[test]
fn published_examples_are_written_and_read() {
    let published = [
        (START, Notation::Letters, "HAAI/HAAI/JBBK/JNOK/P@@Q"),
        (START, Notation::Code36, "1A9BF0C00"),
        (START, Notation::Glyph, "H##H\nH##H\nH[]H\nHOOH\nO  O"),
        (EXAMPLE, Notation::PaperArray, "[0 8 10 13 2 3 12 15 16 19]"),
        (EXAMPLE, Notation::PaperValue, "218438982339"),
    ];
    for (grid, notation, text) in published {
        assert_eq!(witness(grid, notation).as_deref(), Some(text), "the witness of this file");
        assert_eq!(written(grid, notation), text);
        assert_eq!(read(text).as_deref(), Ok(grid), "{text}");
    }
}

#[test]
fn every_notation_is_written_as_the_witness_writes_it() {
    let sets: BTreeSet<String> = SAMPLES.iter().map(|(text, _)| set_text(text)).collect();
    assert_eq!(sets.len(), 203, "samples of every piece set");
    for (text, position) in SAMPLES.iter() {
        for &notation in Notation::ALL {
            let written = notation::write(&KLOTSKI, position, notation).expect("Klotski's");
            match witness(text, notation) {
                Some(wanted) => assert_eq!(written, wanted, "{notation} of {text}"),
                None => check_picture(&Naive::klotski(), text, &written),
            }
        }
    }
}

#[test]
#[ignore = "long: all pairs of notations"]
fn positions_come_back_through_every_pair_of_notations() {
    for (text, position) in SAMPLES.iter() {
        let write = |position: &Arrangement, notation| {
            notation::write(&KLOTSKI, position, notation).expect("Klotski's")
        };
        let all: Vec<_> = Notation::ALL.iter().map(|&notation| write(position, notation)).collect();
        for (from, first) in Notation::ALL.iter().copied().zip(&all) {
            let between = notation::read(&KLOTSKI, first);
            assert_eq!(between.as_ref(), Ok(position), "{from} of {text}: {first:?}");
            for (to, wanted) in Notation::ALL.iter().copied().zip(&all) {
                let second = write(between.as_ref().expect("read"), to);
                assert_eq!(second, *wanted, "{from} to {to}: {text}");
            }
        }
    }
}

#[test]
#[ignore = "long: many positions"]
fn arrays_of_the_paper_are_bare_where_they_are_unambiguous() {
    let mut ambiguous = 0;
    for (array, texts) in PAPER.iter() {
        let (bare_array, bare_value) = (array_text(array), value_text(array));
        if let [text] = &texts[..] {
            assert_eq!(read(&bare_array).as_ref(), Ok(text), "{bare_array}");
            assert_eq!(read(&bare_value).as_ref(), Ok(text), "{bare_value}");
            continue;
        }
        ambiguous += 1;
        for bare in [&bare_array, &bare_value] {
            let message = read(bare).expect_err(bare).to_string();
            let quoted: BTreeSet<&str> = message.split('"').skip(1).step_by(2).collect();
            let reading = |text| format!("{} {bare_array}", set_text(text));
            let wanted: BTreeSet<String> = texts.iter().map(|text| reading(text)).collect();
            assert!(wanted.iter().map(String::as_str).eq(quoted.iter().copied()), "{message}");
        }
        for text in texts {
            for number in [&bare_array, &bare_value] {
                let named = format!("{} {number}", set_text(text));
                assert_eq!(read(&named).as_ref(), Ok(text), "{named}");
            }
            assert_eq!(
                written(text, Notation::PaperArray),
                format!("{} {bare_array}", set_text(text))
            );
            assert_eq!(
                written(text, Notation::PaperValue),
                format!("{} {bare_value}", set_text(text))
            );
        }
    }
    assert!(ambiguous > 0, "some array is ambiguous");
}

#[test]
fn paper_arrays_are_read_in_other_spellings() {
    let spellings = [
        "[0,8,10,13,2,3,12,15,16,19]",
        "[0, 8, 10, 13, 2, 3, 12, 15, 16, 19]",
        "[ 0  8 10 13\t2 3 12 15 16 19 ]",
        "  [0 8 10 13 2 3 12 15 16 19]\n",
        "3h2v4s [0 8 10 13 2 3 12 15 16 19]",
        "4s2V3H[0,8,10,13,2,3,12,15,16,19]",
        "3h2v4s 218438982339",
        "1b3h2v4s\t218438982339",
    ];
    for text in spellings {
        assert_eq!(read(text).as_deref(), Ok(EXAMPLE), "{text:?}");
    }
}

#[test]
fn codes_are_read_in_other_spellings() {
    for text in ["1A9BF0C", "1A9BF0C0", "1a9bf0c00", "0x1A9BF0C00", "0X1a9Bf0c", " 1A9BF0C00\n"] {
        assert_eq!(read(text).as_deref(), Ok(START), "{text:?}");
    }
    for (text, position) in SAMPLES.iter() {
        let code = code36(text);
        // The first digit stays: it is the cell of the big piece.
        let short = format!("0x{}{}", &code[..1], code[1..].trim_end_matches('0'));
        assert_eq!(notation::read(&KLOTSKI, &short).as_ref(), Ok(position), "{short}");
    }
}

#[test]
fn letters_are_read_without_anything_between_the_rows() {
    for (text, position) in SAMPLES.iter() {
        let unbroken = letters(text).replace('/', "");
        assert_eq!(notation::read(&KLOTSKI, &unbroken).as_ref(), Ok(position), "{unbroken}");
        let unbroken = text.replace('/', "");
        assert_eq!(notation::read(&KLOTSKI, &unbroken).as_ref(), Ok(position), "{unbroken}");
    }
}

#[test]
fn letters_are_read_line_by_line() {
    for (text, position) in SAMPLES.iter() {
        for line_end in ["\n", "\r\n"] {
            let lines = letters(text).replace('/', line_end);
            assert_eq!(notation::read(&KLOTSKI, &lines).as_ref(), Ok(position), "{lines:?}");
        }
    }
}

#[test]
fn any_lettering_with_a_letter_for_each_piece_is_read() {
    // Forwards and backwards through the alphabet, in both cases and in another script.
    let alphabets: [fn(usize) -> char; 4] = [
        |n| ('a'..='z').nth(n).expect("a letter"),
        |n| ('A'..='Z').nth_back(n).expect("a letter"),
        |n| ('1'..='9').chain('a'..).nth(n).expect("a sign"),
        |n| ('甲'..).nth(n).expect("a character"),
    ];
    for (text, position) in SAMPLES.iter() {
        // The pieces of each class get different letters.
        let offset = |letter| match letter {
            'B' => 0,
            'H' => 1,
            'V' => 1 + text.matches('H').count() / 2,
            _ => 1 + (text.matches('H').count() + text.matches('V').count()) / 2,
        };
        for alphabet in alphabets {
            for empty in ['.', '@', '_', ' '] {
                let sign = |letter, number, _| alphabet(offset(letter) + number);
                let lettered = redrawn(text, empty, sign).join("/");
                assert_eq!(
                    notation::read(&KLOTSKI, &lettered).as_ref(),
                    Ok(position),
                    "{lettered}"
                );
            }
        }
    }
}

#[test]
fn an_unbroken_grid_is_read_though_its_signs_are_hexadecimal_digits() {
    // `0` is an empty cell, and no code has twenty digits.
    for (text, grid) in [
        ("BB00BB00000000000000", "BB../BB../..../..../...."),
        ("AABBAACCDDEEFF000000", "BBHH/BBHH/HHHH/HH../...."),
    ] {
        assert_eq!(read(text).as_deref(), Ok(grid), "{text}");
    }
}

#[test]
fn drawings_with_signs_may_lack_the_spaces_at_the_ends_of_rows() {
    let odd = ODD.map(|text| (text.to_owned(), position(text)));
    for (text, position) in SAMPLES.iter().chain(&odd) {
        for line_end in ["\n", "\r\n"] {
            let rows = glyph(text);
            let cut: String =
                rows.split('\n').map(|row| row.trim_end().to_owned() + line_end).collect();
            assert_eq!(notation::read(&KLOTSKI, &cut).as_ref(), Ok(position), "{cut:?}");
        }
    }
}

#[test]
fn coloured_boxes_are_the_plain_ones_in_colour() {
    for (text, position) in SAMPLES.iter() {
        let coloured = boxes::draw(&KLOTSKI, position, true);
        assert!(coloured.contains('\u{1b}'), "{text} has a piece, and pieces have colours");
        // A colour sequence goes from the escape to the next 'm'.
        let mut parts = coloured.split('\u{1b}');
        let mut plain = parts.next().expect("a first part").to_owned();
        plain.extend(parts.map(|part| part.split_once('m').expect("an escape ends").1));
        assert_eq!(plain, pretty(text));
        assert_eq!(notation::read(&KLOTSKI, &coloured).as_ref(), Ok(position), "{text}");
    }
}

#[test]
fn a_slip_in_a_box_is_never_read_as_another_position() {
    for text in [START, "S.BB/S.BB/SS../HHV./HHV.", "VVBB/VVBB/SSHH/SSHH/...."] {
        let position = position(text);
        let drawn: Vec<char> = pretty(text).chars().collect();
        for (place, sign) in (0..drawn.len()).flat_map(|p| " ─│╭╮╰╯█".chars().map(move |s| (p, s)))
        {
            if drawn[place] == '\n' {
                continue;
            }
            let mut slipped = drawn.clone();
            slipped[place] = sign;
            let slipped = String::from_iter(slipped);
            if let Ok(other) = notation::read(&KLOTSKI, &slipped) {
                assert_eq!(other, position, "read from\n{slipped}");
            }
        }
    }
}

#[test]
fn drawings_are_distinguished_from_positions_line_by_line() {
    for (text, _) in SAMPLES.iter().step_by(20) {
        for &notation in Notation::ALL {
            let one = written(text, notation);
            assert_eq!(notation.is_drawing(), one.contains('\n'), "{notation}");
            assert_eq!(notation::is_drawing(&KLOTSKI, &one), notation.is_drawing(), "{one}");
            if !notation.is_drawing() {
                assert!(!notation::is_drawing(&KLOTSKI, &format!("{one}\n{one}")), "{one}");
            }
        }
        assert!(notation::is_drawing(&KLOTSKI, &text.replace('/', "\n")), "{text}");
    }
}

#[test]
fn names_of_openings_look_like_no_notation() {
    for mention in Catalogue::built_in().openings().iter().flat_map(|opening| &opening.mentions) {
        for name in [&mention.name, &mention.simplified, &mention.slug] {
            let unrecognised = NotationError::Unrecognised(name.clone());
            assert_eq!(read(name), Err(unrecognised), "{name:?}");
        }
    }
}

#[test]
fn names_as_people_type_them_look_like_no_notation() {
    // The catalogue accepts these spellings of a slug, so no notation may claim them.
    let spellings: [fn(&str) -> String; 4] = [
        |slug| slug.replace('-', " "),
        |slug| slug.replace('-', ""),
        str::to_uppercase,
        |slug| slug.to_uppercase().replace('-', " "),
    ];
    for mention in Catalogue::built_in().openings().iter().flat_map(|opening| &opening.mentions) {
        for name in spellings.map(|spelling| spelling(&mention.slug)) {
            assert!(Catalogue::built_in().find(&name).is_ok(), "{name:?}");
            let unrecognised = NotationError::Unrecognised(name.clone());
            assert_eq!(read(&name), Err(unrecognised), "{name:?}");
        }
    }
}

/// Shapes with inner corners and a hole, and walls.
const HOLLOW: (&str, [(char, &str); 5]) = (
    "......./......./......./..#..../......#",
    [('O', "xxx/x.x/xxx"), ('P', ".x./xxx/.x."), ('U', "xxx/x.x"), ('L', "x./xx"), ('A', "x")],
);
const HOLLOW_TEXT: &str = "OOO.P../OAOPPP./OOO.P../L.#UUU./LLAU.U#";
const HOLLOW_DRAWN: &str = "\
┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
┃╭──────────╮    ╭──╮        ┃
┃│  ╭────╮  │    │  │        ┃
┃│  │╭──╮│  │╭───╯  ╰───╮    ┃
┃│  │╰──╯│  │╰───╮  ╭───╯    ┃
┃│  ╰────╯  │    │  │        ┃
┃╰──────────╯    ╰──╯        ┃
┃╭──╮    ████╭──────────╮    ┃
┃│  │    ████│  ╭────╮  │    ┃
┃│  ╰───╮╭──╮│  │    │  │████┃
┃╰──────╯╰──╯╰──╯    ╰──╯████┃
┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛";

/// A board with walls and a tromino.
const TROMINO: (&str, [(char, &str); 3]) =
    ("..#../...../...../#....", [('L', "x./xx"), ('V', "x/x"), ('A', "x")]);

/// Checks that a position of any puzzle is read back unchanged, and checks its drawing.
fn check_other(case: &Case, text: &str) {
    let position = case.puzzle.parse_position(text).expect(text);
    for notation in EVERYBODYS {
        let written = notation::write(&case.puzzle, &position, notation).expect("for any puzzle");
        let read = notation::read(&case.puzzle, &written);
        assert_eq!(read.as_ref(), Ok(&position), "{written}");
    }
    let drawn = boxes::draw(&case.puzzle, &position, false);
    let lines: Vec<Vec<char>> = drawn.lines().map(|line| line.chars().collect()).collect();
    let inside =
        lines[1..lines.len() - 1].iter().map(|line| line[1..line.len() - 1].iter().collect());
    assert_eq!(inside.collect::<Vec<String>>(), outlined(&case.naive, text), "{text}");
    check_picture(&case.naive, text, &picture::draw(&case.puzzle, &position));
}

#[test]
fn pieces_with_inner_corners_and_holes_are_drawn_and_read() {
    let (board, shapes) = HOLLOW;
    let hollow = case(board, &shapes, &[]);
    check_other(&hollow, HOLLOW_TEXT);
    let position = hollow.puzzle.parse_position(HOLLOW_TEXT).expect("a position");
    assert_eq!(boxes::draw(&hollow.puzzle, &position, false), HOLLOW_DRAWN);
    // Without a piece in the hole, and without the pieces that block the notch.
    check_other(&hollow, "OOO..../O.O..../OOO..../..#..../......#");
    check_other(&hollow, "......./..UUU../..UAU../..#..../......#");
    // Two cells of a piece that touch only at a corner, between its hole and the outside.
    let touching = case("..../..../....", &[('D', "xx./x.x/xxx"), ('A', "x")], &[]);
    check_other(&touching, "DDA./D.D./DDD.");
    check_other(&touching, ".DDA/.DAD/.DDD");
}

#[test]
fn an_exit_on_the_right_may_lack_its_spaces() {
    let (board, shapes) = HOLLOW;
    let hollow = case(board, &shapes, &[('A', (6, 1))]);
    let position = hollow.puzzle.parse_position(HOLLOW_TEXT).expect("a position");
    let mut lines: Vec<String> = HOLLOW_DRAWN.lines().map(str::to_owned).collect();
    for line in &mut lines[3..5] {
        *line = line.trim_end_matches('┃').to_owned() + " ";
    }
    assert_eq!(boxes::draw(&hollow.puzzle, &position, false), lines.join("\n"));
    let cut: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    assert_eq!(notation::read(&hollow.puzzle, &cut.join("\n")).as_ref(), Ok(&position));
}

#[test]
fn other_puzzles_have_the_notations_that_are_not_klotskis() {
    let (board, shapes) = TROMINO;
    let tromino = case(board, &shapes, &[('L', (3, 2))]);
    let text = "LA#.A/LLV../..V.L/#..LL";
    assert!(tromino.puzzle.parse_position(text).is_err(), "this tromino has the mirrored shape");
    let text = "LA#L./LLVLL/.AVL./#A.LL";
    check_other(&tromino, text);
    let position = tromino.puzzle.parse_position(text).expect("a position");
    for notation in KLOTSKIS {
        let error = notation::write(&tromino.puzzle, &position, notation).expect_err("Klotski's");
        assert_eq!(error, NotationError::NotKlotski(notation));
        let message = error.to_string();
        assert!(message.contains(notation.name()) && message.contains("Klotski"), "{message}");
    }
    // These notations are not read either.
    for (text, notation) in [
        ("1A9BF0C00", Notation::Code36),
        ("218438982339", Notation::PaperValue),
        ("[0 8 10 13 2 3 12 15 16 19]", Notation::PaperArray),
    ] {
        let read = notation::read(&tromino.puzzle, text);
        assert_eq!(read, Err(NotationError::NotKlotski(notation)));
    }
}

#[test]
fn near_misses_of_klotski_are_not_klotski() {
    let board = "..../..../..../..../....";
    let shapes = [('B', "xx/xx"), ('H', "xx"), ('V', "x/x"), ('S', "x")];
    let [b, h, v, s] = shapes;
    let made = |board, shapes: &[_]| case(board, shapes, &[]).puzzle;
    let puzzles = [
        ("any number of big pieces", made(board, &shapes), START),
        ("two of them", made(board, &shapes).with_fixed_count(0, 2), "BBBB/BBBB/..../..../...."),
        (
            "one small",
            made(board, &shapes).with_fixed_count(0, 1).with_fixed_count(3, 1),
            "BBS./BB../..../..../....",
        ),
        (
            "a wall",
            made("..../..../..../..../...#", &shapes).with_fixed_count(0, 1),
            "VBBV/VBBV/VHHV/VSSV/S..#",
        ),
        (
            "a row less",
            made("..../..../..../....", &shapes).with_fixed_count(0, 1),
            "VBBV/VBBV/VHHV/V..V",
        ),
        (
            "turned",
            made("...../...../...../.....", &shapes).with_fixed_count(0, 1),
            "BBHHS/BBHHS/V..VS/V..V.",
        ),
        ("another order", made(board, &[b, v, h, s]).with_fixed_count(0, 1), START),
        (
            "another letter",
            made(board, &[b, h, v, ('A', "x")]).with_fixed_count(0, 1),
            "VBBV/VBBV/VHHV/VAAV/A..A",
        ),
        ("another shape", made(board, &[b, h, v, s, ('L', "x./xx")]).with_fixed_count(0, 1), START),
        ("no smalls", made(board, &[b, h, v]).with_fixed_count(0, 1), "VBBV/VBBV/VHHV/V..V/...."),
    ];
    for (what, puzzle, text) in puzzles {
        let position = puzzle.parse_position(text).expect(what);
        for notation in KLOTSKIS {
            let refused = Err(NotationError::NotKlotski(notation));
            assert_eq!(notation::write(&puzzle, &position, notation), refused, "{what}");
        }
    }
    // The goal and the names of the shapes do not matter.
    let elsewhere = case(board, &shapes, &[('B', (0, 0))]).puzzle.with_fixed_count(0, 1);
    let position = elsewhere.parse_position(START).expect("a position");
    for notation in KLOTSKIS {
        let written = notation::write(&elsewhere, &position, notation);
        assert_eq!(written.ok(), witness(START, notation));
    }
}

/// The output of `convert` for some standard input.
fn converted(tables: &Tables, input: impl Into<Vec<u8>>, to: Notation) -> String {
    let mut command = tables.run(&["convert", "-", "--to", to.name()]);
    text(&command.write_stdin(input).assert().success().stderr("").get_output().stdout)
}

fn some_positions() -> impl Iterator<Item = &'static str> {
    [START, EXAMPLE].into_iter().chain(ODD)
}

#[test]
fn the_program_reads_every_notation_from_an_argument() {
    let tables = Tables::none();
    for grid in some_positions() {
        for &notation in Notation::ALL {
            let text = written(grid, notation);
            let printed = tables.output(&["convert", &text, "--to", "grid"]);
            assert_eq!(printed, format!("{grid}\n"), "{notation}");
        }
    }
    assert!(tables.names().is_empty(), "nothing is built for that");
}

#[test]
fn the_program_reads_a_position_a_line() {
    let tables = Tables::none();
    let positions = || some_positions().flat_map(|grid| LINES.map(|notation| (grid, notation)));
    let lines: Vec<String> = positions().map(|(grid, notation)| written(grid, notation)).collect();
    let wanted: String = positions().map(|(grid, _)| format!("{grid}\n")).collect();
    for input in [lines.join("\n"), lines.join("\n") + "\n", lines.join("\r\n\r\n") + "\r\n"] {
        assert_eq!(converted(&tables, input, Notation::Grid), wanted);
    }
}

#[test]
fn the_program_reads_a_position_drawn_over_several_lines() {
    let tables = Tables::none();
    for grid in some_positions() {
        let drawings = [
            grid.replace('/', "\n"),
            letters(grid).replace('/', "\n"),
            grid.replace('/', "\n").replace('.', " "),
            glyph(grid),
            pretty(grid),
            boxes::draw(&KLOTSKI, &position(grid), true),
            picture::draw(&KLOTSKI, &position(grid)),
        ];
        for drawing in drawings {
            for input in [drawing.clone(), format!("{drawing}\n"), drawing.replace('\n', "\r\n")] {
                let printed = converted(&tables, input.clone(), Notation::Grid);
                assert_eq!(printed, format!("{grid}\n"), "{input}");
            }
        }
    }
}

#[test]
fn the_program_reads_rows_of_letters_in_any_script() {
    let tables = Tables::none();
    let rows = "甲曹曹乙\n甲曹曹乙\n丙關關丁\n丙兵卒丁\n勇..士\n";
    let run = tables.run(&["convert", "-", "--to", "grid"]).write_stdin(rows).assert();
    run.stderr("").stdout(format!("{START}\n")).success();
}

#[test]
fn the_program_reads_a_drawing_whose_rows_are_cut_off() {
    let tables = Tables::none();
    for grid in some_positions() {
        let drawing = glyph(grid);
        let cut: String = drawing.split('\n').map(|row| format!("{}\n", row.trim_end())).collect();
        let printed = converted(&tables, cut.clone(), Notation::Grid);
        assert_eq!(printed, format!("{grid}\n"), "{cut:?}");
    }
}

#[test]
fn the_program_reads_names() {
    let tables = Tables::none();
    for (name, grid) in [
        ("橫刀立馬", START),
        ("横刀立马", START),
        ("heng-dao-li-ma", START),
        ("Heng Dao Li Ma", START),
        ("三軍聯防", EXAMPLE),
        ("san-jun-lian-fang", EXAMPLE),
    ] {
        let wanted = format!("{grid}\n");
        assert_eq!(tables.output(&["convert", name, "--to", "grid"]), wanted, "{name}");
        assert_eq!(converted(&tables, name, Notation::Grid), wanted, "{name}");
    }
}

#[test]
fn the_program_reads_a_name_a_line() {
    let tables = Tables::none();
    // Names of four characters are as wide as the board.
    for names in
        ["heng-dao-li-ma\nsan-jun-lian-fang\n", "橫刀立馬\n三軍聯防\n", "橫刀立馬\n218438982339"]
    {
        let run = tables.run(&["convert", "-", "--to", "grid"]).write_stdin(names).assert();
        run.stderr("").stdout(format!("{START}\n{EXAMPLE}\n")).success();
    }
}

#[test]
fn the_program_writes_several_positions_and_sets_drawings_apart() {
    let tables = Tables::none();
    for &notation in Notation::ALL {
        let between = if notation.is_drawing() { "\n\n" } else { "\n" };
        let wanted =
            [START, EXAMPLE, START].map(|grid| written(grid, notation)).join(between) + "\n";
        let arguments = ["convert", "橫刀立馬", EXAMPLE, "1A9BF0C00", "--to", notation.name()];
        assert_eq!(tables.output(&arguments), wanted, "{notation}");
        let input = format!("{START}\n218438982339\n{START}\n");
        assert_eq!(converted(&tables, input, notation), wanted, "{notation}");
        // Standard input among other arguments.
        let mut command = tables.run(&["convert", START, "-", START, "--to", notation.name()]);
        command.write_stdin(EXAMPLE).assert().success().stdout(wanted);
    }
}

#[test]
fn the_program_draws_in_colour_for_who_wants_it() {
    let tables = Tables::none();
    let run = tables.run(&["convert", START, "--to", "pretty"]).env("CLICOLOR_FORCE", "1").assert();
    let coloured = text(&run.success().get_output().stdout);
    assert_eq!(coloured, boxes::draw(&KLOTSKI, &position(START), true) + "\n");
    assert_eq!(converted(&tables, coloured, Notation::Pretty), pretty(START) + "\n");
}

#[test]
fn the_program_lists_the_notations_where_one_is_unknown() {
    let tables = Tables::none();
    for unknown in ["morse", "", "Grid", "paper_array"] {
        let run = tables.run(&["convert", START, "--to", unknown]).assert().code(2).stdout("");
        let error = text(&run.get_output().stderr);
        assert!(error.starts_with("error: ") && !error.contains("panicked"), "{error}");
        for &notation in Notation::ALL {
            assert!(error.contains(notation.name()), "{notation} is not in {error}");
        }
    }
    for missing in [&["convert", START][..], &["convert", "--to", "grid"]] {
        tables.run(missing).assert().code(2).stdout("").stderr(contains("required"));
    }
}

#[test]
fn the_program_converts_the_others_all_the_same() {
    let tables = Tables::none();
    let refused = |run: assert_cmd::assert::Assert, reported: &[&str]| {
        let run = run.code(1).stdout(format!("{START}\n{EXAMPLE}\n"));
        let errors = text(&run.get_output().stderr);
        let starts =
            errors.lines().zip(reported).all(|(error, reported)| error.starts_with(reported));
        assert!(starts && errors.lines().count() == reported.len(), "{errors}");
    };
    let input = "1A9BF0C00\n\n1A9BF0C01\n218438982339\n[0 1 2]\n";
    let run = tables.run(&["convert", "-", "--to", "grid"]).write_stdin(input).assert();
    let reported =
        ["error: line 3: code36", "error: line 5: the array", "error: 2 of 4 positions refused"];
    refused(run, &reported);
    let run = tables.run(&["convert", START, "no name", EXAMPLE, "--to", "grid"]).assert();
    refused(run, &["error: position 2: not a position", "error: 1 of 3 positions refused"]);
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let tables = Tables::none();
    for input in
        [&b"\xff\xfe\0\n"[..], b"VBB\xff/VBBV/VHHV/VSSV/S..S", b"<svg \xff>", b"\0\0\0\0\n\0\0\0\0"]
    {
        let run = tables.run(&["convert", "-", "--to", "svg"]).write_stdin(input).assert();
        run.code(1).stdout("").stderr(contains("error: ").and(contains("panicked").not()));
    }
}

/// Texts that are not positions, and the required parts of the message for each.
const WRONG: &[(&str, &[&str])] = &[
    // Neither a notation nor a name.
    ("no such name", &["not a position", "\"no such name\""]),
    ("HAAIHAAIJBBKJNOKP@@", &["not a position", "\"HAAIHAAIJBBKJNOKP@@\""]),
    ("HAAIHAAIJBBKJNOKP@@@Q", &["not a position", "\"HAAIHAAIJBBKJNOKP@@@Q\""]),
    ("0x", &["\"0x\""]),
    ("1A9BF0C0G", &["\"1A9BF0C0G\""]),
    ("0x1A9BF0C0G", &["\"0x1A9BF0C0G\""]),
    ("1A9B F0C00", &["\"1A9B"]),
    // Letters.
    ("HAAI/HAAI/JBBK/JNOK/P@@", &["row 5", "column 4 is missing"]),
    ("HAAI/HAAI/JBBK/JNNK/P@NQ", &["row 4, column 2", "'N'"]),
    ("HAAIHAAIJBBKJNOKP@@A", &["row 1, column 2", "'A'"]),
    ("H@@I/H@@I/JBBK/JNOK/P@@Q", &["0 of the shape big"]),
    // Arrays: how many numbers.
    ("[]", &["0 cells", "ten"]),
    ("[", &["0 cells", "ten"]),
    ("[0 8 10 13 2 3 12 15 16]", &["9 cells", "ten"]),
    ("[0 8 10 13 2 3 12 15 16 18 19]", &["11 cells", "ten"]),
    ("3h2v4s [0 8 10 13 2 3 12 15 16]", &["9 cells", "3h2v4s", "10 pieces"]),
    ("3h2v4s [0 8 10 13 2 3 12 15 16 18 19]", &["11 cells", "3h2v4s", "10 pieces"]),
    ("3h2v5s [0 8 10 13 2 3 12 15 16 19]", &["10 cells", "3h2v5s", "11 pieces"]),
    // Arrays: the piece set.
    ("2h3v4s [0 8 10 13 2 3 12 15 16 19]", &["cell 2", "number 5", "order"]),
    ("4h1v4s [0 8 10 13 2 3 12 15 16 19]", &["cell 2", "number 5", "order"]),
    ("0h5v4s [0 8 10 13 2 3 12 15 16 19]", &["cell 2", "number 5", "order"]),
    ("2h3v4s [0 2 6 8 10 12 13 14 15 16]", &["vertical", "cell 12", "number 6", "overlaps"]),
    ("5h0v4s [0 2 6 8 10 12 13 14 15 16]", &["small", "cell 13", "number 7", "overlaps"]),
    ("9x [0 1]", &["\"9x\"", "'x'"]),
    ("h [0 1]", &["\"h\"", "count"]),
    ("2b1h [0 1]", &["big", "1"]),
    ("300s [0 1]", &["300"]),
    ("1h [0 8] 1v [0 2]", &["\"8]\""]),
    ("0h0v15s [0 2 3 6 7 8 9 10 11 12 13 14 15 16 17 18]", &["0h0v15s", "covers 19 cells"]),
    // Arrays: the cells.
    ("[0 8 10 13 2 3 12 15 16 20]", &["cell 20", "number 10", "0 to 19"]),
    ("[0 8 10 13 2 3 12 15 16 256]", &["cell 256", "number 10"]),
    ("[0 8 10 13 2 3 12 15 16 64]", &["cell 64", "number 10"]),
    ("0h0v1s [0 18446744073709551616]", &["18446744073709551616"]),
    ("[0 8 x 13 2 3 12 15 16 19]", &["\"x\"", "number"]),
    ("[0 -8 10 13 2 3 12 15 16 19]", &["\"-8\"", "number"]),
    ("[0 8.5 10 13 2 3 12 15 16 19]", &["\"8.5\"", "number"]),
    ("[0 8 １０ 13 2 3 12 15 16 19]", &["\"１０\"", "number"]),
    ("[0;8;10;13;2;3;12;15;16;19]", &["number"]),
    ("[0 8 10 13 2 3 12 15 16 19]]", &["\"19]\"", "number"]),
    ("[[0 8 10 13 2 3 12 15 16 19]]", &["number"]),
    ("3h2v4s [0 10 8 13 2 3 12 15 16 19]", &["cell 8", "number 3", "order"]),
    ("3h2v4s [0 8 10 13 3 2 12 15 16 19]", &["cell 2", "number 6", "order"]),
    ("3h2v4s [0 8 10 13 2 3 12 15 19 16]", &["cell 16", "number 10", "order"]),
    ("3h2v4s [0 8 8 13 2 3 12 15 16 19]", &["cell 8", "number 3", "order"]),
    ("[0 8 10 13 2 3 12 15 19 16]", &["[0 8 10 13 2 3 12 15 19 16]", "not a position"]),
    ("0h0v1s [0 5]", &["small", "cell 5", "number 2", "overlaps"]),
    ("1h0v0s [0 3]", &["horizontal", "cell 3", "number 2", "leaves"]),
    ("0h1v0s [0 17]", &["vertical", "cell 17", "number 2", "leaves"]),
    ("1h1v0s [0 9 5]", &["vertical", "cell 5", "number 3", "overlaps"]),
    ("0h0v0s [3]", &["big", "cell 3", "number 1", "leaves"]),
    ("0h0v0s [16]", &["big", "cell 16", "number 1", "leaves"]),
    // Values.
    ("10240000000000", &["10240000000000", "too large", "10239999999999"]),
    ("10239999999999", &["[19 19 19 19 19 19 19 19 19 19]", "not a position"]),
    ("0000000000", &["[0 0 0 0 0 0 0 0 0 0]", "not a position"]),
    (
        "340282366920938463463374607431768211455",
        &["340282366920938463463374607431768211455", "too large"],
    ),
    (
        "340282366920938463463374607431768211456",
        &["340282366920938463463374607431768211456", "too large"],
    ),
    ("99999999999999999999999999999999999999999999999999", &["99999999999999999999", "too large"]),
    ("0h0v1s 400", &["400", "too large", "399"]),
    ("0h0v1s 340282366920938463463374607431768211456", &["too large", "399"]),
    ("64h64v64s 340282366920938463463374607431768211456", &["too large"]),
    ("64h64v64s 1", &["horizontal", "cell 0", "number 2", "overlaps"]),
    ("0h0v1s 399", &["big", "cell 19", "leaves"]),
    ("0h0v2s 62", &["cell 2", "number 3", "order"]),
    ("9x 218438982339", &["\"9x\"", "'x'"]),
    ("0h0v1s -5", &["\"0h0v1s -5\""]),
    // Codes: the length, the big piece, overlaps, pieces over the edge, trailing characters.
    ("1A9BF0C001", &["\"1A9BF0C001\"", "10 hexadecimal digits", "at most 9"]),
    ("0x1A9BF0C0000", &["11 hexadecimal digits", "at most 9"]),
    ("FFFFFFFFF", &["\"FFFFFFFFF\"", "big", "cell 15"]),
    // Codes of few digits without `0x`, which are more likely numbers or words.
    ("A", &["\"A\" is not a position", "7 digits", "0xA"]),
    ("0", &["\"0\" is not a position", "0x0"]),
    ("12", &["\"12\" is not a position", "0x12"]),
    ("facade", &["\"facade\" is not a position", "0xfacade"]),
    ("0x3", &["\"3\"", "big", "cell 3"]),
    ("0xb0", &["\"b0\"", "big", "cell 11"]),
    ("0x14", &["item 1", "horizontal", "row 1, column 1", "overlaps"]),
    ("0x52", &["item 2", "vertical", "row 1, column 2", "overlaps"]),
    ("0x01", &["item 2", "horizontal", "row 1, column 4", "leaves"]),
    ("00000008", &["item 13", "vertical", "row 5, column 1", "leaves"]),
    ("1A9BF0C01", &["\"1A9BF0C01\"", "after the last cell"]),
    ("1A9BF0C08", &["after the last cell"]),
    // Drawings with signs.
    ("H##H\nH##H\nH[]H\nHOXH\nO  O", &["row 4, column 3", "'X'"]),
    ("H##H\nH##H\nH[ H\nHOOH\nO  O", &["row 3, column 3", "\"[]\""]),
    ("H##H\nH##H\nH ]H\nHOOH\nO  O", &["row 3, column 3", "']'"]),
    ("H##H\nH##H\nHO[\nHOOH\nO  O", &["row 3, column 3", "horizontal"]),
    ("H##H\nH##H\nH[]H\nHOOO\nO  O", &["row 3, column 4", "vertical"]),
    ("H##HO\nH##H\nH[]H\nHOOH\nO  O", &["row 1", "column 5 is one too many"]),
    ("H##H\nH##H\nH[]H\nHOOH", &["row 5 is missing"]),
    ("H##H\nH##H\nH[]H\nHOOH\nO  O\nO", &["row 6 is one too many"]),
    ("H##H\nH  H\nH[]H\nHOOH\nO  O", &["row 1, column 2", "big"]),
    ("####\n####\nH[]H\nHOOH\nO  O", &["row 1, column 3", "one big too many"]),
    ("H##H\nH##H\nH[]H\nH\tOH\nO  O", &["row 4, column 2", "'\\t'"]),
    // Pictures.
    ("<svg></svg>", &["data-position"]),
    ("<", &["data-position"]),
    ("<svg data-position=\"VBBV/VBBV/VHHV/VSSV/S..S", &["data-position"]),
    ("<svg data-position=\"\"/>", &["data-position", "0 cells"]),
    ("<svg data-position=\"VBBV/VBBV/VHHV/VSSV/S..\"/>", &["data-position", "row 5"]),
    ("<svg data-position=\"1A9BF0C00\"/>", &["data-position"]),
];

/// Checks that the program rejects a position with a one-line message that contains all of `words`.
fn check_refused(tables: &Tables, position: &str, words: &[&str]) {
    let error = tables.error(&["convert", position, "--to", "grid"]);
    assert_eq!(error.lines().count(), 1, "{position:?}: {error}");
    for part in words {
        assert!(error.contains(part), "{position:?}: {part:?} is not in {error}");
    }
}

#[test]
fn wrong_positions_are_refused_with_what_is_wrong() {
    let tables = Tables::none();
    for (position, words) in WRONG {
        check_refused(&tables, position, words);
    }
    let long = "1".repeat(20_000);
    for position in
        [long.clone(), format!("1h {long}"), format!("[{long}]"), format!("{long}h [1]")]
    {
        check_refused(&tables, &position, &["11111", "20,00"]);
    }
}

#[test]
fn boxes_without_a_line_are_refused() {
    let tables = Tables::none();
    let drawn = pretty(START);
    let lines: Vec<&str> = drawn.lines().collect();
    for missing in 0..lines.len() {
        let rest = [&lines[..missing], &lines[missing + 1..]].concat().join("\n");
        check_refused(&tables, &rest, &["12 lines of 18 signs", "line 12 is missing"]);
    }
    check_refused(&tables, &(drawn.clone() + "\n┃"), &["12 lines", "line 13"]);
    let long = lines[4].to_owned() + "─";
    check_refused(&tables, &drawn.replace(lines[4], &long), &["18 signs", "line 5"]);
}

#[test]
fn broken_boxes_are_refused() {
    let tables = Tables::none();
    let broken = [
        // The big piece without its top; a horizontal piece that runs into a vertical one.
        ("┓\n┃╭──╮╭──────╮", "┓\n┃╭──╮│      │", "row 1, column 2"),
        ("╭──────╮╭──╮┃\n┃│  │╰──────╯│", "╭──────────╮┃\n┃│  │╰───────╮", "row 3, column 2"),
        // A wall, and a letter.
        ("╰──╯        ╰──╯┃", "╰──╯        ████┃", "row 5, column 4"),
        ("╰──╯        ╰──╯┃", "╰──╯   x    ╰──╯┃", "row 5, column 2"),
    ];
    check_slips(&tables, &broken);
}

#[test]
fn boxes_with_a_gap_or_a_line_too_many_are_refused() {
    let tables = Tables::none();
    let broken = [
        ("┓\n┃╭──╮╭──────╮", "┓\n┃╭──╮╭── ───╮", "row 1"),
        ("┓\n┃╭──╮╭──────╮", "┓\n┃╭──╮╭──╮───╮", "row 1"),
        ("┓\n┃╭──╮╭──────╮╭──╮┃\n┃│  ││      │", "┓\n┃╭──╮╭──╮╭──╮╭──╮┃\n┃│  ││  ││  │", "row 1"),
        ("┃╰──╯        ╰──╯┃", "┃╰──         ╰──╯┃", "row 5, column 1"),
    ];
    check_slips(&tables, &broken);
}

/// Checks that the drawing of the classic start with a replaced part is rejected at the expected
/// location.
fn check_slips(tables: &Tables, slips: &[(&str, &str, &str)]) {
    let drawn = pretty(START);
    for (right, wrong, place) in slips {
        assert_eq!(drawn.split(right).count(), 2, "{right} occurs once");
        check_refused(tables, &drawn.replace(right, wrong), &[place]);
    }
}

/// Random texts of fragments of the notations.
fn texts_of_notations() -> impl Strategy<Value = String> {
    prop_oneof![
        "[BHVSA-Z@\\[./\n]{15,26}",
        "[A-H@\\[]{4}(/[A-Z@\\[]{4}){4}",
        "[0-9hvsb]{0,6} ?\\[?([0-9]{1,2}[ ,]){0,12}[0-9]{0,3}\\]?",
        "[0-9]{1,2}[hv][0-9]{1,2}s [0-9]{1,40}",
        "[0-9]{8,45}",
        "(0x)?[0-9A-Fa-f]{0,11}",
        "##[#\\[\\]HO /\n]{0,26}",
        "[#\\[\\]HO ]{0,4}(\n[#\\[\\]HO ]{0,4}){4}",
        "┏━{16}┓(\n┃[ ─│╭╮╰╯█]{16}┃){10}\n┗━{16}┛",
        "[ ─│╭╮╰╯━┃┏┓┗┛█\u{1b}\\[m0-9\n]{0,250}",
        "<svg( data-position=\"[BHVS./]{0,26}\"?)?.{0,20}",
    ]
}

/// A typing error: a sign or none, inserted between two signs or replacing one.
type Slip = (Index, Option<char>, bool);

/// A few typing errors.
fn slips() -> impl Strategy<Value = Vec<Slip>> {
    let signs =
        "ABHVSNZ@[].,#O0123456789abcdefx/\n\r <>\"─│╭╮╰╯┃█\u{1b}".chars().collect::<Vec<_>>();
    prop::collection::vec((any::<Index>(), prop::option::of(select(signs)), any::<bool>()), 0..4)
}

/// A text with typing errors.
fn slipped(text: &str, slips: Vec<Slip>) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (place, sign, instead) in slips {
        let at = place.index(text.len() + 1);
        let end = (at + usize::from(instead)).min(text.len());
        text.splice(at..end, sign);
    }
    String::from_iter(text)
}

/// Positions of all piece sets, in any notation, with typing errors.
fn slipped_texts() -> impl Strategy<Value = String> {
    (any::<Index>(), select(Notation::ALL.to_vec()), slips()).prop_map(
        |(sample, notation, slips)| {
            let (_, position) = sample.get(&SAMPLES);
            slipped(&notation::write(&KLOTSKI, position, notation).expect("Klotski's"), slips)
        },
    )
}

/// Checks that a text is rejected, or that the position read from it survives every notation.
fn check_any_text(text: &str) -> Result<(), TestCaseError> {
    let _ = notation::is_drawing(&KLOTSKI, text);
    match notation::read(&KLOTSKI, text) {
        Ok(position) => {
            for &notation in Notation::ALL {
                let written = notation::write(&KLOTSKI, &position, notation).expect("Klotski's");
                let read = notation::read(&KLOTSKI, &written);
                prop_assert_eq!(read.as_ref(), Ok(&position), "{} wrote {:?}", notation, written);
            }
        }
        // However long or odd the text, the message is one line.
        Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1, "{}", error),
    }
    let (board, shapes) = TROMINO;
    check_text_of(&case(board, &shapes, &[]).puzzle, text)
}

/// The same for a puzzle that has only the general notations.
fn check_text_of(puzzle: &Puzzle, text: &str) -> Result<(), TestCaseError> {
    match notation::read(puzzle, text) {
        Ok(position) => {
            for notation in EVERYBODYS {
                let written = notation::write(puzzle, &position, notation).expect("any puzzle's");
                prop_assert_eq!(notation::read(puzzle, &written), Ok(position.clone()));
            }
        }
        Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1, "{}", error),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text: String) {
        check_any_text(&text)?;
    }

    #[test]
    fn any_text_of_the_notations_signs_is_read_or_refused(text in texts_of_notations()) {
        check_any_text(&text)?;
    }

    #[test]
    fn any_text_with_slips_is_read_or_refused(text in slipped_texts()) {
        check_any_text(&text)?;
    }

    #[test]
    fn any_text_of_another_puzzle_with_slips_is_read_or_refused(
        index: Index,
        notation in select(EVERYBODYS.to_vec()),
        slips in slips(),
    ) {
        let (board, shapes) = TROMINO;
        let puzzle = case(board, &shapes, &[]).puzzle;
        let space = crate::cases::space(&puzzle, &[2, 2, 3]);
        let position = space.unrank(index.index(space.len() as usize) as u64);
        let text = notation::write(&puzzle, &position, notation).expect("any puzzle's");
        prop_assert_eq!(notation::read(&puzzle, &text), Ok(position));
        check_text_of(&puzzle, &slipped(&text, slips))?;
    }

    #[test]
    fn any_long_text_is_read_or_refused(text in texts_of_notations(), times in 2..500usize) {
        check_any_text(&text.repeat(times))?;
    }

    #[test]
    fn random_puzzles_are_drawn_and_read(plan in plans(), index: Index) {
        let (case, set) = plan.case(u64::MAX);
        let space = Space::new(&case.puzzle, &set).unwrap();
        prop_assume!(!space.is_empty());
        let position = space.unrank(index.index(space.len() as usize) as u64);
        check_other(&case, &case.puzzle.position_text(&position));
    }
}
