//! SVG charts with two axes for light and dark backgrounds: lines, points and numbered fields with tooltips.

use huarong_core::numerals::short;
use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Line, Path, Rectangle, Style, Text, Title};

#[derive(Clone, Debug)]
pub struct Chart {
    /// Title, in one line.
    pub title: String,
    pub x: Axis,
    pub y: Axis,
    /// The data series, at most three, each in its own colour.
    pub series: Vec<Series>,
    /// Lines of text below the chart, such as the source of its numbers.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Axis {
    /// Quantity and unit.
    pub label: String,
    pub scale: Scale,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Linear, from 0.
    Linear,
    /// Logarithmic; numbers of 0 or less are not shown.
    Log,
    /// Whole numbers, each one step wide.
    Steps,
}

/// The largest number that an axis shows, and the inverse of the smallest positive one. Ratios of shown numbers are
/// finite.
const MOST_SHOWN: f64 = 1e150;

/// The largest number on an axis of steps, each of which has a label.
const MOST_STEP: f64 = 1e4;

impl Scale {
    /// Whether the axis can show a number.
    fn shows(self, number: f64) -> bool {
        match self {
            Self::Linear => (0.0..=MOST_SHOWN).contains(&number),
            Self::Log => (1.0 / MOST_SHOWN..=MOST_SHOWN).contains(&number),
            Self::Steps => (0.0..=MOST_STEP).contains(&number),
        }
    }

    /// Whether the axis can show a whole field, one step wide, around a number.
    fn shows_field(self, number: f64) -> bool {
        match self {
            Self::Steps => self.shows(number),
            Self::Linear | Self::Log => self.shows(number - 0.5) && self.shows(number + 0.5),
        }
    }
}

/// One data series, drawn in one colour.
#[derive(Clone, Debug)]
pub struct Series {
    /// Name in the legend; an empty name has no entry.
    pub name: String,
    pub marks: Marks,
}

/// The data of a series.
#[derive(Clone, Debug)]
pub enum Marks {
    /// A line through points, in order.
    Line(Vec<[f64; 2]>),
    Points(Vec<Point>),
    /// Fields of one step by one step; larger numbers are darker.
    HeatCells(Vec<HeatCell>),
}

#[derive(Clone, Debug)]
pub struct Point {
    pub at: [f64; 2],
    /// Tooltip.
    pub title: String,
    /// Label beside the point, drawn if there is room.
    pub label: Option<String>,
}

/// A field with a number.
#[derive(Clone, Debug)]
pub struct HeatCell {
    /// Coordinates of the centre.
    pub at: [f64; 2],
    pub value: u64,
    /// Tooltip.
    pub title: String,
}

// Uses no CSS variables, which some SVG viewers do not support.
const STYLE: &str = "\
text{fill:#2b2620;font:18px system-ui,sans-serif}.title{font-weight:600;font-size:20px}\
.note{fill:#6b6156;font-size:14px}.label{font-size:16px}\
.ground{fill:#fff}.grid{stroke:#e4ded5}.axis{stroke:#6b6156;stroke-width:1.5}\
.line{fill:none;stroke-width:2.5;stroke-linejoin:round}.b .line{stroke-dasharray:9 4}.c .line{stroke-dasharray:3 3}\
.point{fill-opacity:.55}.b .point{fill:none;stroke-width:1.5}\
.a .line{stroke:#2f66ad}.b .line,.b .point{stroke:#b93a32}.c .line{stroke:#8a6200}\
.a .point,.a .field{fill:#2f66ad}.c .point{fill:#8a6200}\
@media(prefers-color-scheme:dark){\
text{fill:#ece6dc}.note{fill:#b0a698}.ground{fill:#1c1a17}.grid{stroke:#3a3630}.axis{stroke:#b0a698}\
.a .line{stroke:#7fb0ea}.b .line,.b .point{stroke:#f0897d}.c .line{stroke:#e2b65a}\
.a .point,.a .field{fill:#7fb0ea}.c .point{fill:#e2b65a}}";

const COLOUR_CLASSES: [&str; 3] = ["a", "b", "c"];

