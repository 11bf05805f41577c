"""The scheduler: which search runs when, and for how long."""

from __future__ import annotations

import asyncio
import contextlib
import selectors
from collections.abc import Callable, Coroutine

from zermelo.web.scheduler import LEAST_SECONDS, SHARED, Scheduler


class Worker:
    """A search that takes all it gets, up to what it wants."""

    def __init__(self, scheduler: Scheduler, limit: float) -> None:
        self.scheduler, self.limit = scheduler, limit
        self.stopped = asyncio.Event()
        self.began = self.ended = self.got = 0.0

    async def run(self) -> Worker:
        now = asyncio.get_running_loop().time
        asked = now()
        with self.scheduler.slot(self.limit, self.stopped.set) as slot:
            self.got = await slot.turn
            self.began = now() - asked
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.stopped.wait(), self.got)
        self.ended = now() - asked
        return self


class Passing(selectors.DefaultSelector):
    """Does not wait: it puts its clock forward."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += timeout or 0.0
        return super().select(0)


class Simulated(asyncio.SelectorEventLoop):
    """A loop whose time is that of its timers alone, so that a busy machine changes nothing."""

    def __init__(self) -> None:
        self.clock = Passing()
        super().__init__(self.clock)

    def time(self) -> float:
        return self.clock.now


def simulate(main: Callable[[], Coroutine[None, None, None]]) -> None:
    with asyncio.Runner(loop_factory=Simulated) as runner:
        runner.run(main())


def test_alone_it_gets_all() -> None:
    async def main() -> None:
        scheduler = Scheduler(2)
        workers = await asyncio.gather(*(Worker(scheduler, 0.2).run() for _ in range(2)))
        assert all(each.got == 0.2 and each.began < 0.1 for each in workers)
        assert scheduler.waiting == scheduler.running == []

    simulate(main)


def test_many_share_and_are_done_in_time() -> None:
    async def main() -> None:
        scheduler, limit = Scheduler(2), 1.0
        workers = await asyncio.gather(*(Worker(scheduler, limit).run() for _ in range(20)))
        assert max(each.ended for each in workers) < 2 * limit
        assert min(each.got for each in workers) >= LEAST_SECONDS
        late = [each for each in workers[2:] if each.got > SHARED * limit]
        assert len(late) <= 4  # the last ones, when others are done

    simulate(main)


def test_one_that_began_alone_is_stopped_for_others() -> None:
    async def main() -> None:
        scheduler = Scheduler(1)
        long = asyncio.ensure_future(Worker(scheduler, 3.0).run())
        await asyncio.sleep(0.05)
        short = await asyncio.gather(*(Worker(scheduler, 1.0).run() for _ in range(3)))
        first = await long
        assert first.stopped.is_set()
        assert first.ended < 1.0
        assert max(each.ended for each in short) < 2.0

    simulate(main)


def test_who_is_due_first_begins_first() -> None:
    async def main() -> None:
        scheduler, order = Scheduler(1), list[float]()

        async def one(limit: float) -> None:
            with scheduler.slot(limit, lambda: None) as slot:
                await slot.turn
                order.append(limit)
                await asyncio.sleep(0.01)

        await asyncio.gather(*(one(limit) for limit in (5.0, 9.0, 2.0, 7.0)))
        assert order == [5.0, 2.0, 7.0, 9.0]

    simulate(main)


def test_leaving_the_line_lets_others_through() -> None:
    async def main() -> None:
        scheduler = Scheduler(1)
        first = asyncio.ensure_future(Worker(scheduler, 0.2).run())
        await asyncio.sleep(0.01)
        second = asyncio.ensure_future(Worker(scheduler, 5.0).run())
        await asyncio.sleep(0.01)
        second.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        assert scheduler.waiting == scheduler.running == []
        assert scheduler.timer is None

    simulate(main)
