//! Orbits of skeletons under the reflections of a puzzle. The search examines one skeleton of each orbit.
//!
//! Reflections that map a puzzle to itself preserve distances. The representative of an orbit is the skeleton whose
//! anchors, shape by shape, come first. Only representatives have bits.

use super::bits::for_each_one;
use super::skeleton::SkeletonId;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::Cell;
use huarong_core::numbering::Labelled;
use huarong_core::rules::{Arrangement, PieceSet, Puzzle, ShapeId, Symmetry};
use huarong_core::space::skeletons_from;
use rayon::prelude::*;
use std::cmp::Ordering;

#[derive(Debug)]
pub struct Orbits {
    /// The reflections that map the puzzle and its larger pieces to themselves; with the identity, a group.
    symmetries: Vec<Symmetry>,
    skeletons: usize,
    /// If there are reflections: the numbers of the representatives, ascending.
    numbers: Vec<SkeletonId>,
    /// One bit per skeleton: whether it is a representative. For each word, the number of representatives before it.
    represents: Vec<u64>,
    before: Vec<SkeletonId>,
}

/// The map from the representative of an orbit to one of its skeletons, and back: the identity or a reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transform(u8);

impl Transform {
    /// The transform of a representative.
    pub const IDENTITY: Self = Self(0);

    #[inline(always)]
    pub fn reflection(self) -> Option<usize> {
        usize::from(self.0).checked_sub(1)
    }
}

/// Number of skeletons that one thread examines at a time: whole words of bits.
const CHUNK: usize = 1 << 12;

impl Orbits {
    /// Orbits of one skeleton each.
    pub fn trivial(skeletons: u64) -> Self {
        Self {
            symmetries: Vec::new(),
            skeletons: skeletons as usize,
            numbers: Vec::new(),
            represents: Vec::new(),
            before: Vec::new(),
        }
    }

    pub fn new(
        puzzle: &Puzzle,
        larger: &PieceSet,
        skeletons: &Labelled,
        effort: Effort<'_>,
    ) -> Result<Self, Cancelled> {
        let mut orbits = Self::trivial(skeletons.len());
        orbits.symmetries = symmetries(puzzle, larger);
        if orbits.symmetries.is_empty() {
            return Ok(orbits);
        }
        let count = orbits.skeletons;
        let represents = (0..count.div_ceil(CHUNK)).into_par_iter().map(|chunk| {
            effort.done(0)?;
            let numbers = chunk * CHUNK..count.min((chunk + 1) * CHUNK);
            let mut represents = vec![0u64; numbers.len().div_ceil(64)];
            let all = skeletons_from(skeletons, numbers.start as u64);
            for (nth, skeleton) in (0..numbers.len()).zip(all) {
                let is_first = orbits.transform(&skeleton) == Transform::IDENTITY;
                represents[nth / 64] |= u64::from(is_first) << (nth % 64);
            }
            Ok(represents)
        });
        orbits.represents = represents.collect::<Result<Vec<_>, _>>()?.concat();
        let mut numbers = Vec::new();
        for (word, &represents) in orbits.represents.iter().enumerate() {
            orbits.before.push(numbers.len() as SkeletonId);
            for_each_one(word as u64 * 64, represents, |number| numbers.push(number as SkeletonId));
        }
        numbers.shrink_to_fit();
        orbits.numbers = numbers;
        Ok(orbits)
    }

    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    pub fn len(&self) -> usize {
        if self.symmetries.is_empty() { self.skeletons } else { self.numbers.len() }
    }

    /// The number of a representative among all skeletons.
    #[inline(always)]
    pub fn number(&self, representative: usize) -> usize {
        if self.symmetries.is_empty() {
            representative
        } else {
            self.numbers[representative] as usize
        }
    }

    /// The position, in the list of representatives, of the first one whose number is at least `number`.
    #[inline]
    pub fn nth_representative(&self, number: usize) -> usize {
        if self.symmetries.is_empty() {
            return number;
        }
        let Some(&represents) = self.represents.get(number / 64) else { return self.numbers.len() };
        let earlier = represents & ((1 << (number % 64)) - 1);
        self.before[number / 64] as usize + earlier.count_ones() as usize
    }

    #[inline]
    pub fn represents(&self, number: usize) -> bool {
        self.symmetries.is_empty() || self.represents[number / 64] >> (number % 64) & 1 == 1
    }

    /// The map from the representative of the orbit to a skeleton.
    #[inline]
    pub fn transform(&self, skeleton: &Arrangement) -> Transform {
        let mut transform = Transform::IDENTITY;
        for (nth, symmetry) in (1..).zip(&self.symmetries) {
            let is_less = match self.reflection(transform) {
                None => symmetry.compare(skeleton) == Ordering::Less,
                Some(other) => {
                    let [one, other] = [symmetry, other].map(|symmetry| symmetry.image(skeleton));
                    one.all_anchors() < other.all_anchors()
                }
            };
            if is_less {
                transform = Transform(nth);
            }
        }
        transform
    }

    /// The reflection of a transform; `None` for the identity.
    #[inline]
    pub fn reflection(&self, transform: Transform) -> Option<&Symmetry> {
        transform.reflection().map(|reflection| &self.symmetries[reflection])
    }

    /// The reflections that preserve a piece's shape and the other pieces. `None` if a reflection maps them to others
    /// that come first, by the other pieces and then the shape.
    #[inline]
    pub fn stabilizer(&self, others: &Arrangement, shape: ShapeId) -> Option<Stabilizer> {
        let mut stabilizer = Stabilizer(0);
        for (nth, symmetry) in self.symmetries.iter().enumerate() {
            match symmetry.compare(others).then_with(|| symmetry.shape(shape).cmp(&shape)) {
                Ordering::Less => return None,
                Ordering::Equal => stabilizer.0 |= 1 << nth,
                Ordering::Greater => {}
            }
        }
        Some(stabilizer)
    }
}

/// The reflections that preserve a piece's shape and the other pieces: one bit per reflection.
#[derive(Clone, Copy)]
pub struct Stabilizer(u8);

impl Stabilizer {
    /// Whether no reflection maps an anchor of the piece's walk to one before the first anchor of the walk.
    #[inline]
    pub fn is_first(self, orbits: &Orbits, shape: ShapeId, anchors: &[Cell]) -> bool {
        let preserving =
            orbits.symmetries.iter().enumerate().filter(|(nth, _)| self.0 >> nth & 1 == 1);
        { preserving }.all(|(_, symmetry)| {
            anchors.iter().all(|&anchor| symmetry.piece(shape, anchor).1 >= anchors[0])
        })
    }
}

/// The reflections that map a puzzle and a set of its larger pieces to themselves.
pub fn symmetries(puzzle: &Puzzle, larger: &PieceSet) -> Vec<Symmetry> {
    let filling = puzzle.filling_shape();
    let keeps_fillings = |symmetry: &&Symmetry| {
        filling.is_none_or(|shape| symmetry.shape(shape) == shape) && symmetry.keeps(larger)
    };
    puzzle.symmetries().iter().filter(keeps_fillings).cloned().collect()
}
