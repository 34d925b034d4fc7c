//! Reading and writing at an offset of a file, independent of its cursor. Any number of threads may do so at once.

use std::fs::File;
use std::io;

/// Fills `bytes` from the file, starting at `offset`.
#[cfg(unix)]
pub fn read_exact_at(file: &File, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

/// Writes all of `bytes` to the file, starting at `offset`.
#[cfg(unix)]
pub fn write_all_at(file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, offset)
}

/// Fills `bytes` from the file, starting at `offset`.
#[cfg(not(unix))]
pub fn read_exact_at(file: &File, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
    whole(bytes.len(), io::ErrorKind::UnexpectedEof, |done| {
        some::read_at(file, offset + done as u64, &mut bytes[done..])
    })
}

/// Writes all of `bytes` to the file, starting at `offset`.
#[cfg(not(unix))]
pub fn write_all_at(file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    whole(bytes.len(), io::ErrorKind::WriteZero, |done| {
        some::write_at(file, offset + done as u64, &bytes[done..])
    })
}

/// Repeats a transfer, which gets the number of bytes done before, until all bytes are done.
#[cfg(not(unix))]
fn whole(
    bytes: usize,
    ended: io::ErrorKind,
    mut transfer: impl FnMut(usize) -> io::Result<usize>,
) -> io::Result<()> {
    let mut done = 0;
    while done < bytes {
        match transfer(done) {
            Ok(0) => return Err(ended.into()),
            Ok(more) => done += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Reads or writes at least one byte at an offset.
#[cfg(windows)]
mod some {
    use std::fs::File;
    use std::io;
    use std::os::windows::fs::FileExt;

    pub fn read_at(file: &File, offset: u64, bytes: &mut [u8]) -> io::Result<usize> {
        file.seek_read(bytes, offset)
    }

    pub fn write_at(file: &File, offset: u64, bytes: &[u8]) -> io::Result<usize> {
        file.seek_write(bytes, offset)
    }
}

/// For systems whose standard library cannot read and write at an offset. Tables can only be in memory there.
#[cfg(not(any(unix, windows)))]
mod some {
    use std::fs::File;
    use std::io;

    pub fn read_at(_: &File, _: u64, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn write_at(_: &File, _: u64, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
