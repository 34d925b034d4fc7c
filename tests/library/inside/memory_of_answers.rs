//! The memory that the server shares between searches and cached results.

use huarong_pages::answers::{Memory, TooMuch};
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

#[test]
fn kept_results_give_way_the_oldest_first() {
    let memory = Memory::new(100);
    for (name, bytes) in [("a", 40), ("b", 30), ("c", 30)] {
        memory.keep(name, memory.try_take(bytes).unwrap());
    }
    let find = |name| memory.find(|kept: &&str| *kept == name).map(|found| **found);
    assert_eq!(find("a"), Some("a"));
    assert!(memory.find(|_: &String| true).is_none(), "results of other types are others");
    // Of b, c and a, the first is evicted for 30 bytes, and c for the next ones.
    let first = memory.try_take(30).unwrap();
    assert_eq!((find("b"), find("c"), find("a")), (None, Some("c"), Some("a")));
    let mut second = memory.try_take(10).unwrap();
    assert_eq!((find("c"), find("a")), (None, Some("a")));
    // 40 are cached, 30 and 10 are taken.
    second.shrink(0);
    let third = memory.try_take(30).unwrap();
    assert_eq!(find("a"), Some("a"));
    drop((first, second, third));
    assert!(memory.try_take(100).is_some() && find("a").is_none());
}

#[test]
fn a_result_that_is_being_read_is_not_given_twice() {
    let memory = Memory::new(100);
    let read = memory.keep("a", memory.try_take(60).unwrap());
    assert!(memory.try_take(60).is_none(), "somebody reads it");
    let mut waiting = pin!(memory.take(60));
    let context = &mut Context::from_waker(Waker::noop());
    assert!(waiting.as_mut().poll(context).is_pending());
    drop(read);
    assert!(
        matches!(waiting.as_mut().poll(context), Poll::Ready(Ok(lease)) if lease.bytes() == 60)
    );
    let refused = pin!(memory.take(101)).poll(context).map(|taken| taken.map(|_| ()));
    assert_eq!(refused, Poll::Ready(Err(TooMuch { needed: 101, allowed: 100 })));
}

#[test]
fn no_more_than_so_many_results_are_kept() {
    let memory = Memory::new(u64::MAX);
    for number in 0..256 + 10_usize {
        memory.keep(number, memory.try_take(1).unwrap());
    }
    let is_kept = |number| memory.find(|kept: &usize| *kept == number).is_some();
    assert!((0..256 + 10).all(|number| is_kept(number) == (number >= 10)));
    // Results that are not cached have returned their memory.
    drop(memory.try_take(u64::MAX - 256).expect("256 bytes are taken"));
    assert!(is_kept(265));
}
