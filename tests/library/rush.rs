//! Universes of Rush Hour, against a naive search of drawings and published figures.

use crate::common::csv_rows;
use ::naive::grids::{Drawn, Witness};
use ::naive::rush::{self as naive, Rules};
use huarong::rush::{
    Boards, Estimate, Findings, RushError, RushPuzzle, Sample, Scope, Starts, Universe, boards,
};
use huarong::search::Effort;
use huarong::{Metric, Options, Oracle, Position};
use huarong_core::interchange;
use huarong_core::interchange::Format;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_lab::library::LibraryPuzzle;
use huarong_search::kernels::Kernels;
use std::collections::BTreeSet;
use std::fs;

fn scope(width: usize, height: usize) -> Scope {
    Scope::new(width, height).unwrap()
}

fn run(scope: Scope) -> Findings {
    Universe::new(scope).unwrap().run(Effort::UNLIMITED).unwrap()
}

/// The rules of a scope for the naive search.
fn rules(scope: &Scope) -> Rules {
    let most = |most: Option<u8>| most.map_or(usize::MAX, usize::from);
    Rules {
        width: scope.width.into(),
        height: scope.height.into(),
        exit: usize::from(scope.exit_row) - 1,
        walls: scope.walls.into(),
        cars: most(scope.max_cars),
        trucks: most(scope.max_trucks),
        reach: if scope.metric == Metric::Unit { 1 } else { 8 },
    }
}

fn of(puzzle: &RushPuzzle) -> naive::Puzzle {
    assert_eq!(puzzle.histogram.iter().sum::<u64>(), puzzle.reachable);
    assert_eq!(puzzle.histogram.len(), usize::from(puzzle.distance) + 1);
    naive::Puzzle {
        moves: puzzle.distance.into(),
        text: puzzle.board.clone(),
        positions: puzzle.reachable as usize,
        pieces: puzzle.pieces.into(),
        walls: puzzle.walls.into(),
        solutions: puzzle.solution_count,
        unit_moves: puzzle.unit_moves.into(),
    }
}

fn check(scope: Scope) {
    let rules = rules(&scope);
    let naive::Universe { depths, mut puzzles } = rules.universe();
    let findings = run(scope);
    let ours: Vec<(usize, (usize, usize))> = findings
        .depths()
        .iter()
        .enumerate()
        .filter(|(_, depth)| depth.clusters > 0)
        .map(|(moves, depth)| (moves, (depth.clusters as usize, depth.positions as usize)))
        .collect();
    assert_eq!(ours, depths.into_iter().collect::<Vec<_>>(), "clusters of {scope}");
    puzzles.retain(|puzzle| puzzle.moves >= scope.min_moves.into());
    puzzles.sort();
    let mut ours: Vec<naive::Puzzle> = findings.puzzles().map(of).collect();
    ours.sort();
    assert_eq!(ours, puzzles, "puzzles of {scope}");
    if scope.max_cars.is_none() && scope.max_trucks.is_none() {
        let all = rules.boards();
        let packed = all.iter().filter(|board| rules.is_packed(board)).count();
        let count = |of| boards(&scope, of, Effort::UNLIMITED).unwrap().to_string();
        assert_eq!(count(Boards::All), all.len().to_string(), "boards of {scope}");
        assert_eq!(count(Boards::Packed), packed.to_string(), "packed boards of {scope}");
        assert_eq!(count(Boards::Goals), findings.goals().to_string(), "goals of {scope}");
    }
}

#[test]
fn small_universes_are_those_of_a_naive_search() {
    for width in 3..=5 {
        for height in 1..=4 {
            check(scope(width, height));
        }
    }
    for exit in 1..=4 {
        check(scope(4, 4).with_exit_row(exit).unwrap().with_walls(1).unwrap());
        check(Scope { metric: Metric::Unit, ..scope(4, 4).with_exit_row(exit).unwrap() });
    }
    check(scope(4, 4).with_walls(2).unwrap());
    check(scope(3, 5).with_walls(2).unwrap());
    check(Scope { min_moves: 4, ..scope(4, 4) });
    check(Scope { metric: Metric::Unit, ..scope(3, 5).with_walls(1).unwrap() });
}

