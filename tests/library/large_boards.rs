//! Boards with more than 128 cells: searches from a position, against the naive witness, and
//! refusals of everything that numbers positions.

use huarong::{Options, Oracle, OracleError, Position};
use huarong_core::effort::{Effort, Progress};
use huarong_core::grid::{Board, BoardError, CellSet, Cells, WideCells};
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::{Metric, Puzzle};
use huarong_core::space::{Space, SpaceError};
use huarong_lab::counts::{CountsError, positions_of};
use huarong_search::{Component, Guide, SearchError, SearchPlan, TileSolver, Until, classes};
use naive::Naive;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Most positions that the witness searches.
const MOST: usize = 400;

/// Shapes with their letters.
const SHAPES: [(char, &[(usize, usize)]); 4] = [
    ('S', &[(0, 0)]),
    ('H', &[(0, 0), (1, 0)]),
    ('V', &[(0, 0), (0, 1), (0, 2)]),
    ('L', &[(0, 0), (0, 1), (1, 1)]),
];

/// A puzzle of the witness and its start.
fn puzzles() -> impl Strategy<Value = (Naive, String)> {
    let sizes =
        prop::sample::select(vec![(200, 1), (1, 200), (20, 20), (43, 3), (32, 32), (25, 40)]);
    let dice = prop::collection::vec(any::<prop::sample::Index>(), 1_200);
    (sizes, 0..3_usize, dice).prop_map(|((width, height), density, dice)| {
        let mut dice = dice.into_iter();
        let mut roll =
            |sides| dice.next().map_or(0, |index: prop::sample::Index| index.index(sides));
        let mut grid = vec![vec!['.'; width]; height];
        // At most 128 cells become walls, unless more cells remain.
        let mut left = width * height;
        for cell in grid.iter_mut().flatten() {
            if left > 129 && roll(4) < density {
                *cell = '#';
                left -= 1;
            }
        }
        let walls = |grid: &Vec<Vec<char>>| {
            let places = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
            places.filter(|&(column, row)| grid[row][column] == '#').collect()
        };
        let walls = walls(&grid);
        for _ in 0..1 + roll(3) {
            let (letter, cells) = SHAPES[roll(SHAPES.len())];
            let at = |place: usize| {
                let cell = |&(c, r): &(usize, usize)| (place % width + c, place / width + r);
                cells.iter().map(cell).collect::<Vec<_>>()
            };
            let is_free = |place: &usize| {
                at(*place)
                    .iter()
                    .all(|&(c, r)| grid.get(r).and_then(|row| row.get(c)) == Some(&'.'))
            };
            let places: Vec<usize> = (0..width * height).filter(is_free).collect();
            if !places.is_empty() {
                let place = places[roll(places.len())];
                at(place).into_iter().for_each(|(column, row)| grid[row][column] = letter);
            }
        }
        let start = grid.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>();
        let shapes = SHAPES.iter().map(|&(letter, cells)| (letter, cells.to_vec())).collect();
        (Naive { width, height, walls, shapes, goal: Vec::new() }, start.join("/"))
    })
}

/// The puzzle of the library, with the goal of the witness.
fn built(naive: &Naive) -> Puzzle {
    let mut builder = Puzzle::builder(naive.width as u8, naive.height as u8);
    for &(column, row) in &naive.walls {
        builder = builder.wall(column as u8, row as u8);
    }
    let fits = |cells: &[(usize, usize)]| {
        cells.iter().all(|&(column, row)| column < naive.width && row < naive.height)
    };
    for (letter, cells) in naive.shapes.iter().filter(|(_, cells)| fits(cells)) {
        let cells: Vec<(u8, u8)> = cells.iter().map(|&(c, r)| (c as u8, r as u8)).collect();
        builder = builder.shape(&letter.to_string(), *letter, &cells);
    }
    let goal: Vec<(char, u8, u8)> =
        naive.goal.iter().map(|&(letter, (c, r))| (letter, c as u8, r as u8)).collect();
    builder.goal(&goal).build().unwrap()
}

