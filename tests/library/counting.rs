//! `huarong count` against witnesses of its own: positions, goals, mirror images and packings.
//!
//! Small boards are enumerated text by text, medium boards by their larger pieces. If both would
//! take too long, there are closed formulas and published numbers.

use crate::common::{csv_rows, huarong, text};
use huarong_core::counting;
use huarong_core::counting::CountError;
use huarong_core::effort::{Cancelled, Effort, Progress};
use huarong_core::grid::Region;
use naive::Naive;
use num_bigint::BigUint;
use proptest::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The shapes that every board has, in the order in which piece sets name them.
const KNOWN: [(char, &str); 4] = [('B', "xx/xx"), ('H', "xx"), ('V', "x/x"), ('S', "x")];

/// (column, row), counted from the top left corner.
type Cell = (usize, usize);

/// A board and its shapes: rows joined by '/', '#' a wall of the board, 'x' a cell of a shape.
#[derive(Clone, Debug)]
struct Setting {
    board: String,
    added: Vec<(char, &'static str)>,
    /// Explicit goals; if empty, the usual goal.
    goal: Vec<(char, Cell)>,
}

impl Setting {
    fn new(board: &str) -> Self {
        Self { board: board.to_owned(), added: Vec::new(), goal: Vec::new() }
    }

    fn open(width: usize, height: usize) -> Self {
        Self::new(&vec![".".repeat(width); height].join("/"))
    }

    fn with_shapes(mut self, added: &[(char, &'static str)]) -> Self {
        self.added.extend(added);
        self
    }

    fn with_goal(mut self, goal: &[(char, Cell)]) -> Self {
        self.goal.extend(goal);
        self
    }

    fn width(&self) -> usize {
        self.board.split('/').next().unwrap().len()
    }

    fn height(&self) -> usize {
        self.board.split('/').count()
    }

    /// The board's size on the command line.
    fn size(&self) -> String {
        format!("{}x{}", self.width(), self.height())
    }

    /// Number of cells that are not walls.
    fn room(&self) -> usize {
        self.board.matches('.').count()
    }

    /// Letter and drawing of every shape, in the order in which piece sets name them.
    fn shapes(&self) -> Vec<(char, &'static str)> {
        KNOWN.iter().chain(&self.added).copied().collect()
    }

    /// Number of cells that some pieces cover.
    fn covered(&self, counts: &[usize]) -> usize {
        let shapes = self.shapes();
        shapes
            .iter()
            .zip(counts)
            .map(|((_, polyomino), n)| n * polyomino.matches('x').count())
            .sum()
    }

    /// The options of the command.
    fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        if self.board.contains('#') {
            options.extend(["--walls".to_owned(), self.board.clone()]);
        } else {
            options.extend(["--board".to_owned(), self.size()]);
        }
        for (letter, polyomino) in &self.added {
            options
                .extend(["--shape".to_owned(), format!("{letter}={}", zeros_and_ones(polyomino))]);
        }
        for (letter, (column, row)) in &self.goal {
            options.extend(["--goal".to_owned(), format!("{letter}{},{}", column + 1, row + 1)]);
        }
        options
    }

    /// A piece set with every count written out.
    fn set(&self, counts: &[usize]) -> String {
        let shapes = self.shapes();
        assert_eq!(counts.len(), shapes.len());
        let part = |(n, (letter, _)): (&usize, &(char, _))| format!("{n}{}", letter.to_lowercase());
        counts.iter().zip(&shapes).map(part).collect()
    }

    /// The counts of a piece set as the program names it.
    fn counts(&self, set: &str) -> Vec<usize> {
        let shapes = self.shapes();
        let mut counts = vec![0; shapes.len()];
        counts[0] = 1;
        let (mut number, mut last) = (String::new(), None);
        for c in set.chars() {
            if c.is_ascii_digit() {
                number.push(c);
                continue;
            }
            let shape = shapes.iter().position(|(letter, _)| letter.to_ascii_lowercase() == c);
            assert!(shape.is_some() && shape > last, "the order of {set:?}");
            counts[shape.unwrap()] = number.parse().expect("a count before every letter");
            assert!(c != 'b' || number != "1", "the single big piece of {set:?}");
            number.clear();
            last = shape;
        }
        assert!(number.is_empty(), "{set:?}");
        counts
    }

    /// The program's rows for some piece sets, in their order.
    fn ask(&self, sets: &[Vec<usize>]) -> Vec<Row> {
        let mut arguments = vec!["count".to_owned()];
        arguments.extend(sets.iter().map(|counts| self.set(counts)));
        arguments.extend(self.options());
        let rows = json(&arguments);
        assert_eq!(rows.len(), sets.len(), "{arguments:?}");
        let row = |(row, counts): (&Value, &Vec<usize>)| {
            assert_eq!(row["board"], self.size(), "{arguments:?}");
            assert_eq!(self.counts(row["piece_set"].as_str().unwrap()), *counts, "{arguments:?}");
            Row::read(row)
        };
        rows.iter().zip(sets).map(row).collect()
    }

    /// The program's row for one piece set.
    fn ask_one<const N: usize>(&self, counts: [usize; N]) -> Row {
        self.ask(&[counts.to_vec()]).pop().unwrap()
    }

    /// The program's rows for the family, by counts, and the total.
    fn ask_family(&self) -> (BTreeMap<Vec<usize>, Row>, Row) {
        let mut arguments = vec!["count".to_owned()];
        arguments.extend(self.options());
        let mut rows = json(&arguments);
        let total = rows.pop().expect("a total");
        assert_eq!(total["piece_set"], Value::Null, "{arguments:?}");
        let mut found = BTreeMap::new();
        for row in rows {
            let counts = self.counts(row["piece_set"].as_str().unwrap());
            assert!(found.insert(counts, Row::read(&row)).is_none(), "{row} comes twice");
        }
        (found, Row::read(&total))
    }

    /// The goals: the explicit ones, or else a big piece in the middle of the bottom rows, if there
    /// is one and no wall blocks it.
    fn goals(&self, counts: &[usize]) -> Vec<(char, Cell)> {
        if !self.goal.is_empty() || counts[0] == 0 || self.width().min(self.height()) < 2 {
            return self.goal.clone();
        }
        let usual = ((self.width() - 2) / 2, self.height() - 2);
        let cells = placed(&drawn(KNOWN[0].1, 'x'), usual).unwrap();
        let open = drawn(&self.board, '.');
        let free = cells.iter().all(|cell| open.contains(cell));
        free.then_some(('B', usual)).into_iter().collect()
    }

    fn naive(&self, counts: &[usize]) -> Naive {
        Naive {
            width: self.width(),
            height: self.height(),
            walls: drawn(&self.board, '#'),
            shapes: self
                .shapes()
                .iter()
                .map(|&(letter, polyomino)| (letter, drawn(polyomino, 'x')))
                .collect(),
            goal: self.goals(counts),
        }
    }

    /// The letter of each shape's mirror image; `None` if the mirror image is not the same puzzle.
    fn mirror_letters(&self, counts: &[usize]) -> Option<HashMap<char, char>> {
        if flipped(&self.board) != self.board {
            return None;
        }
        let shapes = self.shapes();
        let mut letters = HashMap::from([('.', '.'), ('#', '#'), ('/', '/')]);
        for ((letter, polyomino), count) in shapes.iter().zip(counts) {
            let image = flipped(polyomino);
            // A symmetric shape maps to itself, even if another shape has the same cells.
            let partner = if image == *polyomino {
                *letter
            } else {
                let partner = shapes.iter().zip(counts).find(|((_, other), _)| *other == image);
                match partner {
                    Some(((partner, _), other)) if other == count => *partner,
                    _ if *count == 0 => *letter,
                    _ => return None,
                }
            };
            letters.insert(*letter, partner);
        }
        Some(letters)
    }

    /// The expected row for a piece set, by enumerating all its positions.
    fn enumerate(&self, counts: &[usize]) -> Row {
        let naive = self.naive(counts);
        let positions = naive.arrangements(counts);
        let with_goal = positions.iter().filter(|text| naive.is_goal(text)).count();
        let up_to_mirror = self.mirror_letters(counts).map(|letters| {
            let classes: BTreeSet<String> = positions
                .iter()
                .map(|text| {
                    let image: String = naive.mirror(text).chars().map(|c| letters[&c]).collect();
                    assert!(positions.contains(&image), "{image} mirrors {text}");
                    image.min(text.clone())
                })
                .collect();
            classes.len().to_string()
        });
        Row {
            positions: positions.len().to_string(),
            goal_positions: (!naive.goal.is_empty()).then(|| with_goal.to_string()),
            up_to_mirror,
        }
    }

    /// Compares the program with the enumeration on some piece sets.
    fn check<const N: usize>(&self, sets: &[[usize; N]]) {
        let sets: Vec<_> = sets.iter().map(|counts| counts.to_vec()).collect();
        for (counts, row) in sets.iter().zip(self.ask(&sets)) {
            assert_eq!(row, self.enumerate(counts), "{counts:?} of {self:?}");
        }
    }

    /// Compares the program with the enumeration on the whole family.
    fn check_family(&self) {
        let (rows, total) = self.ask_family();
        let mut expected = BTreeMap::new();
        for counts in self.all_counts() {
            if counts[0] == 1 && self.covered(&counts) + 2 <= self.room() {
                let row = self.enumerate(&counts);
                if row.positions != "0" {
                    expected.insert(counts, row);
                }
            }
        }
        assert_eq!(rows, expected, "{self:?}");
        assert_eq!(number(&total.positions), sum(&rows, |row| &row.positions), "{self:?}");
    }

    /// Every piece set that covers at most as many cells as exist.
    fn all_counts(&self) -> Vec<Vec<usize>> {
        let mut found = vec![Vec::new()];
        for (shape, (_, polyomino)) in self.shapes().iter().enumerate() {
            let cells = polyomino.matches('x').count();
            let mut longer = Vec::new();
            for counts in found {
                let left = self.room() - self.covered(&counts);
                assert_eq!(counts.len(), shape);
                longer.extend((0..=left / cells).map(|n| [&counts[..], &[n]].concat()));
            }
            found = longer;
        }
        found
    }

    /// Number of count to place any pieces at all; the state is only the covered cells.
    fn everything(&self) -> u128 {
        fn fill(
            shapes: &[Vec<Cell>],
            covered: &mut Vec<Vec<bool>>,
            cell: usize,
            seen: &mut HashMap<(usize, Vec<Vec<bool>>), u128>,
        ) -> u128 {
            let width = covered[0].len();
            if cell == width * covered.len() {
                return 1;
            }
            if let Some(&count) = seen.get(&(cell, covered.clone())) {
                return count;
            }
            let here = (cell % width, cell / width);
            let mut count = fill(shapes, covered, cell + 1, seen);
            for shape in shapes {
                let Some(cells) = placed(shape, here) else { continue };
                let free =
                    |&(x, y): &Cell| covered.get(y).and_then(|row| row.get(x)) == Some(&false);
                if cells.iter().all(free) {
                    cells.iter().for_each(|&(x, y)| covered[y][x] = true);
                    count += fill(shapes, covered, cell + 1, seen);
                    cells.iter().for_each(|&(x, y)| covered[y][x] = false);
                }
            }
            seen.insert((cell, covered.clone()), count);
            count
        }
        let mut covered = vec![vec![false; self.width()]; self.height()];
        drawn(&self.board, '#').iter().for_each(|&(x, y)| covered[y][x] = true);
        let shapes: Vec<_> =
            self.shapes().iter().map(|(_, polyomino)| drawn(polyomino, 'x')).collect();
        fill(&shapes, &mut covered, 0, &mut HashMap::new())
    }

    /// The program's sum over all piece sets.
    fn sum_of_all_sets(&self) -> u128 {
        self.ask(&self.all_counts()).iter().map(|row| number(&row.positions)).sum()
    }
}

/// The program's numbers for a piece set.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    positions: String,
    goal_positions: Option<String>,
    up_to_mirror: Option<String>,
}

impl Row {
    fn new(positions: u128, goal_positions: Option<u128>, up_to_mirror: Option<u128>) -> Self {
        Self {
            positions: positions.to_string(),
            goal_positions: goal_positions.map(|n| n.to_string()),
            up_to_mirror: up_to_mirror.map(|n| n.to_string()),
        }
    }

