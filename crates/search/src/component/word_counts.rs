//! Levels and distances, for any number of words per position.

use super::distances::DistanceTable;
use super::levels::KeyLevels;

/// Defines a type for any number of words per position, and its conversions.
macro_rules! any {
    ($(#[$doc:meta])* $any:ident of $one:ident) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub(in crate) enum $any {
            One($one<1>),
            Two($one<2>),
            Four($one<4>),
            Sixteen($one<16>),
        }

        any!($any of $one: 1 => One, 2 => Two, 4 => Four, 16 => Sixteen);
    };
    ($any:ident of $one:ident: $($words:literal => $variant:ident),*) => {
        $(impl From<$one<$words>> for $any {
            fn from(one: $one<$words>) -> Self {
                Self::$variant(one)
            }
        })*
    };
}

any! {
    /// Levels, by the number of words per position.
    AnyLevels of KeyLevels
}
any! {
    /// A map from positions to levels, by the number of words per position.
    AnyTable of DistanceTable
}

/// Evaluates an expression for any number of words.
macro_rules! with_words {
    ($any:ident, $value:expr, $one:ident => $said:expr) => {
        match $value {
            $any::One($one) => $said,
            $any::Two($one) => $said,
            $any::Four($one) => $said,
            $any::Sixteen($one) => $said,
        }
    };
}

pub(super) use with_words;
