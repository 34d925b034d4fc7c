//! The queue of searches: limits on running and waiting searches, and turns by client.

use std::collections::VecDeque;
use std::mem;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;
use tokio::sync::oneshot;

/// A client: an IPv4 address, or the IPv6 network of one household.
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

pub struct Queue {
    waiting: Mutex<QueueState>,
    most: usize,
    most_of_client: usize,
}

struct QueueState {
    free: usize,
    /// Clients with waiting requests, in the order of their turns.
    clients: VecDeque<(Client, VecDeque<oneshot::Sender<Turn>>)>,
}

/// Permission to search, until dropped.
pub struct Turn(Arc<Queue>);

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Full {
    /// Too many requests of one client.
    #[error("the limit of {0} waiting requests per client is reached; ask again later")]
    Client(usize),
    /// Too many requests of all clients together.
    #[error("the limit of {0} waiting requests is reached; ask again later")]
    Everybody(usize),
}

impl Queue {
    /// A queue for `places` simultaneous searches. At most `most` requests wait, and at most `most_of_client` per
    /// client.
    pub fn new(places: usize, most: usize, most_of_client: usize) -> Arc<Self> {
        let waiting = QueueState { free: places, clients: VecDeque::new() };
        Arc::new(Self { waiting: Mutex::new(waiting), most, most_of_client })
    }

    /// Waits for a turn. A caller that stops waiting loses its place.
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

    fn with<T>(&self, act: impl FnOnce(&mut QueueState) -> T) -> T {
        act(&mut self.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl QueueState {
    /// A place in the queue; `None` if a search can start at once.
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

    /// Number of waiting requests, in total and of a client, after removing those that stopped waiting.
    fn counts(&mut self, client: Client) -> (usize, usize) {
        self.clients.iter_mut().for_each(|(_, calls)| calls.retain(|call| !call.is_closed()));
        self.clients.retain(|(_, calls)| !calls.is_empty());
        let own = self.clients.iter().find(|(other, _)| *other == client);
        (self.clients.iter().map(|(_, calls)| calls.len()).sum(), own.map_or(0, |own| own.1.len()))
    }

    /// The next waiting request: the first of the next client; `None` if the queue is empty.
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
        if let Some(call) = self.0.with(QueueState::next) {
            // A request that has just stopped waiting drops the turn, which calls the next one.
            mem::drop(call.send(Self(self.0.clone())));
        }
    }
}
