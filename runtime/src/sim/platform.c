/* SPDX-License-Identifier: Apache-2.0 */
/* Platform files: a line is KEY = VALUE [UNIT] [printed|fitted|assumed ...]; # begins a comment.
 * Unknown keys and values are errors, in a file and in changes of it. */
#define _POSIX_C_SOURCE 200809L
#include "platform.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/simulated.h"

enum kind { COUNT, TIME, RATE, PART, SLOW, TEXT };

struct key {
  const char *name;
  enum kind kind;
  size_t at;
  double least, most; /* COUNT: a number; TIME: ns; RATE: GB/s; PART: percent */
};

enum { MOST_NODES = 65536 };

#define AT(field) offsetof(struct upcr_platform, field)
static const struct key keys[] = {
    {"name", TEXT, AT(name), 0, 0},
    {"nodes", COUNT, AT(nodes), 1, MOST_NODES},
    {"regions", COUNT, AT(regions), 1, 1024},
    {"cores", COUNT, AT(cores), 1, 1024},
    {"region.latency", TIME, AT(region_latency), 0, 1e9},
    {"region.bandwidth", RATE, AT(region_byte), 1e-3, 1e5},
    {"node.latency", TIME, AT(node_latency), 0, 1e9},
    {"node.bandwidth", RATE, AT(node_byte), 1e-3, 1e5},
    {"memory.bandwidth", RATE, AT(memory_byte), 1e-3, 1e5},
    {"cache.size", COUNT, AT(cache_size), 0, 1e12},
    {"uncached.bandwidth", RATE, AT(uncached_byte), 1e-3, 1e5},
    {"fold.bandwidth", RATE, AT(fold_byte), 1e-3, 1e5},
    {"overhead", TIME, AT(overhead), 0, 1e9},
    {"read.overhead", TIME, AT(read_overhead), 0, 1e9},
    {"receive.overhead", TIME, AT(receive_overhead), 0, 1e9},
    {"eager.most", COUNT, AT(eager_most), 0, UPCR_SIMULATED_EAGER},
    {"process.threads", COUNT, AT(process_threads), 1, 1024},
    {"process.lock", TIME, AT(process_lock), 0, 1e9},
    {"network.latency", TIME, AT(network_latency), 0, 1e9},
    {"network.gap", TIME, AT(network_gap), 0, 1e9},
    {"network.bandwidth", RATE, AT(network_byte), 1e-3, 1e5},
    {"group.nodes", COUNT, AT(group_nodes), 1, MOST_NODES},
    {"group.latency", TIME, AT(group_latency), 0, 1e9},
    {"group.bandwidth", RATE, AT(group_byte), 1e-3, 1e6},
    {"group.pair", RATE, AT(pair_byte), 1e-3, 1e6},
    {"jitter", PART, AT(jitter), 0, 1000},
    {"seed", COUNT, AT(seed), 0, 1e9},
    {"slow.node", SLOW, AT(slow_node), 1, 1e6},
    {"slow.link", SLOW, AT(slow_link), 1, 1e6},
};
enum { KEYS = sizeof keys / sizeof *keys, LONGEST_LINE = 510 };

/* Required keys; the others have defaults. */
static const char *const needed[] = {"regions",          "cores",           "region.latency",
                                     "region.bandwidth", "network.latency", "network.bandwidth"};

struct reader {
  struct upcr_platform *platform;
  const char *file;
  int line;            /* 0: a change after the file's name */
  unsigned long given; /* bit k: keys[k] was given in the file, or later in a change */
  int first[KEYS];     /* the line of each in the file */
  char *err;
  size_t errlen;
};

/* "FILE:LINE: KEY is 'VALUE' and must be ...", or "KEY: 'VALUE' is ...". */
static int refuse(const struct reader *r, const char *key, const char *value, const char *what) {
  char place[32] = "";
  if (r->line)
    snprintf(place, sizeof place, ":%d", r->line);
  const char *is = !*key ? "" : strncmp(what, "and ", 4) == 0 ? " is " : ": ";
  snprintf(r->err, r->errlen, "%s%s: %s%s'%s' %s (upcrun -sim)", r->file, place, key, is, value,
           what);
  return -1;
}

