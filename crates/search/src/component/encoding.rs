//! Encoding of positions in words.

use huarong_core::grid::{Cell, CellSet, Cells, Direction, WideCells};
use huarong_core::rules::{Arrangement, Puzzle, ShapeId};

/// Encoding of positions in words. A shape's pieces are encoded by their places, or by one bit per place.
#[derive(Clone, Debug)]
pub(crate) struct Encoding {
    codes: Vec<ShapeCode>,
    pub words: usize,
}

/// Encoding of the pieces of one shape.
#[derive(Clone, Debug)]
pub(crate) struct ShapeCode {
    count: u32,
    /// The anchors that the pieces can reach, and for each cell its number among them.
    places: Vec<Cell>,
    numbers: Box<[u16]>,
    /// The anchors that the pieces can reach as a set; none on boards with more than 128 cells.
    reach: Cells,
    /// The encoded numbers: the place of each piece, or one bit per place if `by_place`.
    bit_fields: Vec<BitField>,
    by_place: bool,
}

/// The requirement that a piece of a shape is at a place.
#[derive(Clone, Debug)]
pub(crate) struct PieceTest {
    /// The bit fields of which one must hold the value.
    bit_fields: Vec<BitField>,
    value: u64,
}

/// A range of bits of one word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitField {
    pub word: usize,
    pub shift: u32,
    pub mask: u64,
}

/// Evaluates an expression with the number of words of a key as a constant, or refuses a number that is too large.
macro_rules! for_words {
    ($words:expr, $count:ident => $said:expr, $too_many:pat => $refused:expr) => {
        match $words {
            0..=1 => {
                const $count: usize = 1;
                $said
            }
            2 => {
                const $count: usize = 2;
                $said
            }
            3..=4 => {
                const $count: usize = 4;
                $said
            }
            5..=8 => {
                const $count: usize = 8;
                $said
            }
            9..=$crate::component::error::MOST_WORDS => {
                const $count: usize = $crate::component::error::MOST_WORDS;
                $said
            }
            $too_many => $refused,
        }
    };
}
pub(crate) use for_words;

impl BitField {
    #[inline(always)]
    pub fn of<const N: usize>(self, key: &[u64; N]) -> u64 {
        key[self.word % N] >> self.shift & self.mask
    }

    #[inline(always)]
    pub fn set<const N: usize>(self, key: &mut [u64; N], value: u64) {
        let word = &mut key[self.word % N];
        *word = *word & !(self.mask << self.shift) | value << self.shift;
    }

    /// A key with another value.
    #[inline(always)]
    pub fn with<const N: usize>(self, key: &[u64; N], value: usize) -> [u64; N] {
        let mut after = *key;
        self.set(&mut after, value as u64);
        after
    }
}

impl Encoding {
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
        let mut codes = Vec::new();
        for shape in 0..puzzle.shapes().len() {
            let (places, reach) = match start.is_wide() {
                false => {
                    let reach: Cells = reach(puzzle, shape, start.anchors(shape));
                    (reach.into_iter().collect(), reach)
                }
                true => {
                    let anchors: WideCells = start.anchors_of(shape).collect();
                    let reach = reach(puzzle, shape, anchors);
                    (reach.cells().collect::<Vec<Cell>>(), Cells::NONE)
                }
            };
            let (count, all) = (start.count(shape), places.len() as u32);
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
            let numbers = numbers.into();
            codes.push(ShapeCode { count, places, numbers, reach, bit_fields, by_place });
        }
        Self { codes, words: at.div_ceil(64) }
    }

    /// Whether a position has the right number of pieces of each shape, each at a place that it can reach.
    pub fn holds(&self, position: &Arrangement) -> bool {
        if !position.is_wide() {
            let anchors = position.all_anchors();
            let fits = |(code, &anchors): (&ShapeCode, &Cells)| {
                anchors.len() == code.count && (anchors - code.reach).is_empty()
            };
            return anchors.len() == self.codes.len() && self.codes.iter().zip(anchors).all(fits);
        }
        position.shape_count() == self.codes.len()
            && self.codes.iter().enumerate().all(|(shape, code)| {
                position.count(shape) == code.count
                    && position.anchors_of(shape).all(|anchor| code.places.contains(&anchor))
            })
    }

    pub fn key<const N: usize>(&self, position: &Arrangement) -> [u64; N] {
        let mut key = [0; N];
        if !position.is_wide() {
            for (code, anchors) in self.codes.iter().zip(position.all_anchors()) {
                code.write(anchors.into_iter(), &mut key);
            }
            return key;
        }
        for (shape, code) in self.codes.iter().enumerate() {
            code.write(position.anchors_of(shape), &mut key);
        }
        key
    }

    pub fn pieces(&self) -> u32 {
        self.codes.iter().map(|code| code.count).sum()
    }

    pub fn codes(&self) -> &[ShapeCode] {
        &self.codes
    }

    /// The requirement that a piece of a shape has its anchor on a cell; `None` if no piece can reach it.
    pub fn test(&self, shape: ShapeId, cell: Cell) -> Option<PieceTest> {
        let code = self.codes.get(shape)?;
        let number = code.places.iter().position(|&place| place == cell)?;
        Some(match code.by_place {
            true => {
                let BitField { word, shift, .. } = code.bit_fields[number / 64];
                let bit = BitField { word, shift: shift + number as u32 % 64, mask: 1 };
                PieceTest { bit_fields: vec![bit], value: 1 }
            }
            false => PieceTest { bit_fields: code.bit_fields.clone(), value: number as u64 },
        })
    }

    pub fn read<const N: usize>(&self, key: &[u64; N], position: &mut Arrangement) {
        if position.is_wide() {
            let mut pieces = Vec::new();
            for (shape, code) in self.codes.iter().enumerate() {
                code.each_piece(key, |_, number| pieces.push((shape, code.places[number])));
            }
            return position.set_listed(pieces);
        }
        for (shape, code) in self.codes.iter().enumerate() {
            position.set_anchors(shape, code.read(key));
        }
    }
}

