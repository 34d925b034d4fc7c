//! Everything that can be reached, in a graph that need not be listed.

/// Visits every node that waits and every node that can be reached from these, each once; returns how many they are.
///
/// The nodes that wait are marked. `visit` adds to them the neighbours of a node that are not marked yet, and marks
/// these.
///
/// ```
/// use huarong::graph::flood;
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
