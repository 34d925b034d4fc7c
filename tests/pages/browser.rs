//! The pages of the server in a real browser, driven as a visitor would.
//!
//! Chromium and its driver must be there, and axe-core: `scripts/browser` and `scripts/npm` see to it. With
//! HUARONG_SCREENSHOTS set to a directory, the scenes that visit all pages put pictures of them there.

#![cfg(unix)]

use crate::common::{METRICS, START, STUCK, Tables};
use crate::naive::Naive;
use crate::serving::{Connection, Leash, Server, address, shared};
use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
    TouchActions,
};
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::Pin;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// The big piece alone, one straight move of two cells from the win.
const LONE: &str = "..../.BB./.BB./..../....";

/// Every page, with what is there once it has been filled.
const PAGES: [(&str, &str); 14] = [
    ("/position", "#moves li"),
    ("/map?p=heng-dao-li-ma", "#map[data-drawn]"),
    ("/editor?p=heng-dao-li-ma", "#notations li, #notations dd"),
    ("/openings", "a.opening"),
    ("/atlas", "tr[data-set]"),
    ("/atlas/1h4v4s", "#component-sizes td"),
    ("/generator?set=1h4v4s&metric=finger&from=80&to=100&count=6&seed=7", "a.layout"),
    ("/puzzles", "a.puzzle-card"),
    ("/puzzles/rush-card-29", "#moves li"),
    ("/puzzles/gnome-agatka", "#moves li"),
    ("/puzzles/editor?id=dads", ".puzzle-preview svg"),
    ("/games?game=3,3,3&p=x../.o./...", "#game-moves button"),
    ("/games?game=gravity%205,4,4", "#game-moves button"),
    ("/gomoku?level=person&rule=renju&moves=75%2000%2076%2002%2057%2004%2067%2006", ".spot.closed"),
];

const WIDE: [u32; 2] = [1280, 900];
const NARROW: [u32; 2] = [360, 740];

/// Whether the editor offers to play a position.
const PLAYABLE: &str = "const { href } = document.querySelector('#editor-play');
    return Boolean(href) && new URL(href).searchParams.get('p') === arguments[0]";

/// Something on a page takes too long after this.
const PATIENCE: Duration = Duration::from_secs(15);

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
    let profile = TempDir::new().expect("a temporary directory can be made");

    let mut command = Command::new(driver);
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

    let data = format!("--user-data-dir={}", profile.path().display());
    let arguments = [
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
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
    let Value::Object(capabilities) = capabilities else { unreachable!() };

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime can be made");
    let url = format!("http://127.0.0.1:{port}");
    let client = runtime.block_on(async {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities).connect(&url).await
    });
    let client = client.map_err(|error| format!("the browser has not started: {error}"))?;
    let session = runtime.block_on(client.session_id()).expect("the driver answers");
    let session = session.expect("a session has a name");
    let told = client.capabilities().and_then(|told| told.get("goog:processID"));
    let browser = told.and_then(Value::as_u64).map(|id| id as u32);

    let mut child = child;
    let id = child.0.take().expect("it is still ours").id();
    let ends: Vec<u32> = browser.into_iter().chain([id]).collect();
    let leash = Leash::new(&ends, &profile.keep());
    let driver = SocketAddr::from(([127, 0, 0, 1], port));
    let page = Page { client, driver, session };
    Ok(Mutex::new(Studio { runtime, page, _leash: leash }))
}

/// Plays a scene on a clean page, and checks afterwards that the browser had nothing to complain of.
fn scene(play: impl AsyncFnOnce(&Page)) {
    scene_with_refusals(&[], play);
}

/// The same where the server is expected to refuse requests to some paths.
fn scene_with_refusals(refused: &[&str], play: impl AsyncFnOnce(&Page)) {
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

/// A piece as it stands on the page.
#[derive(Clone, Debug)]
struct Piece {
    shape: String,
    column: i64,
    row: i64,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

struct Page {
    client: Client,
    driver: SocketAddr,
    session: String,
}

impl Page {
    /// A command that only this driver knows.
    fn special(&self, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let request = format!(
            "POST /session/{}/{path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.session,
            self.driver,
            body.len()
        );
        let mut connection = Connection::to(self.driver);
        connection.send(request.as_bytes()).expect("the driver reads");
        let reply = connection.reply(false).expect("the driver answers");
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()["value"].clone()
    }

    /// A command of the browser's own protocol.
    fn tell(&self, command: &str, parameters: Value) -> Value {
        self.special("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    fn log(&self, kind: &str) -> Vec<Value> {
        self.special("se/log", &json!({ "type": kind })).as_array().expect("a list").clone()
    }

    /// An empty page of the server, nothing kept, nothing logged, as a visitor's first.
    async fn clear(&self) {
        self.tell("Emulation.setEmulatedMedia", json!({ "media": "", "features": [] }));
        self.tell("Emulation.setTouchEmulationEnabled", json!({ "enabled": false }));
        self.screen(WIDE);
        self.cut_off(false);
        self.client.release_actions().await.expect("no key stays pressed");
        self.go("/api/v1/about").await;
        self.js("localStorage.clear(); sessionStorage.clear()").await;
        self.log("browser");
        self.log("performance");
    }

    fn screen(&self, [width, height]: [u32; 2]) {
        let mobile = width < 600;
        let parameters =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        self.tell("Emulation.setDeviceMetricsOverride", parameters);
    }

    /// Takes the network away, or gives it back.
    fn cut_off(&self, offline: bool) {
        let parameters = json!({ "offline": offline, "latency": 0,
            "downloadThroughput": -1, "uploadThroughput": -1 });
        self.tell("Network.emulateNetworkConditions", parameters);
    }

    fn prefer(&self, feature: &str, value: &str) {
        let features = json!([{ "name": feature, "value": value }]);
        self.tell("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    async fn go(&self, path: &str) {
        self.client.goto(&shared().server.url(path)).await.expect("the page is there");
    }

    /// Opens a page and waits for something on it.
    async fn open(&self, path: &str, awaited: &str) {
        self.go(path).await;
        self.wait_for(awaited).await;
    }

    async fn js(&self, script: &str) -> Value {
        self.js_with(script, vec![]).await
    }

    async fn js_with(&self, script: &str, arguments: Vec<Value>) -> Value {
        let result = self.client.execute(script, arguments).await;
        result.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until a script says something else than false or null. The page itself asks it again and again.
    async fn until(&self, what: &str, script: &str, arguments: &[Value]) -> Value {
        let asked = format!(
            "const given = [...arguments];
            const done = given.pop();
            const told = function () {{ {script} }};
            const started = performance.now();
            const ask = () => {{
                const answer = told(...given) ?? false;
                if (answer !== false || performance.now() - started > 1000) done(answer);
                else setTimeout(ask, 10);
            }};
            ask();"
        );
        let started = Instant::now();
        loop {
            // A page that is left meanwhile answers nothing; the next one is asked.
            let told = self.client.execute_async(&asked, arguments.to_vec()).await;
            if let Ok(told) = &told
                && *told != json!(false)
            {
                return told.clone();
            }
            if started.elapsed() > PATIENCE {
                let shown = self.js("return document.querySelector('main')?.innerText ?? ''").await;
                let url = self.client.current_url().await.expect("an address");
                let shown: String = shown.as_str().unwrap_or_default().chars().take(600).collect();
                let log = self.log("browser");
                panic!("waited in vain until {what} at {url}: {told:?}\n{shown}\n{log:?}");
            }
        }
    }

    async fn wait_for(&self, selector: &str) {
        let script = "return document.querySelector(arguments[0]) !== null";
        self.until(&format!("there is {selector}"), script, &[json!(selector)]).await;
    }

    async fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.textContent?.trim()";
        let told = self.js_with(script, vec![json!(selector)]).await;
        told.as_str().unwrap_or_else(|| panic!("there is no {selector}")).to_owned()
    }

    async fn wait_for_text(&self, selector: &str, wanted: &str) {
        let script =
            "return document.querySelector(arguments[0])?.textContent?.trim() === arguments[1]";
        self.until(&format!("{selector} says {wanted}"), script, &[json!(selector), json!(wanted)])
            .await;
    }

    async fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        let script = "return document.querySelector(arguments[0])?.getAttribute(arguments[1])";
        let told = self.js_with(script, vec![json!(selector), json!(name)]).await;
        told.as_str().map(str::to_owned)
    }

    async fn count(&self, selector: &str) -> u64 {
        let script = "return document.querySelectorAll(arguments[0]).length";
        self.js_with(script, vec![json!(selector)]).await.as_u64().expect("a number")
    }

    /// An attribute of every element, in their order.
    async fn attributes(&self, selector: &str, name: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].map(e => e.getAttribute(arguments[1]))";
        crate::common::texts(&self.js_with(script, vec![json!(selector), json!(name)]).await)
    }

    async fn click(&self, selector: &str) {
        // Pictures that arrive may still push it away: it is clicked when it has come to rest.
        let script = "const found = document.querySelector(arguments[0]);
            if (!found) return null;
            found.scrollIntoView({ block: 'center', behavior: 'instant' });
            const { x, y } = found.getBoundingClientRect();
            const before = window.restingPlace;
            window.restingPlace = `${arguments[0]} ${x} ${y}`;
            return before === window.restingPlace";
        self.until(&format!("{selector} rests"), script, &[json!(selector)]).await;
        let found = self.client.find(Locator::Css(selector)).await;
        let found = found.unwrap_or_else(|error| panic!("{selector}: {error}"));
        found.click().await.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Writes into a field as a visitor would, over what is there.
    async fn write(&self, selector: &str, text: &str) {
        let field = self.client.find(Locator::Css(selector)).await;
        let field = field.unwrap_or_else(|error| panic!("{selector}: {error}"));
        field.clear().await.expect("a field can be emptied");
        field.send_keys(text).await.expect("a field can be written into");
    }

    /// Sets a field and says so, for those that keys do not set.
    async fn set(&self, selector: &str, value: &str) {
        let script = "const field = document.querySelector(arguments[0]);
            field.value = arguments[1];
            for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, {bubbles: true}))";
        self.js_with(script, vec![json!(selector), json!(value)]).await;
    }

    /// Presses keys at once, those before the last held down.
    async fn press(&self, keys: &[char]) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for &value in keys {
            actions = actions.then(KeyAction::Down { value });
        }
        for &value in keys.iter().rev() {
            actions = actions.then(KeyAction::Up { value });
        }
        self.client.perform_actions(actions).await.expect("keys can be pressed");
    }

    async fn pieces(&self) -> Vec<Piece> {
        let script = "return [...document.querySelectorAll('#board [data-piece]')].map(e => {
            const { left, top, width, height } = e.getBoundingClientRect();
            const { shape, column, row } = e.dataset;
            return { shape, column, row, left, top, width, height } })";
        let told = self.js(script).await;
        let piece = |one: &Value| {
            let number = |key: &str| one[key].as_f64().expect("a number");
            let whole =
                |key: &str| one[key].as_str().and_then(|n| n.parse().ok()).expect("a whole number");
            Piece {
                shape: one["shape"].as_str().expect("a shape").to_owned(),
                column: whole("column"),
                row: whole("row"),
                left: number("left"),
                top: number("top"),
                width: number("width"),
                height: number("height"),
            }
        };
        told.as_array().expect("a list").iter().map(piece).collect()
    }

    /// The position that the board shows, by the data of its pieces.
    async fn shown(&self) -> String {
        let mut grid = vec![vec!['.'; 4]; 5];
        for Piece { shape, column, row, .. } in self.pieces().await {
            let letter = shape.parse().expect("a letter");
            let cells: &[_] = match letter {
                'B' => &[(0, 0), (1, 0), (0, 1), (1, 1)],
                'H' => &[(0, 0), (1, 0)],
                'V' => &[(0, 0), (0, 1)],
                'S' => &[(0, 0)],
                other => panic!("there is no shape {other}"),
            };
            for (right, down) in cells {
                let cell = &mut grid[row as usize + down][column as usize + right];
                assert_eq!(*cell, '.', "pieces on one another");
                *cell = letter;
            }
        }
        grid.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
    }

    /// Waits until the board shows a position, and all else on the page is about it.
    async fn wait_for_position(&self, position: &str) {
        let answer = api("position", &[("p", position)]);
        let started = Instant::now();
        let wanted = METRICS.map(|metric| match &answer["distance"][metric] {
            Value::Null => "–".to_owned(),
            distance => distance.to_string(),
        });
        let mut told = (String::new(), Vec::new(), String::new());
        while started.elapsed() < PATIENCE {
            let script = "return ['unit', 'straight', 'finger'].map(metric =>
                document.querySelector(`#distance-${metric}`)?.textContent?.trim() ?? '')";
            let url = self.client.current_url().await.expect("an address");
            let named = url.query_pairs().find(|(key, _)| key == "p");
            // A page without the name of its position is that of the classic start.
            let named = named.map_or_else(|| START.to_owned(), |(_, value)| value.into_owned());
            told = (self.shown().await, crate::common::texts(&self.js(script).await), named);
            if told.0 == position && told.1 == wanted && told.2 == position {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("not at {position} with {wanted:?}, but {told:?}");
    }

    async fn made(&self) -> [String; 3] {
        let [unit, straight, finger] = METRICS.map(|metric| format!("#made-{metric}"));
        [self.text(&unit).await, self.text(&straight).await, self.text(&finger).await]
    }

    /// The point at a place within a piece on a cell, and the side of a cell.
    async fn grip(&self, [column, row]: [i64; 2]) -> ((f64, f64), f64) {
        // What is loaded late moves the board.
        self.settle().await;
        self.js("document.querySelector('#board').scrollIntoView({ block: 'center', behavior: 'instant' })").await;
        let pieces = self.pieces().await;
        let found = pieces.iter().find(|piece| (piece.column, piece.row) == (column, row));
        let piece = found.unwrap_or_else(|| panic!("no piece at {column}, {row}: {pieces:?}"));
        let board = self
            .js("const svg = document.querySelector('#board svg');
            return svg.getBoundingClientRect().width / svg.viewBox.baseVal.width * 100")
            .await;
        let cell = board.as_f64().expect("a number");
        ((piece.left + piece.width / 2.0, piece.top + piece.height / 2.0), cell)
    }

    /// Drags the piece at a cell by some cells, in a straight line, by mouse or by finger.
    async fn drag(&self, at: [i64; 2], by: [f64; 2], touch: bool) {
        let ((x, y), cell) = self.grip(at).await;
        let mut moves = vec![PointerAction::MoveTo { duration: None, x, y }];
        moves.push(PointerAction::Down { button: MOUSE_BUTTON_LEFT });
        for step in 1..=8 {
            let part = f64::from(step) / 8.0;
            let (x, y) = (x + by[0] * cell * part, y + by[1] * cell * part);
            let duration = Some(Duration::from_millis(8));
            moves.push(PointerAction::MoveTo { duration, x, y });
        }
        moves.push(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        let result = if touch {
            let actions = TouchActions::new("finger".to_owned());
            self.client.perform_actions(moves.into_iter().fold(actions, InputSource::then)).await
        } else {
            let actions = MouseActions::new("mouse".to_owned());
            self.client.perform_actions(moves.into_iter().fold(actions, InputSource::then)).await
        };
        result.expect("a piece can be dragged");
    }

    /// The cell of the piece that has the focus, as the page has it.
    async fn focused(&self) -> Value {
        let script = "const { column, row } = document.activeElement?.dataset ?? {};
            return column === undefined ? null : [column, row]";
        self.js(script).await
    }

    /// Presses Tab until a piece of the board has the focus.
    async fn tab_to_board(&self) {
        for _ in 0..30 {
            if !self.focused().await.is_null() {
                return;
            }
            self.press(&[Key::Tab.into()]).await;
        }
        panic!("the board is not reached by Tab");
    }

    /// Waits until nothing is being loaded.
    async fn settle(&self) {
        let script = "return document.readyState === 'complete'
            && [...document.images].every(i => i.complete || i.loading === 'lazy')";
        self.until("everything is loaded", script, &[]).await;
        tokio::time::sleep(Duration::from_millis(30)).await;
    }

    /// No error in the console, no policy violated, nobody else asked for anything.
    fn check_clean(&self, refused: &[&str]) {
        let complaints: Vec<String> = self
            .log("browser")
            .iter()
            .map(|entry| format!("{} {}", entry["level"], entry["message"]))
            .filter(|line| !line.contains("\"INFO\"") && !line.contains("\"DEBUG\""))
            .filter(|line| {
                let is_refusal = line.contains("the server responded with a status of 4");
                // The empty page of `clear` names no icon, and the browser looks for one at any time after.
                let is_expected = |path: &&str| line.contains(path);
                !(is_refusal && refused.iter().chain(&["/favicon.ico"]).any(is_expected))
            })
            .collect();
        assert!(complaints.is_empty(), "{complaints:#?}");
        let home = shared().server.url("");
        let mut asked = 0;
        for entry in self.log("performance") {
            let message = entry["message"].as_str().expect("a text");
            let message: Value = serde_json::from_str(message).expect("JSON");
            let message = &message["message"];
            if message["method"] != "Network.requestWillBeSent" {
                continue;
            }
            let url = message["params"]["request"]["url"].as_str().expect("a text");
            let own = url.starts_with(&home)
                || ["data:", "blob:", "about:"].iter().any(|k| url.starts_with(k));
            assert!(own, "{url} was asked for");
            asked += 1;
        }
        assert!(asked > 0, "what is asked for is told");
    }

    /// A picture of a page, for whoever wants to look at it.
    fn picture(&self, path: &str, of: &str) {
        let Some(directory) = std::env::var_os("HUARONG_SCREENSHOTS").map(PathBuf::from) else {
            return;
        };
        let told = self.tell("Page.captureScreenshot", json!({ "captureBeyondViewport": true }));
        let base64 = told["data"].as_str().expect("a picture");
        let name = path.trim_start_matches('/').replace(|c: char| !c.is_alphanumeric(), "-");
        fs::create_dir_all(&directory).expect("a directory can be made");
        fs::write(directory.join(format!("{name} {of}.png")), decoded(base64))
            .expect("a picture can be written");
    }
}

/// The bytes of a text in base 64.
fn decoded(text: &str) -> Vec<u8> {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0u32, 0);
    for digit in text.chars().filter_map(|letter| digits.find(letter)) {
        bits = bits << 6 | digit as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    bytes
}

fn api(path: &str, parameters: &[(&str, &str)]) -> Value {
    shared().server.json(200, &address(&format!("/api/v1/{path}"), parameters))
}

fn page_of(position: &str) -> String {
    address("/position", &[("p", position)])
}

#[test]
fn a_dragged_piece_changes_the_distances() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        page.wait_for_position(START).await;
        assert_eq!(page.made().await, ["0", "0", "0"]);
        // A cell to the right, by mouse.
        page.drag([0, 4], [1.0, 0.0], false).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/.S.S").await;
        assert_eq!(page.made().await, ["1", "1", "1"]);
        // Around a corner: one move of the finger, two in lines and in cells.
        page.drag([3, 4], [-1.0, 0.0], false).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/.SS.").await;
        assert_eq!(page.made().await, ["2", "2", "2"]);

        page.open(&page_of(START), "#moves li").await;
        page.drag([1, 3], [1.0, 1.0], false).await;
        page.wait_for_position("VBBV/VBBV/VHHV/V.SV/S.SS").await;
        assert_eq!(page.made().await, ["2", "2", "1"]);
        for (metric, best) in [("unit", "116"), ("straight", "90"), ("finger", "81")] {
            assert_eq!(page.text(&format!("#best-{metric}")).await, best, "from the start");
        }
    });
}

