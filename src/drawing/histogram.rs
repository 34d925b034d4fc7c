//! Histograms of distances as SVG bar charts, for light and dark backgrounds.

use svg::Document;
use svg::node::element::{Line, Path, Style, Text, Title, path::Data};

/// How large a chart is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// With axes and numbers.
    Full,
    /// The bars alone, to stand in a line of text.
    Small,
}

const STYLE: &str = "\
.bar{fill:#3b6fb0}.mark{fill:#c2453d}.axis{stroke:#7a6a58}\
text{fill:#3a342c;font:30px system-ui,sans-serif}\
@media(prefers-color-scheme:dark){.bar{fill:#6f9fd8}.mark{fill:#ea7a6f}.axis{stroke:#8d8273}text{fill:#e6e0d6}}";

/// Draws how many positions have each distance, from 0 on; the bar of the distance `mark` stands out.
pub fn draw(histogram: &[u64], mark: Option<u16>, size: Size) -> String {
    // Width and height of the plot, and the margins around it.
    let (width, height, left, top, right, bottom) = match size {
        Size::Full => (900.0, 300.0, 110.0, 24.0, 30.0, 64.0),
        Size::Small => (180.0, 36.0, 0.0, 0.0, 0.0, 0.0),
    };
    let most = histogram.iter().copied().max().unwrap_or(0).max(1);
    let step = width / histogram.len().max(1) as f64;
    let gap = if step > 4.0 { 1.0 } else { 0.0 };
    let floor = top + height;
    let bar = |distance: usize| {
        let positions = histogram[distance];
        // What is there at all can be seen.
        let tall =
            (positions as f64 / most as f64 * height).max(if positions > 0 { 1.0 } else { 0.0 });
        let (from, to) = (left + distance as f64 * step, left + (distance + 1) as f64 * step - gap);
        (round(from), round(to), round(floor - tall))
    };
    let outline = |data: Data, distance: usize| {
        let (from, to, top) = bar(distance);
        data.move_to((from, floor))
            .vertical_line_to(top)
            .horizontal_line_to(to)
            .vertical_line_to(floor)
            .close()
    };
    let total: u64 = histogram.iter().sum();
    let title =
        format!("{total} positions by distance, at most {}", histogram.len().saturating_sub(1));
    let mut document = Document::new()
        .set("viewBox", (0, 0, left + width + right, top + height + bottom))
        .set("role", "img")
        .add(Title::new(title))
        .add(Style::new(STYLE));
    let bars = (0..histogram.len()).fold(Data::new(), outline);
    document = document.add(Path::new().set("class", "bar").set("d", bars));
    if let Some(mark) = mark.map(usize::from).filter(|&mark| mark < histogram.len()) {
        let marked = outline(Data::new(), mark);
        document = document.add(Path::new().set("class", "mark").set("d", marked));
        if size == Size::Full {
            let middle = left + (mark as f64 + 0.5) * step;
            let pointer = Data::new()
                .move_to((round(middle), floor + 6.0))
                .line_by((-9, 14))
                .horizontal_line_by(18)
                .close();
            document = document.add(Path::new().set("class", "mark").set("d", pointer));
        }
    }
    if size == Size::Full {
        document = document.add(line(left, floor, left + width, floor));
        document = document.add(line(left, top, left, floor));
        for share in [0.0, 0.5, 1.0] {
            let label = thousands((most as f64 * share).round() as u64);
            let y = round(floor - share * height);
            document = document.add(line(left - 6.0, y, left, y));
            document = document.add(text(label, left - 12.0, y + 10.0, "end"));
        }
        let every = spacing(histogram.len());
        for distance in (0..histogram.len()).step_by(every) {
            let x = round(left + (distance as f64 + 0.5) * step);
            document = document.add(line(x, floor, x, floor + 6.0));
            document = document.add(text(distance.to_string(), x, floor + 48.0, "middle"));
        }
    }
    document.to_string()
}

/// To hundredths, which is finer than anybody sees.
fn round(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

fn line(x1: f64, y1: f64, x2: f64, y2: f64) -> Line {
    let line = Line::new().set("class", "axis").set("stroke-width", 2);
    line.set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2)
}

fn text(words: String, x: f64, y: f64, anchor: &str) -> Text {
    Text::new(words).set("x", x).set("y", y).set("text-anchor", anchor)
}

/// A number in at most four signs: 950, 9.5k, 950k, 9.5M.
fn thousands(number: u64) -> String {
    let units = [(1_000_000, "M"), (1_000, "k")];
    match units.into_iter().find(|&(size, _)| number >= size) {
        Some((size, unit)) if number >= 100 * size => format!("{}{unit}", number / size),
        Some((size, unit)) => format!("{:.1}{unit}", number as f64 / size as f64),
        None => number.to_string(),
    }
}

/// From one number on the axis to the next: 1, 2 or 5 times a power of ten, so that there are at most twelve.
fn spacing(bars: usize) -> usize {
    let round = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10usize.pow(power)));
    round.into_iter().find(|every| bars.div_ceil(*every) <= 12).unwrap_or(1)
}
