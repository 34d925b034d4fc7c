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

#[cfg(test)]
mod tests {
    use super::name_part;
    use proptest::prelude::*;

    #[test]
    fn plain_names_stand_as_they_are() {
        for name in ["klotski-4x5", "1h4v4s", "gravity-5-5-4-misere", "a", "sixteen"] {
            assert_eq!(name_part(name), name);
        }
        for name in ["", ".", "..", "/../", "a/b", "a b", "環", "Dad's", "a\0", &"a".repeat(65)] {
            assert_ne!(name_part(name), name);
        }
    }

    proptest! {
        #[test]
        fn every_name_becomes_a_part_of_a_file_name(name in "(?s).{0,300}", other in "(?s).{0,9}") {
            let part = name_part(&name);
            prop_assert!((1..=64).contains(&part.len()) && !part.starts_with('.'), "{part}");
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
            prop_assert!(part.bytes().all(is_plain), "{part}");
            prop_assert!(name == other || part != name_part(&other), "{part}");
        }
    }
}
