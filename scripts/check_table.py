#!/usr/bin/env python3
"""Checks a table file of Yonkoma without the program that wrote it.

Follows docs/tables.md and states the rules of the game itself, with Python's standard library alone. Random positions are drawn
with a seed; the value of each is worked out from the values of the positions that follow, and compared with the table's.
The header, the counts and the checksum of every block are checked first.

usage: scripts/check_table.py FILE [--positions N] [--seed S]

Exit code 0: all is right. 1: a value is wrong or the file is damaged. 2: the file is no table, or cannot be read.
"""
import argparse
import itertools
import random
import struct
import sys
import zlib
from array import array
from collections import OrderedDict

HEADER = struct.Struct("<8sII16sIIQQQQII")
INDEX_ENTRY = struct.Struct("<II")
COLUMNS_IN_A_BLOCK = 56000
# Unpacked rows that are kept. A row of 26x26 takes up to 250 kB.
ROWS_KEPT = 1000

WIN, LOSS = "win", "loss"


class NoTable(Exception):
    """The file is no table, or one of a kind that this script does not read."""


class Wrong(Exception):
    """The table is damaged, or says what the rules do not."""


class Rules:
    """The rules of Yonkoma on a board with side `size`.

    A square is the number rank * size + file. A position is two pairs of squares: the checkers of the side to move, and
    the other side's.
    """

    def __init__(self, size):
        self.size = size
        at = [(square % size, square // size) for square in range(size * size)]
        self.dark = [square for square, (file, rank) in enumerate(at) if (file + rank) % 2 == 0]
        self.light = [square for square, (file, rank) in enumerate(at) if (file + rank) % 2 == 1]
        self.is_dark = [(file + rank) % 2 == 0 for file, rank in at]
        self.distance = [[max(abs(f - file), abs(r - rank)) for f, r in at] for file, rank in at]
        self.lines = [self._lines(file, rank) for file, rank in at]

    def _lines(self, file, rank):
        """The squares of the four diagonals from a square, each from the near end to the far one."""
        lines = []
        for files, ranks in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            line, f, r = [], file + files, rank + ranks
            while 0 <= f < self.size and 0 <= r < self.size:
                line.append(r * self.size + f)
                f, r = f + files, r + ranks
            lines.append(line)
        return lines

    def is_finished(self, own, enemy):
        """A crosscut: the four checkers fill a block of 2x2. Each side's two are on a diagonal of it, since they
        never leave their colour of squares."""
        squares = own + enemy
        files = [square % self.size for square in squares]
        ranks = [square // self.size for square in squares]
        return max(files) - min(files) == 1 and max(ranks) - min(ranks) == 1

    def after_moves(self, own, enemy):
        """The side to move's checkers after each of its moves."""
        found = []
        first, second = enemy
        for start, partner in (own, own[::-1]):
            from_start = self.distance[start]
            total = from_start[first] + from_start[second]
            apart = from_start[partner]
            for line in self.lines[start]:
                for to in line:
                    if to == partner or to in enemy:
                        break
                    from_to = self.distance[to]
                    new_total = from_to[first] + from_to[second]
                    if new_total < total or (new_total == total and from_to[partner] > apart):
                        found.append((to, partner))
        return found

    def random_position(self, source):
        """Any position, with either side to move."""
        sides = [tuple(source.sample(self.dark, 2)), tuple(source.sample(self.light, 2))]
        if source.random() < 0.5:
            sides.reverse()
        return tuple(sides)

    def fen(self, own, enemy):
        """The position as text. Red is on the dark squares."""
        red, blue = (own, enemy) if self.is_dark[own[0]] else (enemy, own)
        rows = []
        for rank in reversed(range(self.size)):
            row, empty = "", 0
            for square in range(rank * self.size, (rank + 1) * self.size):
                if square in red or square in blue:
                    row += (str(empty) if empty else "") + ("r" if square in red else "b")
                    empty = 0
                else:
                    empty += 1
            rows.append(row + (str(empty) if empty else ""))
        return "/".join(rows) + (" r" if red == own else " b")


class Places:
    """Where a position stands in a table: the row of its class and the column."""

    # What a symmetry of the dark squares is on the mirrored names of the light ones.
    TWIST = (0, 1, 3, 2)

    def __init__(self, size):
        end = size - 1

        def in_order(square):
            file, rank = square
            diagonal = (file + rank) // 2
            return diagonal, (rank - file if diagonal % 2 == 0 else file - rank)

        dark = sorted(((f, r) for r in range(size) for f in range(size) if (f + r) % 2 == 0), key=in_order)
        number = {square: index for index, square in enumerate(dark)}
        self.squares = len(dark)
        self.pairs = self.squares * (self.squares - 1) // 2
        self.name = [
            number.get((file, rank), number.get((end - file, rank))) for rank in range(size) for file in range(size)
        ]
        turns = (
            lambda f, r: (f, r),
            lambda f, r: (end - f, end - r),
            lambda f, r: (r, f),
            lambda f, r: (end - r, end - f),
        )
        self.image = [[number[turn(file, rank)] for file, rank in dark] for turn in turns]
        # For each pair its row, and the symmetry that takes it to the row's representative.
        self.row, self.symmetry = array("i", bytes(4 * self.pairs)), bytearray(self.pairs)
        self.rows = 0
        for pair, (low, high) in enumerate((low, high) for high in range(self.squares) for low in range(high)):
            images = [pair_number(image[low], image[high]) for image in self.image]
            smallest = min(images)
            self.symmetry[pair] = images.index(smallest)
            if smallest == pair:
                self.row[pair] = self.rows
                self.rows += 1
            else:
                self.row[pair] = self.row[smallest]

    def place(self, own, enemy):
        """The row of a position and the low and the high square of its column."""
        name = self.name
        pair = pair_number(name[own[0]], name[own[1]])
        image = self.image[self.TWIST[self.symmetry[pair]]]
        a, b = image[name[enemy[0]]], image[name[enemy[1]]]
        return self.row[pair], (a, b) if a < b else (b, a)


def pair_number(a, b):
    """The number of the pair of two different squares."""
    return b * (b - 1) // 2 + a if a < b else a * (a - 1) // 2 + b


def ones(number):
    """The set bits of a whole number."""
    return bin(number).count("1")


class Block:
    """An unpacked block: which positions are lost, and in how many moves."""

    def __init__(self, packed, rows, squares):
        bits, rest = self._piece(packed)
        distances, rest = self._piece(rest)
        if rest:
            raise ValueError("something follows its two pieces")
        # For each row and line, its bits as one number and how many lost positions the block has before it.
        self.lines, self.before = [], []
        at = lost = 0
        for _ in range(rows):
            line = 0
            lines, before = [0], [lost]
            for high in range(1, squares):
                size = (high + 7) // 8
                line ^= int.from_bytes(bits[at:at + size], "little")
                at += size
                lines.append(line)
                before.append(lost)
                lost += ones(line)
            self.lines.append(lines)
            self.before.append(before)
        if at != len(bits) or lost != len(distances):
            raise ValueError("its pieces are not as long as its rows")
        # Differences, to be added up modulo 256; that is done when one is read.
        self.sums = array("I", itertools.accumulate(distances))

    @staticmethod
    def _piece(packed):
        """The first piece of a block, and what follows it."""
        if len(packed) < 4:
            raise ValueError("it ends within a piece")
        end = 4 + int.from_bytes(packed[:4], "little")
        stream = zlib.decompressobj(wbits=-15)
        piece = stream.decompress(packed[4:end]) + stream.flush()
        if not stream.eof or stream.unused_data or end > len(packed):
            raise ValueError("a piece of it is no whole deflate stream")
        return piece, packed[end:]

    def lost_in(self, row, low, high):
        """In how many moves the position is lost; None when it is won."""
        line = self.lines[row][high]
        if not line >> low & 1:
            return None
        return self.sums[self.before[row][high] + ones(line & ((1 << low) - 1))] & 255


class Table:
    """A table file that is open, with some of its blocks in memory."""

    def __init__(self, path):
        self.file = open(path, "rb")
        length = self.file.seek(0, 2)
        self.file.seek(0)
        head = self.file.read(HEADER.size)
        if len(head) < HEADER.size or head[:8] != b"YONTABLE":
            raise NoTable("it does not begin as one")
        (_, version, rules, game, self.size, blocks, positions, entries, self.fingerprint, size, _, crc) = (
            HEADER.unpack(head)
        )
        if version != 1:
            raise NoTable(f"table version {version}, expected 1")
        if size != length:
            raise Wrong(f"expected {size} bytes, found {length}")
        index = self.file.read(min(INDEX_ENTRY.size * blocks, length))
        if len(index) != INDEX_ENTRY.size * blocks or zlib.crc32(head[:-4] + index) != crc:
            raise Wrong("the checksum of the header does not fit")
        if (game.rstrip(b"\0"), rules) != (b"yonkoma", 1):
            raise NoTable(f"a table of {game.rstrip(bytes(1))!r} with rules version {rules}, expected yonkoma and 1")
        if self.size not in range(4, 27, 2):
            raise NoTable(f"board {self.size}, expected an even side from 4 to 26")
        self.places = Places(self.size)
        pairs, rows = self.places.pairs, self.places.rows
        self.rows_a_block = min(max(1, COLUMNS_IN_A_BLOCK // pairs), rows)
        if (positions, entries, blocks) != (pairs * pairs, rows * pairs, -(-rows // self.rows_a_block)):
            raise Wrong(f"its counts are not those of {self.size}x{self.size}")
        self.index, start = [], HEADER.size + len(index)
        for size, crc in INDEX_ENTRY.iter_unpack(index):
            self.index.append((start, size, crc))
            start += size
        if start != length:
            raise Wrong("the blocks do not fill the file")
        self.kept = OrderedDict()

    def read(self, number):
        """The bytes of a block, when its checksum fits."""
        start, size, crc = self.index[number]
        self.file.seek(start)
        packed = self.file.read(size)
        if len(packed) != size or zlib.crc32(packed) != crc:
            raise Wrong(f"the checksum of block {number} does not fit")
        return packed

    def check_blocks(self):
        """Reads every block for its checksum."""
        for number in range(len(self.index)):
            self.read(number)

    def block(self, number):
        """An unpacked block, from those that are kept or from the file."""
        block = self.kept.get(number)
        if block is not None:
            self.kept.move_to_end(number)
            return block
        rows = min(self.rows_a_block, self.places.rows - number * self.rows_a_block)
        try:
            block = Block(self.read(number), rows, self.places.squares)
        except (ValueError, zlib.error) as error:
            raise Wrong(f"block {number}: {error}") from None
        self.kept[number] = block
        if len(self.kept) > ROWS_KEPT // self.rows_a_block + 1:
            self.kept.popitem(last=False)
        return block

    def lost_in(self, own, enemy):
        """In how many moves the position is lost; None when it is won."""
        row, (low, high) = self.places.place(own, enemy)
        return self.block(row // self.rows_a_block).lost_in(row % self.rows_a_block, low, high)


class Checker:
    """Works values out from those of the positions that follow."""

    def __init__(self, table):
        self.table = table
        self.rules = Rules(table.size)

    def won_in(self, own, enemy, afters):
        """In how many moves a position is won whose moves lead to `afters`, by the lost ones among these; None when
        there are none."""
        losses = (self.table.lost_in(enemy, after) for after in afters)
        found = [loss + 1 for loss in losses if loss is not None]
        return min(found) if found else None

    def value(self, own, enemy):
        """The value of a position as the table has it."""
        loss = self.table.lost_in(own, enemy)
        if loss is not None:
            return LOSS, loss
        if self.rules.is_finished(own, enemy):
            return WIN, 0
        afters = self.rules.after_moves(own, enemy)
        # A skipped turn is no move: the number stays.
        won = self.won_in(own, enemy, afters) if afters else self.table.lost_in(enemy, own)
        if won is None:
            raise Wrong(f"{self.rules.fen(own, enemy)}: the table has a win, and no move leads to a lost position")
        return WIN, won

    def derived(self, own, enemy):
        """The value of a position by the rules, from those of the positions that follow as the table has them."""
        if self.rules.is_finished(own, enemy):
            return WIN, 0
        afters = self.rules.after_moves(own, enemy)
        if not afters:
            word, moves = self.value(enemy, own)
            return (LOSS if word == WIN else WIN), moves
        won = self.won_in(own, enemy, afters)
        if won is not None:
            return WIN, won
        return LOSS, 1 + max(self.value(enemy, after)[1] for after in afters)

    def check(self, own, enemy):
        """Raises Wrong unless the position's value follows from the rules."""
        expected = self.derived(own, enemy)
        found = self.value(own, enemy)
        if found != expected:
            fen, (word, moves) = self.rules.fen(own, enemy), expected
            raise Wrong(f"{fen}: the table has {found[0]} in {found[1]}, the moves make it {word} in {moves}")


def main():
    parser = argparse.ArgumentParser(description="Checks a table file of Yonkoma against the rules.")
    parser.add_argument("file")
    parser.add_argument("--positions", type=int, default=10000, metavar="N", help="random positions to check (10000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the seed of the positions (1)")
    options = parser.parse_args()
    if options.positions < 0:
        parser.error(f"--positions: expected 0 or more, found {options.positions}")
    try:
        table = Table(options.file)
        table.check_blocks()
        checker = Checker(table)
        source = random.Random(options.seed)
        for _ in range(options.positions):
            checker.check(*checker.rules.random_position(source))
    except OSError as error:
        print(f"check_table.py: cannot read {options.file}: {error.strerror}", file=sys.stderr)
        return 2
    except NoTable as error:
        print(f"check_table.py: {options.file} is no table that this script reads: {error}", file=sys.stderr)
        return 2
    except Wrong as error:
        print(f"check_table.py: {options.file}: {error}", file=sys.stderr)
        return 1
    side = f"{table.size}x{table.size}"
    print(f"{options.file}: {side}, fingerprint {table.fingerprint:016x}, {options.positions} positions are right")
    return 0


if __name__ == "__main__":
    sys.exit(main())
