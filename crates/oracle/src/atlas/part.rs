//! Builds of tables in parts. Each part searches and writes its shard of every table, and exchanges messages with the
//! others.

use super::files::{Atlas, TableFile};
use super::plan::{BuildError, Plan, Summary};
use super::subject;
use super::work::{Pace, SectionStore};
use huarong_core::effort::Effort;
use huarong_core::rules::PieceSet;
use huarong_search::cluster::Exchange;
use huarong_search::{SearchError, SearchPlan, classes_under};
use huarong_tables::table::{
    EntryWidth, Extent, Histogram, Outline, Shard, TableDraft, TableError, TableSubject,
};
use std::cmp::Ordering;
use std::ops::Range;
use std::path::PathBuf;

impl Atlas {
    /// Builds one part of the missing and damaged tables of a plan: one shard of each, in this directory. All parts
    /// build at the same time, in directories of their own or in a common one. Their shards together are the tables
    /// that [`build`](Self::build) builds.
    ///
    /// A table that any part lacks is built by all. Reports progress in positions, each counted once per metric.
    pub fn build_part(
        &self,
        plan: &Plan,
        exchange: &mut dyn Exchange,
        effort: Effort<'_>,
    ) -> Result<Summary, BuildError> {
        let subject = subject(&self.family)?;
        if self.family.puzzle().doors().is_some() {
            return Err(SearchError::PartsWithDoors.into());
        }
        let shard = Shard::new(exchange.part() as u32, exchange.parts() as u32);
        let shard = shard.ok_or(SearchError::Parts(exchange.parts()))?;
        let _locks = self.on_storage().own_for_shard::<BuildError>(shard, effort)?;
        let jobs = self.jobs(plan);
        let mut summary = Summary::default();
        let mut there = Vec::new();
        for job in &jobs {
            there.push(if plan.force { None } else { self.sound_part(job, shard)? });
        }
        let missing: Vec<bool> = there.iter().map(Option::is_none).collect();
        let missing = anywhere(exchange, missing)?;
        let mut searches = Vec::new();
        for ((job, there), missing) in jobs.iter().zip(there).zip(missing) {
            match there.filter(|_| !missing) {
                Some(path) => summary.present.push(path),
                None => searches.push((job, self.searches(job, effort)?)),
            }
        }
        let (me, parts) = (exchange.part(), exchange.parts());
        let mut jobs = Vec::new();
        for (job, searches) in searches {
            let shares = divide(searches, parts);
            jobs.push((job, shares));
        }
        let owned = |share: &Share| share.len_of(me);
        effort.total(jobs.iter().flat_map(|(_, shares)| shares).map(owned).sum())?;
        for (job, shares) in jobs {
            let work = PartWork { atlas: self, subject: &subject, job, shard, plan, effort };
            match work.run(&shares, exchange) {
                Err(BuildError::Cancelled { .. }) => return Err(self.cancelled(&summary)?),
                result => summary.written.push(result?),
            }
        }
        Ok(summary)
    }

    /// The searches of a job, one per piece set, in order.
    fn searches(
        &self,
        job: &TableFile,
        effort: Effort<'_>,
    ) -> Result<Vec<(PieceSet, SearchPlan)>, SearchError> {
        let sets = self.sets_of(&job.scope);
        let search = |set: &PieceSet| {
            let class =
                &classes_under(self.family.puzzle(), std::slice::from_ref(set), &[job.metric])[0];
            Ok((set.clone(), SearchPlan::within(self.family.puzzle(), class, effort)?))
        };
        sets.iter().map(search).collect()
    }
}

impl Atlas {
    /// The path of an existing, intact file with a part's share of a job: its shard, or the whole table.
    fn sound_part(&self, job: &TableFile, shard: Shard) -> Result<Option<PathBuf>, TableError> {
        let sound = || -> Result<Option<PathBuf>, TableError> {
            if let Some(table) = self.open_shard(job, shard)? {
                table.check_all()?;
                return Ok(Some(table.path().to_owned()));
            }
            match self.storage.names(&self.directory) {
                Ok(names) if names.iter().any(|name| job.path.ends_with(name)) => {
                    self.sound_table(job)
                }
                _ => Ok(None),
            }
        };
        match sound() {
            Err(error) if error.is_replaceable() => Ok(None),
            sound => sound,
        }
    }
}

/// For each flag, whether any part has set it.
fn anywhere(exchange: &mut dyn Exchange, here: Vec<bool>) -> Result<Vec<bool>, SearchError> {
    let said: Vec<u8> = here.iter().map(|&yes| u8::from(yes)).collect();
    exchange.send_to_others(&said);
    let mut anywhere = here;
    for (from, said) in exchange.end_round()? {
        if said.len() != anywhere.len() {
            return Err(SearchError::Message(from));
        }
        anywhere.iter_mut().zip(said).for_each(|(yes, theirs)| *yes |= theirs != 0);
    }
    Ok(anywhere)
}

/// A piece set and the ranges that the parts search.
struct Share {
    set: PieceSet,
    search: SearchPlan,
    /// The range of indices of each part.
    ranges: Vec<Range<u64>>,
    /// Whether all parts search it together. Otherwise one part searches it alone.
    is_cut: bool,
}

