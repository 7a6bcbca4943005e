//! Yo\[n\]o Shogi as text: the FEN of five fields, and the board to draw.

use super::bits::{SIDE, SQUARES};
use super::board::{Board, KINDS, Kind, Man};
use super::{IN_PLAY, Move, SIZE, START, Yonoshogi};
use crate::board::Square;
use crate::game::{Code, FenError, Game, MoveError, Notation, Seat};
use crate::text::{quote, read_counter, read_digits};
use crate::view::{Labels, Piece, View};

/// The rules as they are printed for people.
pub const RULES: &str = include_str!("rules.txt");

/// The course for people.
pub const LESSONS: &str = include_str!("lessons.txt");

/// The letters of the players.
pub(super) const LETTERS: [char; 4] = ['r', 'o', 'g', 'b'];

/// What stands before the letter of a man that is drawn: whose he is, and whether he has promoted.
const PREFIXES: [[&str; 4]; 2] = [["r", "o", "g", "b"], ["r+", "o+", "g+", "b+"]];

/// The most men of a kind, on the board and in all Reserves.
const MOST: u32 = 99;

/// The fields of a FEN.
const FIELDS: &str = "board, turn, Reserves, status and optionally the ply, parted by blanks";

fn error<T>(code: Code, message: String) -> Result<T, FenError> {
    Err(FenError::new(code, message))
}

fn player_of(letter: char) -> Option<usize> {
    LETTERS.iter().position(|&other| other == letter)
}

/// The start position, which is data.
pub(super) fn start() -> Yonoshogi {
    Yonoshogi::from_fen(START).expect("the start array is a position")
}

/// The number of a square on the board that is drawn.
pub(super) fn number(square: Square) -> usize {
    (SIDE - 1 - usize::from(square.rank).min(SIDE - 1)) * SIDE + usize::from(square.file).min(SIDE - 1)
}

/// The square on the board that is drawn.
pub(super) fn square(number: usize) -> Square {
    Square::new((number % SIDE) as u8, (SIDE - 1 - number / SIDE % SIDE) as u8)
}

fn read_row(board: &mut Board, row: &str, number: usize) -> Result<(), FenError> {
    let letter = (b'a' + number as u8) as char;
    let wrong_size = |found: usize| {
        error(Code::Size, format!("board row {letter}: expected {SIDE} squares, found {}", found.min(SIDE + 1)))
    };
    let (mut column, mut signs) = (0, row.chars().peekable());
    let mut after_number = false;
    while let Some(sign) = signs.next() {
        if column >= SIDE {
            return wrong_size(SIDE + 1);
        }
        if let Some(run) = sign.to_digit(10) {
            if run == 0 || after_number {
                let found = quote(row);
                let message =
                    format!("board row {letter}: expected one number for empty squares in a row, found {found}");
                return error(Code::Size, message);
            }
            (column, after_number) = (column + run as usize, true);
            continue;
        }
        after_number = false;
        let promoted = signs.next_if_eq(&'+').is_some();
        let kind = signs.next().and_then(Kind::of_letter);
        match (player_of(sign), kind) {
            (Some(player), Some(kind)) if !promoted || kind.promotes() => {
                board.put(number * SIDE + column, Man { player, kind, promoted });
            }
            _ => {
                let message = format!(
                    "board row {letter}: expected a colour of r, o, g and b, '+' if promoted and a man of R, B, G, S, N, L, P and K, found {}",
                    quote(row)
                );
                return error(Code::Piece, message);
            }
        }
        column += 1;
    }
    if column == SIDE { Ok(()) } else { wrong_size(column) }
}

