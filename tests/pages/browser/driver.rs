//! A client of the WebDriver protocol (<https://www.w3.org/TR/webdriver2/>): the commands that scenes use.

use crate::serving::Connection;
use serde_json::{Value, json};
use std::fmt;
use std::net::SocketAddr;

/// A key without a sign of its own, by its code in the protocol.
#[derive(Clone, Copy)]
#[repr(u32)]
pub(super) enum Key {
    Tab = 0xe004,
    Enter = 0xe007,
    Shift = 0xe008,
    Control = 0xe009,
    Escape = 0xe00c,
    PageDown = 0xe00f,
    End = 0xe010,
    Left = 0xe012,
    Up = 0xe013,
    Right = 0xe014,
    Down = 0xe015,
}

impl From<Key> for char {
    fn from(key: Key) -> Self {
        char::from_u32(key as u32).expect("codes of keys are for private use")
    }
}

/// The address of a page.
pub(super) struct Address(String);

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Address {
    /// Path and query.
    fn parts(&self) -> (&str, &str) {
        let without_fragment = self.0.split('#').next().unwrap_or_default();
        let (_, rest) = without_fragment.split_once("://").expect("an address has a scheme");
        let path = rest.find('/').map_or("/", |start| &rest[start..]);
        path.split_once('?').unwrap_or((path, ""))
    }

    pub(super) fn path(&self) -> &str {
        self.parts().0
    }

    pub(super) fn query(&self) -> &str {
        self.parts().1
    }

    pub(super) fn query_pairs(&self) -> form_urlencoded::Parse<'_> {
        form_urlencoded::parse(self.query().as_bytes())
    }
}

/// A window or tab, or an element of a page, as the driver names it.
pub(super) struct Handle(String);

/// A tab that `new_window` opened.
pub(super) struct NewWindow {
    pub(super) handle: Handle,
}

/// What the driver says of a command that failed.
#[derive(Debug)]
pub(super) struct Failed(Value);

impl fmt::Display for Failed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

type Result<T> = std::result::Result<T, Failed>;

/// A session of a driver. A command waits for its answer: a scene does one thing after another.
pub(super) struct Client {
    driver: SocketAddr,
    session: String,
}

/// The key of an element's name in answers.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl Client {
    /// A new session, and the capabilities that the driver gave it.
    pub(super) fn start(driver: SocketAddr, capabilities: Value) -> Result<(Self, Value)> {
        let wanted = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let answer = ask(driver, "POST", "/session", Some(&wanted))?;
        let session = text(&answer["sessionId"]);
        Ok((Self { driver, session }, answer["capabilities"].clone()))
    }

    fn ask(&self, method: &str, command: &str, body: Option<&Value>) -> Result<Value> {
        ask(self.driver, method, &format!("/session/{}/{command}", self.session), body)
    }

    /// A command with a body.
    pub(super) fn post(&self, command: &str, body: &Value) -> Result<Value> {
        self.ask("POST", command, Some(body))
    }

    pub(super) async fn goto(&self, address: &str) -> Result<()> {
        self.post("url", &json!({ "url": address })).map(drop)
    }

    pub(super) async fn current_url(&self) -> Result<Address> {
        self.ask("GET", "url", None).map(|answer| Address(text(&answer)))
    }

    pub(super) async fn back(&self) -> Result<()> {
        self.post("back", &json!({})).map(drop)
    }

    pub(super) async fn forward(&self) -> Result<()> {
        self.post("forward", &json!({})).map(drop)
    }

    pub(super) async fn refresh(&self) -> Result<()> {
        self.post("refresh", &json!({})).map(drop)
    }

    pub(super) async fn execute(&self, script: &str, arguments: Vec<Value>) -> Result<Value> {
        self.post("execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Runs a script whose last argument is a function that takes its answer.
    pub(super) async fn execute_async(&self, script: &str, arguments: Vec<Value>) -> Result<Value> {
        self.post("execute/async", &json!({ "script": script, "args": arguments }))
    }

    /// The first element that a selector of CSS selects.
    pub(super) async fn find(&self, selector: &str) -> Result<Handle> {
        let answer =
            self.post("element", &json!({ "using": "css selector", "value": selector }))?;
        Ok(Handle(text(&answer[ELEMENT])))
    }

    pub(super) async fn click(&self, element: &Handle) -> Result<()> {
        self.post(&format!("element/{}/click", element.0), &json!({})).map(drop)
    }

    pub(super) async fn clear(&self, field: &Handle) -> Result<()> {
        self.post(&format!("element/{}/clear", field.0), &json!({})).map(drop)
    }

    pub(super) async fn send_keys(&self, field: &Handle, keys: &str) -> Result<()> {
        self.post(&format!("element/{}/value", field.0), &json!({ "text": keys })).map(drop)
    }

    /// Does what one device does: `key` or `pointer`.
    pub(super) async fn perform_actions(&self, device: Value) -> Result<()> {
        self.post("actions", &json!({ "actions": [device] })).map(drop)
    }

    pub(super) async fn release_actions(&self) -> Result<()> {
        self.ask("DELETE", "actions", None).map(drop)
    }

    pub(super) async fn window(&self) -> Result<Handle> {
        self.ask("GET", "window", None).map(|answer| Handle(text(&answer)))
    }

    pub(super) async fn new_window(&self, as_tab: bool) -> Result<NewWindow> {
        let kind = if as_tab { "tab" } else { "window" };
        let answer = self.post("window/new", &json!({ "type": kind }))?;
        Ok(NewWindow { handle: Handle(text(&answer["handle"])) })
    }

    pub(super) async fn switch_to_window(&self, window: Handle) -> Result<()> {
        self.post("window", &json!({ "handle": window.0 })).map(drop)
    }

    pub(super) async fn close_window(&self) -> Result<()> {
        self.ask("DELETE", "window", None).map(drop)
    }
}

fn text(answer: &Value) -> String {
    answer.as_str().unwrap_or_else(|| panic!("the driver answers {answer}")).to_owned()
}

/// The value of the driver's answer to a command.
fn ask(driver: SocketAddr, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
    let body = body.map_or_else(String::new, Value::to_string);
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {driver}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut connection = Connection::to(driver);
    connection.send(request.as_bytes()).expect("the driver reads");
    let reply = connection.reply(false).expect("the driver answers");
    let mut answer = reply.json();
    match reply.status {
        200 => Ok(answer["value"].take()),
        _ => Err(Failed(answer["value"].take())),
    }
}
