"""The progress of a run, and its estimated remaining time."""

import time


class Progress:
    """Counts the runs of contenders, of `total`; assumes that all take about as long."""

    def __init__(self, total, clock=time.monotonic):
        self.total = total
        self.done = 0
        self.spent = 0.0  # on measured contenders, not on those of an interrupted run
        self.measured = 0
        self.clock = clock

    def start(self):
        """Call before a point."""
        self.began = self.clock()

    def end(self, contenders, measured):
        """Call after a point of so many contenders."""
        self.done += contenders
        if measured:
            self.spent += self.clock() - self.began
            self.measured += contenders

    def words(self):
        """ "37 %, about 12 min left"; without the time before anything was measured."""
        text = f"{100 * self.done // max(self.total, 1)} %"
        if self.measured == 0:
            return text
        left = self.spent / self.measured * (self.total - self.done)
        return f"{text}, about " + (
            f"{left / 60:.0f} min left" if left >= 90 else f"{left:.0f} s left"
        )
