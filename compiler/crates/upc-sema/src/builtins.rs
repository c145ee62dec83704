// SPDX-License-Identifier: Apache-2.0
//! Functions only the C compiler knows, and headers of functions a program may have forgotten to
//! include.

use upc_source::{Diagnostic, ErrorName, Symbol};
use upc_syntax::ast::{BuiltinArg, ExprId};

use crate::check::Check;
use crate::types::QualTy;

/// Whether a name belongs to the C compiler.
pub(crate) fn is_builtin(name: &str) -> bool {
    ["__builtin_", "__sync_", "__atomic_", "__c11_atomic_", "__arm_", "__extension__"]
        .iter()
        .any(|p| name.starts_with(p))
}

/// Result of a builtin, where the table has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ret {
    Void,
    Int,
    UInt,
    Long,
    ULong,
    Double,
    Float,
    LongDouble,
    Bool,
    VoidPtr,
    CharPtr,
    /// The type that the first argument points to.
    FirstReferent,
}

const TABLE: &[(&str, Ret)] = &[
    ("expect", Ret::Long),
    ("expect_with_probability", Ret::Long),
    ("constant_p", Ret::Int),
    ("classify_type", Ret::Int),
    ("object_size", Ret::ULong),
    ("dynamic_object_size", Ret::ULong),
    ("unreachable", Ret::Void),
    ("trap", Ret::Void),
    ("prefetch", Ret::Void),
    ("assume_aligned", Ret::VoidPtr),
    ("alloca", Ret::VoidPtr),
    ("alloca_with_align", Ret::VoidPtr),
    ("frame_address", Ret::VoidPtr),
    ("return_address", Ret::VoidPtr),
    ("extract_return_addr", Ret::VoidPtr),
    ("memcpy", Ret::VoidPtr),
    ("memmove", Ret::VoidPtr),
    ("memset", Ret::VoidPtr),
    ("memchr", Ret::VoidPtr),
    ("mempcpy", Ret::VoidPtr),
    ("malloc", Ret::VoidPtr),
    ("calloc", Ret::VoidPtr),
    ("realloc", Ret::VoidPtr),
    ("free", Ret::Void),
    ("memcmp", Ret::Int),
    ("strcmp", Ret::Int),
    ("strncmp", Ret::Int),
    ("strlen", Ret::ULong),
    ("strcspn", Ret::ULong),
    ("strspn", Ret::ULong),
    ("strchr", Ret::CharPtr),
    ("strrchr", Ret::CharPtr),
    ("strstr", Ret::CharPtr),
    ("strpbrk", Ret::CharPtr),
    ("strcpy", Ret::CharPtr),
    ("strncpy", Ret::CharPtr),
    ("strcat", Ret::CharPtr),
    ("strncat", Ret::CharPtr),
    ("stpcpy", Ret::CharPtr),
    ("printf", Ret::Int),
    ("puts", Ret::Int),
    ("putchar", Ret::Int),
    ("abort", Ret::Void),
    ("exit", Ret::Void),
    ("abs", Ret::Int),
    ("labs", Ret::Long),
    ("llabs", Ret::Long),
    ("ffs", Ret::Int),
    ("ffsl", Ret::Int),
    ("ffsll", Ret::Int),
    ("clz", Ret::Int),
    ("clzl", Ret::Int),
    ("clzll", Ret::Int),
    ("ctz", Ret::Int),
    ("ctzl", Ret::Int),
    ("ctzll", Ret::Int),
    ("popcount", Ret::Int),
    ("popcountl", Ret::Int),
    ("popcountll", Ret::Int),
    ("parity", Ret::Int),
    ("parityl", Ret::Int),
    ("parityll", Ret::Int),
    ("bswap32", Ret::UInt),
    ("bswap64", Ret::ULong),
    ("isnan", Ret::Int),
    ("isinf", Ret::Int),
    ("isinf_sign", Ret::Int),
    ("isfinite", Ret::Int),
    ("isnormal", Ret::Int),
    ("signbit", Ret::Int),
    ("signbitf", Ret::Int),
    ("signbitl", Ret::Int),
    ("fpclassify", Ret::Int),
    ("isgreater", Ret::Int),
    ("isgreaterequal", Ret::Int),
    ("isless", Ret::Int),
    ("islessequal", Ret::Int),
    ("islessgreater", Ret::Int),
    ("isunordered", Ret::Int),
    ("fabs", Ret::Double),
    ("sqrt", Ret::Double),
    ("inf", Ret::Double),
    ("huge_val", Ret::Double),
    ("nan", Ret::Double),
    ("copysign", Ret::Double),
    ("fabsf", Ret::Float),
    ("sqrtf", Ret::Float),
    ("inff", Ret::Float),
    ("huge_valf", Ret::Float),
    ("nanf", Ret::Float),
    ("copysignf", Ret::Float),
    ("fabsl", Ret::LongDouble),
    ("infl", Ret::LongDouble),
    ("huge_vall", Ret::LongDouble),
    ("nanl", Ret::LongDouble),
    ("va_start", Ret::Void),
    ("va_end", Ret::Void),
    ("va_copy", Ret::Void),
    ("add_overflow", Ret::Bool),
    ("sub_overflow", Ret::Bool),
    ("mul_overflow", Ret::Bool),
    ("cpu_supports", Ret::Int),
    ("cpu_is", Ret::Int),
    ("cpu_init", Ret::Int),
];

