//! Puzzles with doors to order, each solved by the naive search.

use huarong::Metric;
use huarong::design::{
    Change, Designed, DoorDesigns, DoorScope, Draft, Ended, Order, Region, Variant, board_of,
    door_designs, variants,
};
use huarong::difficulty::Difficulty;
use huarong::search::Effort;
use naive::doors::{Cell, Doors, Witness};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::time::Instant;

fn scope(board: &str, pieces: RangeInclusive<u8>, colours: RangeInclusive<u8>) -> DoorScope {
    let mut scope = DoorScope::new(board_of(board).unwrap());
    (scope.pieces, scope.colours) = (pieces, colours);
    scope
}

fn found(scope: &DoorScope, order: &Order<'_>, tries: u64) -> Vec<Designed> {
    door_designs(scope, order, tries, Effort::UNLIMITED).unwrap().found
}

fn read(designed: &Designed) -> Doors {
    Doors::of_file(&designed.draft.text())
}

/// The pieces and the doors of each colour, and the open cells, under all reflections and rotations that keep the rectangle.
type Pieces = BTreeSet<BTreeSet<Cell>>;
type Image = (BTreeSet<(Pieces, Pieces, BTreeSet<Cell>)>, BTreeSet<Cell>);

fn images(doors: &Doors) -> BTreeSet<Image> {
    let rows = doors.drawn.start.lines().count() as isize;
    let columns = doors.drawn.start.lines().next().unwrap().len() as isize;
    let turns: [fn(Cell, isize, isize) -> Cell; 8] = [
        |(row, column), _, _| (row, column),
        |(row, column), rows, _| (rows - 1 - row, column),
        |(row, column), _, columns| (row, columns - 1 - column),
        |(row, column), rows, columns| (rows - 1 - row, columns - 1 - column),
        |(row, column), _, _| (column, row),
        |(row, column), rows, _| (column, rows - 1 - row),
        |(row, column), _, columns| (columns - 1 - column, row),
        |(row, column), rows, columns| (columns - 1 - column, rows - 1 - row),
    ];
    let turns = if rows == columns { &turns[..] } else { &turns[..4] };
    let image = |turn: &fn(Cell, isize, isize) -> Cell| {
        let turned = |row: usize, column: usize, frame: isize| {
            turn((row as isize - frame, column as isize - frame), rows, columns)
        };
        let cells = |drawing: &str, frame, is_it: &dyn Fn(char) -> bool| -> BTreeSet<Cell> {
            let lines = drawing.lines().enumerate();
            let found = lines.flat_map(|(row, line)| {
                let signs = line.chars().enumerate().filter(|(_, sign)| is_it(*sign));
                signs.map(move |(column, _)| (row, column))
            });
            found.map(|(row, column)| turned(row, column, frame)).collect()
        };
        let start = &doors.drawn.start;
        let goal = doors.drawn.goals.first().map_or("", |goal| goal);
        let colour = |sign: char| {
            let own = doors.pieces_of(&sign.to_string());
            let pieces = |drawing: &str| -> BTreeSet<BTreeSet<Cell>> {
                own.iter().map(|&piece| cells(drawing, 0, &|other| other == piece)).collect()
            };
            (pieces(start), pieces(goal), cells(&doors.doors, 1, &|other| other == sign))
        };
        let colours: BTreeSet<char> =
            doors.doors.chars().filter(|sign| !".\n".contains(*sign)).collect();
        (colours.into_iter().map(colour).collect(), cells(start, 0, &|sign| sign != '#'))
    };
    turns.iter().map(image).collect()
}

/// Each puzzle has the promised length, and the numbers that were asked for. No two are equal.
fn check(scope: &DoorScope, order: &Order<'_>, found: &[Designed]) {
    let mut known: BTreeSet<Image> = BTreeSet::new();
    for designed in found {
        let text = designed.draft.text();
        let doors = read(designed);
        let witness = Witness::new(&doors);
        let solved = witness.solve(order.metric.name());
        assert_eq!(solved.map(|(moves, _)| moves), Some(designed.distance.into()), "{text}");
        if let Some(range) = &order.solutions {
            assert!(solved.is_some_and(|(_, count)| range.contains(count as u64)), "{text}");
        }
        let pieces = doors.drawn.signs();
        let staying: BTreeSet<char> = doors
            .drawn
            .goals
            .iter()
            .flat_map(|goal| goal.chars())
            .filter(|s| s.is_alphabetic())
            .collect();
        assert!(scope.staying.contains(&(staying.len() as u8)), "{text}");
        let leaving = pieces.iter().copied().filter(|piece| !staying.contains(piece)).collect();
        assert_eq!(doors.must_leave(), leaving, "all others leave: {text}");
        assert!(scope.pieces.contains(&(pieces.len() as u8)), "{text}");
        let marks: BTreeSet<char> =
            pieces.iter().flat_map(|&piece| doors.marks_of(piece)).collect();
        assert!(scope.colours.contains(&(marks.len() as u8)), "{text}");
        let walls = doors.drawn.start.matches('#').count() as u32;
        let own =
            (scope.region.width() * scope.region.height()) as u32 - scope.region.open_cell_count();
        assert!((own..=own + u32::from(scope.walls)).contains(&walls), "{text}");
        let images = images(&doors);
        assert!(known.is_disjoint(&images), "it equals another one: {text}");
        known.extend(images);
    }
}

