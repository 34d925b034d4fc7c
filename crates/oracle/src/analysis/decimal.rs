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

    #[cfg(feature = "serde")]
    fn number(self) -> f64 {
        self.ten_thousandths as f64 / 10_000.0
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
        serializer.serialize_f64(self.number())
    }
}

/// Reads such a number, below 225,179,981,368.5248, which is 2^51 ten-thousandths. Rounded numbers do not tell all larger
/// values apart.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Decimal {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        let nearest = Self { ten_thousandths: (number * 10_000.0).round() as u64 };
        if nearest.ten_thousandths < 1 << 51 && nearest.number() == number {
            return Ok(nearest);
        }
        Err(serde::de::Error::custom(format_args!(
            "{number} is no number from 0 to 225,179,981,368 with at most four decimals"
        )))
    }
}
