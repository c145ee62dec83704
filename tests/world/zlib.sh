#!/bin/sh
# zlib: configure and make, static and shared, and CMake; the checks of both, and a file there and
# back through minigzip.
set -eux
mkdir made
cd made
CFLAGS='-O2 -Wall -Wextra' ../configure
make -j "$JOBS"
make check
./minigzip <libz.a >packed.gz
gzip -t packed.gz
./minigzip -d <packed.gz | cmp - libz.a
cd ..
# Debian leaves out a file that CMake asks for and only Windows uses.
mkdir -p win32
: >win32/zlib1.rc
cmake -S . -B cmade -DCMAKE_C_COMPILER="$CC" -DCMAKE_C_FLAGS='-Wall -Wextra' \
  -DCMAKE_BUILD_TYPE=Release
cmake --build cmade --parallel "$JOBS"
ctest --test-dir cmade --output-on-failure --no-tests=error
echo "== configure, make check, minigzip; cmake, ctest"
