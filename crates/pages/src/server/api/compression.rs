//! Compression of answers, for clients that accept gzip.

use super::shared::Leased;
use crate::answers::Memory;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::read::GzEncoder;
use std::io::Read;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// A packet holds shorter bodies.
const LEAST_COMPRESSED_BYTES: usize = 1 << 10;
/// Bytes that a compressor takes for itself.
const COMPRESSOR_BYTES: u64 = 512 << 10;
/// More than this level takes longer than it saves on a fast line.
const LEVEL: u32 = 5;

/// Compresses the body of an answer, if the client accepts it and memory is available.
pub async fn compress(
    State(replies): State<Arc<Memory>>,
    request: Request,
    next: Next,
) -> Response {
    let accepts = accepts_gzip(request.headers());
    let (mut head, body) = next.run(request).await.into_parts();
    // Only `unknown` depends on another header, too.
    let varies = match head.headers.contains_key(header::VARY) {
        true => "accept, accept-encoding",
        false => "accept-encoding",
    };
    head.headers.insert(header::VARY, HeaderValue::from_static(varies));
    // All bodies are whole in memory, so this copies nothing.
    let body = to_bytes(body, usize::MAX).await.expect("the body is in memory");
    if accepts
        && body.len() >= LEAST_COMPRESSED_BYTES
        && let Some(lease) = replies.try_take(body.len() as u64 + COMPRESSOR_BYTES)
    {
        let compressed = spawn_blocking(move || Leased::new(gzip(&body), lease));
        let compressed = compressed.await.expect("compression does not panic");
        head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        head.headers.remove(header::CONTENT_LENGTH);
        return (head, Bytes::from_owner(compressed)).into_response();
    }
    Response::from_parts(head, Body::from(body))
}

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    let mut encoder = GzEncoder::new(body, Compression::new(LEVEL));
    encoder.read_to_end(&mut compressed).expect("memory can be read");
    compressed
}

/// Whether the client lists gzip among the encodings that it accepts, and not with weight 0.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut encodings =
        lists.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(','));
    encodings.any(|encoding| {
        let mut parts = encoding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let weight = parts.find_map(|part| part.strip_prefix("q=")).map(str::parse::<f32>);
        is_gzip && !matches!(weight, Some(Ok(0.0)))
    })
}
