//! Puzzles to order, against brute force over every packing, goal and move.

use huarong::design::{
    Among, DecoyCounts, DesignError, Designed, Designs, Draft, Ended, Order, PieceList, Region,
    StartSymmetry, designs, hardest_designs, rush_designs, variants,
};
use huarong::difficulty::Difficulty;
use huarong::rush::{Evolution, Scope, Universe};
use huarong_core::effort::{Effort, Progress};
use huarong_core::rules::Metric;
use naive::orders::{Board, Entry, Position, Puzzle, SYMMETRIES};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The orientations of a shape, each as its cells.
type Drawn = &'static [&'static [(usize, usize)]];

/// Shapes as the program names them, with their orientations drawn.
const SHAPES: [(&str, Drawn); 7] = [
    ("small", &[&[(0, 0)]]),
    ("domino", &[&[(0, 0), (1, 0)], &[(0, 0), (0, 1)]]),
    ("h", &[&[(0, 0), (1, 0)]]),
    ("1x2", &[&[(0, 0), (0, 1)]]),
    ("big", &[&[(0, 0), (1, 0), (0, 1), (1, 1)]]),
    (
        "corner",
        &[
            &[(0, 0), (1, 0), (0, 1)],
            &[(0, 0), (1, 0), (1, 1)],
            &[(0, 0), (0, 1), (1, 1)],
            &[(1, 0), (0, 1), (1, 1)],
        ],
    ),
    ("XX./.XX", &[&[(0, 0), (1, 0), (1, 1), (2, 1)]]),
];

const BOARDS: [&str; 5] = [".../...", ".../.../...", "..../....", "..#/.../...", ".#./.../.../.#."];

/// A goal piece and other pieces, by their places among the shapes, with the least and the most of each.
#[derive(Clone, Debug)]
struct Pieces {
    goal: usize,
    others: Vec<(usize, usize, usize)>,
}

impl Pieces {
    fn list(&self) -> PieceList {
        let mut text = SHAPES[self.goal].0.to_owned();
        for &(shape, least, most) in &self.others {
            text += &format!(" {least}..{most}*{}", SHAPES[shape].0);
        }
        text.parse().expect("a list of pieces")
    }

    fn positions(&self, board: &Board) -> BTreeSet<Position> {
        let shapes = |shape: usize| SHAPES[shape].1.iter().map(|cells| cells.to_vec()).collect();
        let entry =
            |&(shape, least, most): &_| -> Entry { (shapes(shape), (least..=most).collect()) };
        let goal: Vec<Vec<(usize, usize)>> = shapes(self.goal);
        board.positions(&goal, &self.others.iter().map(entry).collect::<Vec<_>>())
    }
}

fn pieces() -> impl Strategy<Value = Pieces> {
    let others = subsequence((0..SHAPES.len()).collect::<Vec<_>>(), 0..=2);
    (0..SHAPES.len(), others, 0..3_usize, 0..2_usize).prop_map(|(goal, others, least, more)| {
        let others = others.into_iter().map(|shape| (shape, least, least + more));
        Pieces { goal, others: others.collect() }
    })
}

/// Symmetries of starts as the library and the witness name them. Half of the orders have none.
fn symmetries() -> impl Strategy<Value = Vec<(StartSymmetry, usize)>> {
    let [left_right, up_down, half_turn, quarter_turn] = SYMMETRIES;
    let all = vec![
        (StartSymmetry::LeftRight, left_right),
        (StartSymmetry::UpDown, up_down),
        (StartSymmetry::HalfTurn, half_turn),
        (StartSymmetry::QuarterTurn, quarter_turn),
    ];
    prop_oneof![Just(Vec::new()), subsequence(all, 1..=2)]
}

/// Whether an order is refused because no start can have its symmetries.
fn is_asymmetric(found: &Result<Designs, DesignError>) -> bool {
    use DesignError::{Asymmetric, AsymmetricBoard, AsymmetricGoalPiece};
    matches!(found, Err(Asymmetric { .. } | AsymmetricBoard | AsymmetricGoalPiece { .. }))
}

/// The puzzle of a draft, whose goal piece is A.
fn puzzle(board: &Board, draft: &Draft) -> Puzzle {
    let text = draft.text();
    let grids: Vec<&str> = text.split("\"\"\"").collect();
    let cells = |grid: &str, sign: char| -> u32 {
        let signs = grid.chars().filter(|sign| *sign != '\n');
        signs.enumerate().filter(|(_, found)| *found == sign).map(|(cell, _)| 1 << cell).sum()
    };
    let (start, goal) = (grids[1], grids[3]);
    let signs: BTreeSet<char> = start.chars().filter(|sign| !"A.#\n".contains(*sign)).collect();
    let mut others: Vec<u32> = signs.into_iter().map(|sign| cells(start, sign)).collect();
    others.sort();
    assert_eq!(start.chars().filter(|sign| *sign != '\n').count(), board.width * board.height);
    ((cells(start, 'A'), others), cells(goal, 'A'))
}

