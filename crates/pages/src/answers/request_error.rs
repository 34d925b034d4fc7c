//! Reasons why a request gets no answer.

use super::error_record::ErrorRecord;
use anyhow::anyhow;
use huarong_core::rules::PieceSetError;
use huarong_lab::library::ReadError;
use huarong_oracle::OracleError;
use huarong_oracle::analysis::{NoPath, ReachableError};
use huarong_tables::table::TableError;

/// Reasons why a request gets no answer.
#[derive(Debug)]
pub enum RequestError {
    /// The client learns the reason. The number is the status of HTTP.
    Refused(u16, ErrorRecord),
    /// The tables cannot be read. The client learns no details.
    Broken(anyhow::Error),
    /// The tables of a piece set are not here yet.
    Missing(String),
}

impl RequestError {
    /// The request is malformed.
    pub fn bad(why: impl Into<ErrorRecord>) -> Self {
        Self::Refused(400, why.into())
    }

    /// The requested thing does not exist.
    pub fn unknown(why: impl Into<ErrorRecord>) -> Self {
        Self::Refused(404, why.into())
    }

    /// The request is valid, but there is no answer.
    pub fn no_answer(why: impl Into<ErrorRecord>) -> Self {
        Self::Refused(422, why.into())
    }

    /// The server is busy; a later request may succeed.
    pub fn busy(why: impl Into<String>) -> Self {
        Self::Refused(503, ("busy", why).into())
    }

    /// No memory is available for the answer.
    pub fn no_room() -> Self {
        Self::busy("other answers use the server's memory; ask again later")
    }

    /// The status of HTTP, the reason as the client learns it, and what only the log says.
    pub fn reply(self) -> (u16, ErrorRecord, Option<anyhow::Error>) {
        let cause = match self {
            Self::Refused(status, record) => return (status, record, None),
            Self::Broken(cause) => cause,
            Self::Missing(set) => anyhow!("the tables of {set} are missing"),
        };
        let said = ("broken", "the server cannot answer; its log says why");
        (500, said.into(), Some(cause))
    }
}

impl From<ReadError> for RequestError {
    fn from(error: ReadError) -> Self {
        Self::bad(error)
    }
}

impl From<PieceSetError> for RequestError {
    fn from(error: PieceSetError) -> Self {
        Self::bad(error)
    }
}

impl From<NoPath> for RequestError {
    fn from(error: NoPath) -> Self {
        Self::no_answer(error)
    }
}

impl From<TableError> for RequestError {
    fn from(error: TableError) -> Self {
        Self::Broken(error.into())
    }
}

/// The server asks an oracle only about positions that it knows.
impl From<OracleError> for RequestError {
    fn from(error: OracleError) -> Self {
        match error.is_memory() {
            true => Self::no_answer(("memory", error.to_string())),
            false => Self::Broken(error.into()),
        }
    }
}

impl From<ReachableError> for RequestError {
    fn from(error: ReachableError) -> Self {
        match error {
            ReachableError::TooLarge { most } => {
                Self::no_answer(ErrorRecord::too_large(error.to_string(), most.into()))
            }
            ReachableError::Doors => Self::no_answer(("one-way", error.to_string())),
            error if error.is_memory() => Self::no_answer(("memory", error.to_string())),
            error => Self::Broken(error.into()),
        }
    }
}
