//! Test puzzles in two representations: for the library and for the naive witness.

// Every test binary compiles its own copy of this module and uses a different part of it.
#![allow(dead_code)]

use huarong_core::grid::Board;
use huarong_core::klotski;
use huarong_core::rules::{Goal, PieceSet, Puzzle, Shape};
use huarong_core::space::Space;
use naive::Naive;
use proptest::prelude::*;
use std::fmt;

/// One puzzle, in the library's and in the witness's representation.
pub struct Case {
    pub puzzle: Puzzle,
    pub naive: Naive,
}

/// A letter, and the column and row (from 0) of a piece's first cell in reading order.
pub type GoalDrawn = (char, (usize, usize));

/// The Klotski of the first preset.
pub fn klotski_case() -> Case {
    Case { puzzle: klotski::puzzle(), naive: Naive::klotski() }
}

/// A puzzle from drawings, rows joined by '/': '#' is a wall, 'x' a cell of a shape.
pub fn case(board: &str, shapes: &[(char, &str)], goal: &[GoalDrawn]) -> Case {
    let rows: Vec<&str> = board.split('/').collect();
    let naive = Naive {
        width: rows[0].len(),
        height: rows.len(),
        walls: drawn(board, '#'),
        shapes: shapes.iter().map(|&(letter, cells)| (letter, drawn(cells, 'x'))).collect(),
        goal: goal.to_vec(),
    };
    let walls = naive.walls.iter().map(|&(column, row)| (column as u8, row as u8));
    let board = Board::new(naive.width as u8, naive.height as u8, walls).expect("a board");
    let shapes = naive.shapes.iter().map(|(letter, cells)| {
        let cells = cells.iter().map(|&(column, row)| (column as u8, row as u8));
        Shape::new(format!("shape {letter}"), *letter, cells).expect("a shape")
    });
    let shapes: Vec<Shape> = shapes.collect();
    let goal = Goal::new(naive.goal.iter().map(|&(letter, (column, row))| {
        let shape = shapes.iter().position(|shape| shape.letter() == letter).expect("a letter");
        (shape, board.cell(column as u8, row as u8).expect("no wall"))
    }));
    let puzzle = Puzzle::new(board, shapes, goal).expect("a puzzle");
    Case { puzzle, naive }
}

/// The (column, row) of every cell drawn with a sign.
fn drawn(drawing: &str, sign: char) -> Vec<(usize, usize)> {
    let mut cells = Vec::new();
    for (row, line) in drawing.split('/').enumerate() {
        for (column, found) in line.chars().enumerate() {
            if found == sign {
                cells.push((column, row));
            }
        }
    }
    cells
}

/// The counts of a piece set, in the witness's representation.
pub fn counts(set: &PieceSet) -> Vec<usize> {
    set.counts().iter().map(|&count| count.into()).collect()
}

/// The space of the given counts.
pub fn space(puzzle: &Puzzle, counts: &[u8]) -> Space {
    Space::new(puzzle, &PieceSet::new(counts.iter().copied())).expect("few enough positions")
}

/// Shapes that leave room to move; two of them are equal.
const SMALL: [&str; 4] = ["x", "x", "xx", "x/x"];

/// Larger shapes, with and without symmetry. In some, the first cell in reading order is not in the
/// leftmost column.
const LARGE: [&str; 14] = [
    "xx/xx",
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
    ".x./xxx/.x.",
];

/// A random small puzzle and piece set.
#[derive(Clone)]
pub struct Plan {
    board: String,
    shapes: Vec<(char, &'static str)>,
    goal: Vec<GoalDrawn>,
    counts: Vec<u8>,
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan { board, shapes, goal, counts } = self;
        write!(f, "case({board:?}, &{shapes:?}, &{goal:?}) with {counts:?}")
    }
}