const WIDTH: f64 = 900.0;
const LEFT: f64 = 88.0;
const RIGHT: f64 = 30.0;
/// Vertical positions of the title, the legend and the label of the vertical axis, and the top of the plot.
const TITLE: f64 = 36.0;
const LEGEND: f64 = 70.0;
const ABOVE: f64 = 104.0;
const TOP: f64 = 118.0;
/// Height of the plot, and distances of the texts below it.
const HEIGHT: f64 = 380.0;
const TICKS: f64 = 26.0;
const BELOW: f64 = 56.0;
const NOTES: f64 = 90.0;
const NOTE_HEIGHT: f64 = 22.0;

/// Largest number of ticks on an axis.
const MOST_TICKS: f64 = 9.0;

impl Chart {
    /// Draws the chart. Data that an axis cannot show, such as 0 on a logarithmic one, is omitted.
    ///
    /// # Panics
    ///
    /// If there are more series than colours.
    pub fn draw(&self) -> String {
        assert!(self.series.len() <= COLOUR_CLASSES.len(), "a colour for each series");
        let shown = |series: &Series| series.shown(self.x.scale, self.y.scale);
        let shown: Vec<Series> = self.series.iter().map(shown).collect();
        let place = Place { x: range(&shown, 0, &self.x), y: range(&shown, 1, &self.y) };
        let height = TOP + HEIGHT + NOTES + NOTE_HEIGHT * self.notes.len() as f64;
        let ground =
            Rectangle::new().set("class", "ground").set("width", WIDTH).set("height", height);
        let mut document = Document::new()
            .set("viewBox", (0, 0, WIDTH, height))
            .set("role", "img")
            .add(Title::new(self.title.clone()))
            .add(Style::new(STYLE))
            .add(ground)
            .add(text(&self.title, LEFT, TITLE, "start").set("class", "title"))
            .add(text(&self.y.label, LEFT, ABOVE, "start"))
            .add(text(&self.x.label, LEFT + plot_width(), TOP + HEIGHT + BELOW, "end"));
        for (number, note) in (0..).zip(&self.notes) {
            let y = TOP + HEIGHT + NOTES + NOTE_HEIGHT * f64::from(number);
            document = document.add(text(note, LEFT, y, "start").set("class", "note"));
        }
        document = place.with_axes(document);
        for (series, hue) in shown.iter().zip(COLOUR_CLASSES) {
            document = document.add(place.series(series).set("class", hue));
        }
        self.with_legend(document).to_string()
    }

    /// Adds a row with the names of the series.
    fn with_legend(&self, mut document: Document) -> Document {
        let mut x = LEFT;
        for (series, hue) in self.series.iter().zip(COLOUR_CLASSES) {
            if series.name.is_empty() {
                continue;
            }
            let y = LEGEND - 6.0;
            let sample = Group::new().set("class", hue);
            document = document.add(match series.marks {
                Marks::Line(_) => {
                    let line = Data::new().move_to((x, y)).horizontal_line_by(36);
                    sample.add(Path::new().set("class", "line").set("d", line))
                }
                _ => sample.add(circle(x + 18.0, y).set("class", "point")),
            });
            document = document.add(text(&series.name, x + 44.0, LEGEND, "start"));
            x += 72.0 + CHARACTER_WIDTH * series.name.chars().count() as f64;
        }
        document
    }
}

/// Approximate width.
const CHARACTER_WIDTH: f64 = 9.3;

/// Range of an axis: `end` is 0 for the horizontal and 1 for the vertical one.
fn range(series: &[Series], end: usize, axis: &Axis) -> Range {
    let all = series.iter().flat_map(|series| series.marks.places());
    let (least, most) = all
        .fold((f64::INFINITY, 0f64), |(least, most), at| (least.min(at[end]), most.max(at[end])));
    // Without data the minimum stays infinite.
    let (least, most) = if least <= most { (least, most) } else { (1.0, 1.0) };
    Range::new(axis.scale, least, most)
}

impl Series {
    /// The series without the data that the axes cannot show.
    fn shown(&self, x: Scale, y: Scale) -> Self {
        let shows = |at: [f64; 2]| x.shows(at[0]) && y.shows(at[1]);
        let shows_field = |at: [f64; 2]| x.shows_field(at[0]) && y.shows_field(at[1]);
        let marks = match self.marks.clone() {
            Marks::Line(mut points) => {
                points.retain(|&at| shows(at));
                Marks::Line(points)
            }
            Marks::Points(mut points) => {
                points.retain(|point| shows(point.at));
                Marks::Points(points)
            }
            Marks::HeatCells(mut fields) => {
                fields.retain(|field| shows_field(field.at));
                Marks::HeatCells(fields)
            }
        };
        Self { name: self.name.clone(), marks }
    }
}

