//! Finding the next level within an effort.

use super::error::ComponentError;
use super::moves::Moves;
use super::reached::Reached;
use crate::effort::Effort;

/// Finds the next level.
pub(super) fn advance<const N: usize>(
    reached: &mut Reached<N>,
    moves: &Moves<'_, N>,
    effort: Effort<'_>,
) -> Result<(), ComponentError> {
    let depth = depth(reached)?;
    let mut len = reached.len();
    reached.advance(moves, |new, bytes| {
        len += new;
        effort.done(new)?;
        fits(len, depth + 1, bytes, effort)
    })
}

/// The level of a search, if it can continue.
pub(super) fn depth<const N: usize>(reached: &Reached<N>) -> Result<u16, ComponentError> {
    match reached.depth() {
        depth if depth < usize::from(u16::MAX) => Ok(depth as u16),
        _ => Err(ComponentError::TooDeep),
    }
}

/// Returns an error if the search uses more bytes than the limit. Counts the gaps that small blocks leave in the
/// allocator's heaps.
pub(super) fn fits(
    reached: u64,
    moves: u16,
    bytes: u64,
    effort: Effort<'_>,
) -> Result<(), ComponentError> {
    let bytes = bytes + bytes / 32;
    if bytes > effort.memory {
        return Err(ComponentError::Memory { reached, moves, allowed: effort.limit() });
    }
    Ok(())
}
