//! Work under little memory: it is refused before it exceeds the limit, and can be cancelled at any
//! time.

use huarong::{Method, Options, Oracle, OracleError};
use huarong_core::effort::{Effort, Progress};
use huarong_core::grid::{Board, Cells, Polyomino};
use huarong_core::klotski;
use huarong_core::numbering::{Arrangements, ArrangementsError, Pieces};
use huarong_core::rules::{Metric, PerMetric};
use huarong_core::space::Space;
use huarong_oracle::analysis::{Answer, PathsError, ShortestPaths};
use huarong_search::{Component, ComponentError, Search, SearchError, SearchPlan, classes};
use huarong_tables::table::Distances;
use std::ops::ControlFlow;

/// The classic start, and its published number of reachable positions.
const START: &str = "VBBV/VBBV/VHHV/VSSV/S..S";
const REACHED: u64 = 25_955;

fn cancelled() -> Effort<'static> {
    Effort { observer: &|_| ControlFlow::Break(()), ..Effort::UNLIMITED }
}

#[test]
fn solutions_are_counted_within_an_effort() {
    let puzzle = klotski::puzzle();
    let start = puzzle.parse_position(START).unwrap();
    let class = &classes(&puzzle, &[start.piece_set()])[0];
    let search = Search::new(&puzzle, class, Effort::UNLIMITED).unwrap();
    let distances = search.run(Metric::Finger, false, Effort::UNLIMITED).unwrap().remove(0);
    let paths = ShortestPaths::by_search(&search.spaces()[0], Metric::Finger, &distances);
    let listed = paths.iter(&start).unwrap().known().unwrap().unwrap().count();
    let within = |memory| paths.count(&start, Effort { memory, ..Effort::UNLIMITED });
    assert_eq!(within(1 << 20).unwrap(), Answer::Found(listed.into()));
    let Err(error @ PathsError::Memory { allowed: 500, distance: 81, .. }) = within(500) else {
        panic!("more than three positions do not fit")
    };
    assert!(error.to_string().contains("needs more than 0.5 kB of memory: after "), "{error}");
    // Cancels after some moves as well as at once.
    let observer = |progress: Progress<'_>| match progress {
        Progress::Doing(_) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    for effort in [cancelled(), Effort { observer: &observer, ..Effort::UNLIMITED }] {
        assert!(matches!(paths.count(&start, effort), Err(PathsError::Cancelled(_))));
    }
}

/// Errors name the limit that was asked for. Other amounts are rounded up, so the named amount suffices.
#[test]
fn amounts_of_memory_are_those_that_were_asked_for() {
    for (allowed, text) in [
        (500, "0.5 kB"),
        (100_000, "100 kB"),
        (64 << 10, "64 KiB"),
        (999_999, "1000 kB"),
        (8_388_608, "8 MiB"),
        (8_400_000, "8.4 MB"),
        (8_400_001, "8.5 MB"),
        (20_000_000, "20 MB"),
        (20_500_000, "20.5 MB"),
        (20_500_001, "21 MB"),
        (300 << 20, "300 MiB"),
        (1 << 30, "1 GiB"),
        (3 << 29, "1536 MiB"),
        (9_000_000_000, "9000 MB"),
        (10_400_000_000, "10.4 GB"),
        (12_000_000_000, "12 GB"),
        (12_000_000_001, "12.1 GB"),
        (16 << 30, "16 GiB"),
    ] {
        let error = SearchError::Memory { needed: 64 << 30, allowed }.to_string();
        assert!(error.contains("about 64 GiB of memory"), "{error}");
        assert!(error.ends_with(&format!("the limit leaves {text}")), "{allowed}: {error}");
    }
}

/// A histogram is stored for every section of every table.
#[test]
fn histograms_are_no_longer_than_their_distances() {
    let narrow = Distances::of_bytes(vec![0, 1, 2, 255, 1]).histogram();
    let wide = Distances::wide(vec![0, 1, 300, u16::MAX]).histogram();
    for (histogram, distances) in [(narrow, 3), (wide, 301)] {
        assert_eq!(histogram.counts.len(), distances);
        assert!(histogram.counts.capacity() < 2 * distances);
    }
}

