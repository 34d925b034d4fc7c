//! Incremental data of the strong gomoku player for each cell.

use huarong_games::gomoku::strong::pattern_board::{PatternBoard, Place, cell, place};
use huarong_games::gomoku::strong::patterns::Kind;
use huarong_games::gomoku::{Board, Cell, Position, Rule, Stone};
use rand::Rng;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

/// The stones, and the data on empty cells.
fn known(field: &PatternBoard) -> impl PartialEq + std::fmt::Debug + use<> {
    let made: Vec<_> = field.empty.iter().map(|at| (at, field.made[usize::from(at)])).collect();
    (field.stones, field.lines, made, field.of_kind, field.counts, field.sums, field.key)
}

fn from_scratch(field: &PatternBoard) -> PatternBoard {
    PatternBoard::new(&Position { board: field.stones, rule: field.rule, to_move: Stone::Black })
}

fn draw(random: &mut impl Rng) -> Cell {
    let [row, column] = [(); 2].map(|()| random.random_range(0..17));
    Cell { row, column }
}

#[test]
fn what_is_kept_is_what_is_worked_out_from_scratch() {
    let random = &mut ChaCha8Rng::seed_from_u64(7);
    for round in 0..60 {
        let rule = Rule::ALL[round % 3];
        let mut field = PatternBoard::new(&Position {
            board: Board::new(17).expect("a board's size"),
            rule,
            to_move: Stone::Black,
        });
        let mut put: Vec<(Place, PatternBoard)> = Vec::new();
        for _ in 0..200 {
            let at = draw(random);
            let stone = if random.random() { Stone::Black } else { Stone::White };
            if random.random_range(0..3) == 0 {
                if let Some((last, before)) = put.pop() {
                    field.take(last);
                    assert_eq!(known(&field), known(&before), "{}", field.stones);
                }
            } else if field.stones.get(at).is_none() {
                put.push((place(at), field.clone()));
                field.put(place(at), stone);
                assert_eq!(known(&field), known(&from_scratch(&field)), "{}", field.stones);
            }
        }
        assert!(put.len() > 20);
    }
}

/// Checks the pattern classes of a cell by exhaustive search: a five is a winning row, a four is
/// one stone short of a five.
#[test]
fn kinds_are_what_a_stone_makes() {
    let random = &mut ChaCha8Rng::seed_from_u64(8);
    let (mut fives, mut fours) = (0, 0);
    for round in 0..240 {
        let rule = Rule::ALL[round % 3];
        let mut board = Board::new(17).expect("a board's size");
        for _ in 0..90 {
            let stone = if random.random_range(0..3) > 0 { Stone::Black } else { Stone::White };
            board.set(draw(random), Some(stone));
        }
        let field = PatternBoard::new(&Position { board, rule, to_move: Stone::Black });
        for at in field.empty.iter() {
            for stone in [Stone::Black, Stone::White] {
                let has_five = |board: &mut Board, at: Cell| {
                    board.set(at, Some(stone));
                    let found = rule.five(board, at).is_some();
                    board.set(at, None);
                    found
                };
                let mut board = field.stones;
                let is_five = has_five(&mut board, cell(at));
                assert_eq!(field.kind(at, stone) == Kind::Five, is_five, "{board} {}", cell(at));
                fives += usize::from(is_five);
                let before = field.has(stone, Kind::Five);
                if is_five || before > 0 || field.kind(at, stone) == Kind::Suspect {
                    continue;
                }
                board.set(cell(at), Some(stone));
                let empty: Vec<Cell> = board.empty().collect();
                let fives = empty.into_iter().filter(|&next| has_five(&mut board, next)).count();
                let kind = match field.kind(at, stone) {
                    Kind::Winning => fives >= 2,
                    Kind::Four | Kind::FourThree => fives == 1,
                    _ => fives == 0,
                };
                assert!(kind, "{board} {}: {fives} ways", cell(at));
                fours += usize::from(fives > 0);
            }
        }
    }
    assert!(fives > 500 && fours > 500, "{fives} fives, {fours} fours");
}
