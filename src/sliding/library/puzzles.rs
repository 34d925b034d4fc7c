//! The library of published puzzles: files in the folder `puzzles` beside this one, one a puzzle. Put a file there to
//! extend it. Beside them are the record holders of the census.

use super::census;
use crate::sliding::puzzle_file::PuzzleFile;
use include_dir::{Dir, include_dir};
use thiserror::Error;

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/sliding/library/puzzles");

/// A puzzle of the library, not read yet.
///
/// ```
/// use huarong::formats::LibraryPuzzle;
///
/// let dads = LibraryPuzzle::find("dads")?;
/// assert_eq!(dads.read().map(|file| file.name().to_owned()), Ok("Dad's Puzzler".to_owned()));
/// assert!(LibraryPuzzle::find("no such puzzle").is_err());
/// # Ok::<_, huarong::formats::PuzzleLookupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibraryPuzzle {
    /// The name of its file without `.toml`, by which it is asked for; of the census, `census-4x4-9-finger`.
    pub id: &'static str,
    /// The file.
    pub text: &'static str,
}

/// Why a name stands for no puzzle of the library.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleLookupError {
    /// No puzzle has it in its name.
    #[error("no puzzle of the library is called {name:?}{}; `huarong puzzles` lists all", did_you_mean(.nearest))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The name that is most like it, if one is.
        nearest: Option<&'static str>,
    },
    /// Several puzzles have it in their names.
    #[error("{name:?} may be any of {}: say more of the name", some(.ids))]
    Ambiguous {
        /// The name asked for.
        name: String,
        /// What they are called.
        ids: Vec<&'static str>,
    },
}

/// Names of which there may be very many.
const TOLD: usize = 12;

fn some(ids: &[&'static str]) -> String {
    match ids.len().saturating_sub(TOLD) {
        0 => ids.join(", "),
        more => format!("{} and {more} more", ids[..TOLD].join(", ")),
    }
}

fn did_you_mean(nearest: &Option<&'static str>) -> String {
    nearest.map_or(String::new(), |nearest| format!("; did you mean {nearest}?"))
}

/// How alike an unknown name must be to a known one to suggest that: 1 is the same, 0 has nothing in common (Jaro and
/// Winkler's measure).
const ALIKE: f64 = 0.8;

impl LibraryPuzzle {
    /// All published puzzles, in the order of their ids.
    pub fn all() -> Vec<Self> {
        let puzzle = |file: &'static include_dir::File<'static>| {
            let id = file.path().to_str()?.strip_suffix(".toml")?;
            Some(Self { id, text: file.contents_utf8()? })
        };
        let mut all: Vec<Self> = FILES.files().filter_map(puzzle).collect();
        all.sort_by_key(|puzzle| puzzle.id);
        all
    }

    /// The record holders of the census: for each board that is kept and number of pieces the hardest puzzle under
    /// finger moves, and under the other metrics those that are others. In this order, each once.
    pub fn of_census() -> Vec<Self> {
        census::FILES.iter().map(|(id, text)| Self { id, text }).collect()
    }

    /// The puzzle with an id or name, or the only one with some part of these in it, in any case. Where a published one
    /// may be meant, none of the census is.
    pub fn find(name: &str) -> Result<Self, PuzzleLookupError> {
        let wanted = name.trim().to_lowercase();
        let published = Self::all();
        let mut found = Self::called(&published, &wanted);
        if found.is_empty() {
            found = Self::called(&Self::of_census(), &wanted);
        }
        let name = name.to_owned();
        match &found[..] {
            [puzzle] => Ok(*puzzle),
            [] => {
                let alike = |puzzle: &Self| strsim::jaro_winkler(&wanted, puzzle.id);
                let all = published.into_iter().chain(Self::of_census());
                let nearest = all.max_by(|a, b| alike(a).total_cmp(&alike(b)));
                let nearest = nearest.filter(|puzzle| alike(puzzle) >= ALIKE);
                Err(PuzzleLookupError::Unknown { name, nearest: nearest.map(|puzzle| puzzle.id) })
            }
            several => {
                let ids = several.iter().map(|puzzle| puzzle.id).collect();
                Err(PuzzleLookupError::Ambiguous { name, ids })
            }
        }
    }

    /// Those of some puzzles that a text in small letters may mean.
    fn called(puzzles: &[Self], wanted: &str) -> Vec<Self> {
        let with = |fits: &dyn Fn(&Self) -> bool| -> Vec<Self> {
            puzzles.iter().filter(|puzzle| fits(puzzle)).copied().collect()
        };
        let exact = with(&|puzzle| puzzle.id == wanted);
        if !exact.is_empty() || wanted.is_empty() {
            return exact;
        }
        let exact = with(&|puzzle| puzzle.lower_name() == wanted);
        if exact.len() == 1 { exact } else { with(&|puzzle| puzzle.is_called(wanted)) }
    }

    /// Whether a text in small letters is part of the id or, in any case, of the name.
    pub fn is_called(&self, part: &str) -> bool {
        self.id.contains(part) || self.lower_name().contains(part)
    }

    fn lower_name(&self) -> String {
        self.read().map_or_else(|_| String::new(), |file| file.name().to_lowercase())
    }

    /// The puzzle, as its file describes it.
    pub fn read(&self) -> Result<PuzzleFile, crate::sliding::puzzle_file::PuzzleFileError> {
        PuzzleFile::parse(self.text)
    }
}
