//! Search for wins by threats alone: fours, which have one answer each, and open threes, which have few.
//!
//! The wins found here are proven. The search tries some of the attacker's moves, but every answer that could save the
//! defender. The defender can answer an open three in two ways: by a four, or on a cell that leaves none of the
//! attacker's winning cells.

use super::super::board::Stone;
use super::pattern_board::{PatternBoard, Place, Places};
use super::patterns::Kind;

/// The number of visited positions, with a limit.
pub struct Budget {
    pub used: u64,
    pub most: u64,
}

impl Budget {
    fn spend(&mut self) -> bool {
        self.used += 1;
        self.used <= self.most
    }
}

/// Hash table of positions in which a search found no win, with the depth of the search. A new entry replaces an older
/// one in the same slot.
pub struct Failures(Vec<(u64, u8)>);

impl Failures {
    pub fn new(entries: usize) -> Self {
        Self(vec![(0, 0); entries.next_power_of_two()])
    }

    fn has(&self, key: u64, depth: u8) -> bool {
        let (other, searched) = self.0[key as usize & (self.0.len() - 1)];
        other == key && searched >= depth
    }

    fn add(&mut self, key: u64, depth: u8) {
        let index = key as usize & (self.0.len() - 1);
        self.0[index] = (key, depth);
    }
}

/// A search for wins by threats.
pub struct Threats<'t> {
    pub board: &'t mut PatternBoard,
    pub failures: &'t mut Failures,
    pub budget: Budget,
}

/// Constants that distinguish the keys of searches by fours from those with threes.
const BY_FOURS: u64 = 0x5bd1_e995_1b87_3593;
const WITH_THREES: u64 = 0xc2b2_ae3d_27d4_eb4f;

impl Threats<'_> {
    /// Looks for a win of the colour to move by at most `depth` fours. Returns the number of plies and the first move.
    pub fn fours(&mut self, own: Stone, depth: u8) -> Option<(u16, Place)> {
        let other = own.other();
        if let Some(at) = self.board.places(own, Kind::Five).iter().next() {
            return Some((1, at));
        }
        let must = self.board.places(other, Kind::Five);
        let forced = self.board.has(other, Kind::Five);
        if forced == 0
            && let Some(at) = self.board.places(own, Kind::Winning).iter().next()
        {
            return Some((3, at));
        }
        let key = self.board.key(own) ^ BY_FOURS;
        if depth == 0 || forced > 1 || self.failures.has(key, depth) {
            return None;
        }
        let kinds = [Kind::FourThree, Kind::Four, Kind::Winning];
        let moves = kinds.map(|kind| self.board.places(own, kind));
        for at in moves.iter().flat_map(Places::iter) {
            if forced == 1 && !must.contains(at) {
                continue;
            }
            if !self.budget.spend() {
                return None;
            }
            self.board.put(at, own);
            let found = self.answered_four(own, depth);
            self.board.take(at);
            if let Some(plies) = found {
                return Some((plies + 1, at));
            }
        }
        if self.budget.used <= self.budget.most {
            self.failures.add(key, depth);
        }
        None
    }

    /// The number of plies in which a four wins, with the opponent to move; `None` if it is not found to win.
    fn answered_four(&mut self, own: Stone, depth: u8) -> Option<u16> {
        let other = own.other();
        if self.board.has(other, Kind::Five) > 0 {
            return None;
        }
        let mut fives = self.board.places(own, Kind::Five).iter();
        let answer = fives.next()?;
        if fives.next().is_some() || !self.board.is_allowed(answer, other) {
            return Some(2);
        }
        self.board.put(answer, other);
        let found = self.fours(own, depth - 1);
        self.board.take(answer);
        found.map(|(plies, _)| plies + 1)
    }

    /// Looks for a win of the colour to move by fours and at most `depth` other threats. Returns the number of plies
    /// and the first move.
    pub fn threes(&mut self, own: Stone, depth: u8) -> Option<(u16, Place)> {
        let other = own.other();
        if let Some(found) = self.fours(own, 16) {
            return Some(found);
        }
        let key = self.board.key(own) ^ WITH_THREES;
        if depth == 0 || self.failures.has(key, depth) {
            return None;
        }
        if self.board.has(other, Kind::Five) > 1 {
            return None;
        }
        for at in self.attacks(own) {
            if !self.budget.spend() {
                return None;
            }
            if !self.board.is_allowed(at, own) {
                continue;
            }
            self.board.put(at, own);
            let found = self.answered(own, depth - 1);
            self.board.take(at);
            if let Some(plies) = found {
                return Some((plies + 1, at));
            }
        }
        if self.budget.used <= self.budget.most {
            self.failures.add(key, depth);
        }
        None
    }

    /// The threats that a colour can make with one stone, the likeliest first. If the opponent threatens five, only the
    /// cell that stops it.
    fn attacks(&self, own: Stone) -> Vec<Place> {
        let (board, other) = (&*self.board, own.other());
        if board.has(other, Kind::Five) == 1 {
            return board.places(other, Kind::Five).iter().collect();
        }
        // An opponent who can make an open four does not answer a three.
        let is_pressed = board.has(other, Kind::Winning) > 0;
        let mut moves: Vec<Place> = Vec::new();
        for kind in [Kind::FourThree, Kind::DoubleThree, Kind::Four, Kind::Three] {
            if !is_pressed || kind >= Kind::Four {
                moves.extend(board.places(own, kind).iter());
            }
        }
        if is_pressed {
            // A three is still possible if it defends as well.
            let threes = board.places(own, Kind::Three).or(&board.places(own, Kind::DoubleThree));
            moves.extend(board.defences(other).and(&threes).iter());
        }
        moves.sort_by_key(|&at| {
            let value = board.value(at, own) + board.value(at, other) / 2;
            std::cmp::Reverse((board.kind(at, own) == Kind::FourThree, value))
        });
        moves
    }

    /// The number of plies in which a colour wins against every answer of the opponent, who moves next.
    fn answered(&mut self, own: Stone, depth: u8) -> Option<u16> {
        let other = own.other();
        if self.board.has(other, Kind::Five) > 0 {
            return None;
        }
        let fives = self.board.has(own, Kind::Five);
        if fives > 1 {
            return Some(2);
        }
        let (mut longest, answers) = if fives == 1 {
            (2, self.board.places(own, Kind::Five))
        } else if self.board.has(own, Kind::Winning) > 0 {
            if self.board.has(other, Kind::Winning) > 0 {
                return None;
            }
            // Every other answer loses to the open four.
            (4, self.board.defences(own).or(&self.fours_of(other)))
        } else {
            return None;
        };
        for answer in answers.iter() {
            if !self.budget.spend() {
                return None;
            }
            if !self.board.is_allowed(answer, other) {
                continue;
            }
            self.board.put(answer, other);
            let found = self.threes(own, depth);
            self.board.take(answer);
            longest = longest.max(found?.0 + 1);
        }
        Some(longest)
    }

    /// The cells where a colour can make a four.
    fn fours_of(&self, stone: Stone) -> Places {
        let kinds = [Kind::Suspect, Kind::Four, Kind::FourThree, Kind::Winning];
        let places = kinds.map(|kind| self.board.places(stone, kind));
        places.iter().fold(Places::default(), |all, places| all.or(places))
    }
}
