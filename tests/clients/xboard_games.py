#!/usr/bin/env python3
"""XBoard as it is plays Yonkoma and checkers: whole matches, and games with the mouse. In all of them it asks for thinking
on the other side's time.

usage: tests/clients/xboard_games.py PROGRAM
"""
import os
import re
import subprocess
import sys
import time

import xboard_checkers
from xboard_driver import Lost, Screen, XBoard, require, spend


def ask(program, lines):
    run = subprocess.run([program, "uci"], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60)
    assert run.returncode == 0 and not run.stderr, run
    return run.stdout.splitlines()


def ours(move, size):
    """A move of XBoard's, which counts ranks from 0 on ten of them."""
    if size == 10 and move != "@@@@":
        move = re.sub(r"\d+", lambda rank: str(int(rank[0]) + 1), move)
    return move


def fen(text):
    board, side = text.split()[:2]
    return f"{board.replace('M', 'r').replace('m', 'b')} {'r' if side == 'w' else 'b'}"


def judge(program, size, moves):
    """Result, reason and position of a game by the rules."""
    lines = [f"setoption name BoardSize value {size}", f"position startpos moves {' '.join(moves)}"]
    result, reason, position = ask(program, [*lines, "query result", "query reason", "query fen"])
    return result.split()[1], reason.split()[1], " ".join(position.split()[1:3])


def match(program, size, games, *options):
    variant = "yonkoma" if size == 10 else f"yonkoma{size}"
    xboard = XBoard(
        program, variant, "-mode", "TwoMachines", "-matchGames", str(games), "-matchPause", "10", *options, second=True
    )
    code, printed = xboard.end(120)
    assert code == 0, (code, printed)
    score = re.search(r"final score (\d+)-(\d+)-(\d+)", printed)
    assert score, printed
    played, told, moves = [], 0, []
    for direction, engine, text in [*xboard.traffic(), (">", "first", "new")]:
        if engine == "first" and direction == ">" and text.split()[:1] in (["new"], ["quit"]) and moves:
            played.append(moves)
            moves = []
        elif engine == "first" and re.match(r"(user)?move ", text):
            moves.append(ours(text.split()[1], size))
        assert not re.match(r"(Illegal move|Error)", text), text
    with open(xboard.games) as file:
        results = re.findall(r'\[Result "(.*)"\]', file.read())
    assert len(played) == len(results) == games, (len(played), results, printed)
    points = [0, 0, 0]
    for number, (moves, result) in enumerate(zip(played, results)):
        verdict, reason, _ = judge(program, size, moves)
        assert {"p1win": "1-0", "p2win": "0-1"}[verdict] == result and reason == "crosscut", (verdict, result, moves)
        # Colours change with each game.
        first = (verdict == "p1win") == (number % 2 == 0)
        points[0 if first else 1] += 1
    assert [int(part) for part in score.groups()] == points, (printed, points)
    skips = sum(moves.count("@@@@") for moves in played)
    lengths = " ".join(str(len(moves)) for moves in played)
    print(f"match on {size}x{size} {' '.join(options)}: {printed.split('final score ')[1].strip()}, "
          f"{lengths} plies, {skips} skipped turns, exit code {code}", flush=True)


def mouse(program):
    """A person's evening on 6x6."""
    spend(program, "yonkoma6", evening)


