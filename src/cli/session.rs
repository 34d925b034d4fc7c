//! The context of every subcommand: the tables, the chosen puzzle, and the memory limit.

use super::output::{self, Record};
use super::tile_bounds::TileBounds;
use super::{progress, puzzle, rows};
use anyhow::{Context, anyhow, bail};
use etcetera::{AppStrategy, AppStrategyArgs};
use huarong_core::klotski;
use huarong_core::notation;
use huarong_core::notation::NotationError;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::{Arrangement, Family, PieceSet, PositionError};
use huarong_core::space::SpaceError;
use huarong_lab::library::{Catalogue, LibraryPuzzle, ReadError};
use huarong_oracle::atlas::Atlas;
use huarong_tables::storage::Disk;
use std::env;
use std::path::PathBuf;
use std::sync::Arc;

/// The name that stands for all piece sets of the family.
const ALL: &str = "all";

/// The context of a subcommand.
pub(super) struct Session {
    pub atlas: Arc<Atlas>,
    /// The puzzle of `--puzzle`, and the value of that option.
    pub chosen: Option<puzzle::Chosen>,
    pub named: Option<String>,
    /// The number of threads of `--threads`.
    pub threads: Option<u16>,
    /// The memory limit of `--memory`, in bytes.
    pub memory: Option<u64>,
    pub quiet: bool,
    /// How progress is reported, if at all.
    pub progress: Option<progress::Format>,
}

impl Session {
    /// A session with the tables of a directory, by default the user's data directory.
    pub fn new(
        directory: Option<PathBuf>,
        threads: Option<u16>,
        memory: Option<u64>,
        quiet: bool,
        progress: Option<progress::Format>,
        choice: Option<&puzzle::Choice>,
    ) -> anyhow::Result<Self> {
        let directory = directory.or_else(default_directory).context(
            "the user has no data directory: give one with --data-dir or HUARONG_DATA_DIR",
        )?;
        if directory.exists() && !directory.is_dir() {
            bail!("--data-dir: {} is not a directory", directory.display());
        }
        let named = choice.and_then(|choice| choice.puzzle.puzzle.clone());
        let board = choice.and_then(|choice| choice.board.as_deref());
        let chosen = named.as_deref().map(puzzle::Chosen::read).transpose()?;
        let family = match (&chosen, board) {
            (Some(chosen), _) => chosen.family()?,
            (None, Some(size)) => puzzle::family_on(size)?,
            (None, None) => klotski::family(),
        };
        // Unpacked tables: a quarter of the memory for those of three metrics, so a twelfth for each.
        let unpacked = memory.map_or(u64::MAX, |memory| memory / 12);
        let atlas = Arc::new(open_atlas(family, directory).keep_unpacked(unpacked));
        let progress = progress::Format::of(progress, quiet);
        Ok(Self { atlas, chosen, named, threads, memory, quiet, progress })
    }

    /// Reads a position in any notation or by the name of an opening, and its piece set. A position of a chosen puzzle
    /// has the signs of that puzzle.
    pub fn read_position(&self, text: &str) -> anyhow::Result<(PieceSet, Arrangement)> {
        let family = self.atlas.family();
        match &self.chosen {
            // Notations first: most texts are not names, and then the catalogue is not needed.
            None => match notation::read(family.puzzle(), text) {
                Ok(position) => {
                    let set = position.piece_set();
                    family.check(&set)?;
                    Ok((set, position))
                }
                Err(_) => {
                    let read = Catalogue::built_in().read_position(family, text);
                    Ok(read.map_err(|error| match () {
                        () if rows::exists(text) => not_a_position(text),
                        () if text.trim_start().starts_with('{') => anyhow!(
                            "this is JSON, not a position: write puzzles in JSON, one per line, to a file whose name ends in .jsonl"
                        ),
                        () if is_library_puzzle(text) => {
                            anyhow!("{text} is a puzzle of the library, not a position: write --puzzle {text}")
                        }
                        () => self.with_board_of(text, error),
                    })?)
                }
            },
            Some(_) => {
                let position = notation::read(family.puzzle(), text)?;
                Ok((position.piece_set(), position))
            }
        }
    }

