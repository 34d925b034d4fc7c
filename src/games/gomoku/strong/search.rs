//! Alpha-beta by principal variation, deeper and deeper.

use super::super::board::Stone;
use super::super::engine::{Choice, Clock, Limits};
use super::field::{Field, Place, Places, cell};
use super::patterns::Kind;
use super::threats::{Budget, Failures, Threats};

/// What five in a row is worth, less the plies until then.
pub const WIN: i32 = 30_000;
/// Scores from here on say that the game is decided.
const DECIDED: i32 = WIN - 1_000;
/// Scores up to here, too.
const LOST: i32 = -DECIDED;
/// The deepest line.
const DEEPEST: usize = 96;
/// Most moves of a position that are looked at.
const WIDTH: usize = 40;
/// What the turn to move is worth.
const TEMPO: i32 = 30;

/// What a score says of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    AtMost,
    Exactly,
    AtLeast,
}

/// What is remembered of a position.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    best: Place,
    score: i16,
    depth: i8,
    bound: Bound,
}

/// Positions that were searched; of two that want the same room the deeper or the later stays.
pub struct Remembered {
    entries: Vec<Entry>,
}

/// No cell.
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

/// A search from one position.
pub struct Search<'s, 'c> {
    field: Field,
    remembered: &'s mut Remembered,
    failures: &'s mut Failures,
    clock: &'s mut Clock<'c>,
    /// How often a move has cut a search off, by colour and place.
    history: [Vec<i32>; 2],
    killers: [[Place; 2]; DEEPEST + 1],
    is_over: bool,
}

impl<'s, 'c> Search<'s, 'c> {
    pub fn new(
        field: Field,
        remembered: &'s mut Remembered,
        failures: &'s mut Failures,
        clock: &'s mut Clock<'c>,
    ) -> Self {
        Self {
            field,
            remembered,
            failures,
            clock,
            history: [vec![0; 640], vec![0; 640]],
            killers: [[NOWHERE; 2]; DEEPEST + 1],
            is_over: false,
        }
    }

    /// Searches deeper and deeper until time is over or the game decided.
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

    /// The first position, at a depth; the line is empty where the time was over before a first move was searched.
    fn root(&mut self, own: Stone, depth: i32, line: &mut Vec<Place>) -> i32 {
        let remembered =
            self.remembered.get(self.field.key(own)).map_or(NOWHERE, |entry| entry.best);
        let moves = self.moves(own, remembered, 0);
        let mut best = -WIN;
        let mut below = Vec::new();
        for (number, &at) in moves.iter().enumerate() {
            self.field.put(at, own);
            let other = own.other();
            let mut score = 0;
            if number > 0 {
                score = -self.value(other, depth - 1, 1, -best - 1, -best, &mut below);
            }
            if number == 0 || score > best {
                score = -self.value(other, depth - 1, 1, -WIN, -best, &mut below);
            }
            self.field.take(at);
            if self.is_over {
                break;
            }
            if score > best || number == 0 {
                best = score;
                line.clear();
                line.push(at);
                line.append(&mut below);
                self.remember(own, at, best, depth, Bound::Exactly, 0);
            }
        }
        if line.is_empty() && depth == 1 {
            line.extend(moves.first());
        }
        best
    }

    fn remember(
        &mut self,
        own: Stone,
        best: Place,
        score: i32,
        depth: i32,
        bound: Bound,
        ply: i32,
    ) {
        // Wins are counted from the position on.
        let score = match score {
            DECIDED.. => score + ply,
            ..=LOST => score - ply,
            _ => score,
        };
        let (score, depth, key) = (score as i16, depth as i8, self.field.key(own));
        self.remembered.put(Entry { key, best, score, depth, bound });
    }

