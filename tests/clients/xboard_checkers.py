"""XBoard as it is plays checkers: whole matches, and with the mouse a double jump, a crown and the dialog of options."""
import re
import subprocess
import time

from xboard_driver import XBoard, spend

def ask(program, moves, start="startpos"):
    """Result, reason and pieces of a game by the rules."""
    lines = ["setoption name UCI_Variant value checkers", f"position {start} moves {' '.join(moves)}"]
    lines += ["query result", "query reason", "query fen"]
    run = subprocess.run([program, "uci"], input="\n".join(lines), capture_output=True, text=True, timeout=60)
    replies = run.stdout.splitlines()
    assert len(replies) == 3 and all(reply.startswith("response ") for reply in replies), (replies, moves)
    result, reason, fen = (reply.split()[1] for reply in replies)
    return result, reason, ours(fen)


def ours(fen):
    """The side to move and the pieces of a FEN of the engine's, by their squares."""
    side, *lists = fen.split(":")
    pieces = {}
    for text in lists[:2]:
        for item in filter(None, text[1:].split(",")):
            number = int(item.lstrip("K")) - 1
            row = number // 4
            file = 2 * (3 - number % 4) + row % 2
            pieces["abcdefgh"[file] + str(row + 1)] = ("+" if item[0] == "K" else "") + ("M" if text[0] == "B" else "m")
    return {"B": "w", "W": "b"}[side], pieces


def theirs(fen):
    """The same of a FEN of XBoard's."""
    board, side = fen.split()[:2]
    pieces = {}
    for row, text in zip(range(8, 0, -1), board.split("/")):
        file = 0
        for sign in re.findall(r"\d|\+?[Mm]", text):
            if sign.isdigit():
                file += int(sign)
            else:
                pieces["abcdefgh"[file] + str(row)] = sign
                file += 1
    return side, pieces


def way(text):
    """The squares of a move of XBoard's, which names what is taken."""
    text = text.rstrip("+=")
    if "x" in text:
        named = re.split("[x-]", text)
    else:
        legs = [re.findall(r"[a-h][1-8]", leg) for leg in text.split(",")]
        named = [legs[0][0], *(leg[1] for leg in legs)]
    landed = named[:1]
    for over in named[1:-1]:
        at = landed[-1]
        landed.append(chr(2 * ord(over[0]) - ord(at[0])) + str(2 * int(over[1]) - int(at[1])))
    if len(named) == 2:
        landed.append(named[1])
    assert landed[-1] == named[-1], text
    return landed


def games(traffic):
    """The moves of each game as the first engine saw them. Behind a pass, a chain goes on; that of the other side is told by
    a position."""
    played, moves, goes_on = [], [], False
    for direction, engine, text in [*traffic, (">", "first", "new")]:
        if engine != "first":
            continue
        words = text.split()
        if direction == ">" and words[:1] in (["new"], ["quit"]) and moves:
            played.append(moves)
            moves = []
        elif text == "move @@@@" or (words[:1] == ["setboard"] and moves):
            goes_on = True
        elif re.match(r"(user)?move ", text):
            squares = way(words[1])
            if goes_on:
                assert moves[-1][-1] == squares[0], (moves, squares)
                moves[-1] += squares[1:]
            else:
                moves.append(squares)
            goes_on = False
    return [["".join(squares) for squares in moves] for moves in played]


