//! Brute force over all puzzles of some pieces: every packing, every goal, every move.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// A board as open cells, one bit each in reading order.
#[derive(Clone, Debug)]
pub struct Board {
    pub width: usize,
    pub height: usize,
    pub open: u32,
}

/// Reflections of left and right and of top and bottom, and rotations by 180 and by 90 degrees: transposed (1), then with
/// the columns (2) and the rows (4) in reverse order.
pub const SYMMETRIES: [usize; 4] = [2, 4, 6, 3];

/// The cells of the goal piece, and of the other pieces, sorted. Pieces of one shape are interchangeable.
pub type Position = (u32, Vec<u32>);

/// A start with the cells of the goal.
pub type Puzzle = (Position, u32);

/// Orientations of a shape, each as cells, with the numbers of pieces that are allowed.
pub type Entry = (Vec<Vec<(usize, usize)>>, Vec<usize>);

impl Board {
    /// Reads rows joined by `/`: `#` for a wall.
    pub fn of(rows: &str) -> Board {
        let lines: Vec<&str> = rows.split('/').collect();
        let (width, height) = (lines[0].len(), lines.len());
        let signs: String = lines.concat();
        let open = signs.chars().enumerate().filter(|(_, sign)| *sign == '.');
        Board { width, height, open: open.map(|(cell, _)| 1 << cell).sum() }
    }

    /// All places of a shape.
    fn places(&self, shape: &[(usize, usize)]) -> Vec<u32> {
        let mut places = Vec::new();
        for top in 0..self.height {
            for left in 0..self.width {
                let cells = shape.iter().map(|&(x, y)| (left + x, top + y));
                if cells.clone().all(|(x, y)| x < self.width && y < self.height) {
                    let mask = cells.map(|(x, y)| 1 << (y * self.width + x)).sum::<u32>();
                    if mask & !self.open == 0 {
                        places.push(mask);
                    }
                }
            }
        }
        places
    }

    /// All positions of a goal piece and other pieces that leave an empty cell.
    pub fn positions(&self, goal: &[Vec<(usize, usize)>], others: &[Entry]) -> BTreeSet<Position> {
        let mut all = BTreeSet::new();
        for place in goal.iter().flat_map(|shape| self.places(shape)) {
            let mut sets: BTreeSet<Vec<u32>> = BTreeSet::from([vec![]]);
            for (orientations, counts) in others {
                let places: Vec<u32> =
                    orientations.iter().flat_map(|shape| self.places(shape)).collect();
                let mut extended = BTreeSet::new();
                for set in &sets {
                    for &count in counts {
                        extend(place, set, &places, count, &mut extended);
                    }
                }
                sets = extended;
            }
            let has_empty =
                |set: &Vec<u32>| set.iter().fold(place, |all, piece| all | piece) != self.open;
            all.extend(sets.into_iter().filter(has_empty).map(|set| (place, set)));
        }
        all
    }

    fn shifted(&self, piece: u32, direction: usize) -> Option<u32> {
        let column = |wanted: usize| -> u32 {
            (0..self.height).map(|row| 1 << (row * self.width + wanted)).sum()
        };
        let moved = match direction {
            0 if piece & column(self.width - 1) == 0 => piece << 1,
            1 if piece & column(0) == 0 => piece >> 1,
            2 => piece << self.width,
            3 if piece & ((1 << self.width) - 1) == 0 => piece >> self.width,
            _ => return None,
        };
        (moved & !self.open == 0).then_some(moved)
    }

    /// The places of a piece after one move.
    fn moved(&self, piece: u32, blocked: u32, metric: &str) -> BTreeSet<u32> {
        let step = |from: u32, direction: usize| {
            self.shifted(from, direction).filter(|to| to & blocked == 0)
        };
        let mut reached = BTreeSet::new();
        match metric {
            "finger" => {
                let mut open = vec![piece];
                while let Some(from) = open.pop() {
                    for to in (0..4).filter_map(|direction| step(from, direction)) {
                        if reached.insert(to) {
                            open.push(to);
                        }
                    }
                }
                reached.remove(&piece);
            }
            _ => {
                for direction in 0..4 {
                    let mut at = piece;
                    while let Some(to) = step(at, direction) {
                        reached.insert(to);
                        at = to;
                        if metric == "unit" {
                            break;
                        }
                    }
                }
            }
        }
        reached
    }

