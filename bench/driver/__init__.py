"""The driver of the benchmarks: `make bench`, or `python3 -m driver --help` in bench/."""
