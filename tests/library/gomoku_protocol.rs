//! The Gomocup protocol, line by line.

use huarong_games::gomoku::{Answer, Brain, Level};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

fn brain() -> Brain {
    Brain::new(Level::Chapter, 1 << 16)
}

fn handle(brain: &mut Brain, line: &str) -> String {
    match brain.handle(line, &AtomicBool::new(false)) {
        Answer::Silence => "-".to_owned(),
        Answer::Line(words) => words,
        Answer::End => "END".to_owned(),
    }
}

/// A transcript: the manager's lines and the expected answers; `-` means no answer, `…` any rest.
fn check(transcript: &str) {
    let mut brain = brain();
    for line in transcript.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (said, wanted) = line.split_once(" -> ").unwrap_or((line, "-"));
        let answer = handle(&mut brain, said);
        match wanted.strip_suffix('…') {
            Some(beginning) => assert!(answer.starts_with(beginning), "{said}: {answer}"),
            None => assert_eq!(answer, wanted, "{said}"),
        }
    }
}

#[test]
fn every_command_is_answered() {
    check(
        "ABOUT -> name=\"huarong\", version=\"…
         START 16 -> OK
         INFO timeout_turn 1000
         INFO timeout_match 0
         INFO time_left 100000
         INFO max_memory 83886080
         INFO game_type 1
         INFO rule 1
         INFO folder /nowhere at all
         INFO evaluate 3,3
         INFO rule 0
         BEGIN -> 8,8
         TURN 6,6 -> …
         RESTART -> OK
         TURN 6,6 -> 7,6
         TAKEBACK 7,6 -> OK
         TAKEBACK 6,6 -> OK
         TURN 6,6 -> 7,6
         RESTART -> OK
         TURN 6,6 -> 7,6
         RECTSTART 20,20 -> OK
         start 15 -> OK
         BOARD
         6,6,2
         DONE -> 7,6
         BOARD
         6,6,1
         7,7,2
         8,8,3
         DONE -> 7,6
         SWAP2BOARD
         DONE -> 3,1 3,2 1,3
         SWAP2BOARD
         3,1
         3,2
         1,3
         DONE -> …
         SWAP2BOARD
         3,1
         3,2
         1,3
         9,9
         10,10
         DONE -> …
         END -> END",
    );
}

#[test]
fn malformed_lines_are_reported() {
    check(
        "BEGIN -> ERROR no game has started: START 15
         TURN 1,1 -> ERROR no game has started: START 15
         RESTART -> ERROR no game has started: START 15
         BOARD
         1,1,1
         DONE -> ERROR no game has started: START 15
         START -> ERROR the board must have 15 to 20 rows: START 15
         START 14 -> ERROR the board must have 15 to 20 rows: START 15
         START 300 -> ERROR the board must have 15 to 20 rows: START 15
         RECTSTART 15,16 -> ERROR the board must be square: RECTSTART 15,15
         START 15 -> OK
         TURN -> ERROR \"\" is not a cell: a cell is column,row, from 0,0 to 14,14
         TURN 15,1 -> ERROR \"15,1\" is not a cell: a cell is column,row, from 0,0 to 14,14
         TURN a,b -> ERROR \"a,b\" is not a cell: a cell is column,row, from 0,0 to 14,14
         TURN 1,1 -> 2,1
         TURN 1,1 -> ERROR 1,1 already has a stone
         TAKEBACK 9,9 -> ERROR there is no stone on 9,9
         BEGIN -> ERROR BEGIN needs an empty board; this one has stones
         BOARD
         1,1
         DONE -> ERROR …
         BOARD
         1,1,9
         DONE -> ERROR a stone is column,row,1 for …
         BOARD
         1,1,1
         DONE -> ERROR stones of the engine: 1, of the opponent: 0; it is not its turn
         BOARD
         1,1,1
         1,1,2
         DONE -> ERROR the list has 1,1 twice
         SWAP2BOARD
         1,1
         DONE -> ERROR a swap2 list has 0, 3 or 5 stones, not 1
         INFO rule 8 -> ERROR rule 8 is unsupported: use 0 freestyle, 1 exactly five, 4 renju
         INFO timeout_turn soon -> ERROR INFO \"timeout_turn\" needs a number
         INFO
         PLAY 1,1 -> UNKNOWN this engine has no command \"PLAY\"
         漢字 -> UNKNOWN this engine has no command \"漢字\"",
    );
}

#[test]
fn full_boards_are_reported() {
    let mut brain = brain();
    handle(&mut brain, "START 15");
    handle(&mut brain, "BOARD");
    for cell in 0..225 {
        let (column, row) = (cell % 15, cell / 15);
        let owner = if (column / 2 + row) % 2 == 0 { 1 } else { 2 };
        handle(&mut brain, &format!("{column},{row},{owner}"));
    }
    assert!(handle(&mut brain, "DONE").starts_with("ERROR "));
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "(START|RECTSTART|TURN|TAKEBACK|BOARD|SWAP2BOARD|DONE|BEGIN|INFO|RESTART|ABOUT|END)( [0-9,-]{0,8})?",
        2 => "START (15|20)",
        3 => "(TURN )?(1?[0-9]),(1?[0-9])(,[123])?",
        1 => "INFO (rule|timeout_turn|time_left|timeout_match|max_memory) -?[0-9]{1,12}",
        1 => "\\PC{0,12}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Every input line gets an answer in one of the known forms.
    #[test]
    fn no_line_is_too_strange(lines in prop::collection::vec(line(), 0..40)) {
        let mut brain = brain();
        for line in lines {
            let answer = handle(&mut brain, &line);
            let is_move = answer.split(' ').all(|cell| {
                cell.split_once(',').is_some_and(|(column, row)| {
                    column.parse::<u8>().is_ok() && row.parse::<u8>().is_ok()
                })
            });
            let known = ["-", "OK", "END", "SWAP"].contains(&&*answer);
            let reported = ["ERROR ", "UNKNOWN ", "name="].iter().any(|word| answer.starts_with(word));
            prop_assert!(is_move || known || reported, "{line}: {answer}");
        }
    }
}
