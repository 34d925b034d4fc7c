//! Openings in the frame of a board: the exit of the goal's piece, or doors.

use crate::grid::{Board, Cell};
use crate::klotski;
use crate::rules::{Door, Freedom, Puzzle, ShapeId};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

/// Where a door is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoorPlace {
    /// In the frame, beside a row or column.
    Rim(Side, u8),
    /// In a wall of the board, at a column and row.
    Wall(u8, u8),
}

impl Side {
    /// All sides.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Top, Self::Bottom];
}

impl DoorPlace {
    /// The place at a column and row in the grid with a frame around a board of this number of columns and rows.
    pub fn of((column, row): (u8, u8), (columns, rows): (u8, u8)) -> Self {
        match (column, row) {
            (0, _) => Self::Rim(Side::Left, row - 1),
            (_, 0) => Self::Rim(Side::Top, column - 1),
            _ if column > columns => Self::Rim(Side::Right, row - 1),
            _ if row > rows => Self::Rim(Side::Bottom, column - 1),
            _ => Self::Wall(column - 1, row - 1),
        }
    }
}

/// The doors of a puzzle, with their places.
pub fn doors(puzzle: &Puzzle) -> impl Iterator<Item = (DoorPlace, &Door)> {
    let size = (puzzle.board().width(), puzzle.board().height());
    let doors = puzzle.doors().into_iter().flat_map(|doors| &doors.rules().doors);
    doors.map(move |door| (DoorPlace::of((door.column, door.row), size), door))
}

/// The signs of the pieces that own a door; `*` if there are more than `most`.
pub fn owner_signs(puzzle: &Puzzle, door: &Door, most: usize) -> Vec<char> {
    let signs = door.owners.iter().flat_map(|&shape| match puzzle.shapes()[shape].signs() {
        [] => vec![puzzle.shapes()[shape].letter()],
        signs => signs.to_vec(),
    });
    let signs: BTreeSet<char> = signs.collect();
    if signs.len() > most { vec!['*'] } else { signs.into_iter().collect() }
}

/// The shapes that own a door, one of each colour; none if there are more colours than `most`.
pub fn owner_shapes(puzzle: &Puzzle, door: &Door, most: usize) -> Vec<ShapeId> {
    let colour = |shape: ShapeId| puzzle.doors().map_or(shape, |doors| doors.colour(shape));
    let mut shapes: Vec<ShapeId> = Vec::new();
    for &shape in &door.owners {
        if shapes.iter().all(|&other| colour(other) != colour(shape)) {
            shapes.push(shape);
        }
    }
    if shapes.len() > most { Vec::new() } else { shapes }
}

/// The openings of the frame on a side, as ranges of its columns or rows: the doors, or the way out.
pub fn openings(puzzle: &Puzzle, side: Side) -> Vec<RangeInclusive<u8>> {
    let doors = doors(puzzle).filter_map(|(place, _)| match place {
        DoorPlace::Rim(of, at) if of == side => Some(at..=at),
        _ => None,
    });
    let ways_out = ways_out(puzzle).into_iter().filter(|(of, _)| *of == side);
    doors.chain(ways_out.map(|(_, range)| range)).collect()
}

/// The parts of a side of the frame between its openings, as their ends along the side. `near` and `far` are its ends, and
/// `edge` gives the place of the edge before a column or row. The frame ends `out` before the edge of an opening.
pub fn frame_parts<T: Copy + PartialOrd + std::ops::Add<Output = T> + std::ops::Sub<Output = T>>(
    openings: &[RangeInclusive<u8>],
    (near, far): (T, T),
    edge: impl Fn(u8) -> T,
    out: T,
) -> Vec<(T, T)> {
    let mut parts = Vec::new();
    let mut from = near;
    for opening in openings {
        parts.push((from, edge(*opening.start()) - out));
        from = edge(opening.end() + 1) + out;
    }
    parts.push((from, far));
    parts
}

/// A side of the frame, with a range of its columns or rows.
pub type Part = (Side, RangeInclusive<u8>);

/// The piece of a goal, and the parts of the frame that it touches there. `None` if the goal is not one piece in one place, or
/// if the puzzle has doors.
fn touched(puzzle: &Puzzle, goal: &[(ShapeId, Cell)]) -> Option<(ShapeId, Vec<Part>)> {
    if puzzle.doors().is_some() {
        return None;
    }
    let board = puzzle.board();
    let &[(shape, anchor)] = goal else { return None };
    let span = |along: fn(&Board, Cell) -> u8| {
        let places = || puzzle.footprint(shape, anchor).map(|cell| along(board, cell));
        Some((places().min()?, places().max()?))
    };
    let (left, right) = span(Board::column)?;
    let (top, bottom) = span(Board::row)?;
    let sides = [
        (left == 0, Side::Left, top..=bottom),
        (right + 1 == board.width(), Side::Right, top..=bottom),
        (top == 0, Side::Top, left..=right),
        (bottom + 1 == board.height(), Side::Bottom, left..=right),
    ];
    let touched = sides.into_iter().filter(|(touches, ..)| *touches);
    Some((shape, touched.map(|(_, side, range)| (side, range)).collect()))
}

/// The part of the frame through which the goal's piece could leave, if it touches only one side. Puzzles with doors have none.
pub fn exit(puzzle: &Puzzle) -> Option<Part> {
    let [goal] = puzzle.goal().alternatives() else { return None };
    let (_, parts) = touched(puzzle, goal)?;
    <[Part; 1]>::try_from(parts).ok().map(|[part]| part)
}

/// Whether all pieces are cars: they move along their length only, or cover one cell and move along one line.
pub fn are_cars(puzzle: &Puzzle) -> bool {
    puzzle.shapes().iter().all(|shape| {
        let (width, height) = (shape.polyomino().width(), shape.polyomino().height());
        match shape.freedom() {
            Freedom::Both => false,
            _ if shape.polyomino().area() == 1 => true,
            Freedom::Rows => width > height,
            Freedom::Columns => height > width,
        }
    })
}

/// The parts of the frame through which the goal's piece leaves, at most one on a side. A car leaves along its line, the big
/// piece of Klotski on any side. Other pieces stay where the goal has them.
pub fn ways_out(puzzle: &Puzzle) -> Vec<Part> {
    let goals = puzzle.goal().alternatives();
    let ways: Option<Vec<_>> = goals.iter().map(|goal| way_out(puzzle, goal)).collect();
    let ways = ways.unwrap_or_default();
    let is_alone = |(shape, (side, _)): &(ShapeId, Part)| {
        ways.iter().filter(|(_, (other, _))| other == side).count() == 1 && *shape == ways[0].0
    };
    match ways.iter().all(is_alone) {
        true => ways.into_iter().map(|(_, part)| part).collect(),
        false => Vec::new(),
    }
}

/// The piece of a goal, and its part of the frame.
fn way_out(puzzle: &Puzzle, goal: &[(ShapeId, Cell)]) -> Option<(ShapeId, Part)> {
    let (shape, mut parts) = touched(puzzle, goal)?;
    match puzzle.shapes()[shape].freedom() {
        _ if !klotski::has_pieces(puzzle) && !are_cars(puzzle) => return None,
        Freedom::Both => {}
        Freedom::Rows => parts.retain(|(side, _)| matches!(side, Side::Left | Side::Right)),
        Freedom::Columns => parts.retain(|(side, _)| matches!(side, Side::Top | Side::Bottom)),
    }
    <[Part; 1]>::try_from(parts).ok().map(|[part]| (shape, part))
}
