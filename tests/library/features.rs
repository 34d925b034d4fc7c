//! The library without the program builds none of the crates that only the program uses.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The crates that `cargo tree` lists with some arguments.
fn tree(arguments: &[&str]) -> String {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["tree", "--locked", "--offline", "--prefix", "none"]);
    let output = cargo.args(["--format", "{p}"]).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Their names, without the library itself.
fn crates(arguments: &[&str]) -> BTreeSet<String> {
    let lines = tree(&[arguments, &["--edges", "normal"]].concat());
    let names = lines.lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|&name| name != "huarong").map(str::to_owned).collect()
}

/// All code below a folder, without that of the program.
fn code_below(folder: &Path) -> String {
    let mut code = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("cli") {
            code += &code_below(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            code += &fs::read_to_string(&path).unwrap();
        }
    }
    code
}

/// Each member of the library uses what it depends on without features.
#[test]
fn the_library_depends_on_nothing_that_only_the_program_uses() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in [
        "huarong",
        "huarong-core",
        "huarong-tables",
        "huarong-search",
        "huarong-oracle",
        "huarong-lab",
    ] {
        let folder = match name.strip_prefix("huarong-") {
            Some(member) => root.join("crates").join(member),
            None => root.to_owned(),
        };
        let code = code_below(&folder.join("src"));
        let direct = crates(&["-p", name, "--no-default-features", "--depth", "1"]);
        for used in direct.iter().filter(|&used| used != name) {
            let path = format!("{}::", used.replace('-', "_"));
            assert!(code.contains(&path), "{name} does not use {used}");
        }
    }
}

/// The documentation gives the numbers of crates that a user's first build compiles, without the members of the workspace.
/// The numbers are those of Linux on x86-64, which needs one more.
#[test]
fn the_documentation_counts_the_crates_of_the_core() {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return;
    }
    let built = |package, features| {
        let arguments = ["-p", package, "--no-default-features", "--features", features];
        let listed = tree(&[&arguments[..], &["--edges", "normal,build"]].concat());
        let listed = listed.lines().map(|line| line.trim_end_matches(" (*)"));
        listed.filter(|line| !line.starts_with("huarong")).collect::<BTreeSet<_>>().len()
    };
    let [all, with_disk] = ["", "disk"].map(|features| built("huarong", features));
    let core = built("huarong-core", "");
    let text = |file| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let numbers = format!("builds {all} crates of others, {with_disk} with the feature `disk`");
    let number_of_core = format!("`huarong-core` alone builds {core}");
    let front = text("src/lib.rs").replace("\n//! ", " ");
    for said in [numbers, number_of_core] {
        assert!(front.contains(&said), "{said}");
        assert!(text("README.md").contains(&said), "{said}");
    }
}

/// Every example names its features at its top, in Cargo.toml and on the front page of the library alike.
/// scripts/features builds it with exactly these.
#[test]
fn examples_name_their_features() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let front = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
    for entry in fs::read_dir(folder.join("examples")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let code = fs::read_to_string(&path).unwrap();
        let named = code.lines().find_map(|line| line.strip_prefix("//! Features: "));
        let named = named.and_then(|named| named.strip_suffix('.')).expect(name);
        let row = front.lines().find(|line| line.starts_with(&format!("//! | `{name}` |")));
        assert!(row.is_some_and(|row| row.ends_with(&format!("| {named} |"))), "{name}: {row:?}");
        let plain = named.replace("none", "").replace('`', "");
        let features: Vec<String> = plain
            .split(", ")
            .filter(|name| !name.is_empty())
            .map(|name| format!("{name:?}"))
            .collect();
        let entry = format!("name = \"{name}\"\nrequired-features = [{}]\n", features.join(", "));
        assert!(manifest.contains(&entry), "{entry}");
        let flag = format!(" --features {} --example {name}", plain.replace(", ", ","));
        let without = format!(" --no-default-features --example {name}");
        let run = if features.is_empty() { without } else { flag };
        assert!(code.contains(&run), "{name}: {run}");
    }
}

#[test]
fn the_library_with_all_that_is_for_it_needs_no_crate_of_the_program() {
    let features = "census,disk,drawing,formats,games,parquet,serde";
    let all = crates(&["--no-default-features", "--features", features]);
    for name in ["anyhow", "clap", "indicatif", "serde_json", "sysinfo", "tokio"] {
        assert!(!all.contains(name), "{name}");
    }
    assert!(all.contains("parquet"));
}

#[test]
fn the_program_without_the_server_needs_no_crate_of_the_server() {
    let all = crates(&["--no-default-features", "--features", "cli"]);
    for name in ["axum", "hyper", "hyper-util", "open", "tokio", "tower"] {
        assert!(!all.contains(name), "{name}");
    }
    assert!(all.contains("clap"));
}

/// The public modules of the library.
const PUBLIC: [&str; 10] = [
    "analysis", "census", "formats", "games", "json", "notation", "program", "puzzle", "search",
    "tables",
];

/// The compiler checks the paths of the examples, and this test those of README.md.
#[test]
fn the_readme_uses_public_paths_only() {
    let paths: Vec<&str> = include_str!("../../README.md").split("huarong::").skip(1).collect();
    assert!(!paths.is_empty());
    for path in paths {
        let name: String = path.chars().take_while(|sign| sign.is_alphanumeric()).collect();
        let is_module = name.starts_with(|first: char| first.is_lowercase());
        assert!(!is_module || PUBLIC.contains(&&name[..]), "{name}");
    }
}
