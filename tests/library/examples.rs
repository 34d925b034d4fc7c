//! The examples produce correct results, according to the naive witness.

use crate::cases::case;
use crate::common::{START, STUCK};
use huarong::{Metric, Position, Puzzle};
use huarong_games::Outcome;
use naive::Naive;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

#[path = "../../examples/hint.rs"]
#[allow(dead_code)]
mod hint;
#[path = "../../examples/levels.rs"]
#[allow(dead_code)]
mod levels;
#[path = "../../examples/own_board.rs"]
#[allow(dead_code)]
mod own_board;
#[path = "../../examples/own_game.rs"]
#[allow(dead_code)]
mod own_game;
#[path = "../../examples/tables_on_disk.rs"]
#[allow(dead_code)]
mod tables_on_disk;
#[path = "../../examples/threads.rs"]
#[allow(dead_code)]
mod threads;

fn parse(text: &str) -> Position {
    Puzzle::klotski().parse(text).unwrap()
}

#[test]
fn examples_are_short() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut found = 0;
    for entry in fs::read_dir(examples).unwrap() {
        let path = entry.unwrap().path();
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 40, "{}: {lines} lines", path.display());
        found += 1;
    }
    assert_eq!(found, 6, "each is tested here");
}

#[test]
fn the_farthest_position_of_ones_own_board() {
    let shapes = [('L', "xx/x."), ('S', "x")];
    let naive = case("#.../..../....", &shapes, &[('L', (2, 1))]).naive;
    let distances = naive.distances(&[1, 5], "finger");
    let (position, distance) = own_board::farthest().unwrap();
    assert_eq!(distances[&position], Some(u32::from(distance)));
    assert_eq!(distances.values().flatten().max(), Some(&u32::from(distance)));
}

#[test]
fn tables_that_are_kept_answer() {
    let text = "BB../BB../.V../SV../....";
    let directory = tempfile::tempdir().unwrap();
    let ask = |text, cancel: bool| {
        tables_on_disk::ask(directory.path(), "0h1v1s", text, &AtomicBool::new(cancel))
    };
    assert!(ask(text, true).is_err(), "it is cancelled");
    // The first run builds the tables, the second reads them.
    for _ in 0..2 {
        let probe = ask(text, false).unwrap();
        for metric in Metric::ALL {
            let known = Naive::klotski().distances(&[1, 0, 1, 1], metric.name())[text];
            assert_eq!(probe.distances[metric].found().map(u32::from), known, "{metric}");
        }
    }
    assert!(ask("BB../BB../VV../VV../....", false).is_err(), "no table");
}

/// The classic start is 81 moves from the goal: the best move leads to 80, and following the hints
/// leads to the goal.
#[test]
fn hints_lead_to_the_goal() {
    let mut at = parse(START);
    for left in (1..=81).rev() {
        let best = hint::hint(&at).unwrap().unwrap_or_else(|| panic!("{left} moves are left"));
        let after = best.after();
        assert!(
            Naive::klotski().neighbours(&at.to_string(), "finger").contains(&after.to_string())
        );
        at = after;
    }
    assert!(Naive::klotski().is_goal(&at.to_string()) && hint::hint(&at).unwrap().is_none());
    assert!(hint::hint(&parse(STUCK)).unwrap().is_none());
}

/// Levels of a puzzle that the witness searches completely.
#[test]
fn levels_are_as_hard_as_they_say() {
    let known = Naive::klotski().distances(&[1, 1, 1, 1], "finger");
    let levels = levels::levels("BBV./BBV./HH../S.../....", 4, 7).unwrap();
    let most = known.values().flatten().max().unwrap();
    let moves: Vec<u32> = levels.iter().map(|(_, moves)| u32::from(*moves)).collect();
    assert_eq!(moves, [most / 4, most * 2 / 4, most * 3 / 4, *most]);
    for (start, moves) in &levels {
        assert_eq!(known[&start.to_string()], Some(u32::from(*moves)), "{start}");
    }
    assert_eq!(levels, levels::levels("BBV./BBV./HH../S.../....", 4, 7).unwrap());
}

/// With enough samples, each of the 65,880 positions is drawn; then the mean equals that of all
/// positions.
#[test]
fn threads_ask_one_oracle() {
    let mean = threads::mean_of_samples(65_880).unwrap();
    let known = Naive::klotski().distances(&[1, 1, 4, 4], "finger");
    let solvable: Vec<u32> = known.values().flatten().copied().collect();
    let all = solvable.iter().map(|&far| f64::from(far)).sum::<f64>() / known.len() as f64;
    assert!((mean - all).abs() < 1e-9 || solvable.len() < known.len(), "{mean} and {all}");
}

/// Minimax over all games: the player to move wins (1), draws (0) or loses (-1).
fn worth(cells: &mut [char; 9], sign: char) -> i8 {
    let other = if sign == 'x' { 'o' } else { 'x' };
    let has = |line: [usize; 3]| line.into_iter().all(|cell| cells[cell] == other);
    if [[0, 1, 2], [3, 4, 5], [6, 7, 8]].into_iter().any(has) {
        return -1;
    }
    if [[0, 4, 8], [2, 4, 6]].into_iter().any(has) {
        return 1;
    }
    let mut best = None;
    for cell in 0..9 {
        if cells[cell] == '.' {
            cells[cell] = sign;
            best = best.max(Some(-worth(cells, other)));
            cells[cell] = '.';
        }
    }
    best.unwrap_or(0)
}

#[test]
fn a_game_of_ones_own_is_worth_what_playing_it_out_says() {
    let verdict = own_game::value(own_game::Rows).unwrap();
    let expected = match worth(&mut ['.'; 9], 'x') {
        1 => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    };
    assert_eq!(verdict.outcome, expected);
}
