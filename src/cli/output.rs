//! What commands print to standard output.

use clap::ValueEnum;
use std::io;

/// How to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// One JSON object a line
    Json,
    /// Comma-separated values with a header
    Csv,
}

/// Whether an error only says that nobody reads the output any more.
pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// A number with its thousands set apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun, in the plural where it is not one.
pub(super) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// The word for a unit step of column and row.
pub(super) fn direction_word(step: (i8, i8)) -> &'static str {
    match step {
        (1, _) => "right",
        (-1, _) => "left",
        (_, 1) => "down",
        _ => "up",
    }
}

/// The arrow for a unit step of column and row.
pub(super) fn direction_arrow(step: (i8, i8)) -> char {
    match step {
        (1, _) => '→',
        (-1, _) => '←',
        (_, 1) => '↓',
        _ => '↑',
    }
}
