//! Rounded means and ratios.

use num_bigint::BigUint;
use std::fmt;

/// A number with four decimal places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decimal {
    ten_thousandths: u64,
}

impl Decimal {
    /// The mean of a histogram of the numbers 0, 1, 2 …, rounded; `None` if all counts are 0.
    pub fn mean(counts: &[u64]) -> Option<Self> {
        let count: u128 = counts.iter().map(|&count| u128::from(count)).sum();
        let each = (0u128..).zip(counts);
        let total: u128 = each.map(|(each, &count)| each * u128::from(count)).sum();
        Self::ratio(total.into(), count.into())
    }

    /// A ratio, rounded; `None` if the divisor is 0 or the result exceeds 64 bits.
    pub fn ratio(dividend: BigUint, divisor: BigUint) -> Option<Self> {
        if divisor == BigUint::ZERO {
            return None;
        }
        let rounded = (dividend * 10_000u32 + &divisor / 2u8) / divisor;
        Some(Self { ten_thousandths: rounded.try_into().ok()? })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:04}", self.ten_thousandths / 10_000, self.ten_thousandths % 10_000)
    }
}

/// Serializes as a number.
#[cfg(feature = "serde")]
impl serde::Serialize for Decimal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.ten_thousandths as f64 / 10_000.0)
    }
}
