//! x
pub mod puzzle;
pub mod retrograde;
pub mod space;
