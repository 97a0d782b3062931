"""An event loop whose clock jumps instead of waiting.

A scene of a minute plays in a moment, and its time stamps depend only on what
it does: the same scene played twice gives the same recording.
"""

import asyncio
import random
import secrets
import selectors

from bumble import crypto


class JumpingSelector(selectors.DefaultSelector):
    """Moves the clock forward by the time it was asked to wait."""

    # Every turn of the loop takes a moment, as it would on a real clock.
    TURN = 0.00004

    def __init__(self):
        super().__init__()
        self.now = 0.0

    def select(self, timeout=None):
        ready = super().select(0)
        if timeout is None and not ready:
            raise RuntimeError('the scene waits for something that never comes')
        self.now += max(timeout or 0.0, self.TURN)
        return ready


class JumpingLoop(asyncio.SelectorEventLoop):
    """An asyncio event loop that runs on the virtual clock, from 0 seconds."""

    def __init__(self):
        self._jumping_selector = JumpingSelector()
        super().__init__(self._jumping_selector)

    def time(self):
        return self._jumping_selector.now


def _seed_randomness(seed):
    """Make the keys and nonces of a scene the same in every recording."""
    source = random.Random(seed)
    random.seed(seed)
    secrets.token_bytes = lambda size=32: source.randbytes(size)
    secrets.randbelow = source.randrange
    crypto.EccKey.generate = classmethod(
        lambda cls: cls.from_private_key_bytes(b'\0' + source.randbytes(31))
    )


def play(scene, seed):
    """Run the coroutine `scene()` on a fresh virtual clock and return its result."""
    _seed_randomness(seed)
    loop = JumpingLoop()
    try:
        return loop.run_until_complete(scene())
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0.001))
        loop.close()
