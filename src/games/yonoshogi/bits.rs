//! The 81 squares as the bits of a word of 128, with the squares that each man attacks.
//!
//! Bit 0 is 9a, the corner at the top left, and the bits go on along the rows: bit 80 is 1i.
//!
//! A man that slides attacks each line in both directions at once: from the nearest man below to the nearest above, the
//! difference of the occupied squares above and that of the nearest one below leaves a run of changed bits ("obstruction
//! difference", known from chess programs).

/// A set of squares.
pub type Bits = u128;

/// Rows and columns of the board.
pub const SIDE: usize = 9;
/// Squares of the board.
pub const SQUARES: usize = 81;
/// Every square.
pub const BOARD: Bits = (1 << SQUARES) - 1;

/// Where each player's men go: rows down and columns to the right, in the order Red, Orange, Green, Blue.
pub const FORWARD: [(i8, i8); 4] = [(-1, 0), (0, -1), (1, 0), (0, 1)];

/// The bit of a square's number.
#[inline(always)]
pub const fn bit(square: usize) -> Bits {
    1 << (square & 127)
}

/// The number of the lowest square of a set that is not empty.
#[inline(always)]
pub const fn lowest(set: Bits) -> usize {
    set.trailing_zeros() as usize & 127
}

/// The squares of a set, one by one.
#[inline(always)]
pub fn each(mut set: Bits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = lowest(set);
        let any = set != 0;
        set &= set.wrapping_sub(1);
        any.then_some(square)
    })
}

/// How far forward a square lies for a player: 0 on his first rank, 8 on his last.
pub const fn rank(player: usize, square: usize) -> usize {
    let (row, column) = (square / SIDE, square % SIDE);
    match player & 3 {
        0 => SIDE - 1 - row,
        1 => SIDE - 1 - column,
        2 => row,
        _ => column,
    }
}

/// On which of a player's nine files a square lies: the lines along which his men go forward.
pub const fn file(player: usize, square: usize) -> usize {
    if player & 1 == 0 { square % SIDE } else { square / SIDE }
}

/// A square so many rows down and columns to the right, if it is on the board.
const fn moved(square: usize, rows: i8, columns: i8) -> Option<usize> {
    let (row, column) = ((square / SIDE) as i8 + rows, (square % SIDE) as i8 + columns);
    if row >= 0 && row < SIDE as i8 && column >= 0 && column < SIDE as i8 {
        Some(row as usize * SIDE + column as usize)
    } else {
        None
    }
}

