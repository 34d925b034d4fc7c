//! Builds of tables: missing tables are searched class by class and written file by file.

use super::files::{Atlas, Scope, TableFile};
use super::plan::{BuildError, Plan, Summary};
use super::subject;
use super::work::{ClassWork, Pace, SectionStore, Work};
use huarong_core::effort::Effort;
use huarong_core::rules::{Metric, PieceSet};
use huarong_search::{Class, SearchError, SearchPlan, Tiers, classes_under};
use huarong_tables::table::{
    CHECKPOINT_PREFIX, Extent, Outline, TableDraft, TableError, TableSubject,
};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

impl Atlas {
    /// Builds the missing and damaged tables of a plan in the current rayon pool.
    ///
    /// One build at a time works in a directory. Another waits for it and then finds its tables. Reports progress in
    /// positions, each counted once per metric. Returns an error before any search if the searches need more memory
    /// than the limit.
    pub fn build(&self, plan: &Plan, effort: Effort<'_>) -> Result<Summary, BuildError> {
        // Rejects a subject that cannot have tables before any work.
        subject(&self.family)?;
        let mut jobs = self.jobs(plan);
        let mut summary = Summary::default();
        let missing = self.missing(&mut jobs, plan.force, &mut summary)?;
        let directory = self.on_storage();
        let is_tidy =
            directory.abandoned(&summary.present)?.is_empty() && self.superseded(plan)?.is_empty();
        if missing.is_empty() && is_tidy {
            return Ok(summary);
        }
        let _lock = directory.own::<BuildError>(&summary.present, effort)?;
        // The previous owner of the lock may have built them.
        let replaced = self.missing(&mut jobs, plan.force, &mut summary)?;
        for error in replaced.iter().flatten() {
            effort.notice(format_args!("rebuilding: {error}"))?;
        }
        match self.run(&jobs, plan.checkpoint_every, effort, &mut summary.written) {
            Err(BuildError::Cancelled { .. }) => return Err(self.cancelled(&summary)?),
            result => result?,
        }
        self.remove(&self.superseded(plan)?)?;
        Ok(summary)
    }

    /// The error of a cancelled build, which says what the build left.
    pub(super) fn cancelled(&self, summary: &Summary) -> Result<BuildError, TableError> {
        let mut names = self.names()?.into_iter();
        let has_checkpoint = names.any(|name| name.starts_with(CHECKPOINT_PREFIX));
        Ok(BuildError::Cancelled { finished: summary.written.len(), has_checkpoint })
    }

    /// The files of a plan, ordered by metric.
    pub(super) fn jobs(&self, plan: &Plan) -> Vec<TableFile> {
        let scopes: Vec<Scope> = match &plan.piece_sets {
            Some(sets) if self.family.puzzle().doors().is_none() => {
                let named: BTreeSet<&PieceSet> = sets.iter().collect();
                named.into_iter().cloned().map(Scope::Set).collect()
            }
            // On a board with doors, the distances of one piece set need those of others.
            _ => vec![Scope::Family],
        };
        let metrics = plan.metrics.iter();
        metrics
            .flat_map(|&metric| scopes.iter().map(move |scope| (scope, metric)))
            .map(|(scope, metric)| self.file(scope.clone(), metric))
            .collect()
    }

    /// Removes finished jobs from `jobs`. For each remaining job, returns the error of its present file, if there is
    /// one.
    fn missing(
        &self,
        jobs: &mut Vec<TableFile>,
        force: bool,
        summary: &mut Summary,
    ) -> Result<Vec<Option<TableError>>, BuildError> {
        let mut reasons = Vec::new();
        for job in std::mem::take(jobs) {
            if force {
                reasons.push(None);
                jobs.push(job);
                continue;
            }
            let reason = match self.sound_table(&job) {
                Ok(Some(path)) => {
                    summary.present.push(path);
                    continue;
                }
                Ok(None) => None,
                Err(error) if error.is_replaceable() => Some(error),
                Err(error) => return Err(error.into()),
            };
            reasons.push(reason);
            jobs.push(job);
        }
        Ok(reasons)
    }

    /// The path of an existing, intact file with the contents of a job.
    pub(super) fn sound_table(&self, job: &TableFile) -> Result<Option<PathBuf>, TableError> {
        let table = match &job.scope {
            Scope::Family => self.open(job)?,
            Scope::Set(set) => self.find(set, job.metric)?.map(|found| found.table),
        };
        let Some(table) = table else { return Ok(None) };
        table.check_all()?;
        Ok(Some(table.path().to_owned()))
    }

