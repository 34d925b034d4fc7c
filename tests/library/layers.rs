//! Checks the code against the module order in ARCHITECTURE.md: data flows one way.

use std::fs;
use std::path::{Path, PathBuf};

/// The source folders: each depends only on earlier ones.
const FOLDERS: [&str; 21] = [
    "numerals",
    "effort",
    "grid",
    "graph",
    "numbering",
    "counting",
    "storage",
    "batch",
    "cluster",
    "table",
    "drawing",
    "export",
    "games",
    "sliding",
    "oracle",
    "sheets",
    "report",
    "json",
    "answers",
    "server",
    "cli",
];

/// The same within `sliding`.
const SLIDING: [&str; 17] = [
    "rules",
    "puzzle_file",
    "interchange",
    "klotski",
    "space",
    "counts",
    "census",
    "search",
    "archive",
    "rush",
    "atlas",
    "analysis",
    "difficulty",
    "design",
    "drawing",
    "notation",
    "library",
];

/// The files of each folder, in order: each file depends only on earlier ones. `mod.rs` has its
/// folder's name. A front page above other folders re-exports their items, and no file names it.
const FILES: [(&str, &[&str]); 52] = [
    ("storage", &STORAGE),
    ("batch", &BATCH),
    ("cluster", &CLUSTER),
    ("table", &TABLE),
    ("sliding/rules", &RULES),
    ("sliding/puzzle_file", &PUZZLE_FILE),
    ("sliding/interchange", &INTERCHANGE),
    ("sliding/notation", &NOTATION),
    ("sliding/drawing", &DRAWING),
    ("sliding/library", &LIBRARY),
    ("export", &EXPORT),
    ("sliding/search", &SEARCH),
    ("sliding/search/blocks", &BLOCKS),
    ("sliding/search/streamed", &STREAMED),
    ("sliding/search/component", &COMPONENT),
    ("sliding/search/tiles", &TILES),
    ("sliding/search/guided", &GUIDED),
    ("sliding/atlas", &ATLAS),
    ("sliding/analysis", &ANALYSIS),
    ("sliding/analysis/depth", &ANALYSIS_DEPTH),
    ("sliding/analysis/certificate", &CERTIFICATE),
    ("oracle", &ORACLE),
    ("report", &REPORT),
    ("report/depth", &DEPTH),
    ("report/plots", &PLOTS),
    ("json", &JSON),
    ("answers", &ANSWERS),
    ("answers/ask", &ASK),
    ("server", &SERVER),
    ("server/api", &API),
    ("cli", &CLI),
    ("cli/export", &CLI_EXPORT),
    ("cli/output", &OUTPUT),
    ("cli/rush", &CLI_RUSH),
    ("cli/solve", &SOLVE),
    ("cli/verify", &VERIFY),
    ("graph", &GRAPH),
    ("games", &GAMES),
    ("games/gomoku", &GOMOKU),
    ("games/gomoku/strong", &STRONG),
    ("sliding/census", &CENSUS),
    ("sliding/rush", &RUSH),
    ("cli/game", &CLI_GAME),
    ("cli/gomoku", &CLI_GOMOKU),
    ("sliding/difficulty", &DIFFICULTY),
    ("cli/difficulty", &CLI_DIFFICULTY),
    ("cli/trace", &CLI_TRACE),
    ("sliding/design", &DESIGN),
    ("cli/design", &CLI_DESIGN),
    ("drawing/pages", &PAGES),
    ("sheets", &SHEETS),
    ("cli/print", &CLI_PRINT),
];

/// The files of `storage`.
const STORAGE: [&str; 8] =
    ["bytes", "names", "positioned", "traits", "directories", "whole", "disk", "memory"];

/// The files of `batch`.
const BATCH: [&str; 6] = ["part", "error", "facts", "state", "job", "join"];

/// The files of `cluster`.
const CLUSTER: [&str; 10] = [
    "varint",
    "exchange",
    "threads",
    "error",
    "hosts",
    "failures",
    "handshake",
    "stream",
    "dataflow",
    "processes",
];

