//! Requests, and the parameters in them.

use crate::answers::memory::Lease;
use crate::answers::request_error::RequestError;
use huarong_core::rules::Metric;
use percent_encoding::percent_decode_str;
use std::fmt::Display;
use std::str::FromStr;

const MOST_QUERY_BYTES: usize = 8 << 10;
pub const MOST_PUZZLE_BYTES: usize = 64 << 10;

pub struct Request<'t> {
    /// Its address, up to the `?`.
    pub path: &'t str,
    /// The text after the `?`.
    pub query: Option<&'t str>,
    /// The puzzle file in its body, with a lease for the puzzle.
    pub text: Option<(String, Lease)>,
}

pub struct Parameter {
    name: &'static str,
    text: Option<String>,
}

impl Request<'_> {
    /// The parameters with these names; others are refused.
    pub fn parameters<const N: usize>(
        &self,
        names: [&'static str; N],
    ) -> Result<[Parameter; N], RequestError> {
        let mut parameters = names.map(Parameter::new);
        read_parameters(self.query, parameters.iter_mut().collect())?;
        Ok(parameters)
    }

    /// The parameters `id`, `board` and `p`, and those with other names. Only questions about puzzles have the first two.
    pub fn about_position<const N: usize>(
        &self,
        names: [&'static str; N],
    ) -> Result<([Parameter; 3], [Parameter; N]), RequestError> {
        let mut about = ["id", "board", "p"].map(Parameter::new);
        let mut others = names.map(Parameter::new);
        let first = if self.is_about_family() { 2 } else { 0 };
        read_parameters(self.query, about[first..].iter_mut().chain(&mut others).collect())?;
        Ok((about, others))
    }

    /// Whether the question is about the 4x5 family, not about a puzzle.
    pub fn is_about_family(&self) -> bool {
        !self.path.starts_with("/api/v1/puzzle/")
    }
}

/// Reads the text after the `?` of an address. It may have no other parameters than these.
fn read_parameters(
    query: Option<&str>,
    mut known: Vec<&mut Parameter>,
) -> Result<(), RequestError> {
    let query = query.unwrap_or_default();
    if query.len() > MOST_QUERY_BYTES {
        return Err(RequestError::bad(format!("more than {MOST_QUERY_BYTES} bytes after the ?")));
    }
    // The reader of pairs would replace other bytes.
    if percent_decode_str(query).decode_utf8().is_err() {
        return Err(RequestError::bad(("no-text", "the text after the ? is not UTF-8")));
    }
    for (name, text) in form_urlencoded::parse(query.as_bytes()) {
        match known.iter_mut().find(|parameter| parameter.name == name) {
            Some(parameter) if parameter.text.is_none() => parameter.text = Some(text.into()),
            Some(_) => return Err(wrong(format!("duplicate field `{name}`"))),
            None => {
                let names: Vec<_> = known.iter().map(|known| format!("`{}`", known.name)).collect();
                let expected = match &names[..] {
                    [_] | [_, _] => names.join(" or "),
                    _ => format!("one of {}", names.join(", ")),
                };
                return Err(wrong(format!("{name}: unknown field `{name}`, expected {expected}")));
            }
        }
    }
    Ok(())
}

fn wrong(what: impl Display) -> RequestError {
    RequestError::bad(format!("after the ?: {what}; see /api/v1/openapi.json"))
}

impl Parameter {
    fn new(name: &'static str) -> Self {
        Self { name, text: None }
    }

    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The text of a parameter that must be there.
    pub fn needed(&self) -> Result<&str, RequestError> {
        self.text().ok_or_else(|| wrong(format!("missing field `{}`", self.name)))
    }

    /// A number or a truth value.
    pub fn value<T: FromStr<Err: Display>>(&self) -> Result<Option<T>, RequestError> {
        let value = self.text().map(str::parse).transpose();
        value.map_err(|error| wrong(format!("{}: {error}", self.name)))
    }

    /// A metric of single pieces; by default, finger moves.
    pub fn metric(&self) -> Result<Metric, RequestError> {
        match self.text().map_or(Ok(Metric::Finger), read_word)? {
            Metric::Multi => Err(RequestError::bad(
                "the server counts moves of single pieces: the metrics are unit, straight and finger",
            )),
            metric => Ok(metric),
        }
    }
}

/// A metric, a notation or another word that explains its errors.
pub fn read_word<T: FromStr<Err: Display>>(text: &str) -> Result<T, RequestError> {
    text.parse().map_err(|error: T::Err| RequestError::bad(error.to_string()))
}
