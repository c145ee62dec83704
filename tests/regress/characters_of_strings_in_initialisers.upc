// A character of a string initialises static objects, shared ones too, as gcc and clang accept.
// (C 6.6p10)
#include "check.h"

shared char letter = "abc"[1];
shared [2] char of_each[2 * THREADS] = {"xy"[0], 1["xy"]};
static const char mine = ("abc")[2] + 1;
static char ends = "abc"[3];

int main(void)
{
    CHECK(letter == 'b' && of_each[0] == 'x' && of_each[1] == 'y');
    CHECK(mine == 'd' && ends == '\0');
    check_done();
    return 0;
}
