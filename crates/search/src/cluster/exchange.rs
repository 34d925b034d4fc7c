//! The interface for communication between parts.

use thiserror::Error;

/// Error: the connection to another part is lost, so the round cannot end.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the connection to another part of the work is lost")]
pub struct Gone;

/// Communication of one part with the others.
pub trait Exchange {
    /// The number of this part, from 0.
    fn part(&self) -> usize;

    /// The number of parts, including this one.
    fn parts(&self) -> usize;

    /// Sends a message to a part in the current round.
    ///
    /// # Panics
    ///
    /// Panics if there is no such part.
    fn send(&mut self, to: usize, message: Vec<u8>);

    fn send_to_others(&mut self, message: &[u8]) {
        let me = self.part();
        for to in (0..self.parts()).filter(|&to| to != me) {
            self.send(to, message.to_vec());
        }
    }

    /// Waits until all parts have ended the round, and returns the messages to this part. Each comes with the number of
    /// its sender. Messages of one sender are in the order in which it sent them.
    fn end_round(&mut self) -> Result<Vec<(usize, Vec<u8>)>, Gone>;
}

/// The only part of a search in one part.
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
        panic!("there is no part {to} in a search in one part");
    }

    fn end_round(&mut self) -> Result<Vec<(usize, Vec<u8>)>, Gone> {
        Ok(Vec::new())
    }
}
