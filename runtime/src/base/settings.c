/* SPDX-License-Identifier: Apache-2.0 */
#include "settings.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "log.h"
#include "text.h"

struct upcr_settings upcr_settings;

enum kind { INT, BOOL, SIZE, TEXT, PATH, WRITE };
enum origin { FROM_DEFAULT, FROM_ENVIRONMENT, FROM_ALIAS, FROM_UPCRUN };

static const struct setting {
  const char *name; /* 0: a group's heading, in shown */
  enum kind kind;
  const char *value;
  long min, max;
  const char *shown, *help;
  size_t offset; /* in struct upcr_settings */
} table[] = {
#define SETTING_GROUP(heading) {.shown = heading},
#define SETTING(field, name, kind, value, min, max, shown, help)                                   \
  {name, kind, value, min, max, shown, help, offsetof(struct upcr_settings, field)},
#include "settings.def"
};
enum { SETTINGS = sizeof table / sizeof *table, LABEL_MAX = 96 };
static enum origin origins[SETTINGS];

/* Variables of other UPC systems that have no effect here. */
static const char *const foreign[] = {
    "UPC_DEBUG_MALLOC", "UPC_DEBUG",          "UPC_DEBUGFILE",
    "UPC_QUIET_UPCIO",  "UPC_NODE_LOCAL_MEM", "UPC_SHARED_HEAP_MAX",
};

/* Variables that upcrun reads. */
static const char *const launchers[] = {"UPC_ENVPREFIX", "UPC_NODEFILE", "UPC_SSH"};

/* GASNet's names, used if ours is not set. `yes`: our value for any value that turns a switch of
 * GASNet on; 0: the same value. */
static const struct alias {
  const char *name, *of, *yes;
} aliases[] = {
    {"GASNET_VERBOSEENV", "UPC_SHOW_ENV", 0},
    {"GASNET_FREEZE", "UPC_FREEZE", "all"},
    {"GASNET_FREEZE_ON_ERROR", "UPC_FREEZE_ON_ERROR", 0},
    {"GASNET_FREEZE_SIGNAL", "UPC_FREEZE_SIGNAL", 0},
    {"GASNET_BACKTRACE", "UPC_BACKTRACE", 0},
    {"GASNET_BACKTRACE_SIGNAL", "UPC_BACKTRACE_SIGNAL", 0},
    {"GASNET_SUPERNODE_MAXSIZE", "UPC_PSHM_WIDTH", 0},
    {"GASNET_TRACEFILE", "UPC_TRACEFILE", 0},
    {"GASNET_STATSFILE", "UPC_STATSFILE", 0},
};
enum { ALIASES = sizeof aliases / sizeof *aliases };

static bool is_text(const struct setting *s) { return s->kind == TEXT || s->kind == PATH; }

static int parse_bool(const char *text, int *value) {
  static const char *const yes[] = {"1", "yes", "y", "on", "true"}, *const no[] = {"0",     "no",
                                                                                   "n",     "off",
                                                                                   "false", ""};
  for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
    if (strcasecmp(text, yes[i]) == 0)
      return *value = 1, 0;
  for (size_t i = 0; i < sizeof no / sizeof *no; i++)
    if (strcasecmp(text, no[i]) == 0)
      return *value = 0, 0;
  return -1;
}

/* " (upcrun -option)", the end of a setting's help if upcrun has an option for it; else "". */
static const char *option_of(const struct setting *s) {
  const char *at = strstr(s->help, " (upcrun -"), *end = s->help + strlen(s->help);
  return at && end[-1] == ')' && strchr(at, ')') == end - 1 ? at : "";
}

static int parse_int(const struct setting *s, const char *label, const char *text, int *value,
                     char *err, size_t errlen) {
  char *end;
  long number = strtol(text, &end, 10);
  if (end == text || *end || number < s->min || number > s->max) {
    snprintf(err, errlen, "%s is '%s': it must be a whole number from %ld to %ld", label, text,
             s->min, s->max);
    return -1;
  }
  *value = (int)number;
  return 0;
}