fn read_reserves(board: &mut Board, text: &str) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    let wrong = || {
        let found = quote(text);
        let message = format!(
            "reserves: expected '-' or each player's letter and men of R, B, G, S, N, L and P, with a count from 2 to {MOST} before those of which there are more, found {found}"
        );
        FenError::new(Code::Hand, message)
    };
    let mut rest = text;
    let mut seen = [false; 4];
    while let Some(player) = rest.chars().next().and_then(player_of) {
        if std::mem::replace(&mut seen[player], true) {
            return Err(wrong());
        }
        rest = &rest[1..];
        let mut any = false;
        loop {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let Some(kind) = rest[digits..].chars().next().and_then(Kind::of_letter) else {
                if digits > 0 || !any {
                    return Err(wrong());
                }
                break;
            };
            let count = match &rest[..digits] {
                "" => Some(1),
                text if text.starts_with('0') => None,
                text => read_digits(text).filter(|count| (2..=u64::from(MOST)).contains(count)),
            };
            match count {
                Some(count) if kind != Kind::King && board.reserve(player, kind) == 0 => {
                    board.set_reserve(player, kind, count as u8);
                }
                _ => return Err(wrong()),
            }
            rest = &rest[digits + 1..];
            any = true;
        }
    }
    if rest.is_empty() && !text.is_empty() { Ok(()) } else { Err(wrong()) }
}

/// The scores: `-` for a player in the game.
fn read_status(text: &str) -> Result<[u8; 4], FenError> {
    let signs: Vec<char> = text.chars().take(5).collect();
    let score = |sign: &char| match sign {
        '-' => Some(IN_PLAY),
        '0'..='3' => sign.to_digit(10).map(|score| score as u8),
        _ => None,
    };
    let scores: Option<Vec<u8>> = signs.iter().map(score).collect();
    match scores.as_deref() {
        Some(&[r, o, g, b]) => Ok([r, o, g, b]),
        _ => {
            let found = quote(text);
            error(
                Code::Status,
                format!("status: expected four signs, '-' in the game or a score from 0 to 3, found {found}"),
            )
        }
    }
}

/// Holds what the fields say against each other.
fn check(position: &Yonoshogi) -> Result<(), FenError> {
    let board = &position.board;
    let name = |player: usize| Yonoshogi::SEATS[player];
    for kind in KINDS {
        let reserves: u32 = (0..4).map(|player| u32::from(board.reserve(player, kind))).sum();
        let count = board.kind(kind).count_ones() + reserves;
        if count > MOST {
            let letter = kind.letter();
            return error(Code::Count, format!("expected at most {MOST} men {letter} in all, found {count}"));
        }
    }
    let has_king = |player: usize| board.king(player).is_some();
    let fallen: Vec<usize> = (0..4).filter(|&player| !has_king(player)).collect();
    for player in 0..4 {
        let kings = (board.of(player) & board.kind(Kind::King)).count_ones();
        if kings > 1 || kings == 0 && position.is_in_play(player) {
            return error(Code::Count, format!("{}: expected one King, found {kings}", name(player)));
        }
        if kings == 0 && (board.of(player) != 0 || !board.is_reserve_empty(player)) {
            return error(Code::Count, format!("{}: expected no men of a player without a King", name(player)));
        }
    }
    if fallen.len() == 4 {
        return error(Code::Count, "expected at least one King, found none".into());
    }
    for &player in &fallen {
        let score = position.scores[player];
        let before = fallen.iter().filter(|&&other| position.scores[other] < score).count();
        if usize::from(score) != before {
            let message =
                format!("status: expected {before} for {}, as many as were out before, found {score}", name(player));
            return error(Code::Status, message);
        }
    }
    let left = 4 - fallen.len();
    let ended = (0..4).filter(|&player| has_king(player) && !position.is_in_play(player)).count();
    // The last one left scores 3, and those who share a draw what remains for them.
    let last = 4 - left as u8;
    let shares = |player: usize| !has_king(player) || position.scores[player] == last;
    if (left == 1 || ended > 0) && !(0..4).all(shares) {
        return error(Code::Status, format!("status: expected {last} for each who is left when the game is over"));
    }
    let mover = position.mover();
    if !has_king(mover) {
        return error(Code::Side, format!("turn: expected a player who is in the game, found {}", name(mover)));
    }
    if ended == 0 {
        let threatened = position.threatened_by(mover);
        if threatened != 0 {
            let other = name(threatened.trailing_zeros() as usize & 3);
            let message = format!(
                "expected a position in which {} to move threatens no King, found {other}'s threatened",
                name(mover)
            );
            return error(Code::Status, message);
        }
    }
    Ok(())
}

