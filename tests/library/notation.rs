//! The texts of positions, piece sets and metrics: writing, reading and rejection.

use crate::cases::{Case, case, plans};
use huarong_core::grid::{Cell, Cells};
use huarong_core::klotski;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::{Arrangement, Metric, PieceSet, PieceSetError, PositionError, Puzzle};
use huarong_core::space::Space;
use proptest::prelude::*;
use std::collections::BTreeSet;

const CLASSIC: &str = "VBBV/VBBV/VHHV/VSSV/S..S";

fn classic() -> Arrangement {
    klotski::puzzle().parse_position(CLASSIC).expect("the classic start")
}

/// Checks that a text of a Klotski position is rejected, and that the message contains all of
/// `words`.
fn refused(text: &str, want: &PositionError, words: &[&str]) {
    refused_by(&klotski::puzzle(), text, want, words);
}

fn refused_by(puzzle: &Puzzle, text: &str, want: &PositionError, words: &[&str]) {
    let error = puzzle.parse_position(text).expect_err(text);
    assert_eq!(error, *want, "{text:?}");
    let message = error.to_string();
    for word in words {
        assert!(message.contains(word), "{text:?}: {word:?} is not in {message:?}");
    }
}

fn incomplete(row: usize, column: usize, shape: &str, missing: &str) -> PositionError {
    let (shape, missing) = (shape.to_owned(), missing.to_owned());
    PositionError::Incomplete { row, column, shape, missing }
}

fn row_length(row: usize, found: usize) -> PositionError {
    PositionError::RowLength { row, found, want: 4 }
}

#[test]
fn classic_start_is_read_piece_by_piece() {
    let position = classic();
    let anchors = |cells: &[Cell]| cells.iter().copied().collect::<Cells>();
    assert_eq!(position.anchors(klotski::BIG), anchors(&[1]));
    assert_eq!(position.anchors(klotski::HORIZONTAL), anchors(&[9]));
    assert_eq!(position.anchors(klotski::VERTICAL), anchors(&[0, 3, 8, 11]));
    assert_eq!(position.anchors(klotski::SMALL), anchors(&[13, 14, 16, 19]));
    assert_eq!(position.piece_set(), PieceSet::new([1, 1, 4, 4]));
    assert_eq!(klotski::puzzle().position_text(&position), CLASSIC);
    let mut line = b"start: ".to_vec();
    klotski::puzzle().write_position(&position, &mut line);
    assert_eq!(line, [b"start: ", CLASSIC.as_bytes()].concat());
}

#[test]
fn other_spellings_are_the_same_position() {
    let spellings = [
        "VBBV\nVBBV\nVHHV\nVSSV\nS..S",
        "VBBV\nVBBV\nVHHV\nVSSV\nS..S\n",
        "VBBV\r\nVBBV\r\nVHHV\r\nVSSV\r\nS..S",
        "VBBV\r\nVBBV\r\nVHHV\r\nVSSV\r\nS..S\r\n",
        "VBBV/VBBV\nVHHV/VSSV/S..S",
        "VBBV/VBBV/VHHV/VSSV/S..S\n",
        "VBBV/VBBV/VHHV/VSSV/S@@S",
        "VBBV/VBBV/VHHV/VSSV/S__S",
        "VBBV/VBBV/VHHV/VSSV/S00S",
        "VBBV/VBBV/VHHV/VSSV/S  S",
        "VBBV/VBBV/VHHV/VSSV/S@ S",
        // One letter per piece, some of them also letters of shapes.
        "HAAI/HAAI/JBBK/JNOK/P..Q",
        "HAAI\nHAAI\nJBBK\nJNOK\nP@@Q\n",
        "abbc/abbc/deef/dghf/i..j",
        "1223/1223/4556/4786/9..a",
        "甲曹曹乙/甲曹曹乙/丙關關丁/丙兵卒丁/勇..士",
        "SBBV/SBBV/1HH2/1342/5..6",
    ];
    for text in spellings {
        assert_eq!(klotski::puzzle().parse_position(text), Ok(classic()), "{text:?}");
    }
    // Empty cells at the end of a row count as well.
    let corner = klotski::puzzle().parse_position(" BB \n BB \n    \n    \n    ").unwrap();
    assert_eq!(klotski::puzzle().position_text(&corner), ".BB./.BB./..../..../....");
}