    /// Joins a position with its puzzle.
    pub fn of_its_puzzle(&self, position: &Arrangement) -> crate::Position {
        let position = crate::Position::new(self.atlas.family().puzzle(), position.clone());
        position.expect("it was read as a position of the puzzle")
    }

    /// The start that a text means: a position, an opening, or a puzzle that `find` finds. With a chosen puzzle, it is a position
    /// of that one.
    pub fn read_start(
        &self,
        text: &str,
        find: impl FnOnce(&str) -> anyhow::Result<PuzzleFile>,
    ) -> anyhow::Result<crate::Position> {
        let of_family = self.read_position(text).map(|(_, position)| {
            // A text in letters gives the pieces their signs.
            let read = self.atlas.family().puzzle().parse(text);
            read.unwrap_or_else(|_| self.of_its_puzzle(&position))
        });
        if self.chosen.is_some() {
            return of_family;
        }
        of_family.or_else(|_| {
            let setup = find(text).and_then(|file| Ok(file.setup()?)).map_err(|_| {
                let why = rows::read_board(text).err();
                let why = why.map_or(String::new(), |why| format!(": {why:#}"));
                anyhow!(
                    "{:?}: no position, no opening, no puzzle, and no Rush Hour board in one line{why}",
                    rows::abridged(text)
                )
            })?;
            Ok(crate::Position::of(&setup.puzzle, setup.start))
        })
    }

    /// Adds to an error the option `--board` that would accept the text, if the text is a grid of another board.
    fn with_board_of(&self, text: &str, error: ReadError) -> anyhow::Error {
        let is_of_size = matches!(
            error,
            ReadError::Notation(NotationError::Grid(
                PositionError::RowCount { .. } | PositionError::RowLength { .. }
            ))
        );
        match puzzle::size_of(text).filter(|_| is_of_size) {
            Some(size) => anyhow!("{error}; use --board {size} for this position"),
            None => error.into(),
        }
    }

    /// Whether the session is about the 4x5 family, which has published openings and checksums.
    pub fn is_published(&self) -> bool {
        self.chosen.is_none() && klotski::is_klotski(self.atlas.family().puzzle())
    }

    /// The piece sets of the family with these names; `None` means all of them, because no name is given, or because
    /// `all` is among them. A chosen puzzle has one piece set, which must not be named.
    pub fn named_piece_sets(&self, names: &[String]) -> anyhow::Result<Option<Vec<PieceSet>>> {
        if let (Some(_), [name, ..]) = (&self.chosen, names) {
            bail!("--puzzle has pieces of its own: omit the piece set {name:?}");
        }
        let named = names.iter().filter(|name| !name.eq_ignore_ascii_case(ALL));
        let named: Vec<PieceSet> =
            named.map(|name| self.piece_set(name)).collect::<Result<_, _>>()?;
        // If one of the names is `all`, there are fewer sets than names.
        Ok((!named.is_empty() && named.len() == names.len()).then_some(named))
    }

    /// The piece set of the family with this name.
    fn piece_set(&self, name: &str) -> anyhow::Result<PieceSet> {
        self.atlas.family().parse_piece_set(name).map_err(|error| {
            match rows::is_puzzle_file(name) {
                true => anyhow!("{name} is a puzzle file: name it with --puzzle {name}"),
                false => error.into(),
            }
        })
    }

    /// The same as a list. Without a name, it has the piece set of the chosen puzzle, if there is one.
    pub fn piece_sets(&self, names: &[String]) -> anyhow::Result<Vec<PieceSet>> {
        if names.is_empty() && self.chosen.is_none() {
            return Ok(Vec::new());
        }
        let named = self.named_piece_sets(names)?;
        Ok(named.unwrap_or_else(|| self.atlas.family().piece_sets().to_vec()))
    }

    /// The command that builds all tables of the family of this session.
    pub fn build_command(&self) -> String {
        let board = self.atlas.family().puzzle().board();
        match &self.named {
            None if self.is_published() => "huarong build".to_owned(),
            None => format!("huarong build --board {}x{}", board.width(), board.height()),
            Some(named) => format!("huarong build --puzzle {named:?}"),
        }
    }

