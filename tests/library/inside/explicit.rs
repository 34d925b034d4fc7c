//! The frontier of a search over single positions.

use huarong_core::effort::Effort;
use huarong_core::klotski;
use huarong_core::rules::Metric;
use huarong_core::space::Space;
use huarong_search::entries::Entries;
use huarong_search::frontier::explicit::ExplicitFrontier;
use huarong_search::frontier::{Frontier, InMemory};
use huarong_search::partition::Partition;

#[test]
fn a_last_level_without_positions_does_not_widen_entries() {
    let puzzle = klotski::puzzle();
    let set = puzzle.parse_piece_set("0h0v2s").unwrap();
    let space = Space::new(&puzzle, &set).unwrap();
    let whole = Partition::even(space.len(), 1);
    let mut frontier =
        ExplicitFrontier::new(&space, Metric::Unit, false, whole, 0, Effort::UNLIMITED).unwrap();
    frontier.start_from(3);
    assert_eq!(frontier.settle(254, Effort::UNLIMITED), Ok(1));
    // The targets of the moves are visited already.
    frontier.start_from(3);
    assert_eq!(frontier.settle(255, Effort::UNLIMITED), Ok(0));
    assert!(matches!(frontier.entries(), Entries::Narrow(_)));
    frontier.start_from(4);
    assert_eq!(frontier.settle(255, Effort::UNLIMITED), Ok(1));
    assert!(matches!(frontier.entries(), Entries::Wide(_)));
    let distances = &frontier.into_entries().finish()[0];
    assert_eq!([3, 4, 5].map(|index| distances.get(index)), [Some(254), Some(255), None]);
}
