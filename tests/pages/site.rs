//! The pages as files, and the answers that a tab gives without a server.

use crate::common::{METRICS, START, STUCK, Tables, text};
use crate::serving::{Leash, address, shared};
use huarong_pages::answers::{Tab, TabAnswer};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tempfile::TempDir;

/// Not a module, but it begins like one. Only browsers run modules.
const MODULE: &[u8] = b"\0asm\x01\0\0\0";

/// A site that the program wrote.
pub struct Site {
    directory: TempDir,
    _leash: Leash,
}

impl Site {
    /// Writes a site with this module and more options.
    pub fn with(module: &[u8], more: &[&str]) -> Self {
        let directory = TempDir::new().expect("a temporary directory can be made");
        let file = directory.path().join("module.wasm");
        fs::write(&file, module).expect("a file can be written");
        let leash = Leash::new(&[], directory.path());
        let site = Self { directory, _leash: leash };
        let [file, out] = [file, site.path()].map(|path| path.to_str().unwrap().to_owned());
        Tables::none().output(&[&["site", "--module", &file, "--out", &out], more].concat());
        site
    }

    pub fn path(&self) -> PathBuf {
        self.directory.path().join("site")
    }

    /// The bytes of a file.
    fn read(&self, path: &str) -> Vec<u8> {
        fs::read(self.path().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// All files, by their paths.
    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.path()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => folders.push(path),
                    false => {
                        let name = path.strip_prefix(self.path()).unwrap().to_str().unwrap();
                        found.insert(name.to_owned(), fs::read(&path).unwrap());
                    }
                }
            }
        }
        found
    }

    /// What the script of the site tells the pages.
    fn known(&self) -> serde_json::Value {
        let script = String::from_utf8(self.read("assets/site.js")).unwrap();
        let json = script.strip_prefix("export const SITE = ").unwrap().trim_end_matches(";\n");
        serde_json::from_str(json).unwrap()
    }

    /// The tables of a piece set.
    fn tables(&self, set: &str) -> Vec<String> {
        let site = self.known();
        let files = site["tables"][set].as_array().unwrap_or_else(|| panic!("no {set}"));
        files.iter().map(|file| file.as_str().unwrap().to_owned()).collect()
    }
}

static SITE: LazyLock<Site> = LazyLock::new(|| Site::with(MODULE, &[]));

/// Answers as a worker of the page does: with the tables that the tab asks for.
fn ask(tab: &mut Tab, request: &str) -> TabAnswer {
    loop {
        let answer = tab.ask(request.as_bytes(), &|_, _| ());
        if answer.status != 0 {
            return answer;
        }
        let set = String::from_utf8(answer.body).unwrap();
        for (metric, file) in METRICS.iter().zip(SITE.tables(&set)) {
            let mut table = format!("{set}\n{metric}\n").into_bytes();
            table.extend(SITE.read(&file));
            tab.take(&table).unwrap();
        }
    }
}

/// Addresses of questions: every kind, with and without errors.
fn questions() -> Vec<String> {
    let mut asked = Vec::new();
    let mut add = |path: &str, parameters: &[(&str, &str)]| asked.push(address(path, parameters));
    let lone = "..../.BB./.BB./..../....";
    let positions = [
        START,
        "橫刀立馬",
        "heng-dao-li-ma",
        STUCK,
        lone,
        "VSS./V.../..../.BB./.BB.",
        "S..S",
        "",
        "nobody",
    ];
    for p in positions {
        for path in ["position", "component", "solution"] {
            add(&format!("/api/v1/{path}"), &[("p", p)]);
        }
        add("/svg/qr", &[("text", p)]);
        for to in
            ["grid", "letters", "paper-array", "paper-value", "code36", "glyph", "pretty", "runes"]
        {
            add("/api/v1/convert", &[("p", p), ("to", to)]);
        }
        for metric in METRICS.into_iter().chain(["taxicab"]) {
            add("/api/v1/solution", &[("p", p), ("metric", metric)]);
            add("/api/v1/map", &[("p", p), ("metric", metric)]);
            add("/api/v1/solution", &[("p", lone), ("to", p), ("metric", metric)]);
        }
    }
    for (distance, seed) in [("1..", "1"), ("80..100", "7"), ("116", "2"), ("9..1", "3")] {
        let parameters =
            [("set", "1h4v4s"), ("distance", distance), ("seed", seed), ("count", "3")];
        add("/api/v1/sample", &parameters);
    }
    add("/api/v1/sample", &[("set", "9h9v"), ("count", "0")]);
    add("/api/v1/puzzles", &[]);
    for id in ["dads", "rush-card-29", "gnome-agatka", "no-such-puzzle"] {
        for path in
            ["puzzle", "puzzle/position", "puzzle/solution", "puzzle/component", "puzzle/map"]
        {
            add(&format!("/api/v1/{path}"), &[("id", id)]);
        }
    }
    let board = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    add("/api/v1/puzzle/solution", &[("board", board), ("metric", "straight")]);
    let to = "AABB/AACC/DE../FGHH/FGII";
    add("/api/v1/puzzle/solution", &[("id", "dads"), ("to", to)]);
    add("/api/v1/rush", &[("from", "20"), ("to", "30"), ("seed", "5")]);
    add("/api/v1/rush", &[("from", "900")]);
    let graded = [("from", "3"), ("to", "9"), ("count", "3")];
    add(
        "/api/v1/design",
        &[&graded[..], &[("pieces", "T 2domino small"), ("board", "4x3")]].concat(),
    );
    add("/api/v1/design", &[&graded[..], &[("rush", "4x4"), ("max_walls", "1")]].concat());
    add("/api/v1/design", &[("pieces", "dog"), ("board", "4x3")]);
    add("/api/v1/design", &[("pieces", "big 9..40small"), ("board", "9x9")]);
    add("/api/v1/daily", &[("date", "2026-01-31")]);
    add("/api/v1/daily", &[("date", "2026-01-32")]);
    add("/api/v1/game", &[("game", "3,3,3"), ("p", "x../.o./...")]);
    add("/api/v1/game", &[("game", "4,4,4"), ("misere", "true")]);
    add("/api/v1/game", &[("game", "chess")]);
    add("/api/v1/gomoku", &[("moves", "75 76"), ("scores", "true")]);
    add("/api/v1/gomoku", &[("size", "99")]);
    add("/api/v1/nothing", &[]);
    asked
}

