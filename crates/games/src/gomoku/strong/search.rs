//! Principal variation search with iterative deepening.

use super::super::board::{Cell, Stone};
use super::super::choice::{Choice, Clock, Limits};
use super::pattern_board::{PLACES, PatternBoard, Place, Places, cell, place};
use super::patterns::Kind;
use super::threats::{Budget, Failures, Threats};

/// The score of five in a row. Each ply before it subtracts one.
pub const WIN: i32 = 30_000;
/// The lowest score of a won game.
const DECIDED: i32 = WIN - 1_000;
/// The highest score of a lost game.
const LOST: i32 = -DECIDED;
/// The maximum length of a line, in plies.
const MOST_PLIES: usize = 96;
/// The maximum number of moves to search per position.
const MOST_MOVES: usize = 40;
/// The number of rows and columns at an edge in which a stone has no room on all sides.
const EDGE: u8 = 4;
/// The largest distance of the second stone from the first.
const MOST_APART: u8 = 2;
/// The score of having the move.
const SCORE_OF_MOVE: i32 = 30;

/// The relation of the true score to a stored score.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    AtMost,
    Exactly,
    AtLeast,
}

/// An entry of the transposition table.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    best: Place,
    score: i16,
    depth: i8,
    bound: Bound,
}

/// The transposition table. A new entry replaces one of another position, or of a search that is not deeper, or any
/// entry if its score is exact.
pub struct Remembered {
    entries: Vec<Entry>,
}

/// The place that stands for no cell.
const NOWHERE: Place = Place::MAX;

impl Remembered {
    pub fn new(memory: usize) -> Self {
        let entries = (memory / size_of::<Entry>()).max(1024);
        let largest = 1 << entries.ilog2();
        let nothing =
            Entry { key: 0, best: NOWHERE, score: 0, depth: i8::MIN, bound: Bound::AtMost };
        Self { entries: vec![nothing; largest] }
    }

    fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[key as usize & (self.entries.len() - 1)];
        (entry.key == key && entry.depth > i8::MIN).then_some(entry)
    }

    fn put(&mut self, entry: Entry) {
        let index = entry.key as usize & (self.entries.len() - 1);
        let old = &mut self.entries[index];
        if old.key != entry.key || entry.depth >= old.depth || entry.bound == Bound::Exactly {
            *old = entry;
        }
    }
}

/// A node of the search: the colour to move, the remaining depth, and the plies since the first position.
#[derive(Clone, Copy)]
struct Node {
    own: Stone,
    depth: i32,
    ply: i32,
}

impl Node {
    /// The node after a move. Its depth is less by `shorter`.
    fn after(self, shorter: i32) -> Self {
        Self { own: self.own.other(), depth: self.depth - shorter, ply: self.ply + 1 }
    }

    /// The score of a loss in a number of plies.
    fn lost_in(self, plies: i32) -> i32 {
        -(WIN - self.ply - plies)
    }
}

/// The alpha-beta window. A score at or outside its bounds need not be exact.
#[derive(Clone, Copy)]
struct Window {
    least: i32,
    most: i32,
}

impl Window {
    /// The same window from the opponent's side.
    fn turned(self) -> Self {
        Self { least: -self.most, most: -self.least }
    }

    /// The null window, which only tests whether the score exceeds `least`.
    fn narrow(self) -> Self {
        Self { most: self.least + 1, ..self }
    }

    fn is_narrow(self) -> bool {
        self.most - self.least == 1
    }
}

/// A search from one position.
pub struct Search<'s, 'c> {
    board: PatternBoard,
    remembered: &'s mut Remembered,
    failures: &'s mut Failures,
    clock: &'s mut Clock<'c>,
    /// The history scores of moves that caused cutoffs, by colour and place.
    history: [Vec<i32>; 2],
    killers: [[Place; 2]; MOST_PLIES + 1],
    /// The moves of the first position, if it has only one stone.
    beside: Option<Places>,
    is_over: bool,
}

impl<'s, 'c> Search<'s, 'c> {
    pub fn new(
        board: PatternBoard,
        remembered: &'s mut Remembered,
        failures: &'s mut Failures,
        clock: &'s mut Clock<'c>,
    ) -> Self {
        let beside = beside(&board);
        Self {
            board,
            beside,
            remembered,
            failures,
            clock,
            history: [vec![0; PLACES], vec![0; PLACES]],
            killers: [[NOWHERE; 2]; MOST_PLIES + 1],
            is_over: false,
        }
    }

