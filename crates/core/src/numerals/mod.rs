//! Formatting for people: digit groups, counts with nouns, amounts of memory, excerpts of long texts.

use std::fmt::{self, Debug, Display, Formatter};

/// An amount of memory, rounded up: 500 kB, 8.4 MB, 22 MB, 10.4 GB. Round amounts stay as they are: 20.5 MB, 8 MiB, 1 GiB.
pub struct Amount(pub u64);

impl Display for Amount {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(bytes) = *self;
        let (unit, name, has_tenths) = match bytes {
            0..1_000_000 => (1_000, "kB", false),
            1_000_000..10_000_000 => (1_000_000, "MB", true),
            10_000_000..10_000_000_000 => (1_000_000, "MB", false),
            10_000_000_000.. => (1_000_000_000, "GB", true),
        };
        let tenth = unit / 10;
        let is_round = bytes.is_multiple_of(tenth);
        // Large amounts are whole numbers of KiB by chance only.
        let mut binary = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")].into_iter();
        match binary.find(|(size, _)| *size >= unit && bytes.is_multiple_of(*size)) {
            Some((size, name)) if !is_round => write!(f, "{} {name}", bytes / size),
            _ if is_round || has_tenths => write!(f, "{} {name}", tenths(bytes.div_ceil(tenth))),
            _ => write!(f, "{} {name}", bytes.div_ceil(unit)),
        }
    }
}

/// A number of tenths as decimal, without a zero after the point.
fn tenths(number: u64) -> String {
    match number % 10 {
        0 => (number / 10).to_string(),
        rest => format!("{}.{rest}", number / 10),
    }
}

/// A number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    grouped_digits(&number.to_string())
}

/// Decimal digits of any length in groups of three.
pub fn grouped_digits(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun, plural unless the count is 1.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// A range of moves: `3 to 5 moves`, or `1 move` if both ends are 1.
pub fn range_of_moves(least: u16, most: u16) -> String {
    match least == most {
        true => counted(most.into(), "move"),
        false => format!("{least} to {}", counted(most.into(), "move")),
    }
}

/// A number in at most four characters: 950, 9.5k, 950k, 9.5M.
pub fn short(number: u64) -> String {
    let units = [(1_000_000, "M"), (1_000, "k")];
    match units.into_iter().find(|&(size, _)| number >= size) {
        Some((size, unit)) if number >= 100 * size => format!("{}{unit}", number / size),
        Some((size, unit)) => format!("{:.1}{unit}", number as f64 / size as f64),
        None => number.to_string(),
    }
}

/// A text in a message: whole, or its beginning and its number of characters. `{:?}` puts it in quotation marks.
pub struct Excerpt<'t>(pub &'t str);

impl Excerpt<'_> {
    /// The most characters of a text that a message shows.
    const MOST: usize = 60;

    /// The part to show, and the text for the rest.
    fn parts(&self) -> (&str, String) {
        match self.0.char_indices().nth(Self::MOST) {
            None => (self.0, String::new()),
            Some((end, _)) => {
                let characters = grouped(self.0.chars().count() as u64);
                (&self.0[..end], format!("… ({characters} characters)"))
            }
        }
    }
}

impl Display for Excerpt<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (shown, rest) = self.parts();
        write!(f, "{shown}{rest}")
    }
}

impl Debug for Excerpt<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (shown, rest) = self.parts();
        write!(f, "{shown:?}{rest}")
    }
}
