//! Families of piece sets.

use super::arrangement::PieceSet;
use super::piece_set::PieceSetError;
use super::puzzle::Puzzle;

/// A puzzle and the piece sets of it that are studied together.
///
/// ```
/// use huarong::Family;
///
/// let family = Family::klotski();
/// assert_eq!(family.piece_sets().len(), 203);
/// let refused = family.parse_piece_set("1h9v").unwrap_err().to_string();
/// assert_eq!(refused, "piece set 1h9v0s covers 24 cells, and on this board at most 18 may be covered");
/// ```
#[derive(Clone, Debug)]
pub struct Family {
    name: String,
    puzzle: Puzzle,
    piece_sets: Vec<PieceSet>,
    min_empty: u32,
    /// Whether no other piece set would do.
    is_complete: bool,
}

impl Family {
    /// A family from its parts; `min_empty` is the number of cells that its piece sets leave empty at
    /// the least. The sets are kept sorted.
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

    /// The same family, said to be complete: a piece set that would leave enough cells empty and is not listed has no
    /// legal arrangement. That is what is said of one, then.
    pub fn complete(mut self) -> Self {
        self.is_complete = true;
        self
    }

    /// The name, as it stands in file names: `klotski-4x5`.
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

    /// Reads the text of a piece set that must belong to the family.
    pub fn parse_piece_set(&self, text: &str) -> Result<PieceSet, PieceSetError> {
        let set = self.puzzle.parse_piece_set(text)?;
        self.check(&set).map(|()| set)
    }

    /// Says why a piece set does not belong to the family, if it does not.
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
