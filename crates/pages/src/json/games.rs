//! Positions of two-player games.

use huarong_games::lines::Lines;
use huarong_games::{GameError, GameTable, Outcome, Position, StoneGame, Verdict};
use serde::Serialize;

/// The object of a position in `huarong game query --format json`: its value, and all moves, the best first.
///
/// # Errors
///
/// Returns an error if the position is not one of the game, or the table cannot be read.
pub fn game_position(
    table: &GameTable<Lines>,
    position: &Position,
) -> Result<impl Serialize + use<>, GameError> {
    GamePositionRecord::new(table, position)
}

/// A position with its value and all its moves.
#[derive(Serialize)]
pub struct GamePositionRecord {
    pub game: String,
    pub rule: &'static str,
    pub position: String,
    /// `x` or `o`.
    pub to_move: &'static str,
    pub over: bool,
    pub value: Outcome,
    pub plies: Option<u8>,
    /// Best first.
    pub moves: Vec<GameMoveRecord>,
}

/// A move with its value for the side that makes it.
#[derive(Serialize)]
pub struct GameMoveRecord {
    /// From 1 at the left.
    pub column: u8,
    /// From 1 at the top.
    pub row: u8,
    pub position: String,
    pub value: Outcome,
    pub plies: Option<u8>,
}

impl GamePositionRecord {
    /// The record of a position, from the table of its game.
    pub fn new(table: &GameTable<Lines>, position: &Position) -> Result<Self, GameError> {
        let game = table.game();
        let Verdict { outcome, plies } = table.verdict(position)?;
        let moves = table.moves(position)?.into_iter().map(|made| {
            let (column, row) = place(game, made.cell);
            let Verdict { outcome: value, plies } = made.verdict;
            GameMoveRecord { column, row, position: made.after.text(game.board()), value, plies }
        });
        Ok(Self {
            game: game.to_string(),
            rule: game.rule(),
            position: position.text(game.board()),
            to_move: side(position),
            over: table.is_over(position)?,
            value: outcome,
            plies,
            moves: moves.collect(),
        })
    }
}

/// The side to move, `x` or `o`.
pub fn side(position: &Position) -> &'static str {
    if position.is_first_to_move() { "x" } else { "o" }
}

/// Column and row of a cell, counted from 1 at the upper left.
pub fn place(game: &Lines, cell: u32) -> (u8, u8) {
    let (columns, rows) = game.board();
    (cell as u8 % columns + 1, rows - cell as u8 / columns)
}