#[test]
fn universes_of_few_pieces_on_large_boards_are_those_of_a_naive_search() {
    let few = |scope: Scope, cars, trucks| Scope {
        max_cars: Some(cars),
        max_trucks: Some(trucks),
        ..scope
    };
    check(few(scope(6, 6), 2, 1));
    check(few(scope(6, 6), 1, 2));
    check(few(scope(6, 6).with_exit_row(1).unwrap(), 2, 1));
    check(few(scope(8, 3), 3, 1));
    check(few(scope(3, 8), 2, 1));
    check(few(scope(7, 5).with_walls(1).unwrap(), 1, 1));
    check(few(scope(8, 8), 1, 1));
    check(Scope { metric: Metric::Unit, ..few(scope(7, 7), 2, 0) });
}

#[test]
fn universes_of_full_boards_are_the_same_with_both_kernels() {
    let scope = scope(5, 4).with_walls(1).unwrap();
    let portable = Universe::new(scope).unwrap().with_kernels(Kernels::Portable);
    assert_eq!(portable.run(Effort::UNLIMITED).unwrap(), run(scope));
}

/// M. Fogleman's comments in his program's configuration, and its documents.
#[test]
fn counts_are_the_published_ones() {
    let packed = |width, walls: usize| {
        let scope = scope(width, width).with_walls(walls).unwrap();
        boards(&scope, Boards::Packed, Effort::UNLIMITED).unwrap().to_string()
    };
    assert_eq!([0, 1, 2, 3].map(|walls| packed(4, walls)), ["1349", "9804", "33953", "76838"]);
    assert_eq!([0, 1, 2].map(|walls| packed(5, walls)), ["268109", "2988670", "16330430"]);
    assert_eq!(packed(6, 0), "243502786");
    let goals = |width| boards(&scope(width, width), Boards::Goals, Effort::UNLIMITED).unwrap();
    assert_eq!([goals(5), goals(6)].map(|goals| goals.to_string()), ["124886", "88914655"]);
}

/// M. Fogleman's document on graphics processors.
#[test]
fn the_universe_of_5x5_has_the_published_totals() {
    let findings = run(scope(5, 5));
    let total = findings.total();
    assert_eq!((findings.goals(), total.clusters, total.minimal), (124_886, 62_106, 1_730));
    let hardest = findings.puzzles().next().expect("it has puzzles");
    assert_eq!(hardest.distance, 20);
}

#[test]
fn every_start_has_a_number() {
    for scope in
        [scope(4, 4).with_walls(2).unwrap(), scope(5, 3), scope(3, 4).with_walls(1).unwrap()]
    {
        let starts = Starts::new(&scope, Effort::UNLIMITED).unwrap();
        let rules = rules(&scope);
        // A start is packed if its red car is taken for walls.
        let is_start = |board: &Vec<u8>| {
            let others = |&sign: &u8| if b"()".contains(&sign) { b'#' } else { sign };
            let others: Vec<u8> = board.iter().map(others).collect();
            rules.is_solved(board) && rules.is_packed(&others)
        };
        let all = rules.boards().into_iter();
        let wanted: BTreeSet<Vec<u8>> = all.filter(is_start).collect();
        let numbered: Vec<Vec<u8>> =
            (0..starts.len()).map(|number| drawn(&starts.board(number), rules.width)).collect();
        assert_eq!(numbered.len(), wanted.len(), "{scope}");
        assert_eq!(BTreeSet::from_iter(numbered), wanted, "{scope}");
    }
}

/// A board in the signs of the naive search.
fn drawn(text: &str, width: usize) -> Vec<u8> {
    let signs: Vec<char> = text.chars().collect();
    let mut drawn = vec![b'.'; signs.len()];
    for sign in BTreeSet::from_iter(&signs) {
        let cells: Vec<usize> = (0..signs.len()).filter(|&cell| signs[cell] == *sign).collect();
        let ends = match sign {
            'o' => continue,
            'x' => [b'#'; 3],
            'A' => [b'(', b'-', b')'],
            _ if cells[1] == cells[0] + 1 => [b'<', b'-', b'>'],
            _ => [b'^', b'|', b'v'],
        };
        cells.iter().for_each(|&cell| drawn[cell] = ends[1]);
        drawn[cells[0]] = ends[0];
        drawn[cells[cells.len() - 1]] = ends[2];
    }
    assert_eq!(drawn.len() % width, 0);
    drawn
}

