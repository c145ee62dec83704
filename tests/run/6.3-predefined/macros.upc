// conformance: LANG-6.7.2-S1 LANG-6.7.2-S2 LANG-6.7.2-S4 TICK-7.5-S1
#include "check.h"

#if __UPC__ != 1 || __UPC_VERSION__ != 201311L
#error predefined macros
#endif
#if defined __UPC_DYNAMIC_THREADS__ + 0 == defined __UPC_STATIC_THREADS__ + 0
#error exactly one environment
#endif
#ifdef __UPC_DYNAMIC_THREADS__
#if __UPC_DYNAMIC_THREADS__ != 1 || defined THREADS
#error dynamic environment
#endif
#else
#if __UPC_STATIC_THREADS__ != 1 || THREADS < 1
#error static environment
#endif
#endif
#if __UPC_TICK__ != 1
#error __UPC_TICK__
#endif

int main(void)
{
    CHECK(__UPC_VERSION__ == 201311L);
    check_done();
    return 0;
}
