/* SPDX-License-Identifier: Apache-2.0 */
#include "loader.h"

#include <dlfcn.h>

static void *open_now(const char *name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }

const struct upcr_loader upcr_loader = {open_now, dlsym, dlclose};
