//! Maps from encoded positions to numbers.

use super::key_set::{hash, home};

/// An open-addressing map from keys to numbers.
#[derive(Debug)]
pub(super) struct Numbered<const N: usize> {
    places: Vec<Place<N>>,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
struct Place<const N: usize> {
    key: [u64; N],
    /// The number of the key, or [`EMPTY`].
    number: u32,
}

const EMPTY: u32 = u32::MAX;

/// A map that is fuller than this grows.
const FULL: (usize, usize) = (2, 3);

/// Smallest number of places.
const FEWEST_PLACES: usize = 64;

impl<const N: usize> Numbered<N> {
    pub fn new() -> Self {
        Self { places: vec![Place { key: [0; N], number: EMPTY }; FEWEST_PLACES], len: 0 }
    }

    /// Removes all keys, and makes room for a number of keys.
    pub fn clear(&mut self, room: usize) {
        let places = (room * FULL.1 / FULL.0 + 1).max(FEWEST_PLACES);
        self.len = 0;
        self.places.clear();
        if self.places.capacity() > 4 * places {
            self.places = Vec::new();
        }
        self.places.resize(places, Place { key: [0; N], number: EMPTY });
    }

    /// The number of a key, which is added with a number if it is new.
    #[inline]
    pub fn insert(&mut self, key: [u64; N], number: u32) -> u32 {
        let at = self.place(&key);
        let place = &mut self.places[at];
        if place.number != EMPTY {
            return place.number;
        }
        *place = Place { key, number };
        self.len += 1;
        if self.len * FULL.1 > self.places.len() * FULL.0 {
            self.grow();
        }
        number
    }

    /// The place of a key, or the empty place where it belongs.
    #[inline]
    fn place(&self, key: &[u64; N]) -> usize {
        let mut at = home(hash(key), self.places.len());
        while self.places[at].number != EMPTY && self.places[at].key != *key {
            at = if at + 1 == self.places.len() { 0 } else { at + 1 };
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        let empty = vec![Place { key: [0; N], number: EMPTY }; self.places.len() * 3 / 2];
        for place in std::mem::replace(&mut self.places, empty) {
            if place.number != EMPTY {
                let at = self.place(&place.key);
                self.places[at] = place;
            }
        }
    }

    pub fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<Place<N>>()
    }
}
