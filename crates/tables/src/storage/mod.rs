//! Files of tables: reading, writing, locking and renaming.
//!
//! Tables and atlases use files through a [`Storage`]: [`Disk`], or [`Memory`], which leaves no files. Tests use a
//! storage of their own, which loses whatever a crash may lose.

mod bytes;
mod directories;
#[cfg(feature = "disk")]
mod disk;
mod memory;
pub mod names;
#[cfg(feature = "disk")]
pub mod positioned;
mod traits;
mod whole_file;

pub use bytes::Bytes;
#[cfg(feature = "disk")]
pub use bytes::check_is_file;
#[cfg(feature = "disk")]
pub use disk::{Disk, write_whole};
pub use memory::Memory;
pub use names::{name_part, slug};
pub use traits::{Lock, Storage, Unfinished};
pub use whole_file::check_replaceable;
