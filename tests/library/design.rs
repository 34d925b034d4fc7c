//! Variants of puzzles, against a witness that lists every change of one piece.

use huarong_core::effort::Effort;
use huarong_core::rules::Metric;
use huarong_lab::design::{Change, Draft, variants};
use naive::grids::{Drawn, Witness};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

type Cell = (usize, usize);
type Rows = Vec<Vec<char>>;

/// A drawing as pieces: the cells of each, and its sign if the goal names it.
type Pieces = Vec<(Vec<Cell>, Option<char>)>;

fn rows(text: &str) -> Rows {
    text.split('\n').map(|row| row.chars().collect()).collect()
}

fn cells_of(rows: &[Vec<char>], wanted: char) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for (column, &sign) in line.iter().enumerate() {
            if sign == wanted {
                cells.push((column, row));
            }
        }
    }
    cells
}

fn corner_of(cells: &[Cell]) -> Cell {
    let column = cells.iter().map(|cell| cell.0).min().unwrap();
    (column, cells.iter().map(|cell| cell.1).min().unwrap())
}

fn shifted(cells: &[Cell]) -> Vec<Cell> {
    let (left, top) = corner_of(cells);
    let mut cells: Vec<Cell> =
        cells.iter().map(|&(column, row)| (column - left, row - top)).collect();
    cells.sort();
    cells
}

/// Cells turned by a quarter, shifted to the corner.
fn turned(cells: &[Cell]) -> Vec<Cell> {
    let most = cells.iter().map(|cell| cell.1).max().unwrap();
    shifted(&cells.iter().map(|&(column, row)| (most - row, column)).collect::<Vec<_>>())
}

fn put(rows: &[Vec<char>], sign: char, shape: &[Cell], corner: Cell) -> Option<Rows> {
    let mut after = rows.to_vec();
    for &(column, row) in shape {
        let cell = after.get_mut(corner.1 + row)?.get_mut(corner.0 + column)?;
        if *cell != '.' {
            return None;
        }
        *cell = sign;
    }
    Some(after)
}

fn without(rows: &[Vec<char>], sign: char) -> Rows {
    let empty = |&found: &char| if found == sign { '.' } else { found };
    rows.iter().map(|row| row.iter().map(empty).collect()).collect()
}

/// All drawings that differ in one piece, by what they are as puzzles, with the shortest solution of each.
fn changed(drawn: &Drawn, metric: &str, kinds: &str) -> BTreeMap<Pieces, Option<u32>> {
    let start = rows(&drawn.start);
    let is_goal = |sign: char| drawn.goals[0].contains(sign);
    let places: Vec<Cell> = (0..start.len())
        .flat_map(|row| (0..start[0].len()).map(move |column| (column, row)))
        .collect();
    let signs = drawn.signs();
    let mut grids: Vec<Rows> = Vec::new();
    for &sign in &signs {
        let (shape, rest) = (drawn.shape(sign), without(&start, sign));
        let quarter = turned(&shape);
        let quarters = [quarter.clone(), turned(&quarter), turned(&turned(&quarter))];
        for &corner in &places {
            if kinds.contains('m') {
                grids.extend(put(&rest, sign, &shape, corner));
            }
            if kinds.contains('t') && !is_goal(sign) {
                let other = quarters.iter().filter(|quarter| **quarter != shifted(&shape));
                grids.extend(other.filter_map(|quarter| put(&rest, sign, quarter, corner)));
            }
            if kinds.contains('a') {
                grids.extend(put(&start, 'Z', &shape, corner));
                grids.extend(put(&start, 'Z', &[(0, 0)], corner));
            }
        }
        if kinds.contains('r') && !is_goal(sign) {
            grids.push(rest.clone());
        }
        for &other in signs.iter().filter(|_| kinds.contains('e')) {
            let [own, theirs] = [sign, other].map(|sign| corner_of(&cells_of(&start, sign)));
            let one = put(&without(&rest, other), sign, &shape, theirs);
            grids.extend(one.and_then(|one| put(&one, other, &drawn.shape(other), own)));
        }
    }
    let pieces = |rows: &Rows| -> Pieces {
        let mut signs: Vec<char> = rows.concat();
        signs.retain(|sign| !".#".contains(*sign));
        signs.sort();
        signs.dedup();
        let piece = |sign: char| (cells_of(rows, sign), is_goal(sign).then_some(sign));
        let mut pieces: Pieces = signs.into_iter().map(piece).collect();
        pieces.sort();
        pieces
    };
    let mut found = BTreeMap::new();
    for grid in grids {
        let key = pieces(&grid);
        let lines: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
        let drawn = Drawn { start: lines.join("\n"), ..drawn.clone() };
        // A locked piece that is not on the line of its goal makes the file invalid.
        if key != pieces(&start) && !found.contains_key(&key) && is_on_line(&drawn) {
            found.insert(key, Witness::new(&drawn).solution_length(metric));
        }
    }
    found
}

