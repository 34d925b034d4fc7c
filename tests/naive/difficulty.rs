//! Measures of difficulty by brute force: every optimal solution is listed.

use super::{Naive, at};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// A move: the place of its shape among the shapes, and the first cell of the piece before and after, as (row, column).
pub type Moved = (usize, (usize, usize), (usize, usize));

/// All positions that are reachable from a start, with the moves between them and the distances to the goal.
pub struct Reached<'n> {
    /// None for a board with doors.
    naive: Option<&'n Naive>,
    /// The moves of each position, sorted, with the positions after them.
    pub moves: BTreeMap<String, Vec<(Moved, String)>>,
    /// Empty if no goal position is reachable.
    pub distances: HashMap<String, u32>,
}

/// The cells of a piece.
type Cells = Vec<(usize, usize)>;

/// Whether a piece has arrived, by its cells.
type Arrived<'a> = dyn Fn(&[(usize, usize)]) -> bool + 'a;

/// The slides, the depth and the fewest slides of a tree of obstacles.
pub type Tree = (u64, u64, u64);

impl<'n> Reached<'n> {
    pub fn from(naive: &'n Naive, start: &str, metric: &str) -> Self {
        let mut moves = BTreeMap::new();
        let mut waiting = vec![start.to_owned()];
        while let Some(text) = waiting.pop() {
            if moves.contains_key(&text) {
                continue;
            }
            let after = naive.neighbours(&text, metric);
            let mut list: Vec<(Moved, String)> =
                after.into_iter().map(|after| (moved(naive, &text, &after), after)).collect();
            list.sort();
            waiting.extend(list.iter().map(|(_, after)| after.clone()));
            moves.insert(text, list);
        }
        let mut distances = HashMap::new();
        let mut queue: VecDeque<String> = VecDeque::new();
        for text in moves.keys().filter(|text| naive.is_goal(text)) {
            distances.insert(text.clone(), 0);
            queue.push_back(text.clone());
        }
        while let Some(text) = queue.pop_front() {
            let next = distances[&text] + 1;
            for (_, other) in &moves[&text] {
                if !distances.contains_key(other) {
                    distances.insert(other.clone(), next);
                    queue.push_back(other.clone());
                }
            }
        }
        Self { naive: Some(naive), moves, distances }
    }

    /// The positions of a board with doors that can reach the goal, with the moves between them.
    pub fn of_doors(
        moves: BTreeMap<String, Vec<(Moved, String)>>,
        distances: HashMap<String, u32>,
    ) -> Self {
        Self { naive: None, moves, distances }
    }

