//! Scores of answers, against a witness that knows only drawn grids and against moves that are counted by hand.

use crate::any_puzzle::puzzles;
use huarong::score::{Asked, MarkError, Question, Referees, Reward, Score};
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
        ("A+1 or rather B+1", "is not clear"),
        ("A+1 from here B+1", "stands between moves"),
        ("```\nA+1\n```\nor\n```\nB+1\n```", "several answers that differ"),
        ("Answer: A+1\nAnswer: B+1", "several answers that differ"),
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

/// What is made of an answer about the two cars: `solved`, `legal`, `unread`, or the kind of the first error.
fn outcome(answer: &str) -> &'static str {
    let found = score(&two_cars(), Metric::Straight, answer);
    match found.error {
        Some(error) => error.kind,
        None if found.solved => "solved",
        None => "legal",
    }
}

/// After `B down 2`, A can go right by one cell and no more.
#[test]
fn numbers_of_cells_are_read_or_the_answer_is_unread() {
    for (answer, expected) in [
        // By one cell.
        ("A right", "solved"),
        ("A right 1", "solved"),
        ("A right (1)", "solved"),
        ("A right (one cell)", "solved"),
        ("A right by 1 cell.", "solved"),
        ("A right once", "solved"),
        ("A, right, 1", "solved"),
        ("A: right", "solved"),
        ("A → 1", "solved"),
        ("A right １", "solved"),
        ("A 右 一格", "solved"),
        ("A right 1 (out of the board)", "solved"),
        ("[\"A\", \"right\", \"1\"]", "solved"),
        ("{\"piece\": \"A\", \"direction\": \"right\", \"steps\": \"1\"}", "solved"),
        ("{\"piece\": \"A\", \"direction\": \"right\", \"steps\": 1.0}", "solved"),
        ("{\"piece\": \"A\", \"direction\": \"right\", \"steps\": 1e0}", "solved"),
        ("{\"piece\": \"A\", \"direction\": \"right\"}", "solved"),
        // By more cells, which the edge of the board forbids.
        ("A right 2", "wall"),
        ("A right (2)", "wall"),
        ("A right [2]", "wall"),
        ("A right \\(2\\)", "wall"),
        ("A right, 2", "wall"),
        ("A, right, 2", "wall"),
        ("A→ 2", "wall"),
        ("A right two cells", "wall"),
        ("A right ２", "wall"),
        ("A 右 兩格", "wall"),
        ("A 右 两格", "wall"),
        ("A 向右移動兩格", "wall"),
        ("A 2 right", "wall"),
        ("A right right", "wall"),
        ("A right 9999", "wall"),
        ("piece: A, direction: right, distance: 2", "wall"),
        ("[\"A\", \"right\", \"2\"]", "wall"),
        ("{\"piece\": \"A\", \"direction\": \"right\", \"steps\": \"2\"}", "wall"),
        ("{\"piece\": \"A\", \"direction\": \"right\", \"steps\": 2.0}", "wall"),
        ("{\"steps\": 2, \"direction\": \"right\", \"id\": 1, \"piece\": \"car A\"}", "wall"),
        // Not clear.
        ("A right +2", "unread"),
        ("A right -1", "unread"),
        ("A right 1.5", "unread"),
        ("A right 50%", "unread"),
        ("A right x2", "unread"),
        ("A right 2x", "unread"),
        ("A right ×2", "unread"),
        ("A right 1 ×2", "unread"),
        ("A right 1 x 2", "unread"),
        ("A right 1+1", "unread"),
        ("A right 1 (x2)", "unread"),
        ("A right 1 [2]", "unread"),
        ("A right 1 2)", "unread"),
        ("A right 1 2]", "unread"),
        ("A right 1, twice", "unread"),
        ("A right twice", "unread"),
        ("AR twice", "unread"),
        ("AR to the end", "unread"),
        ("AR, 2", "unread"),
        ("AR 2. BU1", "unread"),
        ("AR (2)", "unread"),
        ("A right several cells", "unread"),
        ("A right, right", "unread"),
        ("A right and right", "unread"),
        ("A right. 2", "unread"),
        ("A right to the end", "unread"),
        ("A right all the way", "unread"),
        ("A right (to the wall)", "unread"),
        ("A right → 2", "unread"),
        ("A right 1, not 2", "unread"),
        ("A right 1 or 2", "unread"),
        ("A right 65537", "unread"),
        ("A right 4294967297", "unread"),
        ("A+65537", "unread"),
        ("AR65537", "unread"),
        ("{\"piece\": \"A\", \"direction\": \"right\", \"steps\": -2}", "unread"),
        ("{\"piece\": \"A\", \"direction\": \"right\", \"steps\": 99999999999}", "unread"),
        ("{\"piece\": \"A\", \"direction\": \"right\", \"steps\": null}", "unread"),
        ("{\"piece\": \"A\", \"direction\": \"right\", \"length\": 2}", "unread"),
        ("[\"A\", \"right\", -2]", "unread"),
        ("[\"A\", \"right\", 2, 3]", "unread"),
    ] {
        for before in ["B down 2, ", "B down 2\n", "B+2; ", "1. B down 2\n2. "] {
            let answer = format!("{before}{answer}");
            assert_eq!(outcome(&answer), expected, "{answer}");
        }
    }
    let long = format!("B down 2, A right {}", "1".repeat(1_000_000));
    assert_eq!(outcome(&long), "unread");
    assert_eq!(outcome("B down -1"), "unread");
}

