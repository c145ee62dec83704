#!/bin/sh
# Compiles sobel.upc, runs it with 1, 2 and 4 threads on a photograph, compares with plain C, and
# leaves a PNG. `make demo` calls this after building. UPCC and UPCRUN name the tools.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
examples=$(dirname "$here")
build=$(dirname "$examples")/build
: "${UPCC:=$build/bin/upcc}" "${UPCRUN:=$build/bin/upcrun}"
out=${DEMO_OUT:-$build/demo}
repeats=200

mkdir -p "$out"
cd "$out"
echo "Compiling examples/sobel/sobel.upc"
"$UPCC" -O2 -DWITH_PNG -o sobel "$here/sobel.upc" "$here/image.c" -lpng
${CC:-cc} -O2 -DWITH_PNG -o sobel-c "$examples/reference/sobel.c" "$here/image.c" -lpng

echo "Finding the edges in $here/astronaut.pgm ($repeats times; the mean time of one)"
./sobel-c "$here/astronaut.pgm" plain.pgm $repeats >/dev/null
for threads in 1 2 4; do
    "$UPCRUN" -n $threads ./sobel "$here/astronaut.pgm" edges-$threads.pgm $repeats >/dev/null
    if ! cmp -s plain.pgm edges-$threads.pgm; then
        echo "FAILED: the picture of $threads threads differs from that of plain C" >&2
        exit 1
    fi
done
echo "The pictures of 1, 2 and 4 threads are the same as plain C's, byte for byte."

"$UPCRUN" -n 4 ./sobel "$here/astronaut.pgm" edges.png >/dev/null 2>&1
rm -f edges-?.pgm plain.pgm
cat <<EOF

The picture: $out/edges.png

What to try next:
  $UPCRUN -n 8 $out/sobel YOUR.pgm edges.png
  $UPCC -o hello $examples/hello/hello.upc && $UPCRUN -n 4 ./hello
  the other programs in examples/, then README.md
EOF
