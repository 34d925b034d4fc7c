//! Joining the parts of a census.

use super::error::CensusError;
use super::run::Census;
use super::scope::Part;
use super::state::State;
use crate::storage::Storage;
use std::path::{Path, PathBuf};

impl State {
    /// Joins the parts of a census from files.
    ///
    /// # Errors
    ///
    /// Returns an error in these cases:
    ///
    /// - a file is not a part of a census;
    /// - parts belong to different censuses;
    /// - parts have common tasks;
    /// - a part is missing.
    pub fn join_files(storage: &dyn Storage, files: &[PathBuf]) -> Result<Self, CensusError> {
        Self::join_all(&Self::read_all(storage, files)?)
    }

    /// Joins the parts of several censuses from files in any order. The results are in the order of their first files.
    ///
    /// # Errors
    ///
    /// Returns errors like [`join_files`](Self::join_files), except that the files may belong to different censuses.
    pub fn join_each(storage: &dyn Storage, files: &[PathBuf]) -> Result<Vec<Self>, CensusError> {
        let mut censuses: Vec<Vec<(&Path, Self)>> = Vec::new();
        for (file, part) in Self::read_all(storage, files)? {
            match censuses.iter_mut().find(|parts| parts[0].1.scope == part.scope) {
                Some(parts) => parts.push((file, part)),
                None => censuses.push(vec![(file, part)]),
            }
        }
        censuses.iter().map(|parts| Self::join_all(parts)).collect()
    }

    fn read_all<'f>(
        storage: &dyn Storage,
        files: &'f [PathBuf],
    ) -> Result<Vec<(&'f Path, Self)>, CensusError> {
        files.iter().map(|file| Ok((file.as_path(), Self::read(storage, file)?))).collect()
    }

    /// Joins the parts of one census, each given with its file.
    fn join_all(parts: &[(&Path, Self)]) -> Result<Self, CensusError> {
        let Some((first, Self { scope, .. })) = parts.first() else {
            return Err(CensusError::NoParts);
        };
        let census = Census::new(*scope)?;
        let mut whole = State::begin(&census, Part::WHOLE);
        for (file, part) in parts {
            if whole.scope != part.scope {
                return Err(CensusError::Foreign {
                    file: file.to_path_buf(),
                    theirs: part.scope,
                    first: first.to_path_buf(),
                    ours: whole.scope,
                });
            }
            if !part.is_of(&census, part.part) {
                let fault = "another build of the program with other tasks wrote it".to_owned();
                return Err(CensusError::NoPart { file: file.to_path_buf(), fault });
            }
            whole.join(part).ok_or_else(|| CensusError::Twice(file.to_path_buf()))?;
        }
        match whole.done.iter().filter(|is_done| !**is_done).count() {
            0 => Ok(whole),
            left => Err(CensusError::Missing {
                scope: whole.scope,
                done: whole.done.len() - left,
                all: whole.done.len(),
                missing: missing(parts),
            }),
        }
    }
}

/// Describes which parts are missing or unfinished.
fn missing(parts: &[(&Path, State)]) -> String {
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
