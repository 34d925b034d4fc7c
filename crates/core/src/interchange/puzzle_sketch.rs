//! Writes placed pieces as the text of a puzzle file.

use super::error::{InterchangeError, LineFault};
use crate::grid::{Board, Polyomino};
use crate::numerals::Excerpt;
use crate::puzzle_file::{PuzzleFile, SignGrid, is_piece_sign, look, quoted};
use crate::rules::Freedom;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// A cell as `(column, row)`, possibly outside the board.
pub(super) type At = (i64, i64);

/// For each cell, row by row, the number of the piece on it.
type Layer = Vec<Option<usize>>;

/// A puzzle during reading. Each placement is checked; the result is written as a puzzle file.
pub(super) struct PuzzleSketch {
    title: String,
    columns: usize,
    rows: usize,
    walls: Vec<bool>,
    pieces: Vec<Piece>,
    start: Layer,
    goals: Vec<Layer>,
    gate: Option<Layer>,
    published: Option<Published>,
}

/// A piece as given by its source.
#[derive(Default)]
pub(super) struct Piece {
    /// Its name in errors.
    pub name: String,
    /// Its sign, if the source has one.
    pub sign: Option<char>,
    /// Its cells at the start.
    pub cells: Vec<At>,
    /// Number of its kind, if the source has kinds; `None` if only goals distinguish pieces.
    pub kind: Option<usize>,
    /// The axes along which it may move.
    pub freedom: Freedom,
}

impl Piece {
    /// A piece of a grid, named by its sign.
    pub fn of_sign(sign: char, cells: Vec<At>) -> Self {
        Self { name: sign.to_string(), sign: Some(sign), cells, ..Self::default() }
    }

    /// The shape of its cells, once they are on the board; `None` if a puzzle file does not allow it.
    fn shape(&self) -> Option<Polyomino> {
        Polyomino::new(self.cells.iter().map(|&(column, row)| (column as u8, row as u8)))
    }
}

/// The fewest moves that a source gives.
pub(super) struct Published {
    pub moves: u32,
    pub metric: Option<&'static str>,
    pub positions: Option<u64>,
}

