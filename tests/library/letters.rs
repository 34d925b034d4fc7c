//! Pieces keep their letters along solutions: a witness that knows only letters and empty cells replays them.

use crate::any_puzzle::puzzles;
use huarong::puzzle::Lettering;
use huarong::{Metric, Oracle, Position};
use huarong_core::notation::moves;
use naive::letters::Lettered;
use proptest::prelude::*;
use proptest::sample::Index;
use std::fs;

/// Replays a solution from a text of its start, and compares the letters after each move.
fn replay(start: &Position, text: &str, solution: &[huarong::Move]) {
    let width = usize::from(start.puzzle().board().width());
    let mut board = Lettered::of(text, width);
    for made in solution {
        let lettering = made.before().lettering();
        let pieces: Vec<char> = { made.made() }
            .shifts()
            .map(|shift| lettering.sign(shift.shape, shift.from).expect("each piece has a sign"))
            .collect();
        assert_eq!(made.piece(), Some(pieces[0]));
        for direction in made.path() {
            let (right, down) = direction.step();
            for &piece in &pieces {
                let step = (right.into(), down.into());
                board
                    .step(piece, step)
                    .unwrap_or_else(|refused| panic!("{text}: {made}: {refused}"));
            }
        }
        let after = made.after();
        assert_eq!(after.lettered(), board.text(), "{text}: {made}");
        // The text reads back as the same position with the same letters; the canonical text has others.
        let read = start.puzzle().parse(&after.lettered()).expect("the text of a position");
        assert_eq!(read, after);
        assert_eq!(read.lettering().text(start.puzzle()), board.text());
        let canonical = start.puzzle().parse(&after.to_string()).expect("the text of a position");
        assert_eq!((canonical.lettered(), &canonical), (after.to_string(), &after));
        let (sign, from) = (made.sign().expect("each piece has a sign"), made.from());
        let drawn = Lettered::of(&made.before().to_string(), width).at(from);
        assert_eq!(sign, drawn, "{made}");
    }
}

/// Boards of a list, each in one line.
fn boards(count: usize) -> Vec<String> {
    let list = fs::read_to_string("tests/data/rush_sample.txt").unwrap();
    let step = list.lines().count() / count;
    let boards = list.lines().step_by(step).map(|line| line.split(' ').nth(1).unwrap().to_owned());
    boards.collect()
}

#[test]
fn rush_hour_cars_keep_their_letters_in_solutions() {
    let boards = boards(150);
    assert!(boards.len() >= 150);
    for board in &boards {
        let start = Position::from_rush(board).unwrap();
        let oracle = Oracle::solve(&start, Metric::Straight).unwrap();
        let solution = oracle.solution(&start).unwrap().expect("the board can be solved");
        replay(&start, &start.to_string(), &solution);
    }
}

#[test]
fn a_car_keeps_its_letter_behind_others_of_its_length() {
    let start = Position::from_rush("BBx.CC/DDJ..L/I.JAAL/IEEK.L/IFFKGG/..xHH.").unwrap();
    let solution = Oracle::solve(&start, Metric::Straight).unwrap().solution(&start).unwrap();
    let solution = solution.expect("the board can be solved");
    replay(&start, &start.to_string(), &solution);
    // Two cars of length two in different columns have exchanged their signs in the canonical text.
    let last = &solution[17];
    assert_eq!((last.piece(), last.sign()), (Some('K'), Some('J')));
    let made: Vec<_> = solution.iter().map(huarong::Move::made).collect();
    let texts = moves::move_texts(start.puzzle(), start.arrangement(), &made);
    assert!(texts[17].starts_with('K'), "{texts:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Also from a text whose letters are in any order.
    #[test]
    fn pieces_of_any_puzzle_keep_their_letters(
        drawn in puzzles(),
        metric in prop::sample::select(vec![Metric::Unit, Metric::Straight, Metric::Finger, Metric::Multi]),
        walk in prop::collection::vec(any::<Index>(), 0..12),
    ) {
        let Ok(mut start) = Position::from_toml(&drawn.file()) else { return Ok(()) };
        for step in &walk {
            let moves = start.moves(metric);
            if !moves.is_empty() {
                start = step.get(&moves).after();
            }
        }
        let text = start.lettered();
        let start = start.puzzle().parse(&text).unwrap();
        prop_assert_eq!(&text, &start.lettered());
        let own = Lettering::of_text(start.puzzle(), start.arrangement(), &text);
        prop_assert_eq!(own.text(start.puzzle()), text.clone());
        if let Some(solution) = Oracle::solve(&start, metric).unwrap().solution(&start).unwrap() {
            replay(&start, &text, &solution);
        }
    }
}