#[test]
fn moves_are_read_whole_or_the_answer_is_unread() {
    for (answer, expected) in [
        ("b down 2, a right 1", "solved"),
        ("Answer: b down 2, a right 1", "solved"),
        ("```\nb down 2\na right 1\n```", "solved"),
        ("[[\"b\",\"down\",2],[\"a\",\"right\",1]]", "solved"),
        (
            "[\n [\n  \"B\",\n  \"down\",\n  2\n ],\n [\n  \"A\",\n  \"right\",\n  1\n ]\n]",
            "solved",
        ),
        ("<ol><li>B down 2</li><li>A right 1</li></ol>", "solved"),
        ("<p>B down 2</p><p>A right 1</p>", "solved"),
        ("B down 2<br/>A right 1<br>", "solved"),
        ("<move>B down 2</move><move>A right 1</move>", "solved"),
        ("<b>B</b> down <b>2</b>, <b>A</b> right <b>1</b>", "solved"),
        ("| 1 | B | down | 2 |\n| 2 | A | right | 1 |", "solved"),
        ("B D2, A R1", "solved"),
        ("B (down 2), A (right 1)", "solved"),
        ("{\"B\": [\"down\", 2], \"A\": [\"right\", 1]}", "solved"),
        ("{\"1\": \"B down 2\", \"2\": \"A right 1\"}", "solved"),
        (
            "[{\"piece\": \"B\", \"move\": \"down 2\"}, {\"piece\": \"A\", \"move\": \"right 1\"}]",
            "solved",
        ),
        ("B down 2, after that A right 1", "solved"),
        ("I would move B down 2, and then A right 1.", "solved"),
        ("B down 2, A right 1. The red car can now move right and exit.", "solved"),
        (
            "**Solution:**\n\n1. **B down 2**\n2. **A right 1**\n\nThis moves car A to the exit.",
            "solved",
        ),
        ("\\boxed{B \\text{ down } 2, A \\text{ right } 1}", "solved"),
        ("1. B down 2 – this frees the cell to the right of A\n2. A right 1", "solved"),
        ("B(down,2) A(right,1)", "unread"),
        ("B moves down 2 spaces, A moves right 1 space.", "solved"),
        ("Slide car B two cells down, then slide A one cell to the right.", "solved"),
        (
            "1. Move B down 2 cells.\n2. Move A right 1 cell.\n\nSo A can exit to the right.",
            "solved",
        ),
        ("Solution (2 moves): B down 2 (rows 3-4), A right 1 (2 moves)", "solved"),
        ("B down 2, A right 1\nTotal: 2 moves", "solved"),
        ("Move B down 2. Move the red car right by 1.", "solved"),
        ("B down 2, the target car right 1", "solved"),
        ("B 下 2，紅車 右 1", "solved"),
        ("B down 2. Move the red car A right by 1.", "solved"),
        ("B down 2 cells, then A (the red car) right 1.", "solved"),
        ("B down 2, A right 1\n\nThat frees the car.", "solved"),
        ("~~A right 1~~ B down 2, A right 1", "solved"),
        ("1. B down 2 to free A\n2. A right 1, so A is out", "solved"),
        ("B down 2, A right 1. A is free now.", "solved"),
        ("B down 2 and A, right 1", "solved"),
        ("B down2, A right1", "solved"),
        ("B down 2, Aright 1", "unread"),
        ("B down 2, A exits.", "unread"),
        ("2x B down 1, A right 1", "unread"),
        ("2x BD1, AR1", "unread"),
        ("2 BD1, AR1", "unread"),
        ("x2 [\"B\", \"down\", 1], AR1", "unread"),
        ("2 x B down 1, A right 1", "unread"),
        ("Repeat twice: B down 1. A right 1", "unread"),
        ("B down 2 ... A right 1", "unread"),
        ("Undo A right 1. B down 2", "unread"),
        ("B down 2, A right 1. No more moves are needed.", "solved"),
        ("Do not move A right 1 first.", "unread"),
        ("Never move B down 2, A right 1", "unread"),
        ("B down 2, A right 1 is not legal", "unread"),
        ("B down 2 before A right 1", "unread"),
        ("B down 2, A", "unread"),
        ("A, B down 2", "unread"),
        ("A and B down 2", "unread"),
        ("B down 2, A forward 1", "unread"),
        ("B down 2. A rigth 1.", "unread"),
        ("B down 2, A rigth", "unread"),
        ("B down 2, A right/left", "unread"),
        ("B down 2, right 1", "unread"),
        ("B down 2. Move it right.", "unread"),
        ("Move the blue car down 2. A right 1", "unread"),
        ("B2 down, A right 1", "unread"),
        ("2 down B, 1 right A", "unread"),
        ("down B by 2, right A by 1", "unread"),
        ("Down 2 with B, A right 1", "unread"),
        ("1. B down 2. A right", "unread"),
        ("1 B down 2\n2 A right 1", "unread"),
        ("B down 2 1 right A", "unread"),
        ("B down 2, A to column 3", "unread"),
        ("~~B down 2, A right 1~~", "unread"),
        ("{\"piece\": \"A\", \"direction\": \"forward\"} B down 2", "unread"),
        ("AR99999, B down 2", "unread"),
    ] {
        assert_eq!(outcome(answer), expected, "{answer}");
    }
    // Without a red car, no words name one.
    let puzzle = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S").unwrap();
    let found = score(&puzzle, Metric::Unit, "Move the red car right by 1.");
    assert_eq!(found.error.unwrap().kind, "unread");
}

