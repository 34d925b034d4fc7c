//! Names that become parts of file names.

use huarong_tables::storage::names::name_part;
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