#[test]
fn grids_of_the_wrong_size_are_refused() {
    let words = ["row 2", "5 cells", "4 columns", "column 5 is one too many"];
    refused("VBBV/VBBVS/VHHV/VSSV/S..S", &row_length(2, 5), &words);
    let words = ["row 3", "3 cells", "column 4 is missing"];
    refused("VBBV/VBBV/VHH/VSSV/S..S", &row_length(3, 3), &words);
    refused("VBBV/VBBV/VHHV/VSSV/S..S..", &row_length(5, 6), &["row 5", "6 cells"]);
    refused("VBBV/VBBV//VSSV/S..S", &row_length(3, 0), &["row 3", "0 cells"]);
    refused("VBBV/VBBV/VHHV/VSSV/S..", &row_length(5, 3), &["row 5", "column 4 is missing"]);
    // Each character is one cell, however many bytes it has.
    refused("甲曹曹/甲曹曹", &row_length(1, 3), &["3 cells"]);

    let rows = |found| PositionError::RowCount { found, want: 5 };
    let words = ["6 rows", "board has 5", "row 6 is one too many"];
    refused("VBBV/VBBV/VHHV/VSSV/S..S/....", &rows(6), &words);
    refused("VBBV/VBBV/VHHV/VSSV/S..S/", &rows(6), &words);
    refused("VBBV/VBBV/VHHV/VSSV/S..S/1/2/3", &rows(8), &["8 rows", "row 6"]);
    let words = ["4 rows", "board has 5", "row 5 is missing"];
    refused("VBBV/VBBV/VHHV/VSSV", &rows(4), &words);
    refused("VBBV", &rows(1), &["has 1 row,", "row 2 is missing"]);
    refused("V/BBV", &row_length(1, 1), &["row 1 has 1 cell,", "column 2 is missing"]);

    for nothing in ["", "\n", "\r\n"] {
        refused(nothing, &row_length(1, 0), &["row 1", "0 cells"]);
    }
}

#[test]
fn unknown_letters_are_refused() {
    let known = "B big, H horizontal, V vertical, S small, . empty";
    let unknown = |row, column, letter| {
        let known = known.to_owned();
        PositionError::UnknownLetter { row, column, letter, known }
    };
    let words = ["row 3, column 2", "'X'", known];
    refused("VBBV/VBBV/VXHV/VSSV/S..S", &unknown(3, 2, 'X'), &words);
    refused("VBBV/VBBV/VHHV/VSSV/S..s", &unknown(5, 4, 's'), &["row 5, column 4", "'s'"]);
    refused("vBBV/VBBV/VHHV/VSSV/S..?", &unknown(1, 1, 'v'), &["row 1, column 1", "'v'"]);
    // Two pieces distinguished by their letters would make a valid grid with one letter per piece,
    // but the other pieces do not.
    refused("1BBV/1BBV/VHHV/VSSV/S..S", &unknown(1, 1, '1'), &["row 1, column 1", "'1'"]);
}