/// The totals of 5x5 are published; see above. An estimate is rarely off by three standard errors.
#[test]
fn estimates_are_near_the_published_totals() {
    let universe = Universe::new(scope(5, 5)).unwrap();
    let sample = Sample::draw(&universe, 20_000, 1, Effort::UNLIMITED).unwrap();
    assert_eq!((sample.starts, sample.drawn), (124_886, 20_000));
    let total = sample.findings.total();
    let is_near = |estimate: Estimate, wanted: f64| {
        let off = (estimate.number - wanted).abs();
        let error = estimate.error.expect("the sample is large");
        assert!(off < 3.0 * error && error < wanted / 5.0, "{estimate:?} {wanted}");
    };
    is_near(sample.estimate(total.clusters), 62_106.0);
    is_near(sample.estimate(total.minimal), 1_730.0);
    is_near(sample.positions(), run(scope(5, 5)).total().positions as f64);
    let again = Sample::draw(&universe, 20_000, 1, Effort::UNLIMITED).unwrap();
    assert_eq!(again.findings, sample.findings);
    // One board, or no board of a kind, says nothing about the error.
    let one = Sample::draw(&universe, 1, 1, Effort::UNLIMITED).unwrap();
    assert_eq!((one.estimate(1).error, one.estimate(0).error), (None, None));
    let none = Sample::draw(&universe, 0, 1, Effort::UNLIMITED);
    assert!(matches!(none, Err(RushError::NoSample)));
    let small = Effort { memory: 1 << 16, ..Effort::UNLIMITED };
    assert!(matches!(Starts::new(&scope(6, 6), small), Err(RushError::Drawing { .. })));
}

#[test]
#[ignore = "long: the naive search of 5x5"]
fn the_universe_of_5x5_is_that_of_a_naive_search() {
    check(scope(5, 5));
    check(Scope { metric: Metric::Unit, ..scope(5, 5) });
}

/// Lines of the published list.
#[test]
fn published_puzzles_are_minimal_and_have_their_numbers() {
    let list = fs::read_to_string("tests/data/rush_sample.txt").unwrap();
    let scope = scope(6, 6);
    let universe = Universe::new(scope).unwrap();
    for line in list.lines() {
        let board = line.split(' ').nth(1).unwrap();
        let cluster = universe.cluster_of(board).unwrap().expect("it has a solution");
        let puzzle = cluster.puzzle.unwrap_or_else(|| panic!("{line} is not minimal"));
        assert_eq!(puzzle.line(&scope), line);
    }
}

/// Puzzles that a universe finds, solved by the search of puzzle files.
#[test]
fn puzzles_have_the_length_and_the_solutions_that_solve_finds() {
    let few =
        Scope { max_cars: Some(3), max_trucks: Some(1), ..scope(6, 6).with_walls(1).unwrap() };
    let findings = run(few);
    let puzzles: Vec<&RushPuzzle> = findings.puzzles().collect();
    assert!(puzzles.len() > 100, "too few to be a test");
    for puzzle in puzzles.iter().step_by(puzzles.len() / 40) {
        let text = interchange::read(Format::Rush, &puzzle.board, "board", None).unwrap();
        let setup = PuzzleFile::parse(&text).unwrap().setup().unwrap();
        let start = Position::new(&setup.puzzle, setup.start.clone()).unwrap();
        for (metric, moves) in [
            (Metric::Straight, puzzle.distance),
            (Metric::Finger, puzzle.distance),
            (Metric::Unit, puzzle.unit_moves),
        ] {
            let options = Options::new().metrics(&[metric]);
            let oracle = Oracle::search_with(&start, &options).unwrap();
            let view = oracle.under(metric);
            assert_eq!(view.distance(&start).unwrap(), Some(moves), "{puzzle:?}");
            if metric == Metric::Straight {
                let solutions = view.solutions(&start).unwrap().expect("it has some");
                let count = solutions.count();
                assert_eq!(count as u128, puzzle.solution_count, "{puzzle:?}");
            }
        }
    }
}

