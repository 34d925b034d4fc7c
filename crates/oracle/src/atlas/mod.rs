//! Atlas: the tables of a family in one directory. This module finds, opens and builds them.
//!
//! One file, `klotski-4x5-finger.huarong`, can hold all piece sets of the family under one metric. A piece set that was
//! built alone has its own file, `klotski-4x5-1h4v4s-finger.huarong`, which is looked up first. A table can also
//! consist of shards, `klotski-4x5-1h4v4s-finger.0-of-2.huarong` and so on, which are read like one file if the whole
//! file does not exist.
//!
//! Short, plain names of families and piece sets appear unchanged in file names. A plain name has at most 64 ASCII
//! letters, digits, `-`, `_` and `.`. Other names are replaced by a slug and a hash.

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
