//! Components of spaces: sets of positions that can reach one another.

use huarong_core::effort::Effort;
use huarong_core::rules::{PieceSet, Puzzle};
use huarong_search::{FoundComponent, Memory, Search, SearchError, SearchPlan, classes};
use std::collections::BTreeMap;

/// A component of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Component {
    /// Number of positions.
    pub size: u64,
    /// Whether the component contains a goal position.
    pub with_goal: bool,
}

/// Number of components of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ComponentSize {
    /// Number of positions.
    pub size: u64,
    /// Number of components of that size.
    pub components: u64,
    /// Number of these components that contain a goal position.
    pub with_goal: u64,
}

/// Finds the components of every space of a search, largest first.
///
/// Returns an error before any work if the bitmaps of the search have 2^32 bits or more.
pub fn components(search: &Search) -> Result<Vec<Vec<Component>>, SearchError> {
    let mut components = vec![Vec::new(); search.spaces().len()];
    search.for_each_component(|found| {
        let FoundComponent { space, size, with_goal } = found;
        components[space].push(Component { size, with_goal });
    })?;
    for found in &mut components {
        found.sort_unstable_by(|a, b| b.cmp(a));
    }
    Ok(components)
}

/// Counts the components of each size in every space of a search, largest first. There may be millions of components,
/// and the counts take much less memory than a list of them.
///
/// Returns an error before any work if the bitmaps of the search have 2^32 bits or more.
pub fn sizes_by_space(search: &Search) -> Result<Vec<Vec<ComponentSize>>, SearchError> {
    let mut counts = vec![BTreeMap::<u64, [u64; 2]>::new(); search.spaces().len()];
    search.for_each_component(|FoundComponent { space, size, with_goal }| {
        let [components, with_goals] = counts[space].entry(size).or_default();
        *components += 1;
        *with_goals += u64::from(with_goal);
    })?;
    let sizes = |counts: BTreeMap<u64, [u64; 2]>| {
        let sizes = counts.into_iter().rev();
        sizes.map(|(size, [components, with_goal])| ComponentSize { size, components, with_goal })
    };
    Ok(counts.into_iter().map(|counts| sizes(counts).collect()).collect())
}

/// Counts the components of each size among all positions of a piece set, largest first.
///
/// ```
/// use huarong::Puzzle;
/// use huarong::analysis::component_sizes;
/// use huarong::search::Effort;
///
/// let puzzle = Puzzle::klotski();
/// let sizes = component_sizes(&puzzle, &puzzle.parse_piece_set("1h4v4s")?, Effort::UNLIMITED)?;
/// assert_eq!((sizes[0].size, sizes[0].components, sizes[0].with_goal), (25_955, 2, 2));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn component_sizes(
    puzzle: &Puzzle,
    piece_set: &PieceSet,
    effort: Effort<'_>,
) -> Result<Vec<ComponentSize>, SearchError> {
    let class = &classes(puzzle, std::slice::from_ref(piece_set))[0];
    let plan = SearchPlan::within(puzzle, class, effort)?;
    plan.check_components()?;
    let needed = components_memory(&plan, 1 + puzzle.symmetries().len() as u64);
    if needed > effort.memory {
        return Err(SearchError::Memory { needed: needed + effort.held, allowed: effort.limit() });
    }
    Ok(sizes_by_space(&plan.start(effort)?)?.swap_remove(0))
}

/// Estimates the bytes of memory that finding the components of a planned search takes. `images` is the number of
/// images of each skeleton.
pub fn components_memory(plan: &SearchPlan, images: u64) -> u64 {
    let Memory { steps, bitmaps, .. } = plan.memory();
    let bits = bitmaps.saturating_mul(8) / BITMAPS;
    steps.saturating_add(bits.saturating_mul(BIT_BYTES)).saturating_mul(images)
}

/// Number of bitmaps of a search.
const BITMAPS: u64 = 3;
/// Bytes per bit: the link of the union-find, the size of the set, and whether it contains a goal position.
const BIT_BYTES: u64 = 9;