impl PuzzleSketch {
    /// An empty board; `line` is the line of its size.
    pub fn new(
        title: &str,
        columns: i64,
        rows: i64,
        line: usize,
    ) -> Result<Self, InterchangeError> {
        let side = |length: i64| u8::try_from(length).ok().filter(|&length| length > 0);
        let (Some(width), Some(height)) = (side(columns), side(rows)) else {
            let most = SignGrid::MOST;
            let fault = format!(
                "a board of {columns} columns and {rows} rows: both must be from 1 to {most}"
            );
            return Err(LineFault(fault).at(line));
        };
        let (columns, rows) = (usize::from(width), usize::from(height));
        Ok(Self {
            title: title.to_owned(),
            columns,
            rows,
            walls: vec![false; columns * rows],
            pieces: Vec::new(),
            start: vec![None; columns * rows],
            goals: Vec::new(),
            gate: None,
            published: None,
        })
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of a cell in reading order, if it is on the board.
    fn index(&self, (column, row): At) -> Option<usize> {
        let column = usize::try_from(column).ok().filter(|&column| column < self.columns)?;
        let row = usize::try_from(row).ok().filter(|&row| row < self.rows)?;
        Some(row * self.columns + column)
    }

    fn cell(&self, what: &str, at: At, line: usize) -> Result<usize, InterchangeError> {
        let outside = || {
            let ((column, row), columns, rows) = (at, self.columns, self.rows);
            LineFault(format!(
                "{} reaches column {column}, row {row}, counted from 0: the board has {columns} columns and {rows} rows",
                Excerpt(what)
            ))
        };
        self.index(at).ok_or_else(|| outside().at(line))
    }

    /// Makes a cell a wall; must precede the placement of pieces.
    pub fn wall(&mut self, at: At, line: usize) -> Result<(), InterchangeError> {
        let index = self.cell("a wall", at, line)?;
        self.walls[index] = true;
        Ok(())
    }

    /// Whether a cell of the board is a wall.
    pub fn is_wall(&self, at: At) -> bool {
        self.index(at).is_some_and(|index| self.walls[index])
    }

    /// Draws a piece into a layer.
    fn fill(
        &self,
        layer: &mut Layer,
        piece: usize,
        name: &str,
        cells: &[At],
        line: usize,
    ) -> Result<(), InterchangeError> {
        for &at in cells {
            let index = self.cell(name, at, line)?;
            if self.walls[index] || layer[index].is_some() {
                let ((column, row), what) = (at, Excerpt(name));
                let fault = format!(
                    "{what} covers column {column}, row {row}, counted from 0, which is already occupied"
                );
                return Err(LineFault(fault).at(line));
            }
            layer[index] = Some(piece);
        }
        Ok(())
    }

    /// Places a piece at the start and returns its number.
    pub fn place(&mut self, piece: Piece, line: usize) -> Result<usize, InterchangeError> {
        let number = self.pieces.len();
        let mut start = std::mem::take(&mut self.start);
        let filled = self.fill(&mut start, number, &piece.name, &piece.cells, line);
        self.start = start;
        self.pieces.push(piece);
        filled.map(|()| number)
    }

    /// Starts a goal, to which [`want`](Self::want) adds pieces.
    pub fn begin_goal(&mut self) {
        self.goals.push(vec![None; self.walls.len()]);
    }

    /// Adds a piece on some cells to the last goal.
    pub fn want(
        &mut self,
        piece: usize,
        cells: &[At],
        line: usize,
    ) -> Result<(), InterchangeError> {
        let mut goal = self.goals.pop().unwrap_or_else(|| vec![None; self.walls.len()]);
        let filled = self.fill(&mut goal, piece, &self.pieces[piece].name, cells, line);
        self.goals.push(goal);
        filled
    }

    /// Reserves cells for a piece, as its gate.
    pub fn gate(
        &mut self,
        piece: usize,
        cells: &[At],
        line: usize,
    ) -> Result<(), InterchangeError> {
        let mut gate = self.gate.take().unwrap_or_else(|| vec![None; self.walls.len()]);
        let filled = self.fill(&mut gate, piece, "a gate", cells, line);
        self.gate = Some(gate);
        filled
    }

    pub fn publish(&mut self, published: Published) {
        self.published = Some(published);
    }

    /// The text of the puzzle file, after parsing it as a check.
    pub fn text(&self, line: usize) -> Result<String, InterchangeError> {
        let cells = self.walls.iter().filter(|&&wall| !wall).count();
        // Checked before signs are assigned: there are enough for the allowed number of pieces.
        if cells > usize::from(Board::MOST) {
            let fault = format!("a board of {cells} cells: at most {} are supported", Board::MOST);
            return Err(LineFault(fault).at(line));
        }
        let text = self.written(&self.signs());
        match PuzzleFile::parse(&text) {
            Ok(_) => Ok(text),
            Err(error) => Err(InterchangeError::Puzzle(error.fault)),
        }
    }

    /// A sign for each piece: its own if it is valid and looks like no other, otherwise the next unused one.
    fn signs(&self) -> Vec<char> {
        let mut taken = HashSet::new();
        let own: Vec<Option<char>> = (self.pieces.iter())
            .map(|piece| piece.sign.filter(|&sign| is_drawn(sign) && taken.insert(look(sign))))
            .collect();
        let mut free = alphabet().filter(|sign| !taken.contains(sign));
        own.into_iter()
            .map(|sign| sign.or_else(|| free.next()).expect("the alphabet does not end"))
            .collect()
    }

    fn written(&self, signs: &[char]) -> String {
        // Puzzle files do not allow control characters.
        let name = self.title.replace(char::is_control, " ");
        let mut text = format!("name = {}\n", quoted(&name));
        let start = self.grid(&self.start, signs);
        let _ = writeln!(text, "start = {start}");
        match &self.goals[..] {
            [goal] => {
                let _ = writeln!(text, "goal = {}", self.grid(goal, signs));
            }
            goals => {
                let goals = goals.iter().map(|goal| self.grid(goal, signs) + ",\n");
                let _ = writeln!(text, "goals = [\n{}]", goals.collect::<String>());
            }
        }
        let moving = |freedom: Freedom| {
            let pieces = self.pieces.iter().zip(signs);
            let found = pieces.filter(|(piece, _)| piece.freedom == freedom);
            found.map(|(_, sign)| sign).collect::<String>()
        };
        let is_lengthwise = |piece: &Piece| {
            piece.shape().is_some_and(|shape| piece.freedom == Freedom::lengthwise(&shape))
        };
        let locked = self.pieces.iter().any(|piece| piece.freedom != Freedom::Both);
        if locked && self.pieces.iter().all(is_lengthwise) {
            text.push_str("lengthwise = true\n");
        } else {
            for (key, signs) in [("rows", Freedom::Rows), ("columns", Freedom::Columns)]
                .map(|(key, freedom)| (key, moving(freedom)))
                .into_iter()
                .filter(|(_, signs)| !signs.is_empty())
            {
                let _ = writeln!(text, "{key} = {}", quoted(&signs));
            }
        }
        if let Some(gate) = &self.gate {
            let _ = writeln!(text, "gate = {}", self.grid(gate, signs));
        }
        let alike = self.alike(signs);
        if !alike.is_empty() {
            let groups: Vec<String> = alike.iter().map(|group| quoted(group)).collect();
            let _ = writeln!(text, "alike = [{}]", groups.join(", "));
        }
        if let Some(published) = &self.published {
            let _ = write!(text, "\n[[published]]\nmoves = {}\n", published.moves);
            if let Some(metric) = published.metric {
                let _ = writeln!(text, "metric = {}", quoted(metric));
            }
            if let Some(positions) = published.positions {
                let _ = writeln!(text, "positions = {positions}");
            }
        }
        text
    }

    fn grid(&self, layer: &Layer, signs: &[char]) -> String {
        let sign = |(&wall, piece): (&bool, &Option<usize>)| match piece {
            _ if wall => '#',
            None => '.',
            &Some(piece) => signs[piece],
        };
        let cells: Vec<char> = self.walls.iter().zip(layer).map(sign).collect();
        let rows = cells.chunks(self.columns).map(|row| row.iter().collect::<String>() + "\n");
        format!("\"\"\"\n{}\"\"\"", rows.collect::<String>())
    }

    /// The signs of each kind that a puzzle file would divide differently from the source. A puzzle file treats pieces
    /// of one shape as one kind, except those that a goal names.
    fn alike(&self, signs: &[char]) -> Vec<String> {
        let mut kinds: Vec<(usize, Vec<usize>)> = Vec::new();
        for (number, piece) in self.pieces.iter().enumerate() {
            let Some(kind) = piece.kind else { continue };
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, members)) => members.push(number),
                None => kinds.push((kind, vec![number])),
            }
        }
        let named: HashSet<usize> = self.goals.iter().flatten().flatten().copied().collect();
        let is_named = |members: &[usize]| members.iter().any(|piece| named.contains(piece));
        let look = |members: &[usize]| {
            let first = &self.pieces[members[0]];
            (first.shape(), first.freedom)
        };
        let is_said = |(kind, members): &&(usize, Vec<usize>)| match is_named(members) {
            true => members.len() > 1,
            false => kinds.iter().any(|(other, others)| {
                other != kind && !is_named(others) && look(others) == look(members)
            }),
        };
        let group = |(_, members): &(usize, Vec<usize>)| {
            members.iter().map(|&piece| signs[piece]).collect()
        };
        kinds.iter().filter(is_said).map(group).collect()
    }
}

