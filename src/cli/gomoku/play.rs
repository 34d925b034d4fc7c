//! A game between two people, or against the computer.

use super::arguments::{Table, engine_memory};
use super::language::Language;
use crate::cli::output;
use crate::cli::output::Stdout;
use crate::cli::session::Session;
use huarong_games::gomoku::{
    Act, Cell, Choice, Engine, Game, Limits, Player, Rule, Stage, Stone, head, swap2,
};
use huarong_tables::storage;
use serde::Serialize;
use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::AtomicBool;

/// Size limit of a line and of a file, in bytes; no game is as long.
const MOST_BYTES_READ: u64 = 1 << 16;

/// The evaluation of a move, in the format of the chapter's program, with more keys for levels that search.
#[derive(Serialize)]
struct Best {
    r: u8,
    c: u8,
    score: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win: Option<u16>,
}

impl Best {
    fn new(choice: &Choice) -> Self {
        let Cell { row: r, column: c } = choice.cell;
        let depth = (choice.depth > 0).then_some(choice.depth);
        let line = choice.line.iter().filter(|_| depth.is_some()).map(Cell::to_string).collect();
        Self { r, c, score: choice.score, depth, line, win: choice.win }
    }
}

/// An input of a person.
enum Said {
    Act(Act),
    Undo,
    Hint,
    Line,
    Position,
    Save(String),
    Load(String),
    Quit,
}

impl Said {
    fn parse(typed: &str) -> Option<Self> {
        let (word, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
        Some(match (word, rest.trim()) {
            ("undo" | "u", "") => Self::Undo,
            ("hint" | "h" | "?", "") => Self::Hint,
            ("line" | "l", "") => Self::Line,
            ("position" | "p", "") => Self::Position,
            ("quit" | "q", "") => Self::Quit,
            ("save", file) if !file.is_empty() => Self::Save(file.to_owned()),
            ("load", file) if !file.is_empty() => Self::Load(file.to_owned()),
            _ => Self::Act(typed.parse().ok()?),
        })
    }
}

/// A game with its players.
struct Play {
    game: Game,
    /// The player that is the computer, if any.
    computer: Option<Player>,
    engine: Engine,
    limits: Limits,
    language: Language,
    out: Stdout,
}

/// Plays a game. `begins` is whether the computer moves first; `None` if two people play.
pub(super) fn run(session: &Session, table: &Table, begins: Option<bool>) -> anyhow::Result<()> {
    let mut play = Play {
        game: table.game()?,
        computer: begins.map(|begins| if begins { Player::One } else { Player::Two }),
        engine: Engine::new(table.level, engine_memory(session, 1)),
        limits: table.limits(),
        language: table.lang.unwrap_or_else(Language::of_environment),
        out: output::stdout()?,
    };
    play.draw()?;
    while play.step()? {}
    Ok(play.out.flush()?)
}

impl Play {
    /// Lets the side to move act; returns whether the game continues.
    fn step(&mut self) -> anyhow::Result<bool> {
        if let Stage::Over(winner) = self.game.stage() {
            let words = winner.map(|stone| self.language.has_won(stone));
            writeln!(self.out, "{}", words.as_deref().unwrap_or(self.language.draw()))?;
            return Ok(false);
        }
        if self.computer.is_some() && self.game.turn() == self.computer {
            return self.computer_acts();
        }
        self.ask()?;
        match listen()? {
            None => {
                writeln!(self.out)?;
                Ok(false)
            }
            Some(typed) => self.obey(typed.trim()),
        }
    }

    fn ask(&mut self) -> io::Result<()> {
        match self.game.stage() {
            Stage::Choice { more } => write!(self.out, "{}", self.language.chooses(more))?,
            _ => write!(self.out, "{}", self.language.moves(self.game.to_move()))?,
        }
        self.out.flush()
    }