/// The levels of the witness's search, until it has many positions; and whether these are all.
fn levels(naive: &Naive, start: &str, metric: Metric) -> (Vec<BTreeSet<String>>, bool) {
    let mut levels = vec![BTreeSet::from([start.to_owned()])];
    let mut seen = levels[0].clone();
    while seen.len() < MOST {
        let mut next = BTreeSet::new();
        for text in &levels[levels.len() - 1] {
            next.extend(naive.neighbours(text, metric.name()));
        }
        next.retain(|text| seen.insert(text.clone()));
        if next.is_empty() {
            return (levels, true);
        }
        levels.push(next);
    }
    (levels, false)
}

fn check(mut naive: Naive, start: &str) {
    let first = naive.pieces(start);
    let Some(&(letter, _)) = first.first() else { return };
    for metric in Metric::ALL {
        let (levels, is_whole) = levels(&naive, start, metric);
        let all: Vec<(usize, &String)> = levels
            .iter()
            .enumerate()
            .flat_map(|(far, all)| all.iter().map(move |text| (far, text)))
            .collect();
        // The goal is where the first piece is in one of the farthest positions.
        let (_, farthest) = all[all.len() - 1];
        let piece = naive.pieces(farthest).into_iter().find(|piece| piece.0 == letter).unwrap();
        naive.goal = vec![(letter, piece.1[0])];
        let puzzle = built(&naive);
        assert!(!puzzle.board().is_narrow());
        let parse = |text: &str| puzzle.parse_position(text).unwrap();
        let position = parse(start);
        assert_eq!(puzzle.position_text(&position), start);
        for &(_, text) in all.iter().step_by(1 + all.len() / 4) {
            let moves = puzzle.moves(&parse(text), metric);
            let after: BTreeSet<String> =
                moves.iter().map(|made| puzzle.position_text(&made.apply(&parse(text)))).collect();
            assert_eq!(
                (after.len(), &after),
                (moves.len(), &naive.neighbours(text, metric.name()))
            );
            for made in &moves {
                let path = puzzle.path(&parse(text), made);
                let end = path.iter().fold(made.from, |at, &side| {
                    puzzle.board().neighbour(at, side).expect("the path stays on the board")
                });
                assert_eq!(end, made.to);
            }
        }
        let until = Until::Reached(MOST as u64);
        let found =
            Component::explore(&puzzle, &position, metric, until, Effort::UNLIMITED).unwrap();
        let widths: Vec<u64> = levels.iter().map(|level| level.len() as u64).collect();
        assert_eq!(found.levels(), widths, "{metric}");
        assert_eq!(found.is_whole(), is_whole || found.levels().len() > levels.len());
        let nearest = all.iter().find(|(_, text)| naive.is_goal(text)).unwrap().0;
        let own = Position::new(&puzzle, position.clone()).expect("it is legal");
        let solved = Oracle::solve_with(&own, &Options::new().metrics(&[metric])).unwrap();
        assert_eq!(solved.distance(&own).unwrap(), Some(nearest as u16), "{metric}");
        let solution = solved.solution(&own).unwrap().unwrap();
        let mut at = start.to_owned();
        for made in &solution {
            let after = made.after().to_string();
            assert!(naive.neighbours(&at, metric.name()).contains(&after));
            at = after;
        }
        assert!(naive.is_goal(&at) && solution.len() == nearest);
        let mut guide = Guide::new(&puzzle, &position, metric);
        guide.choose_patterns(Effort::UNLIMITED).unwrap();
        let guided = guide.solve(Effort::UNLIMITED).unwrap();
        assert_eq!(guided.levels().len(), 1 + nearest, "{metric}");
        assert_eq!(usize::from(guide.at_least()), nearest, "{metric}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(crate::common::cases(8))
    })]

    #[test]
    fn random_boards_are_as_the_witness_knows_them((naive, start) in puzzles()) {
        check(naive, &start);
    }

    /// A set of cells has the cells that were put into it.
    #[test]
    fn wide_sets_are_sets(cells: BTreeSet<u16>, others: BTreeSet<u16>, cell in 0..1_024_u16) {
        let small = |cells: BTreeSet<u16>| -> BTreeSet<u16> {
            cells.into_iter().map(|cell| cell % Board::MOST).collect()
        };
        let (cells, others) = (small(cells), small(others));
        let set = |cells: &BTreeSet<u16>| cells.iter().copied().collect::<WideCells>();
        let (one, other) = (set(&cells), set(&others));
        assert!(one.cells().eq(cells.iter().copied()));
        assert_eq!((one.len() as usize, one.first()), (cells.len(), cells.first().copied()));
        assert_eq!(one.contains(cell), cells.contains(&cell));
        assert_eq!(one.place_of(cell) as usize, cells.range(..cell).count());
        assert_eq!(one.with(other), set(&(&cells | &others)));
        assert_eq!(one.without(other), set(&(&cells - &others)));
        assert_eq!(one.is_within(other), cells.is_subset(&others));
        assert_eq!(one.is_empty(), cells.is_empty());
    }
}

