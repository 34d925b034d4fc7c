//! Connections of the server: clients that disconnect, are slow, or are numerous.

use axum::extract::{Extension, Path};
use axum::response::{IntoResponse, Response};
use axum::{Router, routing::get};
use huarong_pages::answers::Memory;
use huarong_pages::server::connections::{Asker, serve};
use huarong_pages::server::limits::Limits;
use huarong_pages::server::searches::Searches;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Time after which the server counts as hung.
const PATIENCE: Duration = Duration::from_secs(20);
/// A short timeout.
const SOON: Duration = Duration::from_millis(100);

/// A server whose searches run until a gate opens, or until nobody waits for them.
struct Server {
    address: SocketAddr,
    state: Arc<State>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct State {
    is_open: AtomicBool,
    is_over: AtomicBool,
    /// Events of searches, by the number in the address of each.
    events: Mutex<Vec<(u32, Event)>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    Begun,
    Ended,
    Cancelled,
}

impl State {
    fn search(&self, number: u32, stop: &AtomicBool) -> &'static str {
        let note = |event| self.events.lock().unwrap().push((number, event));
        note(Event::Begun);
        loop {
            if stop.load(Ordering::Relaxed) {
                note(Event::Cancelled);
                return "cancelled";
            }
            if self.is_open.load(Ordering::Relaxed) {
                note(Event::Ended);
                return "found";
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn has(&self, number: u32, event: Event) -> bool {
        self.events.lock().unwrap().contains(&(number, event))
    }

    fn wait_for(&self, number: u32, event: Event) {
        let started = Instant::now();
        while !self.has(number, event) {
            assert!(started.elapsed() < PATIENCE, "{number} is never {event:?}");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Server {
    fn start(limits: Limits) -> Self {
        let state = Arc::<State>::default();
        let searches = Arc::new(Searches::new(Memory::new(u64::MAX), limits));
        let search = {
            let state = state.clone();
            async move |Extension(asker): Extension<Asker>, Path(number): Path<u32>| -> Response {
                let search = move |stop: &AtomicBool, _| state.search(number, stop);
                searches.run(&asker, 1, search).await.into_response()
            }
        };
        let router = Router::new()
            .route("/look-up", get(async || "known"))
            .route("/search/{number}", get(search));
        let (sender, receiver) = mpsc::channel();
        let started = move |address| Ok(sender.send(address)?);
        let stop = state.clone();
        let stop = move || stop.is_over.load(Ordering::Relaxed);
        let bind = SocketAddr::from(([127, 0, 0, 1], 0));
        let thread = thread::spawn(move || serve(|_| router, bind, limits, started, stop).unwrap());
        let address = receiver.recv_timeout(PATIENCE).expect("the server starts");
        Self { address, state, thread: Some(thread) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    fn ask(&self, path: &str, behind: &str) -> TcpStream {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n{behind}").unwrap();
        stream
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.state.is_open.store(true, Ordering::Relaxed);
        self.state.is_over.store(true, Ordering::Relaxed);
        let joined = self.thread.take().unwrap().join();
        assert!(joined.is_ok() || thread::panicking());
    }
}

/// The status, whether the answer has a Retry-After header, and the body.
fn reply(stream: TcpStream) -> (u16, bool, String) {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
    let status = status.unwrap_or_else(|| panic!("no status in {line:?}"));
    let (mut length, mut is_to_retry) = (0, false);
    loop {
        line.clear();
        reader.read_line(&mut line).unwrap();
        let head = line.trim_end().to_ascii_lowercase();
        match head.split_once(": ") {
            None => break,
            Some(("content-length", value)) => length = value.parse().unwrap(),
            Some((name, _)) => is_to_retry |= name == "retry-after",
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    (status, is_to_retry, String::from_utf8(body).unwrap())
}

#[test]
fn clients_that_hang_up_behind_more_bytes_are_not_searched_for() {
    let server = Server::start(Limits { searches: 1, ..Limits::default() });
    drop(server.ask("/search/0", "X"));
    server.state.wait_for(0, Event::Cancelled);
    // Clients that disconnect while they wait do not count either.
    let first = server.ask("/search/1", "X");
    server.state.wait_for(1, Event::Begun);
    let waiting: Vec<TcpStream> =
        (2..12).map(|n| server.ask(&format!("/search/{n}"), "GET /")).collect();
    drop((waiting, first));
    let mut stays = server.ask("/search/99", "");
    server.state.wait_for(99, Event::Begun);
    assert!((0..12).all(|number| !server.state.has(number, Event::Ended)));
    // Further bytes do not cancel the request.
    stays.write_all(b"GET /look-up HTTP/1.1\r\n").unwrap();
    server.state.is_open.store(true, Ordering::Relaxed);
    assert_eq!(reply(stays).0, 200);
    assert!(server.state.has(99, Event::Ended));
}

#[test]
fn who_closes_one_side_is_answered_but_not_searched_for() {
    let server = Server::start(Limits::default());
    let stream = server.ask("/look-up", "");
    stream.shutdown(Shutdown::Write).unwrap();
    assert_eq!(reply(stream), (200, false, "known".to_owned()));
    let stream = server.ask("/search/1", "");
    stream.shutdown(Shutdown::Write).unwrap();
    let (status, _, body) = reply(stream);
    assert!(status == 400 && body.contains("keep it open"), "{status}: {body}");
    assert!(!server.state.has(1, Event::Ended));
}

#[test]
fn slow_clients_hold_nobody_up_and_are_not_waited_for_long() {
    let server = Server::start(Limits { request_time: SOON, ..Limits::default() });
    let halves = ["", "G", "GET /look-up HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\n"];
    // More connections than threads.
    let slow: Vec<TcpStream> = (0..16)
        .flat_map(|_| halves)
        .map(|half| {
            let mut stream = server.connect();
            stream.write_all(half.as_bytes()).unwrap();
            stream
        })
        .collect();
    assert_eq!(reply(server.ask("/look-up", "")).0, 200);
    // A slow trickle of bytes is not a request either.
    let mut steady = server.connect();
    steady.write_all(b"GET /look-up HTTP/1.1\r\nHost: localhost\r\nX: ").unwrap();
    let started = Instant::now();
    while steady.write_all(b"y").is_ok() {
        assert!(started.elapsed() < PATIENCE, "still listened to");
        thread::sleep(SOON / 10);
    }
    for mut stream in slow {
        // With or without a final message.
        let ended = stream.read_to_end(&mut Vec::new());
        assert!(ended.map_err(|error| error.kind()).is_ok(), "it is closed");
    }
    assert_eq!(reply(server.ask("/look-up", "")).0, 200);
}

#[test]
fn a_limited_number_waits_and_others_must_ask_again() {
    let limits = Limits { searches: 1, client_waiting: 2, ..Limits::default() };
    let server = Server::start(limits);
    let first = server.ask("/search/0", "");
    server.state.wait_for(0, Event::Begun);
    let (sender, answered) = mpsc::channel();
    thread::scope(|scope| {
        for number in 1..6 {
            let (server, sender) = (&server, sender.clone());
            scope.spawn(move || {
                sender.send(reply(server.ask(&format!("/search/{number}"), ""))).unwrap();
            });
        }
        for _ in 0..3 {
            let (status, is_to_retry, body) = answered.recv_timeout(PATIENCE).unwrap();
            assert!(status == 503 && is_to_retry && body.contains("ask again"), "{body}");
        }
        server.state.is_open.store(true, Ordering::Relaxed);
        assert_eq!(reply(first).0, 200);
        let others = [(); 2].map(|()| answered.recv_timeout(PATIENCE).unwrap().0);
        assert_eq!(others, [200, 200]);
    });
}

#[test]
fn searches_and_waiting_have_their_time() {
    let server = Server::start(Limits { search_time: SOON, ..Limits::default() });
    let (status, is_to_retry, body) = reply(server.ask("/search/0", ""));
    assert!(status == 422 && !is_to_retry && body.contains("too-long"), "{status}: {body}");
    server.state.wait_for(0, Event::Cancelled);

    let server = Server::start(Limits { searches: 1, wait_time: SOON, ..Limits::default() });
    let first = server.ask("/search/0", "");
    server.state.wait_for(0, Event::Begun);
    let (status, is_to_retry, body) = reply(server.ask("/search/1", ""));
    assert!(status == 503 && is_to_retry && body.contains("busy"), "{status}: {body}");
    server.state.is_open.store(true, Ordering::Relaxed);
    assert_eq!(reply(first).0, 200);
    assert!(!server.state.has(1, Event::Begun));
}

#[test]
fn connections_have_their_time() {
    let limits = Limits { connection_time: SOON, ..Limits::default() };
    // Ends with the test: a dropped server cancels its searches.
    let server = Server::start(limits);
    let mut stream = server.ask("/search/0", "");
    assert!(matches!(stream.read_to_end(&mut Vec::new()), Ok(0) | Err(_)), "it is closed");
}
