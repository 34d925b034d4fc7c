//! Requests, and the parameters in them.

use crate::answers::fault::Fault;
use crate::answers::memory::Lease;
use crate::answers::refusal::Refusal;
use serde::de::DeserializeOwned;
use std::str::FromStr;

/// Longest text of a position, and of all parameters together.
const TEXT_BYTES: usize = 8 << 10;
/// Longest text of a puzzle.
pub const LONGEST_PUZZLE: usize = 64 << 10;

/// A request for an answer.
pub struct Request<'t> {
    /// Its address, up to the `?`.
    pub path: &'t str,
    /// The text after the `?`.
    pub query: Option<&'t str>,
    /// The puzzle file in its body, with a lease for the puzzle.
    pub text: Option<(String, Lease)>,
}

impl Request<'_> {
    /// Reads the parameters after the `?`.
    pub(super) fn parameters<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        parameters(self.query)
    }
}

/// Reads the parameters after the `?` of an address.
pub fn parameters<T: DeserializeOwned>(query: Option<&str>) -> Result<T, Refusal> {
    let query = query.unwrap_or_default();
    if query.len() > TEXT_BYTES {
        return Err(Refusal::Bad(Fault::request(format!(
            "more than {TEXT_BYTES} bytes after the ?"
        ))));
    }
    if !is_utf8(query) {
        return Err(Refusal::Bad(Fault::new("no-text", "the text after the ? is not UTF-8")));
    }
    let pairs = form_urlencoded::parse(query.as_bytes());
    let read = serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs));
    read.map_err(|what| {
        Refusal::Bad(Fault::request(format!("after the ?: {what}; see /api/v1/openapi.json")))
    })
}

/// Whether a query is UTF-8 once its escaped bytes are decoded. The reader of pairs would replace other bytes.
fn is_utf8(query: &str) -> bool {
    let mut parts = query.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let digits = part.get(..2).filter(|two| two.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        // A percent sign without two digits stands for itself.
        bytes.push(byte.unwrap_or(b'%'));
        bytes.extend(&part.as_bytes()[if byte.is_some() { 2 } else { 0 }..]);
    }
    str::from_utf8(&bytes).is_ok()
}

/// A metric, notation or other keyword in an address.
pub fn read<T: FromStr>(text: &str) -> Result<T, Refusal>
where
    T::Err: std::fmt::Display,
{
    text.parse().map_err(|error: T::Err| Refusal::Bad(Fault::request(error.to_string())))
}
