"""Tests of forms.py and of what programs.py chooses."""

import os
import unittest
from unittest import mock

from . import programs
from .catalogue import BENCHES
from .forms import forms
from .records import Key, Value
from .stats import series

FORMS = next(bench for bench in BENCHES if bench.name == "forms")
WITHOUT = "static unoptimised plain"


def value(variant, ns, threads=2, name="mg_S", unit="ns"):
    layout = f"{threads}x1"
    return Value(Key("forms", name, "partita", layout, variant, threads, 0, unit), 0, ns, ns, ns)


class Tables(unittest.TestCase):
    def table(self, *values):
        return "\n".join(forms(FORMS, series(values)))

    def test_forms_stand_beside_the_bulk_one(self):
        text = self.table(
            value("", 2e6), value("static plain", 3e6), value(WITHOUT, 200e6), value("", 4e6, 1)
        )
        self.assertIn("| mg_S | 2 threads | 2.00 ms | 3.00 ms (1.5) | 200 ms (100) |", text)
        self.assertIn("| mg_S | 1 thread | 4.00 ms |  |  |", text)

    def test_nodes_have_messages(self):
        text = self.table(
            value("nodes", 2e6),
            value("static nodes plain", 4e6),
            value("nodes", 20, name="mg_S_messages", unit="messages"),
            value("static nodes plain", 70, name="mg_S_messages", unit="messages"),
            value("nodes", 512, name="mg_S_bytes", unit="bytes"),
        )
        self.assertIn("| mg_S | 2 nodes | 2.00 ms | 4.00 ms (2) |  | 20 | 70 |  |", text)

    def test_nothing_measured_is_no_table(self):
        self.assertEqual(forms(FORMS, series([])), [])


class Libraries(unittest.TestCase):
    def test_a_library_that_is_nowhere_has_no_options(self):
        self.assertIsNone(programs.options_of_library("no_such_library"))

    def test_a_library_of_the_linker_alone_is_found(self):
        self.assertEqual(programs.options_of_library("m"), ("-lm",))

    def test_a_library_that_is_asked_for_must_be_there(self):
        with mock.patch.object(programs, "options_of_library", lambda name: None):
            with mock.patch.dict(os.environ, BENCH_BLAS="blis"):
                self.assertRaises(programs.NoLibrary, programs.blas)
            with mock.patch.dict(os.environ, BENCH_BLAS=""):
                self.assertEqual(programs.blas(), "plain")
                self.assertIn(
                    "HPL's products: plain C, as there is no openblas or blis;",
                    programs.libraries(),
                )

    def test_the_one_that_is_asked_for_multiplies(self):
        known = {"blis": ("-lblis",), "openblas": ("-lopenblas",)}
        with mock.patch.object(programs, "options_of_library", known.get):
            with mock.patch.dict(os.environ, BENCH_BLAS="blis"):
                self.assertIn("-lblis", programs.kernels_of("hpl"))
                self.assertIn("blis", programs.libraries())
            with mock.patch.dict(os.environ, BENCH_BLAS=""):
                self.assertIn("-lopenblas", programs.kernels_of("hpl"))

    def test_the_transform_does_without_its_library_if_asked(self):
        with mock.patch.object(programs, "options_of_library", {"fftw3": ("-lfftw3",)}.get):
            with mock.patch.dict(os.environ, BENCH_FFT=""):
                self.assertIn("-lfftw3", programs.kernels_of("fft"))
            with mock.patch.dict(os.environ, BENCH_FFT="plain"):
                self.assertEqual(programs.kernels_of("fft"), ())
                self.assertIn("lines: plain", programs.libraries())


if __name__ == "__main__":
    unittest.main()
