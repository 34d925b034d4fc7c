//! Shared by the tests of `huarong serve`: the server as a child process, and a plain HTTP/1.1 client.
//!
//! The client is written out so that it can also say what no proper client would.

// Every test binary compiles its own copy of this module and uses a different part of it.
#![allow(dead_code)]

pub mod files;

use super::common::Tables;
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{LazyLock, mpsc};
use std::thread;
use std::time::Duration;

/// The server hangs if an answer takes longer than this.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server at work, ended with this value.
pub struct Server {
    pub child: Child,
    /// Where it listens, as it printed it.
    pub address: SocketAddr,
    /// Kept open: a server that cannot print is another test.
    _output: BufReader<ChildStdout>,
    errors: File,
}

impl Server {
    /// A server on any free port of this machine, for this machine alone.
    pub fn start(tables: &Tables) -> Self {
        Self::start_on(tables, "127.0.0.1:0")
    }

    pub fn start_on(tables: &Tables, bind: &str) -> Self {
        Self::start_with(tables, &["--bind", bind], "")
    }

    /// A server that prints the address of this page.
    pub fn start_with(tables: &Tables, arguments: &[&str], page: &str) -> Self {
        let mut errors = tempfile::tempfile().expect("a temporary file can be made");
        let mut process = tables.process(&["serve"]);
        process.args(arguments);
        // A server has nothing to write there that could be left behind.
        process.env("TMPDIR", "/nowhere");
        process.stdin(Stdio::null()).stdout(Stdio::piped());
        process.stderr(errors.try_clone().expect("a file can be shared"));
        let mut child = process.spawn().expect("the program starts");
        let mut output = BufReader::new(child.stdout.take().expect("standard output is caught"));
        let mut line = String::new();
        output.read_line(&mut line).expect("the program writes UTF-8");
        let end = format!("/{page}\n");
        let address = line.strip_prefix("http://").and_then(|rest| rest.strip_suffix(&*end));
        let Some(address) = address.and_then(|address| address.parse().ok()) else {
            let _ = child.kill();
            panic!("the server printed {line:?} and said {:?}", read_all(&mut errors));
        };
        Self { child, address, _output: output, errors }
    }

    /// What the server has said on standard error so far.
    pub fn errors(&self) -> String {
        read_all(&mut self.errors.try_clone().expect("a file can be shared"))
    }

    pub fn connect(&self) -> Connection {
        Connection::to(self.address)
    }

    /// The answer to a GET on a connection of its own.
    pub fn get(&self, path: &str) -> Reply {
        self.connect().get(path)
    }

    /// The answer to a proper GET, which must be JSON with this status.
    pub fn json(&self, status: u16, path: &str) -> Value {
        let reply = self.get(path);
        assert_eq!(reply.status, status, "{path}: {}", reply.text());
        reply.json()
    }

    /// The first answer to these bytes; `None` where the connection is closed without any.
    pub fn say(&self, bytes: &[u8]) -> Option<Reply> {
        let mut connection = self.connect();
        // A server may close before all has been said; what it answered can still be read.
        let _ = connection.send(bytes);
        connection.reply(false)
    }

    /// The address of a page or endpoint.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_all(file: &mut File) -> String {
    let mut text = Vec::new();
    file.rewind().expect("a file can be read again");
    file.read_to_end(&mut text).expect("a file can be read");
    String::from_utf8_lossy(&text).into_owned()
}

/// Ends processes and removes a directory when this process ends, however it comes to its end.
///
/// Nothing static is ever dropped. So a shell waits for the end, which closes the pipe between them even
/// where this process is killed.
pub struct Leash {
    /// Holds the other end of the pipe.
    _guard: Child,
}

impl Leash {
    pub fn new(processes: &[u32], directory: &Path) -> Self {
        // Processes that are just ending can write files beside the removal, on a busy machine for some seconds.
        let script = "cat >/dev/null; directory=$1; shift; kill \"$@\"; sleep 1; kill -9 \"$@\"; \
                      for try in $(seq 20); do rm -rf -- \"$directory\"; sleep 0.5; done";
        let mut guard = Command::new("sh");
        guard.args(["-c", script, "sh"]).arg(directory);
        guard.args(processes.iter().map(u32::to_string));
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-C is for the tests, not for what has to clear up after them.
        guard.process_group(0);
        Self { _guard: guard.spawn().expect("a shell starts") }
    }
}

/// One server for all tests of a binary, on the tables of the whole family.
pub struct Shared {
    pub tables: Tables,
    pub server: Server,
    _leash: Leash,
}

pub fn shared() -> &'static Shared {
    static SHARED: LazyLock<Shared> = LazyLock::new(|| {
        let tables = Tables::none();
        tables.output(&["build"]);
        let (sender, started) = mpsc::channel();
        // The server ends with the thread that starts it. This thread waits until all tests have ended.
        thread::spawn(move || {
            let server = Server::start(&tables);
            let leash = Leash::new(&[server.child.id()], tables.path());
            let _ = sender.send(Shared { tables, server, _leash: leash });
            loop {
                thread::park();
            }
        });
        started.recv().expect("the server starts")
    });
    &SHARED
}