/// The files of `table`.
const TABLE: [&str; 17] = [
    "distances",
    "format",
    "error",
    "names",
    "checkpoint",
    "sections",
    "recorded",
    "packed",
    "head",
    "head_reader",
    "head_writer",
    "file",
    "read",
    "draft/file",
    "draft",
    "write",
    "directory",
];

/// The files of `sliding/rules`.
const RULES: [&str; 23] = [
    "metric",
    "freedom",
    "arrangement",
    "signs",
    "shape",
    "goal",
    "footprints",
    "symmetry",
    "definition",
    "puzzle",
    "covering",
    "moves",
    "lines",
    "piece_set",
    "family",
    "lettering",
    "text",
    "text/error",
    "text/write",
    "text/grid",
    "text/explain",
    "text/read",
    "builder",
];

/// The files of `sliding/puzzle_file`.
const PUZZLE_FILE: [&str; 9] =
    ["signs", "error", "grid", "gates", "thin_walls", "pieces", "file", "read", "rules"];

/// The files of `sliding/interchange`.
const INTERCHANGE: [&str; 11] = [
    "format", "error", "lines", "drawing", "classic", "gnome", "hakoiri", "jimslide", "knuth",
    "lumi_a", "rush",
];

/// The files of `sliding/notation`.
const NOTATION: [&str; 8] =
    ["names", "error", "moves", "letters", "paper", "glyph", "code36", "drawn"];

/// The files of `sliding/drawing`.
const DRAWING: [&str; 6] = ["error", "exit", "boxes", "picture", "animation", "printed"];

/// The files of `sliding/library`.
const LIBRARY: [&str; 8] =
    ["opening", "name", "catalogue", "census", "rush", "rush_sample", "puzzles", "solved"];

/// The files of `export`.
const EXPORT: [&str; 7] = ["rows", "writers", "csv", "npy", "parquet", "graphml", "dot"];

/// The files of `graph`.
const GRAPH: [&str; 7] =
    ["adjacency", "descents", "flood", "union_find", "cuts", "sweep", "eccentricity"];

/// The files of `games`.
const GAMES: [&str; 14] = [
    "verdict",
    "stones",
    "lines",
    "tiers",
    "solve",
    "table",
    "certificate",
    "figures",
    "breaker",
    "bounds",
    "bitboard",
    "alphabeta",
    "proof",
    "gomoku",
];

/// The files of `games/gomoku`.
const GOMOKU: [&str; 12] = [
    "board",
    "rules",
    "choice",
    "chapter",
    "alphabeta",
    "strong",
    "engine",
    "game",
    "swap2",
    "brain",
    "openings",
    "rating",
];

/// The files of `games/gomoku/strong`.
const STRONG: [&str; 5] = ["patterns", "field", "threats", "search", "player"];

/// The files of `oracle`.
const ORACLE: [&str; 10] = [
    "method",
    "options",
    "position",
    "error",
    "source",
    "known",
    "answers",
    "search",
    "tables",
    "serialize",
];

/// The files of `sliding/census`.
const CENSUS: [&str; 17] = [
    "scope", "ground", "error", "board", "stencils", "trie", "graph", "sweep", "replay", "record",
    "tally", "tasks", "walk", "largest", "run", "state", "of_set",
];

/// The files of `sliding/rush`.
const RUSH: [&str; 15] = [
    "lineup",
    "board",
    "error",
    "scope",
    "counts",
    "draw",
    "goals",
    "field",
    "layer",
    "layers",
    "cluster",
    "findings",
    "universe",
    "sample",
    "evolution",
];

/// The files of `cli/export`.
const CLI_EXPORT: [&str; 4] = ["format", "subject", "about", "write"];

/// The files of `cli/rush`.
const CLI_RUSH: [&str; 1] = ["sample"];

/// The files of `cli/game`.
const CLI_GAME: [&str; 4] = ["tables", "answers", "play", "solve"];

/// The files of `cli/gomoku`.
const CLI_GOMOKU: [&str; 9] =
    ["words", "arguments", "program", "opponent", "results", "page", "contest", "brain", "play"];

