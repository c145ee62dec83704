/* What the start of a job asks of the collectives, which are a layer above (coll/register.c). */
#ifndef UPCR_BOOT_COLLECTIVES_H
#define UPCR_BOOT_COLLECTIVES_H

#include <stddef.h>
#include <stdio.h>

/* Forces algorithms: "operation:algorithm,...". Gives 0, or -1 after writing to err[errlen] what is wrong, and what there
 * is. */
int upcr_coll_force(const char *list, char *err, size_t errlen);

/* Prints all algorithms, and what each is good for. */
void upcr_coll_show(FILE *out);

#endif
