//! The kernels against their plain twins, which take fillings one by one.

use super::cube::{Cube, MOST_PLACES};
use super::graph::{Pair, lines, neighbour_pairs};
use super::kernels::{Portable, Smalls, WordBits, transfer};
use crate::grid::{Board, Cells};
use crate::numbering::subsets::Binomials;
use crate::sliding::rules::Metric;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Fillings as the sets of places that hold smalls.
type Fillings = BTreeSet<u32>;

/// The fillings whose bits are set.
fn fillings(cube: &Cube, words: &[u64]) -> Fillings {
    let bits = words.iter().zip(cube.highs());
    bits.flat_map(|(&word, &high)| {
        (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| high << 6 | bit)
    })
    .collect()
}

/// The places of `set` counted anew without those in `out`, one place after another.
fn squeezed(set: u32, out: u32) -> u32 {
    let kept = (0..32).filter(|place| out >> place & 1 == 0);
    kept.enumerate().fold(0, |new, (to, from)| new | (set >> from & 1) << to)
}

/// The filling that is `set` once the places in `new` are taken out of it, those being empty.
fn spread_out(set: u32, new: u32) -> u32 {
    let kept = (0..32).filter(|place| new >> place & 1 == 0);
    kept.enumerate().fold(0, |old, (from, to)| old | (set >> from & 1) << to)
}

/// A cube that keeps words for some numbers of smalls, and some of its wanted fillings.
fn cube_and_words() -> impl Strategy<Value = (Cube, Vec<u64>)> {
    (0..=11u32)
        .prop_flat_map(|places| {
            let smalls = prop_oneof![
                Just((0..=places).collect::<Vec<_>>()),
                proptest::sample::subsequence(
                    (0..=places).collect::<Vec<_>>(),
                    1..=1.max(places.min(2) as usize)
                ),
            ];
            (Just(places), smalls, proptest::collection::vec(any::<u64>(), 32), any::<bool>())
        })
        .prop_map(|(places, smalls, random, thin)| {
            let cube = Cube::new(places, &smalls);
            let wanted = cube.wanted().to_bitvec().into_vec();
            let word = |(index, wanted): (usize, u64)| {
                let thinned = if thin { random[(index * 7 + 3) % 32] } else { u64::MAX };
                wanted & random[index % 32] & thinned
            };
            let words = wanted.into_iter().enumerate().map(word).collect();
            (cube, words)
        })
}

/// As many places to drop as to insert, below `places`.
fn steps(places: u32, random: (u32, u32), size: u32) -> (u32, u32) {
    let choose = |random: u32| {
        let below = Cells::first_of_all(places as u8);
        let ways = Binomials::new().choose(places, size);
        Binomials::new().unrank_within(u64::from(random) % ways, size, below).bits() as u32
    };
    (choose(random.0), choose(random.1))
}

/// What PEXT and PDEP are defined to do, bit by bit.
fn check_bits(bits: impl WordBits, word: u64, places: u32) -> Result<(), TestCaseError> {
    let empty = (0..64u32).filter(|bit| bit & places == 0);
    let squeezed = empty.clone().enumerate();
    let squeezed = squeezed.fold(0, |s, (to, from)| s | (word >> from & 1) << to);
    let spread = empty.enumerate().fold(0, |s, (from, to)| s | (word >> from & 1) << to);
    prop_assert_eq!(bits.squeeze(word, places), squeezed);
    prop_assert_eq!(bits.spread(word, places), spread);
    Ok(())
}

