/* SPDX-License-Identifier: Apache-2.0 */
/* Loading of shared libraries, in a file of its own: upcc asks for it (-u upcr_loader) unless it
 * links with -static, where the linker would warn of it. A user of it declares it weak, and
 * finds it at address 0 in a static program. */
#ifndef UPCR_TOPO_LOADER_H
#define UPCR_TOPO_LOADER_H

struct upcr_loader {
  void *(*open)(const char *name); /* 0: cannot be loaded */
  void *(*find)(void *library, const char *symbol);
  int (*close)(void *library);
};
extern const struct upcr_loader upcr_loader;

#endif
