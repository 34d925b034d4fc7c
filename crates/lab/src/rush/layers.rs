//! Search of a cluster: all positions that a board can reach, by their distance from given ones.
//!
//! The lines of one direction are *outer* lines, those of the other direction are *inner* lines. A *layer* holds all
//! positions that agree on the outer lines. Inner lines do not touch one another, so the positions of a layer are a
//! product. A set of them is a bitmap, with one bit for each combination of the free placements of the inner lines.
//!
//! A move of an inner line shifts bits within a layer. A move of an outer line leads to another layer. The placements
//! of the inner lines that allow the move are a product in both layers, and both number them in the same order. So the
//! bits are gathered in one layer and scattered in the other. A word of 64 positions moves in a few instructions. A *link*
//! has the masks of such a move.
//!
//! A walk goes level by level, or layer by layer without levels. Walks by layers are faster: they take all that inner lines
//! reach in a layer at once.

use super::cluster_lines::{ClusterLines, Placed, Red};
use super::layer::{Layer, NONE};
use super::lineup::{Moves, ones};
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

/// A move of an outer line from a layer.
struct Link {
    /// The layer to which it leads; [`NONE`] if it was not needed yet.
    target: u32,
    /// The key of that layer.
    key: u32,
    /// Where the mask of the positions that allow the move begins.
    from: u32,
    /// Where the mask of the same positions in the target begins.
    into: u32,
    /// The inner lines that the piece leaves, and its own line.
    leaves: u8,
    line: u8,
}

/// The layers of a search. The value can be used for one search after the other.
pub struct Layers {
    layers: Vec<Layer>,
    sets: Vec<u64>,
    masks: Vec<u64>,
    links: Vec<Link>,
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

/// A walk from the positions of the next level.
struct Walk<'l, 'f, 'g> {
    layers: &'l mut Layers,
    lines: &'f ClusterLines<'g>,
    until: Until,
    by: By,
}

/// In which order a walk visits positions.
enum By {
    /// By their distance, up to a number of steps.
    Levels(usize),
    /// Layer by layer. This level holds what was taken from a layer, the next one what waits in all of them.
    Layers,
}