    /// Increases the depth until a limit is reached or the game is decided.
    pub fn deepen(&mut self, own: Stone, limits: &Limits) -> Option<Choice> {
        let deepest = limits.depth.unwrap_or(60).clamp(1, 60);
        let mut best: Option<Choice> = None;
        for depth in 1..=deepest {
            let mut line = Vec::new();
            let score = self.root(own, i32::from(depth), &mut line);
            if let Some(&first) = line.first() {
                let (score, nodes) = (i64::from(score), self.clock.nodes());
                let line: Vec<_> = line.into_iter().map(cell).collect();
                best = Some(Choice { cell: cell(first), score, depth, nodes, line, win: None });
            }
            if self.is_over || score.abs() > DECIDED || self.clock.is_late() {
                break;
            }
        }
        best.map(|best| Choice { nodes: self.clock.nodes(), ..best })
    }

    /// Searches the first position to a depth. `line` stays empty if the time ends before the first move is searched.
    /// At depth 1 it then has the likeliest move.
    fn root(&mut self, own: Stone, depth: i32, line: &mut Vec<Place>) -> i32 {
        let remembered =
            self.remembered.get(self.board.key(own)).map_or(NOWHERE, |entry| entry.best);
        let moves = self.moves(own, remembered, 0);
        let mut best = -WIN;
        let mut below = Vec::new();
        let node = Node { own, depth, ply: 0 };
        for (number, &at) in moves.iter().enumerate() {
            self.board.put(at, own);
            let window = Window { least: best, most: WIN };
            let score = self.after(number, node, window, 0, &mut below);
            self.board.take(at);
            if self.is_over {
                break;
            }
            if score > best || number == 0 {
                best = score;
                line.clear();
                line.push(at);
                line.append(&mut below);
                self.remember(node, at, best, Bound::Exactly);
            }
        }
        if line.is_empty() && depth == 1 {
            line.extend(moves.first());
        }
        best
    }

    fn remember(&mut self, Node { own, depth, ply }: Node, best: Place, score: i32, bound: Bound) {
        // Stored scores count the plies of a win from this position, not from the first one.
        let score = match score {
            DECIDED.. => score + ply,
            ..=LOST => score - ply,
            _ => score,
        };
        let (score, depth, key) = (score as i16, depth as i8, self.board.key(own));
        self.remembered.put(Entry { key, best, score, depth, bound });
    }

    /// The stored best move of a position, and its stored score if that is sufficient for the window.
    fn recall(&self, Node { own, depth, ply }: Node, window: Window) -> (Place, Option<i32>) {
        let Some(entry) = self.remembered.get(self.board.key(own)) else { return (NOWHERE, None) };
        let score = match i32::from(entry.score) {
            score @ DECIDED.. => score - ply,
            score @ ..=LOST => score + ply,
            score => score,
        };
        let is_enough = match entry.bound {
            Bound::Exactly => true,
            Bound::AtLeast => score >= window.most,
            Bound::AtMost => score <= window.least,
        };
        let answers = window.is_narrow() && i32::from(entry.depth) >= depth && is_enough;
        (entry.best, answers.then_some(score))
    }

    /// The score of a position for the player to move.
    fn value(&mut self, mut node: Node, mut window: Window, line: &mut Vec<Place>) -> i32 {
        line.clear();
        if self.is_over || self.clock.tick() {
            self.is_over = true;
            return 0;
        }
        if let Some(score) = self.at_once(node, &mut window, line) {
            return score;
        }
        let Node { own, ply, .. } = node;
        if self.board.has(own.other(), Kind::Five) == 1 {
            return self.forced(node, window, line);
        }
        let is_pressed = self.board.has(own.other(), Kind::Winning) > 0;
        if node.depth <= 0 {
            if let Some(score) = self.by_fours(own, ply, line) {
                return score;
            }
            if !is_pressed {
                return self.quiet(own);
            }
            // The position is not evaluated before the threat is answered.
            node.depth = 1;
        }
        let (first, known) = self.recall(node, window);
        if let Some(score) = known {
            return score;
        }
        let quiet = self.quiet(own);
        let is_flat = window.is_narrow() && !is_pressed && node.depth <= 4;
        // The evaluation exceeds the window so far that the remaining plies are unlikely to change the result.
        if is_flat && window.most.abs() < DECIDED && quiet - 90 * node.depth >= window.most {
            return quiet;
        }
        if node.depth >= 2
            && let Some(score) = self.by_fours(own, ply, line)
        {
            self.remember(Node { depth: 60, ..node }, line[0], score, Bound::AtLeast);
            return score;
        }
        let moves = self.moves(own, first, ply as usize);
        if moves.is_empty() {
            // No move stops the open four, or the board is full.
            return if is_pressed { node.lost_in(4) } else { 0 };
        }
        self.best_of(&moves, node, window, quiet, is_pressed, line)
    }

