//! `huarong design --pack`: packs of puzzles for paper, apps and the browser.

mod entry;
mod order_file;
mod row;
mod sheets;

use super::arguments::{Arguments, decoy_counts};
use super::conditions::Condition;
use super::files::{self, BY};
use crate::cli::interrupt;
use crate::cli::long_work;
use crate::cli::output;
use crate::cli::output::{Fewer, Format, Stdout, counted, grouped};
use crate::cli::output_folder::OutputFolder;
use crate::cli::print::read_fonts;
use crate::cli::rows::PuzzleList;
use crate::cli::session::Session;
use anyhow::{Context, anyhow};
use entry::{Entry, Place};
use huarong_core::effort::Effort;
use huarong_lab::design::{Band, Draft, Ended, Pack, PackOrder, Taken, pack_designs};
use huarong_lab::difficulty::Difficulty;
use huarong_pages::server::pack_page;
use order_file::OrderFile;
use rayon::prelude::*;
use row::{AppRow, IndexRow};
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// The files of a pack, and the folder of its puzzle files.
const PUZZLES: &str = "puzzles";
const FOR_APPS: &str = "pack.jsonl";
const INDEX: &str = "index.csv";
const SHEET: &str = "sheet.pdf";
const CARDS: &str = "cards.pdf";
const PLAYER: &str = "play.html";

pub(super) fn run(session: &Session, arguments: &Arguments, path: &Path) -> anyhow::Result<()> {
    let file = OrderFile::read(path)?;
    let themes = file.themes().with_context(|| path.display().to_string())?;
    let out = arguments.out.as_deref().expect("--pack requires --out");
    let fonts = read_fonts(&file.fonts, long_work::memory_limit(session)).context("fonts")?;
    let folder = OutputFolder::new(out)?;
    let measured: Vec<_> = { file.bands.iter() }
        .map(|band| |difficulty: &Difficulty| Condition::all_hold(&band.conditions, difficulty))
        .collect();
    let bands = file.bands.iter().zip(&measured).map(|(band, measured)| Band {
        moves: band.moves.clone(),
        count: band.count,
        decoys: decoy_counts(band.decoys.as_ref(), band.decoy_walls.as_ref()),
        measured: (!band.conditions.is_empty()).then_some(measured),
    });
    let default = PackOrder::default();
    let order = PackOrder {
        metric: file.metric,
        bands: bands.collect(),
        themes,
        solutions: file.solutions.clone(),
        minimal: file.minimal,
        taken: taken(session, &file)?,
        seed: file.seed,
        tries: file.tries.unwrap_or(default.tries),
        until: arguments.time_limit.and_then(|limit| Instant::now().checked_add(limit)),
    };
    // After a signal there is a moment to save the puzzles.
    let _work = interrupt::Work::begin()?;
    let pack = long_work::with_effort(session, "puzzles", |effort| pack_designs(&order, effort))?;
    match pack.ended {
        Ended::Cancelled => return Err(cancelled(folder, &file, &pack)?),
        _ if pack.puzzles.is_empty() => return Err(Fewer(lacking(&file, &order, &pack)).into()),
        _ => {}
    }
    let entries = long_work::with_effort(session, "puzzles", |effort| {
        effort.total(pack.puzzles.len() as u64)?;
        effort.doing("solutions and measures")?;
        solved(&file, &pack, effort)
    })?;
    let rows = write(session, &folder, &file, &fonts, &entries)?;
    folder.keep();
    print(arguments.format, &file, &order, &rows, &entries)?;
    session.say(format_args!(
        "wrote {} to {}",
        counted(entries.len() as u64, "puzzle"),
        out.display()
    ));
    match entries.len() >= file.count() {
        true => Ok(()),
        false => Err(Fewer(lacking(&file, &order, &pack)).into()),
    }
}

/// The puzzles of the packs that a file excludes.
fn taken(session: &Session, file: &OrderFile) -> anyhow::Result<Taken> {
    let names: Vec<String> =
        file.exclude.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let mut taken = Taken::default();
    PuzzleList::Named(&names).for_each_some(|entries| {
        long_work::with_effort(session, "puzzles", |effort| {
            effort.total(entries.len() as u64)?;
            effort.doing("puzzles that are excluded")?;
            for entry in &entries {
                let read = entry.read().and_then(|file| Ok(file.setup()?));
                let setup = read.with_context(|| format!("exclude: {entry}"))?;
                taken.take_start(&setup.puzzle, &setup.start, effort)?;
                effort.done(1)?;
            }
            Ok::<_, anyhow::Error>(())
        })
    })?;
    Ok(taken)
}

/// Writes the puzzles that were found before the work was cancelled, and says so. There is no time for solutions and sheets.
fn cancelled(folder: OutputFolder, file: &OrderFile, pack: &Pack) -> anyhow::Result<anyhow::Error> {
    let found = pack.puzzles.len();
    if found == 0 {
        return Ok(anyhow!("cancelled before a puzzle was found, so nothing was written"));
    }
    let puzzles = (0..found).map(|at| {
        let (place, draft) = placed(file, pack, at);
        (place.moves, draft)
    });
    files::write(&folder.folder(PUZZLES)?, puzzles, file.metric)?;
    folder.keep();
    Ok(anyhow!(
        "cancelled: only the puzzle files of {} of {} were written; with --time-limit SECONDS, a pack of those that are \
         found is whole",
        grouped(found as u64),
        counted(file.count() as u64, "puzzle")
    ))
}

