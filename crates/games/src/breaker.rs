//! Proofs that one side can prevent every line of the other. Two such proofs make a draw, often long before a search
//! reaches the end of play.
//!
//! The side that wants a line is the maker, the other the breaker, as in J. Beck, "Combinatorial Games" (2008). The
//! breaker holds if every line without its stones has a pair of empty cells. Pairs are disjoint, but lines that share
//! two cells may share a pair. The breaker answers each stone on a pair with the other cell (A. W. Hales and R. I.
//! Jewett, 1963). While there are no such pairs, the search goes on, as C.-L. Ko and others did for 7,7,5 ("On solving
//! the 7,7,5-game and the 8,8,5-game", 2020).
//!
//! Each proof has a zone, the cells that it depends on. Stones of the maker outside the zone do not change the proof.
//! So the search tries only the maker's moves into a zone, beginning with the zone of a pass.

use super::bitboard::LONGEST_LINE;
use super::lines::Lines;
use super::stones::{StoneGame, each_cell, mapped};
use huarong_core::effort::{Cancelled, Effort};
use std::collections::HashMap;

const MOST_LINES: usize = u128::BITS as usize;
/// A line has from 0 stones to as many as it has cells.
const NUMBERS_OF_STONES: usize = LONGEST_LINE as usize + 1;
/// The breaker tries the moves with the fewest cells missing for the pairs.
const MOST_MOVES_TRIED: usize = 8;
const MOST_MISSING_CELLS_PER_MOVE: u32 = 3;
const MOST_STONES_UP_TO_SYMMETRY: u32 = 7;
/// From one question to the next.
const MOST_POSITIONS_STORED: usize = 1 << 21;
const POSITIONS_BETWEEN_CHECKS: u64 = 1 << 10;

/// Searches for proofs in one game. Results for one position speed up later ones.
pub(super) struct Breaker {
    cells: u32,
    k: usize,
    /// Lines along one row, column or diagonal are adjacent.
    lines: Vec<u64>,
    /// For each cell, its lines.
    through: Vec<u128>,
    symmetries: Vec<Vec<u8>>,
    /// Results for positions with the maker to move.
    known: HashMap<(u64, u64), Known>,
    visited: u64,
    /// Most bytes of the stored results.
    memory: u64,
}

#[derive(Clone, Copy)]
enum Known {
    /// Held, on this zone.
    Held(u64),
    /// No proof was found with this number of free moves of the breaker.
    NotWithin(u8),
}

/// Reasons for a missing zone.
enum Missing {
    /// Not found; one may exist.
    NotFound,
    Cancelled(Cancelled),
    /// The limit on positions was reached.
    Spent,
}

/// The zone of a proof.
type FoundZone = Result<u64, Missing>;

/// The limits of a search.
#[derive(Clone, Copy)]
struct Limit<'e> {
    /// The last number of visited positions.
    last: u64,
    effort: Effort<'e>,
}

#[derive(Clone, Copy)]
struct Board {
    maker: u64,
    breaker: u64,
    /// The lines without a stone of the breaker, by the number of stones of the maker.
    open: [u128; NUMBERS_OF_STONES],
}

impl Board {
    fn free(&self, cells: u32) -> u64 {
        !(self.maker | self.breaker) & (u64::MAX >> (64 - cells))
    }
}

impl Breaker {
    /// A breaker that stores positions in at most `memory` bytes. `None` for games with gravity, for misère games, and
    /// for games with too many lines.
    pub(super) fn new(game: &Lines, memory: u64) -> Option<Self> {
        let k = usize::from(game.k());
        if game.has_gravity()
            || game.is_misere()
            || game.lines().len() > MOST_LINES
            || k >= NUMBERS_OF_STONES
        {
            return None;
        }
        let mut rest = game.lines().to_vec();
        let mut lines: Vec<u64> = Vec::with_capacity(rest.len());
        while !rest.is_empty() {
            // The neighbour along a row, column or diagonal shares all cells but one.
            let is_next = |last: &u64| {
                rest.iter().position(|line| (line & last).count_ones() as usize == k - 1)
            };
            let next = lines.last().and_then(is_next).unwrap_or(0);
            lines.push(rest.remove(next));
        }
        let (columns, rows) = game.board();
        let cells = u32::from(columns) * u32::from(rows);
        let through = (0..cells).map(|cell| {
            let on = |&(_, line): &(usize, &u64)| line >> cell & 1 == 1;
            lines.iter().enumerate().filter(on).fold(0, |all, (line, _)| all | 1 << line)
        });
        let through = through.collect();
        let symmetries = game.symmetries();
        let known = HashMap::new();
        Some(Self { cells, k, lines, through, symmetries, known, visited: 0, memory })
    }

    /// Positions visited so far.
    pub(super) fn visited(&self) -> u64 {
        self.visited
    }

