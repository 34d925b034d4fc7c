//! A game of gomoku: rules, acts, turn, result and text form.

use super::board::{Board, BoardError, Cell, CellError, Stone};
use super::choice::Position;
use super::rules::{Forbidden, Rule};
use huarong_core::numerals::Excerpt;
use std::fmt;
use thiserror::Error;

/// A player of a game, by the order of their first acts. In swap2 the players get their colours later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    One,
    Two,
}

impl Player {
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

/// The opening rule of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Opening {
    /// Player one has black and may move on any cell.
    #[default]
    Free,
    /// Player one places a black, a white and a black stone. Player two then takes a colour, or places a white and a
    /// black stone and lets player one take a colour. White moves next.
    Swap2,
}

/// An act of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Place a stone of the colour to move.
    Put(Cell),
    /// In swap2, take a colour.
    Take(Stone),
    /// In swap2, place two more stones and let the other player take a colour.
    PutTwoMore,
}

/// The stage of a game, which decides the acts that are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The players place the stones of the opening; the number is of those not yet placed.
    Opening(u8),
    /// A player takes a colour, or places two more stones if `more` is set.
    Choice { more: bool },
    /// The players place stones in turn.
    Play,
    /// The game is over; the value is the winning colour, or `None` for a draw.
    Over(Option<Stone>),
}

/// The reason why an act is rejected.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ActError {
    #[error("{cell} is not on the board, which has {size} rows and columns")]
    OffBoard { cell: Cell, size: u8 },
    #[error("{0} already has a stone")]
    Occupied(Cell),
    /// The rule forbids black to move there.
    #[error("black may not move on {cell}: the move makes {why}")]
    Forbidden { cell: Cell, why: Forbidden },
    /// The stage of the game requires another act, which the text names.
    #[error("this is not possible now: {0}")]
    NotNow(&'static str),
}

/// The reason why a game's text is rejected.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GameTextError {
    /// The first line is wrong.
    #[error(
        "the first line must be like `gomoku 15 freestyle` or `gomoku 15 renju swap2`, not {text:?}",
        text = Excerpt(.0)
    )]
    Head(String),
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A word is not an act.
    #[error(
        "{text:?} is not a move: write the row and the column of a cell, as in 62 or a7; in swap2 also black, white or more",
        text = Excerpt(.0)
    )]
    Word(String),
    #[error("move {number}, {word}: {error}", word = Excerpt(.word))]
    Act { number: usize, word: String, error: ActError },
}

/// A game with all its acts from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rule: Rule,
    opening: Opening,
    board: Board,
    acts: Vec<Act>,
    /// The winning row, if a colour has won.
    five: Option<Vec<Cell>>,
}

impl Game {
    pub fn new(size: u8, rule: Rule, opening: Opening) -> Result<Self, BoardError> {
        let board = Board::new(size)?;
        Ok(Self { rule, opening, board, acts: Vec::new(), five: None })
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    pub fn opening(&self) -> Opening {
        self.opening
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// The cells of the stones, in the order in which they were placed.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Cell> + '_ {
        self.acts.iter().filter_map(|act| match act {
            Act::Put(cell) => Some(*cell),
            _ => None,
        })
    }

    /// The cells of the winning row, from one end to the other.
    pub fn five(&self) -> Option<&[Cell]> {
        self.five.as_deref()
    }

    /// The colour of the next stone.
    pub fn to_move(&self) -> Stone {
        if self.moves().count().is_multiple_of(2) { Stone::Black } else { Stone::White }
    }

    /// Whether a player chose to place two more stones in swap2.
    fn has_more(&self) -> bool {
        self.acts.contains(&Act::PutTwoMore)
    }

    /// The colour that a player took in swap2.
    fn taken(&self) -> Option<Stone> {
        self.acts.iter().find_map(|act| match act {
            Act::Take(stone) => Some(*stone),
            _ => None,
        })
    }

    /// The player who has a colour; `None` during the opening of swap2.
    pub fn player(&self, stone: Stone) -> Option<Player> {
        let (chooser, colour) = match self.opening {
            Opening::Free => (Player::One, Stone::Black),
            Opening::Swap2 if self.has_more() => (Player::One, self.taken()?),
            Opening::Swap2 => (Player::Two, self.taken()?),
        };
        Some(if stone == colour { chooser } else { chooser.other() })
    }

    pub fn position(&self) -> Position {
        Position { board: self.board, rule: self.rule, to_move: self.to_move() }
    }

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

    /// The player who acts next; `None` if the game is over.
    pub fn turn(&self) -> Option<Player> {
        match self.stage() {
            Stage::Opening(_) | Stage::Choice { .. } => {
                // Player one places the first three stones, and takes a colour after five.
                let stones = self.moves().count();
                let is_one = if self.has_more() { stones == 5 } else { stones < 3 };
                Some(if is_one { Player::One } else { Player::Two })
            }
            Stage::Play => self.player(self.to_move()),
            Stage::Over(_) => None,
        }
    }

    /// Checks whether the colour to move may place a stone on a cell now.
    pub fn check(&self, cell: Cell) -> Result<(), ActError> {
        let size = self.board.size();
        if !self.board.has(cell) {
            return Err(ActError::OffBoard { cell, size });
        }
        self.check_stage(Act::Put(cell))?;
        if self.board.get(cell).is_some() {
            return Err(ActError::Occupied(cell));
        }
        match self.rule.forbids(&self.board, cell, self.to_move()) {
            Some(why) => Err(ActError::Forbidden { cell, why }),
            None => Ok(()),
        }
    }

    /// Checks whether the stage of the game is one for an act.
    fn check_stage(&self, act: Act) -> Result<(), ActError> {
        let possible = match (self.stage(), act) {
            (Stage::Opening(_) | Stage::Play, Act::Put(_))
            | (Stage::Choice { .. }, Act::Take(_))
            | (Stage::Choice { more: true }, Act::PutTwoMore) => return Ok(()),
            (Stage::Opening(_) | Stage::Play, _) => "place a stone",
            (Stage::Choice { more: true }, _) => {
                "take a colour (black or white) or place two more stones (more)"
            }
            (Stage::Choice { more: false }, _) => "take a colour (black or white)",
            (Stage::Over(_), _) => "the game is over",
        };
        Err(ActError::NotNow(possible))
    }

    pub fn act(&mut self, act: Act) -> Result<(), ActError> {
        match act {
            Act::Put(cell) => {
                self.check(cell)?;
                self.board.set(cell, Some(self.to_move()));
                self.five = self.rule.five(&self.board, cell);
            }
            Act::Take(_) | Act::PutTwoMore => self.check_stage(act)?,
        }
        self.acts.push(act);
        Ok(())
    }

    /// Places a stone of the colour to move.
    pub fn put(&mut self, cell: Cell) -> Result<(), ActError> {
        self.act(Act::Put(cell))
    }

    /// Undoes the last act and returns it; `None` if there is none.
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

/// Writes two lines: the rules, then the acts.
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
