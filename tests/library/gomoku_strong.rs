//! The strong level of gomoku: announced wins are real, and its incremental data are correct.

use ::naive::gomoku::{self as naive, Grid};
use huarong_games::gomoku::{
    Board, Cell, Engine, Game, Level, Limits, Opening, Position, Rule, Stage, Stone, openings,
};
use rand::{Rng, RngExt, SeedableRng, rngs::ChaCha8Rng};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

fn choose(engine: &mut Engine, position: &Position, nodes: u64) -> huarong_games::gomoku::Choice {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.choose(position, &limits, &AtomicBool::new(false)).unwrap()
}

/// A random midgame position that nobody has won.
fn random_position(rule: Rule, stones: usize, random: &mut impl Rng) -> Position {
    let mut game = Game::new(15, rule, Opening::Free).unwrap();
    while game.moves().count() < stones {
        let [row, column] = [(); 2].map(|()| 3 + random.random_range(0..9));
        let _ = game.put(Cell { row, column });
        if matches!(game.stage(), Stage::Over(_)) {
            game.undo();
        }
    }
    game.position()
}

/// Plain rules on a board of characters: the player to move and the winning rows.
struct Plain {
    grid: Grid,
    rule: Rule,
    /// The last winning move, which is tried first.
    last: (usize, usize),
}

impl Plain {
    fn is_exact(&self, mover: char) -> bool {
        self.rule == Rule::ExactlyFive || self.rule == Rule::Renju && mover == 'o'
    }

    fn may(&self, mover: char, row: usize, column: usize) -> bool {
        self.grid[row][column] == '.'
            && !(self.rule == Rule::Renju
                && mover == 'o'
                && naive::forbidden(&self.grid, row, column).is_some())
    }

    fn cells(&self) -> Vec<(usize, usize)> {
        let size = self.grid.len();
        (0..size * size).map(|cell| (cell / size, cell % size)).collect()
    }

    /// The cells where a colour completes five.
    fn fives(&mut self, mover: char) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (row, column) in self.cells() {
            if self.grid[row][column] == '.' {
                self.grid[row][column] = mover;
                if naive::wins_at(&self.grid, row, column, self.is_exact(mover)) {
                    found.push((row, column));
                }
                self.grid[row][column] = '.';
            }
        }
        found
    }

    /// Whether the attacker, to move, wins with a five, or with a move that creates two ways to
    /// five.
    fn wins_in_three(&mut self, attacker: char, defender: char) -> bool {
        if !self.fives(attacker).is_empty() {
            return true;
        }
        let must = self.fives(defender);
        if must.len() > 1 {
            return false;
        }
        for (row, column) in std::iter::once(self.last).chain(self.cells()) {
            let is_stopping = must.is_empty() || must[0] == (row, column);
            if !is_stopping || !self.may(attacker, row, column) {
                continue;
            }
            self.grid[row][column] = attacker;
            let ways = self.ways_to_five(attacker, row, column);
            let stops = ways.len() == 1 && self.may(defender, ways[0].0, ways[0].1);
            let wins = !ways.is_empty() && !stops && self.fives(defender).is_empty();
            self.grid[row][column] = '.';
            if wins {
                self.last = (row, column);
                return true;
            }
        }
        false
    }

    /// The cells where a colour completes five in line with a stone.
    fn ways_to_five(&mut self, mover: char, row: usize, column: usize) -> Vec<(usize, usize)> {
        let size = self.grid.len() as isize;
        let mut found = Vec::new();
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for steps in -4..=4isize {
                let (r, c) = (row as isize + down * steps, column as isize + right * steps);
                if !(0..size).contains(&r) || !(0..size).contains(&c) || steps == 0 {
                    continue;
                }
                let (r, c) = (r as usize, c as usize);
                if self.grid[r][c] == '.' {
                    self.grid[r][c] = mover;
                    if naive::wins_at(&self.grid, r, c, self.is_exact(mover)) {
                        found.push((r, c));
                    }
                    self.grid[r][c] = '.';
                }
            }
        }
        found
    }
}

