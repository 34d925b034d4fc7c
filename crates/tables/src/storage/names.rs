//! Parts of file names for names that people chose.

use std::borrow::Cow;
use xxhash_rust::xxh3::xxh3_64;

/// Largest number of bytes of a name that is used unchanged.
const LONGEST: usize = 64;
/// Largest number of letters of a slug.
const LONGEST_SLUG: usize = 40;

/// Converts a name to a part of a file name. A name that is short and plain stays unchanged; any other becomes its slug
/// and its hash. Plain names have only ASCII letters, digits, `-`, `_` and `.`, and do not start with `.`. So the
/// result never contains a separator or a reserved character, and is never too long.
pub fn name_part(name: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let is_short = (1..=LONGEST).contains(&name.len());
    if is_short && name.bytes().all(is_plain) && !name.starts_with('.') {
        return name.into();
    }
    format!("{}-{:016x}", slug(name), xxh3_64(name.as_bytes())).into()
}

/// The words of a name in lower-case ASCII letters and digits, joined by `-`; `puzzle` if there are none.
pub fn slug(name: &str) -> String {
    let sign =
        |sign: char| if sign.is_ascii_alphanumeric() { sign.to_ascii_lowercase() } else { ' ' };
    let words: String = name.chars().filter(|&sign| sign != '\'').map(sign).collect();
    let joined = words.split_whitespace().collect::<Vec<_>>().join("-");
    let cut: String = joined.chars().take(LONGEST_SLUG).collect();
    let cut = cut.trim_end_matches('-');
    if cut.is_empty() { "puzzle".to_owned() } else { cut.to_owned() }
}
