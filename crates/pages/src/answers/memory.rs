//! Memory: leases for searches, and a cache of their results.

use std::any::Any;
use std::collections::VecDeque;
use std::mem;
use std::ops::Deref;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;
use tokio::sync::Notify;

const MOST_KEPT: usize = 256;

/// An amount of memory, given out as [`Lease`]s. Unused results stay in a cache while their memory is not needed; the
/// least recently used go first.
pub struct Memory {
    limit: u64,
    state: Mutex<State>,
    /// Notified whenever a lease ends or shrinks.
    freed: Notify,
}

#[derive(Default)]
struct State {
    taken: u64,
    /// Most recently used first.
    kept: VecDeque<Arc<dyn Any + Send + Sync>>,
}

/// A part of the memory, until dropped.
pub struct Lease {
    memory: Arc<Memory>,
    bytes: u64,
}

/// A result with the memory that it takes.
pub struct Kept<T> {
    result: T,
    _lease: Lease,
}

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "this needs {} MB of memory, but the server has {} MB for searches",
    .needed.div_ceil(1_000_000),
    .allowed / 1_000_000
)]
pub struct TooMuch {
    pub needed: u64,
    pub allowed: u64,
}

impl Memory {
    pub fn new(limit: u64) -> Arc<Self> {
        Arc::new(Self { limit, state: Mutex::default(), freed: Notify::new() })
    }

    /// Total bytes, leased or not.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Leases memory now, or returns `None`. Cached results are dropped as needed.
    pub fn try_take(self: &Arc<Self>, bytes: u64) -> Option<Lease> {
        loop {
            let oldest = self.with(|state| {
                if bytes <= self.limit - state.taken {
                    state.taken += bytes;
                    return Ok(());
                }
                Err(state.kept.pop_back())
            });
            match oldest {
                Ok(()) => return Some(Lease { memory: self.clone(), bytes }),
                // The lease of the result ends here, unless the result is in use.
                Err(Some(oldest)) => drop(oldest),
                Err(None) => return None,
            }
        }
    }

    /// Leases memory as soon as enough is available.
    pub async fn take(self: &Arc<Self>, bytes: u64) -> Result<Lease, TooMuch> {
        if bytes > self.limit {
            return Err(TooMuch { needed: bytes, allowed: self.limit });
        }
        loop {
            let mut freed = pin!(self.freed.notified());
            // From here on no notification is missed.
            freed.as_mut().enable();
            if let Some(lease) = self.try_take(bytes) {
                return Ok(lease);
            }
            freed.await;
        }
    }

    /// Caches a result until its memory is needed.
    pub fn keep<T: Send + Sync + 'static>(&self, result: T, lease: Lease) -> Arc<Kept<T>> {
        let found = Arc::new(Kept { result, _lease: lease });
        let surplus = self.with(|state| {
            state.kept.push_front(found.clone());
            state.kept.split_off(MOST_KEPT.min(state.kept.len()))
        });
        // Dropped after the lock is released, because the leases lock the state.
        drop(surplus);
        found
    }

    /// The first cached result that matches.
    pub fn find<T: Send + Sync + 'static>(
        &self,
        is_wanted: impl Fn(&T) -> bool,
    ) -> Option<Arc<Kept<T>>> {
        self.with(|state| {
            let is_it = |kept: &Arc<dyn Any + Send + Sync>| {
                kept.downcast_ref::<Kept<T>>().is_some_and(|found| is_wanted(found))
            };
            let at = state.kept.iter().position(is_it)?;
            let found = state.kept.remove(at)?;
            state.kept.push_front(found.clone());
            found.downcast().ok()
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Lease {
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Gives back all but some bytes.
    pub fn shrink(&mut self, bytes: u64) {
        let left = bytes.min(self.bytes);
        let before = mem::replace(&mut self.bytes, left);
        self.give_back(before - left);
    }

    fn give_back(&self, bytes: u64) {
        self.memory.with(|state| state.taken -= bytes);
        self.memory.freed.notify_waiters();
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.give_back(self.bytes);
    }
}

impl<T> Deref for Kept<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.result
    }
}
