//! Which puzzle a command is about: the 4x5 family, or one from a file or the library.

use anyhow::Context;
use huarong::sliding::atlas::subject;
use huarong::sliding::library::LibraryPuzzle;
use huarong::sliding::puzzle_file::{PuzzleFile, Setup};
use huarong::sliding::rules::Family;
use std::path::Path;

/// The choice of a puzzle.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Choice {
    /// Another puzzle than the 4x5 family: a puzzle file, or a name or part of a name from `huarong puzzles`
    #[arg(long, value_name = "NAME|FILE")]
    pub puzzle: Option<String>,
}

/// A puzzle from a file or from the library.
pub(super) struct Chosen {
    pub file: PuzzleFile,
    pub setup: Setup,
}

impl Chosen {
    /// The puzzle of a file, or with a name.
    pub fn read(text: &str) -> anyhow::Result<Self> {
        let path = Path::new(text);
        let is_path = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"))
            || text.contains(std::path::MAIN_SEPARATOR)
            || path.is_file();
        let file = match is_path {
            true => PuzzleFile::read(path)?,
            false => {
                let puzzle = LibraryPuzzle::find(text)?;
                puzzle.read().with_context(|| format!("{}.toml of the library", puzzle.id))?
            }
        };
        Self::of(file).with_context(|| text.to_owned())
    }

    /// A puzzle as its file describes it.
    pub fn of(file: PuzzleFile) -> anyhow::Result<Self> {
        let setup = file.setup()?;
        Ok(Self { file, setup })
    }

    /// The family of the puzzle alone, which is named in file names after the puzzle and what tells it from others.
    pub fn family(&self) -> anyhow::Result<Family> {
        let hash = subject(&self.setup.family("puzzle"))?.hash();
        Ok(self.setup.family(format!("{}-{hash:016x}", slug(self.file.name()))))
    }
}

/// Most letters of a puzzle's name in names of files.
const LONGEST: usize = 40;

/// A name in small letters and digits, joined by `-`.
fn slug(name: &str) -> String {
    let sign =
        |sign: char| if sign.is_ascii_alphanumeric() { sign.to_ascii_lowercase() } else { ' ' };
    let words: String = name.chars().filter(|&sign| sign != '\'').map(sign).collect();
    let joined = words.split_whitespace().collect::<Vec<_>>().join("-");
    let cut: String = joined.chars().take(LONGEST).collect();
    let cut = cut.trim_end_matches('-');
    if cut.is_empty() { "puzzle".to_owned() } else { cut.to_owned() }
}