/// The shortest way of a piece may turn more often than a way around.
#[test]
fn a_drag_counts_as_the_fewest_straight_moves() {
    scene(async |page| {
        let [before, after] = ["..../.S.S/...S/.BBS/SBBS", "..../.S../...S/SBBS/SBBS"];
        page.open(&page_of(before), "#moves li").await;
        page.drag([3, 1], [-3.0, 2.0], false).await;
        page.wait_for_position(after).await;
        // Left, down, left and down over five cells, or up, left and down over seven.
        assert_eq!(page.made().await, ["5", "3", "1"]);
        for (metric, made) in METRICS.into_iter().zip([5, 3, 1]) {
            let asked = [("p", before), ("to", after), ("metric", metric)];
            assert_eq!(api("solution", &asked)["distance"], made, "{metric}");
        }
    });
}

#[test]
fn a_piece_is_dragged_by_touch_and_snaps_to_the_nearest_cell() {
    scene(async |page| {
        page.screen(NARROW);
        page.tell("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
        page.open("/position", "#moves li").await;
        page.drag([0, 4], [2.0, 0.0], true).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/..SS").await;
        assert_eq!(page.made().await, ["2", "1", "1"]);
        page.drag([2, 4], [-1.4, 0.1], true).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/.S.S").await;
        // Put down where it was taken up: no move.
        page.drag([1, 4], [0.3, 0.0], true).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/.S.S").await;
        assert_eq!(page.made().await[2], "2");
    });
}

#[test]
fn a_piece_is_not_dragged_through_another() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        // Hemmed in all round.
        for at in [[1, 0], [0, 0], [1, 2]] {
            page.drag(at, [0.0, 3.0], false).await;
            page.drag(at, [2.0, 1.0], false).await;
            page.wait_for_position(START).await;
        }
        assert_eq!(page.made().await, ["0", "0", "0"]);
        // Up to the neighbour and no further.
        page.drag([0, 4], [3.0, 0.0], false).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/..SS").await;

        // Behind the two horizontals there is room, but no way to it.
        let divided = "BB.S/BB../..../HHHH/....";
        page.open(&page_of(divided), "#moves li").await;
        page.drag([3, 0], [0.0, 4.0], false).await;
        page.wait_for_position("BB../BB../...S/HHHH/....").await;
    });
}

/// Demonstrations are faster than a visitor can make them.
async fn hurry(page: &Page) {
    page.js("document.querySelector('#speed').max = 100").await;
    page.set("#speed", "100").await;
}

#[test]
fn the_demonstration_solves_the_classic_start_in_81_moves() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        hurry(page).await;
        assert_eq!(page.attribute("#play", "aria-pressed").await.as_deref(), Some("false"));
        page.click("#play").await;
        let script =
            "return document.querySelector('#play').getAttribute('aria-pressed') === 'true'";
        page.until("it plays", script, &[]).await;
        page.wait_for_text("#demo-count", "81 / 81").await;
        page.wait_for_text("#distance-finger", "0").await;
        assert_eq!(page.made().await[2], "81");
        let shown = page.shown().await;
        assert!(Naive::klotski().is_won(&shown), "{shown}");
        page.wait_for_position(&shown).await;
        page.until(
            "it is said",
            "const said = document.querySelector('#solved');
            return said && !said.hidden && said.checkVisibility()",
            &[],
        )
        .await;
        let kept = page.js("return localStorage.getItem('huarong.best')").await;
        assert!(
            kept.as_str().is_none_or(|kept| !kept.contains(START)),
            "no result of the player's: {kept}"
        );
    });
}

#[test]
fn the_demonstration_pauses_and_steps() {
    scene(async |page| {
        page.open("/position?metric=unit", "#moves li").await;
        page.click("#step").await;
        page.wait_for_text("#demo-count", "1 / 116").await;
        page.click("#step").await;
        page.wait_for_text("#demo-count", "2 / 116").await;
        page.wait_for_text("#distance-unit", "114").await;
        page.click("#play").await;
        page.until(
            "it has gone on",
            "return parseInt(document.querySelector('#demo-count').textContent) > 3",
            &[],
        )
        .await;
        page.click("#play").await;
        let script =
            "return document.querySelector('#play').getAttribute('aria-pressed') === 'false'";
        page.until("it has paused", script, &[]).await;
        let count = page.text("#demo-count").await;
        tokio::time::sleep(Duration::from_millis(600)).await;
        assert_eq!(page.text("#demo-count").await, count, "a pause is one");
        let shown = page.shown().await;
        page.wait_for_position(&shown).await;
    });
}

#[test]
fn hint_undo_and_redo() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        page.wait_for_position(START).await;
        let can = async |selector: &str| {
            let script = "const { disabled, ariaDisabled } = document.querySelector(arguments[0]);
                return !disabled && ariaDisabled !== 'true'";
            page.js_with(script, vec![json!(selector)]).await == json!(true)
        };
        assert!(!can("#undo").await && !can("#redo").await, "nothing to undo");
        page.click("#hint").await;
        let said = page
            .until("the hint is said", "return document.querySelector('#live').textContent", &[])
            .await;
        assert!(said.as_str().unwrap().contains("Hint"), "{said}");
        page.wait_for_position(START).await;

        page.click("#step").await;
        page.wait_for_text("#distance-finger", "80").await;
        let stepped = page.shown().await;
        let best = &shared().tables.ask([START])[0]["best_moves"]["finger"];
        assert!(crate::common::texts(best).contains(&stepped), "{stepped} is none of {best}");
        page.drag([3, 0], [0.0, 0.0], false).await;
        page.click("#undo").await;
        page.wait_for_position(START).await;
        assert_eq!(page.made().await, ["0", "0", "0"]);
        assert!(can("#redo").await);
        page.click("#redo").await;
        page.wait_for_position(&stepped).await;
        assert_eq!(page.made().await[2], "1");
        page.click("#undo").await;
        page.wait_for_position(START).await;
        page.wait_for_text("#live", "81 to go.").await;
        // Another move forgets the future.
        page.drag([0, 4], [2.0, 0.0], false).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/..SS").await;
        assert!(!can("#redo").await && can("#undo").await);
        page.click("#restart").await;
        page.wait_for_position(START).await;
    });
}

#[test]
fn the_list_of_moves_is_that_of_the_metric() {
    scene(async |page| {
        let answer = api("position", &[("p", START)]);
        page.open("/position", "#moves li").await;
        for (allowed, metric) in METRICS.into_iter().enumerate() {
            page.set("#metric", metric).await;
            let moves = answer["moves"].as_array().unwrap().iter();
            let wanted: BTreeSet<(String, &str)> = moves
                .filter(|one| METRICS[..=allowed].contains(&one["metric"].as_str().unwrap()))
                .map(|one| {
                    let [now, then] =
                        [&answer, one].map(|p| p["distance"][metric].as_u64().unwrap());
                    let effect = match then.cmp(&now) {
                        std::cmp::Ordering::Less => "closer",
                        std::cmp::Ordering::Equal => "equal",
                        std::cmp::Ordering::Greater => "farther",
                    };
                    (one["position"].as_str().unwrap().to_owned(), effect)
                })
                .collect();
            page.until(
                "the list has changed",
                "return document.querySelectorAll('#moves li').length === arguments[0]",
                &[json!(wanted.len())],
            )
            .await;
            let positions = page.attributes("#moves li", "data-position").await;
            let effects = page.attributes("#moves li", "data-effect").await;
            let told: BTreeSet<(String, &str)> =
                positions.into_iter().zip(effects.iter().map(String::as_str)).collect();
            assert_eq!(told, wanted, "{metric}");
            let url = page.client.current_url().await.unwrap();
            let named = url.query_pairs().any(|(key, value)| key == "metric" && value == metric);
            assert!(named || metric == "finger", "the address tells the metric: {url}");
        }
        let after = &page.attributes("#moves li", "data-position").await[0];
        page.click("#moves li:first-child button").await;
        page.wait_for_position(after).await;
        assert_eq!(page.made().await[2], "1");
    });
}

