//! Search of a cluster: all positions that a board can reach, by their distance from given ones.
//!
//! The lines of one direction are *outer* lines, those of the other direction are *inner* lines. A *layer* holds all
//! positions that agree on the outer lines. Inner lines do not touch one another, so the positions of a layer are a
//! product. A set of them is a bitmap, with one bit for each combination of the free placements of the inner lines.
//!
//! A move of an inner line shifts bits within a layer. A move of an outer line leads to another layer. The placements
//! of the inner lines that allow the move are a product in both layers, and both number them in the same order. So the
//! bits are gathered in one layer and scattered in the other. A word of 64 positions moves in a few instructions.

use super::cluster_lines::{ClusterLines, Placed, Red};
use super::layer::{Layer, NONE, ones, ones_of};
use super::lineup::Slid;
use huarong_search::kernels;
use huarong_search::kernels::{Kernels, WordBits, WordWork};
use std::ops::ControlFlow;

/// The positions of a layer on one level.
struct Entry {
    layer: u32,
    /// Where its bits begin.
    bits: u32,
    /// The entry of the same layer on an earlier level.
    earlier: u32,
}

/// The layers of a search. The value can be used for one search after the other.
pub struct Layers {
    layers: Vec<Layer>,
    sets: Vec<u64>,
    masks: Vec<u64>,
    /// Hash table of the layers: number + 1, or 0.
    table: Vec<u32>,
    /// Layers with positions in their next level.
    next: Vec<u32>,
    now: Vec<u32>,
    log: Vec<Entry>,
    logged: Vec<u64>,
    /// Where each level begins in the log.
    levels: Vec<u32>,
    buffer: Vec<u64>,
    /// Whether a step reached a position with the red car at the exit.
    meets_exit: bool,
    kernels: Kernels,
    /// The most bytes that a search may use.
    most_bytes: u64,
}

/// The most bytes of a search: numbers of 32 bits count its words.
const MOST_BYTES: u64 = 1 << 34;

/// What ends a walk before all positions are reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Nothing.
    Never,
    /// A position with the red car at the exit.
    Exit,
    /// A position with the red car at the exit and a lower number: that of its outer lines first, then its number in its
    /// layer.
    ExitBefore(u32, u32),
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkEnd {
    /// All positions are reached, or the walk made all its steps.
    Whole,
    /// The walk met the position that ends it.
    Met,
}

/// The search needs more memory than its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// A walk through the levels of a search.
struct LevelWalk<'l, 'f, 'g> {
    layers: &'l mut Layers,
    lines: &'f ClusterLines<'g>,
    /// Whether the red car stays where it is.
    stay: bool,
    until: Until,
    steps: usize,
}

impl WordWork for LevelWalk<'_, '_, '_> {
    type Done = ControlFlow<Result<(), TooLarge>>;

    #[inline(always)]
    fn run(self, bits: impl WordBits) -> Self::Done {
        let Self { layers, lines, stay, until, steps } = self;
        for _ in 0..steps {
            if layers.next.is_empty() {
                break;
            }
            if layers.bytes() > layers.most_bytes {
                return ControlFlow::Break(Err(TooLarge));
            }
            layers.step(bits, lines, stay, until)?;
        }
        ControlFlow::Continue(())
    }
}

impl Layers {
    /// Layers with a memory limit in bytes, at most [`MOST_BYTES`].
    pub fn new(kernels: Kernels, most_bytes: u64) -> Self {
        let most_bytes = most_bytes.min(MOST_BYTES);
        Self {
            layers: Vec::new(),
            sets: Vec::new(),
            masks: Vec::new(),
            table: Vec::new(),
            next: Vec::new(),
            now: Vec::new(),
            log: Vec::new(),
            logged: Vec::new(),
            levels: Vec::new(),
            buffer: Vec::new(),
            meets_exit: false,
            kernels,
            most_bytes,
        }
    }

