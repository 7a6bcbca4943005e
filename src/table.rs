//! Table files: perfect knowledge on disk, in blocks that are packed and checked each by itself.
//!
//! ```text
//! 0    magic        8 bytes  "YONTABLE"
//! 8    version      u32      of this layout: 1
//! 12   rules        u32      version of the game's rules
//! 16   game         16 bytes, its name, filled up with zeros
//! 32   board        u32      the side of the board, or what else tells tables of a game apart
//! 36   blocks       u32
//! 40   positions    u64      that the table answers for
//! 48   entries      u64      that it stores, one for each class of equal positions
//! 56   fingerprint  u64      of all values; it depends on no order, threads or packing
//! 64   bytes        u64      the length of the file
//! 72   reserved     u32      0
//! 76   checksum     u32      CRC-32 of bytes 0 to 75 and of the index
//! 80   index        for each block its length (u32) and the CRC-32 of its bytes (u32)
//! then the blocks, one after another
//! ```
//!
//! Numbers are little-endian. What is in a block is the game's own; [`pack`] and [`unpack`] are what games use.
//! A file is written under a temporary name, brought to the disk and renamed, so that there is never half of one.

mod open;

pub use open::OpenTable;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use libdeflater::{CompressionLvl, Compressor, Decompressor};

const MAGIC: &[u8; 8] = b"YONTABLE";
const VERSION: u32 = 1;
const HEADER: usize = 80;
const NAME: usize = 16;
/// More than any table has; a larger number is a damaged header.
const MOST_BLOCKS: u32 = 1 << 24;
/// More bytes than any block has.
const LONGEST_BLOCK: u32 = 1 << 24;
/// How many temporary names are tried.
const NAMES: u32 = 100;

/// What a table holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The name of the game, at most 16 bytes.
    pub game: String,
    /// The version of the game's rules.
    pub rules: u32,
    /// The side of the board, or what else tells tables of a game apart.
    pub board: u32,
    /// Positions that the table answers for.
    pub positions: u64,
    /// Positions that it stores.
    pub entries: u64,
    /// A hash of all values that depends on no order, threads or packing.
    pub fingerprint: u64,
}

/// Why a table was not written or read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// Reading or writing failed.
    #[error("cannot {what} {}", path.display())]
    Io {
        /// What was tried.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is a file of this name.
    #[error("{} exists; expected --force to replace it", .0.display())]
    Exists(PathBuf),
    /// The name is a folder's.
    #[error("{} is a folder; expected a file", .0.display())]
    Folder(PathBuf),
    /// The name is a device's, a link's or the like.
    #[error("{} is no file that can be replaced", .0.display())]
    NoFile(PathBuf),
    /// The file is no table.
    #[error("{} is no table file", .0.display())]
    NoTable(PathBuf),
    /// The file is a table of a kind that this program does not read.
    #[error("{}: {what} {found}, expected {expected}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// Which number or name.
        what: &'static str,
        /// What it holds.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The file is not as it was written.
    #[error("{} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

fn failed(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> TableError {
    let path = path.to_path_buf();
    move |source| TableError::Io { what, path, source }
}

/// Makes one block of several pieces: each as its packed length (u32) and a raw deflate stream.
#[must_use]
pub fn pack(pieces: &[&[u8]]) -> Vec<u8> {
    let mut packer = Compressor::new(CompressionLvl::best());
    let mut block = Vec::new();
    for piece in pieces {
        let mut packed = vec![0; packer.deflate_compress_bound(piece.len())];
        // The bound is what the packer itself asks for.
        let length = packer.deflate_compress(piece, &mut packed).unwrap_or_default();
        block.extend_from_slice(&(length as u32).to_le_bytes());
        block.extend_from_slice(&packed[..length]);
    }
    block
}

/// Takes the next piece of this length off a block; `None` when the block does not hold it.
pub fn unpack(block: &mut &[u8], length: usize) -> Option<Vec<u8>> {
    let (head, rest) = block.split_first_chunk::<4>()?;
    let (packed, rest) = rest.split_at_checked(u32::from_le_bytes(*head) as usize)?;
    *block = rest;
    let mut piece = vec![0; length];
    (Decompressor::new().deflate_decompress(packed, &mut piece).ok()? == length).then_some(piece)
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes[at..].first_chunk().map_or(0, |four| u32::from_le_bytes(*four))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight))
}

