#!/usr/bin/env python3
"""A client in Python: plays random moves against the engine, which answers at a skill level.

usage: scripts/client.py [PROGRAM [LEVEL [SIZE]]]
"""
import random
import subprocess
import sys


class Engine:
    """A yon process that is spoken to line by line."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, word):
        """Sends a line and returns what follows `word` in the first reply that begins with it."""
        self.say(line)
        for reply in self.process.stdout:
            first, _, rest = reply.strip().partition(" ")
            if first == word:
                return rest
        raise EOFError(f"no {word}")


def main(program="target/release/yon", level="10", size="8"):
    engine = Engine(program)
    engine.ask("uci", "uciok")
    engine.say(f"setoption name Skill Level value {level}")
    engine.say(f"setoption name BoardSize value {size}")
    moves = []
    while True:
        engine.say("position startpos moves " + " ".join(moves))
        if engine.ask("query gameover", "response") == "true":
            break
        if engine.ask("query p1turn", "response") == "true":
            moves.append(random.choice(engine.ask("legalmoves", "legalmoves").split()))
        else:
            moves.append(engine.ask("go movetime 200", "bestmove").split()[0])
    print(" ".join(moves), engine.ask("query result", "response"), engine.ask("query reason", "response"))
    engine.say("quit")


main(*sys.argv[1:])
