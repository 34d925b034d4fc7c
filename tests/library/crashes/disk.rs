//! A disk in memory that knows what a crash may take from it.
//!
//! It promises no more than POSIX: what is written to a file lasts once the file was synced, and what is done to a
//! directory once the directory was synced, each directory for itself. A renaming is never half-done in that a name
//! leads nowhere that led somewhere before, but the old name may outlive it.

use huarong::storage::{Bytes, Lock, Storage, Unfinished};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

/// What is on a disk: what each file holds, and the directories, which hold `None`.
pub type Contents = BTreeMap<PathBuf, Option<Arc<Vec<u8>>>>;

/// The names on a disk, and which file each leads to; directories lead to none.
type Names = BTreeMap<PathBuf, Option<usize>>;

/// A disk at one moment.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// Files, which are found by their names, or no longer.
    files: Vec<File>,
    /// What programs see.
    names: Names,
    /// What no crash takes.
    lasting: Names,
    /// What was done to directories that have not been synced since, in order.
    pending: Vec<Change>,
}

/// A file, as programs see it and as no crash takes it.
#[derive(Clone, Debug, Default)]
struct File {
    bytes: Arc<Vec<u8>>,
    synced: Arc<Vec<u8>>,
}

/// Something done to a directory.
#[derive(Clone, Debug)]
enum Change {
    Made(PathBuf, Option<usize>),
    Renamed { from: PathBuf, to: PathBuf, file: usize },
    Removed(PathBuf),
}

/// What becomes of a change in a crash.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Lost,
    Kept,
    /// A renaming of which both names are left.
    Both,
}

/// What becomes of the bytes of files that were not synced. Where one is lost, what was synced there is left, or a
/// zero.
#[derive(Clone, Copy, Debug)]
enum Torn {
    /// All are there.
    Nowhere,
    /// Those from here on are lost, in sixteenths, and what the file has grown by.
    From(usize),
    /// The file has its length, but those from here on are lost, in sixteenths.
    ZerosFrom(usize),
    /// The later half was written first.
    ZerosFirst,
}

const TEARS: [Torn; 8] = [
    Torn::Nowhere,
    Torn::From(0),
    Torn::From(8),
    Torn::From(15),
    Torn::ZerosFrom(0),
    Torn::ZerosFrom(8),
    Torn::ZerosFrom(15),
    Torn::ZerosFirst,
];

/// Up to so many combinations of fates are tried; of more, the plainest and a sample.
const MOST_FATES: usize = 1 << 8;

impl Change {
    fn directory(&self) -> &Path {
        let (Self::Made(path, _) | Self::Renamed { to: path, .. } | Self::Removed(path)) = self;
        path.parent().expect("nothing is done to the root")
    }

    fn fates(&self) -> &'static [Fate] {
        match self {
            Self::Renamed { .. } => &[Fate::Lost, Fate::Kept, Fate::Both],
            _ => &[Fate::Lost, Fate::Kept],
        }
    }

    fn apply(&self, fate: Fate, names: &mut Names) {
        match self {
            _ if fate == Fate::Lost => {}
            Self::Made(path, file) => drop(names.insert(path.clone(), *file)),
            Self::Removed(path) => drop(names.remove(path)),
            Self::Renamed { from, to, file } => {
                names.insert(to.clone(), Some(*file));
                if fate == Fate::Kept {
                    names.remove(from);
                }
            }
        }
    }
}

impl Moment {
    /// A disk on which nothing is pending.
    pub fn settled(contents: &Contents) -> Self {
        let mut moment = Self::default();
        for (path, bytes) in contents {
            let file = bytes.as_ref().map(|bytes| {
                moment.files.push(File { bytes: bytes.clone(), synced: bytes.clone() });
                moment.files.len() - 1
            });
            moment.names.insert(path.clone(), file);
        }
        moment.lasting = moment.names.clone();
        moment
    }

    /// What programs see.
    pub fn contents(&self) -> Contents {
        self.contents_of(&self.names, Torn::Nowhere)
    }

