//! `huarong site`: the atlas as files.

use super::headings::{INPUT, OUTPUT};
use super::input_file::SizeLimit;
use super::session::Session;
use super::tablebases::Tablebases;
use super::{board_package, build, interrupt, long_work, output};
use anyhow::{Context, bail};
use huarong_core::klotski;
use huarong_core::numerals::grouped;
use huarong_oracle::atlas::{Atlas, Plan};
use huarong_pages::answers::{Answers, Memory};
use huarong_pages::server::{Modules, Service, Site};
use huarong_report::{DEFAULT_HARDEST_LIMIT, SetStudy};
use huarong_tables::storage;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Write the atlas as files for any web host
///
/// The files are the pages of `huarong serve`, tables of all piece sets of 4x5, statistics, and a WebAssembly module that
/// answers in the browser. The site works in any folder of a host. checksums.txt has the BLAKE3 checksum of every file.
///
/// `make site` builds the module first. The folder must not exist yet, or be empty.
///
/// With --board, writes only the element `<huarong-board>`, with which other pages show a puzzle, and its plugin for jsPsych 8. The
/// folder is then a package for `npm pack`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  make site\n  huarong site --module huarong.wasm --out site\n  huarong site --module huarong.wasm --design-module huarong-design.wasm --out site\n  \
                  huarong site --module huarong.wasm --out site --url https://example.org/huarong\n  huarong site --board --out huarong-board\n  python3 -m http.server --directory site"
)]
pub(super) struct Arguments {
    /// The WebAssembly module, as scripts/wasm builds it
    #[arg(long, value_name = "FILE", required_unless_present = "board", help_heading = INPUT)]
    module: Option<PathBuf>,

    /// Add this module, which finds puzzles to order, as `scripts/wasm design` builds it
    ///
    /// Only the page of designs loads it. Without it, that page says that the site cannot find puzzles.
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    design_module: Option<PathBuf>,

    /// Write only `<huarong-board>`, a board for pages of others, as an npm package
    #[arg(long, conflicts_with_all = ["module", "design_module", "url"], help_heading = OUTPUT)]
    board: bool,

    /// Use this address of the site in the previews that other programs show beside links, and in 404.html
    ///
    /// Many programs show no picture beside a link unless the page names its whole address. 404.html also needs it if the
    /// site is in a folder of its host.
    #[arg(long, value_name = "URL", value_parser = address, help_heading = OUTPUT)]
    url: Option<String>,

    /// Write the site into this folder
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    out: PathBuf,
}

/// The file of the program's WebAssembly module.
const MODULE: SizeLimit = SizeLimit { what: "a WebAssembly module", most: 1 << 28 };
/// The first bytes of every WebAssembly module.
const MAGIC: &[u8] = b"\0asm";
/// Prefix of the folder until it is complete.
const PREFIX: &str = ".huarong-site-";

pub(super) fn run(session: Session, arguments: &Arguments) -> anyhow::Result<()> {
    let _work = interrupt::Work::begin()?;
    let out = &arguments.out;
    let Some(file) = &arguments.module else { return board_package::write(out) };
    check_free(out)?;
    let modules = Modules {
        all: module(file)?,
        design: arguments.design_module.as_deref().map(module).transpose()?,
    };
    let site = site(session, modules, arguments.url.as_deref().unwrap_or_default())?;
    let parent = match out.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let cannot = || format!("cannot write {}", out.display());
    let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent).with_context(cannot)?;
    write(folder.path(), &site).with_context(cannot)?;
    check_free(out)?;
    // An empty folder may be in the way.
    _ = fs::remove_dir(out);
    fs::rename(folder.keep(), out).with_context(cannot)?;
    let bytes: usize = site.files().values().map(Vec::len).sum();
    let files = site.files().len() as u64;
    let mut stdout = output::stdout()?;
    writeln!(
        stdout,
        "wrote {} ({} files, {} bytes)",
        out.display(),
        grouped(files),
        grouped(bytes as u64)
    )?;
    Ok(())
}

fn module(file: &Path) -> anyhow::Result<Vec<u8>> {
    let module = MODULE.read_file(file)?;
    if !module.starts_with(MAGIC) {
        bail!("{} is no WebAssembly module; scripts/wasm builds it", file.display());
    }
    Ok(module)
}

/// Refuses a folder that has files.
fn check_free(out: &Path) -> anyhow::Result<()> {
    match fs::read_dir(out) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error).with_context(|| format!("cannot write {}", out.display())),
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => {
                bail!("{} is not empty: remove it, or choose another folder", out.display())
            }
        },
    }
}

/// The files of the site. All tables are built in memory.
fn site(session: Session, modules: Modules, root: &str) -> anyhow::Result<Site> {
    let files = storage::Memory::default();
    let atlas = Atlas::with_storage(klotski::family(), "", Arc::new(files.clone()));
    let atlas = Arc::new(atlas);
    let session = &Session { atlas: atlas.clone(), chosen: None, named: None, ..session };
    let sets = atlas.family().piece_sets();
    let plan = Plan { piece_sets: Some(sets.to_vec()), ..Plan::default() };
    build::build(session, &plan)?;
    long_work::with_effort(session, "entries", |effort| atlas.repack(|_| true, true, effort))?;
    let mut tablebases = Tablebases::new(session);
    tablebases.prepare(sets)?;
    let study = long_work::with_effort(session, "positions", |effort| {
        SetStudy::new(&atlas, DEFAULT_HARDEST_LIMIT, effort)
    })?;
    let (results, replies) = (Memory::new(0), Memory::new(0));
    let oracles = tablebases.into_map();
    let answers = Answers::new(atlas.clone(), oracles, None, results.clone(), replies);
    let service = Service::new(answers, study, results);
    Site::new(&service, &atlas, &files, modules, root)
}

/// Reads the address of a site, without a slash at its end.
fn address(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_sound = |rest: &str| {
        !rest.starts_with('/')
            && rest
                .bytes()
                .all(|sign| sign.is_ascii_alphanumeric() || b"-._~:/%[]@".contains(&sign))
    };
    match rest.filter(|rest| !rest.is_empty() && is_sound(rest)) {
        Some(_) => Ok(text.trim_end_matches('/').to_owned()),
        None => Err("write an address such as https://example.org/huarong".to_owned()),
    }
}

fn write(folder: &Path, site: &Site) -> io::Result<()> {
    for (path, bytes) in site.files() {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, bytes)?;
    }
    Ok(())
}