def evening(program, xboard):
    xboard.wait("^<piece M& mB")
    xboard.find_board(6)

    # What may be reached is lit, and the engine answers.
    xboard.click("a1")
    assert xboard.wait("^<highlight") == "highlight 6/4Y1/3Y2/2Y3/1Y4/6"
    time.sleep(0.5)
    lit = [square for square in ("b2", "c3", "d4", "e5", "a2", "f2", "c4") if xboard.lit(square)]
    assert lit == ["b2", "c3", "d4", "e5"], lit
    xboard.click("d4")
    xboard.wait("^>usermove a1d4$")
    reply = xboard.wait("^<move ").split()[1]
    assert reply == "a6b5", reply
    print("targets lit; a1d4 played, answered by", reply)

    # A move that the board allows and the rules do not.
    xboard.move("d4", "e5")
    refused = xboard.wait("^<Illegal move")
    assert refused.startswith("Illegal move (the sum of distances to the enemy checkers would rise"), refused
    assert xboard.wait("^<telluser").endswith(refused.split("(")[1].split(")")[0])
    xboard.dismiss("Note|Information")
    print("refused:", refused)

    xboard.move("d4", "f2")
    xboard.wait("^>usermove d4f2$")
    xboard.wait("^<move f1e2$")

    # Hint, on the menu of the engine.
    xboard.hint()
    hint = xboard.wait("^<Hint: ")
    assert hint == "Hint: f2e1", hint
    xboard.dismiss("Note|Information")
    print("hint:", hint)

    # A move back is two plies.
    xboard.key("ctrl+x")
    xboard.wait("^>remove$")
    xboard.move("d4", "f2")
    xboard.wait("^>usermove d4f2$")
    xboard.wait("^<move f1e2$")
    print("move taken back and played again")

    # Analysis with lines, a step back within it, and out again.
    xboard.key("ctrl+a")
    xboard.wait("^>analyze$")
    line = xboard.wait(r"^<10 100005 \d+ \d+ f2e1 ")
    print("analysis:", line)
    xboard.move_aside("ngine")
    xboard.key("alt+Left")
    xboard.wait("^>undo$")
    xboard.wait(r"^<\d+ -1000\d\d \d+ \d+ f1e2 ")
    xboard.key("ctrl+e")
    xboard.wait("^>exit$")

    # A new game.
    xboard.key("ctrl+n")
    xboard.wait("^>new$")
    xboard.wait("^<piece M& mB")
    time.sleep(0.5)

    # A position is set up in which the engine, for White, leaves Black without a move: he passes with a click on White's
    # clock.
    xboard.key("ctrl+shift+e")
    time.sleep(0.5)
    for source, target in (("a1", "d4"), ("f6", "e5"), ("a6", "d5"), ("f1", "c4")):
        xboard.click(source)
        xboard.click(target)
    xboard.key("ctrl+w")
    position = xboard.wait("^>setboard ").split(" ", 1)[1]
    assert fen(position) == "6/3br1/2br2/6/6/6 r", position
    print("position set up:", position)
    xboard.wait("^<move d4c5$")
    time.sleep(0.5)
    xboard.click_at(100, 43)
    xboard.wait("^>usermove @@@@$")
    xboard.wait("^<move e5d4$")
    result = xboard.wait("^<0-1")
    print("passed by the clock; at the end", result)

    # The position that the program shows at the end is the engine's.
    time.sleep(0.5)
    code, printed = xboard.quit()
    assert code == 0, (code, printed)
    with open(xboard.positions) as file:
        shown = [line for line in file.read().splitlines() if re.match(r"[Mm\d/]+ [wb]", line)]
    _, engine = ask(program, ["position fen 6/3br1/2br2/6/6/6 r moves d4c5 0000 e5d4", "query reason", "query fen"])
    assert fen(shown[-1]) == " ".join(engine.split()[1:3]), (shown, engine)
    print("position of both at the end:", fen(shown[-1]))


def patiently(play, program):
    """Plays it again when a click was lost, twice at most."""
    for rest in (2, 1, 0):
        try:
            play(program)
            return
        except Lost as lost:
            print("again, since a click was lost:", lost, flush=True)
            if rest == 0:
                raise


def main(program):
    require()
    program = os.path.abspath(program)
    with Screen():
        patiently(mouse, program)
        patiently(xboard_checkers.mouse, program)
        match(program, 6, 6)
        match(program, 10, 2, "-firstOptions", "Skill Level=3,Seed=7")
        for size in (8, 12, 14):
            match(program, size, 2)
        xboard_checkers.match(program, 2, "-tc", "0:05", "-inc", "0.05")
    print("xboard: all as expected")


main(*sys.argv[1:])
