//! `huarong print`: puzzles on paper.

mod arguments;
mod solve;
mod subjects;

pub(super) use arguments::Arguments;
#[cfg(feature = "serve")]
pub(super) use subjects::gates;

use super::input_file::SizeLimit;
use super::session::Session;
use super::{long_work, output};
use anyhow::{Context, anyhow, bail};
use huarong_report::paper::{Document, Fonts, write_html, write_pdf, write_png, write_svg};
use huarong_report::sheets;
use huarong_tables::storage;
use std::path::{Path, PathBuf};

/// Prefix of files until they are complete.
const PREFIX: &str = ".huarong-sheet-";

/// A font that the user names. Collections of Chinese fonts have about 100 MB.
const FONT: SizeLimit = SizeLimit { what: "a font", most: 1 << 28 };

/// Pixels per point in PNG: 200 per inch.
const PIXELS: f32 = 200.0 / 72.0;

/// The format of a sheet.
#[derive(Clone, Copy)]
enum Format {
    Pdf,
    Svg,
    Png,
    Html,
}

impl Format {
    /// The format that the ending of a name means.
    fn of(path: &Path) -> anyhow::Result<Self> {
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
        match ending.as_deref() {
            Some("pdf") => Ok(Self::Pdf),
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("html") => Ok(Self::Html),
            _ => bail!("--out {}: end the name in .pdf, .svg, .png or .html", path.display()),
        }
    }

    /// The files of a sheet: their paths and contents.
    fn files(
        self,
        document: &Document,
        fonts: &Fonts<'_>,
        path: &Path,
    ) -> anyhow::Result<Vec<(PathBuf, Vec<u8>)>> {
        let pages = &document.pages;
        Ok(match self {
            Self::Pdf => vec![(path.to_owned(), write_pdf(document, fonts)?)],
            Self::Html => vec![(path.to_owned(), write_html(document, fonts).into_bytes())],
            Self::Svg | Self::Png => {
                let page = |(number, page)| {
                    let file = match self {
                        Self::Png => write_png(page, document.paper.size(), PIXELS, fonts)
                            .context("a page is too large for a picture")?,
                        _ => write_svg(document, page, fonts).into_bytes(),
                    };
                    Ok((numbered(path, number, pages.len()), file))
                };
                (1..).zip(pages).map(page).collect::<anyhow::Result<_>>()?
            }
        })
    }
}

/// The path of one of several pages: sheet-1.svg for sheet.svg. The only page has the path itself.
fn numbered(path: &Path, number: usize, count: usize) -> PathBuf {
    if count == 1 {
        return path.to_owned();
    }
    let digits = count.to_string().len();
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number:0digits$}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

pub(super) fn run(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let path = &arguments.out;
    let format = Format::of(path)?;
    check_writable(path)?;
    let files = read_fonts(&arguments.font, long_work::memory_limit(session)).context("--font")?;
    let fonts = Fonts::new(&files).map_err(|(number, error)| {
        anyhow!("--font {}: {error}", arguments.font[number].display())
    })?;
    let subjects = subjects::read(&arguments.subjects, arguments.language())?;
    let sheet = arguments.sheet(subjects.len());
    let count = subjects.len() as u64;
    let held = files.iter().map(|font| font.len() as u64).sum();
    let puzzles = solve::solve(session, subjects, arguments, held)?;
    let document = sheets::document(&puzzles, &sheet, &fonts);
    say_missing(session, &document, &fonts, "--font FILE");
    let files = format.files(&document, &fonts, path)?;
    for (path, bytes) in &files {
        let written = storage::write_whole(path, PREFIX, |out| out.write_all(bytes));
        written.with_context(|| format!("cannot write {}", path.display()))?;
    }
    let name = match &files[..] {
        [.., (last, _)] if files.len() > 1 => {
            format!("{} to {}", files[0].0.display(), last.display())
        }
        _ => path.display().to_string(),
    };
    let pages = output::counted(document.pages.len() as u64, "page");
    session.say(format_args!("wrote {name}: {}, {pages}", output::counted(count, "puzzle")));
    Ok(())
}

/// Reads the files of fonts within the memory limit.
pub(super) fn read_fonts(paths: &[PathBuf], memory: u64) -> anyhow::Result<Vec<Vec<u8>>> {
    let mut left = memory;
    let read = |path: &PathBuf| {
        let limit = match left < FONT.most {
            true => SizeLimit { what: "fonts under the memory limit", most: left },
            false => FONT,
        };
        let bytes = limit.read_file(path)?;
        left -= bytes.len() as u64;
        Ok(bytes)
    };
    paths.iter().map(read).collect()
}

/// Refuses a file that cannot be written, before the puzzles are solved.
fn check_writable(path: &Path) -> anyhow::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let check = || {
        storage::check_replaceable(path)?;
        tempfile::Builder::new().prefix(PREFIX).tempfile_in(folder)
    };
    check().map(drop).with_context(|| format!("cannot write {}", path.display()))
}

/// Names the characters that no font has, and the option or key that adds one.
pub(super) fn say_missing(session: &Session, document: &Document, fonts: &Fonts<'_>, option: &str) {
    let missing = fonts.missing(document.texts());
    if missing.is_empty() {
        return;
    }
    let names: Vec<String> =
        missing.iter().map(|&sign| format!("{sign} (U+{:04X})", u32::from(sign))).collect();
    session.say(format_args!(
        "no font has {}, so boxes are printed; add a font with {option}",
        names.join(", ")
    ));
}