    fn read(row: &Value) -> Self {
        let number = |name: &str| match row.get(name) {
            Some(Value::Null) => None,
            Some(Value::String(digits)) => Some(digits.clone()),
            _ => panic!("{name} in {row}"),
        };
        Self {
            positions: number("positions").expect("positions are always counted"),
            goal_positions: number("goal_positions"),
            up_to_mirror: number("up_to_mirror"),
        }
    }
}

/// The JSON objects that the program prints, one per line.
fn json<T: AsRef<str>>(arguments: &[T]) -> Vec<Value> {
    let mut command = huarong();
    command.args(arguments.iter().map(AsRef::as_ref)).args(["--format", "json"]);
    let printed = text(&command.assert().success().get_output().stdout);
    printed.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn number(digits: &str) -> u128 {
    digits.parse().unwrap_or_else(|_| panic!("{digits:?} is no number"))
}

/// The sum of one number over all rows.
fn sum(rows: &BTreeMap<Vec<usize>, Row>, of: impl Fn(&Row) -> &String) -> u128 {
    rows.values().map(|row| number(of(row))).sum()
}

/// The (column, row) of every cell drawn with a sign, in reading order.
fn drawn(drawing: &str, sign: char) -> Vec<Cell> {
    let rows = drawing.split('/').enumerate();
    let cells = rows.flat_map(|(row, line)| line.chars().enumerate().map(move |c| (c, row)));
    cells.filter(|((_, c), _)| *c == sign).map(|((column, _), row)| (column, row)).collect()
}

/// The cells of a shape whose first cell in reading order is at a cell; `None` if it reaches left
/// of the board.
fn placed(shape: &[Cell], (column, row): Cell) -> Option<Vec<Cell>> {
    let cells = shape.iter().map(|(x, y)| Some(((column + x).checked_sub(shape[0].0)?, row + y)));
    cells.collect()
}

/// The left-right mirror image of a drawing.
fn flipped(drawing: &str) -> String {
    let rows: Vec<String> = drawing.split('/').map(|row| row.chars().rev().collect()).collect();
    rows.join("/")
}

/// A drawing with rows and columns exchanged.
fn transposed(drawing: &str) -> String {
    let rows: Vec<&[u8]> = drawing.split('/').map(str::as_bytes).collect();
    let column = |x| rows.iter().map(|row| char::from(row[x])).collect::<String>();
    (0..rows[0].len()).map(column).collect::<Vec<_>>().join("/")
}

/// A shape in the command-line notation.
fn zeros_and_ones(polyomino: &str) -> String {
    let row = |row: &str| {
        row.chars().map(|c| if c == 'x' { "1" } else { "0" }).collect::<Vec<_>>().join(",")
    };
    polyomino.split('/').map(row).collect::<Vec<_>>().join("/")
}

/// The binomial coefficient, from Pascal's triangle.
fn choose(n: usize, k: usize) -> BigUint {
    let mut row = vec![BigUint::from(1u32)];
    for _ in 0..n {
        let inner = row.windows(2).map(|pair| &pair[0] + &pair[1]);
        row = [BigUint::from(1u32)].into_iter().chain(inner).chain([1u32.into()]).collect();
    }
    row.get(k).cloned().unwrap_or_default()
}

fn small(n: BigUint) -> u128 {
    n.try_into().expect("a number of 128 bits")
}

#[test]
fn sets_of_the_usual_board_are_the_naive_ones() {
    Setting::open(4, 5).check(&[
        [1, 1, 4, 4],
        [1, 0, 0, 0],
        [1, 4, 4, 0],
        [1, 2, 1, 3],
        [1, 0, 6, 1],
        [1, 0, 0, 16],
        [2, 1, 2, 4],
        [3, 0, 2, 2],
        [4, 2, 0, 0],
        [0, 3, 5, 4],
        [0, 10, 0, 0],
        // The big piece splits the available room.
        [1, 0, 7, 0],
        [5, 0, 0, 0],
    ]);
}

#[test]
fn sets_of_other_boards_are_the_naive_ones() {
    for (width, height) in [(3, 3), (3, 4), (4, 3), (5, 3)] {
        let sets = [
            [1, 0, 0, 0],
            [1, 1, 0, 2],
            [1, 1, 1, 1],
            [1, 0, 2, 0],
            [0, 2, 1, 3],
            [0, 1, 2, 2],
            [0, 0, 0, 5],
            [0, 0, 0, 0],
            [2, 0, 0, 1],
        ];
        Setting::open(width, height).check(&sets);
    }
    Setting::open(5, 3).check(&[[2, 1, 1, 3], [2, 0, 2, 1], [1, 3, 2, 1], [3, 0, 0, 0]]);
    Setting::open(2, 2).check(&[[1, 0, 0, 0], [0, 0, 0, 4], [0, 1, 1, 0], [0, 2, 0, 0]]);
    Setting::open(6, 2).check(&[[1, 1, 1, 1], [3, 0, 0, 0], [2, 1, 1, 0], [0, 2, 3, 2]]);
    Setting::open(1, 7).check(&[[0, 0, 2, 2], [0, 0, 3, 1], [0, 1, 0, 0]]);
    Setting::open(7, 1).check(&[[0, 2, 0, 2], [0, 3, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0]]);
    Setting::open(1, 1).check(&[[0, 0, 0, 0], [0, 0, 0, 1]]);
}

#[test]
fn sets_among_walls_are_the_naive_ones() {
    let sets = [[1, 1, 1, 2], [1, 0, 0, 0], [1, 2, 0, 1], [0, 2, 2, 1], [2, 0, 1, 0], [0, 0, 0, 3]];
    for board in [
        // Symmetric boards.
        "#..#/..../..../....",
        "#...#/.#.#./...../.....",
        "..#../..#../..#../..#..",
        "..../.##./..../..../.##.",
        // Asymmetric boards.
        "#.../..../..../....",
        "...../..#../.#.../.....",
        "...#/..../..../#...",
        // The second row is the reverse of the first, which does not make a mirror image.
        "#..../....#/...../.....",
        "....#/#..../...../.....",
    ] {
        Setting::new(board).check(&sets);
    }
    // Walls may leave no room for the goal, for a piece, or for anything.
    Setting::new("..../..../.#../....").check(&[[1, 0, 0, 0], [1, 1, 1, 1]]);
    Setting::new(".#.#./#.#.#/.#.#.").check(&[[0, 0, 0, 3], [0, 1, 0, 0], [1, 0, 0, 0]]);
    Setting::new("##/##").check(&[[0, 0, 0, 0]]);
}

#[test]
fn walls_name_the_board() {
    let counts = |arguments: &[&str]| Row::read(&json(arguments)[0]);
    let walls = "#..#/..../..../..../....";
    let alone = counts(&["count", "1h2v3s", "--walls", walls]);
    assert_eq!(alone, Setting::new(walls).enumerate(&[1, 1, 2, 3]));
    assert_eq!(counts(&["count", "1h2v3s", "--walls", walls, "--board", "4x5"]), alone);
    // A drawing without walls equals the bare board.
    let bare = counts(&["count", "1h2v3s", "--walls", "..../..../..../..../...."]);
    assert_eq!(bare, counts(&["count", "1h2v3s"]));
    assert_eq!(bare, counts(&["count", "1h2v3s", "--board", "4x5"]));
}

#[test]
fn sets_of_odd_shapes_are_the_naive_ones() {
    // The shapes are mirror images of each other, and the first cell of J is not in its first
    // column.
    let pair = [('L', "x./x./xx"), ('J', ".x/.x/xx")];
    let sets = [
        [0, 0, 0, 0, 1, 1],
        [0, 0, 0, 0, 2, 2],
        [0, 1, 1, 0, 1, 1],
        [1, 0, 0, 1, 1, 1],
        [0, 0, 1, 0, 2, 1],
        [0, 0, 0, 0, 1, 0],
        [1, 1, 0, 0, 0, 1],
        [0, 2, 2, 2, 0, 0],
    ];
    Setting::open(4, 4).with_shapes(&pair).check(&sets);
    Setting::open(5, 4).with_shapes(&pair).check(&sets);
    Setting::new("#...#/...../...../..#..").with_shapes(&pair).check(&sets);
    Setting::new("#..../...../...../.....").with_shapes(&pair).check(&sets);
    // The same in the other order, among symmetric shapes.
    let mixed = [('Z', "xx./.xx"), ('T', "xxx/.x."), ('N', ".xx/xx."), ('P', ".x./xxx/.x.")];
    Setting::open(5, 4).with_shapes(&mixed).check(&[
        [0, 0, 0, 1, 1, 0, 1, 0],
        [0, 1, 0, 0, 1, 1, 1, 0],
        [0, 0, 0, 0, 0, 1, 0, 1],
        [0, 0, 1, 1, 1, 1, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 1],
        [0, 0, 0, 0, 2, 0, 2, 0],
    ]);
    // A ring with room inside; a shape without its mirror image; a cross on the axis.
    let ring = [('O', "xxx/x.x/xxx"), ('G', "xx/x.")];
    Setting::open(5, 4).with_shapes(&ring).check(&[
        [0, 0, 0, 1, 1, 0],
        [0, 0, 0, 4, 1, 0],
        [0, 1, 0, 0, 1, 1],
        [0, 0, 0, 2, 0, 2],
        [1, 0, 0, 1, 0, 0],
    ]);
}

#[test]
fn shapes_of_one_polyomino_are_distinguished() {
    let twins = [('A', "x"), ('C', "xx"), ('D', "xx/xx")];
    Setting::open(4, 3).with_shapes(&twins).check(&[
        [0, 0, 0, 2, 3, 0, 0],
        [0, 1, 0, 1, 1, 2, 0],
        [1, 0, 0, 1, 1, 0, 1],
        [0, 0, 1, 0, 2, 1, 1],
    ]);
}

#[test]
fn goals_are_the_naive_ones() {
    let sets = [[1, 1, 2, 1], [2, 1, 1, 0], [2, 1, 1, 2]];
    for goal in [
        &[('B', (0, 0))][..],
        &[('H', (1, 2))],
        &[('S', (3, 0))],
        &[('B', (0, 0)), ('V', (3, 1))],
        &[('B', (1, 2)), ('H', (0, 0)), ('V', (0, 1))],
    ] {
        let sets: Vec<_> = sets.into_iter().filter(|set| goal[0].0 != 'S' || set[3] > 0).collect();
        Setting::open(4, 4).with_goal(goal).check(&sets);
        Setting::new("..../..../..../#..#").with_goal(goal).check(&sets);
        Setting::new("..../..../..../...#").with_goal(goal).check(&sets);
    }
    // Two pieces of one shape each have a goal, in either order.
    for goal in [[('B', (0, 0)), ('B', (2, 0))], [('B', (2, 0)), ('B', (0, 0))]] {
        Setting::open(5, 3).with_goal(&goal).check(&[[2, 1, 0, 1], [2, 0, 2, 0], [3, 0, 0, 0]]);
    }
    // The first cell of a shape is not always in its first column.
    let shapes = [('J', ".x/.x/xx"), ('T', ".x./xxx"), ('N', ".xx/xx.")];
    let setting = Setting::open(5, 4).with_shapes(&shapes);
    for (goal, set) in [
        (('J', (1, 0)), [0, 1, 0, 1, 1, 0, 0]),
        (('J', (4, 1)), [0, 0, 1, 1, 1, 1, 0]),
        (('T', (3, 2)), [0, 1, 0, 1, 0, 2, 0]),
        (('N', (3, 0)), [0, 0, 1, 0, 0, 1, 1]),
    ] {
        setting.clone().with_goal(&[goal]).check(&[set]);
        let with_goal = setting.clone().with_goal(&[goal]).ask_one(set).goal_positions;
        assert_ne!(with_goal.as_deref(), Some("0"), "{goal:?} can be reached");
    }
    // Several big pieces: any of them at the goal counts.
    Setting::open(4, 5).check(&[[2, 0, 0, 1], [3, 1, 1, 1]]);
}

#[test]
fn the_usual_goal_can_be_named() {
    for (width, height, goal) in [(4, 5, (1, 3)), (5, 4, (1, 2)), (3, 3, (0, 1)), (6, 3, (2, 1))] {
        let usual = Setting::open(width, height).ask_one([1, 1, 1, 1]);
        let named = Setting::open(width, height).with_goal(&[('B', goal)]).ask_one([1, 1, 1, 1]);
        assert_eq!(usual, named, "{width}x{height}");
        let other = Setting::open(width, height).with_goal(&[('B', (0, 0))]).ask_one([1, 1, 1, 1]);
        assert_eq!(usual.positions, other.positions);
        assert_eq!(usual.up_to_mirror, other.up_to_mirror);
    }
}

#[test]
fn piece_sets_are_read_in_any_order() {
    let rows = json(&["count", "1h4v4s", "4s1h4v", "4v4s1h1b", "1b1h4v4s"]);
    assert_eq!(rows.len(), 4);
    for row in &rows {
        assert_eq!(row["board"], "4x5");
        assert_eq!(row["piece_set"], "1h4v4s");
        assert_eq!(Row::read(row).positions, "65880");
    }
    // Omitted letters have no pieces; only the big piece defaults to one.
    let setting = Setting::open(4, 5);
    for (set, counts) in [("2b1h4s", [2, 1, 0, 4]), ("0b3h", [0, 3, 0, 0]), ("3v", [1, 0, 3, 0])] {
        let row = &json(&["count", set])[0];
        assert_eq!(setting.counts(row["piece_set"].as_str().unwrap()), counts, "{row}");
        assert_eq!(Row::read(row), setting.enumerate(&counts), "{set}");
    }
}

#[test]
fn formats_say_the_same() {
    let family = ["count", "--board", "4x4"];
    let sets = ["count", "1h2v3s", "0b3h2v", "--walls", "#.../..../..../...."];
    for arguments in [&family[..], &sets] {
        let output = |format| {
            let run = huarong().args(arguments).args(["--format", format]).assert().success();
            text(&run.get_output().stdout)
        };
        let rows = json(arguments);
        let csv = output("csv");
        assert!(csv.starts_with("board,piece_set,positions,goal_positions,up_to_mirror"), "{csv}");
        let csv = csv_rows(&csv);
        let has_total = arguments == family;
        assert_eq!(csv.len(), rows.len() - usize::from(has_total));
        for (row, line) in rows.iter().zip(&csv) {
            for (name, value) in row.as_object().unwrap() {
                if let Value::String(value) = value {
                    assert_eq!(line[name], *value, "{name} of {row}");
                } else if value.is_null() {
                    assert_eq!(line[name], "", "{name} of {row}");
                }
            }
        }
        // The locale does not change the grouping of digits.
        let mut shown = output("text");
        shown.retain(|c| !matches!(c, ',' | '_' | '\'' | '\u{202f}' | '\u{a0}'));
        for row in rows {
            let positions = row["positions"].as_str().unwrap();
            assert!(shown.contains(positions), "{positions} in {shown}");
        }
    }
}

/// The larger pieces of a board, counted by the number of free cells left for small pieces.
#[derive(Default)]
struct Larger {
    arrangements: u128,
    with_goal: u128,
    /// Symmetric ones, by the number of free cells on the axis.
    own_images: BTreeMap<usize, u128>,
}

/// A slow enumeration of big, horizontal and vertical pieces on a bare board of at most 64 cells;
/// binomials count the small pieces.
struct Skeletons {
    width: usize,
    height: usize,
    found: BTreeMap<[usize; 3], Larger>,
}

impl Skeletons {
    /// All with at most the given number of each.
    fn new(width: usize, height: usize, most: [usize; 3]) -> Self {
        let mut skeletons = Self { width, height, found: BTreeMap::new() };
        skeletons.place(0, 0, most, most, &mut Vec::new());
        skeletons
    }

    fn place(
        &mut self,
        cell: usize,
        covered: u64,
        left: [usize; 3],
        most: [usize; 3],
        pieces: &mut Vec<(usize, usize)>,
    ) {
        if cell == self.width * self.height {
            let counts = [0, 1, 2].map(|kind| most[kind] - left[kind]);
            self.note(counts, covered, pieces);
            return;
        }
        self.place(cell + 1, covered, left, most, pieces);
        let beside = cell % self.width + 1 < self.width;
        let below = cell + self.width < self.width * self.height;
        let polyominoes = [3 | 3 << self.width, 3, 1 | 1 << self.width];
        for (kind, fits) in [beside && below, beside, below].into_iter().enumerate() {
            if fits && left[kind] > 0 && covered & (polyominoes[kind] << cell) == 0 {
                let mut left = left;
                left[kind] -= 1;
                pieces.push((kind, cell));
                self.place(cell + 1, covered | polyominoes[kind] << cell, left, most, pieces);
                pieces.pop();
            }
        }
    }

    fn note(&mut self, counts: [usize; 3], covered: u64, pieces: &[(usize, usize)]) {
        let (width, height) = (self.width, self.height);
        let larger = self.found.entry(counts).or_default();
        larger.arrangements += 1;
        larger.with_goal +=
            u128::from(pieces.contains(&(0, (height - 2) * width + (width - 2) / 2)));
        let image = |&(kind, cell): &(usize, usize)| {
            let wide = if kind == 2 { 1 } else { 2 };
            (kind, cell / width * width + width - wide - cell % width)
        };
        if pieces.iter().all(|piece| pieces.contains(&image(piece))) {
            let axis = (0..height * (width % 2)).map(|row| row * width + width / 2);
            let free = axis.filter(|cell| covered >> cell & 1 == 0).count();
            *larger.own_images.entry(free).or_default() += 1;
        }
    }

    /// The expected row for a piece set.
    fn row(&self, counts: &[usize]) -> Row {
        let none = Larger::default();
        let larger = self.found.get(&counts[..3]).unwrap_or(&none);
        let (covered, small_pieces) = (4 * counts[0] + 2 * counts[1] + 2 * counts[2], counts[3]);
        let Some(free) = (self.width * self.height).checked_sub(covered) else {
            return Row::new(0, (counts[0] > 0).then_some(0), Some(0));
        };
        let fillings = small(choose(free, small_pieces));
        let positions = larger.arrangements * fillings;
        // Small pieces are symmetric if they form mirrored pairs or are on the axis.
        let mut own_images = 0;
        for (axis, found) in &larger.own_images {
            for paired in 0..=small_pieces / 2 {
                let alone = choose(*axis, small_pieces - 2 * paired);
                own_images += found * small(choose((free - axis) / 2, paired) * alone);
            }
        }
        assert_eq!((positions + own_images) % 2, 0);
        let with_goal = (counts[0] > 0).then_some(larger.with_goal * fillings);
        Row::new(positions, with_goal, Some((positions + own_images) / 2))
    }

    /// The sets of the family: one big piece, two empty cells, and at least one arrangement.
    fn family(&self) -> Vec<Vec<usize>> {
        let mut sets = Vec::new();
        for &[big_pieces, horizontals, verticals] in self.found.keys().filter(|found| found[0] == 1)
        {
            let free = self.width * self.height - 4 - 2 * (horizontals + verticals);
            let small_pieces = 0..(free + 1).saturating_sub(2);
            sets.extend(
                small_pieces
                    .map(|small_pieces| vec![big_pieces, horizontals, verticals, small_pieces]),
            );
        }
        sets
    }
}

#[test]
fn the_two_witnesses_agree() {
    for (width, height) in [(3, 3), (4, 3), (3, 4)] {
        let skeletons = Skeletons::new(width, height, [9; 3]);
        let setting = Setting::open(width, height);
        for counts in setting.all_counts() {
            assert_eq!(skeletons.row(&counts), setting.enumerate(&counts), "{counts:?}");
        }
    }
}

#[test]
fn families_are_the_naive_ones() {
    Setting::open(3, 3).check_family();
    Setting::open(4, 3).check_family();
    Setting::new("#.#/.../.../...").check_family();
    Setting::new("...#/..../....").check_family();
    // An added shape takes part, with any number of pieces.
    Setting::open(3, 3).with_shapes(&[('R', ".x/xx")]).check_family();
}

#[test]
fn the_family_is_the_published_one() {
    // dnomd343's klotski engine, 2024: 203 piece sets, 29,334,498 positions.
    let setting = Setting::open(4, 5);
    let (rows, total) = setting.ask_family();
    assert_eq!(rows.len(), 203);
    assert_eq!(total.positions, "29334498");
    let skeletons = Skeletons::new(4, 5, [1, 10, 10]);
    assert_eq!(rows.keys().cloned().collect::<Vec<_>>(), skeletons.family());
    for (counts, row) in &rows {
        assert_eq!(*row, skeletons.row(counts), "{counts:?}");
    }
    assert_eq!(sum(&rows, |row| &row.positions), 29_334_498);
    let goal = |row: &Row| row.goal_positions.clone();
    let mirror = |row: &Row| row.up_to_mirror.clone();
    for column in [&goal as &dyn Fn(&Row) -> Option<String>, &mirror] {
        let rows: u128 = rows.values().map(|row| number(&column(row).unwrap())).sum();
        assert_eq!(column(&total), Some(rows.to_string()));
    }
    // Each set queried alone, and all sets together, give the same rows.
    let sets: Vec<_> = rows.keys().cloned().collect();
    let together = setting.ask(&sets);
    for (counts, row) in sets.iter().zip(together) {
        assert_eq!(row, rows[counts], "{counts:?}");
    }
    for counts in sets.iter().step_by(7) {
        assert_eq!(setting.ask(std::slice::from_ref(counts))[0], rows[counts], "{counts:?}");
    }
}

#[test]
fn sets_of_middling_boards_are_enumerated() {
    for (width, height) in [(4, 4), (5, 4), (3, 6)] {
        let setting = Setting::open(width, height);
        let skeletons = Skeletons::new(width, height, [2, 10, 10]);
        let (rows, _) = setting.ask_family();
        assert_eq!(rows.keys().cloned().collect::<Vec<_>>(), skeletons.family());
        for (counts, row) in &rows {
            assert_eq!(*row, skeletons.row(counts), "{counts:?} on {}", setting.size());
        }
        // All others: no big piece, two of them, and full boards.
        let others = setting.all_counts().into_iter().filter(|counts| {
            counts[0] <= 2 && !rows.contains_key(counts) && counts.iter().sum::<usize>() % 3 == 1
        });
        let others: Vec<_> = others.collect();
        for (counts, row) in others.iter().zip(setting.ask(&others)) {
            assert_eq!(row, skeletons.row(counts), "{counts:?} on {}", setting.size());
        }
    }
}

#[test]
#[ignore = "long: a large board"]
fn the_larger_board_of_the_classic_pieces_is_counted() {
    let row = Setting::open(5, 6).ask_one([1, 4, 4, 4]);
    assert_eq!(row.positions, "894866280");
    assert_eq!(row, Skeletons::new(5, 6, [1, 4, 4]).row(&[1, 4, 4, 4]));
}

#[test]
fn all_sets_together_are_all_arrangements() {
    for (width, height) in [(3, 3), (4, 3), (2, 6), (4, 4)] {
        let setting = Setting::open(width, height);
        assert_eq!(setting.sum_of_all_sets(), setting.everything(), "{width}x{height}");
    }
    for board in ["#..#/..../....", "..../.#../...#", "...../..#../.#..."] {
        let setting = Setting::new(board);
        assert_eq!(setting.sum_of_all_sets(), setting.everything(), "{board}");
    }
    for board in [".../.../...", "..../..#./....", "#.../..../...."] {
        let setting = Setting::new(board).with_shapes(&[('J', ".x/.x/xx"), ('R', ".x/xx")]);
        assert_eq!(setting.sum_of_all_sets(), setting.everything(), "{board}");
    }
}

#[test]
fn transposed_boards_count_the_same() {
    let sets = [[1, 2, 1, 2], [1, 3, 0, 1], [1, 0, 2, 3], [2, 1, 0, 0], [2, 0, 2, 1]];
    let exchanged = sets.map(|[b, h, v, s]| vec![b, v, h, s]);
    let sets = sets.map(|set| set.to_vec());
    for board in [
        "...../...../...../.....",
        ".../.../.../.../...",
        "#...#/...../..#../.....",
        "....../....../......",
        "..#.../....../.....#",
        "......./......./......./......./.......",
    ] {
        let goal = [('B', (0, 1))];
        let there = Setting::new(board).with_goal(&goal).ask(&sets);
        let goal = [('B', (1, 0))];
        let back = Setting::new(&transposed(board)).with_goal(&goal).ask(&exchanged);
        for ((there, back), set) in there.iter().zip(&back).zip(&sets) {
            assert_eq!(there.positions, back.positions, "{set:?} on {board}");
            assert_eq!(there.goal_positions, back.goal_positions, "{set:?} on {board}");
        }
    }
}

#[test]
fn tilings_are_the_known_numbers() {
    // Kasteleyn, and Temperley and Fisher, 1961: dominoes on a chessboard.
    let setting = Setting::open(8, 8);
    let sets: Vec<_> = (0..=32).map(|h| vec![0, h, 32 - h, 0]).collect();
    let tilings: u128 = setting.ask(&sets).iter().map(|row| number(&row.positions)).sum();
    assert_eq!(tilings, 12_988_816);
    // Two columns: vertical dominoes stand side by side, so the rows are a one-dimensional line of
    // pieces.
    let setting = Setting::open(2, 40);
    let sets: Vec<_> = (0..=20).map(|pairs| vec![0, 40 - 2 * pairs, 2 * pairs, 0]).collect();
    for (pairs, row) in setting.ask(&sets).into_iter().enumerate() {
        let tilings = small(choose(40 - pairs, pairs));
        assert_eq!(row, Row::new(tilings, None, Some(tilings)), "{pairs} pairs");
    }
}

#[test]
fn boards_of_more_cells_than_a_word_has_bits_are_counted() {
    // At most one horizontal domino per row, and the small pieces anywhere.
    for (horizontals, small_pieces) in [(20, 0), (13, 7), (40, 0), (1, 40), (0, 40), (0, 80)] {
        let row = Setting::open(2, 40).ask_one([0, horizontals, 0, small_pieces]);
        let placed = small(choose(40, horizontals));
        let all = placed * small(choose(80 - 2 * horizontals, small_pieces));
        let paired = if small_pieces % 2 == 0 {
            choose(40 - horizontals, small_pieces / 2)
        } else {
            0u32.into()
        };
        let images = placed * small(paired);
        assert_eq!(
            row,
            Row::new(all, None, Some((all + images) / 2)),
            "{horizontals}h{small_pieces}s"
        );
    }
    // `v` vertical dominoes in a column of 40 have 40-v places, with the other column beside it.
    for verticals in [1, 2, 7, 20] {
        let column = |n: usize| small(choose(40 - n, n));
        let all: u128 = (0..=verticals).map(|n| column(n) * column(verticals - n)).sum();
        let images = if verticals % 2 == 0 { column(verticals / 2) } else { 0 };
        let row = Setting::open(2, 40).ask_one([0, 0, verticals, 0]);
        assert_eq!(row, Row::new(all, None, Some((all + images) / 2)), "{verticals}v");
        let row = Setting::open(40, 2).ask_one([0, verticals, 0, 0]);
        assert_eq!(row.positions, all.to_string(), "{verticals}h");
    }
}

#[test]
fn two_big_pieces_on_a_large_board_are_counted() {
    // Pairs of the 64 places of 9x9, minus pairs that overlap.
    let pairs = 64 * 63 / 2 - 2 * 8 * 7 - 2 * 7 * 7;
    // A symmetric pair is left and right of the middle column, on one row.
    let images = 3 * 8;
    // With one at the goal: all 64 places but the six that overlap it.
    let with_goal = 64 - 6;
    for small_pieces in [0, 1, 4, 36, 73] {
        let row = Setting::open(9, 9).ask_one([2, 0, 0, small_pieces]);
        let fillings = small(choose(73, small_pieces));
        let own: u128 = (0..=small_pieces / 2)
            .map(|paired| small(choose(32, paired)) * small(choose(9, small_pieces - 2 * paired)))
            .sum();
        let expected = Row::new(
            pairs * fillings,
            Some(with_goal * fillings),
            Some((pairs * fillings + images * own) / 2),
        );
        assert_eq!(row, expected, "{small_pieces} small pieces");
    }
}

#[test]
fn numbers_of_any_length_are_exact() {
    let row = Setting::open(2, 70).ask_one([0, 0, 0, 70]);
    let all = choose(140, 70);
    assert!(all.bits() > 128);
    let classes = (&all + choose(70, 35)) / 2u32;
    assert_eq!(row.positions, all.to_string());
    assert_eq!(row.up_to_mirror, Some(classes.to_string()));
}

/// A board for packings, its open cells in reading order.
struct Cells {
    /// For each open cell, a bit mask of its open neighbours.
    neighbours: Vec<u64>,
}

impl Cells {
    fn new(open: &[Cell]) -> Self {
        let near = |a: &Cell, b: &Cell| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
        let bits = |a| (0..open.len()).filter(|&b| near(a, &open[b])).map(|b| 1 << b).sum();
        Self { neighbours: open.iter().map(bits).collect() }
    }

    fn is_connected(&self, piece: u64) -> bool {
        let mut reached = piece & piece.wrapping_neg();
        loop {
            let near = (0..self.neighbours.len()).filter(|cell| reached >> cell & 1 == 1);
            let more = piece & near.fold(reached, |all, cell| all | self.neighbours[cell]);
            if more == reached {
                return reached == piece;
            }
            reached = more;
        }
    }

    /// Assigns every cell: empty, in an existing piece, or in a new piece. Then checks the pieces.
    fn assignments(&self, cell: usize, pieces: &mut Vec<u64>) -> u64 {
        if cell == self.neighbours.len() {
            return pieces.iter().all(|&piece| self.is_connected(piece)).into();
        }
        let mut count = self.assignments(cell + 1, pieces);
        for piece in 0..pieces.len() {
            pieces[piece] |= 1 << cell;
            count += self.assignments(cell + 1, pieces);
            pieces[piece] &= !(1 << cell);
        }
        pieces.push(1 << cell);
        count += self.assignments(cell + 1, pieces);
        pieces.pop();
        count
    }

    /// The first free cell is empty or in a piece grown around it; results are memoized.
    fn packings(&self, free: u64, known: &mut HashMap<u64, u64>) -> u64 {
        if free == 0 {
            return 1;
        }
        if let Some(&count) = known.get(&free) {
            return count;
        }
        let first = free & free.wrapping_neg();
        let mut count = self.packings(free & !first, known);
        count += self.grow(free, first, 0, known);
        known.insert(free, count);
        count
    }

    /// Grows a piece: as it is, or with one more neighbour. Excluded neighbours stay excluded.
    fn grow(&self, free: u64, piece: u64, mut out: u64, known: &mut HashMap<u64, u64>) -> u64 {
        let mut count = self.packings(free & !piece, known);
        for (cell, near) in self.neighbours.iter().enumerate() {
            if (free & !piece & !out) >> cell & 1 == 1 && near & piece != 0 {
                count += self.grow(free, piece | 1 << cell, out, known);
                out |= 1 << cell;
            }
        }
        count
    }
}

/// The number of packings of a board by assigning every cell, for up to 12 cells.
fn assigned(board: &str) -> String {
    Cells::new(&drawn(board, '.')).assignments(0, &mut Vec::new()).to_string()
}

/// The number of packings of a board by growing pieces.
fn grown(board: &str) -> String {
    let cells = Cells::new(&drawn(board, '.'));
    cells.packings((1 << cells.neighbours.len()) - 1, &mut HashMap::new()).to_string()
}

/// The program's number of packings of a board with its walls.
fn packings(board: &str) -> String {
    let size = Setting::new(board).size();
    let mut arguments = vec!["count", "--packings", &size];
    if board.contains('#') {
        arguments.extend(["--walls", board]);
    }
    let rows = json(&arguments);
    assert_eq!(rows.len(), 1, "{arguments:?}");
    assert_eq!(rows[0]["board"], *size);
    rows[0]["packings"].as_str().expect("a number as a text").to_owned()
}

/// A board without walls.
fn bare(width: usize, height: usize) -> String {
    Setting::open(width, height).board
}

/// A board whose walls are the bits of a number.
fn walled(width: usize, height: usize, walls: usize) -> String {
    let cell = |x, y| if walls >> (y * width + x) & 1 == 1 { '#' } else { '.' };
    let row = |y| (0..width).map(|x| cell(x, y)).collect::<String>();
    (0..height).map(row).collect::<Vec<_>>().join("/")
}

#[test]
fn packings_of_small_boards_are_the_assignments() {
    for height in 1..=4 {
        for width in 1..=4 {
            if width * height <= 10 {
                assert_eq!(packings(&bare(width, height)), assigned(&bare(width, height)));
            }
        }
    }
    assert_eq!(packings(&bare(4, 3)), assigned(&bare(4, 3)));
    assert_eq!(packings(&bare(3, 4)), packings(&bare(4, 3)));
}

#[test]
#[ignore = "long: many boards"]
fn packings_among_walls_are_the_assignments() {
    for walls in 0..64 {
        let board = walled(3, 2, walls);
        assert_eq!(packings(&board), assigned(&board), "{board}");
    }
    // Every eleventh drawing of 3x3 and some of 3x4, with at most ten open cells.
    for walls in (0..512).step_by(11) {
        let board = walled(3, 3, walls);
        assert_eq!(packings(&board), assigned(&board), "{board}");
    }
    for walls in (3..4096).step_by(67).filter(|walls: &usize| walls.count_ones() >= 2) {
        let board = walled(3, 4, walls);
        assert_eq!(packings(&board), assigned(&board), "{board}");
        assert_eq!(packings(&transposed(&board)), assigned(&board), "{board} transposed");
    }
}

#[test]
fn packings_of_middling_boards_are_grown() {
    // Both witnesses agree where the slower one is fast enough.
    for walls in (0..4096).step_by(41).filter(|walls: &usize| walls.count_ones() >= 3) {
        let board = walled(4, 3, walls);
        assert_eq!(grown(&board), assigned(&board), "{board}");
    }
    for board in [
        "..../..../..../....",
        "#..#/..../..../#..#",
        "..../.##./.##./....",
        "..../..#./..../#...",
        "...../.#.#./...../.....",
        "..#../..#../..#../.....",
        "#.#.#.#/......./.#.#.#.",
        "......./.#####./.......",
        "#...#/...../..#../.....",
        "......../........",
        "../../../../../../../..",
    ] {
        let expected = grown(board);
        assert_eq!(packings(board), expected, "{board}");
        assert_eq!(packings(&flipped(board)), expected, "{board} mirrored");
        assert_eq!(packings(&transposed(board)), expected, "{board} transposed");
    }
}

#[test]
fn packings_are_the_published_numbers() {
    // Bickford 2013.
    for (width, height, published) in [
        (4, 4, "55807716"),
        (5, 4, "6904653755"),
        (5, 5, "3117469335485"),
        (15, 2, "168315938005873"),
    ] {
        assert_eq!(packings(&bare(width, height)), published, "{width}x{height}");
        assert_eq!(packings(&bare(height, width)), published, "{height}x{width}");
    }
}

#[test]
fn packings_of_a_line_are_every_other_fibonacci_number() {
    // A further cell adds an empty cell, a piece of that cell, and the extended last piece if there
    // was one.
    let (mut all, mut ends_in_a_piece) = (BigUint::from(1u32), BigUint::from(0u32));
    for length in 1..=200 {
        let longer = &all + &ends_in_a_piece;
        all += &longer;
        ends_in_a_piece = longer;
        if length <= 16 || length % 50 == 0 {
            assert_eq!(packings(&bare(length, 1)), all.to_string(), "{length}x1");
            assert_eq!(packings(&bare(1, length)), all.to_string(), "1x{length}");
        }
    }
    assert!(all.bits() > 128);
}

#[test]
fn packings_of_parts_multiply() {
    let five = number(&packings("...../....."));
    assert_eq!(number(&packings("...../...../#####/...../.....")), five * five);
    assert_eq!(number(&packings("..#../..#../..#../..#../..#..")), five * five);
    // Cells that touch only at corners are each either empty or a piece.
    assert_eq!(packings(".#.#./#.#.#/.#.#./#.#.#"), "1024");
    assert_eq!(packings("##/##"), "1");
}

#[test]
fn packings_are_the_sets_of_all_shapes() {
    // Every shape that fits on the board has a letter; then a packing is a position of some set.
    for board in [
        "../..",
        "..#/...",
        "...../##.##",
        "#.#/.../#.#",
        "../#./..",
        "..#..#/..#...",
        "....../.#####",
        "........",
    ] {
        let open = drawn(board, '.');
        let mut polyominoes = BTreeSet::new();
        for piece in 1..1 << open.len() {
            let cells = (0..open.len()).filter(|cell| piece >> cell & 1 == 1);
            let cells: Vec<Cell> = cells.map(|cell| open[cell]).collect();
            if !Cells::new(&cells).is_connected((1 << cells.len()) - 1) {
                continue;
            }
            let (columns, rows) =
                (cells.iter().map(|cell| cell.0), cells.iter().map(|cell| cell.1));
            let (left, right) = (columns.clone().min().unwrap(), columns.max().unwrap());
            let (top, bottom) = (rows.clone().min().unwrap(), rows.max().unwrap());
            let cell = |x, y| if cells.contains(&(x, y)) { 'x' } else { '.' };
            let row = |y| (left..=right).map(|x| cell(x, y)).collect::<String>();
            polyominoes.insert((top..=bottom).map(row).collect::<Vec<_>>().join("/"));
        }
        for (_, known) in KNOWN {
            polyominoes.remove(known);
        }
        // At most 16 shapes are counted together.
        assert!(polyominoes.len() <= 12, "{board}: {polyominoes:?}");
        let letters = ('A'..='Z').filter(|letter| !"BHVS".contains(*letter));
        let added: Vec<_> =
            letters.zip(polyominoes.into_iter().map(|polyomino| &*polyomino.leak())).collect();
        let setting = Setting::new(board).with_shapes(&added);
        assert_eq!(setting.sum_of_all_sets(), number(&packings(board)), "{board}");
    }
}

/// The program's own error message; the command must fail with one.
fn refused(arguments: &[&str]) -> String {
    let mut command = huarong();
    let run = command.arg("count").args(arguments).timeout(Duration::from_secs(20)).assert();
    let output = run.failure().get_output().clone();
    let error = text(&output.stderr);
    assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}: {error}");
    assert!(error.starts_with("error: "), "{arguments:?}: {error}");
    assert_eq!(error.matches("error:").count(), 1, "{arguments:?}: {error}");
    assert!(!error.contains("panicked"), "{arguments:?}: {error}");
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
    error
}

/// Checks that each command is refused, and that its error contains a word.
fn check_refused(cases: &[(&[&str], &str)]) {
    for (arguments, wanted) in cases {
        let error = refused(arguments);
        assert!(error.contains(wanted), "{arguments:?}: {wanted:?} is not in {error}");
    }
}

#[test]
fn boards_that_are_none_are_refused() {
    check_refused(&[
        (&["--board", "0x3"], "0x3"),
        (&["--board", "3x0"], "3x0"),
        (&["--board", "3x"], "\"3x\" is not a board size"),
        (&["--board", "x3"], "\"x3\" is not a board size"),
        (&["--board", "3"], "\"3\" is not a board size"),
        (&["--board", ""], "\"\" is not a board size"),
        (&["--board", "3x3x3"], "3x3x3"),
        (&["--board=-4x5"], "-4x5"),
        (&["--board", "4.0x5"], "4.0x5"),
        (&["--board", "四x五"], "四x五"),
        (&["--packings", "0x0"], "0x0"),
        (&["--packings", "0x5"], "0x5"),
        (&["--packings", "5x"], "\"5x\" is not a board size"),
        (&["--packings", "five"], "five"),
        (&["--packings", ""], "\"\" is not a board size"),
    ]);
}

#[test]
fn walls_that_are_none_are_refused() {
    for walls in ["", "/", "..../...", ".../....", "..../..x./....", "..../ .../....", "....//...."]
    {
        refused(&["0b1s", "--walls", walls]);
    }
    for (size, walls) in [("4x5", "..../...."), ("4x2", "...../....."), ("2x4", "..../....")] {
        refused(&["0b1s", "--board", size, "--walls", walls]);
        refused(&["--packings", size, "--walls", walls]);
    }
    refused(&["--packings", "4x2", "--walls", "..../..x."]);
}

#[test]
fn shapes_that_are_none_are_refused() {
    for shape in [
        "",
        "L",
        "L=",
        "=1",
        "L=0",
        "L=0,0/0,0",
        "L=1,2",
        "L=1,x",
        "L=x",
        "LL=1",
        ".=1",
        "#=1",
        "/=1",
    ] {
        refused(&["0b1s", "--shape", shape]);
    }
    // Two disconnected parts, which at most touch at a corner.
    for shape in ["L=1,0/0,1", "L=1,0,1", "L=1/0/1"] {
        refused(&["0b1s", "--shape", shape]);
    }
    // Rows and columns beyond the range of a byte.
    for far in [format!("L=10/{}01", "0/".repeat(255)), format!("L={}1/1", "0".repeat(300))] {
        let error = refused(&["0b1s", "--shape", &far]);
        assert!(error.contains("at most 64 columns and rows"), "{error:.200}");
    }
    for shape in ["B=1", "H=1,1", "V=1/1/1", "S=1"] {
        let error = refused(&["0b1s", "--shape", shape]);
        assert!(error.contains(&shape[..1]), "{error}");
    }
    refused(&["0b1s", "--shape", "L=1,0/1,1", "--shape", "L=1,1/1,0"]);
}

#[test]
fn goals_that_are_none_are_refused() {
    for goal in ["", "B", "B2", "2,4", "B2,4,1", "Bx,y", "B-1,4", "B2;4", "B2.0,4", "Q1,1", "BB2,4"]
    {
        refused(&["1h4v4s", "--goal", goal]);
    }
    // Goals off the board, or partly off it.
    for goal in
        ["B5,1", "B1,6", "B4,4", "B2,5", "B0,4", "B2,0", "B99999999999999999999,1", "V1,5", "H4,1"]
    {
        refused(&["1h4v4s", "--goal", goal]);
    }
    refused(&["0b1j", "--shape", "J=0,1/0,1/1,1", "--goal", "J1,1"]);
    // On a wall.
    refused(&["1h", "--walls", "..../..../.#../..../....", "--goal", "B1,2"]);
    // Two pieces on one cell.
    refused(&["1h4v4s", "--goal", "B1,1", "--goal", "S2,2"]);
}

/// The same applies to rows of a family without such a piece.
#[test]
fn goals_of_shapes_without_a_piece_are_never_reached() {
    for arguments in
        [["0b3h", "--goal", "B2,4"], ["4v4s", "--goal", "H1,1"], ["0b4v4s", "--goal", "H1,1"]]
    {
        let arguments: Vec<String> =
            ["count"].iter().chain(&arguments).map(|a| a.to_string()).collect();
        assert_eq!(json(&arguments)[0]["goal_positions"], "0", "{arguments:?}");
    }
}

/// A count that would exceed the memory limit ends with an error message.
#[test]
fn counts_end_before_memory_does() {
    let region = Region::new(12, 12).unwrap();
    let effort = Effort { memory: 10_000_000, ..Effort::UNLIMITED };
    let Err(error) = counting::packings(&region, effort) else { panic!("it fits ten megabytes") };
    assert!(matches!(error, CountError::Memory { bytes: 10_000_000, .. }), "{error:?}");
    let words = error.to_string();
    assert!(words.contains("10 MB") && words.contains("a smaller board"), "{words}");
}

/// The observer can cancel a count.
#[test]
fn counts_end_when_they_are_cancelled() {
    let region = Region::new(6, 6).unwrap();
    let steps = AtomicU64::new(0);
    let observer = |progress: Progress<'_>| {
        if let Progress::Done(done) = progress {
            steps.fetch_add(done, Relaxed);
        }
        if steps.load(Relaxed) >= 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let effort = Effort { observer: &observer, ..Effort::UNLIMITED };
    assert_eq!(counting::packings(&region, effort), Err(CountError::Cancelled(Cancelled)));
    assert_eq!(steps.into_inner(), 10);
}

#[test]
fn piece_sets_that_are_none_are_refused() {
    check_refused(&[
        (&["9x"], "'x'"),
        (&[""], "it is empty"),
        (&["hvs"], "'h' has no count before it"),
        (&["1h4"], "1h4"),
        (&["1h1h"], "twice"),
        (&["1b1h1b"], "twice"),
        (&["1h-4v"], "'-'"),
        (&["1.5h"], "'.'"),
        (&["1h 4v"], "' '"),
        (&["1l"], "'l'"),
        (&["99999999999999999999s"], "99999999999999999999"),
        // More pieces than there is room for.
        (&["0b21s"], "21"),
        (&["9h4v"], "30"),
        (&["6b"], "24"),
        (&["0b3s", "--walls", "##/.."], "3"),
        (&["0b4l", "--board", "3x3", "--shape", "L=1,0/1,1"], "12"),
        (&["1h4v4s", "--format", "yaml"], "yaml"),
    ]);
}

#[test]
fn packings_and_piece_sets_do_not_mix() {
    for arguments in [
        &["1h4v4s", "--packings", "3x3"][..],
        &["--packings", "3x3", "--board", "4x4"],
        &["--packings", "3x3", "--goal", "B1,1"],
        &["--packings", "3x3", "--shape", "L=1,0/1,1"],
    ] {
        refused(arguments);
    }
}

/// Refuses with a message, quickly, and within little memory.
#[test]
#[cfg(target_os = "linux")]
fn boards_beyond_reason_are_refused() {
    for arguments in [
        &["--board", "60000x60000"][..],
        &["--board", "60000x60000", "1h4v4s"],
        &["--board", "4294967296x4294967296", "1h"],
        &["--board", "99999999999999999999x1", "0b1s"],
        &["--board", "18446744073709551615x2", "0b1s"],
        &["--packings", "40x40"],
        &["--packings", "60000x60000"],
        &["--packings", "4294967296x4294967296"],
        &["--packings", "99999999999999999999x1"],
    ] {
        let program = assert_cmd::cargo::cargo_bin!("huarong");
        let mut command = assert_cmd::Command::new("prlimit");
        command.arg("--as=8589934592").arg(program).arg("count").args(arguments);
        let run = command.timeout(Duration::from_secs(20)).assert();
        let output = run.get_output();
        let error = text(&output.stderr);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}: {output:?}");
        assert!(error.starts_with("error: "), "{arguments:?}: {error}");
        assert!(!error.contains("panicked"), "{arguments:?}: {error}");
    }
}