    /// What may be left after a crash: every combination of what is pending having reached the disk or not, each with
    /// everything that may have become of bytes that were not synced. Where there are too many, none, all, all but
    /// one, one alone and a sample.
    pub fn survivors(&self, random: &mut ChaCha8Rng) -> BTreeSet<Contents> {
        let mut survivors = BTreeSet::new();
        for fates in self.fates(random) {
            let mut names = self.lasting.clone();
            for (change, fate) in self.pending.iter().zip(fates) {
                change.apply(fate, &mut names);
            }
            // What was in a directory that is lost is lost.
            let all = names.clone();
            let lasts = |path: &Path| path.parent().is_none() || all.contains_key(path);
            names.retain(|path, _| path.ancestors().all(lasts));
            survivors.extend(TEARS.map(|torn| self.contents_of(&names, torn)));
        }
        survivors
    }

    /// The combinations of fates to be tried.
    fn fates(&self, random: &mut ChaCha8Rng) -> Vec<Vec<Fate>> {
        let choices: Vec<&[Fate]> = self.pending.iter().map(Change::fates).collect();
        let combinations = choices.iter().try_fold(1, |product: usize, fates| {
            product.checked_mul(fates.len()).filter(|&product| product <= MOST_FATES)
        });
        if combinations.is_some() {
            return choices.iter().fold(vec![vec![]], |begun: Vec<Vec<Fate>>, fates| {
                let longer = |begun: &Vec<Fate>, &fate| [&begun[..], &[fate]].concat();
                let one = |begun| fates.iter().map(move |fate| longer(begun, fate));
                begun.iter().flat_map(one).collect()
            });
        }
        let count = choices.len();
        let mut tried = Vec::new();
        for (most, one) in [(Fate::Kept, Fate::Lost), (Fate::Lost, Fate::Kept)] {
            tried.push(vec![most; count]);
            for other in 0..count {
                let mut fates = vec![most; count];
                fates[other] = one;
                tried.push(fates);
            }
        }
        let any =
            |fates: &&[Fate], random: &mut ChaCha8Rng| fates[random.random_range(0..fates.len())];
        for _ in tried.len()..MOST_FATES {
            tried.push(choices.iter().map(|fates| any(fates, random)).collect());
        }
        tried
    }

    fn contents_of(&self, names: &Names, torn: Torn) -> Contents {
        let bytes = |&file: &usize| self.files[file].torn(torn);
        names.iter().map(|(path, file)| (path.clone(), file.as_ref().map(bytes))).collect()
    }
}

impl File {
    fn torn(&self, torn: Torn) -> Arc<Vec<u8>> {
        let (length, synced) = (self.bytes.len(), &*self.synced);
        if matches!(torn, Torn::Nowhere) || self.bytes == self.synced {
            return self.bytes.clone();
        }
        // What there is to lose begins where the two part.
        let same = self.bytes.iter().zip(synced).take_while(|(a, b)| a == b).count();
        let at = |sixteenths: usize| same + (length - same) * sixteenths / 16;
        let lost = match torn {
            Torn::Nowhere => 0..0,
            Torn::From(place) | Torn::ZerosFrom(place) => at(place)..length,
            Torn::ZerosFirst => same..at(8),
        };
        let mut bytes = self.bytes.to_vec();
        for at in lost.clone() {
            bytes[at] = synced.get(at).copied().unwrap_or(0);
        }
        if matches!(torn, Torn::From(_)) {
            bytes.truncate(lost.start.max(synced.len()));
        }
        Arc::new(bytes)
    }
}

/// What a disk does not do, though it says so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Neglect {
    Nothing,
    /// What is written to files lasts only by chance.
    FileSyncs,
    /// What is done to directories lasts only by chance.
    DirectorySyncs,
}

/// A disk that is in use, and all its moments since.
#[derive(Clone, Debug)]
pub struct Simulated(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    now: Moment,
    history: Vec<Moment>,
    neglect: Neglect,
    locked: BTreeSet<PathBuf>,
    /// Files that somebody writes.
    written: BTreeSet<usize>,
    /// How many operations were asked for, reading aside.
    operations: usize,
    /// The number of the one that fails.
    fails: Option<usize>,
    /// How many files were made.
    made: usize,
}

impl Simulated {
    /// A disk that goes on from some moment, with all locks free.
    pub fn at(moment: Moment, neglect: Neglect) -> Self {
        let history = vec![moment.clone()];
        let (locked, written, operations, fails, made) = Default::default();
        let state =
            State { now: moment, history, neglect, locked, written, operations, fails, made };
        Self(Arc::new(Mutex::new(state)))
    }

