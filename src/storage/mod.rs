//! Files: their bytes, and files that appear under their names whole or not at all.

mod bytes;
mod whole;

pub use bytes::Bytes;
pub use whole::write_whole;