#[test]
#[ignore = "long: a site"]
fn a_tab_answers_as_the_server_does() {
    let mut tab = Tab::default();
    let mut answered = 0;
    for question in questions() {
        let reply = shared().server.get(&question);
        let answer = ask(&mut tab, &question);
        assert_eq!(answer.status, reply.status, "{question}: {}", text(&answer.body));
        assert_eq!(text(&answer.body), reply.text(), "{question}");
        answered += usize::from(answer.status == 200);
    }
    assert!(answered > 100, "{answered} questions have answers");
}

/// The puzzle of a request may be in its body.
#[test]
fn a_tab_reads_puzzle_files() {
    let mut tab = Tab::default();
    let file = "goal = \"\"\"\n..A\n\"\"\"\nstart = \"\"\"\nA..\n\"\"\"\n";
    for path in ["puzzle", "puzzle/position", "puzzle/solution", "puzzle/component", "puzzle/map"] {
        for text in [file, "start = 3", ""] {
            let path = format!("/api/v1/{path}");
            let mut connection = shared().server.connect();
            let head = format!("POST {path} HTTP/1.1\r\nHost: {}\r\n", shared().server.address);
            let request = format!("{head}Content-Length: {}\r\n\r\n{text}", text.len());
            connection.send(request.as_bytes()).unwrap();
            let reply = connection.reply(false).unwrap();
            let answer = ask(&mut tab, &format!("{path}\n{text}"));
            assert_eq!(answer.status, reply.status, "{path}: {}", reply.text());
            assert_eq!(String::from_utf8(answer.body).unwrap(), reply.text(), "{path}");
        }
    }
}

#[test]
#[ignore = "long: a site"]
fn a_tab_refuses_tables_that_are_damaged_or_of_another_set() {
    let files = SITE.tables("0h1v2s");
    let table = SITE.read(&files[0]);
    let head = |set: &str, metric: &str| format!("{set}\n{metric}\n").into_bytes();
    let mut damaged = [head("0h1v2s", "unit"), table.clone()].concat();
    *damaged.last_mut().unwrap() ^= 1;
    for table in [
        damaged,
        [head("0h1v3s", "unit"), table.clone()].concat(),
        [head("0h1v2s", "finger"), table.clone()].concat(),
        head("0h1v2s", "unit"),
        head("nine", "unit"),
        b"no head".to_vec(),
        Vec::new(),
    ] {
        let mut tab = Tab::default();
        let taken = tab.take(&table);
        assert!(taken.is_err(), "{:?}", String::from_utf8_lossy(&table[..table.len().min(20)]));
    }
}

