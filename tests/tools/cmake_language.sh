# A project of CMake with UPC in it, beside C and in a library: found through PATH, built, tested,
# rebuilt when a header changes; a compiler that does not work is refused.
command -v cmake >/dev/null || exit 0
export PATH="$(dirname "$UPCC"):$PATH"
unset UPCC
mkdir project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(squares VERSION 1.0 LANGUAGES C)
find_package(Partita 0.1 REQUIRED)
enable_language(UPC)
enable_testing()
add_library(table STATIC table.upc)
add_executable(squares squares.upc root.c)
target_link_libraries(squares PRIVATE table m)
target_compile_options(squares PRIVATE $<$<COMPILE_LANGUAGE:UPC>:-Wall>)
target_compile_definitions(squares PRIVATE FACTOR=1)
add_test(NAME squares COMMAND ${Partita_UPCRUN} -n 3 $<TARGET_FILE:squares>)
set_tests_properties(squares PROPERTIES PASS_REGULAR_EXPRESSION "2 squared is 4")
END
cat >project/table.h <<'END'
#define ADDED 0
extern shared int table[THREADS];
void fill(void);
END
cat >project/table.upc <<'END'
#include <upc.h>
#include "table.h"
shared int table[THREADS];
void fill(void) { table[MYTHREAD] = MYTHREAD * MYTHREAD + ADDED; }
END
cat >project/root.c <<'END'
#include <math.h>
int root(int x) { return (int)sqrt(x); }
END
cat >project/squares.upc <<'END'
#include <stdio.h>
#include <upc.h>
#include "table.h"
int root(int x);
int main(void) {
  fill();
  upc_barrier;
  if (MYTHREAD == 0)
    for (int t = 0; t < THREADS; t++)
      printf("%d squared is %d\n", FACTOR * root(t * t), table[t]);
}
END
cmake -S project -B made -DCMAKE_BUILD_TYPE=RelWithDebInfo >out
grep -q 'Check for working UPC compiler.*works' out
cmake --build made >out
(cd made && ctest) >out || { cat out; exit 1; }
! cmake --build made | grep -q Building
echo '#define ADDED 5' >project/table.h
cat >>project/table.h <<'END'
extern shared int table[THREADS];
void fill(void);
END
cmake --build made | grep -c Building | grep -qx 2 # both that include it, and not the C file
"$UPCRUN" -n 2 made/squares | grep -qx '1 squared is 6'

# Editors read the options of UPC files from the list that Ninja's generator writes.
if command -v ninja >/dev/null; then
  cmake -G Ninja -S project -B ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >out
  grep -q 'upcc .*-DFACTOR=1 .*-c .*/squares\.upc"' ninja/compile_commands.json
fi

# A compiler that is none.
printf '#!/bin/sh\nexit 1\n' >none
chmod +x none
! cmake -S project -B broken -DCMAKE_UPC_COMPILER="$PWD/none" >out 2>err
grep -q 'cannot compile and link a simple program' err
! env UPCC=no-such-command cmake -S project -B missing >out 2>err
grep -q "UPCC is 'no-such-command'" err
