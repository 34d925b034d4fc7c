//! `README.md` of a family: the description of the report files, and the ten hardest piece sets.

use super::plots::{PLOTS, Plot};
use super::set_study::{DEFAULT_HARDEST_LIMIT, SetStudy};
use huarong_core::klotski;
use huarong_core::numerals::{counted, grouped};
use huarong_core::rules::Metric;
use huarong_oracle::analysis::SetFigures;
use std::cmp::Reverse;
use std::io::{self, Write};

const SPLIT: &str = "\
The histogram is written as `histogram-unit.csv`, `histogram-straight.csv` and `histogram-finger.csv`.

";

pub(super) fn write(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    let board = study.puzzle.board();
    let size = format!("{}x{}", board.width(), board.height());
    // The 4x5 board is the default, and its directory also has other reports.
    let is_default = klotski::is_klotski(&study.puzzle);
    let goal_columns = match usize::from(board.width() - 2) {
        odd if odd % 2 == 1 => format!("columns {} and {}", odd / 2 + 1, odd / 2 + 2),
        _ => "middle columns".to_owned(),
    };
    let (limit_option, limit) = match study.hardest_limit {
        usize::MAX => (" --hardest-limit 0".to_owned(), "All hardest positions are listed.".into()),
        limit => {
            let option = match limit {
                DEFAULT_HARDEST_LIMIT => String::new(),
                limit => format!(" --hardest-limit {limit}"),
            };
            (option, format!("At most {limit} are listed for each piece set and metric."))
        }
    };
    let positions = study.sets.iter().map(|set| set.positions).sum();
    let components = study.sets.iter().map(SetFigures::components).sum();
    write!(
        out,
        include_str!("templates/family.md"),
        title = match is_default {
            true => "Reports".to_owned(),
            false => format!("Reports on the board of {size}"),
        },
        sets = counted(study.sets.len() as u64, "piece set"),
        family = study.family,
        positions = counted(positions, "position"),
        components = counted(components, "component"),
        option = if is_default { String::new() } else { format!(" --board {size}") },
        directory = if is_default { "reports".to_owned() } else { format!("reports/{size}") },
        limit_option = limit_option,
        goal_columns = goal_columns,
        split = if study.has_split_histogram() { SPLIT } else { "" },
        others = match is_default {
            true => concat!(include_str!("templates/other_reports.md"), "\n"),
            false => "",
        },
        limit = limit,
    )?;
    write_hardest(study, out)?;
    if is_default { write_plots(out) } else { Ok(()) }
}

/// The plots as thumbnails with links.
fn write_plots(out: &mut dyn Write) -> io::Result<()> {
    let plots = PLOTS.map(|plot| {
        let Plot { file, description, .. } = plot;
        format!(
            "{description}\n\n[<img src=\"plots/{file}\" width=\"450\" alt=\"{description}\">](plots/{file})\n\n"
        )
    });
    write!(out, include_str!("templates/plots.md"), plots = plots.concat())
}

/// Writes rows of the ten piece sets with the largest distances, ordered by finger, then straight, then unit.
fn write_hardest(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut sets: Vec<&SetFigures> = study.sets.iter().collect();
    let key = |set: &SetFigures| {
        [Metric::Finger, Metric::Straight, Metric::Unit].map(|metric| set.max(metric))
    };
    sets.sort_by_key(|set| Reverse(key(set)));
    for set in sets.into_iter().take(10) {
        let [unit, straight, finger] = Metric::OF_SINGLE_PIECES
            .map(|metric| set.max(metric).map_or_else(|| "–".to_owned(), |max| max.to_string()));
        let figures = set.metrics[Metric::Finger].as_ref();
        let hardest = figures.and_then(|figures| figures.hardest.first());
        let position = hardest.map_or("–".to_owned(), |hardest| format!("`{}`", hardest.text));
        let [positions, components] = [set.positions, set.components()].map(grouped);
        writeln!(
            out,
            "| `{}` | {positions} | {components} | {unit} | {straight} | {finger} | {position} |",
            set.text
        )?;
    }
    Ok(())
}
