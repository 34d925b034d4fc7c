//! Batches of tasks with checkpoints in the data directory, and the files of their parts.

use super::session::{Session, disk};
use super::{long_work, output};
use anyhow::{Context, bail};
use huarong_core::numerals::grouped;
use huarong_lab::batch::{BatchError, Job, Keep, Part, Results, State, scope_name};
use huarong_tables::storage;
use huarong_tables::storage::{Disk, Lock, Storage};
use std::fmt::Display;
use std::fs::{self, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The state of a batch, and its checkpoint.
type Done<'s, R> = (State<R>, Checkpoint<'s, R>);

/// Runs a part of a batch, from the checkpoint of an earlier run if there is one. The checkpoint is to be cleared once
/// the results are printed or written.
pub(super) fn run<'s, J: Job>(
    session: &'s Session,
    job: &J,
    part: Part,
    every: Option<Duration>,
) -> anyhow::Result<Done<'s, J::Results>> {
    let mut state = State::begin(job, part);
    let checkpoint = Checkpoint::new(session, &state);
    if let Some(found) = checkpoint.read()? {
        match found {
            Ok(found) if found.is_of(job, part) => {
                let (done, all) = found.progress();
                session.say(format_args!(
                    "continuing from a checkpoint: {} of {} tasks are done",
                    grouped(done as u64),
                    grouped(all as u64)
                ));
                state = found;
            }
            Ok(_) => session.say(format_args!(
                "{} is the checkpoint of another {} or version: starting anew",
                checkpoint.path.display(),
                J::Results::KIND
            )),
            Err(error) => session.say(format_args!("{error}: starting anew")),
        }
    }
    let keep = |state: &State<J::Results>| checkpoint.keep(state);
    long_work::with_effort(session, "tasks", |effort| {
        effort.doing(state.batch())?;
        state.run(job, effort, Keep { every, with: &keep })
    })?;
    Ok((state, checkpoint))
}

/// What to run of a batch, and where to leave its results.
pub(super) struct Request {
    /// The part; the whole batch if there is none.
    pub part: Option<Part>,
    /// The file; for a part, the default is a file named after it.
    pub out: Option<PathBuf>,
    /// Least time between checkpoints.
    pub every: Option<Duration>,
}

