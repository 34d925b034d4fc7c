//! Measures of difficulty of boards with doors by brute force, from the graph of all reachable positions.

use super::difficulty::{Moved, Reached};
use super::doors::{Doors, Position, Witness};
use super::grids::Graph;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// All positions that the start reaches, and what is known of them.
pub struct DoorReached<'d> {
    doors: &'d Doors,
    witness: &'d Witness,
    pub graph: Graph,
    /// The distances of the positions that are not lost.
    pub distances: BTreeMap<String, u32>,
}

/// A kind of pieces: its name is the signs of its pieces at the start.
type Kind = String;

/// A pair of kinds of which the first is gone when a piece of the second leaves.
pub type Order = BTreeSet<(Kind, Kind)>;

impl<'d> DoorReached<'d> {
    pub fn new(doors: &'d Doors, witness: &'d Witness, graph: Graph) -> Self {
        let distances = witness.distances(&graph);
        Self { doors, witness, graph, distances }
    }

    /// The positions that are not lost, with the moves between them.
    pub fn solvable(&self) -> Reached<'static> {
        let moves = self.graph.iter().filter(|(text, _)| self.distances.contains_key(*text));
        let moves = moves.map(|(text, after)| {
            let after = after.iter().filter(|after| self.distances.contains_key(*after));
            let list = after.map(|after| (self.moved(text, after), after.clone()));
            (text.clone(), list.collect())
        });
        let distances: HashMap<String, u32> = self.distances.clone().into_iter().collect();
        Reached::of_doors(moves.collect(), distances)
    }

    pub fn is_lost(&self, text: &str) -> bool {
        !self.distances.contains_key(text)
    }

    /// The kind of a piece or layer with a sign, on some cells.
    fn kind(&self, sign: char, cells: &BTreeSet<(isize, isize)>) -> Kind {
        let piece = self.doors.piece_of(sign);
        let (rows, columns) = self.doors.drawn.freedom(piece);
        // A locked piece never leaves its line.
        let line = |cells: &BTreeSet<(isize, isize)>| match (rows, columns) {
            (true, true) => None,
            (true, false) => cells.iter().map(|cell| cell.0).min(),
            _ => cells.iter().map(|cell| cell.1).min(),
        };
        let start = self.witness.start();
        let like = self.doors.like(piece).into_iter();
        like.filter(|other| line(&start[other]) == line(cells)).collect()
    }

    /// The kinds on the board, each with its number of pieces.
    fn on_board(&self, text: &str) -> BTreeMap<Kind, usize> {
        let mut kinds = BTreeMap::new();
        for (sign, cells) in self.witness.read(text) {
            *kinds.entry(self.kind(sign, &cells)).or_default() += 1;
        }
        kinds
    }

    /// The signs on the board, which tell the kind and the layer of each piece: those of locked pieces with their kinds.
    fn tier(&self, text: &str) -> BTreeMap<(Kind, usize), usize> {
        let mut tier = BTreeMap::new();
        for (sign, cells) in self.witness.read(text) {
            let layers = self.doors.signs_of(self.doors.piece_of(sign));
            let layer = layers.iter().position(|&other| other == sign).unwrap();
            *tier.entry((self.kind(sign, &cells), layer)).or_default() += 1;
        }
        tier
    }

    /// The kind of the piece that is gone after a move.
    fn leaves(&self, before: &str, after: &str) -> Option<Kind> {
        let (before, after) = (self.on_board(before), self.on_board(after));
        let is_fewer = |(kind, count): &(&Kind, &usize)| after.get(*kind).unwrap_or(&0) < *count;
        before.iter().find(is_fewer).map(|(kind, _)| kind.clone())
    }

    /// A move as the number of the kind and layer, and the first cells before and after it. A piece that is gone has a cell far
    /// away, and so has one that became a layer.
    fn moved(&self, before: &str, after: &str) -> Moved {
        let pieces = |text: &str| -> BTreeSet<(char, (usize, usize))> {
            let place = |(sign, cells): (char, BTreeSet<(isize, isize)>)| {
                let piece = self.doors.piece_of(sign);
                let name = if sign == piece { self.doors.like(piece)[0] } else { sign };
                let (row, column) = *cells.first().unwrap();
                (name, (row as usize, column as usize))
            };
            self.witness.read(text).into_iter().map(place).collect()
        };
        let (before, after) = (pieces(before), pieces(after));
        let mut gone = before.difference(&after).copied();
        let (sign, from) = gone.next().expect("a piece moves");
        assert_eq!(gone.next(), None, "one piece moves");
        let to = match after.difference(&before).next() {
            None => (usize::MAX, usize::MAX),
            Some(&(other, to)) if other == sign => to,
            Some(&(_, (row, column))) => (1000 + row, column),
        };
        (sign as usize, from, to)
    }

    /// The lost positions to which one move leads from a position that is not lost.
    pub fn freshly_lost(&self) -> BTreeSet<String> {
        let solvable = self.distances.keys().flat_map(|text| &self.graph[text]);
        solvable.filter(|after| self.is_lost(after)).cloned().collect()
    }

    /// The positions that a position reaches, by the number of moves.
    fn reached(&self, from: &str) -> Vec<(String, u32)> {
        let mut seen = BTreeSet::from([from.to_owned()]);
        let mut queue = VecDeque::from([(from.to_owned(), 0)]);
        let mut all = Vec::new();
        while let Some((text, moves)) = queue.pop_front() {
            for after in &self.graph[&text] {
                if seen.insert(after.clone()) {
                    queue.push_back((after.clone(), moves + 1));
                }
            }
            all.push((text, moves));
        }
        all
    }

    /// The fewest moves from a position to a lost one.
    pub fn soonest_loss(&self, from: &str) -> Option<u32> {
        let reached = self.reached(from).into_iter();
        reached.filter(|(text, _)| self.is_lost(text)).map(|(_, moves)| moves).next()
    }

    /// The fewest moves from a position to one after which no piece can ever pass a door.
    pub fn notice(&self, from: &str) -> u32 {
        let is_final = |text: &str| {
            let tier = self.tier(text);
            self.reached(text).iter().all(|(after, _)| self.tier(after) == tier)
        };
        let mut reached = self.reached(from).into_iter();
        reached.find(|(text, _)| is_final(text)).expect("there are finitely many tiers").1
    }

    /// The largest number of times that pieces can pass doors from a position.
    pub fn exits(&self, from: &str) -> u32 {
        let mut level = BTreeSet::from([from.to_owned()]);
        for exits in 0.. {
            // All positions of the same tiers that are reachable, and then those after one exit.
            let mut waiting: Vec<String> = level.iter().cloned().collect();
            let mut next = BTreeSet::new();
            while let Some(text) = waiting.pop() {
                for after in &self.graph[&text] {
                    if self.tier(after) != self.tier(&text) {
                        next.insert(after.clone());
                    } else if level.insert(after.clone()) {
                        waiting.push(after.clone());
                    }
                }
            }
            if next.is_empty() {
                return exits;
            }
            level = next;
        }
        unreachable!("there are finitely many tiers")
    }

    /// The kinds of pieces that must leave.
    fn leaving(&self) -> BTreeSet<Kind> {
        let start = self.witness.start();
        self.doors.must_leave().iter().map(|piece| self.kind(*piece, &start[piece])).collect()
    }

    /// Whether a piece of the second kind leaves while one of the first is on the board.
    fn contradicts(&self, before: &str, after: &str, first: &Kind, second: &Kind) -> bool {
        self.leaves(before, after).as_ref() == Some(second)
            && self.on_board(before).contains_key(first)
    }

    /// The pairs of kinds that no solution contradicts: each walk to a goal is searched, with a mark once it contradicts.
    pub fn order(&self, from: &str) -> Order {
        let is_kept = |first: &Kind, second: &Kind| {
            let mut seen = BTreeSet::from([(from.to_owned(), false)]);
            let mut waiting = vec![(from.to_owned(), false)];
            while let Some((text, is_marked)) = waiting.pop() {
                if self.distances.get(&text) == Some(&0) {
                    if is_marked {
                        return false;
                    }
                    continue;
                }
                for after in &self.graph[&text] {
                    let mark = is_marked || self.contradicts(&text, after, first, second);
                    if seen.insert((after.clone(), mark)) {
                        waiting.push((after.clone(), mark));
                    }
                }
            }
            true
        };
        self.pairs(is_kept)
    }

    /// The pairs of kinds that none of some solutions contradicts.
    pub fn order_of(&self, solutions: &[Vec<&str>]) -> Order {
        self.pairs(|first, second| {
            solutions
                .iter()
                .flat_map(|passed| passed.windows(2))
                .all(|pair| !self.contradicts(pair[0], pair[1], first, second))
        })
    }

    fn pairs(&self, is_kept: impl Fn(&Kind, &Kind) -> bool) -> Order {
        let kinds = self.leaving();
        let pairs = kinds.iter().flat_map(|one| kinds.iter().map(move |other| (one, other)));
        pairs
            .filter(|(one, other)| one != other && is_kept(one, other))
            .map(|(one, other)| (one.clone(), other.clone()))
            .collect()
    }

    /// The kinds in the order in which they leave in a solution, each with the number of moves since the one before.
    pub fn exits_of(&self, passed: &[&str]) -> Vec<(Kind, usize)> {
        let (mut exits, mut last) = (Vec::new(), 0);
        for (number, pair) in passed.windows(2).enumerate() {
            if let Some(kind) = self.leaves(pair[0], pair[1]) {
                exits.push((kind, number + 1 - last));
                last = number + 1;
            }
        }
        exits
    }

    /// The sum of the unit moves until each piece that must leave is gone, if the others have left before.
    pub fn moves_out(&self, text: &str) -> usize {
        let position = self.witness.read(text);
        let must = self.doors.must_leave();
        let own = position.iter().filter(|(sign, _)| must.contains(&self.doors.piece_of(**sign)));
        own.map(|(&sign, cells)| self.lone_moves_out(Position::from([(sign, cells.clone())]))).sum()
    }

    fn lone_moves_out(&self, start: Position) -> usize {
        let mut level = BTreeSet::from([start]);
        let mut seen = level.clone();
        for moves in 0.. {
            if level.iter().any(BTreeMap::is_empty) {
                return moves;
            }
            let after = level.iter().flat_map(|at| self.witness.moved(at, "unit"));
            level = after.filter(|at| !seen.contains(at)).collect();
            assert!(!level.is_empty(), "the piece cannot leave");
            seen.extend(level.iter().cloned());
        }
        unreachable!("there are finitely many positions")
    }
}
