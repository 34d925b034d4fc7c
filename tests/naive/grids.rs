//! A second witness, for drawn puzzles: a position is its grid, one sign per cell. All cells with
//! one sign form a piece.
//!
//! It knows a puzzle file only as plain data, by its grids and rules, and uses no reader of the
//! library.

use super::{DIRECTIONS, Grid, to_text};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A puzzle as drawn: grids have one line per row.
#[derive(Clone, Default)]
pub struct Drawn {
    pub start: String,
    /// Reaching any of them solves the puzzle.
    pub goals: Vec<String>,
    pub alike: Vec<String>,
    pub by_shape: bool,
    pub lengthwise: bool,
    pub rows: String,
    pub columns: String,
    /// Empty if there are no gates.
    pub gate: String,
    /// Signs of `gate` that stand for several pieces, each with their signs.
    pub owners: Vec<(char, String)>,
    /// The board with a place for each cell and each gap between cells: `|` and `-` in a gap are
    /// walls. Empty if there are no thin walls.
    pub thin_walls: String,
}

impl std::fmt::Debug for Drawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\n{}", self.file())
    }
}

/// A cell as (column, row).
type Cell = (usize, usize);

impl Drawn {
    /// The puzzle as a file.
    pub fn file(&self) -> String {
        let drawn = |grid: &str| format!("'''\n{grid}\n'''");
        let quoted = |group: &String| format!("'{group}'");
        let mut file = format!("name = 'Drawn'\nstart = {}\n", drawn(&self.start));
        file += &match &self.goals[..] {
            [] => String::new(),
            [goal] => format!("goal = {}\n", drawn(goal)),
            goals => {
                format!(
                    "goals = [{}]\n",
                    goals.iter().map(|goal| drawn(goal)).collect::<Vec<_>>().join(", ")
                )
            }
        };
        if !self.alike.is_empty() {
            let groups: Vec<String> = self.alike.iter().map(quoted).collect();
            file += &format!("alike = [{}]\n", groups.join(", "));
        }
        for (key, signs) in [("rows", &self.rows), ("columns", &self.columns)] {
            if !signs.is_empty() {
                file += &format!("{key} = {}\n", quoted(signs));
            }
        }
        if self.by_shape {
            file += "goal_by = 'shape'\n";
        }
        if self.lengthwise {
            file += "lengthwise = true\n";
        }
        if !self.gate.is_empty() {
            file += &format!("gate = {}\n", drawn(&self.gate));
        }
        if !self.owners.is_empty() {
            let groups =
                self.owners.iter().map(|(group, pieces)| format!("'{group}' = '{pieces}'"));
            file += &format!("owners = {{ {} }}\n", groups.collect::<Vec<_>>().join(", "));
        }
        if !self.thin_walls.is_empty() {
            file += &format!("thin_walls = {}\n", drawn(&self.thin_walls));
        }
        file
    }

    /// Reads a puzzle file, as far as the library's files need: one key per line, grids between
    /// lines of three quotes.
    pub fn of_file(text: &str) -> Drawn {
        let mut drawn = Drawn::default();
        let mut lines = text.lines();
        while let Some(line) = lines.next().filter(|line| !line.starts_with('[')) {
            let Some((key, value)) = line.split_once(" = ") else {
                assert!(line.is_empty(), "{line}");
                continue;
            };
            let mut grid = || {
                assert_eq!(value, "\"\"\"");
                lines.by_ref().take_while(|line| *line != "\"\"\"").collect::<Vec<_>>().join("\n")
            };
            match key {
                "name" | "source" => {}
                "start" => drawn.start = grid(),
                "goal" => drawn.goals.push(grid()),
                "gate" => drawn.gate = grid(),
                "goal_by" => drawn.by_shape = value == "\"shape\"",
                "lengthwise" => drawn.lengthwise = value == "true",
                "alike" => {
                    let groups = value.trim_matches(['[', ']']).split(", ");
                    drawn.alike = groups.map(|group| group.trim_matches('"').to_owned()).collect();
                }
                "owners" => {
                    let groups = value.trim_matches(['{', '}', ' ']).split(", ");
                    let group = |group: &str| {
                        let (sign, pieces) =
                            group.split_once(" = ").expect("a sign and its pieces");
                        let sign = sign.chars().next().expect("a sign");
                        (sign, pieces.trim_matches('"').to_owned())
                    };
                    drawn.owners = groups.map(group).collect();
                }
                _ => panic!("the witness does not know {line}"),
            }
        }
        drawn
    }

