//! Rush Hour by brute force, on boards drawn as text. It shares nothing with the code that it checks.
//!
//! A drawing has one sign per cell: `.` for an empty cell, `#` for a wall, `(` and `)` for the red car, `<`, `-` and `>`
//! for a horizontal piece, `^`, `|` and `v` for a vertical one. So equal drawings are equal boards.

use std::collections::{BTreeMap, HashMap, HashSet};

/// The boards that are listed.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub width: usize,
    pub height: usize,
    /// The row of the red car, from 0.
    pub exit: usize,
    pub walls: usize,
    /// With the red one.
    pub cars: usize,
    pub trucks: usize,
    /// The most cells of a move.
    pub reach: usize,
}

/// A minimal puzzle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Puzzle {
    pub moves: usize,
    pub text: String,
    pub positions: usize,
    pub pieces: usize,
    pub walls: usize,
    pub solutions: u128,
    pub unit_moves: usize,
}

/// All clusters that can reach the goal: their number and positions by largest distance, and the minimal puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Universe {
    pub depths: BTreeMap<usize, (usize, usize)>,
    pub puzzles: Vec<Puzzle>,
}

type Drawing = Vec<u8>;

impl Rules {
    /// Every board.
    pub fn boards(&self) -> Vec<Drawing> {
        let mut boards = Vec::new();
        let empty = vec![b'.'; self.width * self.height];
        self.fill(0, empty, (self.walls, self.cars, self.trucks), &mut boards);
        boards
    }

    fn fill(
        &self,
        cell: usize,
        board: Drawing,
        left: (usize, usize, usize),
        boards: &mut Vec<Drawing>,
    ) {
        if cell == board.len() {
            if self.is_board(&board) {
                boards.push(board);
            }
            return;
        }
        self.fill(cell + 1, board.clone(), left, boards);
        if board[cell] != b'.' {
            return;
        }
        let (walls, cars, trucks) = left;
        let (column, row) = (cell % self.width, cell / self.width);
        if walls > 0 {
            let mut with = board.clone();
            with[cell] = b'#';
            self.fill(cell + 1, with, (walls - 1, cars, trucks), boards);
        }
        for (signs, left) in [
            ("()", cars.checked_sub(1).map(|cars| (walls, cars, trucks))),
            ("<>", cars.checked_sub(1).map(|cars| (walls, cars, trucks))),
            ("<->", trucks.checked_sub(1).map(|trucks| (walls, cars, trucks))),
            ("^v", cars.checked_sub(1).map(|cars| (walls, cars, trucks))),
            ("^|v", trucks.checked_sub(1).map(|trucks| (walls, cars, trucks))),
        ] {
            let Some(left) = left else { continue };
            let is_vertical = signs.starts_with('^');
            let step = if is_vertical { self.width } else { 1 };
            let fits = match is_vertical {
                true => row + signs.len() <= self.height,
                false => column + signs.len() <= self.width,
            };
            if !fits || !(0..signs.len()).all(|k| board[cell + k * step] == b'.') {
                continue;
            }
            let mut with = board.clone();
            for (k, sign) in signs.bytes().enumerate() {
                with[cell + k * step] = sign;
            }
            self.fill(cell + 1, with, left, boards);
        }
    }

    fn is_board(&self, board: &[u8]) -> bool {
        let row = |row: usize| &board[row * self.width..][..self.width];
        for at in 0..self.height {
            let full = row(at).iter().all(|sign| b"#()<->".contains(sign));
            let reds = row(at).iter().filter(|&&sign| sign == b'(').count();
            let others = row(at).iter().any(|sign| b"<->".contains(sign));
            let wanted = usize::from(at == self.exit);
            if full || reds != wanted || (at == self.exit && others) {
                return false;
            }
        }
        let red = row(self.exit).iter().position(|&sign| sign == b'(').expect("the row has it");
        let is_full = |column: usize| {
            (0..self.height).all(|at| b"^|v".contains(&board[at * self.width + column]))
        };
        !row(self.exit)[red..].contains(&b'#') && !(0..self.width).any(is_full)
    }

