//! The numbering of positions: counts, bijection and order, checked against the naive enumerator.

use crate::cases::{Case, case, counts, klotski_case, plans, space};
use huarong_core::grid::Board;
use huarong_core::klotski;
use huarong_core::rules::{Goal, Metric, PieceSet, Puzzle, Shape};
use huarong_core::space::{Located, Space, SpaceError};
use proptest::prelude::*;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Number of positions of a space by enumeration; checks that each has the rank of its place.
fn enumerated(space: &Space) -> u64 {
    let checked = space.par_iter().map(|(index, position)| {
        assert_eq!(space.rank(&position), Some(index), "{:?}", space.piece_set());
        1
    });
    checked.sum()
}

/// Checks that enumeration, in both directions, is a bijection onto the witness's arrangements.
fn check_against_naive(case: &Case, set: &PieceSet) {
    let space = Space::new(&case.puzzle, set).expect("few enough positions");
    let expected = case.naive.arrangements(&counts(set));
    assert_eq!(space.len(), expected.len() as u64);
    assert_eq!(space.is_empty(), expected.is_empty());
    let mut found = BTreeSet::new();
    for (index, position) in (0..).zip(space.iter()) {
        assert_eq!(space.rank(&position), Some(index));
        assert_eq!(space.unrank(index), position);
        assert_eq!(position.piece_set(), *set);
        found.insert(case.puzzle.position_text(&position));
    }
    assert_eq!(found, expected);
}

/// Checks some piece counts of one case.
fn check_counts<const N: usize>(case: &Case, sets: &[[u8; N]]) {
    for set in sets {
        check_against_naive(case, &PieceSet::new(*set));
    }
}

/// A position of another puzzle or piece set has no rank, or the rank of the position with the same
/// anchors.
#[test]
fn positions_of_other_puzzles_are_not_confused_with_others() {
    let other = |board: &str, shapes: &[(char, &str)]| case(board, shapes, &[]).puzzle;
    let puzzles = [
        klotski::puzzle(),
        klotski::puzzle_on(4, 6).unwrap(),
        klotski::puzzle_on(5, 5).unwrap(),
        other("..../.##./....", &[('D', "xx"), ('S', "x")]),
        other("..../..../....", &[('S', "x")]),
        other("...../...../.....", &[('B', "xx/xx"), ('H', "x/x"), ('V', "xx"), ('S', "x")]),
        other("....", &[('A', "x"), ('D', "xx"), ('E', "xxx"), ('F', "xxxx"), ('G', "x")]),
    ];
    let mut spaces: Vec<Space> = Vec::new();
    for puzzle in &puzzles {
        let shapes = puzzle.shapes().len();
        let sets = (0..3u32.pow(shapes as u32)).map(|number| {
            PieceSet::new((0..shapes as u32).map(|shape| (number / 3u32.pow(shape) % 3) as u8))
        });
        let sets = sets.filter(|set| set.counts().iter().map(|&n| u32::from(n)).sum::<u32>() <= 4);
        let all = sets.map(|set| Space::new(puzzle, &set).unwrap());
        spaces.extend(all.filter(|space| !space.is_empty()).step_by(3));
    }
    let (mut ranked, mut refused) = (0, 0);
    for asked in &spaces {
        for (index, position) in
            asked.iter().step_by(1 + asked.len() as usize / 40).enumerate().take(40)
        {
            for space in spaces.iter().skip(index % 5).step_by(5) {
                match space.rank(&position) {
                    Some(rank) => {
                        assert_eq!(space.unrank(rank), position);
                        ranked += 1;
                    }
                    None => refused += 1,
                }
            }
        }
    }
    assert!(ranked > 100 && refused > 1_000, "{ranked} {refused}");
    // Small pieces in the row that the smaller board lacks.
    let [small, tall] = [&puzzles[0], &puzzles[1]];
    let below = tall.parse_position("BB../BB../..../..../..../S..S").unwrap();
    let space = Space::new(small, &below.piece_set()).unwrap();
    assert_eq!(space.rank(&below), None);
    assert!(!small.goal().is_satisfied_by(&puzzles[4].parse_position("S.../..../....").unwrap()));
}

