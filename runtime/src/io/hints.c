/* SPDX-License-Identifier: Apache-2.0 */
/* Hints of a file: pairs of key and value (UPC 7.8.3). */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"

static struct upcr_io_hint *find(const struct upcr_io_file *file, const char *key) {
  for (size_t i = 0; i < file->hint_count; i++)
    if (strcmp(file->hints[i].key, key) == 0)
      return &file->hints[i];
  return 0;
}

const char *upcr_io_hint(const struct upcr_io_file *file, const char *key) {
  const struct upcr_io_hint *hint = find(file, key);
  return hint ? hint->value : 0;
}

/* Adds a hint with its key and no value. */
static struct upcr_io_hint *append(struct upcr_io_file *file, const char *key) {
  struct upcr_io_hint *hints = realloc(file->hints, (file->hint_count + 1) * sizeof *hints);
  if (!hints)
    return 0;
  file->hints = hints;
  char *copy = strdup(key);
  if (!copy)
    return 0;
  hints[file->hint_count] = (struct upcr_io_hint){copy, 0};
  return &hints[file->hint_count++];
}

int upcr_io_add_hint(struct upcr_io_file *file, const struct upcr_io_hint *hint) {
  if (!hint || !hint->key)
    return EINVAL;
  char *value = strdup(hint->value ? hint->value : "");
  struct upcr_io_hint *place = find(file, hint->key);
  if (value && !place)
    place = append(file, hint->key);
  if (!value || !place) {
    free(value);
    return ENOMEM;
  }
  free((char *)place->value);
  place->value = value;
  return 0;
}

int upcr_io_add_hints(struct upcr_io_file *file, const struct upcr_io_hint *hints, size_t count) {
  int error = 0;
  for (size_t i = 0; i < count && !error; i++)
    error = upcr_io_add_hint(file, &hints[i]);
  return error;
}

void upcr_io_free_hints(struct upcr_io_file *file) {
  for (size_t i = 0; i < file->hint_count; i++) {
    free((char *)file->hints[i].key);
    free((char *)file->hints[i].value);
  }
  free(file->hints);
}
