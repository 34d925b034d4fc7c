//! Fuzz targets: each function takes arbitrary bytes and must neither panic, hang nor trust them.
//! The tests replay the corpus through the same functions.

// Every target compiles its own copy of this module and uses one function of it.
#![allow(dead_code, unused_imports)]

mod sealed;
mod seals;

pub use sealed::{census, checkpoint, game, lookup, sealed_table, universe};

use huarong_core::drawing::{animation, boxes, picture};
use huarong_core::effort::Effort;
use huarong_core::grid::{Board, Region};
use huarong_core::klotski;
use huarong_core::notation;
use huarong_core::notation::Notation;
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::{Arrangement, Family, Goal, Metric, PieceMove, PieceSet, Puzzle, Shape};
use huarong_core::space::Space;
use huarong_lab::counts::Counter;
use huarong_lab::library::Catalogue;
use huarong_oracle::analysis::Checksums;
use huarong_oracle::atlas::subject;
use huarong_tables::table::{Table, TableSubject};
use std::path::Path;
use std::sync::LazyLock;
use xxhash_rust::xxh3::xxh3_64;

static FAMILY: LazyLock<Family> = LazyLock::new(klotski::family);
static SUBJECT: LazyLock<TableSubject> =
    LazyLock::new(|| subject(&FAMILY).expect("the board is small enough"));

/// Maximum number of positions of a space that is enumerated.
const FEW: u64 = 100;

/// Maximum length, in bytes, of a text that is looked up as a name.
const SHORT: usize = 24;

/// Maximum number of cells of a board: numbering larger boards takes too long.
const CELLS: u16 = 30;

/// Length of a table's header.
const HEADER: usize = 128;

/// The table reader: on the bytes as they are, and with the file length and the checksums of header
/// and tail corrected, so that later checks are reached.
pub fn table(data: &[u8]) {
    read_table(data);
    let mut sealed = data.to_vec();
    if sealed.len() >= HEADER {
        let len = sealed.len() as u64;
        sealed[16..24].copy_from_slice(&len.to_le_bytes());
        sealed[24..32].fill(0);
        let tail = u32::from_le_bytes([sealed[12], sealed[13], sealed[14], sealed[15]]) as usize;
        if let Some(start) = sealed.len().checked_sub(tail).filter(|&start| start >= HEADER) {
            let sum = xxh3_64(&[&sealed[..HEADER], &sealed[start..]].concat());
            sealed[24..32].copy_from_slice(&sum.to_le_bytes());
        }
        read_table(&sealed);
    }
}

fn read_table(data: &[u8]) {
    let Ok(table) = Table::from_bytes(data, Path::new("fuzzed"), &SUBJECT) else { return };
    for section in table.sections() {
        assert!(section.histogram.len() * 8 <= data.len());
        let held = table.held(section);
        for index in [held.start, held.start.midpoint(held.end), held.end.saturating_sub(1)] {
            if held.contains(&index) {
                let _ = table.get(section, index);
            }
        }
        if let Ok(distances) = table.some_distances(section, held.clone()) {
            assert_eq!(distances.len(), held.end - held.start);
        }
    }
}

/// All text readers: positions in any notation, names, piece sets, lists of checksums.
pub fn notation(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let puzzle = FAMILY.puzzle();
    let _ = notation::is_drawing(puzzle, &text);
    if let Ok(position) = notation::read(puzzle, &text) {
        for &notation in Notation::ALL {
            let written = notation::write(puzzle, &position, notation).expect("it is Klotski");
            assert_eq!(notation::read(puzzle, &written).as_ref(), Ok(&position), "{written}");
        }
    }
    // Comparing with all names is slow, so only short texts are compared.
    if text.len() < SHORT {
        let _ = Catalogue::built_in().find(&text);
    }
    if let Ok(set) = FAMILY.parse_piece_set(&text) {
        assert_eq!(FAMILY.parse_piece_set(&puzzle.piece_set_text(&set)), Ok(set));
    }
    let _ = Region::parse_size(&text);
    let _ = Region::parse_drawing(&text);
    if let Ok(list) = text.parse::<Checksums>() {
        let again: Checksums = list.to_string().parse().expect("what was written is read");
        assert!(again.differences_from(&list).is_empty());
    }
}

/// The reader of puzzle files.
pub fn puzzle_file(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match PuzzleFile::parse(&text) {
        Ok(file) => {
            let signs: usize = file.kinds().iter().map(|kind| kind.signs.len()).sum();
            assert_eq!(signs, file.pieces().len());
            for piece in file.pieces().iter().chain(file.goals().iter().flatten()) {
                assert!(piece.kind < file.kinds().len());
                let (column, row) = piece.at;
                assert_ne!(file.start().sign(column, row), '#');
            }
            if let Ok(Setup { puzzle, start }) = file.setup() {
                let text = puzzle.position_text(&start);
                assert_eq!(puzzle.parse_position(&text).as_ref(), Ok(&start), "{text}");
                for made in puzzle.moves(&start, Metric::Finger) {
                    let after = made.apply(&start);
                    let back = PieceMove { from: made.to, to: made.from, ..made };
                    assert!(puzzle.moves(&after, made.metric).contains(&back), "{text}");
                }
            }
        }
        Err(error) => {
            let line = text.split('\n').nth(error.line - 1).expect("the line exists");
            assert!(error.column <= line.chars().count() + 1, "{error}");
        }
    }
}