    /// The pieces of the start in reading order.
    pub fn signs(&self) -> Vec<char> {
        signs(&grid(&self.start))
    }

    /// The cells of a piece of the start, shifted to the corner.
    pub fn shape(&self, sign: char) -> Vec<Cell> {
        normal(&cells_of(&grid(&self.start), sign))
    }

    /// Whether a piece may move along rows, and along columns.
    pub fn freedom(&self, sign: char) -> (bool, bool) {
        let shape = self.shape(sign);
        let columns = shape.iter().map(|cell| cell.0).max();
        let rows = shape.iter().map(|cell| cell.1).max();
        match () {
            () if self.rows.contains(sign) => (true, false),
            () if self.columns.contains(sign) => (false, true),
            () if self.lengthwise && columns > rows => (true, false),
            () if self.lengthwise && columns < rows => (false, true),
            () => (true, true),
        }
    }

    /// Whether a mark in a cell of `gate` lets a piece enter the cell.
    pub fn opens(&self, mark: char, sign: char) -> bool {
        match self.owners.iter().find(|(group, _)| *group == mark) {
            Some((_, pieces)) => pieces.contains(sign),
            None => mark == '.' || mark == '#' || mark == sign,
        }
    }

    /// The pairs of cells that a thin wall divides, each in both orders.
    pub fn divided(&self) -> BTreeSet<(Cell, Cell)> {
        let mut divided = BTreeSet::new();
        for (y, line) in grid(&self.thin_walls).into_iter().enumerate() {
            for (x, mark) in line.into_iter().enumerate() {
                let before = (x / 2, y / 2);
                let after = match (mark, x % 2, y % 2) {
                    ('|', 1, 0) => (before.0 + 1, before.1),
                    ('-', 0, 1) => (before.0, before.1 + 1),
                    _ => continue,
                };
                divided.extend([(before, after), (after, before)]);
            }
        }
        divided
    }

    /// The pieces that are interchangeable with one, including itself, in reading order.
    pub fn like(&self, sign: char) -> Vec<char> {
        let gates = |sign| {
            let all = signs(&grid(&self.gate));
            let own = all.into_iter().filter(|&mark| self.opens(mark, sign));
            own.flat_map(|mark| cells_of(&grid(&self.gate), mark)).collect::<BTreeSet<_>>()
        };
        let group = |sign| self.alike.iter().position(|group| group.contains(sign));
        let named = |sign| self.goals.iter().any(|goal| goal.contains(sign));
        let may = |other: &char| {
            *other == sign
                || self.shape(*other) == self.shape(sign)
                    && self.freedom(*other) == self.freedom(sign)
                    && gates(*other) == gates(sign)
                    && (self.by_shape
                        || match (group(*other), group(sign)) {
                            (None, None) => !named(*other) && !named(sign),
                            (one, another) => one == another,
                        })
        };
        self.signs().into_iter().filter(may).collect()
    }
}

/// All positions, each with its neighbours.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// The witness of a puzzle.
pub struct Witness {
    start: Grid,
    goals: Vec<Grid>,
    /// For each cell that is a gate, the pieces that may enter it.
    gates: BTreeMap<Cell, Vec<char>>,
    divided: BTreeSet<(Cell, Cell)>,
    by_shape: bool,
    /// In reading order.
    pieces: Vec<Piece>,
}