impl Plan {
    /// The puzzle, and a piece set of it with at most `most` positions.
    pub fn case(&self, most: u64) -> (Case, PieceSet) {
        let case = case(&self.board, &self.shapes, &self.goal);
        let mut counts = self.counts.clone();
        while space(&case.puzzle, &counts).len() > most {
            let largest = counts.iter_mut().max().expect("a shape");
            *largest -= 1;
        }
        (case, PieceSet::new(counts))
    }
}

/// Random plans: boards up to 5x4 with some walls, up to five shapes, up to three pieces of each,
/// up to two goals.
///
/// One in ten has arbitrary piece counts, mostly too many; the others leave room to move.
pub fn plans() -> impl Strategy<Value = Plan> {
    let width = prop_oneof![1 => 1..=3usize, 4 => 4..=5usize];
    let height = prop_oneof![1 => 1..=2usize, 4 => 3..=4usize];
    let walls = prop::collection::vec(prop::bool::weighted(0.1), 20);
    let small = prop::sample::subsequence(SMALL.to_vec(), 1..=3);
    let large = prop::sample::subsequence(LARGE.to_vec(), 0..=2);
    let shapes = (small, large).prop_map(|(small, large)| [small, large].concat()).prop_shuffle();
    let counts = prop::collection::vec(prop_oneof![1 => Just(0u8), 4 => 1..=3u8], 5);
    let goals = prop::collection::vec(any::<prop::sample::Index>(), 0..=2);
    let pieces = (shapes, counts, goals, prop::bool::weighted(0.1));
    let plan = |(width, height, walls, (shapes, counts, goals, crowded))| {
        plan(width, height, walls, shapes, counts, goals, crowded)
    };
    (width, height, walls, pieces).prop_map(plan)
}

/// Makes a plan from random choices, dropping choices that conflict.
fn plan(
    width: usize,
    height: usize,
    walls: Vec<bool>,
    shapes: Vec<&'static str>,
    mut counts: Vec<u8>,
    goals: Vec<prop::sample::Index>,
    crowded: bool,
) -> Plan {
    let row = |walls: &[bool]| walls.iter().map(|&wall| if wall { '#' } else { '.' }).collect();
    let rows: Vec<String> =
        walls.chunks(5).take(height).map(|walls| row(&walls[..width])).collect();
    let board = rows.join("/");
    let fits = |drawing: &&str| {
        let rows: Vec<&str> = drawing.split('/').collect();
        rows.len() <= height && rows[0].len() <= width
    };
    let mut shapes: Vec<_> = ('A'..).zip(shapes.into_iter().filter(fits)).collect();
    if shapes.is_empty() {
        shapes.push(('A', "x"));
    }
    counts.truncate(shapes.len());
    let cells = |drawing: &str, sign| drawn(drawing, sign).len();
    let covered = |counts: &[u8]| -> usize {
        shapes.iter().zip(counts).map(|(shape, &n)| cells(shape.1, 'x') * usize::from(n)).sum()
    };
    while !crowded && 3 * covered(&counts) > 2 * cells(&board, '.') {
        *counts.iter_mut().max().expect("a shape") -= 1;
    }
    let mut places = Vec::new();
    for (shape, &count) in shapes.iter().zip(&counts) {
        if count == 0 && !crowded {
            continue;
        }
        // Where one piece can stand if it is alone, according to the witness.
        let alone = case(&board, &[*shape], &[]).naive;
        for text in alone.arrangements(&[1]) {
            places.push((shape.0, alone.pieces(&text)[0].1.clone()));
        }
    }
    let mut goal = Vec::new();
    let mut taken = Vec::new();
    for wanted in goals.iter().filter(|_| !places.is_empty()) {
        let (letter, cells) = wanted.get(&places);
        if cells.iter().all(|cell| !taken.contains(cell)) {
            goal.push((*letter, cells[0]));
            taken.extend_from_slice(cells);
        }
    }
    Plan { board, shapes, goal, counts }
}
