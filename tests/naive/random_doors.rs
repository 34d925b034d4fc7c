//! Random small puzzles with doors.

use super::doors::{Doors, Position, Wait, Witness};
use super::grids::{Drawn, placed, signs, with};
use super::{Cell, Grid};
use std::collections::{BTreeMap, BTreeSet};

/// Shapes from single cells, which are the most frequent, to concave ones and to separate parts.
const SHAPES: [&[Cell]; 24] = [
    &[(0, 0)],
    &[(0, 0)],
    &[(0, 0)],
    &[(0, 0)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 0), (0, 1), (0, 2)],
    &[(0, 0), (1, 0), (0, 1)],
    &[(1, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (1, 1)],
    &[(0, 0), (1, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (2, 0), (0, 1)],
    &[(1, 0), (0, 1), (1, 1), (1, 2)],
    &[(1, 0), (2, 0), (0, 1), (1, 1)],
    &[(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)],
    &[(0, 0), (1, 0), (0, 1), (0, 2), (1, 2)],
    &[(0, 0), (1, 0), (1, 1), (0, 2), (1, 2)],
    &[(0, 0), (2, 0)],
    &[(0, 0), (1, 1)],
];

/// Signs of pieces, some of several bytes.
const PIECES: [char; 8] = ['A', 'b', '1', 'é', '-', '車', 'C', '0'];
const LAYERS: [char; 4] = ['p', 'q', 'r', 's'];
const GROUPS: [char; 8] = ['x', 'y', 'z', 'X', '2', 'Z', 'm', 'n'];

/// Draws a puzzle of at most `most` pieces. `roll` gives a number below its argument.
///
/// `None` if there is no place for a door.
pub fn random(roll: &mut impl FnMut(usize) -> usize, most: usize) -> Option<Doors> {
    let mut draft = Draft::new(roll, most);
    draft.draw_layers();
    draft.draw_gates();
    draft.draw_thin_walls();
    draft.draw_doors();
    if draft.puzzle.doors.chars().all(|sign| sign == '.' || sign == '\n') {
        return None;
    }
    draft.draw_ice();
    draft.draw_goals();
    Some(draft.puzzle)
}

/// A puzzle that is being drawn.
struct Draft<'r, R> {
    roll: &'r mut R,
    start: Grid,
    pieces: Vec<char>,
    puzzle: Doors,
}

impl<'r, R: FnMut(usize) -> usize> Draft<'r, R> {
    /// Draws walls, pieces and locks.
    fn new(roll: &'r mut R, most: usize) -> Self {
        let (width, height) = ([4, 3, 5, 4, 5, 2][roll(6)], [3, 4, 3, 4, 5, 2][roll(6)]);
        let mut start = vec![vec!['.'; width]; height];
        for place in 1..width * height {
            if roll(12) == 11 {
                start[place / width][place % width] = '#';
            }
        }
        let mut drawn = Drawn::default();
        let (wanted, first_sign) = (2 + roll(5), roll(PIECES.len()));
        let mut shape = SHAPES[0];
        for nth in 0..6 {
            let (is_another, at, lock) = (roll(3) > 0, roll(1000), roll(16));
            if is_another {
                shape = SHAPES[roll(SHAPES.len())];
            }
            let places = (0..width * height)
                .filter_map(|place| placed(shape, (place % width, place / width)));
            let is_free = |&(column, row): &Cell| {
                start.get(row).and_then(|line: &Vec<char>| line.get(column)) == Some(&'.')
            };
            let places: Vec<_> = places.filter(|cells| cells.iter().all(is_free)).collect();
            if nth >= wanted.min(most) || places.is_empty() {
                continue;
            }
            let sign = PIECES[(first_sign + nth) % PIECES.len()];
            start = with(&start, sign, &places[at % places.len()]);
            match lock {
                14 => drawn.rows.push(sign),
                15 => drawn.columns.push(sign),
                _ => {}
            }
        }
        if signs(&start).is_empty() {
            start[0][0] = 'A';
        }
        drawn.start = text(&start);
        drawn.lengthwise = drawn.rows.is_empty() && drawn.columns.is_empty() && roll(5) == 4;
        let pieces = drawn.signs();
        Draft { roll, start, pieces, puzzle: Doors { drawn, ..Doors::default() } }
    }

    fn is_one_in(&mut self, many: usize) -> bool {
        (self.roll)(many) == many - 1
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[(self.roll)(of.len())]
    }