fn canonical(board: &Board, found: &[Designed]) -> BTreeSet<Puzzle> {
    found.iter().map(|designed| board.canonical(&puzzle(board, &designed.draft))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn random_orders_find_the_hardest_puzzles(
        pieces in pieces(),
        rows in select(&BOARDS[..]),
        metric in select(&Metric::ALL[..]),
        is_unique in any::<bool>(),
        symmetries in symmetries(),
        is_minimal in any::<bool>(),
        is_maximal in any::<bool>(),
        decoys in option::of((0..2_usize, 0..3_usize)),
        total in option::weighted(0.3, (2..5_usize, 0..2_usize)),
    ) {
        let board = Board::of(rows);
        let mut positions = pieces.positions(&board);
        let region = Region::parse_drawing(rows).unwrap();
        let mut list = pieces.list();
        if let Some((least, more)) = total {
            list = list.with_total(least..=least + more);
            positions.retain(|(_, others)| (least..=least + more).contains(&(1 + others.len())));
        }
        let is_symmetric = |start: &Position| symmetries.iter().all(|&(_, by)| board.is_symmetric(start, by));
        let order = Order {
            metric,
            solutions: is_unique.then(|| "1".parse().unwrap()),
            symmetries: symmetries.iter().map(|(symmetry, _)| *symmetry).collect(),
            minimal: is_minimal,
            maximal: is_maximal,
            decoys: decoys.map(|(pieces, walls)| DecoyCounts { pieces: pieces..=pieces + 1, walls: 0..=walls }),
            ..Order::default()
        };
        let found = hardest_designs(&region, &list, None, &order, Effort::UNLIMITED);
        if positions.is_empty() {
            prop_assert!(found.is_err() || found.unwrap().found.is_empty());
            return Ok(());
        }
        let all = board.puzzles(&positions, metric.name());
        if is_asymmetric(&found) {
            prop_assert!(!symmetries.is_empty() && !positions.iter().any(is_symmetric));
            return Ok(());
        }
        let found = found.unwrap();
        let excluded = found.excluded;
        prop_assert_eq!(
            excluded.unsolvable + excluded.moves + excluded.solutions + excluded.symmetric + found.fitting,
            found.starts
        );
        prop_assert_eq!((found.ended, found.unsearched), (Ended::Complete, 0));
        let fits = |puzzle: &Puzzle, moves: u32| {
            let (length, solutions) =
                board.solve(&puzzle.0, puzzle.1, metric.name()).expect("it has a solution");
            assert_eq!(length, moves);
            (!is_unique || solutions == 1)
                && is_symmetric(&puzzle.0)
                && (!is_minimal || board.is_minimal(puzzle, moves, metric.name()))
                && (!is_maximal || board.is_maximal(puzzle, metric.name()))
                && decoys.is_none_or(|(pieces, walls)| {
                    let (found, found_walls) = board.decoys(puzzle, moves, metric.name());
                    (pieces..=pieces + 1).contains(&found) && found_walls <= walls
                })
        };
        let hardest = all.iter().rev().find_map(|(&moves, puzzles)| {
            let fitting = puzzles.iter().filter(|puzzle| fits(puzzle, moves));
            let fitting: BTreeSet<Puzzle> =
                fitting.map(|puzzle| board.canonical(puzzle)).collect();
            (!fitting.is_empty()).then_some((moves, fitting))
        });
        match hardest {
            None => prop_assert!(found.found.is_empty()),
            Some((moves, expected)) => {
                let lengths = found.found.iter().map(|designed| u32::from(designed.distance));
                prop_assert!(lengths.into_iter().all(|length| length == moves));
                // A mirror image and its image under a rotation by 90 degrees are both listed.
                prop_assert!(!symmetries.is_empty() || found.found.len() == expected.len());
                prop_assert_eq!(canonical(&board, &found.found), expected);
            }
        }
    }
}

/// Limits of memory that no search of a space fits into. Components of 8,800 positions fit into the first, and those of 58
/// into the second.
const LITTLE: [u64; 2] = [9_000_000, 60_000];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn puzzles_found_at_random_satisfy_the_order(
        pieces in pieces(),
        rows in select(&BOARDS[..]),
        metric in select(&Metric::ALL[..]),
        memory in select(&LITTLE[..]),
        is_graded in any::<bool>(),
        same_component in any::<bool>(),
        is_unique in any::<bool>(),
        symmetries in symmetries(),
        seed in 0..4_u64,
    ) {
        let board = Board::of(rows);
        let positions = pieces.positions(&board);
        let region = Region::parse_drawing(rows).unwrap();
        let is_symmetric = |start: &Position| symmetries.iter().all(|&(_, by)| board.is_symmetric(start, by));
        let order = Order {
            metric,
            count: 5,
            graded: is_graded.then_some(2..=10),
            solutions: is_unique.then(|| "1".parse().unwrap()),
            symmetries: symmetries.iter().map(|(symmetry, _)| *symmetry).collect(),
            same_component,
            seed,
            ..Order::default()
        };
        let effort = Effort { memory, ..Effort::UNLIMITED };
        let found = designs(&region, &pieces.list(), None, &order, 80, effort);
        if positions.is_empty() {
            prop_assert!(found.is_err() || found.unwrap().found.is_empty());
            return Ok(());
        }
        if is_asymmetric(&found) {
            prop_assert!(!positions.iter().any(is_symmetric));
            return Ok(());
        }
        let found = found.unwrap();
        let at_random = found.at_random.expect("no space fits into memory");
        prop_assert!(at_random.piece_sets > 0 && (found.piece_sets, found.starts) == (0, 0));
        prop_assert_eq!(at_random.tried, 80);
        let puzzles: Vec<Puzzle> = found.found.iter().map(|one| puzzle(&board, &one.draft)).collect();
        for (designed, (start, goal)) in found.found.iter().zip(&puzzles) {
            prop_assert!(positions.contains(start), "the list allows the pieces");
            let (moves, solutions) = board.solve(start, *goal, metric.name()).expect("a solution");
            prop_assert_eq!(moves, u32::from(designed.distance));
            prop_assert!(!is_graded || [2, 4, 6, 8, 10].iter().any(|grade| moves.abs_diff(*grade) < 1));
            prop_assert!(!is_unique || solutions == 1);
            prop_assert!(is_symmetric(start));
        }
        for (nth, one) in puzzles.iter().enumerate() {
            for other in &puzzles[..nth] {
                // Walls limit the reflections.
                prop_assert!(rows.contains('#') || !resemble(&board, one, other));
                prop_assert!(same_component || !board.component(&one.0).contains(&other.0));
            }
        }
    }
}

