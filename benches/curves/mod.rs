//! Plots of time and memory per position against the size of the space.

use plotters::prelude::*;
use std::error::Error;
use std::ops::Range;
use std::path::Path;

/// Time and memory of one space.
pub struct Point {
    pub positions: f64,
    /// Time per position.
    pub nanoseconds: f64,
    /// Memory per position, in bytes.
    pub bytes: f64,
}

const SIZE: (u32, u32) = (760, 640);
const POSITIONS: Range<f64> = 5e4..2e10;
/// Both axes span the same number of decades, so slopes can be compared.
const NANOSECONDS: Range<f64> = 10.0..1e4;
const BYTES: Range<f64> = 0.1..100.0;

/// Draws time above memory, with logarithmic axes.
pub fn draw(path: &Path, points: &[Point]) -> Result<(), Box<dyn Error>> {
    let page = SVGBackend::new(path, SIZE).into_drawing_area();
    page.fill(&WHITE)?;
    let (upper, lower) = page.split_vertically(SIZE.1 / 2);
    let time = points.iter().map(|point| (point.positions, point.nanoseconds));
    let memory = points.iter().map(|point| (point.positions, point.bytes));
    panel(&upper, "Time of a position", "nanoseconds", NANOSECONDS, time.collect())?;
    panel(&lower, "Memory of a position", "bytes", BYTES, memory.collect())?;
    Ok(page.present()?)
}

fn panel(
    area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    title: &str,
    unit: &str,
    range: Range<f64>,
    points: Vec<(f64, f64)>,
) -> Result<(), Box<dyn Error>> {
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .margin_right(24)
        .x_label_area_size(40)
        .y_label_area_size(64)
        .build_cartesian_2d(POSITIONS.log_scale(), range.log_scale())?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc("positions")
        .y_desc(unit)
        .x_label_formatter(&|&positions| format!("10^{:.0}", positions.log10()))
        .label_style(("sans-serif", 13))
        .draw()?;
    chart.draw_series(LineSeries::new(points.iter().copied(), &BLUE))?;
    chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, BLUE.filled())))?;
    Ok(())
}