#[test]
fn arrows_are_directions_or_separate_moves() {
    for (answer, expected) in [
        ("B→→", "axis"),
        ("B↓↓ A→", "solved"),
        ("B ↓ 2, A → 1", "solved"),
        ("B down 2 → A right 1", "solved"),
        ("B down 2 ➡ A right 1", "solved"),
        ("B down 2 ➡️ A right 1", "solved"),
        ("B down 2 ⇒ A right 1", "solved"),
        ("B down 2 -> A right 1", "solved"),
        ("B down 2 →\nA right 1", "solved"),
        ("B 向下 2 格 → A 向右 1 格", "solved"),
        ("B下2→A右1", "solved"),
        ("BD2→AR1", "solved"),
        ("B+2 → A+1", "solved"),
        ("B down 2 $\\rightarrow$ A right 1", "solved"),
        ("1. **B** → down **2**\n2. **A** → right **1**", "solved"),
        ("B -> down 2, A -> right 1", "solved"),
        ("(0, 2) → (2, 2), (1, 1) → (1, 2)", "solved"),
        ("B ↓ down 2, A → right 1", "solved"),
        ("B down 2, A ↓ right 1", "unread"),
        ("B down 2 ↓, A right 1", "unread"),
        ("B: down 2\nA: right → 1", "unread"),
        ("B down 2, A right 1 → (1,3)", "unread"),
        ("B down 2, A right → exit", "unread"),
        ("B down 2, A right 1 → right", "unread"),
        ("B↓2→A→1", "unread"),
        ("↓ B 2, → A 1", "unread"),
        ("(0, 2) → (2, 2) ↓", "unread"),
        ("B ↓↓ → A →", "unread"),
    ] {
        assert_eq!(outcome(answer), expected, "{answer}");
    }
}

