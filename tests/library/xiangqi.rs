//! The number of states of Chinese chess, by two independent methods. Small materials are counted
//! by placing the pieces one by one. All states are counted by a sum over the contents of the two
//! halves of the board.
//!
//! The definition is that of Wei and Li, "A method for calculating the total number of states of
//! Chinese chess on the basis of dynamic programming", CAAI Transactions on Intelligent Systems
//! 14(1), 2019.

use crate::common::{csv_rows, huarong, text};
use naive::xiangqi::{Board, LETTERS, POINTS, SOLDIER_FILES, may_stand};
use num_bigint::BigUint;
use serde_json::Value;
use std::array::from_fn;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::iter::repeat_n;
use std::ops::RangeInclusive;

const MOST: [usize; 12] = [2, 2, 2, 2, 2, 5, 2, 2, 2, 2, 2, 5];
/// The pieces that go anywhere: rooks, horses and cannons.
const FREE: [usize; 6] = [0, 1, 2, 6, 7, 8];
const COLUMNS: [&str; 12] = [
    "red_rooks",
    "red_horses",
    "red_cannons",
    "red_advisors",
    "red_elephants",
    "red_soldiers",
    "black_rooks",
    "black_horses",
    "black_cannons",
    "black_advisors",
    "black_elephants",
    "black_soldiers",
];

const HALF: usize = 45;

/// There are up to 32 pieces on the board.
const NUMBERS: usize = 33;

/// The number printed in the paper.
const PRINTED: &str = "7547040878332418571694532043654081760159";

/// The number according to the definition.
const TOTAL: &str = "7583767311308936928441671793917387439659";
const TOTAL_WITHOUT_FACING: &str = "7319236989832599193157938594028579365939";
const TOTAL_WITHOUT_CAPTURES: &str = "483488746376439688493059395008064000000";

/// The allowed number of each of `LETTERS`.
type Material = [RangeInclusive<usize>; 12];

/// A material with the counts in the text replaced: `R:1 p:0..2`.
fn with(mut material: Material, named: &str) -> Material {
    for part in named.split_whitespace() {
        let (letter, count) = part.split_once(':').unwrap();
        let (from, to) = count.split_once("..").unwrap_or((count, count));
        let kind = LETTERS.iter().position(|&other| [other] == letter.as_bytes()).unwrap();
        material[kind] = from.parse().unwrap()..=to.parse().unwrap();
    }
    material
}

/// The pieces in the text only.
fn only(named: &str) -> Material {
    with([const { 0..=0 }; 12], named)
}

/// The material without restrictions.
fn any() -> Material {
    MOST.map(|most| 0..=most)
}

fn full() -> Material {
    MOST.map(|most| most..=most)
}

/// The value of `--material`, with all kinds named.
fn option(material: &Material) -> String {
    let kinds = LETTERS.iter().zip(material).enumerate().map(|(i, (&letter, counts))| {
        let (letter, from, to) = (char::from(letter), counts.start(), counts.end());
        // Both notations of a fixed count.
        if from == to && i % 2 == 0 {
            format!("{letter}:{from}")
        } else {
            format!("{letter}:{from}..{to}")
        }
    });
    kinds.collect::<Vec<_>>().join(" ")
}

/// Every choice of exact counts.
fn choices(material: &Material) -> Vec<[usize; 12]> {
    let mut choices = vec![[0; 12]];
    for (kind, counts) in material.iter().enumerate() {
        let of = |choice: [usize; 12]| {
            counts.clone().map(move |count| {
                let mut choice = choice;
                choice[kind] = count;
                choice
            })
        };
        choices = choices.into_iter().flat_map(of).collect();
    }
    choices
}

// The program's output.

fn output(arguments: &[&str]) -> String {
    let run = huarong().args(["count", "xiangqi"]).args(arguments).assert().success();
    text(&run.get_output().stdout)
}

fn states(arguments: &[&str]) -> BigUint {
    let answer = output(&[arguments, &["--format", "json"]].concat());
    let answer: Value = serde_json::from_str(&answer).expect("a JSON object");
    let states: BigUint = answer["states"].as_str().expect("a text").parse().unwrap();
    let log10 = states.to_string().parse::<f64>().unwrap().log10();
    assert!((answer["log10"].as_f64().unwrap() - log10).abs() < 1e-6, "{answer}");
    states
}