#[test]
fn numberings_take_no_more_memory_than_there_is() {
    let board = Board::new(6, 5, []).unwrap();
    let polyominoes = [&[(0, 0), (1, 0)][..], &[(0, 0), (0, 1)], &[(0, 0), (1, 0), (0, 1)]];
    let covered: Vec<Vec<Cells>> = polyominoes
        .iter()
        .map(|cells| {
            let polyomino = Polyomino::new(cells.iter().copied()).unwrap();
            board.cells().map(|cell| board.covered(&polyomino, cell).unwrap_or_default()).collect()
        })
        .collect();
    let pieces: Vec<Pieces<'_>> =
        covered.iter().map(|covered| Pieces { count: 3, covered }).collect();
    let whole = Arrangements::new(&board, &pieces).unwrap();
    let mut refused = 0;
    for memory in (8..40).map(|bits| 1u64 << bits) {
        let effort = Effort { memory, ..Effort::UNLIMITED };
        match Arrangements::within(&board, &pieces, effort) {
            Ok(found) => {
                assert_eq!(found.len(), whole.len());
                assert_eq!(found.unrank(12_345), whole.unrank(12_345));
            }
            Err(ArrangementsError::Memory { needed, allowed }) => {
                assert!(needed > allowed && allowed == memory);
                refused += 1;
                // Work that is refused under some limit is refused under any smaller limit.
                assert_eq!(refused, memory.ilog2() - 7);
            }
            Err(error) => panic!("{error}"),
        }
    }
    // Tens of thousands of states, of 32 bytes each.
    assert!((8..20).contains(&refused), "{refused}");
    let cancelled = Arrangements::within(&board, &pieces, cancelled());
    assert!(matches!(cancelled, Err(ArrangementsError::Cancelled(_))));
}

#[test]
fn searches_number_their_positions_within_an_effort() {
    let puzzle = klotski::puzzle();
    let set = puzzle.parse_piece_set("1h4v4s").unwrap();
    let class = &classes(&puzzle, std::slice::from_ref(&set))[0];
    let little = Effort { memory: 1000, ..Effort::UNLIMITED };
    let error = Space::within(&puzzle, &set, little).unwrap_err().to_string();
    assert!(error.contains("numbering of the positions needs more than"), "{error}");
    assert!(matches!(SearchPlan::within(&puzzle, class, little), Err(SearchError::Space(_))));
    let stopped = SearchPlan::within(&puzzle, class, cancelled());
    assert!(matches!(stopped, Err(SearchError::Cancelled(_))));
    let start = puzzle.parse(START).unwrap();
    let solved = Oracle::solve_with(&start, &cancelled().into());
    assert!(solved.is_err_and(|error| error.is_cancelled()));
}

/// A search from a position stays within the memory limit, or is refused.
#[test]
fn components_take_no_more_memory_than_there_is() {
    let puzzle = klotski::puzzle();
    let start = puzzle.parse(START).unwrap();
    let search = |effort: Effort<'_>| {
        let options = Options::from(effort).metrics(&Metric::ALL);
        Oracle::search_by(Method::Component, &start, &options)
    };
    let oracle = search(Effort::UNLIMITED).unwrap();
    assert_eq!(
        (oracle.len(), oracle.probe(&start).unwrap().distances),
        (REACHED, PerMetric::new(116, 90, 81).map(Answer::Found))
    );
    let (mut refused, mut found) = (0, 0);
    for memory in (10..30).map(|bits| 1u64 << bits) {
        let effort = Effort { memory, ..Effort::UNLIMITED };
        match search(effort) {
            Ok(oracle) => {
                assert!(oracle.bytes() <= memory);
                found += 1;
            }
            Err(OracleError::Component(ComponentError::Memory { reached, allowed, .. })) => {
                assert!(reached <= REACHED && found == 0);
                // The error names the whole limit, not the share that a part of the search has
                // left.
                assert_eq!(allowed, memory);
                refused += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(refused > 3 && found > 3, "{refused} {found}");
    let whole = Component::explore(
        &puzzle,
        &start,
        Metric::Unit,
        huarong_search::Until::All,
        Effort::UNLIMITED,
    );
    let back = whole.unwrap().back_from_goal_positions(Metric::Unit, cancelled());
    assert!(matches!(back, Err(ComponentError::Cancelled(_))));
}