#[test]
fn incomplete_pieces_are_refused() {
    let missing = "row 4, column 4 should be 'V' but is 'S'";
    let words = ["row 3, column 4", "vertical", missing];
    refused("VBBV/VBBV/VHHV/VSSS/S..S", &incomplete(3, 4, "vertical", missing), &words);
    let missing = "row 4, column 1 should be 'V' but is '@'";
    refused(".BB./.BB./V.../@.../....", &incomplete(3, 1, "vertical", missing), &[missing]);
    let missing = "row 2, column 3 should be 'B' but is '.'";
    let words = ["row 1, column 2", "big", missing];
    refused(".BB./.B../..../..../....", &incomplete(1, 2, "big", missing), &words);
    let missing = "row 1, column 3 should be 'B' but is 'S'";
    refused(".BS./.BB./..../..../....", &incomplete(1, 2, "big", missing), &[missing]);

    let missing = "it would extend beyond the edge of the board";
    let words = ["row 3, column 4", "horizontal", missing];
    refused(".BB./.BB./...H/H.../....", &incomplete(3, 4, "horizontal", missing), &words);
    let words = ["row 5, column 2", "vertical", missing];
    refused(".BB./.BB./..../..../.V..", &incomplete(5, 2, "vertical", missing), &words);

    // The third of three cells starts a second piece.
    let missing = "row 3, column 4 should be 'H' but is '.'";
    refused(".BB./.BB./HHH./..../....", &incomplete(3, 3, "horizontal", missing), &[missing]);
    let missing = "row 2, column 2 should be 'B' but is 'B', of another piece";
    refused(".BB./BBB./BB../..../....", &incomplete(2, 1, "big", missing), &[missing]);
    // Among several faults, the first in reading order is reported.
    let missing = "row 1, column 2 should be 'H' but is 'B'";
    refused("HBB./.BB./V.../..../...V", &incomplete(1, 1, "horizontal", missing), &["row 1"]);
}

#[test]
fn incomplete_pieces_of_odd_shapes_are_refused() {
    // R and P have cells to the left of their first cell, in lower rows.
    let shapes = [('R', ".x/xx"), ('P', ".x./xxx/.x."), ('A', "x")];
    let Case { puzzle, .. } = case("..../...#/....", &shapes, &[]);
    let edge = "it would extend beyond the edge of the board";
    let refused =
        |text: &str, want: &PositionError, words: &[&str]| refused_by(&puzzle, text, want, words);
    refused("R.../R..#/....", &incomplete(1, 1, "shape R", edge), &["row 1, column 1", edge]);
    refused("R.../RR.#/....", &incomplete(1, 1, "shape R", edge), &[edge]);
    let missing = "row 2, column 1 should be 'R' but is '.'";
    refused(".R../.R.#/....", &incomplete(1, 2, "shape R", missing), &[missing]);
    let missing = "row 2, column 4 should be 'P' but is '#'";
    refused("..P./.PP#/..P.", &incomplete(1, 3, "shape P", missing), &[missing]);
    let position = puzzle.parse_position(".P.A/PPP#/.P..").unwrap();
    assert_eq!(position.piece_set(), PieceSet::new([0, 1, 1]));
}

#[test]
fn wrong_numbers_of_big_pieces_are_refused() {
    let shape = "big".to_owned();
    let many = |row, column| PositionError::TooMany { row, column, shape: "big".into(), want: 1 };
    let words = ["row 1, column 3", "one big too many", "exactly 1"];
    refused("BBBB/BBBB/..../..../....", &many(1, 3), &words);
    refused(".BB./.BB./..../BB../BB..", &many(4, 1), &["row 4, column 1"]);
    refused("BBBB/BBBB/..../.BB./.BB.", &many(1, 3), &["row 1, column 3"]);
    refused("1122/1122/..../..../....", &many(1, 3), &["row 1, column 3"]);
    let none = PositionError::TooFew { shape, letter: 'B', found: 0, want: 1 };
    for text in ["..../..../..../..../....", "VHHV/VHHV/SSSS/..../....", "1223/1..3/..../..../...."]
    {
        refused(text, &none, &["0 of the shape big (B)", "exactly 1"]);
    }
}

#[test]
fn letter_for_each_piece_that_makes_no_shape_is_refused() {
    let none = |row, column, letter| {
        let shapes = "big, horizontal, vertical, small".to_owned();
        PositionError::NoSuchPiece { row, column, letter, shapes }
    };
    let words = ["row 1, column 2", "'A'", "big, horizontal, vertical, small"];
    refused("HAAI/HARI/JBBK/JNOK/P..Q", &none(1, 2, 'A'), &words);
    refused("HAAI/HAAI/JBBK/JNOK/PJ.Q", &none(3, 1, 'J'), &["row 3, column 1", "'J'"]);
    refused("HAAI/HAAI/JBBK/JNOK/PNNQ", &none(4, 2, 'N'), &["row 4, column 2", "'N'"]);
    // Two cells that do not touch, and two rows of three.
    refused("HAAI/HAAI/JBBK/JNOK/P..P", &none(5, 1, 'P'), &["row 5, column 1", "'P'"]);
    refused("aaa./aaa./..../bb../bb..", &none(1, 1, 'a'), &["'a'"]);
}