struct Piece {
    sign: char,
    shape: Vec<Cell>,
    freedom: (bool, bool),
    like: Vec<char>,
}

impl Witness {
    pub fn new(drawn: &Drawn) -> Witness {
        let piece = |sign| Piece {
            sign,
            shape: drawn.shape(sign),
            freedom: drawn.freedom(sign),
            like: drawn.like(sign),
        };
        let gate = grid(&drawn.gate);
        let marks = signs(&gate).into_iter();
        let gates = marks.flat_map(|mark| {
            let owners: Vec<char> =
                drawn.signs().into_iter().filter(|&sign| drawn.opens(mark, sign)).collect();
            cells_of(&gate, mark).into_iter().map(move |cell| (cell, owners.clone()))
        });
        Witness {
            start: grid(&drawn.start),
            goals: drawn.goals.iter().map(|goal| grid(goal)).collect(),
            gates: gates.collect(),
            divided: drawn.divided(),
            by_shape: drawn.by_shape,
            pieces: drawn.signs().into_iter().map(piece).collect(),
        }
    }

    fn piece(&self, sign: char) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.sign == sign)
    }

    /// The length of a shortest solution, which must exist.
    pub fn fewest_moves(&self, metric: &str) -> u32 {
        self.solution_length(metric).expect("the goal is reachable")
    }

    /// The length of a shortest solution, if there is one.
    pub fn solution_length(&self, metric: &str) -> Option<u32> {
        let mut level = BTreeSet::from([self.start_text()]);
        let mut seen = level.clone();
        for moves in 0.. {
            if level.is_empty() || level.iter().any(|text| self.is_goal(text)) {
                return (!level.is_empty()).then_some(moves);
            }
            level = level.iter().flat_map(|text| self.neighbours(text, metric)).collect();
            level.retain(|text| seen.insert(text.clone()));
        }
        unreachable!("there are finitely many positions")
    }

    /// The start, with interchangeable pieces in canonical order.
    pub fn start_text(&self) -> String {
        to_text(&self.canonical(&self.start))
    }

    /// Parses a position. The row separator '/' may also be the sign of a piece.
    fn read(&self, text: &str) -> Grid {
        let width = self.start[0].len();
        let signs: Vec<char> = text.chars().collect();
        signs.chunks(width + 1).map(|row| row[..width].to_vec()).collect()
    }

    /// The same grid with the signs of interchangeable pieces in reading order.
    pub fn canonical(&self, position: &Grid) -> Grid {
        let mut renamed = position.clone();
        for Piece { sign, like, .. } in &self.pieces {
            let standing = signs(position).into_iter().filter(|other| like.contains(other));
            let nth = like.iter().position(|other| other == sign).expect("it is like itself");
            let moved = standing.collect::<Vec<_>>()[nth];
            for (column, row) in cells_of(position, moved) {
                renamed[row][column] = *sign;
            }
        }
        renamed
    }

    /// Whether any goal is met.
    pub fn is_goal(&self, text: &str) -> bool {
        let position = self.read(text);
        let stands = |goal: &Grid, wanted: char| {
            let cells = cells_of(goal, wanted);
            let like = match self.piece(wanted).filter(|_| !self.by_shape) {
                Some(piece) => piece.like.clone(),
                // Any piece of the shape matches, regardless of its lock.
                None => {
                    let of_shape = |piece: &&Piece| piece.shape == normal(&cells);
                    self.pieces.iter().filter(of_shape).map(|piece| piece.sign).collect()
                }
            };
            like.iter().any(|&sign| cells_of(&position, sign) == cells)
        };
        let is_met = |goal: &Grid| signs(goal).into_iter().all(|wanted| stands(goal, wanted));
        self.goals.iter().any(is_met)
    }

    /// Whether a piece may occupy some cells of a grid.
    pub fn fits(&self, position: &Grid, sign: char, cells: &[Cell]) -> bool {
        cells.iter().all(|&(column, row)| {
            let there = position.get(row).and_then(|line| line.get(column)).copied();
            [Some('.'), Some(sign)].contains(&there)
                && self.gates.get(&(column, row)).is_none_or(|owners| owners.contains(&sign))
                && !cells.iter().any(|&other| self.divided.contains(&((column, row), other)))
        })
    }

    /// All grids after one move, with all pieces distinguished.
    pub fn moved(&self, position: &Grid, metric: &str) -> Vec<Grid> {
        if metric == "multi" {
            return self.lines_moved(position);
        }
        let mut after = Vec::new();
        for &Piece { sign, freedom: (along_rows, along_columns), .. } in &self.pieces {
            let from = cells_of(position, sign);
            let mut reached = vec![from.clone()];
            let mut queue = vec![(from.clone(), None)];
            while let Some((here, came)) = queue.pop() {
                for (right, down) in DIRECTIONS {
                    let is_locked = if right == 0 { !along_columns } else { !along_rows };
                    let is_further = match metric {
                        "unit" => came.is_none(),
                        "straight" => came.is_none_or(|came| came == (right, down)),
                        "finger" => true,
                        _ => panic!("unknown metric {metric}"),
                    };
                    let there = here.iter().map(|&(column, row)| {
                        Some((column.checked_add_signed(right)?, row.checked_add_signed(down)?))
                    });
                    let Some(there) = there.collect::<Option<Vec<Cell>>>() else { continue };
                    if is_locked || !is_further || !self.fits(position, sign, &there) {
                        continue;
                    }
                    let mut crossed = here.iter().copied().zip(there.iter().copied());
                    if crossed.any(|pair| self.divided.contains(&pair)) {
                        continue;
                    }
                    if !reached.contains(&there) {
                        reached.push(there.clone());
                        queue.push((there, Some((right, down))));
                    }
                }
            }
            for cells in &reached[1..] {
                after.push(with(position, sign, cells));
            }
        }
        after
    }

    /// All grids after one move of a line of pieces: each covers a cell behind one of the piece
    /// before it, in the same row or column. They go along it in turn, the same number of cells.
    fn lines_moved(&self, position: &Grid) -> Vec<Grid> {
        let longest = position.len().max(position[0].len());
        let mut after = Vec::new();
        for (direction, line) in
            DIRECTIONS.into_iter().flat_map(|d| (0..longest).map(move |l| (d, l)))
        {
            let slid =
                (1..longest).map(|distance| self.line_moved(position, direction, line, distance));
            // What cannot slide so far cannot slide farther.
            after.extend(slid.take_while(|grids| !grids.is_empty()).flatten());
        }
        after
    }

    /// All grids after one move of pieces that cover cells of one row or column, by this number of cells.
    fn line_moved(
        &self,
        position: &Grid,
        (right, down): (isize, isize),
        line: usize,
        distance: usize,
    ) -> Vec<Grid> {
        let line_of = |(column, row): Cell| if right == 0 { column } else { row };
        let mut after = Vec::new();
        let mut lines: Vec<(Grid, Vec<char>)> = vec![(position.clone(), vec![])];
        while let Some((grid, moved)) = lines.pop() {
            for piece in self.pieces.iter().filter(|piece| !moved.contains(&piece.sign)) {
                let is_next = cells_of(position, piece.sign).into_iter().any(|cell| {
                    let ahead =
                        (cell.0.wrapping_add_signed(right), cell.1.wrapping_add_signed(down));
                    let touches = |&last| cells_of(position, last).contains(&ahead);
                    line_of(cell) == line && moved.last().is_none_or(touches)
                });
                if !is_next {
                    continue;
                }
                if let Some(next) = self.slid(&grid, piece, (right, down), distance) {
                    after.push(next.clone());
                    lines.push((next, [&moved[..], &[piece.sign]].concat()));
                }
            }
        }
        after
    }

    /// The grid after a piece has slid so many cells, if it can.
    fn slid(
        &self,
        position: &Grid,
        piece: &Piece,
        (right, down): (isize, isize),
        distance: usize,
    ) -> Option<Grid> {
        let (along_rows, along_columns) = piece.freedom;
        let mut grid = position.clone();
        for _ in 0..distance {
            let here = cells_of(&grid, piece.sign);
            let there = here.iter().map(|&(column, row)| {
                Some((column.checked_add_signed(right)?, row.checked_add_signed(down)?))
            });
            let there = there.collect::<Option<Vec<Cell>>>()?;
            let is_free = if right == 0 { along_columns } else { along_rows };
            let mut crossed = here.iter().copied().zip(there.iter().copied());
            if !is_free
                || !self.fits(&grid, piece.sign, &there)
                || crossed.any(|pair| self.divided.contains(&pair))
            {
                return None;
            }
            grid = with(&grid, piece.sign, &there);
        }
        Some(grid)
    }

    /// The texts of the positions after one move.
    pub fn neighbours(&self, text: &str, metric: &str) -> BTreeSet<String> {
        let moved = self.moved(&self.read(text), metric);
        moved.iter().map(|after| to_text(&self.canonical(after))).collect()
    }

    /// The graph of some positions under a metric.
    pub fn graph<'t>(&self, texts: impl IntoIterator<Item = &'t String>, metric: &str) -> Graph {
        texts.into_iter().map(|text| (text.clone(), self.neighbours(text, metric))).collect()
    }

    /// Every arrangement of the pieces; locked pieces keep the same number of pieces per line as at
    /// the start. `None` if there are more than `most`.
    pub fn arrangements(&self, most: usize) -> Option<BTreeSet<String>> {
        let keep_walls = |sign: &char| if *sign == '#' { '#' } else { '.' };
        let mut board =
            self.start.iter().map(|line| line.iter().map(keep_walls).collect()).collect();
        // Interchangeable pieces are placed consecutively.
        let mut order: Vec<char> = Vec::new();
        for piece in &self.pieces {
            if !order.contains(&piece.sign) {
                order.extend(&piece.like);
            }
        }
        let mut found = BTreeSet::new();
        self.place_all(&order, 0, &mut board, most, &mut found);
        (found.len() <= most).then_some(found)
    }

    /// Whether the line of a cell has fewer interchangeable pieces so far than at the start.
    fn may_be_on_line(&self, board: &Grid, sign: char, cell: Cell) -> bool {
        let Piece { freedom, like, .. } = self.piece(sign).expect("it is a piece");
        let is_beside = |other: &Cell| match freedom {
            (true, true) => true,
            (true, false) => other.1 == cell.1,
            _ => other.0 == cell.0,
        };
        let on_line = |grid: &Grid| {
            let firsts = like.iter().filter_map(|&sign| cells_of(grid, sign).first().copied());
            firsts.filter(is_beside).count()
        };
        on_line(board) < on_line(&self.start)
    }

    fn place_all(
        &self,
        order: &[char],
        from: usize,
        board: &mut Grid,
        most: usize,
        found: &mut BTreeSet<String>,
    ) {
        let Some((&sign, rest)) = order.split_first() else {
            assert!(found.insert(to_text(board)), "{} was made twice", to_text(board));
            return;
        };
        let Piece { shape, like, .. } = self.piece(sign).expect("it is a piece");
        let width = board[0].len();
        for place in from..width * board.len() {
            if found.len() > most {
                return;
            }
            let Some(cells) = placed(shape, (place % width, place / width)) else {
                continue;
            };
            if !self.fits(board, sign, &cells) || !self.may_be_on_line(board, sign, cells[0]) {
                continue;
            }
            cells.iter().for_each(|&(column, row)| board[row][column] = sign);
            let next = rest.first().filter(|next| like.contains(next)).map_or(0, |_| place + 1);
            self.place_all(rest, next, board, most, found);
            cells.iter().for_each(|&(column, row)| board[row][column] = '.');
        }
    }
}

