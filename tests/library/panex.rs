//! Panex (T. Akanuma, 1983): gates with several owners, and thin walls, against the witness.
//!
//! Two towers exchange their places. Three columns are joined at the top. The n-th piece of a
//! tower from the top goes down at most n cells.

use huarong_core::effort::Effort;
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::Metric;
use huarong_search::{Component, Until};
use naive::grids::{Drawn, Witness, distances};
use std::collections::BTreeSet;

/// The puzzle with towers of some pieces: capitals on the left, small letters on the right.
fn panex(height: u8) -> Drawn {
    let (capital, small) = (|nth: u8| char::from(b'A' + nth), |nth: u8| char::from(b'a' + nth));
    let rows = |top: &str, row: &dyn Fn(u8) -> String| {
        let rows = (0..height).map(row);
        [top.to_owned()].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
    };
    // All pieces may enter the first two rows.
    let gate = |nth: u8| if nth == 0 { "...".to_owned() } else { nth.to_string().repeat(3) };
    let owners = |nth: u8| {
        let mark = char::from(b'0' + nth);
        (mark, (nth..height).flat_map(|piece| [capital(piece), small(piece)]).collect())
    };
    Drawn {
        start: rows("...", &|nth| format!("{}.{}", capital(nth), small(nth))),
        goals: vec![rows("...", &|nth| format!("{}.{}", small(nth), capital(nth)))],
        gate: rows("...", &gate),
        owners: (1..height).map(owners).collect(),
        thin_walls: rows(". . .", &|_| "\n.|.|.".to_owned()),
        ..Drawn::default()
    }
}

/// Everything that the start reaches.
fn reachable(witness: &Witness) -> BTreeSet<String> {
    let mut reachable = BTreeSet::from([witness.start_text()]);
    let mut waiting: Vec<String> = reachable.iter().cloned().collect();
    while let Some(text) = waiting.pop() {
        for after in witness.neighbours(&text, "unit") {
            if reachable.insert(after.clone()) {
                waiting.push(after);
            }
        }
    }
    reachable
}

/// Towers of up to three pieces are compared with the witness in full. Each solution of a tower of
/// four is checked move by move.
#[test]
fn towers_exchange_their_places() {
    let wanted = [[10, 9, 3], [44, 31, 13], [144, 98, 42], [442, 294, 128]];
    for (height, wanted) in (1..).zip(wanted) {
        let drawn = panex(height);
        let file = PuzzleFile::parse(&drawn.file()).unwrap_or_else(|error| panic!("{error}"));
        let Setup { puzzle, start } = file.setup().unwrap();
        let witness = Witness::new(&drawn);
        let reached = if height <= 3 { reachable(&witness) } else { BTreeSet::new() };
        for (metric, wanted) in Metric::ALL.into_iter().zip(wanted) {
            let explore = |until| {
                Component::explore(&puzzle, &start, metric, until, Effort::UNLIMITED).unwrap()
            };
            // Each of the three searches of a tower of four reaches 3.7 million positions.
            if height > 3 && metric != Metric::Finger {
                continue;
            }
            let solved = explore(Until::Goal);
            let path = solved.path_to(solved.found().expect("it has a solution")).unwrap();
            assert_eq!(path.len(), wanted, "{height} {metric}");
            let mut at = start.clone();
            for made in &path {
                let before = puzzle.position_text(&at);
                at = made.apply(&at);
                let after = witness.neighbours(&before, metric.name());
                assert!(after.contains(&puzzle.position_text(&at)), "{before} {metric}");
            }
            assert!(witness.is_goal(&puzzle.position_text(&at)));
            if !reached.is_empty() {
                let graph = witness.graph(&reached, metric.name());
                let goals: Vec<&String> =
                    reached.iter().filter(|text| witness.is_goal(text)).collect();
                let to_goal = distances(&graph, goals);
                assert_eq!(wanted as u32, to_goal[&witness.start_text()], "{height} {metric}");
                assert_eq!(explore(Until::All).len(), reached.len() as u64);
            }
        }
    }
}