proptest! {
    #[test]
    fn words_are_squeezed_and_spread_bit_by_bit(word: u64, places in 0..64u32) {
        check_bits(Portable, word, places)?;
        #[cfg(target_arch = "x86_64")]
        if let Some(bmi2) = super::kernels::Bmi2::detect() {
            check_bits(bmi2, word, places)?;
        }
    }

    #[test]
    fn transfers_move_every_filling(
        (cube, words) in cube_and_words(),
        random: (u32, u32),
        size in 0..4u32,
    ) {
        let size = size.min(cube.places());
        let (drop, insert) = match cube.places() {
            0 => (0, 0),
            places => steps(places, random, size),
        };
        let moved = fillings(&cube, &words).into_iter().filter(|filling| filling & drop == 0);
        let wanted: Fillings = moved.map(|f| spread_out(squeezed(f, drop), insert)).collect();
        let mut found = vec![0; words.len()];
        transfer(Portable, &cube, &words, drop, insert, |word, bits| found[word] |= bits);
        prop_assert_eq!(fillings(&cube, &found), wanted.clone());
        #[cfg(target_arch = "x86_64")]
        if let Some(bmi2) = super::kernels::Bmi2::detect() {
            found.fill(0);
            transfer(bmi2, &cube, &words, drop, insert, |word, bits| found[word] |= bits);
            prop_assert_eq!(fillings(&cube, &found), wanted);
        }
    }

    #[test]
    fn places_are_exchanged_in_every_filling(
        (cube, words) in cube_and_words(),
        random: (u8, u8),
    ) {
        prop_assume!(cube.places() >= 2);
        let places = cube.places() as u8;
        let (one, other) = (random.0 % places, (random.0 % places + 1 + random.1 % (places - 1)) % places);
        let exchanged = |filling: u32| {
            let (a, b) = (filling >> one & 1, filling >> other & 1);
            filling & !(1 << one | 1 << other) | b << one | a << other
        };
        let wanted: Fillings = fillings(&cube, &words).into_iter().map(exchanged).collect();
        let mut found = words;
        cube.exchange(&mut found, one.min(other), one.max(other));
        prop_assert_eq!(fillings(&cube, &found), wanted);
    }

    #[test]
    fn smalls_move_one_by_one(
        (cube, words) in cube_and_words(),
        width in 1..=5u8,
        random: u64,
        metric in proptest::sample::select(&Metric::ALL[..]),
    ) {
        // A board with room for as many free cells as the cube has places.
        let height = (cube.places() as u8).div_ceil(width).max(1) + 1;
        let board = Board::new(width, height, []).expect("at most 128 cells");
        let ways = Binomials::new().choose(board.cell_count().into(), cube.places());
        let free =
            Binomials::new().unrank_within(random % ways, cube.places(), board.open_cells());
        let wanted: Fillings =
            fillings(&cube, &words).iter().flat_map(|&f| after_moves(&board, free, f, metric)).collect();

        let pairs: Vec<Pair> = neighbour_pairs(&lines(&board), free).collect();
        let mut found = vec![0; words.len()];
        let places = cube.places();
        if !cube.is_whole() {
            let mut smalls = Smalls::<1, MOST_PLACES>::new(places);
            smalls.move_sparse(metric, &cube, &words, &pairs, &mut found);
        } else {
            match words.len() {
                1 => Smalls::<1, 6>::new(places).move_whole(metric, &words, &pairs, &mut found),
                2 => Smalls::<2, 7>::new(places).move_whole(metric, &words, &pairs, &mut found),
                4 => Smalls::<4, 8>::new(places).move_whole(metric, &words, &pairs, &mut found),
                _ => Smalls::<8, 16>::new(places).move_whole(metric, &words, &pairs, &mut found),
            }
        }
        let mut found = fillings(&cube, &found);
        let mut wanted = wanted;
        prop_assert!(wanted.is_subset(&found));
        if metric == Metric::Finger {
            // A flood may also give back what it began with.
            let began = fillings(&cube, &words);
            found.extend(&began);
            wanted.extend(&began);
        }
        prop_assert_eq!(found, wanted);
    }
}

/// The fillings after one move of one small, walked cell by cell.
fn after_moves(board: &Board, free: Cells, filling: u32, metric: Metric) -> Fillings {
    let cells: Vec<u8> = free.into_iter().collect();
    let place = |cell: u8| cells.iter().position(|&other| other == cell);
    let is_empty = |cell: u8| place(cell).is_some_and(|place| filling >> place & 1 == 0);
    let step = |cell: u8, (right, down): (i8, i8)| {
        let column = board.column(cell).checked_add_signed(right).filter(|&c| c < board.width())?;
        let row = board.row(cell).checked_add_signed(down).filter(|&r| r < board.height())?;
        board.cell(column, row).filter(|&to| is_empty(to))
    };
    let directions = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    let mut after = Fillings::new();
    for (from, &cell) in cells.iter().enumerate().filter(|(place, _)| filling >> place & 1 == 1) {
        let mut ends = BTreeSet::new();
        match metric {
            Metric::Unit => ends.extend(directions.iter().filter_map(|&way| step(cell, way))),
            Metric::Straight => {
                for way in directions {
                    ends.extend(std::iter::successors(step(cell, way), |&at| step(at, way)));
                }
            }
            Metric::Finger => {
                let mut open = vec![cell];
                while let Some(at) = open.pop() {
                    for to in directions.iter().filter_map(|&way| step(at, way)) {
                        if ends.insert(to) {
                            open.push(to);
                        }
                    }
                }
            }
        }
        let places = ends.into_iter().filter_map(place);
        after.extend(places.map(|to| filling & !(1 << from) | 1 << to));
    }
    after
}
