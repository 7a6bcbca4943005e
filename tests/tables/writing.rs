//! What is written is what was solved, whoever writes it, and comes whole or not at all.

use std::fs;

use yon::control::{Progress, Stop};
use yon::games::yonkoma::write_table;
use yon::table::{Draft, Header, TableError, TableFile, refuse_unwritable};

use super::driver::Folder;
use super::made::{
    all_positions, bytes_of, forge, header, open, random_positions, solution, solve_with, stored, table_in, write,
};

#[test]
fn a_table_has_the_value_of_the_solution_for_every_position() {
    let folder = Folder::new("values");
    for size in [4, 6, 8] {
        let table = open(&table_in(&folder, size)).unwrap();
        for position in all_positions(size) {
            assert_eq!(table.value(&position).unwrap(), solution(size).value(&position), "{position:?}");
        }
    }
    for size in [10, 12] {
        let table = open(&table_in(&folder, size)).unwrap();
        for position in random_positions(size, 200_000) {
            assert_eq!(table.value(&position).unwrap(), solution(size).value(&position), "{position:?}");
        }
    }
}

#[test]
fn the_number_of_threads_changes_no_byte_of_the_file() {
    let folder = Folder::new("threads");
    for size in [4, 6, 8, 10] {
        let [one, three] = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let path = folder.0.join(format!("{size}-{threads}"));
            pool.install(|| write(&solve_with(size, threads), &path));
            fs::read(&path).unwrap()
        });
        assert!(one == three, "{size}");
    }
}

#[test]
fn the_file_is_that_of_the_description() {
    let folder = Folder::new("description");
    for size in [4, 6, 8] {
        let path = folder.0.join("forged");
        forge(&path, &header(solution(size)), &stored(solution(size)), solution(size).classes());
        assert!(fs::read(&path).unwrap() == bytes_of(size), "{size}");
    }
}

#[test]
fn a_header_reads_back_as_it_was_written() {
    let folder = Folder::new("header");
    let path = folder.0.join("any");
    let header = Header {
        game: "sixteen-letters!".into(),
        rules: u32::MAX,
        board: 7,
        positions: u64::MAX,
        entries: 1 << 40,
        fingerprint: 0x0123_4567_89ab_cdef,
    };
    let blocks: [&[u8]; 3] = [b"abc", b"", b"defgh"];
    let mut draft = Draft::create(&path, false, 3).unwrap();
    for block in blocks {
        draft.block(block).unwrap();
    }
    let bytes = draft.finish(&header).unwrap();
    let file = TableFile::open(&path).unwrap();
    assert_eq!((file.header(), file.bytes(), file.path()), (&header, bytes, path.as_path()));
    assert_eq!(fs::metadata(&path).unwrap().len(), bytes);
    assert_eq!([0, 1, 2].map(|number| file.block(number).unwrap()), blocks.map(<[u8]>::to_vec));
}

fn names(folder: &Folder) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_draft_that_is_not_finished_leaves_nothing() {
    let folder = Folder::new("draft");
    let path = folder.0.join("t.yon");
    let mut draft = Draft::create(&path, false, 1).unwrap();
    draft.block(b"abc").unwrap();
    assert_eq!(names(&folder).len(), 1, "the temporary file");
    drop(draft);
    assert_eq!(names(&folder), Vec::<String>::new());
    refuse_unwritable(&path, false).unwrap();
    assert_eq!(names(&folder), Vec::<String>::new());
}

#[test]
fn a_writer_that_is_stopped_leaves_nothing() {
    let folder = Folder::new("stopped");
    let stop = Stop::new();
    stop.stop();
    let path = folder.0.join("t.yon");
    assert_eq!(write_table(solution(6), &path, false, 0, &stop, &Progress::default()).unwrap(), None);
    assert_eq!(names(&folder), Vec::<String>::new());
}

fn finish(draft: Draft, fingerprint: u64) -> Result<u64, TableError> {
    draft.finish(&Header { fingerprint, ..header(solution(4)) })
}

#[test]
fn of_two_who_write_one_file_the_first_has_the_name_and_the_second_replaces_it_only_when_allowed() {
    let folder = Folder::new("two");
    let path = folder.0.join("t.yon");
    let [first, second, third] = [false, false, true].map(|replace| Draft::create(&path, replace, 0).unwrap());
    finish(first, 1).unwrap();
    assert!(matches!(finish(second, 2), Err(TableError::Exists(_))));
    assert_eq!(TableFile::open(&path).unwrap().header().fingerprint, 1);
    finish(third, 3).unwrap();
    assert_eq!(TableFile::open(&path).unwrap().header().fingerprint, 3);
    assert_eq!(names(&folder), ["t.yon"]);
}

#[cfg(unix)]
#[test]
fn what_lies_under_a_temporary_name_is_not_touched() {
    let folder = Folder::new("planted");
    let path = folder.0.join("t.yon");
    fs::write(folder.0.join("victim"), "victim").unwrap();
    let planted = folder.0.join(format!(".t.yon.{}.0.part", std::process::id()));
    std::os::unix::fs::symlink(folder.0.join("victim"), &planted).unwrap();
    write(solution(4), &path);
    assert_eq!(fs::read_to_string(folder.0.join("victim")).unwrap(), "victim");
    assert!(open(&path).is_ok() && planted.is_symlink());
}

#[test]
#[cfg(unix)]
fn a_table_is_read_on_after_its_file_was_replaced_or_removed() {
    let folder = Folder::new("replaced");
    let path = table_in(&folder, 8);
    let table = open(&path).unwrap();
    write(solution(6), &path);
    fs::remove_file(&path).unwrap();
    for position in random_positions(8, 1000) {
        assert_eq!(table.value(&position).unwrap(), solution(8).value(&position));
    }
}
