//! An engine that speaks the Gomocup protocol, which board programs use to query engines line by line.
//!
//! plastovicka.github.io/protocl2en.htm describes the protocol. A coordinate is column, row, counted from 0. The engine
//! stores the time limits that the manager sends, and uses slightly less than the limit of a move.

use super::board::{Board, Cell, LARGEST_SIDE, SMALLEST_SIDE, Stone};
use super::choice::{Limits, Position};
use super::engine::{Engine, Level};
use super::rules::Rule;
use super::swap2;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The least part of a move's time that is reserved for the transmission of the answer.
const LEAST_RESERVE: Duration = Duration::from_millis(30);

/// The time limit of a move if the manager sends none.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The answer of an engine to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Silence,
    Line(String),
    /// No output; the engine exits.
    End,
}

/// A list whose lines are being received; `DONE` ends it.
struct List {
    /// Whether the list is a stage of the swap2 opening, not a game.
    is_swap2: bool,
    /// The stones, each with whether it is the engine's own. After an error, lines are ignored.
    stones: Result<Vec<(Cell, bool)>, Refusal>,
}

/// An engine that speaks the protocol.
///
/// ```
/// use huarong_games::gomoku::{Answer, Brain, Level};
/// use std::sync::atomic::AtomicBool;
///
/// let mut brain = Brain::new(Level::Chapter, 1 << 20);
/// let stop = AtomicBool::new(false);
/// assert_eq!(brain.handle("START 16", &stop), Answer::Line("OK".into()));
/// assert_eq!(brain.handle("TURN 6,6", &stop), Answer::Line("7,6".into()));
/// ```
pub struct Brain {
    level: Level,
    memory: usize,
    engine: Engine,
    board: Option<Board>,
    to_move: Stone,
    rule: Rule,
    list: Option<List>,
    /// The time limit of a move, from the manager.
    turn: Option<Duration>,
    /// The remaining time of the game, from the manager.
    left: Option<Duration>,
}

/// The reason why a line is rejected, with the correct form.
type Refusal = String;

impl Brain {
    /// The transposition table of the engine takes about `memory` bytes.
    pub fn new(level: Level, memory: usize) -> Self {
        Self {
            level,
            memory,
            engine: Engine::new(level, memory),
            board: None,
            to_move: Stone::Black,
            rule: Rule::Freestyle,
            list: None,
            turn: None,
            left: None,
        }
    }

    /// Processes a line and returns the answer. Setting `stop` cancels a search.
    pub fn handle(&mut self, line: &str, stop: &AtomicBool) -> Answer {
        let line = line.trim();
        let answer = match self.list.take() {
            Some(list) => self.listed(list, line, stop),
            None => self.command(line, stop),
        };
        answer.unwrap_or_else(|refusal| Answer::Line(format!("ERROR {refusal}")))
    }

