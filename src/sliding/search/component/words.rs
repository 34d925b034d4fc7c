//! What was reached, whatever the number of words that a position takes.

use super::reached::Reached;

/// What was reached, by how many words a position takes.
#[derive(Debug)]
pub(super) enum Words {
    One(Reached<1>),
    Two(Reached<2>),
    Four(Reached<4>),
    Eight(Reached<8>),
}

/// Puts what was reached where it belongs by the words of a position.
macro_rules! put {
    ($($words:literal => $way:ident),*) => {
        $(impl From<Reached<$words>> for Words {
            fn from(reached: Reached<$words>) -> Self {
                Self::$way(reached)
            }
        })*
    };
}
put!(1 => One, 2 => Two, 4 => Four, 8 => Eight);

/// What an expression says of what was reached, however many words a position takes.
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
