//! Reached positions, for any number of words per position.

use super::reached::Reached;

/// Reached positions, by the number of words per position.
#[derive(Debug)]
pub(super) enum Words {
    One(Reached<1>),
    Two(Reached<2>),
    Four(Reached<4>),
    Eight(Reached<8>),
}

/// Implements the conversion for each number of words.
macro_rules! put {
    ($($words:literal => $path:ident),*) => {
        $(impl From<Reached<$words>> for Words {
            fn from(reached: Reached<$words>) -> Self {
                Self::$path(reached)
            }
        })*
    };
}
put!(1 => One, 2 => Two, 4 => Four, 8 => Eight);

/// Evaluates an expression for any number of words.
macro_rules! with_reached {
    ($words:expr, $reached:ident => $said:expr) => {
        match $words {
            Words::One($reached) => $said,
            Words::Two($reached) => $said,
            Words::Four($reached) => $said,
            Words::Eight($reached) => $said,
        }
    };
}

pub(super) use with_reached;