#[test]
#[ignore = "long: 26 million positions"]
fn family_has_the_published_number_of_positions() {
    // dnomd343's klotski engine, 2024: 203 piece sets, 29,334,498 positions.
    let family = klotski::family();
    assert_eq!(family.piece_sets().len(), 203);
    let mut total = 0;
    for set in family.piece_sets() {
        let space = Space::new(family.puzzle(), set).unwrap();
        assert!(!space.is_empty(), "{set:?}");
        assert_eq!(enumerated(&space), space.len(), "{set:?}");
        total += space.len();
    }
    assert_eq!(total, 29_334_498);
}

#[test]
fn family_is_every_set_that_has_a_position() {
    let family = klotski::family();
    let mut sets = Vec::new();
    for horizontals in 0..=10 {
        for verticals in 0..=10 {
            for small_pieces in 0..=20 {
                let set = PieceSet::new([1, horizontals, verticals, small_pieces]);
                let covered = 4 + 2 * (horizontals + verticals) + small_pieces;
                if covered <= 18 && !Space::new(family.puzzle(), &set).unwrap().is_empty() {
                    sets.push(set);
                }
            }
        }
    }
    assert_eq!(family.piece_sets(), sets);
}

#[test]
fn ranks_undo_unranks_on_every_space_up_to_100_000() {
    let family = klotski::family();
    let mut spaces = 0;
    for set in family.piece_sets() {
        let space = Space::new(family.puzzle(), set).unwrap();
        if space.len() <= 100_000 {
            spaces += 1;
            (0..space.len()).into_par_iter().for_each(|index| {
                assert_eq!(space.rank(&space.unrank(index)), Some(index), "{set:?}");
            });
        }
    }
    assert!(spaces > 50, "only {spaces} spaces were small enough");
}

#[test]
#[ignore = "long: a large space"]
fn large_space_is_counted() {
    // An independent count: backtracking over the larger pieces, then 4 of the remaining 10 cells
    // for the small pieces.
    const WIDTH: u32 = 5;
    const CELLS: u32 = 30;
    fn arrangements(covered: u64, left: [u32; 3], cell: u32) -> u64 {
        if left == [0; 3] {
            return 1;
        }
        if cell == CELLS {
            return 0;
        }
        let mut total = arrangements(covered, left, cell + 1);
        let beside = cell % WIDTH + 1 < WIDTH;
        let below = cell + WIDTH < CELLS;
        let pieces = [(3 | 3 << WIDTH, beside && below), (3, beside), (1 | 1 << WIDTH, below)];
        for (kind, (piece, fits)) in pieces.into_iter().enumerate() {
            if fits && left[kind] > 0 && covered & (piece << cell) == 0 {
                let mut left = left;
                left[kind] -= 1;
                total += arrangements(covered | piece << cell, left, cell + 1);
            }
        }
        total
    }
    let skeletons = arrangements(0, [1, 4, 4], 0);
    let case = case(
        "...../...../...../...../...../.....",
        &[('B', "xx/xx"), ('H', "xx"), ('V', "x/x"), ('S', "x")],
        &[],
    );
    let space = space(&case.puzzle, &[1, 4, 4, 4]);
    assert_eq!(space.len(), 894_866_280);
    assert_eq!(space.len(), skeletons * (10 * 9 * 8 * 7 / 24));
    for index in [0, 1, 12_345_678, 894_866_279] {
        assert_eq!(space.rank(&space.unrank(index)), Some(index));
    }
}

