//! The kernels, against plain versions that process fillings one by one.

use crate::threads::{Threads, together};
use huarong_core::effort::Effort;
use huarong_core::grid::{Board, Cells};
use huarong_core::klotski;
use huarong_core::numbering::subsets::Binomials;
use huarong_core::rules::{Metric, SinglePieceMetric};
use huarong_search::cluster::{Exchange, Gone};
use huarong_search::kernels::{Portable, WordBits};
use huarong_search::layout::cube::Cube;
use huarong_search::layout::fillings::Fillings;
use huarong_search::layout::{Filling, Layout, MoveSmallPieces, WithSmallPieces};
use huarong_search::skeleton::{Pair, neighbour_pairs, neighbours};
use huarong_search::{DistanceStore, Search, SearchError, SearchPlan, classes};
use huarong_tables::table::{Checkpoint, Distances, EntryWidth};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Fillings, each as the set of places that hold small pieces.
type Sets = BTreeSet<u32>;

fn metrics() -> impl Strategy<Value = SinglePieceMetric> {
    use SinglePieceMetric::{Finger, Straight, Unit};
    prop_oneof![Just(Unit), Just(Straight), Just(Finger)]
}

/// The fillings whose bits are set.
fn sets(layout: &impl Layout, words: &[u64]) -> Sets {
    let is_set = |bit: u32| words[bit as usize / 64] >> (bit % 64) & 1 == 1;
    let all = layout.fillings().into_iter();
    all.filter(|filling| is_set(filling.bit)).map(|filling| filling.places).collect()
}

/// A random subset of the wanted fillings of a layout.
fn some(layout: &impl Layout, random: &[u64], thin: bool) -> Vec<u64> {
    let word = |(index, wanted): (usize, &u64)| {
        let thinned = if thin { random[(index * 7 + 3) % random.len()] } else { u64::MAX };
        wanted & random[index % random.len()] & thinned
    };
    let wanted = layout.wanted().to_vec();
    wanted.iter().enumerate().map(word).collect()
}

/// `set` renumbered after the places in `out` are removed, computed place by place.
fn squeezed(set: u32, out: u32) -> u32 {
    let kept = (0..32).filter(|place| out >> place & 1 == 0);
    kept.enumerate().fold(0, |new, (to, from)| new | (set >> from & 1) << to)
}

/// The filling that becomes `set` when the places in `new` are removed; these places are empty.
fn spread_out(set: u32, new: u32) -> u32 {
    let kept = (0..32).filter(|place| new >> place & 1 == 0);
    kept.enumerate().fold(0, |old, (from, to)| old | (set >> from & 1) << to)
}

/// Cubes in which some numbers of small pieces are wanted.
fn cubes() -> impl Strategy<Value = Cube> {
    (0..=11u32).prop_flat_map(|places| {
        let all: Vec<u32> = (0..=places).collect();
        let some = proptest::sample::subsequence(all.clone(), 1..=all.len());
        prop_oneof![Just(all), some].prop_map(move |small_pieces| Cube::new(places, &small_pieces))
    })
}

/// Fillings with a fixed number of small pieces.
fn fillings() -> impl Strategy<Value = Fillings> {
    let numbers = (0..=14u32).prop_flat_map(|places| (Just(places), 0..=places));
    // With sixteen places, some numbers leave few bits of a cube wanted, and need several words.
    let sparse = (Just(16), prop_oneof![1..=5u32, 12..=16u32]);
    prop_oneof![3 => numbers, 1 => sparse]
        .prop_map(|(places, small_pieces)| Fillings::new(places, small_pieces))
}

fn random_words() -> impl Strategy<Value = (Vec<u64>, bool)> {
    (proptest::collection::vec(any::<u64>(), 32), any::<bool>())
}

/// Equally many places to drop and to insert, below `places`.
fn steps(places: u32, random: (u32, u32), size: u32) -> (u32, u32) {
    let choose = |random: u32| {
        let below = Cells::first_of_all(places as u16);
        let count = Binomials::new().choose(places, size);
        Binomials::new().unrank_within(u64::from(random) % count, size, below).bits() as u32
    };
    (choose(random.0), choose(random.1))
}

