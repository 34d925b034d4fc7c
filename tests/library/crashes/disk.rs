//! A simulated disk in memory that models what a crash may lose.
//!
//! It promises no more than POSIX. Written data is durable once the file is synced. Directory
//! changes are durable once that directory is synced. A renaming is atomic: a name that led to a
//! file always leads to one. But the old name may survive it.

use huarong_tables::storage::{Bytes, Lock, Storage, Unfinished};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

/// The contents of a disk: the bytes of each file; directories hold `None`.
pub type Contents = BTreeMap<PathBuf, Option<Arc<Vec<u8>>>>;

/// The names on a disk, with the index of each file; directories have none.
type Names = BTreeMap<PathBuf, Option<usize>>;

/// A disk at one moment.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// Files, which names refer to; some have no name any more.
    files: Vec<File>,
    /// The names that programs see.
    names: Names,
    /// The names that survive any crash.
    lasting: Names,
    /// Changes to directories that have not been synced since, in order.
    pending: Vec<Change>,
}

/// A file: its bytes as programs see them, and the bytes that survive any crash.
#[derive(Clone, Debug, Default)]
struct File {
    bytes: Arc<Vec<u8>>,
    synced: Arc<Vec<u8>>,
}

/// A change to a directory.
#[derive(Clone, Debug)]
enum Change {
    Made(PathBuf, Option<usize>),
    Renamed { from: PathBuf, to: PathBuf, file: usize },
    Removed(PathBuf),
}

/// The effect of a crash on a pending change.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Outcome {
    Lost,
    Kept,
    /// A renaming after which both names exist.
    Both,
}

/// The effect of a crash on unsynced bytes. A lost byte leaves the synced byte at its place, or a
/// zero.
#[derive(Clone, Copy, Debug)]
enum Torn {
    /// None is lost.
    Nowhere,
    /// Bytes from this point on (in sixteenths) are lost, and so is the growth of the file.
    From(usize),
    /// The file keeps its length, but bytes from this point on (in sixteenths) are lost.
    ZerosFrom(usize),
    /// The second half was written first.
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

/// Up to this number, all combinations of outcomes are tried; otherwise, the simplest and a sample.
const MOST_OUTCOMES: usize = 1 << 8;

impl Change {
    fn directory(&self) -> &Path {
        let (Self::Made(path, _) | Self::Renamed { to: path, .. } | Self::Removed(path)) = self;
        path.parent().expect("nothing is done to the root")
    }

    fn outcomes(&self) -> &'static [Outcome] {
        match self {
            Self::Renamed { .. } => &[Outcome::Lost, Outcome::Kept, Outcome::Both],
            _ => &[Outcome::Lost, Outcome::Kept],
        }
    }

    fn apply(&self, outcome: Outcome, names: &mut Names) {
        match self {
            _ if outcome == Outcome::Lost => {}
            Self::Made(path, file) => drop(names.insert(path.clone(), *file)),
            Self::Removed(path) => drop(names.remove(path)),
            Self::Renamed { from, to, file } => {
                names.insert(to.clone(), Some(*file));
                if outcome == Outcome::Kept {
                    names.remove(from);
                }
            }
        }
    }
}

impl Moment {
    /// A disk without pending changes.
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

    /// The contents that programs see.
    pub fn contents(&self) -> Contents {
        self.contents_of(&self.names, Torn::Nowhere)
    }

    /// All possible contents after a crash. Each combination of pending changes may have reached
    /// the disk, each with every possible loss of unsynced bytes. If there are too many
    /// combinations: none, all, all but one, one alone and a sample.
    pub fn survivors(&self, random: &mut ChaCha8Rng) -> BTreeSet<Contents> {
        let mut survivors = BTreeSet::new();
        for outcomes in self.outcomes(random) {
            let mut names = self.lasting.clone();
            for (change, outcome) in self.pending.iter().zip(outcomes) {
                change.apply(outcome, &mut names);
            }
            // If a directory is lost, its contents are lost.
            let all = names.clone();
            let lasts = |path: &Path| path.parent().is_none() || all.contains_key(path);
            names.retain(|path, _| path.ancestors().all(lasts));
            survivors.extend(TEARS.map(|torn| self.contents_of(&names, torn)));
        }
        survivors
    }

