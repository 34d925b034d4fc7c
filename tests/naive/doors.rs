//! A witness for boards with doors, through which pieces leave for good: positions form a directed
//! graph.

use super::grids::{Drawn, Graph, distances, grid, reversed, signs};
use super::{DIRECTIONS, to_text};
use std::collections::{BTreeMap, BTreeSet};

/// A puzzle with doors, as its file says it.
#[derive(Clone, Default)]
pub struct Doors {
    /// All keys that puzzles without doors have, too.
    pub drawn: Drawn,
    /// The doors, with one row more above and below the start, and one column more at each side.
    pub doors: String,
    /// Pieces or groups that must be gone at the goal.
    pub gone: String,
    /// Pieces or groups that are frozen, and until when.
    pub frozen: Vec<(char, Wait)>,
    /// Signs of `doors` that open after this number of pieces has left.
    pub opens: Vec<(char, usize)>,
    /// Pieces with the signs of the layers that follow.
    pub layers: Vec<(char, String)>,
}

/// What a frozen piece waits for.
#[derive(Clone)]
pub enum Wait {
    /// This number of pieces has left.
    Number(usize),
    /// All these pieces have left.
    Pieces(String),
}

/// A cell as (row, column): sets of cells are in reading order. The frame has rows and columns -1.
pub type Cell = (isize, isize);

/// The cells of each piece on the board, by its sign or by the sign of its layer.
pub type Position = BTreeMap<char, BTreeSet<Cell>>;

impl std::fmt::Debug for Doors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\n{}", self.file())
    }
}

impl Doors {
    /// The puzzle as a file.
    pub fn file(&self) -> String {
        let mut file = self.drawn.file() + &format!("doors = '''\n{}\n'''\n", self.doors);
        if !self.gone.is_empty() {
            file += &format!("gone = '{}'\n", self.gone);
        }
        let mut table = |key: &str, entries: Vec<String>| {
            if !entries.is_empty() {
                file += &format!("{key} = {{ {} }}\n", entries.join(", "));
            }
        };
        let frozen = self.frozen.iter().map(|(sign, wait)| match wait {
            Wait::Number(number) => format!("'{sign}' = {number}"),
            Wait::Pieces(pieces) => format!("'{sign}' = '{pieces}'"),
        });
        table("frozen", frozen.collect());
        let opens = self.opens.iter().map(|(sign, number)| format!("'{sign}' = {number}"));
        table("opens", opens.collect());
        let layers = self.layers.iter().map(|(sign, layers)| format!("'{sign}' = '{layers}'"));
        table("layers", layers.collect());
        file
    }

    /// Reads a puzzle file of which `doors` and `gone` are the only keys that other puzzles do not have.
    pub fn of_file(text: &str) -> Doors {
        let (before, rest) = text.split_once("doors = \"\"\"\n").expect("a grid of doors");
        let (doors, after) = rest.split_once("\n\"\"\"\n").expect("its end");
        let is_gone = |line: &&str| line.starts_with("gone = ");
        let (gone, others): (Vec<&str>, Vec<&str>) =
            before.lines().chain(after.lines()).partition(is_gone);
        let gone = gone.first().and_then(|line| line.split('"').nth(1)).unwrap_or_default();
        let (drawn, doors, gone) =
            (Drawn::of_file(&others.join("\n")), doors.to_owned(), gone.to_owned());
        Doors { drawn, doors, gone, ..Doors::default() }
    }

    /// The signs that a piece has in turn: its own, then those of its layers.
    pub fn signs_of(&self, piece: char) -> Vec<char> {
        let layers = self.layers.iter().filter(|(of, _)| *of == piece);
        [piece].into_iter().chain(layers.flat_map(|(_, layers)| layers.chars())).collect()
    }

    /// The piece that has this sign, or a layer with it.
    pub fn piece_of(&self, sign: char) -> char {
        let of = self.layers.iter().find(|(_, layers)| layers.contains(sign));
        of.map_or(sign, |(piece, _)| *piece)
    }

    /// The pieces of a text, which may name groups.
    pub fn pieces_of(&self, text: &str) -> BTreeSet<char> {
        let members = |sign: char| {
            let group = self.drawn.owners.iter().find(|(group, _)| *group == sign);
            group.map_or(sign.to_string(), |(_, members)| members.clone())
        };
        let named: String = text.chars().map(members).collect();
        named.chars().map(|sign| self.piece_of(sign)).collect()
    }

