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

#[cfg(test)]
mod tests {
    use super::{Client, Full, Queue, Turn};
    use std::future::Future;
    use std::net::IpAddr;
    use std::pin::{Pin, pin};
    use std::task::{Context, Poll, Waker};

    fn client(address: &str) -> Client {
        address.parse::<IpAddr>().unwrap().into()
    }

    fn poll(turn: Pin<&mut impl Future<Output = Result<Turn, Full>>>) -> Option<Turn> {
        match turn.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(turn) => Some(turn.expect("there is room")),
            Poll::Pending => None,
        }
    }

    #[test]
    fn clients_take_turns_and_who_is_gone_is_passed_over() {
        let queue = Queue::new(1, 9, 9);
        let [many, few] = ["192.0.2.1", "192.0.2.2"].map(client);
        let first = poll(pin!(queue.turn(many))).expect("nobody is before it");
        let mut second = pin!(queue.turn(many));
        let mut third = pin!(queue.turn(many));
        let mut other = pin!(queue.turn(few));
        for waiting in [&mut second, &mut third] {
            assert!(poll(waiting.as_mut()).is_none());
        }
        {
            let mut gone = pin!(queue.turn(few));
            assert!(poll(gone.as_mut()).is_none());
        }
        assert!(poll(other.as_mut()).is_none());
        drop(first);
        let turn = poll(second.as_mut()).expect("it asked first");
        assert!(poll(third.as_mut()).is_none() && poll(other.as_mut()).is_none());
        drop(turn);
        let turn = poll(other.as_mut()).expect("it is the other client's turn");
        assert!(poll(third.as_mut()).is_none());
        drop(turn);
        let turn = poll(third.as_mut()).expect("nobody else waits");
        drop(turn);
        assert!(poll(pin!(queue.turn(few))).is_some(), "the place is free again");
    }

    #[test]
    fn a_turn_that_nobody_takes_up_goes_on() {
        let queue = Queue::new(1, 9, 9);
        let client = client("192.0.2.1");
        let first = poll(pin!(queue.turn(client))).expect("nobody is before it");
        let mut second = Box::pin(queue.turn(client));
        let mut third = Box::pin(queue.turn(client));
        assert!(poll(second.as_mut()).is_none() && poll(third.as_mut()).is_none());
        drop(first);
        // Called, and gone before it heard of it.
        drop(second);
        assert!(poll(third.as_mut()).is_some());
    }

    #[test]
    fn so_many_wait_and_so_many_of_a_client() {
        let queue = Queue::new(1, 3, 2);
        let [many, few, late] = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map(client);
        let _first = poll(pin!(queue.turn(many))).expect("nobody is before it");
        let refused =
            |client| match pin!(queue.turn(client)).poll(&mut Context::from_waker(Waker::noop())) {
                Poll::Ready(Err(full)) => Some(full),
                _ => None,
            };
        let mut waiting: Vec<_> = [many, many].map(|client| Box::pin(queue.turn(client))).into();
        assert!(waiting.iter_mut().all(|turn| poll(turn.as_mut()).is_none()));
        assert_eq!(refused(many), Some(Full::Client(2)));
        waiting.push(Box::pin(queue.turn(few)));
        assert!(poll(waiting[2].as_mut()).is_none(), "another client waits beside them");
        assert_eq!(refused(late), Some(Full::Everybody(3)));
        // Who goes makes room.
        drop(waiting.remove(0));
        assert_eq!((refused(late), refused(many)), (None, None));
    }

    #[test]
    fn a_household_is_one_client() {
        assert_eq!(client("2001:db8::1"), client("2001:db8::2:3:4:5"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
    }
}
