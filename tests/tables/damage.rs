//! A file that is not as it was written is an error wherever it is used, never another answer and never a panic.

use std::fs;
use std::path::{Path, PathBuf};

use yon::control::{Progress, Stop};
use yon::games::yonkoma::verify;
use yon::table::TableFile;

use super::driver::Folder;
use super::made::{all_positions, bytes_of, forge_blocks, open, pieces, random_positions, solution, stored, table_in};

const HEADER: usize = 80;

/// What opening and checking a file says.
fn check(path: &Path) -> Result<(), String> {
    let table = open(path).map_err(|error| error.to_string())?;
    verify(&table, &Stop::new(), &Progress::default()).map(drop).map_err(|error| error.to_string())
}

/// Writes the bytes and checks that no position has another value than it should.
fn never_another_answer(path: &Path, size: u8) {
    let Ok(table) = open(path) else { return };
    for position in all_positions(size) {
        if let Ok(value) = table.value(&position) {
            assert_eq!(value, solution(size).value(&position), "{position:?}");
        }
    }
}

#[test]
fn every_flipped_bit_of_a_file_is_an_error() {
    let folder = Folder::new("bits");
    let path = folder.0.join("flipped");
    let whole = bytes_of(4);
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << bit;
            fs::write(&path, &bytes).unwrap();
            assert!(check(&path).is_err(), "byte {at} bit {bit}");
            never_another_answer(&path, 4);
        }
    }
}

#[test]
fn every_flipped_byte_of_a_file_is_an_error() {
    let folder = Folder::new("bytes");
    let path = folder.0.join("flipped");
    let whole = bytes_of(6);
    assert!(whole.len() > 1000);
    for at in 0..whole.len() {
        for flip in [0x01, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] ^= flip;
            fs::write(&path, &bytes).unwrap();
            let error = check(&path).expect_err(&format!("byte {at}"));
            let words = if at < 8 {
                "is no table file"
            } else if at < 12 {
                "table version"
            } else {
                "is damaged: "
            };
            assert!(error.contains(words), "byte {at}: {error}");
        }
    }
}

#[test]
fn a_file_that_is_cut_short_anywhere_is_an_error() {
    let folder = Folder::new("cut");
    let path = folder.0.join("cut");
    for size in [4, 6] {
        let whole = bytes_of(size);
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let error = TableFile::open(&path).map(drop).unwrap_err().to_string();
            let words = if length < HEADER { "is no table file" } else { "is damaged: expected" };
            assert!(error.contains(words), "{length}: {error}");
        }
    }
}

#[test]
fn bytes_behind_the_end_are_an_error() {
    let folder = Folder::new("appended");
    let path = folder.0.join("long");
    for more in [1, 8, 5000] {
        let mut bytes = bytes_of(4);
        bytes.resize(bytes.len() + more, 0);
        fs::write(&path, &bytes).unwrap();
        assert!(check(&path).unwrap_err().contains("is damaged: expected"), "{more}");
    }
}

/// A table of 4x4 with these bytes of its header changed and the checksum made right again.
fn patched(folder: &Folder, at: usize, bytes: &[u8]) -> PathBuf {
    let path = folder.0.join("patched");
    let mut file = bytes_of(4);
    file[at..at + bytes.len()].copy_from_slice(bytes);
    let blocks = u32::from_le_bytes(file[36..40].try_into().unwrap()) as usize;
    let index = HEADER..file.len().min(HEADER.saturating_add(blocks.saturating_mul(8)));
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&file[..HEADER - 4]);
    hasher.update(&file[index]);
    file[HEADER - 4..HEADER].copy_from_slice(&hasher.finalize().to_le_bytes());
    fs::write(&path, &file).unwrap();
    path
}

#[test]
fn another_version_rules_game_board_or_count_is_named() {
    let folder = Folder::new("patched");
    let other = |at, bytes: &[u8]| check(&patched(&folder, at, bytes)).unwrap_err();
    assert!(check(&patched(&folder, 72, &[0; 4])).is_ok(), "the checksum is made right");
    for (at, bytes, words) in [
        (8, &2u32.to_le_bytes()[..], "table version 2, expected 1"),
        (12, &7u32.to_le_bytes(), "rules version 7, expected 1"),
        (16, b"checkers", "a table of 'checkers', expected 'yonkoma'"),
        (32, &5u32.to_le_bytes(), "board 5, expected an even side from 4 to 26"),
        (32, &28u32.to_le_bytes(), "board 28, expected an even side from 4 to 26"),
        (32, &260u32.to_le_bytes(), "board 260, expected an even side from 4 to 26"),
        (32, &8u32.to_le_bytes(), "is damaged: its counts are not those of 8x8"),
        (36, &0u32.to_le_bytes(), "is damaged: the blocks do not fill the file"),
        (36, &2u32.to_le_bytes(), "is damaged: "),
        (36, &(1u32 << 24).to_le_bytes(), "is damaged: 16777216 blocks do not fit"),
        (36, &u32::MAX.to_le_bytes(), "is damaged: 4294967295 blocks do not fit"),
        (40, &783u64.to_le_bytes(), "is damaged: its counts are not those of 4x4"),
        (48, &u64::MAX.to_le_bytes(), "is damaged: its counts are not those of 4x4"),
        (56, &9u64.to_le_bytes(), "the header has the fingerprint 0000000000000009"),
        (64, &u64::MAX.to_le_bytes(), "is damaged: expected 18446744073709551615 bytes"),
    ] {
        let error = other(at, bytes);
        assert!(error.contains(words), "{at}: {error}");
    }
    let error = other(16, b"a\nb\x1b[31m\xff");
    assert!(!error.contains(['\n', '\x1b']), "{error:?}");
}