    /// Whether a search of some positions proves that the breaker holds. If not, the breaker may still hold.
    pub(super) fn holds(
        &mut self,
        maker: u64,
        breaker: u64,
        makers_turn: bool,
        positions: u64,
        effort: Effort<'_>,
    ) -> Result<bool, Cancelled> {
        let all = u128::MAX >> (MOST_LINES - self.lines.len().max(1));
        let mut board = Board { maker: 0, breaker: 0, open: [0; NUMBERS_OF_STONES] };
        board.open[0] = if self.lines.is_empty() { 0 } else { all };
        let board = each_cell(maker).fold(board, |board, cell| self.made(&board, cell));
        let board = each_cell(breaker).fold(board, |board, cell| self.broken(&board, cell));
        if self.known.len() > MOST_POSITIONS_STORED {
            self.known.clear();
        }
        let limit = Limit { last: self.visited + positions, effort };
        for moves in 0..=self.cells as u8 {
            let found = match makers_turn {
                true => self.held_after_maker(&board, moves, limit),
                false => self.held_after_breaker(&board, moves, limit),
            };
            match found {
                Ok(_) => return Ok(true),
                Err(Missing::Spent) => return Ok(false),
                Err(Missing::Cancelled(stopped)) => return Err(stopped),
                Err(Missing::NotFound) => {}
            }
        }
        Ok(false)
    }

    /// The zone of a proof with a number of free moves of the breaker, the maker to move.
    fn held_after_maker(&mut self, board: &Board, moves: u8, limit: Limit<'_>) -> FoundZone {
        self.visited += 1;
        if self.visited > limit.last {
            return Err(Missing::Spent);
        }
        if self.visited.is_multiple_of(POSITIONS_BETWEEN_CHECKS) {
            limit.effort.done(POSITIONS_BETWEEN_CHECKS).map_err(Missing::Cancelled)?;
        }
        if board.open[self.k - 1..].iter().any(|&lines| lines != 0) {
            return Err(Missing::NotFound);
        }
        let (key, symmetry) = self.key(board);
        match self.known.get(&key) {
            Some(&Known::Held(zone)) => return Ok(self.mapped_back(zone, symmetry)),
            Some(&Known::NotWithin(tried)) if tried >= moves => return Err(Missing::NotFound),
            Some(_) => {}
            None => {
                if let (0, zone) = self.pairs(board) {
                    self.remember(key, Known::Held(self.mapped(zone, symmetry)));
                    return Ok(zone);
                }
            }
        }
        let found = match moves {
            0 => Err(Missing::NotFound),
            _ => self.zone_of_moves(board, moves, limit),
        };
        let known = match found {
            Ok(zone) => Known::Held(self.mapped(zone, symmetry)),
            Err(Missing::NotFound) => Known::NotWithin(moves),
            Err(_) => return found,
        };
        self.remember(key, known);
        found
    }

    /// Stores a position. If the memory is full, drops all earlier ones first.
    fn remember(&mut self, key: (u64, u64), known: Known) {
        if self.known.len() == self.known.capacity() {
            // A full map doubles, and the old one stays until the new one is filled; an eighth of it is empty.
            let entry = size_of::<((u64, u64), Known)>() as u64 + 1;
            let bytes = self.known.capacity() as u64 * entry * 8 / 7;
            if 3 * bytes > self.memory {
                self.known.clear();
            }
        }
        self.known.insert(key, known);
    }

    /// The union of the zones of a pass and of every move into the growing zone.
    fn zone_of_moves(&mut self, board: &Board, moves: u8, limit: Limit<'_>) -> FoundZone {
        let mut zone = self.held_after_breaker(board, moves, limit)?;
        let weights = self.weights(board);
        let mut open = board.free(self.cells);
        while let Some(cell) = each_cell(zone & open).max_by_key(|&cell| weights[cell as usize]) {
            open &= !(1 << cell);
            zone |= self.held_after_breaker(&self.made(board, cell), moves, limit)?;
        }
        Ok(zone)
    }

    /// The same with the breaker to move.
    fn held_after_breaker(&mut self, board: &Board, moves: u8, limit: Limit<'_>) -> FoundZone {
        if board.open[self.k] != 0 {
            return Err(Missing::NotFound);
        }
        let free = board.free(self.cells);
        let completing =
            lines_of(board.open[self.k - 1]).fold(0, |all, line| all | self.lines[line] & free);
        if completing != 0 {
            // The move is forced, so it does not count as a free move.
            if completing.count_ones() > 1 {
                return Err(Missing::NotFound);
            }
            let after = self.broken(board, completing.trailing_zeros());
            return Ok(completing | self.held_after_maker(&after, moves, limit)?);
        }
        let weights = self.weights(board);
        let mut tried: Vec<(u32, u64, u32)> = each_cell(free)
            .filter(|&cell| weights[cell as usize] > 0)
            .map(|cell| {
                let (missing, _) = self.pairs(&self.broken(board, cell));
                (missing, u64::MAX - weights[cell as usize], cell)
            })
            .collect();
        if tried.is_empty() {
            return Ok(0);
        }
        let Some(more) = moves.checked_sub(1) else { return Err(Missing::NotFound) };
        tried.sort_unstable();
        for &(missing, _, cell) in tried.iter().take(MOST_MOVES_TRIED) {
            if missing > MOST_MISSING_CELLS_PER_MOVE * u32::from(more) {
                break;
            }
            match self.held_after_maker(&self.broken(board, cell), more, limit) {
                Ok(zone) => return Ok(zone | 1 << cell),
                Err(Missing::NotFound) => {}
                Err(other) => return Err(other),
            }
        }
        Err(Missing::NotFound)
    }

