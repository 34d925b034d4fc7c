//! Values of positions of a game, and perfect games.

use super::tables::open;
use crate::cli::output;
use crate::cli::output::{Format, Record, Stdout};
use crate::cli::session::Session;
use huarong_games::lines::Lines;
use huarong_games::{MoveValue, Outcome, Position, StoneGame, Verdict};
use huarong_pages::json::{GamePositionRecord, place, side};
use serde::Serialize;
use std::io::{self, Write};

impl Record for GamePositionRecord {
    const COLUMNS: &'static [&'static str] =
        &["game", "rule", "position", "to_move", "over", "value", "plies", "best"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let best = self.moves.first().map(|first| (first.value, first.plies));
        let best = self.moves.iter().filter(|made| Some((made.value, made.plies)) == best);
        let best: Vec<&str> = best.map(|made| &*made.position).collect();
        [(
            &self.game,
            self.rule,
            &self.position,
            self.to_move,
            self.over,
            self.value,
            self.plies,
            best.join(" "),
        )]
    }
}

/// Prints the values of positions, and of their moves.
pub(super) fn query(
    session: &Session,
    game: &Lines,
    positions: &[String],
    format: Format,
) -> anyhow::Result<()> {
    let positions = match positions {
        [] => vec![Position::default()],
        texts => texts
            .iter()
            .map(|text| Position::parse(text, game.board()))
            .collect::<Result<_, _>>()?,
    };
    let table = open(session, game)?;
    let records = positions.iter().map(|at| GamePositionRecord::new(&table, at));
    let records = records.collect::<Result<Vec<_>, _>>()?;
    output::print(format, &records, |records, out| {
        (0..).zip(records).try_for_each(|(number, record)| {
            if number > 0 {
                writeln!(out)?;
            }
            write_text(record, out)
        })
    })
}

fn write_text(record: &GamePositionRecord, out: &mut Stdout) -> io::Result<()> {
    record.position.split('/').try_for_each(|row| writeln!(out, "  {row}"))?;
    let verdict = Verdict { outcome: record.value, plies: record.plies };
    match (record.over, record.value) {
        (true, Outcome::Draw) => return writeln!(out, "game over: draw"),
        (true, outcome) => {
            let winner =
                if (outcome == Outcome::Win) == (record.to_move == "x") { "x" } else { "o" };
            return writeln!(out, "game over: {winner} has won");
        }
        (false, _) => writeln!(out, "{} to move: {verdict}", record.to_move)?,
    }
    record.moves.iter().try_for_each(|made| {
        let verdict = Verdict { outcome: made.value, plies: made.plies };
        writeln!(out, "  {},{}  {}  {verdict}", made.column, made.row, made.position)
    })
}

/// A move of a perfect game.
#[derive(Serialize)]
struct LineRecord {
    ply: usize,
    /// The side that moved, `x` or `o`.
    side: &'static str,
    column: u8,
    row: u8,
    position: String,
    /// The value of the move for that side.
    value: Outcome,
    plies: Option<u8>,
}

impl Record for LineRecord {
    const COLUMNS: &'static [&'static str] =
        &["ply", "side", "column", "row", "position", "value", "plies"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        [self]
    }
}

/// Prints a perfect game.
pub(super) fn line(
    session: &Session,
    game: &Lines,
    from: Option<&str>,
    format: Format,
) -> anyhow::Result<()> {
    let from = from.map_or(Ok(Position::default()), |text| Position::parse(text, game.board()))?;
    let table = open(session, game)?;
    let mut at = from;
    let mut records = Vec::new();
    for MoveValue { cell, after, verdict, .. } in table.line(from)? {
        let (column, row) = place(game, cell);
        let Verdict { outcome: value, plies } = verdict;
        let position = after.text(game.board());
        records.push(LineRecord {
            ply: records.len() + 1,
            side: side(&at),
            column,
            row,
            position,
            value,
            plies,
        });
        at = after;
    }
    let verdict = table.verdict(&from)?;
    output::print(format, &records, |records, out| {
        writeln!(out, "{}, {} to move: {verdict}", from.text(game.board()), side(&from))?;
        records.iter().try_for_each(|record| {
            let LineRecord { ply, side, column, row, position, .. } = record;
            writeln!(out, "{ply:>3} {side} {column},{row}  {position}")
        })
    })
}
