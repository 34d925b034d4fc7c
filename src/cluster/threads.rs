//! Parts that are threads of one process.

use super::exchange::{Exchange, Gone};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// What a thread's part sends through, and where it hears of the others.
#[derive(Debug)]
pub struct Threads {
    part: usize,
    /// To each part but this one.
    to: Vec<Option<Sender<Said>>>,
    heard: Receiver<Said>,
    round: u64,
    /// What was heard of later rounds.
    early: Vec<Said>,
}

/// A part's word to another in a round.
#[derive(Debug)]
struct Said {
    from: usize,
    round: u64,
    word: Word,
}

#[derive(Debug)]
enum Word {
    Parcel(Vec<u8>),
    /// It has sent all that it sends in this round.
    RoundEnded,
    /// It is gone: it will not end this round, nor any later one.
    Gone,
}

/// Runs so many parts of some work, each on a thread of its own; what each gives, in their order.
///
/// ```
/// use huarong::cluster::{Exchange, together};
///
/// let sums = together(3, |mut exchange| {
///     let (me, parts) = (exchange.part(), exchange.parts());
///     (0..parts).filter(|&to| to != me).for_each(|to| exchange.send(to, vec![me as u8]));
///     exchange.end_round().expect("nobody is gone").into_iter().map(|(_, parcel)| parcel[0]).sum::<u8>()
/// });
/// assert_eq!(sums, [3, 2, 1], "what the two others sent");
/// ```
pub fn together<T: Send>(parts: usize, work: impl Fn(Threads) -> T + Sync) -> Vec<T> {
    let (senders, receivers): (Vec<_>, Vec<_>) = (0..parts).map(|_| channel()).unzip();
    let exchange = |(part, heard)| {
        // Not to itself: only others may keep its channel open.
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

    fn send(&mut self, to: usize, parcel: Vec<u8>) {
        self.say(to, Word::Parcel(parcel));
    }

    fn end_round(&mut self) -> Result<Vec<(usize, Vec<u8>)>, Gone> {
        let round = self.round;
        self.say_to_others(|| Word::RoundEnded);
        let (now, later) = self.early.drain(..).partition(|said| said.round == round);
        self.early = later;
        let (mut early, mut parcels, mut ended): (Vec<Said>, _, _) = (now, Vec::new(), 1);
        early.reverse();
        while ended < self.to.len() {
            let said = early.pop().map_or_else(|| self.heard.recv(), Ok).map_err(|_| Gone)?;
            match said {
                said if said.round > round => self.early.push(said),
                Said { from, word: Word::Parcel(parcel), .. } => parcels.push((from, parcel)),
                Said { word: Word::RoundEnded, .. } => ended += 1,
                said => {
                    // The round does not end if it is tried again either.
                    self.early.push(said);
                    return Err(Gone);
                }
            }
        }
        self.round += 1;
        Ok(parcels)
    }
}

impl Threads {
    fn say(&self, to: usize, word: Word) {
        let to = self.to[to].as_ref().expect("a part sends nothing to itself");
        // A part that is gone has ended with an error, of which its own thread tells.
        let _ = to.send(Said { from: self.part, round: self.round, word });
    }

    fn say_to_others(&self, word: impl Fn() -> Word) {
        let others = (0..self.to.len()).filter(|&to| to != self.part);
        others.for_each(|to| self.say(to, word()));
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.say_to_others(|| Word::Gone);
    }
}
