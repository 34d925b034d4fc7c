//! Parallel work within a memory limit.

use rayon::prelude::*;
use std::cmp::Reverse;

/// Does some work in parallel, the largest items first. Items whose work would together exceed the memory limit are done
/// one after another. Each item has the bytes that its work needs.
pub(super) fn largest_first<T: Send, R: Send, E: Send>(
    mut items: Vec<(u64, T)>,
    memory: u64,
    work: impl Fn(T) -> Result<R, E> + Sync + Send,
) -> Result<Vec<R>, E> {
    items.sort_by_key(|&(needed, _)| Reverse(needed));
    let fits = |&first: &usize| {
        let at_once = items[first..].iter().take(rayon::current_num_threads());
        at_once.fold(0u64, |sum, (needed, _)| sum.saturating_add(*needed)) <= memory
    };
    let alone = (0..items.len()).find(fits).unwrap_or(items.len());
    let together = items.split_off(alone);
    let mut done = items.into_iter().map(|(_, item)| work(item)).collect::<Result<Vec<_>, E>>()?;
    // A bridge hands out the items in order.
    let together = together.into_iter().par_bridge().map(|(_, item)| work(item));
    done.extend(together.collect::<Result<Vec<_>, E>>()?);
    Ok(done)
}
