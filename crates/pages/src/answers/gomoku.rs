//! Gomoku: the state of a game, and the moves of a computer player.

use super::ask::{Parameter, Reply, Request};
use super::request_error::RequestError;
use super::sources::Answers;
use crate::json::to_json;
use huarong_games::gomoku::{
    Act, Cell, Choice, Engine, Game, GameTextError, Level, Limits, Opening, Player, Stage, Stone,
    chapter, swap2,
};
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const DEFAULT_ROWS: u8 = 15;
const BYTES_OF_POSITIONS: usize = 32 << 20;
/// Bytes that a search takes in total.
const SEARCH_BYTES: u64 = 48 << 20;
const NODES_OF_TAB_PER_SECOND: f64 = 100_000.0;
const MOST_SECONDS: f64 = 5.0;

#[derive(Serialize)]
struct GameRecord {
    size: u8,
    rule: &'static str,
    opening: &'static str,
    /// All actions so far, as words.
    acts: Vec<String>,
    /// Rows from the top joined by `/`.
    position: String,
    /// `opening`, `choice`, `play` or `over`.
    stage: &'static str,
    /// Whether the player may place two more stones instead of choosing a colour.
    more: bool,
    /// Colour of the next stone, `o` or `x`.
    to_move: char,
    /// The player who acts next, 1 or 2; none if the game is over.
    turn: Option<u8>,
    /// The player of black, 1 or 2; none before colours are chosen.
    black: Option<u8>,
    /// `o` or `x`; none for a draw or an unfinished game.
    winner: Option<char>,
    five: Vec<String>,
    /// Empty cells where the next stone is forbidden.
    forbidden: Vec<String>,
    /// The chapter player's evaluation of each empty cell, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<(String, u32)>>,
}

/// The action of a computer player, and the game after it.
#[derive(Serialize)]
struct MoveRecord {
    act: String,
    /// None if the action needed no search.
    choice: Option<ChoiceRecord>,
    game: GameRecord,
}

/// Details of the search for a move.
#[derive(Serialize)]
struct ChoiceRecord {
    score: i64,
    depth: u8,
    nodes: u64,
    /// The expected continuation, beginning with the move.
    line: Vec<String>,
    /// Plies to a proven win.
    win: Option<u16>,
}

impl Answers {
    pub(super) fn ask_gomoku(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let [game @ .., scores] =
            request.parameters(["size", "rule", "opening", "moves", "scores"])?;
        let (scores, game) = (scores.value()?.unwrap_or(false), game_of(&game)?);
        Ok(Reply::Json(to_json(&GameRecord::new(&game, scores))))
    }

    pub(super) fn ask_gomoku_move(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let names = ["size", "rule", "opening", "moves", "level", "seconds"];
        let [game @ .., level, seconds] = request.parameters(names)?;
        let (seconds, game) = (seconds.value()?, game_of(&game)?);
        Ok(Reply::search(SEARCH_BYTES, move |_, _, client| {
            answer(game, level.text(), seconds, client.gone)
        }))
    }
}

fn game_of([size, rule, opening, moves]: &[Parameter; 4]) -> Result<Game, RequestError> {
    let size = size.value()?.unwrap_or(DEFAULT_ROWS);
    let (rule, moves) = (rule.text().unwrap_or("freestyle"), moves.text().unwrap_or_default());
    let opening = match opening.text() {
        None | Some("free") => "",
        Some(opening) => opening,
    };
    // A space inside a value would be read as a separator of words.
    let text = match [rule, opening].iter().any(|word| word.contains(char::is_whitespace)) {
        true => String::new(),
        false => format!("gomoku {size} {rule} {opening}\n{moves}"),
    };
    text.parse().map_err(|error: GameTextError| RequestError::bad(("gomoku", error.to_string())))
}

/// The next action of a computer player of a level, as JSON. Setting the flag ends the search soon.
fn answer(
    mut game: Game,
    level: Option<&str>,
    seconds: Option<f64>,
    stop: &AtomicBool,
) -> Result<Vec<u8>, RequestError> {
    let name = level.unwrap_or("strong");
    let level = Level::of_name(name).ok_or_else(|| {
        let known = Level::ALL.map(Level::name).join(", ");
        RequestError::bad(format!("level {name:?} is unknown; use one of {known}"))
    })?;
    let seconds = seconds.unwrap_or(1.0);
    if !(0.05..=MOST_SECONDS).contains(&seconds) {
        return Err(RequestError::bad(format!("seconds must be from 0.05 to {MOST_SECONDS}")));
    }
    // A tab has no clock.
    let limits = match cfg!(target_family = "wasm") {
        true => {
            Limits { nodes: Some((seconds * NODES_OF_TAB_PER_SECOND) as u64), ..Limits::default() }
        }
        false => Limits { time: Some(Duration::from_secs_f64(seconds)), ..Limits::default() },
    };
    let mut engine = Engine::new(level, BYTES_OF_POSITIONS);
    let over = || RequestError::no_answer(("gomoku-over", "the game is over"));
    let (act, choice) = swap2::act(&game, &mut engine, &limits, stop).ok_or_else(over)?;
    game.act(act).map_err(|error| RequestError::Broken(error.into()))?;
    let record = MoveRecord {
        act: act.to_string(),
        choice: choice.as_ref().map(ChoiceRecord::new),
        game: GameRecord::new(&game, false),
    };
    Ok(to_json(&record))
}

fn texts(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(Cell::to_string).collect()
}

impl GameRecord {
    fn new(game: &Game, with_scores: bool) -> Self {
        let (stage, mover) = (game.stage(), game.to_move());
        let number = |player: Player| if player == Player::One { 1 } else { 2 };
        let is_played = matches!(stage, Stage::Play | Stage::Opening(_));
        let forbidden = || game.rule().forbidden(game.board(), mover);
        let scores = || {
            let scores = chapter::scores(game.board(), mover).into_iter();
            scores.map(|(cell, score)| (cell.to_string(), score)).collect()
        };
        Self {
            size: game.board().size(),
            rule: game.rule().name(),
            opening: match game.opening() {
                Opening::Free => "free",
                Opening::Swap2 => "swap2",
            },
            acts: game.acts().iter().map(Act::to_string).collect(),
            position: game.board().to_string(),
            stage: match stage {
                Stage::Opening(_) => "opening",
                Stage::Choice { .. } => "choice",
                Stage::Play => "play",
                Stage::Over(_) => "over",
            },
            more: stage == Stage::Choice { more: true },
            to_move: mover.sign(),
            turn: game.turn().map(number),
            black: game.player(Stone::Black).map(number),
            winner: match stage {
                Stage::Over(winner) => winner.map(Stone::sign),
                _ => None,
            },
            five: texts(game.five().unwrap_or_default()),
            forbidden: if is_played { texts(&forbidden()) } else { Vec::new() },
            scores: (with_scores && is_played).then(scores),
        }
    }
}

impl ChoiceRecord {
    fn new(choice: &Choice) -> Self {
        let Choice { score, depth, nodes, line, win, .. } = choice;
        Self { score: *score, depth: *depth, nodes: *nodes, line: texts(line), win: *win }
    }
}
