//! The page that a scene plays on: what a visitor does and sees.

use super::driver::{Client, Key};
use super::{WIDE, api};
use crate::common::{METRICS, START};
use crate::serving::shared;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Something on a page takes too long after this.
const PATIENCE: Duration = Duration::from_secs(60);

/// A piece as it stands on the page.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) shape: String,
    pub(super) column: i64,
    pub(super) row: i64,
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

pub(super) struct Page {
    /// Another host that the scene may ask.
    pub(super) host: Mutex<Option<String>>,
    pub(super) client: Client,
}

impl Page {
    /// A command that only this driver knows.
    pub(super) fn special(&self, path: &str, body: &Value) -> Value {
        self.client.post(path, body).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// A command of the browser's own protocol.
    pub(super) fn send_command(&self, command: &str, parameters: Value) -> Value {
        self.special("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    pub(super) fn log(&self, kind: &str) -> Vec<Value> {
        self.special("se/log", &json!({ "type": kind })).as_array().expect("a list").clone()
    }

    /// An empty page of the server, nothing kept, nothing logged, as a visitor's first.
    pub(super) async fn clear(&self) {
        self.visit(None);
        self.send_command("Emulation.setEmulatedMedia", json!({ "media": "", "features": [] }));
        self.send_command("Emulation.setTouchEmulationEnabled", json!({ "enabled": false }));
        self.screen(WIDE);
        self.cut_off(false);
        self.client.release_actions().await.expect("no key stays pressed");
        self.go("/api/v1/about").await;
        self.js("localStorage.clear(); sessionStorage.clear()").await;
        self.log("browser");
        self.log("performance");
    }

    /// Opens the analysis for the pages to come, as a visitor who has chosen so.
    pub(super) async fn analyse(&self) {
        self.js("localStorage.setItem('huarong.analysis', 'true')").await;
    }

    /// Lets the scene ask another host.
    pub(super) fn visit(&self, host: Option<String>) {
        *self.host.lock().unwrap_or_else(PoisonError::into_inner) = host;
    }

    pub(super) fn screen(&self, [width, height]: [u32; 2]) {
        let mobile = width < 600;
        let parameters =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        self.send_command("Emulation.setDeviceMetricsOverride", parameters);
    }

    /// Goes on in a new tab. After two fingers, a tab ignores the touches of all scenes to come.
    pub(super) async fn new_tab(&self) {
        let tab = self.client.new_window(true).await.expect("a tab can be opened");
        self.client.close_window().await.expect("a tab can be closed");
        self.client.switch_to_window(tab.handle).await.expect("the new tab is there");
    }

    /// Takes the network away, or gives it back.
    pub(super) fn cut_off(&self, offline: bool) {
        let parameters = json!({ "offline": offline, "latency": 0,
            "downloadThroughput": -1, "uploadThroughput": -1 });
        self.send_command("Network.emulateNetworkConditions", parameters);
    }

    pub(super) fn prefer(&self, feature: &str, value: &str) {
        let features = json!([{ "name": feature, "value": value }]);
        self.send_command("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    pub(super) async fn go(&self, path: &str) {
        self.client.goto(&shared().server.url(path)).await.expect("the page is there");
    }

    /// Opens a page and waits for something on it.
    pub(super) async fn open(&self, path: &str, awaited: &str) {
        self.go(path).await;
        self.wait_for(awaited).await;
    }

    pub(super) async fn js(&self, script: &str) -> Value {
        self.js_with(script, vec![]).await
    }

    pub(super) async fn js_with(&self, script: &str, arguments: Vec<Value>) -> Value {
        let result = self.client.execute(script, arguments).await;
        result.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until a script says something else than false or null. The page itself asks it again and again.
    pub(super) async fn until(&self, what: &str, script: &str, arguments: &[Value]) -> Value {
        let asked = format!(
            "const given = [...arguments];
            const done = given.pop();
            const check = function () {{ {script} }};
            const started = performance.now();
            const ask = () => {{
                const answer = check(...given) ?? false;
                if (answer !== false || performance.now() - started > 1000) done(answer);
                else setTimeout(ask, 10);
            }};
            ask();"
        );
        let started = Instant::now();
        loop {
            // A page that is left meanwhile answers nothing; the next one is asked.
            let answer = self.client.execute_async(&asked, arguments.to_vec()).await;
            if let Ok(answer) = &answer
                && *answer != json!(false)
            {
                return answer.clone();
            }
            if started.elapsed() > PATIENCE {
                let shown = self.js("return document.querySelector('main')?.innerText ?? ''").await;
                let url = self.client.current_url().await.expect("an address");
                let shown: String = shown.as_str().unwrap_or_default().chars().take(600).collect();
                let log = self.log("browser");
                panic!("waited in vain until {what} at {url}: {answer:?}\n{shown}\n{log:?}");
            }
        }
    }

    pub(super) async fn wait_for(&self, selector: &str) {
        let script = "return document.querySelector(arguments[0]) !== null";
        self.until(&format!("there is {selector}"), script, &[json!(selector)]).await;
    }

    pub(super) async fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.textContent?.trim()";
        let answer = self.js_with(script, vec![json!(selector)]).await;
        answer.as_str().unwrap_or_else(|| panic!("there is no {selector}")).to_owned()
    }

    pub(super) async fn wait_for_text(&self, selector: &str, wanted: &str) {
        let script =
            "return document.querySelector(arguments[0])?.textContent?.trim() === arguments[1]";
        self.until(&format!("{selector} says {wanted}"), script, &[json!(selector), json!(wanted)])
            .await;
    }

    pub(super) async fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        let script = "return document.querySelector(arguments[0])?.getAttribute(arguments[1])";
        let answer = self.js_with(script, vec![json!(selector), json!(name)]).await;
        answer.as_str().map(str::to_owned)
    }

    pub(super) async fn count(&self, selector: &str) -> u64 {
        let script = "return document.querySelectorAll(arguments[0]).length";
        self.js_with(script, vec![json!(selector)]).await.as_u64().expect("a number")
    }

    /// An attribute of every element, in their order.
    pub(super) async fn attributes(&self, selector: &str, name: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].map(e => e.getAttribute(arguments[1]))";
        crate::common::texts(&self.js_with(script, vec![json!(selector), json!(name)]).await)
    }

    pub(super) async fn click(&self, selector: &str) {
        // Pictures that arrive may still push it away: it is clicked when it has come to rest.
        let script = "const found = document.querySelector(arguments[0]);
            if (!found) return null;
            found.scrollIntoView({ block: 'center', behavior: 'instant' });
            const { x, y } = found.getBoundingClientRect();
            const before = window.restingPlace;
            window.restingPlace = `${arguments[0]} ${x} ${y}`;
            return before === window.restingPlace";
        self.until(&format!("{selector} rests"), script, &[json!(selector)]).await;
        let found = self.client.find(selector).await;
        let found = found.unwrap_or_else(|error| panic!("{selector}: {error}"));
        let clicked = self.client.click(&found).await;
        clicked.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Writes into a field as a visitor would, over what is there.
    pub(super) async fn write(&self, selector: &str, text: &str) {
        let field = self.client.find(selector).await;
        let field = field.unwrap_or_else(|error| panic!("{selector}: {error}"));
        self.client.clear(&field).await.expect("a field can be emptied");
        self.client.send_keys(&field, text).await.expect("a field can be written into");
    }

    /// Sets a field and says so, for those that keys do not set.
    pub(super) async fn set(&self, selector: &str, value: &str) {
        let script = "const field = document.querySelector(arguments[0]);
            field.value = arguments[1];
            for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, {bubbles: true}))";
        self.js_with(script, vec![json!(selector), json!(value)]).await;
    }

