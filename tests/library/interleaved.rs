//! Two threads or processes that use one table at the same time, in the one order that matters.

use crate::threads::together;
use huarong_core::effort::Effort;
use huarong_core::klotski;
use huarong_core::rules::{Metric, PieceSet};
use huarong_oracle::atlas::{Atlas, Plan, Scope};
use huarong_tables::storage::{Bytes, Disk, Lock, Storage, Unfinished};
use huarong_tables::table::{Checkpoint, Distances, Extent, Outline, TableDraft, TableSubject};
use std::fs::TryLockError;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// An action that runs once in between, when a file is read.
type Hook = Arc<Mutex<Option<Box<dyn FnOnce() + Send>>>>;

/// A disk that lets another action run once in between.
#[derive(Clone, Default)]
struct Interleaved {
    /// Runs when an unfinished file is next read.
    on_read: Hook,
    /// Runs when the names in a directory are next listed.
    on_names: Hook,
    /// Runs before a file is next locked.
    on_lock: Hook,
}

/// Runs the hook's action.
fn come_between(hook: &Hook) {
    let hook = hook.lock().unwrap().take();
    hook.into_iter().for_each(|hook| hook());
}

impl std::fmt::Debug for Interleaved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Interleaved")
    }
}

impl Interleaved {
    fn file(&self, file: Box<dyn Unfinished>) -> Box<dyn Unfinished> {
        Box::new(InterleavedFile { file, between: self.clone() })
    }
}

impl Storage for Interleaved {
    fn names(&self, directory: &Path) -> io::Result<Vec<String>> {
        come_between(&self.on_names);
        Disk::default().names(directory)
    }

    fn open(&self, path: &Path) -> io::Result<Bytes> {
        Disk::default().open(path)
    }

    fn is_directory(&self, path: &Path) -> bool {
        Disk::default().is_directory(path)
    }

    fn make_directory(&self, path: &Path) -> io::Result<()> {
        Disk::default().make_directory(path)
    }

    fn try_lock(&self, path: &Path) -> Result<Lock, TryLockError> {
        come_between(&self.on_lock);
        Disk::default().try_lock(path)
    }

    fn try_share(&self, path: &Path) -> Result<Lock, TryLockError> {
        Disk::default().try_share(path)
    }

    fn create(&self, directory: &Path, prefix: &str) -> io::Result<Box<dyn Unfinished>> {
        Disk::default().create(directory, prefix).map(|file| self.file(file))
    }

    fn reopen(&self, path: &Path) -> io::Result<Box<dyn Unfinished>> {
        Disk::default().reopen(path).map(|file| self.file(file))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        Disk::default().remove(path)
    }

    fn sync_directory(&self, directory: &Path) -> io::Result<()> {
        Disk::default().sync_directory(directory)
    }
}

#[derive(Debug)]
struct InterleavedFile {
    file: Box<dyn Unfinished>,
    between: Interleaved,
}

impl Unfinished for InterleavedFile {
    fn reserve(&self, length: u64) -> io::Result<()> {
        self.file.reserve(length)
    }

    fn cut(&self, length: u64) -> io::Result<()> {
        self.file.cut(length)
    }

    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.file.read_at(offset, bytes)?;
        come_between(&self.between.on_read);
        Ok(())
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.file.write_at(offset, bytes)
    }

    fn sync(&self) -> io::Result<()> {
        self.file.sync()
    }

    fn name(&self) -> String {
        self.file.name()
    }

    fn rename(self: Box<Self>, path: &Path) -> io::Result<()> {
        self.file.rename(path)
    }

    fn keep(self: Box<Self>) -> io::Result<()> {
        self.file.keep()
    }
}