/// Plays out a win: the player must announce an ever shorter win against every answer that does not
/// lose at once. Returns the number of positions visited.
fn play_out(engine: &mut Engine, position: &Position, win: u16, cell: Cell, looked: &mut u64) {
    *looked += 1;
    let own = position.to_move;
    let mut board = position.board;
    assert_eq!(position.rule.forbids(&board, cell, own), None, "{board} {cell}");
    board.set(cell, Some(own));
    let mut plain =
        Plain { grid: naive::grid(&board.to_string()), rule: position.rule, last: (0, 0) };
    let (attacker, defender) = (own.sign(), own.other().sign());
    let (row, column) = (cell.row.into(), cell.column.into());
    if naive::wins_at(&plain.grid, row, column, plain.is_exact(attacker)) {
        return;
    }
    assert!(win > 1, "{board} has no five");
    assert!(plain.fives(defender).is_empty(), "{board}: the other side has five");
    let fives = plain.fives(attacker);
    // Only an answer on the one cell of a four can save the defender; without a four, any answer is
    // tried.
    let answers: Vec<(usize, usize)> = match fives.len() {
        0 => plain.cells(),
        1 => fives,
        _ => return,
    };
    for (row, column) in answers {
        if !plain.may(defender, row, column) {
            continue;
        }
        plain.grid[row][column] = defender;
        let is_over = naive::wins_at(&plain.grid, row, column, plain.is_exact(defender));
        assert!(!is_over, "{board}: the other side wins");
        let is_lost = plain.wins_in_three(attacker, defender);
        plain.grid[row][column] = '.';
        if is_lost {
            continue;
        }
        let mut after = board;
        after.set(Cell { row: row as u8, column: column as u8 }, Some(own.other()));
        let next = Position { board: after, ..*position };
        let choice = choose(engine, &next, 2_000_000);
        let sooner = choice.win.unwrap_or_else(|| panic!("{after}: no win any more after {win}"));
        play_out(engine, &next, sooner, choice.cell, looked);
    }
}

/// No false win is announced: each is played out on the plain rules against every answer.
#[test]
#[ignore = "long: many searches"]
fn announced_wins_are_wins() {
    let random = &mut ChaCha8Rng::seed_from_u64(1000);
    let engine = &mut Engine::new(Level::Strong, 1 << 20);
    let (mut wins, mut long, mut looked) = ([0; 3], 0, 0);
    for round in 0..1000 {
        let rule = Rule::ALL[round % 3];
        let position = random_position(rule, 8 + round % 31, random);
        // Tests only the threat search, which announces wins, and not the search after it.
        let limits = Limits { nodes: Some(8_000), depth: Some(1), time: None };
        let choice = engine.choose(&position, &limits, &AtomicBool::new(false)).unwrap();
        if let Some(win) = choice.win {
            wins[rule as usize] += 1;
            long += usize::from(win > 3);
            play_out(engine, &position, win, choice.cell, &mut looked);
        }
    }
    assert!(
        wins.iter().all(|&wins| wins > 100) && long > 100,
        "{wins:?} wins, {long} long, {looked}"
    );
}

/// A player about to lose to an open four or a five defends.
#[test]
fn threats_are_answered() {
    let engine = &mut Engine::new(Level::Strong, 1 << 20);
    for rule in Rule::ALL {
        let game = |moves: &str| -> Game {
            format!("gomoku 15 {}\n{moves}\n", rule.name()).parse().unwrap()
        };
        // Black has an open three, then a four.
        let choice = choose(engine, &game("77 00 78 0e 79").position(), 20_000);
        assert!(["75", "76", "7a", "7b"].contains(&&*choice.cell.to_string()), "{}", choice.cell);
        let choice = choose(engine, &game("77 76 78 0e 79 00 7a").position(), 20_000);
        assert_eq!(choice.cell.to_string(), "7b");
        // A five takes precedence.
        let choice = choose(engine, &game("77 07 78 08 79 09 7a 0a").position(), 20_000);
        assert!(["76", "7b"].contains(&&*choice.cell.to_string()) && choice.win == Some(1));
    }
}

