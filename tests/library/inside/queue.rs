//! The queue of the server: clients take turns.

use huarong_pages::server::queue::{Client, Full, Queue, Turn};
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
    // The client was called, but left before it noticed.
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
    // A client that leaves makes room.
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