    pub fn neighbours(&self, (goal, others): &Position, metric: &str) -> BTreeSet<Position> {
        let all = others.iter().fold(*goal, |all, piece| all | piece);
        let mut after = BTreeSet::new();
        for to in self.moved(*goal, all & !goal, metric) {
            after.insert((to, others.clone()));
        }
        for (nth, &piece) in others.iter().enumerate() {
            for to in self.moved(piece, all & !piece, metric) {
                let mut others = others.clone();
                others[nth] = to;
                others.sort();
                after.insert((*goal, others));
            }
        }
        after
    }

    /// The distance of a start from a goal, and its number of optimal solutions.
    pub fn solve(&self, start: &Position, goal: u32, metric: &str) -> Option<(u32, u64)> {
        let mut found: HashMap<Position, (u32, u64)> = HashMap::from([(start.clone(), (0, 1))]);
        let mut queue = VecDeque::from([start.clone()]);
        let mut solved: Option<(u32, u64)> = None;
        while let Some(position) = queue.pop_front() {
            let (moves, ways) = found[&position];
            if position.0 == goal {
                match &mut solved {
                    None => solved = Some((moves, ways)),
                    Some((least, all)) if *least == moves => *all += ways,
                    Some(_) => {}
                }
                continue;
            }
            if solved.is_some_and(|(least, _)| moves >= least) {
                continue;
            }
            for next in self.neighbours(&position, metric) {
                match found.get_mut(&next) {
                    Some((other, more)) if *other == moves + 1 => *more += ways,
                    Some(_) => {}
                    None => {
                        found.insert(next.clone(), (moves + 1, ways));
                        queue.push_back(next);
                    }
                }
            }
        }
        solved
    }

