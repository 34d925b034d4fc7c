//! A search in several processes, on this machine or on the machines of a cluster.

use super::child_process::ChildProcess;
use super::input_file::{InputFile, SizeLimit};
use super::session::Session;
use super::{interrupt, output};
use anyhow::{Context, bail};
use huarong_core::effort::{Effort, Progress};
use huarong_oracle::atlas::subject;
use huarong_search::cluster::{Cluster, Hosts, Patience, Processes, Purpose, Traffic};
use std::ffi::OsString;
use std::io::{self, Write};
use std::net::TcpListener;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The options of a search in several processes.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Together {
    /// Work in N processes on this machine
    ///
    /// `build` writes one shard per process and table. `verify` reads shards and writes nothing.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    #[arg(conflicts_with_all = ["hosts", "process"], help_heading = "Several processes")]
    processes: Option<u16>,

    /// Run as one of the processes listed in this file
    ///
    /// Each line of the file is host:port. See docs/how-to/several-machines.md.
    #[arg(long, value_name = "FILE", requires = "process", help_heading = "Several processes")]
    hosts: Option<PathBuf>,

    /// Run as process I: line I of the hosts file, counted from 0
    #[arg(long, value_name = "I", requires = "hosts", help_heading = "Several processes")]
    process: Option<usize>,

    /// Wait at most this long for the other processes to start
    #[arg(long, value_name = "SECONDS", default_value = "30", help_heading = "Several processes")]
    wait: u32,

    /// Treat a process as lost after this long without a message
    ///
    /// Give all processes the same value.
    #[arg(long, value_name = "SECONDS", default_value = "10", help_heading = "Several processes")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    timeout: u16,
}

/// One of several processes: its number, the addresses of all of them, and its time limits.
pub(super) struct Part {
    pub hosts: Hosts,
    pub process: usize,
    pub patience: Patience,
}

/// The role of this process in a search.
pub(super) enum Role {
    /// It searches alone.
    Alone,
    /// It starts this number of processes, which search.
    Parent(u16),
    /// It is one of several processes.
    Part(Part),
}

/// A hosts file: one line per process. A megabyte is enough for some ten thousand processes.
const HOSTS: SizeLimit = SizeLimit { what: "a hosts file", most: 1 << 20 };

impl Together {
    pub fn role(&self) -> anyhow::Result<Role> {
        if let Some(processes) = self.processes {
            return Ok(Role::Parent(processes));
        }
        let (Some(path), Some(process)) = (&self.hosts, self.process) else {
            return Ok(Role::Alone);
        };
        let text = InputFile::file(path).and_then(|source| source.read(HOSTS));
        let text = text.context("cannot read the hosts file")?;
        let hosts = text.parse().with_context(|| path.display().to_string())?;
        let [to_connect, timeout] = [self.wait, self.timeout.into()]
            .map(|seconds: u32| Duration::from_secs(seconds.into()));
        Ok(Role::Part(Part { hosts, process, patience: Patience { to_connect, timeout } }))
    }
}

/// Does the work of one of several processes. `task` must be the same in all of them.
pub(super) fn work<T, E>(
    session: &Session,
    part: &Part,
    task: String,
    effort: Effort<'_>,
    work: impl FnOnce(&mut Processes<'_>, Effort<'_>) -> Result<T, E> + Send,
) -> anyhow::Result<T>
where
    T: Send,
    E: std::error::Error + Send + Sync + 'static,
{
    let subject = subject(session.atlas.family())?;
    let puzzle = format!("{}\n{}", subject.family, subject.description);
    let (purpose, started) = (Purpose { puzzle, task }, Instant::now());
    // Runs on a thread of the pool: from another thread, each round would first have to hand its work to the pool.
    let worked = rayon::scope(|_| {
        Cluster::work(&part.hosts, part.process, &purpose, part.patience, |cluster, exchange| {
            let observer = |progress: Progress<'_>| match (effort.observer)(progress) {
                ControlFlow::Continue(()) if cluster.has_failed() => ControlFlow::Break(()),
                flow => flow,
            };
            work(exchange, Effort { observer: &observer, ..effort })
        })
    });
    let (done, traffic) = worked??;
    say_traffic(session, part.process, &traffic, started.elapsed());
    Ok(done)
}

/// Reports the traffic between a process and the others.
fn say_traffic(session: &Session, process: usize, traffic: &Traffic, all: Duration) {
    let share = |time: Duration| 100.0 * time.as_secs_f64() / all.as_secs_f64().max(1e-9);
    let Traffic { sent, rounds, sending, waiting, .. } = *traffic;
    session.say(format_args!(
        "process {process}: {} bytes sent in {} rounds; {:.1} % of {:.1} s sending, {:.1} % waiting",
        output::grouped(sent),
        output::grouped(rounds),
        share(sending),
        all.as_secs_f64(),
        share(waiting),
    ));
}

