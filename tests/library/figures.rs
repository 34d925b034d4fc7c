//! Published figures for named starting positions, against the search.

use huarong_core::effort::Effort;
use huarong_core::klotski;
use huarong_core::rules::{Metric, PieceSet};
use huarong_search::{Search, classes};
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

/// A row of a data file, keyed by column name.
type Row = HashMap<String, String>;

/// The rows of a data file; tests/data/README.md names the sources.
fn rows(csv: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    reader.deserialize().collect::<Result<_, _>>().expect("the data are sound")
}

static OPENINGS: LazyLock<Vec<Row>> =
    LazyLock::new(|| rows(include_str!("../data/paper_1999_openings.csv")));
static LAYOUTS: LazyLock<Vec<Row>> =
    LazyLock::new(|| rows(include_str!("../data/named_layouts.csv")));

/// The distances of every position of the data in the three metrics, keyed by text.
static DISTANCES: LazyLock<HashMap<String, [Option<u16>; 3]>> = LazyLock::new(|| {
    let puzzle = klotski::puzzle();
    let mut positions: HashMap<PieceSet, Vec<_>> = HashMap::new();
    for row in OPENINGS.iter().chain(LAYOUTS.iter()) {
        let position = puzzle.parse_position(&row["position"]).expect("a position");
        positions.entry(position.piece_set()).or_default().push((&row["position"], position));
    }
    let sets: Vec<PieceSet> = positions.keys().cloned().collect();
    let mut distances = HashMap::new();
    for class in classes(&puzzle, &sets) {
        let search = Search::new(&puzzle, &class, Effort::UNLIMITED).expect("few enough positions");
        for metric in Metric::ALL {
            let found = search.run(metric, true, Effort::UNLIMITED);
            for (space, found) in search.spaces().iter().zip(found.expect("nothing stops it")) {
                for (text, position) in &positions[space.piece_set()] {
                    let index = space.rank(position).expect("a position of the space");
                    distances.entry(text.to_string()).or_insert([None; 3])[metric as usize] =
                        found.get(index);
                }
            }
        }
    }
    distances
});

/// A published count of moves, `None` if the field is empty.
fn figure(row: &Row, column: &str) -> Option<u16> {
    Some(&row[column]).filter(|text| !text.is_empty()).map(|text| text.parse().expect("a number"))
}

#[test]
fn openings_of_the_1999_paper_have_its_unit_counts() {
    let mut checked = 0;
    for row in OPENINGS.iter() {
        let Some(published) = figure(row, "paper_unit") else { continue };
        let [unit, ..] = DISTANCES[&row["position"]];
        assert_eq!(unit, Some(published), "{}", row["name"]);
        checked += 1;
    }
    assert_eq!((OPENINGS.len(), checked), (20, 19));
}

#[test]
fn named_layouts_have_their_published_finger_optima() {
    let mut unsolvable = 0;
    for row in LAYOUTS.iter() {
        let published = figure(row, "published_finger");
        let [.., finger] = DISTANCES[&row["position"]];
        assert_eq!(finger, published, "{} {} {}", row["collection"], row["level"], row["name"]);
        unsolvable += usize::from(published.is_none());
    }
    assert_eq!((LAYOUTS.len(), unsolvable), (527, 1));
    let levels: BTreeSet<u16> = LAYOUTS.iter().filter_map(|row| figure(row, "level")).collect();
    assert_eq!(levels, (1..=412).collect());
}

#[test]
fn a_stricter_metric_never_takes_fewer_moves() {
    let mut solvable = 0;
    for (text, [unit, straight, finger]) in DISTANCES.iter() {
        assert_eq!(unit.is_some(), finger.is_some(), "{text}");
        assert_eq!(unit.is_some(), straight.is_some(), "{text}");
        assert!(unit >= straight && straight >= finger, "{text}");
        solvable += usize::from(unit.is_some());
    }
    assert_eq!(solvable + 1, DISTANCES.len());
}