/// Draws numbers from the bytes; zeros when they run out.
struct Draw<'d>(&'d [u8]);

impl Draw<'_> {
    fn below(&mut self, bound: u8) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        first % bound.max(1)
    }
}

/// Arbitrary puzzles: board, walls, shapes, goal, piece set; their positions, moves and drawings.
pub fn puzzle(data: &[u8]) {
    let mut draw = Draw(data);
    let walls = u64::from_le_bytes(std::array::from_fn(|_| draw.below(255)));
    let walls = walls & u64::from_le_bytes(std::array::from_fn(|_| draw.below(255)));
    let (width, height) = (draw.below(10), draw.below(10));
    let places = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    let walls = places.enumerate().filter(|(at, _)| *at < 64 && walls >> at & 1 == 1);
    let Ok(board) = Board::new(width, height, walls.map(|(_, place)| place)) else { return };
    if board.cell_count() > CELLS {
        return;
    }
    let mut shapes = Vec::new();
    for number in 0..draw.below(5) {
        let cells: Vec<(u8, u8)> =
            (0..draw.below(8)).map(|_| (draw.below(4), draw.below(4))).collect();
        let letter = char::from(b'A' + number + draw.below(3));
        if let Ok(shape) = Shape::new(format!("shape {number}"), letter, cells) {
            shapes.push(shape);
        }
    }
    let goal = Goal::new((0..draw.below(3)).map(|_| (draw.below(5).into(), draw.below(70).into())));
    let kinds = shapes.len();
    let Ok(puzzle) = Puzzle::new(board, shapes, goal) else { return };
    let set = PieceSet::new((0..kinds).map(|_| draw.below(4)));
    let Ok(space) = Space::new(&puzzle, &set) else { return };
    for (index, position) in (0..space.len().min(FEW)).zip(space.iter()) {
        assert_eq!(space.rank(&position), Some(index));
        assert_eq!(space.unrank(index), position);
        if index < 4 {
            check_position(&puzzle, &position);
        }
    }
    check_counts(&puzzle, &space);
    let text = String::from_utf8_lossy(draw.0);
    if let Ok(position) = notation::read(&puzzle, &text) {
        check_position(&puzzle, &position);
    }
    if let Ok(set) = puzzle.parse_piece_set(&text) {
        assert_eq!(puzzle.parse_piece_set(&puzzle.piece_set_text(&set)), Ok(set));
    }
}

/// Counting works along the shorter side and handles mirror images by halves; its result must agree
/// with the numbering.
fn check_counts(puzzle: &Puzzle, space: &Space) {
    let board = puzzle.board();
    let sign = |cell: Option<u16>| if cell.is_none() { '#' } else { '.' };
    let row = |row| (0..board.width()).map(|column| sign(board.cell(column, row))).collect();
    let rows: Vec<String> = (0..board.height()).map(row).collect();
    let region = Region::parse_drawing(&rows.join("/")).expect("it is a board");
    let place = |cell| (board.column(cell).into(), board.row(cell).into());
    let goal = puzzle.goal().alternatives()[0].iter().map(|&(shape, cell)| (shape, place(cell)));
    let goal: Vec<_> = goal.collect();
    // A goal whose pieces overlap cannot be counted.
    let Ok(counter) = Counter::new(region, puzzle.shapes().to_vec(), &goal) else { return };
    let counts = counter.count(space.piece_set(), Effort::UNLIMITED).expect("there are few states");
    assert_eq!(counts.positions, space.len().into());
    if space.len() > FEW {
        return;
    }
    if let Some(goal_positions) = counts.goal_positions {
        let found = space.iter().filter(|position| puzzle.goal().is_satisfied_by(position)).count();
        assert_eq!(goal_positions, found.into());
    }
    let image = |position: &Arrangement| puzzle.mirror(position).map(|image| space.rank(&image));
    let images: Option<Option<Vec<u64>>> = space.iter().map(|position| image(&position)).collect();
    if let Some(images) = images {
        let pairs =
            images.map(|images| (0..).zip(images).filter(|(index, image)| index <= image).count());
        // If there are no positions, any piece set is allowed.
        if !space.is_empty() {
            assert_eq!(counts.up_to_mirror, pairs.map(Into::into));
        }
    }
}

fn check_position(puzzle: &Puzzle, position: &Arrangement) {
    let text = puzzle.position_text(position);
    assert_eq!(puzzle.parse_position(&text).as_ref(), Ok(position));
    let drawn = boxes::draw(puzzle, position, true);
    assert_eq!(boxes::read(puzzle, &drawn).as_ref(), Ok(position), "{drawn}");
    let pictured = picture::draw(puzzle, position);
    assert_eq!(picture::read(puzzle, &pictured).as_ref(), Ok(position));
    if let Some(image) = puzzle.mirror(position) {
        assert_eq!(puzzle.mirror(&image).as_ref(), Some(position));
    }
    let moves = puzzle.moves(position, Metric::Finger);
    if let Some(made) = moves.first() {
        animation::draw(puzzle, position, std::slice::from_ref(made));
    }
    for made in moves {
        assert!(!puzzle.path(position, &made).is_empty());
        let after = made.apply(position);
        let back = puzzle.moves(&after, made.metric);
        assert!(back.iter().any(|back| back.apply(&after) == *position));
    }
}