#[test]
fn walls_must_be_those_of_the_board() {
    let Case { puzzle, .. } = case("#../..#", &[('H', "xx"), ('A', "x")], &[]);
    assert!(puzzle.parse_position("#HH/A.#").is_ok());
    let wall = |row, column, letter| PositionError::Wall { row, column, letter };
    let missing = ["row 2, column 3", "'.'", "'#'"];
    refused_by(&puzzle, "#HH/A..", &wall(2, 3, '.'), &missing);
    refused_by(&puzzle, "AHH/..#", &wall(1, 1, 'A'), &["row 1, column 1", "'A'"]);
    refused_by(&puzzle, "#HH/#.#", &wall(2, 1, '#'), &["row 2, column 1", "'#'"]);
    refused_by(&puzzle, "HH#/A.#", &wall(1, 1, 'H'), &["row 1, column 1"]);
    refused("VBBV/VBBV/VHHV/VSSV/S.#S", &wall(5, 3, '#'), &["row 5, column 3"]);
    refused("####/####/####/####/####", &wall(1, 1, '#'), &["row 1, column 1"]);
}

#[test]
fn exactly_the_arrangements_are_read() {
    // Every grid of the letters, on a board small enough for exhaustive testing.
    let Case { puzzle, naive } =
        case("..#/...", &[('H', "xx"), ('V', "x/x"), ('R', ".x/xx"), ('A', "x")], &[]);
    let mut arrangements = BTreeSet::new();
    for counts in 0..3 * 3 * 2 * 6 {
        let counts = [counts % 3, counts / 3 % 3, counts / 9 % 2, counts / 18];
        arrangements.extend(naive.arrangements(&counts));
    }
    let letters = ['H', 'V', 'R', 'A', '.'];
    let mut read = BTreeSet::new();
    for number in 0..5usize.pow(5) {
        let letter = |place: u32| letters[number / 5usize.pow(place) % 5];
        let text: String = [0, 1, 2, 3, 4].map(letter).iter().collect();
        let text = format!("{}#/{}", &text[..2], &text[2..]);
        if puzzle.parse_position(&text).is_ok() {
            read.insert(text);
        }
    }
    assert_eq!(read, arrangements);
}

#[test]
fn fixed_counts_of_any_shape_are_kept() {
    let Case { puzzle, .. } = case("..../....", &[('H', "xx"), ('A', "x")], &[]);
    let puzzle = puzzle.with_fixed_count(1, 2);
    assert_eq!(puzzle.fixed_counts(), [None, Some(2)]);
    assert!(puzzle.parse_position("A.HH/A...").is_ok());
    let shape = || "shape A".to_owned();
    let few = PositionError::TooFew { shape: shape(), letter: 'A', found: 1, want: 2 };
    refused_by(&puzzle, "A.HH/....", &few, &["1 of the shape", "exactly 2"]);
    let many = PositionError::TooMany { row: 2, column: 3, shape: shape(), want: 2 };
    refused_by(&puzzle, "A.HH/.AA.", &many, &["row 2, column 3"]);
    assert_eq!(puzzle.parse_piece_set("3h"), Ok(PieceSet::new([3, 2])));
    assert_eq!(puzzle.piece_set_text(&PieceSet::new([3, 2])), "3h");
}

#[test]
fn piece_sets_are_read_in_many_spellings() {
    let puzzle = klotski::puzzle();
    let same = |texts: &[&str], counts: [u8; 4]| {
        for text in texts {
            assert_eq!(puzzle.parse_piece_set(text), Ok(PieceSet::new(counts)), "{text:?}");
        }
    };
    let classic = ["1h4v4s", "4s4v1h", "4v1h4s", "1H4V4S", "1b1h4v4s", "01h004v4s", " 1h4v4s\n"];
    same(&classic, [1, 1, 4, 4]);
    same(&["14s", "0h0v14s", "0v14s", "14S0H"], [1, 0, 0, 14]);
    same(&["2h", "2h0v0s", "2h0s"], [1, 2, 0, 0]);
    same(&["0s", "1b", "0h0v0s"], [1, 0, 0, 0]);
}