#[test]
fn random_puzzles_are_as_long_as_all() {
    let effort = Effort { memory: LITTLE[0], ..Effort::UNLIMITED };
    for (rows, pieces) in [
        (".../.../...", Pieces { goal: 1, others: vec![(1, 1, 3), (0, 0, 3)] }),
        ("..#/.../...", Pieces { goal: 0, others: vec![(5, 1, 2), (0, 0, 1)] }),
        (".../.../...", Pieces { goal: 6, others: vec![(1, 0, 1), (0, 0, 2)] }),
    ] {
        let board = Board::of(rows);
        let region = Region::parse_drawing(rows).unwrap();
        let all = board.puzzles(&pieces.positions(&board), "finger");
        let longest = *all.keys().last().unwrap();
        let order = Order { seed: 3, ..Order::default() };
        let found = designs(&region, &pieces.list(), None, &order, 1024, effort).unwrap();
        assert_eq!(found.found.iter().map(|one| u32::from(one.distance)).max(), Some(longest));
        assert_eq!(found.at_random.map(|random| random.undecided), Some(0));
    }
}

/// Either of two goals in opposite corners solves these puzzles.
#[test]
fn the_nearest_of_several_goals_counts() {
    let board = Board::of(".../.../...");
    let region = Region::new(3, 3).unwrap();
    let list: PieceList = "h 1..2domino 0..3small".parse().unwrap();
    let (goals, masks) = ([vec![(0, 0), (1, 0)], vec![(1, 2), (2, 2)]], [0b11, 0b110_000_000]);
    let pieces = Pieces { goal: 2, others: vec![(1, 1, 2), (0, 0, 3)] };
    let solve = |start: &Position| -> Option<(u32, u64)> {
        let found = masks.map(|goal| board.solve(start, goal, "straight"));
        let least = found.iter().flatten().map(|(moves, _)| *moves).min()?;
        let nearest = found.into_iter().flatten().filter(|(moves, _)| *moves == least);
        Some((least, nearest.map(|(_, solutions)| solutions).sum()))
    };
    // The mask of both goals stands for them: each symmetry of the board that keeps it keeps the goals.
    let key = |start: &Position| board.canonical(&(start.clone(), masks[0] | masks[1]));
    let read = |designed: &Designed| {
        let text = designed.draft.text();
        assert!(
            text.contains("goals = [\"\"\"\nAA.\n...\n...\n\"\"\", \"\"\"\n...\n...\n.AA\n\"\"\"]"),
            "{text}"
        );
        puzzle(&board, &designed.draft).0
    };
    for solutions in [None, Some("1".parse().unwrap())] {
        let order = Order {
            metric: Metric::Straight,
            other_goals: vec![goals[1].clone()],
            solutions: solutions.clone(),
            ..Order::default()
        };
        let fits = |&(_, count): &(u32, u64)| solutions.is_none() || count == 1;
        let all = pieces.positions(&board);
        let solved = all.iter().filter_map(|start| Some((start, solve(start).filter(fits)?.0)));
        let solved: Vec<(&Position, u32)> = solved.collect();
        let most = solved.iter().map(|(_, moves)| *moves).max().unwrap();
        let hardest = solved.iter().filter(|(_, moves)| *moves == most);
        let expected: BTreeSet<Puzzle> = hardest.map(|(start, _)| key(start)).collect();
        let found = hardest_designs(&region, &list, Some(&goals[0]), &order, Effort::UNLIMITED);
        let found = found.unwrap().found;
        assert!(found.iter().all(|designed| u32::from(designed.distance) == most));
        assert_eq!(found.iter().map(|one| key(&read(one))).collect::<BTreeSet<_>>(), expected);
        let effort = Effort { memory: LITTLE[0], ..Effort::UNLIMITED };
        let order = Order { count: 4, ..order };
        let found = designs(&region, &list, Some(&goals[0]), &order, 256, effort).unwrap();
        assert!(found.at_random.is_some() && found.found.len() == 4);
        for designed in &found.found {
            let solved = solve(&read(designed)).filter(fits);
            assert_eq!(solved.map(|(moves, _)| moves), Some(designed.distance.into()));
        }
    }
    // Pieces never turn, so no piece reaches both of these.
    let order = Order { other_goals: vec![vec![(0, 0), (0, 1)]], ..Order::default() };
    let any = "domino 2small".parse().unwrap();
    let refused = designs(&region, &any, Some(&goals[0]), &order, 0, Effort::UNLIMITED);
    assert!(matches!(refused, Err(DesignError::Goal)));
}