/// A naive search finds puzzles of the kept report again: each is the farthest board of its cluster, and minimal.
#[test]
fn reported_puzzles_are_minimal_by_a_naive_search() {
    let mut checked = BTreeSet::new();
    let rows = csv_rows(include_str!("../../reports/rush/sample.csv"));
    let small = rows.iter().filter(|row| row["reachable"].parse::<usize>().unwrap() < 200);
    for row in small.step_by(7) {
        let number = |name: &str| row[name].parse::<usize>().unwrap();
        let (width, height) = row["board"].split_once('x').unwrap();
        let rules = Rules {
            width: width.parse().unwrap(),
            height: height.parse().unwrap(),
            exit: number("exit_row") - 1,
            walls: number("max_walls"),
            cars: usize::MAX,
            trucks: usize::MAX,
            reach: if row["metric"] == "unit" { 1 } else { 8 },
        };
        let puzzle = rules.puzzle_of(&row["start"]).expect("a minimal puzzle");
        assert_eq!(
            (puzzle.text, puzzle.moves, puzzle.positions),
            (row["start"].clone(), number("distance"), number("reachable"))
        );
        checked.insert((row["board"].clone(), number("max_walls")));
    }
    assert!(checked.contains(&("6x6".to_owned(), 1)), "{checked:?}");
}

/// The longest puzzles in the library are those of the published report, each once. A search of drawings finds the lengths
/// of those of 4x4 again.
#[test]
fn the_longest_puzzles_are_in_the_library() {
    let mut kept = BTreeSet::new();
    for row in csv_rows(include_str!("../../reports/rush/records.csv")) {
        let middle = row["board"].split_once('x').unwrap().1.parse::<usize>().unwrap().div_ceil(2);
        let is_usual = row["exit_row"] == middle.to_string();
        let is_by_walls = row["by"] == "walls" && row["number"] != "0";
        if is_usual && (row["max_walls"] == "0" || is_by_walls) {
            kept.insert(["metric", "distance", "start", "reachable"].map(|name| row[name].clone()));
        }
    }
    let (mut held, mut boards) = (BTreeSet::new(), BTreeSet::new());
    for puzzle in LibraryPuzzle::of_rush() {
        let file = puzzle.read().unwrap();
        let board = interchange::write(Format::Rush, &file).unwrap().trim().replace('.', "o");
        assert!(boards.insert(board.clone()), "duplicate puzzle {}", puzzle.id);
        let words: Vec<&str> = puzzle.id.split('-').collect();
        let (["rush", size, number, metric] | ["rush", size, number, "walls", metric]) = words[..]
        else {
            panic!("{}", puzzle.id)
        };
        assert!(file.name().contains(size) && file.name().contains(number), "{}", file.name());
        assert_eq!(file.published()[0].metric.unwrap().name(), metric);
        for published in file.published() {
            let metric = published.metric.unwrap().name();
            assert!(file.name().contains(metric), "{}", file.name());
            if size == "4x4" {
                let witness = Witness::new(&Drawn::of_file(puzzle.text));
                assert_eq!(witness.fewest_moves(metric), published.moves, "{}", puzzle.id);
            }
            let moves = published.moves.to_string();
            let positions = published.positions.unwrap().to_string();
            held.insert([metric.to_owned(), moves, board.clone(), positions]);
        }
        assert_eq!(LibraryPuzzle::find(puzzle.id), Ok(puzzle));
    }
    assert!(boards.len() > 20, "too few to be a test");
    assert_eq!(held, kept);
}

#[test]
fn impossible_boards_are_refused() {
    let said = |result: Result<_, RushError>| result.map(|_: Scope| ()).unwrap_err().to_string();
    assert_eq!(
        said(Scope::new(2, 6)),
        "a Rush Hour board of 2x6 is not possible: it has 3 to 8 columns and 1 to 8 rows"
    );
    assert_eq!(
        said(scope(6, 6).with_exit_row(7)),
        "the exit cannot be in row 7: the board has rows 1 to 6, counted from the top"
    );
    assert_eq!(
        said(scope(4, 4).with_walls(11)),
        "11 walls do not fit: each row keeps an empty cell, so at most 10 do"
    );
    let no_cars = Scope { max_cars: Some(0), ..scope(4, 4) };
    let error = Universe::new(no_cars).unwrap_err().to_string();
    assert_eq!(error, "at most 0 cars is not possible: the red car is one");
    let universe = Universe::new(scope(4, 4)).unwrap();
    for (board, fault) in [
        ("AA", "it has 2 signs, and the board has 16 cells"),
        ("ooooAAoBoooBBooo", "'B' is not a car of two cells or a truck of three in a line"),
        ("oooooooooooooooo", "row 2 must have the red car A, and no other horizontal piece"),
        ("ooooAAoxoooooooo", "there is a wall to the right of the red car"),
        ("BBCCAAoooooooooo", "row 1 is full of its own pieces"),
    ] {
        let error = universe.cluster_of(board).unwrap_err().to_string();
        assert!(error.ends_with(fault), "{error}");
    }
}
