//! A game: its rules, what was done in it, whose turn it is, how it ended, and all of it as text.

use super::board::{Board, BoardError, Cell, CellError, Stone};
use super::choice::Position;
use super::rules::{Forbidden, Rule};
use std::fmt;
use thiserror::Error;

/// Who plays: the one who does something first, or the other. In swap2 which colour each has comes out later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Begins.
    One,
    /// The other.
    Two,
}

impl Player {
    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

/// How a game begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Opening {
    /// Black, who is player one, moves anywhere.
    #[default]
    Free,
    /// Player one puts down black, white, black; player two takes a colour, or puts down white and black and leaves the
    /// colour to player one. White moves next.
    Swap2,
}

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Put down a stone of the colour whose turn it is.
    Put(Cell),
    /// In swap2, take a colour.
    Take(Stone),
    /// In swap2, put down two more stones and leave the colour to the other.
    PutTwoMore,
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Stones of the opening are put down; so many are left.
    Opening(u8),
    /// A colour is to be taken, or two more stones put down where `more`.
    Choice {
        /// Whether two more stones may be put down.
        more: bool,
    },
    /// Stones are put down in turn.
    Play,
    /// A colour has won, or nobody.
    Over(Option<Stone>),
}

/// Why something cannot be done.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ActError {
    /// The cell is beyond the edge.
    #[error("{cell} is not on the board, which has {size} rows and columns")]
    OffBoard {
        /// The cell.
        cell: Cell,
        /// The side of the board.
        size: u8,
    },
    /// The cell has a stone.
    #[error("there is a stone on {0} already")]
    Occupied(Cell),
    /// Black may not move there.
    #[error("black may not move on {cell}: it makes {why}")]
    Forbidden {
        /// The cell.
        cell: Cell,
        /// What it makes.
        why: Forbidden,
    },
    /// Something else is to be done.
    #[error("now {0}")]
    NotNow(&'static str),
}

/// Why a text is no game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameTextError {
    /// Its first line.
    #[error(
        "a game begins with a line like `gomoku 15 freestyle` or `gomoku 15 renju swap2`, not {0:?}"
    )]
    Head(String),
    /// Its board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A word is nothing that can be done.
    #[error("{0:?} is no move: a move is a cell, two digits, or black, white or more in swap2")]
    Word(String),
    /// Something that cannot be done.
    #[error("move {number}, {word}: {error}")]
    Act {
        /// Counted from 1.
        number: usize,
        /// What the text has.
        word: String,
        /// Why it cannot be done.
        error: ActError,
    },
}

/// What is to be done after five stones of swap2.
const COLOUR: &str = "a colour is to be taken: black or white";

/// A game from its beginning.
///
/// ```
/// use huarong::games::gomoku::{Game, Opening, Rule, Stage, Stone};
///
/// let text = "gomoku 15 freestyle\n77 00 78 01 79 02 7a 03 7b\n";
/// let mut game: Game = text.parse()?;
/// assert_eq!(game.stage(), Stage::Over(Some(Stone::Black)));
/// assert_eq!(game.to_string(), text);
/// game.undo();
/// assert_eq!((game.stage(), game.to_move()), (Stage::Play, Stone::Black));
/// # Ok::<_, huarong::games::gomoku::GameTextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rule: Rule,
    opening: Opening,
    board: Board,
    acts: Vec<Act>,
    /// The winner's row, once there is one.
    five: Option<Vec<Cell>>,
}

impl Game {
    /// A game that has not begun.
    pub fn new(size: u8, rule: Rule, opening: Opening) -> Result<Self, BoardError> {
        let board = Board::new(size)?;
        Ok(Self { rule, opening, board, acts: Vec::new(), five: None })
    }

    /// What wins.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// How it began.
    pub fn opening(&self) -> Opening {
        self.opening
    }

