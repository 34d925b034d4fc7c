//! Files in memory.

use huarong_tables::storage::{Memory, Storage};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

#[test]
fn a_file_has_one_writer_and_is_there_only_if_it_is_kept_or_renamed() {
    let directory = Path::new("tables");
    let memory = Memory::from(BTreeMap::from([(directory.join("old-0"), vec![7])]));
    let file = memory.create(directory, "old-").unwrap();
    file.write_at(2, &[1, 2]).unwrap();
    let (name, path) = (file.name(), directory.join(file.name()));
    assert_ne!(name, "old-0", "an existing file keeps its name");
    assert_eq!(memory.files()[&path], [0, 0, 1, 2]);
    assert_eq!(memory.reopen(&path).unwrap_err().kind(), ErrorKind::WouldBlock);
    file.keep().unwrap();
    memory.reopen(&path).unwrap().rename(&directory.join("new")).unwrap();
    assert_eq!(memory.names(directory).unwrap(), ["new", "old-0"]);
    drop(memory.reopen(&directory.join("new")).unwrap());
    assert_eq!(memory.clone().names(directory).unwrap(), ["old-0"], "clones share files");
    assert_eq!(memory.reopen(&path).unwrap_err().kind(), ErrorKind::NotFound);
}
