//! Parts of a task as threads of one process, for tests of searches in parts.

use huarong_search::cluster::{Exchange, Gone};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// Communication of a part that is a thread.
#[derive(Debug)]
pub struct Threads {
    part: usize,
    /// Channels to all other parts.
    to: Vec<Option<Sender<Packet>>>,
    heard: Receiver<Packet>,
    round: u64,
    /// Received messages of later rounds.
    early: Vec<Packet>,
}

/// What a part sends to another in a round.
#[derive(Debug)]
struct Packet {
    from: usize,
    round: u64,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Message(Vec<u8>),
    /// The part has sent all its messages of this round.
    RoundEnded,
    /// The part has ended. It will end neither this round nor any later one.
    Gone,
}

/// Runs `parts` parts of a task, each on its own thread, and returns their results in order.
pub fn together<T: Send>(parts: usize, work: impl Fn(Threads) -> T + Sync) -> Vec<T> {
    let (senders, receivers): (Vec<_>, Vec<_>) = (0..parts).map(|_| channel()).unzip();
    let exchange = |(part, heard)| {
        // A part gets no channel to itself, because only others may keep its channel open.
        let sender = |to: usize| (to != part).then(|| senders[to].clone());
        let to = (0..parts).map(sender).collect();
        Threads { part, to, heard, round: 0, early: Vec::new() }
    };
    let exchanges: Vec<Threads> = receivers.into_iter().enumerate().map(exchange).collect();
    let work = &work;
    thread::scope(|scope| {
        let parts = exchanges.into_iter().map(|exchange| scope.spawn(move || work(exchange)));
        let parts: Vec<_> = parts.collect();
        let join = |part: thread::ScopedJoinHandle<'_, T>| {
            part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        parts.into_iter().map(join).collect()
    })
}

impl Exchange for Threads {
    fn part(&self) -> usize {
        self.part
    }

    fn parts(&self) -> usize {
        self.to.len()
    }

    fn send(&mut self, to: usize, message: Vec<u8>) {
        self.say(to, Content::Message(message));
    }

    fn end_round(&mut self) -> Result<Vec<(usize, Vec<u8>)>, Gone> {
        let round = self.round;
        self.say_to_others(|| Content::RoundEnded);
        let (now, later) = self.early.drain(..).partition(|packet| packet.round == round);
        self.early = later;
        let (mut early, mut messages, mut ended): (Vec<Packet>, _, _) = (now, Vec::new(), 1);
        early.reverse();
        while ended < self.to.len() {
            let packet = early.pop().map_or_else(|| self.heard.recv(), Ok).map_err(|_| Gone)?;
            match packet {
                packet if packet.round > round => self.early.push(packet),
                Packet { from, content: Content::Message(message), .. } => {
                    messages.push((from, message))
                }
                Packet { content: Content::RoundEnded, .. } => ended += 1,
                packet => {
                    // Another attempt to end the round must fail, too.
                    self.early.push(packet);
                    return Err(Gone);
                }
            }
        }
        self.round += 1;
        Ok(messages)
    }
}

impl Threads {
    fn say(&self, to: usize, content: Content) {
        let to = self.to[to].as_ref().expect("a part sends nothing to itself");
        // A part that has ended reports its own error.
        let _ = to.send(Packet { from: self.part, round: self.round, content });
    }

    fn say_to_others(&self, content: impl Fn() -> Content) {
        let others = (0..self.to.len()).filter(|&to| to != self.part);
        others.for_each(|to| self.say(to, content()));
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.say_to_others(|| Content::Gone);
    }
}

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