#[test]
fn piece_sets_are_written_with_zeros() {
    let puzzle = klotski::puzzle();
    let text = |counts: [u8; 4]| puzzle.piece_set_text(&PieceSet::new(counts));
    assert_eq!(text([1, 1, 4, 4]), "1h4v4s");
    assert_eq!(text([1, 0, 0, 14]), "0h0v14s");
    assert_eq!(text([1, 0, 0, 0]), "0h0v0s");
}

#[test]
fn texts_of_the_family_come_back() {
    let family = klotski::family();
    let mut texts = BTreeSet::new();
    for set in family.piece_sets() {
        let text = family.puzzle().piece_set_text(set);
        assert_eq!(family.parse_piece_set(&text).as_ref(), Ok(set), "{text}");
        assert_eq!(family.check(set), Ok(()));
        texts.insert(text);
    }
    assert_eq!(texts.len(), 203);
}

#[test]
fn malformed_piece_sets_are_refused() {
    let family = klotski::family();
    let wrong = [
        ("1x4v4s", "no shape has the letter 'x'"),
        ("1h 4v4s", "no shape has the letter ' '"),
        ("-1h", "no shape has the letter '-'"),
        ("1h4v4é", "no shape has the letter 'é'"),
        ("１h", "no shape has the letter '１'"),
        ("h4v4s", "'h' has no count before it"),
        ("1h4vs", "'s' has no count before it"),
        ("1h4v4", "the count 4 has no letter after it"),
        ("7", "the count 7 has no letter after it"),
        ("1h1h", "'h' is counted twice"),
        ("0v4s0V", "'V' is counted twice"),
        ("", "it is empty"),
        (" \n", "it is empty"),
        ("65s", "65 pieces are too many"),
        ("256s", "256 pieces are too many"),
        ("99999999999999999999999h", "99999999999999999999999 pieces are too many"),
        ("2b1h4v4s", "big has the fixed count 1"),
        ("0b", "big has the fixed count 1"),
    ];
    for (text, reason) in wrong {
        let error = family.parse_piece_set(text).expect_err(text);
        let message = error.to_string();
        match error {
            PieceSetError::Syntax { text: words, reason: why, example } => {
                assert_eq!((words.as_str(), example.as_str()), (text, "1h1v1s"));
                assert!(why.contains(reason), "{text:?}: {why:?}");
            }
            other => panic!("{text:?}: {other:?}"),
        }
        assert!(message.contains(reason) && message.contains("1h1v1s"), "{text:?}: {message:?}");
    }
}

#[test]
fn piece_sets_outside_the_family_are_refused() {
    let family = klotski::family();
    let does_not_fit = [
        ("1h4v5s", "1h4v5s", 19),
        ("0h0v15s", "0h0v15s", 19),
        ("8h", "8h0v0s", 20),
        ("16s", "0h0v16s", 20),
        ("64h", "64h0v0s", 132),
        ("64h64v64s", "64h64v64s", 324),
    ];
    for (text, canonical, area) in does_not_fit {
        let want = PieceSetError::DoesNotFit { text: canonical.to_owned(), area, most: 18 };
        let error = family.parse_piece_set(text).expect_err(text);
        assert_eq!(error, want);
        let message = error.to_string();
        for word in [canonical, &area.to_string(), "18"] {
            assert!(message.contains(word), "{message:?}");
        }
    }
    // Seven verticals cover few enough cells, but the big piece leaves room for only six.
    let error = family.parse_piece_set("7v").unwrap_err();
    assert_eq!(error, PieceSetError::NoArrangement { text: "0h7v0s".to_owned() });
    assert!(error.to_string().contains("0h7v0s"));
    assert!(family.parse_piece_set("6v2s").is_ok());
    // The puzzle alone has no bound on the number of pieces.
    assert_eq!(family.puzzle().parse_piece_set("7v"), Ok(PieceSet::new([1, 0, 7, 0])));
}

