//! Messages between the threads of a search.

use huarong_search::cluster::{Exchange, Gone, Threads, together};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// Runs some parts, each with its exchange; all must finish. Returns their results.
fn ended<T: Send + 'static>(
    parts: usize,
    work: impl Fn(Threads) -> T + Send + Sync + 'static,
) -> Vec<T> {
    let (ended, waits) = channel();
    thread::spawn(move || ended.send(together(parts, work)));
    waits.recv_timeout(Duration::from_secs(60)).expect("they wait for a part that is gone")
}

#[test]
fn a_part_that_returns_early_keeps_nobody_waiting() {
    // Parts 1 and 2 could wait for each other.
    let rounds = ended(3, |mut exchange| {
        let most = if exchange.part() == 0 { 2 } else { 5 };
        (0..most).map_while(|_| exchange.end_round().ok()).count()
    });
    assert_eq!(rounds, [2, 2, 2]);
    // Any round after a part has gone returns `Gone`.
    let again = ended(2, |mut exchange| match exchange.part() {
        0 => Ok(Vec::new()),
        _ => exchange.end_round().and_then(|_| exchange.end_round()),
    });
    assert_eq!(again, [Ok(Vec::new()), Err(Gone)]);
}

#[test]
fn what_was_sent_before_is_still_heard() {
    let heard = ended(3, |mut exchange| {
        let me = exchange.part();
        exchange.send_to_others(&[me as u8]);
        // The fastest part ends before the slowest begins.
        thread::sleep(Duration::from_millis(20 * me as u64));
        let mut heard = exchange.end_round()?;
        heard.sort();
        Ok::<_, Gone>(heard)
    });
    let said = |from: [usize; 2]| Ok(from.map(|part| (part, vec![part as u8])).to_vec());
    assert_eq!(heard, [said([1, 2]), said([0, 2]), said([0, 1])]);
}