impl Share {
    /// Number of positions of a part.
    fn len_of(&self, part: usize) -> u64 {
        self.ranges[part].end - self.ranges[part].start
    }
}

/// A piece set that is smaller than a part's share of a table divided by this number is searched by one part alone. The
/// rounds of messages would take longer than its search.
const SMALL: u64 = 4;

/// Divides the piece sets of a table among `parts` parts: a small set goes to one part, and the others are divided.
fn divide(searches: Vec<(PieceSet, SearchPlan)>, parts: usize) -> Vec<Share> {
    let all: u64 = searches.iter().map(|(_, search)| search.len()).sum();
    let share = all / parts as u64;
    let mut shares: Vec<Share> = { searches.into_iter() }
        .map(|(set, search)| {
            let is_cut = search.len().saturating_mul(SMALL) >= share;
            let ranges = if is_cut { search.parts(parts) } else { Vec::new() };
            Share { set, search, ranges, is_cut }
        })
        .collect();
    let mut largest_first: Vec<&mut Share> =
        shares.iter_mut().filter(|share| !share.is_cut).collect();
    largest_first.sort_by_key(|share| std::cmp::Reverse(share.search.len()));
    let mut loads = vec![0; parts];
    for share in largest_first {
        let len = share.search.len();
        let least = (0..parts).min_by_key(|&part| loads[part]).expect("there is a part");
        loads[least] += len;
        // The ranges of later parts start where the set ends.
        let range = |part: usize| match part.cmp(&least) {
            Ordering::Less => 0..0,
            Ordering::Equal => 0..len,
            Ordering::Greater => len..len,
        };
        share.ranges = (0..parts).map(range).collect();
    }
    shares
}

/// The shard of one table, to be searched and written.
struct PartWork<'a> {
    atlas: &'a Atlas,
    subject: &'a TableSubject,
    job: &'a TableFile,
    shard: Shard,
    plan: &'a Plan,
    effort: Effort<'a>,
}

impl PartWork<'_> {
    /// Searches the piece sets, and finishes the shard after all parts are done. Returns the path and the length.
    fn run(
        &self,
        shares: &[Share],
        exchange: &mut dyn Exchange,
    ) -> Result<(PathBuf, u64), BuildError> {
        let Self { atlas, job, effort, .. } = self;
        let me = exchange.part();
        let path = atlas.shard_path(job, self.shard);
        let sections = shares.iter().map(|share| Extent {
            counts: share.set.counts(),
            range: share.ranges[me].clone(),
            whole: share.search.len(),
        });
        let outline = Outline {
            subject: self.subject,
            metric: job.metric.code(),
            shard: Some(self.shard),
            sections: sections.collect(),
        };
        let (draft, how_far) = atlas.draft(&path, outline, *effort)?;
        if let Some(how_far) = how_far {
            let name = path.file_name().unwrap_or_default().display();
            effort.notice(format_args!("{name} has a checkpoint at {how_far}"))?;
        }
        let own = shares.iter().map(|share| share.len_of(me));
        let pace = Pace::new(self.plan.checkpoint_every, own.sum());
        self.run_alone(shares, me, &draft, &pace)?;
        let missing = (0..shares.len()).map(|section| !draft.is_whole(section)).collect();
        let missing = anywhere(exchange, missing)?;
        for (section, share) in shares.iter().enumerate() {
            let Share { set, search, .. } = share;
            if !share.is_cut {
                continue;
            }
            if !missing[section] {
                effort.done(share.len_of(me))?;
                continue;
            }
            let text = atlas.family.puzzle().piece_set_text(set);
            effort.doing(format_args!("{} {text}", job.metric))?;
            let place = SectionStore { draft: &draft, section, pace: &pace };
            let from = draft.checkpoint(section);
            let found = search.run_part(job.metric, &place, from.as_ref(), exchange, *effort)?;
            draft.count(section, found);
        }
        // A distance that only one part found may exceed what the other parts' width can represent.
        if anywhere(exchange, vec![draft.width() == EntryWidth::Two])? == [true] {
            draft.widen()?;
        }
        // No part finishes before all can, so a cancelled build leaves either only checkpoints or only tables.
        draft.settle()?;
        exchange.end_round().map_err(SearchError::from)?;
        let length = draft.finish()?;
        atlas.forget(&path);
        Ok((path, length))
    }

    /// Searches the piece sets of this part alone.
    fn run_alone(
        &self,
        shares: &[Share],
        me: usize,
        draft: &TableDraft<'_>,
        pace: &Pace,
    ) -> Result<(), BuildError> {
        let (atlas, effort) = (self.atlas, self.effort);
        let is_own = |share: &&Share| !share.is_cut && !share.ranges[me].is_empty();
        let own: Vec<PieceSet> =
            shares.iter().filter(is_own).map(|share| share.set.clone()).collect();
        for (section, share) in shares.iter().enumerate() {
            if !share.is_cut && share.ranges[me].is_empty() {
                draft.count(section, Histogram::default());
            }
        }
        if own.is_empty() {
            return Ok(());
        }
        atlas.work_on(own, &[self.job.metric], effort)?.run(self.job.metric, effort, |set| {
            let section = shares.iter().position(|share| share.set == *set)?;
            Some(SectionStore { draft, section, pace })
        })
    }
}