#[test]
fn a_block_longer_than_any_is_refused_before_memory_is_taken() {
    let folder = Folder::new("sparse");
    let path = folder.0.join("huge");
    let length = 3u64 << 30;
    let mut head = bytes_of(4)[..HEADER + 8].to_vec();
    head[64..72].copy_from_slice(&length.to_le_bytes());
    head[HEADER..HEADER + 4].copy_from_slice(&(length as u32 - HEADER as u32 - 8).to_le_bytes());
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&head[..HEADER - 4]);
    hasher.update(&head[HEADER..]);
    head[HEADER - 4..HEADER].copy_from_slice(&hasher.finalize().to_le_bytes());
    fs::write(&path, &head).unwrap();
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(length).unwrap();
    assert!(check(&path).unwrap_err().contains("is damaged: block 0 is longer than any block"));
}

#[test]
fn what_is_no_file_of_tables_is_refused_at_once() {
    let folder = Folder::new("no-table");
    let refused = |name: &str| TableFile::open(&folder.0.join(name)).map(drop).unwrap_err().to_string();
    fs::write(folder.0.join("empty"), "").unwrap();
    fs::write(folder.0.join("text"), "x".repeat(1000)).unwrap();
    fs::File::create(folder.0.join("zeros")).unwrap().set_len(1 << 30).unwrap();
    for name in ["empty", "text", "zeros"] {
        assert!(refused(name).ends_with(" is no table file"), "{name}: {}", refused(name));
    }
    assert!(refused("missing").contains("cannot read "));
    assert!(refused(".").ends_with(" is a folder; expected a file"));
    #[cfg(unix)]
    {
        nix::unistd::mkfifo(&folder.0.join("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
        assert!(refused("pipe").ends_with(" is no table file"));
        assert!(TableFile::open(Path::new("/dev/zero")).is_err());
    }
}

#[test]
fn blocks_damaged_under_right_checksums_are_errors_or_still_right() {
    let folder = Folder::new("forged");
    let path = table_in(&folder, 6);
    let file = TableFile::open(&path).unwrap();
    let block = file.block(0).unwrap();
    assert_eq!(file.blocks(), 1);
    let (mut refused, mut tried) = (0, 0);
    for at in (0..block.len()).step_by(7) {
        for flip in [0x01, 0xff] {
            tried += 1;
            let mut changed = block.clone();
            changed[at] ^= flip;
            forge_blocks(&path, file.header(), &[changed]);
            match check(&path) {
                Err(_) => refused += 1,
                // Bits that fill a packed stream up to whole bytes mean nothing.
                Ok(()) => never_another_answer(&path, 6),
            }
        }
    }
    assert!(tried > 200 && refused > tried * 2 / 3, "{refused} of {tried}");
}

#[test]
fn a_block_of_another_length_is_an_error() {
    let folder = Folder::new("lengths");
    let path = table_in(&folder, 6);
    let file = TableFile::open(&path).unwrap();
    let block = file.block(0).unwrap();
    for length in (0..block.len()).step_by(13).chain([block.len() - 1]) {
        forge_blocks(&path, file.header(), &[block[..length].to_vec()]);
        assert!(check(&path).is_err(), "{length}");
    }
    forge_blocks(&path, file.header(), &[[&block[..], b"x"].concat()]);
    assert!(check(&path).is_err(), "a byte more");
}

#[test]
fn bits_that_are_no_position_are_an_error() {
    let folder = Folder::new("padding");
    let path = table_in(&folder, 6);
    let file = TableFile::open(&path).unwrap();
    let (mut bits, mut distances) = pieces(&stored(solution(6)), 18);
    // Line 1 has one column; its second bit is none. Line 2 is stored with it combined.
    bits[0] ^= 2;
    bits[1] ^= 2;
    distances.push(0);
    forge_blocks(&path, file.header(), &[yon::table::pack(&[&bits, &distances])]);
    let table = open(&path).unwrap();
    for position in random_positions(6, 100) {
        assert!(table.value(&position).is_err());
    }
    assert!(check(&path).unwrap_err().contains("block 0 does not unpack"));
}
