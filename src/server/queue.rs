//! The queue before the searches: so many search at a time, so many wait, and clients take turns.

use std::collections::VecDeque;
use std::mem;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;
use tokio::sync::oneshot;

/// Who asks, as far as can be told: an address, of IPv6 the network of one household.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(IpAddr);

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
            address => address,
        })
    }
}

/// The queue before the searches.
pub struct Queue {
    waiting: Mutex<Waiting>,
    most: usize,
    most_of_client: usize,
}

/// Who waits for a turn.
struct Waiting {
    free: usize,
    /// The next one first; each has somebody waiting.
    clients: VecDeque<(Client, VecDeque<oneshot::Sender<Turn>>)>,
}

/// Leave to search; it ends when this is dropped.
pub struct Turn(Arc<Queue>);

/// More requests than may wait.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Full {
    /// Of one client.
    #[error("{0} of your requests are waiting for a search, and no more may; ask again later")]
    Client(usize),
    /// Of all together.
    #[error("{0} requests are waiting for a search, and no more may; ask again later")]
    Everybody(usize),
}

impl Queue {
    /// A queue for so many searches at a time. At most so many requests wait, and at most so many of one client.
    pub fn new(places: usize, most: usize, most_of_client: usize) -> Arc<Self> {
        let waiting = Waiting { free: places, clients: VecDeque::new() };
        Arc::new(Self { waiting: Mutex::new(waiting), most, most_of_client })
    }

    /// Waits for a turn; who stops waiting is passed over.
    pub async fn turn(self: &Arc<Self>, client: Client) -> Result<Turn, Full> {
        let place = self.with(|waiting| {
            let (all, own) = waiting.counts(client);
            if own >= self.most_of_client {
                return Err(Full::Client(own));
            }
            if all >= self.most {
                return Err(Full::Everybody(all));
            }
            Ok(waiting.enter(client))
        });
        Ok(match place? {
            None => Turn(self.clone()),
            Some(called) => called.await.expect("nobody who waits is forgotten"),
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut Waiting) -> T) -> T {
        act(&mut self.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Waiting {
    /// A place in the queue; `None` where a search is free.
    fn enter(&mut self, client: Client) -> Option<oneshot::Receiver<Turn>> {
        if self.free > 0 {
            self.free -= 1;
            return None;
        }
        let (call, called) = oneshot::channel();
        match self.clients.iter_mut().find(|(other, _)| *other == client) {
            Some((_, calls)) => calls.push_back(call),
            None => self.clients.push_back((client, VecDeque::from([call]))),
        }
        Some(called)
    }

    /// How many wait, and how many of a client, once those are forgotten who have gone.
    fn counts(&mut self, client: Client) -> (usize, usize) {
        self.clients.iter_mut().for_each(|(_, calls)| calls.retain(|call| !call.is_closed()));
        self.clients.retain(|(_, calls)| !calls.is_empty());
        let own = self.clients.iter().find(|(other, _)| *other == client);
        (self.clients.iter().map(|(_, calls)| calls.len()).sum(), own.map_or(0, |own| own.1.len()))
    }

    /// Whom to call next, a client's first in the order of clients; `None` where nobody waits.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        while let Some((client, mut calls)) = self.clients.pop_front() {
            calls.retain(|call| !call.is_closed());
            let next = calls.pop_front();
            if !calls.is_empty() {
                self.clients.push_back((client, calls));
            }
            if next.is_some() {
                return next;
            }
        }
        self.free += 1;
        None
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(call) = self.0.with(Waiting::next) {
            // Who has just stopped waiting drops the turn, which calls the next one.
            mem::drop(call.send(Self(self.0.clone())));
        }
    }
}
