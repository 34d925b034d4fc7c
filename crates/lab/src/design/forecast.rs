//! Estimates of the time of a search, and of how rare puzzles are that fit, from the beginning of the search.

use super::order::Order;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::numerals::{counted, grouped};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The beginning of a search.
pub(super) struct Forecast<'o> {
    order: &'o Order<'o>,
    /// `None` in a browser, which has no such clock.
    since: Option<Instant>,
    is_said: AtomicBool,
}

/// How much of a search has been done: units of work, and starts that satisfy the conditions, of those that were searched.
pub(super) struct Done {
    pub units: u64,
    pub total: u64,
    pub fitting: u64,
    pub among: u64,
}

/// The time after which the rest of a search is estimated, and the shortest rest that is worth a message.
const PILOT: Duration = Duration::from_secs(1);
const SHORTEST: Duration = Duration::from_secs(10);

impl<'o> Forecast<'o> {
    pub fn new(order: &'o Order<'o>) -> Self {
        let since = (!cfg!(target_family = "wasm")).then(Instant::now);
        Self { order, since, is_said: AtomicBool::new(false) }
    }

    /// Says once how long the search takes if it goes on as it has begun, with the nouns for a unit and a start.
    pub fn say(
        &self,
        done: &Done,
        (unit, start): (&str, &str),
        effort: Effort<'_>,
    ) -> Result<(), Cancelled> {
        let spent = self.since.map_or(Duration::ZERO, |since| since.elapsed());
        if spent < PILOT || done.units == 0 || self.is_said.swap(true, Relaxed) {
            return Ok(());
        }
        let left = done.total.saturating_sub(done.units) as f64 / done.units as f64;
        let left = spent.as_secs_f64() * left;
        if left < SHORTEST.as_secs_f64() {
            return Ok(());
        }
        // A graded set can be complete before. Candidates may fail the other conditions.
        let about = if self.order.graded.is_some() { "at most about" } else { "about" };
        let rarity = match done.among.checked_div(done.fitting) {
            None => format!("no {start} fits so far"),
            Some(among) => {
                let most = if self.order.has_checks() { "at most" } else { "about" };
                format!("{most} 1 of {} fits", counted(among, start))
            }
        };
        effort.notice(format_args!(
            "{about} {} for {}, judging by the first {}; {rarity}",
            in_words(left),
            counted(done.total, unit),
            grouped(done.units),
        ))
    }
}

/// A time in the largest unit of which it has two.
fn in_words(seconds: f64) -> String {
    let units = [(86_400.0, "day"), (3600.0, "hour"), (60.0, "minute")];
    let (unit, name) =
        units.into_iter().find(|(unit, _)| seconds >= 2.0 * unit).unwrap_or((1.0, "second"));
    counted((seconds / unit).round() as u64, name)
}
