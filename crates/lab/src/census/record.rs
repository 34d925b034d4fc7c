//! Records of a census: the hardest puzzles.

use super::ground::Ground;
use super::replay::puzzle_file;
use super::scope::Scope;
use super::stencils::Stencil;
use huarong_core::rules::{Metric, PerMetric};
use std::collections::BTreeSet;

/// Property by which records are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum By {
    /// The number of pieces, the marked one included.
    Pieces,
    /// The number of empty cells.
    EmptyCells,
    /// The number of different shapes.
    Shapes,
}

impl By {
    /// All properties.
    pub const ALL: &[By] = &[By::Pieces, By::EmptyCells, By::Shapes];

    /// Name in output files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pieces => "pieces",
            Self::EmptyCells => "empty_cells",
            Self::Shapes => "shapes",
        }
    }

    /// Description for people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Pieces => "pieces",
            Self::EmptyCells => "empty cells",
            Self::Shapes => "different shapes",
        }
    }
}

/// The hardest puzzle of a group. Among equally hard puzzles, it is the first in text order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// The number of moves of an optimal solution.
    pub distance: u16,
    /// The start: rows joined by `/`. Pieces are letters in reading order from `A` on; `.` is an empty cell.
    pub start: String,
    /// The letter of the marked piece.
    pub marked: char,
}

impl Record {
    /// Whether a census of a scope could have found this record in a group. Only a search could check the number of
    /// moves.
    pub(super) fn is_possible(&self, scope: &Scope, by: By, number: usize, metric: Metric) -> bool {
        let Scope { width, height, rectangles, most_shapes, most_pieces, .. } = *scope;
        let rows: Vec<&str> = self.start.split('/').collect();
        let is_board = rows.len() == usize::from(height)
            && rows.iter().all(|row| row.len() == usize::from(width));
        if !is_board || puzzle_file(&self.start, self.marked).is_err() {
            return false;
        }
        let cells: Vec<u8> = self.start.bytes().filter(|&sign| sign != b'/').collect();
        let empty_cells = cells.iter().filter(|&&sign| sign == b'.').count();
        let mut pieces: Vec<Vec<usize>> = Vec::new();
        // Letters are in reading order, from A on.
        for (cell, sign) in cells.iter().enumerate().filter(|(_, sign)| **sign != b'.') {
            match sign.checked_sub(b'A').map(usize::from) {
                Some(piece) if piece < pieces.len() => pieces[piece].push(cell),
                Some(piece) if piece == pieces.len() => pieces.push(vec![cell]),
                _ => return false,
            }
        }
        let place = |&cell: &usize| (cell % usize::from(width), cell / usize::from(width));
        let shape = |piece: &Vec<usize>| -> Vec<(usize, usize)> {
            let left = piece.iter().map(|cell| place(cell).0).min().unwrap_or(0);
            let top = piece.iter().map(|cell| place(cell).1).min().unwrap_or(0);
            piece.iter().map(|cell| (place(cell).0 - left, place(cell).1 - top)).collect()
        };
        let shapes: BTreeSet<Vec<(usize, usize)>> = pieces.iter().map(shape).collect();
        let is_rectangle = |shape: &Vec<(usize, usize)>| {
            let most = |axis: fn(&(usize, usize)) -> usize| shape.iter().map(axis).max();
            let [right, bottom] = [most(|cell| cell.0), most(|cell| cell.1)];
            right
                .zip(bottom)
                .is_some_and(|(right, bottom)| shape.len() == (right + 1) * (bottom + 1))
        };
        let is_within =
            |most: Option<u8>, found: usize| most.is_none_or(|most| found <= usize::from(most));
        let sorts = [pieces.len(), empty_cells, shapes.len()];
        sorts[by as usize] == number
            && scope.metrics().any(|its| its == metric)
            && (!rectangles || shapes.iter().all(is_rectangle))
            && is_within(most_pieces, pieces.len())
            && is_within(most_shapes, shapes.len())
    }

    /// Whether this record replaces another.
    fn goes_before(&self, other: &Self) -> bool {
        let harder = self.distance.cmp(&other.distance).reverse();
        let earlier = (&self.start, self.marked).cmp(&(&other.start, other.marked));
        harder.then(earlier).is_lt()
    }
}

/// The hardest puzzles by metric, and by number of pieces, of empty cells and of shapes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// By property in the order of [`By::ALL`], then by its value, from 0 on.
    sorts: [Vec<PerMetric<Option<Record>>>; 3],
}

impl Records {
    /// The records under a metric by the values of a property, from the lowest on.
    pub fn iter(&self, by: By, metric: Metric) -> impl Iterator<Item = (usize, &Record)> {
        let numbers = self.sorts[by as usize].iter().enumerate();
        numbers.filter_map(move |(number, records)| Some((number, records[metric].as_ref()?)))
    }

    /// The record of a group.
    pub fn get(&self, by: By, number: usize, metric: Metric) -> Option<&Record> {
        self.sorts[by as usize].get(number)?[metric].as_ref()
    }

    /// Whether a puzzle with these values, in the order of [`By::ALL`], may be a record.
    pub(super) fn wants(&self, sorts: [usize; 3], metric: Metric, moves: u16) -> bool {
        let held =
            By::ALL.iter().copied().zip(sorts).map(|(by, number)| self.get(by, number, metric));
        held.into_iter().any(|held| held.is_none_or(|held| held.distance <= moves))
    }

    /// Offers a puzzle as a record of all its groups.
    pub(super) fn offer(&mut self, sorts: [usize; 3], metric: Metric, record: &Record) {
        for (by, number) in By::ALL.iter().copied().zip(sorts) {
            self.keep(by, number, metric, record);
        }
    }

    /// Stores a puzzle if it is the hardest of its group.
    pub(super) fn keep(&mut self, by: By, number: usize, metric: Metric, record: &Record) {
        let sort = &mut self.sorts[by as usize];
        if sort.len() <= number {
            sort.resize_with(number + 1, PerMetric::default);
        }
        let held = &mut sort[number][metric];
        if held.as_ref().is_none_or(|held| record.goes_before(held)) {
            *held = Some(record.clone());
        }
    }

    /// Keeps the harder record of each group.
    pub(super) fn merge(&mut self, others: &Self) {
        for &by in By::ALL {
            for metric in Metric::OF_SINGLE_PIECES {
                for (number, record) in others.iter(by, metric) {
                    self.keep(by, number, metric, record);
                }
            }
        }
    }
}

/// The text of a position and the letter of one of its pieces.
pub(super) fn text<'s>(
    ground: &Ground,
    pieces: impl Iterator<Item = (&'s Stencil, u8)>,
    marked: usize,
) -> (String, char) {
    let places: Vec<u32> = pieces.map(|(stencil, anchor)| stencil.cells << anchor).collect();
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|&piece| places[piece].trailing_zeros());
    let letter = |number: usize| char::from(b'A' + number as u8);
    let sign = |cell: u8| {
        let piece = order.iter().position(|&piece| places[piece] >> cell & 1 == 1);
        piece.map_or('.', letter)
    };
    let row = |row: u8| {
        (0..ground.width).map(|column| sign(row * ground.width + column)).collect::<String>()
    };
    let rows: Vec<String> = (0..ground.height).map(row).collect();
    let place = order
        .iter()
        .position(|&piece| piece == marked)
        .expect("the marked piece is one of the pieces");
    (rows.join("/"), letter(place))
}
