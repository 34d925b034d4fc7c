//! Records of files: fields of fixed length, one after another, with numbers in little-endian order.

/// A value of fixed length in a file.
pub trait FixedLength: Sized {
    /// Its length in bytes.
    const LEN: usize;

    /// Appends it to some bytes.
    fn put(&self, bytes: &mut Vec<u8>);

    /// Decodes it from the beginning of some bytes, and removes it there; `None` if there are too few.
    fn take(bytes: &mut &[u8]) -> Option<Self>;

    /// Its bytes.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::LEN);
        self.put(&mut bytes);
        bytes
    }

    /// Decodes `count` values from the beginning of some bytes, and removes them there.
    fn take_all(bytes: &mut &[u8], count: usize) -> Option<Vec<Self>> {
        let mut rest = bytes.split_off(..count.checked_mul(Self::LEN)?)?;
        // Collecting options would not reserve memory.
        let mut values = Vec::with_capacity(count);
        for _ in 0..count {
            values.push(Self::take(&mut rest)?);
        }
        Some(values)
    }
}

macro_rules! number {
    ($($number:ty)*) => {$(
        impl FixedLength for $number {
            const LEN: usize = size_of::<Self>();

            fn put(&self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }

            fn take(bytes: &mut &[u8]) -> Option<Self> {
                FixedLength::take(bytes).map(Self::from_le_bytes)
            }
        }
    )*};
}

number! { u8 u16 u32 u64 }

impl<const N: usize> FixedLength for [u8; N] {
    const LEN: usize = N;

    fn put(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self);
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let (first, rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        Some(*first)
    }
}

/// Defines a struct that is a record.
#[macro_export]
macro_rules! record {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$field_attribute:meta])* $field_visibility:vis $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $name {
            $($(#[$field_attribute])* $field_visibility $field: $type,)*
        }

        impl $crate::record::FixedLength for $name {
            const LEN: usize = 0 $(+ <$type as $crate::record::FixedLength>::LEN)*;

            fn put(&self, bytes: &mut Vec<u8>) {
                $($crate::record::FixedLength::put(&self.$field, bytes);)*
            }

            fn take(bytes: &mut &[u8]) -> Option<Self> {
                Some(Self { $($field: $crate::record::FixedLength::take(bytes)?,)* })
            }
        }
    };
}
