//! Messages between the parts of a search other than frontiers: reports of levels, and numbers to agree on.

use super::error::SearchError;
use crate::cluster::Exchange;
use crate::cluster::varint::{put_number, take_byte, take_number};

/// Kinds of messages, given by their first byte.
pub const FRONTIER: u8 = 0;
const REPORT: u8 = 1;
const NUMBER: u8 = 2;

/// Report of a part, or of all parts, about a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelReport {
    pub found: u64,
    /// Whether a checkpoint is due. The first part decides this.
    pub is_due: bool,
}

pub fn malformed(from: usize) -> SearchError {
    SearchError::Message(from)
}

impl LevelReport {
    /// Exchanges reports in a round of its own, and returns the sum of all parts.
    pub fn of_all(self, exchange: &mut dyn Exchange) -> Result<Self, SearchError> {
        self.send(exchange);
        let mut all = self;
        for (from, message) in exchange.end_round()? {
            all.add(from, &message).ok_or_else(|| malformed(from))?;
        }
        Ok(all)
    }

    pub fn send(self, exchange: &mut dyn Exchange) {
        let mut message = vec![REPORT, u8::from(self.is_due)];
        put_number(&mut message, self.found);
        exchange.send_to_others(&message);
    }

    /// Adds the report of another part; `None` if the message is not a report.
    pub fn add(&mut self, from: usize, message: &[u8]) -> Option<()> {
        let (&REPORT, mut rest) = message.split_first()? else { return None };
        self.is_due |= take_byte(&mut rest)? == 1 && from == 0;
        self.found = self.found.checked_add(take_number(&mut rest)?)?;
        Some(())
    }
}

/// The lowest level from which all parts can continue; `None` if any part has to start again.
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

/// The largest of the numbers of all parts.
pub fn agree_on_most(exchange: &mut dyn Exchange, mine: u64) -> Result<u64, SearchError> {
    let theirs = numbers_of_others(exchange, mine)?;
    Ok(theirs.into_iter().map(|(_, number)| number).fold(mine, u64::max))
}

/// Sends a number to the other parts and receives theirs, each with its sender.
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
