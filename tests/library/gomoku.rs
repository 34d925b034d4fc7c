//! Gomoku, against the chapter's games and a naive witness.

use ::naive::gomoku as naive;
use huarong_games::gomoku::{
    ActError, Board, Cell, Choice, Engine, Game, GameTextError, Level, Limits, Opening, Player,
    Position, Rule, Stage, Stone, alphabeta, chapter,
};
use proptest::prelude::*;
use rand::{Rng, RngExt, SeedableRng, rngs::ChaCha8Rng};
use std::sync::atomic::AtomicBool;

fn cell(text: &str) -> Cell {
    text.parse().unwrap()
}

/// A board with some stones, placed alternately within a central square. Nobody has won under any
/// rule.
fn random_board(size: u8, stones: usize, side: u8, random: &mut impl Rng) -> Board {
    let mut game = Game::new(size, Rule::Renju, Opening::Free).unwrap();
    let corner = (size - side) / 2;
    while game.moves().count() < stones {
        let [row, column] = [(); 2].map(|()| corner + random.random_range(0..side));
        let _ = game.put(Cell { row, column });
        if matches!(game.stage(), Stage::Over(_)) {
            game.undo();
        }
    }
    *game.board()
}

fn choose(level: Level, position: &Position, limits: Limits) -> Choice {
    Engine::new(level, 1 << 22).choose(position, &limits, &AtomicBool::new(false)).unwrap()
}

/// A cell off the board never aliases another cell.
#[test]
fn cells_off_the_board_hold_nothing() {
    for size in 15..=20 {
        let mut full = Board::new(size).unwrap();
        full.cells().for_each(|cell| assert!(full.set(cell, Some(Stone::Black))));
        let before = full;
        for (row, column) in (0..=255).flat_map(|row| (0..=255).map(move |column| (row, column))) {
            let (cell, is_on) = (Cell { row, column }, row < size && column < size);
            assert_eq!(full.get(cell).is_some(), is_on, "{row} {column} of {size}");
            assert!(is_on || !full.set(cell, None), "{row} {column} of {size}");
        }
        assert!(full == before);
    }
}

#[test]
fn the_chapters_games_are_played_exactly() {
    let mut rows = csv::Reader::from_path("tests/data/gomoku_chapter_games.csv").unwrap();
    let (mut games, mut moves) = (0, 0);
    for row in rows.records() {
        let row = row.unwrap();
        let mut game = Game::new(16, Rule::Freestyle, Opening::Free).unwrap();
        let mut answers = row[1].split(' ');
        for person in row[0].split(' ') {
            game.put(cell(person)).unwrap();
            let Some(answer) = answers.next() else { break };
            let (wanted, score) = answer.split_once(':').unwrap();
            let found = choose(Level::Chapter, &game.position(), Limits::default());
            assert_eq!((found.cell, found.score), (cell(wanted), score.parse().unwrap()), "{game}");
            game.put(found.cell).unwrap();
            moves += 1;
        }
        let Stage::Over(Some(winner)) = game.stage() else { panic!("{game}") };
        assert_eq!(winner.sign().to_string(), row[2], "{game}");
        games += 1;
    }
    assert_eq!((games, moves), (15, 177));
}

#[test]
fn the_chapters_scores_are_those_of_every_window() {
    let random = &mut ChaCha8Rng::seed_from_u64(15);
    for stones in 0..60 {
        for size in [15, 20] {
            let board = random_board(size, stones, 10, random);
            let grid = naive::grid(&board.to_string());
            for mover in [Stone::Black, Stone::White] {
                for (cell, score) in chapter::scores(&board, mover) {
                    let (row, column) = (cell.row.into(), cell.column.into());
                    assert_eq!(
                        score,
                        naive::chapter(&grid, row, column, mover.sign()),
                        "{board} {cell}"
                    );
                }
            }
        }
    }
}