static const struct key *find(const char *name) {
  for (int k = 0; k < KEYS; k++)
    if (strcmp(keys[k].name, name) == 0)
      return &keys[k];
  return 0;
}

/* "1 to 1024", "0 to 1e+09 ns". */
static void write_range(const struct key *key, char *out, size_t n) {
  static const char *const unit[] = {[COUNT] = "", [TIME] = " ns", [RATE] = " GB/s", [PART] = " %"};
  snprintf(out, n, "%g to %g%s", key->least, key->most, unit[key->kind]);
}

static int out_of_range(const struct reader *r, const struct key *key, const char *value) {
  char range[64], what[96];
  write_range(key, range, sizeof range);
  snprintf(what, sizeof what, "and must be from %s", range);
  return refuse(r, key->name, value, what);
}

/* Nanoseconds of a unit; 0: not a unit of time. */
static double time_unit(const char *unit) {
  if (strcmp(unit, "ns") == 0)
    return 1;
  if (strcmp(unit, "us") == 0)
    return 1e3;
  return strcmp(unit, "ms") == 0 ? 1e6 : 0;
}

static double rate_unit(const char *unit) {
  if (strcmp(unit, "GB/s") == 0)
    return 1;
  return strcmp(unit, "MB/s") == 0 ? 1e-3 : 0;
}

/* The factor from a unit to ns or GB/s; 0: the key has no such unit. */
static double unit_of(const struct key *key, const char *unit) {
  return key->kind == TIME ? time_unit(unit) : key->kind == RATE ? rate_unit(unit) : 1;
}

static int refuse_unit(const struct reader *r, const struct key *key, const char *value,
                       const char *unit) {
  if (key->kind == TIME)
    return *unit ? refuse(r, key->name, unit, "is no unit of time: ns, us or ms")
                 : refuse(r, key->name, value, "and must have a unit: ns, us or ms");
  return *unit ? refuse(r, key->name, unit, "is no unit of bandwidth: GB/s or MB/s")
               : refuse(r, key->name, value, "and must have a unit: GB/s or MB/s");
}

/* A decimal number with nothing after it. */
static int read_number(const char *text, double *number) {
  char *end;
  errno = 0;
  *number = strtod(text, &end);
  return *text && strspn(text, "0123456789.") == strlen(text) && !*end && !errno;
}

static int set_slow(const struct reader *r, const struct key *key, const char *value) {
  struct upcr_platform *p = r->platform;
  int is_link = key->at == AT(slow_link);
  int *count = is_link ? &p->slow_links : &p->slow_nodes;
  struct upcr_sim_slow *list = is_link ? p->slow_link : p->slow_node;
  char *end;
  long node = strtol(value, &end, 10);
  double factor = 0;
  if (*value < '0' || *value > '9' || *end != ':' || node > MOST_NODES ||
      !read_number(end + 1, &factor) || factor < key->least || factor > key->most)
    return refuse(r, key->name, value, "and must be NODE:FACTOR, a factor from 1 to 1000000");
  for (int i = 0; i < *count; i++)
    if (list[i].node == node)
      return refuse(r, key->name, value, "is the second factor of this node");
  if (*count == UPCR_SIM_SLOW_MAX)
    return refuse(r, key->name, value, "is one more than the 16 that there may be");
  list[(*count)++] = (struct upcr_sim_slow){node, factor};
  return 0;
}

static int set_number(const struct reader *r, const struct key *key, const char *value,
                      const char *unit) {
  char *field = (char *)r->platform + key->at;
  double number, scale = unit_of(key, unit);
  if (!read_number(value, &number))
    return refuse(r, key->name, value, "and must be a number");
  if (scale == 0)
    return refuse_unit(r, key, value, unit);
  number *= scale;
  if (!(number >= key->least && number <= key->most))
    return out_of_range(r, key, value);
  if (key->kind == COUNT && number != (double)(int64_t)number)
    return refuse(r, key->name, value, "and must be a whole number");
  if (key->kind == PART)
    *(double *)(void *)field = number / 100;
  else
    *(int64_t *)(void *)field = key->kind == TIME ? (int64_t)(number * 1000 + 0.5)
                                : key->kind == RATE
                                    ? (int64_t)(1000 / number * UPCR_SIM_PER_BYTE + 0.5)
                                    : (int64_t)number;
  return 0;
}

