//! Distances without some of the pieces are lower bounds, on whole spaces and by exact tables.

use huarong::{Metric, Options, Oracle, PerMetric, Puzzle};
use huarong_core::space::Space;

/// For each metric, the number of positions whose bound is the distance.
fn exact_bounds(puzzle: &Puzzle, piece_set: &str, left_out: &str) -> PerMetric<u64> {
    let set = puzzle.parse_piece_set(piece_set).unwrap();
    let options = Options::new().metrics(&Metric::ALL);
    let whole = Oracle::search_piece_set(puzzle, &set, &options).unwrap();
    let without = |text: &str| text.replace(|sign| left_out.contains(sign), ".");
    let space = Space::new(puzzle, &set).unwrap();
    let first = puzzle.parse(&without(&puzzle.position_text(&space.unrank(0)))).unwrap();
    let fewer = Oracle::search_piece_set(puzzle, &first.piece_set(), &options).unwrap();
    PerMetric::each(|metric| {
        let (whole, fewer) = (whole.under(metric), fewer.under(metric));
        let mut exact = 0;
        for position in space.iter() {
            let text = puzzle.position_text(&position);
            let position = huarong::Position::new(puzzle, position).unwrap();
            let bound = fewer.distance(&puzzle.parse(&without(&text)).unwrap()).unwrap();
            match (bound, whole.distance(&position).unwrap()) {
                (Some(bound), Some(distance)) => {
                    assert!(bound <= distance, "{text} without {left_out}: {bound} of {distance}");
                    exact += u64::from(bound == distance);
                }
                (bound, distance) => assert!(distance.is_none(), "{text}: {bound:?}, {distance:?}"),
            }
        }
        exact
    })
}

#[test]
fn distances_without_some_pieces_are_lower_bounds() {
    let puzzle = Puzzle::klotski();
    for (left_out, all) in [("S", 65_880), ("V", 65_880), ("H", 65_880), ("VS", 65_880)] {
        let exact = exact_bounds(&puzzle, "1h4v4s", left_out);
        for &exact in exact.values() {
            // Some bounds are exact, and some are not: otherwise the comparison would show nothing.
            assert!((1..all).contains(&exact), "{left_out}: {exact}");
        }
    }
}