/// Runs a batch, writes its results to a file if one is named, and prints them. A part is only written.
pub(super) fn run_and_print<J: Job>(
    session: &Session,
    job: &J,
    name: &str,
    request: Request,
    print: impl FnOnce(&State<J::Results>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let Request { part, out, every } = request;
    let out = out.or_else(|| part.map(|part| part_file(name, job.scope(), part)));
    out.as_deref().map_or(Ok(()), check_out::<J::Results>)?;
    let (state, checkpoint) = run(session, job, part.unwrap_or(Part::WHOLE), every)?;
    if let Some(out) = &out {
        state.write(&Disk::default(), out)?;
    }
    match (part, out) {
        (Some(part), Some(out)) => {
            let mut stdout = output::stdout()?;
            writeln!(stdout, "wrote {} (part {part} of the {})", out.display(), state.batch())?;
            stdout.flush()?;
        }
        _ => print(&state)?,
    }
    Ok(checkpoint.clear()?)
}

/// Joins parts, writes the whole batch to `out`, and prints it.
pub(super) fn join<J: Job>(
    files: &[PathBuf],
    out: Option<&Path>,
    job: impl Fn(<J::Results as Results>::Scope) -> Result<J, J::Error>,
    print: impl FnOnce(&State<J::Results>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    out.map_or(Ok(()), check_out::<J::Results>)?;
    let whole = State::join_files(&disk(), files, job)?;
    out.map_or(Ok(()), |out| whole.write(&Disk::default(), out))?;
    print(&whole)
}

/// The default file of a part. It names the scope, so that parts of different batches have different files.
fn part_file(kind: &str, scope: &impl Display, part: Part) -> PathBuf {
    format!("{kind}-{}-{}.part", scope_name(scope), part.name()).into()
}

/// The checkpoint of a batch in the data directory. A batch that ends within a moment writes none.
pub(super) struct Checkpoint<'s, R: Results> {
    directory: &'s Path,
    path: PathBuf,
    /// The batch in words.
    batch: String,
    /// The lock that keeps other runs from the same batch. It is held from the first checkpoint on.
    lock: Mutex<Option<Lock>>,
    lock_path: PathBuf,
    results: std::marker::PhantomData<fn() -> R>,
}

impl<'s, R: Results> Checkpoint<'s, R> {
    fn new(session: &'s Session, state: &State<R>) -> Self {
        let directory = session.atlas.directory();
        let name = state.scope_name();
        let (kind, part) = (R::KIND.replace(' ', "-"), state.part().name());
        let path = |prefix| directory.join(format!(".huarong-{kind}-{prefix}{name}-{part}"));
        let (path, lock_path, batch) = (path(""), path("lock-"), state.batch());
        Self {
            directory,
            path,
            batch,
            lock: Mutex::default(),
            lock_path,
            results: std::marker::PhantomData,
        }
    }

    /// Takes the lock, unless this run holds it already.
    fn lock(&self) -> Result<(), BatchError> {
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if lock.is_some() {
            return Ok(());
        }
        *lock = Some(Disk::default().try_lock(&self.lock_path).map_err(|error| match error {
            TryLockError::WouldBlock => BatchError::AlreadyRunning {
                batch: self.batch.clone(),
                directory: self.directory.to_owned(),
            },
            TryLockError::Error(error) => BatchError::Write(self.lock_path.clone(), error),
        })?);
        Ok(())
    }

    /// The checkpoint of an earlier run if there is one, or the reason why it cannot be read.
    fn read(&self) -> Result<Option<Result<State<R>, BatchError>>, BatchError> {
        if !self.path.exists() && !self.lock_path.exists() {
            return Ok(None);
        }
        self.lock()?;
        State::<R>::clear_unfinished(&Disk::default(), &self.path);
        Ok(self.path.is_file().then(|| State::read(&disk(), &self.path)))
    }

    /// Writes the checkpoint, if any task is finished. A finished batch is written, too, if it had checkpoints: its
    /// results are not printed yet.
    fn keep(&self, state: &State<R>) -> Result<(), BatchError> {
        let (done, all) = state.progress();
        let is_locked = self.lock.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        if done == 0 || (done == all && !is_locked) {
            return Ok(());
        }
        let disk: &dyn Storage = &Disk::default();
        disk.make_directories(self.directory)
            .map_err(|error| BatchError::Write(self.directory.to_owned(), error))?;
        self.lock()?;
        state.write(disk, &self.path)
    }

    /// Removes the checkpoint, and then the lock file.
    pub(super) fn clear(self) -> io::Result<()> {
        let lock = self.lock.into_inner().unwrap_or_else(PoisonError::into_inner);
        if lock.is_none() {
            return Ok(());
        }
        [self.path, self.lock_path].iter().try_for_each(|path| match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        })
    }
}

/// Refuses an output file that cannot be written, or that holds anything but a batch of this kind, before any work.
fn check_out<R: Results>(out: &Path) -> anyhow::Result<()> {
    let directory = out.parent().unwrap_or(Path::new(""));
    if !directory.as_os_str().is_empty() && !directory.is_dir() {
        bail!("--out: the directory {} does not exist; create it first", directory.display());
    }
    if out.is_dir() {
        bail!("--out: {} is a directory; name a file in it", out.display());
    }
    storage::check_replaceable(out).with_context(|| format!("cannot write {}", out.display()))?;
    if !State::<R>::may_replace(&disk(), out)? {
        bail!("--out: {} exists and is not a {}; name another file", out.display(), R::KIND);
    }
    Ok(())
}
