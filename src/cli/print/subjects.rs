//! The puzzles that the arguments name.

use crate::cli::output;
use crate::cli::rows::{self, LineBatches, PuzzleList};
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
            push(&mut subjects, text, language)
                .map_err(|error| anyhow!(output::placed(output::one_line(text), &error)))?;
            continue;
        }
        for batch in LineBatches::of_stdin() {
            for line in batch?.questions() {
                let text = line.text.trim_start_matches('\u{feff}').trim();
                let read = line.check_length().and_then(|()| push(&mut subjects, text, language));
                read.map_err(|error| anyhow!(output::placed(line.origin, &error)))?;
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
    if text.starts_with('{') {
        subjects.push(of_file(&rows::puzzle_of_json(text, "puzzle")?, true)?);
        return Ok(());
    }
    if rows::is_path(text) {
        return PuzzleList::Named(&[text.to_owned()]).for_each_some(|entries| {
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
    match (rows::read_board(text), unknown) {
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
    match rows::read_board(text) {
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
    let title = is_named.then(|| output::one_line(file.name()));
    Ok(Subject { title, puzzle: setup.puzzle, start: setup.start, gates: gates(file) })
}

/// The cells of a file that only some pieces may enter.
pub(in crate::cli) fn gates(file: &PuzzleFile) -> Vec<Gate> {
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
    gates
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