#[test]
fn designed_puzzles_have_the_promised_lengths() {
    for (metric, board, walls) in [
        (Metric::Finger, "4x4", 0),
        (Metric::Straight, "4x3", 1),
        (Metric::Unit, "3x3", 0),
        (Metric::Finger, ".##./..../..../####", 0),
    ] {
        let mut scope = scope(board, 2..=4, 1..=3);
        scope.shapes = "small domino domino corner".parse().unwrap();
        scope.walls = walls;
        let order = Order { metric, count: 6, seed: 7, ..Order::default() };
        let longest = found(&scope, &order, 600);
        assert_eq!(longest.len(), 6, "{board}");
        assert!(longest.is_sorted_by(|one, other| one.distance >= other.distance));
        check(&scope, &order, &longest);
        let graded = Order { graded: Some(3..=6), count: 4, ..order };
        let found = found(&scope, &graded, 600);
        let lengths: Vec<u16> = found.iter().map(|designed| designed.distance).collect();
        assert_eq!(lengths, [3, 4, 5, 6], "{board}");
        check(&scope, &graded, &found);
    }
}

#[test]
fn designed_puzzles_satisfy_conditions() {
    let scope = scope("4x4", 3..=4, 2..=2);
    let order = Order {
        distance: "4..7".parse().unwrap(),
        solutions: Some("1..3".parse().unwrap()),
        count: 4,
        ..Order::default()
    };
    let found = found(&scope, &order, 2000);
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|designed| (4..=7).contains(&designed.distance)));
    check(&scope, &order, &found);
}

#[test]
fn more_doors_than_colours_are_possible() {
    let mut scope = scope("4x4", 3..=4, 2..=2);
    scope.doors = Some(4..=4);
    let order = Order { count: 3, ..Order::default() };
    let found = found(&scope, &order, 300);
    assert_eq!(found.len(), 3);
    check(&scope, &order, &found);
}

/// Pieces that must stay have doors, too, so that somebody can lose.
#[test]
fn positions_can_be_lost_where_pieces_must_stay() {
    let mut scope = scope("4x3", 3..=4, 2..=2);
    scope.shapes = "small domino".parse().unwrap();
    scope.staying = 1..=2;
    let share = |of: &Difficulty| {
        let leaving = of.leaving.as_ref().expect("pieces leave");
        leaving.lost as f64 / of.reachable as f64
    };
    let many = |of: &Difficulty| (0.3..0.9).contains(&share(of));
    let order = Order { count: 3, measured: Some(&many), ..Order::default() };
    let found = found(&scope, &order, 600);
    assert_eq!(found.len(), 3);
    check(&scope, &order, &found);
    for designed in &found {
        let witness = Witness::new(&read(designed));
        let graph = witness.graph("finger", 1_000_000).unwrap();
        let lost = 1.0 - witness.distances(&graph).len() as f64 / graph.len() as f64;
        assert!((0.3..0.9).contains(&lost), "{lost}");
    }
}

/// A level of one's own: every change of one piece, solved by the naive search.
#[test]
fn variants_of_a_puzzle_with_doors_are_solved() {
    let level = "name = 'Level'\nstart = '''\nABB.\nA.C.\n....\n'''\ndoors = '''\n......\na.....\na....C\n.....b\n......\n'''\n";
    let level = level.to_owned() + "owners = { a = 'AB', b = 'BC' }\ngone = 'ABC'\n";
    let draft = Draft::parse(&level.replace("'''", "\"\"\"").replace('\'', "\"")).unwrap();
    let found = variants(&draft, Metric::Finger, |_| true, Effort::UNLIMITED).unwrap();
    let own = Witness::new(&Doors::of_file(&draft.text())).solve("finger");
    assert_eq!(found.distance.map(u32::from), own.map(|(moves, _)| moves));
    for variant in &found.solvable {
        let text = variant.draft.text();
        let solved = Witness::new(&Doors::of_file(&text)).solve("finger");
        assert_eq!(solved.map(|(moves, _)| moves), Some(variant.distance.into()), "{text}");
    }
    let removed = |variant: &&Variant| matches!(variant.change, Change::Removed { .. });
    assert_eq!(found.solvable.iter().filter(removed).count(), 2, "without C, a door has no owner");
    assert!(found.solvable.len() > 20, "{}", found.solvable.len());
    assert_eq!(found.undecided, 0);
}