/// The breakdown by the number of pieces, with zeros for missing rows.
fn pieces(arguments: &[&str]) -> Vec<BigUint> {
    let breakdown = ["--breakdown", "pieces", "--format", "csv"];
    let mut by_pieces = vec![BigUint::ZERO; NUMBERS];
    for row in csv_rows(&output(&[arguments, &breakdown].concat())) {
        assert_eq!(row.len(), 2, "{row:?}");
        let states = &mut by_pieces[row["pieces"].parse::<usize>().unwrap()];
        assert_eq!(*states, BigUint::ZERO, "a number of pieces has one row");
        *states = row["states"].parse().unwrap();
    }
    by_pieces
}

/// Compares the program's output with the states by the number of pieces.
fn compare(arguments: &[&str], by_pieces: &[BigUint]) {
    assert_eq!(states(arguments), by_pieces.iter().sum(), "{arguments:?}");
    assert_eq!(pieces(arguments), by_pieces, "{arguments:?}");
}

// First method: piece by piece.

/// All states of a material, and those without the generals face to face, by the number of pieces.
fn one_by_one(material: &Material) -> [Vec<BigUint>; 2] {
    let mut by_pieces = [vec![BigUint::ZERO; NUMBERS], vec![BigUint::ZERO; NUMBERS]];
    for counts in choices(material) {
        let board = Board::count(&counts);
        for (sums, states) in by_pieces.iter_mut().zip([board.all, board.all - board.facing]) {
            sums[2 + counts.iter().sum::<usize>()] += states;
        }
    }
    by_pieces
}

// Second method: half by half.

fn binomial(n: usize, k: usize) -> BigUint {
    (0..k).fold(BigUint::from(1u8), |product, i| product * (n - i.min(n)) / (i + 1))
}

/// The subsets of some points that avoid others, as bits, with an allowed number of points.
fn sets(points: &[usize], counts: &RangeInclusive<usize>, clear_of: u64) -> Vec<u64> {
    let mut sets = vec![0u64];
    for point in points.iter().filter(|&point| clear_of >> point & 1 == 0) {
        let with: Vec<_> = sets.iter().map(|set| set | 1 << point).collect();
        sets.extend(with);
    }
    sets.retain(|set| counts.contains(&(set.count_ones() as usize)));
    sets
}

/// The number of placements of 0 to 5 soldiers on their own half, given some closed points.
type Uncrossed = fn(u64) -> [u64; 6];

/// A factor 1 + nz for each file, where n of its two points are open.
fn uncrossed(closed: u64) -> [u64; 6] {
    let mut count = [1, 0, 0, 0, 0, 0];
    for file in SOLDIER_FILES {
        let open = [27 + file, 36 + file].iter().filter(|&point| closed >> point & 1 == 0).count();
        for soldiers in (1..=5).rev() {
            count[soldiers] += open as u64 * count[soldiers - 1];
        }
    }
    count
}

/// The contents of one half without rooks, horses and cannons: the number of ways, keyed by the
/// numbers of own soldiers, opposing soldiers and all pieces on it.
type Held = BTreeMap<[usize; 3], BigUint>;

/// The half of a side with the piece counts `limits`; the general is on one of some points, and the
/// shut points are empty.
fn held(generals: &[usize], shut: u64, limits: &[RangeInclusive<usize>], by: Uncrossed) -> Held {
    let of = |letter| (0..HALF).filter(|&point| may_stand(letter, point)).collect::<Vec<_>>();
    let (advisors, elephants) = (of(b'A'), of(b'E'));
    // First without the opposing soldiers.
    let mut own: BTreeMap<[usize; 2], u64> = BTreeMap::new();
    for general in generals {
        let general = 1 << general;
        for advisors in sets(&advisors, &limits[3], shut | general) {
            for elephants in sets(&elephants, &limits[4], shut | general | advisors) {
                let pieces = general | advisors | elephants;
                for (soldiers, count) in by(shut | pieces).into_iter().enumerate() {
                    let taken = pieces.count_ones() as usize + soldiers;
                    *own.entry([soldiers, taken]).or_default() += count;
                }
            }
        }
    }
    let open = HALF - shut.count_ones() as usize;
    let mut held = Held::new();
    for ([soldiers, taken], count) in own {
        for others in 0..=5 {
            *held.entry([soldiers, others, taken + others]).or_default() +=
                count * binomial(open - taken, others);
        }
    }
    held
}

