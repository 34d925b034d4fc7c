//! Two-player games: values of positions, from tables on disk or solved on request.

use super::ask::{Reply, Request};
use super::memory::{Kept, Lease};
use super::request_error::RequestError;
use super::sources::Answers;
use crate::json::to_json;
use crate::json::{GamePositionRecord, place};
use huarong_core::effort::Effort;
use huarong_games::lines::Lines;
use huarong_games::{
    GameError, GameFiles, GameTable, Position, PositionError, StoneGame, positions,
};
use huarong_tables::table::TableError;
use serde::Serialize;
use std::sync::Arc;

const MOST_POSITIONS_SOLVED: u64 = 20_000_000;
const SOLVING_BYTES_BESIDE_POSITIONS: u64 = 64 << 20;
const TABLE_BYTES_BESIDE_ENTRIES: u64 = 1 << 20;

struct GameQuestion {
    game: Lines,
    position: Position,
}

/// A position with the board of its game.
#[derive(Serialize)]
struct FullGamePosition {
    #[serde(flatten)]
    record: GamePositionRecord,
    columns: u8,
    rows: u8,
    k: u8,
    gravity: bool,
    /// Columns and rows of the stones that end the game, from 1 at the upper left.
    line: Vec<(u8, u8)>,
}

impl Answers {
    pub(super) fn ask_game(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let [game, misere, p] = request.parameters(["game", "misere", "p"])?;
        let misere = misere.value()?.unwrap_or(false);
        let question = GameQuestion::new(game.needed()?, misere, p.text())?;
        if let Some(table) = self.kept_table(&question.game) {
            return Ok(Reply::Json(question.answer(&table)?));
        }
        Ok(Reply::search(
            SOLVING_BYTES_BESIDE_POSITIONS + question.entries(),
            move |answers, lease, client| {
                let effort = Effort {
                    memory: lease.bytes(),
                    observer: client.observer,
                    ..Effort::UNLIMITED
                };
                answers.solved(&question, lease, effort)
            },
        ))
    }

    fn kept_table(&self, game: &Lines) -> Option<Arc<Kept<GameTable<Lines>>>> {
        self.results.find(|table: &GameTable<Lines>| table.game() == game)
    }

    /// The answer from the table of a game: kept, opened, or solved. The table stays in the memory of the lease.
    fn solved(
        &self,
        question: &GameQuestion,
        mut lease: Lease,
        effort: Effort<'_>,
    ) -> Result<Vec<u8>, RequestError> {
        let game = &question.game;
        if let Some(table) = self.kept_table(game) {
            return question.answer(&table);
        }
        let files = GameFiles::new(self.atlas.storage(), self.atlas.directory());
        let table = match files.open(game.clone()) {
            // A table of other rules, or without rules, does not belong to this game.
            Err(GameError::Missing { .. } | GameError::Table(TableError::Foreign { .. })) => {
                if positions(game) > MOST_POSITIONS_SOLVED.into() {
                    let message = format!(
                        "{game} has more than {MOST_POSITIONS_SOLVED} positions, and no table here: `huarong game build` \
                         builds a table, which answers then"
                    );
                    return Err(RequestError::no_answer(("game-too-large", message)));
                }
                GameTable::solve(game.clone(), effort)
            }
            opened => opened,
        };
        let table = table.map_err(broken)?;
        lease.shrink(TABLE_BYTES_BESIDE_ENTRIES + question.entries());
        question.answer(&self.results.keep(table, lease))
    }
}

impl GameQuestion {
    /// Reads a position; without one, the empty board.
    fn new(game: &str, misere: bool, position: Option<&str>) -> Result<Self, RequestError> {
        let bad = |error: String| RequestError::bad(("game", error));
        let game: Lines = game.parse().map_err(|error| bad(format!("{error}")))?;
        let position = position.map_or(Ok(Position::default()), |text| {
            Position::parse(text, game.board()).map_err(not_a_position)
        })?;
        Ok(Self { game: game.with_misere(misere), position })
    }

    /// Upper bound for the bytes of the table of the game.
    fn entries(&self) -> u64 {
        u64::try_from(positions(&self.game))
            .map_or(MOST_POSITIONS_SOLVED, |all| all.min(MOST_POSITIONS_SOLVED))
    }

    /// The value of the position and every move from it, as JSON.
    fn answer(&self, table: &GameTable<Lines>) -> Result<Vec<u8>, RequestError> {
        let Self { game, position } = self;
        table.check_length().map_err(broken)?;
        let record = GamePositionRecord::new(table, position);
        let record = record.map_err(|error| match error {
            GameError::Position(error) => not_a_position(error),
            error => broken(error),
        })?;
        let has =
            |line: &&u64| [position.first, position.second].iter().any(|side| *line & !side == 0);
        let ended = game.lines().iter().filter(has).fold(0, |all, line| all | line);
        let (columns, rows) = game.board();
        let cells = (0..u32::from(columns) * u32::from(rows)).filter(|cell| ended >> cell & 1 == 1);
        Ok(to_json(&FullGamePosition {
            record,
            columns,
            rows,
            k: game.k(),
            gravity: game.has_gravity(),
            line: cells.map(|cell| place(game, cell)).collect(),
        }))
    }
}

fn not_a_position(error: PositionError) -> RequestError {
    RequestError::bad(("game-position", error.to_string()))
}

fn broken(error: GameError) -> RequestError {
    match error {
        GameError::Memory { .. } => RequestError::no_answer(("game-too-large", error.to_string())),
        error => RequestError::Broken(error.into()),
    }
}