/// The same positions with each move the other way round.
pub fn reversed(graph: &Graph) -> Graph {
    let mut reversed: Graph = graph.keys().map(|text| (text.clone(), BTreeSet::new())).collect();
    for (text, after) in graph {
        for text_after in after {
            reversed.get_mut(text_after).expect("it is in the graph").insert(text.clone());
        }
    }
    reversed
}

/// The distance of every reachable position to the nearest of some targets.
pub fn distances<'t>(
    graph: &Graph,
    from: impl IntoIterator<Item = &'t String>,
) -> BTreeMap<String, u32> {
    let mut queue: VecDeque<String> = from.into_iter().cloned().collect();
    let mut distances: BTreeMap<String, u32> = queue.iter().map(|text| (text.clone(), 0)).collect();
    while let Some(text) = queue.pop_front() {
        let moves = distances[&text] + 1;
        for after in &graph[&text] {
            if !distances.contains_key(after) {
                distances.insert(after.clone(), moves);
                queue.push_back(after.clone());
            }
        }
    }
    distances
}

/// The number of shortest paths from each position to the nearest target. Positions without a distance have none.
pub fn solution_counts(graph: &Graph, distances: &BTreeMap<String, u32>) -> BTreeMap<String, u128> {
    let mut nearest: Vec<(&String, u32)> = distances.iter().map(|(t, &moves)| (t, moves)).collect();
    nearest.sort_by_key(|&(_, moves)| moves);
    let mut solution_counts = BTreeMap::new();
    for (text, moves) in nearest {
        let is_nearer = |after: &&String| distances.get(*after).is_some_and(|far| far + 1 == moves);
        let onward = graph[text].iter().filter(is_nearer);
        let count = if moves == 0 { 1 } else { onward.map(|after| solution_counts[after]).sum() };
        solution_counts.insert(text.clone(), count);
    }
    solution_counts
}

