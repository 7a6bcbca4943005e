//! Checkers as XBoard is told of it: board, pieces, positions, and moves as legs.
//!
//! That program shows a move of one piece that takes two others at most. A longer chain is shown in parts, with a pass of
//! the other side between two of them.

use super::bits::{CROWNING, bit};
use super::{CORAL, Checkers, Move, SIZE, WHITE};
use crate::board::Square;
use crate::game::{Code, FenError, Notation};
use crate::text::quote;

/// The one board.
pub const BOARDS: &[u8] = &[SIZE];

/// The places of man and king in XBoard's table of pieces. In `shogi`, the parent, these are neither asked about
/// promotion on every move of the last three rows, nor kept from it.
const PLACES: [(usize, &str); 2] = [(8, "M"), (14, "^M")];

/// How men and kings go: a step, a jump, and two jumps in a row, the second straight on or at a right angle.
const WAYS: [&str; 2] = ["piece M& fmFfcafmFfcafmasfcafmF", "piece +M& mFcafmFcafmasfcafmF"];

/// The start, in which White is Coral.
const START: &str = "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1";

/// What XBoard is told of the board. The parent is `shogi`: there a side without a move has lost, kings are promoted men,
/// and no draw is seen in few pieces.
///
/// ```
/// let lines = yon::games::checkers::xboard::setup(8);
/// let board = "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1";
/// assert_eq!(lines[0], format!("setup (........M.....^M.........m.....^m.) 8x8+0_shogi {board} w - - 0 1"));
/// ```
pub fn setup(_size: u8) -> Vec<String> {
    let mut table = vec!["."; PLACES[1].0 + 2];
    PLACES.iter().for_each(|&(place, sign)| table[place] = sign);
    let table = table.concat();
    let setup = format!("setup ({table}{}) 8x8+0_shogi {START} w - - 0 1", table.to_lowercase());
    std::iter::once(setup).chain(WAYS.map(String::from)).collect()
}

/// Reads a FEN of XBoard, in which White is Coral. No moves without progress are counted before it.
///
/// # Errors
/// When a field is wrong, or there is no such position.
pub fn read(text: &str) -> Result<String, FenError> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let [rows, side, ..] = fields.as_slice() else {
        return Err(FenError::new(Code::Fields, format!("expected board and side, found {}", quote(text))));
    };
    let turn = match *side {
        "w" => CORAL,
        "b" => WHITE,
        other => return Err(FenError::new(Code::Side, format!("side: expected 'w' or 'b', found {}", quote(other)))),
    };
    let rows: Vec<&str> = rows.split('/').collect();
    if rows.len() != usize::from(SIZE) {
        return Err(FenError::new(Code::Size, format!("board: expected 8 rows, found {}", rows.len())));
    }
    let (mut pieces, mut kings) = ([0; 2], 0);
    for (rank, row) in (0..SIZE).rev().zip(rows) {
        let (mut file, mut crowned) = (0, false);
        for sign in row.chars() {
            let square = Square::new(file, rank);
            let seat = match sign {
                '+' if !crowned => {
                    crowned = true;
                    continue;
                }
                '1'..='8' if !crowned => {
                    file += sign as u8 - b'0';
                    continue;
                }
                'M' => CORAL,
                'm' => WHITE,
                _ => {
                    let found = quote(&sign.to_string());
                    let message = format!("board: expected 'M', 'm', '+' before one or empty squares, found {found}");
                    return Err(FenError::new(Code::Piece, message));
                }
            };
            if file < SIZE && !square.is_dark() {
                let message = format!("board: expected pieces on dark squares alone, found one on {square}");
                return Err(FenError::new(Code::Piece, message));
            }
            let set = if file < SIZE { bit(square) } else { 0 };
            pieces[seat.index()] |= set;
            kings |= if crowned { set } else { 0 };
            (file, crowned) = (file.saturating_add(1), false);
        }
        if file != SIZE || crowned {
            let message = format!("board: expected 8 squares in a row, found {}", quote(row));
            return Err(FenError::new(Code::Size, message));
        }
    }
    let position = Checkers::new(turn, pieces, kings, 0).ok_or_else(|| {
        let message = "expected 1 to 12 pieces a side, and no man where it would have been crowned";
        FenError::new(Code::Count, message)
    })?;
    Ok(position.fen())
}