/// Whether every piece of the goal can be on its line there.
fn is_on_line(drawn: &Drawn) -> bool {
    let (start, goal) = (rows(&drawn.start), rows(&drawn.goals[0]));
    drawn.signs().into_iter().all(|sign| {
        let (here, there) = (cells_of(&start, sign), cells_of(&goal, sign));
        let (along_rows, along_columns) = drawn.freedom(sign);
        there.is_empty()
            || (along_columns || here[0].1 == there[0].1) && (along_rows || here[0].0 == there[0].0)
    })
}

#[test]
fn variants_are_all_changes_of_one_piece() {
    let puzzles = [
        ("AAB\n..B\nC.D", "...\n...\n.AA", false),
        ("AAB.\nC.B.\nCDD#", "....\n....\n.AA#", false),
        ("..B.\nAAB.\nC.DD", "....\n..AA\n....", true),
        ("LLA\nL..\n.BB", "...\n...\n..A", false),
    ];
    let asked = [
        ("m", Metric::Unit),
        ("t", Metric::Straight),
        ("r", Metric::Finger),
        ("a", Metric::Finger),
        ("e", Metric::Unit),
        ("mtrae", Metric::Straight),
    ];
    for (start, goal, lengthwise) in puzzles {
        let drawn = Drawn {
            start: start.to_owned(),
            goals: vec![goal.to_owned()],
            lengthwise,
            ..Drawn::default()
        };
        let draft = Draft::parse(&drawn.file()).expect("a puzzle");
        for (kinds, metric) in asked {
            let is_wanted = |change: &Change| {
                let kind = match change {
                    Change::Moved { .. } => 'm',
                    Change::Turned { .. } => 't',
                    Change::Removed { .. } => 'r',
                    Change::Added { .. } => 'a',
                    Change::Exchanged { .. } => 'e',
                    _ => panic!("{change}: the witness does not know this change"),
                };
                kinds.contains(kind)
            };
            let expected = changed(&drawn, metric.name(), kinds);
            let found = variants(&draft, metric, is_wanted, Effort::UNLIMITED).expect("it fits");
            let own = Witness::new(&drawn).solution_length(metric.name());
            assert_eq!(found.distance.map(u32::from), own);
            let mut lengths: Vec<u32> = expected.values().flatten().copied().collect();
            lengths.sort_by_key(|&length| Reverse(length));
            let moves: Vec<u32> = found.solvable.iter().map(|one| one.distance.into()).collect();
            assert_eq!(moves, lengths, "{start} {kinds}");
            let unsolvable = expected.values().filter(|length| length.is_none()).count();
            assert_eq!((found.unsolvable, found.undecided), (unsolvable as u64, 0), "{kinds}");
        }
    }
}

/// All positions that can be reached from the start, by the witness.
fn reached(witness: &Witness, start: &Rows) -> BTreeSet<Rows> {
    let mut reached = BTreeSet::from([witness.canonical(start)]);
    let mut waiting = vec![start.clone()];
    while let Some(position) = waiting.pop() {
        for after in witness.moved(&position, "finger") {
            if reached.insert(witness.canonical(&after)) {
                waiting.push(after);
            }
        }
    }
    reached
}

#[test]
fn variants_that_moves_lead_to_say_so() {
    let mut seen = BTreeSet::new();
    for (start, goal) in [("AAB.\nC...", "....\n..AA"), ("LLA\nL..\n.BB", "...\n...\n..A")] {
        let drawn =
            Drawn { start: start.to_owned(), goals: vec![goal.to_owned()], ..Drawn::default() };
        let witness = Witness::new(&drawn);
        let reached = reached(&witness, &rows(start));
        let draft = Draft::parse(&drawn.file()).expect("a puzzle");
        let found = variants(&draft, Metric::Unit, |_| true, Effort::UNLIMITED).expect("it fits");
        for variant in &found.solvable {
            let has_same_pieces =
                matches!(variant.change, Change::Moved { .. } | Change::Exchanged { .. });
            let grid = rows(&variant.draft.start().replace('/', "\n"));
            let is_reached = has_same_pieces && reached.contains(&witness.canonical(&grid));
            assert_eq!(variant.reachable, Some(is_reached), "{start}: {}", variant.change);
            seen.insert((has_same_pieces, is_reached));
        }
    }
    assert!(seen.contains(&(true, true)) && seen.contains(&(false, false)), "{seen:?}");
}

#[test]
fn variants_keep_the_text_of_the_original() {
    let text = "# Who made it?\nname = 'Test'\nstart = \"\"\"\n\\\"\\\".\n\\\\.\\\\\n\"\"\"\n\
                goal = '''\n...\n.\"\"\n'''\n";
    let draft = Draft::parse(text).expect("a puzzle");
    assert_eq!(draft.start(), "\"\"./\\.\\");
    let again = Draft::parse(&draft.text()).expect("a puzzle");
    assert_eq!(again.start(), draft.start());
    assert!(draft.text().starts_with("# Who made it?\nname = 'Test'\n"));
    assert!(Draft::parse("name = 1").is_err());
}
