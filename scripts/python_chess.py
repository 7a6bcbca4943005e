#!/usr/bin/env python3
"""Yonkoma through python-chess: a game against the engine pondering, an analysis, the best lines side by side.

usage: scripts/python_chess.py [PROGRAM [SIZE]]    with SIZE 4, 6 or 8, and the package chess 1.11
"""
import logging
import sys

import chess
import chess.engine


def distance(a, b):
    return chess.square_distance(a, b)


def board_class(size):
    """A chess board that knows the rules of Yonkoma; its lower left corner is the board, knights are the checkers."""

    class Yonkoma(chess.Board):
        uci_variant = "yonkoma"
        aliases = ["Yonkoma"]
        squares = [chess.square(file, rank) for rank in range(size) for file in range(size)]

        def reset(self):
            self.clear()
            last = size - 1
            for file, rank, color in [(0, 0, True), (last, last, True), (0, last, False), (last, 0, False)]:
                self.set_piece_at(chess.square(file, rank), chess.Piece(chess.KNIGHT, color))

        def fen(self, **_):
            rows = []
            for rank in reversed(range(size)):
                row = ""
                for file in range(size):
                    color = self.color_at(chess.square(file, rank))
                    row += "." if color is None else "r" if color else "b"
                for run in range(size, 0, -1):
                    row = row.replace("." * run, str(run))
                rows.append(row)
            return f"{'/'.join(rows)} {'r' if self.turn else 'b'} {self.ply() + 1}"

        def steps(self):
            enemies = list(chess.SquareSet(self.occupied_co[not self.turn]))
            for origin in chess.SquareSet(self.occupied_co[self.turn]):
                (other,) = chess.SquareSet(self.occupied_co[self.turn] & ~chess.BB_SQUARES[origin])
                total = sum(distance(origin, enemy) for enemy in enemies)
                for files, ranks in [(1, 1), (1, -1), (-1, 1), (-1, -1)]:
                    file, rank = chess.square_file(origin) + files, chess.square_rank(origin) + ranks
                    while 0 <= file < size and 0 <= rank < size and not self.piece_at(chess.square(file, rank)):
                        target = chess.square(file, rank)
                        after = sum(distance(target, enemy) for enemy in enemies)
                        if after < total or after == total and distance(target, other) > distance(origin, other):
                            yield chess.Move(origin, target)
                        file, rank = file + files, rank + ranks

        def generate_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
            if self.is_crosscut():
                return
            moves = list(self.steps()) or [chess.Move.null()]
            for mv in moves:
                if not mv or from_mask & chess.BB_SQUARES[mv.from_square] and to_mask & chess.BB_SQUARES[mv.to_square]:
                    yield mv

        def is_legal(self, mv):
            return mv in list(self.generate_legal_moves())

        def is_crosscut(self):
            """All four checkers in a block of four squares: whoever is to move has won."""
            where = list(chess.SquareSet(self.occupied))
            files, ranks = [chess.square_file(s) for s in where], [chess.square_rank(s) for s in where]
            return max(files) - min(files) == 1 and max(ranks) - min(ranks) == 1

    return Yonkoma


class Sent(logging.Handler):
    """Counts the lines that the client has sent."""

    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        text = record.getMessage()
        if " << " in text:
            self.lines.append(text.split(" << ")[1])


def say(board, mv):
    return "(skipped)" if not mv else board.uci(mv)


def play(engine, opponent, board, sent):
    """A game in which the engine ponders and its opponent is weaker; the moves and the winner."""
    game, moves = object(), []
    sent.lines.clear()
    while not board.is_crosscut():
        if board.turn:
            result = engine.play(board, chess.engine.Limit(time=0.1), game=game, ponder=True)
        else:
            result = opponent.play(board, chess.engine.Limit(time=0.1), game=game)
        assert result.move in board.legal_moves, (result, board.fen())
        moves.append(say(board, result.move))
        board.push(result.move)
    hits, pondered = sent.lines.count("ponderhit"), sum(line.startswith("go ponder") for line in sent.lines)
    winner = "Red" if board.turn else "Blue"
    print(*moves, f"{winner} wins; pondered {pondered} times, {hits} hits")
    return hits


def main(program="target/release/yon", size="8"):
    size = int(size)
    start = board_class(size)
    sent = Sent()
    logger = logging.getLogger("chess.engine")
    with chess.engine.SimpleEngine.popen_uci([program, "uci"]) as engine:
        with chess.engine.SimpleEngine.popen_uci([program, "uci"]) as opponent:
            logger.addHandler(sent)
            logger.setLevel(logging.DEBUG)
            logger.propagate = False
            # An opponent of full strength plays what is expected of it.
            hits = play(engine, opponent, start(), sent)
            assert hits > 0, sent.lines
            opponent.configure({"Skill Level": 3, "Seed": 7})
            play(engine, opponent, start(), sent)
            logger.removeHandler(sent)
            logger.setLevel(logging.ERROR)

        board = start()
        info = engine.analyse(board, chess.engine.Limit(depth=30))
        print("analyse:", info["score"], say(board, info["pv"][0]), f"and {len(info['pv']) - 1} more")
        assert info["score"].is_mate() and len(info["pv"]) > 1, info
        line = board.copy()
        for mv in info["pv"]:
            assert mv in line.legal_moves, (mv, line.fen())
            line.push(mv)
        assert line.is_crosscut(), line.fen()

        best = engine.analyse(board, chess.engine.Limit(depth=30), multipv=3)
        for number, info in enumerate(best, 1):
            print(f"line {number}:", info["score"], say(board, info["pv"][0]))
        assert len(best) == 3 and len({info["pv"][0] for info in best}) == 3, best
        scores = [info["score"].pov(board.turn) for info in best]
        assert scores == sorted(scores, reverse=True), scores

        with engine.analysis(board) as analysis:
            for info in analysis:
                if "pv" in info:
                    break
        print("analysis until it is enough:", info["score"], say(board, info["pv"][0]))

        over = engine.play(line, chess.engine.Limit(time=0.1))
        assert over.move is None, over
        print("no move in a finished game")


main(*sys.argv[1:])