/// `__sync_*` and `__atomic_*` by the part of the name before the operand size.
const ATOMICS: &[(&str, Ret)] = &[
    ("__sync_fetch_and_", Ret::FirstReferent),
    ("__sync_bool_compare_and_swap", Ret::Bool),
    ("__sync_val_compare_and_swap", Ret::FirstReferent),
    ("__sync_lock_test_and_set", Ret::FirstReferent),
    ("__sync_lock_release", Ret::Void),
    ("__sync_synchronize", Ret::Void),
    ("__sync_", Ret::FirstReferent),
    ("__atomic_load_n", Ret::FirstReferent),
    ("__atomic_exchange_n", Ret::FirstReferent),
    ("__atomic_compare_exchange", Ret::Bool),
    ("__atomic_test_and_set", Ret::Bool),
    ("__atomic_always_lock_free", Ret::Bool),
    ("__atomic_is_lock_free", Ret::Bool),
    ("__atomic_fetch_", Ret::FirstReferent),
    ("__atomic_add_fetch", Ret::FirstReferent),
    ("__atomic_sub_fetch", Ret::FirstReferent),
    ("__atomic_and_fetch", Ret::FirstReferent),
    ("__atomic_or_fetch", Ret::FirstReferent),
    ("__atomic_xor_fetch", Ret::FirstReferent),
    ("__atomic_nand_fetch", Ret::FirstReferent),
    ("__atomic_", Ret::Void),
];

