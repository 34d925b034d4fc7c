//! Charts with two axes as SVG, for light and dark grounds: lines, points and fields of numbers, which say what they
//! are where a pointer rests on them.

use super::histogram::round;
use crate::numerals::short;
use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Line, Path, Rectangle, Style, Text, Title};

/// A chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What is drawn, in a line.
    pub title: String,
    /// From left to right.
    pub x: Axis,
    /// From below.
    pub y: Axis,
    /// What is drawn, at most three, each in a colour of its own.
    pub series: Vec<Series>,
    /// Lines below the chart: where its numbers are from.
    pub notes: Vec<String>,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What is counted along it, with its unit.
    pub label: String,
    /// How.
    pub scale: Scale,
}

/// How numbers lie along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Evenly, from 0 on.
    Linear,
    /// By their logarithms; 0 and negative numbers have no place.
    Log,
    /// Whole numbers, each with a width of its own.
    Steps,
}

/// The largest number that an axis shows, and the inverse of the smallest positive one: ratios of them are finite.
const MOST: f64 = 1e150;

/// The largest step that an axis shows: each has a label.
const MOST_STEP: f64 = 1e4;

impl Scale {
    /// Whether a number has a place on such an axis.
    fn shows(self, number: f64) -> bool {
        match self {
            Self::Linear => (0.0..=MOST).contains(&number),
            Self::Log => (1.0 / MOST..=MOST).contains(&number),
            Self::Steps => (0.0..=MOST_STEP).contains(&number),
        }
    }

    /// Whether all of a field around a number has a place, one step wide.
    fn shows_field(self, number: f64) -> bool {
        match self {
            Self::Steps => self.shows(number),
            Self::Linear | Self::Log => self.shows(number - 0.5) && self.shows(number + 0.5),
        }
    }
}

/// What is drawn in one colour.
#[derive(Clone, Debug)]
pub struct Series {
    /// What the legend says of it; nothing where it is empty.
    pub name: String,
    /// What is drawn.
    pub marks: Marks,
}

/// What is drawn.
#[derive(Clone, Debug)]
pub enum Marks {
    /// A line through points, in order.
    Line(Vec<[f64; 2]>),
    /// Points on their own.
    Points(Vec<Point>),
    /// Fields one step wide and high, the darker the larger their number.
    Fields(Vec<Field>),
}

/// A point.
#[derive(Clone, Debug)]
pub struct Point {
    /// Where it is.
    pub at: [f64; 2],
    /// What it is.
    pub title: String,
    /// What stands beside it, where there is room.
    pub label: Option<String>,
}

/// A field with a number.
#[derive(Clone, Debug)]
pub struct Field {
    /// Where its middle is.
    pub at: [f64; 2],
    /// Its number.
    pub value: u64,
    /// What it is.
    pub title: String,
}

// Without variables, which not all programs that show SVG know.
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

/// The colours, by their classes.
const HUES: [&str; 3] = ["a", "b", "c"];

const WIDTH: f64 = 900.0;
const LEFT: f64 = 88.0;
const RIGHT: f64 = 30.0;
/// Where the title, the legend and the name of the upward axis stand, and where the plot begins.
const TITLE: f64 = 36.0;
const LEGEND: f64 = 70.0;
const ABOVE: f64 = 104.0;
const TOP: f64 = 118.0;
/// The plot's height, and what stands below it.
const HEIGHT: f64 = 380.0;
const TICKS: f64 = 26.0;
const BELOW: f64 = 56.0;
const NOTES: f64 = 90.0;
const NOTE: f64 = 22.0;

/// Most numbers along an axis.
const MOST_TICKS: f64 = 9.0;