impl PieceTest {
    #[inline]
    pub fn holds<const N: usize>(&self, key: &[u64; N]) -> bool {
        self.bit_fields.iter().any(|bit_field| bit_field.of(key) == self.value)
    }
}

impl ShapeCode {
    /// The anchors that the pieces can reach, by their numbers.
    pub fn places(&self) -> &[Cell] {
        &self.places
    }

    pub fn number(&self, place: Cell) -> u16 {
        self.numbers[usize::from(place)]
    }

    pub fn only_piece(&self) -> Option<BitField> {
        if self.count == 1 { self.bit_fields.first().copied() } else { None }
    }

    /// The bits of the places with pieces, if they are encoded so and are in one word.
    #[inline]
    pub fn bits<const N: usize>(&self, key: &[u64; N]) -> Option<u64> {
        match &self.bit_fields[..] {
            [bit_field] if self.by_place => Some(bit_field.of(key)),
            _ => None,
        }
    }

    /// Calls `visit` for every piece with its number among those of the shape and the number of its place.
    #[inline]
    pub fn each_piece<const N: usize>(&self, key: &[u64; N], mut visit: impl FnMut(usize, usize)) {
        if self.by_place {
            for (at, bit_field) in self.bit_fields.iter().enumerate() {
                let mut left = bit_field.of(key);
                while left != 0 {
                    visit(0, 64 * at + left.trailing_zeros() as usize);
                    left &= left - 1;
                }
            }
        } else {
            for (piece, bit_field) in self.bit_fields.iter().enumerate() {
                visit(piece, bit_field.of(key) as usize);
            }
        }
    }

    /// The key after a piece has moved from one place to another, both by number.
    #[inline]
    pub fn after<const N: usize>(
        &self,
        key: &[u64; N],
        mut piece: usize,
        from: usize,
        to: usize,
    ) -> [u64; N] {
        let mut after = *key;
        if self.by_place {
            self.toggle(from, &mut after);
            self.toggle(to, &mut after);
            return after;
        }
        // The numbers of the other pieces move aside, so that all stay in order.
        let to = to as u64;
        while let Some(next) = self.bit_fields.get(piece + 1).map(|next| next.of(key))
            && next < to
        {
            self.bit_fields[piece].set(&mut after, next);
            piece += 1;
        }
        while piece > 0
            && let next = self.bit_fields[piece - 1].of(key)
            && next > to
        {
            self.bit_fields[piece].set(&mut after, next);
            piece -= 1;
        }
        self.bit_fields[piece].set(&mut after, to);
        after
    }

    /// The number of the piece at a place among those of the shape, in order of their places.
    #[inline]
    pub fn number_at<const N: usize>(&self, key: &[u64; N], place: usize) -> u32 {
        if !self.by_place {
            let is_it = |bit_field: &&BitField| bit_field.of(key) == place as u64;
            return self.bit_fields.iter().take_while(|bit_field| !is_it(bit_field)).count() as u32;
        }
        let (before, last) = self.bit_fields.split_at(place / 64);
        let below = last[0].of(key) & ((1 << (place % 64)) - 1);
        before.iter().map(|bit_field| bit_field.of(key).count_ones()).sum::<u32>()
            + below.count_ones()
    }

    /// Encodes places in a key of zeros.
    #[inline]
    fn write<const N: usize>(&self, anchors: impl Iterator<Item = Cell>, key: &mut [u64; N]) {
        if self.by_place {
            anchors.for_each(|anchor| self.toggle(self.number(anchor).into(), key));
        } else {
            for (bit_field, anchor) in self.bit_fields.iter().zip(anchors) {
                bit_field.set(key, self.number(anchor).into());
            }
        }
    }

    /// Sets or clears the bit of a place, given by its number.
    #[inline]
    fn toggle<const N: usize>(&self, number: usize, key: &mut [u64; N]) {
        let bit_field = self.bit_fields[number / 64];
        key[bit_field.word] ^= 1 << (bit_field.shift as usize + number % 64);
    }

    #[inline]
    fn read<const N: usize>(&self, key: &[u64; N]) -> Cells {
        let mut anchors = Cells::NONE;
        self.each_piece(key, |_, number| anchors.insert(self.places[number]));
        anchors
    }
}

/// The anchors that pieces of a shape can reach from some anchors, if they are alone on the board.
fn reach<S: CellSet>(puzzle: &Puzzle, shape: ShapeId, from: S) -> S {
    let mut reached = from;
    let mut fresh: Vec<Cell> = from.cells().collect();
    while let Some(anchor) = fresh.pop() {
        for direction in Direction::ALL {
            let after = puzzle.lone_step(shape, anchor, direction);
            if let Some(after) = after.filter(|&after| !reached.contains(after)) {
                reached.insert(after);
                fresh.push(after);
            }
        }
    }
    reached
}