#[test]
fn keys_alone_play() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        // Whichever piece one comes to, arrows lead to all others, and move none.
        let reached = "const pieces = [...document.querySelectorAll('#board [data-piece]')];
            const step = (piece, key) => {
                piece.focus();
                piece.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
                return document.activeElement;
            };
            const reached = (first) => {
                const seen = new Set([first]);
                for (const piece of seen) {
                    for (const key of ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) seen.add(step(piece, key));
                }
                return seen.size;
            };
            return pieces.every(piece => reached(piece) === pieces.length)";
        assert_eq!(page.js(reached).await, true);
        page.open("/position", "#moves li").await;
        assert_eq!(page.count("#board [data-piece][tabindex='0']").await, 1, "one stop");
        page.tab_to_board().await;
        assert_eq!(page.focused().await, json!(["0", "0"]));
        for row in ["2", "4"] {
            page.press(&[Key::Down.into()]).await;
            assert_eq!(page.focused().await, json!(["0", row]));
        }
        page.wait_for_position(START).await;
        let pressed = page.attribute("[data-column='0'][data-row='4']", "aria-pressed").await;
        assert_eq!(pressed.as_deref(), Some("false"), "not yet taken");
        page.press(&[Key::Enter.into()]).await;
        page.until("the piece is selected", "return document.querySelector('[data-column=\"0\"][data-row=\"4\"]').getAttribute('aria-pressed') === 'true'", &[]).await;
        let label = page.attribute("[data-column='0'][data-row='4']", "aria-label").await.unwrap();
        assert_eq!(label, "Small, column 1, row 5");
        for way in [Key::Up, Key::Left, Key::Down] {
            page.press(&[way.into()]).await;
        }
        page.wait_for_position(START).await;
        page.press(&[Key::Right.into()]).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/.S.S").await;
        let left = shared().tables.ask([AFTER_ONE])[0]["distance"]["finger"].to_string();
        let said = "return document.querySelector('#live').textContent.includes(arguments[0])";
        page.until("the distance is said", said, &[json!(format!(" {left} to go"))]).await;
        // The piece is still selected: on with it.
        page.press(&[Key::Right.into()]).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/..SS").await;
        assert_eq!(page.focused().await, json!(["2", "4"]), "the focus goes with it");

        let control: char = Key::Control.into();
        let shift: char = Key::Shift.into();
        page.press(&['u']).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/.S.S").await;
        page.press(&[control, 'z']).await;
        page.wait_for_position(START).await;
        page.press(&['r']).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/.S.S").await;
        page.press(&[control, 'y']).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/..SS").await;
        page.press(&[control, 'z']).await;
        page.press(&[control, shift, 'z']).await;
        page.wait_for_position("VBBV/VBBV/VHHV/VSSV/..SS").await;
        page.js("document.querySelector('#live').textContent = ''; document.activeElement.blur()")
            .await;
        page.press(&['h']).await;
        page.until(
            "the hint is said",
            "return document.querySelector('#live').textContent.includes('Hint')",
            &[],
        )
        .await;
        page.press(&[' ']).await;
        page.until(
            "the demonstration plays",
            "return document.querySelector('#play').getAttribute('aria-pressed') === 'true'",
            &[],
        )
        .await;
        page.press(&[' ']).await;
        page.until(
            "the demonstration pauses",
            "return document.querySelector('#play').getAttribute('aria-pressed') === 'false'",
            &[],
        )
        .await;
        // In a control a letter is a letter.
        let before = page.shown().await;
        page.js("document.querySelector('#metric').focus()").await;
        page.press(&['u']).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(page.shown().await, before);
    });
}

#[test]
fn a_record_survives_a_reload() {
    scene(async |page| {
        page.open(&page_of(LONE), "#moves li").await;
        page.drag([1, 1], [0.0, 1.0], false).await;
        page.wait_for_position("..../..../.BB./.BB./....").await;
        page.drag([1, 2], [0.0, 1.0], false).await;
        page.wait_for_position("..../..../..../.BB./.BB.").await;
        let visible =
            "const said = document.querySelector('#solved'); return said && said.checkVisibility()";
        page.until("it is solved", visible, &[]).await;
        let best = "return JSON.parse(localStorage.getItem('huarong.best') ?? '{}')[arguments[0]]";
        let kept = page.until("the result is kept", best, &[json!(LONE)]).await;
        let first = kept["unit"].as_u64();
        assert_eq!(first, Some(2), "{kept}");

        // Better in lines, and no worse otherwise.
        page.open(&page_of(LONE), "#moves li").await;
        page.drag([1, 1], [0.0, 2.0], false).await;
        page.until("it is solved", visible, &[]).await;
        let kept = page
            .until(
                "the better result is kept",
                "const kept = JSON.parse(localStorage.getItem('huarong.best'))[arguments[0]];
            return kept.straight === 1 && kept.finger === 1 ? kept : null",
                &[json!(LONE)],
            )
            .await;
        assert_eq!(kept, json!({ "unit": 2, "straight": 1, "finger": 1 }));
        page.client.refresh().await.unwrap();
        page.wait_for("#moves, #solved").await;
        assert_eq!(page.js_with(best, vec![json!(LONE)]).await, kept);

        // The easiest opening, move by move from the list, is then marked in the list of openings.
        let openings = api("openings", &[])["openings"].as_array().unwrap().clone();
        let easiest = openings.iter().filter(|one| one["distance"]["finger"].as_u64() > Some(0));
        let easiest = easiest.min_by_key(|one| one["distance"]["finger"].as_u64()).unwrap();
        let position = easiest["position"].as_str().unwrap();
        page.open(&page_of(position), "#moves li").await;
        for left in (0..easiest["distance"]["finger"].as_u64().unwrap()).rev() {
            page.click("#moves li[data-effect=closer] button").await;
            page.wait_for_text("#distance-finger", &left.to_string()).await;
        }
        page.until("it is solved", visible, &[]).await;
        page.open("/openings", "a.opening").await;
        let slug = easiest["slug"].as_str().unwrap();
        page.wait_for(&format!("a.opening[data-slug='{slug}'][data-solved]")).await;
        assert_eq!(page.count("a.opening[data-solved]").await, 1);
    });
}

#[test]
fn an_address_opens_its_position() {
    scene(async |page| {
        for set in ["2h3v4s", "0h2v9s", "4h1v3s"] {
            let layout = api("sample", &[("set", set), ("seed", "11"), ("distance", "10..")]);
            let position = layout["layouts"][0]["position"].as_str().unwrap().to_owned();
            page.open(&page_of(&position), "#moves li").await;
            page.wait_for_position(&position).await;
            assert_eq!(page.made().await, ["0", "0", "0"]);
        }
        // By name, by another notation, with a metric; unsolvable.
        page.open(&address("/position", &[("p", "橫刀立馬"), ("metric", "straight")]), "#moves li")
            .await;
        assert_eq!(page.shown().await, START);
        assert_eq!(page.js("return document.querySelector('#metric').value").await, "straight");
        page.open("/position?p=1A9BF0C00", "#moves li").await;
        assert_eq!(page.shown().await, START);
        page.open(&page_of(STUCK), "#moves li").await;
        page.wait_for_position(STUCK).await;
        let component = page
            .until(
                "the component is told",
                "return document.querySelector('#component').textContent",
                &[],
            )
            .await;
        let size = api("component", &[("p", STUCK)])["size"].to_string();
        assert!(component.as_str().unwrap().replace(',', "").contains(&size), "{component}");
        page.open("/", "#moves li").await;
        page.wait_for_position(START).await;
        page.until(
            "the histogram is there",
            "return document.querySelector('#set-histogram').naturalWidth > 0",
            &[],
        )
        .await;
        let component = page
            .until(
                "the component is told",
                "return document.querySelector('#component').textContent",
                &[],
            )
            .await;
        assert!(component.as_str().unwrap().contains("25,955"), "{component}");
        let standing = "return document.querySelector('#standing').textContent !== ''";
        page.until("its place is told", standing, &[]).await;
    });
}

#[test]
fn an_address_of_no_position_says_why() {
    scene_with_refusals(&["/api/v1/position"], async |page| {
        let nobody = address("/position", &[("p", "VBBV/VBBV/VHHV/VSSV/S..X")]);
        page.open(&nobody, "main").await;
        page.until(
            "the reason is given",
            "return document.querySelector('main').innerText.includes('row 5, column 4')",
            &[],
        )
        .await;
        // Text of the address is text.
        page.open(&address("/position", &[("p", "nobody <img src=x onerror=alert(1)>")]), "main")
            .await;
        page.until(
            "the reason is given",
            "return document.querySelector('main').innerText.includes('<img')",
            &[],
        )
        .await;
        assert_eq!(page.count("main img[src=x]").await, 0);
    });
}

#[test]
fn an_illegal_layout_is_said() {
    scene_with_refusals(&["/api/v1/"], async |page| {
        page.open("/editor?p=heng-dao-li-ma", "#canvas button").await;
        assert_eq!(page.count("#canvas button[data-column][data-row]").await, 20);
        page.until(
            "it is legal",
            "return document.querySelector('#editor-distances').innerText.includes('81')",
            &[],
        )
        .await;
        page.click("#clear").await;
        let refused =
            "return document.querySelector('#editor-message.bad')?.innerText.trim() || null";
        // In whose words is not laid down.
        let says =
            "return document.querySelector('#editor-message').innerText.includes(arguments[0])";
        let offered = "return document.querySelector('#editor-play').hasAttribute('href')";
        page.until("the lack is said", says, &[json!("big")]).await;
        assert_eq!(page.js(offered).await, false, "what is no position cannot be played");

        // A big piece alone is legal.
        let place = async |shape: &str, column: u8, row: u8| {
            page.click(&format!("#palette button[data-shape='{shape}']")).await;
            page.click(&format!("#canvas button[data-column='{column}'][data-row='{row}']")).await;
        };
        place("big", 1, 1).await;
        let wanted = &shared().tables.ask([LONE])[0]["distance"];
        let numbers = METRICS.map(|metric| wanted[metric].to_string());
        page.until(
            "its distances are there",
            "const text = document.querySelector('#editor-distances').innerText;
            return [...arguments].every(number => text.includes(number))",
            &numbers.map(Value::String),
        )
        .await;
        page.until("it can be played", PLAYABLE, &[json!(LONE)]).await;

        // Beyond the edge, and on another piece.
        for (shape, column, row) in
            [("big", 3, 3), ("horizontal", 3, 0), ("vertical", 0, 4), ("vertical", 1, 0)]
        {
            place(shape, column, row).await;
            page.until("it is said", refused, &[]).await;
        }
        // Two empty cells are the least.
        page.click("#clear").await;
        place("big", 0, 0).await;
        for row in 0..5 {
            for column in 0..4 {
                if row >= 2 || column >= 2 {
                    place("small", column, row).await;
                }
            }
        }
        page.until("the crowd is said", says, &[json!("empty")]).await;
        assert_eq!(page.js(offered).await, false);
        place("erase", 0, 2).await;
        place("erase", 3, 4).await;
        let legal = "BBSS/BBSS/.SSS/SSSS/SSS.";
        page.until("it is legal again", PLAYABLE, &[json!(legal)]).await;
    });
}

