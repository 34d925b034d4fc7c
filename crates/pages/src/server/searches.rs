//! Searches for clients, limited by the queue, by memory, by time, and by the life of the connection.

use super::connections::Asker;
use super::limits::Limits;
use super::queue::Queue;
use crate::answers::{Lease, Memory, RequestError, TooMuch};
use anyhow::Context;
use huarong_core::effort::allocator;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::time::timeout;

pub struct Searches {
    queue: Arc<Queue>,
    memory: Arc<Memory>,
    limits: Limits,
    pools: Arc<Pools>,
}

/// The threads of searches that have ended. Each search has threads of its own, so that the system divides the processors
/// among the searches. In a common pool, one search could keep all threads to its end.
#[derive(Default)]
struct Pools(Mutex<Vec<ThreadPool>>);

impl Pools {
    /// Does work on threads that nobody else uses. If the system has none, the work shares those of the process.
    fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let idle = self.idle().pop();
        let made = || ThreadPoolBuilder::new().num_threads(rayon::current_num_threads()).build();
        match idle.map_or_else(made, Ok) {
            Ok(pool) => {
                let done = pool.install(work);
                self.idle().push(pool);
                done
            }
            Err(_) => work(),
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<ThreadPool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Searches {
    pub fn new(memory: Arc<Memory>, limits: Limits) -> Self {
        let queue = Queue::new(limits.searches, limits.waiting, limits.client_waiting);
        Self { queue, memory, limits, pools: Arc::default() }
    }

    /// Bytes of each search if all run at the same time.
    pub fn share(&self) -> u64 {
        self.memory.limit() / self.limits.searches as u64
    }

    /// Runs a search on threads of its own, once it is the client's turn and `bytes` are available. The flag is set
    /// when the time is over or the client has hung up; the search should end soon after. It receives the lease, to
    /// hold as long as its result lives.
    pub async fn run<T: Send + 'static>(
        &self,
        asker: &Asker,
        bytes: u64,
        search: impl FnOnce(&AtomicBool, Lease) -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        tokio::select! {
            biased;
            result = self.run_in_turn(asker, bytes, search) => result,
            () = asker.hung_up() => Err(RequestError::bad(
                "the client closed its side of the connection before the search ended; keep it open for the answer",
            )),
        }
    }

    async fn run_in_turn<T: Send + 'static>(
        &self,
        asker: &Asker,
        bytes: u64,
        search: impl FnOnce(&AtomicBool, Lease) -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let pools = self.pools.clone();
        let Limits { wait_time, search_time, .. } = self.limits;
        let begun = async {
            let turn = self.queue.turn(asker.client()).await;
            let turn = turn.map_err(|full| RequestError::busy(full.to_string()))?;
            let lease = self.memory.take(bytes).await;
            let too_much = |error: TooMuch| RequestError::no_answer(("memory", error.to_string()));
            Ok::<_, RequestError>((turn, lease.map_err(too_much)?))
        };
        let (turn, lease) = timeout(wait_time, begun).await.map_err(|_| {
            let seconds = wait_time.as_secs_f32();
            RequestError::busy(format!(
                "the search could not start within {seconds} seconds; ask again later"
            ))
        })??;
        let awaited = Awaited::default();
        let stop = awaited.0.clone();
        let task = tokio::task::spawn_blocking(move || {
            // The turn is held until the search has ended.
            let _turn = turn;
            // The allocator has freed evicted results and scratch memory by now.
            allocator::give_back();
            let result = pools.run(|| search(&stop, lease));
            allocator::give_back();
            result
        });
        let ended = timeout(search_time, task).await.map_err(|_| {
            let seconds = search_time.as_secs_f32();
            let said = format!("the search exceeded the server's limit of {seconds} seconds");
            RequestError::no_answer(("too-long", said))
        })?;
        ended.context("a search failed").map_err(RequestError::Broken)
    }
}

/// Sets the flag when dropped, because then no client waits for the result.
#[derive(Default)]
struct Awaited(Arc<AtomicBool>);

impl Drop for Awaited {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
