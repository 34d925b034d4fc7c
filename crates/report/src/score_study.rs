//! Figures of judged answers: how many are right by the length of their puzzles and by other measures, and their first errors.

use super::chart::{Axis, Chart, Marks, Point, Scale, Series};
use super::files::{Report, ReportFile, write_csv};
use huarong_core::numerals::{counted, grouped};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file of all numbers, and the beginning of the names of their charts.
const ACCURACY: &str = "accuracy.csv";
const CHART: &str = "accuracy_by_";

/// Counts of judged answers.
#[derive(Debug, Default)]
pub struct ScoreStudy {
    all: Tally,
    /// By the number of moves of an optimal solution.
    lengths: BTreeMap<u64, Tally>,
    /// By the name of a measure, then by the number of its binary digits.
    measures: BTreeMap<String, BTreeMap<u32, Tally>>,
    /// By kind.
    errors: BTreeMap<&'static str, Errors>,
}

/// What counts of a judged answer.
#[derive(Clone, Debug)]
pub struct JudgedAnswer<'a> {
    /// The number of moves of an optimal solution; `None` if there is none.
    pub length: Option<u16>,
    pub is_right: bool,
    /// Whether it is an optimal solution.
    pub is_optimal: bool,
    pub reward: f64,
    /// The kind of its first error, and the number of the written move; 0 if it was not read.
    pub error: Option<(&'static str, u32)>,
    /// Other measures of its puzzle, by name.
    pub measures: &'a [(String, u64)],
}

/// Counts of some answers.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    answers: u64,
    right: u64,
    optimal: u64,
    reward: f64,
}

/// Counts of errors of a kind.
#[derive(Clone, Copy, Debug, Default)]
struct Errors {
    answers: u64,
    /// The sum of the numbers of the moves.
    numbers: u64,
}

impl Tally {
    fn add(&mut self, answer: &JudgedAnswer<'_>) {
        self.answers += 1;
        self.right += u64::from(answer.is_right);
        self.optimal += u64::from(answer.is_optimal);
        self.reward += answer.reward;
    }

    fn share(&self) -> f64 {
        self.right as f64 / self.answers as f64
    }

    /// The interval of 95 % of the share of right answers (E. B. Wilson, "Probable inference, the law of succession, and
    /// statistical inference", 1927).
    fn interval(&self) -> (f64, f64) {
        /// The quantile 0.975 of the normal distribution.
        const NORMAL: f64 = 1.959_963_984_540_054;
        let (answers, share, square) = (self.answers as f64, self.share(), NORMAL * NORMAL);
        let middle = share + square / (2.0 * answers);
        let half =
            NORMAL * (share * (1.0 - share) / answers + square / (4.0 * answers * answers)).sqrt();
        let whole = 1.0 + square / answers;
        // Rounding must leave no share below 0, nor -0.
        (((middle - half) / whole).max(0.0) + 0.0, (middle + half) / whole)
    }
}

/// The least and the largest number with so many binary digits.
fn bounds(digits: u32) -> (u64, u64) {
    match digits {
        0 => (0, 0),
        digits => (1 << (digits - 1), u64::MAX >> (u64::BITS - digits)),
    }
}

impl ScoreStudy {
    /// Counts an answer.
    pub fn add(&mut self, answer: &JudgedAnswer<'_>) {
        self.all.add(answer);
        if let Some(length) = answer.length {
            self.lengths.entry(length.into()).or_default().add(answer);
        }
        for (name, number) in answer.measures {
            let digits = u64::BITS - number.leading_zeros();
            let tallies = self.measures.entry(name.clone()).or_default();
            tallies.entry(digits).or_default().add(answer);
        }
        if let Some((kind, number)) = answer.error {
            let errors = self.errors.entry(kind).or_default();
            errors.answers += 1;
            errors.numbers += u64::from(number);
        }
    }

    /// Whether an answer has a measure.
    pub fn has(&self, measure: &str) -> bool {
        self.measures.contains_key(measure)
    }

    /// The groups of answers: what they have in common, the least and the largest number, and their counts.
    fn groups(&self) -> impl Iterator<Item = (&str, u64, u64, &Tally)> {
        let lengths = self.lengths.iter().map(|(&length, tally)| ("length", length, length, tally));
        let measures = self.measures.iter().flat_map(|(name, tallies)| {
            tallies.iter().map(move |(&digits, tally)| {
                let (from, to) = bounds(digits);
                (&**name, from, to, tally)
            })
        });
        lengths.chain(measures)
    }

    fn write_accuracy(&self, out: &mut dyn Write) -> io::Result<()> {
        let of = |by: &str, range: Option<(u64, u64)>, tally: &Tally| {
            let (low, high) = tally.interval();
            let Tally { answers, right, optimal, reward } = *tally;
            let shares = [tally.share(), low, high, reward / answers as f64].map(rounded);
            let (from, to) = range.unzip();
            (by.to_owned(), from, to, answers, right, optimal, shares)
        };
        let all = (self.all.answers > 0).then(|| of("all", None, &self.all));
        let groups = self.groups().map(|(by, from, to, tally)| of(by, Some((from, to)), tally));
        let columns = "by,from,to,answers,right,optimal,share,share_low,share_high,mean_reward";
        write_csv(out, columns, all.into_iter().chain(groups))
    }