/// The search ends when it is cancelled, and when its time is over.
#[test]
fn searches_end_in_time() {
    let game: Game = "gomoku 15 freestyle\n77 68 66 99 5a\n".parse().unwrap();
    for level in Level::ALL {
        let mut engine = Engine::new(level, 1 << 20);
        let started = Instant::now();
        let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
        let choice = engine.choose(&game.position(), &limits, &AtomicBool::new(false)).unwrap();
        assert!(game.clone().put(choice.cell).is_ok());
        assert!(started.elapsed() < Duration::from_secs(2), "{}", level.name());
        let stop = AtomicBool::new(true);
        let choice = engine.choose(&game.position(), &Limits::default(), &stop).unwrap();
        assert!(game.clone().put(choice.cell).is_ok());
        assert!(started.elapsed() < Duration::from_secs(3) && stop.load(Relaxed));
    }
}

/// A full board has no move; a board with one empty cell has that one.
#[test]
fn full_boards_have_no_move() {
    let mut board = Board::new(15).unwrap();
    for cell in board.cells().collect::<Vec<_>>() {
        // No line of a colour is longer than two.
        let stone = if (cell.column / 2 + cell.row) % 2 == 0 { Stone::Black } else { Stone::White };
        board.set(cell, Some(stone));
    }
    let last = Cell { row: 3, column: 9 };
    for level in Level::ALL {
        let mut engine = Engine::new(level, 1 << 20);
        let mut position = Position { board, rule: Rule::Freestyle, to_move: Stone::White };
        let never = AtomicBool::new(false);
        assert_eq!(engine.choose(&position, &Limits::default(), &never), None, "{}", level.name());
        position.board.set(last, None);
        let choice = engine.choose(&position, &Limits::default(), &never);
        assert_eq!(choice.map(|choice| choice.cell), Some(last), "{}", level.name());
    }
}

/// Playing strength: from every opening and with both colours.
#[test]
fn the_strong_level_beats_the_chapters() {
    let mut engines = [Level::Chapter, Level::Strong].map(|level| Engine::new(level, 1 << 20));
    for (number, opening) in (0..).zip(openings::balanced(15, Rule::Freestyle, 4).unwrap()) {
        let mut game = Game::new(15, Rule::Freestyle, Opening::Free).unwrap();
        opening.into_iter().for_each(|cell| game.put(cell).unwrap());
        let strong = [Stone::Black, Stone::White][number % 2];
        while game.stage() == Stage::Play {
            let who = &mut engines[usize::from(game.to_move() == strong)];
            game.put(choose(who, &game.position(), 5_000).cell).unwrap();
        }
        assert_eq!(game.stage(), Stage::Over(Some(strong)), "{game}");
    }
}

/// The 26 openings of renju and those of gomoku all have their second stone next to the first, in the middle.
#[test]
fn the_first_reply_is_beside_the_first_stone() {
    for rule in [Rule::Freestyle, Rule::ExactlyFive, Rule::Renju] {
        for (size, first) in [(15, [7, 7]), (19, [9, 9]), (15, [4, 10]), (20, [10, 9])] {
            for nodes in [1, 2_000, 60_000] {
                let mut game = Game::new(size, rule, Opening::Free).unwrap();
                game.put(Cell { row: first[0], column: first[1] }).unwrap();
                let mut engine = Engine::new(Level::Strong, 1 << 20);
                let reply = choose(&mut engine, &game.position(), nodes).cell;
                let away = [reply.row.abs_diff(first[0]), reply.column.abs_diff(first[1])];
                assert!(away.into_iter().max() <= Some(2), "{size} {rule:?} {first:?}: {reply}");
            }
        }
    }
}
