//! A naive census of sliding-block puzzles: enumerates all arrangements and searches each marked
//! set separately.
//!
//! A position is its text: rows joined by '/', one letter per piece from 'A' on in reading order,
//! '.' for an empty cell.

use super::{Cell, Grid, at, destinations, paint, to_text};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

/// The cells of a shape, in reading order, shifted so that the leftmost column and the top row are
/// 0.
pub type Shape = Vec<(usize, usize)>;

/// A piece set: its shapes, sorted, one for each piece.
pub type Set = Vec<Shape>;

/// The hardest start of a marked set: its distance, its text and the marked letter.
pub type Hardest = (u32, String, char);

/// Every arrangement of pieces on a board with at least one empty cell and one piece.
pub fn arrangements(width: usize, height: usize) -> Vec<String> {
    let mut found = Vec::new();
    decide(&mut vec![vec!['?'; width]; height], 'A', &mut found);
    found
}

/// Tries every choice for the first open cell, and recursively for the cells after it.
fn decide(grid: &mut Grid, letter: char, found: &mut Vec<String>) {
    let cells = cells_with(grid, '?');
    let Some(&first) = cells.first() else {
        let text = to_text(grid);
        if letter != 'A' && text.contains('.') {
            found.push(text);
        }
        return;
    };
    paint(grid, &[first], '.');
    decide(grid, letter, found);
    paint(grid, &[first], '?');
    let mut pieces = BTreeSet::from([vec![first]]);
    let mut to_grow: Vec<Vec<Cell>> = pieces.iter().cloned().collect();
    while let Some(piece) = to_grow.pop() {
        for &cell in cells.iter().filter(|cell| !piece.contains(cell)) {
            if piece.iter().any(|other| other.0.abs_diff(cell.0) + other.1.abs_diff(cell.1) == 1) {
                let mut larger = [&piece[..], &[cell]].concat();
                larger.sort();
                if pieces.insert(larger.clone()) {
                    to_grow.push(larger);
                }
            }
        }
    }
    for piece in pieces {
        paint(grid, &piece, letter);
        decide(grid, char::from(letter as u8 + 1), found);
        paint(grid, &piece, '?');
    }
}

/// The cells with a sign, in reading order.
fn cells_with(grid: &Grid, sign: char) -> Vec<Cell> {
    let rows =
        (0..grid.len()).flat_map(|row| (0..grid[row].len()).map(move |column| (column, row)));
    rows.filter(|&cell| at(grid, cell) == Some(sign)).collect()
}

fn grid(text: &str) -> Grid {
    text.split('/').map(|row| row.chars().collect()).collect()
}

/// The letters of the pieces with their cells.
fn pieces(grid: &Grid) -> Vec<(char, Vec<Cell>)> {
    let letters: BTreeSet<char> =
        grid.iter().flatten().copied().filter(|sign| *sign != '.').collect();
    letters.into_iter().map(|letter| (letter, cells_with(grid, letter))).collect()
}

fn shape(cells: &[Cell]) -> Shape {
    let left = cells.iter().map(|cell| cell.0).min().unwrap();
    let top = cells.iter().map(|cell| cell.1).min().unwrap();
    cells.iter().map(|cell| (cell.0 - left, cell.1 - top)).collect()
}

/// The piece set of an arrangement.
pub fn set_of(text: &str) -> Set {
    let mut set: Set = pieces(&grid(text)).iter().map(|(_, cells)| shape(cells)).collect();
    set.sort();
    set
}

/// Every arrangement of a board, grouped by piece set.
pub fn sets(width: usize, height: usize) -> BTreeMap<Set, Vec<String>> {
    let mut sets: BTreeMap<Set, Vec<String>> = BTreeMap::new();
    for text in arrangements(width, height) {
        sets.entry(set_of(&text)).or_default().push(text);
    }
    sets
}

/// Relabels the letters in reading order; returns the text and the new letter of the marked piece.
fn in_order(mut grid: Grid, marked: char) -> (String, char) {
    let mut letters: Vec<char> = Vec::new();
    for &sign in grid.iter().flatten().filter(|sign| **sign != '.') {
        if !letters.contains(&sign) {
            letters.push(sign);
        }
    }
    let place = |sign: char| letters.iter().position(|letter| *letter == sign);
    let new = |sign: char| place(sign).map_or('.', |place| char::from(b'A' + place as u8));
    grid.iter_mut().flatten().for_each(|sign| *sign = new(*sign));
    (to_text(&grid), new(marked))
}

/// The hardest start of a marked shape in a piece set, given all arrangements of the set. `None` if
/// no start is solvable.
pub fn hardest(arrangements: &[String], marked: &Shape, metric: &str) -> Option<Hardest> {
    let mut distances: HashMap<(String, char), u32> = HashMap::new();
    let mut starts = HashSet::new();
    let mut queue = VecDeque::new();
    for text in arrangements {
        let grid = grid(text);
        let corner = grid[grid.len() - 1][grid[0].len() - 1];
        for (letter, cells) in pieces(&grid) {
            if shape(&cells) != *marked {
                continue;
            }
            // The shape's bounding rectangle starts in the upper left corner.
            if shape(&cells) == cells {
                starts.insert((text.clone(), letter));
            }
            if letter == corner {
                distances.insert((text.clone(), letter), 0);
                queue.push_back(((text.clone(), letter), 0));
            }
        }
    }
    while let Some(((text, marked), distance)) = queue.pop_front() {
        let grid = grid(&text);
        for (letter, cells) in pieces(&grid) {
            let mut others = grid.clone();
            paint(&mut others, &cells, '.');
            for moved in destinations(&others, &cells, metric) {
                let mut after = others.clone();
                paint(&mut after, &moved, letter);
                let next = in_order(after, marked);
                if !distances.contains_key(&next) {
                    distances.insert(next.clone(), distance + 1);
                    queue.push_back((next, distance + 1));
                }
            }
        }
    }
    let solvable = starts.into_iter().filter_map(|start| Some((*distances.get(&start)?, start)));
    let hardest = solvable.max_by(|one, two| one.0.cmp(&two.0).then_with(|| two.1.cmp(&one.1)));
    hardest.map(|(moves, (text, letter))| (moves, text, letter))
}