    /// Begins a search, without positions.
    pub fn begin(&mut self) {
        self.layers.clear();
        self.sets.clear();
        self.masks.clear();
        self.table.clear();
        self.table.resize(64, 0);
        self.next.clear();
        self.log.clear();
        self.logged.clear();
        self.levels.clear();
    }

    pub fn bytes(&self) -> u64 {
        let words = self.sets.len() + self.masks.len() + self.logged.len();
        (8 * words + size_of::<Layer>() * self.layers.len() + size_of::<Entry>() * self.log.len())
            as u64
    }

    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The positions of a level, by layers.
    pub fn level(&self, level: usize) -> impl Iterator<Item = (usize, &[u64])> {
        let end = self.levels.get(level + 1).map_or(self.log.len(), |&end| end as usize);
        self.log[self.levels[level] as usize..end].iter().map(|entry| {
            let words = self.layers[entry.layer as usize].words();
            (entry.layer as usize, &self.logged[entry.bits as usize..][..words])
        })
    }

    pub fn count(&self, level: usize) -> u64 {
        self.level(level).flat_map(|(_, bits)| bits).map(|word| u64::from(word.count_ones())).sum()
    }

    pub fn places(&self, level: usize) -> impl Iterator<Item = Placed> {
        self.level(level).flat_map(move |(layer, bits)| {
            let layer = &self.layers[layer];
            ones(bits).map(move |bit| layer.place(bit))
        })
    }

    /// Adds a place to the next level. Returns its number in its layer.
    pub fn add(&mut self, lines: &ClusterLines<'_>, place: &Placed) -> Result<u32, TooLarge> {
        let layer = self.layer(lines, place.outer)?;
        let number = self.layers[layer].bit(place);
        let words = self.layers[layer].words();
        let sets = self.layers[layer].sets as usize;
        let (word, bit) = ((number / 64) as usize, 1 << (number % 64));
        self.sets[sets + word] |= bit;
        let was_empty = self.sets[sets + 2 * words..][..words].iter().all(|&word| word == 0);
        self.sets[sets + 2 * words + word] |= bit;
        if was_empty {
            self.next.push(layer as u32);
        }
        Ok(number)
    }

    /// Starts a new search of the same lines, from all reached positions with the red car at the exit.
    pub fn restart(&mut self, lines: &ClusterLines<'_>) {
        self.log.clear();
        self.logged.clear();
        self.levels.clear();
        self.next.clear();
        self.meets_exit = false;
        for number in 0..self.layers.len() {
            self.layers[number].logged = NONE;
            let layer = self.layers[number];
            let (words, sets) = (layer.words(), layer.sets as usize);
            let mut any = 0;
            for word in 0..words {
                let at_exit = self.sets[sets + word] & self.at_exit(lines, &layer, word);
                self.sets[sets + word] = at_exit;
                self.sets[sets + 2 * words + word] = at_exit;
                any |= at_exit;
            }
            if any != 0 {
                self.next.push(number as u32);
            }
        }
    }

    /// The positions of a layer with the red car at the exit.
    #[inline(always)]
    fn at_exit(&self, lines: &ClusterLines<'_>, layer: &Layer, word: usize) -> u64 {
        match lines.red {
            Red::Outer(at) => match (layer.key >> (4 * at) & 15) as u8 == lines.at_exit {
                true => u64::MAX,
                false => 0,
            },
            Red::Inner(at) => {
                let free = layer.free[at];
                if free >> lines.at_exit & 1 == 0 {
                    return 0;
                }
                let digit = (free & ((1 << lines.at_exit) - 1)).count_ones() as usize;
                let masks = layer.masks as usize + (layer.digits(at) + digit) * layer.words();
                self.masks[masks + word]
            }
        }
    }

    /// Continues the search by at most `steps` steps. `stay` keeps the red car where it is.
    pub fn walk(
        &mut self,
        lines: &ClusterLines<'_>,
        stay: bool,
        until: Until,
        steps: usize,
    ) -> Result<WalkEnd, TooLarge> {
        let kernels = self.kernels;
        match kernels::run(kernels, LevelWalk { layers: self, lines, stay, until, steps }) {
            ControlFlow::Continue(()) => Ok(WalkEnd::Whole),
            ControlFlow::Break(Ok(())) => Ok(WalkEnd::Met),
            ControlFlow::Break(Err(error)) => Err(error),
        }
    }

