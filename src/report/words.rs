//! Numbers in words for people.

pub use crate::effort::{grouped, grouped_digits};

/// A count with its noun, in the plural where it is not one.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}