#[test]
fn orders_of_random_puzzles_have_all_conditions() {
    let board = Board::of(".../.../...");
    let region = Region::new(3, 3).unwrap();
    let list: PieceList = "domino 1..2domino 0..3small".parse().unwrap();
    let effort = Effort { memory: LITTLE[0], ..Effort::UNLIMITED };
    let goal = [(1, 2), (2, 2)];
    let order = |order: Order<'static>| Order { count: 3, same_component: true, ..order };
    let ask = |order: &Order<'_>| {
        let found = designs(&region, &list, Some(&goal), order, 256, effort).unwrap();
        assert!(!found.found.is_empty());
        let puzzles =
            found.found.iter().map(|one| (puzzle(&board, &one.draft), one.distance.into()));
        let puzzles: Vec<(Puzzle, u32)> = puzzles.collect();
        for ((start, goal), moves) in &puzzles {
            assert_eq!(*goal, 0b110_000_000);
            assert_eq!(board.solve(start, *goal, "finger").unwrap().0, *moves);
        }
        puzzles
    };
    for (puzzle, moves) in ask(&order(Order { minimal: true, ..Order::default() })) {
        assert!(board.is_minimal(&puzzle, moves, "finger"));
    }
    for (puzzle, _) in ask(&order(Order { maximal: true, ..Order::default() })) {
        assert!(board.is_maximal(&puzzle, "finger"));
    }
    let fixed = vec![vec![(0, 0)], vec![(1, 0), (1, 1)]];
    for (((goal, others), _), _) in ask(&order(Order { fixed, ..Order::default() })) {
        assert!([0b1, 0b10010].iter().all(|piece| goal == *piece || others.contains(piece)));
    }
    let moves = "4..6".parse().unwrap();
    for (_, moves) in ask(&order(Order { distance: moves, ..Order::default() })) {
        assert!((4..=6).contains(&moves));
    }
    let measured = |difficulty: &Difficulty| difficulty.reachable > 40;
    let order =
        Order { count: 3, same_component: true, measured: Some(&measured), ..Order::default() };
    for ((start, _), _) in ask(&order) {
        assert!(board.component(&start).len() > 40);
    }
}

#[test]
fn random_puzzles_depend_on_the_seed_and_not_on_threads() {
    let region = Region::new(4, 4).unwrap();
    let list: PieceList = "big 3..4domino 1..3small".parse().unwrap();
    let effort = Effort { memory: LITTLE[0], ..Effort::UNLIMITED };
    let run = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let order = Order { count: 8, seed, ..Order::default() };
            let found = designs(&region, &list, None, &order, 200, effort).unwrap();
            let drafts = found.found.iter().map(|one| (one.distance, one.draft.text()));
            (drafts.collect::<Vec<_>>(), found.at_random)
        })
    };
    let alone = run(1, 7);
    assert!(!alone.0.is_empty());
    assert_eq!(alone, run(7, 7));
    assert_ne!(alone, run(2, 8));
}

