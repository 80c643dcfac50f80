"""Programs at a terminal: what is shown there, and processes that play at one."""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

PATIENCE = 30.0  # seconds until a terminal that says nothing new is given up

PLAYING = """
import fcntl, signal, termios
signal.signal(signal.SIGINT, signal.default_int_handler)  # who ignores Ctrl-C hands that on
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # the terminal of this session, so that Ctrl-C reaches it
main()
"""
AT_A_TERMINAL = "from rulewright_cli import main\n" + PLAYING

BEGINNING = (
    """
import json, os, socket, sys
from rulewright_cli import main
import rich.console, rich.text
import rulewright.backends.wasm.engine, rulewright.play.record, rulewright.players
import rulewright_cli.commands.play, rulewright_cli.game_loop, rulewright_cli.main
asks = socket.socket(fileno=int(sys.argv[1]))
while True:
    asked, terminals, *_ = socket.recv_fds(asks, 1 << 16, 1)
    if not asked:
        os._exit(0)
    while not asked.endswith(b"\\n"):
        asked += asks.recv(1 << 16)
    child = os.fork()
    if not child:
        break
    os.close(terminals[0])
    asks.sendall(b"%d\\n" % child)
    asks.sendall(b"%d\\n" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
asks.close()
folder, sys.argv[1:], environment = json.loads(asked)
os.setsid()
for number in range(3):
    os.dup2(terminals[0], number)
os.close(terminals[0])
sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)
sys.stderr = open(2, "w", closefd=False, errors="backslashreplace")
os.chdir(folder)
os.environ.clear()
os.environ.update(environment)
"""
    + PLAYING
)


def read_until(screen: int, awaited: str | None, insist: Callable[[], object] | None = None) -> str:
    """What the terminal shows up to a text, or to its end.

    `insist` is called after a second of silence, as people press Ctrl-C again: a signal that comes
    between the prompt and the reading of the line is noticed with the next one only.
    """
    shown = b""
    deadline = time.monotonic() + PATIENCE
    silent = 0
    while time.monotonic() < deadline and (awaited is None or awaited.encode() not in shown):
        silent += 1
        if insist is not None and silent % 10 == 0:
            insist()
        if select.select([screen], [], [], 0.1)[0]:
            silent = 0
            try:
                data = os.read(screen, 65536)
            except OSError:  # how Linux tells that nobody writes any more
                break
            if not data:
                break
            shown += data
    text = shown.decode(errors="replace")
    assert awaited is None or awaited in text, text
    return text


class Begun:
    """A process that plays at a terminal."""

    def __init__(self, asks: socket.socket, pid: int) -> None:
        self._asks, self.pid = asks, pid

    def send_signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def wait(self) -> int:
        """Its exit code, as `Popen` has it."""
        self._asks.settimeout(PATIENCE)
        return _number(self._asks)


class Beginner:
    """Begins processes that play, one after the other: each goes on from one that has loaded all
    that playing takes, and nothing else, with a session, a terminal and a state of its own."""

    def __init__(self, asks: socket.socket) -> None:
        self._asks = asks

    def begin(self, keyboard: int, arguments: Sequence[str], environment: dict[str, str]) -> Begun:
        """`keyboard`: the end of a terminal at which it plays, in the folder we are in."""
        asked = json.dumps([os.getcwd(), arguments, environment]).encode() + b"\n"
        self._asks.settimeout(PATIENCE)
        sent = socket.send_fds(self._asks, [asked], [keyboard])
        self._asks.sendall(asked[sent:])
        return Begun(self._asks, _number(self._asks))


@contextmanager
def beginner() -> Iterator[Beginner]:
    ours, theirs = socket.socketpair()
    program = [sys.executable, "-c", BEGINNING, str(theirs.fileno())]
    with ours, subprocess.Popen(program, pass_fds=[theirs.fileno()]) as process:
        theirs.close()
        try:
            yield Beginner(ours)
        finally:
            process.kill()


def _number(asks: socket.socket) -> int:
    """What is answered: a line with a number."""
    read = b""
    while not read.endswith(b"\n"):
        read += asks.recv(1) or b"!\n"
    return int(read)
