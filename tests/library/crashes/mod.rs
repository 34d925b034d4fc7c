//! Replayed crashes: every step of a build is recorded on a simulated disk, and after each step the
//! machine or only the program stops. All possible contents after that must satisfy the guarantees
//! of docs/explanation/durability.md.

pub mod disk;
mod files;

use crate::cases::case;
use disk::{Contents, Moment, Neglect, Simulated};
use huarong_core::effort::{Effort, Progress};
use huarong_core::rules::{Family, Metric, PieceSet};
use huarong_oracle::atlas::{Atlas, BuildError, Plan};
use huarong_tables::table::{CHECKPOINT_PREFIX, TEMPORARY_PREFIX, TableError, unfinished_of};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use xxhash_rust::xxh3::xxh3_64;

/// The directory of the tables; neither directory exists at first.
const DIRECTORY: &str = "/data/tables";
/// The lock file of a build.
const LOCK: &str = "/data/tables/.huarong-lock";

/// Distances by piece set and metric.
type Answers = BTreeMap<(PieceSet, &'static str), Vec<Option<u16>>>;

/// A build, its initial contents, and its undisturbed result.
struct Build {
    family: Family,
    plan: Plan,
    before: Contents,
    /// The files of `before` that are sound tables.
    sound: BTreeSet<PathBuf>,
    /// The answers available before the build.
    answers: Answers,
    after: Contents,
}

/// Totals of the replay.
#[derive(Debug, Default)]
struct Tally {
    /// Moments with a simulated crash.
    crashes: usize,
    /// Contents after a crash, counted once per moment.
    states: usize,
    /// Number of distinct contents.
    distinct: usize,
    /// Promises that were broken.
    broken: BTreeSet<String>,
}

/// A domino and small pieces on a board of nine cells, one of them a wall: three piece sets of
/// about ten positions each.
fn family() -> Family {
    let shapes = [('D', "xx"), ('S', "x")];
    let puzzle = case("..#/.../...", &shapes, &[('D', (0, 2))]).puzzle;
    let sets = [[1, 1], [1, 2], [2, 1]];
    Family::new("nine", puzzle, 2, sets.map(PieceSet::new))
}

/// One piece set of 12,012 positions, so that its tables are written in several steps.
fn larger_family() -> Family {
    let shapes = [('D', "xx"), ('S', "x")];
    let puzzle = case("..../..../..../....", &shapes, &[('D', (0, 3))]).puzzle;
    Family::new("sixteen", puzzle, 2, [PieceSet::new([1, 4])])
}

/// All piece sets of a family, a file each.
fn single(family: &Family, metrics: &[Metric]) -> Plan {
    let piece_sets = Some(family.piece_sets().to_vec());
    Plan { piece_sets, metrics: metrics.to_vec(), force: false, checkpoint_every: None }
}

fn atlas(family: &Family, disk: &Simulated) -> Atlas {
    Atlas::with_storage(family.clone(), DIRECTORY, Arc::new(disk.clone()))
}

/// The disk contents after an undisturbed build.
fn built(family: &Family, plan: &Plan, before: &Contents) -> Contents {
    let disk = Simulated::at(Moment::settled(before), Neglect::Nothing);
    atlas(family, &disk).build(plan, Effort::UNLIMITED).expect("nothing disturbs it");
    disk.now().contents()
}

/// The sound table files of a family, and the available answers.
fn answers(family: &Family, contents: &Contents) -> (BTreeSet<PathBuf>, Answers) {
    let disk = Simulated::at(Moment::settled(contents), Neglect::Nothing);
    let atlas = atlas(family, &disk);
    let (mut sound, mut answers) = (BTreeSet::new(), Answers::new());
    for file in atlas.files().expect("the directory can be read") {
        if atlas.open(&file).is_ok_and(|table| table.is_some_and(|t| t.check_all().is_ok())) {
            sound.insert(file.path);
        }
    }
    for (set, metric) in family.piece_sets().iter().flat_map(|s| Metric::ALL.map(|m| (s, m))) {
        if let Ok(Some(found)) = atlas.find(set, metric)
            && let Ok(distances) = found.distances()
        {
            answers.insert((set.clone(), metric.name()), distances.iter().collect());
        }
    }
    (sound, answers)
}

impl Build {
    fn new(family: Family, plan: Plan, before: Contents) -> Self {
        let (sound, answers) = answers(&family, &before);
        let after = built(&family, &plan, &before);
        Self { family, plan, before, sound, answers, after }
    }

    /// The plan of the build after a crash, without force.
    fn next_plan(&self) -> Plan {
        Plan { force: false, ..self.plan.clone() }
    }

    /// Records the build on a disk that continues from some moment.
    fn record(&self, plan: &Plan, from: Moment, neglect: Neglect) -> Vec<Moment> {
        let disk = Simulated::at(from, neglect);
        atlas(&self.family, &disk).build(plan, Effort::UNLIMITED).expect("nothing disturbs it");
        disk.history()
    }

    /// Stops the machine after every step of the build, and checks all possible contents after the
    /// crash.
    fn crash(&self, neglect: Neglect) -> Tally {
        self.crash_in([self.record(&self.plan, Moment::settled(&self.before), neglect)], |_| false)
    }

    /// Whether a crash of the build breaks a promise, reported in these words.
    fn is_found_out(&self, neglect: Neglect, said: &str) -> bool {
        let history = self.record(&self.plan, Moment::settled(&self.before), neglect);
        let is_said = |fault: &String| fault.contains(said);
        self.crash_in([history], is_said).broken.iter().any(is_said)
    }

    /// Kills the build after every step, which loses nothing, and stops the machine after every
    /// step of the next build.
    fn kill_and_crash(&self, neglect: Neglect) -> Tally {
        let killed = self.record(&self.plan, Moment::settled(&self.before), neglect);
        let next = killed.into_iter().map(|moment| self.record(&self.next_plan(), moment, neglect));
        self.crash_in(next, |_| false)
    }

    /// Stops the machine at every moment of some finished builds. Returns early at
    /// the first fault that satisfies `enough`.
    fn crash_in(
        &self,
        builds: impl IntoIterator<Item = Vec<Moment>>,
        enough: impl Fn(&String) -> bool,
    ) -> Tally {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut tally = Tally::default();
        let mut seen = BTreeSet::new();
        for history in builds {
            let last = history.len() - 1;
            let after = history[last].contents();
            // Goes backwards, because most changes are pending at the end, and a fault shows there
            // sooner.
            for (step, moment) in history.into_iter().enumerate().rev() {
                tally.crashes += 1;
                for left in moment.survivors(&mut random) {
                    tally.states += 1;
                    // A build with nothing to do makes nothing durable.
                    let ended = (step == last && step > 0).then_some(&after);
                    if seen.insert((left.clone(), ended.cloned())) {
                        let fault = self.check(&left, ended).err();
                        let is_enough = fault.iter().any(&enough);
                        tally.broken.extend(fault);
                        if is_enough {
                            return tally;
                        }
                    }
                }
            }
        }
        tally.distinct = seen.len();
        tally
    }

    /// Checks the contents after a crash against a build that had `ended` with its own contents,
    /// and the result of the next build.
    fn check(&self, left: &Contents, ended: Option<&Contents>) -> Result<(), String> {
        for (path, bytes) in left.iter().filter(|(path, _)| is_table(path)) {
            let known = [&self.before, &self.after].map(|contents| contents.get(path));
            if !known.contains(&Some(bytes)) {
                return Err(format!("{} is neither the old one nor the new", path.display()));
            }
        }
        let (sound, answers) = answers(&self.family, left);
        for (path, bytes) in left.iter().filter(|(path, _)| is_table(path)) {
            let was_damaged = self.before.get(path) == Some(bytes) && !self.sound.contains(path);
            if !sound.contains(path) && !was_damaged {
                return Err(format!("{} is not sound", path.display()));
            }
        }
        for (asked, before) in &self.answers {
            if answers.get(asked) != Some(before) {
                return Err(format!("{asked:?} is no longer answered"));
            }
        }
        if ended.is_some_and(|after| tables(left) != tables(after)) {
            return Err("a build had ended, but not all that it did lasts".to_owned());
        }
        self.check_next(left)
    }

    /// Checks that the next build, without force, ends with the bytes of an undisturbed one, unless
    /// a sound old table exists.
    fn check_next(&self, left: &Contents) -> Result<(), String> {
        let mut wanted = self.after.clone();
        for path in self.sound.iter().filter(|&path| left.get(path) == self.before.get(path)) {
            wanted.entry(path.clone()).and_modify(|bytes| *bytes = left[path].clone());
        }
        wanted.entry(LOCK.into()).or_insert_with(|| Some(Arc::default()));
        let disk = Simulated::at(Moment::settled(left), Neglect::Nothing);
        let next = atlas(&self.family, &disk).build(&self.next_plan(), Effort::UNLIMITED);
        let mut found = disk.now().contents();
        // With nothing to do, no lock was taken.
        found.entry(LOCK.into()).or_insert_with(|| Some(Arc::default()));
        match next {
            Err(error) => Err(format!("the next build ended with: {error}")),
            Ok(_) if found != wanted => Err("the next build left something else".to_owned()),
            Ok(_) => Ok(()),
        }
    }
}

fn is_table(path: &Path) -> bool {
    let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    path.extension().is_some() && !is_hidden
}

/// The tables on a disk.
fn tables(contents: &Contents) -> Vec<(&PathBuf, &Option<Arc<Vec<u8>>>)> {
    contents.iter().filter(|(path, _)| is_table(path)).collect()
}

/// Changes the table of a piece set under a metric.
fn change(family: &Family, contents: &mut Contents, set: usize, metric: Metric, by: fn(&mut [u8])) {
    let set = family.puzzle().piece_set_text(&family.piece_sets()[set]);
    let path = Path::new(DIRECTORY).join(format!("{}-{set}-{metric}.huarong", family.name()));
    let bytes = contents.get_mut(&path).and_then(Option::as_mut).expect("the table exists");
    by(Arc::make_mut(bytes).as_mut_slice());
}

/// Changes a table into one of an earlier version of the program.
fn make_older(table: &mut [u8]) {
    table[32..48].copy_from_slice(b"0.0.1\0\0\0\0\0\0\0\0\0\0\0");
    let tail = u32::from_le_bytes(table[12..16].try_into().unwrap()) as usize;
    table[24..32].fill(0);
    let sum = xxh3_64(&[&table[..128], &table[table.len() - tail..]].concat());
    table[24..32].copy_from_slice(&sum.to_le_bytes());
}

fn damage(table: &mut [u8]) {
    table[128] ^= 1;
}

/// Tables of one piece set; not even the directory exists.
fn fresh() -> Build {
    let family = larger_family();
    let plan = single(&family, &Metric::ALL);
    Build::new(family, plan, Contents::new())
}

/// Tables of single piece sets: one from an earlier version of the program, one damaged.
fn old(family: &Family, metrics: &[Metric]) -> Contents {
    let mut before = built(family, &single(family, metrics), &Contents::new());
    change(family, &mut before, 0, Metric::Unit, make_older);
    change(family, &mut before, 1, Metric::Unit, damage);
    before
}

/// All of them, rebuilt.
fn forced() -> Build {
    let family = family();
    let before = old(&family, &Metric::ALL);
    let plan = Plan { force: true, ..single(&family, &Metric::ALL) };
    Build::new(family, plan, before)
}

/// The damaged one, rebuilt.
fn repair() -> Build {
    let family = family();
    let before = old(&family, &Metric::ALL);
    let plan = single(&family, &Metric::ALL);
    Build::new(family, plan, before)
}

/// The family's tables, which replace all but those of another metric.
fn superseding() -> Build {
    let family = family();
    let before = old(&family, &Metric::ALL);
    let plan = Plan { metrics: vec![Metric::Unit, Metric::Straight], ..Plan::default() };
    Build::new(family, plan, before)
}

/// The family's table, with a checkpoint after each of its piece sets.
fn recorded() -> Build {
    let plan = Plan {
        metrics: vec![Metric::Finger],
        checkpoint_every: Some(Duration::ZERO),
        ..Plan::default()
    };
    Build::new(family(), plan, Contents::new())
}

fn builds() -> [(&'static str, Build); 5] {
    [
        ("fresh", fresh()),
        ("forced", forced()),
        ("repair", repair()),
        ("superseding", superseding()),
        ("recorded", recorded()),
    ]
}

fn the_machine_stops_at_any_step(builds: &[(&'static str, Build)]) {
    for (name, build) in builds {
        let tally = build.crash(Neglect::Nothing);
        println!("{name}: {tally:?}");
        assert!(tally.broken.is_empty(), "{name}: {tally:?}");
        assert!(tally.distinct > 10, "{name}: {tally:?}");
    }
}

#[test]
fn the_machine_stops_at_any_step_of_a_build() {
    the_machine_stops_at_any_step(&builds()[..1]);
}

#[test]
#[ignore = "long: crashes at every step"]
fn the_machine_stops_at_any_step_of_every_other_build() {
    the_machine_stops_at_any_step(&builds()[1..]);
}

#[test]
#[ignore = "long: crashes at every step"]
fn a_build_is_killed_and_the_machine_stops_at_any_step_of_the_next() {
    for (name, build) in builds() {
        let tally = build.kill_and_crash(Neglect::Nothing);
        println!("{name}: {tally:?}");
        assert!(tally.broken.is_empty(), "{name}: {tally:?}");
    }
}

/// A killed build leaves work that the next build does not repeat.
#[test]
fn what_a_checkpoint_says_is_not_done_again() {
    let build = recorded();
    let mut most = 0;
    for moment in build.record(&build.plan, Moment::settled(&build.before), Neglect::Nothing) {
        let disk = Simulated::at(moment, Neglect::Nothing);
        let said = Mutex::new(String::new());
        let observer = |progress: Progress<'_>| {
            if let Progress::Notice(notice) = progress {
                *said.lock().unwrap() = notice.to_string();
            }
            ControlFlow::Continue(())
        };
        let effort = Effort { observer: &observer, ..Effort::UNLIMITED };
        atlas(&build.family, &disk).build(&build.next_plan(), effort).expect("nothing disturbs it");
        assert_eq!(disk.now().contents(), build.after);
        let said = said.into_inner().unwrap();
        let piece_sets = said.strip_prefix("continuing nine-finger.huarong from ");
        most = most.max(piece_sets.map_or(0, |from| from[..1].parse().unwrap()));
    }
    assert_eq!(most, 2, "the last piece set is followed by the table");
}

/// The replay detects missing syncs.
#[test]
fn disks_that_do_not_sync_are_found_out() {
    for (name, build) in builds() {
        for (neglect, said) in [
            (Neglect::FileSyncs, "is neither the old one nor the new"),
            (Neglect::DirectorySyncs, "a build had ended"),
        ] {
            assert!(build.is_found_out(neglect, said), "{name} {neglect:?}");
        }
    }
    // Tables of single piece sets are gone before the family's exist.
    assert!(superseding().is_found_out(Neglect::DirectorySyncs, "no longer answered"));
}

/// Each change that a disk refuses once is an error that leaves no unfinished file, and the next
/// build succeeds.
#[test]
fn a_disk_refuses_any_single_operation() {
    for (name, build) in builds() {
        let disk = || Simulated::at(Moment::settled(&build.before), Neglect::Nothing);
        let undisturbed = disk();
        atlas(&build.family, &undisturbed).build(&build.plan, Effort::UNLIMITED).unwrap();
        for operation in 0..undisturbed.operations() {
            let disk = disk().failing(operation);
            let ended = atlas(&build.family, &disk).build(&build.plan, Effort::UNLIMITED);
            let Err(BuildError::Table(TableError::Io { .. })) = ended else {
                panic!("{name}, operation {operation}: {ended:?}")
            };
            let left = disk.now().contents();
            let name_of = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
            let recorded =
                left.iter().filter(|(path, _)| name_of(path).starts_with(CHECKPOINT_PREFIX));
            let recorded: Vec<String> =
                recorded.filter_map(|(_, bytes)| unfinished_of(bytes.as_ref()?)).collect();
            let is_unfinished =
                |name: &String| name.starts_with(TEMPORARY_PREFIX) && !recorded.contains(name);
            assert!(
                !left.keys().map(name_of).any(|name| is_unfinished(&name)),
                "{name}, operation {operation}: {:?}",
                left.keys()
            );
            let checked = build.check(&left, None);
            assert_eq!(checked, Ok(()), "{name}, operation {operation}");
        }
    }
}