/// The definition of PEXT and PDEP, bit by bit.
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
        check_bits(Portable::default(), word, places)?;
        #[cfg(target_arch = "x86_64")]
        if let Some(bmi2) = huarong_search::kernels::Bmi2::detect() {
            check_bits(bmi2, word, places)?;
        }
    }

    #[test]
    fn bits_are_gathered_and_scattered_one_by_one(word: u64, mask: u64) {
        let within = (0..64u32).filter(|bit| mask >> bit & 1 == 1);
        let gathered = within.clone().enumerate();
        let gathered = gathered.fold(0, |g, (to, from)| g | (word >> from & 1) << to);
        let scattered = within.enumerate().fold(0, |s, (from, to)| s | (word >> from & 1) << to);
        prop_assert_eq!(Portable::default().gather(word, mask), gathered);
        prop_assert_eq!(Portable::default().scatter(word, mask), scattered);
        #[cfg(target_arch = "x86_64")]
        if let Some(bmi2) = huarong_search::kernels::Bmi2::detect() {
            prop_assert_eq!(bmi2.gather(word, mask), gathered);
            prop_assert_eq!(bmi2.scatter(word, mask), scattered);
        }
    }

    #[test]
    fn fillings_are_numbered_like_subsets(fillings in fillings()) {
        for Filling { bit: number, places: filling } in fillings.fillings() {
            prop_assert_eq!(fillings.bit(filling), number);
            let small_pieces = filling.count_ones() as usize;
            let found = fillings.number(number as usize / 64, number % 64);
            prop_assert_eq!(found, (small_pieces, number as usize));
        }
        prop_assert_eq!(fillings.wanted().iter().map(|word| word.count_ones()).sum::<u32>(), fillings.count() as u32);
    }

    #[test]
    fn cubes_number_their_fillings_like_subsets(cube in cubes()) {
        for Filling { bit, places: filling } in Layout::fillings(&cube) {
            let number = Fillings::new(cube.places(), filling.count_ones()).bit(filling) as usize;
            let found = cube.number(bit as usize / 64, bit % 64);
            prop_assert_eq!(found, (filling.count_ones() as usize, number));
        }
    }

    #[test]
    fn cubes_hold_the_places_asked_for(cube in cubes(), places: u32) {
        check_holding(&cube, cube.places(), places)?;
    }

    #[test]
    fn fillings_hold_the_places_asked_for(fillings in fillings(), places: u32) {
        check_holding(&fillings, fillings.places(), places)?;
    }

    #[test]
    fn cubes_are_transferred_filling_by_filling(
        cube in cubes(),
        (words, thin) in random_words(),
        random: (u32, u32),
        size in 1..=4u32,
    ) {
        check_transfer(&cube, cube.places(), &some(&cube, &words, thin), random, size)?;
    }

    #[test]
    fn fillings_are_transferred_one_by_one(
        fillings in fillings(),
        (words, thin) in random_words(),
        random: (u32, u32),
        size in 1..=4u32,
    ) {
        let words = some(&fillings, &words, thin);
        check_transfer(&fillings, fillings.places(), &words, random, size)?;
    }

    #[test]
    fn places_are_exchanged_in_cubes(
        cube in cubes(),
        (words, thin) in random_words(),
        random: (u8, u8),
    ) {
        prop_assume!(cube.places() >= 2);
        check_exchange(&cube, cube.places(), some(&cube, &words, thin), random)?;
    }

    #[test]
    fn places_are_exchanged_in_fillings(
        fillings in fillings(),
        (words, thin) in random_words(),
        random: (u8, u8),
    ) {
        prop_assume!(fillings.places() >= 2);
        check_exchange(&fillings, fillings.places(), some(&fillings, &words, thin), random)?;
    }

    #[test]
    fn small_pieces_move_one_by_one_on_cubes(
        cube in cubes(),
        (words, thin) in random_words(),
        ground in (1..=5u8, any::<u64>()),
        metric in metrics(),
    ) {
        check_small_pieces(&cube, cube.places(), &some(&cube, &words, thin), ground, metric)?;
    }

    #[test]
    fn small_pieces_move_one_by_one_on_fillings(
        fillings in fillings(),
        (words, thin) in random_words(),
        ground in (1..=5u8, any::<u64>()),
        metric in metrics(),
    ) {
        let words = some(&fillings, &words, thin);
        check_small_pieces(&fillings, fillings.places(), &words, ground, metric)?;
    }
}

