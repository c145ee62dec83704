/* SPDX-License-Identifier: Apache-2.0 */
#include "start_messages.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/log.h"
#include "../base/text.h"

static const char head[] = "upcr: "; /* of each message */

/* Messages, a line each, with a null at the end. */
static struct {
  char *text;
  size_t n;
} held;

static bool hold(const char *message, size_t n) {
  char *longer = realloc(held.text, held.n + n + 1);
  if (!longer)
    return false;
  memcpy(longer + held.n, message, n);
  held.text = longer;
  held.n += n;
  held.text[held.n] = 0;
  return true;
}

void upcr_start_messages_hold(void) { upcr_log_hold_warnings(hold); }

void upcr_start_messages_refuse(const char *why) {
  if (!hold(head, strlen(head)) || !hold(why, strlen(why)) || !hold("\n", 1))
    upcr_write_all(STDERR_FILENO, why, strlen(why));
}

uint64_t upcr_start_messages_digest(void) {
  return held.n ? upcr_digest_bytes(UPCR_DIGEST_START, held.text, held.n) : 0;
}

void upcr_start_messages_print(const char *of) {
  char *all = 0, *rest = held.text;
  size_t n = 0;
  FILE *out = open_memstream(&all, &n);
  for (char *line; out && (line = strsep(&rest, "\n")) && *line;)
    fprintf(out, "%s%s%s\n", head, of, line + strlen(head));
  if (out && fclose(out) == 0)
    upcr_write_all(STDERR_FILENO, all, n);
  free(all);
  upcr_start_messages_drop();
}

void upcr_start_messages_drop(void) {
  free(held.text);
  held.text = 0;
  held.n = 0;
}

void upcr_start_messages_pass(void) { upcr_log_hold_warnings(0); }