impl WordWork for Walk<'_, '_, '_> {
    type Done = ControlFlow<Result<(), TooLarge>>;

    #[inline(always)]
    fn run(self, bits: impl WordBits) -> Self::Done {
        let Self { layers, lines, until, by } = self;
        match by {
            By::Levels(steps) => {
                for _ in 0..steps {
                    if layers.next.is_empty() {
                        break;
                    }
                    layers.check_bytes()?;
                    layers.step(bits, lines, until)?;
                }
            }
            By::Layers => {
                while let Some(number) = layers.next.pop() {
                    let number = number as usize;
                    layers.check_bytes()?;
                    layers.take_next(number);
                    layers.move_inner(lines, number, Moves::Any, until)?;
                    layers.move_outer(bits, lines, number, until)?;
                }
            }
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
            links: Vec::new(),
            table: Vec::new(),
            next: Vec::new(),
            now: Vec::new(),
            log: Vec::new(),
            logged: Vec::new(),
            levels: Vec::new(),
            buffer: Vec::new(),
            kernels,
            most_bytes,
        }
    }

    /// Begins a search, without positions.
    pub fn begin(&mut self) {
        self.layers.clear();
        self.sets.clear();
        self.masks.clear();
        self.links.clear();
        self.table.clear();
        self.table.resize(64, 0);
        self.next.clear();
        self.log.clear();
        self.logged.clear();
        self.levels.clear();
    }

    fn bytes(&self) -> u64 {
        let words = self.sets.len() + self.masks.len() + self.logged.len();
        let structs = size_of::<Layer>() * self.layers.len()
            + size_of::<Link>() * self.links.len()
            + size_of::<Entry>() * self.log.len();
        (8 * words + structs) as u64
    }

    #[inline(always)]
    fn check_bytes(&self) -> ControlFlow<Result<(), TooLarge>> {
        if self.bytes() > self.most_bytes {
            return ControlFlow::Break(Err(TooLarge));
        }
        ControlFlow::Continue(())
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

    /// For each level, the number of its positions.
    pub fn histogram(&self) -> Vec<u64> {
        let count = |level| {
            self.level(level).flat_map(|(_, bits)| bits).map(|word| u64::from(word.count_ones()))
        };
        (0..self.levels()).map(|level| count(level).sum()).collect()
    }

    pub fn places(&self, level: usize) -> impl Iterator<Item = Placed> {
        self.level(level).flat_map(move |(layer, bits)| {
            let layer = &self.layers[layer];
            (0..).zip(bits).flat_map(move |(word, &bits)| {
                ones(bits).map(move |bit| layer.place(64 * word + bit as u32))
            })
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
        for number in 0..self.layers.len() {
            self.layers[number].logged = NONE;
            let layer = &self.layers[number];
            let (words, sets) = (layer.words(), layer.sets as usize);
            let mut any = 0;
            for word in 0..words {
                let at_exit = self.at_exit(lines, &self.layers[number], word);
                let at_exit = at_exit & self.sets[sets + word];
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
            Red::Elsewhere(is_at_exit) => all_if(is_at_exit),
            Red::Outer(at) => all_if((layer.key >> (4 * at) & 15) as u8 == lines.at_exit),
            Red::Inner(at) => {
                let free = layer.free[at];
                if free >> lines.at_exit & 1 == 0 {
                    return 0;
                }
                let digit = (free & ((1 << lines.at_exit) - 1)).count_ones();
                self.with(layer, at, digit, word)
            }
        }
    }

    /// Continues the search by at most `steps` steps.
    pub fn walk(
        &mut self,
        lines: &ClusterLines<'_>,
        until: Until,
        steps: usize,
    ) -> Result<WalkEnd, TooLarge> {
        self.run(lines, until, By::Levels(steps))
    }

    /// Continues the search without levels.
    pub fn walk_by_layers(
        &mut self,
        lines: &ClusterLines<'_>,
        until: Until,
    ) -> Result<WalkEnd, TooLarge> {
        self.run(lines, until, By::Layers)
    }

    fn run(&mut self, lines: &ClusterLines<'_>, until: Until, by: By) -> Result<WalkEnd, TooLarge> {
        match kernels::run(self.kernels, Walk { layers: self, lines, until, by }) {
            ControlFlow::Continue(()) => Ok(WalkEnd::Whole),
            ControlFlow::Break(Ok(())) => Ok(WalkEnd::Met),
            ControlFlow::Break(Err(error)) => Err(error),
        }
    }

    /// Makes the positions of a layer's next level those of this level.
    #[inline(always)]
    fn take_next(&mut self, number: usize) {
        let layer = &self.layers[number];
        let (words, sets) = (layer.words(), layer.sets as usize);
        for word in sets + words..sets + 2 * words {
            self.sets[word] = std::mem::take(&mut self.sets[word + words]);
        }
    }

    /// Moves all positions of the next level once.
    #[inline(always)]
    fn step(
        &mut self,
        bits: impl WordBits,
        lines: &ClusterLines<'_>,
        until: Until,
    ) -> ControlFlow<Result<(), TooLarge>> {
        std::mem::swap(&mut self.now, &mut self.next);
        self.next.clear();
        self.levels.push(self.log.len() as u32);
        for index in 0..self.now.len() {
            let number = self.now[index] as usize;
            self.take_next(number);
            let layer = &mut self.layers[number];
            let (words, sets) = (layer.words(), layer.sets as usize);
            let (entry, begin) = (self.log.len() as u32, self.logged.len() as u32);
            let earlier = std::mem::replace(&mut layer.logged, entry);
            self.log.push(Entry { layer: number as u32, bits: begin, earlier });
            for word in sets + words..sets + 2 * words {
                self.logged.push(self.sets[word]);
            }
        }
        for index in 0..self.now.len() {
            let number = self.now[index] as usize;
            self.move_inner(lines, number, Moves::One, until)?;
            self.move_outer(bits, lines, number, until)?;
        }
        ControlFlow::Continue(())
    }

    /// Moves inner lines within a layer. What one move reaches is in the next level; what any number of moves reaches joins
    /// this one.
    #[inline(always)]
    fn move_inner(
        &mut self,
        lines: &ClusterLines<'_>,
        number: usize,
        moves: Moves,
        until: Until,
    ) -> ControlFlow<Result<(), TooLarge>> {
        if self.layers[number].words() == 1 {
            let new = self.moved_in_word(lines, &self.layers[number], moves);
            return self.reach(lines, number, 0, new, moves, until);
        }
        let mut new = std::mem::take(&mut self.buffer);
        self.moved_in_words(lines, &self.layers[number], moves, &mut new);
        let reached = (0..)
            .zip(&new)
            .try_for_each(|(word, &new)| self.reach(lines, number, word, new, moves, until));
        self.buffer = new;
        reached
    }

    /// The results of moves of inner lines in a layer.
    #[inline(always)]
    fn moved_in_words(
        &self,
        lines: &ClusterLines<'_>,
        layer: &Layer,
        moves: Moves,
        new: &mut Vec<u64>,
    ) {
        let words = layer.words();
        let now = &self.sets[layer.sets as usize + words..][..words];
        let mut masks = self.masks[layer.masks as usize..].chunks_exact(words);
        new.clear();
        new.resize(words, 0);
        for (at, track) in lines.inner.iter().enumerate() {
            let (free, blocked) = (layer.free[at], layer.blocked(track));
            for (digit, from) in ones(free).enumerate() {
                let places = track.lineup.moved(from as u8, blocked, moves) & free;
                let mask = masks.next().expect("there is a mask for each placement");
                for word in 0..words {
                    let from = now[word] | if moves == Moves::Any { new[word] } else { 0 };
                    let some = from & mask[word];
                    let places = if some == 0 { 0 } else { places };
                    for place in ones(places) {
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
    }

    /// The same in a layer of one word. Most layers have one.
    #[inline(always)]
    fn moved_in_word(&self, lines: &ClusterLines<'_>, layer: &Layer, moves: Moves) -> u64 {
        let now = self.sets[layer.sets as usize + 1];
        let mut new = 0;
        for (at, track) in lines.inner.iter().enumerate() {
            let (free, stride, blocked) = (layer.free[at], layer.strides[at], layer.blocked(track));
            if free.is_power_of_two() {
                continue;
            }
            let from = now | if moves == Moves::Any { new } else { 0 };
            if let [_] = track.lineup.sizes[..] {
                let first = layer.with(at, 0);
                new |= track.lineup.moved_alone(free, stride, from, first, moves);
                continue;
            }
            for (digit, place) in (0..).zip(ones(free)) {
                let some = from & layer.with(at, digit);
                if some == 0 {
                    continue;
                }
                for to in ones(track.lineup.moved(place as u8, blocked, moves) & free) {
                    let other = (free & ((1 << to) - 1)).count_ones();
                    // One of these is 0. All that is shifted stays within the bits of the layer.
                    let (up, down) = (other.saturating_sub(digit), digit.saturating_sub(other));
                    new |= some << (up * stride) >> (down * stride);
                }
            }
        }
        new
    }

    /// Moves outer lines.
    #[inline(always)]
    fn move_outer(
        &mut self,
        bits: impl WordBits,
        lines: &ClusterLines<'_>,
        number: usize,
        until: Until,
    ) -> ControlFlow<Result<(), TooLarge>> {
        if self.layers[number].links[0] == NONE {
            self.link(lines, number);
        }
        let layer = &self.layers[number];
        let (words, [begin, end]) = (layer.words(), layer.links);
        let now = layer.sets as usize + words;
        for link in begin as usize..end as usize {
            let from = self.links[link].from as usize;
            let is_empty = match words {
                1 => self.sets[now] & self.masks[from] == 0,
                _ => (0..words).all(|word| self.sets[now + word] & self.masks[from + word] == 0),
            };
            if is_empty {
                continue;
            }
            let target = self.target(lines, link)?;
            let into = self.links[link].into as usize;
            if words == 1 && self.layers[target].words() == 1 {
                let new = bits.gather(self.sets[now], self.masks[from]);
                let new = bits.scatter(new, self.masks[into]);
                self.reach(lines, target, 0, new, Moves::One, until)?;
            } else {
                self.carry(bits, lines, [now, from], target, into, until)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Finds the links of a layer.
    #[inline(always)]
    fn link(&mut self, lines: &ClusterLines<'_>, number: usize) {
        let begin = self.links.len() as u32;
        let (key, words) = (self.layers[number].key, self.layers[number].words());
        // The line of the red car is the last. Walks by layers continue with the layer that was reached last, so they leave
        // the exit and come back to it soon.
        let is_red = |at: &usize| matches!(lines.red, Red::Outer(red) if red == *at);
        let all = 0..lines.outer.len();
        for at in all.clone().filter(|at| !is_red(at)).chain(all.filter(is_red)) {
            let track = &lines.outer[at];
            let from = key >> (4 * at) & 15;
            for slide in track.lineup.slides(from as usize) {
                // The positions that allow the move so far.
                let mut before = None;
                for slid in slide.iter().take_while(|slid| track.possible >> slid.to & 1 == 1) {
                    let mask = self.masks.len();
                    for word in 0..words {
                        let mut apart =
                            self.apart_from(lines, number, slid.enters.into(), track.line, word);
                        if let Some(before) = before {
                            apart &= self.masks[before + word];
                        }
                        self.masks.push(apart);
                    }
                    if self.masks[mask..].iter().all(|&word| word == 0) {
                        break;
                    }
                    before = Some(mask);
                    self.links.push(Link {
                        target: NONE,
                        key: key ^ (from ^ u32::from(slid.to)) << (4 * at),
                        from: mask as u32,
                        into: NONE,
                        leaves: slid.leaves,
                        line: track.line,
                    });
                }
            }
        }
        self.layers[number].links = [begin, self.links.len() as u32];
    }

    /// The layer to which a link leads.
    #[inline(always)]
    fn target(
        &mut self,
        lines: &ClusterLines<'_>,
        link: usize,
    ) -> ControlFlow<Result<(), TooLarge>, usize> {
        let Link { target, key, leaves, line, .. } = self.links[link];
        if target != NONE {
            return ControlFlow::Continue(target as usize);
        }
        let target = match self.layer(lines, key) {
            Ok(target) => target,
            Err(error) => return ControlFlow::Break(Err(error)),
        };
        (self.links[link].target, self.links[link].into) = (target as u32, self.masks.len() as u32);
        for word in 0..self.layers[target].words() {
            let mut apart = self.layers[target].valid(word);
            for number in ones(leaves) {
                apart &= self.apart_from(lines, target, number, line, word);
            }
            self.masks.push(apart);
        }
        ControlFlow::Continue(target)
    }

    /// Moves the positions of a layer in a mask to another layer, in which a mask has the same positions.
    #[inline(always)]
    fn carry(
        &mut self,
        bits: impl WordBits,
        lines: &ClusterLines<'_>,
        [now, from]: [usize; 2],
        target: usize,
        into: usize,
        until: Until,
    ) -> ControlFlow<Result<(), TooLarge>> {
        // The gathered bits, as a stream.
        let (mut held, mut count, mut word) = (0u128, 0, 0);
        for to in 0..self.layers[target].words() {
            let into = self.masks[into + to];
            while count < into.count_ones() {
                let mask = self.masks[from + word];
                held |= u128::from(bits.gather(self.sets[now + word], mask)) << count;
                count += mask.count_ones();
                word += 1;
            }
            let new = bits.scatter(held as u64, into);
            held >>= into.count_ones();
            count -= into.count_ones();
            self.reach(lines, target, to, new, Moves::One, until)?;
        }
        ControlFlow::Continue(())
    }

    /// The positions of a layer, of one word, in which the inner line with a number does not cover a cell.
    #[inline(always)]
    fn apart_from(
        &self,
        lines: &ClusterLines<'_>,
        layer: usize,
        number: usize,
        cell: u8,
        word: usize,
    ) -> u64 {
        let layer = &self.layers[layer];
        let mut apart = layer.valid(word);
        if lines.has_inner >> number & 1 == 1 {
            let at = usize::from(lines.inner_at[number]);
            let free = layer.free[at];
            for place in ones(free & lines.inner[at].lineup.covering(cell)) {
                let digit = (free & ((1 << place) - 1)).count_ones();
                apart &= !self.with(layer, at, digit, word);
            }
        }
        apart
    }

    /// The positions of a layer, of one word, in which an inner line has its free placement with a number. There can be further
    /// bits.
    #[inline(always)]
    fn with(&self, layer: &Layer, at: usize, digit: u32, word: usize) -> u64 {
        match layer.words() {
            1 => layer.with(at, digit),
            words => {
                let mask = (layer.digits(at) + digit as usize) * words + word;
                self.masks[layer.masks as usize + mask]
            }
        }
    }

    /// Adds positions to a layer, those that are new: to its next level after one move, and to this one after any number.
    #[inline(always)]
    fn reach(
        &mut self,
        lines: &ClusterLines<'_>,
        number: usize,
        word: usize,
        reached: u64,
        moves: Moves,
        until: Until,
    ) -> ControlFlow<Result<(), TooLarge>> {
        let layer = &self.layers[number];
        let (words, sets) = (layer.words(), layer.sets as usize);
        let new = reached & !self.sets[sets + word];
        if moves == Moves::Any {
            self.sets[sets + words + word] |= reached;
        }
        if new == 0 {
            return ControlFlow::Continue(());
        }
        self.sets[sets + word] |= new;
        if moves == Moves::One {
            if self.sets[sets + 2 * words..][..words].iter().all(|&word| word == 0) {
                self.next.push(number as u32);
            }
            self.sets[sets + 2 * words + word] |= new;
        }
        if until == Until::Never {
            return ControlFlow::Continue(());
        }
        let at_exit = new & self.at_exit(lines, layer, word);
        let is_met = match until {
            Until::Never => false,
            Until::Exit => at_exit != 0,
            Until::ExitBefore(outer, inner) => {
                at_exit != 0
                    && (layer.key, 64 * word as u32 + at_exit.trailing_zeros()) < (outer, inner)
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
        if mask_words > 0 {
            layer.fill(lines, &mut self.masks[masks..]);
        }
        self.layers.push(layer);
        Ok(())
    }

    /// The places one move from a place that are on a level.
    pub fn before(
        &self,
        lines: &ClusterLines<'_>,
        place: &Placed,
        level: usize,
    ) -> impl Iterator<Item = Placed> {
        let place = *place;
        let occupied = lines.occupied(place.outer);
        let inner = lines.inner.iter().enumerate().flat_map(move |(at, track)| {
            let blocked = (occupied >> (8 * track.line)) as u8;
            let moves = track.lineup.moves(place.inner[at].into(), blocked) & track.possible;
            ones(moves).map(move |to| {
                let mut other = place;
                other.inner[at] = to as u8;
                other
            })
        });
        let outer = lines.outer.iter().enumerate().flat_map(move |(at, track)| {
            let mut blocked = 0;
            for (inner, other) in lines.inner.iter().enumerate() {
                let covers = other.lineup.cells[usize::from(place.inner[inner])] >> track.line & 1;
                blocked |= covers << other.line;
            }
            let from = (place.outer >> (4 * at) & 15) as usize;
            ones(track.lineup.moves(from, blocked) & track.possible).map(move |to| {
                let mut other = place;
                other.outer ^= ((from ^ to) as u32) << (4 * at);
                other
            })
        });
        inner.chain(outer).filter(move |place| self.is_on(place, level))
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

/// All bits or none.
#[inline(always)]
fn all_if(condition: bool) -> u64 {
    if condition { u64::MAX } else { 0 }
}

#[inline(always)]
fn hash(key: u32) -> usize {
    (u64::from(key).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize
}