    /// Whether a piece or layer with this sign owns the doors with this mark.
    fn owns(&self, sign: char, mark: char) -> bool {
        let group = self.drawn.owners.iter().find(|(group, _)| *group == mark);
        mark == '*' || group.map_or(mark == sign, |(_, members)| members.contains(sign))
    }

    /// The marks of the doors that a piece or layer with this sign owns.
    pub fn marks_of(&self, sign: char) -> BTreeSet<char> {
        let marks = signs(&grid(&self.doors)).into_iter();
        marks.filter(|&mark| self.owns(sign, mark)).collect()
    }

    /// The cells of the doors that a piece or layer with this sign owns.
    fn doors_of(&self, sign: char) -> BTreeSet<Cell> {
        let marks = self.marks_of(sign);
        let doors = cells(&self.doors, -1).into_iter();
        doors.filter(|(mark, _)| marks.contains(mark)).flat_map(|(_, cells)| cells).collect()
    }

    /// Whether a piece, and each of its layers, owns a door.
    pub fn has_door(&self, piece: char) -> bool {
        self.signs_of(piece).into_iter().all(|sign| !self.marks_of(sign).is_empty())
    }

    /// The pieces that must be gone at the goal.
    pub fn must_leave(&self) -> BTreeSet<char> {
        match self.gone.is_empty() && self.drawn.goals.is_empty() {
            true => self.drawn.signs().into_iter().filter(|&piece| self.has_door(piece)).collect(),
            false => self.pieces_of(&self.gone),
        }
    }

    /// What a piece waits for: a number of pieces, and certain pieces.
    pub fn waits_for(&self, piece: char) -> (usize, BTreeSet<char>) {
        let (mut number, mut pieces) = (0, BTreeSet::new());
        for (frozen, wait) in &self.frozen {
            match wait {
                _ if !self.pieces_of(&frozen.to_string()).contains(&piece) => {}
                Wait::Number(least) => number = number.max(*least),
                Wait::Pieces(text) => pieces.extend(self.pieces_of(text)),
            }
        }
        (number, pieces)
    }

    /// The pieces that are interchangeable with one, including itself, in reading order.
    pub fn like(&self, piece: char) -> Vec<char> {
        let names = |piece: char| {
            let frozen = self.frozen.iter().map(|(_, wait)| match wait {
                Wait::Number(_) => false,
                Wait::Pieces(text) => self.pieces_of(text).contains(&piece),
            });
            frozen.chain([self.pieces_of(&self.gone).contains(&piece)]).collect::<Vec<_>>()
        };
        let has_layers = |piece: char| self.signs_of(piece).len() > 1;
        let may = |other: &char| {
            *other == piece
                || !has_layers(*other)
                    && !has_layers(piece)
                    && self.doors_of(*other) == self.doors_of(piece)
                    && self.waits_for(*other) == self.waits_for(piece)
                    && names(*other) == names(piece)
        };
        self.drawn.like(piece).into_iter().filter(may).collect()
    }
}

/// The witness of a puzzle with doors.
pub struct Witness {
    puzzle: Doors,
    start: Position,
    /// All cells that are not walls.
    open: BTreeSet<Cell>,
    /// The mark of each cell that is a gate.
    gates: BTreeMap<Cell, char>,
    /// The mark of each cell that is a door.
    doors: BTreeMap<Cell, char>,
    /// The pairs of cells that a thin wall divides, each in both orders.
    divided: BTreeSet<(Cell, Cell)>,
    /// By sign, whether a piece may move along rows, and along columns.
    freedom: BTreeMap<char, (bool, bool)>,
    /// By sign, what a frozen piece waits for.
    waits: BTreeMap<char, (usize, BTreeSet<char>)>,
    must_leave: BTreeSet<char>,
    /// The groups of interchangeable pieces, each in reading order.
    kinds: Vec<Vec<char>>,
}

