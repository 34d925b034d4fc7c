//! Limits of the server on numbers and times.

use std::time::Duration;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most connections at a time; further ones wait.
    pub connections: usize,
    /// Most connections per client, except on the loopback interface; further ones are closed at once.
    pub client_connections: usize,
    /// Time for a client to send the head of a request, and between two requests.
    pub request_time: Duration,
    /// Time for a client to send a puzzle file.
    pub text_time: Duration,
    /// Lifetime of a connection, however slowly its client reads.
    pub connection_time: Duration,
    /// Time for pending answers at shutdown.
    pub shutdown_time: Duration,
    pub searches: usize,
    /// Most requests in the queue; further ones are refused.
    pub waiting: usize,
    /// Most requests per client in the queue; further ones are refused.
    pub client_waiting: usize,
    /// Longest wait of a request in the queue; then it is refused.
    pub wait_time: Duration,
    pub search_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 1024,
            client_connections: 64,
            request_time: Duration::from_secs(10),
            text_time: Duration::from_secs(10),
            connection_time: Duration::from_secs(300),
            shutdown_time: Duration::from_millis(500),
            searches: 2,
            waiting: 128,
            client_waiting: 16,
            wait_time: Duration::from_secs(60),
            search_time: Duration::from_secs(60),
        }
    }
}