    fn computer_acts(&mut self) -> anyhow::Result<bool> {
        let choice =
            swap2::act(&self.game, &mut self.engine, &self.limits, &AtomicBool::new(false));
        let Some((act, choice)) = choice else {
            // Black has no legal move left.
            writeln!(self.out, "{}", self.language.draw())?;
            return Ok(false);
        };
        match (act, choice) {
            (Act::Put(_), Some(choice)) => self.say_best(&choice)?,
            (Act::Put(_), None) => {}
            (act, _) => writeln!(self.out, "{}", self.language.took(&act.to_string()))?,
        }
        self.game.act(act)?;
        self.draw()?;
        Ok(true)
    }

    /// Obeys an input; returns whether the game continues.
    fn obey(&mut self, typed: &str) -> anyhow::Result<bool> {
        let Some(said) = Said::parse(typed) else {
            writeln!(self.out, "{}", self.language.no_move(typed))?;
            return Ok(true);
        };
        match said {
            Said::Quit => return Ok(false),
            Said::Act(act) => match self.game.act(act) {
                Ok(()) => self.draw()?,
                Err(error) => writeln!(self.out, "{}", self.language.cannot(&error))?,
            },
            Said::Undo => self.undo()?,
            Said::Hint => {
                if let Some(choice) = self.think() {
                    writeln!(self.out, "{}", choice.cell)?;
                }
            }
            Said::Line => {
                if let Some(choice) = self.think() {
                    self.say_best(&choice)?;
                }
            }
            Said::Position => writeln!(self.out, "{}", self.game.board())?,
            Said::Save(file) => {
                let text = self.game.to_string();
                let saved = storage::write_whole(file.as_ref(), ".huarong-game-", |out| {
                    out.write_all(text.as_bytes())
                });
                let words = match saved {
                    Ok(()) => self.language.saved(&file),
                    Err(error) => self.language.not_saved(&file, &error),
                };
                writeln!(self.out, "{words}")?;
            }
            Said::Load(file) => match load(&file) {
                Ok(game) => {
                    self.game = game;
                    self.draw()?;
                }
                Err(error) => writeln!(self.out, "{}", self.language.not_loaded(&file, &error))?,
            },
        }
        Ok(true)
    }

    /// Takes back moves up to the last position in which a person was to move.
    fn undo(&mut self) -> io::Result<()> {
        let before = self.game.clone();
        while self.game.undo().is_some() {
            if self.computer.is_none() || self.game.turn() != self.computer {
                return self.draw();
            }
        }
        self.game = before;
        writeln!(self.out, "{}", self.language.nothing_to_undo())
    }

    /// The choice of the engine for the side to move.
    fn think(&mut self) -> Option<Choice> {
        self.engine.choose(&self.game.position(), &self.limits, &AtomicBool::new(false))
    }

    fn say_best(&mut self, choice: &Choice) -> anyhow::Result<()> {
        Ok(writeln!(self.out, "best={}", serde_json::to_string(&Best::new(choice))?)?)
    }

    fn draw(&mut self) -> io::Result<()> {
        let board = self.game.board();
        let heads: Vec<String> = (0..board.size()).map(|column| head(column).to_string()).collect();
        writeln!(self.out, "  {}", heads.join(" "))?;
        for row in 0..board.size() {
            write!(self.out, "{}", head(row))?;
            for column in 0..board.size() {
                let stone = board.get(Cell { row, column });
                write!(self.out, " {}", stone.map_or('.', Stone::sign))?;
            }
            writeln!(self.out)?;
        }
        let mover = self.game.to_move();
        if self.game.rule() == Rule::Renju && self.game.stage() == Stage::Play {
            let forbidden = self.game.rule().forbidden(board, mover);
            if !forbidden.is_empty() {
                writeln!(self.out, "{}", self.language.forbidden(&forbidden))?;
            }
        }
        Ok(())
    }
}

/// Reads a line of input; `None` at the end.
fn listen() -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = io::stdin().lock().take(MOST_BYTES_READ).read_until(b'\n', &mut line)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

fn load(file: &str) -> anyhow::Result<Game> {
    let mut text = String::new();
    fs::File::open(file)?.take(MOST_BYTES_READ).read_to_string(&mut text)?;
    Ok(text.parse()?)
}