/// Varied shapes; each chiral one is listed with its mirror image, and none is listed twice.
const POLYOMINOES: [&str; 14] = [
    "xxx",
    "x/x/x",
    "xx/x.",
    "xx/.x",
    "x./xx",
    ".x/xx",
    "x./x./xx",
    ".x/.x/xx",
    ".xx/xx.",
    "xx./.xx",
    "xxx/.x.",
    ".x./xxx",
    "x.x/xxx",
    ".x./xxx/.x.",
];

/// Boards of up to 12 cells with piece counts that fit.
fn settings() -> impl Strategy<Value = (Setting, Vec<usize>)> {
    let sizes: Vec<Cell> =
        (1..=6).flat_map(|w| (1..=6).map(move |h| (w, h))).filter(|(w, h)| w * h <= 12).collect();
    let size = prop::sample::select(sizes);
    let walls = (prop::collection::vec(prop::bool::weighted(0.15), 12), any::<bool>());
    let polyominoes = prop::sample::subsequence(POLYOMINOES.to_vec(), 0..=3).prop_shuffle();
    let counts = prop::collection::vec(0..=2usize, 7);
    let goals = prop::collection::vec(any::<prop::sample::Index>(), 0..=2);
    (size, walls, polyominoes, counts, goals).prop_map(
        |(size, walls, polyominoes, counts, goals)| {
            setting(size, &walls.0, walls.1, &polyominoes, counts, &goals)
        },
    )
}

