//! Connections: so many at a time, each for so long, and watched for clients that hang up.

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

/// Bytes and lines of a request's head.
const HEAD_BYTES: usize = 16 << 10;
const HEAD_LINES: usize = 64;
/// How often the server looks whether it is asked to end, and whether a client that waits has hung up.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Who sent a request, and whether they still listen. Every request has it as an extension.
#[derive(Clone)]
pub struct Asker {
    client: Client,
    stream: Weak<TcpStream>,
}

impl Asker {
    /// The client.
    pub fn client(&self) -> Client {
        self.client
    }

    /// Returns once the client has closed the connection, or its side of it.
    ///
    /// The HTTP library sees that only where it reads, which it stops while bytes behind a request wait for its answer.
    /// So the socket is asked.
    pub async fn hung_up(&self) {
        loop {
            let Some(stream) = self.stream.upgrade() else { return };
            // With bytes to be read it is ready at once.
            match stream.ready(Interest::READABLE).await {
                Ok(ready) if !ready.is_read_closed() => {}
                _ => return,
            }
            drop(stream);
            time::sleep(CHECK_INTERVAL).await;
        }
    }
}

/// Serves the addresses of a router until `stop` says so. Router and `started` are told the server's own address.
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
        // What goes wrong here is the client's matter, or passes: too many open files, say.
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
            // Who has said all may close that side, and is answered; searches watch for it themselves.
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

/// A stream that can be watched while the HTTP library reads and writes it.
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

    /// Nothing: the socket is closed when the connection is dropped, which follows at once.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut task::Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
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
