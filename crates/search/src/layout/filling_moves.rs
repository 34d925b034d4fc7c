//! Moves of small pieces in the layout of fillings.
//!
//! If cubes are not too sparse, fillings are expanded into cubes for the kernel and packed again. Otherwise, the moving
//! small piece is lifted, and the kernel works on the fillings of the others.

use super::place_masks::{PlaceMasks, stream};
use super::{MoveSmallPieces, WithSmallPieces, cube};
use crate::kernels::WordBits;
use crate::kernels::small_pieces::{SmallPieces, walk};
use crate::skeleton::Pair;
use huarong_core::rules::SinglePieceMetric;

/// Method of moving the small pieces of some fillings.
#[derive(Debug)]
pub enum FillingMoves {
    /// There are no small pieces.
    Nothing,
    OnCubes {
        slices: Vec<CubeSlice>,
        masks: [u64; 7],
    },
    /// On the fillings of the other small pieces.
    OverOthers(Box<PlaceMasks>),
}

/// Largest number of places of a cube on which small pieces are moved, and smallest number of fillings per word.
const MOST_CUBE_PLACES: u32 = 20;
const FEWEST_IN_A_WORD: usize = 6;

impl FillingMoves {
    /// Chooses the method for some fillings.
    pub fn new(fillings: &PlaceMasks) -> Self {
        let PlaceMasks { places, small_pieces, len, .. } = *fillings;
        let cube_words = cube::words(places.min(MOST_CUBE_PLACES)) as usize;
        match small_pieces {
            0 => Self::Nothing,
            _ if places <= MOST_CUBE_PLACES && len >= FEWEST_IN_A_WORD * cube_words => {
                let bits = 1u64 << places.min(6);
                let mask = |size| {
                    (0..bits).filter(|low| low.count_ones() == size).map(|low| 1 << low).sum()
                };
                let masks = std::array::from_fn(|size| mask(size as u32));
                Self::OnCubes { slices: slices(places, small_pieces, &masks), masks }
            }
            _ => Self::OverOthers(Box::new(PlaceMasks::new(places, small_pieces - 1))),
        }
    }

    #[inline(always)]
    pub fn with(&self, bits: impl WordBits, fillings: &PlaceMasks, work: impl WithSmallPieces) {
        match self {
            Self::Nothing => work.with(NoSmallPieces),
            Self::OnCubes { slices, masks } => {
                let words = cube::words(fillings.places) as usize;
                let room = || vec![0; words];
                macro_rules! on_cubes {
                    ($lanes:literal, $places:literal) => {{
                        let small_pieces = SmallPieces::<$lanes, $places>::new(fillings.places);
                        let (cube, reached) = (room(), room());
                        work.with(OnCubes { bits, slices, masks, small_pieces, cube, reached })
                    }};
                }
                match words {
                    1 => on_cubes!(1, 6),
                    2 => on_cubes!(2, 7),
                    4 => on_cubes!(4, 8),
                    8..=1024 => on_cubes!(8, 16),
                    _ => on_cubes!(8, 28),
                }
            }
            Self::OverOthers(others) => match others.words {
                1 => work.with(OverOthers::<_, 1>::new(bits, fillings, others)),
                2 => work.with(OverOthers::<_, 2>::new(bits, fillings, others)),
                3..=4 => work.with(OverOthers::<_, 4>::new(bits, fillings, others)),
                _ => work.with(OverOthers::<_, 8>::new(bits, fillings, others)),
            },
        }
    }
}

/// The fillings that are bits of one word of a cube.
#[derive(Clone, Copy, Debug)]
pub struct CubeSlice {
    word: u32,
    /// The number of the first filling.
    at: u32,
    /// Number of small pieces at the places of the word's own bits.
    small_pieces: u8,
    len: u8,
}

/// The slices of a cube's words with a given number of small pieces.
fn slices(places: u32, small_pieces: u32, masks: &[u64; 7]) -> Vec<CubeSlice> {
    let mut slices = Vec::new();
    let mut at = 0;
    for word in 0..cube::words(places) as u32 {
        let within = small_pieces.checked_sub(word.count_ones()).filter(|&within| within <= 6);
        let Some(within) = within.filter(|&within| masks[within as usize] != 0) else { continue };
        let len = masks[within as usize].count_ones();
        slices.push(CubeSlice { word, at, small_pieces: within as u8, len: len as u8 });
        at += len;
    }
    slices
}

struct NoSmallPieces;