    /// The score of a position that fives or open fours decide, or that is not searched further. Otherwise narrows the
    /// window to the scores that are still possible.
    fn at_once(&self, node: Node, window: &mut Window, line: &mut Vec<Place>) -> Option<i32> {
        let Node { own, ply, .. } = node;
        if let Some(at) = self.board.places(own, Kind::Five).iter().next() {
            line.push(at);
            return Some(WIN - ply - 1);
        }
        let forced = self.board.has(own.other(), Kind::Five);
        if forced > 1 {
            return Some(node.lost_in(2));
        }
        if forced == 0 && self.board.has(own, Kind::Winning) > 0 {
            line.extend(self.board.places(own, Kind::Winning).iter().next());
            return Some(WIN - ply - 3);
        }
        window.least = window.least.max(node.lost_in(2));
        window.most = window.most.min(WIN - ply - 3);
        if window.least >= window.most {
            return Some(window.least);
        }
        let is_last = ply as usize >= MOST_PLIES || self.board.empty == Places::default();
        is_last.then(|| self.board.balance(own))
    }

    /// Searches the only move that stops a five of the opponent.
    fn forced(&mut self, node: Node, window: Window, line: &mut Vec<Place>) -> i32 {
        let five = self.board.places(node.own.other(), Kind::Five).iter().next();
        let Some(at) = five else { return 0 };
        if !self.board.is_allowed(at, node.own) {
            return node.lost_in(2);
        }
        let mut below = Vec::new();
        self.board.put(at, node.own);
        let score = -self.value(node.after(0), window.turned(), &mut below);
        self.board.take(at);
        line.push(at);
        line.append(&mut below);
        score
    }

    /// The score of the best of the given moves, which are sorted with the likeliest first.
    fn best_of(
        &mut self,
        moves: &[Place],
        node: Node,
        mut window: Window,
        quiet: i32,
        is_pressed: bool,
        line: &mut Vec<Place>,
    ) -> i32 {
        let (own, depth, before) = (node.own, node.depth, window);
        let is_narrow = before.is_narrow();
        let (mut best, mut best_move) = (-WIN, moves[0]);
        let mut below = Vec::new();
        for (number, &at) in moves.iter().enumerate() {
            let (kind, others) = (self.board.kind(at, own), self.board.kind(at, own.other()));
            let is_quiet = kind < Kind::Three && others < Kind::Three && !is_pressed;
            if number > 0 && is_quiet && best > -DECIDED && is_narrow {
                // Near the leaves, skip late moves and moves that are unlikely to reach the window.
                let is_late = number as i32 > 5 + 3 * depth * depth;
                if is_late || depth <= 3 && quiet + 110 * depth + 60 < window.least {
                    continue;
                }
            }
            let shorter = match kind < Kind::Three {
                true => shorter(number, depth, is_quiet && is_narrow),
                false => 0,
            };
            self.board.put(at, own);
            let score = self.after(number, node, window, shorter, &mut below);
            self.board.take(at);
            if self.is_over {
                return 0;
            }
            if score > best {
                (best, best_move) = (score, at);
                if score > window.least {
                    window.least = score;
                    line.clear();
                    line.push(at);
                    line.append(&mut below);
                }
                if window.least >= window.most {
                    self.reward(own, at, depth, node.ply as usize);
                    break;
                }
            }
        }
        let bound = match best {
            _ if best >= window.most => Bound::AtLeast,
            _ if best > before.least => Bound::Exactly,
            _ => Bound::AtMost,
        };
        self.remember(node, best_move, best, bound);
        best
    }

    /// The mover's score after the move with a given number. Later moves are first searched with a null window and less
    /// deeply, and again only if they seem better than the best so far.
    fn after(
        &mut self,
        number: usize,
        node: Node,
        window: Window,
        shorter: i32,
        below: &mut Vec<Place>,
    ) -> i32 {
        let mut score = 0;
        if number > 0 {
            let narrow = window.narrow().turned();
            score = -self.value(node.after(1 + shorter), narrow, below);
            if score > window.least && shorter > 0 {
                score = -self.value(node.after(1), narrow, below);
            }
        }
        if number == 0 || score > window.least && score < window.most {
            score = -self.value(node.after(1), window.turned(), below);
        }
        score
    }

