//! Tables for tests, and a writer of their own for tables that no solver would make.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use yon::board::Square;
use yon::control::{Progress, Stop};
use yon::game::{Game, Seat};
use yon::games::yonkoma::{
    BLUE, Classes, RED, RULES_VERSION, Solution, SolvedTable, Solver, Stored, Survey, Yonkoma, write_table,
};
use yon::table::{Draft, Header, TableError, TableFile, pack};

use super::driver::Folder;

/// A board, solved once for all tests of this program.
pub fn solution(size: u8) -> &'static Solution {
    static SOLVED: [OnceLock<Solution>; 27] = [const { OnceLock::new() }; 27];
    SOLVED[usize::from(size)].get_or_init(|| Solution::solve(size, &Stop::new()).unwrap())
}

/// Writes the table of a solution.
pub fn write(solution: &Solution, path: &Path) -> u64 {
    let fingerprint = Survey::of(solution).fingerprint;
    write_table(solution, path, true, fingerprint, &Stop::new(), &Progress::default()).unwrap().unwrap()
}

/// The table of a size in a folder, under the name that the engine looks for.
pub fn table_in(folder: &Folder, size: u8) -> PathBuf {
    let path = folder.0.join(format!("yonkoma-{size}.yon"));
    write(solution(size), &path);
    path
}

/// The bytes of a table.
pub fn bytes_of(size: u8) -> Vec<u8> {
    let folder = Folder::new(&format!("bytes-{size}-{:?}", std::thread::current().id()));
    std::fs::read(table_in(&folder, size)).unwrap()
}

pub fn open(path: &Path) -> Result<SolvedTable, TableError> {
    TableFile::open(path).and_then(SolvedTable::new)
}

/// Solves with so many threads, as the command does.
pub fn solve_with(size: u8, threads: usize) -> Solution {
    Solver { threads, ..Solver::new(size) }.solve(&Stop::new(), &Progress::default()).unwrap()
}

fn pairs(size: u8, dark: bool) -> Vec<[Square; 2]> {
    let all: Vec<Square> =
        (0..size).flat_map(|r| (0..size).map(move |f| Square::new(f, r))).filter(|s| s.is_dark() == dark).collect();
    (0..all.len()).flat_map(|a| (0..a).map(|b| [all[a], all[b]]).collect::<Vec<_>>()).collect()
}

/// Every position of a board with this side to move.
pub fn positions(size: u8, turn: Seat) -> impl Iterator<Item = Yonkoma> {
    let (reds, blues) = (pairs(size, true), pairs(size, false));
    (0..reds.len() * blues.len())
        .map(move |at| Yonkoma::new(size, turn, reds[at / blues.len()], blues[at % blues.len()], 1).unwrap())
}

/// Every position of a board.
pub fn all_positions(size: u8) -> impl Iterator<Item = Yonkoma> {
    positions(size, RED).chain(positions(size, BLUE))
}

/// So many random positions, the same each time.
pub fn random_positions(size: u8, count: usize) -> impl Iterator<Item = Yonkoma> {
    let mut rng = fastrand::Rng::with_seed(u64::from(size));
    std::iter::repeat_with(move || Yonkoma::random(size, &mut rng)).take(count)
}

/// What a table stores, as rows.
pub type Rows = Vec<Vec<Stored>>;

/// What a solution would have stored.
pub fn stored(solution: &Solution) -> Rows {
    use yon::game::Value;
    let stored = |value| match value {
        Value::Loss(plies) => Stored::Loss(plies.unwrap() as u8),
        _ => Stored::Win,
    };
    (0..solution.classes().rows()).map(|row| solution.row(row).map(stored).collect()).collect()
}

/// The header of the table of a solution.
pub fn header(solution: &Solution) -> Header {
    let classes = solution.classes();
    Header {
        game: "yonkoma".into(),
        rules: RULES_VERSION,
        board: solution.size().into(),
        positions: classes.positions(),
        entries: classes.places() as u64,
        fingerprint: Survey::of(solution).fingerprint,
    }
}

/// The two pieces of a block that holds these rows, by the description of the format alone.
pub fn pieces(rows: &[Vec<Stored>], squares: usize) -> (Vec<u8>, Vec<u8>) {
    let (mut bits, mut distances, mut last) = (Vec::new(), Vec::new(), 0u8);
    for row in rows {
        let mut before: Vec<u8> = Vec::new();
        let mut columns = row.iter();
        for high in 1..squares {
            let mut line = vec![0u8; high.div_ceil(8)];
            for low in 0..high {
                if let Stored::Loss(plies) = columns.next().unwrap() {
                    line[low / 8] |= 1 << (low % 8);
                    distances.push(plies.wrapping_sub(last));
                    last = *plies;
                }
            }
            bits.extend(line.iter().enumerate().map(|(at, byte)| byte ^ before.get(at).unwrap_or(&0)));
            before = line;
        }
    }
    (bits, distances)
}

/// Writes a table with these values and this header; checksums are right whatever they are. The rows of each block are
/// those that a table of this board has.
pub fn forge(path: &Path, header: &Header, rows: &Rows, classes: &Classes) {
    let a_block = (56_000 / classes.pairs()).clamp(1, classes.rows());
    let blocks: Vec<Vec<u8>> = rows
        .chunks(a_block)
        .map(|rows| {
            let (bits, distances) = pieces(rows, classes.geometry().squares());
            pack(&[&bits, &distances])
        })
        .collect();
    forge_blocks(path, header, &blocks);
}

pub fn forge_blocks(path: &Path, header: &Header, blocks: &[Vec<u8>]) {
    let mut draft = Draft::create(path, true, blocks.len() as u32).unwrap();
    for block in blocks {
        draft.block(block).unwrap();
    }
    draft.finish(header).unwrap();
}

/// The number of moves that go on.
pub fn moves_of(position: &Yonkoma) -> Vec<Yonkoma> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.into_iter().map(|mv| position.after(mv)).collect()
}