impl Witness {
    pub fn new(puzzle: &Doors) -> Witness {
        let Doors { drawn, doors, .. } = puzzle;
        let mut open = BTreeSet::new();
        for (row, line) in grid(&drawn.start).iter().enumerate() {
            let columns = (0..line.len()).filter(|&column| line[column] != '#');
            open.extend(columns.map(|column| (row as isize, column as isize)));
        }
        let marks = |drawing: &str, first: isize| {
            let cells = cells(drawing, first).into_iter();
            cells
                .flat_map(|(mark, cells)| cells.into_iter().map(move |cell| (cell, mark)))
                .collect()
        };
        let by_row = |(column, row): (usize, usize)| (row as isize, column as isize);
        let divided = drawn.divided().into_iter();
        let mut kinds: Vec<Vec<char>> = Vec::new();
        for piece in drawn.signs() {
            if !kinds.iter().any(|kind| kind.contains(&piece)) {
                kinds.push(puzzle.like(piece));
            }
        }
        let pieces = drawn.signs().into_iter();
        let all_signs: Vec<(char, char)> = pieces
            .flat_map(|piece| puzzle.signs_of(piece).into_iter().map(move |sign| (sign, piece)))
            .collect();
        let by_sign = all_signs.iter().copied();
        Witness {
            freedom: by_sign.clone().map(|(sign, piece)| (sign, drawn.freedom(piece))).collect(),
            waits: by_sign.map(|(sign, piece)| (sign, puzzle.waits_for(piece))).collect(),
            start: cells(&drawn.start, 0),
            open,
            gates: marks(&drawn.gate, 0),
            doors: marks(doors, -1),
            divided: divided.map(|(one, other)| (by_row(one), by_row(other))).collect(),
            must_leave: puzzle.must_leave(),
            kinds,
            puzzle: puzzle.clone(),
        }
    }

    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The text of the start.
    pub fn start_text(&self) -> String {
        self.text(&self.start)
    }

    /// The number of pieces that have left.
    pub fn left(&self, position: &Position) -> usize {
        self.start.len() - position.len()
    }

    /// Whether a piece has left. In a later layer, it has not.
    fn is_gone(&self, position: &Position, piece: char) -> bool {
        !self.puzzle.signs_of(piece).iter().any(|sign| position.contains_key(sign))
    }

    /// Whether a piece on the board may neither move nor leave.
    pub fn is_frozen(&self, position: &Position, sign: char) -> bool {
        let (number, pieces) = &self.waits[&sign];
        self.left(position) < *number || !pieces.iter().all(|&piece| self.is_gone(position, piece))
    }

    /// Whether a piece may go in a direction, as far as its lock and the ice are concerned.
    fn may_go(&self, position: &Position, sign: char, (right, _): (isize, isize)) -> bool {
        let (rows, columns) = self.freedom[&sign];
        (if right == 0 { columns } else { rows }) && !self.is_frozen(position, sign)
    }

    /// Whether a piece could cover a cell if no other piece did.
    fn may_enter(&self, sign: char, cell: Cell) -> bool {
        let piece = self.puzzle.piece_of(sign);
        let gate = self.gates.get(&cell);
        self.open.contains(&cell) && gate.is_none_or(|&mark| self.puzzle.drawn.opens(mark, piece))
    }

    /// The position after one ordinary step of a piece, if it can take it.
    pub fn step(
        &self,
        position: &Position,
        sign: char,
        direction: (isize, isize),
    ) -> Option<Position> {
        if !self.may_go(position, sign, direction) {
            return None;
        }
        let here = &position[&sign];
        let there: BTreeSet<Cell> = here.iter().map(|&cell| next(cell, direction)).collect();
        let is_covered = |cell: &Cell| {
            position.iter().any(|(other, cells)| *other != sign && cells.contains(cell))
        };
        let is_crossed = |&cell: &Cell| self.divided.contains(&(cell, next(cell, direction)));
        let is_split =
            |&cell: &Cell| there.iter().any(|&other| self.divided.contains(&(cell, other)));
        let fits =
            |cell: &Cell| self.may_enter(sign, *cell) && !is_covered(cell) && !is_split(cell);
        if !there.iter().all(fits) || here.iter().any(is_crossed) {
            return None;
        }
        let mut after = position.clone();
        after.insert(sign, there);
        Some(after)
    }

    /// For each cell of a piece, the door that ends the line from it in a direction. With it, the
    /// number of open cells before the door, without cells of the piece. `None` if a line is not
    /// free or does not end at a door of the piece.
    fn lines(
        &self,
        position: &Position,
        sign: char,
        direction: (isize, isize),
    ) -> Option<Vec<(Cell, usize)>> {
        let covers = |cell: &Cell| {
            position.iter().find(|(_, cells)| cells.contains(cell)).map(|(covering, _)| *covering)
        };
        let mut lines = Vec::new();
        for &cell in &position[&sign] {
            let (mut here, mut empty) = (cell, 0);
            let mut ahead = next(here, direction);
            while self.open.contains(&ahead) {
                match covers(&ahead) {
                    None => empty += 1,
                    Some(covering) if covering == sign => {}
                    Some(_) => return None,
                }
                if self.divided.contains(&(here, ahead)) || !self.may_enter(sign, ahead) {
                    return None;
                }
                here = ahead;
                ahead = next(here, direction);
            }
            self.doors.get(&ahead).filter(|mark| self.puzzle.owns(sign, **mark))?;
            lines.push((ahead, empty));
        }
        Some(lines)
    }

