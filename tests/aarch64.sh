#!/bin/sh
# Cross-builds the runtime and a few programs for aarch64 and runs them under qemu-user.
set -eu

cd "$(dirname "$0")/.."
: "${UPCC:=$PWD/build/bin/upcc}" "${JOBS:=2}"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
triple=aarch64-linux-gnu

# A tree of its own: the compiler and the headers as they are, the libraries for the other machine.
cmake -S runtime -B "$place/cmake" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
    -DCMAKE_C_COMPILER=$triple-gcc -DUPCR_TESTS=OFF \
    -DUPCR_HAS_TSAN=OFF >"$place/log" || { cat "$place/log"; exit 1; }
cmake --build "$place/cmake" --parallel "$JOBS" >"$place/log" 2>&1 || { cat "$place/log"; exit 1; }
cmake --install "$place/cmake" --prefix "$place/tree" >/dev/null
mkdir -p "$place/tree/bin"
cp "$UPCC" "$place/tree/bin/upcc"

for program in examples/hello/hello examples/pi/pi examples/matmul/matmul examples/nqueens/nqueens \
    tests/run/6.4.2-arithmetic/rows tests/run/6.5-qualifiers/element_types \
    tests/run/6.5.2-declarators/initialisers tests/run/6.6.2-forall/nesting \
    tests/run/7.2.4-locks/counter tests/run/B-memory/message_passing; do
    for mode in "" -pthreads; do
        CC=$triple-gcc "$place/tree/bin/upcc" $mode -O2 -Itests/include -o "$place/program" \
            $program.upc
        layout=
        [ -z "$mode" ] || layout=UPC_PTHREADS_PER_PROC=2
        env UPC_NTHREADS=2 $layout timeout 120 qemu-aarch64 -L /usr/$triple "$place/program" \
            >"$place/out" || {
            cat "$place/out"
            echo "$triple $mode: $program failed" >&2
            exit 1
        }
        case $program in
        tests/*)
            grep -qx ok "$place/out" || {
                echo "$triple $mode: $program did not say ok" >&2
                exit 1
            }
            ;;
        esac
    done
    echo "$triple: $program"
done