/// While one thread takes checksums for a record, another search restarts a section from an earlier
/// level. A block with larger distances then has a checksum that later records must not use.
#[test]
fn a_section_goes_back_while_the_table_is_recorded() {
    let subject = TableSubject { family: "f".into(), description: "d".into(), shapes: 1 };
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table.huarong");
    let storage = Interleaved::default();
    let draft = TableDraft::new(&storage, &path, &subject, 3, [(&[1u8][..], 6)]).unwrap();
    draft.put(0, &Distances::of_bytes(vec![0, 1, 1, 2, 3, 4])).unwrap();
    std::thread::scope(|scope| {
        let draft = &draft;
        let (goes_back, waits) = std::sync::mpsc::channel();
        let (is_back, reported) = std::sync::mpsc::channel();
        scope.spawn(move || {
            waits.recv().unwrap();
            draft.reached(0, Checkpoint { counts: vec![1, 2] });
            // The receiver may be gone already.
            let _ = is_back.send(());
        });
        // Allows time for the action to finish in between, unless it waits for the record.
        *storage.on_read.lock().unwrap() = Some(Box::new(move || {
            goes_back.send(()).unwrap();
            let _ = reported.recv_timeout(std::time::Duration::from_millis(100));
        }));
        draft.record().unwrap();
    });
    // Now the section is known to have restarted.
    draft.record().unwrap();
    drop(draft);
    let mut unusable = None;
    let reported = |why: &str| unusable = Some(why.to_owned());
    let sections = vec![Extent::whole(&[1], 6)];
    let outline = Outline { subject: &subject, metric: 3, shard: None, sections };
    let resumed = TableDraft::resume(&storage, &path, outline, reported).unwrap();
    assert_eq!(unusable, None);
    let checkpoint = resumed.unwrap().checkpoint(0);
    assert_eq!(checkpoint, Some(Checkpoint { counts: vec![1, 2] }));
}

/// A table is opened while its shards are merged: the table does not exist yet when it is looked
/// for, and the shards no longer exist when they are.
#[test]
fn a_table_is_gathered_while_it_is_opened() {
    let directory = tempfile::tempdir().unwrap();
    let set = klotski::family().parse_piece_set("0h0v1s").unwrap();
    let atlas = || Atlas::new(klotski::family(), directory.path());
    let metrics = vec![Metric::Unit];
    let plan = Plan { piece_sets: Some(vec![set.clone()]), metrics, ..Plan::default() };
    let build =
        |mut exchange| atlas().build_part(&plan, &mut exchange, Effort::UNLIMITED).map(drop);
    together(2, build).into_iter().for_each(|built| built.unwrap());

    let file = atlas().file(Scope::Set(set.clone()), Metric::Unit);
    let storage = Interleaved::default();
    let gathers = atlas();
    *storage.on_names.lock().unwrap() = Some(Box::new(move || {
        let gathered = gathers.repack(|_| true, false, Effort::UNLIMITED).unwrap();
        assert_eq!(gathered[0].shards, 2);
    }));
    let reader = Atlas::with_storage(klotski::family(), directory.path(), Arc::new(storage));
    let table = reader.open(&file).unwrap().expect("it exists, whole or in shards");
    assert!(!table.is_sharded());
    table.check_all().unwrap();
}

#[test]
fn packing_finds_the_tables_of_the_build_that_it_waited_for() {
    let directory = tempfile::tempdir().unwrap();
    let sets = ["0h0v1s", "0h0v2s"].map(|set| klotski::family().parse_piece_set(set).unwrap());
    let plan = |sets: &[PieceSet]| Plan {
        piece_sets: Some(sets.to_vec()),
        metrics: vec![Metric::Unit],
        ..Plan::default()
    };
    let builds = Atlas::new(klotski::family(), directory.path());
    builds.build(&plan(&sets[..1]), Effort::UNLIMITED).unwrap();
    let storage = Interleaved::default();
    let other = plan(&sets[1..]);
    *storage.on_lock.lock().unwrap() = Some(Box::new(move || {
        builds.build(&other, Effort::UNLIMITED).unwrap();
    }));
    let packs = Atlas::with_storage(klotski::family(), directory.path(), Arc::new(storage));
    let packed = packs.repack(|_| true, true, Effort::UNLIMITED).unwrap();
    assert_eq!(packed.len(), 2);
    assert!(packed.iter().all(|table| table.after < table.before), "{packed:?}");
}