static int set_text(const struct reader *r, const struct key *key, const char *value) {
  if (strlen(value) >= sizeof r->platform->name)
    return refuse(r, key->name, value, "and must have at most 63 bytes");
  snprintf(r->platform->name, sizeof r->platform->name, "%s", value);
  return 0;
}

/* A key may occur once in the file and once in the changes, which override the file. */
static int note(struct reader *r, const struct key *key) {
  int k = (int)(key - keys);
  char what[64] = "is given twice";
  if ((r->given >> k & 1) == 0) {
    r->given |= 1ul << k;
    r->first[k] = r->line ? r->line : r->first[k];
    return 0;
  }
  if (key->kind == SLOW)
    return 0;
  if (r->line)
    snprintf(what, sizeof what, "is given already in line %d", r->first[k]);
  return refuse(r, "", key->name, what);
}

static int set(struct reader *r, const char *name, const char *value, const char *unit) {
  const struct key *key = find(name);
  if (!key)
    return refuse(r, "", name, "is no key of a platform (docs/simulation.md lists them)");
  if (note(r, key) != 0)
    return -1;
  return key->kind == TEXT   ? set_text(r, key, value)
         : key->kind == SLOW ? set_slow(r, key, value)
                             : set_number(r, key, value, unit);
}

/* The next word of *at, ended by a null; "" at the end of the line. */
static char *word(char **at) {
  char *begin = *at + strspn(*at, " \t\r\n");
  char *end = begin + strcspn(begin, " \t\r\n");
  *at = *end ? end + 1 : end;
  *end = 0;
  return begin;
}

static int is_source(const char *text) {
  return strcmp(text, "printed") == 0 || strcmp(text, "fitted") == 0 ||
         strcmp(text, "assumed") == 0;
}

static int has_unit(const char *name) {
  const struct key *key = find(name);
  return key && (key->kind == TIME || key->kind == RATE);
}

static int read_line(struct reader *r, char *line) {
  line[strcspn(line, "#\n")] = 0;
  char *at = line, *name = word(&at), *is = word(&at), *value = word(&at);
  if (!*name)
    return 0;
  if (strcmp(is, "=") != 0 || !*value)
    return refuse(r, "", name, "must be followed by = and a value");
  const char *unit = has_unit(name) ? word(&at) : "";
  if (is_source(unit))
    unit = "";
  const char *source = *unit || !has_unit(name) ? word(&at) : "";
  if (*source && !is_source(source))
    return refuse(r, name, source, "is no source: printed, fitted or assumed");
  return set(r, name, value, unit);
}

/* Lines end by \n; the last one may end with the file. */
static int is_whole(const char *line, FILE *f) { return strchr(line, '\n') || feof(f); }

static int read_lines(struct reader *r, FILE *f) {
  char line[LONGEST_LINE + 2];
  while (fgets(line, sizeof line, f)) {
    r->line++;
    if (!is_whole(line, f)) {
      line[24] = 0;
      return refuse(r, "", line, "begins a line of more than 510 bytes, or with a null byte");
    }
    if (read_line(r, line) != 0)
      return -1;
  }
  r->line = 0;
  return ferror(f) ? refuse(r, "", r->file, strerror(errno)) : 0;
}

static int read_file(struct reader *r) {
  FILE *f = fopen(r->file, "r");
  if (!f)
    return refuse(r, "", r->file, strerror(errno));
  int status = read_lines(r, f);
  fclose(f);
  return status;
}

/* "KEY=VALUE", the unit directly after the value: latency=3us. */
static int change(struct reader *r, char *text) {
  char *value = strchr(text, '=');
  if (!value || !value[1])
    return refuse(r, "", text, "must be KEY=VALUE");
  *value++ = 0;
  size_t n = has_unit(text) ? strspn(value, "0123456789.") : strlen(value);
  char *number = strndup(value, n);
  if (!number)
    return refuse(r, text, value, strerror(errno));
  int status = set(r, text, number, value + n);
  free(number);
  return status;
}

