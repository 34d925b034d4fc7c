//! Scores of answers, against a witness that knows only drawn grids and against moves that are counted by hand.

use crate::any_puzzle::puzzles;
use huarong::score::{Asked, Referees, Reward, Score};
use huarong::search::Effort;
use huarong::tasks::{Boards, Player, TaskOrder, Tasks};
use huarong::{Metric, Options, Position, Puzzle};
use naive::grids::{Witness, distances, grid, reversed};
use naive::letters::Lettered;
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::BTreeSet;

fn score(start: &Position, metric: Metric, answer: &str) -> Score {
    let options = Options::new();
    let referee = Referees::new().of(start, metric, &options).unwrap();
    referee.score(answer, &options).unwrap()
}

/// B frees the way of A by two steps down. Solved by two moves.
const TWO_CARS: &str = "..B/AAB/.../...";

fn two_cars() -> Position {
    Position::from_rush(TWO_CARS).unwrap()
}

#[test]
fn moves_are_read_in_the_ways_in_which_people_write_them() {
    for answer in [
        "B+2 A+1",
        "B+2, A+1",
        "b+2 a+1",
        "BD2 AR1",
        "BDD AR",
        "B↓↓ A→",
        "B down 2, A right 1",
        "B down 2 A right",
        "b down 2, A right",
        "B: down 2\nA: right",
        "B 2 down; A 1 right",
        "1. B down 2\n2. A right",
        "1) Move car B down by two cells to free the exit.\n2) Move car A right 1 step.",
        "- **B** down 2\n- **A** right 1",
        "Step 1: B down 2\nStep 2: A right 1",
        "Move B down 2, then move A to the right.",
        "[\"B+2\", \"A+1\"]",
        "[[\"B\", \"down\", 2], [\"A\", \"right\", 1]]",
        "[('B', 'down', 2), ('A', 'right', 1)]",
        "[{\"piece\": \"B\", \"direction\": \"down\", \"steps\": 2}, {\"piece\": \"A\", \"direction\": \"right\", \"steps\": 1}]",
        "{\"moves\": [{\"car\": \"B\", \"dir\": \"D\", \"count\": 2}, {\"car\": \"A\", \"dir\": \"R\", \"count\": 1}]}",
        "B3,1↓↓ A1,2→",
        "(0, 2) down 2, (1, 0) right",
        "(0, 2) -> (2, 2), (1, 1) -> (1, 2)",
        "small thoughts first.\nAnswer: B+2 A+1",
        "I tried A+1 but B is in the way.\n**Answer:** B+2 A+1\n\nThat frees the car.",
        "Here it is:\n```\nB+2 A+1\n```\nDone.",
        "```text\nB down 2\nA right\n```",
        "So \\boxed{B+2\\ A+1} it is",
        "<think>A+1 is blocked, A-1 too</think><answer>B+2 A+1</answer>",
        "把 B 向下移動 2 格，A 向右 1 格",
        "答案：B下2 A右1",
        ".../AA./..B/..B .../.AA/..B/..B",
    ] {
        let score = score(&two_cars(), Metric::Straight, answer);
        assert_eq!(
            (score.solved, score.moves, score.excess),
            (true, Some(2), Some(0)),
            "{answer}: {score:?}"
        );
        assert_eq!(
            (score.first_detour, score.lost_moves, score.error),
            (None, Some(0), None),
            "{answer}"
        );
    }
}

#[test]
fn positions_are_moves_between_them() {
    let puzzle = Puzzle::klotski();
    let start = puzzle.parse("VBBV/VBBV/VHHV/VSSV/S..S").unwrap();
    for list in [
        "VBBV/VBBV/VHHV/V.SV/SS.S",
        "VBBV/VBBV/VHHV/VSSV/S..S VBBV/VBBV/VHHV/V.SV/SS.S",
        "[\"VBBV/VBBV/VHHV/V.SV/SS.S\"]",
    ] {
        let score = score(&start, Metric::Finger, list);
        assert_eq!(
            (score.legal, score.optimal, score.distance),
            (1, Some(81), Some(80)),
            "{list}: {score:?}"
        );
    }
    let far = score(&start, Metric::Unit, "VBBV/VBBV/VHHV/V..V/SSSS");
    assert_eq!((far.legal, far.error.unwrap().kind), (0, "not_one_move"));
}

