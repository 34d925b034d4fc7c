//! Encoding of positions in words.

use crate::grid::{Cell, Cells, Direction};
use crate::sliding::rules::{Arrangement, Move, Puzzle, ShapeId};

/// Encoding of positions in words. A shape's pieces are encoded by their places, or by one bit per place.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    fields: Vec<Field>,
    pub words: usize,
}

/// Encoding of the pieces of one shape.
#[derive(Clone, Debug)]
struct Field {
    count: u32,
    /// The anchors that the pieces can reach, and for each cell its number among them.
    places: Vec<Cell>,
    numbers: Box<[u8]>,
    /// The encoded numbers: the place of each piece, or one bit per place if `by_place`.
    bit_fields: Vec<BitField>,
    by_place: bool,
}

/// A range of bits of one word.
#[derive(Clone, Copy, Debug)]
struct BitField {
    word: usize,
    shift: u32,
    mask: u64,
}

impl BitField {
    #[inline]
    fn of<const N: usize>(self, key: &[u64; N]) -> u64 {
        key[self.word] >> self.shift & self.mask
    }
}

impl Layout {
    pub fn new(puzzle: &Puzzle, start: &Arrangement) -> Self {
        let mut at = 0;
        let mut bit_field = |bits: u32| {
            // A bit field lies in one word. It may be empty at the end of all words.
            if at % 64 + bits as usize > 64 {
                at = at.next_multiple_of(64);
            }
            let (word, shift) = if bits == 0 { (0, 0) } else { (at / 64, (at % 64) as u32) };
            at += bits as usize;
            BitField { word, shift, mask: u64::MAX.checked_shr(64 - bits).unwrap_or(0) }
        };
        let mut fields = Vec::new();
        for shape in 0..puzzle.shapes().len() {
            let anchors = start.anchors(shape);
            let places: Vec<Cell> = places(puzzle, shape, anchors).into_iter().collect();
            let (count, all) = (anchors.len(), places.len() as u32);
            // A piece with only one place needs no bits.
            let each = u32::BITS - all.saturating_sub(1).leading_zeros();
            // Except for a single piece, bits of places are encoded faster than sorted numbers.
            let by_place = count > 1 && count * each >= all;
            let bit_fields: Vec<BitField> = match by_place {
                true => (0..all).step_by(64).map(|from| bit_field((all - from).min(64))).collect(),
                false => (0..count).map(|_| bit_field(each)).collect(),
            };
            let mut numbers = vec![0; usize::from(puzzle.board().cell_count())];
            for (number, &place) in (0..).zip(&places) {
                numbers[usize::from(place)] = number;
            }
            fields.push(Field { count, places, numbers: numbers.into(), bit_fields, by_place });
        }
        Self { fields, words: at.div_ceil(64) }
    }

    /// Whether a position has the right number of pieces of each shape, each at a place that it can reach.
    pub fn holds(&self, position: &Arrangement) -> bool {
        let shapes = position.all_anchors();
        shapes.len() == self.fields.len()
            && self.fields.iter().zip(shapes).all(|(field, &anchors)| {
                anchors.len() == field.count
                    && anchors.into_iter().all(|anchor| field.places.contains(&anchor))
            })
    }

    pub fn key<const N: usize>(&self, position: &Arrangement) -> [u64; N] {
        let mut key = [0; N];
        for (field, &anchors) in self.fields.iter().zip(position.all_anchors()) {
            field.write(anchors, &mut key);
        }
        key
    }

    /// The key after a move from the position with the given key.
    #[inline]
    pub fn after<const N: usize>(
        &self,
        made: &Move,
        position: &Arrangement,
        key: &[u64; N],
    ) -> [u64; N] {
        let mut after = *key;
        let field = &self.fields[made.shape];
        if field.by_place {
            field.toggle(made.from, &mut after);
            field.toggle(made.to, &mut after);
        } else {
            let mut anchors = position.anchors(made.shape);
            anchors.remove(made.from);
            anchors.insert(made.to);
            field.wipe(&mut after);
            field.write(anchors, &mut after);
        }
        after
    }

    pub fn read<const N: usize>(&self, key: &[u64; N], position: &mut Arrangement) {
        for (shape, field) in self.fields.iter().enumerate() {
            position.set_anchors(shape, field.read(key));
        }
    }
}

impl Field {
    /// Encodes places in a field of zeros.
    #[inline]
    fn write<const N: usize>(&self, anchors: Cells, key: &mut [u64; N]) {
        if self.by_place {
            anchors.into_iter().for_each(|anchor| self.toggle(anchor, key));
        } else {
            for (bit_field, anchor) in self.bit_fields.iter().zip(anchors) {
                key[bit_field.word] |=
                    u64::from(self.numbers[usize::from(anchor)]) << bit_field.shift;
            }
        }
    }

    /// Sets or clears the bit of a place.
    #[inline]
    fn toggle<const N: usize>(&self, anchor: Cell, key: &mut [u64; N]) {
        let number = usize::from(self.numbers[usize::from(anchor)]);
        let bit_field = self.bit_fields[number / 64];
        key[bit_field.word] ^= 1 << (bit_field.shift as usize + number % 64);
    }

    /// Clears the field.
    #[inline]
    fn wipe<const N: usize>(&self, key: &mut [u64; N]) {
        for bit_field in &self.bit_fields {
            key[bit_field.word] &= !(bit_field.mask << bit_field.shift);
        }
    }

    #[inline]
    fn read<const N: usize>(&self, key: &[u64; N]) -> Cells {
        let mut anchors = Cells::NONE;
        if self.by_place {
            for (bit_field, places) in self.bit_fields.iter().zip(self.places.chunks(64)) {
                let mut left = bit_field.of(key);
                while left != 0 {
                    anchors.insert(places[left.trailing_zeros() as usize]);
                    left &= left - 1;
                }
            }
        } else {
            for bit_field in &self.bit_fields {
                anchors.insert(self.places[bit_field.of(key) as usize]);
            }
        }
        anchors
    }
}

/// The anchors that pieces of a shape can reach from some anchors, if they are alone on the board.
fn places(puzzle: &Puzzle, shape: ShapeId, from: Cells) -> Cells {
    let (mut reached, mut fresh) = (from, from);
    while let Some(anchor) = fresh.first() {
        fresh.remove(anchor);
        for direction in Direction::ALL {
            let after = puzzle.lone_step(shape, anchor, direction);
            if let Some(after) = after.filter(|&after| !reached.contains(after)) {
                reached.insert(after);
                fresh.insert(after);
            }
        }
    }
    reached
}