static int parse_size(const struct setting *s, const char *label, const char *text, size_t *value,
                      char *err, size_t errlen) {
  char why[200], low[32], high[32];
  if (upcr_size_parse(text, 1 << 20, value, why, sizeof why) != 0) {
    snprintf(err, errlen, "%s: %s", label, why);
    return -1;
  }
  if (*value < (size_t)s->min || *value > (size_t)s->max) {
    snprintf(err, errlen, "%s is '%s': it must be from %s to %s", label, text,
             upcr_size_format((size_t)s->min, low, sizeof low),
             upcr_size_format((size_t)s->max, high, sizeof high));
    return -1;
  }
  return 0;
}

/* `label` is what a message calls the setting. */
static int parse(const struct setting *s, const char *label, const char *text, char *err,
                 size_t errlen) {
  void *field = (char *)&upcr_settings + s->offset;
  switch (s->kind) {
  case INT:
    return parse_int(s, label, text, field, err, errlen);
  case SIZE:
    return parse_size(s, label, text, field, err, errlen);
  case TEXT:
  case PATH:
    *(const char **)field = text;
    return 0;
  case BOOL:
  case WRITE:
    if (parse_bool(text, field) == 0)
      return 0;
    snprintf(err, errlen, "%s is '%s': it must be yes or no", label, text);
    return -1;
  }
  return -1;
}

/* True if name is one of the words of list, which are separated by ':'. */
static int listed(const char *list, const char *name) {
  size_t n = strlen(name);
  for (; list && *list; list += strcspn(list, ":"), list += *list == ':')
    if (strncmp(list, name, n) == 0 && (list[n] == 0 || list[n] == ':'))
      return 1;
  return 0;
}

/* The alias that gives a setting its value, 0: none does. */
static const struct alias *alias_of(const char *name) {
  for (int i = 0; i < ALIASES; i++) {
    const char *text = getenv(aliases[i].name);
    if (strcmp(aliases[i].of, name) == 0 && text && *text)
      return &aliases[i];
  }
  return 0;
}

static const char *value_of(const struct alias *alias) {
  const char *text = getenv(alias->name);
  int yes;
  if (!alias->yes || parse_bool(text, &yes) != 0)
    return text;
  return yes ? alias->yes : "no";
}

/* The text of a setting, and where it comes from. */
static const char *find_text(const struct setting *s, const char *launcher_set,
                             enum origin *origin) {
  const char *text = getenv(s->name);
  if (text && *text) {
    *origin = listed(launcher_set, s->name) ? FROM_UPCRUN : FROM_ENVIRONMENT;
    return text;
  }
  const struct alias *alias = alias_of(s->name);
  *origin = alias ? FROM_ALIAS : FROM_DEFAULT;
  return alias ? value_of(alias) : s->value;
}

/* True if the setting lets the user of a program with others' rights choose files that it
 * writes. */
static bool is_unsafe(const struct setting *s) {
  return (s->kind == PATH || s->kind == WRITE) && upcr_has_others_rights();
}

/* The variable that gave a setting its value, and upcrun's option for it. */
static void write_label(const struct setting *s, enum origin origin, char *out, size_t n) {
  if (origin == FROM_ALIAS)
    snprintf(out, n, "%s", alias_of(s->name)->name);
  else
    snprintf(out, n, "%s%s", s->name, option_of(s));
}

int upcr_settings_read(const char *launcher_set, char *err, size_t errlen) {
  memset(&upcr_settings, 0, sizeof upcr_settings);
  for (int i = 0; i < SETTINGS; i++) {
    const struct setting *s = &table[i];
    if (!s->name)
      continue;
    const char *text = find_text(s, launcher_set, &origins[i]);
    char label[LABEL_MAX];
    write_label(s, origins[i], label, sizeof label);
    if (origins[i] != FROM_DEFAULT && is_unsafe(s)) {
      upcr_warn("%s is ignored: the program has other rights than its user (set-user-id, "
                "set-group-id)",
                label);
      origins[i] = FROM_DEFAULT;
      text = s->value;
    }
    if ((*text || is_text(s)) && parse(s, label, text, err, errlen) != 0)
      return -1;
  }
  upcr_log_no_warn(upcr_settings.no_warn);
  upcr_settings.verbose &= !upcr_settings.quiet;
  return 0;
}

/* Number of single-character insertions, deletions and replacements from a to b; names longer than
 * the limit count as far. */
