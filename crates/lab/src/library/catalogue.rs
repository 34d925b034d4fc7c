//! The catalogue: reads the files of openings and finds openings in it.

use super::name::{self, LookupError};
use super::opening::{Mention, Opening, Source};
use huarong_core::klotski;
use huarong_core::notation;
use huarong_core::notation::NotationError;
use huarong_core::rules::{Arrangement, Family, PerMetric, PieceSet, PieceSetError, Puzzle};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};
use thiserror::Error;

/// The openings, with lookup by name.
///
/// ```
/// use huarong::Puzzle;
/// use huarong::formats::Catalogue;
///
/// let opening = Catalogue::built_in().find("橫刀立馬")?;
/// assert_eq!(opening.slug(), "heng-dao-li-ma");
/// let text = Puzzle::klotski().position_text(&opening.position);
/// assert_eq!(text, "VBBV/VBBV/VHHV/VSSV/S..S");
/// # Ok::<_, huarong::formats::LookupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Catalogue {
    sources: Vec<Source>,
    openings: Vec<Opening>,
    /// Created for the first lookup.
    folding: OnceLock<name::Folding>,
}

/// A row of `openings.csv`.
#[derive(Deserialize)]
struct OpeningRow {
    source: String,
    number: u16,
    name: String,
    simplified: String,
    slug: String,
    position: String,
    unit: Option<u16>,
    straight: Option<u16>,
    finger: Option<u16>,
}

/// Error: a text is no position of a family.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// The text is empty.
    #[error("an empty text is neither a position nor the name of an opening")]
    Empty,
    /// The text is neither in a notation nor a name.
    #[error("not a position in any notation, and {0}")]
    Unknown(LookupError),
    /// A name does not identify one opening.
    #[error(transparent)]
    Lookup(LookupError),
    /// The name belongs to an opening on another board.
    #[error("{0} is an opening of the 4x5 board, but this is another board")]
    OtherBoard(String),
    /// The text is invalid in its notation.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The pieces do not belong to the family.
    #[error(transparent)]
    PieceSet(#[from] PieceSetError),
}

static BUILT_IN: LazyLock<Catalogue> = LazyLock::new(|| {
    let openings = include_str!("openings.csv");
    let sources = include_str!("sources.csv");
    read_catalogue(&klotski::puzzle(), openings, sources).expect("the built-in catalogue is sound")
});

/// Reads a catalogue from the text of its two files. The error says in words what is wrong with them.
pub fn read_catalogue(puzzle: &Puzzle, openings: &str, sources: &str) -> Result<Catalogue, String> {
    let rows = |text| csv::Reader::from_reader(str::as_bytes(text));
    let invalid = |error: csv::Error| format!("invalid catalogue data: {error}");
    let sources = rows(sources).deserialize().collect::<Result<Vec<Source>, _>>();
    let sources = sources.map_err(invalid)?;
    let mut by_position: HashMap<Arrangement, usize> = HashMap::new();
    let mut by_slug: HashMap<String, usize> = HashMap::new();
    let mut found: Vec<Opening> = Vec::new();
    for row in rows(openings).deserialize() {
        let row: OpeningRow = row.map_err(invalid)?;
        let OpeningRow { name, source, .. } = &row;
        let position = puzzle.parse_position(&row.position);
        let position =
            position.map_err(|error| format!("the position of {name:?} is invalid: {error}"))?;
        let source = sources.iter().position(|known| known.id == *source).ok_or_else(|| {
            format!("{name:?} names the source {source:?}, which is not in the list of sources")
        })?;
        let mirror = puzzle.mirror(&position).and_then(|image| by_position.get(&image).copied());
        let opening = *by_position.entry(position.clone()).or_insert_with(|| {
            if let Some(mirror) = mirror {
                found[mirror].mirror = Some(found.len());
            }
            found.push(Opening { position, mentions: Vec::new(), mirror });
            found.len() - 1
        });
        if *by_slug.entry(row.slug.clone()).or_insert(opening) != opening {
            return Err(format!("two positions have the slug {:?}", row.slug));
        }
        found[opening].mentions.push(Mention {
            source,
            number: row.number,
            name: row.name,
            simplified: row.simplified,
            slug: row.slug,
            figures: PerMetric::new(row.unit, row.straight, row.finger),
        });
    }
    Ok(Catalogue { sources, openings: found, folding: OnceLock::new() })
}

impl Catalogue {
    /// The built-in catalogue of Klotski openings.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// The sources.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The openings, in the order in which the file first has their positions.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// The opening with a name, in traditional or simplified characters or a mixture, or in pinyin.
    pub fn find(&self, name: &str) -> Result<&Opening, LookupError> {
        let folding = || self.folding.get_or_init(|| name::Folding::new(&self.openings));
        name::find(&self.openings, name, folding)
    }

    /// Reads a position and its piece set, which must belong to the family. The text is in any notation or, on the
    /// openings' board, the name of an opening.
    pub fn read_position(
        &self,
        family: &Family,
        text: &str,
    ) -> Result<(PieceSet, Arrangement), ReadError> {
        let position = match notation::read(family.puzzle(), text) {
            Err(NotationError::Unrecognised(name)) => match name.trim() {
                "" => return Err(ReadError::Empty),
                name => match self.find(name) {
                    Ok(opening) if !klotski::is_klotski(family.puzzle()) => {
                        return Err(ReadError::OtherBoard(opening.name().to_owned()));
                    }
                    Ok(opening) => opening.position.clone(),
                    Err(_) if !klotski::is_klotski(family.puzzle()) => {
                        return Err(NotationError::Unrecognised(name.to_owned()).into());
                    }
                    Err(error @ LookupError::Unknown { .. }) => {
                        return Err(ReadError::Unknown(error));
                    }
                    Err(error) => return Err(ReadError::Lookup(error)),
                },
            },
            read => read?,
        };
        let set = position.piece_set();
        family.check(&set)?;
        Ok((set, position))
    }

    /// The opening at a position, if it has a name.
    pub fn at(&self, position: &Arrangement) -> Option<&Opening> {
        self.openings.iter().find(|opening| opening.position == *position)
    }
}
