//! Keys of components, against images of drawn grids and against all components of small boards.

use crate::any_puzzle::puzzles;
use huarong::analysis::{ClusterKey, Reachable};
use huarong::search::Effort;
use huarong::{Metric, Position};
use naive::grids::{Drawn, Witness, grid};
use naive::{Grid, to_text};
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::{BTreeMap, BTreeSet};

fn key(start: &Position) -> ClusterKey {
    let reachable = Reachable::explore(start.puzzle(), start, u32::MAX, Effort::UNLIMITED).unwrap();
    ClusterKey::of(&reachable)
}

fn transposed(grid: &Grid) -> Grid {
    let width = grid.first().map_or(0, Vec::len);
    (0..width).map(|column| grid.iter().map(|row| row[column]).collect()).collect()
}

/// One of the eight images of a drawn grid.
fn image(text: &str, nth: usize) -> String {
    let mut drawn = grid(text);
    if drawn.is_empty() {
        return String::new();
    }
    if nth & 1 > 0 {
        drawn = transposed(&drawn);
    }
    if nth & 2 > 0 {
        drawn.iter_mut().for_each(|row| row.reverse());
    }
    if nth & 4 > 0 {
        drawn.reverse();
    }
    drawn.into_iter().map(|row| row.into_iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}

/// The image of a puzzle. What moves along rows in it moves along columns in a transposed image.
fn image_of(drawn: &Drawn, nth: usize) -> Drawn {
    let (rows, columns) = match nth & 1 {
        0 => (drawn.rows.clone(), drawn.columns.clone()),
        _ => (drawn.columns.clone(), drawn.rows.clone()),
    };
    let thin = image(&drawn.thin_walls, nth);
    let turned = |mark| match mark {
        '|' => '-',
        '-' => '|',
        mark => mark,
    };
    Drawn {
        start: image(&drawn.start, nth),
        goals: drawn.goals.iter().map(|goal| image(goal, nth)).collect(),
        rows,
        columns,
        gate: image(&drawn.gate, nth),
        thin_walls: if nth & 1 > 0 { thin.chars().map(turned).collect() } else { thin },
        ..drawn.clone()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn images_of_a_component_have_its_key(
        drawn in puzzles(),
        walk in prop::collection::vec(any::<Index>(), 0..12),
        nth in 0..8_usize,
    ) {
        let Ok(start) = Position::from_toml(&drawn.file()) else { return Ok(()) };
        let mut end = start.clone();
        for step in &walk {
            let moves = end.moves(Metric::Unit);
            if !moves.is_empty() {
                end = step.get(&moves).after();
            }
        }
        let found = key(&start);
        prop_assert_eq!(found, key(&end));
        let other = Position::from_toml(&image_of(&drawn, nth).file()).unwrap();
        prop_assert_eq!(found, key(&other), "{:?} {:?}", drawn, image_of(&drawn, nth));
        prop_assert_eq!(found.to_string().len(), 32);
    }
}

/// The witness lists all components of small boards. Each stands for the least image of the goal and its positions. A is the
/// piece of the goal, and others are anonymous.
#[test]
fn components_that_are_no_images_have_other_keys() {
    let (mut compared, mut kinds) = (0, 0);
    for (start, goal) in [
        ("AA.\nB..\nB.C", "...\n...\n.AA"),
        ("AAB\n.CB\n...", "...\n.AA\n..."),
        ("A..\n.BB\n.CC", "...\n...\n..A"),
        ("A#B\n.#B\nCC.", ".#.\n.#.\n..A"),
        ("A#.\n##B\nC#.", ".#.\n##.\n.#A"),
    ] {
        let (start, goals) = (start.to_owned(), vec![goal.to_owned()]);
        let drawn = Drawn { start, goals, ..Drawn::default() };
        let witness = Witness::new(&drawn);
        let all = witness.arrangements(5_000).expect("the board is small");
        let mut classes: BTreeMap<(String, String), ClusterKey> = BTreeMap::new();
        let mut left: BTreeSet<String> = all.clone();
        while let Some(text) = left.pop_first() {
            let mut reached = BTreeSet::from([text.clone()]);
            let mut waiting = vec![text.clone()];
            while let Some(text) = waiting.pop() {
                for after in witness.neighbours(&text, "unit") {
                    if reached.insert(after.clone()) {
                        waiting.push(after);
                    }
                }
            }
            left.retain(|text| !reached.contains(text));
            let least = reached.iter().flat_map(|text| {
                let rows = text.replace('/', "\n");
                (0..8).map(move |nth| (image(goal, nth), anonymous(&grid(&image(&rows, nth)))))
            });
            let least = least.min().expect("there are images");
            let file = Drawn { start: text.replace('/', "\n"), ..drawn.clone() }.file();
            let found = key(&Position::from_toml(&file).unwrap());
            match classes.get(&least) {
                Some(known) => assert_eq!(*known, found, "{text}"),
                None => {
                    assert!(classes.values().all(|known| *known != found), "{text}");
                    classes.insert(least, found);
                }
            }
            compared += 1;
        }
        kinds += classes.len();
    }
    assert!(compared > kinds && kinds > 10, "{kinds} of {compared}");
}

/// The grid with other letters for the pieces but A, in reading order.
fn anonymous(drawn: &Grid) -> String {
    let mut known = Vec::new();
    let letters = drawn.iter().map(|row| {
        row.iter()
            .map(|&sign| match sign {
                '.' | '#' | 'A' => sign,
                sign => {
                    let nth = known.iter().position(|other| *other == sign).unwrap_or_else(|| {
                        known.push(sign);
                        known.len() - 1
                    });
                    char::from(b'B' + nth as u8)
                }
            })
            .collect()
    });
    to_text(&letters.collect())
}
