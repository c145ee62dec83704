"""Words for quantities and contenders."""


def quantity(value, unit="ns"):
    """A quantity with at most three digits and a suitable unit: "162 ns", "1.3 us", "4.1 MB".
    Messages are integers."""
    if unit == "messages":
        return f"{value:.0f} messages"
    steps = (
        (("ns", 1e3), ("us", 1e3), ("ms", 1e3), ("s", None))
        if unit == "ns"
        else (("B", 1e3), ("kB", 1e3), ("MB", None))
    )
    for name, factor in steps:
        if factor is None or value < 999.5:
            break
        value /= factor
    digits = 0 if value >= 99.95 else 1 if value >= 9.995 else 2 if value >= 0.0995 else 4
    return f"{value:.{digits}f} {name}"


def label(key):
    """A contender in a few words: "partita 2x1 far"."""
    return " ".join(part for part in (key.system, key.layout, key.variant) if part)
