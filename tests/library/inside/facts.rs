//! The facts beside the drawing of a position.

use huarong::Puzzle;
use huarong::cli::query::write_facts;
use huarong_core::grid::Board;
use huarong_core::rules::{Goal, PerMetric, Shape};
use huarong_pages::json::{PositionRecord, SubjectRecord};
use std::io::Write;

/// The facts are printed in full, however few rows the drawing has.
#[test]
fn flat_boards_have_all_facts() {
    for (position, columns, rows) in [("AAS.", 4, 1), ("AA/S.", 2, 2), ("A/A/S/.", 1, 4)] {
        let board = Board::new(columns, rows, []).unwrap();
        let single = Shape::rectangle("single", 'S', 1, 1).unwrap();
        let puzzle = Puzzle::new(board, vec![single], Goal::new([])).unwrap();
        let record = PositionRecord {
            position,
            subject: SubjectRecord::PieceSet("1a1s"),
            index: Some(1234),
            solvable: true,
            lost: None,
            distance: PerMetric::new(Some(7), Some(5), Some(3)),
            best_moves: PerMetric::default(),
            reachable: None,
            moves: Vec::new(),
        };
        let mut out = Vec::new();
        let distance = |out: &mut Vec<u8>| out.write_all(b"   distance   unit 7");
        write_facts(&puzzle, &record, "5,678 positions", distance, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 1 + usize::from(rows).max(3), "{text}");
        assert!(lines[1].ends_with("   piece set  1a1s"), "{text}");
        assert!(lines[2].ends_with("   index      1,234 of 5,678 positions"), "{text}");
        assert!(lines[3].ends_with("   distance   unit 7"), "{text}");
    }
}
