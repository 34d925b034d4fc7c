//! The headings of options in the help of commands.

pub(super) const GLOBAL: &str = "Global";
pub(super) const INPUT: &str = "Input";
pub(super) const OUTPUT: &str = "Output";
pub(super) const SEARCH: &str = "Search";
pub(super) const LIMITS: &str = "Limits";