    /// All positions that can be reached from one, with it.
    pub fn component(&self, start: &Position) -> BTreeSet<Position> {
        let mut found = BTreeSet::from([start.clone()]);
        let mut open = vec![start.clone()];
        while let Some(position) = open.pop() {
            for next in self.neighbours(&position, "unit") {
                if found.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        found
    }

    /// All starts with all goals, by their distances from 1.
    pub fn puzzles(
        &self,
        positions: &BTreeSet<Position>,
        metric: &str,
    ) -> BTreeMap<u32, Vec<Puzzle>> {
        let goals: BTreeSet<u32> = positions.iter().map(|position| position.0).collect();
        let mut all: BTreeMap<u32, Vec<Puzzle>> = BTreeMap::new();
        for goal in goals {
            let sources = positions.iter().filter(|position| position.0 == goal);
            let mut distances: HashMap<&Position, u32> =
                sources.clone().map(|position| (position, 0)).collect();
            let mut queue: VecDeque<&Position> = sources.collect();
            while let Some(position) = queue.pop_front() {
                let moves = distances[position];
                if moves > 0 {
                    all.entry(moves).or_default().push((position.clone(), goal));
                }
                for next in self.neighbours(position, metric) {
                    let next = positions.get(&next).expect("moves keep the pieces");
                    distances.entry(next).or_insert_with(|| {
                        queue.push_back(next);
                        moves + 1
                    });
                }
            }
        }
        all
    }

    /// The same cells after a reflection or rotation of the board, if it maps the board onto itself.
    fn image(&self, mask: u32, symmetry: usize) -> Option<u32> {
        let [is_transposed, is_turned, is_flipped] = [1, 2, 4].map(|bit| symmetry & bit > 0);
        if is_transposed && self.width != self.height {
            return None;
        }
        let cells = (0..self.width * self.height).filter(|cell| mask >> cell & 1 == 1);
        Some(
            cells
                .map(|cell| {
                    let (mut x, mut y) = (cell % self.width, cell / self.width);
                    if is_transposed {
                        (x, y) = (y, x);
                    }
                    x = if is_turned { self.width - 1 - x } else { x };
                    y = if is_flipped { self.height - 1 - y } else { y };
                    1 << (y * self.width + x)
                })
                .sum(),
        )
    }

    /// The first of the images of a puzzle under the symmetries of the board.
    pub fn canonical(&self, ((piece, others), goal): &Puzzle) -> Puzzle {
        let images = (0..8).filter(|&symmetry| self.image(self.open, symmetry) == Some(self.open));
        let images = images.map(|symmetry| {
            let image = |mask: u32| self.image(mask, symmetry).unwrap();
            let mut others: Vec<u32> = others.iter().map(|&piece| image(piece)).collect();
            others.sort();
            ((image(*piece), others), image(*goal))
        });
        images.min().unwrap()
    }

    /// Whether a position is its own image under a reflection or rotation of the board. The symmetry is one of [`SYMMETRIES`].
    pub fn is_symmetric(&self, (goal, others): &Position, symmetry: usize) -> bool {
        if self.image(self.open, symmetry) != Some(self.open) {
            return false;
        }
        let image = |mask: u32| self.image(mask, symmetry).unwrap();
        let mut images: Vec<u32> = others.iter().map(|&piece| image(piece)).collect();
        images.sort();
        image(*goal) == *goal && images == *others
    }

    /// Whether a puzzle of so many moves becomes shorter whichever piece is removed.
    pub fn is_minimal(&self, ((piece, others), goal): &Puzzle, moves: u32, metric: &str) -> bool {
        (0..others.len()).all(|nth| {
            let mut less = others.clone();
            less.remove(nth);
            self.solve(&(*piece, less), *goal, metric).unwrap().0 < moves
        })
    }

    /// The numbers of pieces and of walls that are decoys in a puzzle of so many moves.
    pub fn decoys(
        &self,
        ((piece, others), goal): &Puzzle,
        moves: u32,
        metric: &str,
    ) -> (usize, usize) {
        // Each other piece keeps its place in the list while the puzzle is solved.
        let after = |(piece, others): &Position| -> BTreeSet<Position> {
            let all = others.iter().fold(*piece, |all, other| all | other);
            let of_goal = self.moved(*piece, all & !piece, metric).into_iter();
            let mut after: BTreeSet<Position> = of_goal.map(|to| (to, others.clone())).collect();
            for (nth, &other) in others.iter().enumerate() {
                for to in self.moved(other, all & !other, metric) {
                    let mut others = others.clone();
                    others[nth] = to;
                    after.insert((*piece, others));
                }
            }
            after
        };
        let mut levels = vec![BTreeSet::from([(*piece, others.clone())])];
        for _ in 0..moves {
            let last = &levels[levels.len() - 1];
            levels.push(last.iter().flat_map(after).collect());
        }
        let mut stays = vec![true; others.len()];
        let mut ahead = levels.pop().unwrap();
        ahead.retain(|position| position.0 == *goal);
        while let Some(level) = levels.pop() {
            let mut on_way = BTreeSet::new();
            for from in level {
                for to in after(&from).into_iter().filter(|to| ahead.contains(to)) {
                    (0..others.len()).for_each(|nth| stays[nth] &= from.1[nth] == to.1[nth]);
                    on_way.insert(from.clone());
                }
            }
            ahead = on_way;
        }
        let is_decoy = |nth: &usize| {
            let mut less = others.clone();
            less.remove(*nth);
            stays[*nth] && self.solve(&(*piece, less), *goal, metric).unwrap().0 == moves
        };
        let is_decoy_wall = |wall: &u32| {
            let opened = Board { open: self.open | wall, ..self.clone() };
            opened.solve(&(*piece, others.clone()), *goal, metric).unwrap().0 == moves
        };
        let walls = (0..self.width * self.height).map(|cell| 1 << cell);
        let walls = walls.filter(|wall| self.open & wall == 0).filter(is_decoy_wall);
        ((0..others.len()).filter(is_decoy).count(), walls.count())
    }

    /// Whether a puzzle has no solution with any further piece that is like one of its pieces, or has one cell.
    pub fn is_maximal(&self, ((piece, others), goal): &Puzzle, metric: &str) -> bool {
        let all = others.iter().fold(*piece, |all, piece| all | piece);
        let mut shapes: Vec<Vec<(usize, usize)>> = vec![vec![(0, 0)]];
        for mask in others.iter().chain([piece]) {
            let cells = (0..self.width * self.height).filter(|cell| mask >> cell & 1 == 1);
            let cells: Vec<(usize, usize)> =
                cells.map(|cell| (cell % self.width, cell / self.width)).collect();
            let left = cells.iter().map(|cell| cell.0).min().unwrap();
            let top = cells.iter().map(|cell| cell.1).min().unwrap();
            shapes.push(cells.into_iter().map(|(x, y)| (x - left, y - top)).collect());
        }
        let places = shapes.iter().flat_map(|shape| self.places(shape));
        places.filter(|place| place & all == 0).all(|place| {
            let mut more = others.clone();
            more.push(place);
            more.sort();
            self.solve(&(*piece, more), *goal, metric).is_none()
        })
    }
}

/// Adds all sets with so many more pieces at some places.
fn extend(goal: u32, set: &[u32], places: &[u32], count: usize, extended: &mut BTreeSet<Vec<u32>>) {
    if count == 0 {
        let mut set = set.to_vec();
        set.sort();
        extended.insert(set);
        return;
    }
    let covered = set.iter().fold(goal, |all, piece| all | piece);
    for (nth, &place) in places.iter().enumerate() {
        if place & covered == 0 {
            extend(goal, &[set, &[place]].concat(), &places[nth..], count - 1, extended);
        }
    }
}