    /// The combinations of outcomes to try.
    fn outcomes(&self, random: &mut ChaCha8Rng) -> Vec<Vec<Outcome>> {
        let choices: Vec<&[Outcome]> = self.pending.iter().map(Change::outcomes).collect();
        let combinations = choices.iter().try_fold(1, |product: usize, outcomes| {
            product.checked_mul(outcomes.len()).filter(|&product| product <= MOST_OUTCOMES)
        });
        if combinations.is_some() {
            return choices.iter().fold(vec![vec![]], |begun: Vec<Vec<Outcome>>, outcomes| {
                let longer = |begun: &Vec<Outcome>, &outcome| [&begun[..], &[outcome]].concat();
                let one = |begun| outcomes.iter().map(move |outcome| longer(begun, outcome));
                begun.iter().flat_map(one).collect()
            });
        }
        let count = choices.len();
        let mut tried = Vec::new();
        for (most, one) in [(Outcome::Kept, Outcome::Lost), (Outcome::Lost, Outcome::Kept)] {
            tried.push(vec![most; count]);
            for other in 0..count {
                let mut outcomes = vec![most; count];
                outcomes[other] = one;
                tried.push(outcomes);
            }
        }
        let any = |outcomes: &&[Outcome], random: &mut ChaCha8Rng| {
            outcomes[random.random_range(0..outcomes.len())]
        };
        for _ in tried.len()..MOST_OUTCOMES {
            tried.push(choices.iter().map(|outcomes| any(outcomes, random)).collect());
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
        // Loss can start only where the two differ.
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

/// The kind of sync that a faulty disk ignores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Neglect {
    Nothing,
    /// File syncs have no effect.
    FileSyncs,
    /// Directory syncs have no effect.
    DirectorySyncs,
}

/// A disk in use, with all its states since the start.
#[derive(Clone, Debug)]
pub struct Simulated(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    now: Moment,
    history: Vec<Moment>,
    neglect: Neglect,
    locked: BTreeSet<PathBuf>,
    /// Files that are being written.
    written: BTreeSet<usize>,
    /// Number of operations requested, not counting reads.
    operations: usize,
    /// The number of the operation that fails.
    fails: Option<usize>,
    /// Number of files created.
    made: usize,
}

impl Simulated {
    /// A disk that continues from some moment, with all locks released.
    pub fn at(moment: Moment, neglect: Neglect) -> Self {
        let history = vec![moment.clone()];
        let (locked, written, operations, fails, made) = Default::default();
        let state =
            State { now: moment, history, neglect, locked, written, operations, fails, made };
        Self(Arc::new(Mutex::new(state)))
    }

    /// The same disk, on which the operation with this number fails.
    pub fn failing(self, operation: usize) -> Self {
        self.state().fails = Some(operation);
        self
    }

    /// The disk's current state.
    pub fn now(&self) -> Moment {
        self.state().now.clone()
    }

    /// The disk's states: at the start and after every operation.
    pub fn history(&self) -> Vec<Moment> {
        self.state().history.clone()
    }

    /// Number of operations requested, not counting reads.
    pub fn operations(&self) -> usize {
        self.state().operations
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("nobody panics here")
    }

    /// The state, after counting one more operation.
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
        change.apply(Outcome::Kept, &mut self.now.names);
        self.now.pending.push(change);
        self.remember();
    }

    fn remember(&mut self) {
        self.history.push(self.now.clone());
    }

    /// Creates a file in an existing directory.
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
        state.check_directory(path.parent().expect("the root exists"))?;
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

    /// Nobody shares the lock here.
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
                change.apply(Outcome::Kept, &mut now.lasting);
            }
        }
        state.remember();
        Ok(())
    }
}

/// A lock, released when dropped.
struct Locked(Simulated, PathBuf);

impl Drop for Locked {
    fn drop(&mut self) {
        self.0.state().locked.remove(&self.1);
    }
}

/// A file that is being written, with its name until it is renamed.
#[derive(Debug)]
struct Begun {
    disk: Simulated,
    file: usize,
    path: Option<PathBuf>,
}

impl Begun {
    /// The file's visible bytes, for writing, grown to at least `length`.
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
            // Removes the file if possible, like the real disk.
            let _ = self.disk.remove(&path);
        }
        self.disk.state().written.remove(&self.file);
    }
}
