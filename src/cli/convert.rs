//! `huarong convert`: positions in other notations.

use super::puzzle::Choice;
use super::output::{self, Stdout};
use super::{Session, lines};
use anstream::ColorChoice;
use anyhow::{Context, bail};
use clap::ValueEnum;
use huarong::sliding::drawing::boxes;
use huarong::sliding::notation::{self, Notation};
use std::io::{self, Read, Write};

/// Write positions in another notation
///
/// Reads every notation that it writes, and names of openings:
///   grid         rows joined by `/`, one letter a shape: VBBV/VBBV/VHHV/VSSV/S..S
///   letters      one letter a piece: HAAI/HAAI/JBBK/JNOK/P@@Q
///   paper-array  the top-left cells of all pieces, shape by shape (Wei and Lin 1999)
///   paper-value  that array as a number to base 20
///   glyph        Wei and Lin's drawing with signs
///   code36       36 bits in hexadecimal: 1A9BF0C00
///   pretty       boxes, in colour on a terminal
///   svg          a picture, which also shows well on a dark ground
#[derive(Debug, clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "paper-array and paper-value are defined for ten pieces (one 2x2, five dominoes, four singles). For\n\
                  other piece sets, and where the array fits two positions, the piece set stands before it:\n\
                  2h2v6s [...].\n\n\
                  Examples:\n  huarong convert 橫刀立馬 --to code36\n  \
                  huarong convert 1A9BF0C00 --to pretty\n  \
                  huarong convert \"[0 8 10 13 2 3 12 15 16 19]\" --to grid\n  \
                  huarong convert heng-dao-li-ma --to svg >start.svg\n  \
                  huarong convert - --to code36 <positions.txt"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Positions or names; `-` reads standard input: one a line, or one drawn over several lines
    #[arg(value_name = "POSITION", required = true)]
    positions: Vec<String>,

    /// The notation: grid, letters, paper-array, paper-value, glyph, code36, pretty or svg
    #[arg(long, value_name = "NOTATION", required_unless_present = "format")]
    to: Option<Notation>,

    /// `positions`: the canonical text, one a line, as other commands print it; the same as --to grid
    #[arg(long, value_enum, conflicts_with = "to")]
    format: Option<Positions>,
}

/// What other commands, too, call the canonical text, one a line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Positions {
    /// The canonical text, one a line
    Positions,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let mut conversion = Conversion {
        session,
        to: arguments.to.unwrap_or(Notation::Grid),
        coloured: anstream::AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        out: output::stdout()?,
        asked: 0,
        refused: 0,
    };
    match &arguments.positions[..] {
        [text] if text != "-" => conversion.convert(text)?,
        texts => {
            for (number, text) in (1..).zip(texts) {
                match text.as_str() {
                    "-" => conversion.convert_input()?,
                    text => conversion.try_convert(text, format_args!("position {number}"))?,
                }
            }
        }
    }
    conversion.out.flush()?;
    match conversion.refused {
        0 => Ok(()),
        refused => bail!("{refused} of {} refused", output::counted(conversion.asked, "position")),
    }
}

/// Where positions are read and written.
struct Conversion<'s> {
    session: &'s Session,
    to: Notation,
    coloured: bool,
    out: Stdout,
    asked: u64,
    refused: u64,
}

impl Conversion<'_> {
    fn convert(&mut self, text: &str) -> anyhow::Result<()> {
        let (_, position) = self.session.read_position(text)?;
        let puzzle = self.session.atlas.family().puzzle();
        let written = match self.to {
            Notation::Pretty => boxes::draw(puzzle, &position, self.coloured),
            to => notation::write(puzzle, &position, to)?,
        };
        // Drawings are set apart.
        if self.to.is_drawing() && self.asked > self.refused {
            writeln!(self.out)?;
        }
        self.asked += 1;
        Ok(writeln!(self.out, "{written}")?)
    }

    /// Names a position that is refused by its source on standard error.
    fn try_convert(&mut self, text: &str, source: std::fmt::Arguments<'_>) -> anyhow::Result<()> {
        match self.convert(text) {
            Err(error) if !error.is::<io::Error>() => {
                self.asked += 1;
                self.refused += 1;
                output::say_line(format_args!("error: {source}: {error:#}"));
                Ok(())
            }
            result => result,
        }
    }

    /// Converts what standard input holds: one position drawn over several lines, or one a line.
    fn convert_input(&mut self) -> anyhow::Result<()> {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
        let text = String::from_utf8_lossy(&bytes);
        let puzzle = self.session.atlas.family().puzzle();
        if notation::is_drawing(puzzle, &text) {
            return self.try_convert(&text, format_args!("standard input"));
        }
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !lines::is_blank(line)) {
            self.try_convert(line, format_args!("line {number}"))?;
        }
        Ok(())
    }
}