#[test]
fn a_marked_place_is_the_only_one() {
    for (answer, expected) in [
        ("I tried B down 2, A right 1 but it fails. Answer: no solution", "unread"),
        ("B down 2, A right 1 <answer></answer>", "unread"),
        ("B down 2, A right 1 \\boxed{none}", "unread"),
        ("Answer: B down 2, A right 1. No, wait. Answer: none", "unread"),
        ("<answer>B down 2</answer> <answer>B down 2, A right 1</answer>", "unread"),
        ("Answer: A right 1 <answer>B down 2, A right 1</answer>", "solved"),
        ("**Answer**: B down 2, A right 1", "solved"),
        ("The answer is: B down 2, A right 1", "solved"),
        ("{\"why\": \"A right 1 is blocked\", \"answer\": \"B down 2, A right 1\"}", "solved"),
        ("In <answer></answer> tags: <answer>B down 2, A right 1</answer>", "solved"),
    ] {
        assert_eq!(outcome(answer), expected, "{answer}");
    }
}

#[test]
fn thoughts_are_not_read() {
    for (answer, expected) in [
        ("<think>A right 1 is blocked.</think> B down 2, A right 1", "solved"),
        ("<thinking>\nAnswer: A right 1\n</thinking>\nAnswer: B down 2, A right 1", "solved"),
        ("B down 2 <reasoning>or A right 1?</reasoning> A right 1", "solved"),
        ("A right 1 is blocked, so B goes down.\n</think>\nB down 2, A right 1", "solved"),
        ("<THINK>A right 1</THINK>B down 2, A right 1", "solved"),
        ("B down 2, A right 1 <think>is that all", "solved"),
        ("<think>B down 2, A right 1", "unread"),
        ("<think>B down 2, A right 1</think>", "unread"),
    ] {
        assert_eq!(outcome(answer), expected, "{answer}");
    }
}

#[test]
fn chinese_answers_are_read() {
    for (answer, expected) in [
        ("1、B 下 2\n2、A 右 1", "solved"),
        ("第一步：B 下 2\n第二步：A 右 1", "solved"),
        ("第一步：B 下 2，第二步：A 右 1。", "solved"),
        ("第1步：把B向下移动2格\n第2步：把A向右移动1格", "solved"),
        ("①B下2 ②A右1", "solved"),
        ("① B 向下移動兩格\n② A 向右移動一格", "solved"),
        ("B往下走2格，然后A往右走1格", "solved"),
        ("先把 B 向下移动两格，再把 A 向右移动一格。", "solved"),
        ("Ｂ　下　２，Ａ　右　１", "solved"),
        ("Ｂ ｄｏｗｎ ２， Ａ ｒｉｇｈｔ １", "solved"),
        ("答案：B下2，A右1", "solved"),
        ("解：B下2，A右1", "solved"),
        ("不要先把 A 向右移 1 格", "unread"),
        ("B 下 2，A 右移兩次", "unread"),
    ] {
        assert_eq!(outcome(answer), expected, "{answer}");
    }
}

/// Whether the answer to a question about the two cars is right; `None` if it is unread.
fn is_right(question: Question<'_>, answer: &str) -> Option<bool> {
    let options = Options::new();
    let referee = Referees::new().of(&two_cars(), Metric::Straight, &options).unwrap();
    let found = referee.mark(question, answer, &options).unwrap();
    let is_unread = found.error.is_some_and(|error| error.kind == "unread");
    (!is_unread).then_some(found.correct)
}