#[test]
fn piece_sets_that_fit_are_searched_whole_beside_large_ones() {
    let region = Region::new(4, 4).unwrap();
    let list: PieceList = "big 1..4domino 2small".parse().unwrap();
    let order = Order { count: 1, ..Order::default() };
    let all = designs(&region, &list, None, &order, 0, Effort::UNLIMITED).unwrap();
    assert_eq!(all.at_random, None);
    // The estimate of a search counts 9.9 MB for the process.
    let effort = Effort { memory: 9_960_000, ..Effort::UNLIMITED };
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| designs(&region, &list, None, &order, 600, effort).unwrap())
    };
    let some = run(1);
    let at_random = some.at_random.expect("some piece sets are too large");
    assert_eq!(some.piece_sets + at_random.piece_sets, all.piece_sets);
    assert!(some.piece_sets > 0 && some.starts < all.starts);
    assert_eq!(some.found[0].distance, all.found[0].distance);
    let more = run(4);
    assert_eq!(
        (more.piece_sets, more.starts, more.at_random),
        (some.piece_sets, some.starts, some.at_random)
    );
    let error = designs(&region, &list, None, &order, 0, effort).unwrap_err().to_string();
    assert!(error.contains("cannot be searched whole"), "{error}");
    assert!(hardest_designs(&region, &list, None, &order, effort).is_err());
    // Impossible orders are not answered by a proof.
    let order = Order { distance: "1000..".parse().unwrap(), ..Order::default() };
    let none = designs(&region, &list, None, &order, 10, effort).unwrap();
    assert!(none.found.is_empty());
    assert_eq!(none.at_random.map(|random| random.tried), Some(10));
}

/// Whether more than half of the pieces are the same, perhaps after a reflection.
fn resemble(board: &Board, one: &Puzzle, other: &Puzzle) -> bool {
    let pieces = |puzzle: &Puzzle| {
        let mut all = puzzle.0.1.clone();
        all.push(puzzle.0.0);
        all
    };
    let (one, other) = (pieces(one), pieces(other));
    let image = |mask: u32, symmetry: usize| -> u32 {
        let cells = (0..board.width * board.height).filter(|cell| mask >> cell & 1 == 1);
        let place = |cell: usize| {
            let (x, y) = (cell % board.width, cell / board.width);
            let x = if symmetry & 1 > 0 { board.width - 1 - x } else { x };
            let y = if symmetry & 2 > 0 { board.height - 1 - y } else { y };
            1 << (y * board.width + x)
        };
        cells.map(place).sum()
    };
    (0..4).any(|symmetry| {
        let common = one.iter().filter(|&&piece| other.contains(&image(piece, symmetry))).count();
        2 * common > one.len().max(other.len())
    })
}

#[test]
fn graded_sets_have_the_lengths_and_differ() {
    let board = Board::of(".../.../...");
    let list = "domino 1..3domino 0..3small".parse().unwrap();
    for seed in 0..3 {
        let order = Order { count: 4, graded: Some(2..=14), seed, ..Order::default() };
        let region = Region::new(3, 3).unwrap();
        let Designs { found, .. } =
            designs(&region, &list, None, &order, 0, Effort::UNLIMITED).unwrap();
        // The steps are 4 moves, so lengths of less than 2 moves beside will do.
        assert!(!found.is_empty());
        let puzzles: Vec<Puzzle> = found.iter().map(|one| puzzle(&board, &one.draft)).collect();
        let mut last = 0;
        for (designed, (start, goal)) in found.iter().zip(&puzzles) {
            let (moves, _) = board.solve(start, *goal, "finger").unwrap();
            assert_eq!(moves, u32::from(designed.distance));
            assert!([2, 6, 10, 14].iter().any(|target| moves.abs_diff(*target) < 2));
            assert!(moves > last, "the lengths rise");
            last = moves;
        }
        for (nth, one) in puzzles.iter().enumerate() {
            for other in &puzzles[..nth] {
                assert!(!resemble(&board, one, other));
            }
        }
    }
}