    /// Whether no piece can slide left or up.
    pub fn is_packed(&self, board: &[u8]) -> bool {
        (0..board.len()).all(|cell| match board[cell] {
            b'(' | b'<' => cell % self.width == 0 || board[cell - 1] != b'.',
            b'^' => cell < self.width || board[cell - self.width] != b'.',
            _ => true,
        })
    }

    pub fn is_solved(&self, board: &[u8]) -> bool {
        board[(self.exit + 1) * self.width - 1] == b')'
    }

    /// The boards one move away, by moves of at most `reach` cells.
    fn moves(&self, board: &[u8], reach: usize) -> Vec<Drawing> {
        let mut moves = Vec::new();
        for cell in 0..board.len() {
            let (step, ends) = match board[cell] {
                b'(' => (1, b')'),
                b'<' => (1, b'>'),
                b'^' => (self.width, b'v'),
                _ => continue,
            };
            let mut size = 1;
            while board[cell + (size - 1) * step] != ends {
                size += 1;
            }
            let signs: Vec<u8> = (0..size).map(|k| board[cell + k * step]).collect();
            let (before, after) = match step {
                1 => (cell % self.width, self.width - cell % self.width - size),
                _ => (cell / self.width, self.height - cell / self.width - size),
            };
            let mut move_to = |start: usize| {
                let mut next = board.to_vec();
                (0..size).for_each(|k| next[cell + k * step] = b'.');
                (0..size).for_each(|k| next[start + k * step] = signs[k]);
                moves.push(next);
            };
            for k in (1..=before.min(reach)).take_while(|k| board[cell - k * step] == b'.') {
                move_to(cell - k * step);
            }
            for k in (0..after.min(reach)).take_while(|k| board[cell + (size + k) * step] == b'.') {
                move_to(cell + (k + 1) * step);
            }
        }
        moves
    }

    /// All boards that can be reached.
    fn cluster(&self, board: &Drawing) -> Vec<Drawing> {
        let mut seen = HashSet::from([board.clone()]);
        let mut all = vec![board.clone()];
        let mut next = 0;
        while next < all.len() {
            for other in self.moves(&all[next], 1) {
                if seen.insert(other.clone()) {
                    all.push(other);
                }
            }
            next += 1;
        }
        all
    }

    /// For all boards of a cluster that can reach the goal, the distance from it and the number of optimal solutions.
    fn distances(&self, cluster: &[Drawing], reach: usize) -> HashMap<Drawing, (usize, u128)> {
        let mut known: HashMap<Drawing, (usize, u128)> = HashMap::new();
        let mut level: Vec<Drawing> =
            cluster.iter().filter(|board| self.is_solved(board)).cloned().collect();
        known.extend(level.iter().map(|board| (board.clone(), (0, 1))));
        let mut distance = 0;
        while !level.is_empty() {
            distance += 1;
            let mut next: HashMap<Drawing, u128> = HashMap::new();
            for board in &level {
                let (_, count) = known[board];
                for other in self.moves(board, reach) {
                    if !known.contains_key(&other) {
                        *next.entry(other).or_default() += count;
                    }
                }
            }
            known.extend(next.iter().map(|(board, &count)| (board.clone(), (distance, count))));
            level = next.into_keys().collect();
        }
        known
    }

    /// The length of an optimal solution.
    fn distance(&self, board: &Drawing, reach: usize) -> Option<usize> {
        self.distances(&self.cluster(board), reach).get(board).map(|&(distance, _)| distance)
    }

    /// The boards without one piece or wall, other than the red car.
    fn without_one(&self, board: &Drawing) -> Vec<Drawing> {
        let mut boards = Vec::new();
        for cell in 0..board.len() {
            let (step, ends) = match board[cell] {
                b'#' => (1, b'#'),
                b'<' => (1, b'>'),
                b'^' => (self.width, b'v'),
                _ => continue,
            };
            let mut less = board.clone();
            let mut at = cell;
            loop {
                let sign = std::mem::replace(&mut less[at], b'.');
                if sign == ends {
                    break;
                }
                at += step;
            }
            boards.push(less);
        }
        boards
    }

    /// The masks by which boards are compared: horizontal pieces and walls, then vertical pieces. The last cell weighs most.
    fn masks(&self, board: &[u8]) -> (Vec<bool>, Vec<bool>) {
        let mask = |signs: &[u8]| board.iter().rev().map(|sign| signs.contains(sign)).collect();
        (mask(b"#()<->"), mask(b"^|v"))
    }