/// Static answers have the bytes of the server's. The names of hashed files have their checksums.
#[test]
#[ignore = "long: a site"]
fn the_files_are_those_of_the_server() {
    let files = SITE.files();
    let served = |path: &str| shared().server.get(path).body;
    for name in ["sets", "openings", "puzzles", "solved", "solved/layton-159-8x8", "about"] {
        assert_eq!(
            files[&format!("api/v1/{name}.json")],
            served(&format!("/api/v1/{name}")),
            "{name}"
        );
    }
    assert_eq!(files["api/v1/openapi.json"], served("/api/v1/openapi.json"));
    for set in ["0h0v0s", "1h4v4s", "2h3v4s"] {
        let path = format!("api/v1/sets/{set}");
        assert_eq!(files[&format!("{path}.json")], served(&format!("/{path}")), "{set}");
    }
    let listed = String::from_utf8(files["checksums.txt"].clone()).unwrap();
    let listed: BTreeMap<&str, &str> =
        listed.lines().map(|line| line.split_once("  ").unwrap()).map(|(a, b)| (b, a)).collect();
    let others: BTreeSet<&str> =
        files.keys().map(String::as_str).filter(|path| *path != "checksums.txt").collect();
    assert_eq!(listed.keys().copied().collect::<BTreeSet<_>>(), others);
    let mut tables = 0;
    for (path, bytes) in &files {
        let checksum = blake3::hash(bytes).to_hex();
        assert_eq!(*listed.get(path.as_str()).unwrap_or(&&*checksum), &*checksum, "{path}");
        if let Some(rest) = path.strip_prefix("tables/") {
            let (_, part) = rest.trim_end_matches(".huarong").rsplit_once('-').unwrap();
            assert!(checksum.starts_with(part) && part.len() == 16, "{path}");
            tables += bytes.len();
        }
    }
    assert!(tables < 30_000_000, "the tables have {tables} bytes");
}

/// Every page is a file, and finds its scripts wherever the site lies.
#[test]
#[ignore = "long: a site"]
fn every_page_finds_its_files() {
    let files = SITE.files();
    let pages: Vec<&String> = files.keys().filter(|path| path.ends_with("index.html")).collect();
    for page in ["", "position/", "atlas/1h4v4s/", "puzzles/dads/", "puzzles/editor/", "gomoku/"] {
        assert!(files.contains_key(&format!("{page}index.html")), "{page}");
    }
    for page in pages {
        let html = String::from_utf8(files[page].clone()).unwrap();
        let folder = Path::new(page).parent().unwrap();
        let mut links = 0;
        for attribute in ["href=\"", "src=\""] {
            for part in html.split(attribute).skip(1) {
                let link = part.split('"').next().unwrap();
                if link.starts_with('#') {
                    continue;
                }
                assert!(link.starts_with('.'), "{page}: {link}");
                let mut place: Vec<&str> =
                    folder.iter().map(|part| part.to_str().unwrap()).collect();
                for part in link.split('/') {
                    match part {
                        "." | "" => {}
                        ".." => assert!(place.pop().is_some(), "{page}: {link} leaves the site"),
                        part => place.push(part),
                    }
                }
                let place = place.join("/");
                let is_there = files.contains_key(&place)
                    || files.contains_key(&format!("{place}/index.html"))
                    || place.is_empty();
                assert!(is_there, "{page}: {link}");
                links += 1;
            }
        }
        assert!(links > 10, "{page}");
    }
}

/// Hosts show one page at every address without a file, so that its links begin at the root of the host.
#[test]
#[ignore = "long: writes the whole site again"]
fn the_page_of_unknown_addresses_finds_its_files_from_everywhere() {
    let in_folder = Site::with(MODULE, &["--url", "https://example.org/games/huarong"]);
    for (site, root) in [(&*SITE, "/"), (&in_folder, "/games/huarong/")] {
        let html = String::from_utf8(site.read("404.html")).unwrap();
        assert!(html.contains("Page not found"));
        let links = ["href=\"", "src=\""].into_iter().flat_map(|name| quoted(&html, name, '"'));
        let links: Vec<&str> = links.filter(|link| !link.starts_with('#')).collect();
        assert!(links.len() > 10, "{links:?}");
        for link in links {
            let path = link.strip_prefix(root).unwrap_or_else(|| panic!("{link} is not in {root}"));
            let place = site.path().join(path);
            assert!(place.is_file() || place.join("index.html").is_file(), "{link}");
        }
    }
}

/// Openings and puzzles have pages of their own, which name their pictures.
#[test]
#[ignore = "long: a site"]
fn openings_and_puzzles_have_previews() {
    let files = SITE.files();
    let mut previews = 0;
    for kind in ["openings", "puzzles"] {
        for path in files.keys().filter(|path| path.starts_with(&format!("preview/{kind}/"))) {
            let name = path.strip_prefix("preview/").unwrap().strip_suffix(".png").unwrap();
            let page = String::from_utf8(files[&format!("{name}/index.html")].clone()).unwrap();
            assert!(page.contains(&format!("\"og:image\" content=\"../../{path}\"")), "{name}");
            assert_eq!(files[path], shared().server.get(&format!("/{path}")).body, "{path}");
            previews += 1;
        }
    }
    assert!(previews > 400, "{previews}");
}

