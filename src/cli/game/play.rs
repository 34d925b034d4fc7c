//! A game of a person against a table.

use super::tables::open;
use crate::cli::output;
use crate::cli::session::Session;
use huarong_games::lines::Lines;
use huarong_games::{GameTable, MoveValue, Outcome, Position, StoneGame};
use huarong_pages::json::{place, side};
use std::io::{self, BufRead, Write};

/// An input of the person.
enum Said {
    Move(MoveValue),
    Undo,
    Hint,
    Quit,
}

pub(super) fn run(session: &Session, game: &Lines, second: bool) -> anyhow::Result<()> {
    let table = open(session, game)?;
    let mut out = output::stdout()?;
    // The positions before the moves of the person, and the current position.
    let mut turns: Vec<Position> = Vec::new();
    let mut at = Position::default();
    loop {
        if at.is_first_to_move() == second
            && let Some(best) = table.moves(&at)?.first()
        {
            let (column, row) = place(game, best.cell);
            writeln!(out, "{} {column},{row}", side(&at))?;
            at = best.after;
        }
        draw(game, &at, &mut out)?;
        if table.is_over(&at)? {
            let verdict = table.verdict(&at)?.outcome;
            let words = match (verdict, at.is_first_to_move()) {
                (Outcome::Draw, _) => "draw",
                (Outcome::Win, true) | (Outcome::Loss, false) => "x has won",
                _ => "o has won",
            };
            writeln!(out, "{words}")?;
            return Ok(out.flush()?);
        }
        match listen(&table, &at, &mut out)? {
            Said::Move(made) => {
                turns.push(at);
                at = made.after;
            }
            Said::Undo => match turns.pop() {
                Some(before) => at = before,
                None => writeln!(out, "no move to take back")?,
            },
            Said::Hint => {
                for made in table.moves(&at)? {
                    let (column, row) = place(game, made.cell);
                    writeln!(out, "  {column},{row}  {}", made.verdict)?;
                }
            }
            Said::Quit => return Ok(()),
        }
    }
}

fn draw(game: &Lines, at: &Position, out: &mut impl Write) -> io::Result<()> {
    let text = at.text(game.board());
    let (columns, _) = game.board();
    let heads: String = (1..=columns).map(|column| char::from(b'0' + column % 10)).collect();
    writeln!(out, "\n    {heads}")?;
    (1..).zip(text.split('/')).try_for_each(|(row, cells)| writeln!(out, " {row:>2} {cells}"))
}

/// Asks until the person types a legal move or a command.
fn listen(table: &GameTable<Lines>, at: &Position, out: &mut impl Write) -> anyhow::Result<Said> {
    let game = table.game();
    let mut line = Vec::new();
    loop {
        write!(out, "{} moves: ", side(at))?;
        out.flush()?;
        line.clear();
        if io::stdin().lock().read_until(b'\n', &mut line)? == 0 {
            writeln!(out)?;
            out.flush()?;
            return Ok(Said::Quit);
        }
        match String::from_utf8_lossy(&line).trim() {
            "undo" | "u" => return Ok(Said::Undo),
            "hint" | "h" | "?" => return Ok(Said::Hint),
            "quit" | "q" => return Ok(Said::Quit),
            typed => {
                let numbers: Vec<Option<u8>> = typed
                    .split(|sign: char| sign == ',' || sign.is_whitespace())
                    .filter(|word| !word.is_empty())
                    .map(|word| word.parse().ok())
                    .collect();
                let is_meant = |made: &&MoveValue| {
                    let (column, row) = place(game, made.cell);
                    match numbers[..] {
                        [Some(wanted)] => game.has_gravity() && wanted == column,
                        [Some(wanted), Some(line)] => (wanted, line) == (column, row),
                        _ => false,
                    }
                };
                if let Some(made) = table.moves(at)?.iter().find(is_meant) {
                    return Ok(Said::Move(*made));
                }
                let expected = if game.has_gravity() {
                    "a column that is not full"
                } else {
                    "column and row of an empty cell, as in 2 3"
                };
                writeln!(out, "{typed:?} is not a move: type {expected}; or undo, hint or quit")?;
            }
        }
    }
}
