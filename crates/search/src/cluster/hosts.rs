//! Hosts files: one line `host:port` per process.

use super::error::ClusterError;
use std::net::{SocketAddr, ToSocketAddrs};
use std::{fmt, io};

/// The addresses of all processes, in the order of their numbers.
///
/// ```
/// use huarong_search::cluster::Hosts;
///
/// let hosts: Hosts = "# the rack by the window\n10.0.0.1:4000\n10.0.0.2:4000\n".parse()?;
/// assert_eq!(hosts.len(), 2);
/// assert_eq!(hosts.address(1), "10.0.0.2:4000");
/// # Ok::<_, huarong_search::cluster::ClusterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    addresses: Vec<String>,
}

/// Largest number of processes.
pub const MOST_PROCESSES: usize = 1 << 12;

impl std::str::FromStr for Hosts {
    type Err = ClusterError;

    /// Parses one process per line. Empty lines and comments after `#` are ignored.
    fn from_str(text: &str) -> Result<Self, ClusterError> {
        let mut addresses: Vec<String> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let address = line.split('#').next().unwrap_or_default().trim();
            if address.is_empty() {
                continue;
            }
            let wrong =
                |what: &str| ClusterError::Hosts(format!("line {number}, {address:?}: {what}"));
            let (host, port) =
                address.rsplit_once(':').ok_or_else(|| wrong("expected host:port"))?;
            let is_bare = host.contains(':') && !(host.starts_with('[') && host.ends_with(']'));
            if host.is_empty() || is_bare || host.contains(char::is_whitespace) {
                return Err(wrong("expected host:port, with an IPv6 address in brackets"));
            }
            if port.parse::<u16>().ok().is_none_or(|port| port == 0) {
                return Err(wrong("the port must be a number from 1 to 65535"));
            }
            if addresses.iter().any(|other| other == address) {
                return Err(wrong("another process has this address already"));
            }
            addresses.push(address.to_owned());
        }
        match addresses.len() {
            0 => Err(ClusterError::Hosts(
                "it names no process; each line must have the form host:port".to_owned(),
            )),
            1..=MOST_PROCESSES => Ok(Self { addresses }),
            many => Err(ClusterError::Hosts(format!(
                "it names {many} processes; the limit is {MOST_PROCESSES}"
            ))),
        }
    }
}

impl Hosts {
    pub(super) fn cannot_listen(&self, process: usize, source: io::Error) -> ClusterError {
        ClusterError::Listen { process, address: self.address(process).to_owned(), source }
    }

    pub fn len(&self) -> usize {
        self.addresses.len()
    }

    /// Always false, because a hosts file names at least one process.
    pub fn is_empty(&self) -> bool {
        self.addresses.is_empty()
    }

    /// The address of a process.
    ///
    /// # Panics
    ///
    /// Panics if there is no process of this number.
    pub fn address(&self, process: usize) -> &str {
        &self.addresses[process]
    }

    pub(super) fn resolve(&self, process: usize) -> io::Result<Vec<SocketAddr>> {
        let found: Vec<SocketAddr> = self.address(process).to_socket_addrs()?.collect();
        match found.is_empty() {
            true => Err(io::Error::new(io::ErrorKind::NotFound, "the name has no address")),
            false => Ok(found),
        }
    }
}

impl fmt::Display for Hosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.addresses.iter().try_for_each(|address| writeln!(f, "{address}"))
    }
}
