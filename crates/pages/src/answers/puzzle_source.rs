//! The puzzles and positions that requests name.

use super::ask::{Parameter, Request};
use super::request_error::RequestError;
use super::sources::Answers;
use huarong_core::interchange;
use huarong_core::position::Position;
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::Puzzle;
use huarong_lab::library::LibraryPuzzle;
use std::borrow::Cow;

/// Id of the puzzle of the command line, if it is not in the library.
const GIVEN: &str = "given";
/// Name of a Rush Hour board that is written in one line.
const BOARD_NAME: &str = "Rush Hour";
/// Bytes of a puzzle without its distances: a long text, and the cells that each shape covers at each place.
pub const PUZZLE_BYTES: u64 = 512 << 10;

/// A puzzle with a name, or of a request.
#[derive(Clone)]
pub struct PuzzleSource {
    /// None if the request describes the puzzle.
    pub id: Option<&'static str>,
    /// The text of its file, if known.
    pub toml: Option<Cow<'static, str>>,
    pub file: PuzzleFile,
}

/// A position that a question is about.
pub struct PositionQuestion {
    /// The file of its puzzle; none for the 4x5 family, whose tables are there.
    pub file: Option<PuzzleFile>,
    pub position: Position,
}

impl PuzzleSource {
    /// The library, followed by the puzzles that the program found, and the puzzle of the command line.
    pub fn named(given: Option<PuzzleFile>) -> Vec<Self> {
        let puzzles = LibraryPuzzle::all().into_iter().chain(LibraryPuzzle::of_program());
        let named = puzzles.filter_map(|LibraryPuzzle { id, text, .. }| {
            // The library also has puzzles that are too large for this program.
            let file = PuzzleFile::parse(text).ok().filter(|file| file.setup().is_ok())?;
            Some(Self { id: Some(id), toml: Some(text.into()), file })
        });
        let mut named: Vec<Self> = named.collect();
        let is_new = |file: &PuzzleFile| named.iter().all(|named| named.file != *file);
        if let Some(file) = given.filter(is_new) {
            named.insert(0, Self { id: Some(GIVEN), toml: None, file });
        }
        named
    }

    /// Reads a puzzle file of a request.
    fn read(toml: String) -> Result<Self, RequestError> {
        let file = PuzzleFile::parse(&toml).map_err(RequestError::bad)?;
        let source = Self { id: None, toml: Some(toml.into()), file };
        // A start that is no position is an error of the file, too.
        source.setup()?;
        Ok(source)
    }

    fn setup(&self) -> Result<Setup, RequestError> {
        self.file.setup().map_err(|error| RequestError::bad(("puzzle", error.to_string())))
    }
}

impl PositionQuestion {
    pub fn puzzle(&self) -> &Puzzle {
        self.position.puzzle()
    }
}

impl Answers {
    /// Finds a puzzle by its id, or by a part of its name.
    fn find_puzzle(&self, name: &str) -> Result<PuzzleSource, RequestError> {
        let known = |id: &str| self.puzzles.iter().find(|puzzle| puzzle.id == Some(id)).cloned();
        if let Some(puzzle) = known(name) {
            return Ok(puzzle);
        }
        let id = LibraryPuzzle::find(name).map_err(RequestError::unknown)?.id;
        known(id).ok_or_else(|| RequestError::unknown(("not-found", name)))
    }

    /// The puzzle of a request: by its id, from a Rush Hour board in one line, or from the request's body.
    pub(super) fn puzzle_of(
        &self,
        request: &Request<'_>,
        id: &Parameter,
        board: &Parameter,
    ) -> Result<PuzzleSource, RequestError> {
        match (id.text(), board.text(), &request.text) {
            (Some(id), None, None) => self.find_puzzle(id),
            (None, Some(board), None) => {
                let _lease = self.room_for_puzzle()?;
                let toml = interchange::read_board(board, BOARD_NAME);
                PuzzleSource::read(toml.map_err(RequestError::bad)?)
            }
            (None, None, Some((text, _))) => PuzzleSource::read(text.clone()),
            (None, None, None) => Err(RequestError::bad("after the ?: id or board is missing")),
            _ => Err(RequestError::bad("give one puzzle only: by id, by board, or in the body")),
        }
    }

    /// The position that a request is about: one of the family, or one of a puzzle, by default its start.
    pub(super) fn question(
        &self,
        request: &Request<'_>,
        [id, board, p]: &[Parameter; 3],
    ) -> Result<PositionQuestion, RequestError> {
        if request.is_about_family() {
            let position = self.read_position(None, p.needed()?)?;
            return Ok(PositionQuestion { file: None, position });
        }
        let source = self.puzzle_of(request, id, board)?;
        let Setup { puzzle, start } = source.setup()?;
        let position = match p.text() {
            None => Position::of(&puzzle, start),
            Some(text) => self.read_position(Some(&puzzle), text)?,
        };
        Ok(PositionQuestion { file: Some(source.file), position })
    }

    /// Reads a position of a puzzle, or one of the family with its names.
    fn read_position(&self, puzzle: Option<&Puzzle>, text: &str) -> Result<Position, RequestError> {
        match puzzle {
            Some(puzzle) => puzzle.parse(text).map_err(RequestError::bad),
            None => {
                let (_, position) = self.catalogue.read_position(self.family(), text)?;
                Ok(Position::of(self.puzzle(), position))
            }
        }
    }

    /// Reads another position with the puzzle of a question.
    pub(super) fn target_of(
        &self,
        question: &PositionQuestion,
        text: &str,
    ) -> Result<Position, RequestError> {
        self.read_position(question.file.as_ref().map(|_| question.puzzle()), text)
    }
}