#[test]
fn readings_that_differ_are_not_guessed() {
    for (answer, why) in [
        ("", "the answer is empty"),
        ("I cannot solve this.", "no moves found"),
        ("A+1 or rather B+1", "stands between moves"),
        ("```\nA+1\n```\nor\n```\nB+1\n```", "2 lists of moves that differ"),
        ("Answer: A+1\nAnswer: B+1", "2 lists of moves that differ"),
    ] {
        let score = score(&two_cars(), Metric::Straight, answer);
        let error = score.error.clone().expect("it cannot be read");
        assert!(error.kind == "unread" && error.why.contains(why), "{answer}: {error:?}");
        assert_eq!((score.legal, score.solved, score.distance), (0, false, Some(2)));
        assert!(Reward::ALL.iter().all(|rule| rule.of(&score) == 0.0));
    }
    // Twice the same is one answer.
    let twice = score(&two_cars(), Metric::Straight, "Answer: B+2 A+1\nSolution: B+2, A+1");
    assert!(twice.solved, "{twice:?}");
}

#[test]
fn cells_that_mean_two_moves_are_not_guessed() {
    let file = "name = 'Four'\nstart = '''\n.A..\nB...\n....\n...C'''\ngoal = '''\n....\n....\n....\nC...'''";
    let start = Position::from_toml(file).unwrap();
    // A is in row 0 and column 1, B in row 1 and column 0.
    let two = score(&start, Metric::Unit, "(0, 1) down");
    let error = two.error.expect("A or B");
    assert!(
        error.why.contains("row, column from 0") && error.why.contains("column, row from 0"),
        "{error:?}"
    );
    // Only one reading has a piece in the corner.
    let one = score(&start, Metric::Unit, "(3, 3) left");
    assert_eq!((one.legal, one.error), (1, None));
    assert!(one.reading.unwrap().contains("from 0"));
    let other = score(&start, Metric::Unit, "(4, 4) left");
    assert!(other.legal == 1 && other.reading.as_ref().unwrap().contains("from 1"), "{other:?}");
}

#[test]
fn errors_say_why() {
    for (answer, legal, number, kind, why) in [
        ("A+1", 0, 1, "blocked", "A is blocked by B"),
        ("B+2 A+2", 1, 2, "wall", "a wall or the edge of the board stops A"),
        ("B+1 Z+1 A+1", 1, 2, "no_piece", "there is no piece Z"),
        ("A down", 0, 1, "axis", "A moves only left and right"),
        ("B+1 B-1 (0,0) right", 2, 3, "no_piece", "there is no piece at (0, 0)"),
    ] {
        let score = score(&two_cars(), Metric::Straight, answer);
        let error = score.error.clone().unwrap_or_else(|| panic!("{answer}: {score:?}"));
        assert_eq!(
            (score.legal, error.number, error.kind, &*error.why),
            (legal, number, kind, why),
            "{answer}"
        );
        assert!(!score.solved);
    }
}

#[test]
fn moves_are_counted_in_the_metric() {
    let file = "name = 'Corner'\nstart = '''\nA..\n...\n...'''\ngoal = '''\n...\n...\n..A'''";
    let start = Position::from_toml(file).unwrap();
    for (metric, moves) in [(Metric::Unit, 4), (Metric::Straight, 2), (Metric::Finger, 1)] {
        let solved = score(&start, metric, "ARRDD");
        assert_eq!(
            (solved.moves, solved.excess, solved.written),
            (Some(moves), Some(0), 1),
            "{metric}"
        );
    }
    // The goal ends the answer, also within a written move.
    let row = "name = 'Row'\nstart = 'A...'\ngoal = '..A.'";
    let row = Position::from_toml(row).unwrap();
    let far = score(&row, Metric::Unit, "A right 3, A left 1");
    assert_eq!((far.solved, far.moves, far.written), (true, Some(2), 2));
    let far = score(&row, Metric::Straight, "A right 3, A left 1");
    assert_eq!(
        (far.moves, far.excess, far.first_detour, far.lost_moves),
        (Some(2), Some(1), Some(1), Some(1))
    );
}

/// Two tiles that move together make one move of the multi metric, and two alone.
#[test]
fn lines_of_pieces_are_one_move() {
    let tiles = "start = 'AB./CDE'\ngoal = '.AB/CDE'\n".replace('/', "\\n").replace('\'', "\"");
    let start = Position::from_toml(&format!("name = \"tiles\"\n{tiles}")).unwrap();
    let together = score(&start, Metric::Multi, "AB./CDE .AB/CDE");
    assert_eq!((together.moves, together.excess, together.lost_moves), (Some(1), Some(0), Some(0)));
    let alone = score(&start, Metric::Multi, "B right 1, A right 1");
    assert_eq!((alone.moves, alone.optimal, alone.excess), (Some(2), Some(1), Some(1)));
    assert_eq!((alone.lost_moves, alone.first_detour), (Some(1), Some(1)));
    let half = score(&start, Metric::Multi, "B right 1");
    assert_eq!((half.solved, half.distance, half.lost_moves), (false, Some(1), Some(1)));
}

