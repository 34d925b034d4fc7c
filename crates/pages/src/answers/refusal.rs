//! Reasons why a request gets no answer.

use super::fault::Fault;
use huarong_core::rules::PieceSetError;
use huarong_lab::library::ReadError;
use huarong_oracle::OracleError;
use huarong_oracle::analysis::{NoPath, NotKnown, ReachableError};
use huarong_search::{ComponentError, SearchError};
use huarong_tables::table::TableError;

/// Reasons why a request gets no answer.
#[derive(Debug)]
pub enum Refusal {
    /// The request is malformed.
    Bad(Fault),
    /// The requested thing does not exist.
    Unknown(Fault),
    /// The request is valid, but there is no answer.
    NoAnswer(Fault),
    /// The server is busy; a later request may succeed.
    Busy(Fault),
    /// The tables cannot be read. The client learns no details.
    Broken(anyhow::Error),
    /// The tables of a piece set are not here yet.
    Missing(String),
}

/// A refusal as the client learns it.
pub struct Told {
    /// The status of HTTP.
    pub status: u16,
    /// The description.
    pub fault: Fault,
    /// What only the log says.
    pub cause: Option<anyhow::Error>,
}

impl Refusal {
    /// What the client learns of it.
    pub fn told(self) -> Told {
        let broken = |cause| {
            let fault = Fault::new("broken", "the server cannot answer; its log says why");
            Told { status: 500, fault, cause: Some(cause) }
        };
        let told = |status, fault| Told { status, fault, cause: None };
        match self {
            Self::Bad(fault) => told(400, fault),
            Self::Unknown(fault) => told(404, fault),
            Self::NoAnswer(fault) => told(422, fault),
            Self::Busy(fault) => told(503, fault),
            Self::Broken(cause) => broken(cause),
            Self::Missing(set) => broken(anyhow::anyhow!("the tables of {set} are missing")),
        }
    }

    /// No memory is available for the answer.
    pub fn no_room() -> Self {
        let said = "other answers use the server's memory; ask again later";
        Self::Busy(Fault::new("busy", said))
    }
}

impl From<SearchError> for Refusal {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Memory { .. } => Self::NoAnswer(Fault::new("memory", error.to_string())),
            error => Self::Broken(error.into()),
        }
    }
}

impl From<ReachableError> for Refusal {
    fn from(error: ReachableError) -> Self {
        match error {
            ReachableError::TooLarge { most } => {
                Self::NoAnswer(Fault::too_large(error.to_string(), most.into()))
            }
            error if error.is_memory() => Self::NoAnswer(Fault::new("memory", error.to_string())),
            error => Self::Broken(error.into()),
        }
    }
}

impl From<ComponentError> for Refusal {
    fn from(error: ComponentError) -> Self {
        match error {
            ComponentError::Memory { .. } => {
                Self::NoAnswer(Fault::new("memory", error.to_string()))
            }
            error => Self::Broken(error.into()),
        }
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        Self::Bad(error.into())
    }
}

impl From<PieceSetError> for Refusal {
    fn from(error: PieceSetError) -> Self {
        Self::Bad(error.into())
    }
}

impl From<NoPath> for Refusal {
    fn from(error: NoPath) -> Self {
        Self::NoAnswer(error.into())
    }
}

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Self {
        Self::Broken(error.into())
    }
}

/// The server asks an oracle only about known positions.
impl From<OracleError> for Refusal {
    fn from(error: OracleError) -> Self {
        Self::Broken(error.into())
    }
}

impl From<NotKnown> for Refusal {
    fn from(error: NotKnown) -> Self {
        Self::Broken(error.into())
    }
}