#[test]
fn notation_is_pasted_into_the_editor() {
    scene_with_refusals(&["/api/v1/"], async |page| {
        let position = "VBBS/VBBS/HHSS/VHHV/V..V";
        for to in ["code36", "letters", "paper-array", "grid", "glyph", "pretty"] {
            let text =
                api("convert", &[("p", position), ("to", to)])["text"].as_str().unwrap().to_owned();
            page.open("/editor", "#canvas button").await;
            page.write("#paste", text.trim()).await;
            page.click("#paste-read").await;
            page.until("it has been read", PLAYABLE, &[json!(position)]).await;
            page.until("its notations are there", "const text = document.querySelector('#notations').innerText + [...document.querySelectorAll('#notations input, #notations textarea')].map(e => e.value).join();
                return text.includes(arguments[0])", &[json!(text.trim())]).await;
        }
        page.write("#paste", "插翅難飛").await;
        page.click("#paste-read").await;
        page.until("the name has been read", PLAYABLE, &[json!(position)]).await;
        // A grid of five lines, and pinyin with its tones.
        page.write("#paste", &START.replace('/', "\n")).await;
        page.click("#paste-read").await;
        page.until("the lines have been read", PLAYABLE, &[json!(START)]).await;
        page.write("#paste", "chā chì nán fēi").await;
        page.click("#paste-read").await;
        page.until("the pinyin has been read", PLAYABLE, &[json!(position)]).await;
        page.write("#paste", "nobody").await;
        page.click("#paste-read").await;
        page.until(
            "it is said",
            "return document.querySelector('main').innerText.includes('no opening is called')",
            &[],
        )
        .await;

        page.click("#mirror").await;
        let mirror = Naive::klotski().mirror(position);
        page.until("it is mirrored", PLAYABLE, &[json!(mirror)]).await;
        // A layout of one's own is kept, opened and deleted.
        page.write("#layout-name", "mine <b>").await;
        page.click("#layout-save").await;
        page.wait_for("#layouts li").await;
        assert!(page.text("#layouts li").await.contains("mine <b>"));
        page.open("/editor", "#layouts li").await;
        let own = page.js("return localStorage.getItem('huarong.layouts')").await;
        assert!(own.as_str().unwrap().contains(&mirror), "{own}");
        page.js("document.querySelector('#layouts li button, #layouts li a').click()").await;
        page.until("it is opened", PLAYABLE, &[json!(mirror)]).await;
        page.click("#editor-play").await;
        page.wait_for("#moves li").await;
        page.wait_for_position(&mirror).await;
    });
}

#[test]
fn an_opening_is_found_by_pinyin_and_opened() {
    scene(async |page| {
        page.open("/openings", "a.opening").await;
        assert_eq!(page.count("a.opening").await, 485);
        assert!(page.text("#opening-count").await.contains("485"));
        for (asked, found) in [
            ("heng dao li ma", true),
            ("HengDaoLiMa", true),
            ("héng dāo lì mǎ", true),
            ("橫刀立馬", true),
            ("横刀立马", true),
            ("heng-dao-li", true),
            ("zzz nothing", false),
            ("%", false),
        ] {
            page.write("#opening-search", asked).await;
            page.until("the list follows", "const shown = [...document.querySelectorAll('a.opening')].filter(e => e.checkVisibility());
                const has = shown.some(e => e.dataset.slug === 'heng-dao-li-ma');
                return arguments[0] ? has && shown.length < 20 : shown.length === 0", &[json!(found)]).await;
            let url = page.client.current_url().await.unwrap();
            let told =
                url.query_pairs().find(|(key, _)| key == "q").map(|(_, value)| value.into_owned());
            assert_eq!(told.as_deref(), Some(asked), "the address follows");
        }
        // An alias finds the opening that it belongs to, an address the search.
        page.open(&address("/openings", &[("q", "bing lin cao ying")]), "a.opening").await;
        assert_eq!(page.attributes("a.opening", "data-slug").await, ["zuo-you-bu-bing"]);
        page.open("/openings?q=hengdaolima&sort=finger", "a.opening[data-slug='heng-dao-li-ma']")
            .await;
        page.click("a.opening[data-slug='heng-dao-li-ma']").await;
        page.wait_for("#moves li").await;
        page.wait_for_position(START).await;
        page.client.back().await.unwrap();
        page.wait_for("a.opening[data-slug='heng-dao-li-ma']").await;
        assert_eq!(
            page.js("return document.querySelector('#opening-search').value").await,
            "hengdaolima"
        );

        // Sorted by distance.
        page.open("/openings?sort=unit", "a.opening").await;
        let slugs = page.attributes("a.opening", "data-slug").await;
        let openings = api("openings", &[])["openings"].as_array().unwrap().clone();
        let distance = |slug: &String| {
            let opening = openings.iter().find(|one| one["slug"] == slug.as_str()).unwrap();
            opening["distance"]["unit"].as_u64().unwrap_or(u64::MAX)
        };
        assert_eq!(slugs.len(), 485);
        assert!(slugs.is_sorted_by_key(distance));
    });
}

/// Waits until the page of a puzzle says these distances.
async fn wait_for_distances(page: &Page, wanted: [u16; 3]) {
    for (metric, wanted) in METRICS.into_iter().zip(wanted) {
        page.wait_for_text(&format!("#distance-{metric}"), &wanted.to_string()).await;
    }
}

#[test]
fn a_puzzle_of_the_library_is_found_and_played() {
    scene(async |page| {
        page.open("/puzzles", "a.puzzle-card").await;
        assert!(page.count("a.puzzle-card").await > 100);
        page.write("#puzzle-search", "rush hour card 29").await;
        page.until(
            "one is left",
            "return document.querySelectorAll('a.puzzle-card').length === 1",
            &[],
        )
        .await;
        page.click("a.puzzle-card").await;
        page.wait_for("#moves li").await;
        wait_for_distances(page, [54, 31, 31]).await;
        // The red car is shut in; the lorry above moves along its row and nowhere else.
        page.drag([0, 0], [0.4, 1.0], false).await;
        assert_eq!(page.made().await, ["0", "0", "0"]);
        page.drag([0, 0], [1.0, 0.3], false).await;
        page.until(
            "it has moved",
            "return document.querySelector('#made-unit').textContent === '1'",
            &[],
        )
        .await;
        let url = page.client.current_url().await.unwrap();
        assert_eq!(url.path(), "/puzzles/rush-card-29");
        let told = url.query_pairs().find(|(key, _)| key == "p").unwrap().1.into_owned();
        let answer = api("puzzle/position", &[("id", "rush-card-29"), ("p", &told)]);
        let distances = METRICS.map(|metric| answer["distance"][metric].as_u64().unwrap() as u16);
        wait_for_distances(page, distances).await;
        page.click("#undo").await;
        wait_for_distances(page, [54, 31, 31]).await;

        page.click("#hint").await;
        page.wait_for("#board .ghost").await;
        assert_eq!(page.count("#board .shown").await, 1);
        page.click("#step").await;
        page.wait_for_text("#distance-finger", "30").await;
        hurry(page).await;
        page.click("#play").await;
        page.wait_for("#solved:not([hidden])").await;
        wait_for_distances(page, [0, 0, 0]).await;
        assert_eq!(page.made().await[2], "31");
        // What the demonstration did is no result of the visitor's.
        assert_eq!(page.js("return localStorage.getItem('huarong.best')").await, Value::Null);
    });
}

/// The rules of the pages make the moves that the witnesses make (`tests/library/shared_moves.rs`).
#[test]
fn the_pages_make_the_shared_moves() {
    let puzzles: Value = serde_json::from_str(include_str!("../data/moves.json")).unwrap();
    let script = "const [puzzles, done] = arguments;
        const rulesOf = async ({ Rules, klotski }, file) => {
            if (file === null) return klotski;
            const reply = await fetch('/api/v1/puzzle', { method: 'POST', body: file });
            return new Rules(await reply.json());
        };
        const check = async () => {
            const [module, { moved }] = await Promise.all(['rules', 'sliding'].map((name) => import(`/assets/${name}.js`)));
            const wrong = [];
            let checked = 0;
            for (const { file, positions } of puzzles) {
                const rules = await rulesOf(module, file);
                for (const { position, is_goal, ...wanted } of positions) {
                    const pieces = rules.parse(position);
                    const found = { unit: new Set(), straight: new Set(), finger: new Set() };
                    pieces.forEach(({ column, row }, moving) => {
                        const straight = rules.straightMovesOf(pieces, moving);
                        for (const [index, path] of rules.pathsOf(pieces, moving)) {
                            const after = rules.print(moved(pieces, moving, path.at(-1)));
                            found.finger.add(after);
                            if (straight.get(index) === 1) found.straight.add(after);
                            if (path.length === 2) found.unit.add(after);
                        }
                    });
                    for (const [metric, after] of Object.entries(wanted)) {
                        const same = found[metric].size === after.length && after.every(one => found[metric].has(one));
                        if (!same) wrong.push([position, metric, [...found[metric]], after]);
                        checked += after.length;
                    }
                    if (rules.isGoal(position) !== is_goal) wrong.push([position, 'goal', is_goal]);
                    if (rules.print(pieces) !== position) wrong.push([position, 'print', rules.print(pieces)]);
                }
            }
            return { checked, wrong };
        };
        check().then(done, error => done({ error: String(error) }))";
    scene(async |page| {
        let told = page.client.execute_async(script, vec![puzzles]).await.expect("the rules run");
        assert_eq!(told["wrong"], json!([]), "{told}");
        assert!(told["checked"].as_u64() > Some(500), "{told}");
    });
}

/// Record holders of the census are below the published puzzles, and are played with their distances.
#[test]
fn the_hardest_of_the_census_are_a_group_of_their_own() {
    scene(async |page| {
        page.open("/puzzles", "#census a.puzzle-card").await;
        assert_eq!(page.count("a.puzzle-card:not([data-id^='census-'])").await, 109);
        assert_eq!(page.count("#census a.puzzle-card:not([data-id^='census-'])").await, 0);
        assert!(page.count("#census a.puzzle-card").await > 30);
        page.write("#puzzle-search", "dads").await;
        page.wait_for("#census[hidden]").await;
        page.set("#puzzle-search", "census-4x4-9-finger").await;
        page.wait_for("#census:not([hidden])").await;
        page.click("#census a.puzzle-card").await;
        page.wait_for("#moves li").await;
        page.wait_for_text("#distance-finger", "132").await;
    });
}

/// Every move of a solved game shows what it leads to; a person plays, and the table answers.
#[test]
fn a_solved_game_is_played() {
    scene_with_refusals(&["/api/v1/game"], async |page| {
        page.open("/games", "#game-moves button").await;
        assert_eq!(page.text("#game-status").await, "× to move: draw");
        assert_eq!(page.count(".spot.draw").await, 9, "any first move draws");
        page.click(".stone-board [aria-label^='Column 2, row 2']").await;
        page.wait_for(".spot .stone.x").await;
        page.click(".stone-board [aria-label^='Column 2, row 1']").await;
        page.wait_for_text("#game-status", "× to move: win in 5").await;
        let url = page.client.current_url().await.unwrap();
        let told = url.query_pairs().find(|(key, _)| key == "p").unwrap().1.into_owned();
        assert_eq!(told, ".o./.x./...");
        assert_eq!(
            page.attribute(".spot.last", "aria-label").await.unwrap(),
            "Column 2, row 1: circle"
        );
        let notes = page.js("return [...document.querySelectorAll('.spot .note')].map((note) => note.textContent)").await;
        let answer = api("game", &[("game", "3,3,3"), ("p", &told)]);
        let plies: BTreeSet<String> = answer["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|made| match made["value"].as_str().unwrap() {
                "win" => format!("+{}", made["plies"]),
                "loss" => format!("−{}", made["plies"]),
                _ => "=".to_owned(),
            })
            .collect();
        let shown: BTreeSet<String> = notes
            .as_array()
            .unwrap()
            .iter()
            .map(|note| note.as_str().unwrap().to_owned())
            .collect();
        assert_eq!(shown, plies);

        // The table takes over the second side, and loses as late as it can.
        page.set("#game-computer", "o").await;
        for wanted in ["win in 3", "win in 1"] {
            page.js("document.querySelector('#game-moves button').click()").await;
            page.wait_for_text("#game-status", &format!("× to move: {wanted}")).await;
        }
        page.js("document.querySelector('#game-moves button').click()").await;
        page.wait_for_text("#game-status", "× has won.").await;
        assert_eq!(page.count(".spot.line").await, 3);
        page.click("#game-undo").await;
        page.wait_for_text("#game-status", "× to move: win in 1").await;
        page.click("#game-show").await;
        page.wait_for_text("#game-status", "× to move").await;
        assert_eq!(page.count(".spot .note").await, 0);

        // Keys alone: to the last cell and down with a stone.
        page.set("#game-computer", "").await;
        page.click("#game-again").await;
        page.wait_for_text("#game-status", "× to move").await;
        page.js("document.querySelector('.spot').focus()").await;
        for key in [Key::End, Key::PageDown, Key::Left, Key::Enter] {
            page.press(&[key.into()]).await;
        }
        page.wait_for(".stone-board [aria-label='Column 2, row 3: cross']").await;
        assert_eq!(
            page.js("return document.activeElement.getAttribute('aria-label')").await,
            "Column 2, row 3: cross"
        );

        // Another game, by its numbers, in which stones fall.
        page.set("#game", "").await;
        for (id, number) in [("#game-columns", "4"), ("#game-rows", "3"), ("#game-k", "3")] {
            page.set(id, number).await;
        }
        page.click("#game-gravity").await;
        page.click(".own-game button").await;
        page.until("twelve cells", "return document.querySelectorAll('.spot').length === 12", &[])
            .await;
        page.click(".stone-board [aria-label^='Column 2, row 1:']").await;
        page.wait_for(".stone-board [aria-label='Column 2, row 3: cross']").await;
        page.go("/games?game=5,4,4").await;
        page.wait_for(".game .notice").await;
        assert!(page.text(".game .notice").await.contains("too many positions"));
    });
}

/// The label of a cell of the board begins so.
///
/// Rows and columns of gomoku are counted from 0, as they are drawn.
fn spot(column: u32, row: u32) -> String {
    let [column, row] = [column, row].map(|nth| char::from_digit(nth, 36).unwrap());
    format!(".stone-board [aria-label^='Column {column}, row {row}:']")
}

#[test]
fn gomoku_is_played_against_a_level() {
    scene(async |page| {
        page.open("/gomoku?level=chapter&size=16", ".stone-board.go").await;
        assert_eq!(page.text("#gomoku-status").await, "black to move");
        page.click(&spot(6, 6)).await;
        page.wait_for(&format!("{}.last .stone.x", spot(7, 6))).await;
        page.wait_for_text("#gomoku-status", "black to move").await;
        page.click("#gomoku-evaluation").await;
        page.wait_for(".spot .note").await;
        let answer = api("gomoku", &[("size", "16"), ("moves", "66 67"), ("scores", "true")]);
        assert_eq!(
            page.count(".spot .note").await as usize,
            answer["scores"].as_array().unwrap().len()
        );
        page.click("#gomoku-undo").await;
        page.until("the board is empty", "return !document.querySelector('.stone')", &[]).await;

        // A hint, by keys alone.
        page.click("#gomoku-hint").await;
        page.wait_for(".spot.hinted").await;
        page.js("document.querySelector('.spot.hinted').focus()").await;
        page.js("document.querySelector('.spot').focus()").await;
        for key in [Key::Right, Key::Down, Key::Enter] {
            page.press(&[key.into()]).await;
        }
        page.wait_for(&format!("{} .stone.o", spot(1, 1))).await;
        page.wait_for(".stone.x").await;
        let url = page.client.current_url().await.unwrap();
        let moves = url.query_pairs().find(|(key, _)| key == "moves").unwrap().1.into_owned();
        assert!(moves.starts_with("11 "), "{moves}");
        page.client.refresh().await.unwrap();
        page.wait_for(&format!("{} .stone.o", spot(1, 1))).await;

        // A strong computer that begins.
        page.open("/gomoku?seat=2", ".stone.o").await;
        page.wait_for_text("#gomoku-status", "white to move").await;
    });
}

#[test]
fn two_people_play_gomoku() {
    scene_with_refusals(&["/api/v1/gomoku"], async |page| {
        page.open("/gomoku?level=person", ".stone-board.go").await;
        page.write("#gomoku-text", "gomoku 15 freestyle\n77 00 78 01 79 02 7a 03").await;
        page.click("#gomoku-load").await;
        page.wait_for(".stone.x").await;
        page.click("#gomoku-confirm").await;
        page.click(&spot(11, 7)).await;
        page.wait_for(&format!("{}.asked", spot(11, 7))).await;
        assert_eq!(page.count(".stone").await, 8, "it waits");
        page.click(&spot(11, 7)).await;
        page.wait_for_text("#gomoku-status", "black has won.").await;
        assert_eq!(page.count(".spot.line").await, 5);
        assert_eq!(page.count(".spot:not([aria-disabled])").await, 0);

        // In renju a double three is not to be had; in swap2 a colour is taken.
        page.open(PAGES[PAGES.len() - 1].0, ".spot.closed").await;
        let label = page.attribute(".spot.closed", "aria-label").await.unwrap();
        assert_eq!(label, "Column 7, row 7: forbidden");
        let stones = page.count(".stone").await;
        page.click(".spot.closed").await;
        page.wait_for("#gomoku-trouble .notice").await;
        let told = page.text("#gomoku-trouble").await;
        assert!(told.contains("double three"), "{told}");
        assert_eq!(page.count(".stone").await, stones, "the board stays");

        // A text that is no game leaves the board as it is; a board that is cleared comes back.
        page.write("#gomoku-text", "gomoku 15 freestyle\n77 zz").await;
        page.click("#gomoku-load").await;
        page.wait_for("#gomoku-trouble .notice").await;
        assert_eq!(page.count(".stone").await, stones);
        page.set("#gomoku-rule", "freestyle").await;
        page.until("no stones", "return document.querySelectorAll('.stone').length === 0", &[])
            .await;
        page.click("#gomoku-undo").await;
        page.wait_for(".spot.closed").await;
        assert_eq!(page.count(".stone").await, stones);
        page.open(
            "/gomoku?level=person&opening=swap2&moves=77%2078%2067",
            "#gomoku-choices button",
        )
        .await;
        assert_eq!(
            page.attributes("#gomoku-choices button", "data-act").await,
            ["black", "white", "more"]
        );
        page.click("#gomoku-choices [data-act=more]").await;
        page.wait_for_text("#gomoku-status", "Opening: put down a white stone.").await;
        for (column, row) in [(0, 0), (1, 0)] {
            page.click(&spot(column, row)).await;
            page.wait_for(&format!("{} .stone", spot(column, row))).await;
        }
        page.click("#gomoku-choices [data-act=white]").await;
        page.wait_for_text("#gomoku-status", "white to move").await;
    });
}

#[test]
fn dads_puzzler_is_played_by_touch_and_by_keys() {
    scene(async |page| {
        page.screen(NARROW);
        page.open("/puzzles/dads", "#moves li").await;
        wait_for_distances(page, [81, 61, 58]).await;
        page.drag([0, 2], [2.0, 0.0], true).await;
        wait_for_distances(page, [79, 60, 57]).await;
        assert_eq!(page.made().await, ["2", "1", "1"]);
        page.screen(WIDE);
        page.open("/puzzles/dads?p=AABB/AACC/D..E/FGHH/FGII", "#moves li").await;
        page.tab_to_board().await;
        page.press(&[Key::Down.into()]).await;
        assert_eq!(page.focused().await, json!(["0", "2"]));
        page.press(&[Key::Enter.into()]).await;
        page.press(&[Key::Right.into()]).await;
        page.press(&[Key::Right.into()]).await;
        wait_for_distances(page, [79, 60, 57]).await;
        assert_eq!(page.made().await, ["2", "1", "1"], "one run");
        // A game is there after loading anew.
        page.client.refresh().await.unwrap();
        page.wait_for("#moves li").await;
        assert_eq!(page.made().await, ["2", "1", "1"]);
    });
}

#[test]
fn a_puzzle_is_written_and_played() {
    scene_with_refusals(&["/api/v1/puzzle"], async |page| {
        page.open("/puzzles/editor", ".puzzle-preview svg").await;
        let text =
            "name = \"Down\"\nstart = \"\"\"\nAAB\n...\n\"\"\"\ngoal = \"\"\"\n...\nAA.\n\"\"\"\n";
        page.set("#puzzle-text", &text.replace("start", "strat")).await;
        page.wait_for("#puzzle-problem .problem").await;
        let said = page.text("#puzzle-problem .problem").await;
        assert!(said.contains("Line 2") && said.contains("start"), "{said}");
        assert_eq!(page.attribute("#puzzle-play", "disabled").await.as_deref(), Some(""));
        page.set("#puzzle-text", text).await;
        page.wait_for("#puzzle-play:not([disabled])").await;
        page.click("#puzzle-play").await;
        page.wait_for("#moves li").await;
        wait_for_distances(page, [1, 1, 1]).await;
        page.drag([0, 0], [0.0, 1.0], false).await;
        page.wait_for("#solved:not([hidden])").await;
        let kept = page.js("return localStorage.getItem('huarong.best')").await;
        assert!(kept.as_str().is_some_and(|kept| kept.contains("own Down")), "{kept}");
        page.open("/puzzles", "a.puzzle-card").await;
        assert!(page.text(".own-puzzles").await.contains("Down"));
    });
}

/// The cell of the painter at a column and a row.
fn paint_cell([column, row]: [u8; 2]) -> String {
    format!("#paint-grid [data-column='{column}'][data-row='{row}']")
}

/// Paints from one cell to another without lifting the mouse or the finger.
async fn paint_along(page: &Page, from: [u8; 2], to: [u8; 2], touch: bool) {
    let script = "document.querySelector('#paint-grid').scrollIntoView({ block: 'center', behavior: 'instant' });
        return [...arguments].map(cell => {
            const { x, y, width, height } = document.querySelector(cell).getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        })";
    let told = page.js_with(script, vec![json!(paint_cell(from)), json!(paint_cell(to))]).await;
    let point = |end: usize| {
        let part = |axis: usize| told[end][axis].as_f64().expect("a number");
        PointerAction::MoveTo { duration: None, x: part(0), y: part(1) }
    };
    let moves = [
        point(0),
        PointerAction::Down { button: MOUSE_BUTTON_LEFT },
        point(1),
        PointerAction::Up { button: MOUSE_BUTTON_LEFT },
    ];
    let result = if touch {
        let actions = TouchActions::new("finger".to_owned());
        page.client.perform_actions(moves.into_iter().fold(actions, InputSource::then)).await
    } else {
        let actions = MouseActions::new("mouse".to_owned());
        page.client.perform_actions(moves.into_iter().fold(actions, InputSource::then)).await
    };
    result.expect("cells can be painted");
}

/// Types over what a field has.
async fn type_over(page: &Page, selector: &str, text: &str) {
    page.click(selector).await;
    page.press(&[Key::Control.into(), 'a']).await;
    for key in text.chars().chain([Key::Tab.into()]) {
        page.press(&[key]).await;
    }
}

/// The text of the puzzle that is made.
async fn puzzle_text(page: &Page) -> String {
    let text = page.js("return document.querySelector('#puzzle-text').value").await;
    text.as_str().expect("a text").to_owned()
}

#[test]
fn a_puzzle_is_painted_and_played() {
    scene_with_refusals(&["/api/v1/puzzle"], async |page| {
        page.open("/puzzles/editor", ".puzzle-preview svg").await;
        page.click("#paint-clear").await;
        type_over(page, "#paint-name", "Door").await;
        type_over(page, "#paint-columns", "3").await;
        type_over(page, "#paint-rows", "4").await;
        assert_eq!(page.count("#paint-grid button").await, 12);
        type_over(page, "#paint-rows", "3").await;
        page.click("[data-brush='#']").await;
        page.click(&paint_cell([2, 2])).await;
        page.click("#paint-new").await;
        paint_along(page, [0, 0], [1, 0], false).await;
        page.press(&[Key::Down.into()]).await;
        assert_eq!(page.focused().await, json!(["0", "1"]));
        page.press(&['B']).await;
        page.press(&[' ']).await;
        page.wait_for_text("#live", "Column 1, row 2: Piece B").await;

        page.click("[name='paint-layer'][value='goal']").await;
        page.click("[data-brush='A']").await;
        paint_along(page, [0, 2], [2, 2], false).await;
        page.click(".painter summary").await;
        page.set("select[data-sign='B']", "rows").await;
        page.click("[name='paint-layer'][value='gate']").await;
        page.click("[data-brush='B']").await;
        page.click(&paint_cell([2, 1])).await;
        let wanted = r##"name = "Door"
start = """
AA.
B..
..#
"""
# Where the named pieces must stand; . leaves open what is there.
goal = """
...
...
AA#
"""
gate = """
...
..B
..#
"""
rows = "B"
"##;
        let text = puzzle_text(page).await;
        assert!(text.starts_with(wanted), "{text}");

        page.wait_for("#puzzle-play:not([disabled])").await;
        page.wait_for("#puzzle-problem .fine").await;
        page.click("#puzzle-play").await;
        page.wait_for("#moves li").await;
        wait_for_distances(page, [4, 2, 2]).await;
        page.drag([0, 1], [2.0, 0.0], false).await;
        wait_for_distances(page, [2, 1, 1]).await;
        page.drag([0, 0], [0.0, 2.0], false).await;
        page.wait_for("#solved:not([hidden])").await;
    });
}

#[test]
fn the_painter_follows_the_text_and_takes_strokes_back() {
    scene_with_refusals(&["/api/v1/puzzle"], async |page| {
        page.screen(NARROW);
        page.open("/puzzles/editor", ".puzzle-preview svg").await;
        let text = "# Mine\nname = 'Down'\nstart = '''\nAA\n...\n'''\ngoal = '''\n..\nAA.\n'''\n";
        page.set("#puzzle-text", text).await;
        let name = async |cell| page.attribute(&paint_cell(cell), "aria-label").await.unwrap();
        assert_eq!(name([1, 0]).await, "Column 2, row 1: Piece A");
        assert_eq!(name([2, 0]).await, "Column 3, row 1: Wall");
        assert_eq!(page.attribute("#paint-undo", "disabled").await.as_deref(), Some(""));
        // A stroke of the finger is taken back as a whole.
        page.click("#paint-new").await;
        paint_along(page, [0, 1], [2, 1], true).await;
        let painted = text.replace("'''\nAA\n...\n'''", "\"\"\"\nAA#\nBBB\n\"\"\"");
        assert_eq!(puzzle_text(page).await, painted);
        assert_eq!(name([2, 1]).await, "Column 3, row 2: Piece B");
        page.click("#paint-undo").await;
        assert_eq!(puzzle_text(page).await, text);
        assert_eq!(name([2, 1]).await, "Column 3, row 2: Empty");
        // By keys, and by keys back.
        let focus = "document.querySelector(arguments[0]).focus()";
        page.js_with(focus, vec![json!(paint_cell([2, 1]))]).await;
        page.press(&[Key::Enter.into()]).await;
        assert!(puzzle_text(page).await.contains("..B"));
        page.press(&[Key::Control.into(), 'z']).await;
        assert_eq!(puzzle_text(page).await, text);

        page.set("#puzzle-text", "name = 'Nothing'").await;
        assert!(page.text("#paint-message").await.contains("No start grid"));
        let shown = "return document.querySelector('#paint-grid').checkVisibility()";
        assert_eq!(page.js(shown).await, json!(false));
        page.click("#paint-anew").await;
        assert_eq!(page.js(shown).await, json!(true));
        assert_eq!(page.count("#paint-grid button").await, 16);
        page.click("#paint-undo").await;
        assert_eq!(puzzle_text(page).await, "name = 'Nothing'");
    });
}

#[test]
fn the_atlas_is_sorted_and_leads_to_its_sets() {
    scene(async |page| {
        page.open("/atlas", "tr[data-set]").await;
        assert_eq!(page.count("tr[data-set]").await, 203);
        let names: BTreeSet<String> =
            page.attributes("tr[data-set]", "data-set").await.into_iter().collect();
        let sets = api("sets", &[])["sets"].as_array().unwrap().clone();
        let wanted = sets.iter().map(|set| set["piece_set"].as_str().unwrap().to_owned());
        assert_eq!(names, wanted.collect());
        for name in ["piece_sets", "components", "histogram", "hardest"] {
            page.wait_for(&format!("a[href='/csv/{name}.csv']")).await;
        }
        // Every column sorts, either way.
        let mut compared = 0;
        let headers = page.count("#sets th button").await;
        assert!(headers >= 5, "{headers}");
        for n in 0..headers {
            let click = "document.querySelectorAll('#sets th button')[arguments[0]].click()";
            let sorted =
                "const button = document.querySelectorAll('#sets th button')[arguments[0]];
                return button.closest('th').getAttribute('aria-sort')";
            let mut seen = BTreeSet::new();
            for _ in 0..2 {
                page.js_with(click, vec![json!(n)]).await;
                let order = page.until("it is sorted", sorted, &[json!(n)]).await;
                let cells = page.js_with("const head = document.querySelectorAll('#sets th button')[arguments[0]].closest('th');
                    return [...document.querySelectorAll('tr[data-set]')].map(row => row.cells[head.cellIndex]?.textContent.trim() ?? '')", vec![json!(n)]).await;
                let cells = crate::common::texts(&cells);
                let numbers: Vec<f64> =
                    cells.iter().filter_map(|cell| cell.replace(',', "").parse().ok()).collect();
                if numbers.len() > 150 {
                    let rising = numbers.is_sorted();
                    let falling = numbers.iter().rev().is_sorted();
                    let right = match order.as_str() {
                        Some("ascending") => rising,
                        Some("descending") => falling,
                        _ => false,
                    };
                    assert!(right, "column {n} {order}: {cells:?}");
                    compared += 1;
                }
                seen.insert(order.to_string());
            }
            assert_eq!(seen.len(), 2, "both ways: {seen:?}");
            assert_eq!(page.count("#sets th[aria-sort]:not([aria-sort=none])").await, 1);
        }
        assert!(compared >= 8, "only {compared} orders of numbers");
        assert_eq!(page.count("tr[data-set]").await, 203, "none is lost");

        page.open("/atlas", "tr[data-set='1h4v4s'] a").await;
        page.click("tr[data-set='1h4v4s'] a").await;
        page.wait_for("#component-sizes td").await;
        assert!(page.client.current_url().await.unwrap().path().ends_with("/atlas/1h4v4s"));
        assert!(page.text("#set-title").await.contains("1h4v4s"));
        let full = api("sets/1h4v4s", &[]);
        let sizes = page.text("#component-sizes").await.replace(',', "");
        assert!(sizes.contains("25955"), "{sizes}");
        let script = "return [...document.querySelectorAll('#hardest a[href^=\"/position\"]')]
            .map(link => new URL(link.href).searchParams.get('p'))";
        let links = crate::common::texts(&page.js(script).await);
        for metric in METRICS {
            let hardest = full["hardest_positions"][metric][0].as_str().unwrap();
            let found = links.iter().any(|link| link == hardest);
            assert!(found, "{hardest} under {metric}: {links:?}");
        }
        page.until(
            "the histograms are there",
            "const all = [...document.querySelectorAll('main img[src*=\"/svg/histogram\"]')];
            return all.length >= 3 && all.every(one => one.complete && one.naturalWidth > 0)",
            &[],
        )
        .await;
    });
}

#[test]
fn a_set_that_is_none_is_said() {
    scene_with_refusals(&["/api/v1/sets/", "/svg/histogram"], async |page| {
        page.open("/atlas/9h9v9s", "main").await;
        page.until(
            "it is said",
            "return document.querySelector('.notice')?.innerText.includes('covers 49 cells')",
            &[],
        )
        .await;
        assert_eq!(page.count("#component-sizes td").await, 0);
    });
}

#[test]
fn the_generator_draws_what_sample_draws() {
    scene_with_refusals(&["/api/v1/sample"], async |page| {
        let drawn = |arguments: &[&str]| -> Vec<String> {
            let output =
                shared().tables.output(&[&["sample", "--format", "json"], arguments].concat());
            let position = |line: &str| {
                let layout: Value = serde_json::from_str(line).unwrap();
                layout["position"].as_str().unwrap().to_owned()
            };
            output.lines().map(position).collect()
        };
        page.open(
            "/generator?set=1h4v4s&metric=finger&from=80&to=100&count=6&seed=7&top=1",
            "a.layout",
        )
        .await;
        let wanted = drawn(&[
            "1h4v4s",
            "--distance",
            "80..100",
            "--count",
            "6",
            "--seed",
            "7",
            "--big-at-top",
        ]);
        assert_eq!(page.attributes("a.layout", "data-position").await, wanted);
        page.open("/generator?set=2h3v4s&metric=unit&from=50&to=60&count=4&seed=9", "a.layout")
            .await;
        let wanted = drawn(&[
            "2h3v4s",
            "--metric",
            "unit",
            "--distance",
            "50..60",
            "--count",
            "4",
            "--seed",
            "9",
        ]);
        assert_eq!(page.attributes("a.layout", "data-position").await, wanted);

        // By the form.
        page.write("#generator-seed", "10").await;
        page.click("#generator-draw").await;
        let wanted = drawn(&[
            "2h3v4s",
            "--metric",
            "unit",
            "--distance",
            "50..60",
            "--count",
            "4",
            "--seed",
            "10",
        ]);
        page.until(
            "others are drawn",
            "return document.querySelector('a.layout')?.dataset.position === arguments[0]",
            &[json!(wanted[0])],
        )
        .await;
        assert_eq!(page.attributes("a.layout", "data-position").await, wanted);
        let url = page.client.current_url().await.unwrap();
        assert!(url.query_pairs().any(|(key, value)| key == "seed" && value == "10"), "{url}");
        page.client.refresh().await.unwrap();
        page.wait_for("a.layout").await;
        assert_eq!(
            page.attributes("a.layout", "data-position").await,
            wanted,
            "the address reproduces it"
        );
        let entries = page.js("return history.length").await;
        page.click("#generator-again").await;
        page.until(
            "others are drawn",
            "const first = document.querySelector('a.layout');
            return first && first.dataset.position !== arguments[0]",
            &[json!(wanted[0])],
        )
        .await;
        assert_eq!(page.js("return history.length").await, entries, "one way back past all draws");
        page.click("a.layout").await;
        page.wait_for("#moves li").await;

        // Nothing fits.
        page.open(
            "/generator?set=1h4v4s&metric=finger&from=500&to=600&count=2&seed=1",
            "#generator",
        )
        .await;
        page.until(
            "it is said",
            "return /no positions|93/.test(document.querySelector('main').innerText)",
            &[],
        )
        .await;
        assert_eq!(page.count("a.layout").await, 0);
    });
}

/// The place of the map in the window.
async fn map_box(page: &Page) -> [f64; 4] {
    page.js(
        "document.querySelector('#map').scrollIntoView({ block: 'center', behavior: 'instant' })",
    )
    .await;
    let told = page
        .js("const { left, top, width, height } = document.querySelector('#map').getBoundingClientRect();
        return [left, top, width, height]")
        .await;
    [0, 1, 2, 3].map(|n| told[n].as_f64().expect("a number"))
}

fn mouse(page: &Page, kind: &str, [x, y]: [f64; 2]) {
    page.tell(
        "Input.dispatchMouseEvent",
        json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 }),
    );
}

/// What the page says of the chosen position, once the way to it is there, must be so.
async fn check_chosen(page: &Page, before: &str) -> String {
    let script = "const link = document.querySelector('#chosen-open');
        const chosen = link && new URL(link.href).searchParams.get('p');
        const count = document.querySelectorAll('#way li').length;
        const said = document.querySelector('#way-title').textContent.match(/\\d+/)?.[0];
        const end = document.querySelector('#way li:last-child')?.dataset.position;
        return chosen && chosen !== arguments[0] && end === chosen && Number(said) === count ? chosen : null";
    let chosen = page.until("the way is told", script, &[json!(before)]).await;
    let chosen = chosen.as_str().expect("a position").to_owned();
    let way = api("solution", &[("p", START), ("to", &chosen)]);
    let moves = way["moves"].as_array().unwrap();
    let wanted: Vec<String> =
        moves.iter().map(|one| one["position"].as_str().unwrap().to_owned()).collect();
    assert_eq!(page.attributes("#way li", "data-position").await, wanted);
    chosen
}

#[test]
fn a_map_is_zoomed_and_ways_are_chosen_on_it() {
    scene(async |page| {
        // Into how many strokes the lines are put together.
        let counted = "const { stroke } = CanvasRenderingContext2D.prototype;
            window.strokes = 0;
            CanvasRenderingContext2D.prototype.stroke = function () {
                if (!this.canvas.isConnected) window.strokes += 1;
                stroke.apply(this);
            }";
        page.open("/position", "#to-map:not([hidden])").await;
        page.js(counted).await;
        page.click("#to-map").await;
        page.wait_for("#map[data-drawn]").await;
        page.wait_for_text("#way-title", "The way to the win: 81 moves").await;
        let map = api("map", &[("p", START)]);
        let moves =
            map["moves"].as_array().unwrap().iter().map(|steps| steps.as_array().unwrap().len());
        let lines = moves.sum::<usize>().to_string();
        assert_eq!(page.attribute("#map", "data-drawn").await, Some(lines), "every move is drawn");
        let strokes = page.js("return window.strokes").await.as_u64().unwrap();
        assert!((1..1_000).contains(&strokes), "{strokes} strokes");
        let lead = page.text("#map-lead").await;
        assert!(lead.contains("25,955") && lead.contains("93"), "{lead}");
        let here = page.text("#map-here").await;
        assert!(here.starts_with("81 moves from the win, of at most 93"), "{here}");

        // By a click into the middle: a position, and the way to it.
        let [left, top, width, height] = map_box(page).await;
        let middle = [left + width / 2.0, top + height / 2.0];
        for kind in ["mousePressed", "mouseReleased"] {
            mouse(page, kind, middle);
        }
        let first = check_chosen(page, "").await;
        // Where the map is zoomed by the wheel, the same point is of the same distance.
        let distance =
            |position: &str| api("position", &[("p", position)])["distance"]["finger"].clone();
        for _ in 0..12 {
            let wheel = json!({ "type": "mouseWheel", "x": middle[0], "y": middle[1], "deltaX": 0, "deltaY": -240 });
            page.tell("Input.dispatchMouseEvent", wheel);
        }
        let zoomed = "return document.querySelector('#map').style.touchAction === 'none'";
        page.until("it is zoomed", zoomed, &[]).await;
        // Dragging moves it and chooses nothing: 300 pixels are more than three levels.
        mouse(page, "mousePressed", middle);
        for step in 1..=6 {
            mouse(page, "mouseMoved", [middle[0] - 50.0 * f64::from(step), middle[1]]);
        }
        mouse(page, "mouseReleased", [middle[0] - 300.0, middle[1]]);
        let chosen = page.attribute("#chosen-open", "href").await;
        assert!(chosen.is_some_and(|href| href.contains(&first)), "it is still chosen");
        // Nodes stand apart now, and one is looked for near the middle.
        let mut second = Value::Null;
        for down in (0..40).step_by(8) {
            for kind in ["mousePressed", "mouseReleased"] {
                mouse(page, kind, [middle[0], middle[1] + f64::from(down)]);
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
            let script = "return document.querySelector('#chosen-open').href.includes(arguments[0]) ? null : true";
            second = page.js_with(script, vec![json!(first)]).await;
            if !second.is_null() {
                break;
            }
        }
        assert!(!second.is_null(), "no other position is near");
        let second = check_chosen(page, &first).await;
        assert!(
            distance(&second).as_u64() > distance(&first).as_u64(),
            "{second} is farther to the right"
        );

        // A step along the way is shown on the board, and marked in the address and in the list.
        let next = page.attribute("#way li:first-child", "data-position").await.unwrap();
        page.click("#map-step").await;
        let is_there = "return new URLSearchParams(location.search).get('p') === arguments[0]
            && document.querySelector('#way [aria-current]')?.dataset.position === arguments[0]";
        page.until("the step is made", is_there, &[json!(next)]).await;
        // The address opens the same.
        page.client.refresh().await.unwrap();
        page.wait_for("#map[data-drawn]").await;
        let same = "return document.querySelector('#way li:last-child')?.dataset.position === arguments[0]";
        page.until("the way is there again", same, &[json!(second)]).await;

        // Another metric, another map.
        let unit = api("map", &[("p", START), ("metric", "unit")]);
        let farthest = unit["levels"].as_array().unwrap().len() - 1;
        page.click("input[name=map-metric][value=unit]").await;
        let shown = "return document.querySelector('#map-lead').textContent.includes(arguments[0])
            && location.search.includes('metric=unit')";
        page.until("it is of unit moves", shown, &[json!(format!("at most {farthest} (Unit)"))])
            .await;
    });
}

#[test]
fn a_map_is_walked_by_keys_and_zoomed_by_fingers() {
    scene_with_refusals(&["/api/v1/solution"], async |page| {
        page.screen(NARROW);
        page.open(&address("/map", &[("p", START), ("to", LONE)]), "#map-error .notice").await;
        let said = page.text("#map-error").await;
        assert!(said.contains("different pieces, 1h4v4s and 0h0v0s"), "{said}");
        page.js(
            "document.querySelector('#map-position [data-column=\"1\"][data-row=\"3\"]').focus()",
        )
        .await;
        for key in [Key::Enter, Key::Down] {
            page.press(&[key.into()]).await;
        }
        let nearer = "return document.querySelector('#map-here').textContent.startsWith('80 moves from the win')";
        page.until("the mark has moved", nearer, &[]).await;
        page.open(&address("/map", &[("p", START)]), "#map[data-drawn]").await;
        page.js("document.querySelector('#map-field').focus()").await;
        let said = "return document.querySelector('#live').textContent";
        page.press(&[Key::Left.into()]).await;
        let told = page.until("a position is told", said, &[]).await;
        assert!(told.as_str().unwrap().starts_with("80 moves from the win"), "{told}");
        page.press(&[Key::Enter.into()]).await;
        let chosen = check_chosen(page, "").await;
        assert_eq!(api("position", &[("p", &chosen)])["distance"]["finger"], 80);
        assert_eq!(page.count("#way li").await, 1);
        page.press(&[Key::Escape.into()]).await;
        page.wait_for_text("#way-title", "The way to the win: 81 moves").await;

        // Two fingers draw apart.
        page.tell(
            "Emulation.setTouchEmulationEnabled",
            json!({ "enabled": true, "maxTouchPoints": 2 }),
        );
        let [left, top, width, height] = map_box(page).await;
        let (x, y) = (left + width / 2.0, top + height / 2.0);
        let fingers = |apart: f64| json!([{ "x": x - apart, "y": y, "id": 0 }, { "x": x + apart, "y": y, "id": 1 }]);
        let touch = |kind: &str, points: Value| {
            page.tell("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
        };
        let action = "return document.querySelector('#map').style.touchAction";
        assert_eq!(page.js(action).await, "pan-y");
        touch("touchStart", fingers(20.0));
        for apart in [40.0, 60.0, 80.0, 100.0] {
            touch("touchMove", fingers(apart));
        }
        touch("touchEnd", json!([]));
        page.until("it is zoomed", &format!("{action} === 'none'"), &[]).await;
        page.click("#map-whole").await;
        page.until("all of it is seen", &format!("{action} === 'pan-y'"), &[]).await;
    });
}

#[test]
fn a_position_has_its_place_in_its_set() {
    scene(async |page| {
        page.open("/position", "#component-chart .here").await;
        page.until(
            "its place is told",
            "return document.querySelector('#standing').textContent.startsWith('This position: 81 of at most 93. ')",
            &[],
        )
        .await;
        page.click("#to-set").await;
        page.wait_for("#marked-component").await;
        let full = api("sets/1h4v4s", &[]);
        for (metric, distance) in [("unit", 116), ("straight", 90), ("finger", 81)] {
            let src = page.attribute(&format!("[data-metric={metric}] img"), "src").await.unwrap();
            assert!(src.contains(&format!("mark={distance}")), "{src}");
            let histogram: Vec<u64> = full["histogram"][metric]
                .as_array()
                .unwrap()
                .iter()
                .map(|n| n.as_u64().unwrap())
                .collect();
            let nearer: u64 = histogram[..distance].iter().sum();
            let share = 100.0 * nearer as f64 / full["solvable"].as_f64().unwrap();
            let told = page.text(&format!("[data-metric={metric}] figcaption")).await;
            assert!(told.contains(&format!("{distance} {share:.1}% are nearer")), "{share} {told}");
        }
        assert!(page.text("#component-sizes [aria-current]").await.starts_with("25,955"));
        assert!(page.text("#marked-component").await.contains("one of 2 so large"));
        // And the set has its place among all.
        let sets = api("sets", &[])["sets"].as_array().unwrap().clone();
        let solvable: Vec<&Value> =
            sets.iter().filter(|set| set["solvable"].as_u64() > Some(0)).collect();
        assert_eq!(page.count(".scatter .point").await as usize, solvable.len());
        for (metric, name) in [("finger", "Finger"), ("unit", "Unit")] {
            page.click(&format!("input[name=among-metric][value={metric}]")).await;
            let rank = |of: &dyn Fn(&Value) -> Option<u64>| {
                1 + solvable.iter().filter(|set| of(set) > of(&full)).count()
            };
            let (hardest, largest) =
                (rank(&|set| set["max"][metric].as_u64()), rank(&|set| set["positions"].as_u64()));
            let max = &full["max"][metric];
            let told = format!(
                "Of the {} piece sets that can be solved it is number {hardest} by its greatest distance, \
                 {max} ({name}), and number {largest} by its 65,880 positions.",
                solvable.len()
            );
            let label = page.attribute("#among [role=img]", "aria-label").await;
            assert_eq!(label, Some(told));
        }
        page.open(&address("/atlas/1h4v4s", &[("p", LONE)]), ".set-page .notice").await;
        assert!(page.text(".set-page .notice").await.contains("another piece set, 0h0v0s"));
    });
}

#[test]
fn a_chinese_browser_is_answered_in_chinese() {
    scene(async |page| {
        let agent = page.js("return navigator.userAgent").await;
        let parameters = |language: &str| json!({ "userAgent": agent, "acceptLanguage": language });
        page.tell("Network.setUserAgentOverride", parameters("zh-TW"));
        page.open("/position", "#moves li").await;
        let lang = page.attribute("html", "lang").await;
        page.tell("Network.setUserAgentOverride", parameters("en-US"));
        assert_eq!(lang.as_deref(), Some("zh-Hant"));
    });
}

/// How bright a colour is that the browser computed, from 0 to 1.
async fn brightness(page: &Page, selector: &str, property: &str) -> f64 {
    let script =
        "const colour = getComputedStyle(document.querySelector(arguments[0]))[arguments[1]];
        const canvas = document.createElement('canvas').getContext('2d');
        canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
        return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255";
    page.js_with(script, vec![json!(selector), json!(property)]).await.as_f64().unwrap()
}

/// What pages say of that which is not there, or is over, is part of them.
const MESSAGES: [(&str, &str); 14] = [
    ("/position?p=VSS./V.../..../.BB./.BB.", "#solved:not([hidden])"),
    ("/position?p=nobody", ".notice"),
    ("/editor?p=BB../BB../..../..../....", "#notations dd"),
    ("/editor?p=SSSS/SBBS/SBBS/SSSS/SSSS", "#editor-message.bad"),
    ("/map?p=VBBV/VBBV/VHHV/VSSV/....", ".notice"),
    ("/atlas/1h4v4s?p=heng-dao-li-ma", "#marked-component"),
    ("/atlas/1h4v4s?p=nobody", ".notice"),
    ("/openings?q=zzz", ".notice:not([hidden])"),
    ("/atlas/9h9v9s", ".notice"),
    ("/puzzles?q=zzz", ".notice:not([hidden])"),
    ("/puzzles/no-such-thing", ".notice"),
    ("/puzzles/editor?id=gnome-agatka", ".puzzle-preview svg"),
    ("/puzzles/dads?p=DE.B/BFCC/BBHH/AAII/AAGG", "#moves li, .notice"),
    (
        "/generator?set=1h4v4s&metric=finger&from=500&to=600&count=2&seed=1",
        "#generator-error:not(:empty)",
    ),
];

/// Elements without names, and references that lead nowhere.
const UNNAMED: &str = "const found = [];
    const name = e => (e.getAttribute('aria-label') || e.getAttribute('title') || e.textContent.trim()
        || [...(e.labels ?? [])].map(l => l.textContent.trim()).join('')
        || (e.getAttribute('aria-labelledby') ?? '').split(' ').map(id => document.getElementById(id)?.textContent ?? '').join('')
        || e.querySelector('img')?.alt || e.querySelector('svg [aria-label], svg title')?.textContent || '');
    for (const e of document.querySelectorAll('a, button, [role=button]')) if (!name(e)) found.push('no name: ' + e.outerHTML.slice(0, 120));
    for (const e of document.querySelectorAll('input:not([type=hidden]), select, textarea')) {
        const own = e.getAttribute('aria-label') || e.getAttribute('title') || e.getAttribute('aria-labelledby') || [...e.labels].length;
        if (!own) found.push('no label: ' + e.outerHTML.slice(0, 120));
    }
    for (const e of document.querySelectorAll('img:not([alt])')) found.push('no alt: ' + e.outerHTML.slice(0, 120));
    const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
    for (const id of new Set(ids)) if (ids.filter(i => i === id).length > 1) found.push('id twice: ' + id);
    if (document.querySelectorAll('h1').length !== 1) found.push('headings h1: ' + document.querySelectorAll('h1').length);
    for (const e of document.querySelectorAll('[style]')) if (!e.style.length) found.push('empty style: ' + e.outerHTML.slice(0, 120));
    for (const e of document.querySelectorAll('[aria-labelledby], [aria-describedby], [for]')) {
        for (const a of ['aria-labelledby', 'aria-describedby', 'for']) for (const id of (e.getAttribute(a) ?? '').split(' ').filter(Boolean))
            if (!document.getElementById(id)) found.push(a + ' leads nowhere: ' + id);
    }
    return found";

/// What axe-core finds to be hard to use for some people.
///
/// Rules of every standard and none, but for contrast of level AAA: the pages keep to level AA. Only the head of a long
/// list stays on the page: the rest is made by the same lines, and takes seconds. Style sheets are the same on all pages,
/// so that the first argument says whether they are checked as well.
const BARRIERS: &str = "const [preload, done] = arguments;
    const rules = axe.getRules().map(({ ruleId }) => [ruleId, { enabled: ruleId !== 'color-contrast-enhanced' }]);
    for (const kind of ['a.opening', 'a.puzzle-card', 'tr[data-set]']) {
        for (const one of [...document.querySelectorAll(kind)].slice(12)) (one.closest('li') ?? one).remove();
    }
    axe.run({ preload, resultTypes: ['violations'], rules: Object.fromEntries(rules) }).then(
        ({ violations, passes }) => done({ passes: passes.length, found: violations.flatMap(
            ({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`)) }),
        error => done({ error: String(error) }))";

/// What sticks out of a window: the width of the page, that of the window, and some elements.
const TOO_WIDE: &str = "const all = document.documentElement;
    const out = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 0.5 && e.checkVisibility());
    return [all.scrollWidth, innerWidth, out.slice(0, 3).map(e => e.tagName + '#' + e.id + '.' + e.getAttribute('class'))]";

/// English words outside of what is marked as English.
const ENGLISH: &str = "return (() => {
    const main = document.querySelector('main').cloneNode(true);
    for (const marked of main.querySelectorAll('[lang=en]')) marked.remove();
    return main.innerText; })().match(/\\b(the|and|of|is|with|from)\\b/g) ?? []";

/// A walk through pages, and what was found wrong on the way.
struct Walk<'p> {
    page: &'p Page,
    axe: String,
    /// Pages that were checked.
    checked: usize,
    faults: Vec<String>,
}

impl<'p> Walk<'p> {
    fn new(page: &'p Page) -> Self {
        let file =
            concat!(env!("CARGO_MANIFEST_DIR"), "/target/npm/node_modules/axe-core/axe.min.js");
        let axe = fs::read_to_string(file)
            .unwrap_or_else(|error| panic!("{file}: {error}: run scripts/npm, which installs it"));
        Self { page, axe, checked: 0, faults: Vec::new() }
    }

    /// Turns a page over into the other language, in which its words are others.
    async fn turn(&self, awaited: &str, language: &str) {
        let page = self.page;
        let before = page.js("return document.querySelector('main').innerText").await;
        page.click("#language").await;
        let is_turned = "const { innerText } = document.querySelector('main');
            return document.documentElement.lang === arguments[0] && innerText !== arguments[1]
                && (arguments[0] === 'en' || /[\\u4e00-\\u9fff]{2}/.test(innerText))
                && document.querySelector(arguments[2]) !== null";
        page.until("the words are others", is_turned, &[json!(language), before, json!(awaited)])
            .await;
    }

    /// Whether a page is in a language, dark or light, and can be used by everybody.
    async fn check(&mut self, path: &str, language: &str, scheme: &str) {
        let page = self.page;
        page.settle().await;
        // Colours change gradually.
        let rests = "return document.getAnimations().every(one => one.playState !== 'running')";
        page.until("all is at rest", rests, &[]).await;
        page.picture(path, &format!("wide {language} {scheme}"));
        let lang = page.attribute("html", "lang").await.expect("pages have a language");
        assert!(lang.starts_with(language), "{path} is in {lang}");
        let [ground, ink] = [
            brightness(page, "html", "backgroundColor").await,
            brightness(page, "html", "color").await,
        ];
        let fits = match scheme {
            "dark" => ground < 0.25 && ink > 0.6,
            _ => ground > 0.7 && ink < 0.4,
        };
        assert!(fits, "{path}: {scheme} is {ground} and {ink}");
        if page.js("return typeof axe === 'undefined'").await == true {
            page.js(&self.axe).await;
        }
        let arguments = vec![json!(self.checked == 0)];
        let told = page.client.execute_async(BARRIERS, arguments).await.expect("axe runs");
        self.checked += 1;
        assert!(told["passes"].as_u64() > Some(20), "{path}: {told}");
        let found = crate::common::texts(&told["found"]);
        self.faults.extend(found.iter().map(|one| format!("{language} {scheme} {path}: {one}")));
    }

    /// Whether a page fits into a narrow window.
    async fn check_narrow(&mut self, path: &str, language: &str) {
        self.page.settle().await;
        let told = self.page.js(TOO_WIDE).await;
        self.page.picture(path, &format!("narrow {language}"));
        if told[0].as_u64() > Some(NARROW[0].into()) || told[1] != NARROW[0] {
            self.faults.push(format!("{language} {path} is too wide: {told}"));
        }
    }

    /// Looks at a page in both languages, light and dark, wide and narrow.
    async fn visit(&mut self, path: &str, awaited: &str) {
        let page = self.page;
        page.prefer("prefers-color-scheme", "light");
        page.screen(WIDE);
        page.open(path, awaited).await;
        let title = page.client.title().await.unwrap();
        page.settle().await;
        let unnamed = crate::common::texts(&page.js(UNNAMED).await);
        self.faults.extend(unnamed.iter().map(|one| format!("{path}: {one}")));
        self.check(path, "en", "light").await;

        page.screen(NARROW);
        self.turn(awaited, "zh-Hant").await;
        assert_ne!(page.client.title().await.unwrap(), title, "{path}");
        self.check_narrow(path, "zh").await;

        page.prefer("prefers-color-scheme", "dark");
        page.screen(WIDE);
        self.check(path, "zh", "dark").await;
        assert_eq!(page.js(ENGLISH).await, json!([]), "{path}");
        page.screen(NARROW);
        self.turn(awaited, "en").await;
        self.check_narrow(path, "en").await;
    }

    fn end(self) {
        assert!(self.faults.is_empty(), "{:#?}", self.faults);
    }
}

/// Both languages, light and dark, wide and narrow, for everybody: half of the pages.
#[test]
fn pages_of_the_family_are_for_everybody() {
    scene(async |page| {
        let mut walk = Walk::new(page);
        for (path, awaited) in &PAGES[..7] {
            walk.visit(path, awaited).await;
        }
        walk.end();
    });
}

/// The other half.
#[test]
fn pages_of_puzzles_and_games_are_for_everybody() {
    scene(async |page| {
        let mut walk = Walk::new(page);
        for (path, awaited) in &PAGES[7..] {
            walk.visit(path, awaited).await;
        }
        walk.end();
    });
}

#[test]
fn messages_are_for_everybody() {
    let refused = [
        "/api/v1/position",
        "/api/v1/map",
        "/api/v1/component",
        "/api/v1/sets/",
        "/api/v1/sample",
        "/api/v1/puzzle",
    ];
    scene_with_refusals(&refused, async |page| {
        let mut walk = Walk::new(page);
        for (path, awaited) in MESSAGES {
            page.js("localStorage.clear()").await;
            page.prefer("prefers-color-scheme", "light");
            page.open(path, awaited).await;
            walk.check(path, "en", "light").await;
            page.prefer("prefers-color-scheme", "dark");
            walk.turn(awaited, "zh-Hant").await;
            walk.check(path, "zh", "dark").await;
        }
        walk.end();
    });
}

/// By the button: one of its steps is the other of what the system prefers, and it is kept.
#[test]
fn the_theme_is_kept() {
    scene(async |page| {
        page.prefer("prefers-color-scheme", "dark");
        page.open("/gomoku", ".stone-board.go").await;
        let mut seen = BTreeSet::new();
        for _ in 0..3 {
            page.click("#theme").await;
            let theme =
                page.attribute("html", "data-theme").await.unwrap_or_else(|| "auto".to_owned());
            let dark = brightness(page, "html", "backgroundColor").await < 0.25;
            assert_eq!(dark, theme != "light", "{theme}");
            page.client.refresh().await.unwrap();
            page.wait_for(".stone-board.go").await;
            let kept =
                page.attribute("html", "data-theme").await.unwrap_or_else(|| "auto".to_owned());
            assert_eq!(kept, theme);
            seen.insert(theme);
        }
        assert_eq!(seen.len(), 3, "{seen:?}");
    });
}

/// The chosen language is kept over a reload, and pages use the words of the field.
#[test]
fn the_language_is_kept() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        assert!(page.text("main").await.to_lowercase().contains("distance"));
        page.click("#language").await;
        page.until(
            "it is Chinese",
            "return document.querySelector('main').innerText.includes('距離')",
            &[],
        )
        .await;
        page.wait_for("#moves li").await;
        page.client.refresh().await.unwrap();
        page.wait_for("#moves li").await;
        assert_eq!(page.attribute("html", "lang").await.as_deref(), Some("zh-Hant"));
        page.until(
            "the component is told",
            "return document.querySelector('#component').textContent.includes('連通分量')",
            &[],
        )
        .await;
    });
}

#[test]
fn pages_are_reached_from_one_another() {
    scene(async |page| {
        page.open("/", "#moves li").await;
        page.js("window.still = true").await;
        let is_in_bar = |(path, _): &&(&str, &str)| {
            !["/map", "/atlas/", "/puzzles/", "/games?game=gravity"]
                .iter()
                .any(|other| path.starts_with(other))
        };
        for (path, awaited) in PAGES.iter().filter(is_in_bar) {
            let path = path.split('?').next().unwrap();
            // Without its parameters the generator may draw nothing yet, and the editor may be empty.
            let awaited = match path {
                "/generator" => "#generator",
                "/editor" => "#canvas button",
                "/gomoku" => ".stone-board.go",
                _ => awaited,
            };
            page.click(&format!("header nav a[href='{path}']")).await;
            page.wait_for(awaited).await;
            assert_eq!(page.client.current_url().await.unwrap().path(), path);
            assert_eq!(page.attributes("[aria-current=page]", "href").await, [path]);
        }
        assert_eq!(page.js("return window.still").await, json!(true), "without loading it anew");
        page.client.back().await.unwrap();
        page.wait_for("#game-moves button").await;
        page.client.back().await.unwrap();
        page.wait_for("a.puzzle-card").await;
        page.client.back().await.unwrap();
        page.wait_for("#generator").await;
        page.client.back().await.unwrap();
        page.wait_for("tr[data-set]").await;
        page.client.back().await.unwrap();
        page.wait_for("a.opening").await;
        page.client.forward().await.unwrap();
        page.wait_for("tr[data-set]").await;
        assert_eq!(page.attributes("[aria-current=page]", "href").await, ["/atlas"]);

        // Left in the middle of loading: the last one wins.
        page.js("for (const path of ['/openings', '/atlas', '/generator', '/position'])
            document.querySelector(`header nav a[href='${path}']`).click()")
            .await;
        page.wait_for("#moves li").await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(page.count("a.opening, tr[data-set], #generator").await, 0);
        assert_eq!(page.count("main#page").await, 1);
    });
}

/// The address lags behind a demonstration, and the page is shown anew by its address.
#[test]
fn another_language_keeps_the_game() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        page.js("const speed = document.querySelector('#speed'); speed.value = speed.max; speed.dispatchEvent(new Event('input', { bubbles: true }))")
            .await;
        let made = "return Number(document.querySelector('#made-finger')?.textContent) >= 5";
        for _ in 0..3 {
            page.click("#restart").await;
            page.click("#play").await;
            page.until("some moves are shown", made, &[]).await;
            page.click("#language").await;
            page.until("the moves are still made", made, &[]).await;
        }
    });
}

/// Two moves of the small piece in the corner, from the classic start.
const AFTER_ONE: &str = "VBBV/VBBV/VHHV/VSSV/.S.S";
const AFTER_TWO: &str = "VBBV/VBBV/VHHV/VSSV/..SS";

#[test]
fn the_buttons_below_a_solved_board_take_the_first_click() {
    scene(async |page| {
        page.open(&page_of(LONE), "#moves li").await;
        page.drag([1, 1], [0.0, 2.0], false).await;
        page.wait_for_position("..../..../..../.BB./.BB.").await;
        let rests = "return [...document.querySelectorAll('[data-shape=B]')]
            .every(e => e.getAnimations().every(a => a.playState === 'finished'))";
        page.until("the big piece has left", rests, &[]).await;
        page.click("#restart").await;
        page.wait_for_position(LONE).await;
        let still = "return document.querySelector('[data-shape=B]').getAnimations().length === 0";
        page.until("the big piece has come back", still, &[]).await;
        page.drag([1, 1], [0.0, 1.0], false).await;
        page.wait_for_position("..../..../.BB./.BB./....").await;
    });
}

#[test]
fn a_game_survives_reload_and_the_ways_back() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        page.drag([0, 4], [1.0, 0.0], false).await;
        page.wait_for_position(AFTER_ONE).await;
        page.drag([1, 4], [1.0, 0.0], false).await;
        let at_two = async |page: &Page| {
            page.wait_for("#moves li").await;
            page.wait_for_position(AFTER_TWO).await;
            assert_eq!(page.made().await, ["2", "2", "2"]);
            // Of the start, and not of where the game has come to.
            page.wait_for_text("#best-finger", "81").await;
        };
        at_two(page).await;
        page.client.refresh().await.unwrap();
        at_two(page).await;
        page.click("#undo").await;
        page.wait_for_position(AFTER_ONE).await;
        page.client.refresh().await.unwrap();
        page.wait_for("#moves li").await;
        page.wait_for_position(AFTER_ONE).await;
        page.click("#redo").await;
        at_two(page).await;

        // Away and back, by the browser and by the link.
        page.click("#pages a[href='/openings']").await;
        page.wait_for("a.opening").await;
        page.client.back().await.unwrap();
        at_two(page).await;
        page.client.forward().await.unwrap();
        page.wait_for("a.opening").await;
        page.click("#pages a[href='/position']").await;
        at_two(page).await;
        page.click("#pages a[href='/position']").await;
        at_two(page).await;
        page.open("/atlas", "tr[data-set]").await;
        page.click("#pages a[href='/position']").await;
        at_two(page).await;

        // Another position is another game, and the way back leads to the former.
        page.open(&page_of(LONE), "#moves li").await;
        page.wait_for_position(LONE).await;
        assert_eq!(page.made().await, ["0", "0", "0"]);
        page.drag([1, 1], [0.0, 1.0], false).await;
        page.wait_for_position("..../..../.BB./.BB./....").await;
        page.client.back().await.unwrap();
        at_two(page).await;
        page.client.forward().await.unwrap();
        page.wait_for_position("..../..../.BB./.BB./....").await;
        assert_eq!(page.made().await, ["1", "1", "1"]);

        // A result is that of the start, wherever the page was loaded anew.
        page.client.refresh().await.unwrap();
        page.wait_for("#moves li").await;
        page.drag([1, 2], [0.0, 1.0], false).await;
        let kept = page
            .until(
                "the result is kept",
                "return JSON.parse(localStorage.getItem('huarong.best'))",
                &[],
            )
            .await;
        assert_eq!(kept, json!({ LONE: { "unit": 2, "straight": 2, "finger": 2 } }));
    });
}

#[test]
fn what_the_browser_holds_may_be_anything() {
    scene(async |page| {
        let solved = json!({ "unit": 200, "straight": 150, "finger": 100 });
        let best = json!({ START: solved, LONE: null, STUCK: 7, "x": { "unit": "1" } });
        let layouts = json!([null, 7, { "name": 1 }, { "name": "mine", "position": LONE },
            { "name": "none", "position": "V/V" }]);
        let impossible = json!({ "start": START, "at": 1, "moves":
            [{ "from": [0, 0], "to": [3, 4], "by": "player", "grip": 1 }] });
        let keep = "for (const [key, text] of Object.entries(arguments[0])) localStorage.setItem(key, text);
            sessionStorage.setItem('huarong.game', arguments[1])";
        for (best, layouts, game, count) in [
            (best.to_string(), layouts.to_string(), impossible.to_string(), 1),
            ("null".to_owned(), "null".to_owned(), "null".to_owned(), 0),
            ("[null]".to_owned(), "{\"a\":null}".to_owned(), "{\"moves\":[null]}".to_owned(), 0),
            ("7".to_owned(), "\"x\"".to_owned(), "[]".to_owned(), 0),
            ("{".to_owned(), "{".to_owned(), "{".to_owned(), 0),
        ] {
            let held = json!({ "huarong.best": best, "huarong.layouts": layouts,
                "huarong.language": best, "huarong.theme": best, "huarong.keys": best });
            page.js_with(keep, vec![held, json!(game)]).await;
            page.open("/openings?q=hengdaolima", "a.opening").await;
            assert!(page.text("#opening-count").await.contains("485"), "{best}");
            assert_eq!(page.count("a.opening[data-solved]").await, count, "{best}");
            page.open("/editor", "#canvas button").await;
            page.wait_for("#layouts li").await;
            assert_eq!(page.count("#layouts li a").await, count, "{layouts}");
            page.open("/position", "#moves li").await;
            page.wait_for_position(START).await;
            assert_eq!(page.made().await, ["0", "0", "0"], "{game}");
        }
    });
}

#[test]
fn only_legal_layouts_are_kept_and_none_is_lost_unasked() {
    scene(async |page| {
        page.open(&address("/editor", &[("p", LONE)]), "#canvas button").await;
        let kept = async || {
            let own = "return (JSON.parse(localStorage.getItem('huarong.layouts')) ?? [])
                .map(layout => [layout.name, layout.position])";
            page.js(own).await
        };
        page.write("#layout-name", "mine").await;
        page.click("#layout-save").await;
        assert_eq!(kept().await, json!([["mine", LONE]]));
        page.click("#mirror").await;
        page.click("#clear").await;
        page.write("#layout-name", "none").await;
        page.click("#layout-save").await;
        assert!(page.text("#layout-error").await.contains("big piece"), "why is said");
        assert_eq!(kept().await, json!([["mine", LONE]]));

        page.open(&address("/editor", &[("p", START)]), "#canvas button").await;
        page.write("#layout-name", "mine").await;
        page.click("#layout-save").await;
        assert!(page.text("#layout-error").await.contains("mine"), "that it is taken is said");
        assert_eq!(kept().await, json!([["mine", LONE]]));
        // Another name is asked for anew.
        page.write("#layout-name", "other").await;
        assert_eq!(page.text("#layout-error").await, "");
        page.write("#layout-name", "mine").await;
        page.click("#layout-save").await;
        assert_eq!(kept().await, json!([["mine", LONE]]));
        page.click("#layout-save").await;
        assert_eq!(kept().await, json!([["mine", START]]));

        // What another tab does is seen.
        let here = page.client.window().await.unwrap();
        let there = page.client.new_window(true).await.unwrap().handle;
        page.client.switch_to_window(there).await.unwrap();
        page.go("/api/v1/about").await;
        page.js("localStorage.setItem('huarong.layouts', '[]')").await;
        page.client.close_window().await.unwrap();
        page.client.switch_to_window(here).await.unwrap();
        page.until("the list is empty", "return !document.querySelector('#layouts a')", &[]).await;
    });
}

#[test]
fn a_fragment_is_a_place_of_the_page_and_nothing_else() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        page.js("document.querySelector('#board').isTheSame = true").await;
        page.click("#play").await;
        page.wait_for_text("#made-finger", "1").await;
        for fragment in ["moves", "%", "1:x", ""] {
            page.js_with("location.hash = arguments[0]", vec![json!(fragment)]).await;
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(page.js("return document.querySelector('#board').isTheSame").await, true);
        assert_eq!(page.attribute("#play", "aria-pressed").await.as_deref(), Some("true"));

        let in_sight =
            "const top = document.querySelector('#hardest')?.getBoundingClientRect().top;
            return top >= -1 && top < innerHeight";
        page.open("/atlas/1h4v4s#hardest", "#hardest a").await;
        page.until("the place is in sight", in_sight, &[]).await;
        page.open("/openings", "a.opening").await;
        for fragment in ["#%", "#1:x", "#a.b[c]"] {
            let script = "const link = document.createElement('a');
                link.href = '/atlas/1h4v4s' + arguments[0];
                document.querySelector('#page').append(link);
                link.click()";
            page.js_with(script, vec![json!(fragment)]).await;
            page.wait_for("#component-sizes td").await;
        }

        // A long list is shown where it was left.
        page.open("/openings", "a.opening").await;
        page.js("scrollTo(0, 5000)").await;
        page.until("the place is kept", "return history.state?.scroll === 5000", &[]).await;
        page.client.refresh().await.unwrap();
        page.until("it is there again", "return scrollY === 5000", &[]).await;
    });
}

#[test]
fn a_server_that_is_gone_does_not_answer() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        page.cut_off(true);
        page.click("#pages a[href='/openings']").await;
        let said =
            "return document.querySelector('.notice')?.innerText.includes('does not answer')";
        page.until("it is said", said, &[]).await;
        page.cut_off(false);
        // What the browser has to say of it is as it should be.
        assert!(!page.log("browser").is_empty());
        page.click(".notice button").await;
        page.wait_for("a.opening").await;
    });
}

#[test]
fn errors_are_said_in_the_language_of_the_page() {
    scene_with_refusals(&["/api/v1/"], async |page| {
        page.js("localStorage.setItem('huarong.language', '\"zh\"')").await;
        let foreign = "const box = document.querySelector('.notice').cloneNode(true);
            for (const marked of box.querySelectorAll('[lang=en]')) marked.remove();
            return /[a-z]{5,}/.test(box.textContent.replaceAll('heng-dao-li-ma', ''))";
        let letter = address("/position", &[("p", "VBBV/VBBV/VHHV/VSSV/S..X")]);
        let name = address("/position", &[("p", "heng-dao-li-maa")]);
        let array = address("/position", &[("p", "[0 8 10]")]);
        for (path, wanted) in [
            (&*letter, "第 5 列第 4 欄"),
            (&*name, "heng-dao-li-ma"),
            (&*array, "讀不出"),
            ("/atlas/9h9v9s", "佔 49 格"),
            ("/atlas/many", "不是棋子組合"),
            ("/atlas/%ff", "UTF-8"),
        ] {
            page.open(path, ".notice").await;
            assert!(page.text(".notice").await.contains(wanted), "{path}: {wanted}");
            assert_eq!(page.js(foreign).await, false, "{path}: {}", page.text(".notice").await);
            // It would be refused again.
            assert_eq!(page.count(".notice button").await, 0, "{path}");
            assert!(page.count(".notice a").await > 0, "{path}");
        }
        page.open(&array, ".notice [lang=en]").await;
        assert!(page.text(".notice [lang=en]").await.contains("3 cells"), "the rest is marked");
        page.open("/editor", "#canvas button").await;
        page.write("#paste", "nobody").await;
        page.click("#paste-read").await;
        page.until(
            "it is said",
            "return document.querySelector('#paste-error').textContent.includes('「nobody」')",
            &[],
        )
        .await;
        // Whatever the server may say has Chinese words.
        let missing = "const [done] = arguments;
            Promise.all([import('/assets/error-words.js'), fetch('/api/v1/openapi.json').then(r => r.json())])
                .then(([{ errors }, { components }]) => done(
                    components.schemas.Error.properties.code.enum.filter(code => !(code in errors.zh))))";
        let missing = page.client.execute_async(missing, vec![]).await.unwrap();
        assert_eq!(missing, json!([]));
        // Nor is anybody sent to a command line.
        page.js("localStorage.setItem('huarong.language', '\"en\"')").await;
        page.open("/position?p=zzzzz", ".notice").await;
        let said = page.text(".notice").await;
        assert!(said.contains("no opening is called") && !said.contains("huarong"), "{said}");
    });
}

#[test]
fn nothing_is_wider_than_its_box() {
    scene(async |page| {
        for language in ["en", "zh"] {
            let keep = "localStorage.setItem('huarong.language', JSON.stringify(arguments[0]))";
            page.js_with(keep, vec![json!(language)]).await;
            // Where the page scrolls and not the table.
            page.open("/atlas", "tr[data-set]").await;
            for width in [1210, 1280, 1600] {
                page.screen([width, 900]);
                let over = "const box = document.querySelector('.table-box:has(#sets)');
                    return document.querySelector('#sets').getBoundingClientRect().right
                        - box.getBoundingClientRect().right";
                let over = page.js(over).await.as_f64().unwrap();
                assert!(over <= 0.5, "{over} px at {width} px in {language}");
            }
            page.screen([320, 740]);
            page.open("/editor", "#palette button").await;
            for width in [320, 360] {
                page.screen([width, 740]);
                let over = "return [...document.querySelectorAll('#palette button')].filter(button => {
                    const [inner, outer] = [button.querySelector('span'), button].map(e => e.getBoundingClientRect());
                    return inner.left < outer.left + 1 || inner.right > outer.right - 1;
                }).map(button => button.textContent)";
                assert_eq!(page.js(over).await, json!([]), "{width} px");
            }
        }
    });
}

/// The pages of another family have its board, and none of the openings.
#[test]
fn other_boards_are_played_edited_and_listed() {
    let tables = Tables::none();
    let server = Server::start_with(&tables, &["--board", "3x4", "--bind", "127.0.0.1:0"], "");
    let start = ".BB/SBB/SVS/.VS";
    scene(async |page| {
        let visit = async |path: &str, awaited: &str| {
            page.client.goto(&server.url(path)).await.expect("the page is there");
            page.wait_for(awaited).await;
        };
        let ratio = "const { width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
            return Math.abs(width / height - arguments[1]) < 0.01";
        visit("/position", "#moves li").await;
        let told = server.json(200, &address("/api/v1/position", &[("p", start)]));
        page.wait_for_text("#distance-finger", &told["distance"]["finger"].to_string()).await;
        assert_eq!(page.pieces().await.len(), 6);
        let of_board = vec![json!("#board"), json!(360.0 / 460.0)];
        assert_eq!(page.js_with(ratio, of_board).await, json!(true));
        let exit =
            "const box = selector => document.querySelector(selector).getBoundingClientRect();
            const [exit, board] = [box('#board .exit'), box('#board')];
            return exit.top > board.top + board.height * 0.9 && exit.bottom < board.bottom
                && exit.right < board.left + board.width * 0.67";
        assert_eq!(page.js(exit).await, json!(true));
        assert_eq!(page.count("#moves a[href*='VBBV']").await, 0);

        // A small to the corner above it.
        page.drag([0, 1], [0.0, -1.0], false).await;
        let after = server.json(200, &address("/api/v1/position", &[("p", "SBB/.BB/SVS/.VS")]));
        page.wait_for_text("#distance-finger", &after["distance"]["finger"].to_string()).await;

        visit("/editor", "#canvas button").await;
        assert_eq!(page.count("#canvas button[data-column][data-row]").await, 12);
        let of_canvas = vec![json!("#canvas"), json!(3.0 / 4.0)];
        assert_eq!(page.js_with(ratio, of_canvas).await, json!(true));
        let playable = [json!("BB./BB./.../...")];
        page.until("the big piece is at the top", PLAYABLE, &playable).await;

        visit("/atlas", "tr[data-set]").await;
        assert_eq!(page.count("tr[data-set]").await, 29);
        visit("/openings", "main h1, main p").await;
        assert_eq!(page.count("a.opening").await, 0);
        // What comes after is of the usual server again.
        page.settle().await;
        page.log("performance");
        page.open("/position", "#moves li").await;
    });
}
