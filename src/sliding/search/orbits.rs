//! Skeletons that are images of one another: one of them, the leader, is searched for all.
//!
//! Where a puzzle is its own image in a reflection, so are the distances. Of the skeletons that reflections make of one
//! another the least leads, by its anchors, shape by shape. The others have no bits of their own.

use super::graph::SkeletonId;
use crate::effort::{Effort, Stopped};
use crate::grid::Cell;
use crate::numbering::Labelled;
use crate::sliding::rules::{PieceSet, Position, Puzzle, ShapeId, Symmetry};
use crate::sliding::space::skeletons_from;
use rayon::prelude::*;
use std::cmp::Ordering;

/// The leaders among all skeletons.
#[derive(Debug)]
pub(super) struct Orbits {
    /// The reflections in which puzzle and larger pieces are themselves, closed with the identity.
    symmetries: Vec<Symmetry>,
    skeletons: usize,
    /// Where there are reflections: the leaders' numbers among all skeletons, ascending.
    numbers: Vec<SkeletonId>,
    /// A bit for every skeleton that leads, and how many do before each word.
    leads: Vec<u64>,
    before: Vec<SkeletonId>,
}

/// What a skeleton is of its leader: that itself, or its image in a reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pose(u8);

impl Pose {
    /// The leader itself.
    pub const LEADER: Self = Self(0);

    /// The number of the reflection.
    #[inline(always)]
    pub fn reflection(self) -> Option<usize> {
        usize::from(self.0).checked_sub(1)
    }
}

/// Skeletons that one thread looks at at a time: whole words of bits.
const CHUNK: usize = 1 << 12;

impl Orbits {
    /// Each of so many skeletons on its own.
    pub fn trivial(skeletons: u64) -> Self {
        Self {
            symmetries: Vec::new(),
            skeletons: skeletons as usize,
            numbers: Vec::new(),
            leads: Vec::new(),
            before: Vec::new(),
        }
    }

    /// The orbits of the skeletons of some larger pieces.
    pub fn new(
        puzzle: &Puzzle,
        larger: &PieceSet,
        skeletons: &Labelled,
        effort: Effort<'_>,
    ) -> Result<Self, Stopped> {
        let mut orbits = Self::trivial(skeletons.len());
        orbits.symmetries = symmetries(puzzle, larger);
        if orbits.symmetries.is_empty() {
            return Ok(orbits);
        }
        let count = orbits.skeletons;
        let leads = (0..count.div_ceil(CHUNK)).into_par_iter().map(|chunk| {
            effort.done(0)?;
            let numbers = chunk * CHUNK..count.min((chunk + 1) * CHUNK);
            let mut leads = vec![0u64; numbers.len().div_ceil(64)];
            let all = skeletons_from(skeletons, numbers.start as u64);
            for (nth, skeleton) in (0..numbers.len()).zip(all) {
                let is_leader = orbits.pose(&skeleton) == Pose::LEADER;
                leads[nth / 64] |= u64::from(is_leader) << (nth % 64);
            }
            Ok(leads)
        });
        orbits.leads = leads.collect::<Result<Vec<_>, _>>()?.concat();
        let mut numbers = Vec::new();
        for (word, &leads) in orbits.leads.iter().enumerate() {
            orbits.before.push(numbers.len() as SkeletonId);
            let mut left = leads;
            while left != 0 {
                numbers.push((word * 64) as SkeletonId + left.trailing_zeros());
                left &= left - 1;
            }
        }
        numbers.shrink_to_fit();
        orbits.numbers = numbers;
        Ok(orbits)
    }

    /// The reflections.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Number of leaders.
    pub fn len(&self) -> usize {
        if self.symmetries.is_empty() { self.skeletons } else { self.numbers.len() }
    }

    /// The number of a leader among all skeletons.
    #[inline(always)]
    pub fn number(&self, leader: usize) -> usize {
        if self.symmetries.is_empty() { leader } else { self.numbers[leader] as usize }
    }

    /// Among the leaders the number of the first that is, among all skeletons, not before a number.
    #[inline]
    pub fn nth_leader(&self, number: usize) -> usize {
        if self.symmetries.is_empty() {
            return number;
        }
        let Some(&leads) = self.leads.get(number / 64) else { return self.numbers.len() };
        let earlier = leads & ((1 << (number % 64)) - 1);
        self.before[number / 64] as usize + earlier.count_ones() as usize
    }

    /// Whether the skeleton with a number leads.
    #[inline]
    pub fn leads(&self, number: usize) -> bool {
        self.symmetries.is_empty() || self.leads[number / 64] >> (number % 64) & 1 == 1
    }

    /// What a skeleton is of the leader of its orbit.
    #[inline]
    pub fn pose(&self, skeleton: &Position) -> Pose {
        let mut pose = Pose::LEADER;
        for (nth, symmetry) in (1..).zip(&self.symmetries) {
            let is_less = match self.reflection(pose) {
                None => symmetry.compare(skeleton) == Ordering::Less,
                Some(other) => {
                    let [one, other] = [symmetry, other].map(|symmetry| symmetry.image(skeleton));
                    one.all_anchors() < other.all_anchors()
                }
            };
            if is_less {
                pose = Pose(nth);
            }
        }
        pose
    }

    /// The reflection in which a skeleton in a pose becomes its leader.
    #[inline]
    pub fn reflection(&self, pose: Pose) -> Option<&Symmetry> {
        pose.reflection().map(|reflection| &self.symmetries[reflection])
    }

    /// Whether no image of a piece among others comes before it, others first and then the shape; with the reflections
    /// in which both are themselves.
    #[inline]
    pub fn ties(&self, others: &Position, shape: ShapeId) -> Option<Ties> {
        let mut ties = Ties(0);
        for (nth, symmetry) in self.symmetries.iter().enumerate() {
            match symmetry.compare(others).then_with(|| symmetry.shape(shape).cmp(&shape)) {
                Ordering::Less => return None,
                Ordering::Equal => ties.0 |= 1 << nth,
                Ordering::Greater => {}
            }
        }
        Some(ties)
    }
}

/// The reflections in which a piece's shape and the other pieces are themselves, a bit each.
#[derive(Clone, Copy)]
pub(super) struct Ties(u8);

impl Ties {
    /// Whether in none of them the piece's walk, whose first anchor comes first, becomes one with an earlier anchor.
    #[inline]
    pub fn is_first(self, orbits: &Orbits, shape: ShapeId, anchors: &[Cell]) -> bool {
        let tied = orbits.symmetries.iter().enumerate().filter(|(nth, _)| self.0 >> nth & 1 == 1);
        { tied }.all(|(_, symmetry)| {
            anchors.iter().all(|&anchor| symmetry.piece(shape, anchor).1 >= anchors[0])
        })
    }
}

/// The reflections in which a puzzle and some larger pieces of it are themselves.
pub(super) fn symmetries(puzzle: &Puzzle, larger: &PieceSet) -> Vec<Symmetry> {
    let filling = puzzle.filling_shape();
    let keeps_fillings = |symmetry: &&Symmetry| {
        filling.is_none_or(|shape| symmetry.shape(shape) == shape) && symmetry.keeps(larger)
    };
    puzzle.symmetries().iter().filter(keeps_fillings).cloned().collect()
}
