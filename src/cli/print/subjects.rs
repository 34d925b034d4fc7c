//! The puzzles that the arguments name.

use crate::cli::lines;
use crate::cli::lines::Batches;
use crate::cli::output;
use crate::cli::puzzle_list;
use anyhow::{Context, anyhow, bail};
use huarong_core::klotski;
use huarong_core::notation;
use huarong_core::notation::NotationError;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::{Arrangement, Puzzle};
use huarong_lab::library::{Catalogue, LibraryPuzzle, Opening, PuzzleLookupError};
use huarong_report::printed_board::Gate;
use huarong_report::sheets::Language;

/// A puzzle, before it is solved.
pub(super) struct Subject {
    /// The title, if the puzzle has a name.
    pub title: Option<String>,
    pub puzzle: Puzzle,
    pub start: Arrangement,
    pub gates: Vec<Gate>,
}

/// Reads all puzzles, in order. `-` reads more texts from standard input, one per line.
pub(super) fn read(texts: &[String], language: Language) -> anyhow::Result<Vec<Subject>> {
    let mut subjects = Vec::new();
    for text in texts {
        if text != "-" {
            push(&mut subjects, text, language).with_context(|| output::one_line(text))?;
            continue;
        }
        let (mut batches, mut number) = (Batches::of_stdin(), 0);
        while let Some(batch) = batches.next()? {
            for line in batch.lines() {
                number += 1;
                if !lines::is_blank(line) {
                    let read = lines::check_length(line);
                    let line = line.trim_start_matches('\u{feff}').trim();
                    let read = read.and_then(|()| push(&mut subjects, line, language));
                    read.with_context(|| format!("line {number}"))?;
                }
            }
        }
    }
    if subjects.is_empty() {
        bail!("no puzzle is named: standard input has no lines");
    }
    Ok(subjects)
}

/// Adds the puzzles that a text means: a file, those of a folder or a list, or one by its name or its text.
fn push(subjects: &mut Vec<Subject>, text: &str, language: Language) -> anyhow::Result<()> {
    if puzzle_list::is_path(text) {
        return puzzle_list::for_each_some(&[text.to_owned()], |entries| {
            for entry in entries {
                let subject = entry.read().and_then(|file| of_file(&file, true));
                let place = entry.to_string();
                subjects.push(match place == text {
                    true => subject?,
                    false => subject.with_context(|| place)?,
                });
            }
            Ok(())
        });
    }
    subjects.push(one(text, language)?);
    Ok(())
}

/// A position, a puzzle of the library, an opening, or a Rush Hour board.
fn one(text: &str, language: Language) -> anyhow::Result<Subject> {
    let (puzzle, catalogue) = (klotski::puzzle(), Catalogue::built_in());
    let of_position = |start: Arrangement, opening: Option<&Opening>| {
        let title = opening.map(|opening| opening_title(opening, language));
        Subject { title, puzzle: puzzle.clone(), start, gates: Vec::new() }
    };
    let in_rows = text.contains('/');
    match notation::read(&puzzle, text) {
        Ok(start) => match klotski::family().check(&start.piece_set()) {
            Ok(()) => {
                let opening = catalogue.at(&start);
                return Ok(of_position(start, opening));
            }
            Err(error) if in_rows => return of_rows(text, error.into()),
            Err(error) => bail!(error),
        },
        Err(NotationError::Unrecognised(_)) => {}
        Err(error) if in_rows => return of_rows(text, error.into()),
        Err(_) => {}
    }
    let unknown = match LibraryPuzzle::find(text) {
        Ok(puzzle) => return of_file(&puzzle.read()?, true),
        Err(error) => error,
    };
    if let Ok(opening) = catalogue.find(text) {
        return Ok(of_position(opening.position.clone(), Some(opening)));
    }
    match (puzzle_list::read_board(text), unknown) {
        (Ok(file), _) => of_file(&file, false),
        (Err(_), error @ PuzzleLookupError::Ambiguous { .. }) => Err(error.into()),
        (Err(error), _) if is_drawn(text) => Err(error),
        (Err(_), _) => Err(anyhow!(
            "no file, puzzle, opening, position or Rush Hour board; `huarong puzzles` and `huarong openings` list names"
        )),
    }
}

/// A Rush Hour board with `/` between its rows, which is no position of Klotski for a reason.
fn of_rows(text: &str, no_position: anyhow::Error) -> anyhow::Result<Subject> {
    let columns = text.split('/').next().map_or(0, |row| row.chars().count());
    match puzzle_list::read_board(text) {
        Ok(file) => of_file(&file, false),
        Err(_) if columns == usize::from(klotski::puzzle().board().width()) => Err(no_position),
        Err(error) => Err(error),
    }
}

/// Whether a text is meant to be a board in one line.
fn is_drawn(text: &str) -> bool {
    text.contains('.') && !text.contains(char::is_whitespace)
}

/// A puzzle of a file. A board without a name has no title.
fn of_file(file: &PuzzleFile, is_named: bool) -> anyhow::Result<Subject> {
    let setup = file.setup()?;
    let mut gates: Vec<Gate> = Vec::new();
    for kind in file.kinds() {
        for &at in &kind.gate {
            let letters = kind.signs.iter();
            match gates.iter_mut().find(|gate| gate.at == at) {
                Some(gate) => gate.letters.extend(letters),
                None => gates.push(Gate { at, letters: letters.collect() }),
            }
        }
    }
    let title = is_named.then(|| output::one_line(file.name()));
    Ok(Subject { title, puzzle: setup.puzzle, start: setup.start, gates })
}

/// The name of an opening. English readers have its pinyin beside it.
fn opening_title(opening: &Opening, language: Language) -> String {
    match language {
        Language::Traditional => opening.name().to_owned(),
        Language::Simplified => opening.mentions[0].simplified.clone(),
        Language::English => {
            let pinyin = opening.slug().replace('-', " ");
            let (first, rest) = pinyin.split_at(pinyin.chars().next().map_or(0, char::len_utf8));
            format!("{} {}{rest}", opening.name(), first.to_uppercase())
        }
    }
}
