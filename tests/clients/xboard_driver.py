"""XBoard as it is, on a screen that nobody sees: started, clicked on, looked at, and its traffic with the engine read."""
import os
import re
import subprocess
import sys
import tempfile
import time

PATIENCE = 30
XBOARD = "/usr/games/xboard"


class Lost(Exception):
    """A click or a key that nothing came of, as happens on a machine with much else to do."""


class Screen:
    """An X server of its own."""

    def __enter__(self):
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
        self.server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            os.environ["DISPLAY"] = ":" + number.readline().strip()
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


def say(*command):
    return subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE).stdout


class XBoard:
    """A running XBoard with the engine as its first one."""

    def __init__(self, program, variant, *options, second=False):
        self.folder = tempfile.TemporaryDirectory()
        self.debug, self.positions, self.games = (self.file(name) for name in ("debug", "positions.fen", "games.pgn"))
        command = [XBOARD, "-fcp", f'"{program}"', "-variant", variant, "-debug", "-nameOfDebugFile", self.debug]
        command += ["-saveGameFile", self.games, "-savePositionFile", self.positions, "-popupExitMessage", "false"]
        command += ["-popupMoveErrors", "false", "-soundProgram", "", "-tc", "1", "-inc", "1"]
        command += ["-moveHistoryUp", "false", "-evalGraphUp", "false", "-engineOutputUp", "false"]
        command += ["-messageSuppress", "Right-clicking menu item or dialog text pops up help on it"]
        command += ["-settingsFile", self.file("settings"), "-saveSettingsOnExit", "false", "-size", "49"]
        command += ["-whitePieceColor", "#d02020", "-blackPieceColor", "#2040d0"]
        command += ["-scp", f'"{program}"'] if second else []
        command += options
        home = {**os.environ, "HOME": self.folder.name}
        self.process = subprocess.Popen(
            command, env=home, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.folder.name
        )
        self.read_up_to = 0

    def file(self, name):
        return os.path.join(self.folder.name, name)

    def traffic(self):
        """The lines between the two so far, each with its direction and which engine."""
        try:
            with open(self.debug, errors="replace") as file:
                text = file.read()
        except FileNotFoundError:
            return []
        # A command and its text come in two writes.
        text = re.sub(r"usermove \d+ >(first|second) *: ", "usermove ", text)
        lines = (re.match(r"\d+ ([<>])(first|second) *: (.*)", line) for line in text.splitlines())
        return [(line[1], line[2], line[3].strip()) for line in lines if line]

    def wait(self, pattern, patience=PATIENCE):
        """The next line to or from the engine, after the last that was waited for, that matches."""
        began = time.monotonic()
        while time.monotonic() - began < patience:
            lines = self.traffic()
            for index in range(self.read_up_to, len(lines)):
                direction, _, text = lines[index]
                if re.search(pattern, direction + text):
                    self.read_up_to = index + 1
                    return text
            time.sleep(0.05)
        raise Lost(f"no {pattern!r} in {self.traffic()[self.read_up_to:]}")

    def find_board(self, size):
        """Where the squares are: by the dark lines between them."""
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            time.sleep(0.2)
            pixels = say("import", "-window", "root", "-crop", "1280x1024+0+0", "-depth", "8", "gray:-")
            assert len(pixels) == 1280 * 1024, len(pixels)
            dark = lambda x, y: pixels[y * 1280 + x] < 40
            rows = [y for y in range(60, 1024) if all(dark(x, y) for x in range(10, 210, 2))]
            lines = [y for y in rows if y - 1 not in rows][: size + 1]
            pitches = {b - a for a, b in zip(lines, lines[1:])}
            if len(lines) == size + 1 and len(pitches) == 1:
                self.top, self.pitch, self.size = lines[0], pitches.pop(), size
                self.left = next(x for x in range(40) if dark(x, lines[0]))
                return
        raise AssertionError(f"no board of {size} rows: {lines}")

    def center(self, square):
        file, rank = ord(square[0]) - ord("a"), int(square[1:]) - 1
        x = self.left + file * self.pitch + self.pitch // 2
        return x, self.top + (self.size - 1 - rank) * self.pitch + self.pitch // 2

    def click(self, square):
        self.click_at(*self.center(square))

    def click_at(self, x, y):
        say("xdotool", "mousemove", str(x), str(y))
        time.sleep(0.1)
        say("xdotool", "click", "1")
        time.sleep(0.3)

    def key(self, name):
        say("xdotool", "key", name)
        time.sleep(0.3)

    def move_aside(self, title):
        """Moves a window from the corner in which all open without a window manager."""
        say("xdotool", "search", "--sync", "--onlyvisible", "--name", title, "windowmove", "720", "0")
        time.sleep(0.3)

    def corner(self, title):
        """The lower right of a window, and its top; fails when there is none."""
        window = say("xdotool", "search", "--sync", "--onlyvisible", "--name", title).split()[0].decode()
        time.sleep(0.3)
        shape = dict(line.split("=") for line in say("xdotool", "getwindowgeometry", "--shell", window).decode().split())
        right, low = (int(shape[a]) + int(shape[b]) for a, b in (("X", "WIDTH"), ("Y", "HEIGHT")))
        return right, low, int(shape["Y"])

    def dismiss(self, title):
        """Clicks on the button at the lower right of a message, and fails when there is none."""
        right, low, _ = self.corner(title)
        self.click_at(right - 50, low - 24)

    def edit(self, *moves):
        """Moves pieces in Edit Position, from the position that is shown; then both sides are played by hand."""
        self.key("ctrl+shift+e")
        time.sleep(0.5)
        for source, target in moves:
            self.click(source)
            self.click(target)
        self.key("ctrl+e")
        return self.wait("^>setboard ").split(" ", 1)[1]

    def set_option(self, row, value):
        """Types a value in a row, from 1, of Engine #1 Settings, and chooses OK."""
        self.click_at(253, 14)
        time.sleep(0.5)
        self.click_at(340, 118)
        self.move_aside("ettings")
        right, low, top = self.corner("ettings")
        self.click_at(right - 70, top + 15 + 27 * (row - 1))
        self.key("ctrl+a")
        say("xdotool", "type", value)
        self.click_at(right - 149, low - 24)
        time.sleep(0.5)
        # Keys go to the board again.
        self.click_at(self.left + 3 * self.pitch // 2, self.top + (self.size - 1) * self.pitch + self.pitch // 2)

    def move(self, source, target):
        self.click(source)
        self.wait(f"^>lift {self.name(source)}$")
        self.wait("^<highlight")
        self.click(target)

    def name(self, square):
        """The square as that program calls it."""
        return square if self.size != 10 else square[0] + str(int(square[1:]) - 1)

    def lit(self, square):
        """Whether a yellow spot is on a square."""
        x, y = self.center(square)
        red, green, blue = say("import", "-window", "root", "-crop", f"1x1+{x}+{y}", "-depth", "8", "rgb:-")[:3]
        return red > 200 and green > 200 and blue < 80

    def hint(self):
        """Chooses Hint on the Engine menu, where it stands on a board of this size."""
        self.click_at(253, 14)
        time.sleep(0.5)
        self.click_at(282, 189)
        self.wait("^>hint$", 10)

    def quit(self):
        """Closes it from its menu; its exit code and what it printed."""
        self.key("ctrl+q")
        return self.end()

    def end(self, patience=PATIENCE):
        try:
            printed = self.process.communicate(timeout=patience)[0]
        finally:
            self.process.kill()
        return self.process.returncode, printed


def spend(program, variant, evening):
    """What a person does with that program before it is closed, however that ends."""
    xboard = XBoard(program, variant)
    try:
        evening(program, xboard)
    finally:
        xboard.process.kill()


def require():
    for program in (XBOARD, "Xvfb", "xdotool", "import"):
        if subprocess.run(["sh", "-c", f"command -v {program}"], stdout=subprocess.DEVNULL).returncode:
            sys.exit(f"{program} is needed: apt-get install xboard xvfb xdotool imagemagick")
