//! Connections: so many at a time, and each for so long.

use super::Service;
use super::api;
use super::queue::Client;
use anyhow::Context;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{self, timeout};

/// Connections at a time; more wait to be accepted.
const CONNECTIONS: usize = 1024;
/// Those of one client, where strangers can connect: more are closed at once.
const CLIENT_CONNECTIONS: usize = 64;
/// How long a client may take to send a request, and to ask again.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a connection may live, whoever reads as slowly as it likes.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(300);
/// Bytes and lines of a request's head.
const HEAD_BYTES: usize = 16 << 10;
const HEAD_LINES: usize = 64;
/// How long the server waits for answers under way when it is asked to stop. The program ends within a second of a
/// signal.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);
/// How often it looks whether it is.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Serves until `stop` says so. `started` is told the address.
pub fn serve(
    service: Service,
    bind: SocketAddr,
    started: impl FnOnce(SocketAddr) -> anyhow::Result<()>,
    stop: impl Fn() -> bool,
) -> anyhow::Result<()> {
    let listener = TcpListener::bind(bind).with_context(|| format!("cannot listen on {bind}"))?;
    listener.set_nonblocking(true).context("cannot set the socket up")?;
    let address = listener.local_addr().context("the socket has no address")?;
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    check_threads(threads).context("cannot start the server's threads")?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build();
    let runtime = runtime.context("cannot start the server's threads")?;
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        started(address)?;
        let most = if address.ip().to_canonical().is_loopback() {
            CONNECTIONS
        } else {
            CLIENT_CONNECTIONS
        };
        accept(listener, api::router(service, address), most, stop).await;
        Ok(())
    });
    // Searches that nobody waits for any more are not waited for.
    runtime.shutdown_background();
    served
}

/// Starts so many threads and ends them: where the system refuses that, tokio panics.
fn check_threads(count: usize) -> io::Result<()> {
    let gate = RwLock::new(());
    let closed = gate.write();
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, || drop(gate.read()));
        let (mut refused, mut started) = (None, Vec::new());
        for thread in (0..count).map(start) {
            match thread {
                Ok(thread) => started.push(thread),
                Err(error) => refused = Some(error),
            }
        }
        drop(closed);
        // They are gone for the system only once they are joined.
        started.into_iter().for_each(|thread| drop(thread.join()));
        refused.map_or(Ok(()), Err)
    })
}

/// Accepts connections, at most so many of one client.
async fn accept(
    listener: tokio::net::TcpListener,
    router: axum::Router,
    most: usize,
    stop: impl Fn() -> bool,
) {
    let clients = Arc::default();
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut stop_check = time::interval(STOP_CHECK_INTERVAL);
    loop {
        let accepted = async {
            let permit = permits.clone().acquire_owned().await;
            (listener.accept().await, permit)
        };
        let (accepted, permit) = tokio::select! {
            accepted = accepted => accepted,
            _ = stop_check.tick() => {
                if stop() {
                    break;
                }
                continue;
            }
        };
        // What goes wrong here is the client's matter, or passes: too many open files, say.
        let Ok((stream, peer)) = accepted else {
            time::sleep(STOP_CHECK_INTERVAL).await;
            continue;
        };
        let client = Client::from(peer.ip());
        let Some(counted) = Counted::new(&clients, client, most) else { continue };
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(client);
            service.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(REQUEST_TIMEOUT)
            .max_buf_size(HEAD_BYTES)
            .max_headers(HEAD_LINES)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            let _ = timeout(CONNECTION_TIMEOUT, connection).await;
            drop((permit, counted));
        });
    }
    let _ = timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
}

/// How many connections each client has.
type Clients = Mutex<HashMap<Client, usize>>;

/// A connection, counted as its client's until this is dropped.
struct Counted {
    clients: Arc<Clients>,
    client: Client,
}

impl Counted {
    /// `None` where the client has as many as it may have.
    fn new(clients: &Arc<Clients>, client: Client, most: usize) -> Option<Self> {
        let mut counts = clients.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(client).or_default();
        if *count == most {
            return None;
        }
        *count += 1;
        Some(Self { clients: clients.clone(), client })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.client);
            }
        }
    }
}
