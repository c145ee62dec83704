"""How far a run is and how long it may take still."""

import time


class Progress:
    """Counts runs of contenders; `total` of them are expected to take about as long each."""

    def __init__(self, total, clock=time.monotonic):
        self.total = total
        self.done = 0
        self.spent = 0.0  # on those that were measured, not taken from an interrupted run
        self.measured = 0
        self.clock = clock

    def start(self):
        """Before a point."""
        self.began = self.clock()

    def end(self, contenders, measured):
        """After a point of so many contenders."""
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
