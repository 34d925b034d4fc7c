//! How the parts of some work speak with one another.

use thiserror::Error;

/// That another part is gone, so that a round has no end.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("another part of the work is gone")]
pub struct Gone;

/// How a part of some work speaks with the others.
pub trait Exchange {
    /// The number of this part, from 0.
    fn part(&self) -> usize;

    /// How many parts there are, this one included.
    fn parts(&self) -> usize;

    /// Sends bytes to a part in the round that has not ended yet.
    ///
    /// # Panics
    ///
    /// Where there is no such part.
    fn send(&mut self, to: usize, parcel: Vec<u8>);

    /// Sends the same bytes to all other parts.
    fn send_to_others(&mut self, parcel: &[u8]) {
        let me = self.part();
        for to in (0..self.parts()).filter(|&to| to != me) {
            self.send(to, parcel.to_vec());
        }
    }

    /// Ends the round, once all parts have, and gives what the others sent to this one in it: each with the number of
    /// the part that it is from, those of one part in the order in which they were sent.
    fn end_round(&mut self) -> Result<Vec<(usize, Vec<u8>)>, Gone>;
}

/// One part that does all of the work: there are no others to speak with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Exchange for Alone {
    fn part(&self) -> usize {
        0
    }

    fn parts(&self) -> usize {
        1
    }

    fn send(&mut self, to: usize, _: Vec<u8>) {
        panic!("there is no part {to} beside the only one");
    }

    fn end_round(&mut self) -> Result<Vec<(usize, Vec<u8>)>, Gone> {
        Ok(Vec::new())
    }
}