fn between(from: Square, to: Square) -> Square {
    Square::new(from.file.midpoint(to.file), from.rank.midpoint(to.rank))
}

/// The square behind one that is jumped over, if it is on the board.
fn behind(from: Square, over: Square) -> Option<Square> {
    let beyond = |from: u8, over: u8| (2 * over).checked_sub(from).filter(|at| *at < SIZE && from.abs_diff(over) == 1);
    Some(Square::new(beyond(from.file, over.file)?, beyond(from.rank, over.rank)?))
}

/// A move as XBoard tells of it.
struct Told {
    /// The square left and each on which the piece lands.
    way: Vec<Square>,
    /// The pieces that it takes were named.
    jumps: bool,
    /// The piece is shown as a king from then on.
    crowned: bool,
}

/// Reads `c3d4`, `c3d4,d4e5` or `c3d4,d4f6,f6g7`: a square left, the squares of what is taken, and the last square; with
/// `+` behind it for a man that is crowned. Jumps may be spelt as [`spell`] does too. Err says what is wrong.
fn told(text: &str) -> Result<Told, String> {
    let crowned = text.ends_with('+');
    let syntax = || format!("expected a move such as c3d4, found {}", quote(text));
    let mut named: Vec<Square> = Vec::new();
    let text = text.trim_end_matches(['+', '=']);
    let (squares, legs) = if text.contains('x') { (text, "") } else { ("", text) };
    for square in squares.split(['x', '-']).filter(|_| legs.is_empty()) {
        named.push(Square::parse(square).ok_or_else(syntax)?);
    }
    for leg in legs.split(',').filter(|_| squares.is_empty()) {
        let (from, rest) = Square::split(leg).ok_or_else(syntax)?;
        let to = Square::parse(rest).ok_or_else(syntax)?;
        match named.last() {
            None => named.push(from),
            Some(last) if *last != from => return Err(syntax()),
            Some(_) => {}
        }
        named.push(to);
    }
    if named.len() < 2 || named.iter().any(|square| !square.is_on(SIZE, SIZE)) {
        return Err(syntax());
    }
    let (from, to) = (named[0], named[named.len() - 1]);
    let taken = &named[1..named.len() - 1];
    let mut way = vec![from];
    for &over in taken {
        let at = way[way.len() - 1];
        way.push(behind(at, over).ok_or_else(|| format!("no jump goes from {at} over {over}"))?);
    }
    let (jumps, last) = (!taken.is_empty(), way[way.len() - 1]);
    match jumps {
        true if last != to => return Err(format!("the jump ends on {last}")),
        true => {}
        false => way.push(to),
    }
    Ok(Told { way, jumps, crowned })
}

/// The way of the parts of a move, one after the other.
fn joined(parts: &[String]) -> Result<Option<Told>, String> {
    let mut whole: Option<Told> = None;
    for part in parts {
        let mut part = told(part)?;
        whole = Some(match whole {
            None => part,
            Some(mut before) => {
                let at = before.way[before.way.len() - 1];
                if part.way[0] != at {
                    return Err(format!("the chain goes on from {at}"));
                }
                before.way.extend(part.way.drain(1..));
                Told { crowned: part.crowned, jumps: before.jumps && part.jumps, ..before }
            }
        });
    }
    Ok(whole)
}

fn crowns(position: &Checkers, mv: Move) -> bool {
    let side = position.turn.index();
    position.board.men(side) & mv.from() != 0 && mv.to() & CROWNING[side] != 0
}

