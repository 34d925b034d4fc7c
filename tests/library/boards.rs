//! The families of other boards: their piece sets and sizes, against the naive witness and against
//! counts.

use huarong_core::effort::Effort;
use huarong_core::grid::{Board, BoardError, Region};
use huarong_core::klotski;
use huarong_core::klotski::{BIG, HORIZONTAL, SMALL, VERTICAL};
use huarong_core::rules::{Family, PieceSet, PuzzleError};
use huarong_core::space::Space;
use huarong_lab::counts::Counter;
use naive::Naive;
use std::collections::HashMap;

fn family(width: u8, height: u8) -> Family {
    klotski::family_on(width, height).expect("the big piece has room")
}

/// The piece sets of a board for which the witness finds an arrangement, sorted.
fn naive_sets(width: u8, height: u8) -> Vec<PieceSet> {
    let naive = Naive { width: width.into(), height: height.into(), ..Naive::klotski() };
    let free = width * height - 6;
    let mut sets = Vec::new();
    for horizontal in 0..=free / 2 {
        for vertical in 0..=free / 2 - horizontal {
            let larger = [1, horizontal.into(), vertical.into(), 0];
            if !naive.arrangements(&larger).is_empty() {
                let small_pieces = 0..=free - 2 * (horizontal + vertical);
                sets.extend(
                    small_pieces.map(|small| PieceSet::new([1, horizontal, vertical, small])),
                );
            }
        }
    }
    sets.sort();
    sets
}

#[test]
fn piece_sets_of_small_boards_are_the_naive_ones() {
    for (width, height) in
        [(2, 3), (3, 2), (2, 4), (4, 2), (2, 7), (7, 2), (3, 3), (3, 4), (4, 3), (3, 5), (4, 4)]
    {
        let family = family(width, height);
        assert_eq!(family.piece_sets(), naive_sets(width, height), "{width}x{height}");
        assert_eq!(family.name(), format!("klotski-{width}x{height}"));
    }
}

#[test]
fn piece_sets_of_larger_boards_are_those_that_are_counted() {
    for (width, height) in [(4, 5), (5, 4), (3, 8), (9, 3), (4, 6), (6, 4), (5, 5), (5, 6), (6, 6)]
    {
        let region = Region::new(width, height).unwrap();
        let counter = Counter::new(region, klotski::shapes(), &[]).unwrap();
        let counted = counter.family(BIG, klotski::MIN_EMPTY.into(), Effort::UNLIMITED).unwrap();
        let counted: Vec<PieceSet> = counted.into_iter().map(|(set, _)| set).collect();
        assert_eq!(family(width as u8, height as u8).piece_sets(), counted, "{width}x{height}");
    }
}

/// A board and its mirror image along the diagonal have the same sets, with horizontal and vertical
/// dominoes exchanged.
#[test]
fn turned_boards_have_turned_piece_sets() {
    for (width, height) in [(2, 20), (4, 9), (7, 8), (8, 16), (2, 64)] {
        let turned = |set: &PieceSet| {
            let counts = set.counts();
            PieceSet::new([1, counts[VERTICAL], counts[HORIZONTAL], counts[SMALL]])
        };
        let mut sets: Vec<PieceSet> =
            family(height, width).piece_sets().iter().map(turned).collect();
        sets.sort();
        assert_eq!(family(width, height).piece_sets(), sets, "{width}x{height}");
    }
}

/// Number of positions of a family, by numbering them.
fn positions(family: &Family) -> u64 {
    let mut spaces: HashMap<&[u8], Space> = HashMap::new();
    let mut len = 0;
    for set in family.piece_sets() {
        let larger = &set.counts()[..SMALL];
        let space = spaces.get(larger).and_then(|space| space.sibling(set));
        let space = space.unwrap_or_else(|| Space::new(family.puzzle(), set)).unwrap();
        len += space.len();
        spaces.entry(larger).or_insert(space);
    }
    len
}

#[test]
fn families_have_the_known_numbers_of_positions() {
    // The number for 4x5 is from dnomd343's klotski engine, 2024; the others are from `huarong
    // count`.
    assert_eq!(family(4, 5).piece_sets().len(), 203);
    for (width, height, len) in [(4, 5, 29_334_498), (4, 6, 1_749_098_135), (5, 5, 4_984_931_936)] {
        assert_eq!(positions(&family(width, height)), len, "{width}x{height}");
    }
    let family = family(5, 6);
    assert_eq!(positions(&family), 794_877_853_388);
    for (text, len) in
        [("4h4v4s", 894_866_280), ("3h3v8s", 7_028_581_560), ("2h3v9s", 10_424_608_480)]
    {
        let set = family.parse_piece_set(text).unwrap();
        assert_eq!(Space::new(family.puzzle(), &set).unwrap().len(), len, "{text}");
    }
}

#[test]
fn the_usual_board_is_one_of_them() {
    assert_eq!(klotski::family().name(), "klotski-4x5");
    assert_eq!(klotski::family().piece_sets(), family(4, 5).piece_sets());
    let puzzle = family(4, 5).puzzle().clone();
    assert_eq!(puzzle.goal(), klotski::puzzle().goal());
    assert!(klotski::is_klotski(&puzzle) && klotski::has_pieces(&puzzle));
    let other = family(5, 4).puzzle().clone();
    assert!(!klotski::is_klotski(&other) && klotski::has_pieces(&other));
}

#[test]
fn the_exit_is_in_the_middle_or_just_left_of_it() {
    for (width, column) in [(2, 0), (3, 0), (4, 1), (5, 1), (6, 2), (7, 2)] {
        let puzzle = klotski::puzzle_on(width, 5).unwrap();
        let cell = puzzle.board().cell(column, 3).unwrap();
        assert_eq!(puzzle.goal().alternatives(), [vec![(BIG, cell)]], "{width}");
    }
}

#[test]
fn boards_that_cannot_be_are_refused() {
    for (width, height) in [(1, 1), (2, 2), (1, 128), (128, 1)] {
        let refused = klotski::family_on(width, height).unwrap_err();
        let is_too_small = matches!(refused, PuzzleError::TooSmall { .. });
        assert!(is_too_small, "{width}x{height}: {refused}");
    }
    let refused = klotski::family_on(12, 11).unwrap_err();
    assert_eq!(refused, PuzzleError::Unnumbered { width: 12, height: 11, open: 132 });
    for (width, height) in [(0, 5), (5, 0), (255, 255)] {
        let refused = klotski::family_on(width, height).unwrap_err();
        let board: BoardError = Board::new(width, height, []).unwrap_err();
        assert_eq!(refused, PuzzleError::Board(board));
    }
}
