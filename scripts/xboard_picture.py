#!/usr/bin/env python3
"""Draws docs/xboard.png: a game of 10x10 Yonkoma in XBoard, with the squares lit that a piece may reach.

usage: scripts/xboard_picture.py PROGRAM [FILE]    needs xboard xvfb xdotool imagemagick
"""
import os
import sys
import time

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(root, "tests", "clients"))
from xboard_driver import Screen, XBoard, require, say  # noqa: E402


def main(program, file=os.path.join(root, "docs", "xboard.png")):
    require()
    with Screen():
        xboard = XBoard(os.path.abspath(program), "yonkoma")
        xboard.wait("^<piece M& mB")
        xboard.find_board(10)
        xboard.move("a1", "g7")
        xboard.wait("^<move ")
        time.sleep(1)
        xboard.click("g7")
        xboard.wait("^<highlight")
        time.sleep(1)
        size = xboard.pitch * 10 + 1
        area = f"{xboard.left + size}x{xboard.top + size}+0+0"
        say("import", "-window", "root", "-crop", area, "+repage", "-strip", "PNG8:" + file)
        xboard.process.kill()
        xboard.end()
    print(file)


main(*sys.argv[1:])
