//! The project around the program: the Makefile, the scripts, and the package.

use crate::common::{skipped, text};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The output of a command, which must succeed.
fn printed(command: &mut Command) -> String {
    let output = command.current_dir(ROOT).output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}: {output:?}");
    text(&output.stdout)
}

/// All files below a directory whose names have an ending.
fn files(directory: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.to_str().expect("a name in UTF-8").ends_with(ending) {
            found.push(path);
        }
    }
}

/// `make`, independent of a `make` that runs this test.
fn make(arguments: &[&str]) -> Command {
    let mut make = Command::new("make");
    make.args(arguments).env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
    make
}

/// Only Cargo knows where it leaves the program: `CARGO_TARGET_DIR` and `.cargo/config.toml` can
/// name other directories than `target`.
#[test]
fn no_command_expects_the_program_in_one_place() {
    for target in ["run", "report", "verify"] {
        let mut make = make(&["--dry-run", target]);
        let commands = printed(make.env("CARGO_TARGET_DIR", "/elsewhere"));
        assert!(commands.contains("cargo run --release"), "{commands}");
        assert!(!commands.contains("target/"), "{commands}");
    }
    let mut scripts = vec![Path::new(ROOT).join("Makefile")];
    files(&Path::new(ROOT).join("scripts"), "", &mut scripts);
    assert!(scripts.len() > 10, "{scripts:?}");
    for script in scripts {
        let text = fs::read_to_string(&script).unwrap();
        for profile in ["target/release", "target/debug"] {
            assert!(!text.contains(profile), "{profile} in {}", script.display());
        }
    }
}

/// `make run` compares with the published lists, and does not write them.
#[test]
fn what_is_published_is_compared_and_not_written() {
    let commands = printed(&mut make(&["--dry-run", "run"]));
    assert_eq!(
        commands.lines().last().map(|line| line.ends_with(" verify --published")),
        Some(true)
    );
    assert!(!commands.contains("checksums"), "{commands}");
}

/// A path without `..` in it.
fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut plain, component| {
        match component {
            Component::ParentDir => assert!(plain.pop(), "{}", path.display()),
            other => plain.push(other),
        }
        plain
    })
}

/// The quoted texts that directly follow some words.
fn quoted_after<'t>(text: &'t str, words: &str) -> Vec<&'t str> {
    let found = text.split(words).skip(1);
    found.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next()).collect()
}

/// How sources refer to the root of the project.
const OWN_ROOT: &str = "env!(\"CARGO_MANIFEST_DIR\")";

/// The files that a source file includes at compile time, or reads relative to the project's root.
fn read_by(source: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(source).unwrap();
    let here = source.parent().expect("a directory");
    let mut found = Vec::new();
    for taken in ["include_str!(", "include_bytes!(", "#[path ="] {
        found.extend(quoted_after(&text, taken).into_iter().map(|path| here.join(path)));
    }
    for (before, behind) in text.match_indices(OWN_ROOT).map(|(at, _)| text.split_at(at)) {
        let behind = &behind[OWN_ROOT.len()..];
        let below = [", \"/", ").join(\""].iter().find_map(|words| behind.strip_prefix(words));
        let Some(below) = below.and_then(|below| below.split('"').next()) else {
            let runs_there = before.ends_with("current_dir(");
            assert!(
                runs_there,
                "the files that {} reads cannot be determined from its source",
                source.display()
            );
            continue;
        };
        found.push(Path::new(ROOT).join(below));
    }
    found.iter().map(|path| plain(path)).collect()
}

/// The source distribution of the Python package has the files of the root, too. The page that describes the package
/// must not have the name of one of them: maturin would take the other page.
#[test]
fn the_python_package_has_a_page_of_its_own() {
    let package = Path::new(ROOT).join("python");
    if !package.exists() {
        return skipped("no python");
    }
    let settings = fs::read_to_string(package.join("pyproject.toml")).unwrap();
    let [page] = quoted_after(&settings, "\nreadme =")[..] else { panic!("{settings}") };
    assert!(package.join(page).is_file(), "{page}");
    assert!(!Path::new(ROOT).join(page).exists(), "{page}");
}

/// The tests of the published package compile and find the files that they read; `scripts/package`
/// runs them.
#[test]
fn the_package_has_whatever_its_sources_read() {
    // Cargo writes this file into a package, and makes no package of a package.
    if Path::new(ROOT).join("Cargo.toml.orig").exists() {
        return skipped("this is a package");
    }
    let listed = printed(Command::new(env!("CARGO")).args([
        "package",
        "--list",
        "--allow-dirty",
        "--offline",
    ]));
    let listed: BTreeSet<PathBuf> = listed.lines().map(|path| Path::new(ROOT).join(path)).collect();
    let mut sources = Vec::new();
    for directory in ["src", "tests", "benches"] {
        files(&Path::new(ROOT).join(directory), ".rs", &mut sources);
    }
    // Files that this test itself reads are named below.
    let others = sources.iter().filter(|source| !source.ends_with("tests/program/project.rs"));
    let mut read: BTreeSet<PathBuf> = others.flat_map(|source| read_by(source)).collect();
    assert!(read.len() > 20, "{read:?}");
    // Files that scripts install exist only after they have run.
    read.retain(|path| !path.starts_with(Path::new(ROOT).join("target")));
    read.insert(Path::new(ROOT).join("Makefile"));
    read.insert(Path::new(ROOT).join("scripts"));
    for path in sources.into_iter().chain(read) {
        let mut wanted = Vec::new();
        if path.is_dir() {
            files(&path, "", &mut wanted);
            assert!(!wanted.is_empty(), "{}", path.display());
        } else {
            wanted.push(path);
        }
        for file in wanted {
            assert!(listed.contains(&file), "{} is not in the package", file.display());
        }
    }
}

/// A release names its version in several files.
#[test]
fn all_files_name_the_same_version() {
    let version = env!("CARGO_PKG_VERSION");
    let read = |file: &str| fs::read_to_string(Path::new(ROOT).join(file)).unwrap();
    for (file, words) in [
        ("CITATION.cff", format!("\nversion: {version}\n")),
        (".zenodo.json", format!("\"version\": \"{version}\"")),
        ("CHANGELOG.md", format!("\n## {version} - ")),
        ("docs/how-to/cite.md", format!("version = {{{version}}}")),
        ("docs/reference/methods.md", format!("huarong {version} computes")),
        ("docs/how-to/install.md", format!("`huarong_{version}-1_amd64.deb`")),
        ("docs/how-to/install.md", format!("git checkout v{version}")),
    ] {
        assert!(read(file).contains(&words), "{file} does not have {words:?}");
    }
    // The package of the program does not contain these members of the workspace.
    for file in ["python/Cargo.toml", "wasm/Cargo.toml"] {
        if Path::new(ROOT).join(file).exists() {
            let words = format!("\nversion = \"{version}\"\n");
            assert!(read(file).contains(&words), "{file} does not have {words:?}");
        }
    }
}
