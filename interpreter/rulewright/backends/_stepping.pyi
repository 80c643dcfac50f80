"""What `stepping.c` has for Python."""

from collections.abc import Callable

from .points import Asking, Point
from .protocol import PlayoutResult, Verdict
from .wasm.held import Node

EDITION: int

def results(
    told: bytes, width: int, result: type[PlayoutResult], verdict: type[Verdict], /
) -> list[PlayoutResult | None]:
    """What games have come to, of which so many words each are told; None of what is too long."""

class Stepper:
    """Makes moves with an instance of a module, once one is attached, in the thread that did so."""

    def __new__(cls, point: type[Point], node: type[Node], asking: Asking) -> Stepper: ...
    def advance(self, point: Point, action: int, /) -> Point | None:
        """The point that a move leads to; None where it is not told so, or the move is not on
        offer: then nothing has happened."""

    def step(self, image: bytes, stream: bytes | None, number: int, /) -> Node | None:
        """Where a move leads; None where it is not told so. `stream`: in the place of the
        position's. Behind the number of the last move is one that says that a game begins, with
        any position and a stream."""

    def attach(
        self,
        *,
        memory: int,
        call: int,
        context: int,
        function: int,
        numbers: int,
        trap: int,
        heap: int,
        room: int,
        told_at: int,
        stream_at: int,
        stream_size: int,
        awake: bytearray,
        raised: object,
        failed: Callable[[], Callable[[int], None] | None],
        too_deep: type[Exception],
    ) -> None:
        """Use an instance from now on: the addresses of its memory, of the function of wasmtime
        that calls, and of what that is given; places in that memory; `raised`: has a slot `error`;
        `failed`: gives what is told of a call in which something went wrong, and raises it."""

    def detach(self, memory: int, /) -> None:
        """Let go of the instance, if it is still the one with this memory."""

class Quick:
    """`State.apply`, `legal_actions` or `over` (by the method's name), which are left to the method
    where not all is as usual. It is called as the method is."""

    __wrapped__: Callable[..., object]

    def __new__(cls, method: Callable[..., object], point: type[Point]) -> Quick: ...
    def __call__(self, *args: object, **named: object) -> object: ...
