//! Two threads or processes at once at one table, in the one order that matters.

use huarong::cluster::together;
use huarong::effort::Effort;
use huarong::sliding::atlas::{Atlas, Plan, Scope};
use huarong::sliding::klotski;
use huarong::sliding::rules::Metric;
use huarong::storage::{Bytes, Disk, Lock, Storage, Unfinished};
use huarong::table::{Checkpoint, Distances, Draft, Extent, Outline, Subject};
use std::fs::TryLockError;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// What is done in between, when a file is read.
type Hook = Arc<Mutex<Option<Box<dyn FnOnce() + Send>>>>;

/// The disk, which lets somebody else come in between once.
#[derive(Clone, Default)]
struct Interleaved {
    /// When an unfinished file is next read.
    on_read: Hook,
    /// When the names in a directory are next asked for.
    on_names: Hook,
}

/// Does what is to be done in between.
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

/// While one thread takes checksums for a record, another search of a section begins anew from an earlier level. The
/// checksum of a block with larger distances is then of no use to later records.
#[test]
fn a_section_goes_back_while_the_table_is_recorded() {
    let subject = Subject { family: "f".into(), description: "d".into(), shapes: 1 };
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table.huarong");
    let storage = Interleaved::default();
    let draft = Draft::new(&storage, &path, &subject, 3, [(&[1u8][..], 6)]).unwrap();
    draft.put(0, &Distances::of_bytes(vec![0, 1, 1, 2, 3, 4])).unwrap();
    std::thread::scope(|scope| {
        let draft = &draft;
        let (goes_back, waits) = std::sync::mpsc::channel();
        let (is_back, told) = std::sync::mpsc::channel();
        scope.spawn(move || {
            waits.recv().unwrap();
            draft.reached(0, Checkpoint { counts: vec![1, 2] });
            // Nobody may be there any more to hear it.
            let _ = is_back.send(());
        });
        // A moment for it to be done in between, unless it waits for the record.
        *storage.on_read.lock().unwrap() = Some(Box::new(move || {
            goes_back.send(()).unwrap();
            let _ = told.recv_timeout(std::time::Duration::from_millis(100));
        }));
        draft.record().unwrap();
    });
    // Now it is known that the section is back.
    draft.record().unwrap();
    drop(draft);
    let mut unusable = None;
    let told = |why: &str| unusable = Some(why.to_owned());
    let sections = vec![Extent::whole(&[1], 6)];
    let outline = Outline { subject: &subject, metric: 3, shard: None, sections };
    let resumed = Draft::resume(&storage, &path, outline, told).unwrap();
    assert_eq!(unusable, None);
    let checkpoint = resumed.unwrap().checkpoint(0);
    assert_eq!(checkpoint, Some(Checkpoint { counts: vec![1, 2] }));
}

/// A table is opened while its shards are gathered: the whole is not there yet when it is looked for, and the shards
/// are no longer there when they are.
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
    let (gathers, of) = (atlas(), file.clone());
    *storage.on_names.lock().unwrap() = Some(Box::new(move || {
        let gathered = gathers.repack(&[of], false, Effort::UNLIMITED).unwrap();
        assert_eq!(gathered[0].shards, 2);
    }));
    let reader = Atlas::with_storage(klotski::family(), directory.path(), Arc::new(storage));
    let table = reader.open(&file).unwrap().expect("it is there in one form or the other");
    assert!(!table.is_sharded());
    table.check_all().unwrap();
}
