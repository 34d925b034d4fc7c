//! `huarong study`: an experiment for the browser.

mod arguments;
mod pairs;
mod stimuli;

pub(super) use arguments::Arguments;

use super::output::{self, Format, Stdout, counted};
use super::output_folder::OutputFolder;
use super::session::Session;
use anyhow::bail;
use huarong_pages::server::{BOARD_SCRIPT, Study, board_script, study_page};
use std::collections::HashSet;
use std::io::{self, Write};
use stimuli::{PUZZLES, Stimulus, StimulusRow};

/// The files of a study.
const PAGE: &str = "index.html";
const FOR_JSPSYCH: &str = "stimuli.json";
const LIST: &str = "stimuli.csv";

/// The conditions of a pair.
const CONDITIONS: [&str; 2] = ["low", "high"];

pub(super) fn run(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let folder = arguments.out.as_ref().map(OutputFolder::new).transpose()?;
    let mut stimuli = stimuli::read(session, arguments)?;
    if let Some(count) = arguments.pairs {
        stimuli = in_pairs(stimuli, count as usize, &arguments.contrast)?;
    }
    if let Some(folder) = folder {
        write(&folder, arguments, &stimuli)?;
        folder.keep();
    }
    let rows: Vec<StimulusRow> = stimuli.into_iter().map(|stimulus| stimulus.row).collect();
    output::print(arguments.format, &rows, write_text)?;
    if let Some(out) = &arguments.out {
        let many = counted(rows.len() as u64, "puzzle");
        session.say(format_args!("wrote {many} to {}", out.display()));
    }
    Ok(())
}

/// Writes all files of a study.
fn write(folder: &OutputFolder, arguments: &Arguments, stimuli: &[Stimulus]) -> anyhow::Result<()> {
    let for_page: Vec<_> = stimuli.iter().map(Stimulus::for_page).collect();
    let page = study_page(&Study {
        title: &arguments.title,
        metric: arguments.metric.name(),
        shuffle: arguments.shuffle,
        post: arguments.post.as_deref(),
        stimuli: &for_page,
    })?;
    let mut list = Vec::new();
    Format::Csv.begin::<StimulusRow>(&mut list)?;
    for stimulus in stimuli {
        Format::Csv.write(&stimulus.row, &mut list, |_, _| Ok(()))?;
    }
    if stimuli.iter().any(|stimulus| stimulus.text.is_some()) {
        let puzzles = folder.folder(PUZZLES)?;
        for Stimulus { row, text, .. } in stimuli {
            if let Some(text) = text {
                puzzles.write_file(&format!("{}.toml", row.id), text.as_bytes())?;
            }
        }
    }
    folder.write_file(FOR_JSPSYCH, &serde_json::to_vec(&for_page)?)?;
    folder.write_file(LIST, &list)?;
    folder.write_file(BOARD_SCRIPT, board_script()?.as_bytes())?;
    folder.write_file(PAGE, page.as_bytes())?;
    Ok(())
}

/// The puzzles of the pairs that differ most, pair by pair.
fn in_pairs(
    mut stimuli: Vec<Stimulus>,
    count: usize,
    contrast: &str,
) -> anyhow::Result<Vec<Stimulus>> {
    // No puzzle is in two pairs.
    let mut seen = HashSet::new();
    let puzzle = |stimulus: &Stimulus| {
        let contrast = stimulus.row.contrast.filter(|_| seen.insert(stimulus.row.start.clone()));
        (stimulus.row.distance, contrast)
    };
    let puzzles: Vec<_> = stimuli.iter().map(puzzle).collect();
    let pairs = pairs::matched(&puzzles, count);
    if pairs.len() < count {
        let found = counted(pairs.len() as u64, "pair");
        bail!(
            "only {found} of {count} can be made of equally long puzzles that differ in {contrast}: give more puzzles"
        );
    }
    let mut places = vec![None; stimuli.len()];
    for (number, pair) in (1..).zip(pairs) {
        for (place, index) in pair.into_iter().enumerate() {
            let row = &mut stimuli[index].row;
            row.pair = Some(number);
            row.condition = Some(CONDITIONS[place].to_owned());
            places[index] = Some((number, place));
        }
    }
    let mut chosen: Vec<_> = places.into_iter().zip(stimuli).collect();
    chosen.retain(|(place, _)| place.is_some());
    chosen.sort_by_key(|&(place, _)| place);
    Ok(chosen.into_iter().map(|(_, stimulus)| stimulus).collect())
}

fn write_text(rows: &[StimulusRow], out: &mut Stdout) -> io::Result<()> {
    for StimulusRow { id, pair, condition, distance, wrong_share, start, .. } in rows {
        let moves = counted((*distance).into(), "move");
        write!(out, "{id}  {moves}, share of wrong moves {:.2}", wrong_share.unwrap_or_default())?;
        if let (Some(pair), Some(condition)) = (pair, condition) {
            write!(out, ", pair {pair} {condition}")?;
        }
        writeln!(out, "  {start}")?;
    }
    Ok(())
}