#[test]
fn goals_can_be_drawn() {
    let board = Board::of(".../.../...");
    let list: PieceList = "domino 2domino 2small".parse().unwrap();
    let goal = [(1, 2), (2, 2)];
    let region = Region::new(3, 3).unwrap();
    let order = Order { metric: Metric::Unit, ..Order::default() };
    let found = hardest_designs(&region, &list, Some(&goal), &order, Effort::UNLIMITED).unwrap();
    let pieces = Pieces { goal: 1, others: vec![(1, 2, 2), (0, 2, 2)] };
    let all = board.puzzles(&pieces.positions(&board), "unit");
    let at_goal = |puzzles: &&Vec<Puzzle>| puzzles.iter().any(|puzzle| puzzle.1 == 0b110_000_000);
    let (moves, _) = all.iter().rev().find(|(_, puzzles)| at_goal(puzzles)).unwrap();
    assert_eq!(u32::from(found.found[0].distance), *moves);
    for designed in &found.found {
        assert_eq!(puzzle(&board, &designed.draft).1, 0b110_000_000);
    }
    let error = hardest_designs(&region, &list, Some(&[(0, 0)]), &order, Effort::UNLIMITED);
    assert!(error.unwrap_err().to_string().contains("never covers exactly the cells"));
}

#[test]
fn pieces_can_be_fixed() {
    let board = Board::of("..../....");
    let list: PieceList = "domino 1..2domino 1small".parse().unwrap();
    let pieces = Pieces { goal: 1, others: vec![(1, 1, 2), (0, 1, 1)] };
    // One small piece in the lower left corner, and one domino in the upper row.
    let fixed = vec![vec![(0, 1)], vec![(1, 0), (2, 0)]];
    let order = Order { fixed, ..Order::default() };
    let region = Region::new(4, 2).unwrap();
    let found = hardest_designs(&region, &list, None, &order, Effort::UNLIMITED).unwrap();
    let stands = |((goal, others), _): &Puzzle| {
        [1 << 4, 0b110].iter().all(|piece| goal == piece || others.contains(piece))
    };
    let all = board.puzzles(&pieces.positions(&board), "finger");
    let hardest = all.iter().rev().find_map(|(&moves, puzzles)| {
        let fitting: BTreeSet<Puzzle> =
            puzzles.iter().filter(|puzzle| stands(puzzle)).cloned().collect();
        (!fitting.is_empty()).then_some((moves, fitting))
    });
    let (moves, expected) = hardest.unwrap();
    for designed in &found.found {
        assert_eq!(u32::from(designed.distance), moves);
        assert!(expected.contains(&puzzle(&board, &designed.draft)));
    }
    assert!(!found.found.is_empty());
}

#[test]
fn lists_of_pieces_are_read_or_refused() {
    for (list, mixes) in [
        ("big", 1),
        ("T", 4),
        ("S", 2),
        ("h 2v", 1),
        ("small 0..2domino", 1 + 2 + 3),
        ("1x3 3x1", 1),
        ("L J", 16),
        ("big 2*2x1", 1),
    ] {
        let read: PieceList = list.parse().unwrap();
        assert_eq!(read.mixes(20).unwrap().len(), mixes, "{list}");
    }
    for (chinese, english) in [
        ("大塊 2橫塊、0..3小塊", "big 2h 0..3small"),
        ("T，4双格块，三格 角", "T 4domino bar corner"),
        ("豎\u{3000}2竖块 横 1..2雙格", "v 2v h 1..2domino"),
    ] {
        assert_eq!(chinese.parse::<PieceList>(), english.parse(), "{chinese}");
    }
    for (list, message) in [
        ("", "no pieces"),
        ("小狗", "names no shape"),
        ("dog", "names no shape"),
        ("2big", "exactly one"),
        ("0..1big", "exactly one"),
        ("big 3..2small", "does not begin"),
        ("big 300small", "does not begin"),
        ("big X.X", "names no shape"),
        ("big 0x3", "names no shape"),
        ("big ..2small", "names no shape"),
    ] {
        let error = list.parse::<PieceList>().expect_err(list).to_string();
        assert!(error.contains(message), "{list}: {error}");
    }
    let full: PieceList = "big 8small".parse().unwrap();
    assert!(full.mixes(12).unwrap_err().to_string().contains("12 open cells"));
    let many: PieceList = "L 0..9L 0..9J 0..9T 0..9S 0..9Z 0..9corner".parse().unwrap();
    assert!(many.mixes(128).unwrap_err().to_string().contains("more than"));
}

/// The minimal puzzles of a scope as moves and board.
fn minimal(scope: Scope) -> BTreeSet<(u16, String)> {
    let findings = Universe::new(scope).unwrap().run(Effort::UNLIMITED).unwrap();
    findings.puzzles().map(|puzzle| (puzzle.distance, puzzle.board.clone())).collect()
}

