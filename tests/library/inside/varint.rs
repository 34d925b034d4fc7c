//! Variable-length numbers in messages.

use huarong_search::cluster::varint::{put_number, take_number};
use proptest::prelude::*;

proptest! {
    #[test]
    fn numbers_come_back(number: u64, shift in 0..64u32, behind: u8) {
        let mut bytes = Vec::new();
        put_number(&mut bytes, number >> shift);
        let bits = 64 - (number >> shift).leading_zeros();
        prop_assert_eq!(bytes.len() as u32, bits.div_ceil(7).max(1));
        bytes.push(behind);
        let mut rest = &bytes[..];
        prop_assert_eq!(take_number(&mut rest), Some(number >> shift));
        prop_assert_eq!(rest, [behind]);
    }

    #[test]
    fn a_number_without_an_end_is_refused(bytes in proptest::collection::vec(0x80u8.., 0..12)) {
        prop_assert_eq!(take_number(&mut &bytes[..]), None);
    }
}

#[test]
fn the_example_of_the_format_is_written_so() {
    let mut bytes = Vec::new();
    put_number(&mut bytes, 624_485);
    assert_eq!(bytes, [0xe5, 0x8e, 0x26]);
}