    /// The board with letters: the red car, the walls of its row, the other rows, the columns.
    fn text(&self, board: &[u8]) -> String {
        let rows =
            std::iter::once(self.exit).chain((0..self.height).filter(|&row| row != self.exit));
        let across = rows.flat_map(|row| (0..self.width).map(move |column| (row, column)));
        let down =
            (0..self.width).flat_map(|column| (0..self.height).map(move |row| (row, column)));
        let mut text = vec!['o'; board.len()];
        let mut next = 'B';
        let mut letter = 'A';
        for ((row, column), signs) in
            across.map(|at| (at, "#()<->")).chain(down.map(|at| (at, "^|v")))
        {
            let cell = row * self.width + column;
            let sign = char::from(board[cell]);
            if !signs.contains(sign) {
                continue;
            }
            if "#<^".contains(sign) {
                letter = next;
                next = char::from_u32(next as u32 + 1).expect("few pieces");
            }
            text[cell] = match sign {
                '#' => 'x',
                '(' | ')' => 'A',
                _ => letter,
            };
        }
        text.into_iter().collect()
    }

    /// All clusters.
    pub fn universe(&self) -> Universe {
        let mut universe = Universe::default();
        let mut seen: HashSet<Drawing> = HashSet::new();
        for board in self.boards() {
            if seen.contains(&board) {
                continue;
            }
            let cluster = self.cluster(&board);
            seen.extend(cluster.iter().cloned());
            if !cluster.iter().any(|board| self.is_solved(board)) {
                continue;
            }
            let (moves, puzzle) = self.judged(&cluster);
            let depth = universe.depths.entry(moves).or_default();
            depth.0 += 1;
            depth.1 += cluster.len();
            universe.puzzles.extend(puzzle);
        }
        universe
    }

    /// The length of the puzzle of a cluster that can reach the goal, and the puzzle if it is minimal.
    fn judged(&self, cluster: &[Drawing]) -> (usize, Option<Puzzle>) {
        let known = self.distances(cluster, self.reach);
        assert_eq!(known.len(), cluster.len());
        let moves = known.values().map(|&(distance, _)| distance).max().expect("not empty");
        let farthest = cluster.iter().filter(|board| known[*board].0 == moves);
        let farthest = farthest.min_by_key(|board| self.masks(board)).expect("there is one");
        let is_shorter =
            |less: &Drawing| self.distance(less, self.reach).expect("as before") < moves;
        let is_minimal = moves > 0 && self.without_one(farthest).iter().all(is_shorter);
        let puzzle = is_minimal.then(|| Puzzle {
            moves,
            text: self.text(farthest),
            positions: cluster.len(),
            pieces: farthest.iter().filter(|sign| b"(<^".contains(sign)).count(),
            walls: farthest.iter().filter(|&&sign| sign == b'#').count(),
            solutions: known[farthest].1,
            unit_moves: self.distance(farthest, 1).expect("as before"),
        });
        (moves, puzzle)
    }

    /// The puzzle of the cluster of a board with letters, if it is minimal.
    pub fn puzzle_of(&self, text: &str) -> Option<Puzzle> {
        self.judged(&self.cluster(&self.drawn(text))).1
    }

    /// The drawing of a board with letters.
    fn drawn(&self, text: &str) -> Drawing {
        let text = text.as_bytes();
        let sign = |(cell, &letter): (usize, &u8)| {
            let is_same = |other: usize| text.get(other) == Some(&letter);
            let (column, row) = (cell % self.width, cell / self.width);
            let left = column > 0 && is_same(cell - 1);
            let right = column + 1 < self.width && is_same(cell + 1);
            let above = row > 0 && is_same(cell - self.width);
            match (letter, left, right, above) {
                (b'o', ..) => b'.',
                (b'x', ..) => b'#',
                (b'A', false, ..) => b'(',
                (b'A', ..) => b')',
                (_, false, true, _) => b'<',
                (_, true, true, _) => b'-',
                (_, true, false, _) => b'>',
                (_, _, _, false) => b'^',
                (_, _, _, true) if is_same(cell + self.width) => b'|',
                _ => b'v',
            }
        };
        text.iter().enumerate().map(sign).collect()
    }
}
