/* SPDX-License-Identifier: Apache-2.0 */
#include "message_parts.h"

#include <string.h>

/* The payload follows, padded to 8 bytes. */
struct part {
  uint16_t handler, length;
  uint32_t second;
  uint64_t first;
};

static size_t padded(size_t n) { return (n + 7) & ~(size_t)7; }

bool upcr_is_part(const struct upcr_am *message) {
  return message->length <= UPCR_PART_MOST && message->arg[1] <= UINT32_MAX;
}

size_t upcr_part_bytes(const struct upcr_am *message) {
  return sizeof(struct part) + padded(message->length);
}

void upcr_part_write(char *to, const struct upcr_am *message) {
  struct part part = {.handler = (uint16_t)message->handler,
                      .length = (uint16_t)message->length,
                      .second = (uint32_t)message->arg[1],
                      .first = message->arg[0]};
  memcpy(to, &part, sizeof part);
  if (message->length)
    memcpy(to + sizeof part, message->payload, message->length);
}

void upcr_parts_run(const char *from, uint64_t parts) {
  _Alignas(16) char payload[UPCR_PART_MOST];
  for (uint64_t i = 0; i < parts; i++) {
    struct part part;
    memcpy(&part, from, sizeof part);
    memcpy(payload, from + sizeof part, part.length);
    struct upcr_am message = {.handler = part.handler,
                              .arg = {part.first, part.second},
                              .length = part.length,
                              .payload = payload};
    upcr_am_table[part.handler](&message);
    from += sizeof part + padded(part.length);
  }
}
