//! Histograms as pictures.

use super::ask::Request;
use super::request_error::RequestError;
use huarong_core::drawing::histogram;
use huarong_core::drawing::histogram::Size;
use huarong_core::rules::{Metric, PerMetric};
use serde::Deserialize;

pub struct Histogram {
    pub set: String,
    pub metric: Metric,
    mark: Option<u16>,
    size: Size,
}

/// The statistics of a piece set, as far as a histogram needs them.
#[derive(Deserialize)]
struct Figures {
    histogram: PerMetric<Vec<u64>>,
}

impl Histogram {
    pub fn read(request: &Request<'_>) -> Result<Self, RequestError> {
        let [set, metric, mark, size] = request.parameters(["set", "metric", "mark", "size"])?;
        let (set, mark) = (set.needed()?.to_owned(), mark.value()?);
        let size = match size.text() {
            None | Some("full") => Size::Full,
            Some("small") => Size::Small,
            Some(_) => return Err(RequestError::bad("size must be full or small")),
        };
        Ok(Self { set, metric: metric.metric()?, mark, size })
    }

    /// Draws the number of positions at each distance.
    pub fn draw(&self, bars: &[u64]) -> String {
        histogram::draw(bars, self.mark, self.size)
    }

    /// Draws the histogram of a piece set, whose statistics are given as the server's JSON.
    pub fn draw_of(&self, figures: &str) -> Result<String, RequestError> {
        let figures: Figures =
            serde_json::from_str(figures).map_err(|error| RequestError::bad(error.to_string()))?;
        Ok(self.draw(&figures.histogram[self.metric]))
    }
}