#[test]
fn a_puzzle_with_one_piece_set_says_which() {
    let file = "name = 'Two'\nstart = 'AB.'\ngoal = '.BA'";
    let puzzle = PuzzleFile::parse(file).unwrap().setup().unwrap().puzzle;
    let only = puzzle.parse_piece_set("Two").unwrap();
    assert_eq!(only, PieceSet::new([1, 1]));
    assert_eq!(puzzle.piece_set_text(&only), "Two");
    assert_eq!(puzzle.parse_piece_set("1b1a"), Ok(only));
    for text in ["2a", "1a1b1c", "two", ""] {
        let error = puzzle.parse_piece_set(text).expect_err(text);
        let want = PieceSetError::OnlyOne { text: text.to_owned(), only: "Two".to_owned() };
        assert_eq!(error, want);
        let message = error.to_string();
        assert!(message.starts_with(&format!("{text:?} is not")) && message.ends_with("\"Two\""));
    }
}

#[test]
fn metrics_are_read_by_name() {
    let names = ["unit", "straight", "finger", "multi"];
    for (metric, name) in Metric::WITH_MULTI.iter().copied().zip(names) {
        assert_eq!(name.parse(), Ok(metric));
        assert_eq!(name.to_uppercase().parse(), Ok(metric));
        assert_eq!(metric.to_string(), name);
    }
    assert_eq!(format!("{:>8}|", Metric::Unit), "    unit|");
    let included = |metric: Metric| -> Vec<bool> {
        Metric::WITH_MULTI.iter().map(|&other| metric.includes(other)).collect()
    };
    assert_eq!(included(Metric::Straight), [true, true, false, false]);
    assert_eq!(included(Metric::Finger), [true, true, true, false]);
    assert_eq!(included(Metric::Multi), [true, true, false, true]);
    for wrong in ["", "unit ", "fingers"] {
        let error = wrong.parse::<Metric>().unwrap_err();
        let said = format!(
            "there is no metric {wrong:?}; the metrics are unit, straight, finger and multi"
        );
        assert_eq!(error.to_string(), said);
    }
}

/// Checks that a text is rejected, or that the position read from it is written and read back the
/// same.
fn check_any_text(puzzle: &Puzzle, text: &str) -> Result<(), TestCaseError> {
    if let Ok(position) = puzzle.parse_position(text) {
        let canonical = puzzle.position_text(&position);
        prop_assert_eq!(puzzle.parse_position(&canonical), Ok(position));
    }
    Ok(())
}