/// The bits with small pieces on some places are those of the fillings that have them there.
fn check_holding(layout: &impl Layout, places: u32, random: u32) -> Result<(), TestCaseError> {
    let asked = random & random >> 7 & ((1 << places) - 1);
    let mut words = vec![0; layout.words()];
    layout.holding(asked).for_each(|(word, bits)| words[word] |= bits);
    let wanted = layout.fillings().into_iter().map(|filling| filling.places);
    let wanted: Sets = wanted.filter(|filling| filling & asked == asked).collect();
    prop_assert_eq!(sets(layout, &words), wanted);
    Ok(())
}

fn check_transfer(
    layout: &impl Layout,
    places: u32,
    words: &[u64],
    random: (u32, u32),
    size: u32,
) -> Result<(), TestCaseError> {
    if places == 0 {
        return Ok(());
    }
    let (drop, insert) = steps(places, random, size.min(places));
    let moved = sets(layout, words).into_iter().filter(|filling| filling & drop == 0);
    let wanted: Sets = moved.map(|f| spread_out(squeezed(f, drop), insert)).collect();
    let mut found = vec![0; words.len()];
    layout.transfer(Portable::default(), words, drop, insert, |word, bits| found[word] |= bits);
    prop_assert_eq!(sets(layout, &found), wanted.clone());
    if let &[first] = words {
        let found = layout.transfer_words(Portable::default(), [first], drop, insert);
        prop_assert_eq!(sets(layout, &found), wanted.clone());
    }
    if let &[first, second] = words {
        let found = layout.transfer_words(Portable::default(), [first, second], drop, insert);
        prop_assert_eq!(sets(layout, &found), wanted.clone());
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(bmi2) = huarong_search::kernels::Bmi2::detect() {
        found.fill(0);
        layout.transfer(bmi2, words, drop, insert, |word, bits| found[word] |= bits);
        prop_assert_eq!(sets(layout, &found), wanted);
    }
    Ok(())
}

fn check_exchange(
    layout: &impl Layout,
    places: u32,
    words: Vec<u64>,
    random: (u8, u8),
) -> Result<(), TestCaseError> {
    let places = places as u8;
    let one = random.0 % places;
    let other = (one + 1 + random.1 % (places - 1)) % places;
    let exchanged = |filling: u32| {
        let (a, b) = (filling >> one & 1, filling >> other & 1);
        filling & !(1 << one | 1 << other) | b << one | a << other
    };
    let wanted: Sets = sets(layout, &words).into_iter().map(exchanged).collect();
    let mut found = words;
    layout.exchange(Portable::default(), &mut found, one.min(other), one.max(other));
    prop_assert_eq!(sets(layout, &found), wanted);
    Ok(())
}

/// One move of a small piece.
struct Moving<'w> {
    metric: SinglePieceMetric,
    words: &'w [u64],
    pairs: &'w [Pair],
    found: &'w mut [u64],
}

impl WithSmallPieces for Moving<'_> {
    fn with(self, mut small_pieces: impl MoveSmallPieces) {
        small_pieces.move_all(self.metric, self.words, self.pairs, self.found);
    }
}

fn check_small_pieces(
    layout: &impl Layout,
    places: u32,
    words: &[u64],
    (width, random): (u8, u64),
    metric: SinglePieceMetric,
) -> Result<(), TestCaseError> {
    // A board with room for one free cell per place.
    let height = (places as u8).div_ceil(width).max(1) + 1;
    let board = Board::new(width, height, []).expect("at most 128 cells");
    let count = Binomials::new().choose(board.cell_count().into(), places);
    let free = Binomials::new().unrank_within(random % count, places, board.open_cells());
    let began = sets(layout, words);
    let wanted_fillings: Sets =
        layout.fillings().into_iter().map(|filling| filling.places).collect();
    let mut wanted: Sets =
        began.iter().flat_map(|&filling| after_moves(&board, free, filling, metric)).collect();
    prop_assert!(wanted.is_subset(&wanted_fillings));

    let pairs: Vec<Pair> = neighbour_pairs(&neighbours(&board), free).collect();
    let mut found = vec![0; words.len()];
    layout.with_small_pieces(
        Portable::default(),
        Moving { metric, words, pairs: &pairs, found: &mut found },
    );
    let mut found = sets(layout, &found);
    prop_assert!(wanted.is_subset(&found));
    if metric == SinglePieceMetric::Finger {
        // A flood may also return its starting fillings.
        found.extend(&began);
        wanted.extend(&began);
    }
    prop_assert_eq!(found, wanted);
    Ok(())
}