/// An open connection to a server.
pub struct Connection {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Connection {
    pub fn to(address: SocketAddr) -> Self {
        let stream = TcpStream::connect_timeout(&address, PATIENCE).expect("the server listens");
        Self::over(stream, address)
    }

    pub fn over(stream: TcpStream, address: SocketAddr) -> Self {
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit can be set");
        stream.set_write_timeout(Some(PATIENCE)).expect("a time limit can be set");
        stream.set_nodelay(true).expect("small packets can be sent at once");
        Self { stream: BufReader::new(stream), host: address.to_string() }
    }

    /// Gives up waiting for an answer after this time.
    pub fn set_patience(&self, patience: Duration) {
        self.stream.get_ref().set_read_timeout(Some(patience)).expect("a time limit can be set");
    }

    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    /// Asks without waiting for the answer.
    pub fn ask(&mut self, method: &str, path: &str) {
        let request = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host);
        self.send(request.as_bytes()).expect("the server reads");
    }

    pub fn get(&mut self, path: &str) -> Reply {
        self.ask("GET", path);
        self.reply(false).unwrap_or_else(|| panic!("no answer to {path}"))
    }

    /// The next answer, without a body after HEAD; `None` where the connection is closed.
    pub fn reply(&mut self, head: bool) -> Option<Reply> {
        let line = self.line()?;
        let status = line.strip_prefix("HTTP/1.1 ").unwrap_or_else(|| panic!("{line:?}"));
        let status = status.get(..3).and_then(|status| status.parse().ok());
        let status: u16 = status.unwrap_or_else(|| panic!("{line:?}"));
        let mut headers = Vec::new();
        loop {
            let line = self.line().expect("a connection is not closed within headers");
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').unwrap_or_else(|| panic!("{line:?}"));
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let mut reply = Reply { status, headers, body: Vec::new() };
        let length = reply.header("content-length").map(|length| length.parse().expect("a length"));
        if head || status == 204 || status == 304 {
            return Some(reply);
        }
        if reply.header("transfer-encoding").is_some_and(|coding| coding == "chunked") {
            reply.body = self.chunks();
        } else if let Some(length) = length {
            reply.body = vec![0; length];
            self.stream.read_exact(&mut reply.body).expect("a body of that length");
        } else {
            self.stream.read_to_end(&mut reply.body).expect("a body up to the end");
        }
        Some(reply)
    }

    /// Whether the server closes the connection, with or without last words, before patience ends.
    pub fn is_closed(&mut self) -> bool {
        match self.stream.read_to_end(&mut Vec::new()) {
            Ok(_) => true,
            Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
        }
    }

    /// Whether an answer is there to be read.
    pub fn is_answered(&self) -> bool {
        let stream = self.stream.get_ref();
        stream.set_nonblocking(true).expect("a socket can be set up");
        let is_there = stream.peek(&mut [0]).is_ok_and(|bytes| bytes > 0);
        stream.set_nonblocking(false).expect("a socket can be set up");
        is_there
    }

    /// Everything up to the end of the connection.
    pub fn rest(&mut self) -> Vec<u8> {
        let mut rest = Vec::new();
        self.stream.read_to_end(&mut rest).expect("the connection is closed");
        rest
    }

    fn line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        match self.stream.read_until(b'\n', &mut line) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::ConnectionReset => return None,
            Err(error) => panic!("no answer: {error}"),
        }
        let line = String::from_utf8(line).expect("headers are UTF-8");
        Some(line.strip_suffix("\r\n").unwrap_or_else(|| panic!("{line:?}")).to_owned())
    }

    fn chunks(&mut self) -> Vec<u8> {
        let mut body = Vec::new();
        loop {
            let line = self.line().expect("the size of a chunk");
            let size = usize::from_str_radix(&line, 16).expect("a hexadecimal size");
            let mut chunk = vec![0; size];
            self.stream.read_exact(&mut chunk).expect("a chunk of that size");
            body.extend(chunk);
            assert_eq!(self.line().as_deref(), Some(""), "a chunk ends with its line");
            if size == 0 {
                return body;
            }
        }
    }
}

/// What a server answers.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    /// By their names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    /// A header, which must not be given twice.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(there, _)| there == name);
        let value = found.next().map(|(_, value)| value.as_str());
        assert!(found.next().is_none(), "{name} twice: {:?}", self.headers);
        value
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("the server writes UTF-8")
    }

    pub fn json(&self) -> Value {
        let kind = self.header("content-type").expect("a content type");
        assert!(kind.starts_with("application/json"), "{kind}: {}", self.text());
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The message of an error in JSON, which must hold its code and arguments, and nothing else.
    pub fn error(&self) -> String {
        let json = self.json();
        let keys: Vec<_> = json.as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["arguments", "code", "error"], "{json}");
        json["error"].as_str().expect("a text").to_owned()
    }
}

/// A text as a value in the query of an address.
pub fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                encoded.push(char::from(byte));
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// The address of an endpoint with parameters.
pub fn address(endpoint: &str, parameters: &[(&str, &str)]) -> String {
    let pairs: Vec<_> = parameters.iter().map(|(k, v)| format!("{k}={}", encoded(v))).collect();
    format!("{endpoint}?{}", pairs.join("&"))
}
