//! Histograms of distances as SVG bar charts, for light and dark backgrounds.

use crate::numerals::short;
use svg::Document;
use svg::node::element::{Line, Path, Style, Text, Title, path::Data};

/// Size of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// With axes and numbers.
    Full,
    /// Bars only, for use within a line of text.
    Small,
}

/// Height of a first bar, in heights of the highest other one, from which a small chart cuts it. The charts of the pages
/// do the same.
const LEAST_HEIGHT_TO_CUT: f64 = 1.3;
/// The gap in a cut bar, in shares of the height.
const GAP_OF_CUT_BAR: [f64; 2] = [0.68, 0.8];

const STYLE: &str = "\
.bar{fill:#3b6fb0}.mark{fill:#c2453d}.axis{stroke:#7a6a58}\
text{fill:#3a342c;font:30px system-ui,sans-serif}\
@media(prefers-color-scheme:dark){.bar{fill:#6f9fd8}.mark{fill:#ea7a6f}.axis{stroke:#8d8273}text{fill:#e6e0d6}}";

/// Draws the number of positions at each distance, from 0; the bar of distance `mark` is highlighted.
pub fn draw(histogram: &[u64], mark: Option<u16>, size: Size) -> String {
    let plot = Plot::new(histogram, size);
    let total: u64 = histogram.iter().sum();
    let title =
        format!("{total} positions by distance, at most {}", histogram.len().saturating_sub(1));
    let mut document = Document::new()
        .set("viewBox", (0, 0, plot.right(), plot.bottom()))
        .set("role", "img")
        .add(Title::new(title))
        .add(Style::new(STYLE));
    let bars = (0..histogram.len()).fold(Data::new(), |data, bar| plot.outline(data, bar));
    document = document.add(Path::new().set("class", "bar").set("d", bars));
    let mark = mark.map(usize::from).filter(|&mark| mark < histogram.len());
    if let Some(mark) = mark {
        let marked = plot.outline(Data::new(), mark);
        document = document.add(Path::new().set("class", "mark").set("d", marked));
    }
    match (size, mark) {
        (Size::Small, _) => document,
        (Size::Full, None) => plot.with_axes(document),
        (Size::Full, Some(mark)) => plot.with_axes(document.add(plot.pointer(mark))),
    }
    .to_string()
}

/// Layout of the bars of a histogram.
struct Plot<'h> {
    histogram: &'h [u64],
    /// The number of positions of a bar of full height. Higher bars are cut.
    most: u64,
    width: f64,
    height: f64,
    /// Margins around the bars.
    margins: Margins,
    /// Distance between bars, and the gap that it includes.
    step: f64,
    gap: f64,
}

/// Margins around the bars.
struct Margins {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl<'h> Plot<'h> {
    fn new(histogram: &'h [u64], size: Size) -> Self {
        let (width, height, margins) = match size {
            Size::Full => {
                (900.0, 300.0, Margins { left: 110.0, top: 24.0, right: 30.0, bottom: 64.0 })
            }
            Size::Small => (180.0, 36.0, Margins { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 }),
        };
        let most = match size {
            Size::Full => histogram.iter().copied().max().unwrap_or(0).max(1),
            Size::Small => highest_uncut(histogram),
        };
        let step = width / histogram.len().max(1) as f64;
        let gap = if step > 4.0 { 1.0 } else { 0.0 };
        Self { histogram, most, width, height, margins, step, gap }
    }

    /// Width of the picture.
    fn right(&self) -> f64 {
        self.margins.left + self.width + self.margins.right
    }

    /// Height of the picture.
    fn bottom(&self) -> f64 {
        self.floor() + self.margins.bottom
    }

    /// Vertical position of the baseline.
    fn floor(&self) -> f64 {
        self.margins.top + self.height
    }

    /// Left end of a bar's place.
    fn x(&self, bar: f64) -> f64 {
        self.margins.left + bar * self.step
    }

    /// Outline of a bar.
    fn outline(&self, data: Data, bar: usize) -> Data {
        let positions = self.histogram[bar];
        // A non-zero number stays visible.
        let least = if positions > 0 { 1.0 } else { 0.0 };
        let tall = (positions as f64 / self.most as f64 * self.height).max(least);
        if tall <= self.height {
            return self.block(data, bar, [0.0, tall]);
        }
        // A gap shows that the bar is cut.
        let [begin, end] = GAP_OF_CUT_BAR.map(|share| share * self.height);
        let data = self.block(data, bar, [0.0, begin]);
        self.block(data, bar, [end, self.height])
    }

    /// Outline of a part of a bar, from one height above the baseline to another.
    fn block(&self, data: Data, bar: usize, [from, to]: [f64; 2]) -> Data {
        let floor = round(self.floor() - from);
        data.move_to((round(self.x(bar as f64)), floor))
            .vertical_line_to(round(self.floor() - to))
            .horizontal_line_to(round(self.x((bar + 1) as f64) - self.gap))
            .vertical_line_to(floor)
            .close()
    }

    /// A triangle below a bar.
    fn pointer(&self, bar: usize) -> Path {
        let pointer = Data::new()
            .move_to((round(self.x(bar as f64 + 0.5)), self.floor() + 6.0))
            .line_by((-9, 14))
            .horizontal_line_by(18)
            .close();
        Path::new().set("class", "mark").set("d", pointer)
    }

    /// Draws the axes with their numbers.
    fn with_axes(&self, mut document: Document) -> Document {
        let Margins { left, top, .. } = self.margins;
        let floor = self.floor();
        document = document.add(line(left, floor, left + self.width, floor));
        document = document.add(line(left, top, left, floor));
        for share in [0.0, 0.5, 1.0] {
            let label = short((self.most as f64 * share).round() as u64);
            let y = round(floor - share * self.height);
            document = document.add(line(left - 6.0, y, left, y));
            document = document.add(text(label, left - 12.0, y + 10.0, "end"));
        }
        for distance in (0..self.histogram.len()).step_by(spacing(self.histogram.len())) {
            let x = round(self.x(distance as f64 + 0.5));
            document = document.add(line(x, floor, x, floor + 6.0));
            document = document.add(text(distance.to_string(), x, floor + 48.0, "middle"));
        }
        document
    }
}

/// The number of positions of the highest bar. The first bar does not count if it is much higher than all others,
/// because often most positions are goal positions.
fn highest_uncut(histogram: &[u64]) -> u64 {
    let first = histogram.first().copied().unwrap_or(0);
    let others = histogram.iter().skip(1).copied().max().unwrap_or(0).max(1);
    if first as f64 > LEAST_HEIGHT_TO_CUT * others as f64 { others } else { first.max(others) }
}

/// Rounds to hundredths, which is below visible precision.
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

/// Distance between ticks: 1, 2 or 5 times a power of ten, for at most twelve ticks.
fn spacing(bars: usize) -> usize {
    let round = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10usize.pow(power)));
    round.into_iter().find(|every| bars.div_ceil(*every) <= 12).unwrap_or(1)
}