impl Check<'_> {
    /// The type of a builtin used as a value: unknown.
    pub fn builtin_type(&self, _name: &str) -> QualTy {
        self.unknown()
    }

    /// Types the arguments of a builtin's call and returns the result's type; builtins that are not
    /// in the table are opaque.
    pub fn builtin_call(&mut self, name: &str, args: &[ExprId]) -> QualTy {
        for &a in args {
            self.builtin_argument(name, a);
        }
        let fixed = self.func.as_ref().is_some_and(|f| !f.variadic);
        if let (true, "__builtin_va_start", Some(&ap)) = (fixed, name, args.first()) {
            self.error(ErrorName::Builtin, self.span(ap), "va_start in a function without '...'");
        }
        if name == "__builtin_tgmath" {
            return self.generic_result(args).unwrap_or(self.unknown());
        }
        let short = name.strip_prefix("__builtin_");
        let ret = match short {
            Some(s) => TABLE.iter().find(|(n, _)| *n == s).map(|(_, r)| *r),
            None => ATOMICS.iter().find(|(p, _)| name.starts_with(p)).map(|(_, r)| *r),
        };
        match ret {
            Some(r) => self.builtin_result(r, args),
            None => self.unknown(),
        }
    }

    /// A builtin with types among its arguments: `__builtin_convertvector(e, T)` and
    /// `__builtin_bit_cast(T, e)` are values of the type, of others only the C compiler knows what
    /// they are.
    pub fn builtin_of_types(&mut self, name: Symbol, args: &[BuiltinArg]) -> QualTy {
        let spelling = self.name(name);
        let attribute = spelling == "__builtin_has_attribute";
        let mut named = self.unknown();
        for arg in args {
            match *arg {
                BuiltinArg::Type(t) => named = self.type_name(t),
                BuiltinArg::Expr(x) if attribute => self.attributed(x),
                BuiltinArg::Expr(x) => self.builtin_argument(spelling, x),
                BuiltinArg::Tokens(_) => {}
            }
        }
        match spelling {
            "__builtin_bit_cast" => self.bit_cast(named, args),
            "__builtin_convertvector" => self.decayed(named),
            _ if attribute => self.int_type(),
            _ => self.unknown(),
        }
    }

    fn bit_cast(&mut self, to: QualTy, args: &[BuiltinArg]) -> QualTy {
        if let &[_, BuiltinArg::Expr(x)] = args {
            let from = self.rvalue(x);
            let sizes = (self.types.fixed_size(from.ty), self.types.fixed_size(to.ty));
            if let (Some(given), Some(wanted), false) =
                (sizes.0, sizes.1, self.types.is_pts(from.ty))
            {
                if given != wanted {
                    let (given_type, wanted_type) = (self.show(from), self.show(to));
                    let message = format!(
                        "'__builtin_bit_cast' cannot make {wanted_type} of \
                        {wanted} bytes from {given_type} of {given} bytes"
                    );
                    self.error(ErrorName::Builtin, self.span(x), message);
                    return self.unknown();
                }
            }
        }
        self.decayed(to)
    }

    /// The attribute of `__builtin_has_attribute` must be known to the C compiler.
    fn attributed(&mut self, x: ExprId) {
        if self.unevaluated(|c| c.expr(x)).is_shared() {
            let message =
                "'__builtin_has_attribute' cannot be asked about shared data, which the C compiler \
                 does not know";
            self.error(ErrorName::UpcPrivateOnly, self.span(x), message);
        }
    }

    /// A builtin knows this machine's memory only. Some look at the argument's type or constancy
    /// alone.
    fn builtin_argument(&mut self, name: &str, e: ExprId) {
        let t = self.rvalue(e);
        let typeless = ["constant_p", "classify_type", "va_start"];
        if !self.types.is_pts(t.ty)
            || typeless.iter().any(|s| name.strip_prefix("__builtin_") == Some(s))
        {
            return;
        }
        let message = format!("'{name}' cannot take {}, a pointer to shared data", self.show(t));
        let help = if name.starts_with("__builtin_expect") {
            "compare it with NULL"
        } else if name.starts_with("__builtin_") {
            "cast it to a private pointer, if its target is this thread's"
        } else {
            "use upc_atomic_relaxed or upc_atomic_strict of <upc_atomic.h>"
        };
        self.report(Diagnostic::error(ErrorName::UpcPrivateOnly, self.span(e), message).help(help));
    }

    fn builtin_result(&mut self, ret: Ret, args: &[ExprId]) -> QualTy {
        let c = self.types.common;
        QualTy::plain(match ret {
            Ret::Void => c.void,
            Ret::Int => c.int,
            Ret::UInt => c.uint,
            Ret::Long => c.long,
            Ret::ULong => c.ulong,
            Ret::Double => c.double,
            Ret::Float => c.float,
            Ret::LongDouble => c.long_double,
            Ret::Bool => c.bool_,
            Ret::VoidPtr => c.void_ptr,
            Ret::CharPtr => {
                let char_ = QualTy::plain(c.char_);
                self.types.pointer_to(char_)
            }
            Ret::FirstReferent => return self.first_referent(args),
        })
    }

    /// The type that the first argument points to.
    fn first_referent(&mut self, args: &[ExprId]) -> QualTy {
        let t = args.first().map(|&a| self.rvalue(a));
        match t.and_then(|t| self.types.pointee(t.ty)) {
            Some(p) => self.decayed(p),
            None => self.unknown(),
        }
    }
}

