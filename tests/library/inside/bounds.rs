//! The table of bounds of scores.

use huarong_games::bounds::{Bounds, Word};
use proptest::prelude::*;
use std::collections::HashMap;

/// Stores bounds, then reads all of them: each is the last one stored for its key, or lost. Returns the number of known
/// ones.
fn known<W: Word>(
    bounds: &mut Bounds<W>,
    stored: &[(u64, (i32, i32))],
    key: impl Fn(u64) -> W,
) -> usize {
    let mut last = HashMap::new();
    for &(number, pair) in stored {
        bounds.set(key(number), pair);
        assert_eq!(bounds.get(key(number)), pair);
        last.insert(number, pair);
    }
    let is_known = |(&number, &pair): (&u64, &(i32, i32))| {
        let found = bounds.get(key(number));
        assert!(found == pair || found == Bounds::<W>::ANY, "{number}: {found:?}, not {pair:?}");
        found == pair
    };
    last.iter().filter(|&entry| is_known(entry)).count()
}

fn pairs() -> impl Strategy<Value = Vec<(u64, (i32, i32))>> {
    let bound = || -60..=60i32;
    proptest::collection::vec((any::<u64>(), (bound(), bound())), 1..3_000)
}

proptest! {
    /// Small tables lose bounds, and no position gets the bounds of another one.
    #[test]
    fn bounds_are_those_of_the_position(stored in pairs(), key_bits in 2..=64u32, memory in 0..1u64 << 20) {
        let short = |number: u64| number >> (64 - key_bits);
        let numbered: Vec<_> = stored.iter().map(|&(number, pair)| (short(number), pair)).collect();
        prop_assert!(known(&mut Bounds::<u64>::new(key_bits, memory), &numbered, |number| number) > 0);
        let long = |number: u64| u128::from(number) << key_bits | u128::from(number);
        prop_assert!(known(&mut Bounds::<u128>::new(2 * key_bits, memory), &numbered, long) > 0);
    }
}

/// A table grows with the number of stored positions. A small one loses most of them.
#[test]
fn a_table_grows() {
    let stored: Vec<_> =
        (0..1 << 19).map(|number| (number * 5, (-1, (number % 50) as i32))).collect();
    let mut large = Bounds::<u64>::new(49, u64::MAX);
    assert!(known(&mut large, &stored, |number| number) > stored.len() / 3);
    let mut small = Bounds::<u64>::new(49, 1 << 20);
    assert!((1 << 15..=1 << 16).contains(&known(&mut small, &stored, |number| number)));
}
