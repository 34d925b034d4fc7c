//! The pages as files, for any host of files. WebAssembly in the browser answers in place of the server.

use super::alone::{BOARD_SCRIPT, SCRIPTS as ALONE, board_script};
use super::bundle::{Scripts, bundle};
use super::pages::{Asset, DESCRIPTION, DIFFICULTY, EXPLANATION, PAGE, PAGES};
use super::preview::{self, PREVIEWS, Preview};
use super::service::Service;
use crate::answers::{Reply, Request};
use anyhow::{Context, anyhow, bail};
use form_urlencoded::byte_serialize;
use huarong_core::rules::Metric;
use huarong_lab::library::{LibraryPuzzle, SolvedPuzzle};
use huarong_oracle::atlas::{Atlas, Scope};
use huarong_tables::storage::{Memory, Storage};
use serde_json::json;
use std::collections::BTreeMap;

/// The script that tells the pages where the files are.
const SITE: &str = "site.js";
/// The script that keeps the files for times without a network. It lies above all pages.
pub const OFFLINE: &str = "offline.js";
/// Its place for the version of the site.
const UNVERSIONED: &str = "'unversioned'";
/// The position of the first page, as `family.js` names it.
const FIRST_POSITION: &str = "橫刀立馬";
/// The file with the answer about it.
const FIRST_ANSWER: &str = "first/position.json";
/// The list of named openings, from which the first page takes its position.
const OPENINGS: &str = "api/v1/openings.json";
const STYLE: &str = "style.css";
/// The page that most hosts show at every address without a file.
const MISSING: &str = "404.html";
/// What it says if its scripts are not found.
const NOT_FOUND: &str = "<h1>Page not found <span lang=\"zh-Hant\">找不到頁面</span> <span lang=\"zh-Hans\">找不到页面</span></h1>";
/// The list of checksums of all other files.
const CHECKSUMS: &str = "checksums.txt";

/// The WebAssembly modules of a site.
pub struct Modules {
    /// The module of every page.
    pub all: Vec<u8>,
    /// The module that also finds puzzles to order, if the site does so.
    pub design: Option<Vec<u8>>,
}

/// The files of a site, by their paths in its folder.
pub struct Site {
    files: BTreeMap<String, Vec<u8>>,
}

impl Site {
    /// The files of the pages, of the answers that do not change, and of the packed tables in an atlas. `root` is the
    /// address of the site without a slash at the end, or empty if it is unknown.
    pub fn new(
        service: &Service,
        atlas: &Atlas,
        tables: &Memory,
        modules: Modules,
        root: &str,
    ) -> anyhow::Result<Self> {
        let mut site = Self { files: BTreeMap::new() };
        let module = site.hashed("huarong", "wasm", modules.all);
        let design = modules.design.map(|module| site.hashed("design", "wasm", module));
        let mut addresses = serde_json::Map::new();
        for set in atlas.family().piece_sets() {
            let name = atlas.family().puzzle().piece_set_text(set);
            let mut files = Vec::new();
            for metric in Metric::OF_SINGLE_PIECES {
                let path = atlas.file(Scope::Set(set.clone()), metric).path;
                let bytes = tables.open(&path).with_context(|| path.display().to_string())?;
                let name = format!("tables/{name}-{metric}");
                files.push(site.hashed(&name, "huarong", bytes.to_vec()));
            }
            addresses.insert(name.clone(), json!(files));
            let set = service.set(&name).map_err(|_| anyhow!("no statistics of {name}"))?;
            site.put(format!("api/v1/sets/{name}.json"), set);
        }
        // The answer that the page of the first position asks for is there before the module.
        let name: String = byte_serialize(FIRST_POSITION.as_bytes()).collect();
        let query = format!("p={name}");
        site.put(FIRST_ANSWER, answer(service, "/api/v1/position", Some(&query))?);
        let answers = json!({ format!("/api/v1/position?{query}"): FIRST_ANSWER });
        site.put("api/v1/sets.json", service.sets());
        site.put("api/v1/about.json", service.about());
        site.put("api/v1/openapi.json", DESCRIPTION);
        site.put(&EXPLANATION[1..], DIFFICULTY);
        let openings = service.openings().map_err(|_| anyhow!("no openings"))?;
        site.put(OPENINGS, openings);
        site.put("api/v1/puzzles.json", answer(service, "/api/v1/puzzles", None)?);
        site.put("api/v1/solved.json", service.solved());
        for SolvedPuzzle { id, .. } in SolvedPuzzle::all().iter().filter(|puzzle| puzzle.is_large())
        {
            let solved = service.solved_puzzle(id).map_err(|_| anyhow!("no results of {id}"))?;
            site.put(format!("api/v1/solved/{id}.json"), solved);
        }
        for (name, bytes) in service.reports()? {
            site.put(format!("csv/{name}"), bytes);
        }
        let known =
            json!({ "module": module, "design": design, "tables": addresses, "answers": answers });
        site.put_pages(service, &known.to_string(), root)?;
        let checksums = site.checksums();
        site.put(CHECKSUMS, checksums);
        Ok(site)
    }

    pub fn files(&self) -> &BTreeMap<String, Vec<u8>> {
        &self.files
    }