    fn draw_layers(&mut self) {
        let mut left = LAYERS.iter();
        for piece in self.pieces.clone() {
            let number = self.one_of(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
            let layers: String = left.by_ref().take(number).collect();
            if !layers.is_empty() {
                self.puzzle.layers.push((piece, layers));
            }
        }
    }

    /// The sign of the group of some owners.
    fn mark_of(&mut self, owners: &BTreeSet<char>) -> char {
        let text: String = owners.iter().collect();
        let groups = &mut self.puzzle.drawn.owners;
        let known = groups.iter().find(|(_, pieces)| *pieces == text);
        match (known, owners.first()) {
            (Some((group, _)), _) => *group,
            (None, Some(owner)) if owners.len() == 1 => *owner,
            _ => match GROUPS.get(groups.len()) {
                Some(group) => {
                    groups.push((*group, text));
                    *group
                }
                None => '*',
            },
        }
    }

    fn draw_gates(&mut self) {
        let (width, height) = (self.start[0].len(), self.start.len());
        let keep_walls = |&sign: &char| if sign == '#' { '#' } else { '.' };
        let mut gate: Grid =
            self.start.iter().map(|line| line.iter().map(keep_walls).collect()).collect();
        for _ in 0..self.one_of(&[0, 0, 0, 1, 2]) {
            let (column, row) = ((self.roll)(width), (self.roll)(height));
            let owner = self.one_of(&self.pieces.clone());
            let mut owners = BTreeSet::from([owner]);
            for other in self.puzzle.drawn.like(owner) {
                if self.is_one_in(2) {
                    owners.insert(other);
                }
            }
            let there = self.start[row][column];
            if there == '.' || owners.contains(&there) {
                let mark = self.mark_of(&owners);
                gate[row][column] = if mark == '*' { '.' } else { mark };
            }
        }
        if !signs(&gate).is_empty() {
            self.puzzle.drawn.gate = text(&gate);
        }
    }

    /// Draws doors on the rim, as broad as a piece, and some on walls within the board.
    fn draw_doors(&mut self) {
        let (width, height) = (self.start[0].len(), self.start.len());
        let mut owners: BTreeMap<Cell, BTreeSet<char>> = BTreeMap::new();
        let all: BTreeSet<char> =
            self.pieces.iter().flat_map(|&piece| self.puzzle.signs_of(piece)).collect();
        for piece in self.pieces.clone() {
            for sign in self.puzzle.signs_of(piece) {
                let mut together = BTreeSet::from([sign]);
                if self.is_one_in(2) {
                    together.extend(self.puzzle.drawn.like(piece));
                }
                if self.is_one_in(8) {
                    together = all.clone();
                }
                for _ in 0..self.one_of(&[1, 1, 1, 1, 2, 0]) {
                    let shape = self.puzzle.drawn.shape(piece);
                    let reach = |of: fn(&Cell) -> usize| shape.iter().map(of).max().unwrap_or(0);
                    let (rows, columns) = self.puzzle.drawn.freedom(piece);
                    let is_in_row = if rows && columns { self.is_one_in(2) } else { rows };
                    let is_far = self.is_one_in(2);
                    // The grid of doors has a column and a row before the board.
                    let cells: Vec<Cell> = if is_in_row {
                        let broad = reach(|cell| cell.1) + 1;
                        let from = 1 + (self.roll)(height + 1 - broad);
                        let column = if is_far { width + 1 } else { 0 };
                        (from..from + broad).map(|row| (column, row)).collect()
                    } else {
                        let broad = reach(|cell| cell.0) + 1;
                        let from = 1 + (self.roll)(width + 1 - broad);
                        let row = if is_far { height + 1 } else { 0 };
                        (from..from + broad).map(|column| (column, row)).collect()
                    };
                    for cell in cells {
                        owners.entry(cell).or_default().extend(&together);
                    }
                }
            }
        }
        for place in 0..width * height {
            let (column, row) = (place % width, place / width);
            if self.start[row][column] == '#' && self.is_one_in(3) {
                let sign = self.one_of(&all.iter().copied().collect::<Vec<_>>());
                owners.insert((column + 1, row + 1), BTreeSet::from([sign]));
            }
        }
        let mut doors = vec![vec!['.'; width + 2]; height + 2];
        for ((column, row), owners) in owners {
            doors[row][column] = if owners == all { '*' } else { self.mark_of(&owners) };
        }
        self.puzzle.doors = text(&doors);
        let used = Witness::new(&self.puzzle).used_doors();
        for (row, line) in (-1..).zip(&mut doors) {
            for (column, mark) in (-1..).zip(line) {
                if !used.contains(&(row, column)) {
                    *mark = '.';
                }
            }
        }
        self.puzzle.doors = text(&doors);
        let drawn = format!("{}{}", self.puzzle.doors, self.puzzle.drawn.gate);
        self.puzzle.drawn.owners.retain(|(group, _)| drawn.contains(*group));
        for mark in signs(&doors) {
            if self.is_one_in(8) {
                let number = 1 + (self.roll)(2);
                self.puzzle.opens.push((mark, number));
                if !self.can_thaw() {
                    self.puzzle.opens.pop();
                }
            }
        }
    }

    /// Draws thin walls between open cells, except within a piece.
    fn draw_thin_walls(&mut self) {
        let (width, height) = (self.start[0].len(), self.start.len());
        let mut walls = vec![vec![' '; 2 * width - 1]; 2 * height - 1];
        for (row, line) in self.start.iter().enumerate() {
            for (column, &sign) in line.iter().enumerate() {
                walls[2 * row][2 * column] = if sign == '#' { '#' } else { '.' };
            }
        }
        for _ in 0..self.one_of(&[0, 0, 0, 1, 3]) {
            let (column, row) = ((self.roll)(width), (self.roll)(height));
            let (right, down) = self.one_of(&[(1, 0), (0, 1)]);
            let beyond = self.start.get(row + down).and_then(|line| line.get(column + right));
            let here = self.start[row][column];
            let is_open = |sign| sign != '#';
            let divides = |&beyond: &char| is_open(beyond) && (beyond != here || here == '.');
            if is_open(here) && beyond.is_some_and(divides) {
                walls[2 * row + down][2 * column + right] = if right == 1 { '|' } else { '-' };
            }
        }
        if walls.iter().flatten().any(|mark| "|-".contains(*mark)) {
            self.puzzle.drawn.thin_walls = text(&walls);
        }
    }

    /// Freezes some pieces, then declares some pieces interchangeable.
    fn draw_ice(&mut self) {
        let mut frozen: Vec<char> = self.pieces.clone();
        frozen.extend(self.puzzle.drawn.owners.iter().map(|(group, _)| *group));
        for name in frozen {
            let kind = (self.roll)(12);
            let number = 1 + (self.roll)(2);
            let awaited: String =
                self.pieces.clone().into_iter().filter(|_| self.is_one_in(3)).collect();
            let wait = match kind {
                10 => Wait::Number(number),
                11 if !awaited.is_empty() => Wait::Pieces(awaited),
                _ => continue,
            };
            self.puzzle.frozen.push((name, wait));
            // No piece waits twice, and a group of layers only has no pieces.
            let named: Vec<BTreeSet<char>> = self
                .puzzle
                .frozen
                .iter()
                .map(|(name, _)| self.puzzle.pieces_of(&name.to_string()))
                .collect();
            let (last, before) = named.split_last().expect("one was added");
            let is_again = before.iter().any(|pieces| !pieces.is_disjoint(last));
            if is_again || last.is_empty() || !self.can_thaw() {
                self.puzzle.frozen.pop();
            }
        }
        self.puzzle.drawn.by_shape = self.is_one_in(4);
        for piece in self.pieces.clone() {
            let mut group = self.puzzle.like(piece);
            group.retain(|sign| !self.puzzle.drawn.alike.iter().any(|other| other.contains(*sign)));
            if group.first() == Some(&piece) && group.len() > 1 && self.is_one_in(2) {
                self.puzzle.drawn.alike.push(group.into_iter().collect());
            }
        }
    }

    /// Whether each frozen piece thaws and each door opens, if pieces leave as soon as they may.
    fn can_thaw(&self) -> bool {
        let Doors { opens, .. } = &self.puzzle;
        let mut gone: BTreeSet<char> = BTreeSet::new();
        let thaws = |piece: char, gone: &BTreeSet<char>| {
            let (number, pieces) = self.puzzle.waits_for(piece);
            gone.len() >= number && pieces.is_subset(gone)
        };
        let is_open = |mark: &char, gone: &BTreeSet<char>| {
            opens.iter().all(|(door, number)| door != mark || *number <= gone.len())
        };
        for _ in &self.pieces {
            let leaves = |piece: &&char| {
                let mut signs = self.puzzle.signs_of(**piece).into_iter();
                let marks = |sign| self.puzzle.marks_of(sign);
                thaws(**piece, &gone)
                    && signs.all(|sign| marks(sign).iter().any(|mark| is_open(mark, &gone)))
            };
            gone = self.pieces.iter().filter(leaves).copied().collect();
        }
        self.pieces.iter().all(|piece| thaws(*piece, &gone))
            && opens.iter().all(|(mark, _)| is_open(mark, &gone))
    }

    /// Draws goals: every piece with a door is gone, some pieces are gone, some pieces are in place
    /// after some moves, or several of these.
    fn draw_goals(&mut self) {
        let leaving: Vec<char> =
            self.pieces.iter().copied().filter(|&piece| self.puzzle.has_door(piece)).collect();
        let kind = (self.roll)(8);
        if !leaving.is_empty() && kind < 2 {
            return;
        }
        let witness = Witness::new(&self.puzzle);
        let end = self.walk(&witness);
        let is_there = |piece: char| end.contains_key(&piece);
        if !leaving.is_empty() && kind != 3 {
            // At least one piece, and all interchangeable ones.
            let away: Vec<char> =
                leaving.iter().copied().filter(|&piece| kind == 2 || !is_there(piece)).collect();
            let mut gone = BTreeSet::new();
            if !away.is_empty() {
                let piece = self.one_of(&away);
                gone.extend(self.puzzle.like(piece));
            }
            for piece in away {
                if self.is_one_in(3) {
                    gone.extend(self.puzzle.like(piece));
                }
            }
            let group = self
                .puzzle
                .drawn
                .owners
                .iter()
                .find(|(group, _)| self.puzzle.pieces_of(&group.to_string()) == gone);
            self.puzzle.gone =
                group.map_or(gone.into_iter().collect(), |group| group.0.to_string());
        }
        let grids = [1, 1, 1, 2, 3][(self.roll)(5)];
        if kind == 2 && !self.puzzle.gone.is_empty() {
            return;
        }
        let gone = self.puzzle.pieces_of(&self.puzzle.gone);
        let staying: Vec<char> =
            self.pieces.iter().copied().filter(|piece| !gone.contains(piece)).collect();
        for nth in 0..grids {
            let end = if nth == 0 { end.clone() } else { self.walk(&witness) };
            let goal = self.goal(&staying, witness.start(), &end);
            self.puzzle.drawn.goals.extend(goal);
        }
        if self.puzzle.drawn.goals.is_empty() && gone.is_empty() {
            let goal = self.goal(&staying, witness.start(), witness.start());
            self.puzzle.drawn.goals.extend(goal);
        }
    }

    /// The position after some random moves.
    fn walk(&mut self, witness: &Witness) -> Position {
        let mut end = witness.start().clone();
        for _ in 0..3 + (self.roll)(25) {
            let mut after: Vec<Position> = witness.moved(&end, "unit").into_iter().collect();
            let leaves = |after: &Position| witness.left(after) > witness.left(&end);
            if after.iter().any(leaves) && self.is_one_in(2) {
                after.retain(leaves);
            }
            if !after.is_empty() {
                end = after[(self.roll)(after.len())].clone();
            }
        }
        end
    }

    /// A goal with some of the pieces at their places in a position. `None` if all these have left.
    fn goal(&mut self, pieces: &[char], start: &Position, end: &Position) -> Option<String> {
        let there: Vec<char> =
            pieces.iter().copied().filter(|piece| end.contains_key(piece)).collect();
        if there.is_empty() {
            return None;
        }
        let has_moved = |piece: &char| end[piece] != start[piece];
        let moved: Vec<char> = there.iter().copied().filter(has_moved).collect();
        let mut wanted =
            BTreeSet::from([self.one_of(if moved.is_empty() { &there } else { &moved })]);
        wanted.extend(there.into_iter().filter(|_| self.is_one_in(4)));
        let mut goal = self.start.clone();
        for sign in goal.iter_mut().flatten().filter(|sign| **sign != '#') {
            *sign = '.';
        }
        for sign in wanted {
            for &(row, column) in &end[&sign] {
                goal[row as usize][column as usize] = sign;
            }
        }
        Some(text(&goal))
    }
}

fn text(grid: &[Vec<char>]) -> String {
    grid.iter().map(|line| line.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}
