//! Charts: marks are at the coordinates of their numbers, and texts are read back as they were
//! given.

use huarong_report::chart::{Axis, Chart, HeatCell, Marks, Point, Scale, Series};
use proptest::prelude::*;
use roxmltree::{Document, Node};

fn axis(label: &str, scale: Scale) -> Axis {
    Axis { label: label.to_owned(), scale }
}

fn chart(scale: Scale, marks: Marks) -> Chart {
    Chart {
        title: "a chart".to_owned(),
        x: axis("to the right", scale),
        y: axis("upwards", scale),
        series: vec![Series { name: "all".to_owned(), marks }],
        notes: vec!["from nowhere".to_owned()],
    }
}

fn all<'d>(document: &'d Document<'_>, name: &str) -> Vec<Node<'d, 'd>> {
    document.descendants().filter(|node| node.has_tag_name(name)).collect()
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// Number and coordinate of each tick of an axis. Labels look like 1, 1.5k, 2.0M.
fn ticks(document: &Document<'_>, axis: &str) -> Vec<(f64, f64)> {
    let texts = document.descendants().filter(|node| node.attribute("class") == Some(axis));
    let tick = |node: Node<'_, '_>| {
        let label = node.text().unwrap().trim();
        let unit = if label.ends_with('k') { 1e3 } else { 1.0 };
        let unit = if label.ends_with('M') { 1e6 } else { unit };
        let label: f64 = label.trim_end_matches(['k', 'M']).parse().unwrap();
        (label * unit, number(node, axis))
    };
    texts.map(tick).collect()
}

proptest! {
    /// Points lie between the ticks in proportion to their numbers.
    #[test]
    fn points_are_where_their_numbers_are(
        places in proptest::collection::vec((1u32..900_000, 1u32..900), 1..20),
        is_log: bool,
    ) {
        let scale = if is_log { Scale::Log } else { Scale::Linear };
        let point = |&(x, y): &(u32, u32)| Point {
            at: [x.into(), y.into()],
            title: format!("{x} and {y}"),
            label: None,
        };
        let drawn = chart(scale, Marks::Points(places.iter().map(point).collect())).draw();
        let document = Document::parse(&drawn).unwrap();
        let circles = all(&document, "circle");
        let circles: Vec<_> = circles.into_iter().filter(|node| node.has_children()).collect();
        prop_assert_eq!(circles.len(), places.len());
        let measure = |number: f64| if is_log { number.log10() } else { number };
        for (axis, place) in [("x", "cx"), ("y", "cy")] {
            let ticks = ticks(&document, axis);
            // A label is six pixels below the line of its number.
            let shift = if axis == "y" { 6.0 } else { 0.0 };
            let (first, last) = (ticks[0], ticks[ticks.len() - 1]);
            prop_assume!(ticks.len() > 1);
            let slope = (last.1 - first.1) / (measure(last.0) - measure(first.0));
            for (circle, &(x, y)) in circles.iter().zip(&places) {
                let wanted = f64::from(if axis == "x" { x } else { y });
                let there = first.1 - shift + slope * (measure(wanted) - measure(first.0));
                prop_assert!((number(*circle, place) - there).abs() < 0.1, "{wanted} on {axis}");
            }
        }
    }
}