/// The ways to arrange the free pieces of a material in a row, by their number: the coefficients of
/// the product of the kinds' sums of z^n / n!, times the factorial.
fn rows(material: &Material) -> Vec<BigUint> {
    let mut rows = vec![BigUint::from(1u8)];
    for kind in FREE {
        let mut longer = vec![BigUint::ZERO; rows.len() + 2];
        for (length, count) in rows.iter().enumerate() {
            for more in material[kind].clone() {
                longer[length + more] += count * binomial(length + more, more);
            }
        }
        rows = longer;
    }
    rows
}

/// The states by the number of pieces; each half is given by the general's points and the shut
/// points.
fn halves(material: &Material, red: Side, black: Side, by: Uncrossed) -> Vec<BigUint> {
    let mut by_pieces = vec![BigUint::ZERO; NUMBERS];
    let rows = rows(material);
    let open = POINTS - (red.1.count_ones() + black.1.count_ones()) as usize;
    let (red_limits, black_limits) = material.split_at(6);
    let black = held(black.0, black.1, black_limits, by);
    for ([red_here, black_there, below], count) in held(red.0, red.1, red_limits, by) {
        for ([black_here, red_there, above], other_count) in &black {
            if red_limits[5].contains(&(red_here + red_there))
                && black_limits[5].contains(&(black_here + black_there))
            {
                let count = &count * other_count;
                let taken = below + above;
                for (free, orders) in rows.iter().enumerate() {
                    by_pieces[taken + free] += &count * orders * binomial(open - taken, free);
                }
            }
        }
    }
    by_pieces
}

type Side<'a> = (&'a [usize], u64);

/// All states of a material, by the number of pieces.
fn all(material: &Material, by: Uncrossed) -> Vec<BigUint> {
    let palace: Vec<_> = (0..HALF).filter(|&point| may_stand(b'K', point)).collect();
    halves(material, (&palace, 0), (&palace, 0), by)
}

/// The states with the generals face to face: the points between them are shut.
fn facing(material: &Material) -> Vec<BigUint> {
    let mut sum = vec![BigUint::ZERO; NUMBERS];
    let before = |general: usize| {
        (general + 9..HALF).step_by(9).fold(0u64, |points, point| points | 1 << point)
    };
    for file in 3..=5 {
        for red in [file, file + 9, file + 18] {
            // From black's view.
            for black in [8 - file, 8 - file + 9, 8 - file + 18] {
                let (red, black) = ((&[red][..], before(red)), (&[black][..], before(black)));
                let states = halves(material, red, black, uncrossed);
                sum.iter_mut().zip(states).for_each(|(sum, states)| *sum += states);
            }
        }
    }
    sum
}

/// The states without the generals face to face.
fn not_facing(material: &Material) -> Vec<BigUint> {
    all(material, uncrossed)
        .iter()
        .zip(facing(material))
        .map(|(all, facing)| all - facing)
        .collect()
}

/// Materials small enough for placing pieces one by one.
const SMALL: [&str; 28] = [
    "",
    "A:0..2 E:0..2 a:0..2 e:0..2",
    "P:1",
    "p:1",
    "P:0..2 p:0..1",
    "P:1 p:2",
    "P:3",
    "p:4",
    "A:0..2 E:0..2 P:0..1",
    "E:2 P:2",
    "E:1..2 p:2",
    "e:2 p:3",
    "A:1 E:2 a:1 e:2 P:1",
    "E:1 e:2 P:1 p:1",
    "R:1",
    "n:1",
    "R:1 r:1",
    "N:1 c:1",
    "C:2",
    "c:2",
    "R:0..1 C:0..1",
    "r:2 n:1",
    "C:2 c:1",
    "R:1 P:1",
    "R:1 p:1",
    "n:1 P:1 p:1",
    "r:1 E:2 a:2",
    "C:1 A:1 e:1 P:1",
];

#[test]
fn small_materials_have_as_many_states_as_can_be_put_down() {
    for named in SMALL {
        let material = only(named);
        let [every, not_face_to_face] = one_by_one(&material);
        assert_eq!(all(&material, uncrossed), every, "{named}");
        assert_eq!(not_facing(&material), not_face_to_face, "{named}");
        let option = option(&material);
        compare(&["--material", &option], &every);
        compare(&["--material", &option, "--without-facing"], &not_face_to_face);
    }
}