    fn put(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), bytes.into());
    }

    /// Puts a file under a name with a part of its checksum, so that browsers can keep it. Returns the path.
    fn hashed(&mut self, name: &str, extension: &str, bytes: Vec<u8>) -> String {
        let path = format!("{name}-{}.{extension}", &blake3::hash(&bytes).to_hex()[..16]);
        self.put(path.clone(), bytes);
        path
    }

    fn put_pages(&mut self, service: &Service, site: &str, root: &str) -> anyhow::Result<()> {
        let (mut page, mut offline, mut scripts) = (String::new(), String::new(), Scripts::new());
        for &Asset { name, text, .. } in Asset::all() {
            match name.rsplit('.').next() {
                _ if name == PAGE => page = text.to_owned(),
                _ if name == OFFLINE => offline = text.to_owned(),
                _ if ALONE.contains(&name) => {}
                Some("js") => _ = scripts.insert(name.to_owned(), text.to_owned()),
                Some("css") => {}
                _ => self.put(format!("assets/{name}"), text),
            }
        }
        scripts.insert(SITE.to_owned(), format!("export const SITE = {site};\n"));
        for (name, script) in bundle(&scripts)? {
            self.put(format!("assets/{name}"), script);
        }
        self.put(format!("assets/{BOARD_SCRIPT}"), board_script()?);
        let (page, style) = one_style(&page)?;
        self.put(format!("assets/{STYLE}"), style);
        let load = format!(
            "  <link rel=\"preload\" as=\"fetch\" crossorigin href=\"/{OPENINGS}\">\n</head>"
        );
        let first = page.replace("</head>", &load);
        self.put(PAGE, relative(&first, 0));
        // Addresses have any depth, so this page names its files from the root of the host.
        let folder = root.splitn(4, '/').nth(3).map_or_else(String::new, |path| format!("{path}/"));
        let missing = page.replace("</main>", &format!("{NOT_FOUND}</main>"));
        self.put(MISSING, missing.replace("=\"/", &format!("=\"/{folder}")));
        for path in PAGES.iter().filter(|path| !path.contains('{')) {
            self.put_page(&path[1..], &page);
        }
        let sets: Vec<String> = self.names("api/v1/sets/");
        for set in sets {
            self.put_page(&format!("atlas/{set}"), &page);
        }
        for more in ["design", "editor", "mine", "rush", "shared"] {
            self.put_page(&format!("puzzles/{more}"), &page);
        }
        for LibraryPuzzle { id, .. } in
            LibraryPuzzle::all().iter().chain(&LibraryPuzzle::of_program())
        {
            let path = format!("puzzles/{id}");
            self.put_subject(service, &path, &page, root)?;
        }
        for opening in preview::openings(service.answers()) {
            self.put_subject(service, &format!("openings/{}", opening.slug()), &page, root)?;
        }
        let version = blake3::hash(self.checksums().as_bytes()).to_hex();
        let offline = offline.replace(UNVERSIONED, &format!("'huarong-{}'", &version[..16]));
        self.put(OFFLINE, offline);
        Ok(())
    }

    /// Puts the page of an opening or a puzzle, with its preview.
    fn put_subject(
        &mut self,
        service: &Service,
        path: &str,
        page: &str,
        root: &str,
    ) -> anyhow::Result<()> {
        let answers = service.answers();
        let preview = Preview::of(answers, &format!("/{path}"));
        let preview = preview.with_context(|| format!("{path} has no preview"))?;
        self.put_page(path, &preview.tag(page, root));
        let picture = preview::picture(answers, &format!("{path}.png"));
        let picture = picture.with_context(|| format!("{path} has no picture"))?;
        self.put(format!("{}{path}.png", &PREVIEWS[1..]), picture);
        Ok(())
    }

    /// Puts a page at an address, as most hosts find it: as the first file of a folder.
    fn put_page(&mut self, path: &str, page: &str) {
        let depth = 1 + path.matches('/').count();
        self.put(format!("{path}/{PAGE}"), relative(page, depth));
    }

    /// The names of the JSON files in a folder.
    fn names(&self, folder: &str) -> Vec<String> {
        let names = self.files.keys().filter_map(|path| path.strip_prefix(folder));
        names.filter_map(|name| name.strip_suffix(".json")).map(str::to_owned).collect()
    }

    /// The checksums of all files, listed as by the program `b3sum`.
    fn checksums(&self) -> String {
        let line =
            |(path, bytes): (&String, &Vec<u8>)| format!("{}  {path}\n", blake3::hash(bytes));
        self.files.iter().map(line).collect()
    }
}

/// An answer that needs no search.
fn answer(service: &Service, path: &str, query: Option<&str>) -> anyhow::Result<Vec<u8>> {
    match service.answers().ask(&Request { path, query, text: None }) {
        Ok(Reply::Json(answer)) => Ok(answer),
        _ => bail!("{path} gives no answer"),
    }
}

/// The page with one style sheet in place of several, and that style sheet.
fn one_style(page: &str) -> anyhow::Result<(String, String)> {
    let link = |name: &str| format!("  <link rel=\"stylesheet\" href=\"/assets/{name}\">\n");
    let (mut left, mut style) = (String::new(), String::new());
    for line in page.split_inclusive('\n') {
        let sheet = line.split_once("rel=\"stylesheet\" href=\"/assets/");
        let Some((name, _)) = sheet.and_then(|(_, rest)| rest.split_once('"')) else {
            left += line;
            continue;
        };
        if style.is_empty() {
            left += &link(STYLE);
        }
        style += Asset::called(name).with_context(|| format!("no style sheet {name}"))?.text;
    }
    Ok((left, style))
}

/// A page whose addresses begin at its own folder, which is `depth` folders below the site's.
fn relative(page: &str, depth: usize) -> String {
    let root = match depth {
        0 => "./".to_owned(),
        _ => "../".repeat(depth),
    };
    page.replace("=\"/", &format!("=\"{root}"))
}