    /// The number of steps after which a piece touches the door in a direction. `None` if it does
    /// not leave in this direction.
    pub fn gap(&self, position: &Position, sign: char, direction: (isize, isize)) -> Option<usize> {
        if !self.may_go(position, sign, direction) {
            return None;
        }
        let lines = self.lines(position, sign, direction)?;
        let opens_after = |door: &Cell| {
            let opens = self.puzzle.opens.iter().find(|(mark, _)| *mark == self.doors[door]);
            opens.map_or(0, |(_, number)| *number)
        };
        let are_open = lines.iter().all(|(door, _)| opens_after(door) <= self.left(position));
        lines.into_iter().map(|(_, empty)| empty).min().filter(|_| are_open)
    }

    /// The doors through which a piece leaves from any place that touches them, on the board without
    /// other pieces.
    pub fn used_doors(&self) -> BTreeSet<Cell> {
        let mut used = BTreeSet::new();
        for (&sign, &(rows, columns)) in &self.freedom {
            let start = &self.start[&self.puzzle.piece_of(sign)];
            for down in -16..16 {
                for right in -16..16 {
                    let moved = start.iter().map(|(row, column)| (row + down, column + right));
                    let cells: BTreeSet<Cell> = moved.collect();
                    let is_off_line = down != 0 && !columns || right != 0 && !rows;
                    let is_split = cells.iter().any(|&one| {
                        cells.iter().any(|&other| self.divided.contains(&(one, other)))
                    });
                    let fits = |cell: &Cell| self.may_enter(sign, *cell);
                    if is_off_line || is_split || !cells.iter().all(fits) {
                        continue;
                    }
                    let alone = Position::from([(sign, cells)]);
                    let sides =
                        DIRECTIONS.iter().filter(|side| if side.0 == 0 { columns } else { rows });
                    let lines = sides.filter_map(|&side| self.lines(&alone, sign, side));
                    let lines = lines.filter(|lines| lines.iter().any(|(_, empty)| *empty == 0));
                    used.extend(lines.flatten().map(|(door, _)| door));
                }
            }
        }
        used
    }

    /// The position after a piece that touches a door has left through it.
    pub fn leave(
        &self,
        position: &Position,
        sign: char,
        direction: (isize, isize),
    ) -> Option<Position> {
        if self.gap(position, sign, direction) != Some(0) {
            return None;
        }
        let mut after = position.clone();
        let cells = after.remove(&sign)?;
        let signs = self.puzzle.signs_of(self.puzzle.piece_of(sign));
        let layer = signs.iter().skip_while(|layer| **layer != sign).nth(1);
        if let Some(layer) = layer {
            after.insert(*layer, cells);
        }
        Some(after)
    }

    /// All positions after one move, with all pieces distinguished.
    pub fn moved(&self, position: &Position, metric: &str) -> BTreeSet<Position> {
        let mut after = BTreeSet::new();
        for &sign in position.keys() {
            for direction in DIRECTIONS {
                after.extend(self.leave(position, sign, direction));
                let mut place = self.step(position, sign, direction);
                while let Some(at) = place {
                    after.insert(at.clone());
                    if metric == "unit" {
                        break;
                    }
                    after.extend(self.leave(&at, sign, direction));
                    place = self.step(&at, sign, direction);
                }
            }
            if metric == "finger" {
                let mut places = BTreeSet::from([position.clone()]);
                let mut waiting = vec![position.clone()];
                while let Some(at) = waiting.pop() {
                    for direction in DIRECTIONS {
                        after.extend(self.leave(&at, sign, direction));
                        if let Some(place) = self.step(&at, sign, direction)
                            && places.insert(place.clone())
                        {
                            waiting.push(place);
                        }
                    }
                }
                after.extend(places.into_iter().filter(|place| place != position));
            }
        }
        after
    }

