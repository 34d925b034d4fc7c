//! The Gomocup protocol: what board programs ask an engine, line by line.
//!
//! The protocol is the one of plastovicka.github.io/protocl2en.htm. A coordinate is column, row, from 0. What the
//! manager tells of the time is kept; a move takes a little less than it may.

use super::board::{Board, Cell, LARGEST, SMALLEST, Stone};
use super::choice::{Limits, Position};
use super::engine::{Engine, Level};
use super::rules::Rule;
use super::swap2;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What is kept of a move's time for the way of the answer, at least.
const MARGIN: Duration = Duration::from_millis(30);

/// How long a move takes where the manager says nothing.
const UNTOLD: Duration = Duration::from_secs(1);

/// What an engine answers to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing.
    Silence,
    /// A line.
    Line(String),
    /// Nothing, and the engine ends.
    End,
}

/// A list that is being told, up to `DONE`.
enum List {
    /// Stones of a game, own ones first.
    Board(Vec<(Cell, bool)>),
    /// Stones of the swap2 opening.
    Swap2(Vec<Cell>),
    /// One that began wrongly, whose lines are passed over.
    Refused(String),
}

/// An engine that speaks the protocol.
///
/// ```
/// use huarong::games::gomoku::{Answer, Brain, Level};
/// use std::sync::atomic::AtomicBool;
///
/// let mut brain = Brain::new(Level::Chapter, 1 << 20);
/// let stop = AtomicBool::new(false);
/// assert_eq!(brain.hear("START 16", &stop), Answer::Line("OK".into()));
/// assert_eq!(brain.hear("TURN 6,6", &stop), Answer::Line("7,6".into()));
/// ```
pub struct Brain {
    level: Level,
    memory: usize,
    engine: Engine,
    board: Option<Board>,
    to_move: Stone,
    rule: Rule,
    list: Option<List>,
    /// The most time of a move, as told.
    turn: Option<Duration>,
    /// What is left of a game's time, as told.
    left: Option<Duration>,
}

/// A line that asks for what cannot be done, with a word about what would be right.
type Refusal = String;

impl Brain {
    /// An engine of a level that remembers positions in so many bytes, about.
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