#[test]
fn forbidden_points_are_those_of_the_definition() {
    let random = &mut ChaCha8Rng::seed_from_u64(1);
    let mut found = std::collections::BTreeMap::new();
    for round in 0..600 {
        // Many black stones and few white ones close together make forbidden points frequent.
        let mut board = Board::new(15).unwrap();
        let corner = [0, 4][round % 2];
        for _ in 0..10 + round % 20 {
            let [row, column] = [(); 2].map(|()| corner + random.random_range(0..8));
            let stone = if random.random_range(0..4) == 0 { Stone::White } else { Stone::Black };
            board.set(Cell { row, column }, Some(stone));
        }
        let grid = naive::grid(&board.to_string());
        let empty: Vec<Cell> = board.empty().collect();
        for cell in empty {
            let why = Rule::Renju.forbids(&board, cell, Stone::Black).map(|why| why.to_string());
            let right = naive::forbidden(&grid, cell.row.into(), cell.column.into());
            assert_eq!(
                why.as_deref().map(|why| &why[why.find(' ').unwrap() + 1..]),
                right,
                "{board} {cell}"
            );
            *found.entry(right).or_insert(0) += 1;
        }
    }
    assert!(found.len() == 4 && found.values().all(|&times| times >= 20), "{found:?}");
}

/// Examples like those in the rules of the Renju International Federation for threes and fours.
#[test]
fn forbidden_points_of_the_rules() {
    let row = |text: &str| {
        let mut board = Board::new(15).unwrap();
        for (column, sign) in (0..).zip(text.chars()) {
            let stone = match sign {
                'o' => Some(Stone::Black),
                'x' => Some(Stone::White),
                _ => None,
            };
            board.set(Cell { row: 7, column }, stone);
        }
        let column = text.find('!').unwrap() as u8;
        Rule::Renju
            .forbids(&board, Cell { row: 7, column }, Stone::Black)
            .map(|why| why.to_string())
    };
    // Two fours in one line, an overline, a straight four, and a five that takes precedence.
    assert_eq!(row("...o.o!o.o....."), Some("a double four".into()));
    assert_eq!(row("...oo.!o.oo...."), Some("a double four".into()));
    assert_eq!(row("..ooo!oo......."), Some("an overline".into()));
    assert_eq!(row("..ooo!........."), None);
    assert_eq!(row("..oo!oo........"), None);
    // Three of the rows below meet in 77. With white on 73, the level one is not a three, because
    // it cannot become straight.
    let mut board = Board::new(15).unwrap();
    for at in ["75", "76", "57", "67"] {
        board.set(cell(at), Some(Stone::Black));
    }
    let forbids = |board: &Board| Rule::Renju.forbids(board, cell("77"), Stone::Black);
    assert!(forbids(&board).is_some());
    board.set(cell("74"), Some(Stone::White));
    assert_eq!(forbids(&board), None);
    board.set(cell("74"), None);
    // A three whose straight four would be an overline does not count.
    board.set(cell("73"), Some(Stone::White));
    board.set(cell("7a"), Some(Stone::Black));
    assert_eq!(forbids(&board), None);
}

#[test]
fn wins_are_those_of_the_rule() {
    let random = &mut ChaCha8Rng::seed_from_u64(5);
    let mut wins = [0; 3];
    for _ in 0..3000 {
        let mut board = Board::new(15).unwrap();
        let colours = [Stone::Black, Stone::White];
        for row in 0..7 {
            for column in 0..7 {
                if random.random_range(0..10) > 0 {
                    board.set(Cell { row, column }, Some(colours[random.random_range(0..2)]));
                }
            }
        }
        let grid = naive::grid(&board.to_string());
        for (at, rule) in Rule::ALL.into_iter().enumerate() {
            for stone in colours {
                let own = board.cells().filter(|&cell| board.get(cell) == Some(stone));
                let found = own.filter_map(|cell| rule.five(&board, cell)).next().is_some();
                assert_eq!(
                    found,
                    naive::has_won(&grid, stone.sign(), rule.is_exact(stone)),
                    "{board}"
                );
                wins[at] += usize::from(found);
            }
        }
    }
    assert!(
        wins.iter().all(|&wins| wins > 100) && wins[0] > wins[2] && wins[2] > wins[1],
        "{wins:?}"
    );
}

