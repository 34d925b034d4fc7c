//! Joining the parts of a batch.

use super::error::BatchError;
use super::job::Job;
use super::part::Part;
use super::state::{Results, State};
use huarong_tables::storage::Storage;
use std::path::{Path, PathBuf};

impl<R: Results> State<R> {
    /// A batch in words, such as `census of 3x4`.
    pub fn batch(&self) -> String {
        format!("{} of {}", R::KIND, self.scope)
    }

    /// Joins all parts of a batch from files.
    pub fn join_files<J: Job<Results = R>>(
        storage: &dyn Storage,
        files: &[PathBuf],
        job: impl Fn(R::Scope) -> Result<J, J::Error>,
    ) -> Result<Self, J::Error> {
        Self::join_all(&Self::read_all(storage, files)?, job)
    }

    /// Joins all parts of several batches from files in any order. The results are in the order of their first files.
    pub fn join_each<J: Job<Results = R>>(
        storage: &dyn Storage,
        files: &[PathBuf],
        job: impl Fn(R::Scope) -> Result<J, J::Error>,
    ) -> Result<Vec<Self>, J::Error> {
        let mut batches: Vec<Vec<(&Path, Self)>> = Vec::new();
        for (file, part) in Self::read_all(storage, files)? {
            match batches.iter_mut().find(|parts| parts[0].1.scope == part.scope) {
                Some(parts) => parts.push((file, part)),
                None => batches.push(vec![(file, part)]),
            }
        }
        batches.iter().map(|parts| Self::join_all(parts, &job)).collect()
    }

    fn read_all<'f>(
        storage: &dyn Storage,
        files: &'f [PathBuf],
    ) -> Result<Vec<(&'f Path, Self)>, BatchError> {
        files.iter().map(|file| Ok((file.as_path(), Self::read(storage, file)?))).collect()
    }

    /// Joins the parts of one batch, each given with its file.
    fn join_all<J: Job<Results = R>>(
        parts: &[(&Path, Self)],
        job: impl Fn(R::Scope) -> Result<J, J::Error>,
    ) -> Result<Self, J::Error> {
        let Some((first, Self { scope, .. })) = parts.first() else {
            return Err(BatchError::NoParts.into());
        };
        let job = job(scope.clone())?;
        let mut whole = Self::begin(&job, Part::WHOLE);
        for (file, part) in parts {
            if whole.scope != part.scope {
                let foreign = BatchError::Foreign {
                    kind: R::KIND,
                    file: file.to_path_buf(),
                    theirs: part.batch(),
                    first: first.to_path_buf(),
                    ours: whole.batch(),
                };
                return Err(foreign.into());
            }
            if !part.is_of(&job, part.part) {
                let fault = "another build of the program with other tasks wrote it".to_owned();
                let file = file.to_path_buf();
                return Err(BatchError::NoPart { kind: R::KIND, file, fault }.into());
            }
            whole.join(part).ok_or_else(|| BatchError::Twice(file.to_path_buf()))?;
        }
        match whole.done.iter().filter(|is_done| !**is_done).count() {
            0 => Ok(whole),
            left => Err(BatchError::Missing {
                batch: whole.batch(),
                done: whole.done.len() - left,
                all: whole.done.len(),
                missing: missing(parts),
            }
            .into()),
        }
    }
}

fn missing<R: Results>(parts: &[(&Path, State<R>)]) -> String {
    let parts = || parts.iter().map(|(_, state)| state);
    let of = parts().map(|state| state.part.of()).max().unwrap_or(1);
    if parts().any(|state| state.part.of() != of) {
        return "they have different numbers of parts".to_owned();
    }
    let unfinished = parts().find(|state| {
        let (done, all) = state.progress();
        done < all
    });
    if let Some(state) = unfinished {
        return format!("part {} is not finished", state.part);
    }
    let missing = (1..=of).filter_map(|number| Part::new(number, of));
    let missing: Vec<String> = missing
        .filter(|part| parts().all(|state| state.part != *part))
        .map(|part| part.to_string())
        .collect();
    match &missing[..] {
        [part] => format!("part {part} is missing"),
        [parts @ .., last] if parts.len() < 10 => {
            format!("parts {} and {last} are missing", parts.join(", "))
        }
        parts => format!("{} parts are missing", parts.len()),
    }
}
