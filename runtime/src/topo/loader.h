/* SPDX-License-Identifier: Apache-2.0 */
/* Loading of shared libraries, in its own file: upcc links it (-u upcr_loader) except with -static,
 * where the linker would warn about it. Users declare it weak; in a static program its address is
 * 0. */
#ifndef UPCR_TOPO_LOADER_H
#define UPCR_TOPO_LOADER_H

struct upcr_loader {
  void *(*open)(const char *name); /* 0: failure */
  void *(*find)(void *library, const char *symbol);
  int (*close)(void *library);
};
extern const struct upcr_loader upcr_loader;

#endif
