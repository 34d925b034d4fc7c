//! An atlas: the tables of a family in one directory, found, opened and built.
//!
//! All piece sets of the family under one metric may be in one file, `klotski-4x5-finger.huarong`; a piece set built
//! on its own has a file of its own, `klotski-4x5-1h4v4s-finger.huarong`, which is looked for first. Either may lie in
//! shards, `klotski-4x5-1h4v4s-finger.0-of-2.huarong` and so on, which are read like one file where the whole is not
//! there.
//!
//! Names of families and of piece sets stand in file names as they are if they are short and plain: at most 64 letters,
//! digits, `-`, `_` and `.` of ASCII. A slug and a hash stand for any other name.

mod build;
mod files;
mod open;
mod pack;
mod part;
mod plan;
mod subject;
mod work;

pub use files::{Atlas, Scope, TableFile};
pub use open::{SetTable, SetTables};
pub use pack::Repacked;
pub use plan::{BuildError, Plan, Summary};
pub use subject::{family_of, subject};