#[test]
fn alpha_beta_is_min_max() {
    let random = &mut ChaCha8Rng::seed_from_u64(2);
    for round in 0..60 {
        let board = random_board(15, 4 + round % 30, 7, random);
        let rule = Rule::ALL[round % 3];
        let to_move = if board.count(Stone::Black) > board.count(Stone::White) {
            Stone::White
        } else {
            Stone::Black
        };
        let position = Position { board, rule, to_move };
        let (cell, score) = alphabeta::plain(&position, 2).unwrap();
        let found = choose(Level::Depth2, &position, Limits::default());
        assert_eq!((found.cell, found.score), (cell, score), "{board}");
        if round % 6 == 0 {
            let (cell, score) = alphabeta::plain(&position, 4).unwrap();
            let found = choose(Level::Depth4, &position, Limits::default());
            assert_eq!((found.cell, found.score), (cell, score), "{board}");
        }
    }
}

#[test]
fn swap2_gives_the_colours() {
    let game = |acts: &str| -> Result<Game, GameTextError> {
        format!("gomoku 15 freestyle swap2\n{acts}\n").parse()
    };
    let three = game("77 78 88").unwrap();
    assert_eq!((three.stage(), three.turn()), (Stage::Choice { more: true }, Some(Player::Two)));
    assert!(matches!(
        game("77 78 88 99"),
        Err(GameTextError::Act { number: 4, error: ActError::NotNow(_), .. })
    ));
    assert!(game("77 78 black").is_err() && game("77 78 88 more more").is_err());
    let white = game("77 78 88 white").unwrap();
    assert_eq!((white.turn(), white.to_move()), (Some(Player::Two), Stone::White));
    let black = game("77 78 88 black").unwrap();
    assert_eq!((black.turn(), black.player(Stone::Black)), (Some(Player::One), Some(Player::Two)));
    let more = game("77 78 88 more").unwrap();
    assert_eq!((more.stage(), more.turn()), (Stage::Opening(2), Some(Player::Two)));
    let five = game("77 78 88 more 99 9a").unwrap();
    assert_eq!((five.stage(), five.turn()), (Stage::Choice { more: false }, Some(Player::One)));
    assert!(game("77 78 88 more 99 9a more").is_err());
    let taken = game("77 78 88 more 99 9a black").unwrap();
    assert_eq!((taken.turn(), taken.to_move()), (Some(Player::Two), Stone::White));
    assert_eq!(taken.to_string().parse(), Ok(taken));
}

/// A word of a game's text, valid or invalid.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (0..20u8, 0..20u8).prop_map(|(row, column)| Cell { row, column }.to_string()),
        1 => "black|white|more",
        1 => "\\PC{0,4}",
    ]
}

proptest! {
    /// A parsed game is written back unchanged, and undone without a trace.
    #[test]
    fn texts_of_games_are_read_or_refused(
        head in "gomoku (1[4-9]|2[01]) (freestyle|exactly-five|renju)( swap2)?|\\PC{0,20}",
        words in prop::collection::vec(word(), 0..40),
    ) {
        if let Ok(mut game) = format!("{head}\n{}", words.join(" ")).parse::<Game>() {
            prop_assert_eq!(game.to_string().parse(), Ok(game.clone()));
            prop_assert_eq!(game.board().to_string().parse(), Ok(*game.board()));
            while let Some(act) = game.undo() {
                let before = game.clone();
                game.act(act).unwrap();
                prop_assert_eq!(game.undo(), Some(act));
                prop_assert_eq!(&game, &before);
            }
            prop_assert_eq!(game.board().empty().count(), usize::from(game.board().size()).pow(2));
        }
    }

    #[test]
    fn boards_are_read_or_refused(text in "[ox./]{0,300}|\\PC{0,60}") {
        if let Ok(board) = text.parse::<Board>() {
            prop_assert_eq!(board.to_string(), text.to_lowercase());
        }
    }
}
