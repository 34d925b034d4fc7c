//! External gomoku programs, which may print endlessly, hang, or leave processes behind.

use huarong::cli::gomoku::program::{Deadline, Program, Waits};
use huarong_games::gomoku::Opening;
use huarong_games::gomoku::{Game, Rule};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

static GOES_ON: AtomicBool = AtomicBool::new(false);
const SOON: Duration = Duration::from_millis(100);
/// Longer than any test may take.
const NEVER: Duration = Duration::from_secs(3600);

/// A program that runs a shell script.
fn start(
    script: &str,
    waits: Waits,
    time: Duration,
    stop: &'static AtomicBool,
) -> Result<(Program<'static>, Game), String> {
    let game = Game::new(15, Rule::Freestyle, Opening::Free).unwrap();
    let words = ["sh", "-c", script].map(str::to_owned);
    Program::start(&words, &game, time, waits, stop).map(|program| (program, game))
}

fn fault(script: &str, waits: Waits) -> String {
    let started = start(script, waits, Duration::ZERO, &GOES_ON);
    started.and_then(|(mut program, game)| program.choose(&game)).expect_err("it plays")
}

#[test]
fn what_a_program_prints_is_bounded() {
    let waits = Waits { beginning: NEVER, late: NEVER, ending: SOON };
    for endless in ["yes ''", "yes MESSAGE", "yes 'DEBUG on'"] {
        assert!(fault(endless, waits).starts_with("printed more than"), "{endless}");
        // The same applies while it thinks.
        let later = fault(&format!("echo OK; {endless}"), waits);
        assert!(later.starts_with("printed more than"), "{endless}: {later}");
    }
    let long = fault("cat /dev/zero", waits);
    assert!(long.starts_with("printed a line of more than"), "{long}");
    let long = fault("head -c 5000 /dev/zero; echo; sleep 3600", waits);
    assert!(long.starts_with("printed a line of more than"), "{long}");
}

#[test]
fn no_program_puts_a_deadline_off() {
    let short = Waits { beginning: SOON, late: NEVER, ending: SOON };
    let late = "has not answered within 100 ms";
    for script in ["sleep 3600", "while :; do echo MESSAGE; sleep 0.01; done"] {
        assert_eq!(fault(script, short), late, "{script}");
    }
    let short = Waits { beginning: NEVER, late: SOON, ending: SOON };
    for script in ["echo OK; sleep 3600", "echo OK; while :; do echo; sleep 0.01; done"] {
        assert_eq!(fault(script, short), late, "{script}");
    }
    // Nor does a program that reads nothing, once its pipe is full.
    let (mut program, _) =
        start("echo OK; sleep 3600", short, Duration::ZERO, &GOES_ON).map_err(drop).unwrap();
    let written = program.say(&"INFO\n".repeat(1 << 18), Deadline::after(SOON));
    assert_eq!(written, Err("has not read its input within 100 ms".to_owned()));
}

#[test]
fn a_program_is_not_waited_for_once_nobody_wants_to() {
    static STOP: AtomicBool = AtomicBool::new(false);
    let waits = Waits { beginning: NEVER, late: NEVER, ending: NEVER };
    let (mut program, game) =
        start("echo OK; sleep 3600", waits, NEVER, &STOP).map_err(drop).unwrap();
    thread::scope(|scope| {
        let choice = scope.spawn(|| program.choose(&game));
        STOP.store(true, SeqCst);
        assert!(choice.join().unwrap().is_err());
    });
    // Dropping does not wait for its end either.
    drop(program);
}

/// Whether a process runs. A zombie does not count.
fn runs(id: &str) -> bool {
    let status = fs::read_to_string(Path::new("/proc").join(id).join("status"));
    status.is_ok_and(|status| !status.contains("State:\tZ"))
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_of_a_program() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("ids").display().to_string();
    let waits = Waits { beginning: NEVER, late: NEVER, ending: SOON };
    let script = format!(
        "trap '' INT TERM HUP; sleep 3600 & sh -c 'sleep 3600 & echo $!; wait' >> {file} & \
         echo $! $$ >> {file}; while ! [ $(wc -w < {file}) = 3 ]; do :; done; echo OK; wait"
    );
    let (program, _) = start(&script, waits, NEVER, &GOES_ON).map_err(drop).unwrap();
    let ids = fs::read_to_string(&file).unwrap();
    let ids: Vec<&str> = ids.split_whitespace().collect();
    assert!(ids.len() == 3 && ids.iter().all(|id| runs(id)), "{ids:?}");
    drop(program);
    let started = Instant::now();
    while ids.iter().any(|id| runs(id)) {
        assert!(started.elapsed() < Duration::from_secs(60), "{ids:?}");
        thread::yield_now();
    }
}

#[test]
fn a_program_may_end_by_itself() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("learned");
    let waits = Waits { beginning: NEVER, late: NEVER, ending: NEVER };
    let script = format!(
        "read start; echo OK; while read line; do case $line in END) break; esac; done; echo $line > {}",
        file.display()
    );
    drop(start(&script, waits, NEVER, &GOES_ON).map_err(drop).unwrap());
    assert_eq!(fs::read_to_string(file).unwrap(), "END\n");
}
