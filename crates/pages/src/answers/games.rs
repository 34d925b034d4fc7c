//! Two-player games: values of positions, from tables on disk or solved on request.

use super::fault::Fault;
use super::memory::{Found, Lease, Memory};
use super::refusal::Refusal;
use crate::json::to_json;
use crate::json::{GamePositionRecord, place};
use huarong_core::effort::Effort;
use huarong_games::lines::Lines;
use huarong_games::{
    GameError, GameFiles, GameTable, Position, PositionError, StoneGame, positions,
};
use huarong_oracle::atlas::Atlas;
use huarong_tables::table::TableError;
use serde::Serialize;
use std::sync::Arc;

/// Most positions of a game that the server solves on request.
const MOST_POSITIONS: u64 = 20_000_000;
/// Bytes that solving takes besides the positions, and that a table takes besides its entries.
const BESIDE: u64 = 64 << 20;
const BESIDE_ENTRIES: u64 = 1 << 20;

/// A game with its table.
pub struct Solved(GameTable<Lines>);

/// The games of the latest requests.
pub struct Games {
    /// The tables of the 4x5 family. Tables of games are in the same directory.
    atlas: Arc<Atlas>,
    /// Memory for solved games.
    memory: Arc<Memory>,
}

/// A position of a game in a request.
pub struct GameQuestion {
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

impl GameQuestion {
    /// Reads a position; without one, the empty board.
    pub fn new(game: &str, misere: bool, position: Option<&str>) -> Result<Self, Refusal> {
        let bad = |error: String| Refusal::Bad(Fault::new("game", error));
        let game: Lines = game.parse().map_err(|error| bad(format!("{error}")))?;
        let position = position.map_or(Ok(Position::default()), |text| {
            Position::parse(text, game.board()).map_err(not_a_position)
        })?;
        Ok(Self { game: game.with_misere(misere), position })
    }

    /// Bytes that solving the game takes, if the server solves it.
    pub fn bytes(&self) -> u64 {
        BESIDE + self.entries()
    }

    /// Upper bound for the bytes of its table.
    fn entries(&self) -> u64 {
        u64::try_from(positions(&self.game)).map_or(MOST_POSITIONS, |all| all.min(MOST_POSITIONS))
    }
}

impl Games {
    /// An empty set of games.
    pub fn new(atlas: Arc<Atlas>, memory: Arc<Memory>) -> Self {
        Self { atlas, memory }
    }

    /// The table of a game, if in memory.
    pub fn kept(&self, question: &GameQuestion) -> Option<Arc<Found<Solved>>> {
        self.memory.find(|solved: &Solved| *solved.0.game() == question.game)
    }

    /// The table of a game: kept, opened or solved. It stays in the memory of the lease.
    pub fn solve(
        &self,
        question: &GameQuestion,
        mut lease: Lease,
        effort: Effort<'_>,
    ) -> Result<Arc<Found<Solved>>, Refusal> {
        if let Some(solved) = self.kept(question) {
            return Ok(solved);
        }
        let solved = self.solved(&question.game, effort)?;
        lease.shrink(BESIDE_ENTRIES + question.entries());
        Ok(self.memory.keep(solved, lease))
    }

    fn solved(&self, game: &Lines, effort: Effort<'_>) -> Result<Solved, Refusal> {
        match GameFiles::new(self.atlas.storage(), self.atlas.directory()).open(game.clone()) {
            // A table of other rules, or without rules, does not belong to this game.
            Err(GameError::Missing { .. } | GameError::Table(TableError::Foreign { .. })) => {}
            opened => return Ok(Solved(opened.map_err(broken)?)),
        }
        if positions(game) > MOST_POSITIONS.into() {
            let message = format!(
                "{game} has more than {MOST_POSITIONS} positions, and no table here: `huarong game build` builds a \
                 table, which answers then"
            );
            return Err(Refusal::NoAnswer(Fault::new("game-too-large", message)));
        }
        Ok(Solved(GameTable::solve(game.clone(), effort).map_err(broken)?))
    }
}

impl Solved {
    /// The value of a position and every move from it, as JSON.
    pub fn position(
        &self,
        GameQuestion { game, position }: &GameQuestion,
    ) -> Result<Vec<u8>, Refusal> {
        self.0.check_length().map_err(broken)?;
        let record = GamePositionRecord::new(&self.0, position);
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

fn not_a_position(error: PositionError) -> Refusal {
    Refusal::Bad(Fault::new("game-position", error.to_string()))
}

fn broken(error: GameError) -> Refusal {
    match error {
        GameError::Memory { .. } => {
            Refusal::NoAnswer(Fault::new("game-too-large", error.to_string()))
        }
        error => Refusal::Broken(error.into()),
    }
}