/// The files of `sliding/search`.
const SEARCH: [&str; 46] = [
    "error",
    "skeleton",
    "symmetry",
    "partition",
    "steps",
    "steps/walk",
    "steps/segment",
    "steps/builder",
    "steps/contacts",
    "steps/graph",
    "kernels",
    "kernels/cube_steps",
    "kernels/small_pieces",
    "layout",
    "layout/cube",
    "layout/place_masks",
    "layout/filling_moves",
    "layout/fillings",
    "targets",
    "messages",
    "halo",
    "halo_exchange",
    "store",
    "entries",
    "blocks",
    "frontier",
    "frontier/bitmaps",
    "frontier/reach",
    "frontier/large_pieces",
    "frontier/settle",
    "frontier/one_bit",
    "frontier/multi_bit",
    "frontier/epochs",
    "frontier/low_memory",
    "frontier/explicit",
    "driver",
    "class",
    "estimate",
    "plan",
    "in_memory",
    "in_parts",
    "components",
    "streamed",
    "component",
    "tiles",
    "guided",
];

/// The files of `sliding/search/blocks`.
const BLOCKS: [&str; 3] = ["words", "change", "moves"];

/// The files of `sliding/search/streamed`.
const STREAMED: [&str; 8] =
    ["error", "chunk", "division", "level", "files", "sweep", "search", "counted"];

/// The files of `sliding/search/component`.
const COMPONENT: [&str; 20] = [
    "error",
    "layout",
    "goal",
    "mask",
    "moves",
    "key_set",
    "numbered",
    "packed",
    "levels",
    "frontier",
    "growth",
    "back",
    "distances",
    "words",
    "path",
    "explore",
    "unit_moves",
    "to_goal",
    "graph",
    "meet",
];

/// The files of `sliding/search/tiles`.
const TILES: [&str; 5] = ["parity", "contents", "patterns", "deepening", "solver"];

/// The files of `sliding/search/guided`.
const GUIDED: [&str; 5] = ["alone", "pattern", "rounds", "beam", "guide"];

/// The files of `sliding/atlas`.
const ATLAS: [&str; 8] = ["subject", "files", "open", "plan", "work", "build", "part", "pack"];

/// The files of `sliding/analysis`.
const ANALYSIS: [&str; 16] = [
    "shortest_paths",
    "probe",
    "meeting",
    "solution_counts",
    "sample",
    "members",
    "listing",
    "reachable",
    "map",
    "components",
    "hardest",
    "decimal",
    "figures",
    "depth",
    "certificate",
    "checksums",
];

/// The files of `sliding/analysis/depth`.
const ANALYSIS_DEPTH: [&str; 5] =
    ["space_graph", "structure", "spread", "optimal_solutions", "goals"];

/// The files of `sliding/analysis/certificate`.
const CERTIFICATE: [&str; 12] = [
    "fault",
    "checked",
    "lines",
    "neighbours",
    "paths",
    "runs",
    "skeletons",
    "known",
    "entries",
    "check",
    "whole",
    "part",
];

/// The files of `report`.
const REPORT: [&str; 25] = [
    "error",
    "words",
    "write",
    "set_study",
    "opening_study",
    "puzzle_study",
    "census_study",
    "rush_study",
    "boards_picture",
    "depth",
    "plots",
    "components",
    "games",
    "hardest",
    "histogram",
    "literature",
    "openings",
    "piece_sets",
    "puzzles",
    "puzzle_page",
    "readme",
    "census",
    "census_picture",
    "rush",
    "files",
];

/// The files of `report/depth`.
const DEPTH: [&str; 9] = [
    "study",
    "goals",
    "diameters",
    "eccentricities",
    "searches",
    "structure",
    "optimal_solutions",
    "page",
    "files",
];

/// The files of `report/plots`.
const PLOTS: [&str; 10] = [
    "error",
    "plot",
    "diameters",
    "components",
    "distances",
    "hardest",
    "levels",
    "metrics",
    "pieces",
    "study",
];

/// The files of `json`.
const JSON: [&str; 8] =
    ["difficulty", "pieces", "games", "position", "solutions", "solved", "openings", "layouts"];

/// The files of `answers`.
const ANSWERS: [&str; 14] = [
    "fault",
    "memory",
    "refusal",
    "position",
    "map",
    "difficulty",
    "puzzles",
    "variants",
    "designs",
    "games",
    "gomoku",
    "family",
    "ask",
    "tab",
];