#[test]
fn random_changes_find_minimal_puzzles_only() {
    for scope in [Scope::new(5, 5).unwrap(), Scope::new(4, 4).unwrap().with_walls(2).unwrap()] {
        let all = minimal(scope);
        let universe = Universe::new(scope).unwrap();
        let mut evolution = Evolution::new(&universe, 1);
        (0..8).for_each(|_| evolution.advance(Effort::UNLIMITED).unwrap());
        let found: BTreeSet<(u16, String)> = { evolution.by_moves().values().flatten() }
            .map(|puzzle| (puzzle.distance, puzzle.board.clone()))
            .collect();
        assert!(found.is_subset(&all));
        let longest = |puzzles: &BTreeSet<(u16, String)>| puzzles.last().unwrap().0;
        assert_eq!(longest(&found), longest(&all));
    }
}

#[test]
#[ignore = "long: many changes on one and several threads"]
fn random_changes_do_not_depend_on_threads() {
    let universe = Universe::new(Scope::new(6, 6).unwrap()).unwrap();
    let run = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut evolution = Evolution::new(&universe, seed);
            (0..2).for_each(|_| evolution.advance(Effort::UNLIMITED).unwrap());
            evolution.by_moves().clone()
        })
    };
    let alone = run(1, 7);
    assert_eq!(alone, run(3, 7));
    assert_ne!(alone, run(1, 8));
}

#[test]
fn rush_hour_puzzles_to_order_have_different_cars() {
    let scope = Scope::new(4, 4).unwrap().with_walls(2).unwrap();
    let all = minimal(scope);
    let lengths: BTreeSet<u16> = all.iter().map(|(moves, _)| *moves).collect();
    let longest = *lengths.last().unwrap();
    let order = Order {
        metric: Metric::Straight,
        count: longest.into(),
        graded: Some(1..=longest),
        ..Order::default()
    };
    let found = rush_designs(scope, &[], &order, 0, Effort::UNLIMITED).unwrap();
    assert_eq!(found.among, Among::All { puzzles: all.len() as u64 });
    let drawn = |text: &str| -> String {
        let grid = text.split("\"\"\"").nth(1).unwrap();
        grid.replace('\n', "").replace('.', "o").replace('#', "x")
    };
    let boards: Vec<String> =
        found.found.iter().map(|designed| drawn(&designed.draft.text())).collect();
    for (designed, board) in found.found.iter().zip(&boards) {
        assert!(all.contains(&(designed.distance, board.clone())), "{board} is minimal");
    }
    // The cars of each row and column, in order.
    let cars = |board: &String| -> Vec<String> {
        let signs: Vec<char> = board.chars().collect();
        let line = |cells: [usize; 4]| {
            let mut text: Vec<char> = cells.map(|cell| signs[cell]).to_vec();
            text.dedup();
            let count = |sign: &char| cells.iter().filter(|cell| signs[**cell] == *sign).count();
            let long = text.iter().filter(|sign| !"ox".contains(**sign) && count(sign) > 1);
            long.map(|sign| char::from(b'0' + count(sign) as u8)).collect::<String>()
        };
        let rows = (0..4).map(|row| line([0, 1, 2, 3].map(|column| row * 4 + column)));
        let columns = (0..4).map(|column| line([0, 1, 2, 3].map(|row| row * 4 + column)));
        rows.chain(columns).collect()
    };
    let different: BTreeSet<Vec<String>> = boards.iter().map(cars).collect();
    assert_eq!(different.len(), boards.len());
    assert!(boards.len() >= 5, "{boards:?}");
}

/// Designs and variants count moves of single pieces, and say so.
#[test]
fn orders_in_moves_of_lines_are_refused() {
    let (region, list) = (Region::new(3, 3).unwrap(), "big domino".parse().unwrap());
    let order = Order { metric: Metric::Multi, ..Order::default() };
    let refused = designs(&region, &list, None, &order, 0, Effort::UNLIMITED).unwrap_err();
    assert!(refused.to_string().contains("unit, straight or finger"), "{refused}");
    let order = Order::default();
    let found = designs(&region, &list, None, &order, 0, Effort::UNLIMITED).unwrap().found;
    let refused = variants(&found[0].draft, Metric::Multi, |_| true, Effort::UNLIMITED);
    assert!(refused.unwrap_err().to_string().contains("unit, straight or finger"));
}