/// Runs this command in several processes on this machine, and prints their output in the order of their numbers.
pub(super) fn run_processes(session: &Session, processes: u16) -> anyhow::Result<()> {
    let _work = interrupt::Work::begin()?;
    let free = |_| TcpListener::bind("127.0.0.1:0");
    // All ports are held until all are known, so that no two are the same.
    let held = (0..processes).map(free).collect::<io::Result<Vec<_>>>();
    let held = held.context("cannot reserve a port on this machine")?;
    let mut file = tempfile::NamedTempFile::new().context("cannot write a hosts file")?;
    for listener in &held {
        writeln!(
            file,
            "{}",
            listener.local_addr().context("cannot determine the number of a port")?
        )?;
    }
    file.flush().context("cannot write a hosts file")?;
    drop(held);
    let program = std::env::current_exe().context("cannot find the file of this program")?;
    let mut children = Children(Vec::new());
    for process in 0..processes {
        let mut command = Command::new(&program);
        command.args(arguments_for(session, processes)).arg("--hosts").arg(file.path());
        command.arg("--process").arg(process.to_string());
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        children.0.push(ChildProcess::new(&mut command).context("cannot start a process")?);
    }
    children.wait()
}

/// The arguments of this program, for each of its processes. Threads and memory are divided among them.
fn arguments_for(session: &Session, processes: u16) -> Vec<OsString> {
    let mut kept: Vec<OsString> = Vec::new();
    let mut given = std::env::args_os().skip(1);
    while let Some(argument) = given.next() {
        match argument.to_str() {
            Some("--processes") => drop(given.next()),
            Some(text) if text.starts_with("--processes=") => {}
            _ => kept.push(argument),
        }
    }
    let has = |name: &str| {
        let is_it = |argument: &OsString| {
            argument
                .to_str()
                .is_some_and(|text| text == name || text.starts_with(&format!("{name}=")))
        };
        kept.iter().any(is_it)
    };
    let share = |all: u64| (all / u64::from(processes)).max(1);
    let mut more = Vec::new();
    if !has("--threads") {
        let threads = share(rayon::current_num_threads() as u64);
        more.push(format!("--threads={threads}"));
    }
    if session.memory.is_none() {
        more.push(format!("--memory={}B", share(super::long_work::default_memory())));
    }
    // In front of the command, where global options are always allowed.
    more.into_iter().map(OsString::from).chain(kept).collect()
}

/// Processes that this one started, and that end with it.
struct Children(Vec<ChildProcess>);

/// Interval between checks whether processes have ended.
const INTERVAL_OF_CHECKS: Duration = Duration::from_millis(20);
/// Time in which cancelled processes must end; less than the time in which this program must.
const TIME_TO_STOP: Duration = Duration::from_millis(600);

impl Children {
    /// Waits until all have ended, and prints their output.
    fn wait(mut self) -> anyhow::Result<()> {
        let readers: Vec<thread::JoinHandle<_>> = { self.0.iter_mut() }
            .map(|child| {
                let mut stdout = child.stdout.take().expect("it is piped");
                thread::Builder::new().spawn(move || {
                    let mut written = Vec::new();
                    io::Read::read_to_end(&mut stdout, &mut written).map(|_| written)
                })
            })
            .collect::<io::Result<_>>()
            .context("cannot start a thread")?;
        let mut ended: Vec<Option<ExitStatus>> = vec![None; self.0.len()];
        let mut asked: Option<Instant> = None;
        while ended.iter().any(Option::is_none) {
            for (child, ended) in self.0.iter_mut().zip(&mut ended) {
                if ended.is_none() {
                    *ended = child.try_wait().context("cannot wait for a process")?;
                }
            }
            match asked {
                None if interrupt::flow().is_break() => {
                    asked = Some(Instant::now());
                    self.0.iter_mut().for_each(ChildProcess::ask_to_stop);
                }
                Some(asked) if asked.elapsed() > TIME_TO_STOP => bail!(
                    "cancelled; the same command continues from the last checkpoint, if there is one"
                ),
                _ => {}
            }
            thread::sleep(INTERVAL_OF_CHECKS);
        }
        let mut out = output::stdout()?;
        for reader in readers {
            let written = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            out.write_all(&written.context("cannot read the output of a process")?)?;
        }
        out.flush()?;
        let failed = ended.iter().flatten().filter(|status| !status.success()).count();
        match failed {
            0 => Ok(()),
            failed => bail!("{failed} of {} processes failed", ended.len()),
        }
    }
}