def match(program, count, *options):
    xboard = XBoard(
        program, "checkers", "-mode", "TwoMachines", "-matchGames", str(count), "-matchPause", "10", *options, second=True
    )
    code, printed = xboard.end(120)
    assert code == 0, (code, printed)
    score = re.search(r"final score (\d+)-(\d+)-(\d+)", printed)
    assert score, printed
    traffic = xboard.traffic()
    faults = [text for _, _, text in traffic if re.match(r"(Illegal move|Error|tellusererror)", text)]
    assert not faults, faults
    played = games(traffic)
    with open(xboard.games) as file:
        results = re.findall(r'\[Result "(.*)"\]', file.read())
    with open(xboard.positions) as file:
        shown = [theirs(line) for line in file.read().splitlines() if re.match(r"[Mm+\d/]+ [wb]", line)]
    assert len(played) == len(results) == len(shown) == count, (len(played), results, len(shown), printed)
    points = [0, 0, 0]
    for number, (moves, result, position) in enumerate(zip(played, results, shown)):
        verdict, reason, pieces = ask(program, moves)
        assert {"p1win": "1-0", "p2win": "0-1", "draw": "1/2-1/2"}.get(verdict) == result, (verdict, reason, result, moves)
        # A game that XBoard ends by itself is saved as it was before its last move or part of one.
        if verdict == "draw":
            assert position == pieces, (position, pieces, moves)
        elif len(moves[-1]) <= 6:
            assert position == ask(program, moves[:-1])[2], (position, moves)
        # Colours change with each game.
        points[2 if verdict == "draw" else 0 if (verdict == "p1win") == (number % 2 == 0) else 1] += 1
    assert [int(part) for part in score.groups()] == points, (printed, points)
    jumps = [len(mv) // 2 - 1 for moves in played for mv in moves if len(mv) > 4]
    print(f"checkers, a match {' '.join(options)}: {printed.split('final score ')[1].strip()}, "
          f"{' '.join(str(len(moves)) for moves in played)} plies, {jumps.count(2)} double jumps and "
          f"{len([n for n in jumps if n > 2])} longer, positions the same, exit code {code}", flush=True)


def to_fen(side, pieces):
    """A FEN of the engine's with these pieces."""
    lists = {"M": [], "m": []}
    for square, sign in pieces.items():
        file, row = "abcdefgh".index(square[0]), int(square[1])
        number = 4 * (row - 1) + 4 - (file - (row + 1) % 2) // 2
        lists[sign[-1]].append(sign[:-1].replace("+", "K") + str(number))
    return f"{'B' if side == 'w' else 'W'}:W{','.join(lists['m'])}:B{','.join(lists['M'])}"


def mouse(program):
    """A person takes two, is taken, and crowns a man; the level is set in the dialog before it."""
    spend(program, "checkers", evening)


def evening(program, xboard):
    xboard.wait("^<piece .M& ")
    xboard.find_board(8)

    # The level, in the dialog of the engine's options.
    xboard.set_option(5, "7")
    assert xboard.wait("^>option ") == "option Skill Level=7"
    print("level set in Engine #1 Settings")

    # A man is crowned: its square is lit for that.
    xboard.edit(("h2", "a7"), ("b8", "a5"))
    xboard.click("a7")
    assert xboard.wait("^<highlight") == "highlight 1M6/8/8/8/8/8/8/8"
    xboard.click("b8")
    xboard.wait("^>usermove a7b8[+]$")
    xboard.key("ctrl+b")
    xboard.wait("^<move ")

    # What is taken is lit, and then the squares behind it.
    xboard.key("ctrl+n")
    xboard.wait("^>new$")
    xboard.wait("^<piece .M& ")
    time.sleep(0.5)
    start = to_fen(*theirs(xboard.edit(("d6", "d4"), ("g7", "g5"))))
    xboard.click("c3")
    assert xboard.wait("^<highlight") == "highlight 8/8/8/8/3C4/8/8/8"
    xboard.click("d4")
    assert xboard.wait("^<highlight") == "highlight 8/8/5C2/4Y3/8/8/8/8"
    xboard.click("f6")
    assert xboard.wait("^<highlight") == "highlight 8/6Y1/8/8/8/8/8/8"
    xboard.click("g7")
    xboard.wait("^>usermove c3d4,d4f6,f6g7$")
    xboard.key("ctrl+b")
    reply = xboard.wait("^<move ").split()[1]
    time.sleep(0.5)
    code, printed = xboard.quit()
    assert code == 0, (code, printed)
    with open(xboard.positions) as file:
        shown = [theirs(line) for line in file.read().splitlines() if re.match(r"[Mm+\d/]+ [wb]", line)]
    _, _, pieces = ask(program, ["c3e5g7", "".join(way(reply))], f"fen {start}")
    assert shown[-1] == pieces, (shown, pieces)
    print("checkers with the mouse: two taken in one move, a man crowned, position of both at the end the same", flush=True)