/// The place of a puzzle in its pack, and the puzzle with its title and its author.
fn placed<'o>(file: &'o OrderFile, pack: &Pack, at: usize) -> (Place<'o>, Draft) {
    let packed = &pack.puzzles[at];
    let (band, theme) = (&file.bands[packed.band], &file.themes[packed.theme]);
    let before = pack.puzzles[..at].iter().filter(|other| other.band == packed.band);
    let place = Place {
        number: at + 1,
        place: before.count() + 1,
        band: &band.name,
        theme: &theme.name,
        moves: packed.designed.distance,
    };
    let source = file.author.as_deref().unwrap_or(BY);
    let draft = packed.designed.draft.called(&place.title(&file.titles)).from_source(source);
    (place, draft)
}

/// The puzzles of a pack with their titles, solutions and measures.
fn solved<'o>(
    file: &'o OrderFile,
    pack: &Pack,
    effort: Effort<'_>,
) -> anyhow::Result<Vec<Entry<'o>>> {
    let each = effort.at_most(effort.memory / rayon::current_num_threads() as u64);
    let solve = |at: usize| {
        let (place, draft) = placed(file, pack, at);
        let solved = each.quietly(|each| Entry::solve(place, draft, file.metric, each))?;
        effort.done(1)?;
        Ok(solved)
    };
    (0..pack.puzzles.len()).into_par_iter().map(solve).collect()
}

/// Writes all files of a pack. Returns the rows of its index.
fn write(
    session: &Session,
    folder: &OutputFolder,
    file: &OrderFile,
    fonts: &[Vec<u8>],
    entries: &[Entry<'_>],
) -> anyhow::Result<Vec<IndexRow>> {
    let puzzles = entries.iter().map(|entry| (entry.place.moves, entry.draft.clone()));
    let names = files::write(&folder.folder(PUZZLES)?, puzzles, file.metric)?;
    let rows: Vec<IndexRow> = { entries.iter().zip(names) }
        .map(|(entry, name)| IndexRow::new(entry, file.metric, format!("{PUZZLES}/{name}")))
        .collect();
    let mut index = Vec::new();
    Format::Csv.begin::<IndexRow>(&mut index)?;
    for row in &rows {
        Format::Csv.write(row, &mut index, |_, _| Ok(()))?;
    }
    let mut lines = Vec::new();
    for entry in entries {
        serde_json::to_writer(&mut lines, &AppRow::new(entry, file.metric))?;
        lines.push(b'\n');
    }
    let tag = sheets::language(file.language).tag();
    let page = pack_page(&file.title, tag, str::from_utf8(&lines)?)?;
    folder.write_file(FOR_APPS, &lines)?;
    folder.write_file(INDEX, &index)?;
    folder.write_file(PLAYER, page.as_bytes())?;
    let (sheet, cards) = sheets::documents(session, file, fonts, entries)?;
    folder.write_file(SHEET, &sheet)?;
    folder.write_file(CARDS, &cards)?;
    Ok(rows)
}

/// Prints the rows of the index, or a table of bands and themes.
fn print(
    format: Format,
    file: &OrderFile,
    order: &PackOrder<'_>,
    rows: &[IndexRow],
    entries: &[Entry<'_>],
) -> anyhow::Result<()> {
    output::print(format, rows, |_, out| write_text(file, order, entries, out))
}

fn write_text(
    file: &OrderFile,
    order: &PackOrder<'_>,
    entries: &[Entry<'_>],
    out: &mut Stdout,
) -> io::Result<()> {
    writeln!(out, "{}: {}", file.title, counted(entries.len() as u64, "puzzle"))?;
    for (band, ordered) in file.bands.iter().zip(&order.bands) {
        let own: Vec<&Place<'_>> = { entries.iter().map(|entry| &entry.place) }
            .filter(|place| std::ptr::eq(place.band, &*band.name))
            .collect();
        write!(out, "  {}: {} of {}", band.name, own.len(), ordered.count)?;
        if let (Some(first), Some(last)) = (own.first(), own.last()) {
            write!(out, ", {} to {} moves", first.moves, last.moves)?;
        }
        for theme in &file.themes {
            let count = own.iter().filter(|place| std::ptr::eq(place.theme, &*theme.name)).count();
            write!(out, ", {count} {}", theme.name)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// What a pack lacks, in words.
fn lacking(file: &OrderFile, order: &PackOrder<'_>, pack: &Pack) -> String {
    let mut lacks = Vec::new();
    let mut note = |what: &str, name: &str, found: usize, wanted: usize| {
        if found < wanted {
            lacks.push(format!("{what} {name:?} has {found} of {wanted}"));
        }
    };
    for (number, band) in file.bands.iter().enumerate() {
        let found = pack.puzzles.iter().filter(|packed| packed.band == number).count();
        note("band", &band.name, found, band.count);
    }
    for (number, (table, theme)) in file.themes.iter().zip(&order.themes).enumerate() {
        let found = pack.puzzles.iter().filter(|packed| packed.theme == number).count();
        note("theme", &table.name, found, theme.count);
    }
    let why = match pack.ended.is_cut_short() {
        true => "the search was cut short",
        false => "no more were found; other bands, another seed or more tries can help",
    };
    let excluded = super::orders::excluded(&pack.excluded, &[]);
    format!("{}{excluded}: {why}", lacks.join(", "))
}