    /// Presses keys at once, those before the last held down.
    pub(super) async fn press(&self, keys: &[char]) {
        let down = keys.iter().map(|key| json!({ "type": "keyDown", "value": key }));
        let up = keys.iter().rev().map(|key| json!({ "type": "keyUp", "value": key }));
        let actions: Vec<Value> = down.chain(up).collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.client.perform_actions(keyboard).await.expect("keys can be pressed");
    }

    pub(super) async fn pieces(&self) -> Vec<Piece> {
        let script = "const board = document.querySelector('#board');
            return [...(board?.shadowRoot ?? board)?.querySelectorAll('[data-piece]') ?? []].map(e => {
            const { left, top, width, height } = e.getBoundingClientRect();
            const { shape, column, row } = e.dataset;
            return { shape, column, row, left, top, width, height } })";
        let answer = self.js(script).await;
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
        answer.as_array().expect("a list").iter().map(piece).collect()
    }

    /// The position that the board shows, by the data of its pieces.
    pub(super) async fn shown(&self) -> String {
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
    pub(super) async fn wait_for_position(&self, position: &str) {
        let answer = api("position", &[("p", position)]);
        let started = Instant::now();
        let wanted = METRICS.map(|metric| match &answer["distance"][metric] {
            Value::Null => "–".to_owned(),
            distance => distance.to_string(),
        });
        let mut answer = (String::new(), Vec::new(), String::new());
        while started.elapsed() < PATIENCE {
            let script = "return ['unit', 'straight', 'finger'].map(metric =>
                document.querySelector(`#distance-${metric}`)?.textContent?.trim() ?? '')";
            let url = self.client.current_url().await.expect("an address");
            let named = url.query_pairs().find(|(key, _)| key == "p");
            // A page without the name of its position is that of the classic start.
            let named = named.map_or_else(|| START.to_owned(), |(_, value)| value.into_owned());
            answer = (self.shown().await, crate::common::texts(&self.js(script).await), named);
            if answer.0 == position && answer.1 == wanted && answer.2 == position {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("not at {position} with {wanted:?}, but {answer:?}");
    }

    pub(super) async fn made(&self) -> [String; 3] {
        let [unit, straight, finger] = METRICS.map(|metric| format!("#made-{metric}"));
        [self.text(&unit).await, self.text(&straight).await, self.text(&finger).await]
    }

    /// The point at a place within a piece on a cell, and the side of a cell.
    pub(super) async fn grip(&self, [column, row]: [i64; 2]) -> ((f64, f64), f64) {
        // What is loaded late moves the board.
        self.settle().await;
        self.js("document.querySelector('#board').scrollIntoView({ block: 'center', behavior: 'instant' })").await;
        self.wait_for_frames().await;
        let pieces = self.pieces().await;
        let found = pieces.iter().find(|piece| (piece.column, piece.row) == (column, row));
        let piece = found.unwrap_or_else(|| panic!("no piece at {column}, {row}: {pieces:?}"));
        let board = self
            .js("const board = document.querySelector('#board');
            const svg = (board.shadowRoot ?? board).querySelector('svg');
            return svg.getBoundingClientRect().width / svg.viewBox.baseVal.width * 100")
            .await;
        let cell = board.as_f64().expect("a number");
        ((piece.left + piece.width / 2.0, piece.top + piece.height / 2.0), cell)
    }

    /// Waits until the browser has drawn the page as it is now, by which it finds what a finger touches.
    pub(super) async fn wait_for_frames(&self) {
        let script = "const done = arguments[0];
            requestAnimationFrame(() => requestAnimationFrame(() => done(true)))";
        self.client.execute_async(script, vec![]).await.expect("frames are drawn");
    }

    /// Drags the piece at a cell by some cells, in a straight line, by mouse or by finger.
    pub(super) async fn drag(&self, at: [i64; 2], by: [f64; 2], touch: bool) {
        self.stroke(at, touch, async || {
            let ((x, y), cell) = self.grip(at).await;
            let part = |part: i32, axis: usize| by[axis] * cell * f64::from(part) / 8.0;
            (0..=8).map(|step| [x + part(step, 0), y + part(step, 1)]).collect()
        })
        .await;
    }

    /// Presses on a piece or a cell, moves along points, and releases. If the press misses it, because the board has
    /// moved or the browser still has an older picture, or if the browser takes the gesture away, it is made again.
    pub(super) async fn stroke(
        &self,
        at: [i64; 2],
        touch: bool,
        points: impl AsyncFn() -> Vec<[f64; 2]>,
    ) {
        let listen = "window.gesture = { pressed: null, cancelled: false };
            window.listening?.abort();
            window.listening = new AbortController();
            const { signal } = window.listening;
            addEventListener('pointerdown', event => {
                const [target] = event.composedPath();
                const { column, row } = target.closest('[data-column]')?.dataset ?? {};
                window.gesture.pressed = [Number(column), Number(row)];
                window.gesture.at = [event.clientX, event.clientY, target.outerHTML.slice(0, 100)];
            }, { signal, capture: true });
            addEventListener('pointercancel', () => { window.gesture.cancelled = true; }, { signal, capture: true });";
        let started = Instant::now();
        loop {
            let points = points().await;
            self.js(listen).await;
            self.move_along(&points, touch).await;
            let gesture = self.js("return window.gesture").await;
            let hit = gesture["pressed"] == json!(at) && gesture["cancelled"] == json!(false);
            // The last move of a puzzle may lead to another page, which knows of no gesture.
            if hit || gesture.is_null() {
                return;
            }
            assert!(started.elapsed() < PATIENCE, "{at:?} is never hit: {gesture}, {points:?}");
        }
    }

    /// Presses at the first of some points, moves along the others, and releases.
    async fn move_along(&self, points: &[[f64; 2]], touch: bool) {
        let to = |&[x, y]: &[f64; 2], milliseconds: u32| json!({ "type": "pointerMove", "x": x, "y": y, "duration": milliseconds });
        // Button 0 is the left one, or the finger.
        let button = |kind: &str| json!({ "type": kind, "button": 0 });
        let mut actions = vec![to(&points[0], 0), button("pointerDown")];
        actions.extend(points[1..].iter().map(|point| to(point, 8)));
        actions.push(button("pointerUp"));
        let kind = if touch { "touch" } else { "mouse" };
        let pointer = json!({ "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": actions });
        self.client.perform_actions(pointer).await.expect("a stroke can be made");
    }

    /// The cell of the piece that has the focus, as the page has it.
    pub(super) async fn focused(&self) -> Value {
        let script = "let at = document.activeElement;
            while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
            const { column, row } = at?.dataset ?? {};
            return column === undefined ? null : [column, row]";
        self.js(script).await
    }

    /// Presses Tab until a piece of the board has the focus.
    pub(super) async fn tab_to_board(&self) {
        for _ in 0..30 {
            if !self.focused().await.is_null() {
                return;
            }
            self.press(&[Key::Tab.into()]).await;
        }
        panic!("the board is not reached by Tab");
    }

    /// Waits until nothing is being loaded.
    pub(super) async fn settle(&self) {
        let script = "return document.readyState === 'complete'
            && [...document.images].every(i => i.complete || i.loading === 'lazy')";
        self.until("everything is loaded", script, &[]).await;
        tokio::time::sleep(Duration::from_millis(30)).await;
    }

    /// No error in the console, no policy violated, nobody else asked for anything.
    pub(super) fn check_clean(&self, refused: &[&str]) {
        let complaints: Vec<String> = self
            .log("browser")
            .iter()
            .map(|entry| format!("{} {}", entry["level"], entry["message"]))
            .filter(|line| !line.contains("\"INFO\"") && !line.contains("\"DEBUG\""))
            // Chromium copies what WebGL draws without a graphics card, and warns about it.
            .filter(|line| !line.contains("GPU stall due to ReadPixels"))
            .filter(|line| {
                let is_refusal = line.contains("the server responded with a status of 4");
                // The empty page of `clear` names no icon, and the browser looks for one at any time after.
                let is_expected = |path: &&str| line.contains(path);
                !(is_refusal && refused.iter().chain(&["/favicon.ico"]).any(is_expected))
            })
            .collect();
        assert!(complaints.is_empty(), "{complaints:#?}");
        let home = shared().server.url("");
        let host = self.host.lock().unwrap_or_else(PoisonError::into_inner);
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
                || host.as_ref().is_some_and(|host| url.starts_with(host))
                || ["data:", "blob:", "about:"].iter().any(|k| url.starts_with(k));
            assert!(own, "{url} was asked for");
            asked += 1;
        }
        assert!(asked > 0, "the page shows what the test looks for");
    }

    /// A picture of a page, for whoever wants to look at it.
    pub(super) fn picture(&self, path: &str, of: &str) {
        let Some(directory) = std::env::var_os("HUARONG_SCREENSHOTS").map(PathBuf::from) else {
            return;
        };
        let answer =
            self.send_command("Page.captureScreenshot", json!({ "captureBeyondViewport": true }));
        let base64 = answer["data"].as_str().expect("a picture");
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