/// The two sides' generals, advisors and elephants never compete for points, so their placements
/// are independent.
#[test]
fn without_soldiers_and_free_pieces_the_sides_are_independent() {
    let mut one_side = 0;
    for (advisors, elephants) in (0..=2).flat_map(|a| (0..=2).map(move |e| (a, e))) {
        let pieces = repeat_n(b'A', advisors).chain(repeat_n(b'E', elephants));
        one_side += Board::fill([b'K'].into_iter().chain(pieces), HALF).all;
    }
    let states = states(&["--material", "R:0 N:0 C:0 P:0 r:0 n:0 c:0 p:0"]);
    assert_eq!(states, BigUint::from(one_side).pow(2));
}

/// One half with every own piece that may be on it, as in the sums over halves.
#[test]
fn a_half_holds_what_can_be_put_down_on_it() {
    let palace: Vec<_> = (0..HALF).filter(|&point| may_stand(b'K', point)).collect();
    let mut expected = Held::new();
    for counts in choices(&only("A:0..2 E:0..2 P:0..5")) {
        let own = LETTERS.iter().zip(counts).flat_map(|(&letter, n)| repeat_n(letter, n));
        let board = Board::fill([b'K'].into_iter().chain(own), HALF);
        let pieces = 1 + counts.iter().sum::<usize>();
        *expected.entry([counts[5], 0, pieces]).or_default() += board.all;
    }
    let mut held = held(&palace, 0, &any()[..6], uncrossed);
    held.retain(|[_, others, _], _| *others == 0);
    assert_eq!(held, expected);
}

#[test]
fn all_states_are_as_the_halves_give_them() {
    let compared = |arguments: &[&str], by_pieces: Vec<BigUint>| {
        compare(arguments, &by_pieces);
        by_pieces.iter().sum::<BigUint>().to_string()
    };
    assert_eq!(compared(&[], all(&any(), uncrossed)), TOTAL);
    assert_eq!(compared(&["--without-facing"], not_facing(&any())), TOTAL_WITHOUT_FACING);
    assert_eq!(compared(&["--no-captures"], all(&full(), uncrossed)), TOTAL_WITHOUT_CAPTURES);
    compare(&["--no-captures", "--without-facing"], &not_facing(&full()));
    // A kind that is not named is unrestricted.
    for named in ["R:1", "P:5 p:5", "e:2", "R:0 N:0 C:0..1 r:0 n:0..1 c:2", "A:1..2 P:2..4 p:0 n:1"]
    {
        let material = with(any(), named);
        compare(&["--material", named], &all(&material, uncrossed));
        compare(&["--material", named, "--without-facing"], &not_facing(&material));
    }
}

#[test]
fn the_breakdown_of_some_materials_has_a_row_for_each() {
    let material = only("R:0..1 N:2 A:0..1 E:1..2 P:0..1 c:1..2 e:0..2 p:4..5");
    let option = option(&material);
    let breakdown = ["--material", &option, "--breakdown", "material", "--format", "csv"];
    let rows = csv_rows(&output(&breakdown));
    let mut by_material = BTreeMap::new();
    for row in &rows {
        assert_eq!(row.len(), 13, "{row:?}");
        let counts = COLUMNS.map(|column| row[column].parse::<usize>().unwrap());
        by_material.insert(counts, row["states"].parse::<BigUint>().unwrap());
    }
    assert_eq!(by_material.len(), rows.len(), "a material has one row");
    let expected = choices(&material).into_iter().map(|counts| {
        let states = all(&counts.map(|count| count..=count), uncrossed);
        (counts, states.iter().sum::<BigUint>())
    });
    assert_eq!(by_material, expected.collect());
}

