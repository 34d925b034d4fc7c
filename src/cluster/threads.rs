//! Parts that are threads of one process.

use super::{Exchange, Gone};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// What a thread's part sends through, and where it hears of the others.
#[derive(Debug)]
pub struct Threads {
    part: usize,
    to: Vec<Sender<Said>>,
    heard: Receiver<Said>,
    round: u64,
    /// What was heard of later rounds.
    early: Vec<Said>,
}

/// A part's word to another in a round: a parcel, or, with none, that its round has ended.
#[derive(Debug)]
struct Said {
    from: usize,
    round: u64,
    parcel: Option<Vec<u8>>,
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
    let (to, heard): (Vec<_>, Vec<_>) = (0..parts).map(|_| channel()).unzip();
    let exchange =
        |(part, heard)| Threads { part, to: to.clone(), heard, round: 0, early: Vec::new() };
    let exchanges: Vec<Threads> = heard.into_iter().enumerate().map(exchange).collect();
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
        let said = Said { from: self.part, round: self.round, parcel: Some(parcel) };
        // A part that is gone has ended with an error, of which its own thread tells.
        let _ = self.to[to].send(said);
    }

    fn end_round(&mut self) -> Result<Vec<(usize, Vec<u8>)>, Gone> {
        let round = self.round;
        let others = (0..self.to.len()).filter(|&to| to != self.part);
        for to in others {
            let _ = self.to[to].send(Said { from: self.part, round, parcel: None });
        }
        let (now, later) = self.early.drain(..).partition(|said| said.round == round);
        self.early = later;
        let (mut early, mut parcels, mut ended): (Vec<Said>, _, _) = (now, Vec::new(), 1);
        early.reverse();
        while ended < self.to.len() {
            let said = early.pop().or_else(|| self.heard.recv().ok()).expect("it sends to itself");
            match said {
                said if said.round > round => self.early.push(said),
                Said { from, parcel: Some(parcel), .. } => parcels.push((from, parcel)),
                Said { parcel: None, .. } => ended += 1,
            }
        }
        self.round += 1;
        Ok(parcels)
    }
}
