//! A folder that a command fills with files.

use super::session::disk;
use anyhow::{Context, bail};
use huarong_tables::storage::{Storage, Unfinished};
use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A folder of files. They are removed in the end, unless they are [kept](Self::keep). So is an empty folder, unless it was there
/// before.
pub(super) struct OutputFolder {
    directory: PathBuf,
    made: Rc<Made>,
}

/// The new files and folders of a folder and of those in it.
#[derive(Default)]
struct Made {
    files: RefCell<Vec<PathBuf>>,
    folders: RefCell<Vec<PathBuf>>,
}

/// The beginning of the names of unfinished files.
const PREFIX: &str = ".huarong-output-";

impl OutputFolder {
    /// An empty directory, which is made if it is missing. So a search does not end with files that cannot be written, or
    /// with those of an earlier search among its own.
    pub fn new(directory: impl Into<PathBuf>) -> anyhow::Result<Self> {
        Self::with(directory.into(), Rc::default())
    }

    fn with(directory: PathBuf, made: Rc<Made>) -> anyhow::Result<Self> {
        if !directory.exists() {
            made.folders.borrow_mut().push(directory.clone());
        }
        let disk = disk();
        let storage: &dyn Storage = &disk;
        let ready = storage.make_directories(&directory);
        ready.with_context(|| format!("cannot make the directory {}", directory.display()))?;
        storage.clear_abandoned(&directory, PREFIX);
        let names = storage.names(&directory);
        let names = names.with_context(|| format!("cannot read {}", directory.display()))?;
        if !names.is_empty() {
            bail!("{} is not empty: name another directory, or empty it", directory.display());
        }
        Ok(Self { directory, made })
    }

    /// The path.
    pub fn path(&self) -> &Path {
        &self.directory
    }

    /// Keeps the files: all of them are there.
    pub fn keep(self) {
        self.made.files.take();
    }

    /// A file that gets its name in [`give_name`](Self::give_name).
    pub fn unfinished(&self) -> anyhow::Result<Box<dyn Unfinished>> {
        let disk = disk();
        let storage: &dyn Storage = &disk;
        let file = storage.create(&self.directory, PREFIX);
        file.with_context(|| format!("cannot write to {}", self.directory.display()))
    }

    /// Gives a file its name. Returns its path.
    pub fn give_name(&self, file: Box<dyn Unfinished>, name: &str) -> anyhow::Result<PathBuf> {
        let path = self.new_path(name)?;
        let named = file.sync().and_then(|()| file.rename(&path));
        named.with_context(|| format!("cannot write {}", path.display()))?;
        self.made.files.borrow_mut().push(path.clone());
        Ok(path)
    }

    /// The path of a new file. What others wrote since the folder was empty is neither replaced nor removed.
    fn new_path(&self, name: &str) -> anyhow::Result<PathBuf> {
        let path = self.directory.join(name);
        if path.symlink_metadata().is_ok() {
            bail!("{} was written meanwhile: name another directory", path.display());
        }
        Ok(path)
    }

    /// A new folder in this one.
    #[cfg(feature = "serve")]
    pub fn folder(&self, name: &str) -> anyhow::Result<Self> {
        Self::with(self.directory.join(name), self.made.clone())
    }

    /// Writes a file. Returns its path.
    pub fn write_file(&self, name: &str, bytes: &[u8]) -> anyhow::Result<PathBuf> {
        let disk = disk();
        let storage: &dyn Storage = &disk;
        let path = self.new_path(name)?;
        let written = storage.write_whole(&path, PREFIX, |out| out.write_all(bytes));
        written.with_context(|| format!("cannot write {}", path.display()))?;
        self.made.files.borrow_mut().push(path.clone());
        Ok(path)
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        for file in self.files.get_mut() {
            let _ = fs::remove_file(file);
        }
        for folder in self.folders.get_mut().iter().rev() {
            // This fails if the folder has files.
            let _ = fs::remove_dir(folder);
        }
    }
}