/// The header that declares a well-known function or macro.
pub(crate) fn header_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "printf" | "fprintf" | "sprintf" | "snprintf" | "puts" | "putchar" | "fopen" | "fclose"
        | "scanf" | "fgets" | "fflush" | "perror" | "stdout" | "stderr" | "stdin" => "stdio.h",
        "malloc" | "calloc" | "realloc" | "free" | "exit" | "abort" | "atoi" | "atol" | "atof"
        | "strtol" | "rand" | "srand" | "qsort" | "getenv" | "abs" => "stdlib.h",
        "memcpy" | "memset" | "memmove" | "memcmp" | "strlen" | "strcpy" | "strncpy" | "strcmp"
        | "strncmp" | "strcat" | "strchr" | "strdup" => "string.h",
        "sqrt" | "sin" | "cos" | "tan" | "pow" | "exp" | "log" | "fabs" | "floor" | "ceil"
        | "fmod" | "M_PI" => "math.h",
        "assert" => "assert.h",
        "bool" | "true" | "false" => "stdbool.h",
        "int8_t" | "uint8_t" | "int32_t" | "uint32_t" | "int64_t" | "uint64_t" | "uintptr_t" => {
            "stdint.h"
        }
        "INT_MAX" | "INT_MIN" | "LONG_MAX" | "UINT_MAX" | "CHAR_BIT" => "limits.h",
        "DBL_MAX" | "DBL_EPSILON" | "FLT_MAX" => "float.h",
        "usleep" | "sleep" | "getopt" | "optarg" => "unistd.h",
        "gettimeofday" => "sys/time.h",
        "time" | "clock" | "clock_gettime" => "time.h",
        "NULL" | "size_t" => "stddef.h",
        n if n.starts_with("upc_all_") && is_collective(n) => "upc_collective.h",
        n if n.starts_with("upc_all_f") && n != "upc_all_free" => "upc_io.h",
        n if n.starts_with("bupc_allv_") => "bupc_collectivev.h",
        "upcx_messages" | "upcx_messages_t" => "upcx_messages.h",
        n if n.starts_with("upcx_task") || n.starts_with("UPCX_TASK") => "upcx_tasks.h",
        n if n.starts_with("upcx_") || n.starts_with("UPCX_") => "upcx_collective.h",
        n if n.starts_with("xlupc_atomic") => "upc_ext_atomics.h",
        "_amo_aadd_upc" | "_amo_afadd_upc" | "_amo_acswap_upc" => "upc_cray.h",
        n if n.starts_with("pupc_") => "pupc.h",
        n if n.starts_with("bupc_") || n.starts_with("BUPC_") => "bupc_extensions.h",
        n if n.starts_with("upc_tick") || n == "UPC_TICK_MAX" => "upc_tick.h",
        n if n.starts_with("upc_atomic") || n.starts_with("upc_all_atomicdomain") => "upc_atomic.h",
        n if n.starts_with("UPC_ATOMIC_HINT_") || n.starts_with("UPC_ATOMIC_PERFORMANCE_") => {
            "upc_atomic.h"
        }
        "upc_poll" => "bupc_extensions.h",
        n if n.starts_with("upc_sync") || n == "UPC_COMPLETE_HANDLE" || is_nonblocking(n) => {
            "upc_nb.h"
        }
        "upc_cast" | "upc_thread_info" => "upc_castable.h",
        n if n.starts_with("UPC_CASTABLE_") => "upc_castable.h",
        "UPC_FUNC" | "UPC_NONCOMM_FUNC" => "upc_collective.h",
        "UPC_GET" | "UPC_SET" | "UPC_CSWAP" | "UPC_INC" | "UPC_DEC" | "UPC_SUB" => "upc_atomic.h",
        n if is_of_upc_types(n) => "upc.h",
        _ => return None,
    })
}