/// Makes a setting from random choices, dropping choices that conflict.
fn setting(
    (width, height): Cell,
    walls: &[bool],
    mirrored: bool,
    polyominoes: &[&'static str],
    mut counts: Vec<usize>,
    goals: &[prop::sample::Index],
) -> (Setting, Vec<usize>) {
    // Half of the boards are symmetric.
    let column = |x: usize| if mirrored { x.min(width - 1 - x) } else { x };
    let walls = |x, y: usize| walls[y * width + column(x)];
    let cell = |x, y| if walls(x, y) { '#' } else { '.' };
    let row = |y| (0..width).map(|x| cell(x, y)).collect::<String>();
    let board = (0..height).map(row).collect::<Vec<_>>().join("/");
    let added: Vec<_> = "LJT".chars().zip(polyominoes.iter().copied()).collect();
    let mut setting = Setting::new(&board).with_shapes(&added);
    counts.truncate(setting.shapes().len());
    // A board too narrow for a big piece has none.
    counts[0] = if width.min(height) < 2 { 0 } else { counts[0] };
    while setting.covered(&counts) > setting.room() {
        *counts.iter_mut().max().unwrap() -= 1;
    }
    // Goals that can all be reached at once, as far as the other pieces allow.
    let mut places = Vec::new();
    for (shape, (letter, polyomino)) in setting.shapes().into_iter().enumerate() {
        for place in (0..width * height).map(|cell| (cell % width, cell / width)) {
            if let Some(cells) = placed(&drawn(polyomino, 'x'), place)
                && counts[shape] > 0
                && cells.iter().all(|cell| drawn(&board, '.').contains(cell))
            {
                places.push((shape, letter, place, cells));
            }
        }
    }
    let mut left = counts.clone();
    let mut taken = Vec::new();
    for goal in goals.iter().filter(|_| !places.is_empty()) {
        let (shape, letter, place, cells) = goal.get(&places);
        if left[*shape] > 0 && cells.iter().all(|cell| !taken.contains(cell)) {
            setting.goal.push((*letter, *place));
            left[*shape] -= 1;
            taken.extend(cells);
        }
    }
    (setting, counts)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: crate::common::cases(100),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_settings_are_the_naive_ones((setting, counts) in settings()) {
        let row = setting.ask(std::slice::from_ref(&counts)).pop().unwrap();
        prop_assert_eq!(row, setting.enumerate(&counts));
    }

    #[test]
    fn random_boards_have_the_packings_of_the_grown((setting, _) in settings()) {
        prop_assert_eq!(packings(&setting.board), grown(&setting.board));
    }
}
