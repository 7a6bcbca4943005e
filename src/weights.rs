//! Weights of an evaluation in a file: numbers of 16 bits, with how they were made.
//!
//! ```text
//! 0   magic     8 bytes  "YONWEIGH"
//! 8   version   u32      of this layout: 1
//! 12  length    u32      of the name of the game and the text, which follow each other with a line feed between
//! 16  count     u32      of weights
//! 20  checksum  u32      CRC-32 of the text and of the weights as they are stored
//! 24  text      in UTF-8
//! then the weights: a raw deflate stream of their low bytes, then their high bytes, with its length (u32) before it
//! ```
//!
//! Numbers are little-endian.

use crate::table::{pack, unpack};

const MAGIC: &[u8; 8] = b"YONWEIGH";
const VERSION: u32 = 1;
const HEADER: usize = 24;
/// More than any evaluation has; a larger number is a damaged header.
const MOST: usize = 1 << 24;

/// The weights of a game's evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The game.
    pub game: String,
    /// How they were made.
    pub made: String,
    /// The weights, in the game's own order.
    pub values: Vec<i16>,
}

/// Why weights cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// The bytes are no file of weights, or not as they were written.
    #[error("weights: expected a file of weights, found {0}")]
    Damaged(&'static str),
    /// They are for something else.
    #[error("weights: expected {expected}, found {found}")]
    Other {
        /// What was needed.
        expected: String,
        /// What there is.
        found: String,
    },
}

impl Weights {
    /// The bytes of a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let text = format!("{}\n{}", self.game, self.made);
        let byte = |shift: u32| self.values.iter().map(move |&value| (value as u16 >> shift) as u8);
        let packed = pack(&[&byte(0).chain(byte(8)).collect::<Vec<u8>>()]);
        let mut file = MAGIC.to_vec();
        for number in [VERSION, text.len() as u32, self.values.len() as u32, checksum(text.as_bytes(), &packed)] {
            file.extend_from_slice(&number.to_le_bytes());
        }
        file.extend_from_slice(text.as_bytes());
        file.extend_from_slice(&packed);
        file
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// When they are no such file, of another version, or damaged.
    pub fn read(file: &[u8]) -> Result<Self, WeightsError> {
        let damaged = WeightsError::Damaged;
        let (head, rest) = file.split_at_checked(HEADER).ok_or(damaged("fewer bytes than a header"))?;
        if head[..8] != *MAGIC {
            return Err(damaged("another kind of file"));
        }
        let number = |at: usize| head[at..].first_chunk().map_or(0, |four| u32::from_le_bytes(*four));
        if number(8) != VERSION {
            return Err(damaged("another version"));
        }
        let (length, count) = (number(12) as usize, number(16) as usize);
        let (text, mut packed) = rest.split_at_checked(length).ok_or(damaged("a text cut short"))?;
        if number(20) != checksum(text, packed) || count > MOST {
            return Err(damaged("a checksum that does not fit"));
        }
        let bytes = unpack(&mut packed, 2 * count).ok_or(damaged("weights that do not unpack"))?;
        let text = std::str::from_utf8(text).map_err(|_| damaged("a text that is not UTF-8"))?;
        let (game, made) = text.split_once('\n').ok_or(damaged("no name of a game"))?;
        let (low, high) = bytes.split_at(count);
        let values = low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high])).collect();
        Ok(Weights { game: game.into(), made: made.into(), values })
    }

    /// The values, if they are for this game and as many as it needs.
    ///
    /// # Errors
    /// When they are not.
    pub fn expect(&self, game: &str, count: usize) -> Result<&[i16], WeightsError> {
        if self.game != game || self.values.len() != count {
            let words = |game: &str, count: usize| format!("{count} weights for {game}");
            let (expected, found) = (words(game, count), words(&self.game, self.values.len()));
            return Err(WeightsError::Other { expected, found });
        }
        Ok(&self.values)
    }
}

fn checksum(text: &[u8], packed: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(text);
    hasher.update(packed);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Weights {
        Weights { game: "a game".into(), made: "by hand".into(), values: vec![0, 1, -1, 300, i16::MIN, i16::MAX] }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Weights::read(&some().write()), Ok(some()));
    }

    #[test]
    fn a_changed_byte_or_a_missing_end_is_an_error() {
        let file = some().write();
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 0x10;
            assert!(Weights::read(&changed).is_err(), "byte {at}");
            assert!(Weights::read(&file[..at]).is_err(), "length {at}");
        }
    }

    #[test]
    fn another_game_s_weights_are_refused() {
        assert!(some().expect("a game", 6).is_ok());
        let error = some().expect("another", 6).unwrap_err();
        assert_eq!(error.to_string(), "weights: expected 6 weights for another, found 6 weights for a game");
        assert!(some().expect("a game", 5).is_err());
    }
}