    /// The error of a command that needs tables where there are none. Its advice is a build only if that is possible.
    pub fn no_tables(&self) -> anyhow::Error {
        let (directory, puzzle) = (self.atlas.directory().display(), self.atlas.family().puzzle());
        let set = self.start().map(|start| start.piece_set());
        match self.check_size() {
            Ok(()) if set.is_some_and(|set| TileBounds::are_of(puzzle, &set)) => anyhow!(
                "no tables in {directory}: this puzzle is too large for tables of distances. `{}` makes lower bounds, which query, solve and verify read",
                self.build_command()
            ),
            Ok(()) => {
                anyhow!("no tables in {directory}; build them with `{}`", self.build_command())
            }
            Err(error) => error,
        }
    }

    /// Refuses to make tables of a board that is too large for them.
    pub fn check_size(&self) -> anyhow::Result<()> {
        let board = self.atlas.family().puzzle().board();
        match board.is_narrow() {
            true => Ok(()),
            false => bail!(
                "{}; only `query` and `solve` work on this puzzle, by a search from the position",
                SpaceError::Cells(board.cell_count())
            ),
        }
    }

    /// The start of the chosen puzzle.
    pub fn start(&self) -> Option<&Arrangement> {
        self.chosen.as_ref().map(|chosen| &chosen.setup.start)
    }

    /// The name of the chosen puzzle.
    pub fn chosen_name(&self) -> Option<&str> {
        self.chosen.as_ref().map(|chosen| chosen.file.name())
    }

    /// The CSV columns of records about a piece set. With a chosen puzzle, they are about the puzzle.
    pub fn columns<R: Record>(&self) -> Vec<String> {
        let is_of_puzzle = self.chosen.is_some();
        let column = |column: String| match is_of_puzzle && column == "piece_set" {
            true => "puzzle".to_owned(),
            false => column,
        };
        R::header().into_iter().map(column).collect()
    }

    /// Refuses to read positions from standard input if the puzzle was read from it.
    pub fn check_input_is_left(&self) -> anyhow::Result<()> {
        match self.named.as_deref() {
            Some("-") => {
                bail!("standard input is the puzzle already: name the positions as arguments")
            }
            _ => Ok(()),
        }
    }

    /// Prints a notice on standard error, unless `--quiet` is given.
    pub fn say(&self, words: impl std::fmt::Display) {
        if !self.quiet {
            output::say_line(format_args!("huarong: {words}"));
        }
    }
}

/// Whether a text is the id of a puzzle of the library.
fn is_library_puzzle(text: &str) -> bool {
    // Most texts are boards, and the library is not needed for them.
    let is_id = |sign: u8| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'-';
    text.bytes().all(is_id) && LibraryPuzzle::find(text).is_ok_and(|puzzle| puzzle.id == text)
}

/// The error for the path of a file in place of a position.
fn not_a_position(path: &str) -> anyhow::Error {
    match rows::is_puzzle_file(path) {
        true => anyhow!("{path} is a puzzle file, not a position: name it with --puzzle {path}"),
        false => {
            anyhow!("{path} is a path, not a position: read a file of positions with `- <FILE`")
        }
    }
}

/// The atlas of a directory, with mapped tables.
pub(super) fn open_atlas(family: Family, directory: PathBuf) -> Atlas {
    Atlas::with_storage(family, directory, Arc::new(disk()))
}

/// The disk, with mapped files.
pub(super) fn disk() -> Disk {
    // SAFETY: tables are this program's own files, which it and its like only ever replace by renaming. The page
    // docs/explanation/durability.md warns users who change one in place while the program runs.
    unsafe { Disk::mapped() }
}

/// The directory where the program keeps tables by default. It is that of the environment variable `HUARONG_DATA_DIR`, or
/// the data directory of the user; `None` if there is neither.
pub fn default_directory() -> Option<PathBuf> {
    if let Some(directory) = env::var_os("HUARONG_DATA_DIR").filter(|value| !value.is_empty()) {
        return Some(directory.into());
    }
    let names = AppStrategyArgs {
        top_level_domain: String::new(),
        author: String::new(),
        app_name: "huarong".to_owned(),
    };
    Some(etcetera::choose_app_strategy(names).ok()?.data_dir())
}