/// Does work whose observer cancels it after so many searches.
fn cancelled_after<T>(searches: u64, work: impl FnOnce(Effort<'_>) -> T) -> T {
    let done = AtomicU64::new(0);
    let observer = |progress: Progress<'_>| {
        if let Progress::Done(units) = progress {
            done.fetch_add(units, Relaxed);
        }
        match done.load(Relaxed) >= searches {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    work(Effort { observer: &observer, ..Effort::UNLIMITED })
}

#[test]
fn cancelled_orders_give_what_was_found() {
    let board = Board::of(".../.../...");
    let (region, list) = (Region::new(3, 3).unwrap(), "domino 1..3domino 0..3small");
    let list: PieceList = list.parse().unwrap();
    let order = Order { count: 4, ..Order::default() };
    let whole = designs(&region, &list, None, &order, 0, Effort::UNLIMITED).unwrap();
    assert_eq!((whole.ended, whole.unsearched), (Ended::Complete, 0));
    for searches in [0, 1, 4, whole.goals / 2] {
        let found = cancelled_after(searches, |effort| {
            designs(&region, &list, None, &order, 0, effort).unwrap()
        });
        assert_eq!((found.ended, found.at_random), (Ended::Cancelled, None));
        let hardest = cancelled_after(searches, |effort| {
            hardest_designs(&region, &list, None, &order, effort).unwrap()
        });
        assert_eq!(hardest.ended, Ended::Cancelled);
        if searches == 0 {
            assert!(found.found.is_empty() && hardest.found.is_empty());
            continue;
        }
        assert!(found.goals >= searches && found.goals + found.unsearched == whole.goals);
        assert!(!found.found.is_empty() && !hardest.found.is_empty(), "{searches} searches");
        for designed in found.found.iter().chain(&hardest.found) {
            let (start, goal) = puzzle(&board, &designed.draft);
            let (moves, _) = board.solve(&start, goal, "finger").expect("it has a solution");
            assert_eq!(moves, u32::from(designed.distance));
        }
        assert!(hardest.found.iter().all(|one| one.distance == hardest.found[0].distance));
        // What was not checked is not given.
        let minimal = Order { minimal: true, ..order.clone() };
        let found = cancelled_after(searches, |effort| {
            designs(&region, &list, None, &minimal, 0, effort).unwrap()
        });
        assert!(found.found.is_empty() && found.ended == Ended::Cancelled);
    }
}

#[test]
fn orders_end_in_time() {
    let (region, list) = (Region::new(3, 3).unwrap(), "domino 1..3domino 0..3small");
    let list: PieceList = list.parse().unwrap();
    let now = Instant::now();
    let late = Order { until: Some(now), ..Order::default() };
    let found = designs(&region, &list, None, &late, 0, Effort::UNLIMITED).unwrap();
    assert_eq!((found.ended, found.found.len()), (Ended::OutOfTime, 0));
    let (scope, rush) = (Scope::new(4, 4).unwrap(), Metric::Straight);
    let late = Order { metric: rush, ..late };
    let found = rush_designs(scope, &[], &late, 0, Effort::UNLIMITED).unwrap();
    assert_eq!((found.ended, found.found.len()), (Ended::OutOfTime, 0));
    let early = Order { until: Some(now + Duration::from_secs(3_600)), ..Order::default() };
    let found = designs(&region, &list, None, &early, 0, Effort::UNLIMITED).unwrap();
    let whole = designs(&region, &list, None, &Order::default(), 0, Effort::UNLIMITED).unwrap();
    assert_eq!(found.ended, Ended::Complete);
    assert_eq!(found.found[0].draft.text(), whole.found[0].draft.text());
}

#[test]
fn empty_answers_say_why() {
    let (region, list) = (Region::new(3, 3).unwrap(), "domino 2domino 1small".parse().unwrap());
    let order = Order { distance: "500..".parse().unwrap(), ..Order::default() };
    let found = designs(&region, &list, None, &order, 0, Effort::UNLIMITED).unwrap();
    assert_eq!(found.excluded.moves + found.excluded.unsolvable, found.starts);
    let fixed = vec![vec![(0, 0)], vec![(1, 0)]];
    let order = Order { fixed, ..Order::default() };
    let found = designs(&region, &list, None, &order, 0, Effort::UNLIMITED).unwrap();
    assert_eq!((found.fitting, found.found.len()), (0, 0), "there is one small piece");
    assert!(found.excluded.fixed > 0);
}

#[test]
fn boards_without_symmetric_starts_are_refused() {
    let order = Order { symmetric: true, ..Order::default() };
    for (rows, list, wanted) in [
        ("..#/.../...", "domino 2small", "symmetric board"),
        ("..../..../....", "small 2domino", "even number of columns"),
        (".../.../...", "big 2small", "odd number of columns"),
        (".../.../...", "L", "symmetric goal piece"),
    ] {
        let (region, list) = (Region::parse_drawing(rows).unwrap(), list.parse().unwrap());
        let refused = designs(&region, &list, None, &order, 0, Effort::UNLIMITED).unwrap_err();
        assert!(refused.to_string().contains(wanted), "{rows}: {refused}");
    }
}