    /// The same, of which the operation with a number fails.
    pub fn failing(self, operation: usize) -> Self {
        self.state().fails = Some(operation);
        self
    }

    /// The disk as it is.
    pub fn now(&self) -> Moment {
        self.state().now.clone()
    }

    /// The disk as it was at first and after everything that was done to it.
    pub fn history(&self) -> Vec<Moment> {
        self.state().history.clone()
    }

    /// How many operations were asked for, reading aside.
    pub fn operations(&self) -> usize {
        self.state().operations
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("nobody panics here")
    }

    /// The state, for one operation more.
    fn operate(&self) -> io::Result<MutexGuard<'_, State>> {
        let mut state = self.state();
        state.operations += 1;
        match state.fails == Some(state.operations - 1) {
            true => Err(io::Error::new(io::ErrorKind::StorageFull, "it is simulated")),
            false => Ok(state),
        }
    }
}

impl State {
    fn change(&mut self, change: Change) {
        change.apply(Fate::Kept, &mut self.now.names);
        self.now.pending.push(change);
        self.remember();
    }

    fn remember(&mut self) {
        self.history.push(self.now.clone());
    }

    /// A new file, in a directory that must be there.
    fn make(&mut self, path: PathBuf) -> io::Result<usize> {
        self.check_directory(path.parent().expect("a file is in a directory"))?;
        let file = self.now.files.len();
        self.now.files.push(File::default());
        self.change(Change::Made(path, Some(file)));
        Ok(file)
    }