#[test]
fn verdicts_are_read_from_clear_words_alone() {
    let (yes, no, unread) = (Some(true), Some(false), None);
    for (answer, expected) in [
        ("yes", yes),
        ("Yes.", yes),
        ("**Yes**, because no piece blocks it.", yes),
        ("Yes - no piece blocks it", yes),
        ("Let me see: B moves first.\nAnswer: yes", yes),
        ("\\boxed{\\text{Yes}}", yes),
        ("<think>No way. No.</think>Yes", yes),
        ("true", yes),
        ("It is solvable.", yes),
        ("It can be solved", yes),
        ("The goal can be reached.", yes),
        ("是", yes),
        ("是的，因為 B 可以先走", yes),
        ("可以", yes),
        ("能。", yes),
        ("對", yes),
        ("对", yes),
        ("有解", yes),
        ("合法", yes),
        ("No, B is in the way.", no),
        ("no", no),
        ("false", no),
        ("It is not legal.", no),
        ("The answer is no.", no),
        ("{\"answer\": \"no\"}", no),
        ("{\"answer\": false}", no),
        ("這一步不合法", no),
        ("not solvable", no),
        ("isn't solvable", no),
        ("It can't be reached", no),
        ("The goal isn't reachable", no),
        ("can never be reached", no),
        ("cannot be solved", no),
        ("can't", no),
        ("It isn't legal", no),
        ("impossible", no),
        ("illegal", no),
        ("unsolvable", no),
        ("There is no solution.", no),
        ("不可能", no),
        ("絕不可能", no),
        ("没有解", no),
        ("沒有可能", no),
        ("没有可能", no),
        ("無解", no),
        ("无解", no),
        ("不能", no),
        ("不合法", no),
        ("不是", no),
        ("否", no),
        ("It isn't illegal", unread),
        ("not illegal", unread),
        ("cannot be illegal", unread),
        ("It is not impossible", unread),
        ("It wouldn't be legal", unread),
        ("不是無解", unread),
        ("不是不合法", unread),
        ("未必能", unread),
        ("目标不可能达到", unread),
        ("I have no idea", unread),
        ("There is no way to know", unread),
        ("yes or no", unread),
        ("Yes, but no", unread),
        ("Yes. No.", unread),
        ("No. Yes, it can.", unread),
        ("Yes because no piece blocks it", unread),
        ("Is it possible?", unread),
        ("Yes\nAnswer: I cannot say", unread),
        ("Answer: yes\nAnswer: no", unread),
        ("", unread),
    ] {
        // The goal can be reached.
        assert_eq!(is_right(Question::Solvable, answer), expected, "{answer}");
        // A is blocked.
        let is_wrong = is_right(Question::Legal("A right 1"), answer).map(|is_right| !is_right);
        assert_eq!(is_wrong, expected, "{answer}");
    }
}

#[test]
fn numbers_are_read_from_clear_phrases_alone() {
    for (answer, expected) in [
        ("2", Some(true)),
        ("2.", Some(true)),
        ("２", Some(true)),
        ("$2$", Some(true)),
        ("two", Some(true)),
        ("2 moves", Some(true)),
        ("2 步", Some(true)),
        ("最短需要兩步", Some(true)),
        ("It takes 2 moves", Some(true)),
        ("Number of moves: 2", Some(true)),
        ("2 moves: B down 2, A right 1", Some(true)),
        ("\\boxed{2 \\text{ moves}}", Some(true)),
        ("{\"answer\": 2}", Some(true)),
        (">2", None),
        ("Answer: 2 (B down 2, A right 1)", Some(true)),
        ("Answer: 2\n\nB goes down by 2, then A goes right by 1.", Some(true)),
        ("Answer: 2\n\n1. B down 2\n2. A right 1", Some(true)),
        ("Perhaps 3. Answer: **2**", Some(true)),
        ("\\boxed{2}", Some(true)),
        ("3", Some(false)),
        ("12", Some(false)),
        ("It takes 3 moves.", Some(false)),
        ("-2", None),
        ("not 2", None),
        ("more than 2", None),
        ("at least 2", None),
        ("2%", None),
        ("2nd", None),
        ("A2", None),
        ("row 2", None),
        ("1+1", None),
        ("1 + 1 = 2", None),
        ("2.5", None),
        ("2,5", None),
        ("2 or 3", None),
        ("2, or 3", None),
        ("2-3", None),
        ("2, 3", None),
        ("2\n3", None),
        ("between 2 and 3", None),
        ("99999999999999999999999", None),
        ("2\nAnswer: none", None),
        ("no idea", None),
    ] {
        assert_eq!(is_right(Question::Length, answer), expected, "{answer}");
        // The second move leads B back.
        let about = Question::Mistake("B down 2, B up 1");
        assert_eq!(is_right(about, answer), expected, "{answer}");
    }
}