/// The files of `answers/ask`.
const ASK: [&str; 10] = [
    "parameters",
    "reply",
    "family",
    "histogram",
    "qr",
    "puzzles",
    "difficulty",
    "design",
    "games",
    "route",
];

/// The files of `server`.
const SERVER: [&str; 13] = [
    "limits",
    "queue",
    "connections",
    "searches",
    "rooms",
    "pages",
    "picture",
    "preview",
    "service",
    "bundle",
    "site",
    "guard",
    "api",
];

/// The files of `server/api`.
const API: [&str; 6] = ["shared", "compression", "parameters", "figures", "questions", "pages"];

/// The files of `cli`.
const CLI: [&str; 48] = [
    "headings",
    "started",
    "interrupt",
    "output",
    "lines",
    "texts",
    "progress",
    "puzzle",
    "json_puzzle",
    "puzzle_list",
    "session",
    "work",
    "cluster",
    "build",
    "checksums",
    "tablebases",
    "tile_probes",
    "refusals",
    "batch",
    "census",
    "check",
    "completions",
    "convert",
    "count",
    "difficulty",
    "design",
    "export",
    "game",
    "gather",
    "gomoku",
    "hardest",
    "levels",
    "help",
    "markdown",
    "man",
    "openings",
    "pack",
    "print",
    "puzzles",
    "query",
    "rush",
    "report",
    "sample",
    "serve",
    "site",
    "solve",
    "trace",
    "verify",
];

/// The files of `cli/output`.
const OUTPUT: [&str; 7] = ["closed", "record", "csv", "json", "errors", "format", "stdout"];

/// The files of `cli/verify`.
const VERIFY: [&str; 3] = ["opened", "findings", "shards"];

/// The files of `cli/solve`.
const SOLVE: [&str; 10] = [
    "arguments",
    "rows",
    "task",
    "boards",
    "records",
    "write",
    "undecided",
    "search",
    "each_puzzle",
    "solutions",
];

/// The files of `sliding/difficulty`.
const DIFFICULTY: [&str; 10] = [
    "landscape",
    "paths",
    "classes",
    "detours",
    "bottlenecks",
    "intuition",
    "obstacles",
    "error_model",
    "fit",
    "measures",
];

/// The files of `cli/difficulty`.
const CLI_DIFFICULTY: [&str; 4] = ["arguments", "record", "text", "starts"];

/// The files of `sliding/design`.
const DESIGN: [&str; 13] = [
    "drawn", "draft", "variants", "pieces", "outcome", "order", "cases", "packing", "local",
    "scan", "select", "designs", "boards",
];

/// The files of `cli/design`.
const CLI_DESIGN: [&str; 5] = ["conditions", "arguments", "files", "orders", "variants"];

/// The files of `drawing/pages`.
const PAGES: [&str; 5] = ["page", "font", "svg", "html", "pdf"];

/// The files of `sheets`.
const SHEETS: [&str; 8] =
    ["words", "entry", "lettered", "text", "frame", "puzzle_box", "answers", "document"];

/// The files of `cli/print`.
const CLI_PRINT: [&str; 3] = ["arguments", "subjects", "solve"];

/// The files of `cli/trace`.
const CLI_TRACE: [&str; 7] =
    ["arguments", "input", "boards", "moves", "attempt", "record", "tally"];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All Rust files below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    let mut rust_files: Vec<PathBuf> = files.into_iter().filter(rust).collect();
    for folder in folders {
        rust_files.extend(files_below(&folder));
    }
    rust_files
}

/// The names that follow `prefix` in the code of a file, without comments.
fn names_behind(code: &str, prefix: &str) -> Vec<String> {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut names = Vec::new();
    for line in lines {
        for (at, _) in line.match_indices(prefix) {
            // `super::rules` also occurs in `super::super::rules`; `crate::` occurs in no other
            // word.
            let before = line[..at].chars().next_back();
            if before.is_some_and(|sign| sign.is_alphanumeric() || sign == '_' || sign == ':') {
                continue;
            }
            let rest = &line[at + prefix.len()..];
            let is_name = |sign: char| sign.is_alphanumeric() || sign == '_';
            let list = rest.strip_prefix('{').map(|list| list.split(',').collect::<Vec<_>>());
            for name in list.unwrap_or_else(|| vec![rest]) {
                let name = name.trim().split(|sign| !is_name(sign)).next().unwrap_or_default();
                names.push(name.to_owned());
            }
        }
    }
    names
}

