//! Components: positions that can reach one another, whether or not they can reach the goal.

use crate::sliding::search::{Search, SearchError};

/// A component of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Component {
    /// Number of positions.
    pub size: u64,
    /// Whether one of them is won.
    pub with_goal: bool,
}

/// The components of every space of a search, largest first.
///
/// Refused before any work where the bitmaps of the search have 2^32 bits or more.
pub fn components(search: &Search<'_>) -> Result<Vec<Vec<Component>>, SearchError> {
    let mut components = vec![Vec::new(); search.spaces().len()];
    search.for_each_component(|space, size, with_goal| {
        components[space].push(Component { size, with_goal });
    })?;
    for found in &mut components {
        found.sort_unstable_by(|a, b| b.cmp(a));
    }
    Ok(components)
}