#[test]
fn iteration_goes_on_from_any_index() {
    let puzzle = klotski::puzzle();
    for set in [[1, 1, 4, 4], [1, 5, 0, 0], [1, 0, 0, 3], [1, 0, 0, 0], [1, 2, 2, 6]] {
        let space = space(&puzzle, &set);
        let all: Vec<_> = space.iter().collect();
        assert_eq!(all.len() as u64, space.len());
        for start in [0, 1, 2, 69, 70, 71, space.len() / 2, space.len() - 1] {
            let start = start.min(space.len());
            let rest = &all[start as usize..];
            let rest = &rest[..rest.len().min(1000)];
            assert!(space.iter_from(start).take(1000).eq(rest.iter().cloned()), "{set:?} {start}");
        }
        for start in [space.len(), space.len() + 1, 2 * space.len() + 7] {
            assert_eq!(space.iter_from(start).next(), None);
        }
    }
}

#[test]
fn parallel_iteration_gives_every_position_once() {
    let puzzle = klotski::puzzle();
    // Spaces of less than a chunk, of several chunks, and empty spaces.
    for set in [[1, 1, 4, 4], [1, 5, 0, 2], [1, 0, 0, 0], [1, 0, 7, 0]] {
        let space = space(&puzzle, &set);
        let mut found: Vec<_> = space.par_iter().collect();
        found.sort_by_key(|(index, _)| *index);
        assert!(found.into_iter().eq((0..).zip(space.iter())), "{set:?}");
    }
}

#[test]
fn klotski_positions_are_the_naive_ones() {
    let sets = [[1, 1, 4, 4], [1, 2, 1, 6], [1, 5, 0, 2], [1, 0, 6, 1], [1, 0, 0, 3], [1, 3, 2, 0]];
    check_counts(&klotski_case(), &sets);
}

#[test]
fn positions_on_other_boards_are_the_naive_ones() {
    let rectangles = [('B', "xx/xx"), ('H', "xx"), ('V', "x/x"), ('S', "x")];
    check_counts(&case("...../...../...../.....", &rectangles, &[]), &[[1, 1, 3, 5], [2, 2, 1, 2]]);
    check_counts(&case(".../.../...", &rectangles, &[]), &[[1, 1, 1, 0], [0, 1, 2, 2]]);
    check_counts(&case("....../......", &rectangles, &[]), &[[1, 2, 1, 1], [2, 0, 2, 0]]);
    check_counts(&case("...../...../...../...../.....", &rectangles, &[]), &[[2, 1, 0, 1]]);
    let lines = [('H', "xxx"), ('C', "xx"), ('S', "x")];
    check_counts(&case("...........", &lines, &[]), &[[1, 2, 2], [0, 0, 5], [3, 1, 0]]);
    let lines = [('V', "x/x"), ('S', "x")];
    check_counts(&case("./././././././.", &lines, &[]), &[[2, 2], [4, 0], [0, 8]]);
    check_counts(&case(".", &[('S', "x")], &[]), &[[0], [1]]);
    // The last cell is the top bit of a word.
    let eight = "......../......../......../......../......../......../......../........";
    check_counts(&case(eight, &rectangles, &[]), &[[1, 0, 0, 1], [0, 0, 0, 2], [1, 1, 0, 0]]);
    let wide = "................/................/................/................";
    check_counts(&case(wide, &rectangles, &[]), &[[1, 0, 1, 0], [0, 1, 0, 1]]);
}

#[test]
fn positions_of_odd_shapes_are_the_naive_ones() {
    // The first cell in reading order is not in the leftmost column of J, S and P.
    let shapes = [('L', "x./x./xx"), ('J', ".x/.x/xx"), ('S', ".xx/xx."), ('P', ".x./xxx/.x.")];
    check_counts(&case("...../...../...../....", &shapes, &[]), &[[1, 1, 1, 0], [0, 2, 1, 0]]);
    check_counts(&case("...../...../...../.....", &shapes, &[]), &[[1, 0, 1, 1], [0, 0, 3, 0]]);
    let shapes = [('T', "xxx/.x."), ('Z', "xx./.xx"), ('R', ".x/xx"), ('A', "x")];
    check_counts(&case("..../..../..../....", &shapes, &[]), &[[1, 1, 1, 3], [2, 0, 2, 1]]);
    // A ring whose inner cell fits only the small piece.
    let shapes = [('O', "xxx/x.x/xxx"), ('A', "x")];
    check_counts(&case("...../...../...../.....", &shapes, &[]), &[[1, 0], [1, 3], [2, 0]]);
}

