//! Results of a census: totals and records. Checkpoints and files of parts hold them.

use super::board::check_board;
use super::error::CensusError;
use super::record::{By, Record, Records};
use super::run::Census;
use super::scope::Scope;
use super::tally::Tally;
use super::walk::Walk;
use crate::batch;
use crate::batch::{Facts, Job, Keep, Part, Results, limit};
use huarong_core::effort::Effort;
use huarong_core::rules::Metric;
use std::fmt::Write;

/// State of a census: the finished tasks and their results.
pub type State = batch::State<Findings>;

/// Totals and records of the finished tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    tally: Tally,
    records: Records,
}

impl State {
    /// The totals.
    pub fn tally(&self) -> &Tally {
        &self.results().tally
    }

    /// The records.
    pub fn records(&self) -> &Records {
        &self.results().records
    }
}

impl Results for Findings {
    type Scope = Scope;
    const KIND: &'static str = "census";
    const VERSION: u32 = 3;

    fn write_scope(scope: &Scope, text: &mut String) {
        let Scope { width, height, rectangles, most_shapes, most_pieces, metric } = *scope;
        let most = |most: Option<u8>| most.map_or("any".to_owned(), |most| most.to_string());
        let _ = writeln!(
            text,
            "board {width} {height}\nrectangles {rectangles}\nshapes {}\npieces {}\nmetric {}",
            most(most_shapes),
            most(most_pieces),
            metric.map_or("any", Metric::name),
        );
    }

    fn read_scope(facts: &mut Facts<'_>) -> Option<Scope> {
        let (width, height) = facts.next("board")?.split_once(' ')?;
        let (width, height) = (width.parse().ok()?, height.parse().ok()?);
        check_board(usize::from(width), usize::from(height)).ok()?;
        Some(Scope {
            width,
            height,
            rectangles: facts.next("rectangles")?.parse().ok()?,
            most_shapes: limit(facts.next("shapes")?)?,
            most_pieces: limit(facts.next("pieces")?)?,
            metric: limit(facts.next("metric")?)?,
        })
    }

    fn write(&self, text: &mut String) {
        text.push_str("tally");
        self.tally.numbers().for_each(|number| {
            let _ = write!(text, " {number}");
        });
        text.push('\n');
        for &by in By::ALL {
            for metric in Metric::OF_SINGLE_PIECES {
                for (number, Record { distance: moves, start, marked }) in
                    self.records.iter(by, metric)
                {
                    let _ = writeln!(
                        text,
                        "record {} {number} {metric} {moves} {start} {marked}",
                        by.name()
                    );
                }
            }
        }
    }

    fn read(facts: &mut Facts<'_>, scope: &Scope, has_tasks: bool) -> Option<Self> {
        let numbers: Vec<u64> =
            facts.next("tally")?.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
        let tally = Tally::from_numbers(numbers.try_into().ok()?);
        if !tally.is_possible() || !has_tasks && tally != Tally::default() {
            return None;
        }
        let mut records = Records::default();
        while let Some(words) = facts.next_with("record") {
            let words: Vec<&str> = words.split(' ').collect();
            let [by, number, metric, moves, start, marked] = words[..] else { return None };
            let by = By::ALL.iter().copied().find(|sort| sort.name() == by)?;
            let (number, metric) = (number.parse().ok()?, metric.parse().ok()?);
            let record = Record {
                distance: moves.parse().ok()?,
                start: start.to_owned(),
                marked: marked.parse().ok()?,
            };
            let is_new = has_tasks && records.get(by, number, metric).is_none();
            if !is_new || !record.is_possible(scope, by, number, metric) {
                return None;
            }
            records.keep(by, number, metric, &record);
        }
        Some(Self { tally, records })
    }

    fn join(&mut self, others: &Self) -> Option<()> {
        self.tally = self.tally.sum(&others.tally).filter(Tally::is_possible)?;
        self.records.merge(&others.records);
        Some(())
    }
}

impl Census {
    /// Runs the census and returns its records. Reports progress in tasks.
    ///
    /// # Errors
    ///
    /// Returns an error before any work if the largest piece set exceeds the memory of a thread. Returns an error if
    /// the observer cancels the census.
    pub fn run(&self, effort: Effort<'_>) -> Result<Records, CensusError> {
        let mut state = State::begin(self, Part::WHOLE);
        state.run(self, effort, Keep::NOTHING)?;
        Ok(state.into_results().records)
    }
}

impl Job for Census {
    type Results = Findings;
    type Worker<'j> = Walk<'j>;
    type Error = CensusError;

    fn scope(&self) -> &Scope {
        self.scope()
    }

    fn tasks(&self) -> usize {
        self.tasks.len()
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn check_memory(&self, available: u64) -> Result<(), CensusError> {
        self.check_memory(available)
    }

    fn worker(&self, memory: u64) -> Walk<'_> {
        Walk::new(self.scope(), self.stencils(), self.skips_unsolvable, memory)
    }

    fn run(&self, walk: &mut Walk<'_>, task: usize, effort: Effort<'_>) -> Result<(), CensusError> {
        walk.run(self.tasks[task], effort)
    }

    /// Gives the walk the records of other threads, too.
    fn deliver(&self, walk: &mut Walk<'_>, findings: &mut Findings) -> Result<(), CensusError> {
        findings.tally.add(&std::mem::take(&mut walk.tally));
        findings.records.merge(&walk.records);
        walk.records.merge(&findings.records);
        Ok(())
    }
}