/// The fillings after one move of one small piece, walked cell by cell.
fn after_moves(board: &Board, free: Cells, filling: u32, metric: SinglePieceMetric) -> Sets {
    let cells: Vec<u16> = free.into_iter().collect();
    let place = |cell: u16| cells.iter().position(|&other| other == cell);
    let is_empty = |cell: u16| place(cell).is_some_and(|place| filling >> place & 1 == 0);
    let step = |cell: u16, (right, down): (i8, i8)| {
        let column = board.column(cell).checked_add_signed(right).filter(|&c| c < board.width())?;
        let row = board.row(cell).checked_add_signed(down).filter(|&r| r < board.height())?;
        board.cell(column, row).filter(|&to| is_empty(to))
    };
    let directions = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    let mut after = Sets::new();
    for (from, &cell) in cells.iter().enumerate().filter(|(place, _)| filling >> place & 1 == 1) {
        let mut ends = BTreeSet::new();
        match metric {
            SinglePieceMetric::Unit => {
                ends.extend(directions.iter().filter_map(|&direction| step(cell, direction)))
            }
            SinglePieceMetric::Straight => {
                for direction in directions {
                    ends.extend(std::iter::successors(step(cell, direction), |&at| {
                        step(at, direction)
                    }));
                }
            }
            SinglePieceMetric::Finger => {
                let mut open = vec![cell];
                while let Some(at) = open.pop() {
                    for to in directions.iter().filter_map(|&direction| step(at, direction)) {
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

/// A distance store that discards everything.
struct Forgotten;

impl DistanceStore for Forgotten {
    type Error = SearchError;

    fn width(&self) -> EntryWidth {
        EntryWidth::One
    }

    fn read(&self, _: u64, count: usize) -> Result<Distances, SearchError> {
        Ok(Distances::of_bytes(vec![u8::MAX; count]))
    }

    fn widen(&self) -> Result<(), SearchError> {
        unreachable!("no distance is as large as that");
    }

    fn write(&self, _: u64, _: Distances<&[u8]>) -> Result<(), SearchError> {
        Ok(())
    }

    fn is_due(&self) -> bool {
        false
    }

    fn reached(&self, _: &Checkpoint) -> Result<(), SearchError> {
        unreachable!("none is due");
    }
}

/// Communication of a part that counts its rounds.
struct CountedRounds {
    exchange: Threads,
    rounds: usize,
}

impl Exchange for CountedRounds {
    fn part(&self) -> usize {
        self.exchange.part()
    }

    fn parts(&self) -> usize {
        self.exchange.parts()
    }

    fn send(&mut self, to: usize, message: Vec<u8>) {
        self.exchange.send(to, message);
    }

    fn end_round(&mut self) -> Result<Vec<(usize, Vec<u8>)>, Gone> {
        self.rounds += 1;
        self.exchange.end_round()
    }
}

#[test]
fn a_level_of_many_rounds_is_a_level() {
    let puzzle = &klotski::puzzle();
    let set = puzzle.parse_piece_set("1h2v2s").unwrap();
    let class = &classes(puzzle, std::slice::from_ref(&set))[0];
    let plan = SearchPlan::new(puzzle, class).unwrap().with_rounds_of(256);
    let whole = Search::new(puzzle, class, Effort::UNLIMITED).unwrap();
    for parts in [2, 5] {
        for metric in Metric::ALL {
            let found = together(parts, |exchange| {
                let mut exchange = CountedRounds { exchange, rounds: 0 };
                let effort = Effort::UNLIMITED;
                let found = plan.run_part(metric, &Forgotten, None, &mut exchange, effort).unwrap();
                (found, exchange.rounds)
            });
            let mut counts = Vec::new();
            let unreachable: u64 = found.iter().map(|(part, _)| part.unreachable).sum();
            for (part, rounds) in &found {
                assert!(*rounds > 4 * part.counts.len(), "a level takes many rounds: {rounds}");
                counts.resize(counts.len().max(part.counts.len()), 0);
                counts.iter_mut().zip(&part.counts).for_each(|(all, count)| *all += count);
            }
            let whole = whole.run(metric, false, Effort::UNLIMITED).unwrap()[0].histogram();
            assert_eq!(counts, whole.counts, "{parts} parts, {metric}");
            assert_eq!(unreachable, whole.unreachable);
        }
    }
}
