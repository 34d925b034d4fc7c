//! `huarong count xiangqi`: the states of Chinese chess.

use crate::cli::headings::{OUTPUT, SEARCH};
use crate::cli::output;
use crate::cli::output::{Flat, Format, Record};
use crate::cli::session::Session;
use anyhow::bail;
use clap::ValueEnum;
use huarong_core::counting::xiangqi::{Kind, SideLimits, States};
use num_bigint::BigUint;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use std::str::FromStr;
use std::time::Instant;

/// Count the states of Chinese chess (xiangqi)
///
/// A state is a placement of pieces on the 9x10 board, with both generals. Each piece is on a point that it can reach
/// in a game. Soldiers that have not crossed the river are on different files.
///
/// Pieces of the same kind and colour are interchangeable. The side to move is not part of a state, and a general may
/// be in check.
///
/// Letters of pieces: R rook, N horse, C cannon, A advisor, E elephant, P soldier; upper case for red, lower case for
/// black.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong count xiangqi\n  \
                        huarong count xiangqi --no-captures --without-facing\n  \
                        huarong count xiangqi --material 'R:2 r:0..1 P:5'\n  \
                        huarong count xiangqi --breakdown pieces --format csv")]
pub(super) struct Arguments {
    /// Count by number of pieces, or by material, too
    #[arg(long, value_enum, help_heading = OUTPUT)]
    breakdown: Option<Breakdown>,

    /// Exclude states in which the generals face each other
    ///
    /// "Facing" means: on one file, with no piece between them.
    #[arg(long, help_heading = SEARCH)]
    without_facing: bool,

    /// Count only states with all 32 pieces
    #[arg(long, conflicts_with = "material", help_heading = SEARCH)]
    no_captures: bool,

    /// Limit the numbers of these pieces, as in 'R:2 n:0..1'
    ///
    /// Pieces that are not named have no limit.
    #[arg(long, value_name = "LIMITS", help_heading = SEARCH)]
    material: Option<Material>,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Breakdown {
    /// By the material of both sides
    Material,
    /// By the number of pieces on the board
    Pieces,
}

/// Limits of the pieces of red and black.
#[derive(Clone, Debug)]
struct Material([SideLimits; 2]);

impl FromStr for Material {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let syntax = |limit: &str| {
            format!(
                "{limit:?} is not a limit: write a letter and a number or a range, such as R:2 or p:0..3"
            )
        };
        let mut sides = [SideLimits::any(), SideLimits::any()];
        let mut seen = Vec::new();
        let limits: Vec<&str> = text.split([' ', ',']).filter(|limit| !limit.is_empty()).collect();
        if limits.is_empty() {
            return Err(syntax(text));
        }
        for limit in limits {
            let syntax = || syntax(limit);
            let (name, count) = limit.split_once(':').ok_or_else(syntax)?;
            let mut letters = name.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                return Err(syntax());
            };
            let kind = kind(letter).ok_or_else(|| {
                format!(
                    "no piece has the letter {letter:?}; the letters are R N C A E P for red, r n c a e p for black"
                )
            })?;
            if seen.contains(&letter) {
                return Err(format!("{letter:?} is limited twice: omit one of the limits"));
            }
            seen.push(letter);
            let most = kind.full_count();
            let number = |digits: &str| digits.parse::<u8>().map_err(|_| syntax());
            let (least, greatest) = match count.split_once("..") {
                Some((least, greatest)) => (number(least)?, number(greatest)?),
                None => (number(count)?, number(count)?),
            };
            if least > greatest || greatest > most {
                return Err(format!(
                    "{limit:?}: a side has 0 to {most} of these pieces; a range begins with the smaller number"
                ));
            }
            let side = &mut sides[usize::from(letter.is_ascii_lowercase())];
            *side = side.clone().with(kind, least..=greatest);
        }
        Ok(Self(sides))
    }
}