/// Numbers of any size and sign, and values that are not numbers.
fn any_number() -> impl Strategy<Value = f64> {
    let odd = [0.0, -0.0, 1e-310, 1e301, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    prop_oneof![any::<f64>(), proptest::sample::select(odd.to_vec()), -10.0..1000.0f64]
}

proptest! {
    /// Values that an axis cannot show are left out. The rest is drawn, with the usual number of
    /// ticks.
    #[test]
    fn numbers_that_an_axis_cannot_show_are_left_out(
        places in proptest::collection::vec((any_number(), any_number()), 0..6),
        which in 0..3usize,
    ) {
        let scale = [Scale::Linear, Scale::Log, Scale::Steps][which];
        let at = |&(x, y): &(f64, f64)| [x, y];
        let point =
            |place: &(f64, f64)| Point { at: at(place), title: "a point".to_owned(), label: None };
        let field = |place: &(f64, f64)| HeatCell { at: at(place), value: 1, title: "1".to_owned() };
        let shows = |number: f64| match scale {
            Scale::Linear => (0.0..=1e150).contains(&number),
            Scale::Log => (1e-150..=1e150).contains(&number),
            Scale::Steps => (0.0..=1e4).contains(&number),
        };
        let shown = places.iter().filter(|place| shows(place.0) && shows(place.1)).count();
        let line = Marks::Line(places.iter().map(at).collect());
        let fields = Marks::HeatCells(places.iter().map(field).collect());
        for marks in [line, Marks::Points(places.iter().map(point).collect()), fields] {
            let drawn = chart(scale, marks).draw();
            prop_assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
            let document = Document::parse(&drawn).unwrap();
            let marks = document.descendants().filter(|node| {
                node.attribute("class") == Some("point") && node.has_children()
            });
            let marks = marks.count();
            prop_assert!(marks == 0 || marks == shown, "{marks} of {shown}");
            let ticks = document.descendants().filter(|node| node.attribute("class") == Some("x"));
            let most = if scale == Scale::Steps { 10_003 } else { 610 };
            prop_assert!(ticks.count() < most);
        }
    }
}

#[test]
fn what_is_written_is_read_as_it_was_said() {
    let odd = r#"<b> & "c" 'd' é 華"#;
    let point = Point { at: [1.0, 2.0], title: odd.to_owned(), label: Some(odd.to_owned()) };
    let mut chart = chart(Scale::Linear, Marks::Points(vec![point]));
    chart.title = odd.to_owned();
    chart.x.label = odd.to_owned();
    chart.notes.push(odd.to_owned());
    chart.series[0].name = odd.to_owned();
    let drawn = chart.draw();
    let document = Document::parse(&drawn).unwrap();
    let titles = all(&document, "title");
    assert_eq!(titles.iter().filter(|node| node.text().map(str::trim) == Some(odd)).count(), 2);
    let texts = all(&document, "text");
    assert_eq!(texts.iter().filter(|node| node.text().map(str::trim) == Some(odd)).count(), 5);
}

#[test]
fn fields_lie_side_by_side_and_the_largest_is_the_darkest() {
    let field = |x: f64, y: f64, value| HeatCell { at: [x, y], value, title: value.to_string() };
    let fields = vec![field(3.0, 1.0, 5), field(4.0, 1.0, 10), field(3.0, 2.0, 0)];
    let drawn = chart(Scale::Steps, Marks::HeatCells(fields)).draw();
    let document = Document::parse(&drawn).unwrap();
    let rects = all(&document, "rect");
    let [_ground, one, right, above] = rects[..] else { panic!("{} rects", rects.len()) };
    let [ends, begins] = [number(one, "x") + number(one, "width"), number(right, "x")];
    assert!(begins >= ends && begins - ends < 2.0);
    assert!(number(above, "y") + number(above, "height") <= number(one, "y"));
    let opacity = [above, one, right].map(|rect| number(rect, "fill-opacity"));
    assert!(opacity.is_sorted_by(|a, b| a < b), "{opacity:?}");
}

/// An empty chart has its axes.
#[test]
fn nothing_is_drawn_of_nothing() {
    for scale in [Scale::Linear, Scale::Log, Scale::Steps] {
        for marks in [Marks::Line(vec![]), Marks::Points(vec![]), Marks::HeatCells(vec![])] {
            let is_of_points = usize::from(!matches!(marks, Marks::Line(_)));
            let drawn = chart(scale, marks).draw();
            assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
            let document = Document::parse(&drawn).unwrap();
            assert_eq!(all(&document, "rect").len(), 1, "the ground");
            // Only the legend of points has a circle.
            assert_eq!(all(&document, "circle").len(), is_of_points);
        }
    }
}
