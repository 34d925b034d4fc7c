//! Crashes of commands that write single files: tables of games, censuses, exports and saved games.

use super::disk::{Contents, Moment, Neglect, Simulated};
use super::{Tally, is_table};
use huarong_core::effort::Effort;
use huarong_games::gomoku::{Game, Opening, Rule};
use huarong_games::lines::Lines;
use huarong_games::{GameFiles, GameTable};
use huarong_lab::batch::{Keep, Part};
use huarong_lab::census::{Census, Scope, State};
use huarong_lab::export::{Column, Kind, RowFormat, Rows, Texts, Values};
use huarong_tables::storage::Storage;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The directory of the files; it exists unless the command creates it.
const DIRECTORY: &str = "/data";
/// The lock file of a directory's owner.
const LOCK: &str = "/data/.huarong-lock";

/// Writes a file on a disk, or returns why it cannot.
type Run = dyn Fn(&Simulated) -> Result<(), String>;

/// A command that writes one file.
struct Command {
    name: &'static str,
    path: PathBuf,
    before: Contents,
    run: Box<Run>,
    after: Contents,
}

impl Command {
    /// A command that replaces a file with these bytes, or creates one.
    fn new(
        name: &'static str,
        path: &str,
        old: Option<&[u8]>,
        run: impl Fn(&Simulated) -> Result<(), String> + 'static,
    ) -> Self {
        let path = Path::new(DIRECTORY).join(path);
        let mut before = Contents::from([(DIRECTORY.into(), None)]);
        before.extend(old.map(|old| (path.clone(), Some(Arc::new(old.to_vec())))));
        let disk = Simulated::at(Moment::settled(&before), Neglect::Nothing);
        run(&disk).expect("nothing disturbs it");
        let after = disk.now().contents();
        Self { name, path, before, run: Box::new(run), after }
    }

    /// Runs it on a disk that continues from some moment.
    fn record(&self, from: Moment, neglect: Neglect) -> Vec<Moment> {
        let disk = Simulated::at(from, neglect);
        (self.run)(&disk).expect("nothing disturbs it");
        disk.history()
    }

    /// Stops the machine after every step of some runs, and checks all possible contents after the
    /// crash.
    fn crash_in(&self, runs: impl IntoIterator<Item = Vec<Moment>>) -> Tally {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut tally = Tally::default();
        let mut seen = BTreeSet::new();
        for history in runs {
            let last = history.len() - 1;
            for (step, moment) in history.into_iter().enumerate() {
                tally.crashes += 1;
                for left in moment.survivors(&mut random) {
                    tally.states += 1;
                    if seen.insert((left.clone(), step == last)) {
                        tally.broken.extend(self.check(&left, step == last).err());
                    }
                }
            }
        }
        tally.distinct = seen.len();
        tally
    }

    /// Checks the contents after a crash of a run that had `ended` or not, and the result of the
    /// next run.
    fn check(&self, left: &Contents, ended: bool) -> Result<(), String> {
        let [old, new] = [&self.before, &self.after].map(|contents| contents.get(&self.path));
        let found = left.get(&self.path);
        if found != old && found != new {
            return Err("the file is neither the old one nor the new".to_owned());
        }
        if ended && found != new {
            return Err("the command had ended, but its file does not last".to_owned());
        }
        if left.keys().any(|path| is_table(path) && *path != self.path) {
            return Err("there is another file".to_owned());
        }
        let disk = Simulated::at(Moment::settled(left), Neglect::Nothing);
        (self.run)(&disk).map_err(|error| format!("the next run ended with: {error}"))?;
        match disk.now().contents() == self.after {
            true => Ok(()),
            false => Err(format!("the next run left {:?}", disk.now().contents().keys())),
        }
    }
}

/// Solves a small game.
fn game(path: &str, old: Option<&[u8]>) -> Command {
    Command::new("game table", path, old, |disk| {
        let game: Lines = "3,2,2".parse().unwrap();
        let built = GameFiles::new(disk, Path::new(DIRECTORY)).build(&game, Effort::UNLIMITED);
        built.map(drop).map_err(|error| error.to_string())
    })
}

fn commands() -> Vec<Command> {
    let lines: Lines = "3,2,2".parse().unwrap();
    let table = GameTable::path(Path::new(""), &lines);
    let table = table.to_str().unwrap();
    let census = Census::new(Scope::all(2, 2)).unwrap();
    let mut state = State::begin(&census, Part::WHOLE);
    state.run(&census, Effort::UNLIMITED, Keep::NOTHING).unwrap();
    let save = Game::new(15, Rule::Freestyle, Opening::Free).unwrap().to_string();
    vec![
        game(table, None),
        game(table, Some(b"an old table")),
        Command::new("census", "2x2", Some(b"an old census"), move |disk| {
            state.write(disk, &Path::new(DIRECTORY).join("2x2")).map_err(|error| error.to_string())
        }),
        Command::new("export", "positions.csv", Some(b"index\n"), |disk| {
            let disk: &dyn Storage = disk;
            let path = Path::new(DIRECTORY).join("positions.csv");
            let written = disk.write_whole(&path, ".huarong-export-", |out| {
                let columns = [
                    Column { name: "index", kind: Kind::Number },
                    Column { name: "position", kind: Kind::Text { signs: 4 } },
                ];
                // More than the buffer holds, so that there are several writes.
                let rows = 0..8_000;
                let mut texts = Texts::default();
                rows.clone().for_each(|_| texts.push(|text| text.extend_from_slice(b"S/.S")));
                let rows = vec![Values::Numbers(rows.collect()), Values::Texts(texts)];
                let mut writer = RowFormat::Csv.writer(&columns, 8_000, &[], out)?;
                writer.write(Rows(rows))?;
                writer.finish()
            });
            written.map_err(|error| error.to_string())
        }),
        Command::new("saved game", "game", Some(b"an old game"), move |disk| {
            let (disk, path): (&dyn Storage, _) = (disk, Path::new(DIRECTORY).join("game"));
            let written =
                disk.write_whole(&path, ".huarong-game-", |out| out.write_all(save.as_bytes()));
            written.map_err(|error| error.to_string())
        }),
    ]
}

