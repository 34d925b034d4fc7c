//! Connections: limits on their number and lifetime, and detection of clients that hang up.

use super::limits::Limits;
use super::queue::Client;
use anyhow::Context;
use axum::Router;
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
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};
use std::task::{self, Poll, ready};
use std::thread;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{self, timeout};

/// Limits of the head of a request, in bytes and in lines.
const HEAD_BYTES: usize = 16 << 10;
const HEAD_LINES: usize = 64;
/// Interval of the checks for a request to shut down, and for clients that hung up.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The sender of a request, and the state of its connection. Every request has it as an extension.
#[derive(Clone)]
pub struct Asker {
    client: Client,
    stream: Weak<TcpStream>,
}

impl Asker {
    pub fn client(&self) -> Client {
        self.client
    }

    /// Returns when the client has closed the connection, or its sending side.
    ///
    /// The HTTP library notices a hang-up only when it reads. It does not read while bytes behind a request wait for
    /// the answer, so this polls the socket itself.
    pub async fn hung_up(&self) {
        loop {
            let Some(stream) = self.stream.upgrade() else { return };
            // Unread bytes make the socket ready at once.
            match stream.ready(Interest::READABLE).await {
                Ok(ready) if !ready.is_read_closed() => {}
                _ => return,
            }
            drop(stream);
            time::sleep(CHECK_INTERVAL).await;
        }
    }
}

/// Serves a router until `stop` returns true. The router and `started` receive the server's own address.
pub fn serve(
    router: impl FnOnce(SocketAddr) -> Router,
    bind: SocketAddr,
    limits: Limits,
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
            limits.connections
        } else {
            limits.client_connections
        };
        accept(listener, router(address), most, limits, stop).await;
        Ok(())
    });
    // Searches without a waiting client may outlive the server.
    runtime.shutdown_background();
    served
}

/// Checks that the system can start `count` threads, because tokio panics if it cannot.
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
        // The system counts threads until they are joined.
        started.into_iter().for_each(|thread| drop(thread.join()));
        refused.map_or(Ok(()), Err)
    })
}

/// Accepts connections, at most `most` per client.
async fn accept(
    listener: tokio::net::TcpListener,
    router: Router,
    most: usize,
    limits: Limits,
    stop: impl Fn() -> bool,
) {
    let clients = Arc::default();
    let permits = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    let mut stop_check = time::interval(CHECK_INTERVAL);
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
        // An error here is the client's, or passes, such as too many open files.
        let Ok((stream, peer)) = accepted else {
            time::sleep(CHECK_INTERVAL).await;
            continue;
        };
        let client = Client::from(peer.ip());
        let Some(counted) = Counted::new(&clients, client, most) else { continue };
        let _ = stream.set_nodelay(true);
        let stream = Stream(Arc::new(stream));
        let asker = Asker { client, stream: Arc::downgrade(&stream.0) };
        let service = TowerToHyperService::new(router.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(asker.clone());
            service.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.request_time)
            .max_buf_size(HEAD_BYTES)
            .max_headers(HEAD_LINES)
            // A client may close its sending side and still gets an answer. Searches check for that themselves.
            .half_close(true)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            let _ = timeout(limits.connection_time, connection).await;
            drop((permit, counted));
        });
    }
    let _ = timeout(limits.shutdown_time, graceful.shutdown()).await;
}

/// A stream whose socket can be polled while the HTTP library reads and writes it.
struct Stream(Arc<TcpStream>);

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut task::Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.0.poll_read_ready(context))?;
            match self.0.try_read(buffer.initialize_unfilled()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return Poll::Ready(read.map(|bytes| buffer.advance(bytes))),
            }
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut task::Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[io::IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut task::Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.0.poll_write_ready(context))?;
            match self.0.try_write_vectored(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => return Poll::Ready(written),
            }
        }
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut task::Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    /// Does nothing: dropping the connection, which follows at once, closes the socket.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut task::Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// Number of connections per client.
type Clients = Mutex<HashMap<Client, usize>>;

/// Counts a connection of a client until dropped.
struct Counted {
    clients: Arc<Clients>,
    client: Client,
}

impl Counted {
    /// `None` if the client has reached its limit.
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
