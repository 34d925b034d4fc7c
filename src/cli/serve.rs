//! `huarong serve`: the atlas in a browser.

use super::headings::OUTPUT;
use super::puzzle::Choice;
use super::session::{Session, open_atlas};
use super::tablebases::Tablebases;
use super::{interrupt, long_work, output};
use huarong_core::klotski;
use huarong_pages::answers::Answers;
use huarong_pages::server;
use huarong_pages::server::{ServerMemory, Service};
use huarong_report::{DEFAULT_HARDEST_LIMIT, SetStudy};
#[cfg(target_os = "linux")]
use std::fs;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

/// Show the atlas in a browser
///
/// Serves pages for setting up, analysing and playing positions, and the JSON API behind them. Missing tables of all
/// piece sets are built first; for 4x5 this takes about a second. Ctrl-C ends the server.
///
/// By default only this machine can connect, and the Host header of a request must be a name of this machine. With
/// --bind to another address, every machine that reaches the address can connect, and the Host header is not checked.
///
/// All searches and their stored results share the memory limit. A search that takes longer than 60 seconds is
/// cancelled.
///
/// The pages include the library of puzzles. With --puzzle, that puzzle is the first page. With --board, the pages are
/// about that board, without named openings.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  huarong serve --open\n  huarong serve --board 3x6 --open        another board\n  \
                        huarong serve --puzzle dads --open      with this puzzle as the first page\n  \
                        huarong serve --bind 0.0.0.0:8080       open to the network\n  \
                        curl 'http://127.0.0.1:8080/api/v1/position?p=heng-dao-li-ma'"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Listen on this address and port; port 0 selects an unused port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", help_heading = OUTPUT)]
    bind: SocketAddr,

    /// Open the first page in the browser
    #[arg(long, help_heading = OUTPUT)]
    open: bool,
}

pub(super) fn run(session: Session, arguments: Arguments) -> anyhow::Result<()> {
    let _work = interrupt::Work::begin()?;
    let Session { mut atlas, chosen, named, threads, memory, quiet, progress } = session;
    if chosen.is_some() {
        // The pages of the 4x5 family are served, too; the puzzle is only the first page.
        atlas = Arc::new(open_atlas(klotski::family(), atlas.directory().to_owned()));
    }
    let session = &Session { atlas, chosen: None, named, threads, memory, quiet, progress };
    let mut tablebases = Tablebases::new(session);
    tablebases.prepare(session.atlas.family().piece_sets())?;
    let given = chosen.map(|chosen| chosen.file);
    let study = long_work::with_effort(session, "positions", |effort| {
        SetStudy::new(&session.atlas, DEFAULT_HARDEST_LIMIT, effort)
    })?;
    let limit = session.memory.unwrap_or_else(|| in_use() + long_work::default_memory());
    let memory = ServerMemory::within(limit, in_use())?;
    let (results, replies) = (memory.searches.clone(), memory.replies.clone());
    let (atlas, oracles) = (session.atlas.clone(), tablebases.into_map());
    let answers = Answers::new(atlas, oracles, given.clone(), results.clone(), replies);
    let first = given.and_then(|file| answers.id_of(&file));
    let service = Service::new(answers, study, results);
    let path = first.map_or(String::new(), |id| format!("puzzles/{id}"));
    let started = |address: SocketAddr| {
        // A browser cannot open the unspecified address.
        let mut here = address;
        match address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => here.set_ip(Ipv4Addr::LOCALHOST.into()),
            IpAddr::V6(ip) if ip.is_unspecified() => here.set_ip(Ipv6Addr::LOCALHOST.into()),
            _ => {}
        }
        let page = format!("http://{here}/{path}");
        let mut out = output::stdout()?;
        writeln!(out, "{page}")?;
        out.flush()?;
        session.say("press Ctrl-C to end the server");
        if arguments.open {
            let opened = open::that_detached(&page);
            opened.unwrap_or_else(|error| {
                session.say(format_args!("cannot open a browser: {error}"))
            });
        }
        Ok(())
    };
    let log = Arc::new(|cause: &str| output::say_line(format_args!("huarong: {cause}")));
    let stop = || interrupt::flow().is_break();
    server::serve(service, memory, arguments.bind, log, started, stop)
}

/// Bytes of memory that the process uses, without mapped files.
#[cfg(target_os = "linux")]
fn in_use() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.map_or(USUALLY_IN_USE, |kilobytes| kilobytes * 1024)
}

/// Other systems do not report it.
#[cfg(not(target_os = "linux"))]
fn in_use() -> u64 {
    USUALLY_IN_USE
}

/// An estimate: the memory for the tables of the 4x5 family and their statistics.
const USUALLY_IN_USE: u64 = 64 << 20;
