//! Moves of small pieces on the words of cubes.

use super::EMPTY_AT;
use crate::skeleton::Pair;
use huarong_core::rules::SinglePieceMetric;

/// Adjacent words of a cube, processed together.
type Lanes<const L: usize> = [u64; L];

/// The lanes with given words. [`std::array::from_fn`] is not always compiled for the CPU features of its caller.
#[inline(always)]
fn map<const L: usize>(of: impl Fn(usize) -> u64) -> Lanes<L> {
    let mut lanes = [0; L];
    for (lane, word) in lanes.iter_mut().enumerate() {
        *word = of(lane);
    }
    lanes
}

/// Lifts a small piece from a place that distinguishes lanes. Each lane without that place's bit gets the word of the
/// lane with it.
#[inline(always)]
fn lift_across<const L: usize, const BIT: usize>(words: Lanes<L>) -> Lanes<L> {
    map(|lane| if lane & BIT == 0 && lane | BIT < L { words[lane | BIT] } else { 0 })
}

/// Puts the small piece back: the inverse of [`lift_across`].
#[inline(always)]
fn drop_across<const L: usize, const BIT: usize>(words: Lanes<L>) -> Lanes<L> {
    map(|lane| if lane & BIT != 0 { words[lane & !BIT] } else { 0 })
}

/// Moves small pieces on cubes of up to `P` places, `L` words at a time. `L` divides the words of a cube and is at most
/// 8.
///
/// The moving small piece is lifted: `lifted[p]` contains the fillings of the other small pieces for which the moving
/// one is at place p. A move is then a walk along adjacent remaining cells that the others leave empty.
pub struct SmallPieces<const L: usize, const P: usize> {
    places: usize,
    lifted: [Lanes<L>; P],
    /// For each place, the fillings of the others that leave it empty.
    empty: [Lanes<L>; P],
    found: [Lanes<L>; P],
}

impl<const L: usize, const P: usize> SmallPieces<L, P> {
    /// Places that distinguish the words within a block of lanes.
    const LANE_PLACES: usize = L.trailing_zeros() as usize;
    /// The lowest place that distinguishes blocks.
    const BLOCK_PLACE: usize = 6 + Self::LANE_PLACES;

    /// Allocates memory for moves on cubes of `places` places.
    #[inline(always)]
    pub fn new(places: u32) -> Self {
        let places = places as usize;
        let mut empty = [[0; L]; P];
        for (place, empty) in empty.iter_mut().enumerate().take(places.min(Self::BLOCK_PLACE)) {
            *empty = match place {
                0..6 => [EMPTY_AT[1 << place]; L],
                _ => map(|lane| if lane >> (place - 6) & 1 == 0 { u64::MAX } else { 0 }),
            };
        }
        Self { places, lifted: [[0; L]; P], empty, found: [[0; L]; P] }
    }

    /// Adds to `reached` one move of any small piece from every filling of `from`.
    #[inline(always)]
    pub fn move_whole(
        &mut self,
        metric: SinglePieceMetric,
        from: &[u64],
        pairs: &[Pair],
        reached: &mut [u64],
    ) {
        let f = self.places;
        for block in 0..from.len() / L {
            if !self.lift(from, block) {
                continue;
            }
            walk(metric, &self.lifted[..f], &self.empty[..f], pairs, &mut self.found[..f]);
            self.put_back(reached, block);
        }
    }

    /// Lifts a small piece from every filling of a block. Returns whether there is any.
    #[inline(always)]
    fn lift(&mut self, from: &[u64], block: usize) -> bool {
        let f = self.places;
        let (lifted, empty) = (&mut self.lifted, &mut self.empty);
        let here: Lanes<L> = map(|lane| from[block * L + lane]);
        for place in 0..f.min(6) {
            lifted[place] = map(|lane| here[lane] >> (1 << place) & empty[place][lane]);
        }
        if Self::LANE_PLACES > 0 {
            lifted[6] = lift_across::<L, 1>(here);
        }
        if Self::LANE_PLACES > 1 {
            lifted[7] = lift_across::<L, 2>(here);
        }
        if Self::LANE_PLACES > 2 {
            lifted[8] = lift_across::<L, 4>(here);
        }
        for place in Self::BLOCK_PLACE..f {
            let bit = 1 << (place - Self::BLOCK_PLACE);
            if block & bit == 0 {
                empty[place] = [u64::MAX; L];
                lifted[place] = map(|lane| from[(block | bit) * L + lane]);
            } else {
                empty[place] = [0; L];
                lifted[place] = [0; L];
            }
        }
        let any = lifted[..f].iter().fold([0; L], |any, of| map(|lane| any[lane] | of[lane]));
        any != [0; L]
    }