static int edit_distance(const char *a, size_t na, const char *b, size_t nb) {
  enum { LIMIT = 48 };
  int row[LIMIT + 1];
  if (na > LIMIT || nb > LIMIT)
    return LIMIT;
  for (size_t j = 0; j <= nb; j++)
    row[j] = (int)j;
  for (size_t i = 1; i <= na; i++) {
    int diagonal = row[0];
    row[0] = (int)i;
    for (size_t j = 1; j <= nb; j++) {
      int best = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      if (row[j] + 1 < best)
        best = row[j] + 1;
      if (row[j - 1] + 1 < best)
        best = row[j - 1] + 1;
      row[j] = best;
    }
  }
  return row[nb];
}

/* The setting whose name may be meant: it differs by one edit, and by one more for each four
 * letters of the name after "UPC_", at most by three. */
static const char *nearest(const char *name, size_t n) {
  const char *best = 0;
  int most = 1 + (int)(n - strlen("UPC_")) / 4, least = most < 3 ? most + 1 : 4;
  for (int i = 0; i < SETTINGS; i++) {
    int distance =
        table[i].name ? edit_distance(name, n, table[i].name, strlen(table[i].name)) : least;
    if (distance < least) {
      least = distance;
      best = table[i].name;
    }
  }
  return best;
}

static int known(const char *name, size_t n) {
  for (int i = 0; i < SETTINGS; i++)
    if (table[i].name && strlen(table[i].name) == n && memcmp(table[i].name, name, n) == 0)
      return 1;
  return 0;
}

static int is_among(const char *const *names, size_t count, const char *name, size_t n) {
  for (size_t i = 0; i < count; i++)
    if (strlen(names[i]) == n && memcmp(names[i], name, n) == 0)
      return 1;
  return 0;
}

#define IS_AMONG(names, name, n) is_among(names, sizeof names / sizeof *names, name, n)

static int is_alias(const char *name, size_t n) {
  for (int i = 0; i < ALIASES; i++)
    if (strlen(aliases[i].name) == n && memcmp(aliases[i].name, name, n) == 0)
      return 1;
  return 0;
}

void upcr_settings_check_names(char *const *envp) {
  for (; *envp; envp++) {
    size_t n = strcspn(*envp, "=");
    if (strncmp(*envp, "GASNET_", 7) == 0 && !is_alias(*envp, n))
      upcr_warn("%.*s has no effect in this release (UPC_NO_WARN=1 silences warnings)", (int)n,
                *envp);
    if (strncmp(*envp, "UPC_", 4) != 0 || known(*envp, n) || IS_AMONG(launchers, *envp, n))
      continue;
    const char *near = nearest(*envp, n);
    if (IS_AMONG(foreign, *envp, n))
      upcr_warn("%.*s has no effect in this release (UPC_NO_WARN=1 silences warnings)", (int)n,
                *envp);
    else if (near)
      upcr_warn("unknown variable %.*s: did you mean %s? (UPC_NO_WARN=1 silences warnings)", (int)n,
                *envp, near);
    else
      upcr_warn("unknown variable %.*s: UPC_SHOW_ENV=1 lists the known ones (UPC_NO_WARN=1 "
                "silences warnings)",
                (int)n, *envp);
  }
}

static void format_value(const struct setting *s, char *out, size_t n) {
  const void *field = (const char *)&upcr_settings + s->offset;
  if (s->kind == SIZE)
    upcr_size_format(*(const size_t *)field, out, n);
  else if (is_text(s))
    snprintf(out, n, "%s", *(const char *const *)field);
  else if (s->kind == BOOL || s->kind == WRITE)
    snprintf(out, n, "%s", *(const int *)field ? "yes" : "no");
  else
    snprintf(out, n, "%d", *(const int *)field);
}

void upcr_settings_show(FILE *out) {
  static const char *const origin_names[] = {"default", "environment", "", "upcrun"};
  for (int i = 0; i < SETTINGS; i++) {
    const struct setting *s = &table[i];
    if (!s->name) {
      fprintf(out, "# %s\n", s->shown);
      continue;
    }
    char value[64] = "(not set)";
    if (origins[i] != FROM_DEFAULT || *s->value || s->kind == BOOL || s->kind == WRITE)
      format_value(s, value, sizeof value);
    const char *origin =
        origins[i] == FROM_ALIAS ? alias_of(s->name)->name : origin_names[origins[i]];
    fprintf(out, "%-22s = %-10s (%s; default: %s)\n    %s\n", s->name, value, origin, s->shown,
            s->help);
  }
}