    fn command(&mut self, line: &str, stop: &AtomicBool) -> Result<Answer, Refusal> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command.to_ascii_uppercase().as_str() {
            "" => Ok(Answer::Silence),
            "START" => self.start(rest),
            "RECTSTART" => match rest.split_once(',') {
                Some((columns, rows)) if columns.trim() == rows.trim() => self.start(rows.trim()),
                _ => Err("the board must be square: RECTSTART 15,15".to_owned()),
            },
            "RESTART" => {
                let size = self.board()?.size();
                self.start(&size.to_string())
            }
            "BEGIN" => self.begin(stop),
            "TURN" => {
                let cell = self.empty_cell(rest)?;
                let to_move = self.to_move;
                self.put(cell, to_move);
                self.reply(stop)
            }
            "TAKEBACK" => self.take_back(rest),
            "BOARD" => Ok(self.listen(false)),
            "SWAP2BOARD" => Ok(self.listen(true)),
            "INFO" => self.info(rest),
            "END" => Ok(Answer::End),
            "ABOUT" => Ok(Answer::Line(format!(
                "name=\"huarong\", version=\"{}\", author=\"the huarong authors\", country=\"TWN\"",
                env!("CARGO_PKG_VERSION")
            ))),
            _ => {
                let command: String = command.chars().take(40).collect();
                Ok(Answer::Line(format!("UNKNOWN this engine has no command {command:?}")))
            }
        }
    }

    /// Starts a game on an empty board.
    fn start(&mut self, size: &str) -> Result<Answer, Refusal> {
        let board = size.parse().ok().and_then(|size| Board::new(size).ok());
        let wrong =
            || format!("the board must have {SMALLEST_SIDE} to {LARGEST_SIDE} rows: START 15");
        self.board = Some(board.ok_or_else(wrong)?);
        self.to_move = Stone::Black;
        self.engine = Engine::new(self.level, self.memory);
        Ok(Answer::Line("OK".to_owned()))
    }

    /// Plays the first move.
    fn begin(&mut self, stop: &AtomicBool) -> Result<Answer, Refusal> {
        let board = self.board()?;
        match board.empty().count() == usize::from(board.size()).pow(2) {
            true => self.reply(stop),
            false => Err("BEGIN needs an empty board; this one has stones".to_owned()),
        }
    }

    /// Removes a stone; its colour moves next.
    fn take_back(&mut self, coordinates: &str) -> Result<Answer, Refusal> {
        let cell = self.cell(coordinates)?;
        let no_stone = || format!("there is no stone on {coordinates}");
        self.to_move = self.board()?.get(cell).ok_or_else(no_stone)?;
        self.set(cell, None);
        Ok(Answer::Line("OK".to_owned()))
    }

    /// Starts to receive a list. Without a board, the list is rejected and its lines are ignored.
    fn listen(&mut self, is_swap2: bool) -> Answer {
        let stones = self.board().map(|_| Vec::new());
        self.list = Some(List { is_swap2, stones });
        Answer::Silence
    }

    fn board(&self) -> Result<&Board, Refusal> {
        self.board.as_ref().ok_or_else(|| "no game has started: START 15".to_owned())
    }

    /// Parses a cell of the board.
    fn cell(&self, text: &str) -> Result<Cell, Refusal> {
        let board = self.board()?;
        let (column, row) = text.split_once(',').unwrap_or_default();
        match (column.trim().parse(), row.trim().parse()) {
            (Ok(column), Ok(row)) if board.has(Cell { row, column }) => Ok(Cell { row, column }),
            _ => {
                let text: String = text.chars().take(40).collect();
                let last = board.size() - 1;
                Err(format!(
                    "{text:?} is not a cell: a cell is column,row, from 0,0 to {last},{last}"
                ))
            }
        }
    }

    fn empty_cell(&self, text: &str) -> Result<Cell, Refusal> {
        let cell = self.cell(text)?;
        match self.board()?.get(cell) {
            None => Ok(cell),
            Some(_) => Err(format!("{text} already has a stone")),
        }
    }

    fn set(&mut self, cell: Cell, stone: Option<Stone>) {
        if let Some(board) = &mut self.board {
            board.set(cell, stone);
        }
    }

    fn put(&mut self, cell: Cell, stone: Stone) {
        self.set(cell, Some(stone));
        self.to_move = stone.other();
    }

    /// Chooses a move, plays it and answers with it.
    fn reply(&mut self, stop: &AtomicBool) -> Result<Answer, Refusal> {
        let (position, limits) = (self.position()?, self.limits());
        let Some(choice) = self.engine.choose(&position, &limits, stop) else {
            return Err("the position has no legal move".to_owned());
        };
        self.put(choice.cell, self.to_move);
        Ok(Answer::Line(coordinates(choice.cell)))
    }

    fn position(&self) -> Result<Position, Refusal> {
        Ok(Position { board: *self.board()?, rule: self.rule, to_move: self.to_move })
    }

    fn limits(&self) -> Limits {
        // A side makes about 40 moves per game. Each move may use 1/20 of the remaining time.
        let share = self.left.map(|left| left / 20);
        let most = [self.turn, share].into_iter().flatten().min().unwrap_or(DEFAULT_TIME);
        let time = most.saturating_sub(LEAST_RESERVE.max(most / 20)).max(Duration::from_millis(5));
        Limits { time: Some(time), ..Limits::default() }
    }

    /// Stores a setting that the manager sends.
    fn info(&mut self, rest: &str) -> Result<Answer, Refusal> {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let number = || {
            let number: Result<i64, _> = value.trim().parse();
            number.map_err(|_| format!("INFO {key:?} needs a number"))
        };
        let milliseconds = |number: i64| Duration::from_millis(number.max(0).unsigned_abs());
        match key {
            // 0 means as fast as possible.
            "timeout_turn" => self.turn = Some(milliseconds(number()?)),
            // 0 means no limit, except in `time_left`, where it means no time.
            "timeout_match" | "time_left" => {
                let number = number()?;
                let is_limit =
                    number > 0 && number < i64::from(i32::MAX) || key == "time_left" && number <= 0;
                self.left = is_limit.then(|| milliseconds(number));
            }
            "max_memory" => {
                let most = usize::try_from(number()?).unwrap_or(0);
                if most > 0 && most / 2 < self.memory {
                    self.memory = most / 2;
                    self.engine = Engine::new(self.level, self.memory);
                }
            }
            "rule" => {
                self.rule = match number()? {
                    0 => Rule::Freestyle,
                    1 => Rule::ExactlyFive,
                    4 => Rule::Renju,
                    other => {
                        return Err(format!(
                            "rule {other} is unsupported: use 0 freestyle, 1 exactly five, 4 renju"
                        ));
                    }
                }
            }
            // Other settings do not affect moves.
            _ => {}
        }
        Ok(Answer::Silence)
    }

    /// Processes a line of a list.
    fn listed(&mut self, list: List, line: &str, stop: &AtomicBool) -> Result<Answer, Refusal> {
        let List { is_swap2, stones } = list;
        if line.eq_ignore_ascii_case("DONE") {
            return match is_swap2 {
                true => self.open(&stones?, stop),
                false => self.set_up(&stones?, stop),
            };
        }
        let stones = stones.and_then(|mut stones| {
            match is_swap2 {
                true => stones.push((self.cell(line)?, false)),
                false => stones.extend(self.stone(line)?),
            }
            // A list longer than the number of cells repeats some of them.
            match stones.len() {
                401.. => Err("a board has at most 400 stones".to_owned()),
                6.. if is_swap2 => Err("a swap2 list has 0, 3 or 5 stones, not more".to_owned()),
                _ => Ok(stones),
            }
        });
        self.list = Some(List { is_swap2, stones });
        Ok(Answer::Silence)
    }

    /// Parses a stone of a list, with whether it is the engine's own. Returns `None` for field 3, which only other
    /// games use.
    fn stone(&self, line: &str) -> Result<Option<(Cell, bool)>, Refusal> {
        let (place, owner) = line.rsplit_once(',').unwrap_or((line, ""));
        let cell = self.cell(place)?;
        match owner.trim() {
            "1" => Ok(Some((cell, true))),
            "2" => Ok(Some((cell, false))),
            "3" => Ok(None),
            _ => Err("a stone is column,row,1 for the engine and column,row,2 for the opponent"
                .to_owned()),
        }
    }

    /// Replaces the board by one of the same size with the given stones.
    fn fill(&mut self, stones: impl Iterator<Item = (Cell, Stone)>) -> Result<(), Refusal> {
        let mut board = Board::new(self.board()?.size()).map_err(|error| error.to_string())?;
        for (cell, stone) in stones {
            if board.get(cell).is_some() {
                return Err(format!("the list has {} twice", coordinates(cell)));
            }
            board.set(cell, Some(stone));
        }
        self.board = Some(board);
        Ok(())
    }

    /// Sets up the position of a game, and plays the next move.
    fn set_up(&mut self, stones: &[(Cell, bool)], stop: &AtomicBool) -> Result<Answer, Refusal> {
        let own = stones.iter().filter(|(_, is_own)| *is_own).count();
        let others = stones.len() - own;
        let colour = match others.checked_sub(own) {
            Some(0) => Stone::Black,
            Some(1) => Stone::White,
            _ => {
                return Err(format!(
                    "stones of the engine: {own}, of the opponent: {others}; it is not its turn"
                ));
            }
        };
        let colour_of = |is_own| if is_own { colour } else { colour.other() };
        self.fill(stones.iter().map(|&(cell, is_own)| (cell, colour_of(is_own))))?;
        self.to_move = colour;
        self.reply(stop)
    }

    /// Answers a stage of the swap2 opening.
    fn open(&mut self, stones: &[(Cell, bool)], stop: &AtomicBool) -> Result<Answer, Refusal> {
        let colours = [Stone::Black, Stone::White].into_iter().cycle();
        self.fill(stones.iter().map(|&(cell, _)| cell).zip(colours))?;
        self.to_move = if stones.len().is_multiple_of(2) { Stone::Black } else { Stone::White };
        match stones.len() {
            0 => {
                let cells =
                    swap2::FIRST_STONES.map(|(row, column)| coordinates(Cell { row, column }));
                Ok(Answer::Line(cells.join(" ")))
            }
            3 | 5 => {
                let (position, limits) = (self.position()?, self.limits());
                match self.engine.choose(&position, &limits, stop) {
                    // White moves next. If the score favours black, the engine swaps.
                    Some(choice) if choice.score >= 0 => {
                        self.put(choice.cell, Stone::White);
                        Ok(Answer::Line(coordinates(choice.cell)))
                    }
                    _ => Ok(Answer::Line("SWAP".to_owned())),
                }
            }
            other => Err(format!("a swap2 list has 0, 3 or 5 stones, not {other}")),
        }
    }
}

/// The coordinates of a cell in the protocol: column, row.
pub fn coordinates(cell: Cell) -> String {
    format!("{},{}", cell.column, cell.row)
}