fn encode(header: &Header, blocks: u32, bytes: u64, index: &[u8]) -> [u8; HEADER] {
    let mut out = [0; HEADER];
    out[..8].copy_from_slice(MAGIC);
    out[8..12].copy_from_slice(&VERSION.to_le_bytes());
    out[12..16].copy_from_slice(&header.rules.to_le_bytes());
    let name = header.game.as_bytes();
    out[16..16 + name.len().min(NAME)].copy_from_slice(&name[..name.len().min(NAME)]);
    out[32..36].copy_from_slice(&header.board.to_le_bytes());
    out[36..40].copy_from_slice(&blocks.to_le_bytes());
    out[40..48].copy_from_slice(&header.positions.to_le_bytes());
    out[48..56].copy_from_slice(&header.entries.to_le_bytes());
    out[56..64].copy_from_slice(&header.fingerprint.to_le_bytes());
    out[64..72].copy_from_slice(&bytes.to_le_bytes());
    let checksum = checksum(&out[..HEADER - 4], index);
    out[HEADER - 4..].copy_from_slice(&checksum.to_le_bytes());
    out
}

fn checksum(header: &[u8], index: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header);
    hasher.update(index);
    hasher.finalize()
}

/// A table that is being written. Dropped before [`Draft::finish`], it leaves nothing behind.
pub struct Draft {
    path: PathBuf,
    temporary: PathBuf,
    replace: bool,
    file: Option<BufWriter<File>>,
    index: Vec<u8>,
    blocks: u32,
    bytes: u64,
}

/// Whether a table can be written here, before the work that makes it.
///
/// # Errors
/// When the name is a folder's, when it exists and may not be replaced, and when nothing can be written there.
pub fn refuse_unwritable(path: &Path, replace: bool) -> Result<(), TableError> {
    Draft::create(path, replace, 0).map(drop)
}

/// Writes a small file whole: under a temporary name, brought to the disk, renamed.
///
/// # Errors
/// As [`refuse_unwritable`], and when the disk is full or fails.
pub fn write_whole(path: &Path, bytes: &[u8], replace: bool) -> Result<(), TableError> {
    let mut draft = Draft::create(path, replace, 0)?;
    let Some(mut file) = draft.file.take() else { return Ok(()) };
    let write = || {
        file.get_ref().set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(bytes)?;
        file.flush()?;
        file.get_ref().sync_all()?;
        drop(file);
        fs::rename(&draft.temporary, path)?;
        sync_folder(path)
    };
    write().map_err(failed("write", path))
}

impl Draft {
    /// Begins a file of so many blocks.
    ///
    /// # Errors
    /// When the name is a folder's, when it exists and may not be replaced, and when nothing can be written there.
    pub fn create(path: &Path, replace: bool, blocks: u32) -> Result<Self, TableError> {
        if path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(TableError::Folder(path.into()));
        }
        match path.symlink_metadata() {
            Ok(_) if !replace => return Err(TableError::Exists(path.into())),
            Ok(found) if !found.is_file() => return Err(TableError::NoFile(path.into())),
            _ => {}
        }
        let (file, temporary) = temporary(path).map_err(failed("write", path))?;
        let file = Some(BufWriter::with_capacity(1 << 20, file));
        let bytes = HEADER as u64 + 8 * u64::from(blocks);
        let mut draft = Draft { path: path.into(), temporary, replace, file, index: Vec::new(), blocks, bytes };
        draft.write(&vec![0; HEADER + 8 * blocks as usize])?;
        Ok(draft)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(bytes).map_err(failed("write", &self.path))
    }

    /// Appends a block.
    ///
    /// # Errors
    /// When the disk is full or fails.
    pub fn block(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        self.write(bytes)?;
        self.index.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        self.index.extend_from_slice(&crc32fast::hash(bytes).to_le_bytes());
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Writes the header, brings all to the disk and gives the file its name. Returns its length in bytes.
    ///
    /// # Errors
    /// When the disk is full or fails, and when a file that may not be replaced has come to be there.
    pub fn finish(mut self, header: &Header) -> Result<u64, TableError> {
        debug_assert_eq!(self.index.len(), 8 * self.blocks as usize, "as many blocks as were announced");
        let head = encode(header, self.blocks, self.bytes, &self.index);
        let Some(mut file) = self.file.take() else { return Ok(0) };
        let write = || {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&head)?;
            file.write_all(&self.index)?;
            file.flush()?;
            file.get_ref().sync_all()?;
            drop(file);
            self.take_name()?;
            sync_folder(&self.path)
        };
        match write() {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !self.replace => {
                Err(TableError::Exists(self.path.clone()))
            }
            written => written.map(|()| self.bytes).map_err(failed("write", &self.path)),
        }
    }

    /// Gives the file its name. Where another may not be replaced, one that appeared meanwhile is not either, as far
    /// as the file system can do that.
    fn take_name(&self) -> io::Result<()> {
        if !self.replace {
            match fs::hard_link(&self.temporary, &self.path) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !self.path.exists() => {}
                linked => return linked,
            }
        }
        fs::rename(&self.temporary, &self.path)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After a finished file there is none of this name.
        drop(self.file.take());
        let _ = fs::remove_file(&self.temporary);
    }
}