/// Whether a sign can represent a piece in grids and lists without escapes.
fn is_drawn(sign: char) -> bool {
    is_piece_sign(&sign) && !matches!(sign, '"' | '\\')
}

/// Signs for pieces without one, simple ones first.
fn alphabet() -> impl Iterator<Item = char> {
    let plain = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    let other = ('!'..='~').filter(|sign| !sign.is_ascii_alphanumeric());
    let beyond = ('\u{c0}'..).filter(|&sign| sign.is_alphabetic() && look(sign) == sign);
    plain.chain(other).chain(beyond).filter(|&sign| is_drawn(sign))
}

/// The rows of a grid and their lines.
pub(super) struct Grid {
    /// The first line.
    pub line: usize,
    pub rows: Vec<Vec<char>>,
}

impl Grid {
    pub fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The sign of a cell; a space after the end of its row.
    pub fn sign(&self, column: usize, row: usize) -> char {
        self.rows.get(row).and_then(|row| row.get(column)).copied().unwrap_or(' ')
    }

    /// The cells of every sign, in reading order.
    pub fn cells_by_sign(&self) -> Vec<(char, Vec<At>)> {
        let mut numbers = HashMap::new();
        let mut signs: Vec<(char, Vec<At>)> = Vec::new();
        for (row, cells) in (0..).zip(&self.rows) {
            for (column, &sign) in (0..).zip(cells) {
                let number = *numbers.entry(sign).or_insert(signs.len());
                if number == signs.len() {
                    signs.push((sign, Vec::new()));
                }
                signs[number].1.push((column, row));
            }
        }
        signs
    }

    /// The line of the first of some cells.
    pub fn line_of(&self, cells: &[At]) -> usize {
        let row = cells.first().map_or(0, |cell| cell.1);
        self.line + usize::try_from(row).unwrap_or(0)
    }

    /// Rejects invisible characters other than spaces.
    pub fn check_signs(&self) -> Result<(), InterchangeError> {
        for (line, row) in (self.line..).zip(&self.rows) {
            let odd = |sign: &&char| **sign != ' ' && (sign.is_whitespace() || sign.is_control());
            if let Some(sign) = row.iter().find(odd) {
                let fault = LineFault::expected("a visible sign", &sign.to_string());
                return Err(fault.at(line));
            }
        }
        Ok(())
    }
}
