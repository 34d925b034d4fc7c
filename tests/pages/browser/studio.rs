//! Browsers in which the scenes take turns.

use super::driver::Client;
use super::page::Page;
use crate::serving::Leash;
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::Pin;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError, TryLockError};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// A browser in which scenes take turns.
struct Studio {
    runtime: Runtime,
    page: Page,
    _leash: Leash,
}

/// Ends a process unless somebody else has taken charge of it.
struct Guarded(Option<Child>);

impl Drop for Guarded {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A program by the first of its names that is there.
fn program(names: &[&str]) -> Result<PathBuf, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let directories: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let files = names.iter().flat_map(|name| directories.iter().map(move |dir| dir.join(name)));
    let found = files.into_iter().find(|file| file.is_file());
    found.ok_or_else(|| format!("there is no {}: run scripts/browser, which installs it", names[0]))
}

fn open_studio() -> Result<Mutex<Studio>, String> {
    let driver = program(&["chromedriver"])?;
    let browser = program(&["chromium", "chromium-browser", "google-chrome"])?;
    let folder = TempDir::new().expect("a temporary directory can be made");

    let mut command = Command::new(driver);
    // The browser leaves sockets and folders there.
    command.env("TMPDIR", folder.path());
    command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("chromedriver: {error}"))?;
    let mut lines = BufReader::new(child.stdout.take().expect("standard output is caught")).lines();
    let child = Guarded(Some(child));
    let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let port = line.split_once("started successfully on port ")?.1;
        port.trim_end_matches('.').parse::<u16>().ok()
    });
    let port = port.ok_or("chromedriver has not started: run scripts/browser")?;
    // What else it has to say nobody reads, but it must be able to say it.
    std::thread::spawn(move || lines.for_each(drop));

    let data = format!("--user-data-dir={}", folder.path().join("profile").display());
    let arguments = [
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        // WebGL without a graphics card.
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-default-apps",
        "--disable-extensions",
        "--no-first-run",
        "--no-default-browser-check",
        "--metrics-recording-only",
        "--mute-audio",
        "--lang=en-US",
        "--disable-features=Translate,OptimizationHints,MediaRouter",
        &data,
    ];
    let capabilities = json!({
        "browserName": "chrome",
        "timeouts": { "script": 120_000 },
        "goog:chromeOptions": { "binary": browser, "args": arguments,
            "perfLoggingPrefs": { "enablePage": false } },
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
    });
    let driver = SocketAddr::from(([127, 0, 0, 1], port));
    let (client, given) = Client::start(driver, capabilities)
        .map_err(|error| format!("the browser has not started: {error}"))?;
    let browser = given["goog:processID"].as_u64().map(|id| id as u32);

    let mut child = child;
    let id = child.0.take().expect("it is still ours").id();
    let ends: Vec<u32> = browser.into_iter().chain([id]).collect();
    let leash = Leash::new(&ends, &folder.keep());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime can be made");
    let page = Page { host: Mutex::default(), client };
    Ok(Mutex::new(Studio { runtime, page, _leash: leash }))
}

/// Plays a scene on a clean page, and checks afterwards that the browser had nothing to complain of.
pub(super) fn scene(play: impl AsyncFnOnce(&Page)) {
    scene_with_refusals(&[], play);
}

/// The same where the server is expected to refuse requests to some paths.
pub(super) fn scene_with_refusals(refused: &[&str], play: impl AsyncFnOnce(&Page)) {
    /// As many as there are cores on a small machine.
    static STUDIOS: [LazyLock<Result<Mutex<Studio>, String>>; 2] =
        [LazyLock::new(open_studio), LazyLock::new(open_studio)];
    static SCENES: AtomicUsize = AtomicUsize::new(0);
    // A free browser, or one after the other.
    let turn = SCENES.fetch_add(1, Ordering::Relaxed);
    let studios = [turn, turn + 1]
        .map(|turn| STUDIOS[turn % STUDIOS.len()].as_ref().unwrap_or_else(|why| panic!("{why}")));
    // A scene that failed leaves nothing behind that the next one does not clear away.
    let free = studios.iter().find_map(|studio| match studio.try_lock() {
        Ok(studio) => Some(studio),
        Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    });
    let studio = free.unwrap_or_else(|| studios[0].lock().unwrap_or_else(PoisonError::into_inner));
    perform(&studio, refused, Box::pin(play(&studio.page)));
}

/// One function for all scenes: the runtime is compiled once, and not once for each.
fn perform(studio: &Studio, refused: &[&str], scene: Pin<Box<dyn Future<Output = ()> + '_>>) {
    let page = &studio.page;
    studio.runtime.block_on(async {
        page.clear().await;
        scene.await;
        page.settle().await;
        page.check_clean(refused);
    });
}
