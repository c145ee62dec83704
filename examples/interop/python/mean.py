"""The mean of a shared field: each thread fills its block, thread 0 reads all of it."""

import ctypes

upc = ctypes.CDLL(None)  # the program itself
upc.field_own.restype = ctypes.POINTER(ctypes.c_double)
upc.field_get.argtypes = [ctypes.POINTER(ctypes.c_double), ctypes.c_long, ctypes.c_long]

me, threads, block = upc.field_thread(), upc.field_threads(), upc.field_block()
own = upc.field_own()
for i in range(block):
    own[i] = me * block + i
upc.field_barrier()
if me == 0:
    everything = (ctypes.c_double * (block * threads))()
    upc.field_get(everything, 0, len(everything))
    mean = sum(everything) / len(everything)
    print(f"mean {mean} of {len(everything)} numbers on {threads} threads")
    assert mean == (len(everything) - 1) / 2
upc.field_barrier()
