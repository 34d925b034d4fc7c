//! Random positions of the 4x5 family.

use super::ask::{Reply, Request, read_word};
use super::request_error::RequestError;
use super::sources::Answers;
use crate::json::{LayoutRecord, to_json};
use huarong_core::effort::Effort;
use huarong_core::klotski;
use huarong_core::rules::Metric;
use huarong_oracle::analysis::{
    AllPositions, DistanceRange, Sample, SampleError, SampleQuery, sample,
};
use huarong_oracle::{Oracle, OracleError};
use huarong_search::SearchError;
use serde::Serialize;

const MOST_DRAWN: usize = 100;

#[derive(Serialize)]
struct Layouts<'t> {
    piece_set: &'t str,
    metric: &'static str,
    fitting: u64,
    sample: Vec<LayoutRecord<'t>>,
}

impl Answers {
    pub(super) fn ask_sample(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let names = ["set", "metric", "distance", "count", "seed", "big_at_top"];
        let [set, metric, distance, count, seed, big_at_top] = request.parameters(names)?;
        let set = set.needed()?.to_owned();
        let (count, seed, big_at_top) = (count.value()?, seed.value()?, big_at_top.value()?);
        let count = count.unwrap_or(1);
        if !(1..=MOST_DRAWN).contains(&count) {
            return Err(RequestError::bad(format!("count must be from 1 to {MOST_DRAWN}")));
        }
        let metric = metric.metric()?;
        let wanted = SampleQuery {
            solutions: None,
            distance: match distance.text() {
                Some(text) => read_word(text)?,
                None => DistanceRange::WITHOUT_GOAL_POSITIONS,
            },
            count,
            seed: seed.unwrap_or(0),
            at_top: big_at_top.unwrap_or(false).then_some(klotski::BIG),
        };
        Ok(Reply::limited(None, move |answers, _, effort| {
            answers.sample(&set, metric, &wanted, effort)
        }))
    }

    /// Random positions at a distance in a range, as JSON.
    fn sample(
        &self,
        set: &str,
        metric: Metric,
        query: &SampleQuery,
        effort: Effort<'_>,
    ) -> Result<Vec<u8>, RequestError> {
        let (oracle, drawn) = self.draw(set, metric, query, effort)?;
        let layouts = drawn.positions.iter().map(|position| LayoutRecord::new(oracle, position));
        Ok(to_json(&Layouts {
            piece_set: oracle.piece_set_text(),
            metric: metric.name(),
            fitting: drawn.fitting,
            sample: layouts.collect::<Result<_, _>>()?,
        }))
    }

    /// Random positions of a piece set of the family, with its oracle.
    pub(super) fn draw(
        &self,
        set: &str,
        metric: Metric,
        query: &SampleQuery,
        effort: Effort<'_>,
    ) -> Result<(&Oracle, Sample), RequestError> {
        let oracle = self.oracle(&self.family().parse_piece_set(set)?)?;
        let (space, table) = oracle.table(metric)?;
        let needed = table.unpacked_bytes();
        if needed > effort.memory {
            let error = SearchError::Memory { needed, allowed: effort.memory };
            return Err(OracleError::from(error).into());
        }
        let drawn = sample(&AllPositions::of_table(space, table)?, query, effort);
        let drawn = drawn.map_err(|error| match error {
            SampleError::Table(error) => error.into(),
            error => RequestError::no_answer(error),
        })?;
        Ok((oracle, drawn))
    }
}
