// SPDX-License-Identifier: Apache-2.0
//! The warnings about UPC: their names for `-W`, and what each says. The tables of `upcc
//! --help=warnings` and docs/warnings.md come from here.

/// A warning that is on unless turned off.
pub struct Warning {
    /// Without `-W`.
    pub name: &'static str,
    pub meaning: &'static str,
}

/// The warnings of upcc itself, in alphabetical order.
pub const WARNINGS: &[Warning] = &[
    Warning {
        name: "upc-affinity-value",
        meaning: "an affinity of upc_forall that reads a shared element, as a[i], where &a[i] is \
            probably meant; none about (a[i])",
    },
    Warning { name: "upc-array-bounds", meaning: "a constant subscript outside its shared array" },
    Warning {
        name: "upc-atomic-pointer",
        meaning: "upc_atomic_strict or _relaxed of a pointer to shared data that is smaller than \
            shared void *, the type of UPC_PTS",
    },
    Warning {
        name: "upc-barrier-in-forall",
        meaning: "a barrier in the body of upc_forall: only the threads that execute that \
            iteration reach it",
    },
    Warning {
        name: "upc-barrier-mismatch",
        meaning: "a barrier's value that differs on each thread, as upc_barrier MYTHREAD",
    },
    Warning {
        name: "upc-cast-qualifier",
        meaning: "a cast to a pointer that is shared itself, as \
        (shared T *shared)p",
    },
    Warning {
        name: "upc-collective-in-branch",
        meaning: "a barrier or a collective function of all threads under 'if (MYTHREAD ...)', \
            with none for the other threads",
    },
    Warning {
        name: "upc-endless-wait",
        meaning: "a loop that does nothing but read private variables: nothing in it changes them",
    },
    Warning {
        name: "upc-foreign-cast",
        meaning: "a cast to a private pointer of the address of another thread's element, as (T \
            *)&a[MYTHREAD + 1]",
    },
    Warning {
        name: "upc-forall-exit",
        meaning: "break, goto or return out of upc_forall, or a \
        jump into it",
    },
    Warning {
        name: "upc-incomplete-blocksizeof",
        meaning: "upc_blocksizeof of a type that is incomplete; its block size is known all the \
            same",
    },
    Warning {
        name: "upc-null-dereference",
        meaning: "an access through a constant null pointer to \
        shared data",
    },
    Warning {
        name: "upc-pragma",
        meaning: "a #pragma upc that is unknown or stands where it has \
        no effect",
    },
    Warning {
        name: "upc-reduced-type",
        meaning:
            "a reduction whose letter is of another type than its data, as upc_all_reduceI of \
            double",
    },
    Warning {
        name: "upc-sizeof-pointer",
        meaning: "sizeof(p) / sizeof(*p) of a pointer to shared data: the sizes of a pointer and \
            of an element",
    },
    Warning {
        name: "upc-threads-condition",
        meaning: "#if THREADS without -T, or #if MYTHREAD: the preprocessor takes the name for 0",
    },
    Warning {
        name: "upc-threads-macro",
        meaning: "#define THREADS without -T, -DTHREADS=n, -DMYTHREAD=n: the macro hides the \
            number",
    },
    Warning {
        name: "upc-threads-product",
        meaning:
            "THREADS with more than one factor in the bound of a shared array, as in [THREADS \
            * 2 * 3]",
    },
    Warning {
        name: "upc-unused-handle",
        meaning:
            "a call such as upc_memget_nb(...) as a statement: its handle is lost, so nothing \
            completes the operation",
    },
    Warning {
        name: "upc-variadic",
        meaning: "a pointer to shared data for '...' of a function of the C library, as \
            printf(\"%s\", p)",
    },
];