    /// The kinds of errors, the most frequent first.
    fn sorted_errors(&self) -> Vec<(&'static str, Errors)> {
        let mut errors: Vec<_> =
            self.errors.iter().map(|(&kind, &errors)| (kind, errors)).collect();
        errors.sort_by_key(|&(kind, errors)| (Reverse(errors.answers), kind));
        errors
    }

    fn write_errors(&self, out: &mut dyn Write) -> io::Result<()> {
        let rows = self.sorted_errors().into_iter().map(|(kind, errors)| {
            let answers = errors.answers as f64;
            let share = rounded(answers / self.all.answers as f64);
            (kind, errors.answers, share, rounded(errors.numbers as f64 / answers))
        });
        write_csv(out, "kind,answers,share,mean_number", rows)
    }

    /// The shares of right answers and of optimal solutions, by a measure.
    fn accuracy_chart(&self, by: &str) -> Chart {
        let groups = || self.groups().filter(move |(name, ..)| *name == by);
        let is_length = by == "length";
        let percent = |some: u64, tally: &Tally| 100.0 * some as f64 / tally.answers as f64;
        let points = groups().map(|(_, from, to, tally)| Point {
            at: [from as f64, percent(tally.right, tally)],
            title: {
                let range = if from == to {
                    grouped(from)
                } else {
                    format!("{} to {}", grouped(from), grouped(to))
                };
                format!(
                    "{by} {range}: {} of {} right",
                    grouped(tally.right),
                    grouped(tally.answers)
                )
            },
            label: None,
        });
        let optimal =
            groups().map(|(_, from, _, tally)| [from as f64, percent(tally.optimal, tally)]);
        let right = groups().map(|(_, from, _, tally)| [from as f64, percent(tally.right, tally)]);
        let (label, scale) = match is_length {
            true => ("moves of an optimal solution".to_owned(), Scale::Linear),
            false => (format!("{by}, from each power of two (logarithmic)"), Scale::Log),
        };
        Chart {
            title: format!("Right answers by {by}"),
            x: Axis { label, scale },
            y: Axis { label: "answers (%)".to_owned(), scale: Scale::Linear },
            series: vec![
                Series { name: "right".to_owned(), marks: Marks::Line(right.collect()) },
                Series {
                    name: "optimal solution".to_owned(),
                    marks: Marks::Line(optimal.collect()),
                },
                Series { name: String::new(), marks: Marks::Points(points.collect()) },
            ],
            notes: vec![self.source(ACCURACY)],
        }
    }

    fn errors_chart(&self) -> Chart {
        let points = (1..).zip(self.sorted_errors()).map(|(rank, (kind, errors))| Point {
            at: [errors.answers as f64, f64::from(rank)],
            title: format!("{kind}: {}", counted(errors.answers, "answer")),
            label: Some(kind.to_owned()),
        });
        Chart {
            title: "First errors of answers, by kind".to_owned(),
            x: Axis { label: "answers".to_owned(), scale: Scale::Linear },
            y: Axis { label: "kinds by rank".to_owned(), scale: Scale::Steps },
            series: vec![Series { name: String::new(), marks: Marks::Points(points.collect()) }],
            notes: vec![self.source("first_errors.csv")],
        }
    }

    /// Removes the charts of an earlier report from a folder, except those that were written now.
    pub fn remove_earlier(directory: &Path, written: &[PathBuf]) -> io::Result<()> {
        for entry in fs::read_dir(directory)? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let is_named = name.starts_with(CHART) && name.ends_with(".svg");
            // Another file of the user may have such a name.
            let is_own = || fs::read_to_string(&path).is_ok_and(|text| text.contains(ACCURACY));
            if is_named && !written.contains(&path) && is_own() {
                fs::remove_file(&path)?;
            }
        }
        Ok(())
    }

    fn source(&self, file: &str) -> String {
        format!("Data: {file}, {} in all", counted(self.all.answers, "answer"))
    }
}

impl Report for ScoreStudy {
    fn files(&self) -> Vec<ReportFile<'_>> {
        let mut files = vec![
            ReportFile::new(ACCURACY, |out| self.write_accuracy(out)),
            ReportFile::new("first_errors.csv", |out| self.write_errors(out)),
            ReportFile::new("first_errors.svg", |out| {
                out.write_all(self.errors_chart().draw().as_bytes())
            }),
        ];
        for by in std::iter::once("length").chain(self.measures.keys().map(String::as_str)) {
            files.push(ReportFile::new(format!("{CHART}{by}.svg"), move |out| {
                out.write_all(self.accuracy_chart(by).draw().as_bytes())
            }));
        }
        files
    }
}

/// A number with four decimal places.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