    /// The board as it is.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All that was done.
    pub fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// The stones in the order in which they were put down.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Cell> + '_ {
        self.acts.iter().filter_map(|act| match act {
            Act::Put(cell) => Some(*cell),
            _ => None,
        })
    }

    /// The winner's row, from one end to the other.
    pub fn five(&self) -> Option<&[Cell]> {
        self.five.as_deref()
    }

    /// The colour of the next stone.
    pub fn to_move(&self) -> Stone {
        if self.moves().count().is_multiple_of(2) { Stone::Black } else { Stone::White }
    }

    /// Whether two more stones were put down in swap2.
    fn has_more(&self) -> bool {
        self.acts.contains(&Act::PutTwoMore)
    }

    /// The colour that a player took, or has.
    fn taken(&self) -> Option<Stone> {
        self.acts.iter().find_map(|act| match act {
            Act::Take(stone) => Some(*stone),
            _ => None,
        })
    }

    /// Who has a colour; nobody yet in the opening of swap2.
    pub fn player(&self, stone: Stone) -> Option<Player> {
        let (chooser, colour) = match self.opening {
            Opening::Free => (Player::One, Stone::Black),
            Opening::Swap2 if self.has_more() => (Player::One, self.taken()?),
            Opening::Swap2 => (Player::Two, self.taken()?),
        };
        Some(if stone == colour { chooser } else { chooser.other() })
    }

    /// What a computer is asked.
    pub fn position(&self) -> Position {
        Position { board: self.board, rule: self.rule, to_move: self.to_move() }
    }

    /// What is to be done next.
    pub fn stage(&self) -> Stage {
        if let Some(&[cell, ..]) = self.five() {
            return Stage::Over(self.board.get(cell));
        }
        let stones = self.moves().count();
        if self.opening == Opening::Swap2 && self.taken().is_none() {
            let wanted = if self.has_more() { 5 } else { 3 };
            return match wanted - stones {
                0 => Stage::Choice { more: wanted == 3 },
                left => Stage::Opening(left as u8),
            };
        }
        match usize::from(self.board.size()).pow(2) == stones {
            true => Stage::Over(None),
            false => Stage::Play,
        }
    }

    /// Who is to do it; nobody where the game is over.
    pub fn turn(&self) -> Option<Player> {
        match self.stage() {
            Stage::Opening(_) | Stage::Choice { .. } => {
                // Player one puts three stones and chooses after five.
                let stones = self.moves().count();
                let is_one = if self.has_more() { stones == 5 } else { stones < 3 };
                Some(if is_one { Player::One } else { Player::Two })
            }
            Stage::Play => self.player(self.to_move()),
            Stage::Over(_) => None,
        }
    }

    /// Why a stone may not be put on a cell now, if it may not.
    pub fn check(&self, cell: Cell) -> Result<(), ActError> {
        let size = self.board.size();
        if !self.board.has(cell) {
            return Err(ActError::OffBoard { cell, size });
        }
        match self.stage() {
            Stage::Choice { more: true } => {
                return Err(ActError::NotNow("a colour is to be taken: black, white or more"));
            }
            Stage::Choice { more: false } => {
                return Err(ActError::NotNow(COLOUR));
            }
            Stage::Over(_) => return Err(ActError::NotNow("the game is over")),
            Stage::Opening(_) | Stage::Play => {}
        }
        if self.board.get(cell).is_some() {
            return Err(ActError::Occupied(cell));
        }
        match self.rule.forbids(&self.board, cell, self.to_move()) {
            Some(why) => Err(ActError::Forbidden { cell, why }),
            None => Ok(()),
        }
    }

    /// Does something.
    pub fn act(&mut self, act: Act) -> Result<(), ActError> {
        match act {
            Act::Put(cell) => {
                self.check(cell)?;
                self.board.set(cell, Some(self.to_move()));
                self.five = self.rule.five(&self.board, cell);
            }
            Act::Take(_) | Act::PutTwoMore => match self.stage() {
                Stage::Choice { more } if more || act != Act::PutTwoMore => {}
                Stage::Over(_) => return Err(ActError::NotNow("the game is over")),
                Stage::Choice { .. } => return Err(ActError::NotNow(COLOUR)),
                _ => return Err(ActError::NotNow("a stone is to be put down")),
            },
        }
        self.acts.push(act);
        Ok(())
    }

    /// Puts down a stone.
    pub fn put(&mut self, cell: Cell) -> Result<(), ActError> {
        self.act(Act::Put(cell))
    }

    /// Takes back what was done last; `None` where nothing was.
    pub fn undo(&mut self) -> Option<Act> {
        let act = self.acts.pop()?;
        if let Act::Put(cell) = act {
            self.board.set(cell, None);
            self.five = None;
        }
        Some(act)
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Put(cell) => write!(f, "{cell}"),
            Self::Take(Stone::Black) => f.write_str("black"),
            Self::Take(Stone::White) => f.write_str("white"),
            Self::PutTwoMore => f.write_str("more"),
        }
    }
}

impl std::str::FromStr for Act {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Self, CellError> {
        match text {
            "black" => Ok(Self::Take(Stone::Black)),
            "white" => Ok(Self::Take(Stone::White)),
            "more" => Ok(Self::PutTwoMore),
            cell => Ok(Self::Put(cell.parse()?)),
        }
    }
}

/// A line with the rules and one with what was done.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "gomoku {} {}", self.board.size(), self.rule.name())?;
        if self.opening == Opening::Swap2 {
            f.write_str(" swap2")?;
        }
        let acts: Vec<String> = self.acts.iter().map(Act::to_string).collect();
        writeln!(f, "\n{}", acts.join(" "))
    }
}

impl std::str::FromStr for Game {
    type Err = GameTextError;

    fn from_str(text: &str) -> Result<Self, GameTextError> {
        let (head, rest) = text.split_once('\n').unwrap_or((text, ""));
        let wrong = || GameTextError::Head(head.chars().take(80).collect());
        let words: Vec<&str> = head.split_whitespace().collect();
        let (size, rule, opening) = match words[..] {
            ["gomoku", size, rule] => (size, rule, Opening::Free),
            ["gomoku", size, rule, "swap2"] => (size, rule, Opening::Swap2),
            _ => return Err(wrong()),
        };
        let size = size.parse().map_err(|_| wrong())?;
        let mut game = Self::new(size, Rule::of_name(rule).ok_or_else(wrong)?, opening)?;
        for (number, word) in (1..).zip(rest.split_whitespace()) {
            let act = word.parse().map_err(|CellError(word)| GameTextError::Word(word))?;
            game.act(act).map_err(|error| {
                let word = word.to_owned();
                GameTextError::Act { number, word, error }
            })?;
        }
        Ok(game)
    }
}