/// What follows each occurrence of a text, up to a quotation mark.
fn quoted<'t>(text: &'t str, before: &str, mark: char) -> Vec<&'t str> {
    text.split(before).skip(1).filter_map(|rest| rest.split(mark).next()).collect()
}

/// The first page needs one script and one style sheet: on a slow line, every file costs time.
#[test]
#[ignore = "long: a site"]
fn pages_begin_with_one_script_and_one_style_sheet() {
    let files = SITE.files();
    let read = |path: &str| String::from_utf8(files[path].clone()).unwrap();
    for page in ["index.html", "position/index.html", "puzzles/dads/index.html"] {
        let html = read(page);
        assert_eq!(html.matches("rel=\"stylesheet\"").count(), 1, "{page}");
        assert_eq!(html.matches("<script").count(), 1, "{page}");
    }
    let app = read("assets/app.js");
    assert_eq!(quoted(&app, " from '", '\''), [""; 0]);
    let exported = quoted(&app, "export { ", '}')[0];
    let exported: BTreeSet<&str> = exported.trim().split(", ").collect();
    let mut imports = 0;
    for (path, script) in files.keys().filter_map(|path| Some((path, path.strip_suffix(".js")?))) {
        let Some(name) = script.strip_prefix("assets/") else { continue };
        let text = read(path);
        for line in text.lines().filter(|line| line.starts_with("import ")) {
            let from = quoted(line, " from './", '\'')[0];
            assert!(files.contains_key(&format!("assets/{from}")), "{name}: {from}");
            if from == "app.js" {
                let constant = quoted(line, "{ ", ' ')[0];
                assert!(exported.contains(constant), "{name}: {constant}");
            }
            imports += 1;
        }
        for dynamic in quoted(&text, "=> import('./", '\'') {
            assert!(files.contains_key(&format!("assets/{dynamic}")), "{name}: {dynamic}");
        }
        let is_comment = |line: &str| line.trim_start().starts_with("//");
        assert!(!text.lines().any(is_comment), "{name}");
    }
    assert!(imports > 50, "{imports} imports");
}

#[test]
#[ignore = "long: writes the whole site again"]
fn the_same_site_has_the_same_bytes() {
    let again = Site::with(MODULE, &[]);
    assert!(again.read("checksums.txt") == SITE.read("checksums.txt"));
}

/// The module of designs is a file of its own, which the service worker does not load before it is needed.
#[test]
#[ignore = "long: writes the whole site again"]
fn a_site_can_have_a_module_of_designs() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("design.wasm");
    let module = [MODULE, b"of designs"].concat();
    fs::write(&file, &module).unwrap();
    let site = Site::with(MODULE, &["--design-module", file.to_str().unwrap()]);
    assert!(SITE.known()["design"].is_null());
    let known = site.known();
    let [all, design] = ["module", "design"].map(|name| known[name].as_str().unwrap());
    assert_eq!((site.read(all), site.read(design)), (MODULE.to_vec(), module));
    let offline = String::from_utf8(site.read("offline.js")).unwrap();
    let shell = offline.lines().find(|line| line.starts_with("const SHELL")).unwrap();
    assert!(all.starts_with("huarong-") && shell.contains("huarong-.*"), "{all}: {shell}");
    assert!(!shell.contains("design") && design.starts_with("design-"), "{design}: {shell}");
}

/// A refusal writes nothing.
#[test]
#[ignore = "long: a site"]
fn what_is_there_is_not_overwritten() {
    let directory = TempDir::new().unwrap();
    let place = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    fs::write(place("module"), MODULE).unwrap();
    fs::write(place("text"), "no module").unwrap();
    fs::create_dir(place("full")).unwrap();
    fs::write(place("full/kept"), "kept").unwrap();
    let before = fs::read_dir(directory.path()).unwrap().count();
    for (module, out, why) in [
        ("module", "full", "is not empty: remove it, or choose another folder"),
        ("module", "text", "cannot write"),
        ("text", "new", "is no WebAssembly module"),
        ("missing", "new", "cannot read"),
        ("module", "no/where", "cannot write"),
    ] {
        let arguments = ["site", "--module", &place(module), "--out", &place(out)];
        let refused = Tables::none().run(&arguments).assert().failure();
        let error = text(&refused.get_output().stderr);
        assert!(error.contains(why), "{module} {out}: {error}");
    }
    let [module, text_file, new] = ["module", "text", "new"].map(place);
    let arguments = ["site", "--module", &module, "--design-module", &text_file, "--out", &new];
    let refused = Tables::none().run(&arguments).assert().failure();
    let error = text(&refused.get_output().stderr);
    assert!(error.contains("text is no WebAssembly module"), "{error}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), before);
    assert_eq!(fs::read(place("full/kept")).unwrap(), b"kept");
}
