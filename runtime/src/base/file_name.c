/* SPDX-License-Identifier: Apache-2.0 */
#include "file_name.h"

#include <stdio.h>
#include <stdlib.h>

char *upcr_numbered_file(const char *pattern, int number) {
  char *name = 0;
  size_t n;
  FILE *out = open_memstream(&name, &n);
  if (!out)
    return 0;
  for (; *pattern; pattern++)
    if (*pattern == '%')
      fprintf(out, "%d", number);
    else
      fputc(*pattern, out);
  if (fclose(out) == 0)
    return name;
  free(name);
  return 0;
}