    /// The static evaluation of a position without an urgent threat.
    fn quiet(&self, own: Stone) -> i32 {
        let other = own.other();
        let mut score = self.board.balance(own) + SCORE_OF_MOVE;
        // The player to move can make the threat at once.
        if self.board.has(own, Kind::FourThree) > 0 {
            score += 200;
        } else if self.board.has(own, Kind::DoubleThree) > 0
            && self.board.has(other, Kind::Four) == 0
        {
            score += 120;
        }
        score.clamp(-DECIDED + 1, DECIDED - 1)
    }

    /// The score of a win by fours, if the search finds one.
    fn by_fours(&mut self, own: Stone, ply: i32, line: &mut Vec<Place>) -> Option<i32> {
        if self.board.has(own, Kind::Four) + self.board.has(own, Kind::FourThree) == 0 {
            return None;
        }
        let budget = Budget { used: 0, most: 300 };
        let mut threats = Threats { board: &mut self.board, failures: &mut *self.failures, budget };
        let (plies, at) = threats.fours(own, 10)?;
        line.clear();
        line.push(at);
        Some(WIN - ply - i32::from(plies))
    }

    fn reward(&mut self, own: Stone, at: Place, depth: i32, ply: usize) {
        if self.killers[ply][0] != at {
            self.killers[ply] = [at, self.killers[ply][0]];
        }
        let history = &mut self.history[own as usize];
        history[usize::from(at)] += depth * depth;
        if history[usize::from(at)] > 4096 {
            history.iter_mut().for_each(|times| *times /= 2);
        }
    }

    /// The moves to search, the likeliest first.
    fn moves(&self, own: Stone, first: Place, ply: usize) -> Vec<Place> {
        let other = own.other();
        let board = &self.board;
        let must = board.places(other, Kind::Five);
        let places = if must != Places::default() {
            must
        } else if let Some(beside) = self.beside.filter(|_| ply == 0) {
            beside
        } else if board.has(other, Kind::Winning) > 0 {
            let fours = [Kind::Four, Kind::FourThree, Kind::Suspect];
            let fours = fours.map(|kind| board.places(own, kind));
            fours.iter().fold(board.defences(other), |all, places| all.or(places))
        } else {
            board.empty
        };
        let is_wide = places == board.empty;
        let mut moves: Vec<(i32, Place)> = places
            .iter()
            .filter_map(|at| {
                let (attack, guard) = (board.value(at, own), board.value(at, other));
                // Cells far from all stones are not worth searching.
                if is_wide && attack.max(guard) <= 34 {
                    return None;
                }
                let mut score = 2 * attack
                    + guard
                    + guard / 2
                    + self.history[own as usize][usize::from(at)] / 32;
                if self.killers[ply].contains(&at) {
                    score += 60;
                }
                Some((if at == first { i32::MAX } else { score }, at))
            })
            .collect();
        if moves.is_empty() && is_wide {
            moves.extend(places.iter().map(|at| (board.value(at, own), at)));
        }
        moves.sort_unstable_by_key(|&(score, at)| (std::cmp::Reverse(score), at));
        let moves = moves.into_iter().map(|(_, at)| at);
        moves.filter(|&at| board.is_allowed(at, own)).take(MOST_MOVES).collect()
    }
}

/// The cells beside the only stone of a board, if it has room on all sides. Every book opening continues there. Farther
/// away, cells have almost the same values, and no search sees that the opponent gains a move.
fn beside(board: &PatternBoard) -> Option<Places> {
    let stones = &board.stones;
    let mut occupied = stones.cells().filter(|&cell| stones.get(cell).is_some());
    let (Some(only), None) = (occupied.next(), occupied.next()) else { return None };
    let room = EDGE..stones.size() - EDGE;
    if !room.contains(&only.row) || !room.contains(&only.column) {
        return None;
    }
    let is_beside = |cell: &Cell| {
        let apart = cell.row.abs_diff(only.row).max(cell.column.abs_diff(only.column));
        (1..=MOST_APART).contains(&apart)
    };
    let mut places = Places::default();
    stones.cells().filter(is_beside).for_each(|cell| places.insert(place(cell)));
    Some(places)
}

/// The reduction of the depth of a late move, in plies.
fn shorter(number: usize, depth: i32, is_quiet: bool) -> i32 {
    if depth < 2 || number <= 2 {
        return 0;
    }
    let mut shorter = 1 + i32::from(number > 8) + i32::from(number > 20);
    if depth >= 6 {
        shorter += i32::from(number > 5);
    }
    if !is_quiet {
        shorter /= 2;
    }
    shorter.min(depth - 1)
}
