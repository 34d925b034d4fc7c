//! Files: their bytes, and files that appear under their names whole or not at all.
//!
//! What tables and atlases ask of files is a [`Storage`]: [`Disk`], or [`Memory`] for what is to leave nothing. Tests
//! put another in its place, which loses whatever a crash may lose.

mod bytes;
mod directories;
#[cfg(feature = "disk")]
mod disk;
mod memory;
#[cfg(not(feature = "internals"))]
mod names;
#[cfg(feature = "internals")]
pub mod names;
#[cfg(all(feature = "disk", not(feature = "internals")))]
mod positioned;
#[cfg(all(feature = "disk", feature = "internals"))]
pub mod positioned;
mod traits;
mod whole;

pub use bytes::Bytes;
#[cfg(feature = "disk")]
pub use disk::{Disk, write_whole};
pub use memory::Memory;
pub(crate) use names::{name_part, slug};
pub use traits::{Lock, Storage, Unfinished};
pub use whole::check_replaceable;
