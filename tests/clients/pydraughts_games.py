#!/usr/bin/env python3
"""Unmodified pydraughts against `yon hub`: whole games under every level, ponder and analyse, and game files both ways.

usage: tests/clients/pydraughts_games.py PROGRAM
"""
import itertools
import os
import random
import subprocess
import sys
import tempfile
import time
import warnings

import draughts
from draughts.PDN import PDNReader, PDNWriter
from draughts.engine import HubEngine, Limit

# It leaves the pipes of its engines open.
warnings.simplefilter("ignore", ResourceWarning)

LONGEST = 300


def numeric(move):
    return ("x" if move.has_captures else "-").join(str(square) for square in move.steps_move)


def ask(program, lines):
    """What the text protocol answers to these lines."""
    text = "\n".join(["setoption name UCI_Variant value checkers", "setoption name QuietLimit value 80", *lines])
    run = subprocess.run([program, "uci"], input=text + "\n", capture_output=True, text=True, timeout=60)
    assert run.returncode == 0 and not run.stderr, run
    return run.stdout.splitlines()


def squares(fen):
    """Side to move and the pieces of a FEN, in any order."""
    side, *lists = fen.split(":")[:3]
    return side, frozenset((part[0], square) for part in lists for square in part[1:].split(",") if square)


def check_end(program, board):
    """The engine's rules say of a game what pydraughts says."""
    moves = " ".join(numeric(move) for move in board.move_stack)
    lines = ask(program, [f"position startpos moves {moves}", "query result", "query fen"])
    winner = {None: "none", draughts.BLACK: "p1win", draughts.WHITE: "p2win", 0: "draw"}[board.winner()]
    assert lines[0] == f"response {winner}", (lines, winner)
    assert squares(lines[1].split()[1]) == squares(board.fen), (lines[1], board.fen)
    return winner


def new_engine(program, **params):
    engine = HubEngine([program, "hub"])
    assert engine.id["name"] == "Yon" and engine.variants == {"english"}, (engine.id, engine.variants)
    engine.configure({"variant": "english", **params})
    engine.init()
    engine.ping()
    return engine


def play(program, engines, limits):
    """A whole game, the engines taking turns; None plays at random."""
    board = draughts.Board(variant="english")
    for engine, limit in itertools.cycle(zip(engines, limits)):
        if board.is_over() or len(board.move_stack) >= LONGEST:
            break
        if engine is None:
            board.push(random.choice(board.legal_moves()))
            continue
        result = engine.play(board, limit, False)
        info = result.info
        assert {"depth", "score", "nodes", "time", "pv"} <= info.keys(), info
        assert info["pv"].strip('"').split()[0] == result.move.hub_move, info
        board.push(result.move)
    return board, check_end(program, board)


def games(program):
    """Whole games under each form of a level that pydraughts' Limit has."""
    levels = [
        Limit(depth=4),
        Limit(nodes=3000),
        Limit(movetime=0.02),
        Limit(time=1.5),
        Limit(time=0.5, inc=0.02),
    ]
    random.seed(4)
    left = new_engine(program, skill=10)
    right = new_engine(program, skill=10)
    for level in levels:
        board, winner = play(program, [left, right], [level, Limit(depth=3)])
        words = {name: value for name, value in vars(level).items() if value is not None}
        print(f"game under {words}: {len(board.move_stack)} moves, {winner}")
    # The engine is each side once; it plays on until nothing is left.
    for engines in ([left, None], [None, left]):
        board, winner = play(program, engines, [Limit(depth=4), Limit(depth=4)])
        side = 1 + engines.index(left)
        assert winner == f"p{side}win", (winner, board.fen)
        print(f"game against random moves as player {side}: {len(board.move_stack)} moves, {winner}")
    for engine in (left, right):
        engine.quit()
        assert engine.p.wait(10) == 0


def levels_of_go(program):
    """The forms of a level that only `go` has, and limits that are nearly nothing."""
    engine = new_engine(program)
    fen = draughts.Board(variant="english")._game.initial_hub_fen
    for words in (
        {"my_time": 2, "moves_left": 9},
        {"my_time": 2, "inc": 0.1, "moves_left": 9},
        {"my_time": 0.01, "inc": 0.5},
        {"my_time": 0},
        {"movetime": 0},
        {"depth": 0},
        {"nodes": 0},
    ):
        began = time.monotonic()
        move, _ = engine.go(fen, moves="11-15", **words)
        took = time.monotonic() - began
        board = draughts.Board(variant="english")
        board.push(draughts.Move(board, hub_move="11-15"))
        assert move in [legal.hub_move for legal in board.legal_moves()], (words, move)
        assert took < 1 + words.get("my_time", 0), (words, took)
        print(f"level {words}: {move}")
    engine.quit()
    assert engine.p.wait(10) == 0


