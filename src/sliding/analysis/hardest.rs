//! The positions farthest from the goal.

use crate::sliding::atlas::SetTable;
use crate::sliding::rules::Arrangement;
use crate::sliding::space::Space;
use crate::table::{Distances, TableError};

/// A position at the largest distance; of two that mirror each other, the one whose text sorts first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hardest {
    /// Its canonical text.
    pub text: String,
    /// Whether its mirror image is another position.
    pub mirrored: bool,
}

/// The positions of a space at the largest distance, one of each mirror pair, sorted by text in byte
/// order, and of many the first up to a limit; none where no position can reach the goal.
pub fn hardest(space: &Space, table: &SetTable, limit: usize) -> Result<Vec<Hardest>, TableError> {
    table.check_fits(space)?;
    let Some(max) = table.section.max_distance() else { return Ok(Vec::new()) };
    Ok(at_distance(space, table.distances()?.as_ref(), max, limit))
}

/// The same of the positions that have a distance, by distances that need not lie in a table.
pub fn at_distance(
    space: &Space,
    distances: Distances<&[u8]>,
    distance: u16,
    limit: usize,
) -> Vec<Hardest> {
    let puzzle = space.puzzle();
    let mut found = Vec::new();
    for index in distances.positions_at(distance) {
        let position: Arrangement = space.unrank(index);
        let text = puzzle.position_text(&position);
        // With unequal numbers of two shapes that mirror each other, the image is of another set.
        let image = puzzle.mirror(&position).filter(|image| space.rank(image).is_some());
        let image = image.map(|image| puzzle.position_text(&image));
        match image {
            Some(image) if image < text => {}
            image => found.push(Hardest { mirrored: image.is_some_and(|i| i != text), text }),
        }
        // Of millions few are to be kept.
        if found.len() / 2 > limit {
            found.sort();
            found.truncate(limit);
        }
    }
    found.sort();
    found.truncate(limit);
    found
}
