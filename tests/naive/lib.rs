//! A slow naive witness for sliding-block puzzles, to check the fast solver against.
//!
//! It shares no code with the library, on purpose. A position is its text, a space is a map keyed
//! by texts, and every question is answered by exhaustive search.

pub mod census;
pub mod certificate;
pub mod decoys;
pub mod difficulty;
pub mod door_difficulty;
pub mod doors;
pub mod exits;
pub mod gomoku;
pub mod grids;
pub mod letters;
pub mod orders;
pub mod random_doors;
pub mod rush;
pub mod sheets;
pub mod stones;
pub mod xiangqi;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

/// A cell of the board or of a shape: (column, row), counted from the top left corner.
pub type Cell = (usize, usize);

/// The board as rows of characters: `grid[row][column]`.
pub type Grid = Vec<Vec<char>>;

/// Up, down, left and right, as (columns, rows) to add.
pub const DIRECTIONS: [(isize, isize); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

/// A board with its shapes and its goal. Each question gives the number of pieces.
#[derive(Debug)]
pub struct Naive {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// The (column, row) of every wall cell.
    pub walls: Vec<(usize, usize)>,
    /// Every shape: its letter, and its cells as (column, row) offsets whose minima are 0.
    pub shapes: Vec<(char, Vec<(usize, usize)>)>,
    /// The goal: letters, each with the cell where the piece's first cell in reading order must be.
    pub goal: Vec<(char, (usize, usize))>,
}

impl Naive {
    /// Klotski: 4 columns, 5 rows; the 2x2 block has to reach the middle of the bottom edge.
    pub fn klotski() -> Naive {
        Naive {
            width: 4,
            height: 5,
            walls: vec![],
            shapes: vec![
                ('B', vec![(0, 0), (1, 0), (0, 1), (1, 1)]),
                ('H', vec![(0, 0), (1, 0)]),
                ('V', vec![(0, 0), (0, 1)]),
                ('S', vec![(0, 0)]),
            ],
            goal: vec![('B', (1, 3))],
        }
    }

    /// Every legal arrangement of `counts[i]` pieces of `shapes[i]`, for every `i`.
    pub fn arrangements(&self, counts: &[usize]) -> BTreeSet<String> {
        assert_eq!(counts.len(), self.shapes.len(), "one count for every shape");
        let mut to_place = Vec::new();
        for (shape, &count) in counts.iter().enumerate() {
            to_place.extend(vec![shape; count]);
        }
        let mut found = BTreeSet::new();
        self.place_all(&to_place, 0, &mut self.empty_grid(), &mut found);
        found
    }

    /// The pieces of a position, in reading order, each with its cells in reading order.
    pub fn pieces(&self, text: &str) -> Vec<(char, Vec<(usize, usize)>)> {
        let mut uncovered = self.grid(text);
        let mut pieces = Vec::new();
        for row in 0..self.height {
            for column in 0..self.width {
                let letter = uncovered[row][column];
                if letter == '.' || letter == '#' {
                    continue;
                }
                // All earlier cells are assigned, so this is the first cell of its piece.
                let offsets = self.offsets(letter);
                let (first_column, first_row) = offsets[0];
                let mut cells = Vec::new();
                for (right, down) in offsets {
                    let cell = (column + right - first_column, row + down - first_row);
                    assert_eq!(at(&uncovered, cell), Some(letter), "broken {letter} in {text}");
                    cells.push(cell);
                }
                paint(&mut uncovered, &cells, '.');
                pieces.push((letter, cells));
            }
        }
        pieces
    }

    /// Whether every entry of the goal has a piece of its letter starting at its place.
    pub fn is_goal(&self, text: &str) -> bool {
        let pieces = self.pieces(text);
        self.goal.iter().all(|(wanted, place)| {
            pieces.iter().any(|(letter, cells)| letter == wanted && cells[0] == *place)
        })
    }

    /// All positions reached by one move, without duplicates; the metric is "unit", "straight",
    /// "finger" or "multi".
    pub fn neighbours(&self, text: &str, metric: &str) -> BTreeSet<String> {
        if metric == "multi" {
            return self.after_lines(text);
        }
        let grid = self.grid(text);
        let mut reached = BTreeSet::new();
        for (letter, cells) in self.pieces(text) {
            // Remove the piece from the board, so that its own cells count as empty.
            let mut others = grid.clone();
            paint(&mut others, &cells, '.');
            for moved in destinations(&others, &cells, metric) {
                let mut after = others.clone();
                paint(&mut after, &moved, letter);
                reached.insert(to_text(&after));
            }
        }
        reached
    }

    /// All positions after one move of a line of pieces, which follow each other in a row or a
    /// column. They slide along it in turn, by the same number of cells.
    fn after_lines(&self, text: &str) -> BTreeSet<String> {
        let pieces = self.pieces(text);
        let mut reached = BTreeSet::new();
        let longest = self.width.max(self.height);
        for direction in DIRECTIONS {
            for (line, distance) in
                (0..longest).flat_map(|line| (1..longest).map(move |d| (line, d)))
            {
                let mut to_extend = vec![(self.grid(text), Vec::<usize>::new())];
                while let Some((grid, line_up)) = to_extend.pop() {
                    let last = line_up.last().map(|&last| &pieces[last].1);
                    for (number, (letter, cells)) in pieces.iter().enumerate() {
                        if line_up.contains(&number) || !follows(last, cells, direction, line) {
                            continue;
                        }
                        if let Some(after) = slide(&grid, *letter, cells, direction, distance) {
                            reached.insert(to_text(&after));
                            to_extend.push((after, [&line_up[..], &[number]].concat()));
                        }
                    }
                }
            }
        }
        reached
    }

    /// Fewest moves from every arrangement to a goal position; `None` if unreachable.
    ///
    /// Moves are reversible, so one search outwards from all goal positions finds all distances.
    pub fn distances(&self, counts: &[usize], metric: &str) -> BTreeMap<String, Option<u32>> {
        let mut distances: HashMap<String, Option<u32>> = HashMap::new();
        let mut queue = VecDeque::new();
        for text in self.arrangements(counts) {
            if self.is_goal(&text) {
                distances.insert(text.clone(), Some(0));
                queue.push_back((text, 0));
            } else {
                distances.insert(text, None);
            }
        }
        while let Some((text, distance)) = queue.pop_front() {
            for next in self.neighbours(&text, metric) {
                let known = distances.get_mut(&next).expect("a move leads to an arrangement");
                if known.is_none() {
                    *known = Some(distance + 1);
                    queue.push_back((next, distance + 1));
                }
            }
        }
        distances.into_iter().collect()
    }

    /// (size, contains a goal position) of every component, smallest first.
    ///
    /// Every move consists of unit steps, so the components are the same under every metric.
    pub fn components(&self, counts: &[usize]) -> Vec<(usize, bool)> {
        let mut components = Vec::new();
        let mut seen = HashSet::new();
        for start in self.arrangements(counts) {
            if !seen.insert(start.clone()) {
                continue;
            }
            let (mut size, mut with_goal) = (0, false);
            let mut to_visit = vec![start];
            while let Some(text) = to_visit.pop() {
                size += 1;
                with_goal |= self.is_goal(&text);
                for next in self.neighbours(&text, "unit") {
                    if seen.insert(next.clone()) {
                        to_visit.push(next);
                    }
                }
            }
            components.push((size, with_goal));
        }
        components.sort();
        components
    }

    /// Left-right mirror image of a text.
    ///
    /// Only the characters are mirrored: if a shape or the walls are not symmetric, the result may
    /// not be a position of this puzzle.
    pub fn mirror(&self, text: &str) -> String {
        let mirrored: Vec<String> =
            text.split('/').map(|line| line.chars().rev().collect()).collect();
        mirrored.join("/")
    }

    /// Places the pieces of the listed shapes on the board in every possible way.
    ///
    /// `from` is the first place to try for the next piece. Pieces of one shape are
    /// interchangeable, so each goes after the previous one; otherwise every order of them would be
    /// tried.
    fn place_all(
        &self,
        to_place: &[usize],
        from: usize,
        grid: &mut Grid,
        found: &mut BTreeSet<String>,
    ) {
        let Some((shape, rest)) = to_place.split_first() else {
            let new = found.insert(to_text(grid));
            assert!(new, "{} was made twice", to_text(grid));
            return;
        };
        let (letter, offsets) = &self.shapes[*shape];
        let cells = |place: usize| -> Vec<Cell> {
            let (column, row) = (place % self.width, place / self.width);
            offsets.iter().map(|(right, down)| (column + right, row + down)).collect()
        };
        let is_free = |cell: &Cell| at(grid, *cell) == Some('.');
        let fits = |place: &usize| cells(*place).iter().all(is_free);
        let places: Vec<usize> = (from..self.width * self.height).filter(fits).collect();
        // The other pieces of this shape go to later places, so enough places must remain.
        let others = rest.iter().take_while(|other| *other == shape).count();
        for &place in &places[..places.len().saturating_sub(others)] {
            paint(grid, &cells(place), *letter);
            let next_from = if others > 0 { place + 1 } else { 0 };
            self.place_all(rest, next_from, grid, found);
            paint(grid, &cells(place), '.');
        }
    }

    /// The board without pieces.
    fn empty_grid(&self) -> Grid {
        let mut grid = vec![vec!['.'; self.width]; self.height];
        paint(&mut grid, &self.walls, '#');
        grid
    }

    /// The characters of a text, which must have the size and exactly the walls of this board.
    fn grid(&self, text: &str) -> Grid {
        let grid: Grid = text.split('/').map(|line| line.chars().collect()).collect();
        assert_eq!(grid.len(), self.height, "number of rows of {text}");
        for (row, line) in grid.iter().enumerate() {
            assert_eq!(line.len(), self.width, "width of row {row} of {text}");
            for (column, letter) in line.iter().enumerate() {
                let wall = self.walls.contains(&(column, row));
                assert_eq!(*letter == '#', wall, "wall at ({column}, {row}) of {text}");
            }
        }
        grid
    }

    /// The cells of the shape with this letter, in reading order.
    fn offsets(&self, letter: char) -> Vec<Cell> {
        let shape = self.shapes.iter().find(|(name, _)| *name == letter);
        let (_, offsets) = shape.unwrap_or_else(|| panic!("no shape has the letter {letter}"));
        let mut offsets = offsets.clone();
        offsets.sort_by_key(|&(column, row)| (row, column));
        offsets
    }
}

/// The content of a cell; `None` outside the board.
fn at(grid: &Grid, (column, row): Cell) -> Option<char> {
    grid.get(row)?.get(column).copied()
}

/// Writes one character into all the given cells.
fn paint(grid: &mut Grid, cells: &[Cell], character: char) {
    for &(column, row) in cells {
        grid[row][column] = character;
    }
}

/// Rows joined by '/', top row first.
pub fn to_text(grid: &Grid) -> String {
    let lines: Vec<String> = grid.iter().map(|line| line.iter().collect()).collect();
    lines.join("/")
}

/// The piece shifted by one cell, if all its new cells are empty on a board without the piece
/// itself.
fn step(others: &Grid, cells: &[Cell], (right, down): (isize, isize)) -> Option<Vec<Cell>> {
    let mut moved = Vec::new();
    for &(column, row) in cells {
        let cell = (column.checked_add_signed(right)?, row.checked_add_signed(down)?);
        if at(others, cell) != Some('.') {
            return None;
        }
        moved.push(cell);
    }
    Some(moved)
}

/// Whether a piece has a cell on a line, a row or a column along the direction; and directly behind
/// a cell of the piece in front of it, if there is one.
fn follows(
    front: Option<&Vec<Cell>>,
    cells: &[Cell],
    (right, down): (isize, isize),
    line: usize,
) -> bool {
    cells.iter().any(|&(column, row)| {
        let is_on_line = line == if right == 0 { column } else { row };
        let ahead = (column.wrapping_add_signed(right), row.wrapping_add_signed(down));
        is_on_line && front.is_none_or(|front| front.contains(&ahead))
    })
}

/// The board after a piece has slid so many cells, if it can.
fn slide(
    grid: &Grid,
    letter: char,
    cells: &[Cell],
    direction: (isize, isize),
    distance: usize,
) -> Option<Grid> {
    let mut after = grid.clone();
    paint(&mut after, cells, '.');
    let mut here = cells.to_vec();
    for _ in 0..distance {
        here = step(&after, &here, direction)?;
    }
    paint(&mut after, &here, letter);
    Some(after)
}

/// All destinations of one move of a piece, on a board without the piece; never its own place.
fn destinations(others: &Grid, cells: &[Cell], metric: &str) -> Vec<Vec<Cell>> {
    match metric {
        "unit" => {
            DIRECTIONS.iter().filter_map(|direction| step(others, cells, *direction)).collect()
        }
        "straight" => {
            let mut reached = Vec::new();
            for direction in DIRECTIONS {
                let mut here = cells.to_vec();
                while let Some(next) = step(others, &here, direction) {
                    reached.push(next.clone());
                    here = next;
                }
            }
            reached
        }
        "finger" => {
            let mut reached = vec![cells.to_vec()];
            let mut to_leave = vec![cells.to_vec()];
            while let Some(here) = to_leave.pop() {
                for direction in DIRECTIONS {
                    if let Some(next) = step(others, &here, direction)
                        && !reached.contains(&next)
                    {
                        reached.push(next.clone());
                        to_leave.push(next);
                    }
                }
            }
            // The first entry is the piece's own place, and staying there is not a move.
            reached.remove(0);
            reached
        }
        _ => panic!("unknown metric {metric}"),
    }
}
