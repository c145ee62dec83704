/* SPDX-License-Identifier: Apache-2.0 */
/* The UPC_* environment variables: settings.def is the one table. */
#ifndef UPCR_BASE_SETTINGS_H
#define UPCR_BASE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/auxv.h>

typedef int upcr_setting_INT;
typedef int upcr_setting_BOOL;
typedef size_t upcr_setting_SIZE; /* bytes */
typedef const char *upcr_setting_TEXT;
typedef const char *upcr_setting_PATH;
typedef int upcr_setting_WRITE;

struct upcr_settings {
#define SETTING_GROUP(name)
#define SETTING(field, name, kind, value, min, max, shown, help) upcr_setting_##kind field;
#include "settings.def"
};

/* Valid after upcr_settings_read. A numeric setting that is not given and has no default is 0. */
extern struct upcr_settings upcr_settings;

/* Fills upcr_settings from the environment. launcher_set lists, separated by ':', the variables
 * that upcrun set (for the print-out), or is 0. Returns 0, or -1 after writing to err[errlen] the
 * variable, its value and what is allowed. */
int upcr_settings_read(const char *launcher_set, char *err, size_t errlen);

/* Warns (upcr_warn) once about each variable of environment envp that begins with UPC_ or GASNET_
 * and is not obeyed: a known name of other UPC systems, or an unknown one with the nearest known
 * name. */
void upcr_settings_check_names(char *const *envp);

/* Prints name, value, origin, default and help of every setting. */
void upcr_settings_show(FILE *out);

/* True if the program has rights that its user lacks (set-user-id, set-group-id, file
 * capabilities). The user's environment must not choose files that it writes or programs that it
 * runs. */
static inline bool upcr_has_others_rights(void) { return getauxval(AT_SECURE) != 0; }

#endif
