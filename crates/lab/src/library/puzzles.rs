//! The library of published puzzles, one file per puzzle in the folder `puzzles`; add files to extend it. The record
//! holders of the census and of Rush Hour follow them, then the levels in the folder `doors`.

use super::record_holders::{CENSUS_FILES, RUSH_FILES};
use huarong_core::numerals::Excerpt;
use huarong_core::puzzle_file::PuzzleFile;
use include_dir::{Dir, include_dir};
use thiserror::Error;

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/library/puzzles");
static LEVELS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/library/doors");

/// A puzzle of the library, before parsing.
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
#[non_exhaustive]
pub struct LibraryPuzzle {
    /// The name of its file without `.toml`, such as `dads` or `doors-01`; for records, `census-4x4-9-finger` or
    /// `rush-6x6-13-straight`.
    pub id: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

/// Error: a name does not identify a puzzle of the library.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleLookupError {
    /// No puzzle has the text in its name.
    #[error(
        "no puzzle of the library is called {name:?}{}; `huarong puzzles` lists all",
        did_you_mean(.nearest), name = Excerpt(.name)
    )]
    Unknown {
        /// The name asked for.
        name: String,
        /// The most similar name, if there is one.
        nearest: Option<&'static str>,
    },
    /// Several puzzles have the text in their names.
    #[error(
        "{name:?} matches several puzzles: {}; write more of the name",
        listed(.ids), name = Excerpt(.name)
    )]
    Ambiguous {
        /// The name asked for.
        name: String,
        /// Their ids.
        ids: Vec<&'static str>,
    },
}

const MOST_LISTED_IDS: usize = 12;

/// A list of ids, shortened if it is long.
fn listed(ids: &[&'static str]) -> String {
    match ids.len().saturating_sub(MOST_LISTED_IDS) {
        0 => ids.join(", "),
        more => format!("{} and {more} more", ids[..MOST_LISTED_IDS].join(", ")),
    }
}

fn did_you_mean(nearest: &Option<&'static str>) -> String {
    nearest.map_or(String::new(), |nearest| format!("; did you mean {nearest}?"))
}

/// Minimum similarity of an unknown name to a suggested one, from 0 to 1 (Jaro-Winkler).
const LEAST_SIMILARITY: f64 = 0.8;

/// Longest unknown name, in bytes, for which a similar one is sought.
const LONGEST_COMPARED: usize = 256;

impl LibraryPuzzle {
    /// All published puzzles, in the order of their ids.
    pub fn all() -> Vec<Self> {
        Self::in_folder(&FILES)
    }

    /// The puzzles of a folder, in the order of their ids.
    fn in_folder(folder: &'static Dir<'static>) -> Vec<Self> {
        let puzzle = |file: &'static include_dir::File<'static>| {
            let id = file.path().to_str()?.strip_suffix(".toml")?;
            Some(Self { id, text: file.contents_utf8()? })
        };
        let mut all: Vec<Self> = folder.files().filter_map(puzzle).collect();
        all.sort_by_key(|puzzle| puzzle.id);
        all
    }

    /// The record holders of the census: for each board and number of pieces, the hardest puzzle under each metric, finger
    /// moves first. Each is listed once.
    pub fn of_census() -> Vec<Self> {
        CENSUS_FILES.iter().map(|(id, text)| Self { id, text }).collect()
    }

    /// The longest minimal Rush Hour puzzles of some board sizes: by number of pieces without walls, and by number of
    /// walls. Each is listed once.
    pub fn of_rush() -> Vec<Self> {
        RUSH_FILES.iter().map(|(id, text)| Self { id, text }).collect()
    }

    /// The record holders of the census, then those of Rush Hour.
    pub fn of_records() -> Vec<Self> {
        [Self::of_census(), Self::of_rush()].concat()
    }

    /// Levels with doors that `huarong design` made, the easiest first.
    pub fn of_doors() -> Vec<Self> {
        Self::in_folder(&LEVELS)
    }

    /// All puzzles that this program found: the record holders, then the levels with doors.
    pub fn of_program() -> Vec<Self> {
        [Self::of_records(), Self::of_doors()].concat()
    }

    /// The puzzle with an id or name, or the only one that has the text as a part of either, ignoring case. Published
    /// puzzles take precedence over others.
    pub fn find(name: &str) -> Result<Self, PuzzleLookupError> {
        let wanted = name.trim().to_lowercase();
        let published = Self::all();
        let mut found = Self::called(&published, &wanted);
        if found.is_empty() {
            found = Self::called(&Self::of_program(), &wanted);
        }
        let name = name.to_owned();
        match &found[..] {
            [puzzle] => Ok(*puzzle),
            [] => {
                let nearest = (wanted.len() <= LONGEST_COMPARED).then(|| {
                    let alike = |puzzle: &Self| strsim::jaro_winkler(&wanted, puzzle.id);
                    let all = published.into_iter().chain(Self::of_program());
                    let nearest = all.max_by(|a, b| alike(a).total_cmp(&alike(b)))?;
                    (alike(&nearest) >= LEAST_SIMILARITY).then_some(nearest.id)
                });
                Err(PuzzleLookupError::Unknown { name, nearest: nearest.flatten() })
            }
            several => {
                let ids = several.iter().map(|puzzle| puzzle.id).collect();
                Err(PuzzleLookupError::Ambiguous { name, ids })
            }
        }
    }

    /// The puzzles that a lower-case text may mean.
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

    /// Whether a lower-case text is part of the id or of the name, ignoring case.
    pub fn is_called(&self, part: &str) -> bool {
        self.id.contains(part) || self.lower_name().contains(part)
    }

    fn lower_name(&self) -> String {
        self.read().map_or_else(|_| String::new(), |file| file.name().to_lowercase())
    }

    /// Parses the puzzle's file.
    pub fn read(&self) -> Result<PuzzleFile, huarong_core::puzzle_file::PuzzleFileError> {
        PuzzleFile::parse(self.text)
    }
}