/// The kind that a letter of either case stands for.
fn kind(letter: char) -> Option<Kind> {
    Some(match letter.to_ascii_uppercase() {
        'R' => Kind::Rook,
        'N' => Kind::Horse,
        'C' => Kind::Cannon,
        'A' => Kind::Advisor,
        'E' => Kind::Elephant,
        'P' => Kind::Soldier,
        _ => return None,
    })
}

/// The number of states, with the keys of JSON.
#[derive(Default, Serialize)]
struct StateCount {
    states: String,
    log10: f64,
}

impl Flat for StateCount {}

/// The states with a number of pieces.
#[derive(Default, Serialize)]
struct ByPieces {
    pieces: u8,
    states: String,
}

impl Flat for ByPieces {}

/// The states of a material: its numbers of pieces, in the order of the columns.
struct ByMaterial {
    pieces: [u8; 12],
    states: String,
}

impl Serialize for ByMaterial {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        for (key, count) in Self::COLUMNS.iter().zip(&self.pieces) {
            object.serialize_entry(key, count)?;
        }
        object.serialize_entry("states", &self.states)?;
        object.end()
    }
}

impl Record for ByMaterial {
    const COLUMNS: &'static [&'static str] = &[
        "red_rooks",
        "red_horses",
        "red_cannons",
        "red_advisors",
        "red_elephants",
        "red_soldiers",
        "black_rooks",
        "black_horses",
        "black_cannons",
        "black_advisors",
        "black_elephants",
        "black_soldiers",
        "states",
    ];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        [(self.pieces, &self.states)]
    }
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let started = Instant::now();
    let sides = match arguments.material {
        Some(Material(sides)) => sides,
        None if arguments.no_captures => [SideLimits::full(), SideLimits::full()],
        None => [SideLimits::any(), SideLimits::any()],
    };
    let states = States { sides, facing: !arguments.without_facing };
    let format = arguments.format;
    match arguments.breakdown {
        Some(Breakdown::Pieces) => {
            let counts = states.by_pieces();
            let record = |(&pieces, states): (&u8, &BigUint)| ByPieces {
                pieces,
                states: states.to_string(),
            };
            let records: Vec<ByPieces> = counts.iter().map(record).collect();
            output::print(format, &records, |records, out| {
                for ByPieces { pieces, states } in records {
                    writeln!(out, "{pieces:>2} pieces  {:>53}", output::grouped_digits(states))?;
                }
                write_count(&[state_count(&counts.values().sum())], out)
            })
        }
        Some(Breakdown::Material) => by_material(&states, format),
        None => {
            let count = states.count();
            session
                .say(format_args!("counted in {:.1} ms", started.elapsed().as_secs_f64() * 1000.0));
            output::print(format, &[state_count(&count)], write_count)
        }
    }
}

fn write_count(counts: &[StateCount], out: &mut impl Write) -> io::Result<()> {
    counts.iter().try_for_each(|StateCount { states, log10 }| {
        let log10 = if states == "0" { String::new() } else { format!(" = 10^{log10:.2}") };
        writeln!(out, "{} states{log10}", output::grouped_digits(states))
    })
}

fn state_count(states: &BigUint) -> StateCount {
    let digits = states.to_string();
    // Rounded to the precision of a float.
    let log10 = digits.parse::<f64>().map_or(f64::INFINITY, f64::log10);
    StateCount { states: digits, log10 }
}

fn by_material(states: &States, format: Format) -> anyhow::Result<()> {
    if format == Format::Text {
        bail!("--breakdown material has up to two million rows: use --format csv or json");
    }
    let mut out = output::stdout()?;
    format.begin::<ByMaterial>(&mut out)?;
    states.by_material(|red, black, states| {
        let mut pieces = [0; 12];
        pieces[..6].copy_from_slice(red);
        pieces[6..].copy_from_slice(black);
        let record = ByMaterial { pieces, states: states.to_string() };
        format.write(&record, &mut out, |_, _| Ok(()))
    })?;
    Ok(out.flush()?)
}