    /// Puts the small piece back at every place that it reaches.
    #[inline(always)]
    fn put_back(&self, reached: &mut [u64], block: usize) {
        let found = &self.found[..self.places];
        let (within, across) = found.split_at(self.places.min(6));
        let mut here: Lanes<L> = [0; L];
        for (place, found) in within.iter().enumerate() {
            here = map(|lane| here[lane] | found[lane] << (1 << place));
        }
        let mut add = |across: Lanes<L>| here = map(|lane| here[lane] | across[lane]);
        if Self::LANE_PLACES > 0 {
            add(drop_across::<L, 1>(found[6]));
        }
        if Self::LANE_PLACES > 1 {
            add(drop_across::<L, 2>(found[7]));
        }
        if Self::LANE_PLACES > 2 {
            add(drop_across::<L, 4>(found[8]));
        }
        for lane in 0..L {
            reached[block * L + lane] |= here[lane];
        }
        for (place, found) in across.iter().skip(Self::LANE_PLACES).enumerate() {
            let bit = 1 << place;
            if block & bit == 0 {
                for (lane, found) in found.iter().enumerate() {
                    reached[(block | bit) * L + lane] |= found;
                }
            }
        }
    }
}

/// Walks a lifted small piece to all places that it reaches in one move. Only fillings of the others that leave the
/// path empty count.
#[inline(always)]
pub fn walk<const L: usize>(
    metric: SinglePieceMetric,
    lifted: &[Lanes<L>],
    empty: &[Lanes<L>],
    pairs: &[Pair],
    found: &mut [Lanes<L>],
) {
    match metric {
        SinglePieceMetric::Unit => {
            found.fill([0; L]);
            for pair in pairs {
                let (p, q) = (usize::from(pair.low), usize::from(pair.high));
                found[q] = map(|lane| found[q][lane] | lifted[p][lane] & empty[q][lane]);
                found[p] = map(|lane| found[p][lane] | lifted[q][lane] & empty[p][lane]);
            }
        }
        SinglePieceMetric::Straight => {
            found.fill([0; L]);
            let mut carried = [0; L];
            for pair in pairs {
                let (p, q) = (usize::from(pair.low), usize::from(pair.high));
                let before = if pair.chained { carried } else { [0; L] };
                carried = map(|lane| (before[lane] | lifted[p][lane]) & empty[q][lane]);
                found[q] = map(|lane| found[q][lane] | carried[lane]);
            }
            let mut goes_on = false;
            for pair in pairs.iter().rev() {
                let (p, q) = (usize::from(pair.low), usize::from(pair.high));
                let before = if goes_on { carried } else { [0; L] };
                carried = map(|lane| (before[lane] | lifted[q][lane]) & empty[p][lane]);
                found[p] = map(|lane| found[p][lane] | carried[lane]);
                goes_on = pair.chained;
            }
        }
        SinglePieceMetric::Finger => {
            found.copy_from_slice(lifted);
            loop {
                let mut changed: Lanes<L> = [0; L];
                for pair in pairs {
                    let (p, q) = (usize::from(pair.low), usize::from(pair.high));
                    spread(found[p], &empty[q], &mut found[q], &mut changed);
                }
                for pair in pairs.iter().rev() {
                    let (p, q) = (usize::from(pair.low), usize::from(pair.high));
                    spread(found[q], &empty[p], &mut found[p], &mut changed);
                }
                if changed == [0; L] {
                    break;
                }
            }
        }
    }
}

/// Adds to a place the fillings that come from its neighbour, and the new ones among them to `changed`.
#[inline(always)]
fn spread<const L: usize>(
    from: Lanes<L>,
    empty: &Lanes<L>,
    there: &mut Lanes<L>,
    changed: &mut Lanes<L>,
) {
    let come: Lanes<L> = map(|lane| from[lane] & empty[lane]);
    let new: Lanes<L> = map(|lane| come[lane] & !there[lane]);
    *there = map(|lane| there[lane] | come[lane]);
    *changed = map(|lane| changed[lane] | new[lane]);
}