#[test]
fn boards_are_read_as_prompts_draw_them() {
    let about = Question::Board("B down 2");
    for (answer, expected) in [
        ("...\nAA.\n..B\n..B", Some(true)),
        (".../AA./..B/..B", Some(true)),
        ("Answer:\n```\n...\nAA.\n..B\n..B\n```\nB is at the bottom.", Some(true)),
        ("{\"rows\": [\"...\", \"AA.\", \"..B\", \"..B\"]}", Some(true)),
        ("{\"rows\": [\n \"...\",\n \"AA.\",\n \"..B\",\n \"..B\"\n]}", Some(true)),
        ("    1 2 3\n 1 . . .\n 2 A A .\n 3 . . B\n 4 . . B", Some(true)),
        (". . .\nA A .\n. . B\n. . B", Some(true)),
        ("... AA. ..B ..B", Some(true)),
        ("...|AA.|..B|..B", Some(true)),
        ("| . | . | . |\n| A | A | . |\n| . | . | B |\n| . | . | B |", Some(true)),
        ("..B\nAAB\n...\n...", Some(false)),
        ("    1 2 3\n 1 . . B\n 2 A A B\n 3 . . .\n 4 . . .", Some(false)),
        ("...\nAA.\n..B", None),
        ("    1 2 3\n 2 . . .\n 1 A A .\n 3 . . B\n 4 . . B", None),
        (".../AA./..B/..B ..B/AAB/.../...", None),
        ("...\nAA.\n..B\n..B\nAnswer: see above", None),
    ] {
        assert_eq!(is_right(about, answer), expected, "{answer}");
    }
}

#[test]
fn cells_of_tasks_are_rows_and_columns_from_one() {
    let file = "name = 'Four'\nstart = '''\n.A..\nB...\n....\n...C'''\ngoal = '''\n....\n....\n....\nC...'''";
    let start = Position::from_toml(file).unwrap();
    let options = Options::new();
    let referee = Referees::new().of(&start, Metric::Unit, &options).unwrap();
    // A is in row 1 and column 2, B in row 2 and column 1, C in row 4 and column 4.
    let down = referee.mark_task(Question::Next, "(1, 2) down", &options).unwrap();
    assert_eq!((down.legal, down.error), (1, None));
    assert!(down.reading.unwrap().contains("row, column from 1"));
    let corner = referee.mark_task(Question::Next, "(4, 4) left", &options).unwrap();
    assert_eq!((corner.legal, corner.correct), (1, true));
    // Counted from 0, it would be a piece.
    let other = referee.mark_task(Question::Next, "(3, 3) left", &options).unwrap();
    assert_eq!(other.error.unwrap().kind, "no_piece");
    let about = Question::Legal("(3, 3) left");
    assert!(referee.mark_task(about, "no", &options).unwrap().correct);
    assert!(referee.mark(Question::Next, "(3, 3) left", &options).unwrap().correct);
}

#[test]
fn questions_that_cannot_be_read_are_errors() {
    let options = Options::new();
    let referee = Referees::new().of(&two_cars(), Metric::Straight, &options).unwrap();
    for (question, why) in [
        (Question::Legal("hm"), "no moves found"),
        (Question::Legal("A right twice"), "not clear"),
        (Question::Board("A right 1"), "move 1: A is blocked by B"),
        (Question::Mistake("B down 2, A right 2"), "move 2: a wall"),
    ] {
        let error = referee.mark(question, "2", &options).unwrap_err();
        assert!(matches!(error, MarkError::About(_)) && error.to_string().contains(why), "{error}");
    }
}

/// Tables of the guide have notations in their first column. All of the first are read, and none of the second.
#[test]
fn the_guide_says_what_is_read() {
    let guide = include_str!("../../docs/how-to/score.md");
    let of_table = |head: &str| -> Vec<String> {
        let table = guide.split(head).nth(1).unwrap().lines().skip(1);
        let rows = table.take_while(|row| row.starts_with('|')).skip(1);
        let cells: Vec<&str> = rows.map(|row| row.split('|').nth(1).unwrap()).collect();
        let notations = cells.iter().flat_map(|cell| cell.split('`').skip(1).step_by(2));
        notations.map(str::to_owned).collect()
    };
    let (read, unread) = (of_table("| written |"), of_table("| unread |"));
    assert!(read.len() > 20 && unread.len() > 10, "{read:?} {unread:?}");
    for answer in read.iter().filter(|answer| !answer.starts_with("huarong ")) {
        assert_ne!(outcome(answer), "unread", "{answer}");
    }
    for answer in unread {
        assert_eq!(outcome(&answer), "unread", "{answer}");
    }
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
