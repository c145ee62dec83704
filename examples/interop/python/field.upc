/* A shared field of numbers for Python: each UPC thread runs the given script, and the script calls
 * the functions below through ctypes, as it calls those of a shared library. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>

enum { BLOCK = 1000 };

shared [BLOCK] double field[BLOCK * THREADS];

int field_thread(void) { return MYTHREAD; }
int field_threads(void) { return THREADS; }
int field_block(void) { return BLOCK; }

/* This thread's block: Python makes an array of it without a copy. */
double *field_own(void) { return (double *)&field[MYTHREAD * BLOCK]; }

/* Copies n numbers of any threads, from index `at` on, to `to`. */
void field_get(double *to, long at, long n) {
  while (n > 0) {
    long here = BLOCK - at % BLOCK < n ? BLOCK - at % BLOCK : n;
    upc_memget(to, &field[at], here * sizeof *to);
    to += here, at += here, n -= here;
  }
}

void field_barrier(void) { upc_barrier; }

int main(int argc, char **argv) {
  void *python = dlopen(PYTHON, RTLD_NOW | RTLD_GLOBAL);
  int (*run)(int, char **) = python ? (int (*)(int, char **))dlsym(python, "Py_BytesMain") : NULL;
  if (!run) {
    fprintf(stderr, "field: %s\n", dlerror());
    return 1;
  }
  return run(argc, argv);
}