/// Starts of one component share a search. Their scores are those of a search for each.
#[test]
fn shared_searches_give_the_same_scores() {
    let boards = Boards::Rush { size: (5, 5), most_walls: 1, known: [].into() };
    for player in [Player::Random, Player::Greedy, Player::Exact] {
        let mut order = TaskOrder::default();
        order.asked = Asked::ALL.to_vec();
        order.player = Some(player);
        let tasks = Tasks::new(boards.clone(), order).next_some(Effort::UNLIMITED).unwrap();
        let (shared, options) = (Referees::new(), Options::new());
        for task in tasks {
            let start = Position::from_rush(&task.board).unwrap();
            let judge = |referees: &Referees| {
                let referee = referees.of(&start, Metric::Straight, &options).unwrap();
                referee.score(task.answer.as_deref().unwrap_or("A right 1"), &options).unwrap()
            };
            assert_eq!(judge(&shared), judge(&Referees::new()), "{task:?}");
        }
    }
}

#[test]
fn rewards_follow_their_rules() {
    let rewards = |answer: &str| {
        let score = score(&two_cars(), Metric::Straight, answer);
        Reward::ALL.map(|rule| rule.of(&score))
    };
    assert_eq!(rewards("B+2 A+1"), [1.0, 1.0, 1.0, 1.0]);
    assert_eq!(rewards("B+2 B-2 B+2 A+1"), [1.0, 0.0, 0.5, 1.0]);
    assert_eq!(rewards("B+2"), [0.0, 0.0, 0.0, 0.5]);
    assert_eq!(rewards("A+1"), [0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn a_large_tile_puzzle_is_judged_without_all_its_positions() {
    let tiles = "name = '15'\nstart = '''\nABCD\nEFGH\nIJKL\n.MNO'''\ngoal = '''\nABCD\nEFGH\nIJKL\nMNO.'''";
    let start = Position::from_toml(tiles).unwrap();
    let solved = score(&start, Metric::Unit, "M left, N left, O left");
    assert_eq!((solved.moves, solved.excess), (Some(3), Some(0)));
    let detour = score(&start, Metric::Unit, "M left, M right, I down, I up");
    assert_eq!(
        (detour.legal, detour.first_detour, detour.lost_moves, detour.distance),
        (4, Some(2), Some(4), Some(3))
    );
}

#[test]
fn pieces_that_leave_can_lose_the_game() {
    // C is the only way to clear the door of A; B can leave at once.
    let file =
        "name = 'Doors'\nstart = '''\nAAB\nC..'''\ndoors = '''\n.....\nC...B\n.....\n.....'''";
    let start = Position::from_toml(file).unwrap();
    let first = score(&start, Metric::Straight, "B right 1");
    assert_eq!((first.legal, first.error.clone()), (1, None), "{first:?}");
    assert_eq!(first.distance.map(u32::from), first.optimal.map(|optimal| u32::from(optimal) - 1));
    let gone = score(&start, Metric::Straight, "B right, B left");
    assert_eq!(gone.error.unwrap().kind, "gone");
}

#[test]
fn long_answers_take_little_time_and_memory() {
    let long = "B+1 B-1 ".repeat(100_000);
    let score = score(&two_cars(), Metric::Straight, &long);
    assert_eq!(
        (score.legal, score.first_detour, score.lost_moves),
        (200_000, Some(1), Some(200_000))
    );
    for noise in [
        "(", "[", "{", "```", "Answer:", "<answer>", "\\boxed{", "A", "A ", "+1", "→", "row ", "é",
        "\u{0}",
    ] {
        let text = noise.repeat(50_000);
        let score = super::score::score(&two_cars(), Metric::Straight, &text);
        assert!(!score.solved, "{noise}");
    }
}

/// How an answer is written: one move by its letter, direction and number of cells.
fn written(style: usize, letter: char, direction: &str, cells: usize) -> String {
    let short = direction[..1].to_uppercase();
    match (style, letter.is_alphanumeric()) {
        (0, _) | (_, false) => format!("{letter}{short}{cells}"),
        (1, _) => format!("{letter} {direction} {cells}"),
        (2, _) => format!("[\"{letter}\", \"{direction}\", {cells}]"),
        (3, _) => format!(
            "{{\"piece\": \"{letter}\", \"direction\": \"{direction}\", \"steps\": {cells}}}"
        ),
        (4, _) => format!("{letter}: {cells} {direction}"),
        _ => format!("Move {letter} {cells} cells {direction}."),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// The witness slides letters over drawn grids, and counts moves by a search of its own.
    #[test]
    fn answers_are_judged_as_a_witness_judges_them(
        drawn in puzzles(),
        metric in prop::sample::select(vec![Metric::Unit, Metric::Straight]),
        walk in prop::collection::vec((any::<Index>(), 0..4_usize, 1..3_usize, any::<bool>()), 1..14),
        style in 0..6_usize,
        wrapped in 0..4_usize,
    ) {
        let Ok(start) = Position::from_toml(&drawn.file()) else { return Ok(()) };
        let witness = Witness::new(&drawn);
        let width = grid(&drawn.start)[0].len();
        let letters = drawn.signs();
        let directions = [("right", 1, 0), ("down", 0, 1), ("left", -1, 0), ("up", 0, -1)];
        let reached = reachable(&witness, metric.name());
        let graph = witness.graph(&reached, metric.name());
        let goals: Vec<&String> = reached.iter().filter(|text| witness.is_goal(text)).collect();
        let far = distances(&reversed(&graph), goals.iter().copied());

        // The walk mostly tries another direction if one is not legal, so that it gets somewhere.
        let mut board = Lettered::of(&start.lettered(), width);
        let canonical = |board: &Lettered| {
            let rows: Vec<Vec<char>> = {
                let signs: Vec<char> = board.text().chars().collect();
                signs.chunks(width + 1).map(|row| row[..width].to_vec()).collect()
            };
            naive::to_text(&witness.canonical(&rows))
        };
        let legal = |board: &Lettered, letter: char, (right, down): (isize, isize), cells: usize| {
            let mut after = board.clone();
            for _ in 0..cells {
                let before = canonical(&after);
                after.step(letter, (right, down)).ok()?;
                witness.neighbours(&before, "unit").contains(&canonical(&after)).then_some(())?;
            }
            Some(after)
        };
        let (mut texts, mut positions, mut failed) = (Vec::new(), vec![canonical(&board)], None);
        let mut solved = witness.is_goal(&positions[0]);
        for (piece, first, cells, insists) in walk {
            let letter = *piece.get(&letters);
            let tries = (0..if insists { 1 } else { 4 }).map(|turn| directions[(first + turn) % 4]);
            let found = tries.clone().find_map(|(name, right, down)| {
                Some((name, legal(&board, letter, (right, down), cells)?, (right, down)))
            });
            let name = found.as_ref().map_or(directions[first].0, |found| found.0);
            texts.push(written(style, letter, name, cells));
            if solved || failed.is_some() {
                continue;
            }
            match found {
                None => failed = Some(texts.len() as u32),
                Some((_, after, step)) if metric == Metric::Unit => {
                    for _ in 0..cells {
                        if !solved {
                            board.step(letter, step).unwrap();
                            positions.push(canonical(&board));
                            solved = witness.is_goal(&positions[positions.len() - 1]);
                        }
                    }
                    let _ = after;
                }
                Some((_, after, _)) => {
                    board = after;
                    positions.push(canonical(&board));
                    solved = witness.is_goal(&positions[positions.len() - 1]);
                }
            }
        }
        let list = texts.join(if style == 5 { "\n" } else { ", " });
        let answer = match wrapped {
            0 => list.clone(),
            1 => format!("Let me think.\nAnswer: {list}"),
            2 => format!("Here:\n```\n{list}\n```"),
            _ => format!("<answer>{list}</answer>"),
        };
        let found = score(&start, metric, &answer);
        let legal = positions.len() as u32 - 1;
        let last = &positions[positions.len() - 1];
        prop_assert_eq!(found.legal, legal, "{} {:?}", answer, found);
        prop_assert_eq!(found.written as usize, texts.len());
        prop_assert_eq!(found.error.as_ref().map(|error| error.number), failed, "{} {:?}", answer, found);
        prop_assert_eq!(found.solved, solved);
        prop_assert_eq!(found.moves, solved.then_some(legal));
        let optimal = far.get(&positions[0]).copied();
        prop_assert_eq!(found.optimal.map(u32::from), optimal);
        prop_assert_eq!(found.distance.map(u32::from), far.get(last).copied());
        let lost = |made: usize| Some(far.get(&positions[made])? + made as u32 - optimal?);
        prop_assert_eq!(found.lost_moves, lost(legal as usize));
        let detour = (1..positions.len()).find(|&made| optimal.is_some() && lost(made) != Some(0));
        prop_assert_eq!(found.first_detour, detour.map(|made| made as u32));
        prop_assert_eq!(found.excess, if solved { lost(legal as usize) } else { None });
    }
}

/// All positions that moves of the witness reach.
fn reachable(witness: &Witness, metric: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::from([witness.start_text()]);
    let mut waiting = vec![witness.start_text()];
    while let Some(text) = waiting.pop() {
        for after in witness.neighbours(&text, metric) {
            if reached.insert(after.clone()) {
                waiting.push(after);
            }
        }
    }
    reached
}