    /// The text of a position. Its pieces of one kind have the first signs of the kind, in reading order.
    pub fn text(&self, position: &Position) -> String {
        let mut grid: Vec<Vec<char>> = grid(&self.puzzle.drawn.start);
        let is_wall = |sign: &char| *sign == '#';
        for sign in grid.iter_mut().flatten().filter(|sign| !is_wall(sign)) {
            *sign = '.';
        }
        let mut paint = |sign: char, cells: &BTreeSet<Cell>| {
            for &(row, column) in cells {
                grid[row as usize][column as usize] = sign;
            }
        };
        for kind in &self.kinds {
            let mut standing: Vec<_> = kind.iter().filter_map(|sign| position.get(sign)).collect();
            standing.sort();
            kind.iter().zip(standing).for_each(|(sign, cells)| paint(*sign, cells));
        }
        let is_layer = |sign: &char| self.puzzle.piece_of(*sign) != *sign;
        for (sign, cells) in position.iter().filter(|(sign, _)| is_layer(sign)) {
            paint(*sign, cells);
        }
        to_text(&grid)
    }

    /// Reads a text, which has no piece with the sign '/'.
    pub fn read(&self, text: &str) -> Position {
        cells(&text.replace('/', "\n"), 0)
    }

    /// The texts of the positions after one move.
    pub fn neighbours(&self, text: &str, metric: &str) -> BTreeSet<String> {
        self.moved(&self.read(text), metric).iter().map(|after| self.text(after)).collect()
    }

    /// Whether any goal is met.
    pub fn is_goal(&self, position: &Position) -> bool {
        let stands = |(wanted, cells): (&char, &BTreeSet<Cell>)| {
            let kind = self.kinds.iter().find(|kind| kind.contains(wanted));
            position.iter().any(|(sign, covered)| {
                let is_right = kind.is_some_and(|kind| kind.contains(sign));
                covered == cells && (is_right || self.puzzle.drawn.by_shape)
            })
        };
        let goals = &self.puzzle.drawn.goals;
        self.must_leave.iter().all(|&piece| self.is_gone(position, piece))
            && (goals.is_empty() || goals.iter().any(|goal| cells(goal, 0).iter().all(stands)))
    }

    /// All positions that the start reaches, each with those after one move. `None` if there are
    /// more than `most`.
    pub fn graph(&self, metric: &str, most: usize) -> Option<Graph> {
        let mut graph = Graph::new();
        let mut waiting = vec![self.start_text()];
        while let Some(text) = waiting.pop() {
            if graph.contains_key(&text) {
                continue;
            }
            let after = self.neighbours(&text, metric);
            waiting.extend(after.iter().cloned());
            graph.insert(text, after);
            if graph.len() > most {
                return None;
            }
        }
        Some(graph)
    }

    /// The distances of the positions of a graph to the nearest goal. Lost positions have none.
    pub fn distances(&self, graph: &Graph) -> BTreeMap<String, u32> {
        let goals = graph.keys().filter(|text| self.is_goal(&self.read(text)));
        distances(&reversed(graph), goals)
    }

    /// The length of a shortest solution, and the number of shortest sequences of positions. It is
    /// found forwards, without the whole graph.
    pub fn solve(&self, metric: &str) -> Option<(u32, u128)> {
        let mut level = BTreeMap::from([(self.start_text(), 1)]);
        let mut seen: BTreeSet<String> = level.keys().cloned().collect();
        for moves in 0.. {
            let goals = level.iter().filter(|(text, _)| self.is_goal(&self.read(text)));
            let count = goals.map(|(_, count)| count).sum();
            if count > 0 || level.is_empty() {
                return (count > 0).then_some((moves, count));
            }
            let mut nexts: BTreeMap<String, u128> = BTreeMap::new();
            for (text, count) in level {
                for after in self.neighbours(&text, metric) {
                    *nexts.entry(after).or_default() += count;
                }
            }
            nexts.retain(|text, _| !seen.contains(text));
            seen.extend(nexts.keys().cloned());
            level = nexts;
        }
        unreachable!("there are finitely many positions")
    }
}

/// The cells of each sign of a drawing, whose first row and column have this number.
fn cells(drawing: &str, first: isize) -> Position {
    let grid = grid(drawing);
    let mut cells: Position = signs(&grid).into_iter().map(|s| (s, BTreeSet::new())).collect();
    for (row, line) in (first..).zip(&grid) {
        for (column, sign) in (first..).zip(line) {
            if let Some(cells) = cells.get_mut(sign) {
                cells.insert((row, column));
            }
        }
    }
    cells
}

/// The next cell in a direction, which is (right, down).
fn next((row, column): Cell, (right, down): (isize, isize)) -> Cell {
    (row + down, column + right)
}
