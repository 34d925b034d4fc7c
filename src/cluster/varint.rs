//! Numbers in messages, in as many bytes as they need: seven bits each, the lowest first, the highest bit set where
//! more follow (LEB128).

/// Appends a number.
pub(crate) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number that [`put_number`] appended; `None` if the bytes do not begin with one.
#[inline]
pub(crate) fn take_number(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = take_byte(rest)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Takes one byte.
pub(crate) fn take_byte(rest: &mut &[u8]) -> Option<u8> {
    let (&byte, behind) = rest.split_first()?;
    *rest = behind;
    Some(byte)
}

#[cfg(test)]
mod tests {
    use super::*;
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
}
