//! The puzzle of a command: the 4x5 family, the family of another board, or a puzzle of a file or the library.

use super::headings::INPUT;
use super::input_file::{InputFile, SizeLimit};
use super::rows;
use anyhow::Context;
use huarong_core::grid::Region;
use huarong_core::interchange;
use huarong_core::klotski;
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::Family;
use huarong_lab::library::LibraryPuzzle;
use huarong_oracle::atlas::family_of;
use std::io;
use std::path::Path;

/// The options that choose a puzzle or a board.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Choice {
    #[command(flatten)]
    pub puzzle: PuzzleChoice,

    /// Use another board than 4x5, such as 4x6, for the same pieces
    ///
    /// The pieces are one big piece, dominoes and small pieces; at least two cells are empty. The big piece must reach
    /// the middle columns of the bottom rows. If the number of columns is odd, its goal is just left of the middle.
    #[arg(long, value_name = "WxH", conflicts_with = "puzzle", help_heading = INPUT)]
    pub board: Option<String>,
}

/// The option that chooses a puzzle.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct PuzzleChoice {
    /// Use this puzzle instead of 4x5 Klotski
    ///
    /// Give a puzzle file, `-` to read one from standard input, or a name or part of a name from `huarong puzzles`. A Rush Hour
    /// board in one line is read, too.
    #[arg(long, value_name = "NAME|FILE", help_heading = INPUT)]
    pub puzzle: Option<String>,
}

/// The family of a board by its size.
pub(super) fn family_on(size: &str) -> anyhow::Result<Family> {
    let region = Region::parse_size(size)?;
    // A region has at most 255 columns and rows.
    Ok(klotski::family_on(region.width() as u8, region.height() as u8)?)
}

/// The size of the board of a text, if the text is a position of Klotski pieces on a board of that size.
pub(super) fn size_of(text: &str) -> Option<String> {
    let rows: Vec<&str> = text.trim().split(['/', '\n']).collect();
    let (width, height) = (rows[0].trim().chars().count(), rows.len());
    let puzzle = klotski::puzzle_on(width.try_into().ok()?, height.try_into().ok()?).ok()?;
    puzzle.parse_position(text).ok().map(|_| format!("{width}x{height}"))
}

/// A puzzle from a file or from the library, with its start.
pub(super) struct Chosen {
    pub file: PuzzleFile,
    pub setup: Setup,
}

/// Finds a puzzle by the path of a file or by a name of the library; `-` reads standard input. A Rush Hour board in one line is
/// read, too.
pub(super) fn find(text: &str) -> anyhow::Result<PuzzleFile> {
    if text == "-" {
        return Ok(PuzzleFile::read_from(io::stdin().lock(), "standard input")?);
    }
    if is_path(text) {
        return Ok(PuzzleFile::read(Path::new(text))?);
    }
    match (LibraryPuzzle::find(text), rows::read_board(text)) {
        (Ok(puzzle), _) => {
            puzzle.read().with_context(|| format!("{}.toml of the library", puzzle.id))
        }
        (Err(_), Ok(board)) => Ok(board),
        (Err(error), Err(_)) => Err(error.into()),
    }
}

/// The text of a puzzle file, found as [`find`] does.
pub(super) fn text_of(text: &str) -> anyhow::Result<String> {
    const PUZZLE: SizeLimit = SizeLimit { what: "a puzzle file", most: 1 << 20 };
    if text == "-" || is_path(text) {
        return InputFile::at(text)?.read(PUZZLE);
    }
    match LibraryPuzzle::find(text) {
        Ok(puzzle) => Ok(puzzle.text.to_owned()),
        Err(error) => match interchange::read_board(text, "board") {
            Ok(board) => Ok(board),
            Err(_) => Err(error.into()),
        },
    }
}

/// Whether a text is the path of a puzzle file.
fn is_path(text: &str) -> bool {
    let path = Path::new(text);
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"))
        || path.is_file()
        || text.contains(std::path::MAIN_SEPARATOR) && rows::read_board(text).is_err()
}

impl Chosen {
    /// The puzzle that a text names.
    pub fn read(text: &str) -> anyhow::Result<Self> {
        Self::of(find(text)?).with_context(|| text.to_owned())
    }

    /// A puzzle as its file describes it.
    pub fn of(file: PuzzleFile) -> anyhow::Result<Self> {
        let setup = file.setup()?;
        Ok(Self { file, setup })
    }

    /// The family of the puzzle alone.
    pub fn family(&self) -> anyhow::Result<Family> {
        Ok(family_of(&self.file, &self.setup)?)
    }
}