static int is_given(const struct reader *r, const char *name) {
  return (int)(r->given >> (find(name) - keys) & 1);
}

static int check_needed(const struct reader *r) {
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
    if (!is_given(r, needed[i])) {
      char range[64], what[96];
      write_range(find(needed[i]), range, sizeof range);
      snprintf(what, sizeof what, "must be given: %s", range);
      return refuse(r, "", needed[i], what);
    }
  return 0;
}

/* Keys that have no effect without another. */
static int check_pairs(const struct reader *r) {
  static const char *const pairs[][3] = {
      {"group.latency", "group.nodes", "requires group.nodes, the nodes of a group"},
      {"group.bandwidth", "group.nodes", "requires group.nodes, the nodes of a group"},
      {"group.pair", "group.nodes", "requires group.nodes, the nodes of a group"},
      {"uncached.bandwidth", "cache.size", "requires cache.size, the bytes of a copy from caches"},
      {"process.lock", "process.threads", "requires process.threads, the threads of a process"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (is_given(r, pairs[i][0]) && !is_given(r, pairs[i][1]))
      return refuse(r, "", pairs[i][0], pairs[i][2]);
  return 0;
}

/* A process lies in one node. */
static int check_process(const struct reader *r) {
  const struct upcr_platform *p = r->platform;
  char value[32], what[96];
  if (p->process_threads <= p->regions * p->cores)
    return 0;
  snprintf(value, sizeof value, "%ld", (long)p->process_threads);
  snprintf(what, sizeof what, "and must be at most the cores of a node: %ld",
           (long)(p->regions * p->cores));
  return refuse(r, "process.threads", value, what);
}

static int check(const struct reader *r) {
  return check_needed(r) == 0 && check_pairs(r) == 0 ? check_process(r) : -1;
}

/* "small" of "share/platforms/small.platform". */
static void set_file(struct upcr_platform *p, const char *file) {
  const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
  const char *end = strstr(name, ".platform");
  size_t n = end ? (size_t)(end - name) : strlen(name), most = sizeof p->file - 1;
  snprintf(p->file, sizeof p->file, "%.*s", (int)(n < most ? n : most), name);
}

static void set_defaults(struct upcr_platform *p) {
  if (!*p->name)
    memcpy(p->name, p->file, sizeof p->name);
  if (p->node_latency == 0)
    p->node_latency = p->region_latency;
  if (p->node_byte == 0)
    p->node_byte = p->region_byte;
  if (p->fold_byte == 0)
    p->fold_byte = p->region_byte;
}

int upcr_platform_read(struct upcr_platform *platform, const char *text, char *err, size_t errlen) {
  *platform = (struct upcr_platform){.eager_most = UPCR_SIMULATED_EAGER};
  char *copy = strdup(text);
  if (!copy) {
    snprintf(err, errlen, "out of memory: the platform %s", text);
    return -1;
  }
  char *rest = copy + strcspn(copy, ",");
  if (*rest)
    *rest++ = 0;
  set_file(platform, copy);
  struct reader r = {.platform = platform, .file = copy, .err = err, .errlen = errlen};
  int status = read_file(&r);
  unsigned long of_file = r.given;
  r.given = 0;
  for (char *next; status == 0 && *rest; rest = next) {
    next = rest + strcspn(rest, ",");
    if (*next)
      *next++ = 0;
    status = change(&r, rest);
    platform->changes++;
  }
  r.given |= of_file;
  if (status == 0)
    status = check(&r);
  if (status == 0)
    set_defaults(platform);
  free(copy);
  return status;
}

/* FNV-1a. The structure has no padding from `regions` on: its fields have 8 bytes, or are pairs of
 * ints. */
uint32_t upcr_platform_digest(const struct upcr_platform *platform) {
  const unsigned char *byte = (const unsigned char *)platform;
  uint32_t digest = 2166136261;
  for (size_t i = AT(regions); i < AT(changes); i++)
    digest = (digest ^ byte[i]) * 16777619;
  return digest;
}
