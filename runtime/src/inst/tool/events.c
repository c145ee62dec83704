/* SPDX-License-Identifier: Apache-2.0 */
#include "tool.h"

#include <gasp_c.h>
#include <gasp_upc.h>
#include <upcr/upcr.h>

static const struct event {
  const char *name, *arguments;
} events[UPCR_TOOL_TAGS] = {
#define EVENT(tag, name, arguments) [tag] = {name, arguments},
#include "events.def"
};

const char *upcr_event_name(unsigned tag) { return tag < UPCR_TOOL_TAGS ? events[tag].name : 0; }

static size_t size_of(int type) {
  switch (type) {
  case GASP_UPC_REDUCTION_C:
  case GASP_UPC_REDUCTION_UC:
    return sizeof(char);
  case GASP_UPC_REDUCTION_S:
  case GASP_UPC_REDUCTION_US:
    return sizeof(short);
  case GASP_UPC_REDUCTION_I:
  case GASP_UPC_REDUCTION_UI:
    return sizeof(int);
  case GASP_UPC_REDUCTION_L:
  case GASP_UPC_REDUCTION_UL:
    return sizeof(long);
  case GASP_UPC_REDUCTION_F:
    return sizeof(float);
  case GASP_UPC_REDUCTION_D:
    return sizeof(double);
  default:
    return sizeof(long double);
  }
}

size_t upcr_event_bytes(unsigned tag, int thread, int *peer, va_list arguments) {
  size_t bytes = 0, blocks = 1, elements = 0;
  *peer = -1;
  for (const char *a = events[tag].arguments; a && *a; a++) {
    switch (*a) {
    case 'n':
      bytes = blocks * va_arg(arguments, size_t);
      break;
    case 'b':
      blocks = va_arg(arguments, size_t);
      break;
    case 'e':
      elements = va_arg(arguments, size_t);
      break;
    case 't':
      bytes = elements * size_of(va_arg(arguments, int));
      break;
    case 'z':
      (void)va_arg(arguments, size_t);
      break;
    case 'i':
      (void)va_arg(arguments, int);
      break;
    case 'o':
      *peer = va_arg(arguments, int);
      break;
    case 'q': {
      const upcr_pts_t *data = va_arg(arguments, const upcr_pts_t *);
      int owner = (int)upcr_thread(*data);
      if (*peer < 0 || owner != thread)
        *peer = owner;
      break;
    }
    default:
      (void)va_arg(arguments, void *);
      break;
    }
  }
  return bytes;
}