    fn check_directory(&self, path: &Path) -> io::Result<()> {
        match path.parent().is_none() || self.now.names.get(path) == Some(&None) {
            true => Ok(()),
            false => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

impl Storage for Simulated {
    fn names(&self, directory: &Path) -> io::Result<Vec<String>> {
        let state = self.state();
        state.check_directory(directory)?;
        let inside = state.now.names.keys().filter(|path| path.parent() == Some(directory));
        let name = |path: &PathBuf| path.file_name()?.to_str().map(str::to_owned);
        Ok(inside.filter_map(name).collect())
    }

    fn open(&self, path: &Path) -> io::Result<Bytes> {
        let state = self.state();
        match state.now.names.get(path) {
            Some(Some(file)) => Ok(Bytes::Read(state.now.files[*file].bytes.to_vec())),
            Some(None) => Err(io::ErrorKind::InvalidInput.into()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn is_directory(&self, path: &Path) -> bool {
        self.state().check_directory(path).is_ok()
    }

    fn make_directory(&self, path: &Path) -> io::Result<()> {
        let mut state = self.operate()?;
        state.check_directory(path.parent().expect("the root is there"))?;
        if state.now.names.contains_key(path) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        state.change(Change::Made(path.to_owned(), None));
        Ok(())
    }

    fn try_lock(&self, path: &Path) -> Result<Lock, TryLockError> {
        let mut state = self.operate().map_err(TryLockError::Error)?;
        if !state.now.names.contains_key(path) {
            state.make(path.to_owned()).map_err(TryLockError::Error)?;
        }
        match state.locked.insert(path.to_owned()) {
            true => Ok(Box::new(Locked(self.clone(), path.to_owned()))),
            false => Err(TryLockError::WouldBlock),
        }
    }

    /// Nobody shares it here.
    fn try_share(&self, path: &Path) -> Result<Lock, TryLockError> {
        self.try_lock(path)
    }

    fn create(&self, directory: &Path, prefix: &str) -> io::Result<Box<dyn Unfinished>> {
        let mut state = self.operate()?;
        let path = loop {
            state.made += 1;
            let path = directory.join(format!("{prefix}{}", state.made));
            if !state.now.names.contains_key(&path) {
                break path;
            }
        };
        let file = state.make(path.clone())?;
        state.written.insert(file);
        Ok(Box::new(Begun { disk: self.clone(), file, path: Some(path) }))
    }

    fn reopen(&self, path: &Path) -> io::Result<Box<dyn Unfinished>> {
        let mut state = self.state();
        match state.now.names.get(path).copied() {
            Some(Some(file)) if !state.written.insert(file) => {
                Err(io::ErrorKind::WouldBlock.into())
            }
            Some(Some(file)) => {
                Ok(Box::new(Begun { disk: self.clone(), file, path: Some(path.to_owned()) }))
            }
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.operate()?;
        match state.now.names.get(path) {
            Some(Some(_)) => state.change(Change::Removed(path.to_owned())),
            Some(None) => return Err(io::ErrorKind::IsADirectory.into()),
            None => return Err(io::ErrorKind::NotFound.into()),
        }
        Ok(())
    }

    fn sync_directory(&self, directory: &Path) -> io::Result<()> {
        let mut state = self.operate()?;
        state.check_directory(directory)?;
        if state.neglect != Neglect::DirectorySyncs {
            let now = &mut state.now;
            let is_synced = |change: &mut Change| change.directory() == directory;
            for change in now.pending.extract_if(.., is_synced) {
                change.apply(Fate::Kept, &mut now.lasting);
            }
        }
        state.remember();
        Ok(())
    }
}

/// A lock, given back when it is dropped.
struct Locked(Simulated, PathBuf);

impl Drop for Locked {
    fn drop(&mut self) {
        self.0.state().locked.remove(&self.1);
    }
}

/// A file that is being written, and its name until it is renamed.
#[derive(Debug)]
struct Begun {
    disk: Simulated,
    file: usize,
    path: Option<PathBuf>,
}

impl Begun {
    /// The file's bytes, as programs see them, to be changed; there is room for so many.
    fn bytes<'s>(&self, state: &'s mut State, length: usize) -> &'s mut Vec<u8> {
        let bytes = Arc::make_mut(&mut state.now.files[self.file].bytes);
        bytes.resize(bytes.len().max(length), 0);
        bytes
    }
}

impl Unfinished for Begun {
    fn reserve(&self, length: u64) -> io::Result<()> {
        let mut state = self.disk.operate()?;
        self.bytes(&mut state, length as usize);
        state.remember();
        Ok(())
    }

    fn cut(&self, length: u64) -> io::Result<()> {
        let mut state = self.disk.operate()?;
        let is_longer = state.now.files[self.file].bytes.len() as u64 > length;
        if is_longer {
            Arc::make_mut(&mut state.now.files[self.file].bytes).truncate(length as usize);
            state.remember();
        }
        Ok(())
    }

    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let state = self.disk.state();
        let there = state.now.files[self.file].bytes.get(offset as usize..).unwrap_or_default();
        let there = there.get(..bytes.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        bytes.copy_from_slice(there);
        Ok(())
    }

    /// Writes in two steps, so that a crash may come in between.
    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.disk.operate()?;
        let (first, second) = bytes.split_at(bytes.len() / 2);
        for (at, half) in [(0, first), (first.len(), second)] {
            let (start, end) = (offset as usize + at, offset as usize + at + half.len());
            self.bytes(&mut state, end)[start..end].copy_from_slice(half);
            state.remember();
        }
        Ok(())
    }

    fn sync(&self) -> io::Result<()> {
        let mut state = self.disk.operate()?;
        if state.neglect != Neglect::FileSyncs {
            let file = &mut state.now.files[self.file];
            file.synced = file.bytes.clone();
        }
        state.remember();
        Ok(())
    }

    fn name(&self) -> String {
        let path = self.path.as_ref().expect("it has a name");
        path.file_name().unwrap().to_str().unwrap().to_owned()
    }

    fn keep(mut self: Box<Self>) -> io::Result<()> {
        self.path = None;
        Ok(())
    }

    fn rename(mut self: Box<Self>, path: &Path) -> io::Result<()> {
        let mut state = self.disk.operate()?;
        let from = self.path.clone().expect("it is renamed once");
        assert_eq!(from.parent(), path.parent(), "a file stays in its directory");
        state.change(Change::Renamed { from, to: path.to_owned(), file: self.file });
        drop(state);
        self.path = None;
        Ok(())
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        if let Some(path) = self.path.take() {
            // Like the disk's own, it is removed if that can be done.
            let _ = self.disk.remove(&path);
        }
        self.disk.state().written.remove(&self.file);
    }
}
