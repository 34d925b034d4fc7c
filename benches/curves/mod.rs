//! Plot of time and memory per position against the size of the space.

use huarong_report::chart::{Axis, Chart, Marks, Scale, Series};

/// Time and memory of one space.
pub struct Point {
    pub positions: f64,
    /// Time per position.
    pub nanoseconds: f64,
    /// Memory per position, in bytes.
    pub bytes: f64,
}

pub fn draw(points: &[Point]) -> String {
    let line = |name: &str, value: fn(&Point) -> f64| Series {
        name: name.to_owned(),
        marks: Marks::Line(points.iter().map(|point| [point.positions, value(point)]).collect()),
    };
    let axis = |label: &str| Axis { label: label.to_owned(), scale: Scale::Log };
    let chart = Chart {
        title: "Time and memory per position".to_owned(),
        x: axis("positions"),
        y: axis("per position"),
        // Bits, because the axis shows whole numbers.
        series: vec![
            line("nanoseconds", |point| point.nanoseconds),
            line("bits", |point| 8.0 * point.bytes),
        ],
        notes: Vec::new(),
    };
    chart.draw()
}