/// A move from its parts as the wire spells it, or none while the chain goes on.
///
/// # Errors
/// With what is wrong with it. A move that is none of the game's is given out as it was told.
pub fn read_move(fen: &str, parts: &[String]) -> Result<Option<String>, String> {
    let position = Checkers::from_fen(fen).map_err(|error| error.to_string())?;
    let Some(Told { way, jumps, crowned }) = joined(parts)? else { return Ok(None) };
    let legal = position.legal();
    let Some(begun) = legal.iter().find(|mv| mv.squares().starts_with(&way)) else {
        return Ok(Some(way.iter().map(Square::to_string).collect()));
    };
    if begun.is_capture() && !jumps {
        let (over, to) = (between(way[0], way[1]), way[1]);
        return Err(format!("show what is taken: click on {over}, then on {to}"));
    }
    let Some(whole) = legal.iter().find(|mv| mv.squares() == way) else { return Ok(None) };
    match (crowns(&position, *whole), crowned) {
        (true, false) => {
            Err("a man is crowned there, for which Show Target Squares (Options, General) must be on".into())
        }
        (false, true) => Err("no man is crowned there".into()),
        _ => Ok(Some(position.move_text(*whole))),
    }
}

/// What is left of a legal move behind the parts of it that were made, as XBoard is told of it, part by part; none when
/// it does not begin so. Jumps are told as that program writes games, `c3xd4-e5` and `c3xd4xf6-g7`: three legs with commas
/// between them it takes from a person, and reads wrongly from an engine.
pub fn spell(fen: &str, begun: &[String], text: &str) -> Option<Vec<String>> {
    let position = Checkers::from_fen(fen).ok()?;
    let mv = position.parse_move(text).ok()?;
    let squares = mv.squares();
    let made = match joined(begun).ok()? {
        Some(told) if squares.starts_with(&told.way) => told.way.len() - 1,
        Some(_) => return None,
        None => 0,
    };
    let mut parts = Vec::new();
    let rest = &squares[made..];
    if !mv.is_capture() {
        parts.push(rest.iter().map(Square::to_string).collect());
    }
    for start in (0..rest.len() - 1).step_by(2).filter(|_| mv.is_capture()) {
        let ends = &rest[start..rest.len().min(start + 3)];
        let over: String = ends.windows(2).map(|ends| format!("x{}", between(ends[0], ends[1]))).collect();
        parts.push(format!("{}{over}-{}", ends[0], ends[ends.len() - 1]));
    }
    if let Some(last) = parts.last_mut().filter(|_| crowns(&position, mv)) {
        last.push('+');
    }
    Some(parts)
}

