//! Flood fill of a graph that is not stored.

/// Visits every waiting node and every node reachable from these, each once. Returns the number of visited nodes.
///
/// The caller marks the waiting nodes. `visit` must mark each unmarked neighbour of a node and add it to the waiting
/// nodes.
///
/// ```
/// use huarong_core::graph::flood;
/// use std::convert::Infallible;
///
/// // Each number leads to its double, below 100.
/// let mut marked = [false; 100];
/// let Ok(len) = flood(&mut vec![3], |node, waiting| {
///     let double = 2 * node;
///     if double < 100 && !std::mem::replace(&mut marked[double], true) {
///         waiting.push(double);
///     }
///     Ok::<_, Infallible>(())
/// });
/// assert_eq!(len, 6);
/// ```
pub fn flood<N: Copy, E>(
    waiting: &mut Vec<N>,
    mut visit: impl FnMut(N, &mut Vec<N>) -> Result<(), E>,
) -> Result<u64, E> {
    let mut len = 0;
    while let Some(node) = waiting.pop() {
        len += 1;
        visit(node, waiting)?;
    }
    Ok(len)
}
