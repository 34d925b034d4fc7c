//! The addresses of all questions.

use super::parameters::Request;
use super::reply::Reply;
use crate::answers::error_record::ErrorRecord;
use crate::answers::request_error::RequestError;
use crate::answers::sources::Answers;

type Ask = fn(&Answers, &Request<'_>) -> Result<Reply, RequestError>;

/// The addresses of questions without a body.
const ROUTES: &[(&str, Ask)] = &[
    ("/api/v1/position", Answers::ask_position),
    ("/api/v1/solution", Answers::ask_solution),
    ("/api/v1/component", Answers::ask_component),
    ("/api/v1/map", Answers::ask_map),
    #[cfg(feature = "serve")]
    ("/api/v1/difficulty", Answers::ask_difficulty),
    #[cfg(feature = "design")]
    ("/api/v1/design", Answers::ask_design),
    #[cfg(feature = "score")]
    ("/api/v1/score", Answers::ask_score),
    ("/api/v1/sample", Answers::ask_sample),
    ("/api/v1/daily", Answers::ask_daily),
    ("/api/v1/convert", Answers::ask_convert),
    ("/api/v1/puzzles", Answers::ask_puzzles),
    ("/api/v1/rush", Answers::ask_rush),
    ("/api/v1/game", Answers::ask_game),
    ("/api/v1/gomoku", Answers::ask_gomoku),
    ("/api/v1/gomoku/move", Answers::ask_gomoku_move),
    #[cfg(feature = "serve")]
    ("/svg/board", Answers::ask_picture),
    ("/svg/qr", Answers::ask_qr),
];

/// The addresses of questions about a puzzle, which may be in the body.
const WITH_TEXT: &[(&str, Ask)] = &[
    ("/api/v1/puzzle", Answers::ask_puzzle),
    ("/api/v1/puzzle/position", Answers::ask_position),
    ("/api/v1/puzzle/solution", Answers::ask_solution),
    ("/api/v1/puzzle/component", Answers::ask_component),
    ("/api/v1/puzzle/map", Answers::ask_map),
    #[cfg(feature = "score")]
    ("/api/v1/puzzle/score", Answers::ask_score),
    #[cfg(feature = "serve")]
    ("/api/v1/puzzle/difficulty", Answers::ask_difficulty),
    #[cfg(feature = "serve")]
    ("/api/v1/puzzle/variants", Answers::ask_variants),
];

/// The addresses of all questions.
pub fn paths() -> impl Iterator<Item = &'static str> {
    ROUTES.iter().chain(WITH_TEXT).map(|(path, _)| *path)
}

/// Whether requests at an address may have a puzzle in their body.
pub fn takes_text(path: &str) -> bool {
    WITH_TEXT.iter().any(|(known, _)| *known == path)
}

impl Answers {
    /// Answers a request, or says which search answers it.
    pub fn ask(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let mut routes = ROUTES.iter().chain(WITH_TEXT);
        match routes.find(|(path, _)| *path == request.path) {
            Some((_, ask)) => ask(self, request),
            None => Err(RequestError::unknown(ErrorRecord::no_such_address(request.path))),
        }
    }
}
