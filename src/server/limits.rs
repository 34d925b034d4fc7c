//! What the server grants its clients, in numbers and in times.

use std::time::Duration;

/// What the server grants its clients.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at a time; more wait to be accepted.
    pub connections: usize,
    /// Connections of one client at a time where strangers can connect; more are closed at once.
    pub client_connections: usize,
    /// Time for a client to send the head of a request, and to ask again.
    pub request_time: Duration,
    /// Time for a client to send the text of a puzzle.
    pub text_time: Duration,
    /// Lifetime of a connection, however slowly its client reads.
    pub connection_time: Duration,
    /// Time for answers under way when the server is asked to end.
    pub shutdown_time: Duration,
    /// Searches at a time.
    pub searches: usize,
    /// Requests that wait for a search; more are refused.
    pub waiting: usize,
    /// Requests of one client that wait for a search; more are refused.
    pub client_waiting: usize,
    /// Time that a request waits for a search before it is refused.
    pub wait_time: Duration,
    /// Time that a search may take.
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
