//! Parts as threads of one process.

use super::exchange::{Exchange, Gone};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

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
///
/// ```
/// use huarong_search::cluster::{Exchange, together};
///
/// let sums = together(3, |mut exchange| {
///     let (me, parts) = (exchange.part(), exchange.parts());
///     (0..parts).filter(|&to| to != me).for_each(|to| exchange.send(to, vec![me as u8]));
///     exchange.end_round().expect("no part has ended").into_iter().map(|(_, message)| message[0]).sum::<u8>()
/// });
/// assert_eq!(sums, [3, 2, 1], "what the two others sent");
/// ```
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
