#!/bin/sh
# Lua: its makefile and its own test. The source has no more tests, so a program of ours uses all
# that a host program would not.
set -eux
make -j "$JOBS" linux CC="$CC -std=gnu99" MYCFLAGS='-Wall -Wextra'
make test
src/luac -o script.luac "$(dirname "$0")/script.lua"
src/lua "$(dirname "$0")/script.lua" >out
src/lua script.luac >out.luac
cmp out out.luac
grep -qx ok out
echo "== make test, a script as text and as bytecode"
