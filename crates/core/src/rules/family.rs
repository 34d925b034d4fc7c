//! Families of piece sets.

use super::arrangement::PieceSet;
use super::piece_set::PieceSetError;
use super::puzzle::Puzzle;

/// A puzzle and those of its piece sets that are studied together.
///
/// ```
/// use huarong::Family;
///
/// let family = Family::klotski();
/// assert_eq!(family.piece_sets().len(), 203);
/// let refused = family.parse_piece_set("1h9v").unwrap_err().to_string();
/// assert_eq!(refused, "piece set 1h9v0s covers 24 cells, but on this board at most 18 may be covered");
/// ```
#[derive(Clone, Debug)]
pub struct Family {
    name: String,
    puzzle: Puzzle,
    piece_sets: Vec<PieceSet>,
    min_empty: u32,
    /// Whether the family has all piece sets that have a position and leave enough cells empty.
    is_complete: bool,
}

impl Family {
    /// A family from its parts; `min_empty` is the minimum number of empty cells of its piece sets. The sets are
    /// sorted.
    pub fn new(
        name: impl Into<String>,
        puzzle: Puzzle,
        min_empty: u32,
        piece_sets: impl IntoIterator<Item = PieceSet>,
    ) -> Self {
        let mut piece_sets: Vec<_> = piece_sets.into_iter().collect();
        piece_sets.sort();
        Self { name: name.into(), puzzle, piece_sets, min_empty, is_complete: false }
    }

    /// Declares the family complete: a piece set that leaves enough cells empty but is not listed has no legal
    /// arrangement. Errors then give this reason.
    pub fn complete(mut self) -> Self {
        self.is_complete = true;
        self
    }

    /// The name as used in file names: `klotski-4x5`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The piece sets, sorted by the counts of the shapes.
    pub fn piece_sets(&self) -> &[PieceSet] {
        &self.piece_sets
    }

    /// Reads a piece set, which must belong to the family.
    pub fn parse_piece_set(&self, text: &str) -> Result<PieceSet, PieceSetError> {
        let set = self.puzzle.parse_piece_set(text)?;
        self.check(&set).map(|()| set)
    }

    /// Returns an error with the reason if a piece set does not belong to the family.
    pub fn check(&self, set: &PieceSet) -> Result<(), PieceSetError> {
        if self.piece_sets.binary_search(set).is_ok() {
            return Ok(());
        }
        let text = self.puzzle.piece_set_text(set);
        let area = self.puzzle.area(set);
        let most = self.puzzle.board().open_cells().len().saturating_sub(self.min_empty);
        if area > most {
            Err(PieceSetError::DoesNotFit { text, area, most })
        } else if self.is_complete {
            Err(PieceSetError::NoArrangement { text })
        } else {
            Err(PieceSetError::NotListed { text, family: self.name.clone() })
        }
    }
}