/// Boards at the limits, and beyond the last.
#[test]
fn boards_have_up_to_1_024_cells() {
    for (width, height) in [(128, 1), (43, 3), (32, 32), (205, 5)] {
        let cells = u16::from(width) * u16::from(height);
        let board = Board::new(width, height, []);
        if cells > 1_024 {
            let open = usize::from(cells);
            assert_eq!(board, Err(BoardError::OpenCells { width, height, open }));
            continue;
        }
        let board = board.unwrap();
        assert_eq!((board.cell_count(), board.is_narrow()), (cells, cells <= 128));
        assert_eq!(board.cells().len(), usize::from(cells));
        let last = cells - 1;
        assert_eq!((board.column(last), board.row(last)), (width - 1, height - 1));
        assert!(board.is_symmetric());
    }
}

/// What is numbered is limited to 128 cells, and says so.
#[test]
fn spaces_are_refused() {
    let corridor = |columns: u8| {
        let text = |at: usize| format!("{:.<1$}", format!("{:.>1$}", 'A', at), columns.into());
        let file =
            format!("name = 'n'\nstart = '''\n{}\n'''\ngoal = '''\n{}\n'''", text(1), text(100));
        PuzzleFile::parse(&file).unwrap().setup().unwrap()
    };
    let setup = corridor(129);
    let (puzzle, set) = (&setup.puzzle, setup.piece_set());
    assert_eq!(Space::new(puzzle, &set).unwrap_err(), SpaceError::Cells(129));
    let class = classes(puzzle, std::slice::from_ref(&set)).remove(0);
    let error = SearchPlan::new(puzzle, &class).unwrap_err();
    assert_eq!(error, SearchError::Space(SpaceError::Cells(129)));
    let counted = positions_of(puzzle, &set, Effort::UNLIMITED);
    assert!(matches!(counted, Err(CountsError::Cells(129))));
    let error = Oracle::search_piece_set(puzzle, &set, &Options::new()).unwrap_err();
    assert!(matches!(error, OracleError::Search(SearchError::Space(_))), "{error}");
    let setup = corridor(128);
    assert_eq!(Space::new(&setup.puzzle, &setup.piece_set()).unwrap().len(), 128);
    assert!(setup.puzzle.board().open_cells() == Cells::from_bits(u128::MAX));
}