/// Steps forward and to the side, seen from the player.
const PAWN: &[(i8, i8)] = &[(1, 0)];
const KNIGHT: &[(i8, i8)] = &[(2, 1), (2, -1)];
const SILVER: &[(i8, i8)] = &[(1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const GOLD: &[(i8, i8)] = &[(1, 0), (1, 1), (1, -1), (0, 1), (0, -1), (-1, 0)];
const KING: &[(i8, i8)] = &[(1, 0), (1, 1), (1, -1), (0, 1), (0, -1), (-1, 0), (-1, 1), (-1, -1)];

const fn steps(list: &[(i8, i8)]) -> [[Bits; SQUARES]; 4] {
    let mut table = [[0; SQUARES]; 4];
    let mut player = 0;
    while player < 4 {
        let (rows, columns) = FORWARD[player];
        let mut square = 0;
        while square < SQUARES {
            let mut at = 0;
            while at < list.len() {
                let (ahead, aside) = list[at];
                if let Some(to) = moved(square, ahead * rows - aside * columns, ahead * columns + aside * rows) {
                    table[player][square] |= bit(to);
                }
                at += 1;
            }
            square += 1;
        }
        player += 1;
    }
    table
}

/// What a Pawn of each player attacks from each square. From the player on the other side of the board the same table
/// says where such men stand that attack a square; so do the others.
pub static PAWNS: [[Bits; SQUARES]; 4] = steps(PAWN);
/// What a Knight attacks.
pub static KNIGHTS: [[Bits; SQUARES]; 4] = steps(KNIGHT);
/// What a Silver attacks.
pub static SILVERS: [[Bits; SQUARES]; 4] = steps(SILVER);
/// What a Gold attacks.
pub static GOLDS: [[Bits; SQUARES]; 4] = steps(GOLD);
/// What a King attacks.
pub static KINGS: [Bits; SQUARES] = steps(KING)[0];

/// The directions of lines that count upwards in the numbers of squares.
const LINES_UP: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The squares on a line from a square, before and behind it in the order of numbers.
const fn half_lines() -> [[[Bits; 2]; 4]; SQUARES] {
    let mut table = [[[0; 2]; 4]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut line = 0;
        while line < 4 {
            let (rows, columns) = LINES_UP[line];
            let mut at = square;
            while let Some(next) = moved(at, rows, columns) {
                table[square][line][1] |= bit(next);
                at = next;
            }
            at = square;
            while let Some(next) = moved(at, -rows, -columns) {
                table[square][line][0] |= bit(next);
                at = next;
            }
            line += 1;
        }
        square += 1;
    }
    table
}

static HALF_LINES: [[[Bits; 2]; 4]; SQUARES] = half_lines();

/// The squares ahead of a square, for each player.
const fn ahead() -> [[Bits; SQUARES]; 4] {
    let lines = half_lines();
    let mut table = [[0; SQUARES]; 4];
    let mut square = 0;
    while square < SQUARES {
        table[0][square] = lines[square][0][0];
        table[1][square] = lines[square][1][0];
        table[2][square] = lines[square][0][1];
        table[3][square] = lines[square][1][1];
        square += 1;
    }
    table
}

/// The squares ahead of a square, for each player: all that a Lance there may reach on an empty board.
pub static AHEAD: [[Bits; SQUARES]; 4] = ahead();

/// What is attacked along one line from a square.
#[inline(always)]
fn line(occupied: Bits, square: usize, line: usize) -> Bits {
    let [before, behind] = HALF_LINES[square][line];
    let nearest = 1 << (127 - ((occupied & before) | 1).leading_zeros());
    let upper = occupied & behind;
    (before | behind) & (upper ^ upper.wrapping_sub(nearest))
}

/// What a Rook attacks.
#[inline(always)]
pub fn rook(occupied: Bits, square: usize) -> Bits {
    line(occupied, square, 0) | line(occupied, square, 1)
}

/// What a Bishop attacks.
#[inline(always)]
pub fn bishop(occupied: Bits, square: usize) -> Bits {
    line(occupied, square, 2) | line(occupied, square, 3)
}

/// What a player's Lance attacks.
#[inline(always)]
pub fn lance(occupied: Bits, player: usize, square: usize) -> Bits {
    line(occupied, square, player & 1) & AHEAD[player][square]
}

/// What a Rook and a Bishop attack on an empty board, to see at once that none can attack a square.
const fn open_lines(first: usize) -> [Bits; SQUARES] {
    let lines = half_lines();
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (one, two) = (lines[square][first], lines[square][first + 1]);
        table[square] = one[0] | one[1] | two[0] | two[1];
        square += 1;
    }
    table
}

/// A Rook's squares on an empty board.
pub static CROSSES: [Bits; SQUARES] = open_lines(0);
/// A Bishop's squares on an empty board.
pub static SALTIRES: [Bits; SQUARES] = open_lines(2);

/// The squares whose rank lies in a range, for each player.
const fn ranks(least: usize, most: usize) -> [Bits; 4] {
    let mut table = [0; 4];
    let mut at = 0;
    while at < 4 * SQUARES {
        let (player, square) = (at / SQUARES, at % SQUARES);
        if rank(player, square) >= least && rank(player, square) <= most {
            table[player] |= bit(square);
        }
        at += 1;
    }
    table
}

/// Where each player's men promote: the three ranks farthest from him.
pub const ZONE: [Bits; 4] = ranks(6, 8);
/// The last rank of each player.
pub const LAST: [Bits; 4] = ranks(8, 8);
/// The last two ranks of each player.
pub const LAST_TWO: [Bits; 4] = ranks(7, 8);

/// Where each player may drop men: the five files of his camp.
pub const CAMP_FILES: [Bits; 4] = {
    let mut table = [0; 4];
    let mut at = 0;
    while at < 4 * SQUARES {
        let (player, square) = (at / SQUARES, at % SQUARES);
        let line = file(player, square);
        // Red's files 5 to 1, Orange's rows a to e, Green's files 9 to 5, Blue's rows e to i.
        let own = if player == 0 || player == 3 { line >= 4 } else { line <= 4 };
        if own {
            table[player] |= bit(square);
        }
        at += 1;
    }
    table
};

/// The squares of the colour of 9a.
pub const EVEN: Bits = {
    let (mut set, mut square) = (0, 0);
    while square < SQUARES {
        if (square / SIDE + square % SIDE).is_multiple_of(2) {
            set |= bit(square);
        }
        square += 1;
    }
    set
};

/// The whole of each player's files on which a set has a square.
#[inline(always)]
pub fn files_of(set: Bits, player: usize) -> Bits {
    if player & 1 == 0 {
        let row = (0..SIDE).fold(0, |row, at| row | (set >> (SIDE * at))) & 0x1ff;
        // Nine copies of the row, one a row of the board.
        row * COLUMN
    } else {
        let mut column = set | ((set >> 8) & COLUMN);
        column |= (set >> 4) & LEFT_FIVE;
        column |= (column >> 2) & LEFT_SEVEN;
        column |= (column >> 1) & LEFT_EIGHT;
        (column & COLUMN) * 0x1ff
    }
}

/// The leftmost column.
const COLUMN: Bits = columns(1);
const LEFT_FIVE: Bits = columns(5);
const LEFT_SEVEN: Bits = columns(7);
const LEFT_EIGHT: Bits = columns(8);

const fn columns(count: usize) -> Bits {
    let (mut set, mut square) = (0, 0);
    while square < SQUARES {
        if square % SIDE < count {
            set |= bit(square);
        }
        square += 1;
    }
    set
}

/// The squares one step ahead of a player's men.
#[inline(always)]
pub fn step_ahead(set: Bits, player: usize) -> Bits {
    match player & 3 {
        0 => set >> SIDE,
        1 => (set & !COLUMN) >> 1,
        2 => (set << SIDE) & BOARD,
        _ => (set & LEFT_EIGHT) << 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(occupied: Bits, square: usize, rows: i8, columns: i8) -> Bits {
        let (mut set, mut at) = (0, square);
        while let Some(next) = moved(at, rows, columns) {
            set |= bit(next);
            at = next;
            if occupied & bit(next) != 0 {
                break;
            }
        }
        set
    }

    #[test]
    fn sliding_men_stop_at_the_first_man_on_their_way() {
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..3000 {
            let occupied = rng.u128(..) & rng.u128(..) & BOARD;
            let square = rng.usize(..SQUARES);
            let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(r, c)| walk(occupied, square, r, c));
            let across = [(1, 1), (-1, -1), (1, -1), (-1, 1)].map(|(r, c)| walk(occupied, square, r, c));
            assert_eq!(rook(occupied, square), straight.iter().fold(0, |all, set| all | set));
            assert_eq!(bishop(occupied, square), across.iter().fold(0, |all, set| all | set));
            for (player, (rows, columns)) in FORWARD.into_iter().enumerate() {
                assert_eq!(lance(occupied, player, square), walk(occupied, square, rows, columns));
            }
        }
    }

    #[test]
    fn what_attacks_a_square_is_what_the_player_opposite_would_attack_from_it() {
        for table in [&PAWNS, &KNIGHTS, &SILVERS, &GOLDS] {
            for (player, squares) in table.iter().enumerate() {
                for (from, &targets) in squares.iter().enumerate() {
                    let back = each(targets).all(|to| table[player ^ 2][to] & bit(from) != 0);
                    assert!(back, "{player} {from}");
                }
            }
        }
    }

    #[test]
    fn files_and_steps_are_those_of_each_player() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..1000 {
            let set = rng.u128(..) & rng.u128(..) & rng.u128(..) & BOARD;
            for (player, pawns) in PAWNS.iter().enumerate() {
                let on_file = |square: usize| each(set).any(|other| file(player, other) == file(player, square));
                let files = (0..SQUARES).filter(|&square| on_file(square)).fold(0, |all, square| all | bit(square));
                assert_eq!(files_of(set, player), files, "{player} {set:x}");
                let steps = each(set).fold(0, |all, square| all | pawns[square]);
                assert_eq!(step_ahead(set, player), steps, "{player} {set:x}");
            }
        }
        assert!(ZONE.iter().all(|zone| zone.count_ones() == 27));
        assert!(CAMP_FILES.iter().all(|files| files.count_ones() == 45));
    }
}
