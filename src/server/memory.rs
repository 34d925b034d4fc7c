//! One amount of memory for everything that searches take and for what is kept of them.

use std::any::Any;
use std::collections::VecDeque;
use std::mem;
use std::ops::Deref;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;
use tokio::sync::Notify;

/// Results that are kept at a time, however small.
const MOST_KEPT: usize = 256;

/// Least bytes for searches and answers: a small game takes so much.
const LEAST: u64 = 96_000_000;
/// Most bytes for them, however much there is.
const MOST: u64 = 2_500_000_000;
/// Which part of them is for answers.
const ANSWERS: u64 = 8;

/// The memory of a server: of its searches, and of its answers until they are sent, which no search makes wait.
pub struct Rooms {
    /// For searches and for what is kept of them.
    pub searches: Arc<Memory>,
    /// For answers, and for questions that are sent along.
    pub answers: Arc<Memory>,
}

/// Too little memory to serve.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "`serve` needs {} MB of memory here, of which {} MB are in use before anybody asks, and may use {} MB",
    (.used + LEAST).div_ceil(1_000_000),
    .used.div_ceil(1_000_000),
    .limit / 1_000_000
)]
pub struct TooLittle {
    /// Bytes that may be used.
    pub limit: u64,
    /// Bytes that are in use already.
    pub used: u64,
}

impl Rooms {
    /// What there is within a limit if so many bytes are in use.
    pub fn within(limit: u64, used: u64) -> Result<Self, TooLittle> {
        let free = limit.saturating_sub(used).min(MOST);
        if free < LEAST {
            return Err(TooLittle { limit, used });
        }
        let answers = free / ANSWERS;
        Ok(Self { searches: Memory::new(free - answers), answers: Memory::new(answers) })
    }
}

/// An amount of memory. Who needs some of it takes a [`Lease`]; results that nobody uses at the moment are kept as long
/// as nobody needs their memory, those asked for last the longest.
pub struct Memory {
    limit: u64,
    state: Mutex<State>,
    /// Told whenever a lease ends or shrinks.
    freed: Notify,
}

#[derive(Default)]
struct State {
    taken: u64,
    /// The last one asked for first.
    kept: VecDeque<Arc<dyn Any + Send + Sync>>,
}

/// Some of the memory, until it is dropped.
pub struct Lease {
    memory: Arc<Memory>,
    bytes: u64,
}

/// A result with the memory that it takes.
pub struct Found<T> {
    result: T,
    _lease: Lease,
}

/// More memory than there is.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "this takes {} MB of memory, and the server has {} MB for searches",
    .needed.div_ceil(1_000_000),
    .allowed / 1_000_000
)]
pub struct TooMuch {
    /// Bytes that were asked for.
    pub needed: u64,
    /// Bytes that there are.
    pub allowed: u64,
}

impl Memory {
    /// So many bytes, all free.
    pub fn new(limit: u64) -> Arc<Self> {
        Arc::new(Self { limit, state: Mutex::default(), freed: Notify::new() })
    }

    /// All bytes, whoever has them.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Some of the memory now, or `None`; kept results give way.
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
                // Its lease ends here, unless somebody reads it.
                Err(Some(oldest)) => drop(oldest),
                Err(None) => return None,
            }
        }
    }

    /// Some of the memory, as soon as there is so much of it.
    pub async fn take(self: &Arc<Self>, bytes: u64) -> Result<Lease, TooMuch> {
        if bytes > self.limit {
            return Err(TooMuch { needed: bytes, allowed: self.limit });
        }
        loop {
            let mut freed = pin!(self.freed.notified());
            // From here on none is missed.
            freed.as_mut().enable();
            if let Some(lease) = self.try_take(bytes) {
                return Ok(lease);
            }
            freed.await;
        }
    }

    /// Keeps a result until its memory is needed.
    pub fn keep<T: Send + Sync + 'static>(&self, result: T, lease: Lease) -> Arc<Found<T>> {
        let found = Arc::new(Found { result, _lease: lease });
        let surplus = self.with(|state| {
            state.kept.push_front(found.clone());
            state.kept.split_off(MOST_KEPT.min(state.kept.len()))
        });
        // Not while the state is locked, which their leases change.
        drop(surplus);
        found
    }

    /// The result that is wanted, if it is kept.
    pub fn find<T: Send + Sync + 'static>(
        &self,
        is_wanted: impl Fn(&T) -> bool,
    ) -> Option<Arc<Found<T>>> {
        self.with(|state| {
            let is_it = |kept: &Arc<dyn Any + Send + Sync>| {
                kept.downcast_ref::<Found<T>>().is_some_and(|found| is_wanted(found))
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
    /// Its bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Gives back all but so many bytes.
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

impl<T> Deref for Found<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.result
    }
}
