//! Questions that need no statistics of piece sets.

use super::parameters::Written;
use super::shared::{Answer, Shared};
use crate::answers::Request;
use crate::server::connections::Asker;
use axum::extract::{Extension, OriginalUri, State};

pub(super) async fn question(
    State(shared): State<Shared>,
    Extension(asker): Extension<Asker>,
    OriginalUri(uri): OriginalUri,
    Written(text): Written,
) -> Answer {
    let request = Request { path: uri.path(), query: uri.query(), text };
    let reply = shared.service.answers().ask(request)?;
    shared.send(asker, reply).await
}
