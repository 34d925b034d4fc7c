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
    /// The number of a place off the board, for pieces that can leave or are not on the board yet. Without it, all pieces
    /// are always on the board. Pieces encoded by place are off the board if they have no bit.
    gone: Option<u16>,
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
            5..=$crate::component::error::MOST_WORDS => {
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
            let origin = Origin::of(puzzle, start, shape);
            let (places, reach) = match start.is_wide() {
                false => {
                    let reach: Cells =
                        reach(puzzle, shape, origin.anchors.iter().copied().collect());
                    (reach.into_iter().collect(), reach)
                }
                true => {
                    let anchors: WideCells = origin.anchors.iter().copied().collect();
                    let reach = reach(puzzle, shape, anchors);
                    (reach.cells().collect::<Vec<Cell>>(), Cells::NONE)
                }
            };
            let (count, all) = (origin.count, places.len() as u32);
            let gone = origin.can_be_gone.then_some(all as u16);
            // A piece with only one place needs no bits.
            let values = all + u32::from(origin.can_be_gone);
            let each = u32::BITS - values.saturating_sub(1).leading_zeros();
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
            codes.push(ShapeCode { count, places, numbers, reach, bit_fields, by_place, gone });
        }
        Self { codes, words: at.div_ceil(64) }
    }

    /// Whether a position has the right number of pieces of each shape, each at a place that it can reach. Where pieces
    /// leave, it may have fewer.
    pub fn holds(&self, position: &Arrangement) -> bool {
        if !position.is_wide() {
            let anchors = position.all_anchors();
            let fits = |(code, &anchors): (&ShapeCode, &Cells)| {
                code.can_be(anchors.len()) && (anchors - code.reach).is_empty()
            };
            return anchors.len() == self.codes.len() && self.codes.iter().zip(anchors).all(fits);
        }
        position.shape_count() == self.codes.len()
            && self.codes.iter().enumerate().all(|(shape, code)| {
                code.can_be(position.count(shape))
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
                code.each_piece(key, |_, number| {
                    pieces.extend(code.places.get(number).map(|&place| (shape, place)));
                });
            }
            return position.set_listed(pieces);
        }
        for (shape, code) in self.codes.iter().enumerate() {
            position.set_anchors(shape, code.read(key));
        }
    }
}

/// Where the pieces of a shape come from.
struct Origin {
    /// The anchors where they start, or where they appear as the next layer of a piece.
    anchors: Vec<Cell>,
    /// Their largest number.
    count: u32,
    can_be_gone: bool,
}

impl Origin {
    fn of(puzzle: &Puzzle, start: &Arrangement, shape: ShapeId) -> Self {
        let (anchors, count) = (start.anchors_of(shape).collect(), start.count(shape));
        let mut origin = Self { anchors, count, can_be_gone: false };
        let Some(doors) = puzzle.doors() else { return origin };
        origin.can_be_gone = doors.can_leave(shape);
        if let Some(above) = doors.layer_above(shape) {
            let from = Self::of(puzzle, start, above);
            let exits = puzzle.board().cells().flat_map(|anchor| doors.exits(above, anchor));
            if from.count > 0 {
                origin.anchors.extend(exits.map(|exit| exit.to));
            }
            origin.count += from.count;
            origin.can_be_gone = true;
        }
        origin
    }
}

impl PieceTest {
    /// The requirement that no piece of a shape is on the board; always fulfilled if it has none.
    pub fn gone(code: &ShapeCode) -> Option<Self> {
        let bit_fields = code.bit_fields.clone();
        match code.gone {
            _ if code.count == 0 => None,
            _ if code.by_place => Some(Self { bit_fields, value: 0 }),
            Some(gone) => Some(Self { bit_fields, value: gone.into() }),
            None => Some(Self { bit_fields: Vec::new(), value: 0 }),
        }
    }

    /// Whether all bit fields hold the value.
    #[inline]
    pub fn holds_in_all<const N: usize>(&self, key: &[u64; N]) -> bool {
        !self.bit_fields.is_empty()
            && self.bit_fields.iter().all(|bit_field| bit_field.of(key) == self.value)
    }

    #[inline]
    pub fn holds<const N: usize>(&self, key: &[u64; N]) -> bool {
        self.bit_fields.iter().any(|bit_field| bit_field.of(key) == self.value)
    }
}

impl ShapeCode {
    /// Whether a position can have a number of pieces.
    fn can_be(&self, count: u32) -> bool {
        count == self.count || self.gone.is_some() && count < self.count
    }

    /// Whether a piece can be off the board.
    pub fn can_be_gone(&self) -> bool {
        self.gone.is_some()
    }

    /// Largest number of pieces.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Number of pieces on the board.
    #[inline]
    pub fn on_board<const N: usize>(&self, key: &[u64; N]) -> u32 {
        let fields = self.bit_fields.iter();
        match self.gone {
            None => self.count,
            Some(_) if self.by_place => fields.map(|field| field.of(key).count_ones()).sum(),
            Some(gone) => fields.filter(|field| field.of(key) != u64::from(gone)).count() as u32,
        }
    }

    /// The key after a piece has left the board. `piece` and `from` are as in [`after`](Self::after).
    #[inline]
    pub fn without<const N: usize>(&self, key: &[u64; N], piece: usize, from: usize) -> [u64; N] {
        match self.gone {
            Some(gone) if !self.by_place => self.after(key, piece, from, gone.into()),
            _ => {
                let mut after = *key;
                self.toggle(from, &mut after);
                after
            }
        }
    }

    /// The key after a piece that was not on the board has come to a place.
    #[inline]
    pub fn with<const N: usize>(&self, key: &[u64; N], to: usize) -> [u64; N] {
        match self.gone {
            Some(gone) if !self.by_place => {
                self.after(key, self.bit_fields.len() - 1, gone.into(), to)
            }
            _ => {
                let mut after = *key;
                self.toggle(to, &mut after);
                after
            }
        }
    }

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

    /// Calls `visit` for every piece with its number among those of the shape and the number of its place. That can be the
    /// place off the board.
    #[inline]
    pub fn each_piece<const N: usize>(&self, key: &[u64; N], mut visit: impl FnMut(usize, usize)) {
        if self.by_place {
            for (at, bit_field) in self.bit_fields.iter().enumerate() {
                each_bit(bit_field.of(key), |number| visit(0, 64 * at + number));
            }
        } else {
            for (piece, bit_field) in self.bit_fields.iter().enumerate() {
                visit(piece, bit_field.of(key) as usize);
            }
        }
    }

    /// The same for pieces at some of at most 64 places. Pieces at others may be visited.
    #[inline]
    pub fn each_piece_of<const N: usize>(
        &self,
        places: u64,
        key: &[u64; N],
        mut visit: impl FnMut(usize, usize),
    ) {
        match self.bits(key) {
            Some(bits) => each_bit(bits & places, |number| visit(0, number)),
            None => self.each_piece(key, visit),
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
            let numbers = anchors.map(|anchor| self.number(anchor));
            let gone = std::iter::repeat(self.gone.unwrap_or_default());
            for (bit_field, number) in self.bit_fields.iter().zip(numbers.chain(gone)) {
                bit_field.set(key, number.into());
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
        self.each_piece(key, |_, number| {
            if let Some(&place) = self.places.get(number) {
                anchors.insert(place);
            }
        });
        anchors
    }
}

/// Calls `visit` for the number of each bit that is set.
#[inline(always)]
pub(super) fn each_bit(mut bits: u64, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as usize);
        bits &= bits - 1;
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
