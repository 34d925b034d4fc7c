//! Records of files, against bytes written by hand.

use huarong_tables::record;
use huarong_tables::record::FixedLength;

record! {
    #[derive(Clone, Debug, PartialEq)]
    struct Sample {
        magic: [u8; 3],
        small: u8,
        short: u16,
        word: u32,
        long: u64,
    }
}

const BYTES: [u8; 18] = *b"abc\x01\x03\x02\x07\x06\x05\x04\x0f\x0e\x0d\x0c\x0b\x0a\x09\x08";

const SAMPLE: Sample = Sample {
    magic: *b"abc",
    small: 1,
    short: 0x0203,
    word: 0x0405_0607,
    long: 0x0809_0a0b_0c0d_0e0f,
};

#[test]
fn records_are_little_endian_without_gaps() {
    assert_eq!(Sample::LEN, BYTES.len());
    assert_eq!(SAMPLE.to_bytes(), BYTES);
    let twice = [&BYTES[..], &BYTES, b"rest"].concat();
    let mut bytes = &twice[..];
    assert_eq!(Sample::take(&mut bytes), Some(SAMPLE));
    assert_eq!(Sample::take_all(&mut bytes, 1), Some(vec![SAMPLE]));
    assert_eq!(bytes, b"rest");
}

#[test]
fn records_that_end_early_are_refused() {
    for end in 0..BYTES.len() {
        assert_eq!(Sample::take(&mut &BYTES[..end]), None, "{end} bytes");
    }
    for count in [2, usize::MAX / 18, usize::MAX] {
        assert_eq!(Sample::take_all(&mut &BYTES[..], count), None, "{count} records");
    }
    assert_eq!(Sample::take_all(&mut &BYTES[..], 0), Some(vec![]));
}