/// Checks that the code in a folder names only earlier folders; returns the number of names.
fn check(order: &[&str], own: &str, code: &str, prefixes: &[&str], file: &Path) -> usize {
    let place = |name: &str| order.iter().position(|folder| *folder == name);
    let own_place = place(own).unwrap_or_else(|| panic!("{own} has no place in the map"));
    let mut named = 0;
    for name in prefixes.iter().flat_map(|prefix| names_behind(code, prefix)) {
        if let Some(other) = place(&name) {
            named += 1;
            assert!(
                other <= own_place,
                "{}: {own} names {name}, which is above it",
                file.display()
            );
        }
    }
    named
}

#[test]
fn data_flows_one_way() {
    let source = source();
    let (mut of_folders, mut of_sliding) = (0, 0);
    for file in files_below(&source) {
        let code = fs::read_to_string(&file).unwrap();
        let path = file.strip_prefix(&source).unwrap().with_extension("");
        let path: Vec<&str> = path.iter().map(|part| part.to_str().unwrap()).collect();
        let [folder, rest @ ..] = &path[..] else { continue };
        if rest.is_empty() {
            // lib.rs and main.rs may name all.
            assert!(["lib", "main"].contains(folder), "a loose file: {}", file.display());
            continue;
        }
        of_folders += check(&FOLDERS, folder, &code, &["crate::", "huarong::"], &file);
        let (&"sliding", [within, below @ ..]) = (folder, rest) else { continue };
        if *within == "mod" {
            continue;
        }
        // In these files `super` is `sliding`.
        let is_direct = below.is_empty() || below == ["mod"];
        let prefixes = ["crate::sliding::", "super::"];
        let prefixes = if is_direct { &prefixes[..] } else { &prefixes[..1] };
        of_sliding += check(&SLIDING, within, &code, prefixes, &file);
    }
    assert!(of_folders > 200 && of_sliding > 50, "{of_folders} and {of_sliding} names found");
}

/// Code without the tests at its end, which may name anything.
fn without_tests(code: &str) -> &str {
    code.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default()
}

/// The paths in code that begin with `super` or another prefix, without the prefix. Comments are
/// skipped, and lists in braces are expanded.
fn paths(code: &str, prefix: &str) -> Vec<Vec<String>> {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n");
    let mut paths = Vec::new();
    for start in ["super::", prefix] {
        for (at, _) in code.match_indices(start) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|sign| sign.is_alphanumeric() || sign == '_' || sign == ':') {
                continue;
            }
            let begun = if start == prefix { &[][..] } else { &["super".to_owned()] };
            expand(&code[at + start.len()..], begun, &mut paths);
        }
    }
    paths
}

/// Adds the continuations of a path; returns the rest of the code.
fn expand<'c>(code: &'c str, begun: &[String], paths: &mut Vec<Vec<String>>) -> &'c str {
    if let Some(mut list) = code.strip_prefix('{') {
        loop {
            list = list.trim_start_matches([' ', '\n', ',']);
            if let Some(rest) = list.strip_prefix('}') {
                return rest;
            }
            list = expand(list, begun, paths);
            // A path may be followed by `as` and a name.
            list = &list[list.find([',', '}']).expect("a list has an end")..];
        }
    }
    let is_name = |sign: char| sign.is_alphanumeric() || sign == '_';
    let end = code.find(|sign| !is_name(sign)).unwrap_or(code.len());
    let mut path = begun.to_vec();
    path.extend((end > 0).then(|| code[..end].to_owned()));
    match code[end..].strip_prefix("::") {
        Some(rest) => expand(rest, &path, paths),
        None => {
            paths.push(path);
            code[end..].trim_start_matches('*')
        }
    }
}

/// The index, in a folder's order, of the file that a module path leads into.
fn place(order: &[&str], path: &[String]) -> Option<usize> {
    (1..=path.len()).rev().find_map(|len| {
        let file = path[..len].join("/");
        order.iter().position(|known| *known == file)
    })
}

