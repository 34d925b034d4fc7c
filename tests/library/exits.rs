//! Pieces that leave the board at an exit, written in two ways: with doors, and as pieces that move into a corridor of
//! their own. Both take as many moves (docs/how-to/puzzles.md has the proof).

use huarong_core::effort::Effort;
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::Metric;
use huarong_search::{Component, Until};
use naive::exits::Exits;
use naive::grids::Drawn;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use std::cell::Cell;

/// A random board with pieces of one to three cells. Those of the exit's height may leave: one or two of them.
fn board() -> impl Strategy<Value = Option<Exits>> {
    let piece = (1_usize..3, 1_usize..3, any::<Index>());
    let pieces = proptest::collection::vec(piece, 2..6);
    (2_usize..5, 2_usize..4, pieces, any::<Index>(), 1_usize..3).prop_map(
        |(width, height, pieces, top, leaving)| {
            let mut start = vec![vec!['.'; width]; height];
            let mut sizes = Vec::new();
            for (wide, tall, place) in pieces {
                let free: Vec<(usize, usize)> = (0..=height.saturating_sub(tall))
                    .flat_map(|row| {
                        (0..=width.saturating_sub(wide)).map(move |column| (column, row))
                    })
                    .filter(|&(column, row)| {
                        let rows = start.get(row..row + tall);
                        rows.is_some_and(|rows| {
                            rows.iter()
                                .all(|line| line[column..column + wide].iter().all(|c| *c == '.'))
                        })
                    })
                    .collect();
                if free.is_empty() {
                    continue;
                }
                let (column, row) = free[place.index(free.len())];
                let sign = char::from(b'A' + sizes.len() as u8);
                for line in &mut start[row..row + tall] {
                    line[column..column + wide].fill(sign);
                }
                sizes.push((sign, wide, tall));
            }
            let (_, _, tall) = *sizes.first()?;
            let top = top.index(height - tall + 1);
            let tall_enough = sizes.iter().filter(|(_, _, other)| *other == tall);
            let leaving = tall_enough.map(|(sign, _, _)| sign).take(leaving).collect();
            Some(Exits { start, rows: top..top + tall, leaving })
        },
    )
}

/// The board with a corridor beyond its exit, as long as the pieces that leave. Each order of them in it is a goal.
fn with_corridor(exits: &Exits) -> Drawn {
    let Exits { start, rows, leaving } = exits;
    let (height, width) = (start.len(), start[0].len());
    let wide = |sign: char| {
        let row = start.iter().find(|line| line.contains(&sign)).unwrap();
        row.iter().filter(|other| **other == sign).count()
    };
    let length = leaving.chars().map(wide).sum();
    let grid = |inside: &dyn Fn(usize) -> String, corridor: &str| {
        let rest = |row: usize| match rows.contains(&row) {
            true => corridor.to_owned(),
            false => "#".repeat(length),
        };
        let lines: Vec<String> = (0..height).map(|row| inside(row) + &rest(row)).collect();
        lines.join("\n")
    };
    let empty = |_| ".".repeat(width);
    let signs: Vec<char> = leaving.chars().collect();
    let orders: Vec<Vec<char>> = match signs[..] {
        [one] => vec![vec![one]],
        [one, other] => vec![vec![one, other], vec![other, one]],
        _ => unreachable!("one or two pieces leave"),
    };
    let packed = |order: &Vec<char>| -> String {
        order.iter().map(|&sign| sign.to_string().repeat(wide(sign))).collect()
    };
    Drawn {
        start: grid(&|row| start[row].iter().collect(), &".".repeat(length)),
        goals: orders.iter().map(|order| grid(&empty, &packed(order))).collect(),
        gate: grid(&empty, &"1".repeat(length)),
        owners: vec![('1', leaving.clone())],
        ..Drawn::default()
    }
}

/// The board with a door beside each row of its exit.
fn with_doors(Exits { start, rows, leaving }: &Exits) -> String {
    let drawn: Vec<String> = start.iter().map(|row| row.iter().collect()).collect();
    let width = start[0].len();
    let door = |row: usize| match row > 0 && rows.contains(&(row - 1)) {
        true => format!("{}1", ".".repeat(width + 1)),
        false => ".".to_owned(),
    };
    let doors: Vec<String> = (0..start.len() + 2).map(door).collect();
    format!(
        "name = 'doors'\nstart = '''\n{}\n'''\ndoors = '''\n{}\n'''\nowners = {{ 1 = '{leaving}' }}\n",
        drawn.join("\n"),
        doors.join("\n")
    )
}

fn fewest_moves(Setup { puzzle, start }: &Setup, metric: Metric) -> Option<u32> {
    let found = Component::explore(puzzle, start, metric, Until::Goal, Effort::UNLIMITED).unwrap();
    found.found().map(|goal| found.path_to(goal).unwrap().len() as u32)
}

#[test]
fn a_corridor_is_as_good_as_an_exit() {
    let (solved, unsolvable) = (Cell::new(0), Cell::new(0));
    let mut runner = TestRunner::new(Config { cases: 200, ..Config::default() });
    let ran = runner.run(&board(), |exits| {
        let Some(exits) = exits else { return Ok(()) };
        let drawn = with_corridor(&exits);
        let file = PuzzleFile::parse(&drawn.file()).unwrap_or_else(|error| panic!("{error}"));
        let setup = file.setup().unwrap();
        let doors = with_doors(&exits);
        let file = PuzzleFile::parse(&doors).unwrap_or_else(|error| panic!("{error}:\n{doors}"));
        let doors = file.setup().unwrap();
        for metric in [Metric::Straight, Metric::Finger] {
            let moves = fewest_moves(&setup, metric);
            prop_assert_eq!(moves, exits.distance(metric.name()), "{} {:?}", metric, drawn);
            prop_assert_eq!(moves, fewest_moves(&doors, metric), "{} {:?}", metric, drawn);
            let count = if moves.is_some_and(|moves| moves > 2) { &solved } else { &unsolvable };
            count.set(count.get() + 1);
        }
        Ok(())
    });
    ran.unwrap_or_else(|error| panic!("{error}"));
    assert!(solved.get() > 20 && unsolvable.get() > 20, "{} {}", solved.get(), unsolvable.get());
}

/// The example of the guide has the answer of the witness.
#[test]
fn the_examples_of_the_guide_are_solved() {
    let guide = include_str!("../../docs/how-to/puzzles.md");
    let example = |name: &str| {
        let block = guide.split("```toml\n").find(|block| block.starts_with(name)).unwrap();
        PuzzleFile::parse(block.split("```").next().unwrap()).unwrap().setup().unwrap()
    };
    let corridor = example("name = \"Both cars leave\"");
    let doors = example("name = \"Both cars leave through doors\"");
    let start = [".AA.", "BB.C", "...C", "...."].map(|row| row.chars().collect()).to_vec();
    let exits = Exits { start, rows: 1..2, leaving: "AB".to_owned() };
    let Drawn { start: drawn, .. } = with_corridor(&exits);
    assert_eq!(corridor.puzzle.position_text(&corridor.start).replace('/', "\n"), drawn);
    assert_eq!(
        doors.puzzle,
        PuzzleFile::parse(&with_doors(&exits)).unwrap().setup().unwrap().puzzle
    );
    for metric in [Metric::Straight, Metric::Finger] {
        let moves = exits.distance(metric.name());
        assert!(moves.is_some());
        assert_eq!(fewest_moves(&corridor, metric), moves);
        assert_eq!(fewest_moves(&doors, metric), moves);
    }
}
