#!/usr/bin/env python3
"""A referee that knows no game, as those of UGI are: plays games between two engines over UGI and compares what they say.

Before each move it asks `query p1turn`, `query gameover` and `query result`, one after the other, and it takes replies as
whole lines: `readyok` alone, `response` and one word, `bestmove` and one word. Positions are sent with all moves.

usage: tests/clients/ugi_games.py PROGRAM [GAMES]
"""
import subprocess
import sys

LONGEST = 400
GAMES = {
    "yonkoma": ["BoardSize value 6", "BoardSize value 8", "BoardSize value 10"],
    "checkers": ["Hash value 16"],
    "yonmoque": ["Hash value 16"],
}
LIMITS = ["go depth 3", "go nodes 500", "go movetime 5", "go p1time 2000 p2time 2000 p1inc 10 p2inc 10"]


class Engine:
    def __init__(self, program, options):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("ugi", lambda words: words == ["ugiok"])
        for option in options:
            self.say(f"setoption name {option}")
        self.ask("isready", lambda words: words == ["readyok"])

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, fits):
        self.say(line)
        for reply in self.process.stdout:
            assert not reply.startswith("info string error"), (line, reply)
            words = reply.split()
            if fits(words):
                return words[-1]
        raise EOFError(line)

    def query(self, what):
        return self.ask(f"query {what}", lambda words: len(words) == 2 and words[0] == "response")

    def go(self, limit):
        return self.ask(limit, lambda words: len(words) == 2 and words[0] == "bestmove")


def play(engines, limit, opening):
    """The result of a game, on which both agree after each move."""
    for engine in engines:
        engine.say("uginewgame")
        engine.ask("isready", lambda words: words == ["readyok"])
    moves = list(opening)
    for _ in range(LONGEST):
        for engine in engines:
            engine.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        turns, overs, results = ([engine.query(what) for engine in engines] for what in ("p1turn", "gameover", "result"))
        assert len({*turns}) == len({*overs}) == len({*results}) == 1, (turns, overs, results, moves)
        if overs[0] == "true":
            assert results[0] in ("p1win", "p2win", "draw"), results
            return results[0], len(moves)
        assert results[0] == "none" and turns[0] in ("true", "false"), (results, turns)
        moves.append(engines[0 if turns[0] == "true" else 1].go(limit))
    return "unfinished", len(moves)


def openings(program, options):
    """Every first move."""
    text = "".join(f"setoption name {option}\n" for option in options) + "position startpos\nlegalmoves\n"
    run = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    return [[mv] for mv in run.stdout.split()[1:]]


def main(program, games="40"):
    for game, boards in GAMES.items():
        counts, plies = {}, 0
        for board, options in enumerate([f"UCI_Variant value {game}", board] for board in boards):
            strong = Engine(program, options)
            weak = Engine(program, [*options, "Skill Level value 4", "Seed value 7"])
            first = openings(program, options)
            for number in range(board, int(games), len(boards)):
                pair = [strong, weak] if number // len(boards) % 2 == 0 else [weak, strong]
                limit = LIMITS[number // len(boards) // 2 % len(LIMITS)]
                result, length = play(pair, limit, first[number // len(boards) // 2 % len(first)])
                counts[result] = counts.get(result, 0) + 1
                plies += length
            for engine in (strong, weak):
                engine.say("quit")
                assert engine.process.wait(10) == 0
        told = ", ".join(f"{result} {count}" for result, count in sorted(counts.items()))
        print(f"{game}: {sum(counts.values())} games, {plies} plies: {told}; no mismatch", flush=True)
        assert "unfinished" not in counts, counts


main(*sys.argv[1:])
