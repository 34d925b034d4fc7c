//! QR codes as pictures.

use super::ask::{Reply, Request};
use super::request_error::RequestError;
use super::sources::Answers;
use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write as _;

/// Empty modules around a code, as the standard demands.
const QUIET: i32 = 4;
/// The most bytes of a text. A larger code could hardly be scanned from paper.
const MOST_BYTES: usize = 1_000;

impl Answers {
    pub(super) fn ask_qr(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let [text] = request.parameters(["text"])?;
        let short = Some(text.needed()?).filter(|text| text.len() <= MOST_BYTES);
        let code = short.and_then(|text| QrCode::encode_text(text, QrCodeEcc::Medium).ok());
        let too_long = || RequestError::bad(format!("text must have at most {MOST_BYTES} bytes"));
        Ok(Reply::Svg(draw(&code.ok_or_else(too_long)?)))
    }
}

/// A picture with one unit per module, and one rectangle per run of dark modules.
fn draw(code: &QrCode) -> String {
    let size = code.size();
    let whole = size + 2 * QUIET;
    let mut path = String::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let run = (x..size).take_while(|&x| code.get_module(x, y)).count() as i32;
            if run > 0 {
                let (left, top) = (x + QUIET, y + QUIET);
                write!(path, "M{left} {top}h{run}v1h-{run}z").expect("a string takes everything");
            }
            x += run + 1;
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{whole}v{whole}h-{whole}z\"/>\
         <path d=\"{path}\"/></svg>"
    )
}