impl Chart {
    /// Draws the chart. Marks at a number that an axis does not show, such as 0 on a logarithmic one, are left out.
    ///
    /// # Panics
    ///
    /// Where there are more series than colours.
    pub fn draw(&self) -> String {
        assert!(self.series.len() <= HUES.len(), "a colour for each series");
        let shown = |series: &Series| series.shown(self.x.scale, self.y.scale);
        let shown: Vec<Series> = self.series.iter().map(shown).collect();
        let place = Place { x: range(&shown, 0, &self.x), y: range(&shown, 1, &self.y) };
        let height = TOP + HEIGHT + NOTES + NOTE * self.notes.len() as f64;
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
            let y = TOP + HEIGHT + NOTES + NOTE * f64::from(number);
            document = document.add(text(note, LEFT, y, "start").set("class", "note"));
        }
        document = place.with_axes(document);
        for (series, hue) in shown.iter().zip(HUES) {
            document = document.add(place.series(series).set("class", hue));
        }
        self.with_legend(document).to_string()
    }

    /// The names of the series, where they have any, in a row.
    fn with_legend(&self, mut document: Document) -> Document {
        let mut x = LEFT;
        for (series, hue) in self.series.iter().zip(HUES) {
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
            x += 72.0 + SIGN * series.name.chars().count() as f64;
        }
        document
    }
}

/// About the width of a sign.
const SIGN: f64 = 9.3;

/// What an axis must hold: `end` is 0 for the one from left to right, and 1 for the one from below.
fn range(series: &[Series], end: usize, axis: &Axis) -> Range {
    let all = series.iter().flat_map(|series| series.marks.places());
    let (least, most) = all
        .fold((f64::INFINITY, 0f64), |(least, most), at| (least.min(at[end]), most.max(at[end])));
    // Nothing leaves the least at infinity.
    let (least, most) = if least <= most { (least, most) } else { (1.0, 1.0) };
    Range::new(axis.scale, least, most)
}

impl Series {
    /// The series without the marks that axes of some scales do not show.
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
            Marks::Fields(mut fields) => {
                fields.retain(|field| shows_field(field.at));
                Marks::Fields(fields)
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
            Self::Fields(fields) => fields.iter().map(|field| field.at).collect(),
        }
    }
}

/// What lies along an axis.
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

    /// How far along the axis a number is, from 0 to 1.
    fn share(&self, number: f64) -> f64 {
        let Self { scale, from, to } = *self;
        match scale {
            Scale::Log => (number / from).log10() / (to / from).log10(),
            Scale::Linear | Scale::Steps => (number - from) / (to - from),
        }
    }

    /// The numbers that are written along the axis.
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

/// Where numbers are in the picture.
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
        // Ticks are round.
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
            Marks::Fields(fields) => self.fields(fields),
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

    /// Points, with those labels that fit beside them.
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

    /// Fields, each as dark as its share of the largest number.
    fn fields(&self, fields: &[Field]) -> Group {
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

/// Words beside a point.
#[derive(Clone, Debug)]
struct Label<'w> {
    words: &'w str,
    x: f64,
    /// The middle of the line.
    y: f64,
    anchor: &'static str,
}

/// From the middle of a point to its label, and the height of that.
const BESIDE: f64 = 9.0;
const LINE: f64 = 16.0;

/// Of a point.
const RADIUS: f64 = 4.5;

impl<'w> Label<'w> {
    /// On the right of a point, and on its left.
    fn sides([x, y]: [f64; 2], words: &'w str) -> [Self; 2] {
        [(x + BESIDE, "start"), (x - BESIDE, "end")].map(|(x, anchor)| Self { words, x, y, anchor })
    }

    /// From where to where it reaches.
    fn reach(&self) -> (f64, f64) {
        let width = SIGN * self.words.chars().count() as f64;
        if self.anchor == "end" { (self.x - width, self.x) } else { (self.x, self.x + width) }
    }

    fn is_within(&self) -> bool {
        self.reach().0 > LEFT && self.reach().1 < WIDTH
    }

    fn meets(&self, other: &Self) -> bool {
        let ((from, to), (other_from, other_to)) = (self.reach(), other.reach());
        (self.y - other.y).abs() < LINE && from < other_to && other_from < to
    }

    /// Whether a point would be under it.
    fn covers(&self, [x, y]: [f64; 2]) -> bool {
        let (from, to) = self.reach();
        (self.y - y).abs() < LINE / 2.0 + RADIUS && from < x + RADIUS && x - RADIUS < to
    }
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