/// A new file with a hidden name beside another. The number of the process is no promise that nobody else uses
/// the name: folders are shared between machines, and threads share a process.
fn temporary(path: &Path) -> io::Result<(File, PathBuf)> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    for number in 0..NAMES {
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.{number}.part", std::process::id()));
        let hidden = path.with_file_name(hidden);
        match OpenOptions::new().write(true).create_new(true).open(&hidden) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return Ok((opened?, hidden)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Brings the new name of a file to the disk, where folders can be synced.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match File::open(folder) {
        Ok(folder) if cfg!(unix) => folder.sync_all(),
        _ => Ok(()),
    }
}

/// A table file that is open. Only its index is in memory.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    file: File,
    header: Header,
    bytes: u64,
    /// Where each block begins, and where the last one ends.
    starts: Vec<u64>,
    checksums: Vec<u32>,
}

impl TableFile {
    /// Opens a file and checks its header and index.
    ///
    /// # Errors
    /// When it cannot be read, is no table, has another version, or is damaged or cut short.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        if path.is_dir() {
            return Err(TableError::Folder(path.into()));
        }
        // A pipe would keep whoever opens it waiting.
        if !path.metadata().map_err(failed("read", path))?.is_file() {
            return Err(TableError::NoTable(path.into()));
        }
        let mut file = File::open(path).map_err(failed("read", path))?;
        let length = file.metadata().map_err(failed("read", path))?.len();
        let mut head = [0; HEADER];
        match file.read_exact(&mut head) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Err(TableError::NoTable(path.into())),
            other => other.map_err(failed("read", path))?,
        }
        if head[..8] != *MAGIC {
            return Err(TableError::NoTable(path.into()));
        }
        let version = u32_at(&head, 8);
        if version != VERSION {
            let (found, expected) = (version.to_string(), VERSION.to_string());
            return Err(TableError::Other { path: path.into(), what: "table version", found, expected });
        }
        let damaged = |what: String| TableError::Damaged { path: path.into(), what };
        let bytes = u64_at(&head, 64);
        if bytes != length {
            return Err(damaged(format!("expected {bytes} bytes, found {length}")));
        }
        let blocks = u32_at(&head, 36);
        let fits = blocks <= MOST_BLOCKS && HEADER as u64 + 8 * u64::from(blocks) <= length;
        if !fits {
            return Err(damaged(format!("{blocks} blocks do not fit in {length} bytes")));
        }
        let mut index = vec![0; 8 * blocks as usize];
        file.read_exact(&mut index).map_err(failed("read", path))?;
        if u32_at(&head, HEADER - 4) != checksum(&head[..HEADER - 4], &index) {
            return Err(damaged("the checksum of the header does not fit".into()));
        }
        let mut starts = vec![HEADER as u64 + index.len() as u64];
        let mut checksums = Vec::with_capacity(blocks as usize);
        for (number, entry) in index.chunks_exact(8).enumerate() {
            if u32_at(entry, 0) > LONGEST_BLOCK {
                return Err(damaged(format!("block {number} is longer than any block")));
            }
            starts.push(starts[starts.len() - 1] + u64::from(u32_at(entry, 0)));
            checksums.push(u32_at(entry, 4));
        }
        if starts[starts.len() - 1] != length {
            return Err(damaged("the blocks do not fill the file".into()));
        }
        let name = &head[16..16 + NAME];
        let end = name.iter().position(|&byte| byte == 0).unwrap_or(NAME);
        let header = Header {
            game: String::from_utf8_lossy(&name[..end]).into_owned(),
            rules: u32_at(&head, 12),
            board: u32_at(&head, 32),
            positions: u64_at(&head, 40),
            entries: u64_at(&head, 48),
            fingerprint: u64_at(&head, 56),
        };
        Ok(TableFile { path: path.into(), file, header, bytes, starts, checksums })
    }

    /// What the table holds.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.checksums.len()
    }

    /// Reads a block and checks it.
    ///
    /// # Errors
    /// When it cannot be read, or is not as it was written.
    pub fn block(&self, number: usize) -> Result<Vec<u8>, TableError> {
        let mut bytes = vec![0; (self.starts[number + 1] - self.starts[number]) as usize];
        read_at(&self.file, &mut bytes, self.starts[number]).map_err(failed("read", &self.path))?;
        if crc32fast::hash(&bytes) != self.checksums[number] {
            return Err(self.damaged(format!("the checksum of block {number} does not fit")));
        }
        Ok(bytes)
    }

    /// The error of a block that does not hold what it must.
    pub fn damaged(&self, what: String) -> TableError {
        TableError::Damaged { path: self.path.clone(), what }
    }

    /// The error of a table that is not the one that is needed.
    pub fn other(&self, what: &'static str, found: impl ToString, expected: impl ToString) -> TableError {
        TableError::Other { path: self.path.clone(), what, found: found.to_string(), expected: expected.to_string() }
    }
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, start)
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut start: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, start)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                bytes = &mut bytes[read..];
                start += read as u64;
            }
        }
    }
    Ok(())
}
