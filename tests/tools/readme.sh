# README.md works as written: the program, the commands, the makefile, CMake.
bin=$(dirname "$UPCC")
export PATH="$bin:$PATH"
unset UPCC UPCRUN
block() {
  awk -v "language=$1" '$0 == "```" { on = 0 } on; $0 == "```" language { on = 1 }' \
    "$ROOT/README.md"
}

block c >squares.upc
grep '^    upc[a-z]* ' "$ROOT/README.md" | grep -v -e -hosts >commands # other machines are not here
[ "$(wc -l <commands)" = 3 ]
sh -eu commands >out
test "$(grep -cx '3 squared is 9' out)" = 2 # on one node, and on two

mkdir with_make
cp squares.upc with_make
block make >with_make/makefile
make -C with_make >out
upcrun -n 2 with_make/squares | grep -qx '1 squared is 1'

command -v cmake >/dev/null || exit 0
block cmake >CMakeLists.txt
cmake -S . -B with_cmake >out
cmake --build with_cmake >out
(cd with_cmake && ctest) >out
grep -q '100% tests passed, 0 tests failed out of 1' out
