//! Conditions on measures of difficulty, such as `forced_share=0.5..`.

use crate::cli::difficulty::MEASURES;
use huarong_lab::difficulty::Difficulty;
use serde_json::Value;
use std::str::FromStr;

/// A measure with the range of its values, both ends included.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Condition {
    measure: &'static str,
    least: f64,
    most: f64,
}

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, range) =
            text.split_once('=').ok_or("write a measure, `=` and a range, as in returns=0")?;
        let measure = MEASURES.iter().find(|measure| *measure == name);
        let measure = measure.ok_or_else(|| {
            let instead = match name {
                "pieces" => {
                    "write the numbers of pieces in the list of --pieces, as in \"big 2..4domino\", or --total 7..9; "
                }
                "distance" | "moves" => "write --distance, as in --distance 30..40; ",
                "solutions" => "write --solutions, as in --solutions 1; ",
                "walls" => "write --walls with --rush, as in --walls 1..2; ",
                _ => "",
            };
            format!("{name:?} is no measure: {instead}the measures are {}", MEASURES.join(", "))
        })?;
        let number = |text: &str, open: f64| match text {
            "" => Ok(open),
            digits => digits
                .parse()
                .ok()
                .filter(|number: &f64| number.is_finite())
                .ok_or("a range is written 2..10 (both ends included), 0.5.., ..3 or 2"),
        };
        let (least, most) = match range.split_once("..") {
            Some((least, most)) => (number(least, 0.0)?, number(most, f64::INFINITY)?),
            None if range.is_empty() => return Err("the range is missing".to_owned()),
            None => (number(range, 0.0)?, number(range, 0.0)?),
        };
        if least > most {
            return Err(format!(
                "the range goes from {least} down to {most}; write the smaller number first"
            ));
        }
        Ok(Self { measure, least, most })
    }
}

impl Condition {
    /// Whether all conditions hold. A measure that a start does not have is in no range.
    pub fn all_hold(conditions: &[Self], difficulty: &Difficulty) -> bool {
        let Ok(measures) = serde_json::to_value(difficulty) else { return false };
        conditions.iter().all(|condition| {
            let value = value_of(&measures, condition.measure);
            value.is_some_and(|value| (condition.least..=condition.most).contains(&value))
        })
    }
}

/// The value of a measure among all measures of a start in JSON; `None` if the start does not have it.
pub(in crate::cli) fn value_of(measures: &Value, measure: &str) -> Option<f64> {
    match measures.get(measure)? {
        Value::Number(number) => number.as_f64(),
        // Numbers that can be large are texts.
        Value::String(digits) => digits.parse().ok(),
        _ => None,
    }
}
