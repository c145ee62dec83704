/* Platform files: a line is KEY = VALUE [UNIT] [printed|fitted|assumed ...]; # begins a comment. */
#include "platform.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { COUNT, TIME, RATE, PART, SLOW, TEXT };

struct key {
  const char *name;
  enum kind kind;
  size_t at;
  double least, most; /* of COUNT, of TIME in ns, of RATE in GB/s, of PART in percent */
};

#define AT(field) offsetof(struct upcr_platform, field)
static const struct key keys[] = {
    {"name", TEXT, AT(name), 0, 0},
    {"nodes", COUNT, AT(nodes), 1, 65536},
    {"regions", COUNT, AT(regions), 1, 1024},
    {"cores", COUNT, AT(cores), 1, 1024},
    {"region.latency", TIME, AT(region_latency), 0, 1e9},
    {"region.bandwidth", RATE, AT(region_byte), 1e-3, 1e5},
    {"node.latency", TIME, AT(node_latency), 0, 1e9},
    {"node.bandwidth", RATE, AT(node_byte), 1e-3, 1e5},
    {"memory.bandwidth", RATE, AT(memory_byte), 1e-3, 1e5},
    {"fold.bandwidth", RATE, AT(fold_byte), 1e-3, 1e5},
    {"overhead", TIME, AT(overhead), 0, 1e9},
    {"network.latency", TIME, AT(network_latency), 0, 1e9},
    {"network.gap", TIME, AT(network_gap), 0, 1e9},
    {"network.bandwidth", RATE, AT(network_byte), 1e-3, 1e5},
    {"group.nodes", COUNT, AT(group_nodes), 1, 65536},
    {"group.latency", TIME, AT(group_latency), 0, 1e9},
    {"group.bandwidth", RATE, AT(group_byte), 1e-3, 1e6},
    {"jitter", PART, AT(jitter), 0, 1000},
    {"seed", COUNT, AT(seed), 0, 1e9},
    {"slow.node", SLOW, AT(slow_node), 1, 1e6},
    {"slow.link", SLOW, AT(slow_link), 1, 1e6},
};
enum { KEYS = sizeof keys / sizeof *keys };

/* What must be given: the others have defaults. */
static const char *const needed[] = {"regions",          "cores",           "region.latency",
                                     "region.bandwidth", "network.latency", "network.bandwidth"};

struct reader {
  struct upcr_platform *platform;
  const char *file;
  int line;            /* 0: a change after the file's name */
  unsigned long given; /* bit k: keys[k] */
  char *err;
  size_t errlen;
};

static int refuse(const struct reader *r, const char *key, const char *value, const char *what) {
  char place[32] = "";
  if (r->line)
    snprintf(place, sizeof place, ":%d", r->line);
  snprintf(r->err, r->errlen, "%s%s: %s%s'%s' %s (upcrun -sim)", r->file, place, key, *key ? " is " : "", value, what);
  return -1;
}

static const struct key *find(const char *name) {
  for (int k = 0; k < KEYS; k++)
    if (strcmp(keys[k].name, name) == 0)
      return &keys[k];
  return 0;
}

static int out_of_range(const struct reader *r, const struct key *key, const char *value, const char *unit) {
  char what[96];
  snprintf(what, sizeof what, "and must be from %g to %g%s", key->least, key->most, unit);
  return refuse(r, key->name, value, what);
}

/* Nanoseconds of a unit, 0: it is none. */
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

static int set_slow(const struct reader *r, const struct key *key, const char *value) {
  struct upcr_platform *p = r->platform;
  int is_link = key->at == AT(slow_link);
  int *count = is_link ? &p->slow_links : &p->slow_nodes;
  struct upcr_sim_slow *list = is_link ? p->slow_link : p->slow_node;
  char *end;
  long node = strtol(value, &end, 10);
  double factor = *end == ':' ? strtod(end + 1, &end) : 0;
  if (*value < '0' || *value > '9' || *end || factor < key->least || factor > key->most)
    return refuse(r, key->name, value, "and must be NODE:FACTOR, a factor from 1 to 1000000");
  if (*count == UPCR_SIM_SLOW_MAX)
    return refuse(r, key->name, value, "is one more than the 16 that there may be");
  list[(*count)++] = (struct upcr_sim_slow){node, factor};
  return 0;
}