impl Marks {
    fn places(&self) -> Vec<[f64; 2]> {
        match self {
            Self::Line(points) => points.clone(),
            Self::Points(points) => points.iter().map(|point| point.at).collect(),
            Self::HeatCells(fields) => fields.iter().map(|field| field.at).collect(),
        }
    }
}

/// Range of numbers on an axis.
#[derive(Clone, Debug)]
struct Range {
    scale: Scale,
    from: f64,
    to: f64,
}

impl Range {
    fn new(scale: Scale, least: f64, most: f64) -> Self {
        let (from, to) = match scale {
            Scale::Linear => (0.0, most.max(1.0) * 1.03),
            Scale::Log => (10f64.powf(least.log10().floor()), most.max(2.0) * 1.4),
            Scale::Steps => (least - 0.5, most + 0.5),
        };
        Self { scale, from, to }
    }

    /// Position of a number on the axis, from 0 to 1.
    fn share(&self, number: f64) -> f64 {
        let Self { scale, from, to } = *self;
        match scale {
            Scale::Log => (number / from).log10() / (to / from).log10(),
            Scale::Linear | Scale::Steps => (number - from) / (to - from),
        }
    }

    /// The numbers with ticks.
    fn ticks(&self) -> Vec<f64> {
        let Self { scale, from, to } = *self;
        match scale {
            Scale::Log => {
                let powers = from.log10().round() as i32..=to.log10().floor() as i32;
                powers.map(|power| 10f64.powi(power)).collect()
            }
            Scale::Linear => {
                let round = (0..).flat_map(|power| [1.0, 2.0, 5.0].map(|d| d * 10f64.powi(power)));
                let step = { round }.find(|step| to / step <= MOST_TICKS).unwrap_or(to);
                (0..=(to / step) as u32).map(|tick| f64::from(tick) * step).collect()
            }
            Scale::Steps => (from.ceil() as i64..=to.floor() as i64).map(|n| n as f64).collect(),
        }
    }
}

/// Mapping of numbers to coordinates of the picture.
struct Place {
    x: Range,
    y: Range,
}

fn plot_width() -> f64 {
    WIDTH - LEFT - RIGHT
}

impl Place {
    fn x(&self, number: f64) -> f64 {
        round(LEFT + self.x.share(number) * plot_width())
    }

    fn y(&self, number: f64) -> f64 {
        round(TOP + HEIGHT - self.y.share(number) * HEIGHT)
    }

    fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.x(x), self.y(y)]
    }

    fn with_axes(&self, mut document: Document) -> Document {
        let (right, floor) = (LEFT + plot_width(), TOP + HEIGHT);
        // Ticks are round numbers.
        let word = |number: f64| short(number as u64).replace(".0", "");
        for number in self.y.ticks() {
            let y = self.y(number);
            if self.y.scale != Scale::Steps {
                document = document.add(line("grid", [LEFT, y], [right, y]));
            }
            let tick = text(&word(number), LEFT - 12.0, y + 6.0, "end");
            document = document.add(tick.set("class", "y"));
        }
        for number in self.x.ticks() {
            let x = self.x(number);
            document = document.add(line("axis", [x, floor], [x, floor + 6.0]));
            let tick = text(&word(number), x, floor + TICKS, "middle");
            document = document.add(tick.set("class", "x"));
        }
        document.add(line("axis", [LEFT, floor], [right, floor])).add(line(
            "axis",
            [LEFT, TOP],
            [LEFT, floor],
        ))
    }

    fn series(&self, series: &Series) -> Group {
        match &series.marks {
            Marks::Line(points) => self.line_through(points),
            Marks::Points(points) => self.points(points),
            Marks::HeatCells(fields) => self.fields(fields),
        }
    }

    fn line_through(&self, points: &[[f64; 2]]) -> Group {
        let at = |&[x, y]: &[f64; 2]| (self.x(x), self.y(y));
        let data = match points.split_first() {
            Some((first, rest)) => rest
                .iter()
                .fold(Data::new().move_to(at(first)), |data, point| data.line_to(at(point))),
            None => Data::new(),
        };
        Group::new().add(Path::new().set("class", "line").set("d", data))
    }

    /// Draws points, with the labels that fit.
    fn points(&self, points: &[Point]) -> Group {
        let group = points.iter().fold(Group::new(), |group, point| {
            let [x, y] = self.at(point.at);
            let mark = circle(x, y).set("class", "point");
            group.add(mark.add(Title::new(point.title.clone())))
        });
        self.labels(points).into_iter().fold(group, |group, label| {
            let words = text(label.words, label.x, label.y + 5.0, label.anchor);
            group.add(words.set("class", "label"))
        })
    }

    /// The labels that fit: inside the picture, over no other point and over no earlier label.
    fn labels<'p>(&self, points: &'p [Point]) -> Vec<Label<'p>> {
        let places: Vec<[f64; 2]> = points.iter().map(|point| self.at(point.at)).collect();
        let labels = points.iter().zip(&places);
        let labels = labels.filter_map(|(point, &at)| Some((point.label.as_ref()?, at)));
        let mut placed: Vec<Label<'_>> = Vec::new();
        for (words, at) in labels {
            let fits = |label: &Label<'_>| {
                let mut others = places.iter().filter(|&&other| other != at);
                label.is_within()
                    && !placed.iter().any(|other| label.meets(other))
                    && !others.any(|&other| label.covers(other))
            };
            placed.extend(Label::sides(at, words).into_iter().find(fits));
        }
        placed
    }

    /// Draws fields, each as dark as its share of the largest number.
    fn fields(&self, fields: &[HeatCell]) -> Group {
        let most = fields.iter().map(|field| field.value).max().unwrap_or(0).max(1);
        fields.iter().fold(Group::new(), |group, field| {
            let [x, y] = field.at;
            let (left, top) = (self.x(x - 0.5), self.y(y + 0.5));
            let (width, height) = (self.x(x + 0.5) - left, self.y(y - 0.5) - top);
            let share = 0.08 + 0.62 * field.value as f64 / most as f64;
            let mark = Rectangle::new()
                .set("class", "field")
                .set("x", left)
                .set("y", top)
                .set("width", round(width - 1.0))
                .set("height", round(height - 1.0))
                .set("fill-opacity", round(share))
                .add(Title::new(field.title.clone()));
            let number = field.value.to_string();
            let middle = round(top + height / 2.0 + 6.0);
            group.add(mark).add(text(&number, round(left + width / 2.0), middle, "middle"))
        })
    }
}

/// A label beside a point.
#[derive(Clone, Debug)]
struct Label<'w> {
    words: &'w str,
    x: f64,
    /// Vertical centre of the label.
    y: f64,
    anchor: &'static str,
}

/// Distance from a point's centre.
const LABEL_DISTANCE: f64 = 9.0;
const LABEL_HEIGHT: f64 = 16.0;

/// Radius of a point.
const RADIUS: f64 = 4.5;

impl<'w> Label<'w> {
    /// The label to the right of a point, and to its left.
    fn sides([x, y]: [f64; 2], words: &'w str) -> [Self; 2] {
        [(x + LABEL_DISTANCE, "start"), (x - LABEL_DISTANCE, "end")].map(|(x, anchor)| Self {
            words,
            x,
            y,
            anchor,
        })
    }

    /// Left and right end.
    fn reach(&self) -> (f64, f64) {
        let width = CHARACTER_WIDTH * self.words.chars().count() as f64;
        if self.anchor == "end" { (self.x - width, self.x) } else { (self.x, self.x + width) }
    }

    fn is_within(&self) -> bool {
        self.reach().0 > LEFT && self.reach().1 < WIDTH
    }

    fn meets(&self, other: &Self) -> bool {
        let ((from, to), (other_from, other_to)) = (self.reach(), other.reach());
        (self.y - other.y).abs() < LABEL_HEIGHT && from < other_to && other_from < to
    }

    /// Whether the label would cover a point.
    fn covers(&self, [x, y]: [f64; 2]) -> bool {
        let (from, to) = self.reach();
        (self.y - y).abs() < LABEL_HEIGHT / 2.0 + RADIUS && from < x + RADIUS && x - RADIUS < to
    }
}

/// Rounds to hundredths, which is below visible precision.
fn round(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

fn circle(x: f64, y: f64) -> Circle {
    Circle::new().set("cx", x).set("cy", y).set("r", RADIUS)
}

fn line(class: &str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) -> Line {
    let line = Line::new().set("class", class);
    line.set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2)
}

fn text(words: &str, x: f64, y: f64, anchor: &str) -> Text {
    Text::new(words).set("x", x).set("y", y).set("text-anchor", anchor)
}