def until(engine, word):
    lines = []
    while True:
        command, rest = engine.recv_hub()
        lines.append((command, rest))
        if command == word:
            return lines


def open_searches(program):
    """Ponder, with a hit and without one, and analyse; what answers meanwhile."""
    engine = new_engine(program)
    fen = draughts.Board(variant="english")._game.initial_hub_fen
    engine.send(f'pos pos={fen} moves="11-15 24-19"')
    for level, go, end in (
        ("level move-time=0.1", "go ponder", "ponder-hit"),
        ("level time=5 inc=0.1", "go ponder", "stop"),
        ("level infinite", "go think", "stop"),
        ("level infinite", "go analyze", "stop"),
        ("level infinite", "go ponder", "stop"),
    ):
        engine.send(level)
        engine.send(go)
        time.sleep(0.3)
        # Past the client, which would wait for ever with its ponder-hit if another line came behind `go ponder`.
        engine.p.stdin.write("ping\n")
        engine.p.stdin.flush()
        before = until(engine, "pong")
        assert "done" not in [command for command, _ in before], before
        assert "info" in [command for command, _ in before], before
        engine.send(end)
        done = until(engine, "done")[-1][1]
        assert done.startswith("move=15x24x19"), done
        print(f"{level}, {go}, {end}: {done}")
    # An analysis with a limit ends by itself.
    engine.send("level depth=3")
    engine.send("go analyze")
    print("level depth=3, go analyze:", until(engine, "done")[-1][1])
    engine.quit()
    assert engine.p.wait(10) == 0


def drawn_games_go_on(program):
    """A client that does not count repetitions gets a move all the same."""
    engine = new_engine(program)
    moves = " ".join(["4-8", "29-25", "8-4", "25-29"] * 30)
    board = draughts.Board(variant="english", fen="B:WK29:BK4")
    move, _ = engine.go(board._game.initial_hub_fen, moves=moves, depth=3)
    assert move == "4-8", move
    print("a move after the third repetition and 120 quiet moves:", move)
    engine.quit()
    assert engine.p.wait(10) == 0


def repl(program, lines):
    run = subprocess.run([program, "repl"], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60)
    assert run.returncode == 0 and not run.stderr, run
    return run.stdout


def files(program, count):
    """Game files of each are read by the other."""
    for number in range(count):
        random.seed(number)
        board = draughts.Board(variant="english")
        while not board.is_over() and len(board.move_stack) < 10 + 20 * number:
            board.push(random.choice(board.legal_moves()))
        moves = [numeric(move) for move in board.move_stack]
        # Ours, read by pydraughts.
        text = repl(program, ["set UCI_Variant checkers", f"position startpos moves {' '.join(moves)}", "record pdn"])
        pdn = text[text.index("[Event "):]
        read = PDNReader(pdn_text=pdn).games[0]
        assert read.variant == "english", read.variant
        again = draughts.Board(variant="english")
        for mv in read.moves:
            again.push(draughts.Move(again, pdn_move=mv))
        assert again.fen == board.fen, (again.fen, board.fen)
        # Its own, read by us.
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.pdn")
            PDNWriter(path, board=board)
            text = repl(program, ["set UCI_Variant checkers", f"load {path}", "fen"])
        assert squares(text.split()[-1]) == squares(board.fen), (text, board.fen)
        print(f"game file of {len(moves)} moves read both ways")
    # A game from a position in which White is to move.
    text = repl(program, ["set UCI_Variant checkers", "position fen W:W21,K30:B1,2 moves 21-17 1-5 17-14", "record pdn"])
    read = PDNReader(pdn_text=text[text.index("[Event "):]).games[0]
    assert (read.tags["FEN"], read.moves) == ("W:W21,K30:B1,2", ["21-17", "1-5", "17-14"]), (read.tags, read.moves)
    print("game file from a position read by pydraughts")


def main(program):
    program = os.path.abspath(program)
    levels_of_go(program)
    open_searches(program)
    drawn_games_go_on(program)
    files(program, 6)
    games(program)
    print("pydraughts: all as expected")


main(*sys.argv[1:])