/// The replacement of a name of former versions of UPC or of other compilers, or of one that
/// users expect, which nothing declares here.
pub(crate) fn advice_for_other_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "upc_lock_alloc" | "upc_lock_create" | "upc_new_lock" => {
            "upc_all_lock_alloc, which all threads call, or upc_global_lock_alloc returns a lock"
        }
        "upc_all_reduce" | "upc_all_prefix_reduce" => {
            "the name ends with the letter of a type: C, UC, S, US, I, UI, L, UL, F, D, LD; \
             upc_all_reduceI reduces int, upc_all_reduceD double"
        }
        "upc_wtime" | "upc_time" | "upc_wtick" => {
            "<upc_tick.h> has the clock: upc_ticks_to_ns(upc_ticks_now()) are nanoseconds"
        }
        "upc_all_barrier" | "upc_sync_all" | "barrier" => "the statement is 'upc_barrier;'",
        "upc_mythread" | "upc_my_thread" | "upc_thread" | "upc_rank" => {
            "the number of this thread is MYTHREAD"
        }
        "upc_threads" | "upc_nthreads" | "upc_num_threads" | "upc_size" => {
            "the number of threads is THREADS"
        }
        "upc_init" | "upc_initialize" => {
            "a UPC program needs no start: every thread executes main from its beginning"
        }
        "upc_finalize" => "a UPC program needs no end: it ends when all threads leave main",
        "upc_exit" | "upc_abort" => "upc_global_exit(status) ends all threads",
        "UPC_SUM" => "the operation is UPC_ADD",
        "UPC_PROD" | "UPC_PRODUCT" | "UPC_MUL" => "the operation is UPC_MULT",
        "upc_malloc" => {
            "upc_alloc allocates shared memory of this thread, upc_all_alloc of all threads"
        }
        "upc_lock_init" => {
            "UPC 1.3 has no upc_lock_init: upc_all_lock_alloc and upc_global_lock_alloc return a \
             lock that is ready"
        }
        _ => return None,
    })
}

/// A name that the header declares, of those that [`header_of`] knows by a prefix: where it is
/// visible, the header is included.
fn witness_of(header: &str) -> Option<&'static str> {
    Some(match header {
        "upc_collective.h" => "upc_all_broadcast",
        "upc_io.h" => "upc_all_fopen",
        "upc_tick.h" => "upc_ticks_now",
        "upc_atomic.h" => "upc_atomic_isfast",
        "upcx_collective.h" => "upcx_team_free",
        "upcx_tasks.h" => "upcx_tasks_end",
        "upc_nb.h" => "upc_synci",
        "upc_castable.h" => "upc_cast",
        "upc_ext_atomics.h" => "xlupc_atomicI_read_strict",
        "bupc_extensions.h" => "bupc_poll",
        _ => return None,
    })
}

/// The header to include for `name`; `None` also when the unit has that header already, so that the
/// name is misspelt.
pub(crate) fn missing_header(
    name: &str,
    is_visible: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    header_of(name).filter(|&header| !witness_of(header).is_some_and(is_visible))
}

/// The constants of <upc_types.h>, which <upc.h> includes.
fn is_of_upc_types(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("UPC_") else { return false };
    let operations = ["ADD", "MULT", "AND", "OR", "XOR", "LOGAND", "LOGOR", "MIN", "MAX"];
    let types = ["CHAR", "SHORT", "INT", "LONG", "LLONG", "INT8", "INT16", "INT32", "INT64"];
    let others = ["FLOAT", "DOUBLE", "LDOUBLE", "PTS"];
    let is_integer =
        |n: &str| types.contains(&n) || n.strip_prefix('U').is_some_and(|n| types.contains(&n));
    let synchronisation =
        ["IN_", "OUT_"].iter().any(|p| rest.starts_with(p)) && rest.ends_with("SYNC");
    operations.contains(&rest) || others.contains(&rest) || is_integer(rest) || synchronisation
}

/// `upc_memput_nb`, `upc_memset_nbi` and the like.
fn is_nonblocking(name: &str) -> bool {
    name.starts_with("upc_mem") && (name.ends_with("_nb") || name.ends_with("_nbi"))
}

fn is_collective(name: &str) -> bool {
    ["broadcast", "scatter", "gather", "exchange", "permute", "reduce", "prefix_reduce", "sort"]
        .iter()
        .any(|c| name["upc_all_".len()..].starts_with(c))
}