#[test]
fn positions_among_walls_are_the_naive_ones() {
    let shapes = [('R', ".x/xx"), ('H', "xx"), ('V', "x/x"), ('A', "x")];
    let walls = case("#..../..#../...../#...#", &shapes, &[]);
    check_counts(&walls, &[[1, 1, 1, 2], [2, 2, 2, 0], [0, 0, 0, 16], [0, 0, 0, 4]]);
    // Every other cell is a wall, so only single cells fit.
    let squares = case(".#.#./#.#.#/.#.#./#.#.#", &shapes, &[]);
    check_counts(&squares, &[[0, 0, 0, 4], [0, 0, 0, 10], [0, 1, 0, 0], [0, 0, 1, 3]]);
    check_counts(&case("##/##", &[('A', "x")], &[]), &[[0], [1]]);
}

#[test]
fn positions_without_or_with_several_single_cell_shapes_are_the_naive_ones() {
    let none = case("..../..../..../....", &[('B', "xx/xx"), ('H', "xx"), ('V', "x/x")], &[]);
    check_counts(&none, &[[1, 2, 2], [2, 0, 3], [0, 0, 0]]);
    // One of the single-cell shapes is numbered as the filling, the others like larger pieces.
    let last = case("..../.#../....", &[('H', "xx"), ('A', "x"), ('C', "x")], &[]);
    check_counts(&last, &[[1, 2, 3], [0, 3, 0], [0, 0, 3], [2, 1, 1]]);
    let first = case("..../.#../....", &[('A', "x"), ('C', "x"), ('H', "xx")], &[]);
    check_counts(&first, &[[2, 3, 1], [3, 0, 2], [1, 4, 0]]);
    let three = case(".../.../...", &[('A', "x"), ('D', "x"), ('C', "x")], &[]);
    check_counts(&three, &[[2, 2, 2], [1, 1, 1], [3, 3, 3]]);
}

#[test]
fn impossible_sets_have_no_positions() {
    let puzzle = klotski::puzzle();
    let classic = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/S..S").unwrap();
    // Too little room, and room that the big piece splits.
    for set in [[1, 0, 7, 0], [1, 0, 0, 17], [6, 0, 0, 0], [1, 9, 9, 9], [5, 1, 0, 0]] {
        let space = space(&puzzle, &set);
        assert_eq!((space.len(), space.is_empty()), (0, true), "{set:?}");
        assert_eq!(space.iter().next(), None);
        assert_eq!(space.par_iter().count(), 0);
        assert_eq!(space.rank(&classic), None);
    }
    check_counts(&case("..#../..#..", &[('H', "xxx"), ('S', "x")], &[]), &[[1, 0], [1, 2]]);
}

#[test]
fn more_small_pieces_than_a_word_has_bits_have_no_positions() {
    let puzzle = klotski::puzzle();
    for small_pieces in [64, 65, 255] {
        assert_eq!(
            space(&puzzle, &[1, 0, 0, small_pieces]).len(),
            0,
            "{small_pieces} small pieces"
        );
    }
}

#[test]
fn positions_of_other_sets_have_no_rank() {
    let puzzle = klotski::puzzle();
    let texts = [
        "VBBV/VBBV/VHHV/VSSV/S..S",
        "VBBV/VBBV/V..V/VSSV/S..S",
        "VBBV/VBBV/VHHV/V..V/....",
        ".BB./.BB./.HH./..../....",
        ".BB./.BB./..../..../....",
        "VBB./VBB./..../..../....",
        "SBB./.BB./..../..../....",
        "SBBS/.BB./..../..../....",
    ];
    for text in texts {
        let position = puzzle.parse_position(text).unwrap();
        for other in texts {
            let set = puzzle.parse_position(other).unwrap().piece_set();
            let rank = Space::new(&puzzle, &set).unwrap().rank(&position);
            let is_own = set == position.piece_set();
            assert_eq!(rank.is_some(), is_own, "{text} in the space of {other}: {rank:?}");
        }
    }
}

