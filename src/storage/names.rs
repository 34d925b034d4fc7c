//! Parts of file names that stand for names which people chose.

use std::borrow::Cow;
use xxhash_rust::xxh3::xxh3_64;

/// Most bytes of a name that stands in a file name as it is.
const LONGEST: usize = 64;
/// Most letters of a slug.
const LONGEST_SLUG: usize = 40;

/// A name as a part of a file name: the name itself if it is short and plain (letters, digits, `-`, `_` and `.` of
/// ASCII, no `.` first), or else its slug and its hash. No separator, no reserved character and no over-long file name
/// comes of any name.
pub fn name_part(name: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let is_short = (1..=LONGEST).contains(&name.len());
    if is_short && name.bytes().all(is_plain) && !name.starts_with('.') {
        return name.into();
    }
    format!("{}-{:016x}", slug(name), xxh3_64(name.as_bytes())).into()
}

/// The words of a name in small letters and digits of ASCII, joined by `-`; `puzzle` if it has none.
pub fn slug(name: &str) -> String {
    let sign =
        |sign: char| if sign.is_ascii_alphanumeric() { sign.to_ascii_lowercase() } else { ' ' };
    let words: String = name.chars().filter(|&sign| sign != '\'').map(sign).collect();
    let joined = words.split_whitespace().collect::<Vec<_>>().join("-");
    let cut: String = joined.chars().take(LONGEST_SLUG).collect();
    let cut = cut.trim_end_matches('-');
    if cut.is_empty() { "puzzle".to_owned() } else { cut.to_owned() }
}