/// All 1458² of them. Pieces confined to parts of the board are placed first. Then the rooks,
/// horses and cannons always have the same number of points left.
#[test]
#[ignore = "long: every material"]
fn every_material_has_its_states() {
    let rows = output(&["--breakdown", "material", "--format", "csv"]);
    let mut rows = csv::Reader::from_reader(rows.as_bytes());
    let columns = rows.headers().unwrap().iter().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(columns, [&COLUMNS[..], &["states"]].concat());
    let mut confined_states: HashMap<[usize; 12], BigUint> = HashMap::new();
    let (mut seen, mut sum) = (HashSet::new(), BigUint::ZERO);
    let mut row = csv::StringRecord::new();
    while rows.read_record(&mut row).unwrap() {
        let counts: [usize; 12] = from_fn(|kind| row[kind].parse().unwrap());
        assert!(seen.insert(counts.map(|count| count as u8)), "{row:?} stands there twice");
        let mut confined = counts;
        for kind in FREE {
            confined[kind] = 0;
        }
        let mut expected = confined_states
            .entry(confined)
            .or_insert_with(|| all(&confined.map(|n| n..=n), uncrossed).iter().sum())
            .clone();
        let mut left = POINTS - 2 - confined.iter().sum::<usize>();
        for kind in FREE {
            expected *= [1, left, left * (left - 1) / 2][counts[kind]];
            left -= counts[kind];
        }
        assert_eq!(expected, row[12].parse().unwrap(), "{row:?}");
        sum += expected;
    }
    assert_eq!(seen.len(), 1458 * 1458);
    assert_eq!(sum.to_string(), TOTAL);
}

/// Equation (3) of the paper as printed, without the choice of the files that elephants block: the
/// sum of 2^(P-i) C(5-BP, P-i) over i from 0 to min(BP, P).
fn printed(closed: u64) -> [u64; 6] {
    let blocked = blocked(closed);
    let term = |soldiers: usize, i: usize| {
        u64::try_from(binomial(5 - blocked, soldiers - i)).unwrap() << (soldiers - i)
    };
    [0, 1, 2, 3, 4, 5].map(|soldiers| (0..=blocked.min(soldiers)).map(|i| term(soldiers, i)).sum())
}

/// The same with that choice, C(BP, i), in every term.
fn corrected(closed: u64) -> [u64; 6] {
    let blocked = blocked(closed);
    let term = |soldiers: usize, i: usize| {
        let count = binomial(blocked, i) * binomial(5 - blocked, soldiers - i);
        u64::try_from(count).unwrap() << (soldiers - i)
    };
    [0, 1, 2, 3, 4, 5].map(|soldiers| (0..=blocked.min(soldiers)).map(|i| term(soldiers, i)).sum())
}

/// The two points that elephants share with soldiers.
const SHARED: [u64; 2] = [1 << (9 * 4 + 2), 1 << (9 * 4 + 6)];

/// The number of these points that are taken.
fn blocked(closed: u64) -> usize {
    SHARED.iter().filter(|&&point| closed & point != 0).count()
}

/// The numbers of soldier placements by enumeration, given elephants on some points.
fn soldiers_by_hand(closed: u64) -> [u64; 6] {
    let mut count = [0; 6];
    // Each file has no soldier, or a soldier on one of the two points.
    for choice in 0..3usize.pow(5) {
        let on = |file: usize| choice / 3usize.pow(file as u32) % 3;
        let point = |file: usize| 9 * (2 + on(file)) + SOLDIER_FILES[file];
        let soldiers: Vec<_> = (0..5).filter(|&file| on(file) != 0).map(point).collect();
        if soldiers.iter().all(|point| closed >> point & 1 == 0) {
            count[soldiers.len()] += 1;
        }
    }
    count
}

/// The printed equation is wrong exactly if both elephants are on points of soldiers; the number
/// printed in the paper follows from it.
#[test]
fn the_papers_number_is_that_of_its_equation_as_printed() {
    for closed in [0, SHARED[0], SHARED[1], SHARED[0] | SHARED[1]] {
        let by_hand = soldiers_by_hand(closed);
        assert_eq!(corrected(closed), by_hand);
        assert_eq!(uncrossed(closed), by_hand);
        assert_eq!(printed(closed) == by_hand, blocked(closed) < 2);
    }
    assert_eq!(soldiers_by_hand(SHARED[0] | SHARED[1]), [1, 8, 25, 38, 28, 8]);
    assert_eq!(printed(SHARED[0] | SHARED[1]), [1, 7, 19, 26, 20, 8]);

    let sum = |by| all(&any(), by).iter().sum::<BigUint>().to_string();
    assert_eq!(sum(printed), PRINTED);
    assert_eq!(sum(corrected), TOTAL);
}
