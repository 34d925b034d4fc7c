//! Histograms as pictures.

use super::ask::Request;
use super::request_error::RequestError;
use huarong_core::drawing::histogram;
use huarong_core::drawing::histogram::Size;
use huarong_core::rules::Metric;

pub struct Histogram {
    pub set: String,
    pub metric: Metric,
    mark: Option<u16>,
    size: Size,
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
}