    /// The state after a stone of the maker.
    fn made(&self, board: &Board, cell: u32) -> Board {
        let mut after = Board { maker: board.maker | 1 << cell, ..*board };
        let through = self.through[cell as usize];
        after.open = board.open.map(|lines| lines & !through);
        for count in 0..self.k {
            after.open[count + 1] |= board.open[count] & through;
        }
        after
    }

    /// The state after a stone of the breaker.
    fn broken(&self, board: &Board, cell: u32) -> Board {
        let closed = !self.through[cell as usize];
        let open = board.open.map(|lines| lines & closed);
        Board { breaker: board.breaker | 1 << cell, open, ..*board }
    }

    /// Weight of each empty cell: the sum over its open lines, four times as much for each stone of the maker on a
    /// line.
    fn weights(&self, board: &Board) -> [u64; 64] {
        let mut weights = [0; 64];
        for (count, &lines) in board.open.iter().enumerate().take(self.k) {
            for line in lines_of(lines) {
                for cell in each_cell(self.lines[line] & !board.maker) {
                    weights[cell as usize] += 1 << (2 * count);
                }
            }
        }
        weights
    }

    /// The number of cells missing until every open line has a pair, and the cells of the pairs.
    ///
    /// Adjacent lines form a group while they share two empty cells. Each group then gets two cells by augmenting
    /// paths.
    fn pairs(&self, board: &Board) -> (u32, u64) {
        let free = board.free(self.cells);
        let open = board.open.iter().fold(0, |all, lines| all | lines);
        let mut matching = Matching { groups: [0; MOST_LINES], owners: [0; 64], taken: 0 };
        let (mut groups, mut missing) = (0, 0);
        for line in lines_of(open) {
            let cells = self.lines[line] & free;
            let shared = if groups == 0 { 0 } else { matching.groups[groups - 1] & cells };
            if cells.count_ones() < 2 {
                missing += 2;
            } else if shared.count_ones() >= 2 {
                matching.groups[groups - 1] = shared;
            } else {
                matching.groups[groups] = cells;
                groups += 1;
            }
        }
        // Groups with the fewest choices first.
        matching.groups[..groups].sort_unstable_by_key(|cells| cells.count_ones());
        for group in 0..groups {
            for _ in 0..2 {
                let mut seen = matching.cells_of(group);
                missing += u32::from(!matching.give(group, &mut seen));
            }
        }
        (missing, matching.taken)
    }

    /// The canonical form of the stones, and the symmetry that leads to it.
    fn key(&self, board: &Board) -> ((u64, u64), usize) {
        let (maker, breaker) = (board.maker, board.breaker);
        if (maker | breaker).count_ones() > MOST_STONES_UP_TO_SYMMETRY {
            return ((maker, breaker), 0);
        }
        let seen =
            |symmetry| ((self.mapped(maker, symmetry), self.mapped(breaker, symmetry)), symmetry);
        (0..self.symmetries.len()).map(seen).min().unwrap_or(((maker, breaker), 0))
    }

    fn mapped(&self, cells: u64, symmetry: usize) -> u64 {
        mapped(cells, &self.symmetries[symmetry])
    }

    fn mapped_back(&self, cells: u64, symmetry: usize) -> u64 {
        let from = self.symmetries[symmetry].iter().enumerate();
        from.fold(0, |back, (cell, &to)| back | (cells >> to & 1) << cell)
    }
}

/// The numbers of the lines of a set.
fn lines_of(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// Assignment of cells to groups.
struct Matching {
    /// The allowed cells of each group.
    groups: [u64; MOST_LINES],
    owners: [u8; 64],
    taken: u64,
}

impl Matching {
    fn cells_of(&self, group: usize) -> u64 {
        each_cell(self.groups[group] & self.taken)
            .filter(|&cell| usize::from(self.owners[cell as usize]) == group)
            .fold(0, |cells, cell| cells | 1 << cell)
    }

    /// Gives a group one more cell; other groups may change theirs.
    fn give(&mut self, group: usize, seen: &mut u64) -> bool {
        let direct = self.groups[group] & !self.taken & !*seen;
        if direct != 0 {
            let cell = direct.trailing_zeros();
            self.taken |= 1 << cell;
            self.owners[cell as usize] = group as u8;
            return true;
        }
        loop {
            let cells = self.groups[group] & !*seen;
            if cells == 0 {
                return false;
            }
            let cell = cells.trailing_zeros();
            *seen |= 1 << cell;
            let owner = usize::from(self.owners[cell as usize]);
            if self.give(owner, seen) {
                self.owners[cell as usize] = group as u8;
                return true;
            }
        }
    }
}
