// conformance: ENV-5.1.2.1-S1
// env: PROGRAM_SETTING=blue sky
#include "check.h"
#include <string.h>

int main(void)
{
    const char *setting = getenv("PROGRAM_SETTING");
    CHECK(setting != NULL && strcmp(setting, "blue sky") == 0);
    check_done();
    return 0;
}
