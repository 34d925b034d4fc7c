//! Histograms as pictures.

use super::family::metric;
use super::parameters::parameters;
use crate::answers::fault::Fault;
use crate::answers::refusal::Refusal;
use huarong_core::drawing::histogram;
use huarong_core::drawing::histogram::Size;
use huarong_core::rules::{Metric, PerMetric};
use serde::Deserialize;

/// The histogram that a request asks for.
pub struct Histogram {
    /// The piece set.
    pub set: String,
    /// Metric of the distances.
    pub metric: Metric,
    mark: Option<u16>,
    size: Size,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HistogramParameters {
    set: String,
    metric: Option<String>,
    mark: Option<u16>,
    size: Option<String>,
}

/// The statistics of a piece set, as far as a histogram needs them.
#[derive(Deserialize)]
struct Figures {
    histogram: PerMetric<Vec<u64>>,
}

impl Histogram {
    /// Reads the text after the `?` of an address.
    pub fn read(query: Option<&str>) -> Result<Self, Refusal> {
        let read: HistogramParameters = parameters(query)?;
        let size = match read.size.as_deref() {
            None | Some("full") => Size::Full,
            Some("small") => Size::Small,
            Some(_) => return Err(Refusal::Bad(Fault::request("size must be full or small"))),
        };
        let metric = metric(read.metric.as_deref())?;
        Ok(Self { set: read.set, metric, mark: read.mark, size })
    }

    /// Draws the number of positions at each distance.
    pub fn draw(&self, bars: &[u64]) -> String {
        histogram::draw(bars, self.mark, self.size)
    }

    /// Draws the histogram of a piece set, whose statistics are given as the server's JSON.
    pub fn draw_of(&self, figures: &str) -> Result<String, Refusal> {
        let figures: Figures = serde_json::from_str(figures)
            .map_err(|error| Refusal::Bad(Fault::request(error.to_string())))?;
        Ok(self.draw(&figures.histogram[self.metric]))
    }
}