/// The violations of a folder's order by one file, each as a sentence, and the number of names of
/// files in the folder.
fn against_order(
    order: &[&str],
    folder: &str,
    file: &[String],
    code: &str,
) -> (Vec<String>, usize) {
    let prefix = format!("crate::{}::", folder.replace('/', "::"));
    let own = place(order, file);
    let (mut against, mut named) = (Vec::new(), 0);
    for path in paths(code, &prefix) {
        let ups = path.iter().take_while(|name| *name == "super").count();
        // A glob belongs to tests within the file, and paths above the folder belong to another
        // order.
        let is_glob = path.len() == ups;
        if ups > file.len() || is_glob {
            continue;
        }
        let kept = if ups == 0 { 0 } else { file.len() - ups };
        let path = [&file[..kept], &path[ups..]].concat();
        named += 1;
        let other = place(order, &path);
        if other.is_none() || other > own {
            against.push(format!("{} names {}", file.join("/"), path.join("::")));
        }
    }
    (against, named)
}

#[test]
fn files_are_in_order() {
    let (mut against, mut named) = (Vec::new(), 0);
    for (folder, order) in FILES {
        let root = source().join(folder);
        let mut found = Vec::new();
        for path in files_below(&root) {
            let code = fs::read_to_string(&path).unwrap();
            let name = path.strip_prefix(&root).unwrap().with_extension("");
            let mut file: Vec<String> =
                name.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            file.pop_if(|last| last == "mod");
            // The front page may name all files, and so may tests.
            if file.is_empty() || file == ["tests"] {
                continue;
            }
            let place = place(order, &file);
            let place = place.unwrap_or_else(|| panic!("{} has no place", path.display()));
            found.push(place);
            let (new, names) = against_order(order, folder, &file, without_tests(&code));
            against.extend(new.into_iter().map(|new| format!("{folder}: {new}")));
            named += names;
        }
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), order.len(), "files of {folder} that are not there");
    }
    assert!(named > 300, "{named} names found");
    assert_eq!(against, [""; 0], "each file depends only on those before it in its folder");
}

#[test]
fn names_against_the_order_are_found() {
    let order = ["low", "middle", "middle/part", "high"];
    let names = |file: &[&str], code: &str| {
        let file: Vec<String> = file.iter().map(|&part| part.to_owned()).collect();
        against_order(&order, "room", &file, code).0
    };
    let fine = "use super::{low::{self, A as B}, middle::part::C};\nuse crate::other::D;";
    assert_eq!(names(&["high"], fine), [""; 0]);
    assert_eq!(names(&["middle", "part"], "use super::{C, D};\nsuper::super::low::f();"), [""; 0]);
    assert_eq!(names(&["low"], "mod tests {\n    use super::*;\n}\n// super::high"), [""; 0]);
    let circle = "use crate::room::{\n    low::A,\n    high::{B, C},\n};";
    assert_eq!(names(&["middle"], circle), ["middle names high::B", "middle names high::C"]);
    assert_eq!(
        names(&["middle", "part"], "super::super::high::f()"),
        ["middle/part names high::f"]
    );
    assert_eq!(names(&["middle"], "use super::middle::part::A;"), ["middle names middle::part::A"]);
    // A re-export of the front page.
    assert_eq!(names(&["high"], "use super::A;"), ["high names A"]);
}

#[test]
fn the_map_names_all_folders() {
    let map = fs::read_to_string(source().with_file_name("ARCHITECTURE.md")).unwrap();
    let folders = fs::read_dir(source()).unwrap().map(|entry| entry.unwrap());
    let folders = folders.filter(|entry| entry.path().is_dir());
    let mut found: Vec<String> =
        folders.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect();
    found.sort();
    let mut known = FOLDERS.to_vec();
    known.sort_unstable();
    assert_eq!(found, known);
    for folder in FOLDERS {
        assert!(map.contains(&format!("\n  {folder}/ ")), "{folder} is not in the map");
    }
    for within in SLIDING {
        let is_there = [format!("\n    {within}/ "), format!("\n    {within}.rs ")];
        assert!(is_there.iter().any(|line| map.contains(line)), "{within} is not in the map");
    }
}
