//! Files and standard input, and the size limits of those that are read whole.

use super::output::is_stdout;
use anyhow::{Context, anyhow, bail};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The size limit of a file that is read whole.
#[derive(Clone, Copy)]
pub(super) struct SizeLimit {
    /// The kind of file, as errors name it: "a puzzle".
    pub what: &'static str,
    /// Number of bytes.
    pub most: u64,
}

impl SizeLimit {
    fn check(self, name: &str, size: u64) -> anyhow::Result<()> {
        match size > self.most {
            true => bail!("{name} is longer than {} bytes, the limit for {}", self.most, self.what),
            false => Ok(()),
        }
    }

    /// The bytes of a regular file. Pipes and devices, which may have no end, are refused.
    #[cfg(any(feature = "print", feature = "serve"))]
    pub fn read_file(self, path: &Path) -> anyhow::Result<Vec<u8>> {
        let cannot = || format!("cannot read {}", path.display());
        huarong_tables::storage::check_is_file(path).with_context(cannot)?;
        let file = File::open(path).with_context(cannot)?;
        let size = file.metadata().with_context(cannot)?.len();
        self.check(&path.display().to_string(), size)?;
        // Exactly, so that a file that grows takes no more.
        let mut bytes = Vec::with_capacity(size as usize);
        file.take(size).read_to_end(&mut bytes).with_context(cannot)?;
        Ok(bytes)
    }
}

/// A file or standard input, with its name for error messages.
pub(super) struct InputFile {
    pub name: String,
    pub input: Box<dyn Read>,
}

impl InputFile {
    pub fn stdin() -> Self {
        Self { name: "standard input".to_owned(), input: Box::new(io::stdin().lock()) }
    }

    /// Standard input for the path `-`, otherwise a file.
    pub fn at(path: impl AsRef<Path>) -> anyhow::Result<Self> {
        match path.as_ref() {
            path if is_stdout(path) => Ok(Self::stdin()),
            path => Self::file(path),
        }
    }

    pub fn file(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        Ok(Self { name, input: Box::new(file) })
    }

    /// The whole text. Reading stops at the size limit, so an endless device is refused, too.
    pub fn read(self, limit: SizeLimit) -> anyhow::Result<String> {
        let mut bytes = Vec::new();
        let read = self.input.take(limit.most + 1).read_to_end(&mut bytes);
        read.with_context(|| format!("cannot read {}", self.name))?;
        limit.check(&self.name, bytes.len() as u64)?;
        text_of(bytes, &self.name, limit.what, 1)
    }

    /// The text with all lines empty except one, which keeps its number. Later lines are not read.
    pub fn read_line(
        self,
        line: u32,
        SizeLimit { what, most }: SizeLimit,
    ) -> anyhow::Result<String> {
        let mut input = BufReader::new(self.input);
        let mut bytes = Vec::new();
        for number in 1..=line {
            bytes.clear();
            let read = (&mut input).take(most + 1).read_until(b'\n', &mut bytes);
            read.with_context(|| format!("cannot read {}", self.name))?;
            if bytes.len() as u64 > most {
                bail!(
                    "{}: line {number} is longer than {most} bytes, the limit for {what}",
                    self.name
                );
            }
            if bytes.is_empty() {
                break;
            }
        }
        let text = text_of(bytes, &self.name, what, line)?;
        Ok("\n".repeat(line as usize - 1) + &text)
    }
}

/// Bytes as text. `first` is the number of their first line, for error messages.
fn text_of(bytes: Vec<u8>, name: &str, what: &str, first: u32) -> anyhow::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = first as usize + before.iter().filter(|&&byte| byte == b'\n').count();
        anyhow!("{name}: line {line} is not UTF-8, and {what} must be text")
    })
}