/// The signs of a drawing, row by row; empty for the empty text.
pub fn grid(text: &str) -> Grid {
    text.split('\n').map(|line| line.chars().collect()).collect()
}

/// The pieces of a grid in reading order.
pub fn signs(grid: &Grid) -> Vec<char> {
    let mut signs = Vec::new();
    for &sign in grid.iter().flatten() {
        if sign != '#' && sign != '.' && !signs.contains(&sign) {
            signs.push(sign);
        }
    }
    signs
}

/// The cells with a sign, in reading order.
pub fn cells_of(grid: &Grid, sign: char) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (row, line) in grid.iter().enumerate() {
        cells.extend(
            (0..line.len()).filter(|&column| line[column] == sign).map(|column| (column, row)),
        );
    }
    cells
}

/// The grid after a piece is moved to other cells.
pub fn with(grid: &Grid, sign: char, cells: &[Cell]) -> Grid {
    let mut after = grid.clone();
    cells_of(grid, sign).into_iter().for_each(|(column, row)| after[row][column] = '.');
    cells.iter().for_each(|&(column, row)| after[row][column] = sign);
    after
}

/// A shape with its first cell in reading order at a place; `None` if it reaches over an edge.
pub fn placed(shape: &[Cell], (column, row): Cell) -> Option<Vec<Cell>> {
    let (first_column, first_row) = shape[0];
    let move_cell = |&(right, down): &Cell| {
        Some(((column + right).checked_sub(first_column)?, (row + down).checked_sub(first_row)?))
    };
    shape.iter().map(move_cell).collect()
}

/// Cells shifted as far left and up as possible.
fn normal(cells: &[Cell]) -> Vec<Cell> {
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    cells.iter().map(|&(column, row)| (column - left, row - top)).collect()
}