    /// Answers a line; a search ends early where `stop` is set.
    pub fn hear(&mut self, line: &str, stop: &AtomicBool) -> Answer {
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
                _ => Err("the board is square: RECTSTART 15,15".to_owned()),
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
            "BOARD" => Ok(self.listen(List::Board(Vec::new()))),
            "SWAP2BOARD" => Ok(self.listen(List::Swap2(Vec::new()))),
            "INFO" => self.info(rest),
            "END" => Ok(Answer::End),
            "ABOUT" => Ok(Answer::Line(format!(
                "name=\"huarong\", version=\"{}\", author=\"the huarong authors\", country=\"TWN\"",
                env!("CARGO_PKG_VERSION")
            ))),
            _ => {
                let command: String = command.chars().take(40).collect();
                Ok(Answer::Line(format!("UNKNOWN {command:?} is no command of this engine")))
            }
        }
    }

    /// Begins a game on an empty board.
    fn start(&mut self, size: &str) -> Result<Answer, Refusal> {
        let board = size.parse().ok().and_then(|size| Board::new(size).ok());
        let wrong = || format!("the board must have from {SMALLEST} to {LARGEST} rows: START 15");
        self.board = Some(board.ok_or_else(wrong)?);
        self.to_move = Stone::Black;
        self.engine = Engine::new(self.level, self.memory);
        Ok(Answer::Line("OK".to_owned()))
    }

    /// Puts down the first stone.
    fn begin(&mut self, stop: &AtomicBool) -> Result<Answer, Refusal> {
        let board = self.board()?;
        match board.empty().count() == usize::from(board.size()).pow(2) {
            true => self.reply(stop),
            false => Err("BEGIN asks for the first stone, and the board has some".to_owned()),
        }
    }

    /// Takes a stone from the board, whose colour moves next.
    fn take_back(&mut self, coordinates: &str) -> Result<Answer, Refusal> {
        let cell = self.cell(coordinates)?;
        let board = self.board_mut()?;
        let Some(stone) = board.get(cell) else {
            return Err(format!("there is no stone on {coordinates}"));
        };
        board.set(cell, None);
        self.to_move = stone;
        Ok(Answer::Line("OK".to_owned()))
    }

    /// Expects the lines of a list; without a board they are passed over.
    fn listen(&mut self, list: List) -> Answer {
        self.list = Some(match self.board() {
            Ok(_) => list,
            Err(refusal) => List::Refused(refusal),
        });
        Answer::Silence
    }

    fn board(&self) -> Result<&Board, Refusal> {
        self.board.as_ref().ok_or_else(|| "no game has begun: START 15".to_owned())
    }

    fn board_mut(&mut self) -> Result<&mut Board, Refusal> {
        self.board.as_mut().ok_or_else(|| "no game has begun: START 15".to_owned())
    }

    /// A cell of the board.
    fn cell(&self, text: &str) -> Result<Cell, Refusal> {
        let board = self.board()?;
        let (column, row) = text.split_once(',').unwrap_or_default();
        match (column.trim().parse(), row.trim().parse()) {
            (Ok(column), Ok(row)) if board.has(Cell { row, column }) => Ok(Cell { row, column }),
            _ => {
                let text: String = text.chars().take(40).collect();
                let last = board.size() - 1;
                Err(format!("{text:?} is no cell: a cell is column,row, from 0,0 to {last},{last}"))
            }
        }
    }

    fn empty_cell(&self, text: &str) -> Result<Cell, Refusal> {
        let cell = self.cell(text)?;
        match self.board()?.get(cell) {
            None => Ok(cell),
            Some(_) => Err(format!("there is a stone on {text} already")),
        }
    }

    fn put(&mut self, cell: Cell, stone: Stone) {
        if let Some(board) = &mut self.board {
            board.set(cell, Some(stone));
            self.to_move = stone.other();
        }
    }

    /// Moves.
    fn reply(&mut self, stop: &AtomicBool) -> Result<Answer, Refusal> {
        let (position, limits) = (self.position()?, self.limits());
        let Some(choice) = self.engine.choose(&position, &limits, stop) else {
            return Err("there is no cell left to move to".to_owned());
        };
        self.put(choice.cell, self.to_move);
        Ok(Answer::Line(coordinates(choice.cell)))
    }

    fn position(&self) -> Result<Position, Refusal> {
        Ok(Position { board: *self.board()?, rule: self.rule, to_move: self.to_move })
    }

    fn limits(&self) -> Limits {
        // A game has some forty moves of a side; what is left is kept for twenty more.
        let share = self.left.map(|left| left / 20);
        let most = [self.turn, share].into_iter().flatten().min().unwrap_or(UNTOLD);
        let time = most.saturating_sub(MARGIN.max(most / 20)).max(Duration::from_millis(5));
        Limits { time: Some(time), ..Limits::default() }
    }

    /// Keeps what the manager tells.
    fn info(&mut self, rest: &str) -> Result<Answer, Refusal> {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let number = || {
            let number: Result<i64, _> = value.trim().parse();
            number.map_err(|_| format!("INFO {key:?} is followed by a number"))
        };
        let milliseconds = |number: i64| Duration::from_millis(number.max(0).unsigned_abs());
        match key {
            // 0 says: as fast as can be.
            "timeout_turn" => self.turn = Some(milliseconds(number()?)),
            // 0 says: no limit.
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
                            "rule {other} is not played: 0 freestyle, 1 exactly five, 4 renju"
                        ));
                    }
                }
            }
            // What else is told changes no move.
            _ => {}
        }
        Ok(Answer::Silence)
    }

    /// Hears a line of a list.
    fn listed(&mut self, list: List, line: &str, stop: &AtomicBool) -> Result<Answer, Refusal> {
        if line.eq_ignore_ascii_case("DONE") {
            return match list {
                List::Board(stones) => self.set_up(&stones, stop),
                List::Swap2(cells) => self.open(&cells, stop),
                List::Refused(refusal) => Err(refusal),
            };
        }
        let list = match list {
            List::Board(mut stones) => match self.stone(line) {
                Ok(stone) => {
                    stones.extend(stone);
                    List::Board(stones)
                }
                Err(refusal) => List::Refused(refusal),
            },
            List::Swap2(mut cells) => match self.cell(line) {
                Ok(cell) => {
                    cells.push(cell);
                    List::Swap2(cells)
                }
                Err(refusal) => List::Refused(refusal),
            },
            refused => refused,
        };
        // A longer list than the board has cells repeats some.
        self.list = Some(match list {
            List::Board(stones) if stones.len() > 400 => {
                List::Refused("too many stones".to_owned())
            }
            List::Swap2(cells) if cells.len() > 5 => {
                List::Refused("swap2 has no, three or five stones".to_owned())
            }
            list => list,
        });
        Ok(Answer::Silence)
    }

    /// A stone of a list, and whether it is the engine's own; none of the marks that concern other games.
    fn stone(&self, line: &str) -> Result<Option<(Cell, bool)>, Refusal> {
        let (place, owner) = line.rsplit_once(',').unwrap_or((line, ""));
        let cell = self.cell(place)?;
        match owner.trim() {
            "1" => Ok(Some((cell, true))),
            "2" => Ok(Some((cell, false))),
            "3" => Ok(None),
            _ => Err("a stone is column,row,1 of the engine's own and column,row,2 of the other's"
                .to_owned()),
        }
    }

    /// An empty board of the same size with these stones of colours.
    fn fill(&mut self, stones: impl Iterator<Item = (Cell, Stone)>) -> Result<(), Refusal> {
        let mut board = Board::new(self.board()?.size()).map_err(|error| error.to_string())?;
        for (cell, stone) in stones {
            if board.get(cell).is_some() {
                return Err(format!("there are two stones on {}", coordinates(cell)));
            }
            board.set(cell, Some(stone));
        }
        self.board = Some(board);
        Ok(())
    }

    /// Takes over a game, and moves.
    fn set_up(&mut self, stones: &[(Cell, bool)], stop: &AtomicBool) -> Result<Answer, Refusal> {
        let own = stones.iter().filter(|(_, is_own)| *is_own).count();
        let others = stones.len() - own;
        let colour = match others.checked_sub(own) {
            Some(0) => Stone::Black,
            Some(1) => Stone::White,
            _ => {
                return Err(format!(
                    "{own} stones of the engine's own and {others} of the other's: it is not its turn"
                ));
            }
        };
        self.fill(
            stones
                .iter()
                .map(|&(cell, is_own)| (cell, if is_own { colour } else { colour.other() })),
        )?;
        self.to_move = colour;
        self.reply(stop)
    }

    /// Answers in the swap2 opening.
    fn open(&mut self, cells: &[Cell], stop: &AtomicBool) -> Result<Answer, Refusal> {
        let colours = [Stone::Black, Stone::White].into_iter().cycle();
        self.fill(cells.iter().copied().zip(colours))?;
        self.to_move = if cells.len().is_multiple_of(2) { Stone::Black } else { Stone::White };
        match cells.len() {
            0 => {
                let cells = swap2::THREE.map(|(row, column)| coordinates(Cell { row, column }));
                Ok(Answer::Line(cells.join(" ")))
            }
            3 | 5 => {
                let (position, limits) = (self.position()?, self.limits());
                match self.engine.choose(&position, &limits, stop) {
                    // White is to move; who would rather have black swaps.
                    Some(choice) if choice.score >= 0 => {
                        self.put(choice.cell, Stone::White);
                        Ok(Answer::Line(coordinates(choice.cell)))
                    }
                    _ => Ok(Answer::Line("SWAP".to_owned())),
                }
            }
            other => Err(format!("swap2 has no, three or five stones, not {other}")),
        }
    }
}

/// A cell as the protocol writes it.
pub fn coordinates(cell: Cell) -> String {
    format!("{},{}", cell.column, cell.row)
}