#[test]
fn the_machine_stops_at_any_step_of_a_command_that_writes_a_file() {
    for command in commands() {
        let begin = Moment::settled(&command.before);
        let tally = command.crash_in([command.record(begin, Neglect::Nothing)]);
        println!("{}: {tally:?}", command.name);
        assert!(tally.broken.is_empty(), "{}: {tally:?}", command.name);
        assert!(tally.distinct > 5, "{}: {tally:?}", command.name);
    }
}

/// The next command clears the remains of a killed one; the machine stops at each of its steps.
#[test]
#[ignore = "long: crashes at every step"]
fn a_command_is_killed_and_the_machine_stops_at_any_step_of_the_next() {
    for command in commands() {
        let killed = command.record(Moment::settled(&command.before), Neglect::Nothing);
        let next = killed.into_iter().map(|moment| command.record(moment, Neglect::Nothing));
        let tally = command.crash_in(next);
        println!("{}: {tally:?}", command.name);
        assert!(tally.broken.is_empty(), "{}: {tally:?}", command.name);
    }
}

#[test]
fn a_disk_refuses_any_single_operation_of_a_command_that_writes_a_file() {
    for command in commands() {
        let disk = || Simulated::at(Moment::settled(&command.before), Neglect::Nothing);
        let undisturbed = disk();
        (command.run)(&undisturbed).unwrap();
        // Only the removal of the file with which a game tests for write access leaves something,
        // for the next command to clear.
        let mut removals = u32::from(command.name == "game table");
        for operation in 0..undisturbed.operations() {
            let disk = disk().failing(operation);
            let ended = (command.run)(&disk);
            assert!(ended.is_err(), "{}, operation {operation}", command.name);
            let left = disk.now().contents();
            let of_ours = [Path::new(DIRECTORY), Path::new(LOCK), &command.path];
            let others = left.keys().filter(|path| !of_ours.contains(&path.as_path())).count();
            if others > 0 {
                assert!(others == 1 && removals == 1, "{}, operation {operation}", command.name);
                removals = 0;
            }
            let checked = command.check(&left, false);
            assert_eq!(checked, Ok(()), "{}, operation {operation}", command.name);
        }
    }
}

/// The replay detects missing syncs.
#[test]
fn disks_that_do_not_sync_are_found_out_by_files() {
    for command in commands() {
        for (neglect, said) in [
            (Neglect::FileSyncs, "neither the old one nor the new"),
            (Neglect::DirectorySyncs, "had ended"),
        ] {
            let begin = Moment::settled(&command.before);
            let tally = command.crash_in([command.record(begin, neglect)]);
            let is_found_out = tally.broken.iter().any(|fault| fault.contains(said));
            assert!(is_found_out, "{} {neglect:?}: {tally:?}", command.name);
        }
    }
}

/// Other commands leave alone a file that a living process writes, and clear away files of dead
/// processes.
#[test]
fn dead_processes_are_distinguished_from_living_ones() {
    let prefix = ".huarong-export-";
    let check = |disk: &dyn Storage, directory: &Path| {
        let (living, dead) = (disk.create(directory, prefix), disk.create(directory, prefix));
        let (living, dead) = (living.unwrap(), dead.unwrap());
        let [living_name, dead_name] = [living.name(), dead.name()];
        // A kill leaves the file as it is.
        dead.keep().unwrap();
        let write = |name: &str| {
            let path = directory.join(name);
            disk.write_whole(&path, prefix, |out| out.write_all(b"1\n")).unwrap();
        };
        write("new.csv");
        let names = disk.names(directory).unwrap();
        assert!(names.contains(&living_name) && !names.contains(&dead_name), "{names:?}");
        living.rename(&directory.join("first.csv")).unwrap();
        write("new.csv");
        let mut names = disk.names(directory).unwrap();
        names.sort();
        assert_eq!(names, ["first.csv", "new.csv"]);
    };
    let contents = Contents::from([(DIRECTORY.into(), None)]);
    check(&Simulated::at(Moment::settled(&contents), Neglect::Nothing), Path::new(DIRECTORY));
    let directory = tempfile::tempdir().unwrap();
    check(&huarong_tables::storage::Disk::default(), directory.path());
}

/// Many threads take a lock, remove its file and release it, as a census does at its end. At most
/// one holds it at any time.
#[test]
fn a_lock_whose_file_is_removed_has_one_owner() {
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("lock");
    let (owners, taken) = (AtomicU32::new(0), AtomicU32::new(0));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while taken.load(SeqCst) < 2_000 {
                    let Ok(_lock) = huarong_tables::storage::Disk::default().try_lock(&path) else {
                        continue;
                    };
                    assert_eq!(owners.fetch_add(1, SeqCst), 0, "there are two");
                    taken.fetch_add(1, SeqCst);
                    owners.fetch_sub(1, SeqCst);
                    std::fs::remove_file(&path).unwrap();
                }
            });
        }
    });
}