impl Notation for Yonoshogi {
    fn from_fen(text: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let (board_text, turn, reserves, status, ply) = match fields[..] {
            [board, turn, reserves, status] => (board, turn, reserves, status, None),
            [board, turn, reserves, status, ply] => (board, turn, reserves, status, Some(ply)),
            _ => return error(Code::Fields, format!("expected {FIELDS}, found {} fields", fields.len())),
        };
        let rows: Vec<&str> = board_text.split('/').collect();
        if rows.len() != SIDE {
            return error(Code::Size, format!("board: expected {SIDE} rows parted by '/', found {}", rows.len()));
        }
        let mut board = Board::default();
        for (number, row) in rows.into_iter().enumerate() {
            read_row(&mut board, row, number)?;
        }
        let mut signs = turn.chars();
        let mover = match (signs.next().and_then(player_of), signs.next()) {
            (Some(player), None) => player,
            _ => return error(Code::Side, format!("turn: expected 'r', 'o', 'g' or 'b', found {}", quote(turn))),
        };
        read_reserves(&mut board, reserves)?;
        let scores = read_status(status)?;
        let ply = read_counter("ply", ply, 1)?;
        let position = Yonoshogi { board, turn: mover as u8, scores, ply, capped: true };
        check(&position)?;
        Ok(position)
    }

    fn fen(&self) -> String {
        let mut fen = String::new();
        for row in 0..SIDE {
            let mut empty = 0;
            for column in 0..SIDE {
                let Some(man) = self.board.man(row * SIDE + column) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    fen += &empty.to_string();
                    empty = 0;
                }
                fen.push(LETTERS[man.player & 3]);
                if man.promoted {
                    fen.push('+');
                }
                fen.push(man.kind.letter());
            }
            if empty > 0 {
                fen += &empty.to_string();
            }
            if row + 1 < SIDE {
                fen.push('/');
            }
        }
        let status: String =
            self.scores.iter().map(|&score| if score == IN_PLAY { '-' } else { (b'0' + score) as char }).collect();
        format!("{fen} {} {} {status} {}", LETTERS[self.mover() & 3], self.reserves_text(), self.ply)
    }

    fn move_text(&self, mv: Move) -> String {
        super::spelling::spell(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_move(text)
    }

    fn meaning(&self, mv: Move) -> Option<String> {
        self.what_it_does(mv)
    }

    fn move_squares(&self, mv: Move) -> Vec<Square> {
        super::spelling::squares(mv)
    }

    fn square_text(square: Square) -> String {
        super::spelling::name(number(square))
    }

    fn parse_square(text: &str) -> Option<Square> {
        super::spelling::read_square(text).map(square)
    }

    fn view(&self) -> View {
        let mut view = View::new(SIZE, SIZE);
        view.label(Labels { files: ('1'..='9').rev().collect(), ranks: ('a'..='i').rev().collect() });
        for number in 0..SQUARES {
            if let Some(man) = self.board.man(number) {
                view.put(square(number), Piece { glyph: man.kind.letter(), seat: Seat::new(man.player & 3) });
                view.prefix(square(number), PREFIXES[usize::from(man.promoted)][man.player & 3]);
            }
        }
        for player in 0..4 {
            let name = Self::SEATS[player];
            let state = match self.score_of(player) {
                Some(score) if self.board.king(player).is_none() => format!("out with {score}"),
                Some(score) => format!("has {score}"),
                None => format!("Reserve {}", self.reserve_text(player).unwrap_or("-".into())),
            };
            view.note(Seat::new(player), format!("{name}: {state}"));
        }
        view
    }

    fn describe(&self) -> Vec<String> {
        super::eval::describe(self)
    }
}

impl Yonoshogi {
    /// What a player has in Reserve, or `None` for nothing.
    pub(super) fn reserve_text(&self, player: usize) -> Option<String> {
        let men = KINDS.into_iter().filter_map(|kind| match self.board.reserve(player, kind) {
            0 => None,
            1 => Some(kind.letter().to_string()),
            count => Some(format!("{count}{}", kind.letter())),
        });
        Some(men.collect::<String>()).filter(|men| !men.is_empty())
    }

    fn reserves_text(&self) -> String {
        let of = |player: usize| self.reserve_text(player).map(|men| format!("{}{men}", LETTERS[player]));
        Some((0..4).filter_map(of).collect::<String>()).filter(|text| !text.is_empty()).unwrap_or("-".into())
    }
}
