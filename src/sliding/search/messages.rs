//! What the parts of a search tell one another besides their frontiers: how a level went, and numbers to agree on.

use super::error::SearchError;
use crate::cluster::Exchange;
use crate::cluster::varint::{put_number, take_byte, take_number};

/// Kinds of messages: their first byte.
pub const FRONTIER: u8 = 0;
const TALLY: u8 = 1;
const NUMBER: u8 = 2;

/// How a level went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions found.
    pub found: u64,
    /// Whether it is time for a checkpoint; the first part decides.
    pub is_due: bool,
}

/// The error for a message that no part sends.
pub fn malformed(from: usize) -> SearchError {
    SearchError::Message(from)
}

impl Tally {
    /// How the level went for all parts, in a round of its own.
    pub fn of_all(self, exchange: &mut dyn Exchange) -> Result<Self, SearchError> {
        self.send(exchange);
        let mut all = self;
        for (from, message) in exchange.end_round()? {
            all.add(from, &message).ok_or_else(|| malformed(from))?;
        }
        Ok(all)
    }

    /// Sends it to all others.
    pub fn send(self, exchange: &mut dyn Exchange) {
        let mut message = vec![TALLY, u8::from(self.is_due)];
        put_number(&mut message, self.found);
        exchange.send_to_others(&message);
    }

    /// Adds what another part sent; `None` if the message is not a tally.
    pub fn add(&mut self, from: usize, message: &[u8]) -> Option<()> {
        let (&TALLY, mut rest) = message.split_first()? else { return None };
        self.is_due |= take_byte(&mut rest)? == 1 && from == 0;
        self.found = self.found.checked_add(take_number(&mut rest)?)?;
        Some(())
    }
}

/// The lowest of the levels from which all parts can resume; `None` if one of them has to start again.
pub fn agree_on_level(
    exchange: &mut dyn Exchange,
    level: Option<u16>,
) -> Result<Option<u16>, SearchError> {
    let mut lowest = level;
    let mine = level.map_or(0, |level| u64::from(level) + 1);
    for (from, theirs) in numbers_of_others(exchange, mine)? {
        let theirs = u16::try_from(theirs).map_err(|_| malformed(from))?;
        lowest = lowest.min(theirs.checked_sub(1));
    }
    Ok(lowest)
}

/// The largest of the numbers that the parts have.
pub fn agree_on_most(exchange: &mut dyn Exchange, mine: u64) -> Result<u64, SearchError> {
    let theirs = numbers_of_others(exchange, mine)?;
    Ok(theirs.into_iter().map(|(_, number)| number).fold(mine, u64::max))
}

/// Sends a number to the others and receives theirs, each with its part.
fn numbers_of_others(
    exchange: &mut dyn Exchange,
    mine: u64,
) -> Result<Vec<(usize, u64)>, SearchError> {
    let mut message = vec![NUMBER];
    put_number(&mut message, mine);
    exchange.send_to_others(&message);
    let number = |(from, message): (usize, Vec<u8>)| match message.split_first() {
        Some((&NUMBER, mut rest)) => {
            take_number(&mut rest).map(|number| (from, number)).ok_or_else(|| malformed(from))
        }
        _ => Err(malformed(from)),
    };
    exchange.end_round()?.into_iter().map(number).collect()
}