    /// Whether the walks since the last [restart](Self::restart) reached positions with the red car at the exit.
    pub fn meets_exit(&self) -> bool {
        self.meets_exit
    }

    /// Moves all positions of the next level once.
    #[inline(always)]
    fn step(
        &mut self,
        bits: impl WordBits,
        lines: &ClusterLines<'_>,
        stay: bool,
        until: Until,
    ) -> ControlFlow<Result<(), TooLarge>> {
        std::mem::swap(&mut self.now, &mut self.next);
        self.next.clear();
        self.levels.push(self.log.len() as u32);
        for index in 0..self.now.len() {
            let number = self.now[index] as usize;
            let layer = self.layers[number];
            let (words, sets) = (layer.words(), layer.sets as usize);
            let begin = self.logged.len();
            for word in 0..words {
                let next = std::mem::take(&mut self.sets[sets + 2 * words + word]);
                self.sets[sets + words + word] = next;
                self.logged.push(next);
            }
            self.layers[number].logged = self.log.len() as u32;
            self.log.push(Entry {
                layer: number as u32,
                bits: begin as u32,
                earlier: layer.logged,
            });
        }
        for index in 0..self.now.len() {
            let number = self.now[index] as usize;
            self.move_inner(lines, number, stay, until)?;
            self.move_outer(bits, lines, number, stay, until)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn move_inner(
        &mut self,
        lines: &ClusterLines<'_>,
        number: usize,
        stay: bool,
        until: Until,
    ) -> ControlFlow<Result<(), TooLarge>> {
        let layer = self.layers[number];
        let words = layer.words();
        if words == 1 {
            let new = self.moved_in_word(lines, &layer, stay);
            return self.reach(lines, number, 0, new, until);
        }
        let now = layer.sets as usize + words;
        let mut masks = layer.masks as usize;
        let mut new = std::mem::take(&mut self.buffer);
        new.clear();
        new.resize(words, 0);
        for (at, track) in lines.inner.iter().enumerate() {
            let free = layer.free[at];
            if !(stay && matches!(lines.red, Red::Inner(red) if red == at)) {
                for (digit, from) in ones_of(free.into()).enumerate() {
                    let moves = track.lineup.moves(from as usize, layer.blocked(track));
                    let begin = masks + digit * words;
                    for word in 0..words {
                        let some = self.sets[now + word] & self.masks[begin + word];
                        let mut to = if some == 0 { 0 } else { moves };
                        while to != 0 {
                            let place = to.trailing_zeros();
                            to &= to - 1;
                            let other = (free & ((1 << place) - 1)).count_ones() as usize;
                            let shift = other.abs_diff(digit) * layer.strides[at] as usize;
                            let (over, by) = (shift / 64, shift % 64);
                            // All that is shifted stays within the bits of the layer.
                            if other > digit {
                                new[word + over] |= some << by;
                                if by != 0 && some >> (64 - by) != 0 {
                                    new[word + over + 1] |= some >> (64 - by);
                                }
                            } else {
                                if some >> by != 0 {
                                    new[word - over] |= some >> by;
                                }
                                if by != 0 && some << (64 - by) != 0 {
                                    new[word - over - 1] |= some << (64 - by);
                                }
                            }
                        }
                    }
                }
            }
            masks += free.count_ones() as usize * words;
        }
        let reached = (0..)
            .zip(&new)
            .try_for_each(|(word, &new)| self.reach(lines, number, word, new, until));
        self.buffer = new;
        reached
    }

    /// The results of the moves of inner lines in a layer of one word. Most layers have one.
    #[inline(always)]
    fn moved_in_word(&self, lines: &ClusterLines<'_>, layer: &Layer, stay: bool) -> u64 {
        let now = self.sets[layer.sets as usize + 1];
        let mut masks = &self.masks[layer.masks as usize..layer.apart as usize];
        let mut new = 0;
        for (at, track) in lines.inner.iter().enumerate() {
            let (free, stride) = (layer.free[at], layer.strides[at]);
            let (own, others) = masks.split_at(free.count_ones() as usize);
            masks = others;
            if stay && matches!(lines.red, Red::Inner(red) if red == at) {
                continue;
            }
            if let [_] = track.lineup.sizes[..] {
                new |= track.lineup.moved_alone(free, stride, now, own);
                continue;
            }
            for ((digit, from), mask) in (0..).zip(ones_of(free.into())).zip(own) {
                let some = now & mask;
                if some == 0 {
                    continue;
                }
                for to in ones_of(track.lineup.moves(from as usize, layer.blocked(track)).into()) {
                    let other = (free & ((1 << to) - 1)).count_ones();
                    // One of these is 0. All that is shifted stays within the bits of the layer.
                    let (up, down) = (other.saturating_sub(digit), digit.saturating_sub(other));
                    new |= some << (up * stride) >> (down * stride);
                }
            }
        }
        new
    }

    #[inline(always)]
    fn move_outer(
        &mut self,
        bits: impl WordBits,
        lines: &ClusterLines<'_>,
        number: usize,
        stay: bool,
        until: Until,
    ) -> ControlFlow<Result<(), TooLarge>> {
        let key = self.layers[number].key;
        for (at, track) in lines.outer.iter().enumerate() {
            if stay && matches!(lines.red, Red::Outer(red) if red == at) {
                continue;
            }
            for slide in track.lineup.slides((key >> (4 * at) & 15) as usize) {
                self.slide(bits, lines, number, at, slide, until)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn slide(
        &mut self,
        bits: impl WordBits,
        lines: &ClusterLines<'_>,
        number: usize,
        at: usize,
        slide: &[Slid],
        until: Until,
    ) -> ControlFlow<Result<(), TooLarge>> {
        let track = lines.outer[at];
        let Layer { key, sets, .. } = self.layers[number];
        let words = self.layers[number].words();
        let from = key >> (4 * at) & 15;
        if words == 1 {
            return self.slide_word(bits, lines, number, at, slide, until);
        }
        // The positions that allow the move so far.
        let mut mask = std::mem::take(&mut self.buffer);
        mask.clear();
        mask.resize(words, u64::MAX);
        for slid in slide {
            let mut any = 0;
            for (word, mask) in mask.iter_mut().enumerate() {
                let layer = &self.layers[number];
                *mask &= self.apart_from(lines, layer, slid.enters, track.line, word);
                any |= *mask & self.sets[sets as usize + words + word];
            }
            if any == 0 || track.walls >> slid.enters & 1 == 1 {
                break;
            }
            let other = self.find(lines, key ^ (from ^ u32::from(slid.to)) << (4 * at))?;
            self.carry(bits, lines, (number, &mask), other, (slid.leaves, track.line), until)?;
        }
        self.buffer = mask;
        ControlFlow::Continue(())
    }

    /// The same in a layer of one word.
    #[inline(always)]
    fn slide_word(
        &mut self,
        bits: impl WordBits,
        lines: &ClusterLines<'_>,
        number: usize,
        at: usize,
        slide: &[Slid],
        until: Until,
    ) -> ControlFlow<Result<(), TooLarge>> {
        let track = lines.outer[at];
        let Layer { key, sets, .. } = self.layers[number];
        let (from, now) = (key >> (4 * at) & 15, self.sets[sets as usize + 1]);
        // The positions that allow the move so far.
        let mut mask = u64::MAX;
        for slid in slide {
            mask &= self.apart_from(lines, &self.layers[number], slid.enters, track.line, 0);
            if mask & now == 0 || track.walls >> slid.enters & 1 == 1 {
                break;
            }
            let other = self.find(lines, key ^ (from ^ u32::from(slid.to)) << (4 * at))?;
            let target = &self.layers[other];
            if target.words() > 1 {
                let leaves = (slid.leaves, track.line);
                self.carry(bits, lines, (number, &[mask]), other, leaves, until)?;
                continue;
            }
            let into = self.apart(lines, target, slid.leaves, track.line, 0);
            let new = bits.scatter(bits.gather(now, mask), into);
            self.reach(lines, other, 0, new, until)?;
        }
        ControlFlow::Continue(())
    }

    /// Moves the positions of a layer in a mask to another layer, in which the lines `leaves` do not cover the cell.
    #[inline(always)]
    fn carry(
        &mut self,
        bits: impl WordBits,
        lines: &ClusterLines<'_>,
        (number, mask): (usize, &[u64]),
        other: usize,
        (leaves, cell): (u8, u8),
        until: Until,
    ) -> ControlFlow<Result<(), TooLarge>> {
        let now = self.layers[number].sets as usize + mask.len();
        let target_words = self.layers[other].words();
        // The gathered bits, as a stream.
        let (mut held, mut count, mut word) = (0u128, 0, 0);
        for to in 0..target_words {
            let into = self.apart(lines, &self.layers[other], leaves, cell, to);
            while count < into.count_ones() {
                held |= u128::from(bits.gather(self.sets[now + word], mask[word])) << count;
                count += mask[word].count_ones();
                word += 1;
            }
            let new = bits.scatter(held as u64, into);
            held >>= into.count_ones();
            count -= into.count_ones();
            self.reach(lines, other, to, new, until)?;
        }
        ControlFlow::Continue(())
    }

    /// The positions of a layer, of one word, in which the inner lines with some numbers do not cover a cell.
    #[inline(always)]
    fn apart(
        &self,
        lines: &ClusterLines<'_>,
        layer: &Layer,
        numbers: u8,
        cell: u8,
        word: usize,
    ) -> u64 {
        let mut apart = layer.valid(word);
        let mut left = numbers & lines.has_inner;
        while left != 0 {
            apart &= self.apart_from(lines, layer, left.trailing_zeros() as u8, cell, word);
            left &= left - 1;
        }
        apart
    }

    /// The positions of a layer, of one word, in which the inner line with a number does not cover a cell.
    #[inline(always)]
    fn apart_from(
        &self,
        lines: &ClusterLines<'_>,
        layer: &Layer,
        number: u8,
        cell: u8,
        word: usize,
    ) -> u64 {
        if lines.has_inner >> number & 1 == 0 {
            return layer.valid(word);
        }
        let at = usize::from(lines.inner_at[usize::from(number)]);
        let mask = (at * lines.cells + usize::from(cell)) * layer.words() + word;
        self.masks[layer.apart as usize + mask]
    }

    /// Adds positions to a layer's next level, those that are new.
    #[inline(always)]
    fn reach(
        &mut self,
        lines: &ClusterLines<'_>,
        number: usize,
        word: usize,
        reached: u64,
        until: Until,
    ) -> ControlFlow<Result<(), TooLarge>> {
        let layer = &self.layers[number];
        let (words, sets) = (layer.words(), layer.sets as usize);
        let new = reached & !self.sets[sets + word];
        if new == 0 {
            return ControlFlow::Continue(());
        }
        if self.sets[sets + 2 * words..][..words].iter().all(|&word| word == 0) {
            self.next.push(number as u32);
        }
        self.sets[sets + word] |= new;
        self.sets[sets + 2 * words + word] |= new;
        let at_exit = new & self.at_exit(lines, layer, word);
        if at_exit == 0 {
            return ControlFlow::Continue(());
        }
        self.meets_exit = true;
        let is_met = match until {
            Until::Never => false,
            Until::Exit => true,
            Until::ExitBefore(outer, inner) => {
                (layer.key, 64 * word as u32 + at_exit.trailing_zeros()) < (outer, inner)
            }
        };
        if is_met { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
    }

    /// The number of the layer of a key. A new layer has no positions.
    #[inline(always)]
    fn layer(&mut self, lines: &ClusterLines<'_>, key: u32) -> Result<usize, TooLarge> {
        let slot = match self.look_up(key) {
            Ok(layer) => return Ok(layer),
            Err(slot) => slot,
        };
        self.new_layer(lines, key)?;
        self.table[slot] = self.layers.len() as u32;
        if 2 * self.layers.len() > self.table.len() {
            self.grow();
        }
        Ok(self.layers.len() - 1)
    }

    /// The number of the layer of a key, or the slot of the hash table for a new one.
    #[inline(always)]
    fn look_up(&self, key: u32) -> Result<usize, usize> {
        let mask = self.table.len() - 1;
        let mut slot = hash(key) & mask;
        loop {
            match self.table[slot] {
                0 => return Err(slot),
                number if self.layers[number as usize - 1].key == key => {
                    return Ok(number as usize - 1);
                }
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Like [`layer`](Self::layer), within a walk.
    #[inline(always)]
    fn find(
        &mut self,
        lines: &ClusterLines<'_>,
        key: u32,
    ) -> ControlFlow<Result<(), TooLarge>, usize> {
        match self.layer(lines, key) {
            Ok(layer) => ControlFlow::Continue(layer),
            Err(error) => ControlFlow::Break(Err(error)),
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = 4 * self.table.len();
        self.table.clear();
        self.table.resize(size, 0);
        for (number, layer) in (1..).zip(&self.layers) {
            let mut slot = hash(layer.key) & (size - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = number;
        }
    }

    fn new_layer(&mut self, lines: &ClusterLines<'_>, key: u32) -> Result<(), TooLarge> {
        let (sets, masks) = (self.sets.len(), self.masks.len());
        let layer = Layer::new(lines, key, sets as u32, masks as u32);
        let (set_words, mask_words) = (3 * layer.words(), layer.mask_words(lines));
        if self.bytes() + 8 * (set_words + mask_words) as u64 > self.most_bytes {
            return Err(TooLarge);
        }
        self.sets.resize(sets + set_words, 0);
        self.masks.resize(masks + mask_words, 0);
        layer.fill(lines, &mut self.masks[masks..]);
        self.layers.push(layer);
        Ok(())
    }

    /// The places one move before a place, on the level before.
    pub fn before(&self, lines: &ClusterLines<'_>, place: &Placed, level: usize) -> Vec<Placed> {
        let mut before = Vec::new();
        let occupied = lines.occupied(place.outer);
        for (at, track) in lines.inner.iter().enumerate() {
            let blocked = (occupied >> (8 * track.line)) as u8;
            for to in ones_of(track.lineup.moves(place.inner[at].into(), blocked).into()) {
                let mut other = *place;
                other.inner[at] = to as u8;
                before.push(other);
            }
        }
        for (at, track) in lines.outer.iter().enumerate() {
            let mut blocked = track.walls;
            for (inner, other) in lines.inner.iter().enumerate() {
                let covers = other.lineup.cells[usize::from(place.inner[inner])] >> track.line & 1;
                blocked |= covers << other.line;
            }
            let from = (place.outer >> (4 * at) & 15) as usize;
            for to in ones_of(track.lineup.moves(from, blocked).into()) {
                let outer = place.outer ^ (from as u32 ^ to) << (4 * at);
                before.push(Placed { outer, ..*place });
            }
        }
        before.retain(|place| self.is_on(place, level));
        before
    }

    fn is_on(&self, place: &Placed, level: usize) -> bool {
        let Ok(layer) = self.look_up(place.outer) else { return false };
        let layer = &self.layers[layer];
        let begin = self.levels[level];
        let end = self.levels.get(level + 1).map_or(self.log.len() as u32, |&end| end);
        let mut entry = layer.logged;
        while entry != NONE && entry >= end {
            entry = self.log[entry as usize].earlier;
        }
        if entry == NONE || entry < begin {
            return false;
        }
        let bit = layer.bit(place);
        self.logged[self.log[entry as usize].bits as usize + (bit / 64) as usize] >> (bit % 64) & 1
            == 1
    }
}

#[inline(always)]
fn hash(key: u32) -> usize {
    (u64::from(key).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize
}
