//! Reads and writes at a position of a file.

use huarong_tables::storage::positioned::{read_exact_at, write_all_at};
use std::io;

/// Each thread owns every eighth block, and reads back its own data while the others write.
#[test]
fn threads_read_and_write_at_once() {
    let file = tempfile::tempfile().unwrap();
    let block = |number: u64| [number as u8; 100];
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let file = &file;
            scope.spawn(move || {
                for number in (thread..800).step_by(8) {
                    let mut found = [0; 100];
                    write_all_at(file, number * 100, &block(number)).unwrap();
                    read_exact_at(file, number * 100, &mut found).unwrap();
                    assert_eq!(found, block(number));
                }
            });
        }
    });
    for number in 0..800 {
        let mut found = [0; 100];
        read_exact_at(&file, number * 100, &mut found).unwrap();
        assert_eq!(found, block(number));
    }
    let behind = read_exact_at(&file, 79_950, &mut [0; 100]).unwrap_err();
    assert_eq!(behind.kind(), io::ErrorKind::UnexpectedEof);
}