    /// What a position is worth to who is to move.
    fn value(
        &mut self,
        own: Stone,
        mut depth: i32,
        ply: i32,
        mut least: i32,
        mut most: i32,
        line: &mut Vec<Place>,
    ) -> i32 {
        line.clear();
        if self.is_over || self.clock.tick() {
            self.is_over = true;
            return 0;
        }
        let other = own.other();
        if let Some(at) = self.field.places(own, Kind::Five).iter().next() {
            line.push(at);
            return WIN - ply - 1;
        }
        let forced = self.field.has(other, Kind::Five);
        if forced > 1 {
            return -(WIN - ply - 2);
        }
        if forced == 0 && self.field.has(own, Kind::Winning) > 0 {
            line.extend(self.field.places(own, Kind::Winning).iter().next());
            return WIN - ply - 3;
        }
        least = least.max(-(WIN - ply - 2));
        most = most.min(WIN - ply - 3);
        if least >= most {
            return least;
        }
        if ply as usize >= DEEPEST || self.field.empty == Places::default() {
            return self.field.balance(own);
        }
        if forced == 1 {
            let Some(at) = self.field.places(other, Kind::Five).iter().next() else { return 0 };
            if !self.field.is_allowed(at, own) {
                return -(WIN - ply - 2);
            }
            let mut below = Vec::new();
            self.field.put(at, own);
            let score = -self.value(other, depth, ply + 1, -most, -least, &mut below);
            self.field.take(at);
            line.push(at);
            line.append(&mut below);
            return score;
        }
        let is_pressed = self.field.has(other, Kind::Winning) > 0;
        if depth <= 0 {
            if let Some(score) = self.by_fours(own, ply, line) {
                return score;
            }
            if !is_pressed {
                return self.quiet(own);
            }
            // A threat is answered before anything is judged.
            depth = 1;
        }
        let is_narrow = most - least == 1;
        let mut first = NOWHERE;
        if let Some(entry) = self.remembered.get(self.field.key(own)) {
            let score = match i32::from(entry.score) {
                score @ DECIDED.. => score - ply,
                score @ ..=LOST => score + ply,
                score => score,
            };
            let is_enough = match entry.bound {
                Bound::Exactly => true,
                Bound::AtLeast => score >= most,
                Bound::AtMost => score <= least,
            };
            if is_narrow && i32::from(entry.depth) >= depth && is_enough {
                return score;
            }
            first = entry.best;
        }
        let quiet = self.quiet(own);
        if is_narrow && !is_pressed && depth <= 4 && most.abs() < DECIDED {
            // So far above what is asked that few plies will not change it.
            if quiet - 90 * depth >= most {
                return quiet;
            }
        }
        if depth >= 2
            && let Some(score) = self.by_fours(own, ply, line)
        {
            self.remember(own, line[0], score, 60, Bound::AtLeast, ply);
            return score;
        }
        let moves = self.moves(own, first, ply as usize);
        if moves.is_empty() {
            // Nothing stops the open four; or nobody can move.
            return if is_pressed { -(WIN - ply - 4) } else { 0 };
        }
        let before = least;
        let (mut best, mut best_move) = (-WIN, moves[0]);
        let mut below = Vec::new();
        for (number, &at) in moves.iter().enumerate() {
            let (kind, others) = (self.field.kind(at, own), self.field.kind(at, other));
            let is_quiet = kind < Kind::Three && others < Kind::Three && !is_pressed;
            if number > 0 && is_quiet && best > -DECIDED && is_narrow {
                // Late moves near the end are left out, and those that cannot help.
                if number as i32 > 5 + 3 * depth * depth {
                    continue;
                }
                if depth <= 3 && quiet + 110 * depth + 60 < least {
                    continue;
                }
            }
            let mut shorter = 0;
            if depth >= 2 && number > 2 && kind < Kind::Three {
                shorter = i32::from(number > 2) + i32::from(number > 8) + i32::from(number > 20);
                if depth >= 6 {
                    shorter += i32::from(number > 5);
                }
                if !is_quiet || !is_narrow {
                    shorter /= 2;
                }
                shorter = shorter.min(depth - 1);
            }
            self.field.put(at, own);
            let mut score = 0;
            if number > 0 {
                score = -self.value(
                    other,
                    depth - 1 - shorter,
                    ply + 1,
                    -least - 1,
                    -least,
                    &mut below,
                );
                if score > least && shorter > 0 {
                    score = -self.value(other, depth - 1, ply + 1, -least - 1, -least, &mut below);
                }
            }
            if number == 0 || score > least && score < most {
                score = -self.value(other, depth - 1, ply + 1, -most, -least, &mut below);
            }
            self.field.take(at);
            if self.is_over {
                return 0;
            }
            if score > best {
                (best, best_move) = (score, at);
                if score > least {
                    least = score;
                    line.clear();
                    line.push(at);
                    line.append(&mut below);
                }
                if least >= most {
                    self.reward(own, at, depth, ply as usize);
                    break;
                }
            }
        }
        let bound = match best {
            _ if best >= most => Bound::AtLeast,
            _ if best > before => Bound::Exactly,
            _ => Bound::AtMost,
        };
        self.remember(own, best_move, best, depth, bound, ply);
        best
    }

    /// A position that nothing is about to happen in.
    fn quiet(&self, own: Stone) -> i32 {
        let other = own.other();
        let mut score = self.field.balance(own) + TEMPO;
        // Who is to move makes the threat that the other only has.
        if self.field.has(own, Kind::FourThree) > 0 {
            score += 200;
        } else if self.field.has(own, Kind::DoubleThree) > 0
            && self.field.has(other, Kind::Four) == 0
        {
            score += 120;
        }
        score.clamp(-DECIDED + 1, DECIDED - 1)
    }

    /// The score of a win by fours, if there is one.
    fn by_fours(&mut self, own: Stone, ply: i32, line: &mut Vec<Place>) -> Option<i32> {
        if self.field.has(own, Kind::Four) + self.field.has(own, Kind::FourThree) == 0 {
            return None;
        }
        let budget = Budget { used: 0, most: 300 };
        let mut threats = Threats { field: &mut self.field, failures: &mut *self.failures, budget };
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

    /// The moves that are looked at, the likeliest first.
    fn moves(&self, own: Stone, first: Place, ply: usize) -> Vec<Place> {
        let other = own.other();
        let field = &self.field;
        let must = field.places(other, Kind::Five);
        let places = if must != Places::default() {
            must
        } else if field.has(other, Kind::Winning) > 0 {
            let fours = [Kind::Four, Kind::FourThree, Kind::Suspect];
            let fours = fours.map(|kind| field.places(own, kind));
            fours.iter().fold(field.defences(other), |all, places| all.or(places))
        } else {
            field.empty
        };
        let is_wide = places == field.empty;
        let mut moves: Vec<(i32, Place)> = places
            .iter()
            .filter_map(|at| {
                let (attack, guard) = (field.value(at, own), field.value(at, other));
                // Far from all stones nothing happens.
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
            moves.extend(places.iter().map(|at| (field.value(at, own), at)));
        }
        moves.sort_unstable_by_key(|&(score, at)| (std::cmp::Reverse(score), at));
        let moves = moves.into_iter().map(|(_, at)| at);
        moves.filter(|&at| field.is_allowed(at, own)).take(WIDTH).collect()
    }
}