/// A letter of a shape may be drawn more often than a piece set can count.
#[test]
fn more_than_255_pieces_of_a_shape_are_refused() {
    let puzzle = Puzzle::builder(32, 10).rectangle("small", 'S', 1, 1).goal(&[('S', 0, 0)]).build();
    let puzzle = puzzle.unwrap();
    let text = |pieces: usize| format!("{:.<320}", "S".repeat(pieces));
    assert_eq!(puzzle.parse_position(&text(255)).unwrap().count(0), 255);
    let error = puzzle.parse_position(&text(256)).unwrap_err().to_string();
    assert_eq!(error, "the grid has 256 of the shape small; at most 255 are supported");
}

/// Parity decides tile puzzles of any size (Wilson, 1974): a 3-cycle of tiles is even, an exchange of
/// two is odd.
#[test]
fn parity_decides_large_tile_puzzles() {
    let signs: Vec<char> = ('\u{4e00}'..).take(143).collect();
    let text = |signs: &[char]| {
        let signs: Vec<char> = signs.iter().copied().chain(['.']).collect();
        signs.chunks(12).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    };
    let mut goal = signs.clone();
    for (is_solvable, exchange) in [(false, [0, 1]), (true, [1, 2])] {
        goal.swap(exchange[0], exchange[1]);
        let file = format!(
            "name = 'n'\nstart = '''\n{}\n'''\ngoal = '''\n{}\n'''",
            text(&signs),
            text(&goal)
        );
        let setup = PuzzleFile::parse(&file).unwrap().setup().unwrap();
        let target = setup.puzzle.only_goal_position(&setup.piece_set()).unwrap();
        assert_eq!(TileSolver::decides(&setup.puzzle, &setup.start, &target), Some(is_solvable));
        let solver = TileSolver::new(&setup.puzzle, &target, Effort::UNLIMITED).unwrap();
        assert!(solver.is_none());
    }
}

/// A search is cancelled soon, also where a position has thousands of moves.
#[test]
fn searches_of_large_boards_ask_often_whether_to_continue() {
    let text = include_str!("../../crates/lab/src/library/puzzles/gnome-ithaca.toml");
    let start = Position::from_toml(text).unwrap();
    let begun = Instant::now();
    let asked = Mutex::new((begun, Duration::ZERO));
    let observer = |_: Progress<'_>| {
        let mut asked = asked.lock().unwrap();
        asked.1 = asked.1.max(asked.0.elapsed());
        asked.0 = Instant::now();
        match begun.elapsed() > Duration::from_secs(6) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let options = Options::new().metrics(&[Metric::Finger]).memory(2 << 30).observer(&observer);
    let Err(OracleError::Undecided { at_least, .. }) = Oracle::solve_with(&start, &options) else {
        panic!("it is a hard puzzle")
    };
    assert!(at_least >= 2, "{at_least}");
    let (last, longest) = asked.into_inner().unwrap();
    let longest = longest.max(last.elapsed());
    // Other tests run beside this one.
    assert!(longest < Duration::from_secs(2), "{longest:?}");
}

/// Positions of a large board are hashed and compared by their pieces.
#[test]
fn arrangements_of_large_boards_are_values() {
    let puzzle = Puzzle::builder(200, 1).rectangle("pair", 'P', 2, 1).rectangle("small", 'S', 1, 1);
    let puzzle = puzzle.goal(&[('P', 198, 0)]).build().unwrap();
    let start = puzzle.parse_position(&format!("{:.<200}", "PPSS.PP")).unwrap();
    assert_eq!(start.pieces().collect::<Vec<_>>(), [(0, 0), (0, 5), (1, 2), (1, 3)]);
    assert_eq!(start.anchors_of(1).collect::<Vec<_>>(), [2, 3]);
    assert_eq!((start.count(0), start.piece_set().counts()), (2, &[2, 2][..]));
    assert!(puzzle.holds(&start));
    let moves = puzzle.moves(&start, Metric::Straight);
    for made in moves {
        let after = made.apply(&start);
        assert!(after != start && puzzle.holds(&after));
        assert_eq!(puzzle.empty_cells(&after).count(), 194);
    }
}