impl MoveSmallPieces for NoSmallPieces {
    #[inline(always)]
    fn move_all(&mut self, _: SinglePieceMetric, _: &[u64], _: &[Pair], _: &mut [u64]) {}
}

/// Moves small pieces on cubes expanded from fillings.
struct OnCubes<'f, B, const L: usize, const P: usize> {
    bits: B,
    slices: &'f [CubeSlice],
    masks: &'f [u64; 7],
    small_pieces: SmallPieces<L, P>,
    cube: Vec<u64>,
    reached: Vec<u64>,
}

impl<B: WordBits, const L: usize, const P: usize> MoveSmallPieces for OnCubes<'_, B, L, P> {
    #[inline(always)]
    fn move_all(
        &mut self,
        metric: SinglePieceMetric,
        front: &[u64],
        pairs: &[Pair],
        next: &mut [u64],
    ) {
        for slice in self.slices {
            let (word, shift) = (slice.at as usize / 64, slice.at % 64);
            // A slice has at most 20 bits, which may lie in two words.
            let mut string = front[word] >> shift;
            if shift + u32::from(slice.len) > 64 {
                string |= front[word + 1] << (64 - shift);
            }
            let mask = self.masks[usize::from(slice.small_pieces)];
            self.cube[slice.word as usize] = self.bits.scatter(string, mask);
        }
        self.reached.fill(0);
        self.small_pieces.move_whole(metric, &self.cube, pairs, &mut self.reached);
        let (mut string, mut filled, mut word) = (0, 0, 0);
        for slice in self.slices {
            let mask = self.masks[usize::from(slice.small_pieces)];
            let more = self.bits.gather(self.reached[slice.word as usize], mask);
            string |= more << filled;
            filled += u32::from(slice.len);
            if filled >= 64 {
                next[word] |= string;
                word += 1;
                filled -= 64;
                string = more >> (u32::from(slice.len) - filled);
            }
        }
        if filled > 0 {
            next[word] |= string;
        }
    }
}

/// Moves small pieces on the fillings of the others, `L` words at a time.
struct OverOthers<'f, B, const L: usize> {
    bits: B,
    fillings: &'f PlaceMasks,
    others: &'f PlaceMasks,
    /// For every place, the fillings of the others for which the small piece is there or can reach it, in whole blocks.
    lifted: Vec<[u64; L]>,
    found: Vec<[u64; L]>,
    empty: Vec<[u64; L]>,
    blocks: usize,
    string: Vec<u64>,
}

impl<'f, B: WordBits, const L: usize> OverOthers<'f, B, L> {
    #[inline(always)]
    fn new(bits: B, fillings: &'f PlaceMasks, others: &'f PlaceMasks) -> Self {
        let blocks = others.words.div_ceil(L);
        let places = fillings.places as usize;
        let room = vec![[0; L]; blocks * places];
        let mut empty = room.clone();
        for place in 0..places {
            for word in 0..others.words {
                empty[word / L * places + place][word % L] =
                    others.empty[place * others.words + word];
            }
        }
        let string = vec![0; others.words];
        Self { bits, fillings, others, lifted: room.clone(), found: room, empty, blocks, string }
    }
}

impl<B: WordBits, const L: usize> MoveSmallPieces for OverOthers<'_, B, L> {
    #[inline(always)]
    fn move_all(
        &mut self,
        metric: SinglePieceMetric,
        front: &[u64],
        pairs: &[Pair],
        next: &mut [u64],
    ) {
        let Self { bits, fillings, others, lifted, found, empty, blocks, string } = self;
        let places = fillings.places as usize;
        lifted.fill([0; L]);
        for place in 0..places {
            let (full, without) = (fillings.full(place as u32), others.empty(1 << place));
            stream(*bits, front, full, others.words, without, |word, moved| {
                lifted[word / L * places + place][word % L] = moved;
            });
        }
        for block in 0..*blocks {
            let range = block * places..(block + 1) * places;
            let lifted = &lifted[range.clone()];
            let found = &mut found[range.clone()];
            match lifted.iter().all(|of| *of == [0; L]) {
                true => found.fill([0; L]),
                false => walk(metric, lifted, &empty[range], pairs, found),
            }
        }
        // The words of a place are in blocks, which alternate with those of other places.
        for place in 0..places {
            for (word, bits) in string.iter_mut().enumerate() {
                *bits = found[word / L * places + place][word % L];
            }
            let (full, without) = (fillings.full(place as u32), others.empty(1 << place));
            stream(*bits, string, without, fillings.words, full, |word, moved| next[word] |= moved);
        }
    }
}
