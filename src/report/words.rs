//! Numbers in words for people.

/// A number with its thousands set apart.
pub fn grouped(number: u64) -> String {
    grouped_digits(&number.to_string())
}

/// The digits of a number of any size with its thousands set apart.
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

/// A count with its noun, in the plural where it is not one.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}
