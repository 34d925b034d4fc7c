//! Runs the tests of the Python package, in the virtual environment of `scripts/python`.
//!
//! Cargo builds the compiled part of the package with the features of all other tests. So it compiles the library once for all
//! of them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::{env, fs};

/// The interpreter, which finds the installed package; `None` if it is missing.
static PYTHON: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.parent().expect("it is a member of the workspace");
    let python = root.join("target/python/bin/python");
    if !python.exists() {
        return None;
    }
    // The folder of this test program has the compiled part, too.
    let program = env::current_exe().expect("it runs");
    let built = program.parent().expect("it is in a folder").join("lib_huarong.so");
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for name in ["huarong", "huarong_tasks"] {
        let installed = place.join(name);
        fs::create_dir_all(&installed).expect("a folder for the package");
        for file in fs::read_dir(package.join(name)).expect("the package has files") {
            let file = file.expect("it can be listed");
            if file.path().is_file() {
                fs::copy(file.path(), installed.join(file.file_name())).expect("it can be copied");
            }
        }
    }
    fs::copy(&built, place.join("huarong/_huarong.abi3.so")).expect("cargo built it");
    Some(python)
});

/// A file or folder of the package.
fn path(name: &str) -> String {
    format!("{}/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs Python, which must succeed.
fn run(arguments: &[&str]) {
    let Some(python) = &*PYTHON else {
        // The harness captures what a test prints, but not this.
        let skipped = "skipped: target/python is missing; scripts/python installs it";
        writeln!(std::io::stderr(), "{skipped}").expect("standard error is open");
        return;
    };
    let tests = path("tests");
    // pytest would keep the files of its last three runs.
    let temporary = tempfile::tempdir().expect("a temporary directory can be made");
    // Python imports from the folder in which it runs.
    let run = Command::new(python)
        .args(arguments)
        .env("PYTHONPATH", &tests)
        .env("TMPDIR", temporary.path())
        .env("MYPYPATH", &tests)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .expect("python runs");
    // The script that runs all tests shows what a failed test says.
    let [said, errors] = [&run.stdout, &run.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(run.status.success(), "{arguments:?}\n{said}\n{errors}");
    for skipped in said.lines().filter(|line| line.starts_with("SKIPPED")) {
        writeln!(std::io::stderr(), "{skipped}").expect("standard error is open");
    }
}

/// Runs the tests that a mark selects.
fn pytest(selected: &str) {
    let options =
        ["-m", "pytest", "-q", "-rs", "--import-mode=importlib", "-p", "no:cacheprovider"];
    run(&[&options[..], &["-m", selected, &path("tests")]].concat());
}

#[test]
fn the_python_package_passes_its_tests() {
    pytest("not long");
}

#[test]
#[ignore = "long: notebooks and datasets"]
fn the_python_package_passes_its_long_tests() {
    pytest("long");
}

#[test]
fn the_types_of_the_python_package_are_right() {
    let (configuration, allowed) = (path("pyproject.toml"), path("tests/stubtest.txt"));
    let options = ["-m", "mypy", "--cache-dir=/dev/null", "--config-file", &configuration];
    run(&[&options[..], &["-p", "huarong", "-m", "annotations"]].concat());
    // The stubs say what the compiled part has.
    let stubs = ["-m", "mypy.stubtest", "huarong", "--mypy-config-file", &configuration];
    run(&[&stubs[..], &["--allowlist", &allowed, "--ignore-unused-allowlist"]].concat());
}