#[test]
fn piece_sets_that_cannot_be_numbered_are_refused() {
    let puzzle = klotski::puzzle();
    let error = Space::new(&puzzle, &PieceSet::new([1, 2])).unwrap_err();
    assert_eq!(error, SpaceError::ShapeCount { found: 2, want: 4 });

    // 64! / (21!^3 1!) is above 10^28.
    let shape = |letter| Shape::rectangle(format!("{letter}"), letter, 1, 1).unwrap();
    let board = Board::new(8, 8, []).unwrap();
    let shapes = vec![shape('A'), shape('C'), shape('D')];
    let puzzle = Puzzle::new(board, shapes, Goal::new([])).unwrap();
    let error = Space::new(&puzzle, &PieceSet::new([21, 21, 21])).unwrap_err();
    assert_eq!(error, SpaceError::TooLarge("21a21c21d".to_owned()));

    // C(64, 32), the maximum for one shape, is numbered.
    let space = space(&puzzle, &[0, 0, 32]);
    assert_eq!(space.len(), 1_832_624_140_942_590_534);
    for index in [0, 1, space.len() / 3, space.len() - 1] {
        assert_eq!(space.rank(&space.unrank(index)), Some(index));
    }
}

#[test]
#[should_panic(expected = "index 65880 in a space of 65880 positions")]
fn index_beyond_the_last_panics() {
    let puzzle = klotski::puzzle();
    space(&puzzle, &[1, 1, 4, 4]).unrank(65_880);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_spaces_are_the_naive_ones(plan in plans()) {
        let (case, set) = plan.case(3000);
        check_against_naive(&case, &set);
    }

    #[test]
    fn random_indices_of_the_family_come_back(set: prop::sample::Index, index: prop::sample::Index) {
        let family = klotski::family();
        let set = set.get(family.piece_sets());
        let space = Space::new(family.puzzle(), set).unwrap();
        let index = index.index(space.len() as usize) as u64;
        let position = space.unrank(index);
        prop_assert_eq!(space.rank(&position), Some(index));
        let text = family.puzzle().position_text(&position);
        let parsed = family.puzzle().parse_position(&text);
        prop_assert_eq!(parsed.as_ref(), Ok(&position));
        // After a move the rank is the same, whether computed from the previous place or from
        // scratch.
        let place = Located::of(&space, &position).expect("a position of the space");
        prop_assert_eq!(place.index, index);
        for made in family.puzzle().moves(&position, Metric::Finger) {
            let after = made.apply(&position);
            let rank = place.rank_after(&space, made.shape, &after);
            prop_assert_eq!(space.unrank(rank), after);
        }
        for (later, position) in (index..space.len()).zip(space.iter_from(index)).take(50) {
            prop_assert_eq!(space.rank(&position), Some(later));
        }
    }
}

/// Spaces that differ only in the number of small pieces share their skeletons; their numbering is
/// unaffected.
#[test]
fn siblings_number_like_spaces_of_their_own() {
    let family = klotski::family();
    let puzzle = family.puzzle();
    let set = |text| family.parse_piece_set(text).unwrap();
    let space = Space::new(puzzle, &set("1h2v3s")).unwrap();
    for small_pieces in ["1h2v0s", "1h2v3s", "1h2v7s"] {
        let alone = Space::new(puzzle, &set(small_pieces)).unwrap();
        let sibling = space.sibling(&set(small_pieces)).expect("the same larger pieces").unwrap();
        assert_eq!(sibling.piece_set(), alone.piece_set());
        assert_eq!(sibling.len(), alone.len());
        for index in (0..alone.len()).step_by(97) {
            let position = alone.unrank(index);
            assert_eq!(sibling.unrank(index), position);
            assert_eq!(sibling.rank(&position), Some(index));
        }
    }
    for other in ["2h1v3s", "1h3v3s", "0h2v3s"] {
        assert!(space.sibling(&set(other)).is_none(), "{other}");
    }
}