    /// Searches one metric after another, and makes the files of a metric durable during the next search.
    fn run(
        &self,
        jobs: &[TableFile],
        checkpoint_every: Option<Duration>,
        effort: Effort<'_>,
        written: &mut Vec<(PathBuf, u64)>,
    ) -> Result<(), BuildError> {
        let metrics =
            Metric::WITH_MULTI.iter().copied().filter(|&m| jobs.iter().any(|job| job.metric == m));
        let metrics: Vec<Metric> = metrics.collect();
        let work = self.work(jobs, &metrics, effort)?;
        let subject = subject(&self.family)?;
        effort.total(work.positions() * metrics.len() as u64)?;
        thread::scope(|scope| {
            let mut finishing: Option<thread::ScopedJoinHandle<'_, Written>> = None;
            let mut join = |finishing: Option<thread::ScopedJoinHandle<'_, Written>>| {
                let Some(finishing) = finishing else { return Ok(()) };
                let (files, result) =
                    finishing.join().unwrap_or_else(|p| std::panic::resume_unwind(p));
                written.extend(files);
                result
            };
            for metric in metrics {
                let jobs = jobs.iter().filter(|job| job.metric == metric);
                let found = self.drafts(&work, &subject, jobs, checkpoint_every, effort);
                let found = found.and_then(|drafts| {
                    self.search(&work, metric, &drafts, effort).map(|()| drafts)
                });
                join(finishing.take())?;
                let begun = found?;
                let finish = move || self.finish(begun, effort);
                let started = thread::Builder::new().spawn_scoped(scope, finish);
                finishing = Some(started.map_err(|source| {
                    TableError::io("start a thread to write tables in", &self.directory, source)
                })?);
            }
            join(finishing)
        })
    }

    /// The searches for some jobs, longest first.
    fn work(
        &self,
        jobs: &[TableFile],
        metrics: &[Metric],
        effort: Effort<'_>,
    ) -> Result<Work, BuildError> {
        let mut sets: Vec<PieceSet> = Vec::new();
        for job in jobs {
            sets.extend_from_slice(self.sets_of(&job.scope));
        }
        sets.sort();
        sets.dedup();
        self.work_on(sets, metrics, effort)
    }

    /// The searches of some piece sets under some metrics, longest first.
    pub(super) fn work_on(
        &self,
        sets: Vec<PieceSet>,
        metrics: &[Metric],
        effort: Effort<'_>,
    ) -> Result<Work, BuildError> {
        let puzzle = self.family.puzzle();
        if puzzle.doors().is_some() {
            if metrics.contains(&Metric::Multi) {
                return Err(SearchError::MultiWithDoors.into());
            }
            return Ok(Work::Tiers(Tiers::of_sets(puzzle, sets, effort)?));
        }
        let mut classes: Vec<(Class, SearchPlan)> = classes_under(puzzle, &sets, metrics)
            .into_par_iter()
            .map(|class| SearchPlan::within(puzzle, &class, effort).map(|plan| (class, plan)))
            .collect::<Result<_, SearchError>>()?;
        classes.sort_by_key(|(_, plan)| std::cmp::Reverse(plan.len()));
        Ok(Work::Classes(ClassWork::new(puzzle, classes, metrics.len(), effort)?))
    }

    /// Starts the tables of some jobs, or continues them from checkpoints.
    fn drafts<'d>(
        &'d self,
        work: &Work,
        subject: &'d TableSubject,
        jobs: impl Iterator<Item = &'d TableFile>,
        checkpoint_every: Option<Duration>,
        effort: Effort<'_>,
    ) -> Result<Vec<Job<'d>>, BuildError> {
        let lens = work.lens();
        jobs.map(|file| {
            let sets = self.sets_of(&file.scope);
            let sections = sets.iter().map(|set| Extent::whole(set.counts(), lens[set])).collect();
            let metric = file.metric.code();
            let outline = Outline { subject, metric, shard: None, sections };
            let (draft, how_far) = self.draft(&file.path, outline, effort)?;
            if let Some(how_far) = how_far {
                let name = file.path.file_name().unwrap_or_default().display();
                effort.notice(format_args!("continuing {name} from {how_far}"))?;
            }
            let pace = Pace::new(checkpoint_every, sets.iter().map(|set| lens[set]).sum());
            Ok(Job { file, draft, pace })
        })
        .collect()
    }

    /// Starts a table or a shard, or continues it from its checkpoint. Also returns in words where it continues.
    pub(super) fn draft<'d>(
        &'d self,
        path: &Path,
        outline: Outline<'d>,
        effort: Effort<'_>,
    ) -> Result<(TableDraft<'d>, Option<String>), BuildError> {
        let storage = &*self.storage;
        let mut unusable = None;
        let keep_reason = |what: &str| unusable = Some(what.to_owned());
        let sections = outline.sections.len();
        let resumed = TableDraft::resume(storage, path, outline.clone(), keep_reason)?;
        if let Some(what) = unusable {
            let name = path.file_name().unwrap_or_default().display();
            effort.notice(format_args!("discarding the checkpoint of {name}: {what}"))?;
        }
        let Some(draft) = resumed else {
            return Ok((TableDraft::begin(storage, path, outline)?, None));
        };
        let level = (0..sections).filter(|&section| !draft.is_whole(section));
        let level = level.filter_map(|section| draft.checkpoint(section)).next();
        let how_far = match (sections, level) {
            (1, Some(reached)) => format!("level {}", reached.level()),
            _ => format!("{} of {sections} piece sets", draft.whole()),
        };
        Ok((draft, Some(how_far)))
    }

    /// Runs all searches under one metric, and writes the distances to the tables of the jobs.
    fn search(
        &self,
        work: &Work,
        metric: Metric,
        jobs: &[Job<'_>],
        effort: Effort<'_>,
    ) -> Result<(), BuildError> {
        work.run(metric, effort, |set| {
            let mut places = jobs.iter().filter_map(|job| {
                let section = self.sets_of(&job.file.scope).binary_search(set).ok()?;
                Some(SectionStore { draft: &job.draft, section, pace: &job.pace })
            });
            places.next()
        })
    }

    /// Finishes the tables of one metric. If one fails, the result still lists the finished ones.
    fn finish(&self, jobs: Vec<Job<'_>>, effort: Effort<'_>) -> Written {
        let mut written = Vec::new();
        for Job { file, draft, .. } in jobs {
            match draft.finish() {
                Ok(length) => written.push((file.path.clone(), length)),
                Err(error) => return (written, Err(error.into())),
            }
            self.forget(&file.path);
            if let Err(cancelled) = effort.done(0) {
                return (written, Err(cancelled.into()));
            }
        }
        (written, Ok(()))
    }

    /// Tables of single piece sets that the plan's table of the family replaces, and shards of tables that exist as a
    /// whole.
    fn superseded(&self, plan: &Plan) -> Result<Vec<PathBuf>, TableError> {
        let mut superseded = Vec::new();
        let names = self.names()?;
        for file in self.jobs(plan) {
            let name = file.path.file_name().unwrap_or_default().to_string_lossy();
            if names.iter().any(|there| *there == name) {
                let shards = self.shards(&file)?.into_iter();
                superseded.extend(shards.map(|shard| self.shard_path(&file, shard)));
            }
        }
        if plan.piece_sets.is_none() {
            let is_covered = |file: &TableFile| {
                file.scope != Scope::Family && plan.metrics.contains(&file.metric)
            };
            for file in self.files()?.into_iter().filter(is_covered) {
                let is_replaced = |error: TableError| match plan.force {
                    true => error.is_replaceable_by_force(),
                    false => error.is_replaceable(),
                };
                if self.open(&file).map_or_else(is_replaced, |_| true) {
                    superseded.push(file.path);
                }
            }
        }
        Ok(superseded)
    }

    /// Removes files durably, like [`Directory::remove`](huarong_tables::table::Directory::remove), and from the cache of open
    /// tables.
    pub(super) fn remove(&self, paths: &[PathBuf]) -> Result<(), TableError> {
        paths.iter().for_each(|path| self.forget(path));
        self.on_storage().remove(paths)
    }
}

/// An unfinished table.
struct Job<'d> {
    file: &'d TableFile,
    draft: TableDraft<'d>,
    pace: Pace,
}

/// The files written, and the result of writing them.
type Written = (Vec<(PathBuf, u64)>, Result<(), BuildError>);