static int set_number(const struct reader *r, const struct key *key, const char *value, const char *unit) {
  char *end, *field = (char *)r->platform + key->at;
  errno = 0;
  double number = strtod(value, &end);
  if (end == value || *end || errno)
    return refuse(r, key->name, value, "and must be a number");
  double scale = key->kind == TIME ? time_unit(unit) : key->kind == RATE ? rate_unit(unit) : 1;
  if (scale == 0)
    return refuse(r, key->name, unit,
                  key->kind == TIME ? "is no unit of time: ns, us or ms" : "is no unit of bandwidth: GB/s or MB/s");
  number *= scale;
  if (!(number >= key->least && number <= key->most))
    return out_of_range(r, key, value,
                        key->kind == TIME   ? " ns"
                        : key->kind == RATE ? " GB/s"
                        : key->kind == PART ? " %"
                                            : "");
  if (key->kind == COUNT && number != (double)(int64_t)number)
    return refuse(r, key->name, value, "and must be a whole number");
  if (key->kind == PART)
    *(double *)(void *)field = number / 100;
  else
    *(int64_t *)(void *)field = key->kind == TIME   ? (int64_t)(number * 1000 + 0.5)
                                : key->kind == RATE ? (int64_t)(1000 / number * UPCR_SIM_PER_BYTE + 0.5)
                                                    : (int64_t)number;
  return 0;
}

static int set(struct reader *r, const char *name, const char *value, const char *unit) {
  const struct key *key = find(name);
  if (!key)
    return refuse(r, "", name, "is no key of a platform (docs/simulation.md lists them)");
  r->given |= 1ul << (key - keys);
  if (key->kind == TEXT) {
    snprintf(r->platform->name, sizeof r->platform->name, "%s", value);
    return 0;
  }
  return key->kind == SLOW ? set_slow(r, key, value) : set_number(r, key, value, unit);
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
  return strcmp(text, "printed") == 0 || strcmp(text, "fitted") == 0 || strcmp(text, "assumed") == 0;
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
  if (strcmp(name, "name") != 0) {
    const char *source = word(&at);
    if (*source && !is_source(source))
      return refuse(r, name, source, "is no source: printed, fitted or assumed");
  }
  return set(r, name, value, unit);
}

static int read_file(struct reader *r) {
  FILE *f = fopen(r->file, "r");
  if (!f)
    return refuse(r, "", r->file, strerror(errno));
  char line[512];
  int status = 0;
  while (status == 0 && fgets(line, sizeof line, f)) {
    r->line++;
    status = read_line(r, line);
  }
  r->line = 0;
  if (status == 0 && ferror(f))
    status = refuse(r, "", r->file, strerror(errno));
  fclose(f);
  return status;
}

/* "KEY=VALUE" with the unit at the value: latency=3us. */
static int change(struct reader *r, char *text) {
  char *value = strchr(text, '=');
  if (!value)
    return refuse(r, "", text, "must be KEY=VALUE");
  *value++ = 0;
  char number[64];
  size_t n = has_unit(text) ? strspn(value, "0123456789.") : strlen(value);
  snprintf(number, sizeof number, "%.*s", (int)n, value);
  return set(r, text, number, value + n);
}

static int check(const struct reader *r) {
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
    if ((r->given >> (find(needed[i]) - keys) & 1) == 0)
      return refuse(r, "", needed[i], "must be given");
  return 0;
}

static void set_defaults(struct upcr_platform *p) {
  if (p->node_latency == 0)
    p->node_latency = p->region_latency;
  if (p->node_byte == 0)
    p->node_byte = p->region_byte;
  if (p->fold_byte == 0)
    p->fold_byte = p->region_byte;
}

int upcr_platform_read(struct upcr_platform *platform, const char *text, char *err, size_t errlen) {
  memset(platform, 0, sizeof *platform);
  char *copy = strdup(text);
  if (!copy) {
    snprintf(err, errlen, "out of memory: the platform %s", text);
    return -1;
  }
  char *rest = copy + strcspn(copy, ",");
  if (*rest)
    *rest++ = 0;
  struct reader r = {.platform = platform, .file = copy, .err = err, .errlen = errlen};
  int status = read_file(&r);
  for (char *next; status == 0 && *rest; rest = next) {
    next = rest + strcspn(rest, ",");
    if (*next)
      *next++ = 0;
    status = change(&r, rest);
  }
  if (status == 0)
    status = check(&r);
  if (status == 0)
    set_defaults(platform);
  free(copy);
  return status;
}