#[test]
fn the_same_seed_gives_the_same_puzzles() {
    let scope = scope("5x4", 4..=5, 2..=3);
    let texts = |seed, threads| -> Vec<String> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let order = Order { count: 5, seed, ..Order::default() };
        let found = pool.install(|| found(&scope, &order, 200));
        found.iter().map(|designed| designed.draft.text()).collect()
    };
    let once = texts(3, 1);
    assert_eq!(once, texts(3, 3));
    assert_ne!(once, texts(4, 1));
}

#[test]
fn what_no_puzzle_can_have_is_refused() {
    let refusal = |change: &dyn Fn(&mut DoorScope), order: &Order<'_>| {
        let mut scope = scope("3x3", 2..=3, 1..=2);
        change(&mut scope);
        door_designs(&scope, order, 10, Effort::UNLIMITED).unwrap_err().to_string()
    };
    let any = Order::default();
    for (part, said) in [
        ("pieces is from 0 to 3", refusal(&|scope| scope.pieces = 0..=3, &any)),
        ("at most 26", refusal(&|scope| scope.colours = 1..=27, &any)),
        ("that of pieces at most 3", refusal(&|scope| scope.colours = 4..=5, &any)),
        (
            "that of doors at most 1",
            refusal(&|scope| (scope.colours, scope.doors) = (2..=2, Some(1..=1)), &any),
        ),
        ("the board has 9", refusal(&|scope| scope.pieces = 5..=6, &any)),
        (
            "13 doors do not fit at the 12 places",
            refusal(&|scope| scope.doors = Some(13..=13), &any),
        ),
        ("order at most 1,000,000", refusal(&|_| (), &Order { count: usize::MAX, ..any.clone() })),
        ("1,024 cells", refusal(&|scope| scope.region = Region::new(255, 5).unwrap(), &any)),
        ("fixed pieces", refusal(&|_| (), &Order { symmetric: true, ..Order::default() })),
        ("fixed pieces", refusal(&|_| (), &Order { minimal: true, ..Order::default() })),
        ("single pieces", refusal(&|_| (), &Order { metric: Metric::Multi, ..Order::default() })),
    ] {
        assert!(said.contains(part) && !said.contains('\n'), "{said}");
    }
    let without_tries = door_designs(&scope("3x3", 2..=3, 1..=2), &any, 0, Effort::UNLIMITED);
    let said = without_tries.unwrap_err().to_string();
    assert!(said.contains("allow at least one"), "{said}");
}

/// Small numbers leave changes little choice. Each try has one outcome, and no puzzle is counted twice.
#[test]
fn every_try_of_the_smallest_puzzles_is_accounted_for() {
    for (board, pieces, colours, doors) in [
        ("2x2", 1..=1, 1..=1, None),
        ("2x2", 1..=3, 1..=3, Some(1..=4)),
        ("3x2", 1..=2, 1..=1, None),
        ("3x2", 2..=2, 1..=2, Some(2..=3)),
        ("3x3", 2..=3, 1..=2, None),
        ("3x3", 3..=3, 1..=1, Some(1..=3)),
        ("4x4", 6..=6, 1..=1, None),
        ("4x4", 1..=3, 2..=3, Some(2..=5)),
    ] {
        for (seed, (walls, staying)) in (0..).zip([(0, 0..=0), (2, 0..=0), (1, 0..=1), (16, 0..=2)])
        {
            let mut scope = scope(board, pieces.clone(), colours.clone());
            scope.shapes = "small domino".parse().unwrap();
            (scope.doors, scope.walls, scope.staying) = (doors.clone(), walls, staying);
            if board == "2x2" || board == "3x2" {
                scope.shapes = "small".parse().unwrap();
            }
            let order = Order { count: 400, seed, ..Order::default() };
            let designs = door_designs(&scope, &order, 200, Effort::UNLIMITED).unwrap();
            // The naive search takes long for many pieces.
            if *pieces.end() <= 3 {
                check(&scope, &order, &designs.found);
            }
            let DoorDesigns { found, tried, unmade, repeated, undecided, excluded, .. } = designs;
            let left_out = [unmade, repeated, undecided, excluded.unsolvable, excluded.similar];
            let outcomes = found.len() as u64 + left_out.iter().sum::<u64>() + excluded.moves;
            assert_eq!((tried, outcomes), (200, 200), "{board} {seed}: {left_out:?}");
        }
    }
}

/// More walls than cells: hardly a puzzle can be made.
#[test]
fn tries_that_make_no_puzzle_are_counted() {
    let mut scope = scope("5x5", 6..=10, 3..=5);
    scope.walls = 25;
    let designs = door_designs(&scope, &Order::default(), 20, Effort::UNLIMITED).unwrap();
    assert!(designs.unmade > 10, "{}", designs.unmade);
}

#[test]
fn a_time_that_has_passed_ends_the_search() {
    let order = Order { until: Some(Instant::now()), ..Order::default() };
    let designs = door_designs(&scope("4x4", 3..=4, 2..=2), &order, 1_000_000, Effort::UNLIMITED);
    let DoorDesigns { ended, tried, .. } = designs.unwrap();
    assert_eq!(ended, Ended::OutOfTime);
    assert!(tried < 1_000_000);
}