/// Whether rows of Klotski's letters are a position: each piece is complete, and exactly one is
/// big.
fn is_klotski(mut grid: Vec<Vec<char>>) -> bool {
    let mut big_pieces = 0;
    for (row, column) in (0..5).flat_map(|row| (0..4).map(move |column| (row, column))) {
        let letter = grid[row][column];
        let (width, height) = match letter {
            'B' => (2, 2),
            'H' => (2, 1),
            'V' => (1, 2),
            'S' => (1, 1),
            _ => continue,
        };
        big_pieces += u32::from(letter == 'B');
        for (down, right) in (0..height).flat_map(|down| (0..width).map(move |right| (down, right)))
        {
            match grid.get_mut(row + down).and_then(|row| row.get_mut(column + right)) {
                Some(cell) if *cell == letter => *cell = '.',
                _ => return false,
            }
        }
    }
    big_pieces == 1
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text: String) {
        check_any_text(&klotski::puzzle(), &text)?;
        let _ = klotski::puzzle().parse_piece_set(&text);
    }

    #[test]
    fn any_text_of_grid_letters_is_read_or_refused(text in "[BHVSA.@#/\r\n]{0,40}") {
        check_any_text(&klotski::puzzle(), &text)?;
        let shapes = [('B', "xx"), ('H', ".x/xx"), ('S', "x")];
        check_any_text(&case("..#/...", &shapes, &[]).puzzle, &text)?;
    }

    #[test]
    fn any_grid_of_the_right_size_is_read_or_refused(rows in prop::array::uniform5("[BHVS.a]{4}")) {
        check_any_text(&klotski::puzzle(), &rows.join("/"))?;
        check_any_text(&klotski::puzzle(), &rows.join("\r\n"))?;
    }

    #[test]
    fn a_grid_with_slips_is_read_where_it_is_a_position(
        set: prop::sample::Index,
        index: prop::sample::Index,
        slips in prop::collection::vec((0..20usize, prop::sample::select(vec!['B', 'H', 'V', 'S', '.'])), 0..4),
    ) {
        let family = klotski::family();
        let space = Space::new(family.puzzle(), set.get(family.piece_sets())).unwrap();
        let position = space.unrank(index.index(space.len() as usize) as u64);
        let text = family.puzzle().position_text(&position);
        let mut grid: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        for (cell, letter) in slips {
            grid[cell / 4][cell % 4] = letter;
        }
        let rows: Vec<String> = grid.iter().map(String::from_iter).collect();
        let (text, legal) = (rows.join("/"), is_klotski(grid));
        let read = family.puzzle().parse_position(&text);
        prop_assert_eq!(read.map(|position| family.puzzle().position_text(&position)).ok(), legal.then_some(text));
    }

    #[test]
    fn any_letters_of_single_cells_are_a_position(rows in prop::array::uniform3("[AC.@0 ]{4}")) {
        let Case { puzzle, .. } = case("..../..../....", &[('C', "x"), ('A', "x")], &[]);
        let text = rows.join("\n");
        let canonical = rows.join("/").replace(['@', '0', ' '], ".");
        let position = puzzle.parse_position(&text);
        prop_assert_eq!(position.map(|position| puzzle.position_text(&position)), Ok(canonical));
    }

    #[test]
    fn any_piece_set_text_is_read_or_refused(
        text in prop_oneof!["[0-9bhvsBHVSx ]{0,9}", "([0-9]{1,2}[hvsHVS]){1,3}"],
    ) {
        let family = klotski::family();
        if let Ok(set) = family.puzzle().parse_piece_set(&text) {
            let canonical = family.puzzle().piece_set_text(&set);
            prop_assert_eq!(family.puzzle().parse_piece_set(&canonical), Ok(set.clone()));
            prop_assert_eq!(family.check(&set).is_ok(), family.parse_piece_set(&text).is_ok());
        }
    }

    #[test]
    fn texts_of_random_puzzles_come_back(plan in plans(), index: prop::sample::Index) {
        let (Case { puzzle, .. }, set) = plan.case(u64::MAX);
        let space = Space::new(&puzzle, &set).unwrap();
        prop_assume!(!space.is_empty());
        let position = space.unrank(index.index(space.len() as usize) as u64);
        let text = puzzle.position_text(&position);
        prop_assert_eq!(puzzle.parse_position(&text), Ok(position));
        let set_text = puzzle.piece_set_text(&set);
        prop_assert_eq!(puzzle.parse_piece_set(&set_text), Ok(set));
    }

    #[test]
    fn klotski_reads_a_letter_for_each_piece(set: prop::sample::Index, index: prop::sample::Index) {
        let family = klotski::family();
        let space = Space::new(family.puzzle(), set.get(family.piece_sets())).unwrap();
        let position = space.unrank(index.index(space.len() as usize) as u64);
        let text = family.puzzle().position_text(&position);
        // The witness distinguishes the pieces; each gets a letter that is not the letter of a
        // shape.
        let mut grid = vec![vec!['.'; 4]; 5];
        let pieces = naive::Naive::klotski().pieces(&text);
        for (letter, (_, cells)) in ('a'..).zip(pieces) {
            for (column, row) in cells {
                grid[row][column] = letter;
            }
        }
        let rows: Vec<String> = grid.into_iter().map(String::from_iter).collect();
        prop_assert_eq!(family.puzzle().parse_position(&rows.join("/")), Ok(position));
    }
}