    fn naive(&self) -> &'n Naive {
        self.naive.expect("a board without doors")
    }

    /// All optimal solutions as moves and positions, in the order of the moves; `None` if there are more than `most`.
    pub fn solutions(&self, start: &str, most: usize) -> Option<Vec<Vec<(Moved, String)>>> {
        let mut solutions = vec![vec![]];
        for _ in 0..self.distances[start] {
            let mut longer = Vec::new();
            for solution in &solutions {
                let at = solution.last().map_or(start, |(_, text): &(Moved, String)| text);
                for step in self.moves[at].iter().filter(|(_, after)| self.is_nearer(at, after)) {
                    longer.push([&solution[..], std::slice::from_ref(step)].concat());
                }
            }
            solutions = longer;
            if solutions.len() > most {
                return None;
            }
        }
        Some(solutions)
    }

    fn is_nearer(&self, at: &str, after: &str) -> bool {
        self.distances[after] < self.distances[at]
    }

    /// The positions of a solution, with the start.
    pub fn passed<'t>(&self, start: &'t str, solution: &'t [(Moved, String)]) -> Vec<&'t str> {
        [start].into_iter().chain(solution.iter().map(|(_, text)| &text[..])).collect()
    }

    /// The wrong moves of a position.
    pub fn wrong(&self, at: &str) -> Vec<&str> {
        let moves = self.moves[at].iter().map(|(_, after)| &after[..]);
        moves.filter(|after| !self.is_nearer(at, after)).collect()
    }

    /// The distance that is lost from one position to another and on, as long as each move leads farther.
    pub fn depth(&self, from: &str, to: &str) -> u32 {
        self.distances[to] - self.distances[from] + self.climb(to)
    }

    fn climb(&self, at: &str) -> u32 {
        let farther = self.moves[at].iter().map(|(_, after)| after);
        let lost = |after: &String| self.distances[after].checked_sub(self.distances[at]);
        let farther = farther.filter_map(|after| Some((after, lost(after).filter(|&l| l > 0)?)));
        farther.map(|(after, lost)| lost + self.climb(after)).max().unwrap_or(0)
    }

    /// Number of classes of solutions, where exchanging two consecutive moves of different pieces gives another of the
    /// same class.
    pub fn classes(&self, solutions: &[Vec<(Moved, String)>]) -> usize {
        let words: Vec<Vec<Moved>> =
            solutions.iter().map(|solution| solution.iter().map(|step| step.0).collect()).collect();
        let places: HashMap<&[Moved], usize> =
            words.iter().map(|word| &word[..]).zip(0..).collect();
        let mut class: Vec<Option<usize>> = vec![None; words.len()];
        let mut classes = 0;
        for first in 0..words.len() {
            let mut waiting = vec![first];
            if class[first].is_some() {
                continue;
            }
            while let Some(word) = waiting.pop() {
                if class[word].replace(classes).is_some() {
                    continue;
                }
                for place in 1..words[word].len() {
                    let mut other = words[word].clone();
                    other.swap(place - 1, place);
                    let other = places.get(&other[..]).copied();
                    waiting.extend(other.filter(|&other| class[other].is_none()));
                }
            }
            classes += 1;
        }
        classes
    }

    /// The shortest longer solution without taking back a move: its moves, and the fewest before it leaves the optimal
    /// ones. Walks of every length are listed in turn, as their last two positions.
    pub fn next_best(&self, start: &str) -> Option<(u32, u16)> {
        type Walks = BTreeMap<(String, String), u16>;
        let mut on: BTreeSet<(String, String)> =
            BTreeSet::from([(String::new(), start.to_owned())]);
        let mut off = Walks::new();
        let edges: usize = self.moves.values().map(Vec::len).sum();
        for length in 0..=self.distances[start] as usize + edges + 1 {
            let found = off.iter().filter(|((_, at), _)| self.distances[at] == 0);
            if let Some(common) = found.map(|(_, &common)| common).min() {
                return Some((length as u32, common));
            }
            let (mut next_on, mut next_off) = (BTreeSet::new(), Walks::new());
            let mut leave = |walk: (String, String), common: u16| {
                let least = next_off.entry(walk).or_insert(common);
                *least = common.min(*least);
            };
            for ((before, at), common) in &off {
                for (_, after) in self.moves[at].iter().filter(|(_, after)| after != before) {
                    leave((at.clone(), after.clone()), *common);
                }
            }
            for (before, at) in on.iter().filter(|(_, at)| self.distances[at] > 0) {
                for (_, after) in self.moves[at].iter().filter(|(_, after)| after != before) {
                    match self.is_nearer(at, after) {
                        true => drop(next_on.insert((at.clone(), after.clone()))),
                        false => leave((at.clone(), after.clone()), length as u16),
                    }
                }
            }
            (on, off) = (next_on, next_off);
        }
        None
    }

    /// The sum of the unit steps of the goal pieces to their places, each alone on the board.
    pub fn steps_to_goal(&self, text: &str) -> usize {
        let pieces = self.naive().pieces(text);
        let of = |&(letter, place): &(char, (usize, usize))| {
            let own = pieces.iter().filter(|(other, _)| *other == letter);
            own.map(|(_, cells)| self.lone_steps(letter, cells, place)).min().unwrap()
        };
        self.naive().goal.iter().map(of).sum()
    }

    /// 0 if the piece cannot reach the place.
    fn lone_steps(&self, letter: char, cells: &[(usize, usize)], place: (usize, usize)) -> usize {
        let mut grid = self.naive().empty_grid();
        super::paint(&mut grid, cells, letter);
        let start = super::to_text(&grid);
        let mut seen = HashMap::from([(start.clone(), 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(text) = queue.pop_front() {
            let steps = seen[&text];
            if self.naive().pieces(&text)[0].1[0] == place {
                return steps;
            }
            for after in self.naive().neighbours(&text, "unit") {
                if !seen.contains_key(&after) {
                    seen.insert(after.clone(), steps + 1);
                    queue.push_back(after);
                }
            }
        }
        usize::MAX
    }

    /// Whether every walk from the start to a goal position passes a position.
    pub fn is_unavoidable(&self, start: &str, position: &str) -> bool {
        let mut seen = BTreeSet::from([start]);
        let mut waiting = vec![start];
        while let Some(at) = waiting.pop() {
            if self.distances[at] == 0 {
                return false;
            }
            for (_, after) in &self.moves[at] {
                if after != position && seen.insert(after) {
                    waiting.push(after);
                }
            }
        }
        true
    }

    /// The tree of obstacles of a position.
    pub fn obstacles(&self, text: &str) -> Option<Tree> {
        let [(letter, place)] = self.naive().goal[..] else { return None };
        let pieces = self.naive().pieces(text);
        let own: Vec<&Cells> =
            pieces.iter().filter(|(other, _)| *other == letter).map(|(_, cells)| cells).collect();
        let [cells] = own[..] else { return None };
        if cells[0] == place {
            return None;
        }
        let arrived = |cells: &[(usize, usize)]| cells[0] == place;
        let swept = super::DIRECTIONS
            .iter()
            .find_map(|&direction| self.sweep(cells, direction, &arrived))?;
        self.slide(text, &swept, &mut vec![cells.clone()])
    }

    /// The cells that a piece covers while it slides on the board without other pieces, until it has arrived.
    fn sweep(
        &self,
        cells: &[(usize, usize)],
        (right, down): (isize, isize),
        arrived: &Arrived<'_>,
    ) -> Option<BTreeSet<(usize, usize)>> {
        let board = self.naive().empty_grid();
        let mut now = cells.to_vec();
        let mut swept = BTreeSet::new();
        while !arrived(&now) {
            for (column, row) in &mut now {
                *column = column.checked_add_signed(right)?;
                *row = row.checked_add_signed(down)?;
                if at(&board, (*column, *row)) != Some('.') {
                    return None;
                }
            }
            swept.extend(now.iter().copied());
        }
        Some(swept.into_iter().filter(|cell| !cells.contains(cell)).collect())
    }

    fn slide(
        &self,
        text: &str,
        swept: &BTreeSet<(usize, usize)>,
        above: &mut Vec<Vec<(usize, usize)>>,
    ) -> Option<Tree> {
        let pieces = self.naive().pieces(text).into_iter().map(|(_, cells)| cells);
        let blocking: Vec<_> =
            pieces.filter(|cells| cells.iter().any(|cell| swept.contains(cell))).collect();
        if blocking.iter().any(|cells| above.contains(cells)) {
            return None;
        }
        let below: Option<Vec<Tree>> =
            blocking.iter().map(|cells| self.departure(text, cells, swept, above)).collect();
        let below = below?;
        Some((
            1 + below.iter().map(|tree| tree.0).sum::<u64>(),
            1 + below.iter().map(|tree| tree.1).max().unwrap_or(0),
            1 + below.iter().map(|tree| tree.2).sum::<u64>(),
        ))
    }

    fn departure(
        &self,
        text: &str,
        cells: &[(usize, usize)],
        from: &BTreeSet<(usize, usize)>,
        above: &mut Vec<Vec<(usize, usize)>>,
    ) -> Option<Tree> {
        above.push(cells.to_vec());
        let arrived = |cells: &[(usize, usize)]| cells.iter().all(|cell| !from.contains(cell));
        let mut trees = Vec::new();
        for direction in super::DIRECTIONS {
            let swept = self.sweep(cells, direction, &arrived);
            trees.extend(swept.and_then(|swept| self.slide(text, &swept, above)));
        }
        above.pop();
        let fewest = trees.iter().map(|tree| tree.2).min()?;
        let depth = trees.iter().map(|tree| tree.1).max()?;
        Some((trees.iter().map(|tree| tree.0).sum(), depth, fewest))
    }

    /// The expected moves to the goal from the start, by elimination of all unknowns: one for each position after a right
    /// and after a wrong move. `error` is the probability of an error by distance, mobility and previous error.
    pub fn expected(&self, start: &str, error: impl Fn(u32, usize, bool) -> f64) -> f64 {
        let texts: Vec<&String> = self.moves.keys().collect();
        let place: HashMap<&str, usize> = texts.iter().map(|text| &text[..]).zip(0..).collect();
        let unknowns = 2 * texts.len();
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for &text in &texts {
            for after_error in [false, true] {
                let mut row = vec![0.0; unknowns + 1];
                row[2 * place[&text[..]] + usize::from(after_error)] = 1.0;
                if self.distances[text] > 0 {
                    row[unknowns] = 1.0;
                    let (wrong, all) = (self.wrong(text), &self.moves[text]);
                    let error = match wrong.len() {
                        0 => 0.0,
                        _ => error(self.distances[text], all.len(), after_error),
                    };
                    let right = all.len() - wrong.len();
                    for (_, after) in all {
                        let is_wrong = wrong.contains(&&after[..]);
                        let share = match is_wrong {
                            true => error / wrong.len() as f64,
                            false => (1.0 - error) / right as f64,
                        };
                        row[2 * place[&after[..]] + usize::from(is_wrong)] -= share;
                    }
                }
                rows.push(row);
            }
        }
        for column in 0..unknowns {
            let largest = |one: &usize, other: &usize| {
                rows[*one][column].abs().total_cmp(&rows[*other][column].abs())
            };
            let pivot = (column..unknowns).max_by(largest).unwrap();
            rows.swap(column, pivot);
            let pivot = rows[column].clone();
            for (number, row) in rows.iter_mut().enumerate() {
                let factor = row[column] / pivot[column];
                if number != column && factor != 0.0 {
                    row.iter_mut().zip(&pivot).for_each(|(value, pivot)| *value -= factor * pivot);
                }
            }
        }
        let unknown = 2 * place[start];
        rows[unknown][unknowns] / rows[unknown][unknown]
    }
}

/// The move between two positions that are one move apart.
fn moved(naive: &Naive, before: &str, after: &str) -> Moved {
    let first = |(letter, cells): (char, Vec<(usize, usize)>)| (letter, (cells[0].1, cells[0].0));
    let places = |text| naive.pieces(text).into_iter().map(first).collect::<BTreeSet<_>>();
    let (before, after) = (places(before), places(after));
    let [(letter, from)] = before.difference(&after).copied().collect::<Vec<_>>()[..] else {
        panic!("one piece moves");
    };
    let [(_, to)] = after.difference(&before).copied().collect::<Vec<_>>()[..] else {
        panic!("one piece moves");
    };
    let shape = naive.shapes.iter().position(|(other, _)| *other == letter).unwrap();
    (shape, from, to)
}
