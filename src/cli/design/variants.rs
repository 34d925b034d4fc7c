//! `huarong design --like`: puzzles that differ in one piece from another one.

use super::arguments::Arguments;
use super::files::{self, BY};
use crate::cli::long_work;
use crate::cli::output;
use crate::cli::output::Flat;
use crate::cli::output_folder::OutputFolder;
use crate::cli::puzzle;
use crate::cli::rows::is_list;
use crate::cli::session::Session;
use anyhow::{Context, bail};
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::Metric;
use huarong_lab::design::{Change, Draft, Variant, variants};
use serde::Serialize;
use std::io::{self, Write};

/// A puzzle that differs in one piece from the one that was given.
#[derive(Default, Serialize)]
struct VariantRecord {
    metric: &'static str,
    distance: u16,
    /// How many more moves than the given puzzle; none if that has no solution.
    gain: Option<i32>,
    change: &'static str,
    description: String,
    start: String,
    /// Whether moves lead from the given puzzle to this one; none if that is not known.
    reachable: Option<bool>,
    /// The text of its puzzle file.
    puzzle: String,
}

impl VariantRecord {
    fn new(variant: &Variant, before: Option<u16>, metric: Metric, puzzle: String) -> Self {
        Self {
            metric: metric.name(),
            distance: variant.distance,
            gain: before.map(|before| i32::from(variant.distance) - i32::from(before)),
            change: variant.change.name(),
            description: variant.change.to_string(),
            start: variant.draft.start(),
            reachable: variant.reachable,
            puzzle,
        }
    }

    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let gain = self.gain.map_or(String::new(), |gain| format!("{gain:+}"));
        let Self { distance, start, description, .. } = self;
        let reachable = match self.reachable {
            Some(true) => ", reachable from the given puzzle",
            _ => "",
        };
        writeln!(out, "{distance:>5} {gain:>5}  {start}  {description}{reachable}")
    }
}

impl Flat for VariantRecord {}

/// Lists the variants of a puzzle.
pub(super) fn run(session: &Session, arguments: &Arguments, like: &str) -> anyhow::Result<()> {
    if is_list(like) {
        bail!(
            "--like {like} is a list of puzzles: give one, as a puzzle file (.toml), a name of `huarong puzzles` or a Rush Hour \
             board"
        );
    }
    let text = puzzle::text_of(like)?;
    let draft = Draft::parse(&text).with_context(|| match like {
        "-" => "standard input".to_owned(),
        like => like.to_owned(),
    })?;
    let folder = arguments.out.as_deref().map(OutputFolder::new).transpose()?;
    let is_wanted = |change: &Change| arguments.is_wanted(change);
    let found = long_work::with_effort(session, "variants", |effort| {
        variants(&draft, arguments.metric, is_wanted, effort)
    })?;
    let is_other = |variant: &&Variant| variant.reachable == Some(false);
    let is_listed = |variant: &&Variant| !arguments.unreachable || is_other(variant);
    let mut out = output::stdout()?;
    arguments.format.begin::<VariantRecord>(&mut out)?;
    if arguments.format == output::Format::Text {
        let all = found.solvable.len() as u64 + found.unsolvable + found.undecided;
        writeln!(out, "{}", draft.start())?;
        let moves = |moves: u16| output::counted(moves.into(), "move");
        let moves = found.distance.map_or("no solution".to_owned(), moves);
        write!(out, "{moves}; {}", output::counted(all, "variant"))?;
        write!(out, ", {} without a solution", output::grouped(found.unsolvable))?;
        if arguments.unreachable {
            let of_puzzle = |variant: &&Variant| variant.reachable == Some(true);
            let reachable = found.solvable.iter().filter(of_puzzle).count() as u64;
            write!(out, ", {} reachable from the given puzzle", output::grouped(reachable))?;
            let others = found.solvable.iter().filter(is_other).count() as u64;
            match found.solvable.len() as u64 - reachable - others {
                0 => {}
                unknown => write!(out, ", {} perhaps so", output::grouped(unknown))?,
            }
        }
        match found.undecided {
            0 => writeln!(out, "\n")?,
            undecided => writeln!(
                out,
                ", {} undecided within the memory limit\n",
                output::grouped(undecided)
            )?,
        }
    }
    let most = if arguments.count == 0 { usize::MAX } else { arguments.count };
    let listed: Vec<&Variant> = found.solvable.iter().filter(is_listed).take(most).collect();
    let file = draft.file()?;
    let puzzles = (1..)
        .zip(&listed)
        .map(|(number, variant)| (variant.distance, titled(&file, variant, number, arguments)));
    let puzzles: Vec<(u16, Draft)> = puzzles.collect();
    for (variant, (_, puzzle)) in listed.iter().zip(&puzzles) {
        let puzzle = puzzle.text_with_result(variant.distance, arguments.metric, BY);
        let record = VariantRecord::new(variant, found.distance, arguments.metric, puzzle);
        arguments.format.write(&record, &mut out, |record, out| record.write_text(out))?;
    }
    out.flush()?;
    let Some(folder) = folder else { return Ok(()) };
    files::write(&folder, puzzles.into_iter(), arguments.metric)?;
    folder.keep();
    Ok(())
}

/// The puzzle of a variant: its title, its author, the puzzle that was changed, and the change.
fn titled(original: &PuzzleFile, variant: &Variant, number: usize, arguments: &Arguments) -> Draft {
    let from = original.source().map_or(String::new(), |source| format!(" ({source})"));
    let reachable = match variant.reachable {
        Some(true) => "; moves of that puzzle lead to this start",
        _ => "",
    };
    let change = format!("{}{reachable}", variant.change);
    let draft = variant.draft.variant_of(&format!("{}{from}", original.name()), &change);
    arguments.titled(&draft, &format!("{}, variant", original.name()), number, variant.distance)
}
