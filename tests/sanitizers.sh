#!/bin/bash
# Builds the runtime with a sanitizer, and runs its tests and the UPC programs compiled with it too:
# tests/sanitizers.sh [address] [undefined] [thread], by default all three. Trees and logs are in
# $BUILD/sanitize-NAME. Fails on any report.
#
# ThreadSanitizer sees the threads of one process, and nothing of what others order: pthreads jobs.
# A report in which an access of the program to shared memory takes part is a race of the program,
# which UPC allows (relaxed accesses without order): tests/tsan.supp leaves those out. What remains
# is the runtime's.
#
#   CARGO, BUILD, JOBS: as the Makefile sets them. UPC_TEST_FULL=1: every case. UPC_TEST_ONLY:
#   programs whose name has it (::, all).
set -uo pipefail

cd "$(dirname "$0")/.." || exit 1
: "${BUILD:=build}" "${CARGO:=$(packaging/cargo.sh)}" "${JOBS:=2}" "${UPC_TEST_ONLY:=::}"
only=$UPC_TEST_ONLY
unset UPC_TEST_ONLY
[ $# -gt 0 ] || set -- address undefined thread
failed=

build() { # build NAME: the tree $tree
    mkdir -p "$tree/bin" &&
        cmake -S runtime -B "$tree/cmake" -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DUPCR_SANITIZE=$1" \
        >"$tree/cmake.log" &&
        cmake --build "$tree/cmake" --parallel "$JOBS" >>"$tree/cmake.log" &&
        cmake --install "$tree/cmake" --prefix "$tree" >>"$tree/cmake.log" &&
        cp "$BUILD/bin/upcc" "$BUILD/bin/upcrun" "$tree/bin/"
}

runtime_tests() {
    ctest --test-dir "$tree/cmake" --output-on-failure --no-tests=error --parallel "$JOBS" "$@"
}

programs() { # programs MODES FLAGS LIBTEST-OPTIONS...
    modes=$1 flags=$2
    shift 2
    # Sanitizers leave too little of the address space for one of them.
    UPC_TEST_TIMEOUT=300 UPC_TEST_MODES=$modes UPC_TEST_FLAGS=$flags UPCC="$tree/bin/upcc" \
        UPCRUN="$tree/bin/upcrun" \
        "$CARGO" test --locked --package harness --test upc -- "$only" --skip objects_beyond_4_gib \
        "$@"
}

all_modes='process pthreads mixed far'
for name; do
    tree=$(realpath -m "$BUILD/sanitize-$name")
    echo "== $name: $tree"
    build "$name" || { tail -n 20 "$tree/cmake.log"; failed="$failed $name:build"; continue; }
    case $name in
    address)
        # Threads that end the job leave what they had; a fault's own message is tested, so the C
        # library's handling of it stays.
        export ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_sigbus=0:allow_user_segv_handler=1
        runtime_tests || failed="$failed address:runtime"
        # One program makes overlapping copies on purpose, which AddressSanitizer reports.
        programs "$all_modes" -fsanitize=address --skip 7.2.5-string/overlapping ||
            failed="$failed address:programs"
        ;;
    undefined)
        export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
        runtime_tests || failed="$failed undefined:runtime"
        # The arithmetic of three programs wraps on purpose.
        programs "$all_modes" '-fsanitize=undefined -fno-sanitize-recover=all' \
            --skip 6.4.2-arithmetic/loops_along_rows --skip 6.4.2-arithmetic/own_rows \
            --skip B-memory/far_updates || failed="$failed undefined:programs"
        ;;
    thread)
        export \
            TSAN_OPTIONS=exitcode=66:suppressions=$PWD/tests/tsan.supp:handle_segv=0:handle_sigbus=0
        runtime_tests --tests-regex pthreads || failed="$failed thread:runtime"
        # A report, if suppressed too, changes errno, which one program checks.
        programs pthreads -fsanitize=thread --skip 6.5-qualifiers/accesses_leave_errno ||
            failed="$failed thread:programs"
        ;;
    *)
        echo "$name is no sanitizer of this script: address, undefined, thread"
        exit 2
        ;;
    esac
done
[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
echo "all passed: $*"