/// The squares to light once these were clicked on: first a piece, then what it takes. `Y` for the end of a move or of a
/// part, `M` for one on which a man is crowned, `C` for a piece to take.
pub fn lit(fen: &str, begun: &[String], clicked: &[Square]) -> Vec<(Square, char)> {
    let (Ok(position), [first, taken @ ..]) = (Checkers::from_fen(fen), clicked) else { return Vec::new() };
    let Ok(begun) = joined(begun) else { return Vec::new() };
    let made = begun.map_or(vec![*first], |told| told.way);
    let mut lit = Vec::new();
    if made.last() != Some(first) {
        return lit;
    }
    for mv in position.legal() {
        let squares = mv.squares();
        if !squares.starts_with(&made) {
            continue;
        }
        let rest = &squares[made.len() - 1..];
        let crowned = if crowns(&position, mv) { 'M' } else { 'Y' };
        if !mv.is_capture() {
            lit.push((rest[1], crowned));
            continue;
        }
        let over: Vec<Square> = rest.windows(2).map(|ends| between(ends[0], ends[1])).collect();
        if !over.starts_with(taken) {
            continue;
        }
        // Two pieces at most are taken at once.
        if let Some(next) = over.get(taken.len()).filter(|_| taken.len() < 2) {
            lit.push((*next, 'C'));
        }
        if !taken.is_empty() {
            let end = if rest.len() == taken.len() + 1 { crowned } else { 'Y' };
            lit.push((rest[taken.len()], end));
        }
    }
    lit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Setup};

    fn parts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| text.to_string()).collect()
    }

    fn squares(text: &str) -> Vec<Square> {
        text.split(' ').map(|text| Square::parse(text).unwrap()).collect()
    }

    fn names(lit: &[(Square, char)]) -> String {
        let mut names: Vec<String> = lit.iter().map(|(square, sign)| format!("{square}{sign}")).collect();
        names.sort();
        names.dedup();
        names.join(" ")
    }

    /// A man on g1 that takes three, and ends on a7 or e7.
    const THREE: &str = "B:W6,15,23,24:B1";
    /// A man that is crowned by a step.
    const STEP: &str = "B:W21:B28";
    /// A man that is crowned by a jump.
    const JUMP: &str = "B:W27:B24";

    #[test]
    fn positions_are_read_with_white_as_coral() {
        assert_eq!(read(&format!("{START} w - - 0 1")).unwrap(), Checkers::start(&Setup::default()).fen());
        assert_eq!(read("8/8/8/4+m3/8/8/8/+M7 b 0 7").unwrap(), "W:WK18:BK4");
        for (fen, words) in [
            ("", "expected board and side, found ''"),
            ("8/8/8/8/8/8/8/M7 x", "side: expected 'w' or 'b', found 'x'"),
            ("8/8/8/8/8/8/M7 w", "expected 8 rows, found 7"),
            ("8/8/8/8/8/8/8/M6 w", "expected 8 squares in a row, found 'M6'"),
            ("8/8/8/8/8/8/8/M88 w", "expected 8 squares in a row, found 'M88'"),
            ("8/8/8/8/8/8/8/M6+ w", "expected 8 squares in a row, found 'M6+'"),
            ("8/8/8/8/8/8/8/M+7 w", "'M', 'm', '+' before one or empty squares, found '7'"),
            ("8/8/8/8/8/8/8/K7 w", "found 'K'"),
            ("8/8/8/8/8/8/8/1M6 w", "expected pieces on dark squares alone, found one on b1"),
            ("8/8/8/8/8/8/8/m7 w", "no man where it would have been crowned"),
            ("8/8/8/8/8/8/8/8 w", "expected 1 to 12 pieces a side"),
        ] {
            let error = read(fen).unwrap_err().message;
            assert!(error.contains(words), "{fen}: {error}");
        }
    }

    #[test]
    fn every_legal_move_is_read_as_it_is_told() {
        let fens = ["B:W21,22,23,24:B9,10,11,12", THREE, STEP, JUMP, "B:W18,19,26,27:BK22", "W:W21:B17,9"];
        for fen in fens {
            for mv in Checkers::from_fen(fen).unwrap().legal() {
                let text = Checkers::from_fen(fen).unwrap().move_text(mv);
                let told = spell(fen, &[], &text).unwrap();
                assert_eq!(read_move(fen, &told), Ok(Some(text.clone())), "{fen} {told:?}");
                // That program tells of jumps in legs.
                let legs: Vec<String> = told
                    .iter()
                    .map(|part| match part.split(['x', '-']).collect::<Vec<_>>().as_slice() {
                        squares if squares.len() > 1 => {
                            let legs = squares.windows(2).map(|ends| ends.concat());
                            legs.collect::<Vec<_>>().join(",")
                        }
                        _ => part.clone(),
                    })
                    .collect();
                for made in 1..legs.len() {
                    assert_eq!(read_move(fen, &legs[..made]), Ok(None), "{fen} {legs:?}");
                    assert_eq!(spell(fen, &legs[..made], &text).unwrap(), told[made..], "{fen} {legs:?}");
                }
                assert_eq!(read_move(fen, &legs), Ok(Some(text)), "{fen} {legs:?}");
            }
        }
    }

    #[test]
    fn two_jumps_are_one_part_and_a_crown_is_told() {
        assert_eq!(spell(THREE, &[], "g1e3g5e7"), None);
        assert_eq!(spell(THREE, &parts(&["g1f2,f2d4,d4c5", "c5b6,b6a7"]), "g1e3c5e7"), None);
        for (fen, text, told) in [
            ("B:W21:B11", "c3d4", "c3d4"),
            ("B:W15:B11", "c3e5", "c3xd4-e5"),
            ("B:W15,22:B11", "c3e5g7", "c3xd4xf6-g7"),
            (STEP, "a7b8", "a7b8+"),
            (JUMP, "b6d8", "b6xc7-d8+"),
            (THREE, "g1e3c5e7", "g1xf2xd4-c5 c5xd6-e7"),
            ("B:W18,19,26,27:BK22", "f6d4b6d8f6", "f6xe5xc5-b6 b6xc7xe7-f6"),
        ] {
            let told: Vec<&str> = told.split(' ').collect();
            match spell(fen, &[], text) {
                Some(found) => assert_eq!(found, told, "{fen} {text}"),
                None => panic!("{fen} {text}: {:?}", Checkers::from_fen(fen).unwrap().parse_move(text)),
            }
        }
    }

    #[test]
    fn what_is_wrong_with_a_move_is_said() {
        let one = "B:W15:B11";
        for (fen, text, words) in [
            (one, "c3", "expected a move such as c3d4, found 'c3'"),
            (one, "@@@@", "expected a move such as c3d4"),
            (one, "c3d4,e5f6", "expected a move such as c3d4"),
            (one, "c3d9", "expected a move such as c3d4"),
            (one, "c3e5", "show what is taken: click on d4, then on e5"),
            (one, "c3d4,d4c5", "the jump ends on e5"),
            (one, "c3e5,e5g7", "no jump goes from c3 over e5"),
            (one, "c3d4,d4e5+", "no man is crowned there"),
            ("B:W15:B6,3", "c1b2,b2a3,a3a4", "no jump goes from a3 over a3"),
            (STEP, "a7b8", "a man is crowned there"),
            (JUMP, "b6c7,c7d8", "a man is crowned there"),
        ] {
            let error = read_move(fen, &parts(&[text])).unwrap_err();
            assert!(error.contains(words), "{fen} {text}: {error}");
        }
        // What the game refuses is given to it.
        assert_eq!(read_move(one, &parts(&["c3b4"])), Ok(Some("c3b4".into())));
        assert_eq!(
            read_move("B:W18,19,26,27:BK22", &parts(&["f6e5,e5d4", "b6c7,c7d8"])).unwrap_err(),
            "the chain goes on from d4"
        );
    }

    #[test]
    fn the_pieces_to_take_are_lit_and_then_the_squares_behind_them() {
        let circle = "B:W18,19,26,27:BK22";
        for (fen, begun, clicked, expected) in [
            ("B:W21:B11", "", "c3", "b4Y d4Y"),
            ("B:W21:B11", "", "d4", ""),
            ("B:W15,22:B11", "", "c3", "d4C"),
            ("B:W15,22:B11", "", "c3 d4", "e5Y f6C"),
            ("B:W15,22:B11", "", "c3 d4 f6", "g7Y"),
            ("B:W15,22:B11", "", "c3 f6", ""),
            (STEP, "", "a7", "b8M"),
            (JUMP, "", "b6", "c7C"),
            (JUMP, "", "b6 c7", "d8M"),
            (THREE, "", "g1 f2 d4", "c5Y"),
            (circle, "", "f6", "e5C e7C"),
            (circle, "", "f6 e5", "c5C d4Y"),
            (circle, "", "f6 e5 c5", "b6Y"),
            (circle, "f6e5,e5c5,c5b6", "b6", "c7C"),
            (circle, "f6e5,e5c5,c5b6", "b6 c7 e7", "f6Y"),
            (circle, "f6e5,e5c5,c5b6", "f6", ""),
        ] {
            let begun: Vec<String> = begun.split(' ').filter(|text| !text.is_empty()).map(String::from).collect();
            assert_eq!(names(&lit(fen, &begun, &squares(clicked))), expected, "{fen} {begun:?} {clicked}");
        }
    }
}
